"""Breathers, and dying rolls after the fight (OS-23, 53)."""

from referee.engine.answer import Chosen, Picked
from referee.engine.ledger import Ledger
from referee.engine.notation import read_dice
from referee.engine.question import Choose, Pick
from referee.engine.shared_key import SharedKey
from referee.engine.term import Term
from referee.engine.verb import Situation, asks, verb
from referee.rules.olde_swords.fight.sides import FIGHT, hero
from referee.rules.olde_swords.harm import mend
from referee.rules.olde_swords.kinds import CON, DYING, FATIGUE, PROVISIONS
from referee.rules.olde_swords.recovery.dying import dying_roll
from referee.rules.olde_swords.rolls.damage import damage_terms, roll_damage
from referee.rules.olde_swords.rolls.effects import Effect, saves

BREATHER_DC = 12


# -------------------------------------------------------------------- what they ask


def _ask_weary(situation: Situation) -> Pick:
    heroes = [tag for tag in situation.able_figures() if hero(situation.encounter, tag)]
    barred = {
        tag: f"{situation.encounter.name(tag)} has no Provisions [OS-53]."
        for tag in heroes
        if not PROVISIONS.of(situation.encounter, tag)
    }
    among = tuple(tag for tag in heroes if tag not in barred)
    return Pick(key="weary", prompt="Who takes a breather?", among=among, barred=barred, cites=("OS-53",))


def _ask_rest(situation: Situation, who: Picked) -> Choose:
    tired = FATIGUE.of(situation.encounter, who.one) > 0
    return Choose(
        key="rest",
        prompt="Heal, or shed fatigue?",
        options=("heal", "shed"),
        labels={"heal": "1d4 + CON in HP", "shed": f"a CON save, DC {BREATHER_DC}, takes off one fatigue"},
        barred={} if tired else {"shed": f"{situation.encounter.name(who.one)} has no fatigue to shed [OS-53]."},
        default="heal",
        cites=("OS-53",),
    )


def _no_time(situation: Situation) -> str | None:
    return "A breather takes ten minutes: the fight has to be over first [OS-53]." if fighting(situation) else None


def fighting(situation: Situation) -> bool:
    """Whether a fight is on."""
    return situation.encounter.phase == FIGHT


def _ask_dying(situation: Situation) -> Pick:
    figures = situation.encounter.figures.values()
    among = tuple(figure.tag for figure in figures if figure.standing == DYING.name)
    return Pick(key="dying", prompt="Who rolls?", among=among, cites=("OS-23",))


def _in_turn(situation: Situation) -> str | None:
    if fighting(situation):
        return "In a fight the dying roll at the start of their turn [OS-23]."
    return None if _ask_dying(situation).among else "Nobody is dying."


# -------------------------------------------------------------------- what is done


@verb(
    label="Breather",
    hint="10 minutes, 1 Provision: heal, or shed fatigue",
    hotkey=SharedKey.REST,
    bar=_no_time,
    cites=("OS-53",),
)
async def breather(
    ledger: Ledger, who: Picked = asks(_ask_weary, nobody="No hero is up."), how: Chosen = asks(_ask_rest)
) -> None:
    """Ten minutes and one Provision: 1d4 + CON of HP, or a CON save against fatigue (OS-53)."""
    tag = who.one
    ledger.record(PROVISIONS.change(tag, -1, "OS-53"))
    if how.option == "heal":
        dice = read_dice("1d4")
        what = f"{ledger.encounter.name(tag)} heals (CON {CON.of(ledger.encounter, tag):+d})"
        rolled = await roll_damage(ledger, f"breather {tag}", tag, None, dice, what=what)
        con = Term("CON", CON.of(ledger.encounter, tag))
        mend(ledger, tag, (*damage_terms(dice, rolled), con), "OS-53", by=tag)
    elif tag in await saves(ledger, Effect("a breather", against="con", dc=BREATHER_DC), (tag,), None):
        ledger.record(FATIGUE.change(tag, -1, "OS-53", source=tag))


@verb(
    label="Dying roll",
    hint="after the fight, for who is still dying",
    hotkey="X",
    bar=_in_turn,
    cites=("OS-23",),
)
async def dying(ledger: Ledger, who: Picked = asks(_ask_dying)) -> None:
    """A dying roll outside of the order, once the fight is over (OS-23)."""
    await dying_roll(ledger, who.one)
