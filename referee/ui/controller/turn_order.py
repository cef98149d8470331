"""Turn order: the rows in which it is listed."""

from msgspec import Struct

from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.ui.drawing.glyphs import GLYPHS


class OrderRow(Struct, frozen=True):
    """One row of the order: somebody's place in it, or a heading."""

    tag: Tag
    slot: Slot | None = None
    """None for a heading."""
    under: Tag | None = None
    sign: str = " "
    """Before a place whose turn is over: whether it had one, or was passed over, as who came late is."""


def order_rows(encounter: Encounter) -> list[OrderRow]:
    """The rows of the order: each place, below the heading that it is under."""
    rows: list[OrderRow] = []
    under = None
    for slot in encounter.order:
        if slot.under is not None and slot.under != under:
            rows.append(OrderRow(slot.under))
        under = slot.under
        sign = (GLYPHS.done if slot.begun else GLYPHS.none) if slot.acted else " "
        rows.append(OrderRow(slot.who, slot, under, sign))
    return rows


def row_of(rows: list[OrderRow], tag: Tag | None) -> int | None:
    """The index of a figure's row: the one still to act, if it has several. None if it has none."""
    mine = [n for n, row in enumerate(rows) if row.slot is not None and row.tag == tag]
    left = (n for n in mine if (slot := rows[n].slot) is not None and not slot.acted)
    return next(left, mine[0] if mine else None)


def same_row(rows: list[OrderRow], row: OrderRow, near: int) -> int:
    """The index of the row that was that one before the order changed, the nearest; `near` if it is gone."""
    alike = (n for n, other in enumerate(rows) if _key(other) == _key(row))
    return min(alike, key=lambda n: abs(n - near), default=near)


def _key(row: OrderRow) -> tuple[Tag, Tag | None, bool]:
    return row.tag, row.under, row.slot is None


def neighbour(rows: list[OrderRow], at: int, by: int) -> Tag | None:
    """Whose place is the next above (`by` -1) or below (1) that row; None if it is the first, or the last."""
    places = rows[at + 1 :] if by > 0 else rows[:at][::-1]
    return next((row.tag for row in places if row.slot is not None), None)


def why_not_waiting(encounter: Encounter, who: Tag, held: bool) -> str:
    """Why a figure or group cannot wait, or return (`held`), in the turn order; empty if it can."""
    name = encounter.name(who)
    slots = [slot for slot in encounter.order if slot.who == who]
    if not slots:
        return f"{name} is not in the turn order."
    if all(slot.acted for slot in slots):
        return f"{name} has already acted."
    if any(slot.held == held and not slot.acted for slot in slots):
        return ""
    return f"{name} is not waiting." if held else f"{name} is already waiting."
