"""Course of a fight: what happened in each round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from referee.engine.events.event import TurnBegan
from referee.engine.record.applied_commands import AppliedCommand
from referee.engine.record.step_log import ReadableStepLog
from referee.engine.record.step_positions import entry_end
from referee.engine.state.bearer import Tag
from referee.report.fight_clock import LONGEST_TURN, When, lasting
from referee.report.known_figures import BY_HAND, NO_TURN, NOBODY, Known
from referee.text.phrases import joined
from referee.words.fight_summary import HARM, Deed
from referee.words.log import log
from referee.words.log_line import without_beginnings
from referee.words.names import in_a_sentence
from referee.words.public_lines import shown_lines
from referee.words.public_moment import changes_in, settled, spans_of
from referee.words.sentence import worded


class TurnTime(Struct, frozen=True):
    """How long the turns of somebody took."""

    who: str
    """Whose turns they were."""
    turns: int
    """How many; 0 for the time between turns."""
    seconds: int
    """How long they took in all."""
    longest: int
    """How long the longest took."""

    @property
    def average(self) -> float:
        """Seconds a turn."""
        return self.seconds / self.turns if self.turns else float(self.seconds)


class Sentence(Struct, frozen=True):
    """A sentence of the log."""

    text: str
    """What happened."""
    is_first: bool
    """It is the first of its command."""


class Round(Struct, frozen=True):
    """One round in numbers and in sentences."""

    number: int
    """From 1; the rounds of several fights at one table are counted on."""
    told: str
    """What was dealt and healed in it, in one line that adds up to the tables."""
    seconds: int | None
    """How long it took; None if the record has no times."""
    log: tuple[Sentence, ...]
    """What happened in it."""
    told_after: str = ""
    """What was dealt and healed once the fight was over, before another began; no table counts it."""
    log_after: tuple[Sentence, ...] = ()
    """What happened then."""


class Span(NamedTuple):
    """When something happened: in a round, or after the fight that ended with it."""

    round: int
    is_after: bool = False


class Part(NamedTuple):
    """A part of the course under a heading of its own."""

    heading: str
    """`Round 2`, with the time that it took; `After the fight`."""
    told: str
    log: tuple[Sentence, ...]


def parts_of(rounds: Iterable[Round]) -> Iterator[Part]:
    """The rounds as they are read, and what came after each fight."""
    for each in rounds:
        took = f" ({lasting(each.seconds)})" if each.seconds is not None else ""
        yield Part(f"Round {each.number}{took}", each.told, each.log)
        if each.told_after or each.log_after:
            yield Part("After the fight", each.told_after, each.log_after)


class Course:
    """The times of a fight: how long its rounds and turns took."""

    def __init__(self, when: When, step_log: ReadableStepLog) -> None:
        self._when, self._step_log = when, step_log
        self._last: datetime | None = None
        self.began: datetime | None = None
        self.breaks = 0.0
        self.by_round = defaultdict[int, float](float)
        self._turns: list[tuple[Tag | None, float]] = []
        """Whose each turn was, and its seconds."""

    def follow(self, act: AppliedCommand, before: int, after: int) -> None:
        """Takes a command into account; before, after: the round that was on, 0 if none was."""
        now = self._when(entry_end(self._step_log, act.entry.seat) - 1)
        now = now if now is not None and now.timestamp() else None  # a line may say no time
        gap = max(0.0, (now - self._last).total_seconds()) if now is not None and self._last is not None else 0.0
        if before and gap > LONGEST_TURN:
            self.breaks += gap
        elif before:
            if not self._turns or self._turns[-1][0] != act.before.turn:
                self._turns.append((act.before.turn, 0.0))
            who, seconds = self._turns[-1]
            self._turns[-1] = who, seconds + gap
            self.by_round[before] += gap
        if after and self.began is None:
            self.began = now
        self._turns += [(event.who, 0.0) for event in act.entry.events or () if isinstance(event, TurnBegan) and after]
        self._last = now

    def turns(self, known: Known) -> Iterator[TurnTime]:
        """The times of each whose turn it was, and of the table between turns; nothing if there are no times."""
        if not self.began:
            return
        found: dict[str, list[float]] = defaultdict(list)
        name = NO_TURN
        for who, seconds in self._turns:
            if known.knows(who):
                name = known.name(who) if who is not None else NO_TURN
                found[name].append(seconds)
            else:  # to the players the turn before it goes on
                found[name] = [*found[name][:-1], sum(found[name][-1:], seconds)]
        for name, times in found.items():
            turns = len(times) if name != NO_TURN else 0
            yield TurnTime(name, turns, round(sum(times)), round(max(times)))


def rounds_of(
    rounds: int,
    known: Known,
    deeds: Sequence[Deed],
    acts: Sequence[tuple[Span, AppliedCommand]],
    course: Course,
) -> Iterator[Round]:
    log_of = _sentences(known, acts)
    for number in range(1, rounds + 1):
        told, told_after = (
            ". ".join(_added_up(known, [deed for deed in deeds if (deed.round, deed.after) == (number, is_after)]))
            for is_after in (False, True)
        )
        seconds = round(course.by_round[number]) if course.began else None
        log, log_after = (tuple(log_of[Span(number, is_after)]) for is_after in (False, True))
        told = f"{told}." if told else "Nobody was hurt."
        yield Round(number, told, seconds, log, f"{told_after}." if told_after else "", log_after)


def _sentences(known: Known, acts: Sequence[tuple[Span, AppliedCommand]]) -> Mapping[Span, list[Sentence]]:
    """What happened in each round, in the words of the log; for the players, in those of their screen."""
    found = defaultdict[Span, list[Sentence]](list)
    if known.is_whole:
        for span, act in acts:
            for line in without_beginnings(log(act.before, act.entry, known.rules, act.still_secret)):
                hidden = "(hidden) " if line.hidden else ""
                found[span].append(Sentence(known.text(f"{hidden}{line.text}"), line.head))
        return found
    when = {act.entry.seat: span for span, act in acts}
    spans, _ = spans_of((settled(act) for _, act in acts), known.hidden)
    for entries in spans:
        lines = shown_lines(changes_in(entries), known.encounter, known.rules, False, in_full=True)
        found[when[entries[-1].seat]] += (Sentence(known.text(worded(said)), not n) for n, said in enumerate(lines))
    return found


def _added_up(known: Known, deeds: Sequence[Deed]) -> Iterator[str]:
    """The damage and the healing of a round, a sentence for each who did some, and who fell."""
    dealt: dict[str, Counter[str]] = defaultdict(Counter)
    healed: dict[str, Counter[str]] = defaultdict(Counter)
    for deed in deeds:
        if deed.whom is not None and deed.what in (*HARM, "healing"):
            into = healed if deed.what == "healing" else dealt
            into[known.doer(deed)][known.name(deed.whom)] += deed.n
    for who, to in dealt.items():
        each = joined([f"{n} to {'itself' if whom == who else whom}" for whom, n in to.items()])
        alone = next(iter(to)) if len(to) == 1 else ""
        if who in _CAUSES:
            yield f"{_CAUSES[who]}: {each}"
        else:
            yield f"{who} dealt {to.total()} damage {f'to {alone}' if alone and alone != who else f'({each})'}"
    for who, to in healed.items():
        each = joined([f"{'itself' if whom == who else whom} by {n}" for whom, n in to.items()])
        yield f"{_HEALINGS[who]}: {each}" if who in _HEALINGS else f"{who} healed {each}"
    fell = [known.name(deed.whom) for deed in deeds if deed.what == "fall" and deed.whom is not None]
    if fell:
        yield f"{in_a_sentence(list(dict.fromkeys(fell)))} fell"


_CAUSES = {BY_HAND: "Damage by hand", NOBODY: "Damage from other causes"}
_HEALINGS = {BY_HAND: "Healing by hand", NOBODY: "Other healing"}
