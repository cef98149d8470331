"""The declaration of an attack: who, at what, with what, how far, what is in the way (DJ-02..09)."""

from referee.engine.board.geometry import Look, along
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount, Text
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Space, name_of, read_space, space_of
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks
from referee.rules.descent import kinds
from referee.rules.descent.attack_state import CARD, SPACE, AttackState, WeaponProfile, no_die, profile_of
from referee.rules.descent.battlefield import Battlefield, battlefield
from referee.rules.descent.equipment import BARE, CLAUSE, NOTED, effects, total, weapons
from referee.rules.descent.kinds import ABILITIES, REACH, count_of, is_hero
from referee.text.phrases import capitalised

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
    ledger.remark(f"{capitalised(profile.name)}: {card}", *cites, detail=True)
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
    """Reminds of abilities that are left to the table (DJ-77)."""
    for who in attack.figures():
        for one in effects(ABILITIES.of(ledger.encounter, who)):
            if one.name in NOTED:
                name = ledger.encounter.name(who)
                ledger.remark(f"{name} has {one.name}: {NOTED[one.name]}. Apply it by hand", "DJ-77")


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
        text = f"{attack.cannot(ledger.encounter)}: the {attack.profile.template} does not reach"
        ledger.remark(text, "DJ-62")
        return False
    spans = reach(ledger.encounter, attack.profile)
    clause = "DJ-75" if attack.profile.has("reach") else "DJ-36"
    if not attack.profile.melee or attack.distance <= spans:
        return True
    far = f"{count_of(attack.distance, 'space')} away"
    ledger.remark(f"{attack.cannot(ledger.encounter)}: {far}", clause, "DJ-85")
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
    ledger.remark(f"{attack.cannot(ledger.encounter)}: {IN_THE_WAY[sight]}{line}", "DJ-07", *through, *cites)
    return False


def _line(ledger: Ledger, attack: AttackState, sight: str) -> tuple[str, tuple[str, ...]]:
    """The line on the board in words, with what breaks it, and the clauses it goes by; nothing without a board."""
    on = battlefield(ledger.rules, ledger.encounter, attack.attacker)
    look = None if on is None or attack.space is None else on.aimed(attack.attacker, (attack.space,))
    if on is None or look is None or look.clear != (sight == "clear"):
        return "", ()
    bars = [ledger.encounter.name(bar[1]) for bar in (look.barred, look.also) if bar is not None]
    where = f"{' and '.join(bars)}, " if bars else ""
    large = attack.target is not None and len(on.at(attack.target)) > 1
    cites = (*(("DJ-84",) if large else ()), *(("DJ-86",) if on.corner_matters(attack.attacker, look) else ()))
    return f" ({where}{along(look)})", cites


FARTHEST = 50
"""Spaces that a range may be told."""


def ask_whose_turn(situation: Situation) -> Pick:
    """The question who attacks; it can only be answered with the figure whose turn it is."""
    turn = situation.encounter.turn
    others = {
        tag: f"It is not {situation.encounter.name(tag)}'s turn." for tag in situation.encounter.figures if tag != turn
    }
    among = (turn,) if turn is not None and situation.able(turn) else ()
    return Pick(key="who", prompt="Who attacks?", among=among, barred=others)


def whose_turn(situation: Situation) -> Picked | None:
    """The figure that has the turn, as an answer; None while nobody has it, or it cannot act."""
    among = ask_whose_turn(situation).among
    return Picked(tags=among) if among else None


def _ask_target(situation: Situation, who: Picked) -> Pick:
    encounter, attacker = situation.encounter, who.one
    side = encounter.figures[attacker].side
    up = [tag for tag in situation.targets() if tag != attacker]
    foes = tuple(tag for tag in up if encounter.figures[tag].side != side)
    friends = {tag: f"{encounter.name(tag)} is on the same side." for tag in up if tag not in foes}
    return Pick(
        key="target",
        prompt=f"{encounter.name(attacker)} attacks whom, or which empty space?",
        among=(*foes, SPACE) if SPACE not in foes else foes,
        barred=friends,
        beside={tag: f"armor {kinds.ARMOR.of(encounter, tag)}" for tag in foes},
        unlikely={SPACE: "", **{tag: reason for tag in foes if (reason := _out_of_reach(situation, attacker, tag))}},
        near=attacker,
        needs=who.tags,
        cites=("DJ-02",),
    )


def _out_of_reach(situation: Situation, who: Tag, target: Tag) -> str:
    """Why nothing that a figure has at hand reaches another on the board; empty if something may (DJ-07, 36)."""
    on = battlefield(situation.rules, situation.encounter, who, target)
    look = None if on is None else on.aimed(who, on.at(target))
    if on is None or look is None:
        return ""
    hero = is_hero(situation.encounter, who)
    at_hand = (weapons(situation.encounter, who) or (BARE,)) if hero else (CARD,)
    profiles = [profile_of(situation.encounter, who, weapon) for weapon in at_hand]
    if any(profile.template for profile in profiles):
        return ""
    far = on.range(who, look.end)
    if all(profile.melee and far > reach(situation.encounter, profile) for profile in profiles):
        return "out of reach"
    return "" if look.clear else "not in sight"


def _ask_weapon(situation: Situation, who: Picked) -> Pick:
    encounter, attacker = situation.encounter, who.one
    among = (*weapons(encounter, attacker), BARE) if is_hero(encounter, attacker) else (CARD,)
    packed = weapons(encounter, attacker, kinds.PACK.name)
    barred = {tag: f"{encounter.name(tag)} is not equipped [DJ-04]. Equip it first." for tag in packed}
    barred |= {tag: why for tag in among if (why := no_die(encounter, attacker, profile_of(encounter, attacker, tag)))}
    return Pick(
        key="weapon",
        prompt=f"{encounter.name(attacker)} attacks with which weapon?",
        among=among,
        barred=barred,
        needs=who.tags,
        cites=("DJ-03", "DJ-04"),
    )


def _weapon(situation: Situation, who: Picked) -> Picked | None:
    """The only weapon at hand, or bare hands without one, or the dice on a monster's card."""
    at_hand = weapons(situation.encounter, who.one) if is_hero(situation.encounter, who.one) else (CARD,)
    if len(at_hand) > 1:
        return None
    return Picked(tags=at_hand or (BARE,))


def _battlefield(situation: Situation, who: Picked, target: Picked) -> Battlefield | None:
    """The board, if who attacks and what is attacked are on it."""
    return battlefield(situation.rules, situation.encounter, who.one, *(() if target.one == SPACE else target.tags))


def _ask_space(situation: Situation, who: Picked, target: Picked) -> Text:
    on = _battlefield(situation, who, target)

    def check(text: str) -> str | None:
        if not text:
            return None
        if on is None:
            return "There is no board, so no space can be named. Leave the space out."
        try:
            if read_space(on.ground.board, text) in on.at(who.one):
                return f"{situation.encounter.name(who.one)} is standing there. Choose another space."
        except NotUnderstood as problem:
            return str(problem)
        return None

    words = () if on is None else tuple(map(name_of, on.around(who.one)))
    optional = on is None or target.one != SPACE
    prompt = "Which space, such as c5?"
    return Text(key="space", prompt=prompt, check=check, words=words, spaces={}, optional=optional)


def _space(situation: Situation, who: Picked, target: Picked) -> Said | None:
    """Without a board, or with a figure for a target, no space is named."""
    return None if target.one == SPACE and _battlefield(situation, who, target) is not None else Said(text="")


def _look(situation: Situation, who: Picked, target: Picked, space: Said) -> Look | None:
    on = _battlefield(situation, who, target)
    if on is None:
        return None
    named = (space_of(space.text),) if space.text else ()
    return on.aimed(who.one, named if target.one == SPACE else on.at(target.one))


def _aim(situation: Situation, target: Picked) -> str:
    return "that space" if target.one == SPACE else situation.encounter.name(target.one)


def _ask_distance(situation: Situation, who: Picked, target: Picked, weapon: Picked) -> Amount:
    melee = profile_of(situation.encounter, who.one, weapon.one).melee
    return Amount(
        key="distance",
        prompt=f"How many spaces away is {_aim(situation, target)}, a diagonal counting as one?",
        least=1,
        most=FARTHEST,
        default=1 if melee else None,
        needs=(who.one, target.one),
        cites=("DJ-09",),
    )


def _distance(situation: Situation, who: Picked, target: Picked, space: Said, weapon: Picked) -> Counted | None:
    """The board knows, if there is one (DJ-87); who attacks with a template need not count (DJ-62)."""
    on, look = _battlefield(situation, who, target), _look(situation, who, target, space)
    if on is not None and look is not None:
        return Counted(n=max(1, on.range(who.one, look.end)))
    return Counted(n=1) if profile_of(situation.encounter, who.one, weapon.one).template else None


def _ask_sight(situation: Situation, who: Picked, target: Picked) -> Choose:
    large = kinds.SIZE.of(situation.encounter, who.one) != "1x1"
    whence = "from the centre of any one of its spaces" if large else "from centre to centre"
    return Choose(
        key="sight",
        prompt=f"What blocks the line of sight to {_aim(situation, target)}, {whence}?",
        options=tuple(IN_THE_WAY),
        labels=IN_THE_WAY,
        default="clear",
        needs=(who.one, target.one),
        cites=("DJ-05", "DJ-07"),
    )


def _sight(
    situation: Situation, who: Picked, target: Picked, space: Said, weapon: Picked, distance: Counted
) -> Chosen | None:
    """The board knows, if there is one (DJ-87); beside each other nothing is in the way, unless the table says so.

    Nor need it be asked where melee does not reach, which is looked at first (DJ-36, 85).
    """
    if (look := _look(situation, who, target, space)) is not None:
        return Chosen(option="clear" if look.barred is None else look.barred[0])
    profile = profile_of(situation.encounter, who.one, weapon.one)
    beyond = profile.melee and distance.n > reach(situation.encounter, profile)
    return Chosen(option="clear") if distance.n == 1 or beyond else None


ATTACK_TARGET = asks(_ask_target, nobody="There is nobody to attack.")
ATTACK_SPACE = asks(_ask_space, default=_space)
ATTACK_WEAPON = asks(_ask_weapon, default=_weapon)
ATTACK_DISTANCE = asks(_ask_distance, default=_distance)
ATTACK_SIGHT = asks(_ask_sight, default=_sight)
