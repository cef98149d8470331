"""Stat blocks of Improved Initiative."""

from referee.engine.number import short
from referee.imports.common import abilities, finish, hit_points, set_defences, size_of, speed_of
from referee.imports.creature import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, Creature
from referee.imports.features import add_feature
from referee.imports.report import Notes
from referee.imports.values import ABILITIES, Json, number, objects, plain_text, whole, words_in

_SECTIONS = (
    ("Traits", TRAIT),
    ("Actions", ACTION),
    ("BonusActions", BONUS),
    ("Reactions", REACTION),
    ("LegendaryActions", LEGENDARY),
    ("MythicActions", ACTION),
)


def is_stat_block(value: object) -> bool:
    """Does it look like a stat block?"""
    return isinstance(value, dict) and "Name" in value and any(key in value for key in ("HP", "AC", "Abilities"))


def creature_of(block: Json, name: str, notes: Notes) -> Creature:
    """The creature of a stat block."""
    creature = Creature(name)
    player = block.get("Player")
    creature.is_player = bool(player.strip()) if isinstance(player, str) else False
    creature.side = "heroes" if creature.is_player else ""
    hp, ac = _value(block.get("HP")), _value(block.get("AC"))
    hit_points(creature, notes, hp[0], hp[1])
    creature.ac = number(ac[0], notes, "ac", 0, 40)
    scores = block.get("Abilities")
    abilities(creature, notes, {key.lower(): each for key, each in scores.items()} if isinstance(scores, dict) else {})
    _initiative(creature, notes, block)
    _modifiers(creature, notes, block)
    _head(creature, block, (hp[1], ac[1]))
    set_defences(
        creature,
        notes,
        vulnerable=block.get("DamageVulnerabilities"),
        resist=block.get("DamageResistances"),
        immune=block.get("DamageImmunities"),
        conditions=block.get("ConditionImmunities"),
    )
    for key, sort in _SECTIONS:
        for feature in objects(block.get(key)):
            usage = plain_text(feature.get("Usage"))
            add_feature(
                creature, notes, sort, plain_text(feature.get("Name")), plain_text(feature.get("Content")), usage=usage
            )
    return finish(creature, notes)


def _value(field: object) -> tuple[object, str]:
    """A number and the words beside it; older files have the number alone."""
    if isinstance(field, dict):
        return field.get("Value"), plain_text(field.get("Notes"))
    return field, ""


def _initiative(creature: Creature, notes: Notes, block: Json) -> None:
    """The modifier of dexterity and what the file adds to it."""
    more = number(block.get("InitiativeModifier"), notes, "InitiativeModifier", -99, 99) or 0
    if "dex" in creature.modifiers:
        creature.initiative = creature.modifiers["dex"] + more
    elif "InitiativeModifier" in block:
        creature.initiative = more
        notes.add("initiative", f"dexterity is missing; {more:+} of the file is taken alone.")
    special = plain_text(block.get("InitiativeSpecialRoll")) or (
        "advantage" if block.get("InitiativeAdvantage") is True else ""
    )
    if special:
        creature.text.append(f"Initiative: {special}.")
        notes.add("initiative", f"it rolls with {special}; that is kept as text.")


def _modifiers(creature: Creature, notes: Notes, block: Json) -> None:
    for save in objects(block.get("Saves")):
        ability = plain_text(save.get("Name")).lower()[:3]
        value = number(save.get("Modifier"), notes, f"save {ability}", -99, 99)
        if ability in ABILITIES and value is not None:
            creature.saves[ability] = value
        else:
            notes.add("saves", f"{short(plain_text(save.get('Name')))!r} is not understood; it is left out.")


def _head(creature: Creature, block: Json, beside: tuple[str, str]) -> None:
    notes_of_hp, notes_of_ac = beside
    kind = plain_text(block.get("Type"))
    creature.size = size_of(kind.partition(" ")[0])
    speeds = [plain_text(each) for each in words_in(block.get("Speed"))]
    creature.speed = speed_of(speeds[0]) if speeds else None
    lines = {
        "": kind,
        "Armour": notes_of_ac,
        "Hit points": notes_of_hp,
        "Challenge": plain_text(block.get("Challenge")),
        "Speed": ", ".join(speeds),
        "Skills": ", ".join(
            f"{plain_text(s.get('Name'))} {whole(s.get('Modifier')) or 0:+}" for s in objects(block.get("Skills"))
        ),
        "Senses": ", ".join(words_in(block.get("Senses"))),
        "Languages": ", ".join(words_in(block.get("Languages"))),
        "Source": plain_text(block.get("Source")),
    }
    creature.text += [f"{label}: {text}" if label else text for label, text in lines.items() if text]
    if text := plain_text(block.get("Description")):
        creature.text.append(text)
