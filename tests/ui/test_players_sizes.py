"""The players' screen grows with its window, and on a phone nothing of it is lost."""

import re
from functools import cache

import pytest
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from referee.ui.players.big_letters import big
from referee.ui.players.screen_lines import screen_lines
from referee.words.public_view import PublicView, public_view
from tests.picture import FIGHTS

pytestmark = pytest.mark.one_in(10)

SIZES = ((20, 5), (36, 39), (40, 20), (60, 20), (80, 24), (120, 40), (192, 54), (200, 50))


@cache
def fight(system: str, *more: str) -> PublicView:
    """The fight of the pictures in that game."""
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    sample = (each for each in rules.sample().splitlines() if each.strip() and not each.startswith("#"))
    for each in ("dice table", *sample, *FIGHTS[system], *more):
        run_line(session, each)
    return public_view(session, "Fight")


def crowd() -> PublicView:
    """Twenty more figures, three of them under a condition; the turn passes on to the last of them."""
    return fight("plain", "add foe Skeleton x20 init=7 hp=9", "condition s1-3 poisoned 3r", *["next"] * 10)


def rows(view: PublicView, size: tuple[int, int]) -> list[str]:
    """The screen, line by line."""
    return ["".join(text for text, _ in each.words).rstrip() for each in screen_lines(view, *size)]


def has(lines: list[str], view: PublicView, name: str) -> bool:
    """Is that figure named in a row, in letters of any size?"""
    spaced = " ".join(name.upper())
    drawn = {row for scale in (1, 2, 3) for row in big(name, 999, scale)[1:2]}
    return any(f" {each}" in row for row in lines for each in (name, spaced, *drawn))


def run_on(lines: list[str]) -> str:
    """The words of all lines, wrapped or not, without what stands between them."""
    return re.sub(r"\s+", " ", " ".join(lines))


@pytest.mark.one_in(6)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("system", FIGHTS)
def test_it_fills_any_window_and_tells_of_all_or_how_many_more(system: str, size: tuple[int, int]) -> None:
    view = fight(system)
    lines = rows(view, size)
    assert len(lines) == size[1] and all(len(row) <= size[0] for row in lines)
    up = [figure.name for figure in view.figures if not (figure.is_foe and figure.state == "down")]
    more = re.search(r"and (\d+) more", "\n".join(lines))
    shown = [name for name in up if has(lines, view, name)]
    if size[1] >= 24:
        assert not more and shown == up
    assert size[1] < 20 or len(shown) + (int(more[1]) if more else 0) >= len(up)


@pytest.mark.parametrize("size", SIZES)
def test_a_table_without_anybody_is_shown_too(size: tuple[int, int]) -> None:
    view = replace(fight("fifth"), figures=(), order=(), turn="")
    fallen = replace(view, figures=tuple(each for each in fight("fifth").figures if each.state == "down"))
    for each in (view, fallen):
        assert len(rows(each, size)) == size[1]
    assert size[1] < 12 or any("down: Goblin 1" in row for row in rows(fallen, size))


def test_where_there_is_room_names_are_large_and_bars_thick() -> None:
    view = fight("olde_swords")
    for size, scale, thick in (((120, 40), 1, 2), ((200, 50), 2, 4)):
        lines = rows(view, size)
        for name in ("Mira", "Tolin", "Isolde", "Bram", "Goblin 1", "Gruk"):
            drawn = big(name, 200, scale)
            assert any(all(part in row for part, row in zip(drawn, lines[n:], strict=False)) for n in range(len(lines)))
        bars = [row for row in lines if re.search("█{24}(?!█)", row)]
        assert len([row for row in lines if "█░" in row]) == 2 * thick and len(bars) == 2 * thick, "two hurt, two not"
    assert not any("█░" in row for row in rows(view, (80, 24)))


def test_those_who_follow_are_cards_or_a_line() -> None:
    lines = rows(fight("olde_swords"), (120, 40))
    assert sum(row.count("╭") for row in lines) == 4 and "╭ next ─" in lines[2]
    assert re.search(r"│ Tolin +│ │ Isolde +│ │ Goblin 1 +│ │ Gruk +│", lines[3]) and "4/14" in lines[4]
    small = rows(fight("olde_swords"), (40, 20))
    assert not any("╭" in row for row in small) and "then Tolin · Isolde · Goblin 1 · Gruk" in run_on(small)
    assert sum(row.count("╭") for row in rows(fight("plain"), (200, 50))) == 3
    last = rows(fight("plain", *["next"] * 3), (80, 24))
    assert "then  round 2" in "\n".join(last), "nobody follows in this round"


@pytest.mark.parametrize("size", [each for each in SIZES if each[1] >= 20])
def test_conditions_are_whole_and_the_last_act_is_a_sentence_at_the_bottom(size: tuple[int, int]) -> None:
    lines = rows(fight("olde_swords"), size)
    for figure in fight("olde_swords").figures:
        for each in figure.conditions:
            assert f"{each.name} {each.left}".strip() in run_on([re.sub("[░█▀▄━╾─]+", "", row) for row in lines])
    assert lines[-1].strip() == "Fang takes damage and is dead."
    assert sum("✝ down: Goblin 2-4, Fang" in row for row in lines) == 1


@pytest.mark.parametrize("size", [(40, 20), (60, 20), (80, 24), (120, 40)])
def test_of_a_crowd_whoever_has_the_turn_is_in_view(size: tuple[int, int]) -> None:
    view = crowd()
    assert view.turn.startswith("Skeleton")
    lines = rows(view, size)
    assert any(row.lstrip().startswith("▶▾") or " ▶▾ " in row for row in lines)
    more = re.search(r"and (\d+) more", "\n".join(lines))
    named = [each.name for each in view.figures if has(lines[5:], view, each.name) and each.state != "down"]
    up = [each for each in view.figures if each.state != "down"]
    assert len(named) + (int(more[1]) if more else 0) == len(up)


def test_without_utf_8_there_are_only_ascii_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.ui.drawing import bars, glyphs, text_line
    from referee.ui.players import (
        big_letters,
        board_drawing,
        figure_row,
        figure_rows,
        figure_sides,
        screen_lines,
        turn_heads,
    )

    rows_of_figures = (big_letters, figure_row, figure_rows, figure_sides)
    for module in (text_line, bars, board_drawing, screen_lines, turn_heads, *rows_of_figures):
        monkeypatch.setattr(module, "GLYPHS", glyphs.ASCII)
    lines = rows(fight("fifth"), (120, 40))
    assert all(row.isascii() for row in lines if "→" not in row) and any("####" in row for row in lines)


def test_the_board_grows_beside_or_below_the_figures_and_with_them() -> None:
    view = fight("olde_swords", "reveal map")
    wide, low = rows(view, (200, 50)), rows(view, (120, 40))
    at = next(n for n, row in enumerate(wide) if "▶Mira" in row)
    assert "g1" in wide[at] and "━━━" in wide[at + 1] and "unhurt" in wide[at + 1], "spaces of two lines, with bars"
    assert any("Tolin  " in row for row in wide[at:]) and not any("m: the board" in row for row in wide)
    at = next(n for n, row in enumerate(low) if " mira g1 " in row)
    assert " 3 " in low[at] and " 4 " in low[at + 1] and any("M I R A" in row for row in low)
    assert any("m: the board" in row for row in rows(view, (80, 24)))
    alone = ["".join(text for text, _ in each.words) for each in screen_lines(view, 80, 24, board_alone=True)]
    assert any(" mira g1 " in row for row in alone) and not any("11/18" in row for row in alone)
