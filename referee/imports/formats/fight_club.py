"""Fight Club 5e, DnDAppFile: monsters of an XML compendium, generated or written by hand, an element at a time."""

import io
import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, ParseError

from referee.engine.problem import Refused
from referee.imports.described_act import ACTION, BONUS, LEGENDARY, REACTION, TRAIT, TYPES, Damage, Limited
from referee.imports.english.attack_text import read_attack_text
from referee.imports.english.features import Fields, add_feature, add_lair, read_limit, read_name
from referee.imports.format_list import FIGHT_CLUB
from referee.imports.found_in_file import Creature, Found
from referee.imports.record import ABILITIES, dice_in, leading_number, named_as, number, phrase, plain_text, whole
from referee.imports.report import Notes
from referee.plain_data import broken_at, nested_too_deeply
from referee.text.harmless import clean
from referee.text.quoting import quoted

ROOT = "compendium"
DEEPEST = 40
"""Elements that may lie in one another."""
_SAVE = phrase(r"\b(str|dex|con|int|wis|cha)[a-z]*\.?:?\s*([+-]\s*\d{1,3})")
_SECTIONS = (("trait", TRAIT), ("action", ACTION), ("bonus", BONUS), ("reaction", REACTION), ("legendary", LEGENDARY))


def elements(raw: bytes, called: str, tag: str) -> Iterator[Element]:
    """The elements of that tag, each forgotten before the next. Refused where it is no safe XML."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    path: list[Element] = []
    try:
        for event, element in iterparse(io.BytesIO(raw), ("start", "end"), forbid_dtd=True):
            if event == "start":
                path.append(element)
                if len(path) > DEEPEST:
                    raise nested_too_deeply(called)
                continue
            path.pop()
            if len(path) == 1:
                if _bare(element.tag) == tag:
                    yield element
                element.clear()
                path[0].clear()
    except DefusedXmlException as error:
        raise Refused(f"{clean(called, 60)} has a DOCTYPE or entities, which are not read. Remove them.") from error
    except ParseError as error:
        line, column = getattr(error, "position", (0, 0))
        raise broken_at(called, line, column + 1) from error
    except (ValueError, LookupError) as error:
        raise Refused(f"{clean(called, 60)} is in an encoding that Referee cannot read. Save it as UTF-8.") from error


def root_tag(raw: bytes) -> str:
    """The tag of the outermost element, as far as the beginning of a file shows it; empty if it shows none."""
    text = raw[:4096].replace(b"\x00", b"").decode("utf-8", "ignore")
    found = re.search(r"<\s*([A-Za-z][\w.-]*)", re.sub(r"<[?!][^>]*>", "", text))
    return _bare(found[1]) if found else ""


class Children:
    """The children of an element by their tags."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.by_tag: dict[str, list[Element]] = {}
        for child in element:
            self.by_tag.setdefault(_bare(child.tag), []).append(child)

    def all(self, tag: str) -> list[Element]:
        """The children of that tag."""
        return self.by_tag.get(tag, [])

    def texts(self, tag: str) -> list[str]:
        """The texts of the children of that tag, each without blanks at its ends; empty ones are left out."""
        return [text for child in self.all(tag) if (text := "".join(child.itertext()).strip())]

    def text(self, tag: str) -> str:
        """The text of the first child of that tag that has one; empty if there is none."""
        return next(iter(self.texts(tag)), "")


def _bare(tag: object) -> str:
    """A tag without its namespace."""
    if not isinstance(tag, str):
        return ""
    return tag.rpartition("}")[2] if tag[:1] == "{" else tag


# -------------------------------------------------------------------- monsters


def read(monsters: Iterable[Element], found: Found) -> None:
    """Reads the monsters of a compendium."""
    found.report.format = f"{FIGHT_CLUB.name} XML"
    for monster in monsters:
        element = Children(monster)
        if (known := named_as(plain_text(element.text("name")), None, found.report)) is not None:
            found.creatures.append(_creature(element, Creature(known[0], known[1].notes)))


def _creature(element: Children, creature: Creature) -> Creature:
    notes = creature.notes
    creature.set_hit_points(element.text("hp"), "")
    ac = element.text("ac")
    creature.ac = number(leading_number(ac) if leading_number(ac) is not None else ac, notes, "ac", 0, 40)
    creature.set_abilities({ability: element.text(ability) for ability in ABILITIES})
    creature.initiative = number(element.text("init"), notes, "init", -99, 99)
    _saves(creature, ", ".join(element.texts("save")))
    creature.set_defences(*map(element.text, ("vulnerable", "resist", "immune", "conditionImmune")))
    _head(creature, element)
    for tag, sort in _SECTIONS:
        for feature in element.all(tag):
            _feature(creature, sort, Children(feature))
    return creature.finished()


def _saves(creature: Creature, said: str) -> None:
    said = plain_text(said)
    for found in _SAVE.finditer(said):
        creature.saves[found[1].lower()] = int(found[2].replace(" ", ""))
    if said and not creature.saves:
        creature.notes.add("save", f"{quoted(said, 40)} not understood, left out.")


def _head(creature: Creature, element: Children) -> None:
    creature.set_size(element.text("size"))
    creature.set_speed(element.text("speed"))
    lines = {
        "": ", ".join(filter(None, (element.text("type"), element.text("alignment")))),
        "Armour": element.text("ac"),
        "Challenge": element.text("cr"),
        "Speed": element.text("speed"),
        "Skills": ", ".join(element.texts("skill")),
        "Senses": element.text("senses"),
        "Languages": element.text("languages"),
        "Spells": element.text("spells"),
    }
    creature.describe({label: plain_text(line) for label, line in lines.items()})
    creature.text += [plain_text(each) for each in element.texts("description")]


def _feature(creature: Creature, sort: str, feature: Children) -> None:
    raw_name = plain_text(feature.text("name"))
    words = plain_text("\n".join(line.strip() for part in feature.texts("text") for line in part.splitlines()))
    if feature.element.get("category") == "lair":
        add_lair(creature, f"Lair: {raw_name}", words)
        return
    limit = _limit(feature.text("recharge"), creature.notes, raw_name)
    fields = Fields(limit=limit)
    if sort in (ACTION, BONUS, REACTION):
        fields = _fields(feature, creature.notes, read_name(raw_name).name, words, limit)
    add_feature(creature, sort, raw_name, words, fields)


def _limit(said: str, notes: Notes, name: str) -> Limited | None:
    word = said.strip().upper()
    if not word:
        return None
    if found := re.fullmatch(r"D([2-6])", word):
        return Limited(recharge=int(found[1]))
    if word in ("SHORT", "LONG"):
        return Limited(times=1, per="short or long rest" if word == "SHORT" else "long rest")
    limit = read_limit(word)
    if limit is None:
        notes.add(name, f"recharge {quoted(plain_text(said))} not understood, left out.")
    return limit


def _fields(feature: Children, notes: Notes, name: str, words: str, limit: Limited | None) -> Fields:
    """What the attack lines say that the text does not: of several only the first, for they may be parts or choices."""
    lines = [line.split("|") for line in feature.texts("attack")]
    known = [line for line in lines if len(line) == 3]
    if len(known) < len(lines):
        notes.add(name, "an attack line without three parts (name, bonus, damage), left out.")
    read = read_attack_text(words)
    hits = [whole(line[1]) for line in known if line[1].strip()]
    parts = [Damage(dice, _type(line[0])) for line in known if (dice := dice_in(line[2]))]
    if not read.is_attack and not read.saves and known and not any(hit is not None for hit in hits):
        notes.add(name, "no bonus to hit, and the text describes no attack; attack line left out.")
        return Fields(limit=limit)
    if any(hit is None for hit in hits):
        notes.add(name, "a bonus to hit is not a number; left out.")
    told = [
        part.dice for part in (*read.hit.damage, *read.instead, *read.apart, *(p for s in read.saves for p in s.damage))
    ]
    if odd := [part.dice for part in parts if part.dice not in told]:
        if told and any(_dice(each) != _dice("+".join(told)) for each in odd):  # nor their sum, as `2d6+4d8` is
            said, other = ", ".join(told), ", ".join(odd)
            notes.add(name, f"the text says {said}, the attack line says {other}; using the text.")
        elif not told and len(parts) > 1:
            notes.add(name, f"several attack lines ({', '.join(odd)}), no damage in the text; using the first line.")
    hit = next((hit for hit in hits if hit is not None), None)
    return Fields(hit, () if told else tuple(parts[:1]), limit=limit)


def _dice(said: str) -> list[str]:
    return sorted(re.findall(r"\d+d\d+|\d+", said))


def _type(said: str) -> str:
    word = said.strip().lower().removesuffix(" damage")
    return word if word in TYPES else ""
