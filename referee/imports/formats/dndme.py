"""dndme: one TOML file for each monster, party or encounter."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from referee import plain_data
from referee.engine.problem import Refused
from referee.imports.counts import Count, read_count
from referee.imports.english.features import SECTIONS, add_feature
from referee.imports.format_list import DNDME
from referee.imports.found_in_file import Creature, Fight, Found, Placed
from referee.imports.record import (
    ABILITIES,
    HIGHEST,
    Json,
    Record,
    average,
    dice_in,
    named,
    named_as,
    number,
    plain_text,
)
from referee.imports.report import Notes
from referee.plain_data import nested_too_deeply
from referee.text.harmless import clean, clean_name
from referee.text.quoting import quoted, short

_SCANNED = re.compile(r"(?<![\w])[lI](?=\d*d\d)|(?<=d)[lI](?=\d*\b)|(?<=d\d)[lI]\b", re.ASCII)


def toml_of(text: str, called: str) -> dict[str, Any]:
    """The tables of a TOML text. Refused, with the line, if it is none."""
    try:
        return plain_data.toml_of(text)
    except RecursionError as error:
        raise nested_too_deeply(called) from error
    except ValueError as error:
        line, why = plain_data.mistake_in(text, error)
        raise Refused(f"{clean(called, 60)}, line {line}: {clean(why, 200)}") from error


def is_monster(data: Mapping[str, Any]) -> bool:
    """Does it look like a monster?"""
    return "max_hp" in data and "name" in data


def is_encounter(data: Mapping[str, Any]) -> bool:
    """Does it look like an encounter?"""
    return isinstance(data.get("groups"), dict)


def is_party(data: Mapping[str, Any]) -> bool:
    """Does it look like a party?"""
    tables = [each for each in data.values() if isinstance(each, dict)]
    return bool(tables) and len(tables) == len(data) and all("max_hp" in each for each in tables)


def read_monster(data: Json, found: Found) -> None:
    """Reads one monster into `found`."""
    found.report.format = f"{DNDME.name} monster"
    if (known := named_as(readable(data.get("name")), data, found.report)) is not None:
        name, record = known
        if name != data.get("name"):
            record.notes.add("name", f"{short(clean(record.text('name')), 60)} renamed to {name}.")
        found.creatures.append(_monster(name, record))


def read_party(data: Json, found: Found) -> None:
    """Reads the characters of a party, as they stand."""
    found.report.format = f"{DNDME.name} party"
    for key, table in data.items():
        if (known := named_as(table.get("name") or key, table, found.report)) is not None:
            found.creatures.append(_character(*known))


def readable(raw: object) -> str:
    """`winter_wolf` as it is read: Winter Wolf."""
    text = plain_text(raw)
    return clean_name(text.replace("_", " ").title()) if re.fullmatch(r"[a-z0-9_]+", text) else clean_name(text)


def _monster(name: str, record: Record) -> Creature:
    creature = Creature(name, record.notes)
    max_hp = record.get("max_hp")
    if isinstance(max_hp, str):
        dice = _repaired(max_hp, record.notes, "max_hp")
        creature.set_hit_points(record.get("avg_hp") if record.get("avg_hp") is not None else dice, dice)
    else:
        creature.set_hit_points(max_hp, "")
    creature.ac = record.number("ac", 0, 40)
    creature.set_abilities(record.fields)
    skills = record.row("skills")
    others: list[str] = []
    for key, value in skills.fields.items():
        ability, _, save = key.partition("_")
        modifier = number(value, record.notes, key, -99, 99)
        if ability in ABILITIES and save == "save" and modifier is not None:
            creature.saves[ability] = modifier
        elif modifier is not None:
            others.append(f"{key.replace('_', ' ')} {modifier:+}")
    creature.set_defences(*map(record.get, ("vulnerable", "resist", "immune", "condition_immune")))
    creature.set_size(record.text("size"))
    creature.set_speed(record.get("speed"))
    lines = {
        "": record.texts("size", "mtype", "alignment"),
        "Species": record.text("species") or record.text("race"),
        "Armour": record.text("armor"),
        "Challenge": record.text("cr"),
        "Skills": ", ".join(others),
        "Senses": record.pairs("senses"),
        "Languages": record.text("languages"),
    }
    creature.describe(lines, " ".join(record.text("notes").split()))
    for key, sort in SECTIONS:
        for feature in record.rows(key):
            raw_name = feature.text("name")
            text = _repaired(feature.text("description"), record.notes, raw_name)
            add_feature(creature, sort, raw_name, " ".join(text.split()))
    return creature.finished()


def _repaired(text: str, notes: Notes, about: str) -> str:
    """The text with the letter l in dice read as 1, as scanned texts have it; each is noted."""
    repaired = _SCANNED.sub("1", text)
    if repaired != text:
        wrong = [word for word in re.findall(r"[\w+]*d[\w+]*", text) if _SCANNED.search(word)]
        right = [_SCANNED.sub("1", word) for word in wrong]
        pairs = ", ".join(f"{one} as {other}" for one, other in zip(wrong, right, strict=True))
        notes.add(about or "description", f"letters in dice were read as digits: {pairs}.")
    return repaired


def _character(name: str, record: Record) -> Creature:
    creature = Creature(name, record.notes, is_player=True, side="heroes")
    creature.set_hit_points(record.get("max_hp"), "")
    creature.stand_at(record, "cur_hp")
    creature.ac = record.number("ac", 0, 40)
    creature.initiative = record.number("initiative_mod", -99, 99)
    if temporary := record.number("temp_hp", 0, HIGHEST):
        creature.text.append(f"Temporary hit points: {temporary}")
    kind = " ".join(filter(None, map(record.text, ("race", "species", "cclass", "level"))))
    creature.describe({"": kind, "Pronouns": record.text("pronouns")})
    return creature.finished()


# -------------------------------------------------------------------- encounters, whose counts may lean on one another


def read_encounter(data: Json, people: Mapping[str, int], found: Found) -> None:
    """Reads one encounter; `people`: how many the words in counts stand for, as far as anybody knows."""
    found.report.format = f"{DNDME.name} encounter"
    known = named(data, "name", found.report)
    if known is None:
        return
    name, record = known
    groups = {key: group for key, group in data["groups"].items() if isinstance(group, dict)}
    placed: list[Placed] = []
    counts = _Counts(groups, people)
    for key, group in groups.items():
        inner = record.notes.of(f"{name}: {clean_name(key)}")
        placed += _group(Record(group, inner), counts.of(key))
    if not placed:
        record.notes.skip("groups", "no readable groups, encounter skipped.")
        return
    remarks = [text for key in ("location", "notes") if (text := " ".join(record.text(key).split()))]
    found.fights.append(Fight(name, tuple(placed), tuple(remarks)))


class _Counts:
    """The counts of all groups, each found out once."""

    def __init__(self, groups: dict[str, Json], people: Mapping[str, int]) -> None:
        self.groups, self.people = groups, people
        self.open: set[str] = set()

    def of(self, key: str) -> Count | None:
        """The count of a group; None if it cannot be read, or leans on itself."""
        if key in self.open or len(self.open) > 20:
            return None
        self.open.add(key)
        try:
            return read_count(self.groups[key].get("count", 1), self.named)
        finally:
            self.open.discard(key)

    def named(self, word: str) -> int | None:
        """The number that a word in a count stands for."""
        if word in self.groups:
            count = self.of(word)
            return None if count is None else count.n
        return self.people.get(word)


def _group(group: Record, count: Count | None) -> list[Placed]:
    notes = group.notes
    sort = readable(group.get("monster"))
    if not sort:
        notes.add("monster", "no monster named, group left out.")
        return []
    if count is None:
        notes.add("count", f"{quoted(group.text('count'), 60)} is not a count; using 1.")
        count = Count(1, "the count was not understood; using 1")
    elif count.why:
        notes.add("count", f"{count.why}.")
    creature = Creature(sort, notes, ac=group.number("ac", 0, 40))
    if count.n < 1:
        notes.add("count", "the count is below 1; group left out.")
        return []
    one = Placed(creature, count.n, name=group.called("alias") or readable(group.get("name")), remark=count.why)
    max_hp = group.get("max_hp")
    if isinstance(max_hp, list):
        return _each(one, max_hp)
    if isinstance(max_hp, str) and dice_in(max_hp):
        creature.hp_dice = dice_in(max_hp)
        creature.hp = max(1, average(creature.hp_dice))
        notes.add("max_hp", f"using {creature.hp}, the average of {creature.hp_dice}.")
    else:
        creature.hp = group.number("max_hp", 1, HIGHEST)
    return [one]


def _each(one: Placed, points: list[object]) -> list[Placed]:
    """One figure for each number of hit points; those without a number have what their sort has."""
    notes = one.creature.notes
    if len(points) != one.count:
        rest = "the other figures get their usual hit points" if len(points) < one.count else "the last values left out"
        notes.add("max_hp", f"{len(points)} values for {one.count} figures; {rest}.")
    out: list[Placed] = []
    for value in points[: one.count]:
        hp = number(value, notes, "max_hp", 1, HIGHEST)
        out.append(replace(one, creature=replace(one.creature, hp=hp), count=1))
    left = one.count - len(out)
    return out + ([replace(one, count=left)] if left else [])
