"""Dying: the roll at the start of each turn, rising, waking, and one last deed (OS-22..28)."""

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.event import StandingSet
from referee.engine.ledger import Ledger
from referee.engine.notation import read_dice
from referee.engine.question import Choose
from referee.engine.throw import Roll
from referee.rules.olde_swords.conditions import end_on_roll, on_next_roll
from referee.rules.olde_swords.harm import set_down
from referee.rules.olde_swords.kinds import CON, DEAD, DOOMED, DYING, FATIGUE, HIT_DIE, HP, STABLE, UP
from referee.rules.olde_swords.rolls.d20 import Terms, Throw, combined, total

RISES = 11
HOLDS = 10
LAST_DEED = 4


async def dying_roll(ledger: Ledger, who: Tag) -> None:
    """2d6 less fatigue decides how it goes on with the dying (OS-23). Nothing, if it is dying no longer."""
    try:
        rolled = await Ask(lambda: _question(ledger, who))
        throw = _throw(ledger, who)
        end_on_roll(ledger, who)
        await _outcome(ledger, who, throw.reckon(rolled), throw.why)
    except Lapsed as reason:
        ledger.remark(f"No dying roll: {reason}")


def _throw(ledger: Ledger, who: Tag) -> Throw:
    weary = Throw(terms=(("fatigue", -FATIGUE.of(ledger.encounter, who)),))
    both = combined(weary, on_next_roll(ledger.encounter, who))
    return Throw(both.terms, both.edges, both.setbacks, ("OS-23", *both.cites), dice=(2, 6))


def _still_dying(ledger: Ledger, who: Tag) -> None:
    """Lapsed, if something in between has ended its dying."""
    figure = ledger.encounter.figures[who]
    if figure.standing != DYING.name:
        raise Lapsed(f"{figure.name} is {figure.standing}")


def _question(ledger: Ledger, who: Tag) -> Roll:
    _still_dying(ledger, who)
    throw = _throw(ledger, who)
    return Roll(
        key=f"dying {who}",
        prompt=f"{ledger.encounter.name(who)} is dying: {RISES}+ up, {HOLDS} stable, {LAST_DEED} or less dead",
        by=who,
        pools=throw.pools,
        tally=throw.tally(),
        fallen_too=True,
        cites=throw.why,
    )


async def _outcome(ledger: Ledger, who: Tag, terms: Terms, why: tuple[str, ...]) -> None:
    rolled, name = total(terms), ledger.encounter.name(who)
    if rolled >= RISES:
        _tell(ledger, who, f"{name} gets up", terms, "OS-24", *why)
        await _rise(ledger, who)
    elif rolled == HOLDS:
        _tell(ledger, who, f"{name} is stable and wakes next turn", terms, "OS-25", *why)
        set_down(ledger, who, STABLE.name, "OS-25")
    elif rolled > LAST_DEED:
        _tell(ledger, who, f"{name} is still dying", terms, "OS-26", *why)
    elif rolled == LAST_DEED:
        _tell(ledger, who, f"{name} dies after one heroic action", terms, "OS-27", *why)
        ledger.record(StandingSet(tag=who, standing=DOOMED.name, cites=("OS-27",)))
    else:
        _tell(ledger, who, f"{name} is dead", terms, "OS-28", *why)
        set_down(ledger, who, DEAD.name, "OS-28")


def _tell(ledger: Ledger, who: Tag, text: str, terms: Terms, *cites: str) -> None:
    ledger.remark(text, *dict.fromkeys(cites), terms=terms)


async def _rise(ledger: Ledger, who: Tag) -> None:
    """Up with CON or one hit die of HP, as its player likes, at least 1 (OS-24)."""
    answer = await Ask(lambda: _how(ledger, who))
    con = answer.option == "con"
    hp = CON.of(ledger.encounter, who) if con else (await Ask(lambda: _hit_die(ledger, who))).total
    ledger.remark(f"{ledger.encounter.name(who)} is up with {max(1, hp)} HP", "OS-24")
    ledger.record(
        HP.change(who, max(1, hp) - HP.of(ledger.encounter, who), "OS-24"),
        StandingSet(tag=who, standing=UP.name, cites=("OS-24",)),
    )


def _how(ledger: Ledger, who: Tag) -> Choose:
    _still_dying(ledger, who)
    con, die = CON.of(ledger.encounter, who), HIT_DIE.of(ledger.encounter, who)
    return Choose(
        key=f"rise {who}",
        prompt=f"{ledger.encounter.name(who)} gets up: with CON, or one hit die, in HP?",
        by=who,
        options=("con", "die"),
        labels={"con": f"{max(1, con)} HP (CON {con:+d})", "die": f"roll {die}"},
        fallen_too=True,
        cites=("OS-24",),
    )


def _hit_die(ledger: Ledger, who: Tag) -> Roll:
    _still_dying(ledger, who)
    return Roll(
        key=f"hit-die {who}",
        prompt=f"{ledger.encounter.name(who)}'s hit die, in HP",
        by=who,
        pools=read_dice(HIT_DIE.of(ledger.encounter, who)).pools,
        fallen_too=True,
        cites=("OS-24",),
    )


def wake(ledger: Ledger, who: Tag) -> None:
    """Who was stable wakes at 1 HP (OS-25, 39)."""
    ledger.record(
        HP.change(who, 1 - HP.of(ledger.encounter, who), "OS-25"),
        StandingSet(tag=who, standing=UP.name, cites=("OS-25",)),
    )
