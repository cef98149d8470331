"""Orders: lines of the command language, done at the table of an encounter from the shell."""

from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from referee.cli.encounters import mind
from referee.cli.printer import Printer
from referee.engine.problem import Problem, Refused
from referee.engine.session import Session
from referee.script import systems
from referee.script.dialogue import Dialogue
from referee.script.line import read_line
from referee.script.looking import asks_to_look
from referee.script.order import Help, Nothing
from referee.script.own_library import OwnLibrary
from referee.script.pasted import end_of_order
from referee.store.problem import Locked
from referee.store.saves import Saves

if TYPE_CHECKING:
    from referee.store.journal import Journal


def do_lines(saves: Saves, name: str, lines: Sequence[str], printer: Printer) -> int:
    """Does the lines until one is refused; each is on the disk before its outcome is printed."""
    with closing(_opened(saves, name, lines)) as journal:
        rules = systems.rules_for(journal)
        session = Session(rules, journal, kept=OwnLibrary(saves.folder, rules.name))
        printer.complain(*journal.notices)
        printer.complain(*([session.notice] if session.notice else []))
        dialogue = Dialogue(session)
        at = 0
        while at < len(lines):
            number, end = at + 1, end_of_order(session, lines, at)
            try:
                told = dialogue.take("\n".join(lines[at:end]))
            except Problem as problem:
                which = f"command {number}: " if len(lines) > 1 else ""
                raise Refused(f"{which}{problem.located}") from problem
            at = end
            mind(journal)
            printer.say(*told)
        printer.say(dialogue.status(), *dialogue.asked())
        journal.settle(session.questions[0].key if session.questions else "")
    return 0


def _opened(saves: Saves, name: str, lines: Sequence[str]) -> "Journal":
    """The encounter, open for play; while another program plays it only for reading, if nothing is to be changed."""
    try:
        return saves.open(name)
    except Locked:
        journal = saves.open(name, read_only=True)
        session = Session(systems.rules_for(journal), journal)
        if lines and all(_only_looks(session, line) for line in lines):
            return journal
        journal.close()
        raise


def _only_looks(session: Session, line: str) -> bool:
    try:
        return asks_to_look(session, line) or isinstance(read_line(session.situation, line), Help | Nothing)
    except Problem:
        return False
