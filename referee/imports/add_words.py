"""Words of `add` for a creature: what is typed after `add` for it, in the game that it is to play."""

from collections.abc import Collection

from referee.engine.state.tags import slug
from referee.imports.described_act import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, Attack, Feature, Limited
from referee.imports.english import spells
from referee.imports.english.effect_keys import Keys, effect_keys, failed, given, table, told_text
from referee.imports.english.features import LEGENDARY_RESISTANCE
from referee.imports.english.phrases import UNFOCUSED
from referee.imports.english.references import Pattern, joined, multiattack
from referee.imports.english.sentences import aim, aimed_only, held_only
from referee.imports.english.traits import MAGIC_WEAPONS, at_work
from referee.imports.found_in_file import Creature, Spell
from referee.imports.record import ABILITIES, Json, phrase
from referee.imports.report import Notes

FIFTH, PLAIN = "fifth", "plain"
SYSTEMS = (FIFTH, PLAIN)
"""The games that creatures can be imported into; the first unless another one is said."""
USUAL_LEGENDARY = 3
"""Legendary actions each round where the file does not say how many, as the rules have it."""
_USUAL_PROFICIENCY = 2
_SKILL = phrase(r"\b(athletics|acrobatics|medicine|stealth):? \+?(-?\d{1,2})\b")
_EITHER = phrase(r"\bStrength or Dexterity sav(?:e|ing throw)")
"""A save whose ability the target chooses."""
_ANOTHER = phrase(r"(?<! or )\b(another (\w+ )?creature|other than (itself|himself|herself|themself|you(rself)?))\b")
_PASSIVE = phrase(r"\bpassive[ _]perception:? (\d{1,2})\b")
_TOLD_APART = 20
"""Characters of a name before the number that tells it from another; tags have not many more."""
_MOST = 40
"""Things of one creature."""
_COSTS = {ACTION: "{action=1}", BONUS: "{bonus=1}", REACTION: "{reaction=1}"}
_RESETS = {"day": "'long'", "long rest": "'long'", "short rest": "['short','long']"}
_RESETS |= {"turn": "'turn start'", "turn start": "'turn start'", "round": "'round'"}
_RESETS |= dict.fromkeys(("short or long rest", "rest"), "['short','long']")


def kind_of(creature: Creature) -> str:
    """The game's own kind that it is one of; both games have the two."""
    return "hero" if creature.is_player or creature.side == "heroes" else "foe"


def quoted(name: str) -> str:
    """A name as it is typed."""
    return '"' + name.replace('"', "'") + '"'


def values_of(creature: Creature, system: str, notes: Notes) -> str:
    """What is known of it, as key=value; what the game cannot take is noted."""
    values = _fifth(creature, notes) if system == FIFTH else _plain(creature)
    things = _things(creature, notes) if system == FIFTH else []
    return " ".join((*(f"{key}={value}" for key, value in values.items()), *things))


def _hit_points(creature: Creature) -> dict[str, object]:
    if creature.hp is None:
        return {}
    now = creature.hp_now
    return {"hp": f"{now}/{creature.hp}" if now is not None and now != creature.hp else creature.hp}


def _plain(creature: Creature) -> dict[str, object]:
    told = [] if creature.ac is None else [f"AC {creature.ac}"]
    told += [] if creature.initiative is None else [f"initiative {creature.initiative:+}"]
    return {**_hit_points(creature), **({"note": quoted(", ".join(told))} if told else {})}


def _fifth(creature: Creature, notes: Notes) -> dict[str, object]:
    values: dict[str, object] = {"cr": creature.challenge} if creature.challenge and not creature.is_player else {}
    values |= _hit_points(creature)
    _bounded(values, notes, "ac", creature.ac, 1, 40)
    for ability in ABILITIES:
        _bounded(values, notes, ability, creature.modifiers.get(ability), -5, 10)
    values |= {f"{ability}_save": save for ability, save in creature.saves.items()}
    if creature.initiative is not None and creature.initiative != creature.modifiers.get("dex", 0):
        values["init_bonus"] = creature.initiative
    lines = (line for line in creature.text if line.startswith("Skills:"))
    values |= {skill.lower(): bonus for line in lines for skill, bonus in _SKILL.findall(line)}
    senses = _PASSIVE.search(next((line for line in creature.text if line.startswith("Senses:")), ""))
    if senses is not None and int(senses[1]) != 10 + creature.modifiers.get("wis", 0):
        values["passive"] = senses[1]
    if creature.proficiency not in (None, _USUAL_PROFICIENCY):
        _bounded(values, notes, "proficiency", creature.proficiency, 0, 9)
    if creature.speed is not None and creature.speed != 30:
        _bounded(values, notes, "speed", creature.speed, 0, 200)
    if creature.size not in ("", "medium"):
        values["size"] = creature.size
    for key in ("resist", "vulnerable", "immune", "unaffected"):
        if listed := ",".join(dict.fromkeys(getattr(creature, key))):
            values[key] = quoted(listed) if " " in listed else listed
    if legendary := _legendary_actions(creature, notes):
        values["legendary"] = legendary
    for feature in creature.features:
        if feature.name.lower() == LEGENDARY_RESISTANCE and feature.limit and 0 < feature.limit.times <= 9:
            values["resistance"] = feature.limit.times
    for magic in creature.magic:
        values |= {f"slot{level}": most for level, most in sorted((magic.slots or {}).items())}
        values |= {"cantrip": magic.dice} if magic.dice > 1 else {}
        _bounded(values, notes, "casting", creature.modifiers.get(magic.ability), -5, 10)
        _bounded(values, notes, "spell_dc", magic.dc, 1, 40)
        _bounded(values, notes, "spell_hit", magic.to_hit, -5, 30)
    values |= {"hp_dice": creature.hp_dice} if creature.hp_dice else {}
    if by_hand := ", ".join(told_text(each.name, 60) for each in compiled(creature) if each.by_hand and not each.plays):
        values["by_hand"] = quoted(by_hand)
    if bought := ", ".join(map(_pattern, multiattack(creature.features))):
        values["multiattack"] = quoted(bought)
    return values


def _pattern(pattern: Pattern) -> str:
    """A pattern as a system file says it: `bite + 2 claw/tail`."""
    return " + ".join(f"{part.count} {'/'.join(_tag(each.name) for each in part.among)}" for part in pattern)


def _tag(name: str) -> str:
    """What a thing of that name is called in commands."""
    return slug(told_text(name, 60)).replace("-", "_")


def _bounded(values: dict[str, object], notes: Notes, key: str, value: int | None, least: int, most: int) -> None:
    if value is None:
        return
    if least <= value <= most:
        values[key] = value
    else:
        notes.add(key, f"the game allows {least} to {most}; {value} left out.")


def data_of(creature: Creature) -> Json:
    """What is known of a creature, for other programs."""
    features = compiled(creature)
    used = [each for each in features if each.is_used]
    return {
        "hp": creature.hp,
        "hp_dice": creature.hp_dice,
        "ac": creature.ac,
        "initiative": creature.initiative,
        "modifiers": dict(creature.modifiers),
        "saves": dict(creature.saves),
        "attacks": [each.attack.data(each.name) for each in used if each.attack],
        "save_effects": [save.data(each.name) for each in used for save in each.saves],
        "limited": [each.limit.data(each.name) for each in used if each.limit and not each.casts],
        "features": [each.data() for each in features if each.plays or each.by_hand],
    }


# -------------------------------------------------------------------- actions as weapons and abilities


def compiled(creature: Creature) -> list[Feature]:
    """The features of a creature as the game has them: those that speak of others with what these do, traits that work
    by themselves as rows.
    """
    if creature.compiled is None:
        magical = any(MAGIC_WEAPONS.search(each.text) for each in creature.features)
        creature.compiled = [at_work(each, magical) for each in joined(creature.features)]
    return creature.compiled


def _things(creature: Creature, notes: Notes) -> list[str]:
    """What is said after `add` for its weapons and abilities: weapon="{...}", power="{...}"."""
    words: list[str] = []
    taken: set[str] = set()
    known = {spell.name.lower(): spell for magic in creature.magic for spell in magic.spells}
    brought = {each.condition for feature in creature.features for done in feature.effects for each in done.brings}
    rows_brought = "".join(row for feature in compiled(creature) for row in feature.rows)
    brought |= {"grappled"} if "{condition='grappled'" in rows_brought else set()
    for feature in compiled(creature):
        if not feature.is_used:  # a trait for which nothing is rolled stands on the sheet by its name
            nothing = feature.sort == TRAIT and not (feature.plays or feature.by_hand)
            words += [_said("feature", _unlike(feature.name, taken), {})] if nothing else []
            continue
        name, rows = _unlike(feature.name, taken), list(feature.rows)
        if feature.rows and not feature.at:
            pass
        elif feature.casts:
            spell = known.get(feature.casts.lower(), Spell(feature.casts))
            words.append(f'spell="{spells.cast_as(spell, name, feature.cost, once=bool(feature.limit))}"')
        elif feature.sort == LEGENDARY and (any_of := [*spells.any_of(feature.text, known.values())]):
            words += [f'spell="{spells.cast_as(each, f"{each.name} (legendary)", feature.cost)}"' for each in any_of]
        elif feature.attack is not None and feature.is_weapon:
            held = given(**{key: repr(value) for key, value in held_only(feature.text, brought).items() if value})
            words.append(_said("weapon", name, _weapon(feature.attack, feature, notes) | held))
        else:
            words.append(_said("power", name, _power(feature, notes, brought)))
        if feature.at:
            rows.append(f"{{at='{feature.at}', does='{_tag(name)}'}}")
            name = _unlike(f"{name} itself", taken)
        words += [_said("feature", name, {"effects": f"[{', '.join(rows)}]"})] if rows else []
    cast = map(spells.words, known.values())
    words += [f'{sort}="{said}"' if said.startswith("{") else f"{sort}={said}" for sort, said in cast]
    if len(words) > _MOST:
        notes.add("actions", f"only the first {_MOST} of {len(words)} can be used; the others kept as a note.")
    return words[:_MOST]


def lair_of(creature: Creature, notes: Notes) -> str:
    """The name of its lair, which has a place of its own in the order, and what is said after `add` for it; empty
    where nothing of it plays."""
    things = [_said("power", each.name, _power(each, notes)) for each in creature.lair]
    return " ".join(("lair", quoted(f"{creature.name} lair"), "init=20", *things)) if things else ""


def _legendary_actions(creature: Creature, notes: Notes) -> int | None:
    """How many legendary actions it has each round; None if it has none."""
    if creature.legendary is None and any(feature.sort == LEGENDARY for feature in creature.features):
        notes.add("legendary actions", f"number missing; using {USUAL_LEGENDARY}, the usual number.")
        return USUAL_LEGENDARY
    return creature.legendary


def _unlike(name: str, taken: set[str]) -> str:
    """The name, with a number behind it if another thing has it."""
    plain = told_text(name, 60)
    unlike, n = plain, 1
    while slug(unlike) in taken:
        n += 1
        unlike = f"{plain[:_TOLD_APART]} {n}"
    taken.add(slug(unlike))
    return unlike


def _said(sort: str, name: str, keys: Keys) -> str:
    inner = ", ".join((f"name='{name}'", *(f"{key}={value}" for key, value in keys.items())))
    return f'{sort}="{{{inner}}}"'


def _weapon(attack: Attack, feature: Feature, notes: Notes) -> Keys:
    far = not attack.ranged and attack.reach not in (None, 5)
    near, long = attack.ranges or (0, 0)
    return {
        **given(
            hit=str(attack.to_hit),
            ranged="true" if attack.ranged else "",
            thrown="true" if near and not attack.ranged else "",
            reach=str(attack.reach) if far else "",
            range=str(near) if near else "",
            long=str(long) if long else "",
            test="'attack'" if feature.sort != ACTION else "",
            magical="true" if feature.magical else "",
            when=f"'{feature.when}'" if feature.when else "",
            why=f"'{feature.why}'" if feature.why else "",
            on=f"{{critical={table(effect_keys(attack.critical))}}}" if attack.critical else "",
        ),
        **effect_keys(attack.hit),
        **_then(feature, notes),
        **_uses(feature.limit),
    }


def _power(feature: Feature, notes: Notes, brought: Collection[str] = ()) -> Keys:
    legendary = feature.sort == LEGENDARY
    usual = _COSTS[BONUS] if feature.text.startswith("As a bonus action") else ""
    cost = f"{{legendary={feature.cost}}}" if legendary else _COSTS.get(feature.sort, usual)
    keys = given(turn="'after'" if legendary else "", cost=cost)
    if feature.keys:
        return {**keys, **_uses(feature.limit), **dict(feature.keys)}
    if feature.attack is not None:
        return {**keys, **_weapon(feature.attack, feature, notes)}
    said = aimed_only(feature.text, brought) if feature.saves or feature.own.plays else {}
    keys |= given(**{key: repr(value) for key, value in said.items()})
    keys |= _uses(feature.limit) | given(shares=f"'{_tag(feature.shares)}'" if feature.shares else "")
    if not feature.saves:
        if any(UNFOCUSED in each.ends for each in feature.own.brings):
            focus = "{condition='concentrating', to='self', for='open'}"
            keys |= {"always": f"{{brings=[{focus}]}}", "ends_alone": "true"}
        return {**keys, **_aim(feature), **effect_keys(feature.own, own=True)}
    save = feature.saves[0]
    if len(feature.saves) > 1:
        notes.add(feature.name, "several saves; using the first, the others kept as a note.")
    keys |= given(
        magical="true" if feature.magical else "",
        dc=str(save.dc),
        targets="'one'" if save.one else "'many'",
        at="" if save.chosen else "'others'",
        test="'brace'" if _EITHER.search(feature.text) else f"'save {save.ability}'",
        immune_after="{success='long'}" if save.immune else "",
    )
    return {**keys, **failed(save)}


def _aim(feature: Feature) -> Keys:
    """To whom is done what is done without a roll."""
    if not feature.own.plays:
        return {"targets": "'none'"}
    if feature.to_self:
        return {"targets": "'self'"}
    one, _ = aim(feature.text)
    if feature.own.heal:
        return {"at": "'friends'" if _ANOTHER.search(feature.text) else "'allies'"}
    return {"targets": "'one'" if one else "'many'", "at": "'others'"}


def _uses(limit: Limited | None) -> Keys:
    if limit is None:
        return {}
    if limit.recharge:
        return {"uses": "1", "recharge": f"'d6 >= {limit.recharge}'", "reset": "['short','long']"}
    return {"uses": str(limit.times), "reset": _RESETS[limit.per]} if limit.per in _RESETS else {}


def _then(feature: Feature, notes: Notes) -> Keys:
    """The save of those who are hit, with what it does to them."""
    if not feature.saves:
        return {}
    if len(feature.saves) > 1:
        notes.add(feature.name, "several saves on a hit; using the first, the others kept as a note.")
    save = feature.saves[0]
    keys = {"test": f"'save {save.ability}'", "values": f"{{dc='{save.dc}'}}"}
    keys |= {"when": f"'{' and '.join(save.when)}'"} if save.when else {}
    return {"then": table({**keys, **failed(save)})}
