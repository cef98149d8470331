"""The palette and the help over the table: what they offer can be done, and nothing is offered in vain."""

import re
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.input.own_keys import own_keys
from referee.ui.panes.backdrop import Behind
from referee.ui.panes.palette_box import Overlay
from referee.ui.panes.palette_items import Doable, doables
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.screens.explanation import explained
from referee.ui.screens.palette import Palette, matching
from referee.ui.screens.topics import Topics
from tests.ui.table import DUEL, drawn, page, playing, prepare, press, table, within
from tests.ui.test_question import sampled

pytestmark = pytest.mark.one_in(10)

ITEMS = [
    Doable(name, "", about, barred, name)
    for name, about, barred in (
        ("dash", "double movement", ""),
        ("damage", "takes health", ""),
        ("heal", "gives back what damage took", ""),
        ("dam", "a wall of water", "no river is near"),
    )
]


def overlay(pilot: Pilot[None]) -> list[str]:
    """The box as it is drawn, line by line."""
    pane = pilot.app.screen.query_one(Overlay)
    return [pane.render_line(y).text for y in range(pane.size.height)]


def test_the_best_name_comes_first_what_cannot_be_done_after_it_and_then_texts() -> None:
    assert [item.label for item in matching(ITEMS, "dam")] == ["damage", "dam", "heal"]
    assert [item.label for item in matching(ITEMS, "dh")] == ["dash"]
    assert matching(ITEMS, "xyz") == [] and matching(ITEMS, " ") == ITEMS


async def test_some_letters_and_enter_do_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "2", "ctrl+p", "<dmg>")
        assert any("Damage" in row and " d " in row for row in overlay(pilot))
        await press(pilot, "enter", "1", "enter")
        assert pilot.app.screen is screen
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].now == 1


async def test_a_burst_of_keys_does_the_same(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        screen = table(pilot)
        for key in ("ctrl+p", *"atta", "enter", "4", "enter"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause(0.1)
        assert screen.table.session.questions and screen.table.view.question is not None


async def test_what_cannot_be_done_says_why_and_stays_open(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add rat x2"), size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p", "<attack>", "enter")
        assert isinstance(pilot.app.screen, Palette) and "Nobody is in combat" in " ".join(overlay(pilot))
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, EncounterScreen)


async def test_help_explains_the_open_question_and_the_table_stays_beside_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "?")
        text = " ".join(" ".join(overlay(pilot)).replace("│", " ").split())
        assert "Ulf attacks Grave" in text and "Type the dice" in text and "BK-0" in text
        assert pilot.app.screen.query_one(Overlay).region.x > 20 and screen in pilot.app._background_screens
        await press(pilot, "<hist>", "enter")
        assert page(pilot).heading.startswith("History")
        await press(pilot, "escape", "f1", "?")
        assert isinstance(page(pilot), Topics)


async def test_the_faces_of_symbol_dice_are_explained(tmp_path: Path) -> None:
    async with playing(sampled(tmp_path, "descent"), size=(120, 40)) as pilot:
        await press(pilot, "n", "a", "s", "a", "d", "1", "enter")
        text = " ".join(text for text, _ in explained(table(pilot).table.view))
        assert "B 131 = 1 range, 3 damage, 1 surge" in text and "DJ-" in text


async def test_a_sum_is_promised_only_where_it_is_taken(tmp_path: Path) -> None:
    lines = ("add wizard Elin initiative=9", "add goblin x2 initiative=5", "dice table", "next", "cast fireball g1")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(120, 40)) as pilot:
        assert "=14 for the total" in " ".join(text for text, _ in explained(table(pilot).table.view))
        assert "their sum" not in " ".join(text for text, _ in explained(table(pilot).table.view))
        await press(pilot, "2", "enter")
        assert "=14 for their sum" in " ".join(text for text, _ in explained(table(pilot).table.view))
        await press(pilot, "<:< =30>", "enter")
        assert table(pilot).table.session.encounter.figures["g1"].standing == "dead"


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", registry.names())
async def test_everything_offered_can_be_run_and_nothing_is_offered_twice(system: str, tmp_path: Path) -> None:
    async with playing(sampled(tmp_path, system), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "1")
        found = doables(screen.table, screen._commands)
        assert len({item.word for item in found}) == len(found)
        for item in found:
            if not item.barred and not item.word.startswith(":"):
                assert screen.table.order(item.word), (item.label, screen.table.line.said)
                screen.table.take_back()


async def test_who_only_looks_on_is_offered_nothing_that_changes(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24), read_only=True) as pilot:
        await press(pilot, "ctrl+p")
        assert isinstance(pilot.app.screen, Palette)
        await press(pilot, "escape")
        labels = {item.label for item in doables(table(pilot).table, table(pilot)._commands)}
        assert "History" in labels and not labels & {"Damage", "Attack", "Remove", "Next turn"}


async def test_a_click_marks_and_two_do(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p", "<history>")
        assert await pilot.click("#overlay", offset=(6, 2), times=2)
        await pilot.pause()
        assert page(pilot).heading.startswith("History")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("size", [(1, 1), (20, 5), (80, 24), (200, 50)])
@pytest.mark.parametrize("key", ["ctrl+p", "?"])
async def test_no_size_is_too_small(tmp_path: Path, size: tuple[int, int], key: str) -> None:
    async with playing(prepare(tmp_path), size=size) as pilot:
        await press(pilot, key, "down", "pagedown", "<a>", "end", "escape")
        assert isinstance(pilot.app.screen, EncounterScreen) and drawn(pilot) is not None


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("opens", "typed", "named"),
    [("h", "sear", "Search"), ("1e", "cond", "Condition"), ("r", "sear", "Search"), ("m", "comm", "Command")],
)
async def test_a_page_has_a_palette_of_what_can_be_done_there(
    tmp_path: Path, opens: str, typed: str, named: str
) -> None:
    async with playing(prepare(tmp_path, "add knight Ulf", "add rat x2", "map 8x6"), size=(80, 24)) as pilot:
        await press(pilot, *opens)
        below = page(pilot)
        await press(pilot, "ctrl+p", *typed)
        assert isinstance(pilot.app.screen, Palette) and named in overlay(pilot)[2]
        await press(pilot, "enter")
        assert pilot.app.screen is below
        await press(pilot, "ctrl+p", *"back", "enter")
        assert isinstance(pilot.app.screen, EncounterScreen)


async def test_the_shelf_has_a_palette_too(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), None, size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p", *"ren", "enter")
        assert page(pilot).wanted is not None


async def test_all_names_in_a_palette_begin_with_a_capital(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        screen = table(pilot)
        items = doables(screen.table, own_keys().actions)
        assert [item.label for item in items if not item.label[0].isupper()] == []


async def test_the_longest_key_is_shown_whole(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "?", *"one answer")
        assert any(" Backspace " in row for row in overlay(pilot))


async def test_the_box_is_whole_and_its_rows_stand_under_headings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    async with playing(prepare(tmp_path), size=(120, 40)) as pilot:
        await press(pilot, "ctrl+p")
        rows = overlay(pilot)
        assert (rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]) == ("╭", "╮", "╰", "╯")
        assert all(row[0] == "│" and row[-1] in "│┃" for row in rows[1:-1])
        assert [row[-1] for row in rows[2:5]] == ["┃"] * 3 and rows[-4][-1] == "│", "there is more below"
        headings = [row.strip("│┃─ ") for row in rows if "── " in row[2:6]]
        assert headings[:2] == ["In this game", "At every table"]
        assert pilot.app.screen.styles.background.a > 0, "what is behind is dimmed"
        await press(pilot, "d", "a", "m")
        assert not any("── " in row[2:6] for row in overlay(pilot)), "the best match is first, whatever its group"
        assert not re.search(r"\[BK-\d", "".join(overlay(pilot))), "clauses are looked up elsewhere"
    monkeypatch.setenv("SSH_CONNECTION", "there")
    async with playing(Saves(tmp_path), size=(120, 40)) as pilot:
        await press(pilot, "ctrl+p")
        assert len(overlay(pilot)) == 18


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("key", "width"), [("ctrl+p", 120), ("ctrl+p", 140), ("?", 120), ("?", 200)])
async def test_beside_the_box_no_word_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, width: int
) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    async with playing(prepare(tmp_path), size=(width, 40)) as pilot:
        table_text = drawn(pilot)
        words = {word for row in table_text.splitlines() for word in re.split(r"[\s─│╭╮├┤┬┼┴]+", row)}
        await press(pilot, key)
        await pilot.pause()
        shown = [row for pane in pilot.app.screen.query(Behind) if pane.display for row in within(pane)]
        beside = {word for row in shown for word in re.split(r"[\s─│╭╮├┤┬┼┴]+", row)}
        assert len(beside) > 2 and not beside - words
        assert pilot.app.screen.query_one(Overlay).size.width <= 100


async def test_every_hint_is_whole_in_the_smallest_window_with_panes(tmp_path: Path) -> None:
    async with playing(sampled(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "?")
        seen = []
        for _ in doables(screen.table, screen._commands):
            seen += [row.strip("│ ") for row in overlay(pilot)[1:-1]]
            await press(pilot, "down")
        assert not [row for row in seen if "…" in row.removeprefix("❯")]
        words = {word for row in seen for word in row.split()}
        hints = [item.barred or item.about for item in doables(screen.table, screen._commands)]
        assert len(hints) > 30 and not set(" ".join(hints).split()) - words


async def test_a_hint_below_the_box_is_not_begun_in_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p", "<co>")
        items = pilot.app.screen.query_one(Overlay).shown.items
        for _ in items:
            rows = [row.strip("│┃ ") for row in overlay(pilot)]
            begun, last = [(n, item) for item in items for n, row in enumerate(rows) if row.startswith(item.label)][-1]
            told = " ".join(" ".join(rows[begun:]).split())
            assert (last.barred or last.about).split()[-1] in told, f"{last.label} in {told}"
            await press(pilot, "down")


async def test_while_nothing_is_asked_the_help_says_what_the_signs_mean(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "condition r2 stunned 2"), size=(80, 24)) as pilot:
        await press(pilot, "?")
        text = " ".join(" ".join(overlay(pilot)).replace("│", " ").split())
        assert "▶ has the turn" in text and "respawns: how many times" in text and "2t two turns of its own" in text
        assert "▾ monsters" in text and "✓ has acted" in text
