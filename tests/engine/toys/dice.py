"""Dice whose faces are known beforehand."""

from collections.abc import Sequence

from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.questions.answer import Drew, Rolled
from referee.engine.state.encounter import Encounter


class ScriptedDice:
    """Faces that are known beforehand, one list after the other; then it is the table's turn."""

    def __init__(self, *throws: Sequence[int]) -> None:
        self._throws = list(throws)

    def roll(self, encounter: Encounter, roll: Roll) -> Rolled | None:
        if not self._throws:
            return None
        left = list(self._throws.pop(0))
        faces: list[tuple[int, ...]] = []
        for pool in roll.pools:
            mine: list[int] = []
            while left and pool.read(mine).due:
                mine.append(left.pop(0))
            faces.append(tuple(mine))
        return Rolled.thrown(*faces, by="app")

    def draw(self, encounter: Encounter, draw: Draw) -> Drew | None:
        return None
