"""The pages beside the table: figure sheet, history, rules, help and settings."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from referee.dialogue.topics import topic_names
from referee.rules import registry
from referee.store.settings import setting
from referee.ui.drawing.text_line import Line
from referee.ui.panes.pane import Pane
from referee.ui.screens.correction import Correction
from referee.ui.screens.figure import FigureSheet
from referee.ui.screens.history import History
from referee.ui.screens.page import Page
from referee.ui.screens.page_help import PageHelp
from referee.ui.screens.rules import Rules
from referee.ui.screens.topic_page import TopicPage
from referee.ui.screens.topics import Topics
from tests.ui.table import DUEL, drawn, page, playing, prepare, press, table, within

pytestmark = pytest.mark.one_in(10)


async def test_everything_about_a_figure_can_be_changed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "2", "e", "e", "ctrl+u", "<Grave King>", "enter")
        assert screen.table.session.encounter.figures["grave"].name == "Grave King"
        await press(pilot, "down", "down", "e", "ctrl+u", "<dead>", "enter")
        assert screen.table.session.encounter.figures["grave"].standing == "dead"
        await press(pilot, "down", "-")
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].now == 1
        await press(pilot, "e", "ctrl+u", "<2/5>", "enter")
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].most == 5
        await press(pilot, "u")
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].most == 2


def line_of(pilot: Pilot[None], name: str) -> int:
    """The index of that line of the sheet."""
    sheet = page(pilot)
    assert isinstance(sheet, FigureSheet)
    return next(n for n, entry in enumerate(sheet.entries) if entry.name == name)


async def test_conditions_are_put_on_and_lifted_on_the_sheet(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "2", "e", "c", "<cursed 2>", "enter")
        there = screen.table.session.encounter.figures["grave"].conditions
        assert [condition.kind for condition in there] == ["cursed"]
        await press(pilot, *["down"] * line_of(pilot, "condition"))
        assert "cursed" in drawn(pilot) and "turns" in drawn(pilot)
        await press(pilot, "x")
        assert not screen.table.session.encounter.figures["grave"].conditions


async def test_a_line_says_how_it_is_changed_and_not_by_its_colour(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "2", "e")
        at = line_of(pilot, "conditions")
        await press(pilot, *["down"] * at, "e")
        assert page(pilot).said == "Press c to add a condition."


async def test_a_value_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        before = table(pilot).table.session.step_log.position
        session = table(pilot).table.session
        await press(pilot, "2", "e", "down", "down", "down", "e", "ctrl+u", "<9/3>", "enter")
        assert "0 to 3, not 9" in drawn(pilot)
        assert session.step_log.position == before


async def test_the_rules_are_searched(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "r", "/", "<strike back>")
        rules = page(pilot)
        assert isinstance(rules, Rules)
        assert rules.found and all("strike" in clause.text.lower() for clause in rules.found)
        await press(pilot, "enter", "a")
        assert len(rules.found) == len(rules.rules.clauses())


async def test_a_line_of_the_log_leads_to_its_clause(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "4", "enter", "2", "enter", "1", "enter", "l")
        lines = screen.table.log_lines.lines()
        place = next(n for n, line in enumerate(lines) if "BK-08" in line.cites or "BK-04" in line.cites)
        await press(pilot, *["up"] * (len(lines) - 1 - place), "r")
        rules = page(pilot)
        assert isinstance(rules, Rules)
        assert rules.found[rules.listing.at].id == lines[place].cites[0]


async def test_the_history_goes_back_and_forth(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        now = screen.table.session.encounter
        await press(pilot, "h", "home", "down", "w")
        assert list(screen.table.session.encounter.figures) == ["ulf"]
        assert "undone" in page(pilot).heading
        await press(pilot, "end", "w")
        assert screen.table.session.encounter == now


STRIKE = ("a", "4", "enter", "2", "enter", "1", "enter")


async def test_a_roll_of_the_past_is_corrected_in_a_conversation(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, *STRIKE)
        before = screen.table.session.encounter
        assert before.figures["grave"].tracks["wounds"].now == 1
        await press(pilot, "h", "a")
        assert isinstance(page(pilot), Correction)
        assert "Ulf attacks Grave: 4, rolled at the table" in drawn(pilot)
        await press(pilot, "2", "enter", "<nonsense>", "enter")
        assert page(pilot).is_error and "nonsense" in drawn(pilot)
        await press(pilot, "enter")
        assert page(pilot).field.text == "nonsense"
        assert screen.table.session.encounter == before
        await press(pilot, "ctrl+u", "<6>", "enter")
        assert "then asks: " in drawn(pilot)
        await press(pilot, "<1 1>", "enter")
        assert "Grave's wounds 1 → 2" in drawn(pilot) and "Enter apply" in drawn(pilot)
        assert screen.table.session.encounter == before
        await press(pilot, "enter")
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].now == 2
        assert "corrected" in drawn(pilot)
        await press(pilot, "escape", "u")
        assert "Undone: the correction of attack" in drawn(pilot)
        assert screen.table.session.encounter == before


async def test_a_correction_is_dropped_with_escape_and_enter_takes_nothing_back(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, *STRIKE)
        before, position = screen.table.session.encounter, screen.table.session.step_log.position
        await press(pilot, "h", "a", "2", "enter", "<2>", "enter", "escape", "enter")
        assert isinstance(page(pilot), History)
        assert (screen.table.session.encounter, screen.table.session.step_log.position) == (before, position)


async def test_space_has_the_app_throw_what_a_correction_asks_and_enter_alone_answers_nothing(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, *STRIKE, "h", "a", "2", "enter", "<6>", "enter", "enter")
        assert "Type an answer first" in drawn(pilot)
        for _ in range(9):
            if page(pilot).wanted is not None:
                await press(pilot, "space")
        assert "this changes" in drawn(pilot)


@pytest.mark.parametrize(
    "way", [("h", "up", "w"), ("h", "a"), ("1", "e", "e"), ("1", "e", "+"), ("m", "p"), ("S", "down", "space")]
)
async def test_a_refusal_is_said_on_its_page_and_not_again_at_the_table(tmp_path: Path, way: tuple[str, ...]) -> None:
    saves = prepare(tmp_path, *DUEL, "attack", "< 4", "< 2", "< 1")
    async with playing(saves, read_only=True) as pilot:
        await press(pilot, *way)
        assert page(pilot).is_error and "read-only" in page(pilot).said
        while isinstance(pilot.app.screen, Page):
            await press(pilot, "escape")
        assert "nothing was changed" not in drawn(pilot)


async def test_the_history_tells_the_result_and_the_dice(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, *STRIKE, "h")
        line = next(line for line in drawn(pilot).splitlines() if " attack " in line)
        assert "vs 3+, hit" in line and "4" in line


async def test_what_was_begun_and_taken_back_is_not_called_open(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "a", "escape", "h")
        assert isinstance(page(pilot), History)
        assert "still open" not in drawn(pilot) and "begun, then undone" in drawn(pilot)


@pytest.mark.parametrize("way", ["h", "e", "r", "S"])
async def test_every_page_has_help_for_its_keys(tmp_path: Path, way: str) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, way)
        below = page(pilot)
        for key in ("?", "f1"):
            await press(pilot, key)
            assert isinstance(page(pilot), PageHelp)
            assert all(command.help[:20] in drawn(pilot) for command in below.commands)
            await press(pilot, "escape")
            assert page(pilot) is below


@pytest.mark.one_in(6)
@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_paging_through_the_help_skips_nothing(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(prepare(tmp_path), size=size) as pilot:
        await press(pilot, "f9", "enter")
        listing = page(pilot).listing
        seen: set[str] = set()
        for _ in range(40):
            seen |= {listing.line_at(y).click_target for y in range(listing.size.height)}
            await press(pilot, "pagedown")
        assert seen >= {str(n) for n in range(listing.count)}
        back: set[str] = set()
        for _ in range(40):
            back |= {listing.line_at(y).click_target for y in range(listing.size.height)}
            await press(pilot, "pageup")
        assert back >= {str(n) for n in range(listing.count)} and listing.at == 0


async def test_enter_on_a_value_that_stays_as_it_is_records_nothing(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        before = table(pilot).table.session.step_log.position
        session = table(pilot).table.session
        await press(pilot, "2", "e")
        for _ in range(page(pilot).listing.count - 1):
            await press(pilot, "e", "enter", "down")
        assert session.step_log.position == before


async def test_a_long_explanation_on_the_sheet_can_be_read_to_its_end(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "2", "e")
        sheet = page(pilot)
        assert isinstance(sheet, FigureSheet)
        for row in sheet.entries:
            shown = " ".join(drawn(pilot).replace(" KEYS ", " ").split())
            assert row.hint in shown
            await press(pilot, "down")


async def test_settings_change_the_readings_of_the_rules_and_the_theme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.store.settings.user_config_path", lambda name: tmp_path / "config")
    async with playing(prepare(tmp_path / "saves")) as pilot:
        screen = table(pilot)
        await press(pilot, "S", "space")
        assert pilot.app.theme == "high-contrast"
        assert "high-contrast" in (tmp_path / "config" / "settings.toml").read_text()
        await press(pilot, "down", "space")
        assert setting("dice") == "split" and "also for new encounters" in drawn(pilot)
        await press(pilot, "down", "space")
        assert screen.table.session.encounter.groups["table"].traits["multi_dice"] == "each"


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", registry.names())
async def test_settings_are_read_in_words_and_changed_by_key(tmp_path: Path, name: str) -> None:
    options = registry.load(name).options
    async with playing(prepare(tmp_path, "dice app", name="fight", system=name), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "S", "down")
        for option in options:
            await press(pilot, "down", "space")
            now = screen.table.session.encounter.groups["table"].traits[option.name]
            assert now == option.choices[1]
            shown = drawn(pilot)
            assert option.called in shown and f"[{option.label(str(now))}]" in shown
            for word in (option.name, *option.choices):
                assert "_" not in word or word not in re.sub("`[^`]*`", "", shown)


async def test_stray_dice_change_nothing_in_the_sheet(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        step_log = table(pilot).table.session.step_log
        await press(pilot, "2", "e", "down", "down", "down")
        before = step_log.position
        await press(pilot, "4", "enter", "1", "3", "enter", "enter", "6", "5")
        assert step_log.position == before and "5 does nothing here" in drawn(pilot)
        await press(pilot, "enter")
        assert step_log.position == before and "Enter does nothing here" in drawn(pilot)


async def test_help_on_an_order_is_shown_where_it_was_typed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "<:help add>", "enter")
        assert "Help · add" in drawn(pilot) and "minion" in drawn(pilot)
        await press(pilot, "a")
        assert "Keys at the table" in drawn(pilot)
        await press(pilot, "escape", "<:help attakc>", "enter")
        assert "attakc" in drawn(pilot) and "Did you mean attack" in drawn(pilot)
        await press(pilot, "escape", "<:help>", "enter")
        assert isinstance(page(pilot), Topics)
        await press(pilot, "enter")
        assert "Keys at the table" in drawn(pilot)
        await press(pilot, "escape", "escape", "<:help imports>", "enter")
        assert "Help · imports" in drawn(pilot)
        await press(pilot, "escape", "<:help dice>", "enter")
        assert "Help · dice" in drawn(pilot) and "The topic dice tells more" in drawn(pilot)


async def test_topics_are_found_by_their_words_and_read_from_any_page(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "h", "?", "?", "/", *"winter wolf", "enter")
        assert isinstance(page(pilot), Topics) and [name for name, _ in page(pilot).found] == ["imports"]
        await press(pilot, "enter")
        topic = page(pilot)
        assert isinstance(topic, TopicPage)

        def row() -> str:
            """The line under the cursor and the one below it."""
            at = topic.listing.at
            return "".join(text for n in (at, at + 1) for text, _ in topic.item(n, 80)[0].words)

        found = [topic.listing.at]
        while "No more lines" not in drawn(pilot):
            assert "winter wolf" in row()
            found.append(topic.listing.at)
            await press(pilot, "n")
        assert len({*found}) > 2 and found == sorted(found)
        await press(pilot, "/", *["backspace"] * 11, *"yaml reader", "enter")
        assert "YAML reader" in row() and topic.listing.at > found[-1]


def topic_lines(pilot: Pilot[None], width: int) -> list[Line]:
    """All lines of the topic that is on top."""
    topic = page(pilot)
    assert isinstance(topic, TopicPage)
    return [row for n in range(topic.listing.count) for row in topic.item(n, width)]


def widest(lines: list[Line]) -> int:
    """The cells of the widest line."""
    return max(sum(cell_len(text) for text, _ in row.words) for row in lines)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("width", [80, 200, 60])
async def test_each_topic_is_drawn_whole_in_every_width(tmp_path: Path, width: int) -> None:
    async with playing(prepare(tmp_path), size=(width, 24)) as pilot:
        await press(pilot, "f9")
        for name in topic_names():
            await press(pilot, "down", "enter")
            assert page(pilot).heading == f"Help · {name}"
            lines = topic_lines(pilot, width)
            assert widest(lines) <= width - 4, name
            shown = "".join("".join(text for text, _ in row.words) for row in lines)
            assert "**" not in shown and "```" not in shown and f"help {name}` lists" not in shown
            await press(pilot, "escape")


async def test_a_topic_is_laid_out_anew_for_another_width(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "f9", "down", "enter")
        before = len(topic_lines(pilot, 80))
        await pilot.resize_terminal(60, 24)
        for _ in range(100):
            if len(topic_lines(pilot, 60)) > before:
                break
            await pilot.pause(0.05)
        assert widest(topic_lines(pilot, 60)) <= 56


async def test_help_is_searched_as_one_types(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "f9", "enter", "/", *"brought")
        assert "No line has those words." in drawn(pilot)
        await press(pilot, *["backspace"] * 7, *"redo", "enter")
        assert "redo" in drawn(pilot) and "condition" not in drawn(pilot)
        await press(pilot, "a")
        assert "condition" in drawn(pilot) or "Keys at the table" in drawn(pilot)


async def test_the_history_has_the_numbers_that_amend_takes(tmp_path: Path) -> None:
    """Each answer has a place, too: places are counted, not lines."""
    lines = ("add hero Mira", "add goblin", "add hero Tolin", "dice table", "next", "< 20", "< 20", "< mira")
    async with playing(prepare(tmp_path, *lines, system="olde_swords"), size=(100, 30)) as pilot:
        await press(pilot, "3", "d", "1", "enter", "h")
        (number,) = [row.split()[1] for row in drawn(pilot).splitlines() if "damage goblin" in row]
        await press(pilot, "q", ":", f"<amend {number}>", "enter")
        assert number == "8" and "damage goblin 1 asked nothing" in drawn(pilot)


PAGES = {"sheet": "e", "history": "h", "rules": "r", "help": "f9", "settings": "S", "library": "L"}


@pytest.mark.parametrize("keys", PAGES.values(), ids=PAGES.keys())
async def test_each_page_stands_in_one_frame_with_its_title_on_it(tmp_path: Path, keys: str) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "1", keys)
        await pilot.pause()
        rows = drawn(pilot).splitlines()
        bottom = next(n for n, row in enumerate(rows) if row.startswith("╰"))
        assert rows[0].startswith("╭─ ") and rows[0].endswith("─╮") and page(pilot).heading[:20] in rows[0]
        assert all(row[0] in "│├" and row[-1] in "│┤┃" and len(row) == 80 for row in rows[1:bottom])
        assert rows[bottom] == f"╰{'─' * 78}╯" and page(pilot).query_one("#heading", Pane).frame.top == "focus"
        assert 24 - bottom <= 4, "so many lines are left for what is said and typed"
        await pilot.resize_terminal(70, 24)
        await pilot.pause()
        assert not any(sign in drawn(pilot) for sign in "╭│╰")
        assert page(pilot).heading[:20] in drawn(pilot).splitlines()[0]


def thumb(pilot: Pilot[None]) -> list[int]:
    """The rows beside which the thumb of a list is."""
    return [n for n, row in enumerate(drawn(pilot).splitlines()) if row.endswith("┃")]


async def test_a_list_that_does_not_fit_shows_where_one_is(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "r")
        bottom = next(n for n, row in enumerate(drawn(pilot).splitlines()) if row.startswith("╰"))
        first = thumb(pilot)
        assert first[0] == 1 and 3 < len(first) < bottom - 3
        await press(pilot, "pagedown")
        assert thumb(pilot)[0] > 1
        await press(pilot, "end")
        assert thumb(pilot)[-1] == bottom - 1
        await press(pilot, "q", "S", "end")
        assert bool(thumb(pilot)) is (page(pilot).listing.top > 0)
        await press(pilot, "q", "h")
        assert not thumb(pilot)


async def test_what_was_done_by_hand_has_a_sign_in_the_history_and_no_colour(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "damage ulf 1")) as pilot:
        await press(pilot, "h")
        row = page(pilot).listing.item(len(DUEL) + 1, 78)[0]
        assert [text.strip() for text, style in row.words if style == "hand"] == ["✎"]


async def test_a_pane_beside_the_list_joins_its_frame(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(120, 30)) as pilot:
        await press(pilot, "L")
        await pilot.pause()
        listing, entry, ask = (page(pilot).query_one(f"#{name}", Pane) for name in ("listing", "beside", "ask"))
        heads, entry_heads = listing.render_line(0).text, entry.render_line(0).text
        assert (heads[0], heads[-1], entry_heads[-1]) == ("├", "┬", "┤")
        bottom = ask.render_line(0).text
        assert (bottom[0], bottom[listing.size.width - 1], bottom[-1]) == ("╰", "┴", "╯")
        assert listing.frame.right[1][1] == "focus" != entry.frame.right[1][1]
        await press(pilot, "f3")
        await pilot.pause()
        assert not entry.display and page(pilot).listing.render_line(0).text[-1] == "┤"


async def test_without_a_frame_the_title_says_which_line_is_chosen(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(60, 18)) as pilot:
        await press(pilot, "r", "down", "down")
        title = drawn(pilot).splitlines()[0]
        assert re.fullmatch(r" Rules · The Black Keep · .* clauses +3/\d+ ", title) and len(title) == 60


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_the_end_of_a_fight_shows_how_all_fared_and_what_enter_does(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    fight = ("add fighter Ann init=20", "add goblin x3 init=3", "next", "damage g1-2 20", "damage ann 9")
    async with playing(prepare(tmp_path, *fight, system="fifth"), size=size) as pilot:
        await press(pilot, "!")
        rows = [" ".join(row.split()) for row in within(page(pilot).listing)]
        assert rows[0].replace("─", "").split() == ["figure", "HP", "took"]
        assert rows[1:4] == [
            "›+ Ann ━━━━━━━╾── 35/44 9",
            "▾ Goblin 1-2 ────────── 0/7 dead 7",
            "▾ Goblin 3 ━━━━━━━━━━ 7/7",
        ]
        assert rows[6:8] == ["end the fight over", "give Ann 100 XP to share award 100 ann"]
        assert ("longsword" in drawn(pilot)) == (size[0] >= 100), "the stat block of the chosen figure"
        assert "…" not in drawn(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_a_correction_shows_what_was_and_who_would_be_how(tmp_path: Path, size: tuple[int, int]) -> None:
    fight = ("add fighter Ann init=20", "add goblin init=3", "next", "damage goblin 20")
    async with playing(prepare(tmp_path, *fight, system="fifth"), size=size) as pilot:
        await press(pilot, "h", "a", "backspace", "backspace", "3", "enter")
        rows = [" ".join(row.replace("─", "").split()) for row in within(page(pilot).listing)]
        assert rows[0] == "as it was" and "Goblin 1 takes 20. HP 7 → 0, dead" in rows[1]
        assert rows[3:5] == ["this changes", "›Goblin 1 keeps 4 HP and stays up"]
        assert ("scimitar" in drawn(pilot)) == (size[0] >= 100) and "Enter applies all of this" in drawn(pilot)
        assert ("4/7" in drawn(pilot)) == (size[0] >= 100), "as it would be then"
