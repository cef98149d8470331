"""Consistency of an encounter: every tag in it stands for a bearer that it has."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.problem import Moot
from referee.engine.state.bearer import TABLE, Group
from referee.engine.state.board import Board
from referee.engine.state.encounter import Encounter, Slot


def check_consistency(encounter: Encounter) -> None:
    """Raises Moot if a bearer is filed under another tag than its own, or if nobody has the tag of the turn."""
    missing = next(_missing(encounter), None)
    if missing is not None:
        raise Moot(f"Nothing on the table is called {missing}.")


def _missing(encounter: Encounter) -> Iterator[str]:
    """The tags that stand for another bearer, and the turn, if no bearer has it."""
    if TABLE not in encounter.groups:
        yield TABLE
    bearers = (encounter.figures, encounter.groups, encounter.things)
    yield from (tag for bearer in bearers for tag, borne in bearer.items() if borne.tag != tag)
    if encounter.turn is not None and not encounter.has(encounter.turn):
        yield encounter.turn


def without_missing(encounter: Encounter) -> Encounter:
    """The encounter without the places in order, groups and board of those whom it does not have.

    Earlier versions left such places: a correction that took a figure away did not play again what came later.
    """
    groups = {tag: group_there(encounter, group) for tag, group in encounter.groups.items()}
    order = slots_there(encounter, encounter.order)
    board = board_there(encounter, encounter.board)
    return replace(encounter, groups=groups, order=order, board=board)


def slots_there(encounter: Encounter, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The places in an order of those whom the encounter has."""
    return tuple(slot for slot in slots if encounter.has(slot.who))


def group_there(encounter: Encounter, group: Group) -> Group:
    """The group with only those of its members whom the encounter has."""
    if all(map(encounter.has, group.members)):
        return group
    return replace(group, members=tuple(filter(encounter.has, group.members)))


def board_there(encounter: Encounter, board: Board | None) -> Board | None:
    """The board, if there is one, with only those figures on it whom the encounter has."""
    if board is None or board.figures.keys() <= encounter.figures.keys():
        return board
    figures = {tag: spaces for tag, spaces in board.figures.items() if tag in encounter.figures}
    return replace(board, figures=figures)
