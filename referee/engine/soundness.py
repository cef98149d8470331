"""Consistency check of an encounter that was read from a file."""

from collections.abc import Iterator

from referee.engine.bearer import TABLE
from referee.engine.encounter import Encounter
from referee.engine.problem import Moot


def prove_sound(encounter: Encounter) -> None:
    """Raises Moot if turn, order, groups or board name a tag that no bearer has."""
    missing = next(_missing(encounter), None)
    if missing is not None:
        raise Moot(f"Nothing on the table is called {missing}.")


def _missing(encounter: Encounter) -> Iterator[str]:
    """Tags that turn, order, groups and board name and that no bearer has.

    Bearers filed under another tag than theirs.
    """
    if TABLE not in encounter.groups:
        yield TABLE
    bearers = (encounter.figures, encounter.groups, encounter.things)
    yield from (tag for bearer in bearers for tag, borne in bearer.items() if borne.tag != tag)
    named = [encounter.turn] if encounter.turn is not None else []
    named += [slot.who for slot in encounter.order]
    named += [tag for group in encounter.groups.values() for tag in group.members]
    named += encounter.board.figures if encounter.board is not None else ()
    yield from (tag for tag in named if not encounter.has(tag))
