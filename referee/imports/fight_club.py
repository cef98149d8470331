"""Fight Club 5e, DnDAppFile: monsters of a compendium, generated or written by hand."""

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from referee.engine.number import short
from referee.imports.attack_text import TYPES, Damage, read_attack_text
from referee.imports.common import Found, abilities, finish, hit_points, named, set_defences, size_of, speed_of
from referee.imports.creature import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, Creature, Limited
from referee.imports.features import Fields, add_feature, read_limit, read_name
from referee.imports.report import Notes
from referee.imports.values import ABILITIES, dice_in, leading_number, number, plain_text, whole
from referee.imports.xml_file import Children

FORMAT = "Fight Club 5e XML"
ROOT = "compendium"
_SAVE = re.compile(r"\b(str|dex|con|int|wis|cha)[a-z]*\.?:?\s*([+-]\s*\d{1,3})", re.IGNORECASE)
_POOL = re.compile(r"legendary actions?\s*\((\d)\s*/\s*turn\)", re.IGNORECASE)
_SECTIONS = (("trait", TRAIT), ("action", ACTION), ("bonus", BONUS), ("reaction", REACTION), ("legendary", LEGENDARY))


def read(monsters: Iterable[Element], found: Found) -> None:
    """The monsters of a compendium."""
    found.report.format = FORMAT
    for monster in monsters:
        element = Children(monster)
        if (known := named(plain_text(element.text("name")), found)) is not None:
            found.creatures.append(_creature(element, *known))


def _creature(element: Children, name: str, notes: Notes) -> Creature:
    creature = Creature(name)
    hit_points(creature, notes, element.text("hp"), "")
    ac = element.text("ac")
    creature.ac = number(leading_number(ac) if leading_number(ac) is not None else ac, notes, "ac", 0, 40)
    abilities(creature, notes, {ability: element.text(ability) for ability in ABILITIES})
    creature.initiative = number(element.text("init"), notes, "init", -99, 99)
    _saves(creature, notes, ", ".join(element.texts("save")))
    set_defences(
        creature,
        notes,
        vulnerable=element.text("vulnerable"),
        resist=element.text("resist"),
        immune=element.text("immune"),
        conditions=element.text("conditionImmune"),
    )
    _head(creature, element)
    for tag, sort in _SECTIONS:
        for feature in element.all(tag):
            _feature(creature, notes, sort, Children(feature))
    return finish(creature, notes)


def _saves(creature: Creature, notes: Notes, said: str) -> None:
    said = plain_text(said)
    for found in _SAVE.finditer(said):
        creature.saves[found[1].lower()] = int(found[2].replace(" ", ""))
    if said and not creature.saves:
        notes.add("save", f"{short(said, 40)!r} is not understood; it is left out.")


def _head(creature: Creature, element: Children) -> None:
    creature.size = size_of(element.text("size"))
    speed = element.text("speed")
    creature.speed = speed_of(speed)
    lines = {
        "": ", ".join(filter(None, (element.text("type"), element.text("alignment")))),
        "Armour": element.text("ac"),
        "Challenge": element.text("cr"),
        "Speed": speed,
        "Skills": ", ".join(element.texts("skill")),
        "Senses": element.text("senses"),
        "Languages": element.text("languages"),
        "Spells": element.text("spells"),
    }
    creature.text += [
        f"{label}: {line}" if label else line for label, each in lines.items() if (line := plain_text(each))
    ]
    creature.text += [plain_text(each) for each in element.texts("description")]


def _feature(creature: Creature, notes: Notes, sort: str, feature: Children) -> None:
    raw_name = plain_text(feature.text("name"))
    words = plain_text("\n".join(line.strip() for part in feature.texts("text") for line in part.splitlines()))
    if pool := _POOL.search(raw_name):
        creature.legendary = int(pool[1])
    if feature.element.get("category") == "lair":
        creature.text.append(f"Lair: {raw_name}. {words}".strip())
        return
    limit = _limit(feature.text("recharge"), notes, raw_name)
    fields = Fields(limit=limit)
    if sort in (ACTION, BONUS, REACTION):
        fields = _fields(feature, notes, read_name(raw_name).name, words, limit)
    add_feature(creature, notes, sort, raw_name, words, fields)


def _limit(said: str, notes: Notes, name: str) -> Limited | None:
    word = said.strip().upper()
    if not word:
        return None
    if found := re.fullmatch(r"D([2-6])", word):
        return Limited("", recharge=int(found[1]))
    if word in ("SHORT", "LONG"):
        return Limited("", times=1, per="short or long rest" if word == "SHORT" else "long rest")
    limit = read_limit(word)
    if limit is None:
        notes.add(name, f"its recharge {short(plain_text(said))!r} is not understood; it is left out.")
    return limit


def _fields(feature: Children, notes: Notes, name: str, words: str, limit: Limited | None) -> Fields:
    """What the attack lines say that the text does not: of several only the first, for they may be parts or choices."""
    lines = [line.split("|") for line in feature.texts("attack")]
    known = [line for line in lines if len(line) == 3]
    if len(known) < len(lines):
        notes.add(name, "an attack line has not three parts; it is left out.")
    read = read_attack_text(words)
    hits = [whole(line[1]) for line in known if line[1].strip()]
    parts = [Damage(dice, _type(line[0])) for line in known if (dice := dice_in(line[2]))]
    if not read.is_attack and not read.saves and known and not any(hit is not None for hit in hits):
        notes.add(name, "its attack line has no bonus to hit, and its text tells of no attack; it is no attack.")
        return Fields(limit=limit)
    if any(hit is None for hit in hits):
        notes.add(name, "a bonus to hit in its attack lines is no number; it is left out.")
    told = [
        part.dice for part in (*read.damage, *read.instead, *read.apart, *(p for s in read.saves for p in s.damage))
    ]
    if odd := [part.dice for part in parts if part.dice not in told]:
        if told and not _is_sum(odd, told):
            notes.add(name, f"its attack lines say {', '.join(odd)}, its text {', '.join(told)}; the text is taken.")
        elif not told and len(parts) > 1:
            notes.add(
                name, f"of its attack lines {', '.join(odd)} the first is taken; the text does not tell them apart."
            )
    hit = next((hit for hit in hits if hit is not None), None)
    return Fields(hit, () if told else tuple(parts[:1]), limit=limit)


def _is_sum(odd: list[str], told: list[str]) -> bool:
    """Is what the text does not say the sum of what it does, as `2d6+4d8` would be?"""
    return all(_dice(each) == _dice("+".join(told)) for each in odd)


def _dice(said: str) -> list[str]:
    return sorted(re.findall(r"\d+d\d+|\d+", said))


def _type(said: str) -> str:
    word = said.strip().lower().removesuffix(" damage")
    return word if word in TYPES else ""
