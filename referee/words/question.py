"""Questions: of whom something is asked."""

from referee.engine.encounter import Encounter
from referee.engine.question import REFEREE, AnyQuestion


def asked_of(question: AnyQuestion, encounter: Encounter) -> str:
    """Who throws or decides, to stand behind the question: ` (Ulf)`, ` (heroes)`.

    Nothing where it is the referee, or where the question begins with the name.
    """
    name = encounter.name(question.by)
    return "" if question.by == REFEREE or question.prompt.startswith(name) else f" ({name})"
