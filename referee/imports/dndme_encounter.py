"""Encounters of dndme: groups of monsters, whose counts may lean on one another."""

from collections.abc import Mapping
from dataclasses import replace

from referee.engine.number import short
from referee.imports.common import Fight, Found, Placed, named
from referee.imports.counts import Count, read_count
from referee.imports.creature import Creature
from referee.imports.dndme import FORMAT, readable
from referee.imports.report import Notes
from referee.imports.values import HIGHEST, Json, average, dice_in, number, plain_text
from referee.text import clean_name

WORDS = ("players", "sidekicks", "party")
"""Words in counts that stand for the people at the table."""


def read_encounter(data: Json, people: Mapping[str, int], found: Found) -> None:
    """One encounter; `people`: how many the words in counts stand for, as far as anybody knows."""
    found.report.format = f"{FORMAT} encounter"
    known = named(data.get("name"), found)
    if known is None:
        return
    name, notes = known
    groups = {key: group for key, group in data["groups"].items() if isinstance(group, dict)}
    placed: list[Placed] = []
    counts = _Counts(groups, people)
    for key, group in groups.items():
        placed += _group(key, group, counts, notes)
    if not placed:
        notes.add("groups", "there are none that can be read; it is skipped.")
        found.report.skipped += 1
        return
    remarks = [text for key in ("location", "notes") if (text := " ".join(plain_text(data.get(key)).split()))]
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


def _group(key: str, group: Json, counts: _Counts, notes: Notes) -> list[Placed]:
    inner = notes.of(f"{notes.record}: {clean_name(key)}")
    sort = readable(group.get("monster"))
    if not sort:
        inner.add("monster", "it names no monster; the group is left out.")
        return []
    count = counts.of(key)
    if count is None:
        inner.add("count", f"{short(plain_text(group.get('count')), 60)!r} is no count; one is taken.")
        count = Count(1, "its count could not be read")
    elif count.why:
        inner.add("count", f"{count.why}.")
    creature = Creature(sort, ac=number(group.get("ac"), inner, "ac", 0, 40))
    shown = clean_name(plain_text(group.get("alias"))) or readable(group.get("name"))
    one = Placed(creature, count.n, name=shown, remark=count.why)
    if count.n < 1:
        inner.add("count", "it is below 1; none comes.")
        return []
    max_hp = group.get("max_hp")
    if isinstance(max_hp, list):
        return _each(one, max_hp, inner)
    if isinstance(max_hp, str) and dice_in(max_hp):
        creature.hp_dice = dice_in(max_hp)
        creature.hp = max(1, average(creature.hp_dice))
        inner.add("max_hp", f"{creature.hp_dice} is not rolled: its average {creature.hp} is taken.")
    else:
        creature.hp = number(max_hp, inner, "max_hp", 1, HIGHEST)
    return [one]


def _each(one: Placed, points: list[object], notes: Notes) -> list[Placed]:
    """One figure for each number of hit points; those without a number have what their sort has."""
    if len(points) != one.count:
        notes.add("max_hp", f"{len(points)} numbers for {one.count} figures.")
    out: list[Placed] = []
    for value in points[: one.count]:
        hp = number(value, notes, "max_hp", 1, HIGHEST)
        out.append(replace(one, creature=replace(one.creature, hp=hp), count=1))
    left = one.count - len(out)
    return out + ([replace(one, count=left)] if left else [])
