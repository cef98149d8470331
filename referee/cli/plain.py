"""Plain mode: the table as a dialogue of lines, for simple terminals, screen readers and slow connections."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from referee.cli.printer import Printer
from referee.engine.problem import Problem, Refused, RulesBug
from referee.engine.record.session import Session
from referee.script.asking import answerable, command_instead
from referee.script.dialogue import Dialogue
from referee.script.following import Following
from referee.script.line import LONGEST
from referee.script.looking import told
from referee.script.own_library import OwnLibrary
from referee.script.questions import default_word
from referee.store.saves import Saves

if TYPE_CHECKING:
    from referee.store.journal import Journal

LEAVE = ("quit", "exit", "bye")
MOST_WITHOUT_END = 1_000_000
"""Characters that a line may have; only its beginning is read, but what never ends is no line."""


SPOKEN = {" → ": " to ", "→": "to ", " · ": ", ", "…": "and more", "✝ ": "", "  [": " ["}
"""What is said instead of signs, and of the gap before the clauses."""


class HungUp(BaseException):
    """The terminal went away, or the program is to end; nothing is lost, each act is on the disk already."""

    def __init__(self, number: int) -> None:
        self.number = number


def play(saves: Saves, name: str, read_only: bool, printer: Printer, take_over: bool = False) -> int:
    """Plays an encounter line by line until the lines end; the exit code."""
    from referee.script import systems

    journal = saves.open(name, read_only, take_over)
    code = 0
    try:
        rules = systems.rules_for(journal)
        session = Session(rules, journal, kept=OwnLibrary(saves.folder, rules.name))
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        room = PlainTable(session, journal, printer, sys.stdin)
        with _ends_by_signal(room):
            room.play()
            journal.settle(session.questions[0].key if session.questions else "")
    except HungUp as hung_up:
        code = 128 + hung_up.number
    finally:
        journal.close()
    if journal.trouble:
        with suppress(OSError):
            printer.complain(f"referee: NOT SAVED. {journal.rescued.told if journal.rescued else journal.trouble}")
        return 1
    return code


class PlainTable:
    """Reads a line, does it, says what came of it."""

    def __init__(self, session: Session, journal: "Journal", printer: Printer, lines: TextIO) -> None:
        self.session = session
        self.journal = journal
        self.printer = printer
        self.lines = lines
        self.following = Following(journal, session.rules) if journal.read_only else None
        """Tells what another program does, where this one only looks on."""
        self.asked: list[str] = []
        """What is asked, as it was told last."""
        self.asked_to_leave = False
        """It was asked whether to leave though something is not saved."""
        self.waits = False
        """It waits for a line, so that it may be ended here and now."""
        self.ending = 0
        """The signal by which it is to end as soon as the line at hand is done."""

    def play(self) -> None:
        """From the greeting to the last line."""
        dialogue = Dialogue(self.session, letters=True)
        notices = [*self.journal.notices, *([self.session.notice] if self.session.notice else [])]
        self.say(f"{self.journal.name}, {self.session.rules.title}.", *notices)
        if self.following is not None:
            self.say(
                "Open for reading only: nothing can be changed. A line, an empty one too, tells what was done since."
            )
            self.say("Type help for what can be asked, quit to leave.", self.following.opened().text)
        else:
            self.say("Type help for the commands, quit to leave. Everything is saved as you go.")
        self.say(*dialogue.standing())
        self.ask(dialogue)
        while (text := self.line()) is not None:
            if self.leaves(text.strip().lower().lstrip(":")):
                return
            if not self.asked_to_leave:
                self.take(dialogue, text)
        with suppress(OSError):
            self.say("")

    def say(self, *lines: str) -> None:
        """Prints lines; signs that a screen reader would name or pass over are words."""
        for sign, word in SPOKEN.items():
            lines = tuple(line.replace(sign, word) for line in lines)
        self.printer.say(*lines)

    def leaves(self, word: str) -> bool:
        """Is this the last line? While something is not saved, it is asked what becomes of that."""
        asked, self.asked_to_leave = self.asked_to_leave, False
        if not self.journal.trouble:
            return word in LEAVE
        if self.journal.retry():
            self.say("All is saved again.")
            return word in LEAVE
        if asked and word == "drop":
            self.journal.give_up()
        elif word in LEAVE and not asked:
            self.asked_to_leave = True
            self.say(
                f"NOT SAVED. {self.journal.trouble}",
                "quit again keeps it elsewhere and leaves; drop leaves without it; any other line stays, to try again.",
            )
        return asked and word in (*LEAVE, "drop")

    def take(self, dialogue: Dialogue, text: str) -> None:
        """One line: what came of it, then where the fight is and what is asked."""
        self.look_on()
        questions, encounter = self.session.questions, self.session.encounter
        proposed = not self.journal.read_only and questions and default_word(questions[0], encounter) is not None
        if not text.strip() and not proposed:
            # Where nothing is proposed an empty line answers nothing: how it stands, or what is asked, is told again.
            self.say(*(dialogue.asked() or dialogue.standing()))
            self.asked = dialogue.asked()
            return
        before = dialogue.status()
        try:
            said = dialogue.take(answerable(self.session, text))
        except Problem as problem:
            self.say(f"No: {self._refusal(text, problem)}")
            self.ask(dialogue)
            return
        except RulesBug as bug:
            self.say(f"No: {bug.confession}")
            return
        if self.journal.trouble:
            self.say(f"NOT SAVED. {self.journal.trouble} It is tried again with the next line.")
        self.say(*said)
        if dialogue.status() != before:
            self.say(*dialogue.standing())
        self.ask(dialogue, again=answerable(self.session, text).startswith("help"))

    def look_on(self) -> None:
        """Says what another program has done since the last line."""
        acts = self.following.look() if self.following is not None else []
        if acts:
            self.session.follow()
            self.say(*(line for act in acts for line in (act.text, *(told(each) for each in act.lines))))

    def ask(self, dialogue: Dialogue, again: bool = False) -> None:
        """Says what is asked; of what was told in full before the questions alone, unless all of it is wanted again."""
        asked = dialogue.asked()
        brief = [line for line in asked if line.startswith("?")] if asked == self.asked and not again else asked
        self.asked = asked
        self.say(*brief)

    def _refusal(self, text: str, problem: Problem) -> str:
        """Why a line was refused."""
        if not self.session.questions:
            return problem.located
        # An answer is short enough to see where it is wrong.
        is_answer = answerable(self.session, text).startswith("<")
        return (command_instead(self.session, text) if is_answer else "") or str(problem)

    def line(self) -> str | None:
        """The next line; None at their end. What goes beyond the longest line is not kept."""
        self.printer.prompt("answer>" if self.session.questions else "command>")
        with self._waiting():
            try:
                text = tail = self.lines.readline(LONGEST + 2)
                length = len(text)
                while tail and length > LONGEST + 1 and not tail.endswith("\n"):
                    tail = self.lines.readline(LONGEST)
                    length += len(tail)
                    if length > MOST_WITHOUT_END:
                        raise Refused("The input is a line without end; nothing of it was done.")
            except OSError:  # the terminal is gone
                return None
        return text.rstrip("\r\n") if text else None

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        self.waits = True
        try:
            if self.ending:
                raise HungUp(self.ending)
            yield
        finally:
            self.waits = False

    def end(self, number: int, frame: FrameType | None) -> None:
        """A signal came: an act that is on its way to the disk is finished first."""
        self.ending = number
        if self.waits:
            raise HungUp(number)


@contextmanager
def _ends_by_signal(room: PlainTable) -> Iterator[None]:
    signals = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
    before = {number: signal.signal(number, room.end) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
