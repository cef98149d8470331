"""Rewriting: a journal written anew from a settled encounter and the steps that came after it."""

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from referee.engine.bearer import Bearer
from referee.engine.condition import Condition
from referee.engine.encounter import Encounter
from referee.engine.event import ConditionAdded, ConditionEnded, ConditionTicked, ConditionValued, Event, Joined
from referee.engine.history import Amended, Closed, Entry, Interjection, Move, Opened, Step
from referee.store.codec import Title, dumped
from referee.store.line import written


class Dated(NamedTuple):
    """A step, and when it was written."""

    step: Step
    at: str


B = TypeVar("B", bound=Bearer)


def encounter_moved(encounter: Encounter, by: int) -> Encounter:
    """The encounter as the start of a log that begins so many steps later: the ids of its conditions name steps."""
    return encounter.model_copy(
        update={
            "figures": {tag: _bearer(figure, by) for tag, figure in encounter.figures.items()},
            "groups": {tag: _bearer(group, by) for tag, group in encounter.groups.items()},
            "things": {tag: _bearer(thing, by) for tag, thing in encounter.things.items()},
        }
    )


def step_moved(step: Step, by: int) -> Step:
    """The step as it is on a step log that begins so many steps later. LookupError if it speaks of one before that."""
    return step.model_copy(update={"moves": tuple(_move(move, by) for move in step.moves)})


def _move(move: Move, by: int) -> Move:
    match move:
        case Opened():
            return move.model_copy(update={"seat": _seat(move.seat, by)})
        case Closed():
            return move.model_copy(update={"events": tuple(_event(event, by) for event in move.events)})
        case Amended():
            changed = {
                "entry": _entry(move.entry, by),
                "later": tuple(_entry(entry, by) for entry in move.later),
                "dropped": tuple(_seat(seat, by) for seat in move.dropped),
                "open": tuple(_entry(entry, by) for entry in move.open),
            }
            return move.model_copy(update=changed)
        case _:
            return move


def _entry(entry: Entry, by: int) -> Entry:
    items = tuple(
        item.model_copy(update={"entry": _entry(item.entry, by)}) if isinstance(item, Interjection) else item
        for item in entry.items
    )
    events = None if entry.events is None else tuple(_event(event, by) for event in entry.events)
    return entry.model_copy(update={"seat": _seat(entry.seat, by), "items": items, "events": events})


def _event(event: Event, by: int) -> Event:
    match event:
        case Joined():
            return event.model_copy(update={"bearer": _bearer(event.bearer, by)})
        case ConditionAdded():
            return event.model_copy(update={"condition": _condition(event.condition, by)})
        case ConditionValued() | ConditionTicked() | ConditionEnded():
            return event.model_copy(update={"id": _id(event.id, by)})
        case _:
            return event


def _bearer(bearer: B, by: int) -> B:
    return bearer.model_copy(update={"conditions": tuple(_condition(each, by) for each in bearer.conditions)})


def _condition(condition: Condition, by: int) -> Condition:
    return condition.model_copy(update={"id": _id(condition.id, by)})


def _id(id: str, by: int) -> str:
    """An id begins with the step that brought the condition; one from before the beginning gets a number below 0."""
    number, colon, rest = id.partition(":")
    return f"{int(number) - by}{colon}{rest}" if re.fullmatch(r"-?[0-9]{1,9}", number, re.ASCII) else id


def _seat(seat: int, by: int) -> int:
    if seat < by:
        raise LookupError("a step that is not there")
    return seat - by


def rewritten(title: Title, start: Encounter, steps: Sequence[Dated], position: int) -> bytes:
    """The bytes of a journal in which that many steps are in force; those beyond wait for redo."""
    lines = [written(1, "head", dumped(title))[1], written(2, "state", dumped(start))[1]]
    for n, (step, at) in enumerate(steps):
        lines.append(written(n + 3, "step", dumped(step), n, step.depth, at)[1])
    if position != len(steps):
        lines.append(written(len(steps) + 3, "move", b"null", position)[1])
    return b"".join(lines)
