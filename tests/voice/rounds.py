"""Two rounds of each game as they are spoken: what is typed, what is asked and told, and the log that remains."""

from pathlib import Path
from random import Random

from referee.dialogue.dialogue import Dialogue
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.games import load
from referee.words.log import log
from referee.words.log_line import told, without_beginnings

FOLDER = Path(__file__).parent
GAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.orders")))


def golden(game: str) -> Path:
    """The file that holds how the rounds of a game are spoken."""
    return FOLDER / f"{game}.txt"


def spoken(game: str) -> str:
    """The rounds of a game: each line that is typed after `>`, what is said to it, then the log.

    The lines of `GAME.orders` begin with those of the sample; they throw typed dice. `#` begins a remark.
    """
    rules = load(game)
    session = Session(rules, MemoryStepLog(Encounter(system=rules.name)), app=AppDice(Random(1)))
    dialogue = Dialogue(session, letters=True)
    out: list[str] = []
    for line in (FOLDER / f"{game}.orders").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        out.append(f"> {line}")
        try:
            out += dialogue.take(line)
        except Problem as problem:
            out.append(f"No: {problem}")
        out += dialogue.asked() if session.questions else dialogue.standing()
    return "\n".join([*out, "", "The log:", *_log(session), ""])


def _log(session: Session) -> list[str]:
    """The log as it is printed: the round in the margin, then what happened."""
    out: list[str] = []
    done = applied_commands(session.step_log, session.step_log.position)
    lines = [line for each in done for line in log(each.before, each.entry, session.rules)]
    round_ = 0
    for line in without_beginnings(lines):
        margin = f"R{line.round}" if line.round != round_ else ""
        round_ = line.round
        out.append(f"{margin:3} {'' if line.head else '  '}{told(line)}")
    return out
