"""Dialogue: a session as lines of words: what has happened last, whose turn it is, what is asked."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.command_language.line import read_line
from referee.command_language.open_questions import asked
from referee.command_language.orders import (
    Amend,
    Answered,
    Back,
    Help,
    LibraryOrder,
    Nothing,
    Redo,
    RestParty,
    Rewind,
    Undo,
)
from referee.command_language.table_in_words import asks_to_look, looked, situation, words_to_look
from referee.dialogue.help import what_to_type
from referee.dialogue.run_lines import amendment, answers_at, done_in_order, lost_by_waiting, question_number, run
from referee.engine.dice.chance import owed
from referee.engine.dice.number_questions import BLANK, AskedNumber, Numbers
from referee.engine.events.apply import Change, changes_of
from referee.engine.events.event import Event, Tested
from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer, Drew, NamedNumber, Numbered, Rolled
from referee.engine.record.execution import StepOutcome
from referee.engine.record.past_states import entries
from referee.engine.record.recorded_steps import Entry, Reply
from referee.engine.record.session import Session
from referee.engine.record.step_positions import settled_position
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Command
from referee.text.phrases import joined
from referee.words.act_sentence import Told
from referee.words.brief_log import brief
from referee.words.correction import later, told_correction
from referee.words.log import chooser, happened, replied, told_of, undone_command
from referee.words.log_line import LogLine, told, without_beginnings
from referee.words.next_turn import next_turn
from referee.words.sentence import worded
from referee.words.state_diff import UNCHANGED, comparison


class News(Struct, frozen=True):
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
            return list(without_beginnings(short))  # the open question says what is not told here
        return happened(self.changes, session.rules)

    def is_asked(self, session: Session) -> bool:
        """Has an act only begun, of which its doer is asked next? Then the question says who does what to whom."""
        told = self.told
        if told is None or told.sentence is None or not session.questions:
            return False
        if session.questions[0].by not in told.who:
            return False
        return [(line.text, line.tail) for line in self.lines(session)] == [(worded(told.sentence), "")]

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
        self.skip()

    def skip(self) -> None:
        """Marks everything as told, after undo, redo or a rewind."""
        self._told = {entry.seat: len(outcome.changes) for _, entry, outcome in self._session.resolved_commands}
        """How many events of each open command were told, by its seat."""
        self._mark()

    def news(self) -> News:
        """What has happened since the account was last read, by one order or answer."""
        before, step_log = self._encounter, self._session.step_log
        start = settled_position(step_log, self._position)
        settled = tuple(entries(step_log, step_log.position, start)) if step_log.position > start else ()
        stack = self._session.open_commands
        latest = settled[-1] if settled else stack[-1] if stack else None
        new = latest is not None and len(settled) < 2 and not self._told.get(latest.seat)
        told = told_of(before, latest, self._session.rules) if latest is not None and new else None
        changes = self._settled_changes(before, settled)
        if stack:
            changes += self._open_changes(stack, self._session.resolved_commands[-1].outcome.changes)
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


MOST_CHANGES = 12
"""Lines that say what is different after going back or forth."""


class Dialogue:
    """Takes lines, and says what came of them."""

    def __init__(self, session: Session, letters: bool = False) -> None:
        self.session = session
        self.letters = letters
        """What may be answered is told with the letter for it."""
        self._account = RecentLog(session)
        self._numbers: dict[str, NamedNumber] = {}
        """The numbers told so far of several that are asked for at once."""
        self._begun: News | None = None
        """An act whose command is still open: it is told together with its result."""

    def take(self, text: str) -> list[str]:
        """Does what a line says, or each of several lines; what came of it. A Problem if it cannot be done.

        Nothing has changed then but by the lines before it.
        """
        return [line for said in done_in_order(self.session, text, self._take) for line in said]

    def _take(self, text: str) -> list[str]:
        if asks_to_look(self.session, text):
            return looked(self.session, text)
        order = read_line(self.session.situation, text)
        match order:
            case Help():
                return self._help(order.word)
            case Nothing():
                return []
            case Answered() if self.letters and isinstance(
                asked := question_number(self.session, order.which), Numbers
            ):
                return self._take_numbers(order, asked)
            case Command() | Answered() | RestParty():
                return self._forward(order)
            case Amend():
                return self._correct(order)
            case Undo() | Redo() | Back() | Rewind():
                return self._travel(order)
            case _:
                return self._library(order)

    def _help(self, word: str) -> list[str]:
        """What can be typed now, or what one word means."""
        from referee.dialogue.topics import explained, topic_names  # late: a command needs no topic

        looking = words_to_look(self.session.rules)
        if word in looking:
            return [f"{word}: {looking[word]}"]
        if word:
            return explained(self.session.situation, word)
        topics = f"help and a topic, to read about it: {', '.join(topic_names())}"
        return [*what_to_type(self.session, looking), topics]

    def _take_numbers(self, answered: Answered, asked: Numbers) -> list[str]:
        """Keeps numbers while more of them are to be typed, and says whose is next; nothing is thrown before `roll`."""
        before = {name: each for name, each in self._numbers.items() if name in asked.names}
        told = before
        if not (rolls := answered.words.lower() in asked.throw_words):
            told = asked.told_in(answered.words, before, self._next_numbers(asked)[0].name if before else "")
            self._numbers = told if told.keys() <= asked.names else {}
            if self._numbers and self._next_numbers(asked):
                return [", ".join(map(asked.told_words, told.values()))]
        words = " ".join(f"{name} {BLANK if each.n is None else each.n}" for name, each in told.items())
        whole = before or (not rolls and told.keys() <= asked.names)
        lines = self._forward(replace(answered, words=words) if whole else answered)
        self._numbers = {}
        return lines

    def _next_numbers(self, asked: Numbers) -> list[AskedNumber]:
        """Those that the table has still to tell."""
        return owed(self.session.rules, self.session.encounter, asked, self._numbers)

    def _forward(self, order: Command | Answered | RestParty) -> list[str]:
        if proposal := lost_by_waiting(self.session, order):
            raise Refused(f"{proposal.told} To do it anyway: {proposal.order}")
        run(self.session, order)
        news = self._account.news()
        if self._begun is not None and isinstance(order, Answered):
            news = self._begun.and_then(news)
        self._begun = news if news.is_asked(self.session) else None
        lines = [] if self._begun is not None else news.lines(self.session)
        return throws_of_the_app(self.session.last_step) + [told(line) for line in lines]

    def _library(self, order: LibraryOrder) -> list[str]:
        """What came of an order about the library; where it is to be said again to be done, how."""
        told = run(self.session, order)
        again = [f"To do it: {told.proposal}"] if told and told.proposal else []
        return [*(told.lines if told else ()), *again]

    def _travel(self, order: Undo | Redo | Back | Rewind) -> list[str]:
        """Does an undo, a redo or a rewind, and says what is different now."""
        self._numbers = {}
        session = self.session
        before, saved, answer = session.encounter, session.done_together, self._latest_answer()
        what = undone_command(session) if saved is None else saved.what
        run(session, order)
        self._skip()
        where = f"line {session.step_log.position} of {len(session.step_log)}"
        did = {Undo: "Taken back", Redo: "Brought back"}.get(type(order), "Moved")
        if isinstance(order, Undo):
            only_that = order.inside and answer is not None
            did += f" {self._read(answer) if only_that or not what else what}"
        notice = [session.notice] if session.notice else []
        return [f"{did} ({where})", *self._changes(before), *notice]

    def _correct(self, order: Amend) -> list[str]:
        """Corrects the past, and says what is different now and what became of later commands; or shows the answers."""
        if not order.answers and not order.which:
            return answers_at(self.session, order.seat)
        correction = amendment(self.session, order)
        told = [told_correction(correction), *later(correction)]
        correction.accept()
        self._skip()
        return told

    def _skip(self) -> None:
        """Marks everything as told."""
        self._account.skip()
        self._begun = None

    def _changes(self, before: Encounter) -> list[str]:
        """What is different now, a line for each figure; at most so many."""
        changes = comparison(before, self.session.encounter, self.session.rules)
        more = [f"and {len(changes) - MOST_CHANGES} more changes"] if len(changes) > MOST_CHANGES else []
        return [*changes[:MOST_CHANGES], *more] or [UNCHANGED]

    def _latest_answer(self) -> Reply | None:
        """The answer that undo would take back, if it is one that the last step begins with."""
        position = self.session.step_log.position
        move = self.session.step_log.step(position - 1).moves[0] if position else None
        return move if isinstance(move, Reply) else None

    def _read(self, reply: Reply | None) -> str:
        """An answer that was taken back, as it is read now that its question is open again."""
        question = next((q for q in self.session.questions if reply is not None and q.key == reply.key), None)
        if reply is None or question is None or any(entry.command.secret for entry in self.session.open_commands):
            return "the latest answer"
        return f"the answer {replied(reply.answer, question)}"

    def status(self) -> str:
        """Where the fight is: the round, the phase, whose turn."""
        return situation(self.session.encounter, self.session.rules)

    def standing(self) -> list[str]:
        """Where the fight is and, while nothing is asked, what `next` would bring."""
        coming = "" if self.session.questions else next_turn(self.session).text
        return [self.status(), *([coming] if coming else [])]

    def asked(self) -> list[str]:
        """What is asked, and what may be answered."""
        question = next(iter(self.session.questions), None)
        if self._numbers and isinstance(question, Numbers):
            whose = joined([each.label or each.name for each in self._next_numbers(question)])
            return [f"? {question.prompt}: now {whose}. roll: the app rolls the rest"]
        return asked(self.session, self.letters)
