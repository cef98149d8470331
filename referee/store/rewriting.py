"""Rewriting of journals: steps that begin a journal of their own, with a stored encounter in place of those before."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import asdict, replace

from referee.engine.record.past_states import settled_state_at
from referee.engine.record.recorded_steps import Amended, Step
from referee.engine.record.step_positions import settled_position
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import SavedModel
from referee.store.journal_codec import Title
from referee.store.journal_line import dumped, written
from referee.store.journal_reader import JournalReader


class Dated(NamedTuple):
    """A step, and when it was written."""

    step: Step
    at: str


M = TypeVar("M", bound=SavedModel)


def renumbered(model: M, by: int) -> M:
    """An encounter, a step or a part of one, as it is in a step log that begins so many steps later.

    Orders and ids of conditions name steps. LookupError if it names a step before that beginning.
    """
    fields = asdict(model)
    changed = {name: NUMBERED[name](value, by) for name, value in fields.items() if name in NUMBERED}
    inner = {name: _inner(value, by) for name, value in fields.items() if name not in NUMBERED}
    return replace(model, **changed, **{name: value for name, value in inner.items() if value is not None})


def _inner(value: Any, by: int) -> object:
    """The models that a field holds, renumbered; None if it holds none."""
    match value:
        case SavedModel():
            return renumbered(value, by)
        case (SavedModel(), *_):
            return tuple(renumbered(each, by) for each in value)
        case dict() if all(isinstance(each, SavedModel) for each in value.values()):
            return {key: renumbered(each, by) for key, each in value.items()}
        case _:
            return None


def _id(id: str, by: int) -> str:
    """An id begins with the step that brought the condition; one from before the beginning gets a number below 0."""
    number, colon, rest = id.partition(":")
    return f"{int(number) - by}{colon}{rest}" if re.fullmatch(r"-?[0-9]{1,9}", number, re.ASCII) else id


def _seat(seat: int, by: int) -> int:
    if seat < by:
        raise LookupError("a step that is not there")
    return seat - by


NUMBERED: Mapping[str, Callable[[Any, int], object]] = {
    "id": _id,
    "seat": _seat,
    "dropped": lambda seats, by: tuple(_seat(seat, by) for seat in seats),
}
"""The fields of saved models that name steps, and how each is renumbered."""


def rewritten(title: Title, start: Encounter, steps: Sequence[Dated], position: int) -> bytes:
    """The bytes of a journal with these steps, of which the first `position` are applied; the others can be redone."""
    lines = [written(1, "head", dumped(title))[1], written(2, "state", dumped(start))[1]]
    for n, (step, at) in enumerate(steps):
        lines.append(written(n + 3, "step", dumped(step), n, step.depth, at)[1])
    if position != len(steps):
        lines.append(written(len(steps) + 3, "move", b"null", position)[1])
    return b"".join(lines)


def shortened(reader: JournalReader, name: str, id: str) -> bytes:
    """The bytes of a journal of another name and id that stands as this one does, without its history.

    Only a command that is open is in it with its answers.
    """
    end = reader.position
    cut = settled_position(reader, end)
    # An open command that corrections reach into begins where the last of them leaves it.
    for n in range(cut, end):
        if any(isinstance(move, Amended) and move.entry.seat < cut for move in reader.step(n).moves):
            cut = n + 1
    dated = (reader.with_line(n) for n in range(cut, end))
    steps = [Dated(renumbered(step, cut), line.at) for line, step in dated]
    start = renumbered(settled_state_at(reader, cut), cut)
    return rewritten(reader.title.renamed(name, id), start, steps, end - cut)
