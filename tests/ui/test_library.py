"""The library page: search as one types, add, edit, copy, remove and fetch back."""

import errno
import time
from pathlib import Path

import pytest
from pydantic import JsonValue
from textual import events
from textual.pilot import Pilot

from referee.library.columns import Entries
from referee.library.records import condition_from, figure_from, party_from
from referee.rules import registry
from referee.store.library import Library
from referee.store.library_record import KeptCampaign, KeptFigure, KeptPlan
from referee.store.library_tables import CAMPAIGNS, CONDITIONS, FIGURES, PARTIES, PLANS
from referee.store.saves import Saves
from referee.ui.panes.detail import Detail
from referee.ui.screens.library import LibraryPage
from tests.ui.table import drawn, page, playing, prepare, press, table, within
from tests.ui.test_sizes import pane_text

pytestmark = pytest.mark.one_in(10)

SIZES = [(80, 24), (120, 40)]
ALL = 589
"""The figures of fifth: those of the game, and two of one's own."""


def shelf(tmp_path: Path) -> tuple[Saves, Library]:
    """An encounter of `fifth`, and a library with some of each."""
    folder = tmp_path / "saves"
    saves, library = prepare(folder, "add fighter Ulf", "add goblin", system="fifth"), Library(folder)
    rules = registry.load("fifth")
    library.add(
        FIGURES,
        [figure_from(rules, "Goblin boss", "goblin hp=21", "Shouts.\nFlees."), figure_from(rules, "Ork", "ogre")],
    )
    library.add(FIGURES, [figure_from(registry.load("plain"), "Other", "foe hp=3")])
    library.add(PARTIES, [party_from(rules, "heroes", "fighter Ann; cleric Bob hp=3/9")])
    library.add(CONDITIONS, [condition_from(rules, "soaked", "3r", "lightning hurts twice")])
    return saves, library


def names(library: Library) -> list[str]:
    return [figure.name for figure in library.all(FIGURES, "fifth")]


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_typed_is_found_and_enter_adds_it(tmp_path: Path, size: tuple[int, int]) -> None:
    saves, _ = shelf(tmp_path)
    async with playing(saves, size=size) as pilot:
        await press(pilot, "L")
        assert isinstance(page(pilot), LibraryPage)
        assert "Goblin boss" in drawn(pilot) and "Other" not in drawn(pilot)
        await press(pilot, "<boss>", "space", "<x2>")
        assert f"1 of {ALL}" in drawn(pilot) and "Ork" not in drawn(pilot)
        await press(pilot, "enter")
        assert "Added: Goblin boss 1, Goblin boss 2." in drawn(pilot)
        await press(pilot, "<ork>", "enter", "tab", "enter")
        assert "Added: Ann, Bob." in drawn(pilot)
        await press(pilot, "enter")
        assert "are here already" in drawn(pilot)
        await press(pilot, "escape", "q")
        figures = table(pilot).table.session.encounter.figures.values()
        assert [each.name for each in figures][2:] == ["Goblin boss 1", "Goblin boss 2", "Ork", "Ann", "Bob"]
        await press(pilot, "u")
        assert len(table(pilot).table.session.encounter.figures) == 5


async def test_a_condition_goes_to_whoever_is_chosen(tmp_path: Path) -> None:
    saves, _ = shelf(tmp_path)
    async with playing(saves) as pilot:
        await press(pilot, "L", "tab", "tab", "enter")
        assert "Choose a figure first" in drawn(pilot)
        await press(pilot, "escape", "q", "2", "L", "tab", "tab", "enter")
        assert "Goblin 1: soaked." in drawn(pilot)
        await press(pilot, "escape", "q", "1", "c")
        assert " soaked" in drawn(pilot)
        (worn,) = table(pilot).table.session.encounter.figures["g1"].conditions
        assert worn.kind == "soaked" and worn.until is not None and worn.until.left == 3


async def test_one_is_edited_copied_removed_and_fetched_back(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    async with playing(saves) as pilot:
        await press(pilot, "L", "escape", "e", "end", "space", "<ac=18>", "enter")
        assert library.find(FIGURES, "goblin boss").words == 'goblin "Goblin boss" hp=21 ac=18'
        assert library.find(FIGURES, "goblin boss").note == "Shouts.\nFlees."
        await press(pilot, "e", "end", "space", "<hp=many>", "enter")
        assert "is not a number" in drawn(pilot)
        await press(pilot, "c", "ctrl+u", "<Second>", "enter")
        assert names(library) == ["Goblin boss", "Ork", "Second"]
        await press(pilot, "c", "ctrl+u", "<Ork>", "enter")
        assert "already in the library" in drawn(pilot)
        await press(pilot, "x", "x")
        assert names(library) == ["Second"] and "z restores it" in drawn(pilot)
        await press(pilot, "z", "z", "z")
        assert names(library) == ["Goblin boss", "Ork", "Second"] and "There is no removed figure" in drawn(pilot)
        await press(pilot, "n", "<Troll>", "enter", "<ogre>", "space", "<hp=99>", "enter", "d")
        assert "Troll" in names(library)
        await press(pilot, "?")
        assert "restores it" in drawn(pilot)


async def test_on_the_shelf_it_shows_those_of_all_games(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    async with playing(saves, None) as pilot:
        await press(pilot, "L")
        assert "Other" in drawn(pilot) and "Plain" in drawn(pilot)
        await press(pilot, "<boss>", "enter")
        assert "Shouts." in drawn(pilot)
        await press(pilot, "escape", "tab", "escape", "tab", "escape", "e", "ctrl+u", "<2r: it drips>", "enter")
        assert library.find(CONDITIONS, "soaked").usual == "2r"
        await press(pilot, "tab")
        assert "No plans yet" in drawn(pilot)


async def test_a_damaged_library_says_so(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    (library.folder / "library.json").write_text("{")
    async with playing(saves) as pilot:
        await press(pilot, "L")
        assert "damaged" in drawn(pilot)
        await press(pilot, "escape", "n", "<X>", "enter", "<ogre>", "enter")
        assert "damaged" in drawn(pilot)
        await press(pilot, "q", "A", "<gob>", "tab", "enter")
        assert len(table(pilot).table.session.encounter.figures) == 3


async def test_tab_completes_it_and_party_save_asks(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    async with playing(saves) as pilot:
        await press(pilot, "A", '<"goblin>', "space", "<b>", "tab")
        assert '"Goblin boss"' in drawn(pilot)
        await press(pilot, "space", "<x2>", "enter")
        assert "goblin-boss" not in table(pilot).table.session.encounter.figures
        await press(pilot, "escape", "1", "d", "9", "enter")
        await press(pilot, ":", *"party", "space", *"save", "space", *"us", "space", *"ulf", "enter")
        assert "would be saved like this" in drawn(pilot) and "party save us ulf yes" in drawn(pilot)
        assert [party.name for party in library.all(PARTIES)] == ["heroes"]
        await press(pilot, "enter")
        assert "Saved us: Ulf." in drawn(pilot)
        assert library.find(PARTIES, "us").members[0].words == 'fighter "Ulf" hp=35/44'


async def test_a_monster_of_the_library_brings_its_deck(tmp_path: Path) -> None:
    saves = prepare(tmp_path / "saves", "add character Ann", "pick ann 20 70", system="gloomhaven")
    cards: list[JsonValue] = [
        {"initiative": 12, "name": "Flare", "parts": "text sets the floor on fire", "shuffle": True}
    ]
    wisp = KeptFigure(name="Wisp", system="gloomhaven", words='monster "Wisp" hp=3', data={"cards": cards})
    Library(tmp_path / "saves").add(FIGURES, [wisp])
    async with playing(saves, size=(120, 40)) as pilot:
        await press(pilot, "L", "<wisp>", "enter")
        assert "ype the numbers" in drawn(pilot)
        await press(pilot, "space", "<x2>", "enter")
        assert "Added: Wisp 1, Wisp 2." in drawn(pilot)
        await press(pilot, "escape", "q", "n")
        session = table(pilot).table.session
        assert session.encounter.turn == "w1" and not session.encounter.groups["wisp"].piles["deck"]
        assert "sets the floor on fire" in " ".join(pane_text(pilot, Detail).split())


async def test_a_change_that_is_not_yet_safe_is_seen_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves, library = shelf(tmp_path)
    async with playing(saves) as pilot:
        await press(pilot, "L", "escape")
        with monkeypatch.context() as broken:
            broken.setattr("referee.store.file.Folder.sync", no_settling)
            await press(pilot, "x")
            assert names(library) == ["Ork"] and "Goblin boss" not in drawn(pilot)
            assert "could still undo it" in " ".join(drawn(pilot).split())
            await press(pilot, "z")
            assert "Goblin boss" in drawn(pilot) and "could still undo it" in " ".join(drawn(pilot).split())
        await press(pilot, "x")
        assert "still undo" not in drawn(pilot)


def no_settling(folder: Path) -> None:
    raise OSError(errno.EIO, "Input/output error")


async def test_the_kinds_of_the_game_stand_behind_ones_own(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    async with playing(saves, size=(100, 40)) as pilot:
        await press(pilot, "L", "<wolf>", "escape", "d")
        assert f"7 of {ALL}" in drawn(pilot) and "bite  +4, 2d4+2 piercing" in drawn(pilot)
        await press(pilot, "x")
        assert "kind of the game" in drawn(pilot) and names(library) == ["Goblin boss", "Ork"]
        await press(pilot, "c", "ctrl+u", "<Warg>", "enter")
        assert library.find(FIGURES, "Warg").words == 'wolf "Warg"' and library.find(FIGURES, "Warg").source == ""
        await press(pilot, "/", "ctrl+u", "<wolf>", "enter")
        assert "Added: Wolf" in drawn(pilot)


def listed(pilot: Pilot[None]) -> list[str]:
    """The names in the first column of the list, in their order."""
    return [row[1:].split("  ")[0].strip() for row in within(page(pilot).listing)[1:] if row[1:2].strip()]


async def test_figures_stand_in_columns_with_where_they_are_used(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    plan = KeptPlan(name="Old mill", system="fifth", text='# mill\nadd "Goblin boss" hp=30\nadd wolf x3; ghoul')
    library.add(PLANS, [plan])
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "L")
        heads, *rows = within(page(pilot).listing)
        assert " ".join(heads.replace("─", " ").split()) == "name kind type HP AC CR used in about"
        assert " ".join(rows[0].split()) == "›Goblin boss Goblin humanoid 21 15 1/4 Old mill Shouts.", (
            "own ones are first"
        )
        assert " ".join(rows[0].split()).startswith("›Goblin boss")
        await press(pilot, "<wolf>")
        wolf = within(page(pilot).listing)[1].replace("›", " ")
        assert " ".join(wolf.split()) == "Wolf beast 11 13 1/4 Old mill Medium beas…"
        assert not any(row.lstrip("› ").startswith("add ") for row in rows), "no commands are read"
        await press(pilot, "tab", "tab", "tab")
        assert "4 " in drawn(pilot) and "Goblin boss, wolf x3, ghoul" in drawn(pilot)
        await press(pilot, "shift+tab")
        assert "soaked  for 3 rounds" in drawn(pilot) and "lightning hurts twice" in drawn(pilot)
        await press(pilot, "shift+tab")
        assert "Ann, Bob" in drawn(pilot)


async def test_what_an_imported_note_says_is_a_column_too(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    note = "Medium undead, neutral evil\nChallenge: 3"
    library.add(FIGURES, [KeptFigure(name="Wight", system="fifth", words='foe "Wight" hp=45', note=note)])
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "L", *"cr", "space", *"2.5", "ctrl+u", *"cr", "space", *"2-4", "space", *"undead")
        assert listed(pilot)[0] == "Wight"
        assert "Wight Foe undead 45 3" in " ".join(drawn(pilot).split())


async def test_how_long_a_condition_lasts_is_told_in_words(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    rules = registry.load("fifth")
    usual = {"branded": "end ann", "doomed": "", "singed": "save dex 15", "odd": "as it likes"}
    library.add(CONDITIONS, [condition_from(rules, name, long, "hurts") for name, long in usual.items()])
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "L", "tab", "tab")
        rows = [" ".join(row.strip("› ").split()) for row in within(page(pilot).listing)]
        assert "branded until the end of Ann's next turn hurts" in rows and "doomed until lifted hurts" in rows
        assert any("Dexterity save, DC 15 hurts" in row for row in rows) and "odd as it likes hurts" in rows


async def test_a_party_tells_its_members_and_a_plan_counts_them(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    library.add(PLANS, [KeptPlan(name="Old mill", system="fifth", text="add wolf x3\nadd party heroes")])
    async with playing(saves, size=(120, 30)) as pilot:
        await press(pilot, "L", "tab")
        assert "Ann: Fighter, HP 44, AC 18" in drawn(pilot) and "Old mill" in drawn(pilot)
        await press(pilot, "tab", "tab")
        assert "Old mill 5 wolf x3, party heroes" in " ".join(drawn(pilot).split())


async def test_numbers_and_words_are_searched_for(tmp_path: Path) -> None:
    saves, _ = shelf(tmp_path)
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "L", *"cr", "space")
        assert f"{ALL} of {ALL}" in drawn(pilot), "no number is typed yet"
        await press(pilot, *"1-3", "space", *"undead")
        assert listed(pilot)[:3] == ["Ghast", "Ghoul", "Minotaur Skeleton"] and f"8 of {ALL}" in drawn(pilot)
        await press(pilot, "ctrl+u", *"hp", "space", *"59-110")
        assert listed(pilot)[:4] == ["Ork", "Air Elemental", "Archmage", "Assassin"]
        await press(pilot, "space", *"ac", "space", *"11", "space", "<x2>", "enter")
        assert "Added: Ork 1, Ork 2." in drawn(pilot)
        await press(pilot, *"nobody")
        assert f"Nothing found among your 2 figures and the {ALL - 2} of Fifth" in drawn(pilot) and "Ctrl+U" in drawn(
            pilot
        )


async def test_of_thousands_what_is_typed_is_found_at_once(tmp_path: Path) -> None:
    """The numbers are worked out ahead, before anyone searches for one; nothing is looked through twice."""
    saves, library = shelf(tmp_path)
    library.add(FIGURES, [figure_from(registry.load("fifth"), f"Ork {n}", f"goblin hp={n}") for n in range(1, 301)])
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "L", *"ork", "space", "2")
        entries = page(pilot).entries  # type: ignore[attr-defined]
        assert listed(pilot)[0] == "Ork 2" and len(entries.records) == ALL + 300
        while entries.work_out(1.0):
            pass
        made: list[object] = []
        entries.figure = lambda record: made.append(record) or Entries.figure(entries, record)
        await press(pilot, "ctrl+u", *"hp", "space", *"290-")
        assert sum(name.startswith("Ork") for name in listed(pilot)) == 11 and len({*map(id, made)}) <= 2, (
            "only what the chosen one shows"
        )
        times = []
        for letter in "ork 29":
            begun = time.process_time()
            page(pilot).take_key(events.Key("space" if letter == " " else letter, letter))
            times.append(time.process_time() - begun)
        assert min(times) < 0.01


async def test_the_list_is_sorted_by_any_column(tmp_path: Path) -> None:
    saves, _ = shelf(tmp_path)
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "L", "f4")
        names_ = listed(pilot)
        assert names_ == sorted(names_, key=str.casefold) and "name▴" in drawn(pilot)
        await press(pilot, "f4", "f4", "f4")
        assert "HP▾" in drawn(pilot) and listed(pilot)[:2] == ["Tarrasque", "Ancient Gold Dragon"]
        await press(pilot, "escape", "S")
        assert "HP▴" in drawn(pilot) and listed(pilot)[0] == "Bat"
        assert page(pilot).found[-1].name == "Lair", "those without a number are the last either way"


@pytest.mark.one_in(6)
@pytest.mark.parametrize("width", [60, 80, 99, 100, 120, 200])
async def test_the_chosen_entry_stands_beside_the_list_where_there_is_room(tmp_path: Path, width: int) -> None:
    saves, _ = shelf(tmp_path)
    async with playing(saves, size=(width, 30)) as pilot:
        await press(pilot, "L", *"wolf")
        assert ("+4, " in drawn(pilot)) == (width >= 100)
        await press(pilot, "escape", "d")
        assert "+4, " in drawn(pilot), "within the list"
        assert "Wolf" in drawn(pilot).splitlines()[2]


async def test_an_entry_that_is_cut_says_so(tmp_path: Path) -> None:
    saves, _ = shelf(tmp_path)
    async with playing(saves, size=(120, 20)) as pilot:
        await press(pilot, "L", *"dragon")
        assert "F3 shows all" in drawn(pilot) and "Wing Attack" not in drawn(pilot)
        await press(pilot, "ctrl+u", *"lair")
        assert "F3 shows all" not in drawn(pilot)


async def test_an_empty_library_says_what_to_do(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        for named in ("figures", "parties", "conditions", "plans"):
            await press(pilot, "L" if named == "figures" else "tab")
            rows = drawn(pilot).splitlines()
            assert any(f"No {named} yet" in row for row in rows[6:14])


async def test_tags_and_campaigns_are_columns_and_found(tmp_path: Path) -> None:
    saves, library = shelf(tmp_path)
    library.add(PLANS, [KeptPlan(name="ambush", system="fifth", text="add party heroes")])
    library.add(CAMPAIGNS, [KeptCampaign(name="Hills", system="fifth", party="heroes", plans=("ambush",))])
    async with playing(saves, size=(120, 40)) as pilot:
        await press(pilot, "L", "escape", "home", "t", "<Boss, #cave>", "enter")
        assert library.find(FIGURES, "goblin boss").tags == ("boss", "cave") and "boss cave" in drawn(pilot)
        await press(pilot, "e", "ctrl+u", "<goblin hp=30>", "enter")
        assert library.find(FIGURES, "goblin boss").tags == ("boss", "cave"), "a change of its words keeps them"
        await press(pilot, "/", "<#cave>")
        assert "1 of 58" in drawn(pilot)
        await press(pilot, "tab")
        assert "used in" in drawn(pilot) and "ambush, Hills" in drawn(pilot)
        await press(pilot, "<hills>")
        assert "1 of 1" in drawn(pilot)
        await press(pilot, "tab", "tab")
        assert "Hills" in drawn(pilot)


async def test_a_kind_of_the_game_has_no_tags(tmp_path: Path) -> None:
    saves, _ = shelf(tmp_path)
    async with playing(saves, size=(120, 40)) as pilot:
        await press(pilot, "L", "<aboleth>", "escape", "t")
        assert "c makes your own copy of it" in drawn(pilot)
