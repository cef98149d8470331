"""Execution: tentative execution of a command and of the commands that interrupt it, and the commands that settled,
each with the encounter before and after it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.events.event import Event, PhaseBegan, TrackChanged, TurnBegan
from referee.engine.mistake import RulesBug
from referee.engine.problem import DoesNotFit, Problem, Refused
from referee.engine.questions.answer import Answer, Chosen, Picked
from referee.engine.questions.question import NOTHING_ASKED, AnyQuestion
from referee.engine.record.history import (
    NO_ACT,
    Act,
    Closed,
    Entry,
    Interjection,
    Move,
    Opened,
    ReadableStepLog,
    Reply,
    Stack,
    corrected_state_at,
    entries,
    entry_start,
    fold_over,
    moved,
    settled_position,
    with_interjections,
)
from referee.engine.record.resolve import Outcome, Pending, Resolver, Settled, resolve
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered import verb_of
from referee.engine.verbs.verb import Command


class Asked(NamedTuple):
    """An answer with its question, and the encounter just before it was given."""

    question: AnyQuestion
    encounter: Encounter
    answer: Answer


class ResolvedCommand(NamedTuple):
    """A command with what has come of it."""

    before: Encounter
    entry: Entry
    outcome: Outcome


class StepOutcome(Struct, frozen=True):
    """What came of one command or answer of the table, and of all that the app threw for it."""

    asked: tuple[Asked, ...] = ()
    """The answers of the table and of the app."""
    settled: ResolvedCommand | None = None
    """The outermost command, if it has settled by it."""


class CommandExecution:
    """A tentative execution of the open commands; the session keeps it only if nothing fails."""

    def __init__(self, rules: System, base: Encounter, stack: Stack = ()) -> None:
        self.rules = rules
        self.base = base
        """The settled encounter before the outermost open command; after it, once that has settled."""
        self.open_commands: tuple[ResolvedCommand, ...] = ()
        """The open commands, outermost first; each has an open question."""
        self.done: ResolvedCommand | None = None
        """The outermost command, if it has settled since this object was created; else None."""
        self.moves: list[Move] = []
        """The moves made since this object was created, to be recorded as one step."""
        self._asked: list[Asked] = []
        self._previewed: tuple[Opened, Outcome] | None = None
        self._resolver = Resolver(rules)
        if stack:
            self._settle(stack, [])

    @property
    def stack(self) -> Stack:
        """The open commands as they are recorded, outermost first."""
        return tuple(command.entry for command in self.open_commands)

    @property
    def pending(self) -> Pending | None:
        """What has come of the innermost open command; None if none is open."""
        outcome = self.open_commands[-1].outcome if self.open_commands else None
        return outcome if isinstance(outcome, Pending) else None

    @property
    def step_outcome(self) -> StepOutcome:
        """What was done since this object was created."""
        return StepOutcome(tuple(self._asked), self.done)

    @property
    def settled(self) -> Entry | None:
        """The outermost command as it is recorded once it has settled; None before."""
        return None if self.done is None else self.done.entry

    @property
    def encounter(self) -> Encounter:
        """The encounter including the events of commands that are still open."""
        return self.open_commands[-1].outcome.encounter if self.open_commands else self.base

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """The open questions of the innermost command; () if no command is open."""
        return () if self.pending is None else self.pending.questions

    def question(self, key: str | None = None) -> AnyQuestion:
        """The open question of that key, or the first. Refused if there is none."""
        for question in self.questions:
            if key is None or question.key == key:
                return question
        raise Refused(NOTHING_ASKED if key is None else f"No open question is called {key!r}.")

    def preview(self, opened: Opened) -> Outcome:
        """What would come of opening a command; nothing changes. Raises Refused if the rules do not allow it."""
        if self._previewed is None or self._previewed[0] != opened:
            inner = opened.at is not None
            self._previewed = opened, resolve(self.rules, self.encounter, opened.command, (), opened.seat, inner)
        return self._previewed[1]

    def open(self, opened: Opened) -> None:
        """Opens a command. Raises Refused if the rules do not allow it; then nothing has changed."""
        outcome = self.preview(opened)
        opened = replace(opened, act=self._act(opened.command, self.encounter, outcome))
        stack, _ = moved(self.stack, opened)
        self._settle(stack, [opened], (*self.open_commands, ResolvedCommand(self.encounter, stack[-1], outcome)))

    def reply(self, reply: Reply) -> None:
        """Answers an open question. Raises DoesNotFit if it cannot take the answer; then nothing has changed."""
        given = [Asked(each, self.encounter, reply.answer) for each in self.questions if each.key == reply.key]
        stack, _ = moved(self.stack, reply)
        self._settle(stack, [reply], self.open_commands)
        self._asked += given

    def replay(self, said: Iterable[Opened | Reply]) -> Iterator[Asked]:
        """Repeats recorded commands and answers; yields each answer just before it is given.

        DoesNotFit if an answer's question is not open or cannot take it; Refused if the rules do not allow a command.
        """
        for one in said:
            if isinstance(one, Opened):
                self.open(one)
                continue
            question = next((question for question in self.questions if question.key == one.key), None)
            if question is None:
                raise DoesNotFit("That question is no longer open.")
            yield Asked(question, self.encounter, one.answer)
            self.reply(one)

    def copy(self) -> "CommandExecution":
        """Another one with the same open commands, which has made no move yet."""
        other = CommandExecution(self.rules, self.base)
        other.open_commands, other._previewed = self.open_commands, self._previewed
        other._resolver = self._resolver
        return other

    def _settle(self, stack: Stack, moves: list[Move], known: tuple[ResolvedCommand, ...] = ()) -> None:
        """Settles completed commands from the innermost outwards, until one has an open question or none is open.

        known: commands that are resolved already; those of them that are on the stack are not resolved again.
        If it raises, nothing has changed.
        """
        base, done = self.base, self.done
        known = self._resolved(stack, known)
        while stack and isinstance(known[-1].outcome, Settled):
            last = known[-1]
            act = self._act(last.entry.command, last.before, last.outcome)
            closed = Closed(events=last.outcome.events, act=NO_ACT if act == last.entry.act else act)
            moves.append(closed)
            stack, settled = moved(stack, closed)
            if settled is not None:
                base, done = last.outcome.encounter, ResolvedCommand(last.before, settled, last.outcome)
            known = self._resolved(stack, known)
        self.base, self.open_commands, self.done = base, known, done
        self.moves += moves
        self._previewed = None

    def _act(self, command: Command, before: Encounter, outcome: Outcome) -> Act:
        """What a command does, as far as it is known."""
        return act_of(self.rules, command, before, outcome.params, (change.event for change in outcome.changes))

    def _resolved(self, stack: Stack, known: tuple[ResolvedCommand, ...]) -> tuple[ResolvedCommand, ...]:
        """The commands of the stack, resolved from the outermost to the innermost."""
        found: list[ResolvedCommand] = []
        before = self.base
        for place, entry in enumerate(stack):
            if found and isinstance(found[-1].outcome, Settled):
                raise Refused("There is nothing left to interrupt.")
            there = known[place] if place < len(known) else None
            if there is None or there.entry is not entry or there.before is not before:
                there = ResolvedCommand(before, entry, self._resolver.resolve(before, entry))
            found.append(there)
            before = there.outcome.encounter
        return tuple(found)


def act_of(
    rules: System, command: Command, before: Encounter, params: Mapping[str, Answer], events: Iterable[Event]
) -> Act:
    """What a command does: who does it with which thing, on whom, and what that has used up, as far as it is known.

    params: what was given with it and what was asked for it, by the parameters' names.
    """
    verb = verb_of(rules, command.verb)
    who = verb.doers(before, params)
    named = [tag for name, answer in params.items() if name != verb.actor for tag in _named(answer, who, before)]
    used = Counter[str]()
    for event in events:
        if isinstance(event, TrackChanged) and event.tag in who and event.by < 0 and not event.hand:
            used[event.track] -= event.by if event.track != rules.health_name else 0
    return Act(
        who=who,
        things=tuple(dict.fromkeys(tag for tag in named if tag in before.things)),
        on=tuple(dict.fromkeys(tag for tag in named if tag not in before.things)) if who else (),
        used=tuple((track, n) for track, n in used.items() if n),
    )


def _named(answer: Answer, who: Sequence[Tag], before: Encounter) -> Iterable[Tag]:
    """The figures, groups or things that an answer names: by their tags, or a thing of the doers by its word, behind
    which its level may stand (fireball_4).
    """
    match answer:
        case Picked():
            return [tag for tag in answer.tags if before.has(tag)]
        case Chosen():
            words = dict.fromkeys((answer.option, answer.option.rstrip("_0123456789")))
            return [tag for word in words for doer in who if (tag := f"{doer}.{word}") in before.things][: len(who)]
        case _:
            return ()


class AppliedCommand(Struct, frozen=True):
    """A settled command with the encounter before it and the encounter after it."""

    before: Encounter
    entry: Entry
    after: Encounter
    still_secret: bool
    """True while a command chosen in secret stays hidden: no phase has begun since."""
    outcome: Outcome | None = None
    """What has come of it, where it has just been resolved; None where it is only recorded."""


def applied_commands(
    step_log: ReadableStepLog, n: int, start: int = 0, before: Encounter | None = None
) -> Iterator[AppliedCommand]:
    """Yields the settled commands of steps `start` to n - 1, with later corrections applied.

    before: the settled encounter after `start` steps; worked out if None.
    """
    found = entries(step_log, n, start)
    last = max((place for place, entry in enumerate(found) if began(entry, PhaseBegan)), default=0)
    if found and before is None:
        before = corrected_state_at(step_log, start, n)
    for place, entry in enumerate(found):
        assert before is not None
        after, _ = fold_over(before, [entry])
        yield AppliedCommand(before, entry, after, entry.command.secret and place >= last)
        before = after


def applied_command_at(step_log: ReadableStepLog, seat: int, n: int) -> AppliedCommand | None:
    """The settled command opened by step number `seat`, with the corrections among the first n steps.

    None if none was.
    """
    if not 0 <= seat < n or step_log.depth(seat):
        return None
    act = next(applied_commands(step_log, n, seat), None)
    return act if act is not None and act.entry.seat == seat else None


def began(entry: Entry, kind: type[PhaseBegan | TurnBegan]) -> bool:
    """Is there an event of that type among the command's events?"""
    return any(isinstance(event, kind) for event in entry.events or ())


def latest(step_log: ReadableStepLog, n: int, kind: type[PhaseBegan | TurnBegan]) -> int | None:
    """Step number that opened the latest settled command with an event of that type; None if there is none."""
    if any(number < n for number in step_log.corrections()):
        found = (entry.seat for entry in reversed(entries(step_log, n)) if began(entry, kind))
        return next(found, None)
    n = settled_position(step_log, n)
    while n:
        start = entry_start(step_log, n)
        if any(began(entry, kind) for entry in entries(step_log, n, start)):
            return start
        n = start
    return None


class Recorded(Struct, frozen=True):
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
        opened = [one for one in said if isinstance(one, Opened)]
        if all(one.act.who or verb_of(rules, one.command.verb).overrules for one in opened):
            return stack
        for _ in execution.replay(said):
            pass
    there = execution.stack if execution.settled is None else (execution.settled,)
    acts = {entry.seat: entry.act for one in there for entry in with_interjections(one)}
    return tuple(_with_act(entry, acts) for entry in stack)


def _with_act(entry: Entry, acts: Mapping[int, Act]) -> Entry:
    items = [replace(i, entry=_with_act(i.entry, acts)) if isinstance(i, Interjection) else i for i in entry.items]
    act = entry.act if entry.act.who else acts.get(entry.seat, entry.act)
    return replace(entry, act=act, items=tuple(items))


class TurnChoice(Struct, frozen=True):
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
