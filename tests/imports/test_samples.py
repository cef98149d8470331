"""Each sample comes in with what its format says of it, and with a report of what is odd in it."""

import json
import re

import pytest

from referee import games as systems
from referee.campaign.plan import plan_in
from referee.campaign.plan_run import played
from referee.dialogue.run_lines import run_line
from referee.engine.figures.figure_words import words_to_keep
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.imports.importing import Import
from referee.library.records import exported_fields
from referee.store.library_record import KeptFigure
from tests.imports.reading import figure, imported, one, told

BITE = {"name": "Bite", "to_hit": 6, "damage": [{"dice": "2d6+4", "type": "piercing"}], "on_hit": []}
BREATH = {
    "name": "Cold Breath",
    "ability": "dex",
    "dc": 12,
    "on_success": "half",
    "damage": [{"dice": "4d8", "type": "cold"}],
    "on_fail": [],
}
PRONE = {
    "name": "Bite",
    "ability": "str",
    "dc": 14,
    "on_success": "none",
    "damage": [],
    "on_fail": [{"condition": "prone", "for": "open", "ends": []}],
}
WOLVES = [
    "improved-initiative/creatures.json",
    "5e-bits/monsters.json",
    "open5e/v1_api_page.json",
    "dndme/monsters/winter_wolf.toml",
    "fightclub/new_dialect.xml",
]
COUNTS = {
    "improved-initiative/creatures.json": ("Improved Initiative", 4),
    "improved-initiative/players.json": ("Improved Initiative", 3),
    "improved-initiative/export_all.json": ("Improved Initiative", 6),
    "improved-initiative/export_list.json": ("Improved Initiative", 3),
    "improved-initiative/export_legacy_strings.json": ("Improved Initiative", 2),
    "5e-bits/monsters.json": ("5e-bits monsters", 5),
    "5e-bits/monsters_2024.json": ("5e-bits monsters", 3),
    "5e-bits/conditions.json": ("5e-bits conditions", 4),
    "open5e/v1_api_page.json": ("Open5e v1", 3),
    "open5e/v1_fixture.json": ("Open5e v1", 2),
    "open5e/v2_api_page.json": ("Open5e v2", 4),
    "open5e/v2_single.json": ("Open5e v2", 1),
    "obsidian/encounters.md": ("Obsidian encounters", 5),
    "dndme/monsters/skeleton.toml": ("dndme monster", 1),
    "dndme/party.toml": ("dndme party", 3),
    "dndme/encounters/ford.toml": ("dndme encounter", 1),
    "fightclub/new_dialect.xml": ("Fight Club 5e XML", 3),
    "fightclub/old_dialect.xml": ("Fight Club 5e XML", 3),
    "secretariat/mud-crab.json": ("Gloomhaven Secretariat monster", 1),
    "secretariat/mud-crab-deck.json": ("Gloomhaven Secretariat deck", 1),
    "csv/monsters.csv": ("CSV", 4),
}


@pytest.mark.parametrize("file", COUNTS)
@pytest.mark.parametrize("system", ["fifth", "plain"])
def test_the_format_is_found_and_every_record_counted(file: str, system: str) -> None:
    done = one(file, system)
    report = done.report
    assert (report.format, report.records) == COUNTS[file]
    assert (report.imported, report.skipped) == (report.records, 0)
    assert set(report.data()) == {"format", "records", "imported", "skipped", "notes"}


@pytest.mark.parametrize("file", COUNTS)
def test_a_note_names_what_it_speaks_of(file: str) -> None:
    for note in one(file).report.notes:
        assert note.why.endswith(".") and not re.search(r"\bit\b|\bits\b|is taken|kept as text|is no\b", note.why), note


@pytest.mark.parametrize("file", COUNTS)
@pytest.mark.parametrize("system", ["fifth", "plain"])
def test_every_figure_can_be_added_and_every_plan_played(file: str, system: str) -> None:
    done = one(file, system)
    for kept in done.figures:
        rules = systems.load(kept.system)
        session = Session(rules, MemoryStepLog(Encounter(system=rules.name)))
        numbers = " 1" if kept.system == "gloomhaven" else ""
        run_line(session, f"add {kept.words}{numbers}")
        assert session.encounter.figures
    for plan in done.plans:
        assert "# refused" not in plan.text
        assert played(systems.load(system), plan_in(plan.text, "plan")).encounter.figures


@pytest.mark.parametrize("file", WOLVES)
def test_the_winter_wolf_is_the_same_from_every_format(file: str) -> None:
    wolf = figure(one(file), "Winter Wolf")
    data = wolf.data
    assert (data["hp"], data["hp_dice"], data["ac"], data["initiative"]) == (75, "10d10+20", 13, 1)
    assert data["attacks"] == [BITE]
    assert data["save_effects"] == [PRONE, BREATH]
    assert data["limited"] == [{"name": "Cold Breath", "recharge": 5}]
    assert data["saves"] == {}
    assert "immune=cold" in wolf.words and "speed=50" in wolf.words and "size=large" in wolf.words


FACTS = ("hp", "hp_dice", "ac", "initiative", "modifiers", "saves", "attacks", "save_effects", "limited")


@pytest.mark.parametrize("file", [name for name in COUNTS if "secretariat" not in name])
def test_a_creature_kept_from_the_table_is_told_as_the_imported_one(file: str) -> None:
    for kept in (kept for kept in one(file).figures if kept.system == "fifth"):
        session = fight(f"add {kept.words}")
        (tag,) = session.encounter.figures
        words = words_to_keep(session.rules, session.encounter, tag, "Other")
        first, second = exported_fields(kept), exported_fields(KeptFigure(name="Other", system="fifth", words=words))
        assert first.keys() == second.keys()
        cast = {thing.name for thing in session.encounter.things.values() if thing.kind == "spell"}
        for key in ("attacks", "save_effects", "limited"):  # what spells do the game tells, not the file
            facts = second[key]
            assert isinstance(facts, list)
            second[key] = [fact for fact in facts if fact["name"] not in cast]
        assert {key: first[key] for key in FACTS} == {key: second[key] for key in FACTS}


def fight(*lines: str) -> Session:
    rules = systems.load("fifth")
    session = Session(rules, MemoryStepLog(Encounter(system="fifth")))
    for line in lines:
        run_line(session, line)
    return session


def test_an_imported_wolf_bites_and_breathes() -> None:
    wolf = figure(one("5e-bits/monsters.json"), "Winter Wolf")
    session = fight("dice table", "add fighter Ulf", f"add {wolf.words}", "next", "< winter-wolf 20, ulf 1")
    for line in ("attack winter-wolf bite ulf", "< no", "< 15", "< 6 6", "< 2"):
        run_line(session, line)
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 16
    for line in ("set winter-wolf action 1", "power winter-wolf cold_breath ulf", "< 20", "< 5 5 5 5"):
        run_line(session, line)
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 16 - 10
    assert session.encounter.things["winter-wolf.cold_breath"].tracks["uses"].now == 0


# -------------------------------------------------------------------- Improved Initiative


def test_initiative_is_dexterity_and_what_the_file_adds() -> None:
    done = one("improved-initiative/export_all.json")
    assert figure(done, "Goblin").data["initiative"] == 2
    unicorn = figure(done, "Unicorn")
    assert unicorn.data["initiative"] == 4 and "init_bonus=4" in unicorn.words
    assert any("advantage" in why for why in told(done)["Unicorn"])


def test_optional_keys_may_be_missing() -> None:
    done = one("improved-initiative/creatures.json")
    ghoul = figure(done, "Ghoul")
    assert ghoul.data["initiative"] == 2 and "Ghoul" not in told(done)
    knight = figure(done, "Knight").data
    assert knight["saves"] == {"con": 4, "wis": 2}
    assert [attack["name"] for attack in knight["attacks"]] == ["Greatsword", "Heavy Crossbow"]  # type: ignore
    assert knight["limited"] == [{"name": "Leadership", "times": 1, "per": "short or long rest"}]


def test_players_are_heroes() -> None:
    done = one("improved-initiative/players.json")
    assert [kept.words.split()[0] for kept in done.figures] == ["hero"] * 3
    assert figure(done, "Sister Ashgrove").data["initiative"] == -1


def test_a_running_fight_becomes_a_plan_with_all_that_lies_on_it() -> None:
    done = one("improved-initiative/export_all.json")
    assert [plan.name for plan in done.plans] == ["Running fight", "Wolves at the ford"]
    encounter = played(systems.load("fifth"), plan_in(done.plans[0].text, "plan")).encounter
    figures = encounter.figures
    assert list(figures) == ["goblin-1", "goblin-2", "marrow", "silver"]
    assert figures["goblin-2"].tracks["hp"].now == 2 and figures["goblin-2"].hidden
    assert (figures["marrow"].tracks["hp"].now, figures["marrow"].tracks["temp"].now) == (6, 4)
    poisoned = figures["goblin-1"].conditions[0]
    assert poisoned.kind == "poisoned" and poisoned.until is not None
    assert (poisoned.until.edge, poisoned.until.of, poisoned.until.left) == ("end", "marrow", 3)
    assert figures["silver"].conditions[0].until is None
    assert figures["silver"].traits["init"] == 19
    assert "round 2" in done.plans[0].text and "Goblin 2's turn" in done.plans[0].text


def test_where_a_stat_block_has_no_hit_points_those_of_the_fight_are_taken() -> None:
    rat = {"Id": "1", "StatBlock": {"Name": "Rat", "AC": {"Value": 12}}, "MaxHP": 7, "CurrentHP": 3}
    done = one(("fight.json", json.dumps({"Name": "Cellar", "Combatants": [rat]}).encode()))
    hp = played(systems.load("fifth"), plan_in(done.plans[0].text, "plan")).encounter.figures["rat"].tracks["hp"]
    assert (hp.now, hp.most) == (3, 7)


# -------------------------------------------------------------------- 5e-bits


def test_the_armour_and_the_shield_that_it_bears_count() -> None:
    done = one("5e-bits/monsters.json")
    azer = figure(done, "Azer")
    assert azer.data["ac"] == 17 and azer.data["hp_dice"] == "6d8+12"
    assert "Azer" not in told(done)
    parts = [{"dice": "1d8+3", "type": "bludgeoning"}, {"dice": "1d6", "type": "fire"}]
    assert azer.data["attacks"] == [
        {"name": "Warhammer", "to_hit": 5, "damage": parts, "on_hit": []},
        {
            "name": "Warhammer (two hands)",
            "to_hit": 5,
            "damage": [{**parts[0], "dice": "1d10+3"}, parts[1]],
            "on_hit": [],
        },
    ]


def test_a_contradiction_is_said_and_the_text_taken() -> None:
    done = one("5e-bits/monsters.json")
    assert (
        "Cold Breath: on a successful save the text says half damage, the field says no damage; using the text."
        in told(done)["Winter Wolf"]
    )


def test_saves_slots_and_uses_come_from_fields() -> None:
    done = one("5e-bits/monsters.json")
    assert figure(done, "Bandit Captain").data["saves"] == {"str": 4, "dex": 5, "wis": 2}
    assert "slot1=3" in figure(done, "Acolyte").words and "spell_dc=12" in figure(done, "Acolyte").words
    assert figure(done, "Unicorn").data["limited"] == [
        {"name": "Healing Touch", "times": 3, "per": "day"},
        {"name": "Teleport", "times": 1, "per": "day"},
    ]
    assert 'multiattack="2 scimitar + 1 dagger, 2 dagger"' in figure(done, "Bandit Captain").words


def test_conditions_come_with_what_they_do() -> None:
    done = one("5e-bits/conditions.json", "plain")
    assert [condition.name for condition in done.conditions] == ["Blinded", "Poisoned", "Prone", "Exhaustion"]
    assert "automatically fails" in done.conditions[0].text


# -------------------------------------------------------------------- Open5e


def test_open5e_v1_takes_the_text_where_its_fields_leave_damage_out() -> None:
    done = one("open5e/v1_api_page.json")
    ettercap = figure(done, "Ettercap").data
    bite = ettercap["attacks"][0]  # type: ignore
    assert bite["damage"] == [{"dice": "1d8+2", "type": "piercing"}, {"dice": "1d8", "type": "poison"}]  # type: ignore
    assert {"name": "Web", "recharge": 5} in ettercap["limited"]  # type: ignore
    assert any("1d8 poison" in why for why in told(done)["Ettercap"])
    unicorn = figure(one("open5e/v1_fixture.json"), "Unicorn")
    assert "legendary=3" in unicorn.words and "turn='after', cost={legendary=2}" in unicorn.words
    assert "at='friends', heal='2d8+2'" in unicorn.words  # "touches another creature"


def test_open5e_v2_prefers_the_text_and_says_where_fields_differ() -> None:
    done = one("open5e/v2_api_page.json")
    mastiff = figure(done, "Mastiff").data
    assert mastiff["attacks"] == [
        {"name": "Bite", "to_hit": 3, "damage": [{"dice": "1d6+1", "type": "piercing"}], "on_hit": []}
    ]
    assert any("thunder" in why for why in told(done)["Mastiff"])
    wolf = figure(done, "Winter Wolf").data
    assert wolf["attacks"] == [{**BITE, "on_hit": PRONE["on_fail"]}]
    assert wolf["save_effects"] == [{**BREATH, "ability": "con"}]
    assert wolf["hp_dice"] == "10d10+20" and wolf["limited"] == [{"name": "Cold Breath", "recharge": 5}]
    assert any("piercing" in why for why in told(done)["Winter Wolf"])
    song = {"name": "Luring Song", "ability": "wis", "dc": 11, "on_success": "none", "damage": []}
    song["on_fail"] = [
        {"condition": "charmed", "for": "open", "ends": ["save wis 11"]},
        {"condition": "incapacitated", "for": "open", "ends": ["bearer loses charmed"]},
    ]
    assert figure(done, "Harpy").data["save_effects"] == [song]
    assert any("all six are 0" in why for why in told(done)["Warhorse"])


# -------------------------------------------------------------------- Obsidian


def test_obsidian_creatures_are_told_apart_and_counted() -> None:
    done = one("obsidian/encounters.md")
    text = {plan.name: plan.text for plan in done.plans}
    assert list(text) == ["Ford at dusk", "Names and counts", "First room", "Second room", "Encounter at line 43"]
    assert 'add foe "Stray Dog"\n' in text["Ford at dusk"]
    assert 'add goblin "Goblin" x3 hp=7 ac=15 init_bonus=2' in text["Ford at dusk"]
    assert 'add goblin "Goblin" x2 hidden=yes' in text["Ford at dusk"]
    assert 'add hero "Knight" hp=52 ac=18' in text["Ford at dusk"]
    assert 'add ghoul "Old Meg"\n' in text["Names and counts"]
    assert 'add hero "Flitter" x2 hp=22 ac=13 init_bonus=3' in text["Names and counts"]
    assert 'add skeleton "Bone guard" x2 side=heroes hp=13' in text["Names and counts"]
    assert "Party: The Lanterns" in text["Names and counts"]
    notes = told(done)
    assert "Bone guard: 1d4 counted as 2, the average." in notes["Names and counts"]
    assert any("not found" in why for why in notes["Ford at dusk: Stray Dog"])


def test_an_encounter_takes_what_nobody_else_says_from_the_game() -> None:
    creatures = ["2: Goblin", "Adult Red Dragon", "Wolf, ally", "Lair", "Troll"]
    raw = "\n".join(
        ["```encounter", "name: cave", "creatures:", *(f"  - {each}" for each in creatures), "```"]
    ).encode()
    done = one(("cave.md", raw))
    assert done.plans[0].text.splitlines()[2:] == [
        'add goblin "Goblin" x2',
        'add red_dragon "Adult Red Dragon"',
        'add wolf "Wolf" side=heroes',
        'add foe "Lair"',
        'add foe "Troll"',
    ]
    session = played(systems.load("fifth"), plan_in(done.plans[0].text, "cave"))
    assert [f.tracks["hp"].now for f in session.encounter.figures.values() if "hp" in f.tracks] == [7, 7, 256, 11]
    assert session.encounter.figures["wolf"].side == "heroes"
    notes = told(done)
    assert notes["cave: Goblin"] == ["sort: using the stats of Goblin from Fifth (SRD 5.1)."]
    assert "the game" in notes["cave: Troll"][0]
    plain = one(("cave.md", raw), system="plain")
    assert 'add foe "Goblin" x2' in plain.plans[0].text


def test_an_encounter_takes_what_it_does_not_say_from_the_library() -> None:
    wolf = figure(one("5e-bits/monsters.json"), "Winter Wolf")
    done = imported("obsidian/encounters.md", kept=(wolf,))[0]
    room = next(plan for plan in done.plans if plan.name == "First room")
    assert 'add foe "Winter Wolf" x2 cr=3 hp=75 ac=13' in room.text and "Cold Breath" in room.text


# -------------------------------------------------------------------- dndme


def dndme() -> dict[str, Import]:
    files = ("party.toml", "encounters/counts.toml", "encounters/ford.toml", "monsters/skeleton.toml")
    done = imported(*(f"dndme/{file}" for file in files), "dndme/monsters/winter_wolf.toml")
    return {one.source: one for one in done}


def test_dndme_monsters() -> None:
    done = dndme()
    skeleton = figure(done["skeleton.toml"], "Skeleton")
    assert (skeleton.data["hp"], skeleton.data["hp_dice"], skeleton.data["initiative"]) == (13, "2d8+4", 2)
    assert "immune=poison" in skeleton.words and "unaffected=poisoned" in skeleton.words
    notes = told(done["skeleton.toml"])["Skeleton"]
    assert any("using 13" in why for why in notes) and any("exhauted" in why for why in notes)


def test_dndme_characters_stand_as_they_were() -> None:
    assert "hp=20/35" in figure(dndme()["party.toml"], "Marrow").words


def test_dndme_counts_lean_on_one_another() -> None:
    text = dndme()["counts.toml"].plans[0].text
    assert 'add foe "Skeleton" x4 cr=1/4 hp=13' in text.replace(" hp=13 hp=13", " hp=13")
    assert 'add foe "Captain Bone"' in text and " hp=30" in text
    assert 'add foe "Winter Wolf" x5' in text
    ford = dndme()["ford.toml"].plans[0].text
    encounter = played(systems.load("fifth"), plan_in(ford, "plan")).encounter
    assert [f.tracks["hp"].now for f in encounter.figures.values()] == [70, 81, 13, 13, 13]


def test_without_a_party_the_players_are_left_out_of_counts_and_that_is_said() -> None:
    done = one("dndme/encounters/counts.toml")
    assert 'add skeleton "Skeleton" ' in done.plans[0].text
    notes = told(done)["Counts that lean on each other: guards"]
    assert any("the number of players is unknown" in why for why in notes)


def test_scanned_letters_are_read_as_digits_and_that_is_said() -> None:
    bite = "Melee Weapon Attack: +3 to hit, reach 5 ft. Hit: 11 (2dl0) piercing damage."
    text = f'name = "rat"\nac = 12\nmax_hp = "ld6"\n[actions.bite]\nname = "Bite"\ndescription = "{bite}"\n'
    done = one(("rat.toml", text.encode()))
    rat = figure(done, "Rat").data
    assert rat["hp_dice"] == "1d6"
    assert rat["attacks"] == [
        {"name": "Bite", "to_hit": 3, "damage": [{"dice": "2d10", "type": "piercing"}], "on_hit": []}
    ]
    assert "Bite: letters in dice were read as digits: 2dl0 as 2d10." in told(done)["Rat"]


# -------------------------------------------------------------------- Fight Club


def test_fight_club_dialects() -> None:
    new, old = one("fightclub/new_dialect.xml"), one("fightclub/old_dialect.xml")
    knight = figure(new, "Knight").data
    assert knight["saves"] == {"con": 4, "wis": 2}
    assert [attack["name"] for attack in knight["attacks"]] == ["Greatsword", "Heavy Crossbow"]  # type: ignore
    assert any("no attack" in why for why in told(new)["Knight"])
    goblin = figure(old, "Goblin").data
    assert (goblin["hp"], goblin["hp_dice"], goblin["ac"]) == (7, "2d6", 15)
    assert [attack["to_hit"] for attack in goblin["attacks"]] == [4, 4]  # type: ignore
    assert figure(old, "Bandit Captain").data["saves"] == {"str": 4, "dex": 5, "wis": 2}
    assert "1/day each: calm emotions" in figure(old, "Unicorn").note


# -------------------------------------------------------------------- CSV


def test_the_columns_of_a_table_may_have_any_order_and_letter_case() -> None:
    goblin = figure(one("csv/monsters.csv"), "Goblin")
    assert (goblin.data["hp"], goblin.data["hp_dice"], goblin.data["ac"], goblin.data["initiative"]) == (
        7,
        "2d6",
        15,
        2,
    )
    assert "cr=1/4" in goblin.words and "speed=" not in goblin.words and "wis=-1" in goblin.words
    wolf = figure(one("csv/monsters.csv"), "Winter Wolf, old")
    assert "speed=50" in wolf.words and wolf.note.splitlines() == ["Speed: 50 ft.", "Challenge: 3"]


def test_each_thing_of_a_table_that_is_not_understood_is_told_in_one_sentence() -> None:
    lines = ["AC; Name ;hp;Alignment;ac;cr;speed;dex", "1;Rat;3;evil;12;0,25;20;+1", "", ";;;;;;;"]
    lines += ["9;Bat;x;;;often;fast;", "9;;1", "9;Cat;2;;9;1;30;12;more"]
    done = one(("monsters.csv", "\r\n".join(lines).encode()))
    assert [kept.words for kept in done.figures][:1] == [
        'foe "Rat" cr=1/4 hp=3 ac=12 str=0 dex=0 con=0 int=0 wis=0 cha=0 speed=20'
    ]
    assert (done.report.records, done.report.imported, done.report.skipped) == (4, 3, 1)
    assert told(done) == {
        "line 1": [
            "ac: given more than once; using the last.",
            "alignment: not a column that Referee reads; left out.",
        ],
        "Rat": ['dex: "+1" is a bonus, not a score; left out.'],
        "Bat": [
            'hp: "x" is not a whole number; left out.',
            "abilities: dex missing.",
            'speed: "fast" is not a speed; kept as a note.',
            'challenge: "often" is not a challenge rating; kept as a note.',
            "hp: hit points missing.",
            "ac: armour class missing.",
            "initiative: initiative and dexterity missing.",
        ],
        "record 3": ["name: no name, skipped."],
        "Cat": ["line 7: more cells than columns; the last ones left out."],
    }


def test_a_table_without_abilities_is_known_by_its_first_line() -> None:
    done = one(("monsters.txt", b'"Name","HP","AC"\n"Big ""Tom""",9,12\n'))
    assert done.figures[0].words == "foe \"Big 'Tom'\" hp=9 ac=12" and not done.report.notes


# -------------------------------------------------------------------- Gloomhaven


def test_gloomhaven_monsters_and_decks_land_in_gloomhaven() -> None:
    done = one("secretariat/mud-crab.json")
    assert [(kept.name, kept.system) for kept in done.figures] == [
        ("Mud Crab", "gloomhaven"),
        ("Mud Crab (elite)", "gloomhaven"),
    ]
    assert done.figures[0].words == 'monster "Mud Crab" hp=5 move=2 attack=2 shield=1'
    assert (
        done.figures[1].words
        == 'monster "Mud Crab" hp=8 move=2 attack=3 range=2 retaliate=2 inflicts=muddle rank=elite'
    )
    notes = "\n".join(told(done)["Mud Crab"])
    assert done.figures[0].data["levels"]["2"]["hp"] == "2xC"  # type: ignore
    for part in ("level 9", "custom x", "elite levels missing: 0, 2, 3", "stun kept as a note"):
        assert part in notes
    deck = one("secretariat/mud-crab-deck.json").figures[0]
    both = imported("secretariat/mud-crab.json", "secretariat/mud-crab-deck.json")
    assert "64: move -1; attack +1 range 3 poison" in both[0].figures[0].note and not both[1].figures
    assert deck.name == "Mud Crab (deck)"
    assert deck.note.splitlines()[:2] == [
        "64: move -1; attack +1 range 3 poison",
        "12: shield 1; heal 2 self (shuffle)",
    ]


def block(**fields: object) -> Import:
    """A stat block with these fields, imported."""
    ten = dict.fromkeys(("Str", "Dex", "Con", "Int", "Wis", "Cha"), 10)
    whole = {"Name": "X", "HP": {"Value": 9}, "AC": {"Value": 12}, "Abilities": ten, **fields}
    return one(("x.json", json.dumps([whole]).encode()))


def test_what_a_lair_does_is_no_action() -> None:
    text = "On initiative count 20: DC 15 Dexterity saving throw, 2d6 fire damage; DC 13 Wisdom saving throw."
    done = block(Actions=[{"Name": "Lair Actions", "Content": text}, {"Name": "Regional Effects", "Content": text}])
    kept = done.figures[0]
    assert "power=" not in kept.words and kept.data["save_effects"] == []
    assert f"Lair Actions. {text}".rstrip(".") in kept.note
    assert done.figures[1].words.startswith('lair "X lair" init=20 power=')
    quiet = block(Actions=[{"Name": "Lair Actions", "Content": "The walls whisper."}])
    assert len(quiet.figures) == 1 and "lair: Lair Actions kept as a note." in told(quiet)["X"]


def test_a_number_with_words_behind_it_is_a_number() -> None:
    done = block(AC={"Value": "11 (hide armor)"}, HP={"Value": "30 (4d8+12)"})
    assert (done.figures[0].data["ac"], done.figures[0].data["hp"]) == (11, 30)
    assert 'ac: using 11 from "11 (hide armor)".' in told(done)["X"]
    assert block(AC={"Value": "1d6"}).figures[0].data["ac"] is None
    assert block(AC={"Value": "1/2"}).figures[0].data["ac"] is None


def test_damage_with_two_hands_is_a_weapon_of_its_own() -> None:
    said = (
        "Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: 7 (1d8 + 3) slashing damage, or 8 (1d10 + 3) slashing damage"
    )
    done = block(Actions=[{"Name": "Longsword", "Content": f"{said} if used with two hands."}])
    words = done.figures[0].words
    assert "name='Longsword', hit=5, damage='1d8+3 slashing'" in words
    assert "name='Longsword (two hands)', hit=5, damage='1d10+3 slashing'" in words
    swarm = block(Actions=[{"Name": "Bites", "Content": f"{said} if it has half of its hit points."}])
    assert swarm.figures[0].words.count("weapon=") == 1
    few = block(Actions=[{"Name": "Bites", "Content": f"{said} if the swarm has half of its hit points or fewer."}])
    words = few.figures[0].words
    assert "name='Bites', hit=5, when='{hp} * 2 > {hp.most}'" in words
    assert "name='Bites (half strength)', hit=5, when='{hp} * 2 <= {hp.most}'" in words
    assert any("the damage may be 1d10+3 slashing instead" in why for why in told(swarm)["X"])


def test_a_name_in_the_place_of_hit_points_is_a_name() -> None:
    lines = ["1: [Bandit, Krentz]", "[Bandit, Krill]", "[Bandit, 11 (2d8+2), 12]", "[Bandit, many, 12]"]
    raw = "\n".join(["```encounter", "name: cave", "creatures:", *(f"  - {each}" for each in lines), "```"])
    done = one(("cave.md", raw.encode()))
    assert done.plans[0].text.splitlines()[2:] == [
        'add foe "Krentz"',
        'add foe "Krill"',
        'add foe "Bandit" hp=11 ac=12',
        'add foe "Bandit" ac=12',
    ]
    assert 'hp: "many" is not a whole number; left out.' in told(done)["cave: Bandit"]


@pytest.mark.parametrize(
    ("rating", "printed"),
    [
        (17.0, "17"),
        ("17.0", "17"),
        (0.25, "1/4"),
        ("0.125", "1/8"),
        ("1/4", "1/4"),
        (3, "3"),
        ("3 (700 XP)", "3 (700 XP)"),
        ("0.5 (100 XP)", "1/2 (100 XP)"),
        ("CR 3", "3"),
        ("½", "1/2"),
    ],
)
def test_a_challenge_rating_is_told_as_it_is_printed_and_counts(rating: object, printed: str) -> None:
    toml = f"name = 'X'\nmax_hp = 3\nac = 10\ncr = {json.dumps(rating)}".encode()
    for kept in (block(Challenge=rating).figures[0], one(("x.toml", toml)).figures[0]):
        assert f"Challenge: {printed}" in kept.note.splitlines()
        assert f" cr={printed.partition(' ')[0]} " in kept.words


def test_what_is_no_challenge_rating_is_noted() -> None:
    done = block(Challenge="varies")
    assert 'challenge: "varies" is not a challenge rating; kept as a note.' in next(iter(told(done).values()))
    assert "cr=" not in done.figures[0].words


def test_a_character_saved_without_hit_points_comes_with_all_of_them() -> None:
    done = one(("party.toml", b"[ulf]\nmax_hp = 15\ncur_hp = 0\nac = 12\ninitiative_mod = 1"))
    assert "hp=15 " in done.figures[0].words
    assert "cur_hp: no figure can join with 0 hit points; using the maximum, 15." in told(done)["ulf"]


def test_digits_are_no_name_of_a_monster_type() -> None:
    raw = b'{"name": "1", "baseStat": {}, "stats": [{"level": 1, "health": 5}]}'
    done = one(("x.json", raw))
    assert (done.report.imported, done.report.skipped, done.figures) == (0, 1, [])


def test_the_pool_of_legendary_actions_is_no_action_of_its_own() -> None:
    text = (
        "<compendium><monster><name>Old One</name><hp>9</hp><ac>12</ac><dex>10</dex>"
        "<legendary><name>Legendary Actions (2/Turn)</name><text>It can take 2 legendary actions.</text></legendary>"
        '<legendary category="lair"><name>Quake</name><text>DC 15 Dexterity saving throw.</text></legendary>'
        "<legendary><name>Tail (Costs 2 Actions)</name><text>Melee Weapon Attack: +9 to hit, reach 10 ft. Hit: 8 "
        "(1d8 + 4) bludgeoning damage.</text><attack>Tail|9|1d8+4</attack></legendary></monster></compendium>"
    )
    kept = one(("x.xml", text.encode())).figures[0]
    assert "legendary=2" in kept.words and kept.words.count("power=") == 1
    assert "cost={legendary=2}, hit=9, reach=10, test='attack'" in kept.words
    assert kept.data["limited"] == [] and kept.data["save_effects"] == []


def test_lines_of_attacks_are_never_added_up() -> None:
    def tail(lines: str) -> Import:
        said = "Melee Weapon Attack: +9 to hit, reach 10 ft. Hit: 8 (1d8 + 4) piercing damage plus 7 (2d6) fire damage."
        action = f"<action><name>Tail</name><text>{said}</text>{lines}</action>"
        monster = f"<name>X</name><hp>9</hp><ac>12</ac><dex>10</dex>{action}"
        return one(("x.xml", f"<compendium><monster>{monster}</monster></compendium>".encode()))

    wanted = [{"dice": "1d8+4", "type": "piercing"}, {"dice": "2d6", "type": "fire"}]
    parts = "<attack>Piercing|+9|1d8+4</attack><attack>Fire||2d6</attack>"
    for lines in ("<attack>|9|1d8+4+2d6</attack>" + parts, parts, "<attack>Tail|+9|1d8+4</attack>", ""):
        done = tail(lines)
        tail_read = {"name": "Tail", "to_hit": 9, "damage": wanted, "on_hit": [], "reach": 10}
        assert done.figures[0].data["attacks"] == [tail_read]
    other = tail("<attack>Tail|8|3d6</attack>")
    notes = "\n".join(told(other)["X"])
    assert "the field says +8" in notes and "3d6" in notes
