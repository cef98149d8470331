"""Prompts: the text of a question, which rules and system files write whole; its parts are found again here alone."""

import re

from referee.engine.questions.question import REFEREE, AnyQuestion
from referee.engine.state.encounter import Encounter
from referee.text.lazy_pattern import pattern
from referee.text.phrases import possessive

_SENTENCE_END = pattern(r"[:.!] ", re.NOFLAG)
"""What stands before the last part of a prompt, which says what is asked."""


def asked_of(question: AnyQuestion, encounter: Encounter) -> str:
    """Who throws or decides, to stand behind the question: ` (Ulf)`, ` (heroes)`.

    Nothing where it is the referee, or where the question names them first: `Longsword, Ann on Goblin 1`.
    """
    name, prompt = encounter.name(question.by), question.prompt
    named = prompt.startswith(name) or any(f"{before} {name} " in prompt for before in (",", "Does", "does"))
    if question.by not in encounter.figures:
        named = named or ": " in prompt or name.lower() in prompt.lower()
    return "" if question.by == REFEREE or named else f" ({name})"


def what_is_asked(question: AnyQuestion) -> str:
    """What is asked, without whom it is about and what it came of: `Shortbow damage`."""
    return _SENTENCE_END.split(question.prompt)[-1].removesuffix("?")


def asked_about_self(question: AnyQuestion, name: str) -> str:
    """What is asked about the figure of that name itself, `death save` of `Dee's death save`; else empty."""
    begins = f"{possessive(name)} "
    return question.prompt.removeprefix(begins) if question.prompt.startswith(begins) else ""


def what_is_expected(question: AnyQuestion, encounter: Encounter) -> str:
    """What is to be typed, to stand in brackets."""
    return question.expected(encounter).removesuffix(".")
