"""Recovery: dying rolls, rising, waking, being stabilised, breathers (OS-22..28, 39, 53)."""

from referee.engine.dice.dice import dice_term
from referee.engine.dice.notation import read_dice
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Result, Term, Terms, total
from referee.engine.questions.answer import SUM, Chosen, Picked
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Choose, Pick
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.olde_swords.actions import Acting, actor, cannot_act
from referee.rules.olde_swords.conditions import end_on_roll, on_next_roll
from referee.rules.olde_swords.dice import RollModifiers, combined, damage_terms, roll_damage
from referee.rules.olde_swords.fight import hero, is_on, out_of_reach, side_of
from referee.rules.olde_swords.harm import at_least, mend, set_down
from referee.rules.olde_swords.kinds import (
    CON,
    DEAD,
    DOOMED,
    DYING,
    DYING_ROLL,
    FATIGUE,
    HIT_DIE,
    HP,
    PROVISIONS,
    STABLE,
    UP,
)
from referee.rules.olde_swords.spells import Effect, saves

RISES = 11
HOLDS = 10
LAST_DEED = 4


async def dying_roll(ledger: Ledger, who: Tag) -> None:
    """2d6 less fatigue decides how it goes on with the dying (OS-23). Nothing, if it is dying no longer."""
    with ledger.lapsing("No dying roll"):
        rolled = await Ask(lambda: _question(ledger, who))
        throw = _throw(ledger, who)
        await _outcome(ledger, who, throw.reckon(rolled), throw.why)


def _throw(ledger: Ledger, who: Tag) -> RollModifiers:
    weary = RollModifiers(terms=(Term("fatigue", -FATIGUE.of(ledger.encounter, who)),))
    both = combined(weary, on_next_roll(ledger.encounter, who))
    return RollModifiers(both.terms, both.edges, both.setbacks, ("OS-23", *both.cites), dice=(2, 6))


def _still_dying(ledger: Ledger, who: Tag) -> None:
    """Lapsed, if something in between has ended its dying."""
    figure = ledger.encounter.figures[who]
    if figure.standing != DYING.name:
        raise Lapsed(f"{figure.name} {figure.stands}")


def _question(ledger: Ledger, who: Tag) -> Roll:
    _still_dying(ledger, who)
    throw = _throw(ledger, who)
    goal = f"{RISES} or more gets up, {LAST_DEED} or less is the end"
    return throw.question(f"dying {who}", f"{ledger.encounter.name(who)}'s dying roll", who, goal=goal, fallen_too=True)


async def _outcome(ledger: Ledger, who: Tag, terms: Terms, why: tuple[str, ...]) -> None:
    """What a dying roll of these terms comes to (OS-24..28)."""
    rolled = total(terms)
    if rolled >= RISES:
        _record(ledger, who, "success", terms, "OS-24", *why)
        await _rise(ledger, who)
    elif rolled == HOLDS:
        _record(ledger, who, "partial", terms, "OS-25", *why)
        set_down(ledger, who, STABLE, "OS-25")
    elif rolled > LAST_DEED:
        _record(ledger, who, "failure", terms, "OS-26", *why)
    elif rolled == LAST_DEED:
        _record(ledger, who, "fumble", terms, "OS-27", *why)
        ledger.remark(f"{ledger.encounter.name(who)} has one heroic action left", "OS-27", detail=True)
        ledger.record(DOOMED.set(who, "OS-27"))
    else:
        _record(ledger, who, "fumble", terms, "OS-28", *why)
        set_down(ledger, who, DEAD, "OS-28")


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
        UP.set(who, "OS-24"),
    )


def _how(ledger: Ledger, who: Tag) -> Choose:
    _still_dying(ledger, who)
    con, die = CON.of(ledger.encounter, who), HIT_DIE.of(ledger.encounter, who)
    return Choose(
        key=f"rise {who}",
        prompt=f"{ledger.encounter.name(who)} gets up. With how many HP?",
        by=who,
        options=("con", "die"),
        default="con",
        labels={"con": f"{max(1, con)} HP (CON {con:+d})", "die": f"roll {die}"},
        fallen_too=True,
        cites=("OS-24",),
    )


def _hit_die(ledger: Ledger, who: Tag) -> Roll:
    _still_dying(ledger, who)
    return Roll(
        key=f"hit-die {who}",
        prompt=f"{ledger.encounter.name(who)}'s hit die (HP)",
        by=who,
        pools=read_dice(HIT_DIE.of(ledger.encounter, who)).pools,
        reads=SUM,
        fallen_too=True,
        cites=("OS-24",),
    )


def wake(ledger: Ledger, who: Tag) -> None:
    """Who was stable wakes at 1 HP (OS-25, 39)."""
    ledger.record(HP.change(who, 1 - HP.of(ledger.encounter, who), "OS-25"), UP.set(who, "OS-25"))


BREATHER_DC = 12


# -------------------------------------------------------------------- what they ask


def _ask_weary(situation: Situation) -> Pick:
    heroes = [tag for tag in situation.able_figures() if hero(situation.encounter, tag)]
    barred = {
        tag: f"{situation.encounter.name(tag)} has no Provisions [OS-53]."
        for tag in heroes
        if not PROVISIONS.of(situation.encounter, tag)
    }
    return Pick(key="weary", prompt="Who takes a breather?", among=tuple(heroes), barred=barred, cites=("OS-53",))


def _ask_rest(situation: Situation, who: Picked) -> Choose:
    tired = FATIGUE.of(situation.encounter, who.one) > 0
    return Choose(
        key="rest",
        prompt="Heal or remove fatigue?",
        options=("heal", "shed"),
        labels={"heal": "regain 1d4 + CON HP", "shed": f"CON save, DC {BREATHER_DC}, to remove 1 fatigue"},
        barred={} if tired else {"shed": f"{situation.encounter.name(who.one)} has no fatigue to lose [OS-53]."},
        default="heal",
        cites=("OS-53",),
    )


def _no_time(situation: Situation) -> str | None:
    return "A breather takes ten minutes: end the fight first [OS-53]." if is_on(situation.encounter) else None


def _ask_dying_ally(situation: Situation) -> Pick:
    encounter, who = situation.encounter, actor(situation.encounter)
    side = side_of(encounter, who)
    friends = [figure for figure in encounter.figures.values() if figure.side == side and figure.tag != who]
    dying = [figure.tag for figure in friends if figure.standing == DYING.name]
    far = out_of_reach(encounter, who, dying)
    return Pick(key="dying", prompt="Stabilise whom?", among=tuple(dying), barred=far, cites=("OS-39",))


def _cannot_stabilise(situation: Situation) -> str | None:
    if reason := cannot_act(situation):
        return reason
    if not PROVISIONS.of(situation.encounter, actor(situation.encounter)):
        return f"{situation.encounter.name(actor(situation.encounter))} has no Provisions [OS-39]."
    return _ask_dying_ally(situation).nobody("No ally is dying [OS-39].")


def _ask_dying(situation: Situation) -> Pick:
    figures = situation.encounter.figures.values()
    among = tuple(figure.tag for figure in figures if figure.standing == DYING.name)
    return Pick(key="dying", prompt="Who makes a dying roll?", among=among, cites=("OS-23",))


def _in_turn(situation: Situation) -> str | None:
    return "In a fight, a dying hero rolls at the start of the turn [OS-23]." if is_on(situation.encounter) else None


# -------------------------------------------------------------------- what is done


@verb(
    label="Stabilise",
    hint="1 Provision: a dying ally wakes next turn",
    hotkey="P",
    bar=_cannot_stabilise,
    cites=("OS-39",),
    told="{who} stabilises {on}",
)
async def stabilise(ledger: Ledger, ally: Picked = asks(_ask_dying_ally)) -> None:
    """One Provision, and a dying ally is stable and wakes next turn (OS-39)."""
    async with Acting(ledger) as who:
        ledger.record(PROVISIONS.change(who, -1, "OS-39"), STABLE.set(ally.one, "OS-39"))


@verb(
    label="Breather",
    hint="10 minutes, 1 Provision: heal, or shed fatigue",
    hotkey=SharedKey.REST,
    bar=_no_time,
    cites=("OS-53",),
    told="{who} takes a breather",
)
async def breather(
    ledger: Ledger, who: Picked = asks(_ask_weary, nobody="No hero is up."), how: Chosen = asks(_ask_rest)
) -> None:
    """Ten minutes and one Provision: 1d4 + CON of HP, or a CON save against fatigue (OS-53)."""
    tag = who.one
    ledger.record(PROVISIONS.change(tag, -1, "OS-53"))
    if how.option == "heal":
        dice = read_dice("1d4")
        con = Term("CON", CON.of(ledger.encounter, tag))
        what = f"Breather, {ledger.encounter.name(tag)}"
        rolled = await roll_damage(ledger, f"breather {tag}", tag, None, dice, what, (con,))
        mend(ledger, tag, (*damage_terms(dice, rolled), con), "OS-53", by=tag)
    elif tag in await saves(ledger, Effect("a breather", against="con", dc=BREATHER_DC), (tag,), None):
        ledger.record(FATIGUE.change(tag, -1, "OS-53", source=tag))


@verb(
    label="Dying roll",
    hint="after the fight, roll for a hero who is still dying",
    hotkey="X",
    bar=_in_turn,
    cites=("OS-23",),
)
async def dying(ledger: Ledger, who: Picked = asks(_ask_dying, nobody="Nobody is dying.")) -> None:
    """A dying roll outside of the order, once the fight is over (OS-23)."""
    await dying_roll(ledger, who.one)
