"""What is no action: morale, flight and surrender, breathers, dying out of turn (OS-23, 45, 51, 53)."""

from referee.engine.answer import Chosen, Picked
from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.dice import Pool
from referee.engine.each import for_each
from referee.engine.encounter import MOST_FIGURES
from referee.engine.ledger import Ledger
from referee.engine.notation import read_dice
from referee.engine.question import Choose, Pick
from referee.engine.throw import Roll
from referee.engine.verb import Given, Param, Table, Verb
from referee.rules.olde_swords.dying import dying_roll
from referee.rules.olde_swords.effects import Effect, saves
from referee.rules.olde_swords.ending import over
from referee.rules.olde_swords.harm import mend, set_down
from referee.rules.olde_swords.kinds import CON, DYING, FATIGUE, FLED, MORALE, PROVISIONS, YIELDED
from referee.rules.olde_swords.sides import FIGHT, hero
from referee.rules.olde_swords.strike import reckoned, roll_damage

BREATHER_DC = 12
LEAVING = {"flee": FLED.name, "yield": YIELDED.name, "stay": ""}


async def morale(ledger: Ledger, who: Picked) -> None:
    """2d6 over its morale breaks a monster (OS-51); the referee says what it does then."""
    await for_each(ledger, who.tags, lambda tag: _morale(ledger, tag), "No morale check")
    await over(ledger)


async def _morale(ledger: Ledger, who: Tag) -> None:
    name, score = ledger.encounter.name(who), MORALE.of(ledger.encounter, who)
    rolled = await Ask(
        lambda: Roll(
            key=f"morale {who}",
            prompt=f"{name}'s morale: over {MORALE.of(ledger.encounter, who)} breaks it",
            by=who,
            pools=(Pool("2d6", 2, 6),),
            sum_will_do=True,
            cites=("OS-51",),
        )
    )
    breaks = rolled.total > score
    outcome = "breaks" if breaks else "holds"
    ledger.told(f"{name}'s morale {outcome}", "OS-51", about=(who,), terms=(("2d6", rolled.total),), against=score)
    if not breaks:
        return
    answer = await Ask(
        lambda: Choose(
            key=f"breaks {who}",
            prompt=f"{name} breaks. Does it flee or yield?",
            options=tuple(LEAVING),
            labels={"flee": "out of the fight", "yield": "surrenders", "stay": "the referee knows better"},
            default="flee",
            needs=(who,),
            cites=("OS-51", "OS-45"),
        )
    )
    if standing := LEAVING[answer.option]:
        set_down(ledger, who, standing, "OS-51", "OS-45")


async def flee(ledger: Ledger, who: Picked) -> None:
    """Figures are out of the fight."""
    await _quit(ledger, who, FLED.name)


async def yield_(ledger: Ledger, who: Picked) -> None:
    """Figures lay down their arms."""
    await _quit(ledger, who, YIELDED.name)


async def _quit(ledger: Ledger, who: Picked, standing: str) -> None:
    for tag in who.tags:
        set_down(ledger, tag, standing, "OS-45")
    await over(ledger)


async def breather(ledger: Ledger, who: Picked, how: Chosen) -> None:
    """Ten minutes and one Provision: 1d4 + CON of HP, or a CON save against fatigue (OS-53)."""
    tag = who.one
    ledger.record(PROVISIONS.change(tag, -1, "OS-53"))
    if how.option == "heal":
        dice = read_dice("1d4")
        what = f"{ledger.encounter.name(tag)} heals (CON {CON.of(ledger.encounter, tag):+d})"
        rolled = await roll_damage(ledger, f"breather {tag}", tag, None, dice, what=what)
        mend(ledger, tag, (*reckoned(dice, rolled), ("CON", CON.of(ledger.encounter, tag))), "OS-53")
    elif tag in await saves(ledger, Effect("a breather", against="con", dc=BREATHER_DC), (tag,)):
        ledger.record(FATIGUE.change(tag, -1, "OS-53"))


async def die(ledger: Ledger, who: Picked) -> None:
    """A dying roll outside of the order, once the fight is over (OS-23)."""
    await dying_roll(ledger, who.one)


# -------------------------------------------------------------------- what they ask


def _ask_shaken(table: Table, given: Given) -> Pick:
    among = tuple(tag for tag in table.encounter.figures if table.able(tag) and not hero(table.encounter, tag))
    return Pick(key="shaken", prompt="Whose morale is tried?", among=among, most=MOST_FIGURES, cites=("OS-51",))


def _ask_quitter(table: Table, given: Given) -> Pick:
    among = tuple(tag for tag in table.encounter.figures if table.able(tag))
    return Pick(key="quitter", prompt="Who?", among=among, most=MOST_FIGURES, cites=("OS-45",))


def _ask_weary(table: Table, given: Given) -> Pick:
    heroes = [tag for tag in table.encounter.figures if table.able(tag) and hero(table.encounter, tag)]
    barred = {
        tag: f"{table.encounter.name(tag)} has no Provisions [OS-53]."
        for tag in heroes
        if not PROVISIONS.of(table.encounter, tag)
    }
    among = tuple(tag for tag in heroes if tag not in barred)
    return Pick(key="weary", prompt="Who takes a breather?", among=among, barred=barred, cites=("OS-53",))


def _ask_rest(table: Table, given: Given) -> Choose:
    tired = FATIGUE.of(table.encounter, given["who"].one) > 0
    return Choose(
        key="rest",
        prompt="Heal, or shed fatigue?",
        options=("heal", "shed"),
        labels={"heal": "1d4 + CON in HP", "shed": f"a CON save, DC {BREATHER_DC}, takes off one fatigue"},
        barred={} if tired else {"shed": f"{table.encounter.name(given['who'].one)} has no fatigue to shed [OS-53]."},
        default="heal",
        cites=("OS-53",),
    )


def _no_time(table: Table) -> str | None:
    return "A breather takes ten minutes: the fight has to be over first [OS-53]." if fighting(table) else None


def fighting(table: Table) -> bool:
    """Is a fight on?"""
    return table.encounter.phase == FIGHT


def _ask_dying(table: Table, given: Given) -> Pick:
    figures = table.encounter.figures.values()
    among = tuple(figure.tag for figure in figures if figure.standing == DYING.name)
    return Pick(key="dying", prompt="Who rolls?", among=among, cites=("OS-23",))


def _in_turn(table: Table) -> str | None:
    if fighting(table):
        return "In a fight the dying roll at the start of their turn [OS-23]."
    return None if _ask_dying(table, {}).among else "Nobody is dying."


VERBS = (
    Verb(
        "morale",
        morale,
        (Param("who", _ask_shaken, nobody="No monster is up."),),
        label="Morale",
        hint="2d6 over its score breaks a monster",
        hotkey="M",
        interjects=True,
        cites=("OS-51",),
    ),
    Verb(
        "flee",
        flee,
        (Param("who", _ask_quitter, nobody="Nobody is up."),),
        label="Flee",
        hint="out of the fight; still on the list",
        hotkey="F",
        interjects=True,
        cites=("OS-45",),
    ),
    Verb(
        "yield",
        yield_,
        (Param("who", _ask_quitter, nobody="Nobody is up."),),
        label="Surrender",
        hint="lays down its arms",
        hotkey="Y",
        interjects=True,
        cites=("OS-45",),
    ),
    Verb(
        "breather",
        breather,
        (Param("who", _ask_weary, nobody="No hero is up."), Param("how", _ask_rest)),
        label="Breather",
        hint="10 minutes, 1 Provision: heal, or shed fatigue",
        hotkey="B",
        bar=_no_time,
        cites=("OS-53",),
    ),
    Verb(
        "dying",
        die,
        (Param("who", _ask_dying),),
        label="Dying roll",
        hint="after the fight, for who is still dying",
        hotkey="I",
        bar=_in_turn,
        cites=("OS-23",),
    ),
)
