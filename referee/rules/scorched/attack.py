"""Attack dice: each side throws for all its models at once, one pool for each (SC-05, 06)."""

from referee.engine.ask import Lapsed, Together
from referee.engine.bearer import Tag
from referee.engine.dice import Pool
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.throw import Roll
from referee.rules.scorched.brings import numbers_in_words
from referee.rules.scorched.muster import Muster
from referee.rules.scorched.voice import voice


async def attack_dice(ledger: Ledger, muster: Muster) -> dict[Tag, list[int]]:
    """What everybody's attack dice show."""
    rolled = await Together(lambda: _throws(ledger.encounter, muster))
    return {
        tag: list(faces)
        for throw, tags in zip(rolled, muster.sides().values(), strict=True)
        for tag, faces in zip(tags, throw.faces, strict=True)
    }


def _throws(encounter: Encounter, muster: Muster) -> list[Roll]:
    """One throw for each side, the side with priority first."""
    sides = muster.sides()
    if len(sides) < 2:
        raise Lapsed("nobody is left on one side")
    return [_throw(encounter, muster, side, tags) for side, tags in sides.items()]


def _throw(encounter: Encounter, muster: Muster, side: str, tags: list[Tag]) -> Roll:
    cards = [muster.cards[tag] for tag in tags]
    names = encounter.name
    return Roll(
        # Each die belongs to a model: with other models it is another throw.
        key=f"attack {side} {','.join(tags)}",
        prompt=f"{side} attacks",
        by=voice(encounter, side, tags),
        pools=tuple(Pool(names(card.tag), card.dice_count) for card in cards),
        notes=tuple(numbers_in_words(encounter, card) for card in cards),
        cites=("SC-05", "SC-06", "SC-07"),
    )
