"""Answers and their questions as they are read."""

from typing import assert_never

from referee.engine.answer import Answer, Chosen, Confirmed, Counted, Drew, NamedNumber, Numbered, Picked, Rolled, Said
from referee.engine.encounter import Encounter
from referee.engine.execution import Asked
from referee.engine.numbers import Numbers
from referee.engine.question import AnyQuestion, Text
from referee.engine.question_base import REFEREE
from referee.engine.roll_questions import Roll


def replied(answer: Answer, question: AnyQuestion | None = None) -> str:
    """An answer as it is read; dice that the app threw are marked so: `4 (app)`."""
    match answer:
        case Rolled(sum=int() as total):
            return f"= {total}"
        case Rolled():
            return " / ".join(_pool(answer, n, question) for n in range(len(answer.faces)))
        case Drew():
            return ", ".join(answer.cards) + (" (app)" if answer.by == "app" else "")
        case Chosen():
            return answer.option
        case Picked():
            return ",".join(answer.tags) or "nobody"
        case Counted():
            return str(answer.n)
        case Numbered():
            return ", ".join(_number(number, question) for number in answer.numbers)
        case Confirmed():
            return "yes" if answer.yes else "no"
        case Said() if isinstance(question, Text) and (becomes := question.comes_to(answer.text)):
            return f"{answer.text} ({becomes})"
        case Said():
            return answer.text
        case _:
            assert_never(answer)


def _number(number: NamedNumber, question: AnyQuestion | None) -> str:
    """`Ann 18`, `Goblin 12 (app)`, `Bob none`."""
    asked = question.numbers if isinstance(question, Numbers) else ()
    label = next((one.label for one in asked if one.name == number.name), "") or number.name
    return f"{label} {'none' if number.n is None else number.n}{' (app)' if number.by == 'app' else ''}"


def _pool(rolled: Rolled, n: int, question: AnyQuestion | None) -> str:
    """The faces of one pool; those of symbol dice need their question to be named."""
    pool = question.pools[n] if isinstance(question, Roll) and n < len(question.pools) else None
    return rolled.shown(n, [pool.label(face) if pool else str(face) for face in rolled.faces[n]])


def asked_of(question: AnyQuestion, encounter: Encounter) -> str:
    """Who throws or decides, to stand behind the question: ` (Ulf)`, ` (heroes)`.

    Nothing where it is the referee, or where the question begins with the name.
    """
    name = encounter.name(question.by)
    return "" if question.by == REFEREE or question.prompt.startswith(name) else f" ({name})"


def recalled(asked: Asked) -> str:
    """The question, who threw or decided, and what it was."""
    question, encounter, answer = asked
    said = replied(answer, question) or "nothing"
    return f"{question.prompt}{asked_of(question, encounter)}: {said}{_thrown(answer)}"


def showing(asked: Asked) -> str:
    """What dice with symbols can show, each face with its key; empty for all other questions."""
    question, encounter, _ = asked
    symbols = isinstance(question, Roll) and any(pool.die is not None for pool in question.pools)
    return question.expected(encounter) if symbols else ""


def _thrown(answer: Answer) -> str:
    """Where the dice fell; dice and cards of the app say so themselves."""
    at_table = isinstance(answer, Rolled) and not any("app" in pool for pool in answer.by)
    return ", thrown at the table" if at_table else ""
