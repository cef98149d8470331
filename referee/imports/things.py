"""Things: the actions of a creature as weapons and abilities of its game, each described in one line."""

from referee.engine.tags import slug
from referee.imports.attack_text import Damage, Save
from referee.imports.creature import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, Creature, Feature, Limited
from referee.imports.report import Notes

USUAL_LEGENDARY = 3
"""Legendary actions each round where the file does not say how many, as the rules have it."""
_MOST = 40
"""Things of one creature."""
_COSTS = {ACTION: "{action=1}", BONUS: "{bonus=1}", REACTION: "{reaction=1}"}
_RESETS = {"day": "'long'", "long rest": "'long'", "short rest": "['short','long']"}
_RESETS |= dict.fromkeys(("short or long rest", "rest"), "['short','long']")
Keys = dict[str, str]


def things_of(creature: Creature, notes: Notes) -> list[str]:
    """What is said after `add` for its weapons and abilities: weapon="{...}", power="{...}"."""
    words: list[str] = []
    taken: set[str] = set()
    for feature in creature.features:
        if feature.sort == TRAIT or not (feature.attack or feature.saves or feature.limit or feature.sort == LEGENDARY):
            continue
        name = _unlike(feature.name, taken)
        if feature.attack is not None and feature.sort == ACTION:
            words.append(_said("weapon", name, _weapon(feature, notes)))
        else:
            words.append(_said("power", name, _power(feature, notes)))
    if len(words) > _MOST:
        notes.add("actions", f"it has {len(words)}; {_MOST} of them are made weapons and abilities.")
    return words[:_MOST]


def legendary_actions(creature: Creature, notes: Notes) -> int | None:
    """How many legendary actions it has each round; None if it has none."""
    if creature.legendary is None and any(feature.sort == LEGENDARY for feature in creature.features):
        notes.add(
            "legendary actions", f"the file does not say how many; {USUAL_LEGENDARY} are taken, as the rules have it."
        )
        return USUAL_LEGENDARY
    return creature.legendary


def _unlike(name: str, taken: set[str]) -> str:
    """The name, with a number behind it if another thing has it."""
    plain = name.replace("'", "’").replace('"', "").replace("\\", "")[:60]
    unlike, n = plain, 1
    while slug(unlike) in taken:
        n += 1
        unlike = f"{plain[:56]} {n}"
    taken.add(slug(unlike))
    return unlike


def _said(sort: str, name: str, keys: Keys) -> str:
    inner = ", ".join((f"name='{name}'", *(f"{key}={value}" for key, value in keys.items())))
    return f'{sort}="{{{inner}}}"'


def _weapon(feature: Feature, notes: Notes) -> Keys:
    attack = feature.attack
    assert attack is not None
    keys: Keys = {"hit": str(attack.to_hit)}
    if attack.ranged:
        keys["ranged"] = "true"
    elif attack.reach is not None and attack.reach != 5:
        keys["reach"] = str(attack.reach)
    return {**keys, **_damage(attack.damage), **_then(feature, notes), **_limit(feature.limit)}


def _power(feature: Feature, notes: Notes) -> Keys:
    keys: Keys = {"turn": "'after'", "cost": f"{{legendary={feature.cost}}}"} if feature.sort == LEGENDARY else {}
    if feature.sort in _COSTS:
        keys["cost"] = _COSTS[feature.sort]
    keys |= _limit(feature.limit)
    if feature.attack is not None:
        keys |= {"hit": str(feature.attack.to_hit), "test": "'attack'"}
        keys |= {"ranged": "true"} if feature.attack.ranged else {}
        return {**keys, **_damage(feature.attack.damage), **_then(feature, notes)}
    if not feature.saves:
        return {**keys, "targets": "'none'"}
    save = feature.saves[0]
    if len(feature.saves) > 1:
        notes.add(feature.name, "it has several saves; the first is played, the others are kept as text.")
    keys |= {"dc": str(save.dc), "targets": "'many'", "test": f"'save {save.ability}'"}
    keys |= {"spared": "'half'"} if save.on_success == "half" and save.damage else {}
    return {**keys, **_damage(save.damage)}


def _limit(limit: Limited | None) -> Keys:
    if limit is None:
        return {}
    if limit.recharge:
        return {"uses": "1", "recharge": f"'d6 >= {limit.recharge}'", "reset": "['short','long']"}
    return {"uses": str(limit.times), "reset": _RESETS[limit.per]} if limit.per in _RESETS else {}


def _damage(parts: tuple[Damage, ...]) -> Keys:
    return {"damage": _list([str(part) for part in parts])} if parts else {}


def _then(feature: Feature, notes: Notes) -> Keys:
    """The save of those who are hit, with what it does to them."""
    if not feature.saves:
        return {}
    if len(feature.saves) > 1:
        notes.add(feature.name, "a hit brings several saves; the first is played, the others are kept as text.")
    save = feature.saves[0]
    return {"then": f"{{test='save {save.ability}', values={{dc='{save.dc}'}}{_outcomes(save)}}}"}


def _outcomes(save: Save) -> str:
    if not save.damage:
        return ""
    on = [f"failure={{damage={_list([str(part) for part in save.damage])}}}"]
    if save.on_success == "half":
        on.append(f"success={{damage={_list([f'({part.dice}) / 2 {part.type}'.strip() for part in save.damage])}}}")
    return f", on={{{', '.join(on)}}}"


def _list(words: list[str]) -> str:
    return f"'{words[0]}'" if len(words) == 1 else "[" + ",".join(f"'{word}'" for word in words) + "]"
