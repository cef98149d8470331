"""Answers: what the table said, and what fell, as it is read."""

from typing import assert_never

from referee.engine.answer import Answer, Chosen, Confirmed, Counted, Drew, Picked, Rolled, Said
from referee.engine.question import AnyQuestion, Text
from referee.engine.throw import Roll


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
        case Confirmed():
            return "yes" if answer.yes else "no"
        case Said() if isinstance(question, Text) and (becomes := question.comes_to(answer.text)):
            return f"{answer.text} ({becomes})"
        case Said():
            return answer.text
        case _:
            assert_never(answer)


def _pool(rolled: Rolled, n: int, question: AnyQuestion | None) -> str:
    """The faces of one pool; those of symbol dice need their question to be named."""
    pool = question.pools[n] if isinstance(question, Roll) and n < len(question.pools) else None
    return rolled.shown(n, [pool.label(face) if pool else str(face) for face in rolled.faces[n]])
