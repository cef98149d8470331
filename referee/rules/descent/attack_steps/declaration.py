"""The first two steps of an attack: what is attacked with what, and whether it is in reach and in sight (DJ-02..08)."""

from referee.engine.bearer import Tag
from referee.engine.board import Space, name_of, space_of
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.sight import along
from referee.rules.descent import kinds
from referee.rules.descent.attack_steps.attack_state import SPACE, AttackState
from referee.rules.descent.attack_steps.weapon_profile import WeaponProfile, profile_of
from referee.rules.descent.battlefield import battlefield
from referee.rules.descent.effects import CLAUSE, NOTED, effects, total
from referee.rules.descent.equipment import BARE, weapons
from referee.rules.descent.kinds import ABILITIES, REACH, count_of, is_hero

IN_THE_WAY = {
    "clear": "nothing is in the way",
    "wall": "a wall is in the way",
    "door": "a closed door is in the way",
    "figure": "another figure is in the way",
    "obstacle": "an obstacle is in the way",
}
"""What may stand between an attacker and the target space (DJ-07)."""
_SIGHTED = {"melee": "DJ-36", "ranged": "DJ-39", "magic": "DJ-42"}
# -------------------------------------------------------------------- step 1: declare


def declare(ledger: Ledger, attacker: Tag, target: Tag, space: str, weapon: Tag, distance: int) -> AttackState:
    """Step 1: the target space, and a hero's weapon (DJ-02, 03, 11, 12, 45, 46)."""
    encounter = ledger.encounter
    profile = profile_of(encounter, attacker, weapon)
    who, where = _named(ledger, attacker, target, space)
    called = "an empty space" if where is None else f"{name_of(where)} (nobody there)"
    attack = AttackState(attacker, who, called, profile, distance, where)
    if who is not None:
        attack.fear = total(effects(ABILITIES.of(encounter, who)), "fear")
    cites = ["DJ-02"]
    if is_hero(encounter, attacker):
        cites += ["DJ-46"] if weapon == BARE else ["DJ-03", "DJ-04"]
        cites += ["DJ-11"] if len(weapons(encounter, attacker)) > 1 else []
        cites += ["DJ-12"] if profile.added else []
    if profile.abilities:
        cites += ["DJ-45", *dict.fromkeys(CLAUSE[one.name] for one in profile.abilities)]
    card = ", ".join((profile.type, *map(str, profile.abilities)))
    ledger.remark(f"{profile.name[:1].upper()}{profile.name[1:]}: {card}", *cites, detail=True)
    for name, bonus in profile.added:
        ledger.remark(f"{name} in the other hand: {', '.join(map(str, bonus))}", "DJ-12", detail=True)
    _note_abilities(ledger, attack)
    return attack


def _named(ledger: Ledger, attacker: Tag, target: Tag, space: str) -> tuple[Tag | None, Space | None]:
    """Who is attacked, and in which space of the board: the one in sight, of a large figure (DJ-02, 27)."""
    who = None if target == SPACE else target
    on = battlefield(ledger.rules, ledger.encounter, attacker, *(() if who is None else (who,)))
    if on is None:
        return who, None
    if who is None:
        where = space_of(space) if space else None
        return (None if where is None else on.who(where)), where
    look = on.aimed(attacker, on.at(who))
    return who, None if look is None else look.end


def _note_abilities(ledger: Ledger, attack: AttackState) -> None:
    """Abilities that are left to the table are called to mind (DJ-77)."""
    for who in attack.figures():
        for one in effects(ABILITIES.of(ledger.encounter, who)):
            if one.name in NOTED:
                name = ledger.encounter.name(who)
                ledger.remark(f"{name} has {one.name}: {NOTED[one.name]}; see to it by hand", "DJ-77")


# -------------------------------------------------------------------- step 2: sight, and the reach of melee before it


def reach(encounter: Encounter, profile: WeaponProfile) -> int:
    """How many spaces a melee attack spans (DJ-36, 75)."""
    return int(REACH.of(encounter)) if profile.has("reach") else 1


def in_reach(ledger: Ledger, attack: AttackState) -> bool:
    """Melee is against adjacent spaces only, and that is looked at before sight (DJ-36, 85)."""
    on = battlefield(ledger.rules, ledger.encounter, attack.attacker)
    if attack.profile.template and on is not None and attack.space is not None:
        if on.templates(attack.attacker, attack.profile.template, (attack.space,)):
            return True
        text = f"Not possible: no {attack.profile.template} reaches {attack.target_name(ledger.encounter)}"
        ledger.remark(text, "DJ-62")
        return False
    spans = reach(ledger.encounter, attack.profile)
    clause = "DJ-75" if attack.profile.has("reach") else "DJ-36"
    if not attack.profile.melee or attack.distance <= spans:
        return True
    aim = attack.target_name(ledger.encounter)
    ledger.remark(f"Not possible: {aim} is {count_of(attack.distance, 'space')} away", clause, "DJ-85")
    return False


def confirm_sight(ledger: Ledger, attack: AttackState, sight: str) -> bool:
    """Step 2: an unbroken line from centre to centre (DJ-05..08)."""
    large = kinds.SIZE.of(ledger.encounter, attack.attacker) != "1x1"
    reaching = ("DJ-75",) if attack.profile.melee and attack.distance > 1 else ()
    line, lined = _line(ledger, attack, sight)
    cites = ("DJ-05", _SIGHTED[attack.profile.type], "DJ-87", *reaching, *(("DJ-06", "DJ-83") if large else ()), *lined)
    if sight == "clear":
        ledger.remark(f"{attack.target_name(ledger.encounter)} is in sight{line}", *cites, detail=True)
        return True
    through = ("DJ-08",) if sight == "figure" else ()
    ledger.remark(f"Not possible: {IN_THE_WAY[sight]}{line}", "DJ-07", *through, *cites)
    return False


def _line(ledger: Ledger, attack: AttackState, sight: str) -> tuple[str, tuple[str, ...]]:
    """The line on the board in words, with what breaks it, and the clauses it goes by; nothing without a board."""
    on = battlefield(ledger.rules, ledger.encounter, attack.attacker)
    look = None if on is None or attack.space is None else on.aimed(attack.attacker, (attack.space,))
    if on is None or look is None or look.clear != (sight == "clear"):
        return "", ()
    bars = [ledger.encounter.name(bar[1]) for bar in (look.barred, look.also) if bar is not None]
    where = f", {' and '.join(bars)}" if bars else ""
    large = attack.target is not None and len(on.at(attack.target)) > 1
    cites = (*(("DJ-84",) if large else ()), *(("DJ-86",) if on.corner_matters(attack.attacker, look) else ()))
    return f", {along(look)}{where}", cites
