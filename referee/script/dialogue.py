"""Dialogue: a session line by line, in words: what happened, whose turn it is, what is asked."""

from referee.engine.problem import Refused
from referee.engine.record.history import Reply
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Command
from referee.script.asking import asked
from referee.script.help import what_to_type
from referee.script.line import (
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
    read_line,
)
from referee.script.looking import asks_to_look, looked, situation, words_to_look
from referee.script.recent_log import News, RecentLog, throws_of_the_app
from referee.script.run import amendment, answers_at, done_in_order, lost_by_waiting, run
from referee.script.topics import explained, topic_names
from referee.words.correction import later, told_correction
from referee.words.forecast import forecast
from referee.words.log import replied, undone_command
from referee.words.log_line import told
from referee.words.state_diff import UNCHANGED, comparison

MOST_CHANGES = 12
"""Lines that say what is different after going back or forth."""


class Dialogue:
    """Takes lines, and says what came of them."""

    def __init__(self, session: Session, letters: bool = False) -> None:
        self.session = session
        self.letters = letters
        """What may be answered is told with the letter for it."""
        self._account = RecentLog(session)
        self._begun: News | None = None
        """An act that has only begun: it is told with what comes of it."""

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
        """What can be typed now, or what one word means."""
        looking = words_to_look(self.session.rules)
        if word in looking:
            return [f"{word}: {looking[word]}"]
        if word:
            return explained(self.session.situation, word)
        topics = f"help and a topic, to read about it: {', '.join(topic_names())}"
        return [*what_to_type(self.session, looking), topics]

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
        """Goes back or forth in the record, and says what is different now."""
        session = self.session
        before, what, answer = session.encounter, undone_command(session), self._latest_answer()
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
        """All that has happened counts as told."""
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
        coming = "" if self.session.questions else forecast(self.session).text
        return [self.status(), *([coming] if coming else [])]

    def asked(self) -> list[str]:
        """What is asked, and what may be answered."""
        return asked(self.session, self.letters)
