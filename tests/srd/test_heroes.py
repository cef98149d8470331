"""Heroes by class and level: each number against the tables of the SRD (levels.json), at levels 1, 5, 11 and 20."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from referee import games as systems
from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Figure, Thing
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.system_file import read_system
from referee.rules.registry import shipped
from tests.srd.class_features import BY_HAND, FEATURES, OFFERED, PLAYS, SUBCLASSES, base
from tests.srd.heroes import always_prepared

RULES = systems.load("fifth")
RULES_FILE = read_system(shipped("fifth"), "fifth").default
TABLES: dict[str, Any] = json.loads((Path(__file__).parent / "levels.json").read_bytes())
CASES = [(name, int(level)) for name, table in TABLES.items() for level in table["levels"]]


def added(word: str) -> tuple[Figure, dict[str, Thing], Session]:
    """That hero, called Ann, with its things by their names, at an empty table."""
    session = Session(RULES, MemoryStepLog(Encounter(system="fifth")))
    run_line(session, f"add {word} Ann")
    things = {thing.name: thing for thing in session.encounter.things.values()}
    return session.encounter.figures["ann"], things, session


def uses(things: dict[str, Thing], name: str) -> int:
    """How often a thing can be used; 0 for one that is not there."""
    return things[name].tracks["uses"].now if name in things else 0


@pytest.mark.parametrize(("name", "level"), CASES)
def test_the_numbers_of_every_class(name: str, level: int) -> None:
    ann, _, _ = added(f"{name}{level}")
    table, row = TABLES[name], TABLES[name]["levels"][str(level)]
    assert ann.side == "heroes" and ann.traits["proficiency"] == row["proficiency"] == 2 + (level - 1) // 4
    die, con = table["hit_die"], int(ann.traits.get("con", 0))
    resilient = level if name == "sorcerer" else 0
    assert ann.tracks["hp"].now == die + con + (level - 1) * (die // 2 + 1 + con) + resilient
    assert ann.traits.get("hit_die", 8) == die
    assert ann.traits["hp_dice"] == f"{level}d{die}" and ann.tracks["hit_dice"].now == level
    for ability in ("str", "dex", "con", "int", "wis", "cha"):
        total = int(ann.traits.get(ability, 0)) + row["proficiency"]
        later = (name == "monk" and level >= 14) or ((name, ability) == ("rogue", "wis") and level >= 15)
        assert ann.traits.get(f"{ability}_save") == (total if ability in table["saves"] or later else None)
    slots = [ann.tracks[f"slot{n}"].now if f"slot{n}" in ann.tracks else 0 for n in range(1, 10)]
    assert slots == row["slots"]


@pytest.mark.parametrize(("name", "level"), CASES)
def test_the_numbers_of_its_own_table(name: str, level: int) -> None:
    ann, things, _ = added(f"{name}{level}")
    row = TABLES[name]["levels"][str(level)]
    words = next(kind.words for kind in RULES.adding.catalogue() if kind.name == f"{name}{level}")
    attacks = ann.traits.get("attacks", 1)
    match name:
        case "barbarian":
            unlimited = row["rage_count"] > 99
            assert unlimited == ("uses" not in things["Rage"].tracks)
            assert unlimited or uses(things, "Rage") == row["rage_count"]
            assert ann.traits["rage_damage"] == row["rage_damage_bonus"] and attacks == (2 if level >= 5 else 1)
            assert ann.traits.get("brutal", 0) == row["brutal_critical_dice"]
        case "bard":
            assert words.count(f"roll='+1d{row['bardic_inspiration_die']}'") == 3 and "{die}" not in words
        case "cleric":
            assert uses(things, "Turn Undead") == row["channel_divinity_charges"]
        case "fighter":
            assert attacks == 1 + row["extra_attacks"] and uses(things, "Action Surge") == row["action_surges"]
            indomitable = ann.tracks["indomitable"].most if "indomitable" in ann.tracks else 0
            assert indomitable == row["indomitable_uses"] and f"1d10 + {level}" in words
        case "monk":
            ki = ann.tracks["ki"].most if "ki" in ann.tracks else 0
            assert ki == row["ki_points"] and f"1d{row['martial_arts']['dice_value']} + " in words
            assert ann.traits.get("speed", 30) == 30 + row["unarmored_movement"]
        case "paladin":
            assert ann.tracks["lay_on_hands"].most == 5 * level and attacks == (2 if level >= 5 else 1)
        case "rogue":
            assert (row["sneak_attack"]["dice_count"], row["sneak_attack"]["dice_value"]) == ((level + 1) // 2, 6)
        case "sorcerer":
            points = ann.tracks["sorcery"].most if "sorcery" in ann.tracks else 0
            assert points == row["sorcery_points"]
        case "warlock":
            arcana = sum(row[f"mystic_arcanum_level_{n}"] for n in (6, 7, 8, 9))
            assert sum("uses" in thing.tracks for thing in things.values()) == arcana
        case _:
            assert str(ann.traits["note"])


def test_a_class_alone_is_what_it_was_and_a_bare_number_is_the_initiative() -> None:
    session = Session(RULES, MemoryStepLog(Encounter(system="fifth")))
    run_line(session, "add fighter Ulf 12")
    run_line(session, "add fighter5 Ann 14 ac=20")
    ulf, ann = session.encounter.figures["ulf"], session.encounter.figures["ann"]
    assert (ulf.kind, ulf.tracks["hp"].now, ulf.traits["init"]) == ("fighter", 44, 12)
    assert (ann.name, ann.traits["init"], ann.traits["ac"], ann.tracks["hp"].now) == ("Ann", 14, 20, 44)
    run_line(session, "add fig Bo")
    assert session.encounter.figures["bo"].kind == "fighter", "the beginning of a word means the shortest"


@pytest.mark.one_in(6)
def test_there_are_twenty_levels_of_each_class_and_all_can_be_added() -> None:
    words = [kind.name for kind in RULES.adding.catalogue() if kind.words.startswith("hero ")]
    assert sorted(words) == sorted(f"{name}{level}" for name in TABLES for level in range(1, 21))
    for word in words:
        added(word)


@pytest.mark.parametrize(("name", "level"), CASES)
def test_it_knows_or_prepares_as_many_spells_as_its_table_says(name: str, level: int) -> None:
    _, things, _ = added(f"{name}{level}")
    row, words = (
        TABLES[name]["levels"][str(level)],
        next(k.words for k in RULES.adding.catalogue() if k.name == f"{name}{level}"),
    )
    mods = {key: int(value) for key, value in re.findall(r" (int|wis|cha)=(\d+)", words)}
    prepares = {"wizard": level + mods.get("int", 0), "cleric": level + mods.get("wis", 0)}
    prepares |= {"druid": level + mods.get("wis", 0), "paladin": (level // 2 + mods.get("cha", 0)) * (level > 1)}
    known = row.get("cantrips_known", 0) + row.get("spells_known", prepares.get(name, 0))
    always = always_prepared(name, level, sum(map(bool, row.get("slots", ()))))
    arcana = sum(row.get(f"mystic_arcanum_level_{n}", 0) for n in (6, 7, 8, 9))
    spells = [thing for thing in things.values() if thing.kind == "spell"]
    assert len(spells) == known + arcana + len(always)


NOT_A_NUMBER = ("proficiency", "slots", "wild_shape_fly", "wild_shape_swim")


@pytest.mark.parametrize(("name", "level"), CASES)
def test_every_number_of_its_row_stands_in_its_note(name: str, level: int) -> None:
    """Each number of the class at that level that is not 0: rages, dice, cantrips and spells known, and so on."""
    note = next(kind.note for kind in RULES.adding.catalogue() if kind.name == f"{name}{level}")
    for key, value in TABLES[name]["levels"][str(level)].items():
        if key in NOT_A_NUMBER or not value:
            continue
        told = "unlimited" if value == 9999 else str(value)
        if isinstance(value, dict):
            told = f"{value['dice_count']}d{value['dice_value']}"
        assert f"{key.replace('_', ' ')} {told}" in note


LISTED: dict[str, list[tuple[int, str, str, str]]] = json.loads((Path(__file__).parent / "features.json").read_bytes())
"""The features of the SRD by class: level, name, subclass, that of which it is a choice."""


SEEN_BY = {"Ki Empowered Strikes": "magical=true", "Ki": "ki=2 "}
SEEN_BY |= {"Destroy Undead": "condition='destroyed', when='{target.cr} is 1/2'"}
SEEN_BY |= {"Supreme Healing": "heal='{with.level} * 8 + {casting} + 2 + {with.level}'"}
SEEN_BY |= {"Disciple of Life": "heal='{with.level}d8 + {casting} + 2 + {with.level}'"}
SEEN_BY |= {
    "Improved Critical": "critical_on=19",
    "Superior Critical": "critical_on=18",
    "Open Hand Technique": "then={test='save dex'",
}
SEEN_BY |= {"Potent Cantrip": "spared='half'"}
SEEN_BY |= {"Mystic Arcanum": "levels=[], uses=1", "Beast Spells": "condition='wild_shaped'"}
"""What in the words of a hero shows a feature that is no thing of its own."""


@pytest.mark.parametrize("name", LISTED)
def test_no_feature_of_a_class_is_left_in_silence(name: str) -> None:
    firsts: dict[str, int] = {}
    its = dict[str, int]()
    for level, said, subclass, parent in LISTED[name]:
        (its if subclass else firsts).setdefault(base(said, parent), level)
    assert {each.name: each.level for each in FEATURES[name]} == firsts
    called, features = SUBCLASSES[name]
    assert {each.name: each.level for each in features} == its
    assert {subclass for *_, subclass, _ in LISTED[name]} - {""} == {called.lower().replace(" ", "-")}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", FEATURES)
def test_what_becomes_of_a_feature_is_so(name: str) -> None:
    """What plays or is offered is there from its level on, and not before; what is by hand is a line of the hero."""
    for each in (*FEATURES[name], *SUBCLASSES[name][1]):
        _, things, session = added(f"{name}{each.level}")
        by_hand = session.encounter.figures["ann"].traits.get("by_hand", ())
        assert isinstance(by_hand, tuple)
        lines = [line for line in by_hand if line.startswith(each.line.split("{")[0])] if each.line else []
        assert len(lines) == (each.line != "") and not any("{" in line for line in lines), each
        if each.how == BY_HAND:
            assert each.line, each
            kept = next(kind.data for kind in RULES.adding.catalogue() if kind.name == f"{name}{each.level}")
            assert {"name": each.name, "plays": False, "by_hand": lines[0]} in kept["features"]
        if each.how in (PLAYS, OFFERED):
            words = next(kind.words for kind in RULES.adding.catalogue() if kind.name == f"{name}{each.level}")
            word = re.search(r"feature=(\w+)|name='([^']+)'", each.words)
            called = each.name.split(": ")[-1] if word is None else word[2] or RULES_FILE.things[word[1]].title
            assert called in things or SEEN_BY.get(each.name, each.words or "?") in words, each
            if each.level > 1 and called in things:
                assert called not in added(f"{name}{each.level - 1}")[1], each
