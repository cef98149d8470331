"""Keys of the encounter screen that change who is in the turn order, and when."""

from referee.engine.answer import Picked, Said
from referee.engine.bearer import Tag
from referee.engine.waiting import NEXT
from referee.ui.controller.controller import Controller
from referee.ui.input.key_actions import changing_key
from referee.ui.input.play_keys import needs_chosen


def in_order(table: Controller) -> Tag | None:
    """The figure or group whose place in the order is under the cursor; else the chosen figure."""
    row = table.cursor.row
    return row.tag if row is not None and row.slot is not None else table.cursor.chosen


def wait(table: Controller, who: Tag) -> None:
    """A figure waits; if it was its turn, the next one begins in the same act."""
    table.order("hold", who=Picked(tags=(who,)), then=Said(text=NEXT))


def waits_not(table: Controller, held: bool) -> str:
    """Why whoever is chosen cannot wait, or return; empty if it can."""
    tag = in_order(table)
    if tag is None:
        return needs_chosen(table)
    encounter = table.session.encounter
    name = encounter.name(tag)
    slots = [slot for slot in encounter.order if slot.who == tag]
    if not slots:
        return f"{name} has no place in the order."
    if all(slot.acted for slot in slots):
        return f"{name} has acted."
    if any(slot.held == held and not slot.acted for slot in slots):
        return ""
    return f"{name} does not wait." if held else f"{name} waits already."


@changing_key(
    "(",
    label="hold",
    help="The chosen figure waits, and whoever follows begins; ) brings it back into the order.",
    menu="Hold",
    bar=lambda table: waits_not(table, held=False),
)
def hold(table: Controller) -> None:
    wait(table, in_order(table) or "")


@changing_key(
    ")",
    label="return",
    help="The chosen figure, which waits, acts now; or next, if it is somebody's turn.",
    menu="Return",
    bar=lambda table: waits_not(table, held=True),
)
def return_to_order(table: Controller) -> None:
    table.order("return", who=Picked(tags=(in_order(table) or "",)))


@changing_key("*", label="clone", help="More of the chosen figure: how many, Enter.", bar=needs_chosen)
def clone(table: Controller) -> None:
    table.begin("ORDER", f"clone {table.cursor.chosen} ")
