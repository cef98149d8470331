"""The `roll` verb: dice thrown by the app, asked of the table, or typed with the command."""

from typing import NamedTuple

from referee.engine.answer import Rolled, Said
from referee.engine.ask import Ask
from referee.engine.dice import Expression
from referee.engine.ledger import Ledger
from referee.engine.notation import read_dice
from referee.engine.problem import NotUnderstood, complaint
from referee.engine.question import Text
from referee.engine.roll_input import RollInput
from referee.engine.roll_questions import Roll
from referee.engine.term import total
from referee.engine.verb import Situation, asks, verb


class RollOrder(NamedTuple):
    """What is to be thrown, and by whom."""

    dice: Expression
    faces: str = ""
    """The faces typed with the command; None if none were."""
    typed: bool = False
    """True if the table throws and is asked for the faces."""
    hidden: bool = False
    """True if the roll is hidden from the players."""

    def question(self) -> Roll:
        """The question put to the table."""
        prompt = f"Roll {self.dice}"
        return Roll(key="roll", prompt=prompt, pools=self.dice.pools, typed=self.typed, hidden=self.hidden)

    def told(self) -> Rolled | None:
        """The faces that were said at once; None if none were. NotUnderstood if the dice cannot show them."""
        if not self.faces:
            return None
        roll = self.question()
        roll_input = RollInput(roll.pools)
        roll_input.put(self.faces)
        rolled = Rolled.thrown(*roll_input.faces)
        if problem := roll.accepts(rolled):
            raise NotUnderstood(problem)
        return rolled


def read_roll(text: str) -> RollOrder:
    """`3d6+2`; `3d6+2 = 4 3 6` fell on the table, `3d6+2 typed` is to be asked; `3d6+2 hidden` players do not see."""
    notation, equals, faces = text.partition("=")
    words = notation.split()
    marks: set[str] = set()
    while words and words[-1].lower() in ("hidden", "typed"):
        marks.add(words.pop().lower())
    throw = RollOrder(read_dice(" ".join(words)), faces.strip(), "typed" in marks, "hidden" in marks)
    if not throw.dice.pools:
        raise NotUnderstood("Nothing is thrown there; dice such as 3d6 are expected.")
    if equals and not throw.faces:
        raise NotUnderstood("After = the faces that fell are expected, such as 3d6 = 4 3 6.")
    throw.told()
    return throw


def _ask_dice(situation: Situation) -> Text:
    return Text(key="dice", prompt="Dice", check=complaint(read_roll))


@verb(hint="any dice: roll 3d6+2, roll d20 hidden, roll 2d6 typed, roll 2d6 = 4 3", interjects=True)
async def roll(ledger: Ledger, dice: Said = asks(_ask_dice, rest=True)) -> None:
    """Dice are thrown for whatever the table needs them for."""
    said = read_roll(dice.text)
    told = said.told()
    rolled = told or await Ask(said.question)
    terms = said.dice.reckon(rolled.faces)
    faces = " · ".join(rolled.shown(n, [*map(str, pool)]) for n, pool in enumerate(rolled.faces))
    came_to = "" if faces == str(total(terms)) else f" = {total(terms)}"
    ledger.remark(f"Rolled {said.dice}: {faces}{came_to}", terms=terms, hidden=said.hidden)
