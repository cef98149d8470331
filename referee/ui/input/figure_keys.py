"""Keys of the encounter screen for figures: marks, folded rows, places in the turn order."""

from referee.engine.questions.answer import Picked
from referee.engine.state.bearer import Tag
from referee.ui.controller.controller import Controller, needs_chosen, needs_somebody
from referee.ui.controller.marks import tag_list
from referee.ui.controller.roster_order import FOLD_KEY, is_out
from referee.ui.controller.turn_order import OrderRow, neighbour, order_rows, row_of
from referee.ui.input.key_actions import changing_key, key
from referee.ui.input.play_keys import wait, waits_not


@changing_key("*", label="clone", help="Add copies of the chosen figure: type how many, then Enter.", bar=needs_chosen)
def clone(table: Controller) -> None:
    table.begin("COMMAND", f"clone {table.cursor.chosen} ")


def _to_move(table: Controller) -> tuple[Tag, ...]:
    """Those whose place is meant: the marked ones, who is under the cursor in the order, or the chosen one."""
    cursor = table.cursor
    if cursor.marks:
        return cursor.marks.tags
    row = _row(table)
    return (row.tag,) if row is not None else cursor.chosen_ones().tags if cursor.chosen or cursor.family else ()


def _row(table: Controller) -> OrderRow | None:
    """The place in the order under the cursor; None for a heading, and outside of the initiative."""
    row = table.cursor.row
    return row if row is not None and row.slot is not None else None


def _wait_or_return(table: Controller) -> None:
    row = _row(table)
    if row is not None and row.slot is not None:
        if row.slot.held:
            table.order("return", who=Picked(tags=(row.tag,)))
        else:
            wait(table, row.tag)


def marks_nobody(table: Controller) -> str:
    """Why Space does nothing in the pane that has the arrow keys; empty if it does something."""
    if table.cursor.pane == "initiative":
        row = table.cursor.row
        if row is None:
            return "The turn order is empty."
        if row.slot is None:
            return f"{table.session.encounter.name(row.tag)} is a group. Choose a figure below it."
        return waits_not(table, row.slot.held)
    if table.cursor.pane == "actions":
        return "Choose an action with the arrow keys; Enter or Space does it."
    if table.cursor.pane != "roster":
        return "Space marks figures in the roster (F6)."
    # One that was typed for a question that is gone already marks nobody.
    here = "" if table.cursor.points else "Go to a figure first: an arrow key, or its number."
    return here or needs_somebody(table)


@changing_key(
    " ",
    help="Mark the figure that you went to with the arrow keys or its number, or unmark it. While figures are marked, "
    "digits mark too, and d + c Del < > are for all of them. In the turn order (F5) the figure under the cursor waits "
    "or returns.",
    bar=marks_nobody,
)
def mark(table: Controller) -> None:
    if table.cursor.pane == "initiative":
        _wait_or_return(table)
        return
    table.cursor.marks.press(table.cursor.chosen_ones().tags)
    table.show()


@changing_key(
    "%",
    label="half",
    help="Mark the chosen figure for half of the damage; again: unmark it.",
    bar=needs_somebody,
)
def mark_half(table: Controller) -> None:
    table.cursor.marks.press(table.cursor.chosen_ones().tags, half=True)
    table.show()


@changing_key(
    "delete",
    label="remove",
    help="Remove the marked figures, or the chosen one, from the table; u undoes it.",
    bar=needs_somebody,
)
def remove(table: Controller) -> None:
    if table.order("remove", who=table.cursor.meant()):
        table.cursor.marks.clear()
        table.show()


@changing_key(
    ";",
    label="note on",
    help="Write a note on the chosen figure or the marked ones; their sheets show it.",
    bar=needs_somebody,
)
def note_on(table: Controller) -> None:
    table.begin("COMMAND", f"set {tag_list(table.cursor.meant().tags)} note ")


def outside_of_the_roster(table: Controller) -> str:
    """Why rows of figures cannot be folded and opened; empty if they can."""
    return "" if table.cursor.pane == "roster" else "← and → fold and unfold rows of the roster (F6)."


@key(
    "left",
    label="fold",
    help="Fold all figures of the same kind into one row.",
    bar=outside_of_the_roster,
)
def fold(table: Controller) -> None:
    table.point(lambda: table.cursor.fold(True))


@key(
    "right",
    label="open",
    help="Unfold the row. While it is folded, d + c and Space act on all figures in it.",
    bar=outside_of_the_roster,
)
def unfold(table: Controller) -> None:
    table.point(lambda: table.cursor.fold(False))


def nobody_is_out(table: Controller) -> str:
    """Why there is nobody out of the fight to be listed; empty if there is."""
    session = table.session
    out = any(is_out(session.rules, figure.standing) for figure in session.encounter.figures.values())
    return "" if out else "Nobody is out of the fight."


@key(
    FOLD_KEY,
    label="fallen",
    help="Show figures out of the fight in separate rows, or fold them into one line.",
    name="fallen",
    bar=nobody_is_out,
)
def fold_fallen(table: Controller) -> None:
    table.cursor.unfolded = not table.cursor.unfolded
    table.show()


def moves_nobody(table: Controller) -> str:
    """Why nobody goes to another place in the order; empty if somebody can."""
    rows = order_rows(table.session.encounter)
    if not any(row_of(rows, tag) is not None for tag in _to_move(table)):
        return needs_somebody(table) or "That figure is not in the turn order."
    return ""


def reorder(table: Controller, by: int) -> None:
    """The marked figures, or the chosen one, go one place up (-1) or down (1) in the order."""
    rows = order_rows(table.session.encounter)
    movers = [row.tag for row in rows if row.slot is not None and row.tag in _to_move(table)]
    places = [n for n, row in enumerate(rows) if row.slot is not None and row.tag in movers]
    other = neighbour(rows, places[0] if by < 0 else places[-1], by)
    if other is None:
        table.say("That figure is already first." if by < 0 else "That figure is already last.")
    elif by < 0:
        table.order("move", who=Picked(tags=tuple(movers)), before=Picked(tags=(other,)))
    else:
        # The one behind them comes before them: so each keeps its step of the order where both have the same.
        table.order("move", who=Picked(tags=(other,)), before=Picked(tags=(movers[0],)))


@changing_key(
    "<",
    label="earlier",
    help="Move the marked figures, or the chosen one, one place up in the order.",
    bar=moves_nobody,
)
def earlier(table: Controller) -> None:
    reorder(table, -1)


@changing_key(">", label="later", help="Move them one place down in the order.", bar=moves_nobody)
def later(table: Controller) -> None:
    reorder(table, 1)
