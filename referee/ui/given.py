"""Given: the answers that were given within one command of the past, each beside its question."""

from typing import NamedTuple

from referee.engine.amend import flattened
from referee.engine.answer import Answer, Drew, Rolled
from referee.engine.course import Course
from referee.engine.encounter import Encounter
from referee.engine.history import Opened, fold_over
from referee.engine.problem import Problem, Refused
from referee.engine.question import AnyQuestion
from referee.engine.session import Session
from referee.words import replied


class Given(NamedTuple):
    """One answer, what it answered, and the table at that moment."""

    question: AnyQuestion
    encounter: Encounter
    answer: Answer

    @property
    def text(self) -> str:
        """The question, who threw or decided, and what it was."""
        who = "" if self.question.by == "referee" else f" ({self.encounter.name(self.question.by)})"
        said = replied(self.answer, self.question) or "nothing"
        return f"{self.question.prompt}{who}: {said}{_thrown(self.answer)}"


def _thrown(answer: Answer) -> str:
    """Where the dice fell; dice of the app say so themselves."""
    if isinstance(answer, Rolled) and not any("app" in pool for pool in answer.by):
        return ", thrown at the table"
    return ", drawn by the app" if isinstance(answer, Drew) and answer.by == "app" else ""


def given(session: Session, seat: int) -> list[Given]:
    """The answers of the command opened at that place, in their order, as corrected since. Refused if it has none."""
    entries = session.entries()
    place = next((n for n, entry in enumerate(entries) if entry.seat == seat), None)
    if place is None:
        raise Refused("That command is not settled.")
    base, _ = fold_over(session.tape.known(0)[1], entries[:place])
    course, found = Course(session.rules, base), list[Given]()
    try:
        for said in flattened(entries[place]):
            if isinstance(said, Opened):
                course.open(said)
                continue
            question = next(question for question in course.questions if question.key == said.key)
            found.append(Given(question, course.encounter, said.answer))
            course.reply(said)
    except (Problem, StopIteration) as problem:
        raise Refused("The rules of this version would not have it go as it went then.") from problem
    return found
