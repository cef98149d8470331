"""Dying: the roll at the start of each turn, rising, waking, and one last deed (OS-22..28)."""

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.event import Result, StandingSet
from referee.engine.ledger import Ledger
from referee.engine.notation import read_dice
from referee.engine.question import Choose
from referee.engine.roll_questions import Roll
from referee.engine.term import Term, Terms, dice_term, total
from referee.rules.olde_swords.conditions import end_on_roll, on_next_roll
from referee.rules.olde_swords.harm import at_least, set_down
from referee.rules.olde_swords.kinds import CON, DEAD, DOOMED, DYING, DYING_ROLL, FATIGUE, HIT_DIE, HP, STABLE, UP
from referee.rules.olde_swords.rolls.d20 import RollModifiers, combined

RISES = 11
HOLDS = 10
LAST_DEED = 4


async def dying_roll(ledger: Ledger, who: Tag) -> None:
    """2d6 less fatigue decides how it goes on with the dying (OS-23). Nothing, if it is dying no longer."""
    try:
        rolled = await Ask(lambda: _question(ledger, who))
        throw = _throw(ledger, who)
        await _outcome(ledger, who, throw.reckon(rolled), throw.why)
    except Lapsed as reason:
        ledger.remark(f"No dying roll: {reason}")


def _throw(ledger: Ledger, who: Tag) -> RollModifiers:
    weary = RollModifiers(terms=(Term("fatigue", -FATIGUE.of(ledger.encounter, who)),))
    both = combined(weary, on_next_roll(ledger.encounter, who))
    return RollModifiers(both.terms, both.edges, both.setbacks, ("OS-23", *both.cites), dice=(2, 6))


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
    """What a dying roll of these terms comes to (OS-24..28)."""
    rolled = total(terms)
    if rolled >= RISES:
        _record(ledger, who, "success", terms, "OS-24", *why)
        await _rise(ledger, who)
    elif rolled == HOLDS:
        _record(ledger, who, "partial", terms, "OS-25", *why)
        set_down(ledger, who, STABLE.name, "OS-25")
    elif rolled > LAST_DEED:
        _record(ledger, who, "failure", terms, "OS-26", *why)
    elif rolled == LAST_DEED:
        _record(ledger, who, "fumble", terms, "OS-27", *why)
        ledger.remark(f"{ledger.encounter.name(who)} has one heroic action left", "OS-27")
        ledger.record(StandingSet(tag=who, standing=DOOMED.name, cites=("OS-27",)))
    else:
        _record(ledger, who, "fumble", terms, "OS-28", *why)
        set_down(ledger, who, DEAD.name, "OS-28")


def _record(ledger: Ledger, who: Tag, result: Result, terms: Terms, *cites: str) -> None:
    ledger.record(DYING_ROLL.made(who, result, *cites, terms=terms, against=RISES))
    end_on_roll(ledger, who)


async def _rise(ledger: Ledger, who: Tag) -> None:
    """Up with CON or one hit die of HP, as its player likes, at least 1 (OS-24)."""
    answer = await Ask(lambda: _how(ledger, who))
    if answer.option == "con":
        given = Term("CON", CON.of(ledger.encounter, who))
    else:
        rolled = await Ask(lambda: _hit_die(ledger, who))
        given = dice_term(HIT_DIE.of(ledger.encounter, who), rolled.all)
    terms, now = at_least(1, (given,)), HP.of(ledger.encounter, who)
    ledger.record(
        # HP that the referee has left to the dying are no part of the sum.
        HP.change(who, total(terms) - now, "OS-24", terms=() if now else terms),
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
