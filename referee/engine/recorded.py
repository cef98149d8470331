"""The recorded course of commands: what was said in which order, who did it, and who was chosen to act next."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.event import PhaseBegan, TurnBegan
from referee.engine.execution import CommandExecution
from referee.engine.history import Act, Entry, Interjection, Opened, Reply, Stack
from referee.engine.ledger import System
from referee.engine.override_verbs import verb_of
from referee.engine.problem import Problem, RulesBug


class Recorded(NamedTuple):
    """A recorded command or answer, with the step number that opened its command."""

    said: Opened | Reply
    seat: int


def recorded(*stack: Entry) -> list[Recorded]:
    """The commands and answers of these entries and their interjections, flat, in the order given."""
    out: list[Recorded] = []
    for entry in stack:
        out.append(Recorded(Opened(command=entry.command, seat=entry.seat, at=entry.at, act=entry.act), entry.seat))
        for item in entry.items:
            out += recorded(item.entry) if isinstance(item, Interjection) else [Recorded(item, entry.seat)]
    return out


def with_acts(rules: System, before: Encounter, stack: Stack) -> Stack:
    """These commands with who did them, where an older version that recorded them did not say so.

    It is worked out from what was said and the turn it was said in, which the commands themselves bring about.
    """
    execution = CommandExecution(rules, before)
    with suppress(Problem, RulesBug):
        said = [one.said for one in recorded(*stack)]
        if all(_says_who(rules, one) for one in said if isinstance(one, Opened)):
            return stack
        for _ in execution.replay(said):
            pass
    there = execution.stack if execution.settled is None else (execution.settled,)
    acts = {entry.seat: entry.act for one in there for entry in _with_inner(one)}
    return tuple(_with_act(entry, acts) for entry in stack)


def _says_who(rules: System, opened: Opened) -> bool:
    return bool(opened.act.who) or verb_of(rules, opened.command.verb).overrules


def _with_inner(entry: Entry) -> Iterator[Entry]:
    yield entry
    for item in entry.items:
        if isinstance(item, Interjection):
            yield from _with_inner(item.entry)


def _with_act(entry: Entry, acts: Mapping[int, Act]) -> Entry:
    items = tuple(
        item.model_copy(update={"entry": _with_act(item.entry, acts)}) if isinstance(item, Interjection) else item
        for item in entry.items
    )
    act = entry.act if entry.act.who else acts.get(entry.seat, entry.act)
    return entry.model_copy(update={"act": act, "items": items})


class TurnChoice(NamedTuple):
    """Who was chosen to act next, and in which round."""

    round: int
    who: Tag


def turn_choices(round: int, entries: Iterable[Entry]) -> list[TurnChoice]:
    """Who was chosen to act next in these settled commands, in order; `round` is the one before them."""
    found: list[TurnChoice] = []
    for entry in entries:
        answers = [one.said.answer for one in recorded(entry) if isinstance(one.said, Reply)]
        chosen = {answer.tags for answer in answers if isinstance(answer, Picked)}
        for event in entry.events or ():
            if isinstance(event, PhaseBegan):
                round = event.round
            elif isinstance(event, TurnBegan) and (event.who,) in chosen:
                found.append(TurnChoice(round, event.who))
    return found


def without(choices: list[TurnChoice], used: Iterable[TurnChoice]) -> list[TurnChoice]:
    """The choices without the first of each of these."""
    left = list(choices)
    for choice in used:
        if choice in left:
            left.remove(choice)
    return left
