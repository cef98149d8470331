"""Morale, flight and surrender (OS-45, 51)."""

from referee.engine.answer import Picked
from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.dice import Pool
from referee.engine.encounter import MOST_FIGURES
from referee.engine.event import Result
from referee.engine.for_each import for_each
from referee.engine.ledger import Ledger
from referee.engine.question import Choose, Pick
from referee.engine.roll_questions import Roll
from referee.engine.term import Term
from referee.engine.verb import Situation, able_figures, asks, verb
from referee.rules.olde_swords.fight.ending import over
from referee.rules.olde_swords.fight.sides import hero
from referee.rules.olde_swords.harm import set_down
from referee.rules.olde_swords.kinds import FLED, MORALE, MORALE_CHECK, YIELDED

LEAVING = {"flee": FLED.name, "yield": YIELDED.name, "stay": ""}


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
    result: Result = "failure" if breaks else "success"
    terms = (Term("2d6", rolled.total, tuple(map(str, rolled.all))),)
    ledger.record(MORALE_CHECK.made(who, result, "OS-51", terms=terms, against=score))
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


async def _quit(ledger: Ledger, who: Picked, standing: str) -> None:
    for tag in who.tags:
        set_down(ledger, tag, standing, "OS-45")
    await over(ledger)


# -------------------------------------------------------------------- what they ask


def _ask_shaken(situation: Situation) -> Pick:
    among = tuple(tag for tag in situation.able_figures() if not hero(situation.encounter, tag))
    return Pick(key="shaken", prompt="Whose morale is tried?", among=among, most=MOST_FIGURES, cites=("OS-51",))


# -------------------------------------------------------------------- what is done


@verb(label="Morale", hint="2d6 over its score breaks a monster", hotkey="M", interjects=True, cites=("OS-51",))
async def morale(ledger: Ledger, who: Picked = asks(_ask_shaken, nobody="No monster is up.")) -> None:
    """2d6 over its morale breaks a monster (OS-51); the referee says what it does then."""
    await for_each(ledger, who.tags, lambda tag: _morale(ledger, tag), "No morale check")
    await over(ledger)


@verb(label="Flee", hint="out of the fight; still on the list", hotkey="F", interjects=True, cites=("OS-45",))
async def flee(ledger: Ledger, who: Picked = able_figures("Who?", "OS-45")) -> None:
    """Figures are out of the fight."""
    await _quit(ledger, who, FLED.name)


@verb(label="Surrender", hint="lays down its arms", hotkey="B", interjects=True, cites=("OS-45",))
async def yield_(ledger: Ledger, who: Picked = able_figures("Who?", "OS-45")) -> None:
    """Figures lay down their arms."""
    await _quit(ledger, who, YIELDED.name)
