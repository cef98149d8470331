"""The course of a fight: whom it names, how long its rounds and turns take, and what happened in each, in sentences."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec import Struct

from referee.engine.events.event import PhaseBegan, TurnBegan
from referee.engine.questions.question import PLAYERS, REFEREE
from referee.engine.record.applied_commands import AppliedCommand
from referee.engine.record.history import Closed
from referee.engine.record.session import Session
from referee.engine.record.step_log import ReadableStepLog
from referee.engine.record.step_positions import entry_end
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.report.dice import Thrown
from referee.text.harmless import clean
from referee.text.phrases import joined
from referee.words.fight_summary import HARM, Deed
from referee.words.health_word import health_of, left_of
from referee.words.log import log
from referee.words.log_line import without_beginnings
from referee.words.names import in_a_sentence
from referee.words.public_lines import shown_lines
from referee.words.public_moment import changes_in, settled, spans_of
from referee.words.public_names import SOMEBODY, name_remover, shown_names
from referee.words.redacted import hidden_tags
from referee.words.sentence import worded

LONGEST_TURN = 30 * 60
"""Seconds between two commands from which on the time is a break of the table, and nobody's turn."""
When = Callable[[int], datetime | None]
"""When the step of that number was written; None if it is not known."""
BY_HAND, NOBODY, NO_TURN, APP = "by hand", "other causes", "between turns", "the app"
"""Those who are no figure, in words."""


class Known:
    """Whom the report names, and how: all, or those whom the players know, by the names that they know."""

    def __init__(self, rules: System, encounter: Encounter, is_whole: bool) -> None:
        self.rules, self.encounter, self.is_whole = rules, encounter, is_whole
        self.hidden = frozenset[Tag]() if is_whole else hidden_tags(self.encounter)
        """Those whom it does not name."""
        self._shown: Mapping[Tag, str] = {} if is_whole else shown_names(self.encounter)
        self._open = name_remover(self.encounter, self._shown) if not is_whole else lambda text: text

    def text(self, text: str) -> str:
        """A text without the names of those who are hidden."""
        return clean(self._open(text))

    def name(self, tag: Tag) -> str:
        """The name of a figure or group."""
        return SOMEBODY if tag in self.hidden else clean(self._shown.get(tag) or self.encounter.name(tag))

    def knows(self, tag: Tag | None) -> bool:
        """Does the report name it?"""
        return tag not in self.hidden

    def doer(self, deed: Deed) -> str:
        """Who did it, in words."""
        who = deed.who if self.knows(deed.who) else None
        return self.name(who) if who is not None else BY_HAND if deed.hand else NOBODY

    def thrower(self, thrown: Thrown) -> str:
        """Who threw these dice, in words."""
        if thrown.thrower == "app":
            return APP
        figure = self.encounter.figures.get(thrown.by)
        if thrown.by == REFEREE or (figure is not None and figure.side in self.rules.app_sides):
            return "the referee"
        return self.name(thrown.by) if figure is not None else f"the {thrown.by}" if thrown.by != PLAYERS else PLAYERS

    def health(self, figure: Figure) -> tuple[int, int | None] | None:
        """How much it can still bear, and its maximum; None if it has none, or the players do not know it."""
        found = health_of(self.rules, figure)
        if found is None or (not self.is_whole and figure.side in self.rules.app_sides):
            return None
        return left_of(*found), found[1].most


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
        found: dict[str, list[float]] = defaultdict(list)
        name = NO_TURN
        for who, seconds in self._turns if self.began else ():
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


# -------------------------------------------------------------------- while it goes on


def lasting(seconds: float) -> str:
    """So many seconds in words: `40 s`, `2 min 5 s`, `1 h 20 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 600:
        return f"{whole // 60} min" + (f" {whole % 60} s" if whole % 60 else "")
    hours, minutes = divmod(round(seconds / 60), 60)
    return " ".join(filter(None, (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "")))


class Times(NamedTuple):
    """What the top line says."""

    full: str = ""
    """`turn 2:05, fight 47 min`."""
    short: str = ""
    """The same where there is little room: `2:05, 47 min`."""


class _Mark(Struct, frozen=True):
    """A step in which a turn or a round began, or a fight ended."""

    step: int
    round: int
    """0 for a turn, _ENDED for the end of a fight."""


_ENDED = -1


class FightClock:
    """The times of the fight at a table, read off the lines of its journal."""

    def __init__(self, session: Session, when: When, shown: str) -> None:
        """when: the times of the steps; shown: which times, `turn`, `fight` or `both`."""
        self._session, self._when, self._shown = session, when, shown
        self._marks: list[_Mark] = []
        self._seen = 0
        """How many steps are looked through."""
        self._sums: dict[int, tuple[int, float]] = {}
        """For the beginning of a turn or fight, the seconds from it to a step."""

    def times(self, now: datetime | None = None) -> Times:
        """The times that are wanted, at that moment; nothing while no fight is on."""
        session = self._session
        if not session.rules.fight.is_on(session.encounter):
            return Times()
        now = now or datetime.now(UTC)
        self._look()
        told: list[tuple[str, str]] = []
        turn = next((mark.step for mark in reversed(self._marks) if not mark.round), None)
        if self._shown in ("turn", "both") and turn is not None and session.encounter.turn:
            seconds = int(self._since(turn, now))
            told.append(("turn", f"{seconds // 60}:{seconds % 60:02}"))
        if self._shown in ("fight", "both") and (fight := self._fight()) is not None:
            minutes = int(self._since(fight, now) // 60)
            told.append(("fight", lasting(60 * minutes) if minutes else "0 min"))
        return Times(", ".join(map(" ".join, told)), ", ".join(time for _, time in told))

    def _look(self) -> None:
        """Looks through the steps that are new, and forgets those that were undone."""
        position = self._session.step_log.position
        if position < self._seen:
            self._marks = [mark for mark in self._marks if mark.step < position]
            self._sums.clear()
        for n in range(min(position, self._seen), position):
            self._marks += self._begun(n)
        self._seen = position

    def _begun(self, n: int) -> Iterator[_Mark]:
        for move in self._session.step_log.step(n).moves:
            for event in move.events if isinstance(move, Closed) else ():
                if isinstance(event, TurnBegan):
                    yield _Mark(n, 0)
                elif isinstance(event, PhaseBegan):
                    yield _Mark(n, event.round or _ENDED)

    def _fight(self) -> int | None:
        """The step in which the first round of this fight began."""
        found, after = None, 0
        for mark in reversed(self._marks):
            if mark.round:
                if mark.round == _ENDED or (after and mark.round > after):
                    break
                found, after = mark.step, mark.round
        return found

    def _since(self, n: int, now: datetime) -> float:
        """The seconds since step number n was written, without breaks."""
        last, seconds = self._sums.get(n, (n, 0.0))
        while last < self._seen - 1:
            seconds += self._gap(last, self._when(last + 1))
            last += 1
        self._sums[n] = last, seconds
        return seconds + self._gap(last, now)

    def _gap(self, n: int, then: datetime | None) -> float:
        """The seconds from step number n to a time; 0 if that is a break."""
        since = self._when(n)
        gap = (then - since).total_seconds() if then is not None and since is not None else 0.0
        return gap if 0 < gap <= LONGEST_TURN else 0.0
