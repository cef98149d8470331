"""What has happened at the table since it was last told, with what the app threw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.engine.events.apply import Change, changes_of
from referee.engine.events.event import Event, Tested
from referee.engine.questions.answer import Answer, Drew, Numbered, Rolled
from referee.engine.record.execution import StepOutcome
from referee.engine.record.history import Entry, entries, settled_position
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.words.brief_line import Told
from referee.words.brief_log import brief
from referee.words.log import chooser, happened, replied, told_of
from referee.words.log_line import LogLine, without_beginnings


@dataclass(frozen=True)
class News:
    """What is new: the encounter as it was, and what has happened to it since."""

    before: Encounter
    changes: tuple[Change, ...]
    settled: tuple[Entry, ...]
    """The entries that are done since."""
    told: Told | None = None
    """The act that it all came of, where nothing of it was told before."""

    def lines(self, session: Session, full: bool = False) -> list[LogLine]:
        """The news in few lines, full: event by event; what was chosen in secret is not told."""
        if any(entry.command.secret for entry in (*session.open_commands, *self.settled)):
            return [LogLine(chooser(self.before, entry)) for entry in self.settled]
        short = [] if full else brief(self.changes, session.rules, self.told)
        if short or (session.questions and not full):
            return list(without_beginnings(short))  # what is not told, the open question says
        return happened(self.changes, session.rules)

    def is_asked(self, session: Session) -> bool:
        """Has an act only begun, of which its doer is asked next? Then the question says who does what to whom."""
        told = self.told
        if told is None or not session.questions or session.questions[0].by not in told.who:
            return False
        return [(line.text, line.tail) for line in self.lines(session)] == [(told.text, "")]

    def and_then(self, news: "News") -> "News":
        """These news and the next as one."""
        return replace(news, before=self.before, changes=self.changes + news.changes, told=self.told)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of these changes."""
        return tuple(change.event for change in self.changes)

    @property
    def tests(self) -> tuple[tuple[str, str], ...]:
        """The kind and the result of each test."""
        return tuple((event.kind, event.result) for event in self.events if isinstance(event, Tested))

    @property
    def cites(self) -> frozenset[str]:
        """The clauses that these events follow from."""
        return frozenset(clause for event in self.events for clause in event.cites)


class RecentLog:
    """Tells of a session what was not told before: also in the middle of a command, and of what interrupts it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._told: dict[int, int] = {}
        """How many events of each open command were told, by its seat."""
        self._position = 0
        self._encounter = session.encounter
        self.skip()

    def skip(self) -> None:
        """All there is counts as told: after going back or forth in the record."""
        self._told = {entry.seat: len(outcome.changes) for _, entry, outcome in self._session.resolved_commands}
        self._mark()

    def news(self) -> News:
        """What has happened since the account was last read, by one order or answer."""
        before, step_log = self._encounter, self._session.step_log
        start = settled_position(step_log, self._position)
        settled = tuple(entries(step_log, step_log.position, start)) if step_log.position > start else ()
        stack, pending = self._session.open_commands, self._session.pending
        latest = settled[-1] if settled else stack[-1] if stack else None
        new = latest is not None and len(settled) < 2 and not self._told.get(latest.seat)
        told = told_of(before, latest, self._session.rules) if latest is not None and new else None
        changes = self._settled_changes(before, settled)
        if stack and pending:
            changes += self._open_changes(stack, pending.changes)
        else:
            self._told = {}
        self._mark()
        return News(before, changes, settled, told)

    def _mark(self) -> None:
        self._position = self._session.step_log.position
        self._encounter = self._session.encounter

    def _settled_changes(self, before: Encounter, settled: tuple[Entry, ...]) -> tuple[Change, ...]:
        """The changes of what is done, less what was told while it was open (of it, and of what interrupted it)."""
        out: list[Change] = []
        for entry in settled:
            told = sum(self._told.values()) if entry.seat in self._told else 0
            out += self._changes_of(before, entry, told)
            before = out[-1].after if out else before
            if entry.seat in self._told:
                self._told = {}
        return tuple(out)

    def _changes_of(self, before: Encounter, entry: Entry, told: int) -> Sequence[Change]:
        """The changes of a settled entry but the first so many, of which `before` has the events already."""
        just = self._session.last_step.settled
        if just is not None and just.entry.seat == entry.seat:
            return just.outcome.changes[told:]
        return list(changes_of(before, (entry.events or ())[told:]))

    def _open_changes(self, stack: tuple[Entry, ...], changes: tuple[Change, ...]) -> tuple[Change, ...]:
        """What is new of the innermost open command; what interrupted it and is done counts as its own from now on."""
        open_ = {entry.seat for entry in stack}
        inner = stack[-1].seat
        done = sum(count for seat, count in self._told.items() if seat not in open_)
        self._told = {entry.seat: self._told.get(entry.seat, 0) for entry in stack}
        new = changes[self._told[inner] + done :]
        self._told[inner] = len(changes)
        return new


def throws_of_the_app(step: StepOutcome) -> list[str]:
    """What the app threw or drew in that step."""
    return [f"{question.prompt}: {replied(answer, question)}" for question, _, answer in step.asked if by_app(answer)]


def by_app(answer: Answer) -> bool:
    """Did the app throw or draw, if only in part?"""
    match answer:
        case Rolled(by=by):
            return any(thrower == "app" for pool in by for thrower in pool)
        case Numbered(numbers=numbers):
            return any(number.by == "app" for number in numbers)
        case Drew(by=by):
            return by == "app"
        case _:
            return False
