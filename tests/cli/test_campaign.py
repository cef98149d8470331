"""Campaigns by real commands: three evenings of one party, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.cli.main import run
from referee.rules import registry
from tests.cli.test_library import do, figures, hp
from tests.cli.test_main import Captured, said, saves

pytestmark = pytest.mark.one_in(6)

__all__ = ["saves"]
PLAN = "system {system}\nadd party heroes\n{lines}\n"
PARTY = {
    "fifth": "fighter Ann; cleric Bob; rogue Cyd",
    "olde_swords": "hero Ann hp=18; hero Bob hp=14",
    "gloomhaven": "warden Ann; character Bob hp=8",
}


def campaign(capsys: Captured, *words: str) -> str:
    return said(capsys, 0, "campaign", *words)[0]


def shown(capsys: Captured, name: str = "hollow") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(campaign(capsys, "show", name, "--json"))
    return found


def prepared(capsys: Captured, folder: Path, **plans: str) -> None:
    """A party, a campaign and plans of these names, in fifth."""
    said(capsys, 0, "library", "add", "heroes", "--in", "parties", "--system", "fifth", PARTY["fifth"])
    campaign(capsys, "new", "Hollow Hills", "--system", "fifth", "--party", "heroes")
    rows = [{"name": n, "system": "fifth", "text": PLAN.format(system="fifth", lines=t)} for n, t in plans.items()]
    (folder / "plans.json").write_text(json.dumps({"format": "referee library 2", "plans": rows}))
    said(capsys, 0, "library", "import", str(folder / "plans.json"))
    for name in plans:
        campaign(capsys, "add", "hollow", name)


def test_three_evenings_of_one_party(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    prepared(capsys, tmp_path, bridge="add goblin x3", mill="add ogre")
    assert [(each["name"], each["state"]) for each in shown(capsys)["fights"]] == [("bridge", "plan"), ("mill", "plan")]

    assert "referee bridge" in campaign(capsys, "next", "hollow")
    first, second = shown(capsys)["fights"]
    assert (first["state"], first["slug"], second["state"]) == ("prepared", "bridge", "plan")
    do(capsys, "bridge", "init ann 20", "init bob 15", "init cyd 12", "init g1-3 3", "next")
    do(capsys, "bridge", "damage ann 9", "damage g1-3 20", "damage cyd 300", "next")
    assert shown(capsys)["fights"][0]["state"] == "begun"
    do(capsys, "bridge", "set ann xp 100", "over", "party save heroes yes")
    whole = shown(capsys)
    assert whole["fights"][0]["state"] == "over"
    assert whole["fights"][0]["told"] == "one round; Goblin 1-3 and Cyd fell"
    assert whole["fights"][0]["log"] == [
        {"name": "Ann", "changes": {"hp": ["44", "35/44"], "xp": ["", "100"]}, "told": "HP 44 → 35/44, XP 0 → 100"},
        {"name": "Cyd", "changes": {"hp": ["33", "0/33"], "standing": ["up", "dead"]}, "told": "HP 33 → 0/33, dead"},
    ]
    assert whole["members"][0] == {"name": "Ann", "stands": "HP 35/44, XP 100"}
    assert whole["members"][2] == {"name": "Cyd", "stands": "HP 0/33, dead"}

    assert campaign(capsys, "day", "hollow", "+2") == "It is day 3 of Hollow Hills.\n"
    campaign(capsys, "note", "hollow", "They", "owe", "the", "miller.")
    campaign(capsys, "next", "hollow")
    assert hp(capsys, "mill") == {"Ann": 35, "Bob": 38, "Cyd": 0, "Ogre 1": hp(capsys, "mill")["Ogre 1"]}
    told = campaign(capsys, "show", "hollow")
    assert "day 3: They owe the miller." in told and "prepared: mill" in told
    assert "1       1" in campaign(capsys, "ls")
    assert "mill is ready" in campaign(capsys, "next", "hollow"), "it is prepared still"
    do(capsys, "mill", "remove bob", "init ann 20", "init o1 3", "next", "over")
    told = campaign(capsys, "show", "hollow")
    assert "over: mill: one round; nobody fell\n  Bob: absent\n" in told, "what was loaded was not lost here"
    assert "over: bridge: one round; Goblin 1-3 and Cyd fell\n  Ann: HP 44 → 35/44, XP 0 → 100\n" in told


def test_a_party_that_changed_flows_into_an_encounter_that_was_prepared_before(
    saves: Path, tmp_path: Path, capsys: Captured
) -> None:
    prepared(capsys, tmp_path)
    for name in ("one", "two"):
        said(capsys, 0, "new", name, "--system", "fifth")
    do(capsys, "two", "add fighter Ann", "add cleric Bob", "add ogre")
    do(capsys, "one", "add party heroes", "damage ann 9", "party save heroes yes")
    campaign(capsys, "add", "hollow", "two")
    told = campaign(capsys, "next", "hollow")
    assert "Ann: HP 44 → 35/44" in told and "Cyd is absent and stays as last saved." in told
    assert hp(capsys, "two")["Ann"] == 35 and "Cyd" not in hp(capsys, "two")


def test_an_encounter_keeps_its_place_by_another_name_and_out_of_the_trash(
    saves: Path, tmp_path: Path, capsys: Captured
) -> None:
    prepared(capsys, tmp_path)
    for name in ("one", "two"):
        said(capsys, 0, "new", name, "--system", "fifth")
        campaign(capsys, "add", "hollow", name)
    said(capsys, 0, "rename", "one", "Old mill")
    assert [each["name"] for each in shown(capsys)["fights"]] == ["Old mill", "two"]
    said(capsys, 0, "remove", "old mill")
    assert [each["name"] for each in shown(capsys)["fights"]] == ["two"]
    said(capsys, 0, "restore", "old-mill")
    assert [each["name"] for each in shown(capsys)["fights"]] == ["Old mill", "two"]

    campaign(capsys, "new", "Other", "--system", "fifth")
    campaign(capsys, "add", "other", "two")
    assert [each["name"] for each in shown(capsys)["fights"]] == ["Old mill"], "it is in one campaign only"
    campaign(capsys, "drop", "hollow", "old", "mill")
    campaign(capsys, "drop", "hollow", "heroes")
    assert (shown(capsys)["fights"], shown(capsys)["party"]) == ([], "")
    assert said(capsys, 0, "ls", "--names")[0].split("\n")[:2] == ["Old mill", "two"]


def test_what_cannot_be_read_hides_nothing_else(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    prepared(capsys, tmp_path)
    for name in ("one", "two"):
        said(capsys, 0, "new", name, "--system", "fifth")
        campaign(capsys, "add", "hollow", name)
    (saves / "one" / "journal.jsonl").write_text("what is no line\n")
    (saves / "one" / "encounter.json").unlink()
    library = json.loads((saves / "library.json").read_text())
    library["parties"]["1"]["members"][0]["words"] = 'warlord "Ann"'
    (saves / "library.json").write_text(json.dumps(library))
    whole = shown(capsys)
    assert [fight["state"] for fight in whole["fights"]] == ["unreadable", "prepared"]
    assert "has no warlord" in whole["members"][0]["stands"] and whole["members"][1]["stands"] == "HP 38"
    assert "Hollow Hills" in campaign(capsys, "ls")
    said(capsys, 0, "rename", "two", "Old mill")
    told = campaign(capsys, "drop", "hollow", "old-mill")
    assert told == "Old mill does not belong to Hollow Hills any more.\n"


def test_what_changes_before_the_first_round_is_in_the_log_of_that_fight(
    saves: Path, tmp_path: Path, capsys: Captured
) -> None:
    prepared(capsys, tmp_path, bridge="add goblin", mill="damage bob 4")
    for name, lines in (("bridge", ("damage ann 9", "over", "party save heroes yes")), ("mill", ())):
        campaign(capsys, "next", "hollow")
        before = ("party rest heroes long", "set ann xp 40") if name == "mill" else ("init g1 3",)
        do(capsys, name, *before, "init ann 20", "init bob 15", "init cyd 12", "next", *lines)
    first, second = ({each["name"]: each["told"] for each in fight["log"]} for fight in shown(capsys)["fights"])
    assert first == {"Ann": "HP 44 → 35/44"}
    assert second == {"Ann": "HP 35/44 → 44, XP 0 → 40"}, "what the rest has healed, and not what was loaded"


def test_a_party_that_is_gone_is_told(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    prepared(capsys, tmp_path, bridge="add goblin")
    assert "day 1, party heroes\n" in campaign(capsys, "show", "hollow")
    said(capsys, 0, "library", "remove", "heroes")
    assert "day 1, party heroes (not in the library any more)\n" in campaign(capsys, "show", "hollow")


def test_it_is_removed_and_comes_back(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    prepared(capsys, tmp_path)
    campaign(capsys, "note", "hollow", "A note.")
    before = shown(capsys)
    campaign(capsys, "remove", "hollow")
    assert "There is no campaign yet" in said(capsys, 0, "campaign", "ls")[1]
    assert campaign(capsys, "restore", "hollow hills") == "Hollow Hills is back.\n"
    assert shown(capsys) == before
    assert "campaign" not in said(capsys, 0, "library", "ls")[0], "the library lists what figures are made of"


def test_of_parties_with_the_same_names_that_of_the_campaign_is_saved(
    saves: Path, tmp_path: Path, capsys: Captured
) -> None:
    offers = {}
    for n in ("1", "2"):
        said(capsys, 0, "library", "add", f"party{n}", "--in", "parties", "--system", "fifth", "fighter Ann")
        campaign(capsys, "new", f"Hills {n}", "--system", "fifth", "--party", f"party{n}")
        said(capsys, 0, "new", f"fight{n}", "--system", "fifth")
        campaign(capsys, "add", f"hills {n}", f"fight{n}")
        campaign(capsys, "next", f"hills {n}")
        lines = ("add ogre init=3", "init ann 20", "next", "damage ann 5", "damage ogre 90")
        do(capsys, f"fight{n}", *lines)
        offers[n] = said(capsys, 0, "do", f"fight{n}", "over")[0].splitlines()[-1]
    assert [told.endswith(f"party save party{n} yes") for n, told in offers.items()] == [True, True]

    do(capsys, "fight2", "award 450", "party save party2 yes")
    (tmp_path / "hills.json").write_text(campaign(capsys, "export", "hills 2"))
    campaign(capsys, "import", str(tmp_path / "hills.json"), "--as", "Valleys")
    copy = shown(capsys, "valleys")
    assert (copy["party"], copy["saved_in"]) == ("party2 2", "fight2 2"), "it remembers the copy of its fight"
    do(capsys, "fight2 2", "damage ann 1")
    assert 'party save "party2 2" yes' in said(capsys, 0, "do", "fight2 2", "note Late.")[0]


def test_no_two_get_the_same_name_where_a_campaign_is_imported_beside_others(
    saves: Path, tmp_path: Path, capsys: Captured
) -> None:
    prepared(capsys, tmp_path, mill='add party heroes; party "heroes 2"')
    (tmp_path / "hills.json").write_text(campaign(capsys, "export", "hollow"))
    data = json.loads((tmp_path / "hills.json").read_text())
    data["parties"].append({**data["parties"][0], "name": "heroes 2"})
    (tmp_path / "hills.json").write_text(json.dumps(data))
    campaign(capsys, "import", str(tmp_path / "hills.json"), "--as", "Hills")
    there = said(capsys, 0, "library", "ls", "--in", "parties", "--json")[0]
    assert {each["name"] for each in json.loads(there)} == {"heroes", "heroes 2", "heroes 3"}
    plan = said(capsys, 0, "library", "show", "mill 2", "--in", "plans")[0]
    assert 'add party "heroes 3"; party "heroes 2"' in plan


def test_a_plan_that_could_not_be_begun_later_is_not_added(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "long.txt").write_text("system fifth\n" + f"note {'x' * 100}\n" * 700)
    (tmp_path / "fine.txt").write_text("system fifth\nadd goblin\n")
    (tmp_path / "mine.toml").write_text(registry.shipped("plain").decode().replace('name = "plain"', 'name = "mine"'))
    (tmp_path / "own.txt").write_text("system ./mine.toml\nadd foe Orc\n")
    add = ("library", "add")
    assert (
        "at most 60,000 characters" in said(capsys, 1, *add, "ambush", "--in", "plans", str(tmp_path / "long.txt"))[1]
    )
    assert "Type a name." in said(capsys, 1, *add, " ", "--in", "plans", str(tmp_path / "fine.txt"))[1]
    assert "Type the file" in said(capsys, 1, *add, "ambush", "--in", "plans")[1]
    assert "into the folder of systems" in said(capsys, 1, *add, "own", "--in", "plans", str(tmp_path / "own.txt"))[1]


def test_a_plan_of_a_file_comes_into_the_library_and_into_a_campaign(
    saves: Path, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "heroes.txt").write_text("add fighter Ann\n")
    (tmp_path / "ambush.txt").write_text("system fifth\ninclude heroes.txt\nadd goblin x2\n")
    (tmp_path / "wrong.txt").write_text("system fifth\nadd nonsense\n")
    add = ("library", "add", "ambush", "--in", "plans")
    assert said(capsys, 0, *add, str(tmp_path / "ambush.txt"))[0] == "added ambush\n"
    assert "system fifth\nadd fighter Ann\nadd goblin x2" in said(capsys, 0, "library", "show", "ambush")[0]
    assert "wrong.txt, line 2" in said(capsys, 1, *add, str(tmp_path / "wrong.txt"))[1]
    campaign(capsys, "new", "Hills", "--system", "fifth")
    campaign(capsys, "add", "hills", "ambush")
    campaign(capsys, "next", "hills")
    assert list(figures(capsys, "ambush")) == ["Ann", "Goblin 1", "Goblin 2"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("new", "Hollow Hills", "--system", "fifth"), "already in the library"),
        (("new", "X"), "--system"),
        (("new", "X", "--system", "fifth", "--party", "nobody"), "There is no party"),
        (("new", "\x1b", "--system", "fifth"), "Type a name"),
        (("show", "nothing"), "There is no campaign"),
        (("add", "hollow", "nothing"), "Nothing is called"),
        (("add", "hollow", "plainly"), "is played in plain"),
        (("drop", "hollow", "nothing"), "has no encounter, plan or party"),
        (("day", "hollow", "soon"), "12 or +3"),
        (("day", "hollow", "++5"), "12 or +3"),
        (("day", "hollow", "0"), "days 1 to 99,999"),
        (("note", "hollow", " "), "Type the note"),
        (("next", "hollow"), "Nothing is prepared"),
        (("restore", "nothing"), "no removed campaign"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(
    saves: Path, tmp_path: Path, capsys: Captured, words: tuple[str, ...], why: str
) -> None:
    prepared(capsys, tmp_path)
    said(capsys, 0, "new", "plainly", "--system", "plain")
    before = (saves / "library.json").read_bytes()
    err = said(capsys, 1, "campaign", *words)[1]
    assert why in err and err.count("\n") == 1
    assert (saves / "library.json").read_bytes() == before


@pytest.mark.parametrize(
    ("system", "change", "stands"),
    [
        ("fifth", "set ann hp 3", "HP 3/44"),
        ("olde_swords", "set ann fatigue 2", "fatigue 2/5"),
        ("gloomhaven", "set ann gold 7", "gold 7"),
    ],
)
def test_in_other_games_too(saves: Path, capsys: Captured, system: str, change: str, stands: str) -> None:
    said(capsys, 0, "library", "add", "heroes", "--in", "parties", "--system", system, PARTY[system])
    campaign(capsys, "new", "Hills", "--system", system, "--party", "heroes")
    for name in ("one", "two"):
        said(capsys, 0, "new", name, "--system", system)
    campaign(capsys, "add", "hills", "one")
    assert "Ann, Bob" in campaign(capsys, "next", "hills")
    do(capsys, "two", "add party heroes")
    do(capsys, "one", change, "party save heroes yes")
    assert stands in shown(capsys, "hills")["members"][0]["stands"]
    campaign(capsys, "drop", "hills", "one")
    campaign(capsys, "add", "hills", "two")
    campaign(capsys, "next", "hills")
    assert "Nothing has changed" in do(capsys, "two", "party load heroes")
    assert figures(capsys, "two")["Ann"]["tracks"] == figures(capsys, "one")["Ann"]["tracks"]


def test_a_whole_campaign_moves_as_one_file(
    saves: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared(capsys, tmp_path, mill="add ogre")
    for name in ("one", "two"):
        said(capsys, 0, "new", name, "--system", "fifth")
        campaign(capsys, "add", "hollow", name)
    do(capsys, "one", "add party heroes", "damage ann 9", "undo")
    campaign(capsys, "note", "hollow", "They owe the miller.")
    text = campaign(capsys, "export", "hollow")
    assert text.isascii()
    (tmp_path / "hills.json").write_text(text)
    there, state = shown(capsys), {name: said(capsys, 0, "show", name, "--json")[0] for name in ("one", "two")}
    before = (saves / "library.json").read_bytes()
    err = said(capsys, 1, "campaign", "import", str(tmp_path / "hills.json"))[1]
    assert "Hollow Hills, one, two are there already. To import all of it beside that: add --as NAME" in err
    assert (saves / "library.json").read_bytes() == before

    monkeypatch.setenv("REFEREE_SAVES", str(tmp_path / "elsewhere"))
    assert campaign(capsys, "import", str(tmp_path / "hills.json")) == "Hollow Hills is on the shelf now.\n"
    assert shown(capsys) == there
    assert {name: said(capsys, 0, "show", name, "--json")[0] for name in state} == state
    do(capsys, "one", "redo")
    assert hp(capsys, "one")["Ann"] == 35
    said(capsys, 0, "rename", "one", "other")
    said(capsys, 0, "rename", "two", "another")
    err = said(capsys, 1, "campaign", "import", str(tmp_path / "hills.json"))[1]
    assert "Hollow Hills is there already" in err
    assert sorted(said(capsys, 0, "ls", "--names")[0].split()) == ["another", "other"], "all or none"


def test_a_campaign_without_encounters_moves_too(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    campaign(capsys, "new", "Vale", "--system", "plain")
    (tmp_path / "vale.json").write_text(campaign(capsys, "export", "Vale"))
    assert campaign(capsys, "import", str(tmp_path / "vale.json"), "--as", "Dale") == "Dale is on the shelf now.\n"
    assert json.loads((saves / "library.json").read_bytes())["campaigns"]["2"].get("coming", "") == ""
    assert not list(saves.glob(".import-*"))


def test_it_is_imported_beside_itself_under_another_name(saves: Path, tmp_path: Path, capsys: Captured) -> None:
    prepared(capsys, tmp_path, mill='add goblin x2; party heroes\nadd party "heroes"')
    said(capsys, 0, "library", "add", "heroes of old", "--in", "parties", "--system", "fifth", "fighter Dan")
    for name in ("one", "one 2"):
        said(capsys, 0, "new", name, "--system", "fifth")
        campaign(capsys, "add", "hollow", name)
    do(capsys, "one", "add party heroes", "damage ann 9")
    text, file = campaign(capsys, "export", "hollow"), str(tmp_path / "hills.json")
    Path(file).write_text(text)
    there = shown(capsys)

    assert campaign(capsys, "import", file, "--as", "Hills") == "Hills is on the shelf now.\n"
    assert shown(capsys) == there, "what was there is as it was"
    copy = shown(capsys, "hills")
    assert copy["party"] == "heroes 2" and copy["members"] == there["members"]
    assert [each["name"] for each in copy["fights"]] == ["one 3", "one 2 2", "mill 2"]
    assert hp(capsys, "one 3")["Ann"] == 35
    do(capsys, "one 3", "undo", "undo")
    plan = said(capsys, 0, "library", "show", "mill 2", "--in", "plans")[0]
    assert 'add party "heroes 2"' in plan and 'x2; party "heroes 2"' in plan and "party heroes\n" not in plan
    assert "already a campaign" in said(capsys, 1, "campaign", "import", file, "--as", "Hills")[1]

    data = json.loads(text)
    data["encounters"] = []
    for name in ("Third", "Fourth"):
        data["campaign"]["name"] = name
        (tmp_path / name).write_text(json.dumps(data))
    campaign(capsys, "import", str(tmp_path / "Third"))
    assert shown(capsys, "third")["party"] == "heroes", "a party that is just so already is not doubled"
    do(capsys, "one", "party save heroes yes")
    assert "heroes is there already" in said(capsys, 1, "campaign", "import", str(tmp_path / "Fourth"))[1]


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(format="referee library 2"),
        lambda data: data.pop("encounters"),
        lambda data: data["campaign"].update(day="soon"),
        lambda data: data["encounters"][0].update(journal="no journal\n"),
        lambda data: data["encounters"][0].update(name="../../out"),
        lambda data: data["encounters"][0].update(name=7),
        lambda data: data["plans"].append({"name": "x"}),
    ],
)
def test_a_file_that_is_no_campaign_puts_nothing_in(
    saves: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    prepared(capsys, tmp_path)
    said(capsys, 0, "new", "one", "--system", "fifth")
    campaign(capsys, "add", "hollow", "one")
    data = json.loads(campaign(capsys, "export", "hollow"))
    change(data)
    (tmp_path / "hills.json").write_text(json.dumps(data))
    monkeypatch.setenv("REFEREE_SAVES", str(tmp_path / "elsewhere"))
    ran = run(("campaign", "import", str(tmp_path / "hills.json")))
    err = capsys.readouterr().err
    names = said(capsys, 0, "ls", "--names")[0].split()
    if ran == 0:
        assert names in (["one"], ["../../out"])
        assert sorted(path.name for path in (tmp_path / "elsewhere").iterdir() if path.is_dir()) == ["out"], (
            "no way out"
        )
    else:
        assert err.count("\n") == 1 and names == [] and not (tmp_path / "elsewhere" / "library.json").exists()


def test_a_plan_is_prepared_again_though_an_encounter_was_begun_from_it(saves: Path, capsys: Captured) -> None:
    plan = {"name": "Ford", "system": "fifth", "text": "system fifth\nadd goblin"}
    (saves.parent / "plans.json").write_text(json.dumps({"format": "referee library 2", "plans": [plan]}))
    for words in (
        ("library", "import", str(saves.parent / "plans.json")),
        ("campaign", "new", "Vales", "--system", "fifth"),
        *(("campaign", word, "vales", *more) for word, *more in (("add", "Ford"), ("next",), ("add", "Ford"))),
    ):
        assert run(("--saves", str(saves), *words)) == 0, capsys.readouterr().err
    assert "The plan Ford is prepared for Vales." in capsys.readouterr().out
    assert run(("--saves", str(saves), "campaign", "rename", "vales", "Red", "Vales")) == 0
    assert run(("--saves", str(saves), "campaign", "show", "red")) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["prepared: Ford", "plan: Ford"]
