"""What an attack needs to be told: who, at what, with what, how far, and what is in the way (DJ-02..09)."""

from referee.engine.answer import Chosen, Counted, Picked, Said
from referee.engine.bearer import Tag
from referee.engine.board import name_of, read_space, space_of
from referee.engine.problem import NotUnderstood
from referee.engine.question import Amount, Choose, Pick, Text
from referee.engine.sight import Look
from referee.engine.verb import Situation, asks
from referee.rules.descent import kinds
from referee.rules.descent.attack_steps.attack_state import SPACE
from referee.rules.descent.attack_steps.declaration import IN_THE_WAY, reach
from referee.rules.descent.attack_steps.weapon_profile import CARD, no_die, profile_of
from referee.rules.descent.battlefield import Battlefield, battlefield
from referee.rules.descent.equipment import BARE, weapons
from referee.rules.descent.kinds import is_hero

FARTHEST = 50
"""Spaces that a range may be told."""


def ask_whose_turn(situation: Situation) -> Pick:
    """Whose turn it is."""
    turn = situation.encounter.turn
    others = {
        tag: f"It is not {situation.encounter.name(tag)}'s turn." for tag in situation.encounter.figures if tag != turn
    }
    among = (turn,) if turn is not None and situation.able(turn) else ()
    return Pick(key="who", prompt="Who?", among=among, barred=others)


def whose_turn(situation: Situation) -> Picked | None:
    """The figure whose turn it is."""
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
        prompt=f"{encounter.name(attacker)} attacks the space of whom? (`space`: an empty one)",
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
    without = {tag: no_die(encounter, attacker, profile_of(encounter, attacker, tag)) for tag in among}
    packed = weapons(encounter, attacker, kinds.PACK.name)
    barred = {tag: f"{encounter.name(tag)} is not equipped [DJ-04]." for tag in packed}
    return Pick(
        key="weapon",
        prompt=f"{encounter.name(attacker)} attacks with which weapon?",
        among=among,
        barred=barred | {tag: reason for tag, reason in without.items() if reason},
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
            return "There is no board: no space can be named."
        try:
            if read_space(on.ground.board, text) in on.at(who.one):
                return f"{situation.encounter.name(who.one)} stands there itself."
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
        prompt=f"How many spaces away is {_aim(situation, target)}? (a diagonal counts one)",
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
        prompt=f"What is in the line to {_aim(situation, target)}, {whence}?",
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
