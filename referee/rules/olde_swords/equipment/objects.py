"""Things in the hand: drawing, drinking, picking up, anything that takes one interaction (OS-40)."""

from referee.engine.answer import Said
from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import Encounter
from referee.engine.event import CardsMoved
from referee.engine.ledger import Ledger
from referee.engine.notation import read_dice
from referee.engine.question import Text
from referee.engine.shared_key import SharedKey
from referee.engine.verb import Situation, asks, verb
from referee.rules.olde_swords.equipment.weapons import wield
from referee.rules.olde_swords.fight.action_economy import act, actor, cannot_act
from referee.rules.olde_swords.harm import mend
from referee.rules.olde_swords.kinds import DICE, DROPPED, HEALS, ITEMS, WEAPONS
from referee.rules.olde_swords.rolls.damage import damage_terms, roll_damage


def _take(ledger: Ledger, who: Tag, weapon: Tag) -> None:
    """A weapon comes from the ground into the hand."""
    ledger.record(CardsMoved(src=(TABLE, DROPPED.name), dst=(who, WEAPONS.name), cards=(weapon,), cites=("OS-40",)))
    wield(ledger, who, weapon)


async def _drink(ledger: Ledger, who: Tag, item: Tag) -> None:
    """A draught is drunk, and is gone."""
    dice = read_dice(DICE.of(ledger.encounter, item))
    what = f"{ledger.encounter.name(item)} heals"
    rolled = await roll_damage(ledger, f"drink {who}", who, None, dice, what=what)
    ledger.record(CardsMoved(src=(who, ITEMS.name), dst=None, cards=(item,), cites=("OS-40",)))
    mend(ledger, who, damage_terms(dice, rolled), "OS-40", by=who)


def at_hand(encounter: Encounter, who: Tag) -> dict[str, Tag]:
    """The things that a figure can put its hand on, by name: what lies on the ground, its items, its weapons."""
    piles = (WEAPONS.of(encounter, who), ITEMS.of(encounter, who), DROPPED.of(encounter, TABLE))
    return {encounter.name(tag).lower(): tag for pile in piles for tag in pile}


def _ask_object(situation: Situation) -> Text:
    words = tuple(at_hand(situation.encounter, actor(situation.encounter)))
    return Text(key="object", prompt="Draws, drinks, lights, opens what?", words=words, optional=True, cites=("OS-40",))


@verb(
    label="Use Object", hint="draw, drink, light, open: once", hotkey=SharedKey.ITEM, bar=cannot_act, cites=("OS-40",)
)
async def use(ledger: Ledger, what: Said = asks(_ask_object, rest=True)) -> None:
    """One interaction with an object (OS-40)."""
    who = actor(ledger.encounter)
    thing = at_hand(ledger.encounter, who).get(what.text.lower())

    async def deed() -> None:
        name = ledger.encounter.name(who)
        ledger.remark(f"{name} uses: {what.text or 'an object'}", "OS-40")
        if thing is None:
            return
        if thing in DROPPED.of(ledger.encounter, TABLE):
            _take(ledger, who, thing)
        elif thing in ITEMS.of(ledger.encounter, who) and HEALS.of(ledger.encounter, thing):
            await _drink(ledger, who, thing)
        elif thing in WEAPONS.of(ledger.encounter, who):
            wield(ledger, who, thing)

    await act(ledger, deed)
