"""One attack with what is in hand, to its damage (OS-07..17, 31, 40, 46, 54)."""

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.notation import read_dice
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Result, Term, Terms
from referee.engine.questions.answer import Rolled
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.olde_swords.conditions import (
    COVER,
    critical_melee,
    end_on_attack,
    end_on_roll,
    on_attacks,
    on_attacks_at,
    on_next_roll,
    on_rolls,
)
from referee.rules.olde_swords.dice import (
    MISHAP,
    TRIUMPH,
    UNMODIFIED,
    RollModifiers,
    combined,
    damage_terms,
    needed,
    reaches,
    roll_damage,
)
from referee.rules.olde_swords.harm import wound
from referee.rules.olde_swords.kinds import (
    ABILITY,
    AC,
    ATTACK,
    ATTACK_ROLL,
    BONUS,
    COVERED,
    DICE,
    FINESSE,
    MISSED,
    NAT1,
    NAT20,
    RANGED,
    RANGED_DAMAGE,
    TIRED_ATTACKS,
    WEAPONS,
)
from referee.rules.olde_swords.sheet import ability, fatigue_penalty, helpless, proficiency
from referee.text.phrases import capitalised

FISTS = "fists"
"""The weapon tag of those who have none."""
MELEE, SHOT, LIGHT = "OS-09", "OS-10", "OS-11"


class Attack(Struct, frozen=True):
    """What an attack is made with."""

    name: str
    dice: str
    ability: str
    weapon: Tag | None = None
    """The thing in hand; None for fists and spells."""
    ranged: bool = False
    bonus: int = 0
    forceful: bool = True
    """The ability adds to its damage, too; a spell's does not."""
    cites: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its name at the start of a sentence."""
        return capitalised(self.name)


def weapons(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """What it can attack with: its fists, if nothing else is left."""
    return WEAPONS.of(encounter, who) or (FISTS,)


def is_ranged(encounter: Encounter, weapon: Tag) -> bool:
    """Whether it is a thing for attacks at a distance; fists are no thing."""
    return encounter.has(weapon) and RANGED.of(encounter, weapon)


def weapon_attack(encounter: Encounter, weapon: Tag) -> Attack:
    """An attack with a weapon: STR in melee, DEX at range or with finesse (OS-09..11)."""
    if not encounter.has(weapon):
        return Attack("bare hands", "1", "str", cites=(MELEE,))
    ranged, finesse = RANGED.of(encounter, weapon), FINESSE.of(encounter, weapon)
    return Attack(
        encounter.name(weapon),
        DICE.of(encounter, weapon) or "1",
        "dex" if ranged or finesse else "str",
        weapon,
        ranged,
        BONUS.of(encounter, weapon),
        cites=(SHOT if ranged else LIGHT if finesse else MELEE,),
    )


def wield(ledger: Ledger, who: Tag, weapon: Tag) -> None:
    """A weapon is in hand from now on: the first of its bearer's, which is proposed for the next attack."""
    held = WEAPONS.of(ledger.encounter, who)
    if weapon in held and held[0] != weapon:
        ledger.record(WEAPONS.move(who, WEAPONS, tuple(tag for tag in held if tag != weapon), "OS-40"))


COVER_AC = 2
HITS: frozenset[Result] = frozenset({"success", "critical"})


def attack_throw(encounter: Encounter, who: Tag, target: Tag, attack: Attack, setback: bool) -> RollModifiers:
    """The attack roll: d20, ability and proficiency, or a monster's whole bonus; with the reasons for EDGE and
    SETBACK.
    """
    if ATTACK.name in encounter.of(who).traits:
        skill = RollModifiers(terms=(Term("attack", ATTACK.of(encounter, who)),), cites=("OS-51",))
    else:
        bonus = proficiency(encounter, who)
        skill = ability(encounter, who, attack.ability)
        skill = replace(skill, terms=(*skill.terms, *((Term("proficiency", bonus),) if bonus else ())))
    magic = RollModifiers(terms=(Term(attack.name, attack.bonus),)) if attack.bonus else UNMODIFIED
    weary = fatigue_penalty(encounter, who) if TIRED_ATTACKS.of(encounter) == "on" else UNMODIFIED
    covered = RollModifiers(setbacks=("cover",), cites=("OS-17",)) if setback else UNMODIFIED
    mine, theirs = on_attacks(encounter, who), on_attacks_at(encounter, target, attack.ranged)
    base = RollModifiers(cites=("OS-07", *attack.cites))
    return combined(
        base, skill, magic, weary, on_rolls(encounter, who), mine, theirs, covered, on_next_roll(encounter, who)
    )


async def attack_target(ledger: Ledger, who: Tag, target: Tag, attack: Attack, *cites: str) -> bool:
    """An attack, and its damage if it hits. True for a hit."""
    attack = replace(attack, cites=(*cites, *attack.cites))
    cover = await _cover(ledger, who, target)
    throw = UNMODIFIED

    def ask() -> Roll:
        nonlocal throw
        _require_armed(ledger.encounter, who, attack)
        throw = attack_throw(ledger.encounter, who, target, attack, cover == "setback")
        return _to_hit(ledger, who, target, attack, throw, cover)

    rolled = await Ask(ask)
    if attack.weapon is not None:
        wield(ledger, who, attack.weapon)
    result = _record_attack(ledger, who, target, attack, throw, rolled, cover)
    end_on_roll(ledger, who)
    end_on_attack(ledger, who)
    if result not in HITS:
        ledger.record(MISSED.set(TABLE, who, "OS-16"))
        return False
    await _damage(ledger, who, target, attack, result == "critical")
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
            prompt=f"{ledger.encounter.name(target)} is in partial cover. What does the cover do?",
            options=("setback", "ac"),
            labels={"setback": "SETBACK on the attack", "ac": f"AC {_needed(ledger.encounter, target, 'ac')}"},
            default="setback",
            needs=(who, target),
            cites=("OS-17",),
        )
    )
    return answer.option


def _needed(encounter: Encounter, target: Tag, cover: str) -> int:
    return AC.of(encounter, target) + (COVER_AC if cover == "ac" else 0)


def _require_armed(encounter: Encounter, who: Tag, attack: Attack) -> None:
    """Lapsed if the attacker has become helpless, or its weapon has left its hand."""
    if reason := helpless(encounter, who):
        raise Lapsed(f"{encounter.name(who)} is {reason}")
    if attack.weapon is not None and attack.weapon not in WEAPONS.of(encounter, who):
        raise Lapsed(f"{encounter.name(who)} no longer holds the {attack.name} [OS-37]")


def _to_hit(ledger: Ledger, who: Tag, target: Tag, attack: Attack, throw: RollModifiers, cover: str) -> Roll:
    encounter = ledger.encounter
    against = _needed(encounter, target, cover)
    return throw.question(
        f"to-hit {who}>{target}",
        f"{encounter.name(who)} attacks {encounter.name(target)} with {attack.name}",
        who,
        "OS-08",
        goal=needed(encounter, throw, against, "hits"),
        needs=(target,),
        judged=lambda rolled: _result(encounter, target, attack, throw.reckon(rolled), rolled, against),
    )


def _record_attack(
    ledger: Ledger, who: Tag, target: Tag, attack: Attack, throw: RollModifiers, rolled: Rolled, cover: str
) -> Result:
    """Records an attack roll; returns its result (OS-08, 12..15, 54)."""
    encounter = ledger.encounter
    terms, against = throw.reckon(rolled), _needed(encounter, target, cover)
    result = _result(encounter, target, attack, terms, rolled, against)
    cites = ["OS-08", "OS-12" if result in HITS else "OS-15", *(("OS-13",) if result == "critical" else ())]
    cites += ["OS-54"] if result in HITS and _defenceless(encounter, target, attack) else []
    cites += ["OS-14"] if result in HITS and not reaches(encounter, terms, against) else []
    cites += ["OS-17"] if cover else []
    cites += throw.why
    ledger.record(ATTACK_ROLL.made(who, result, *cites, target=target, using=attack.name, terms=terms, against=against))
    return result


def _result(encounter: Encounter, target: Tag, attack: Attack, terms: Terms, rolled: Rolled, against: int) -> Result:
    """The result of an attack roll; each hit on the defenceless is critical (OS-13..15, 54)."""
    natural = rolled.faces[0][0]
    if natural == MISHAP and NAT1.of(encounter) == "on":
        return "fumble"
    lucky = natural == TRIUMPH and NAT20.of(encounter) == "on"
    if not (lucky or reaches(encounter, terms, against)):
        return "failure"
    return "critical" if natural == TRIUMPH or _defenceless(encounter, target, attack) else "success"


def _defenceless(encounter: Encounter, target: Tag, attack: Attack) -> bool:
    return critical_melee(encounter, target) and not attack.ranged


async def _damage(ledger: Ledger, who: Tag, target: Tag, attack: Attack, critical: bool) -> None:
    """The weapon's dice, twice for a critical hit, and the modifier once (OS-12, 13)."""
    dice = read_dice(attack.dice)
    dice = dice.times(2) if critical else dice
    what = f"{'Critical hit' if critical else 'Hit'}. {attack.title} damage"
    added = _added(ledger.encounter, who, attack)
    rolled = await roll_damage(ledger, f"damage {who}>{target}", who, target, dice, what, added)
    extra = _added(ledger.encounter, who, attack)
    cites = ("OS-12", *(("OS-13",) if critical else ()))
    wound(ledger, target, (*damage_terms(dice, rolled), *extra), *cites, by=who)


def _added(encounter: Encounter, who: Tag, attack: Attack) -> Terms:
    """What is added to the damage dice (OS-12)."""
    modifier = ABILITY[attack.ability].of(encounter, who) if attack.forceful else 0
    if attack.ranged and RANGED_DAMAGE.of(encounter) == "off":
        modifier = 0
    parts = ((attack.ability.upper(), modifier), (attack.name, attack.bonus))
    return tuple(Term(name, n) for name, n in parts if n)
