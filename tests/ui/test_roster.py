"""The roster: conditions, ranks, sides, and those out of the fight, in little room."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec import structs
from textual.pilot import Pilot

from referee.dialogue.run_lines import run_line
from referee.engine.contract.ruleset import Ruleset
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.games import begin
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.controller.roster_order import family_of
from referee.ui.controller.roster_summary import family_text
from referee.ui.drawing.column_layout import GAP, Layout, is_spare, laid_out
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.row_needs import Needs, needs
from referee.ui.drawing.text_line import short_name
from referee.ui.panes.roster import Roster
from tests.picture import FIGHTS
from tests.ui.table import DUEL, drawn, playing, prepare, press, table, within

pytestmark = pytest.mark.one_in(10)

HORDE = ("damage g1-4 99", "damage fang 99")


def sample(folder: Path, system: str, *lines: str) -> Saves:
    """The sample of that system, with these orders after it, in a folder of its own."""
    saves = Saves(folder)
    journal = saves.create("fight", system)
    session = Session(registry.load(system), journal)
    for line in (*session.rules.sample().splitlines(), *lines):
        run_line(session, line)
    journal.close()
    return saves


def rows(pilot: Pilot[None]) -> list[str]:
    """The rows of the roster below its headings, without the blank ones."""
    return [text for text in within(table(pilot).query_one(Roster))[1:] if text]


def row(pilot: Pilot[None], name: str) -> str:
    return next(text for text in rows(pilot) if name in text and "/" in text)


async def test_at_80_columns_both_conditions_are_there_with_their_time(tmp_path: Path) -> None:
    lines = ("condition grave-lord stunned 2r", "condition grave-lord cursed 3")
    async with playing(sample(tmp_path, "black_keep", *lines), size=(80, 24)) as pilot:
        assert row(pilot, "Grave Lord").endswith("stunned 2r · cursed 3t")


async def test_on_the_sheet_a_condition_is_whole(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "condition mira frightened end gruk"), size=(80, 24)) as pilot:
        await press(pilot, "1", "e")
        text = "\n".join(
            pane.render_line(y).text for pane in pilot.app.screen.query("Listing") for y in range(pane.size.height)
        )
        assert "frightened: until the end of Gruk's next turn" in text


@pytest.mark.parametrize(
    ("system", "name", "sign"),
    [("gloomhaven", "Bandit Guard 3", "▾★"), ("descent", "Master dread 1", "▾★"), ("black_keep", "Grave Lord", "▾◆")],
)
async def test_who_is_above_the_others_of_its_sort_has_a_sign(
    tmp_path: Path, system: str, name: str, sign: str
) -> None:
    async with playing(sample(tmp_path, system), size=(80, 24)) as pilot:
        assert row(pilot, name).lstrip()[2:4] == sign
        assert sum(sign[1] in text for text in rows(pilot)) < len(rows(pilot))


async def test_only_those_who_can_be_the_answer_have_a_letter(tmp_path: Path) -> None:
    asked = ("dice table", *registry.load("gloomhaven").sample().splitlines(), *FIGHTS["gloomhaven"][:-1])
    async with playing(prepare(tmp_path, *asked, system="gloomhaven"), size=(120, 40)) as pilot:
        offers = {each.offer.word: each for each in table(pilot).table.view.offers}
        assert offers["ba1"].offer.barred and not offers["mira"].offer.barred
        assert row(pilot, "Mira").lstrip().startswith(offers["mira"].key)
        assert row(pilot, "Bandit Archer 1").lstrip().startswith("▾")


@pytest.mark.parametrize(
    ("system", "heading", "name", "tag"),
    [("gloomhaven", " shield ", "Bandit Guard 1", " bg1 "), ("descent", " fatigue ", "Ghoul 1", " g1 ")],
)
async def test_in_the_widest_window_headings_are_whole_and_tags_are_there(
    tmp_path: Path, system: str, heading: str, name: str, tag: str
) -> None:
    async with playing(sample(tmp_path, system), size=(200, 50)) as pilot:
        assert heading in table(pilot).query_one(Roster).render_line(0).text and tag in row(pilot, name)


async def test_who_touches_whom_is_told_at_80_columns_also_when_many_are_slain(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "scorched", "damage g2,b1,b2,s1,s2 9"), size=(80, 24)) as pilot:
        assert "touches" in table(pilot).query_one(Roster).render_line(0).text
        assert "g1" in row(pilot, "Morgat")


async def test_two_sides_have_two_signs_and_two_colours(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "scorched"), size=(80, 24)) as pilot:
        pane = table(pilot).query_one(Roster)
        marks = {
            (word, style)
            for y in range(2, pane.size.height)
            for word, style in pane.line_at(y).words
            if style.startswith("side")
        }
        assert {(word.lstrip(" 0123456789")[0], style) for word, style in marks} == {("+", "side1"), ("▾", "side2")}


async def test_the_fallen_are_last_and_folded_where_not_all_have_room(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", *HORDE), size=(80, 24)) as pilot:
        there = rows(pilot)
        assert "Gruk" in there[4]
        assert there[5] == ". ✝ 5 dead: Goblin 1, Goblin 2, Goblin 3, Goblin 4, Fang"
        assert len(there) == 6


async def test_the_fallen_are_one_line_and_keep_their_numbers(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "damage g1 99"), size=(120, 40)) as pilot:
        assert rows(pilot)[-1] == ". ✝ 1 dead: Goblin 1"
        await press(pilot, ".")
        there = rows(pilot)
        assert there[-1].startswith(" 5") and "Goblin 1" in there[-1] and "DEAD" in there[-1]
        await press(pilot, "5")
        assert table(pilot).table.cursor.chosen == "g1"
        await press(pilot, "up")
        assert table(pilot).table.cursor.chosen == "gruk"


async def test_a_key_and_a_click_open_what_is_folded_and_fold_it_again(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", *HORDE), size=(80, 24)) as pilot:
        await press(pilot, ".", "5")
        assert "DEAD" in row(pilot, "Goblin 1")
        await press(pilot, ".", "1")
        assert len(rows(pilot)) == 6
        assert await pilot.click("#roster", offset=(6, 6))
        await pilot.pause()
        assert len(rows(pilot)) > 6


async def test_one_of_the_fallen_that_is_chosen_is_shown(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", *HORDE), size=(80, 24)) as pilot:
        await press(pilot, "6")
        there = rows(pilot)
        assert there[5].startswith(" 6›▾") and "Goblin 2" in there[5]
        assert there[6] == ". ✝ 4 dead: Goblin 1, Goblin 3, Goblin 4, Fang"


async def test_one_of_the_fallen_that_a_question_is_about_is_shown(tmp_path: Path) -> None:
    lines = ("set tia standing out", "set bran standing out", "add rat x6", "damage r3-8 9", "set ulf items 1")
    async with playing(sample(tmp_path, "black_keep", *lines), size=(80, 24)) as pilot:
        assert "Tia" not in "".join(rows(pilot)[:-1])
        await press(pilot, "p")
        assert table(pilot).table.view.question is not None
        assert "Tia" in "".join(rows(pilot)[:-1])


async def test_who_is_taken_off_is_in_the_last_line(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "black_keep", "remove bran"), size=(120, 40)) as pilot:
        assert rows(pilot)[-1] == ". ✝ 1 away: Bran"


async def test_nothing_shifts_when_it_scrolls(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "gloomhaven"), size=(80, 24)) as pilot:
        pane = table(pilot).query_one(Roster)
        before = pane.render_line(0).text[:60]
        bars = [text.index("●" if "●" in text else "━") for text in rows(pilot) if "below" not in text]
        pane.scrolled(99)
        assert pane.render_line(0).text[:60] == before
        now = [text for text in rows(pilot) if "above" not in text]
        assert {*bars} == {text.index("●" if "●" in text else "━") for text in now}


def test_a_name_that_is_cut_keeps_its_number() -> None:
    assert short_name("Bandit Archer 12", 12) == "Bandit A… 12"
    assert short_name("Ulf", 5) == "Ulf  "


async def test_at_80_columns_the_bar_has_ten_cells_where_there_is_room(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        assert f"{GLYPHS.full * 10} 18/18  16  ○○○○○ 0/5" in row(pilot, "Mira")


async def test_what_was_just_lost_is_shown_until_the_next_act(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "1", "d", "9", "enter")
        assert f"{GLYPHS.full * 5}{GLYPHS.lost * 5} 9/18" in row(pilot, "Mira")
        await press(pilot, "2", "+", "1", "enter")
        assert f"{GLYPHS.full * 5}{GLYPHS.gone * 5} 9/18" in row(pilot, "Mira")


async def test_the_last_heading_is_whole_where_there_is_room_behind_it(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "descent"), size=(80, 24)) as pilot:
        assert " attacks ─" in table(pilot).query_one(Roster).render_line(0).text


async def test_the_roster_is_as_high_as_the_lines_that_are_drawn(tmp_path: Path) -> None:
    lines = ("add warrior Mira", "add goblin x9", "add orc x3", "remove o3")
    async with playing(prepare(tmp_path, *lines, system="olde_swords"), size=(80, 24)) as pilot:
        pane = table(pilot).query_one(Roster)
        before = pane.size.height
        await press(pilot, "2", "left")
        assert len(rows(pilot)) == 5 and pane.size.height == len(rows(pilot)) + 1 < before
        await press(pilot, "right")
        assert pane.size.height == before


async def test_a_line_says_how_many_are_out_of_view_and_who_of_them_is_hurt_worst(tmp_path: Path) -> None:
    lines = ("add rat x20", "damage ulf 1", "add knight Zed", "set zed wounds 1/9")
    async with playing(sample(tmp_path, "black_keep", *lines), size=(80, 24)) as pilot:
        pane = table(pilot).query_one(Roster)
        last = pane.line_at(pane.size.height - 1)
        assert last.words == (("  … 18 below: ", "dim"), ("Zed 1/9", "dying"), (", Rat 6-22", "dim"))
        pane.scrolled(99)
        last = pane.line_at(pane.size.height - 1)
        assert last.words[:2] == (("  … 18 above: ", "dim"), ("Ulf 1/2", "hurt"))
        pane.scrolled(-1)
        last = pane.line_at(pane.size.height - 1)
        assert last.words[:2] == (("  … 17 above, 1 below: ", "dim"), ("Zed 1/9, Ulf 1/2", "dying"))
    async with playing(prepare(tmp_path / "few", "add rat x4", system="black_keep"), size=(80, 24)) as pilot:
        assert not any("below" in row for row in rows(pilot))


async def test_every_column_keeps_its_heading_while_some_are_out_of_view(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "gloomhaven"), size=(80, 24)) as pilot:
        head, *others = within(table(pilot).query_one(Roster))
        assert " below: " in others[-1]
        assert all(f" {word} " in head for word in ("HP", "att", "move", "range", "shield"))
        assert not any("–" in row for row in others), "what a figure has not is left empty"


async def test_whom_the_players_do_not_see_is_marked(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *DUEL, "hide r2")) as pilot:
        rows = [row for row in drawn(pilot).splitlines() if "Rat 2" in row]
        assert any("CONCEALED" in row for row in rows)


async def test_those_who_are_down_give_way_to_those_who_have_a_turn_in_every_game(tmp_path: Path) -> None:
    lines = ("add hero Ann, Bob, Cyd, Dee init=10 hp=30", "add foe Orc x6 init=16 hp=15", "add foe Troll init=14 hp=40")
    saves = prepare(tmp_path, *lines, "next", "damage orc1-5 15", system="plain")
    async with playing(saves, size=(80, 24)) as pilot:
        there = rows(pilot)
        assert (
            "Orc 6" in there[0] and "Dee" in there[-2] and there[-1] == ". ✝ 5 down: Orc 1, Orc 2, Orc 3, Orc 4, Orc 5"
        )
        await press(pilot, ".")
        assert "Orc 1" in "".join(row for row in rows(pilot) if "✝" not in row)
        await press(pilot, ".")
        assert rows(pilot) == there


async def test_a_note_stands_on_its_row_behind_standing_and_conditions(tmp_path: Path) -> None:
    lines = ("add hero Ann init=10 hp=30", "add foe Orc x2 init=16 hp=15", "set orc1 note vow against Ann", "next")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=(80, 24)) as pilot:
        assert row(pilot, "Orc 1").endswith("vow against Ann")
        await press(pilot, "<:condition orc1 prone>", "enter")
        assert "prone · vow agains" in row(pilot, "Orc 1")
        await press(pilot, "<:set orc1 note remembers the red key of the old tower by the sea>", "enter")
        assert row(pilot, "Orc 1").endswith("…") and len(row(pilot, "Orc 1")) <= 79


@pytest.mark.one_in(6)
async def test_what_one_of_many_has_takes_no_column_from_the_others(tmp_path: Path) -> None:
    lines = ("dice app", "add fighter Ulf init=15", "add goblin x4 init=12", "next")
    dragon = 'add goblin "Adult Dragon" hp=200 ac=19 legendary=3 resistance=3 init=18'
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, f"<:{dragon}>", "enter")
        assert "legendary" not in next(line for line in drawn(pilot).splitlines() if " Roster ─" in line)
        assert "AC" in next(line for line in drawn(pilot).splitlines() if " Roster ─" in line)
        assert row(pilot, "Adult Dragon").endswith("legendary 3/3  leg. res. 3/3")
        await press(pilot, f"<:{dragon.replace('Adult', 'Other')}>", "enter")
        assert "legendary" in next(line for line in drawn(pilot).splitlines() if " Roster ─" in line)
    async with playing(Saves(tmp_path), size=(240, 60)) as pilot:
        await press(pilot, "<:undo>", "enter")
        assert "legendary 3/3  leg. res. 3/3" in row(pilot, "Adult Dragon")
        assert row(pilot, "Ulf").count(GLYPHS.full) == 10


async def test_a_column_stands_only_where_two_figures_fill_it(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "black_keep"), size=(120, 40)) as pilot:
        headings = within(table(pilot).query_one(Roster))[0]
        assert "items" in headings and "att" not in headings and "range" not in headings
        assert row(pilot, "Ulf").endswith("att 1  def 1") and row(pilot, "Bran").endswith("range 5")


SPEEDS = ("dice app", "add fighter Ulf initiative=20", "add goblin x2 initiative=10", "condition g1 grappled by ulf")


def under(pilot: Pilot[None], heading: str, name: str) -> str:
    """What the row of a figure shows under that heading; empty where there is no such column."""
    above, *below = within(table(pilot).query_one(Roster))
    start = above.find(f" {heading} ") + 1
    told = next(text for text in below if name in text)
    return told[start : start + len(heading)].strip() if start else ""


@pytest.mark.parametrize("size", [(80, 24), (140, 40), (200, 50)])
async def test_speed_is_a_column_where_nothing_else_needs_the_room(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(prepare(tmp_path, *SPEEDS, system="fifth"), size=size) as pilot:
        assert [under(pilot, "speed", name) for name in ("Ulf", "Goblin 1", "Goblin 2")] == ["30", "0", "30"]
        note = "looks for the red key of the old tower " * 4
        await press(pilot, f"<:set ulf note {note}>", "enter")
        assert under(pilot, "speed", "Ulf") == "" and under(pilot, "AC", "Ulf") == "18"


async def test_a_condition_takes_the_room_of_the_speed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *SPEEDS, system="fifth"), size=(120, 40)) as pilot:
        assert row(pilot, "Goblin 1").endswith("grappled") and under(pilot, "speed", "Goblin 1") == ""
        await press(pilot, "<:lift g1 grappled>", "enter")
        assert under(pilot, "speed", "Goblin 1") == "30"


def test_a_spare_column_takes_nothing_from_the_others() -> None:
    rules = registry.load("fifth")
    session = Session(rules, MemoryStepLog(Encounter(system="fifth")))
    for line in (*SPEEDS, "condition ulf poisoned 3r", 'add foe "Shaman of the Hill" hp=70', "set g2 note a spy"):
        run_line(session, line)
    encounter = session.encounter
    without = structs.replace(rules, columns=tuple(column for column in rules.columns if not is_spare(column)))
    assert len(without.columns) == len(rules.columns) - 1

    def layout(rules: Ruleset, width: int) -> Layout:
        seen = (rules.values.as_shown(encounter, figure) for figure in encounter.figures.values())
        return laid_out(rules, Counter(needs(rules, figure) for figure in seen), width, width >= 120)

    widths = []
    for width in range(30, 200):
        some, others = layout(rules, width), layout(without, width)
        more = some.columns[len(others.columns) :]
        room = others.marks - sum(size + GAP for _, size in more)
        columns = [*others.columns, *more]
        assert some == structs.replace(others, columns=columns, marks=room, bars=(*others.bars, 0))
        assert not more or room >= len("poisoned 3r")
        widths += [width] * len(more)
    assert widths and 60 < widths[0] < 100 and widths[-1] == 199


async def test_what_does_not_concern_a_figure_has_no_cell(tmp_path: Path) -> None:
    """A track of a system file with `for`, whom an option may widen."""
    file = (Path(__file__).parents[1] / "rules/open_table/brawl.toml").read_text(encoding="utf-8")
    file += """
[kind.hero]
side = "heroes"
[option.all_fear]
choices = [false, true]
[track.fear]
for = ["{side} is heroes", "{option.all_fear} is yes"]
start = 2
most = 2
"""
    path = tmp_path / "brawl.toml"
    path.write_text(file, encoding="utf-8")
    journal, rules = begin(Saves(tmp_path / "saves"), "fight", str(path))
    session = Session(rules, journal)
    for line in ("add hero Ann", "add hero Bob", "add brawler Cyd"):
        run_line(session, line)
    journal.close()
    async with playing(Saves(tmp_path / "saves"), size=(120, 40)) as pilot:
        assert "2/2" in row(pilot, "Ann") and "2/2" not in row(pilot, "Cyd")
        await press(pilot, "<:option all_fear yes>", "enter")
        assert "2/2" in row(pilot, "Cyd")


async def test_figures_stand_in_turn_order_and_who_has_the_turn_is_in_view(tmp_path: Path) -> None:
    lines = ("add foe Orc x20 init=16 hp=15", "add hero Ann init=10 hp=30", "add hero Bob init=20 hp=30", "next")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=(80, 24)) as pilot:
        assert "Bob" in rows(pilot)[0] and "Orc 1" in rows(pilot)[1]
        await press(pilot, *["n"] * 18)
        assert any("Orc 18" in row and "»" in row for row in rows(pilot))
        await press(pilot, "1")
        assert table(pilot).table.cursor.chosen == "bob"


async def test_where_the_turn_passes_out_of_view_nearly_a_page_is_turned(tmp_path: Path) -> None:
    lines = ("add foe Orc x30 init=16 hp=15", "next")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=(80, 24)) as pilot:
        first, turned = rows(pilot)[0], list[int]()
        for n in range(2, 31):
            await press(pilot, "n")
            there = rows(pilot)
            at = next(at for at, row in enumerate(there) if f"»▾ Orc {n} " in row)
            if there[0] != first.replace("»", " "):
                turned.append(at)
            first = there[0]
        assert (len(there) - 1, turned) == (9, [2, 2, 2]), "two of nine lines stay"


async def test_tags_come_and_go_with_the_window_also_where_the_roster_keeps_its_width(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add hero Ann", "add hero Bob", system="fifth"), size=(119, 40)) as pilot:
        assert "+ Ann " in drawn(pilot) and " ann " not in row(pilot, "+ Ann")
        await pilot.resize_terminal(125, 40)
        await pilot.pause(0.3)
        assert " ann " in row(pilot, "+ Ann")


async def test_the_letters_of_durations_are_explained_above_them_where_there_are_any(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(100, 30)) as pilot:
        heading = within(table(pilot).query_one(Roster))[0]
        assert "rounds" not in heading and "turns" not in heading
        await press(pilot, "<:condition ulf cursed 2r>", "enter")
        heading = within(table(pilot).query_one(Roster))[0]
        assert " r rounds " in heading and "turns" not in heading
        await press(pilot, "<:condition grave cursed 3>", "enter")
        rows = within(table(pilot).query_one(Roster))
        at = rows[0].index("r rounds, t turns")
        assert any(row[at:].startswith("cursed 3t") for row in rows)


async def test_a_roster_without_any_column_is_drawn(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add hero Ann", system="plain"), size=(100, 30)) as pilot:
        assert "+ Ann" in drawn(pilot)


async def test_of_a_crowd_only_what_has_changed_is_measured_again_as_the_turn_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = list[str]()

    def counted(rules: Ruleset, figure: Figure) -> Needs:
        measured.append(figure.tag)
        return needs(rules, figure)

    monkeypatch.setattr("referee.ui.panes.roster.needs", counted)
    lines = ("dice app", "add fighter x15", "add goblin x15", "next")
    async with playing(prepare(tmp_path, *lines, system="fifth")) as pilot:
        for _ in range(3):
            before, figures = len(measured), table(pilot).table.session.encounter.figures
            await press(pilot, "n")
            now = table(pilot).table.session.encounter.figures
            assert len(measured) - before == sum(figures[tag] is not now[tag] for tag in now) < 5


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_of_the_dying_it_counts_what_ends_it(tmp_path: Path, size: tuple[int, int]) -> None:
    lines = "add fighter Ulf", "add cleric Ann", "set ulf failures 2"
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=size) as pilot:
        assert "failures" not in row(pilot, "Ulf"), "who is up can be told nothing of it"
        await press(pilot, ":", "<damage ulf 44>", "enter", ":", "<set ulf failures 2>", "enter")
        assert "DYING failures 2/3" in row(pilot, "Ulf") and "failures" not in row(pilot, "Ann")
        await press(pilot, ":", "<set ulf successes 1>", "enter")
        assert "DYING failures 2/3 · " in row(pilot, "Ulf"), "what is nearest to its end is first"


def test_a_row_of_several_tells_how_they_fare_in_the_words_of_the_game(tmp_path: Path) -> None:
    lines = "add goblin x4", "condition g1-2 alight", "damage g1 3", "damage g4 99"
    journal = prepare(tmp_path, *lines, system="fifth").open("fight")
    session = Session(registry.load("fifth"), journal)
    goblins = [*session.encounter.figures.values()]
    family = family_of(goblins[0])
    assert family is not None
    told = family_text(session.rules, family, goblins)
    assert told == "Goblin 1-4: 3 up, 1 hurt, 1 dead · HP 18/28 · 2 on fire"
    journal.close()
