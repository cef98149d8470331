"""Fights whose reports are checked: those of the rules' transcripts, of the voice, and some of their own."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare, play
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.games import load
from referee.report.evening_figures import Evening, evening_of

TESTS = Path(__file__).parents[1]
ORDERS = sorted((TESTS / "voice").glob("*.orders"))
TRANSCRIPTS = sorted(
    path for word in ("whole_fight", "whole_round", "*corrected*") for path in (TESTS / "rules").glob(f"*/{word}.txt")
)
BEGINNING = datetime(2026, 1, 1, 19, 0, tzinfo=UTC)


def when(n: int) -> datetime:
    """A step a minute."""
    return BEGINNING + timedelta(minutes=n)


@cache
def fought(path: Path) -> Session:
    """The session of a transcript, or of the orders of a game, whatever of them is refused; nobody may go on in it."""
    if path.suffix == ".txt":
        session = play(path.read_text(encoding="utf-8"), load).session
        assert session is not None
        return session
    rules = load(path.stem)
    session = Session(rules, MemoryStepLog(Encounter(system=rules.name)), app=AppDice(Random(1)))
    dialogue = Dialogue(session, letters=True)
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            with suppress(Problem):
                dialogue.take(line)
    return session


def table(*lines: str, system: str = "fifth", start: Encounter | None = None) -> Session:
    """A session in which these lines were done."""
    rules = load(system)
    session = Session(rules, MemoryStepLog(start or bare(rules)), app=AppDice(Random(1)))
    for line in lines:
        run_line(session, line)
    return session


def evening(session: Session, is_whole: bool = True, name: str = "Old bridge") -> Evening:
    """The report of a session."""
    return evening_of(session.rules, session.step_log, name, when, is_whole)
