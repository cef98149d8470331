"""Choices within a command: the answers that whoever decides may give."""

from typing import TypeGuard

from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Picked
from referee.engine.questions.param_keys import param_of
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.questions.typed_questions import Amount, Confirm
from referee.engine.record.resolve import CommandRun
from referee.engine.state.encounter import Encounter


def first_choice(run: CommandRun) -> AnyQuestion | None:
    """The first question that neither dice nor cards answer; None where there is no such question."""
    return next((question for question in run.questions if not is_chance(question)), None)


_THROWN = (Roll, Draw)


def is_chance(question: AnyQuestion) -> TypeGuard[Roll | Draw | Numbers]:
    """Do dice or cards answer it?"""
    return isinstance(question, _THROWN) or (isinstance(question, Numbers) and question.lacks(question.thrown))


MOST_ALTERNATIVES = 12
"""Answers to one choice that are compared."""


def alternatives(question: AnyQuestion) -> list[Answer]:
    """The answers that may be chosen, one figure at a time where several may be picked; none of words."""
    match question:
        case Choose():
            free: list[Answer] = [Chosen(option=option) for option in question.options if option not in question.barred]
        case Pick():
            free = [Picked(tags=()) for _ in range(question.least == 0)]
            free += [Picked(tags=(tag,)) for tag in question.among if question.least <= 1]
        case Confirm():
            free = [Confirmed(yes=True), Confirmed(yes=False)]
        case Amount():
            free = [Counted(n=n) for n in range(question.least, question.most + 1)[:MOST_ALTERNATIVES]]
        case _:
            free = []
    return free[:MOST_ALTERNATIVES]


def assumed(question: AnyQuestion, encounter: Encounter) -> Answer:
    """What is proposed; where nothing is, the answer that gives least away: nobody, no, the least number, the first
    option. Refused where only words, or a number that nobody throws for, will do.
    """
    if (answer := question.proposed(encounter)) is not None:
        return answer
    match question:
        case Pick(least=0):
            return Picked(tags=())
        case Confirm():
            return Confirmed(yes=False)
        case Amount():
            return Counted(n=question.least)
    if answers := alternatives(question):
        return answers[0]
    raise Refused(f"The odds need an answer first: {question.asked}")


def stem(question: AnyQuestion) -> str:
    """What a choice is called that comes up again and again: its key without numbers and figures."""
    return param_of(question.key) or question.key.split(" ")[0]
