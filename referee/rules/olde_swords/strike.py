"""One attack and its damage (OS-07..17, 31, 46, 54)."""

from dataclasses import replace

from referee.engine.answer import Rolled
from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import TABLE, Tag
from referee.engine.dice import Expression
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.notation import read_dice
from referee.engine.question import Choose
from referee.engine.throw import Roll
from referee.rules.olde_swords.harm import wound
from referee.rules.olde_swords.kinds import (
    ABILITY,
    AC,
    ATTACK,
    BLINDED,
    COVER,
    COVERED,
    DODGING,
    HIDDEN,
    MISSED,
    NAT1,
    NAT20,
    PARALYSED,
    PRONE,
    RANGED_DAMAGE,
    RESTRAINED,
    STUNNED,
    TIRED_ATTACKS,
    WEAPONS,
)
from referee.rules.olde_swords.sheet import helpless, proficiency
from referee.rules.olde_swords.throw import (
    Terms,
    Throw,
    ability,
    joined,
    luck,
    reaches,
    spend_luck,
    tired,
    total,
    unwell,
)
from referee.rules.olde_swords.weapons import Blow, wield

COVER_AC = 2
MISHAP = 1
TRIUMPH = 20


def attack_throw(encounter: Encounter, who: Tag, target: Tag, with_: Blow, setback: bool) -> Throw:
    """The attack roll: d20, ability and proficiency, or a monster's whole bonus; and what speaks for and against it."""
    if ATTACK.name in encounter.of(who).traits:
        skill = Throw(terms=(("attack", ATTACK.of(encounter, who)),), cites=("OS-51",))
    else:
        bonus = proficiency(encounter, who)
        skill = ability(encounter, who, with_.ability)
        skill = replace(skill, terms=(*skill.terms, *((("proficiency", bonus),) if bonus else ())))
    magic = Throw(terms=((with_.name, with_.bonus),)) if with_.bonus else Throw()
    weary = tired(encounter, who) if TIRED_ATTACKS.of(encounter) == "on" else Throw()
    covered = Throw(setbacks=("cover",), cites=("OS-17",)) if setback else Throw()
    mine, theirs = hampered(encounter, who), exposed(encounter, target, with_.ranged)
    base = Throw(cites=("OS-07", *with_.cites))
    return joined(base, skill, magic, weary, unwell(encounter, who), mine, theirs, covered, luck(encounter, who))


def hampered(encounter: Encounter, who: Tag) -> Throw:
    """What its own plight does to a figure's attacks (OS-54)."""
    reasons = tuple(kind.name for kind in (PRONE, BLINDED, RESTRAINED) if kind.on(encounter, who))
    return Throw(setbacks=reasons, cites=("OS-54",) if reasons else ())


def exposed(encounter: Encounter, target: Tag, ranged: bool) -> Throw:
    """What the target's plight, or its dodging, does to attacks at it (OS-31, 54)."""
    plights = [kind for kind in (BLINDED, RESTRAINED, STUNNED, PARALYSED) if kind.on(encounter, target)]
    prone = PRONE.on(encounter, target)
    edges = (*(f"target {kind.name}" for kind in plights), *(("target prone",) if prone and not ranged else ()))
    dodging = DODGING.on(encounter, target)
    setbacks = (*(("target prone",) if prone and ranged else ()), *(("target dodging",) if dodging else ()))
    cites = (*(("OS-54",) if plights or prone else ()), *(("OS-31",) if dodging else ()))
    return Throw(edges=edges, setbacks=setbacks, cites=cites)


async def strike(ledger: Ledger, who: Tag, target: Tag, with_: Blow, *cites: str) -> bool:
    """An attack, and its damage if it hits. Did it hit?"""
    with_ = replace(with_, cites=(*cites, *with_.cites))
    cover = await _cover(ledger, who, target)
    rolled = await Ask(lambda: _to_hit(ledger, who, target, with_, cover))
    if with_.weapon is not None:
        wield(ledger, who, with_.weapon)
    throw = attack_throw(ledger.encounter, who, target, with_, cover == "setback")
    critical = _told_attack(ledger, who, target, with_, throw, rolled, cover)
    spend_luck(ledger, who)
    ledger.lift(who, HIDDEN, "OS-38")
    if critical is None:
        ledger.record(MISSED.set(TABLE, who, "OS-16"))
        return False
    await _damage(ledger, who, target, with_, critical)
    return True


async def _cover(ledger: Ledger, who: Tag, target: Tag) -> str:
    """What partial cover does for the target: `setback`, `ac`, or nothing (OS-17)."""
    if not COVER.on(ledger.encounter, target):
        return ""
    option = COVERED.of(ledger.encounter)
    if option != "ask":
        return option
    answer = await Ask(
        lambda: Choose(
            key=f"cover {target}<{who}",
            prompt=f"{ledger.encounter.name(target)} is in partial cover: SETBACK, or {COVER_AC} more AC?",
            options=("setback", "ac"),
            labels={"setback": "1d6 off the attack", "ac": f"AC {_needed(ledger.encounter, target, 'ac')}"},
            default="setback",
            needs=(who, target),
            cites=("OS-17",),
        )
    )
    return answer.option


def _needed(encounter: Encounter, target: Tag, cover: str) -> int:
    return AC.of(encounter, target) + (COVER_AC if cover == "ac" else 0)


def _to_hit(ledger: Ledger, who: Tag, target: Tag, with_: Blow, cover: str) -> Roll:
    encounter = ledger.encounter
    if reason := helpless(encounter, who):
        raise Lapsed(f"{encounter.name(who)} is {reason}")
    if with_.weapon is not None and with_.weapon not in WEAPONS.of(encounter, who):
        raise Lapsed(f"{encounter.name(who)} holds the {with_.name} no longer [OS-37]")
    throw = attack_throw(encounter, who, target, with_, cover == "setback")
    needed = _needed(encounter, target, cover)
    return Roll(
        key=f"to-hit {who}>{target}",
        prompt=f"{encounter.name(who)} attacks {encounter.name(target)} with {with_.name}, AC {needed}",
        by=who,
        pools=throw.pools,
        needs=(target,),
        tally=throw.tally(),
        cites=("OS-08", *throw.why),
    )


def _told_attack(
    ledger: Ledger, who: Tag, target: Tag, with_: Blow, throw: Throw, rolled: Rolled, cover: str
) -> bool | None:
    """Writes down an attack roll: None for a miss, else whether it is a critical hit."""
    encounter, natural = ledger.encounter, rolled.faces[0][0]
    terms, needed = throw.reckon(rolled), _needed(ledger.encounter, target, cover)
    enough = reaches(encounter, terms, needed)
    lucky = natural == TRIUMPH and NAT20.of(encounter) == "on"
    clumsy = natural == MISHAP and NAT1.of(encounter) == "on"
    hit = (enough or lucky) and not clumsy
    helpless = hit and PARALYSED.on(encounter, target) and not with_.ranged
    critical = hit and (natural == TRIUMPH or helpless)
    outcome = "a critical hit" if critical else "hit" if hit else "miss"
    cites = ["OS-08", "OS-12" if hit else "OS-15", *(("OS-13",) if critical else ()), *(("OS-54",) if helpless else ())]
    cites += (["OS-14"] if lucky and not enough else []) + (["OS-17"] if cover else [])
    text = f"{encounter.name(who)} attacks {encounter.name(target)} with {with_.name}, {outcome}"
    ledger.told(text, *dict.fromkeys((*cites, *throw.why)), about=(who, target), terms=terms, against=needed)
    return critical if hit else None


async def _damage(ledger: Ledger, who: Tag, target: Tag, with_: Blow, critical: bool) -> None:
    """The weapon's dice, twice for a critical hit, and the modifier once (OS-12, 13)."""
    dice = read_dice(with_.dice)
    dice = dice.doubled() if critical else dice
    rolled = await roll_damage(
        ledger, f"damage {who}>{target}", who, target, dice, _added(ledger.encounter, who, with_)
    )
    extra = _added(ledger.encounter, who, with_)
    cites = ("OS-12", *(("OS-13",) if critical else ()))
    wound(ledger, target, (*reckoned(dice, rolled), *extra), *cites)


def _added(encounter: Encounter, who: Tag, with_: Blow) -> Terms:
    """What is added to the damage dice (OS-12)."""
    modifier = ABILITY[with_.ability].of(encounter, who) if with_.forceful else 0
    if with_.ranged and RANGED_DAMAGE.of(encounter) == "off":
        modifier = 0
    parts = ((with_.ability.upper(), modifier), (with_.name, with_.bonus))
    return tuple((name, n) for name, n in parts if n)


async def roll_damage(
    ledger: Ledger, key: str, by: Tag, target: Tag | None, dice: Expression, extra: Terms = (), what: str = "Damage"
) -> Rolled:
    """The dice of some damage; nothing is asked where there are none."""
    if not dice.pools:
        return Rolled.thrown()
    plus = f"{total(extra):+d}" if total(extra) else ""
    whom = f" to {ledger.encounter.name(target)}" if target else ""
    return await Ask(
        lambda: Roll(
            key=key,
            prompt=f"{what}{whom}, {dice}{plus}",
            by=by,
            pools=dice.pools,
            sum_will_do=all(term.sign > 0 for term in dice.terms if not isinstance(term.part, int)),
            needs=(target,) if target else (),
            tally=extra,
            cites=("OS-12",),
        )
    )


def reckoned(dice: Expression, rolled: Rolled) -> Terms:
    """Damage dice, term by term, by their faces or by their sum alone."""
    if rolled.sum is not None:
        fixed = tuple(("", term.sign * term.part) for term in dice.terms if isinstance(term.part, int))
        return (("dice", rolled.sum), *fixed)
    return dice.reckon(rolled.faces)
