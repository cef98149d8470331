"""The transcripts of all systems, and lines of them that a test can play itself."""

import re
from functools import cache
from pathlib import Path
from random import Random

from referee.dialogue.transcript import Played, play
from referee.engine.dice.chance import AppDice
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.questions.answer import (
    Answer,
    Chosen,
    Confirmed,
    Counted,
    Drew,
    NamedNumber,
    Numbered,
    Picked,
    Said,
)
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.questions.typed_questions import Amount, Confirm, Text
from referee.engine.state.encounter import Encounter
from referee.rules import registry

HERE = Path(__file__).parent
CLAUSE = r"[A-Z]{1,3}[0-9]?-[0-9]{2,3}"
"""How a clause is numbered: BK-01, F5-20."""
WRONG_MARKS = re.compile(r"[.,;:!?][,;:.](?<!\.\.)|[,;:]\.|\(\)|\( | \)| [,;.](?![\d.])")
"""The end of a sentence before a comma, doubled marks, empty brackets, blanks before a mark: `needed., reaction 1`."""
_CITED = re.compile(rf"\[({CLAUSE}(?:[ ,]+{CLAUSE})*)\]")


def transcripts(system: str) -> list[Path]:
    """The transcript files of a system."""
    return sorted((HERE / system).glob("*.txt"))


ALL = [(system, path) for system in registry.names() for path in transcripts(system)]
NAMES = [f"{system}/{path.stem}" for system, path in ALL]


@cache
def played(path: Path) -> Played:
    """What comes of playing a transcript; it is played once, and whoever looks at it leaves its session as it is."""
    return play(path.read_text(encoding="utf-8"), registry.load)


def played_lines(text: str) -> list[str]:
    """The orders and answers of a transcript, without what it checks."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and line[0] not in "#=!" and not line.startswith("system ")]


def checked_clauses(path: Path) -> set[str]:
    """The clauses that the checks of a transcript name."""
    checks = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(("=", "!"))]
    return {clause for line in checks for found in _CITED.findall(line) for clause in re.split(r"[ ,]+", found)}


def any_answer(question: AnyQuestion, encounter: Encounter, chance: AppDice, random: Random) -> Answer:
    """Some answer that the question takes."""
    match question:
        case Roll():
            return chance.throw(encounter, question)
        case Draw():
            return Drew(cards=tuple(random.sample(question.cards, question.count)))
        case Choose():
            return Chosen(
                option=random.choice([option for option in question.options if option not in question.barred])
            )
        case Pick():
            free = [tag for tag in question.among if tag not in question.barred]
            return Picked(
                tags=tuple(random.sample(free, min(len(free), random.randint(question.least, question.most))))
            )
        case Numbers():
            numbers = (NamedNumber(name=one.name, n=random.randint(one.least, one.most)) for one in question.numbers)
            return Numbered(numbers=tuple(numbers))
        case Amount():
            return Counted(n=random.randint(question.least, min(question.most, question.least + 6)))
        case Confirm():
            return Confirmed(yes=random.random() < 0.5)
        case Text():
            return Said(text=random.choice(question.words) if question.words else "4")
    raise AssertionError(question)
