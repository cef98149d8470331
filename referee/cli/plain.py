"""Plain mode: the table as a dialogue of lines, for simple terminals, screen readers and slow connections."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from io import TextIOWrapper
from types import FrameType
from typing import TextIO

from referee.cli.printer import Printer
from referee.command_language.bare_line import answerable, command_instead
from referee.command_language.line import LONGEST
from referee.command_language.typed_answers import default_word
from referee.dialogue.completion import complete, recorded_orders
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.following import Following
from referee.dialogue.help import usage
from referee.dialogue.suggestions import Suggestions
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem, Refused
from referee.engine.record.session import Session
from referee.library.own_library import session_of
from referee.store.journal import Journal
from referee.store.saves import Saves
from referee.text.harmless import BYTE_ORDER_MARK
from referee.text.width import cells

LEAVE = ("quit", "exit", "bye")
MOST_WITHOUT_END = 1_000_000
"""Characters after which an endless line ends the program; only the beginning of a line is read."""


SPOKEN = {" → ": " to ", "→": "to ", " · ": ", ", "…": "and more", "✝ ": "", "✎ ": "by hand: "}
SPOKEN |= {"  [": " [", "  ‹": " (", "›": ")", ".  ": ". "}
"""What is said instead of signs, and of the gap before the clauses."""
SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGALRM)
"""What ends the program; the alarm is its own, see `PlainTable.end`."""


class HungUp(BaseException):
    """The terminal went away, or the program is to end; nothing is lost, each act is on the disk already."""

    def __init__(self, number: int) -> None:
        self.number = number


def play(saves: Saves, name: str, read_only: bool, printer: Printer, take_over: bool = False) -> int:
    """Plays an encounter line by line until the lines end; the exit code."""
    journal = saves.open(name, read_only, take_over)
    code = 0
    try:
        session = session_of(journal, saves.folder)
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        editor = LineEditor(session, printer) if is_editable() else None
        room = PlainTable(session, journal, printer, sys.stdin, editor)
        with _ends_by_signal(room):
            room.play()
            journal.settle(session.questions[0].key if session.questions else "", session.encounter)
    except HungUp as hung_up:
        code = 128 + hung_up.number
    finally:
        journal.close()
    if journal.trouble:
        with suppress(OSError):
            printer.complain(f"referee: NOT SAVED. {journal.rescued.told if journal.rescued else journal.trouble}")
        return 1
    return code


def is_editable() -> bool:
    """Can a line be edited while it is typed? Not where the terminal is dumb, nor where there is none."""
    if os.environ.get("TERM", "") in ("", "dumb") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return find_spec("readline") is not None


class LineEditor:
    """A line that is edited while it is typed, by `readline`: earlier lines by the arrow keys, completion by Tab."""

    def __init__(self, session: Session, printer: Printer) -> None:
        import readline

        self.session = session
        self.printer = printer
        self._readline = readline
        self._prompt = ""
        for setting in ("enable-bracketed-paste off", "enable-meta-key off", "bell-style none"):
            readline.parse_and_bind(f"set {setting}")
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
        readline.set_completer(self._completed)
        readline.set_completer_delims("")  # the word to be completed is all that stands before the cursor
        readline.clear_history()
        for order in recorded_orders(session):
            if "\n" not in order:
                readline.add_history(order)

    def read(self, prompt: str) -> str:
        """The line that is typed. EOFError where the terminal is gone, or ctrl+d was typed."""
        self._prompt = f"{self.printer.drawn(prompt)} "
        return input(self._prompt)

    def _completed(self, typed: str, state: int) -> str | None:
        """The line up to the cursor with what Tab adds to it, if anything; what may follow is told below."""
        if state:
            return None
        # What stands before an order, and before an answer, in the language of lines.
        colon, answer = (":", "") if typed.startswith(":") else ("", "< " if self.session.questions else "")
        line = typed if typed.startswith("<") else answer + typed.removeprefix(colon)
        found = complete(self.session, line)
        written = colon + found.written(line)[len(line) - len(typed.removeprefix(colon)) :]
        if len(found.options) != 1 or found.options[0].barred:
            self._tell(typed, found.hint(", ") or usage(self.session.situation, line))
        return written if written != typed else None

    def _tell(self, typed: str, hint: str) -> None:
        """Prints a hint below the line, and the line again below it, the cursor where it was."""
        if hint:
            behind = self._readline.get_line_buffer().removeprefix(typed)
            self.printer.say("", spoken(hint))
            self.printer.out.write(f"{self._prompt}{typed}{behind}" + "\b" * cells(behind))
            self.printer.out.flush()


def spoken(line: str) -> str:
    """The line with words for signs that a screen reader would name or pass over."""
    for sign, word in SPOKEN.items():
        line = line.replace(sign, word)
    return line


class PlainTable:
    """Reads a line, does it, says what came of it."""

    def __init__(
        self,
        session: Session,
        journal: Journal,
        printer: Printer,
        lines: TextIO,
        editor: LineEditor | None = None,
    ) -> None:
        self.session = session
        self.journal = journal
        self.printer = printer
        self.lines = lines
        self.editor = editor
        """Reads the lines instead, where they can be edited."""
        self.following = Following(journal, session.rules) if journal.read_only else None
        """Follows what another program does, in an encounter that is open read-only; else None."""
        self.asked: list[str] = []
        """The lines of the open question as they were told last."""
        self.suggestions = Suggestions(session)
        self.suggested = ""
        """What was suggested last beside the fight."""
        self.asked_to_leave = False
        """True once it was asked whether to leave although something is not saved."""
        self.waits = False
        """True while it waits for a line, when a signal may end it at once."""
        self.ending = 0
        """The signal by which it is to end as soon as the line at hand is done."""

    def play(self) -> None:
        """Plays from the greeting to the last line."""
        dialogue = Dialogue(self.session, letters=True)
        notices = [*self.journal.notices, *([self.session.notice] if self.session.notice else [])]
        self.say(f"{self.journal.name}, {self.session.rules.title}.", *notices)
        if self.following is not None:
            self.say("Read only: nothing can be changed. Press Enter to hear what is new.")
            self.say("Type help to see what you can ask, quit to leave.", self.following.opened().text)
        else:
            self.say("Type help for the commands, quit to leave. Everything is saved as you go.")
        self.say(*dialogue.standing())
        self.ask(dialogue)
        self.suggest()
        while (text := self.line()) is not None:
            if self.leaves(text.strip().lower().lstrip(":")):
                return
            if not self.asked_to_leave:
                self.take(dialogue, text)
        with suppress(OSError):
            self.say("")

    def say(self, *lines: str) -> None:
        """Prints lines as they are spoken."""
        self.printer.say(*map(spoken, lines))

    def leaves(self, word: str) -> bool:
        """True if this line ends the program; while something is not saved, the referee is asked first."""
        asked, self.asked_to_leave = self.asked_to_leave, False
        if not self.journal.trouble:
            return word in LEAVE
        if self.journal.retry():
            self.say("Everything is saved again.")
            return word in LEAVE
        if asked and word == "drop":
            self.journal.give_up()
        elif word in LEAVE and not asked:
            self.asked_to_leave = True
            self.say(
                f"NOT SAVED. {self.journal.trouble}",
                "Type quit again to save a copy elsewhere and leave, or drop to leave without saving. "
                "Type anything else to stay; Referee then tries to save again.",
            )
        return asked and word in (*LEAVE, "drop")

    def take(self, dialogue: Dialogue, text: str) -> None:
        """One line: what came of it, then where the fight is and what is asked."""
        self.look_on()
        if told := self.journal.taken_over():
            self.say(f"{told} Nothing you type here is saved now. Quit and open the encounter again.")
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
            self.say(f"No: {self._refusal(text, problem)}{problem.reference('see: help')}")
            self.ask(dialogue)
            return
        except RulesBug as bug:
            self.say(f"No: {bug.confession}")
            return
        if self.journal.trouble:
            self.say(f"NOT SAVED. {self.journal.trouble} The next command tries to save again.")
        self.say(*said)
        if dialogue.status() != before:
            self.say(*dialogue.standing())
        self.ask(dialogue, again=answerable(self.session, text).startswith("help"))
        self.suggest()

    def suggest(self) -> None:
        """Says what could be done with the party, where that is new and something can be changed here."""
        before, self.suggested = self.suggested, "" if self.following is not None else self.suggestions.typed
        self.say(*([self.suggested] if self.suggested not in ("", before) else []))

    def look_on(self) -> None:
        """Says what another program has done since the last line."""
        acts = self.following.look() if self.following is not None else []
        if acts:
            self.session.follow()
            self.say(*(line for act in acts for line in (act.text, *act.brief)))

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
        is_answer = answerable(self.session, text).startswith("<")
        return (command_instead(self.session, text) if is_answer else "") or str(problem)

    def line(self) -> str | None:
        """The next line; None at their end. What goes beyond the longest line is not kept."""
        prompt = "answer>" if self.session.questions else "command>"
        with self._waiting():
            try:
                return self.editor.read(prompt)[: LONGEST + 1] if self.editor else self._unedited(prompt)
            except (OSError, EOFError):  # the terminal is gone
                return None

    def _unedited(self, prompt: str) -> str | None:
        self.printer.prompt(prompt)
        text = tail = self.lines.readline(LONGEST + 2).replace(BYTE_ORDER_MARK, "")
        length = len(text)
        while tail and length > LONGEST + 1 and not tail.endswith("\n"):
            tail = self.lines.readline(LONGEST)
            length += len(tail)
            if length > MOST_WITHOUT_END:
                raise Refused("That line is too long, and nothing was done. Type a shorter one.")
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
        """A signal came: an act that is on its way to the disk is finished first.

        While Tab completes a line, `readline` loses what is raised, so an alarm raises it again.
        """
        self.ending = self.ending or number
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        if self.waits:
            raise HungUp(self.ending)


@contextmanager
def _ends_by_signal(room: PlainTable) -> Iterator[None]:
    before = {number: signal.signal(number, room.end) for number in SIGNALS}
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
