"""The library by real commands: what is made once is used again, from encounter to encounter."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_main import Captured, said, saves

__all__ = ["saves"]


def do(capsys: Captured, name: str, *lines: str) -> str:
    return said(capsys, 0, "do", name, *lines)[0]


def figures(capsys: Captured, name: str) -> dict[str, Any]:
    found = json.loads(said(capsys, 0, "show", name, "--json")[0])["encounter"]["figures"]
    return {figure["name"]: figure for figure in found.values()}


def hp(capsys: Captured, name: str) -> dict[str, int]:
    return {who: figure["tracks"]["hp"]["now"] for who, figure in figures(capsys, name).items()}


def test_two_fights_on_two_days(saves: Path, capsys: Captured) -> None:
    four = "fighter Ann; cleric Bob; rogue Cyd; wizard Dee"
    said(capsys, 0, "library", "add", "heroes", "--in", "parties", "--system", "fifth", four)

    said(capsys, 0, "new", "day one", "--system", "fifth")
    came = do(capsys, "day one", "add party heroes", "add goblin x3", "set g1 hp 21", "set g1 ac 17")
    assert "Ann, Bob, Cyd, Dee" in came
    assert "was saved to the library" in do(capsys, "day one", 'keep g1 "Goblin boss"')
    do(capsys, "day one", "damage ann 9", "damage cyd 200", "condition bob exhaustion x2", "remove g1-3")
    told = do(capsys, "day one", "party save heroes")
    assert "Ann: HP 44 → 35/44" in told and "Bob: gained exhaustion x2" in told and "dead" in told
    assert "To do it: party save heroes yes" in told
    assert "hp=" not in said(capsys, 0, "library", "show", "heroes")[0]
    do(capsys, "day one", "party save heroes yes")
    assert 'add fighter "Ann" hp=35/44' in said(capsys, 0, "library", "show", "heroes")[0]

    said(capsys, 0, "new", "day two", "--system", "fifth")
    do(capsys, "day two", "add party heroes", 'add "goblin boss" x2')
    there = figures(capsys, "day two")
    assert hp(capsys, "day two") == {"Ann": 35, "Bob": 38, "Cyd": 0, "Dee": hp(capsys, "day one")["Dee"]} | {
        "Goblin boss 1": 21,
        "Goblin boss 2": 21,
    }
    assert there["Cyd"]["standing"] == "dead"
    assert [(each["kind"], each["value"]) for each in there["Bob"]["conditions"]] == [("exhaustion", 2)]
    assert "are here already" in said(capsys, 1, "do", "day two", "add party heroes")[1]
    do(capsys, "day two", "damage ann 5", "party rest heroes long")
    assert hp(capsys, "day two")["Ann"] == 44 and hp(capsys, "day two")["Cyd"] == 0
    assert hp(capsys, "day one")["Ann"] == 35
    assert "Ann: HP 35/44 → 44" in do(capsys, "day two", "party save heroes")

    before = {name: said(capsys, 0, "show", name, "--json")[0] for name in ("day one", "day two")}
    (saves / "library.json").unlink()
    for name, shown in before.items():
        assert said(capsys, 0, "check", name)[0] == f"{name} is intact.\n"
        do(capsys, name, "rewind 0", "redo", "rewind 1")
        last = json.loads(shown)["position"]
        do(capsys, name, f"rewind {last}")
        assert said(capsys, 0, "show", name, "--json")[0] == shown
    assert "goblin" in do(capsys, "day two", "amend 1").lower()


def test_it_comes_back_equal_from_its_text(saves: Path, capsys: Captured, tmp_path: Path) -> None:
    said(
        capsys,
        0,
        "library",
        "add",
        "Ork chief",
        "ogre",
        "hp=80",
        "--system",
        "fifth",
        "--note",
        "Loud\x1b[31m.\nBig. ☃",
    )
    said(capsys, 0, "library", "add", "heroes", "--in", "parties", "--system", "descent", "brawler Ann wounds=3/16")
    said(capsys, 0, "library", "add", "soaked", "3r", "--in", "conditions", "--system", "plain", "--note", "it drips")
    text = said(capsys, 0, "library", "export")[0]
    assert text.isascii() and "\x1b" not in text
    (tmp_path / "kept.json").write_text(text)
    (saves / "library.json").unlink()
    told = said(capsys, 0, "library", "import", str(tmp_path / "kept.json"))[0]
    assert told == "figures: added Ork chief\nparties: added heroes\nconditions: added soaked\n"
    assert said(capsys, 0, "library", "export")[0] == text
    assert "--on-duplicate" in said(capsys, 1, "library", "import", str(tmp_path / "kept.json"))[1]
    said(capsys, 0, "library", "import", str(tmp_path / "kept.json"), "--on-duplicate", "replace")
    assert said(capsys, 0, "library", "export")[0] == text
    both = said(
        capsys, 0, "library", "import", str(tmp_path / "kept.json"), "--on-duplicate", "both", "--in", "figures"
    )
    assert both[0] == "figures: added Ork chief 2\n"


def test_a_figure_of_the_table_is_told_with_its_attacks_also_in_another_library(
    saves: Path, tmp_path: Path, capsys: Captured
) -> None:
    said(capsys, 0, "new", "fight", "--system", "fifth")
    said(capsys, 0, "do", "fight", "add wizard Mira", 'keep mira "Frost mage"')
    shown = said(capsys, 0, "library", "show", "frost mage", "--json")[0]
    mage = json.loads(shown)
    assert (mage["hp"], mage["ac"], mage["initiative"], mage["saves"]) == (27, 12, 2, {"int": 7, "wis": 3})
    dagger = {"name": "dagger", "to_hit": 5, "damage": [{"dice": "1d4+2", "type": "piercing"}], "on_hit": []}
    dagger |= {"range": [20, 60]}
    assert mage["attacks"][0] == dagger
    fireball = {"ability": "dex", "dc": 15, "on_success": "half", "damage": [{"dice": "8d6", "type": "fire"}]}
    fireball |= {"on_fail": []}
    assert mage["save_effects"][0] == {"name": "Fireball", **fireball} and mage["limited"] == []
    (tmp_path / "kept.json").write_text(said(capsys, 0, "library", "export")[0])
    (saves / "library.json").unlink()
    said(capsys, 0, "library", "import", str(tmp_path / "kept.json"))
    assert said(capsys, 0, "library", "show", "frost mage", "--json")[0] == shown


def test_the_save_against_an_aura_is_told_and_long_words_are_whole(saves: Path, capsys: Captured) -> None:
    ghast = json.loads(said(capsys, 0, "library", "show", "ghast", "--json")[0])
    assert [(each["name"], each["ability"], each["dc"]) for each in ghast["save_effects"]] == [
        ("Stench", "con", 10),
        ("Claws", "con", 10),
    ]
    lich = json.loads(said(capsys, 0, "library", "show", "lich", "--json")[0])
    assert len(lich["words"]) > 2_000 and lich["words"].count('"') % 2 == 0


def test_it_is_listed_told_removed_and_fetched_back(saves: Path, capsys: Captured) -> None:
    assert "empty" in said(capsys, 0, "library", "ls")[1]
    said(capsys, 0, "library", "add", "Ork chief", "ogre", "hp=80", "ac=15", "--system", "fifth", "--note", "Loud.")
    assert "Ork chief  figures  fifth   ogre hp=80 ac=15" in said(capsys, 0, "library", "ls")[0]
    shown = json.loads(said(capsys, 0, "library", "show", "ork", "--json")[0])
    assert (shown["name"], shown["system"], shown["hp"], shown["ac"]) == ("Ork chief", "fifth", 80, 15)
    assert json.loads(said(capsys, 0, "library", "ls", "--json")[0])[0]["in"] == "figures"
    said(capsys, 0, "library", "remove", "ork")
    assert "has no" in said(capsys, 1, "library", "show", "ork")[1]
    assert said(capsys, 0, "library", "restore", "ork chief")[0] == "Ork chief is back in the library.\n"
    assert said(capsys, 0, "library", "show", "ork")[0].splitlines()[1] == 'add ogre "Ork chief" hp=80 ac=15'


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("add", "X", "nokind", "--system", "fifth"), 'There is no "nokind"'),
        (("add", "X", "ogre", "hp=many", "--system", "fifth"), '"many" is not a number'),
        (("add", "X", "ogre"), "--system"),
        (("add", "X", "ogre", "--system", "nowhere"), "no system"),
        (("add", "prone", "--in", "conditions", "--system", "fifth"), "is a condition of"),
        (("add", "four", "--in", "parties", "--system", "fifth"), "as after add"),
        (("add", "two", "--in", "parties", "--system", "fifth", "fighter Ann; cleric Ann"), "same name"),
        (("show", "nobody"), "has no"),
        (("restore", "nobody"), "was removed"),
        (("import", "/nowhere.json"), "no file"),
        (("import", __file__), "damaged"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    saves: Path, capsys: Captured, words: tuple[str, ...], why: str
) -> None:
    err = said(capsys, 1, "library", *words)[1]
    assert why in err and err.count("\n") == 1
    assert not (saves / "library.json").exists()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("keep", "Type who, and a name"),
        ("keep nobody", 'There is no "nobody" here'),
        ("keep condition", "Type a name"),
        ("keep condition prone", "is a condition of"),
        ("party", "Type save, load, rest or undo"),
        ("party rest heroes", "There is no party"),
        ("party save heroes nobody", 'There is no "nobody" here'),
        ("add party heroes", 'There is no party "heroes" in the library of '),
    ],
)
def test_at_the_table_too(saves: Path, capsys: Captured, line: str, why: str) -> None:
    said(capsys, 0, "new", "fight", "--system", "fifth")
    do(capsys, "fight", "add fighter Ulf")
    assert why in said(capsys, 1, "do", "fight", line)[1]


@pytest.mark.parametrize("system", ["black_keep", "gloomhaven", "descent", "scorched", "olde_swords"])
def test_a_game_without_such_a_rest_says_so(saves: Path, capsys: Captured, system: str) -> None:
    said(capsys, 0, "new", "fight", "--system", system, "--sample")
    someone = next(iter(figures(capsys, "fight").values()))["tag"]
    do(capsys, "fight", f"party save ours {someone} yes")
    assert "has no rest for a party" in said(capsys, 1, "do", "fight", "party rest ours")[1]


def test_conquest_is_as_the_party_left_it(saves: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "one", "--system", "descent")
    do(capsys, "one", "add brawler Ann", "add duellist Bea", "set ann wounds 4/4", "damage bea 40")
    left = json.loads(said(capsys, 0, "show", "one", "--json")[0])["encounter"]["groups"]["table"]["tracks"]["conquest"]
    assert left["now"] < 5
    assert f"conquest 0 → {left['now']}" in do(capsys, "one", "party save heroes")
    do(capsys, "one", "party save heroes yes")
    said(capsys, 0, "new", "two", "--system", "descent")
    do(capsys, "two", "add party heroes")
    shown = json.loads(said(capsys, 0, "show", "two", "--json")[0])["encounter"]
    assert shown["groups"]["table"]["tracks"]["conquest"]["now"] == left["now"]
    assert shown["figures"]["ann"]["tracks"]["wounds"] == {"now": 4, "most": 4, "least": 0}


def test_a_kept_name_that_the_game_has_too_is_said_with_own(saves: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "fight", "--system", "fifth")
    told = do(capsys, "fight", "add goblin x2", "set g1 hp 30", "keep g1")
    assert 'add "own Goblin"' in told
    do(capsys, "fight", "add goblin", 'add "own goblin"')
    assert [figure["tracks"]["hp"]["now"] for figure in figures(capsys, "fight").values()] == [30, 7, 7, 30]


def test_own_conditions_last_as_they_usually_do(saves: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "fight", "--system", "plain")
    do(capsys, "fight", "add hero Ulf", "keep condition soaked 3r: lightning hurts twice")
    assert "for 3 rounds" in do(capsys, "fight", "condition ulf soaked")
    assert "The library already has" in do(capsys, "fight", "keep condition soaked 2r")
    do(capsys, "fight", "keep condition soaked 2r yes", "lift ulf soaked")
    assert "for 2 rounds" in do(capsys, "fight", "condition ulf soaked")


def test_a_damaged_library_stops_no_fight(saves: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "fight", "--system", "plain")
    (saves / "library.json").write_text("{")
    do(capsys, "fight", "add hero Ulf", "damage ulf 1")
    for words in (("do", "fight", "keep ulf"), ("library", "ls"), ("library", "export")):
        assert "library.json" in said(capsys, 1, *words)[1]


def test_an_imported_monster_is_dealt_its_deck_in_another_library_too(
    saves: Path, tmp_path: Path, capsys: Captured
) -> None:
    samples = Path(__file__).parents[1] / "imports" / "samples" / "secretariat"
    said(capsys, 0, "import", *map(str, sorted(samples.glob("*.json"))))
    (tmp_path / "kept.json").write_text(said(capsys, 0, "library", "export")[0])
    (saves / "library.json").unlink()
    said(capsys, 0, "library", "import", str(tmp_path / "kept.json"))
    said(capsys, 0, "new", "fight", "--system", "gloomhaven")
    told = do(capsys, "fight", "add character Ann", 'add "mud crab" x2', "pick ann 20 70", "next")
    assert "Mud Crabs: which card was drawn?" in told
    (saves / "library.json").unlink()
    (tmp_path / "fight.txt").write_text(said(capsys, 0, "export", "fight")[0])
    said(capsys, 0, "new", "again", "--from", str(tmp_path / "fight.txt"))
    both = [json.loads(said(capsys, 0, "show", name, "--json")[0])["encounter"] for name in ("fight", "again")]
    assert both[0] == both[1]
    assert len(both[0]["groups"]["mud-crab"]["piles"]["deck"]) == 2


def test_the_kinds_of_a_game_are_listed_and_told(saves: Path, capsys: Captured) -> None:
    assert "goblin" in said(capsys, 0, "library", "ls", "--system", "fifth")[0]
    told = said(capsys, 0, "library", "show", "goblin", "--system", "fifth")[0]
    assert "Goblin (Fifth (SRD 5.1))" in told and "scimitar (+4, 1d6+2 slashing)" in told
    assert "Olde Swords" in said(capsys, 0, "library", "show", "goblin")[0]
    said(capsys, 0, "library", "add", "Goblin", "--system", "fifth", "foe hp=3")
    assert said(capsys, 0, "library", "show", "goblin")[0].startswith("Goblin (fifth)\nadd foe")
    assert "has no" in said(capsys, 1, "library", "show", "nobody")[1]


def test_a_party_that_was_removed_comes_back_as_it_stands_now(saves: Path, capsys: Captured) -> None:
    said(capsys, 0, "library", "add", "heroes", "--in", "parties", "--system", "fifth", "fighter Ann; cleric Bob")
    said(capsys, 0, "new", "prepared", "--system", "fifth")
    do(capsys, "prepared", "add party heroes", "set ann weapon mace", "damage bob 3", "remove ann")
    said(capsys, 0, "new", "tonight", "--system", "fifth")
    do(capsys, "tonight", "add party heroes", "damage ann 5", "condition ann exhaustion", "party save heroes yes")
    do(capsys, "prepared", "add party heroes")
    there = figures(capsys, "prepared")
    assert set(there) == {"Ann", "Bob"} and hp(capsys, "prepared") == {"Ann": 39, "Bob": 35}
    assert there["Ann"]["standing"] == "up" and there["Ann"]["conditions"][0]["kind"] == "exhaustion"
    assert there["Ann"]["piles"]["weapon"] == ["ann.longsword"]
    assert "are here already" in said(capsys, 1, "do", "prepared", "add party heroes")[1]
    do(capsys, "prepared", "undo")
    assert figures(capsys, "prepared")["Ann"]["standing"] == "away"
    assert "was at the table" in said(capsys, 1, "do", "tonight", 'bring back zed fighter "Zed"')[1]


def test_pools_of_ones_own_are_kept_with_a_party(saves: Path, capsys: Captured) -> None:
    said(capsys, 0, "library", "add", "h", "--in", "parties", "--system", "fifth", "fighter Al; cleric Bo")
    said(capsys, 0, "new", "one", "--system", "fifth")
    told = do(capsys, "one", "add party h", "set al xp 300", "set bo luck 1/3", "party save h")
    assert "Al: XP 0 → 300" in told and "Bo: luck 0 → 1/3" in told
    do(capsys, "one", "party save h yes")
    said(capsys, 0, "new", "two", "--system", "fifth")
    do(capsys, "two", "add party h")
    assert figures(capsys, "two")["Al"]["tracks"]["xp"]["now"] == 300
    assert figures(capsys, "two")["Bo"]["tracks"]["luck"] == {"now": 1, "most": 3, "least": 0}


def test_an_export_of_before_means_the_bonus_by_init(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    row = {"name": "Imp", "system": "fifth", "words": 'foe "Imp" hp=3 init=4'}
    (tmp_path / "old.json").write_text(json.dumps({"format": "referee library 1", "figures": [row]}))
    said(capsys, 0, "library", "import", str(tmp_path / "old.json"))
    assert "init=+4" in said(capsys, 0, "library", "show", "imp")[0]
    assert '"referee library 2"' in said(capsys, 0, "library", "export")[0]
    said(capsys, 0, "new", "fight", "--system", "fifth")
    do(capsys, "fight", 'add "imp" init=12')
    traits = figures(capsys, "fight")["Imp"]["traits"]
    assert (traits["init"], traits["init_bonus"]) == (12, 4)


def test_a_party_flows_into_an_encounter_that_was_prepared_before(saves: Path, capsys: Captured) -> None:
    said(capsys, 0, "library", "add", "heroes", "--in", "parties", "--system", "fifth", "fighter Ann; cleric Bob")
    for name in ("one", "two"):
        said(capsys, 0, "new", name, "--system", "fifth")
        do(capsys, name, "add party heroes", "add goblin")
    do(capsys, "two", "condition bob prone", "init ann 3")
    do(capsys, "one", "damage ann 9", "damage bob 200", "set ann luck 2/3", "condition ann exhaustion x2")
    do(capsys, "one", "party save heroes yes")

    before = figures(capsys, "two")
    told = do(capsys, "two", "party load heroes")
    assert "Ann: HP 44 → 35/44" in told and "To do it: party load heroes yes" in told
    assert figures(capsys, "two") == before
    do(capsys, "two", "party load heroes yes")
    after, one = figures(capsys, "two"), figures(capsys, "one")
    for who in ("Ann", "Bob"):
        assert after[who]["tracks"]["hp"] == one[who]["tracks"]["hp"]
        assert after[who]["standing"] == one[who]["standing"]
    assert after["Ann"]["tracks"]["luck"] == {"now": 2, "most": 3, "least": 0}
    assert after["Ann"]["traits"]["init"] == 3
    assert [(each["kind"], each["value"]) for each in after["Ann"]["conditions"]] == [("exhaustion", 2)]
    assert "prone" in [each["kind"] for each in after["Bob"]["conditions"]]
    assert "Nothing has changed for heroes." in do(capsys, "two", "party load heroes yes")
    do(capsys, "two", "undo")
    assert figures(capsys, "two") == before


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("system", "who", "changes"),
    [
        ("black_keep", "ulf,tia", ("set ulf wounds 1", "set tia items 2", "set tia respawns 0")),
        ("olde_swords", "mira,tolin", ("damage mira 5", "set tolin fatigue 2", "set mira provisions 0")),
        ("descent", "harl,wren", ("damage harl 5", "set wren fatigue 1", "set harl weapon -")),
        ("scorched", "ysolde,osk", ("set ysolde wounds 1", "set osk charges 1")),
        ("gloomhaven", "mira,sly", ("set mira hp 3", "set sly gold 7", "set mira xp 4")),
    ],
)
def test_in_each_game_what_was_saved_is_what_is_loaded(
    saves: Path, capsys: Captured, system: str, who: str, changes: tuple[str, ...]
) -> None:
    for name in ("one", "two"):
        said(capsys, 0, "new", name, "--system", system, "--sample")
    assert "party load ours yes" not in said(capsys, 1, "do", "two", "party load ours")[0]
    do(capsys, "one", *changes, f"party save ours {who} yes")
    assert " → " in do(capsys, "two", "party load ours yes")
    assert "Nothing has changed" in do(capsys, "two", "party load ours")
    assert "Nothing has changed" in do(capsys, "two", "party save ours")
    assert "Nothing has changed" in do(capsys, "one", "party load ours")


@pytest.mark.one_in(6)
def test_what_a_shell_filters_is_what_the_page_finds_with_its_tags_and_uses(saves: Path, capsys: Captured) -> None:
    top = ("--system", "fifth")
    said(capsys, 0, "library", "add", "Bone King", "skeleton hp=60 cr=4", *top, "--note", "Medium undead, CR 4")
    said(capsys, 0, "library", "add", "heroes", "--in", "parties", *top, "fighter Ann")
    said(capsys, 0, "campaign", "new", "Hollow Hills", *top, "--party", "heroes")
    assert said(capsys, 0, "library", "tag", "bone king", "Crypt", "#boss")[0] == "Tags of Bone King: crypt, boss.\n"

    def found(*words: str) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = json.loads(said(capsys, 0, "library", "ls", *top, *words, "--json")[0])
        return rows

    undead = found("--filter", "cr 3-5 undead")
    assert undead == found("cr", "3-5", "undead") and len(undead) > 5
    assert [row["name"] for row in undead if not row["shipped"]] == ["Bone King"]
    assert undead[0]["tags"] == ["crypt", "boss"] and undead[1]["shipped"] is True
    assert [row["name"] for row in found("--filter", "#boss")] == ["Bone King"]
    assert [(row["name"], row["used_in"]) for row in found("--in", "parties")] == [("heroes", ["Hollow Hills"])]
    assert "the game" in said(capsys, 0, "library", "ls", *top, "--filter", "ghoul")[0]
    assert len(found()) > 300, "what comes with the game is listed, too"

    said(capsys, 0, "library", "add", "Bone King", "skeleton hp=70 cr=4", *top, "--on-duplicate", "replace")
    assert [row["name"] for row in found("--filter", "#boss")] == ["Bone King"], "what replaces it keeps its tags"
    assert said(capsys, 0, "library", "tag", "bone king")[0] == "Tags of Bone King: none.\n"
    assert "Type the tags, each a word" in said(capsys, 1, "library", "tag", "bone king", "\x1b")[1]


def test_a_name_of_several_games_is_printed_for_each_of_them(capsys: Captured, saves: Path) -> None:
    many = json.loads(said(capsys, 0, "library", "show", "goblin", "--json")[0])
    assert len({each["system"] for each in many}) == len(many) > 1
    one = json.loads(said(capsys, 0, "library", "show", "goblin", "--system", "fifth", "--json")[0])
    assert one["system"] == "fifth" and one in many


@pytest.mark.one_in(12, rest=12)
@pytest.mark.parametrize("part", range(12))
def test_each_shipped_creature_is_found_by_its_name_in_an_empty_folder(saves: Path, part: int) -> None:
    from referee import games as systems
    from referee.library.records import game_kind_named, in_full

    kinds = systems.load("fifth").adding.catalogue()
    creatures = [kind for kind in kinds if kind.data and not kind.words.startswith("hero ")]
    assert len(creatures) == 334 and not (saves / "library.json").exists()
    for kind in creatures[part::12]:
        found = game_kind_named(kind.name, "fifth")
        assert found is not None and kind.name in in_full(found)[0]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *(("succubus", "Succubus/Incubus"), ("Incubus", "Succubus/Incubus"), ("vampire", "Vampire")),
        *(("Vampire, Vampire Form", "Vampire"), ("vampire, bat form", "Vampire, Bat Form"), ("werewolf", "Werewolf")),
        *(("adult red dragon", "Adult Red Dragon"), ("deep gnome", "Deep Gnome (Svirfneblin)")),
        ("paladin5", "paladin5"),
    ],
)
def test_what_add_finds_is_shown_by_the_same_words(
    saves: Path, capsys: pytest.CaptureFixture[str], typed: str, name: str
) -> None:
    said(capsys, 0, "new", "fight", "--system", "fifth")
    assert said(capsys, 0, "library", "show", typed, "--system", "fifth")[0].startswith(f"{name} (Fifth")
    word = f'"{typed}"' if " " in typed else typed
    added = said(capsys, 0, "do", "fight", f"add {word}")[0]
    assert added.startswith(f"Joined: {name.removesuffix('5').capitalize() if name[0].islower() else name}")


def test_which_of_several_is_asked_as_add_asks_it(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        "Which red dragon? Adult Red Dragon" in said(capsys, 1, "library", "show", "red dragon", "--system", "fifth")[1]
    )
