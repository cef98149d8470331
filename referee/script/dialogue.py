"""Dialogue: a session line by line, in words: what happened, whose turn it is, what is asked."""

from referee.engine.encounter import Encounter
from referee.engine.history import Amended
from referee.engine.numbers import Numbers
from referee.engine.question import AnyQuestion, Choose, Pick, Text
from referee.engine.roll_questions import Draw, Roll
from referee.engine.session import Session
from referee.engine.verb import Command
from referee.script.amending import amendment, answers_at
from referee.script.help import help_lines
from referee.script.language_help import LANGUAGE_HELP
from referee.script.line import read_line
from referee.script.looking import LOOKING, asks_to_look, looked, told
from referee.script.order import (
    Amend,
    Answered,
    Back,
    Help,
    Keep,
    KeepCondition,
    LibraryOrder,
    Nothing,
    Redo,
    RestParty,
    Rewind,
    SaveParty,
    Undo,
)
from referee.script.pasted import done_in_order
from referee.script.reading import default_word
from referee.script.recent_log import RecentLog
from referee.script.run import run
from referee.script.throws import throws_of_the_app
from referee.script.transcript_help import TRANSCRIPT_HELP
from referee.words.answer import asked_of
from referee.words.command import correction, named, ordered
from referee.words.name import whose
from referee.words.replayed import later, outcome
from referee.words.state_diff import differences
from referee.words.upcoming import forecast

MOST_OFFERS = 12
"""Answers that are listed to choose from."""
ALWAYS = ("help", "?", "undo", "redo")
"""What is no answer, unless it is offered as one."""


class Dialogue:
    """Takes lines, and says what came of them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._account = RecentLog(session)

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
            case Command() | Answered() | RestParty():
                return self._forward(order)
            case Amend():
                return self._correct(order)
            case Keep() | KeepCondition() | SaveParty():
                return self._library(order)
            case _:
                return self._travel(order)

    def _help(self, word: str) -> list[str]:
        """What can be typed, with the words by which the table is asked."""
        if word in LOOKING:
            return [f"{word}: {LOOKING[word]}"]
        if word in ("transcripts", "language"):
            return (TRANSCRIPT_HELP if word == "transcripts" else LANGUAGE_HELP).splitlines()
        asking = [] if word else [f"{name}: {what}" for name, what in LOOKING.items()]
        asking += (
            []
            if word
            else ["help language: how a plan is written; help transcripts: what the lines of a transcript mean"]
        )
        return help_lines(self.session.situation, word) + asking

    def _forward(self, order: Command | Answered | RestParty) -> list[str]:
        run(self.session, order)
        news = self._account.news()
        return throws_of_the_app(self.session.last_step) + [told(line) for line in news.lines(self.session)]

    def _library(self, order: LibraryOrder) -> list[str]:
        """What came of an order about the library; where it is to be said again to be done, how."""
        told = run(self.session, order)
        again = [f"To do so: {told.proposal}"] if told and told.proposal else []
        return [*(told.lines if told else ()), *again]

    def _travel(self, order: Undo | Redo | Back | Rewind) -> list[str]:
        """Goes back or forth in the record, and says what is different now."""
        session = self.session
        before, what = session.encounter, self._latest()
        run(session, order)
        self._account.skip()
        where = f"place {session.step_log.position} of {len(session.step_log)}"
        did = {Undo: "Taken back", Redo: "Brought back"}.get(type(order), "Went")
        what = f" {what}" if isinstance(order, Undo) and what else ""
        return [f"{did}{what} ({where}): {self._changes(before)}", *([session.notice] if session.notice else [])]

    def _correct(self, order: Amend) -> list[str]:
        """Corrects the past, and says what is different now and what became of later commands; or shows the answers."""
        if not order.answers and not order.which:
            return answers_at(self.session, order.seat)
        correction = amendment(self.session, order)
        differs, others = outcome(correction), later(correction)
        correction.accept()
        self._account.skip()
        told = "; ".join(differs) or "the table stands as it did"
        return [f"Corrected {named(correction.entry)}: {told}", *others]

    def _changes(self, before: Encounter) -> str:
        changes = differences(before, self.session.encounter, self.session.rules)
        return ", ".join(changes) or "the table stands as it did"

    def _latest(self) -> str:
        """What undo would take back now: a settled command or a correction, an answer, or what is only begun."""
        last = self.session.undone()
        if last is None:
            return "the last answer" if self.session.open_commands else ""
        if isinstance(last, Amended):
            return correction(last)
        return "" if last.command.secret else ordered(last)

    def status(self) -> str:
        """Where the fight is: the round, the phase, whose turn."""
        encounter = self.session.encounter
        parts = [f"Round {encounter.round}"] if encounter.round else ["Before the first round"]
        parts += [encounter.phase] if encounter.phase else []
        if over := self.session.rules.over(encounter):
            parts.append(f"over: {over}")
        if encounter.turn:
            parts.append(f"{whose(encounter, encounter.turn)} turn")
        elif may := self.session.rules.may_act(encounter):
            parts.append("may act: " + ", ".join(encounter.name(tag) for tag in may[:MOST_OFFERS]))
        return ", ".join(parts)

    def standing(self) -> list[str]:
        """Where the fight is and, while nothing is asked, what `next` would bring."""
        coming = "" if self.session.questions else forecast(self.session).text
        return [self.status(), *([coming] if coming else [])]

    def asked(self) -> list[str]:
        """What is asked, and what may be answered."""
        questions = self.session.questions
        out: list[str] = []
        for number, question in enumerate(questions, 1):
            out.append(self._asked(question, f"{number}. " if len(questions) > 1 else ""))
            if isinstance(question, Choose | Pick):
                out += self._offers(question)
        return out

    def _asked(self, question: AnyQuestion, number: str) -> str:
        encounter = self.session.encounter
        tally = "".join(f", {name} {value}" for name, value in question.tally)
        prompt = f"{question.prompt}{asked_of(question, encounter)}{tally}"
        stop = "" if prompt.endswith((".", "?", "!")) else "."
        expected = question.expected(encounter)
        return f"? {number}{prompt}{stop} {expected[:1].upper()}{expected[1:]}{empty_line(question, encounter)}"

    def _offers(self, question: AnyQuestion) -> list[str]:
        """The answers there are to choose from, where their words alone do not say all."""
        offers = question.offers(self.session.encounter)
        telling = [offer for offer in offers if offer.label.lower() not in ("", offer.word) or offer.barred]
        lines: list[str] = []
        for offer in telling[:MOST_OFFERS]:
            why_not = f" (not now: {offer.barred})" if offer.barred else ""
            lines.append(f"    {offer.word}{': ' if offer.label else ''}{offer.label}{why_not}")
        more = len(telling) - MOST_OFFERS
        return lines + ([f"    and {more} more"] if more > 0 else [])


def empty_line(question: AnyQuestion, encounter: Encounter) -> str:
    """What an empty line answers, in brackets; empty if it answers nothing."""
    word = default_word(question, encounter)
    if word is None:
        return ""
    what = f"the app {word}s" if isinstance(question, Roll | Draw | Numbers) and word in ("roll", "draw") else word
    return f" (an empty line: {what or 'nothing'})"


def answerable(session: Session, text: str) -> str:
    """What a bare line means in a dialogue: the answer while something is asked, else a command, as behind `:`."""
    bare = text.strip()
    if bare.startswith(":"):
        return bare[1:]
    if not session.questions or bare.startswith("<") or _no_answer(session, bare) or asks_to_look(session, bare):
        return "help" if bare == "?" else bare
    return f"< {bare}"


def _no_answer(session: Session, bare: str) -> bool:
    """Is it one of the few words that are meant as they stand, though something is asked, and no answer to it?"""
    words = bare.lower().split()
    about = len(words) == 2 and words[0] == "help" and not isinstance(session.questions[0], Text)
    if bare.lower() not in ALWAYS:
        return about
    offers = session.questions[0].offers(session.encounter)
    return not any(offer.word.lower().startswith(bare.lower()) for offer in offers)
