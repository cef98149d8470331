"""Verb `roll`, for dice that belong to no rule."""

from functools import partial

from msgspec import Struct

from referee.engine.contract.symbol_dice import FATE, SymbolDie
from referee.engine.dice.dice import Expression
from referee.engine.dice.notation import read_dice
from referee.engine.dice.roll_questions import Roll, added_in, is_one_die
from referee.engine.dice.typed_faces import RollInput
from referee.engine.events.event import total
from referee.engine.problem import NotUnderstood, complaint
from referee.engine.questions.answer import Rolled, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import accepted
from referee.engine.questions.typed_questions import Text
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks, verb


class RollOrder(Struct, frozen=True):
    """A `roll` command: the dice, the faces that were typed with it, who throws, and who may see it."""

    dice: Expression
    faces: str = ""
    """The faces typed with the command; empty if none were."""
    typed: bool = False
    """True if the table throws and is asked for the faces."""
    hidden: bool = False
    """True if the roll is hidden from the players."""

    def question(self) -> Roll:
        """The question put to the table."""
        return Roll(
            key="roll",
            prompt="For the table",
            pools=self.dice.pools,
            added=added_in(self.dice),
            total_will_do=is_one_die(self.dice),
            typed=self.typed,
            hidden=self.hidden,
        )

    def told(self) -> Rolled | None:
        """The faces that were said at once; None if none were. NotUnderstood if the dice cannot show them."""
        if not self.faces:
            return None
        roll = self.question()
        roll_input = RollInput(roll.pools)
        roll_input.put(self.faces)
        return accepted(roll, Rolled.thrown(*roll_input.faces))


def read_roll(text: str, named: tuple[SymbolDie, ...] = ()) -> RollOrder:
    """Reads what is typed after `roll`: dice, then `= 4 3 6` (fell on the table), `typed` (to be asked) or `hidden`.

    named: the symbol dice of the game. NotUnderstood if there are no dice, or if they cannot show the faces.
    """
    notation, equals, faces = text.partition("=")
    words = notation.split()
    marks: set[str] = set()
    while words and words[-1].lower() in ("hidden", "typed"):
        marks.add(words.pop().lower())
    throw = RollOrder(read_dice(" ".join(words), (*named, FATE)), faces.strip(), "typed" in marks, "hidden" in marks)
    if not throw.dice.pools:
        raise NotUnderstood("There are no dice in that. For example: roll 3d6")
    if equals and not throw.faces:
        raise NotUnderstood("Type the dice after the =, for example 3d6 = 4 3 6")
    throw.told()
    return throw


def _ask_dice(situation: Situation) -> Text:
    check = complaint(partial(read_roll, named=situation.rules.dice.named))
    return Text(key="dice", prompt="Which dice? For example 3d6+2", check=check)


@verb(hint="any dice: roll 3d6+2, roll d20 hidden, roll 2d6 typed, roll 2d6 = 4 3", interjects=True, topic="dice")
async def roll(ledger: Ledger, dice: Said = asks(_ask_dice, rest=True)) -> None:
    """Throws dice that belong to no rule."""
    said = read_roll(dice.text, ledger.rules.dice.named)
    rolled = said.told()
    if rolled is None:
        rolled = await Ask(said.question)
    terms = said.dice.reckon(rolled.faces)
    pools = said.dice.pools
    faces = " · ".join(
        rolled.shown(n, pool.told(fell)) for n, (pool, fell) in enumerate(zip(pools, rolled.faces, strict=True))
    )
    if not any(pool.adds_up for pool in pools):  # symbols that are only counted come to no number
        ledger.remark(f"Rolled {said.dice}: {faces}", hidden=said.hidden)
        return
    came_to = "" if faces == str(total(terms)) else f" = {total(terms)}"
    ledger.remark(f"Rolled {said.dice}: {faces}{came_to}", terms=terms, hidden=said.hidden)
