"""Dice whose faces are known beforehand."""

from collections.abc import Sequence

from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.answer import Answer, Rolled
from referee.engine.questions.question import AnyQuestion
from referee.engine.state.encounter import Encounter


class ScriptedDice:
    """Faces that are known beforehand, one list after the other; then it is the table's turn."""

    def __init__(self, *throws: Sequence[int]) -> None:
        self._throws = list(throws)

    def throw(self, encounter: Encounter, question: AnyQuestion) -> Answer | None:
        if not self._throws or not isinstance(question, Roll):
            return None
        left = list(self._throws.pop(0))
        faces: list[tuple[int, ...]] = []
        for pool in question.pools:
            mine: list[int] = []
            while left and pool.read(mine).due:
                mine.append(left.pop(0))
            faces.append(tuple(mine))
        return Rolled.thrown(*faces, by="app")
