"""The shelf: open, new, copy, rename, remove."""

import errno
from pathlib import Path

import pytest

from referee.campaign.campaigns import put_in_named
from referee.store.saves import Saves
from referee.ui.screens.new_encounter import NewEncounter
from referee.ui.screens.shelf import Shelf
from tests.ui.table import drawn, page, playing, prepare, press, table, within

pytestmark = pytest.mark.one_in(10)


async def test_an_empty_shelf_offers_a_sample_that_can_be_played(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None) as pilot:
        rows = drawn(pilot).splitlines()
        assert any("No encounter yet" in row for row in rows[8:20]) and "plays a sample fight" in drawn(pilot)
        await press(pilot, "enter")
        assert table(pilot).table.session.encounter.figures
        await press(pilot, "q")
        assert isinstance(page(pilot), Shelf)
        assert "sample" in drawn(pilot)


async def test_the_games_stand_below_the_name_and_one_can_be_chosen_while_it_is_typed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), None, size=(80, 24)) as pilot:
        await press(pilot, "n")
        rows = within(page(pilot).listing)
        assert rows[0].startswith("›The Black Keep") and any(row.startswith(" Plain") for row in rows)
        plain = sum(not row.startswith("   ") for row in rows[: next(n for n, r in enumerate(rows) if "Plain" in r)])
        await press(pilot, *["down"] * plain, "enter", "enter")
        assert table(pilot).table.session.rules.name == "plain"
        await press(pilot, "escape", "q", "n", "enter", "enter")
        assert table(pilot).table.session.rules.name == "plain", "Enter twice takes the game used last"


async def test_a_new_encounter_has_a_name_and_a_game(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), None) as pilot:
        await press(pilot, "n", "ctrl+u", "<Ambush>", "enter")
        assert "Which game?" in drawn(pilot)
        assert within(page(pilot).listing)[0].startswith("›The Black Keep"), "the game used last is the first"
        await press(pilot, "enter")
        assert table(pilot).table.title == "Ambush"
        assert not table(pilot).table.session.encounter.figures
        await press(pilot, "escape", "q", "n", "ctrl+u", "<ambush>", "enter")
        assert "already" in drawn(pilot)


@pytest.mark.parametrize(("name", "why"), [("fight 1", "already"), ("FIGHT-1", "already"), ("-x", "dash")])
async def test_a_name_that_cannot_be_is_refused_before_a_game_is_chosen(tmp_path: Path, name: str, why: str) -> None:
    async with playing(prepare(tmp_path, name="Fight 1"), None) as pilot:
        await press(pilot, "n", "ctrl+u", f"<{name}>", "enter")
        assert isinstance(asked := page(pilot), NewEncounter) and why in asked.said and not asked.name_typed
        await press(pilot, "<b>", "enter", "enter")
        assert table(pilot).table.title == "b"


@pytest.mark.parametrize("keys", [("enter",), ("o",), ("t",), ("r", "ctrl+u", "<Other>", "enter"), ("c", "enter")])
async def test_no_key_means_another_encounter_than_the_chosen_one(tmp_path: Path, keys: tuple[str, ...]) -> None:
    saves = prepare(tmp_path, name="fight 1")
    prepare(tmp_path, name="fight 10")
    async with playing(saves, "fight 1", size=(100, 24)) as pilot:
        await press(pilot, "q")
        assert isinstance(shelf := page(pilot), Shelf) and shelf.save is not None and shelf.save.slug == "fight-1"
        (tmp_path / "fight-1").rename(tmp_path.parent / f"gone-{tmp_path.name}")
        await press(pilot, *keys)
        assert isinstance(shelf := page(pilot), Shelf), "fight 10 is not opened"
        assert "There is no encounter called fight-1" in shelf.said and shelf.is_error
        assert [save.name for save in Saves(tmp_path).all()] == ["fight 10"]


async def test_no_sample_is_opened_to_be_only_read(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None) as pilot:
        await press(pilot, "o")
        assert isinstance(shelf := page(pilot), Shelf) and "no encounter yet" in shelf.said
        assert not Saves(tmp_path).all()


async def test_the_cursor_goes_to_an_encounter_not_to_a_campaign_of_that_name(tmp_path: Path) -> None:
    saves = prepare(tmp_path, name="mill")
    put_in_named(saves, "War", "black_keep")
    async with playing(saves, None) as pilot:
        await press(pilot, "end", "r", "ctrl+u", "<War>", "enter")
        assert isinstance(shelf := page(pilot), Shelf) and shelf.save is not None and shelf.save.name == "War"
        await press(pilot, "home", "r", "ctrl+u", "<Peace>", "enter")
        assert shelf.campaign is not None and shelf.campaign.name == "Peace"
        await press(pilot, "end", "C", "a")
        assert shelf.save is not None and shelf.save.name == "War" and "belongs to Peace" in shelf.said


async def test_the_first_fight_is_one_of_the_fifth_edition_and_takes_three_keys(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None) as pilot:
        await press(pilot, "n", "enter", "enter")
        assert table(pilot).table.session.rules.name == "fifth" and not table(pilot).table.session.encounter.figures
        assert "add" in drawn(pilot).splitlines()[-1], "figures can be typed at once"
        await press(pilot, *"goblin", "enter", *"wolf", "enter", "enter", "q", "n", "enter", "down", "s")
        assert table(pilot).table.session.rules.name == "black_keep" and table(pilot).table.session.encounter.figures


async def test_encounters_are_copied_renamed_removed_and_fetched_back(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    async with playing(saves, None) as pilot:
        await press(pilot, "c", "ctrl+u", "<second>", "enter")
        assert {save.name for save in saves.all()} == {"fight", "second"}
        await press(pilot, "r", "ctrl+u", "<third>", "enter")
        assert {save.name for save in saves.all()} == {"fight", "third"}
        await press(pilot, "x", "n", "enter")
        assert len(saves.all()) == 2
        await press(pilot, "x", "y", "enter")
        assert {save.name for save in saves.all()} == {"fight"}
        await press(pilot, "z")
        assert {save.name for save in saves.all()} == {"fight", "third"}


async def test_what_is_done_but_not_yet_safe_is_seen_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(prepare(tmp_path), None) as pilot:
        await press(pilot, "c", "ctrl+u", "<second>", "enter")
        (tmp_path / ".trash").mkdir()
        with monkeypatch.context() as broken:
            broken.setattr("referee.store.file.Folder.sync", no_settling)
            await press(pilot, "x", "y", "enter")
        assert "second is put into the trash, but a power failure could still undo it" in drawn(pilot)
        page_ = page(pilot)
        assert isinstance(page_, Shelf) and [save.slug for save in page_.found] == ["fight"]


def no_settling(folder: Path) -> None:
    raise OSError(errno.EIO, "Input/output error")


async def test_what_another_window_plays_can_be_read(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    held = saves.open("fight")
    try:
        async with playing(saves) as pilot:
            assert isinstance(page(pilot), Shelf)
            assert "another program" in drawn(pilot)
            await press(pilot, "o")
            screen = table(pilot)
            assert screen.table.view.read_only and "read-only" in drawn(pilot)
            before = screen.table.session.step_log.position
            await press(pilot, "n")
            assert screen.table.session.step_log.position == before
            assert "read-only" in screen.table.line.said
    finally:
        held.close()


@pytest.mark.parametrize("said", ["Two words", "word " * 25, "word " * 40, "word " * 60, "word " * 75, "word " * 200])
async def test_a_message_is_read_from_its_beginning(tmp_path: Path, said: str) -> None:
    async with playing(prepare(tmp_path), "nowhere", size=(80, 24)) as pilot:
        page(pilot).say(f"First {said}")
        page(pilot).show()
        await pilot.pause()
        lines = [row.strip() for row in drawn(pilot).splitlines()]
        assert any(row.removeprefix("KEYS ").strip().startswith("First ") for row in lines)
        assert " ".join(lines).count("ord") == said.count("ord") or any(row.endswith("…") for row in lines)


async def test_a_name_nobody_knows_leads_to_the_shelf(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), "nowhere") as pilot:
        assert "no encounter called nowhere" in drawn(pilot)


async def test_the_shelf_says_which_folder_it_is_and_names_only_keys_that_do_something(tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    for width, folder in ((200, saves.shown), (80, saves.shown[-20:])):
        async with playing(saves, None, size=(width, 24)) as pilot:
            title, *_, keys = drawn(pilot).splitlines()
            assert f"{folder} ─" in title and "your shelf is empty · " in title
            assert "copy" not in keys and "new" in keys


async def test_of_the_chosen_game_all_is_read(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        await press(pilot, "n")
        for _ in range(3):
            listing = page(pilot).listing
            cut = ["…" in row.words[-1][0] for n in range(listing.count) for row in listing.item(n, 60)[1:]]
            at = [row.words[-1][0] for row in listing.item(listing.at, 60)]
            assert any(cut) and not any("…" in text for text in at)
            await press(pilot, "down")


@pytest.mark.parametrize("width", [60, 80, 120, 200])
async def test_each_encounter_is_a_row_of_columns(tmp_path: Path, width: int) -> None:
    saves = prepare(tmp_path, name="Hall of the keep")
    saves.create("Empty one", "plain").close()
    async with playing(saves, None, size=(width, 20)) as pilot:
        heads, *rows = within(page(pilot).listing)
        assert heads.startswith(" name ─") and " round  now ─" in heads
        fight = next(row for row in rows if "Hall of the keep" in row)
        assert "Ulf" in fight and "just now" in fight and heads.index("now") == fight.index("▶ Ulf")
        assert "The Black Keep" in fight and ("figures" in heads) == (width >= 80)


async def test_an_empty_table_says_which_keys_bring_figures(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.create("fight", "fifth").close()
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "escape")
        assert "Nobody is at the table yet" in drawn(pilot) and "adds figures: hero x3" in drawn(pilot)
        assert "chooses from the library" in drawn(pilot)
