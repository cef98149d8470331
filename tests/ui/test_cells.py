"""Cells: how the roster tells who is hurt, whichever way a game counts."""

import pytest
from msgspec.structs import replace

from referee.engine.state.bearer import Figure
from referee.engine.state.condition import Condition, Until
from referee.engine.state.own_values import Track
from referee.rules import registry
from referee.rules.black_keep.kinds import RANGE
from referee.rules.descent.kinds import ARMOR, FATIGUE, MOVES, TOKENS, WOUNDS
from referee.rules.olde_swords.kinds import AC, HP
from referee.ui.drawing.gauges import vital
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import cell, fitted
from referee.words.conditions import marks

pytestmark = pytest.mark.one_in(10)

DESCENT = registry.load("descent")


def someone(**tracks: Track) -> Figure:
    return Figure(tag="x", name="X", side="heroes", kind="hero", standing="up", tracks=tracks)


def test_a_bar_is_what_is_left_or_what_is_counted_up_which_is_named() -> None:
    assert cell(DESCENT, someone(wounds=Track(now=2, most=8)), WOUNDS, 5) == (
        f"{GLYPHS.full}{GLYPHS.gone * 4} 2/8",
        "dying",
    )
    assert cell(DESCENT, someone(tokens=Track(now=3, most=4)), WOUNDS, 0) == ("3/4 tokens", "dying")
    assert vital(DESCENT, someone(tokens=Track(now=1, most=4)), 4)[0] == "●○○○ 1/4 tokens"
    assert vital(DESCENT, someone(tokens=Track(now=0, most=4)), 4) == ("○○○○ 0/4 tokens", "text")
    assert vital(DESCENT, someone(tokens=Track(now=0, most=4)), 0) == ("0/4 tokens", "text")
    assert vital(DESCENT, someone(tokens=Track(now=1, most=4)), 5)[1] == "hurt"
    assert vital(DESCENT, someone(), 5) == (GLYPHS.none, "text")


def test_other_tracks_are_numbers_with_a_bar_where_they_are_small_and_there_is_room() -> None:
    assert TOKENS.rising
    assert cell(DESCENT, someone(fatigue=Track(now=3, most=4)), FATIGUE, 0) == ("3/4", "text")
    assert cell(DESCENT, someone(fatigue=Track(now=3, most=4)), FATIGUE, 4)[0] == "●●●○ 3/4"
    assert cell(DESCENT, someone(moves=Track(now=3)), MOVES, 4) == ("3", "text")
    assert cell(DESCENT, someone(fatigue=Track(now=3, most=40)), FATIGUE, 4) == ("3/40", "text")


def test_temporary_points_are_in_the_bar_and_behind_the_number() -> None:
    figure = someone(hp=Track(now=10, most=15), temp=Track(now=5))
    text, _ = cell(registry.load("olde_swords"), figure, HP, 8)
    assert text == f"{GLYPHS.full * 4}{GLYPHS.extra * 2}{GLYPHS.gone * 2} 10/15 +5"
    shaped = someone(hp=Track(now=10, most=15), temp=Track(now=2), shape=Track(now=3, most=11))
    assert vital(registry.load("fifth"), shaped, 0)[0] == "10/15 +5"


def test_what_was_just_lost_differs_from_what_was_gone_before() -> None:
    text, _ = cell(DESCENT, someone(wounds=Track(now=4, most=16)), WOUNDS, 8, lost=6)
    assert text == f"{GLYPHS.full * 2}{GLYPHS.lost * 3}{GLYPHS.gone * 3} 4/16"


def test_harm_that_was_counted_up_just_now_stands_behind_what_was_there_before() -> None:
    text, _ = vital(DESCENT, someone(tokens=Track(now=3, most=8)), 8, lost=2)
    assert text == f"{GLYPHS.full}{GLYPHS.lost * 2}{GLYPHS.gone * 5} 3/8 tokens"


def test_a_number_is_shown_at_its_default_and_a_dash_only_where_a_figure_may_be_without_it() -> None:
    assert cell(DESCENT, someone(), ARMOR, 5) == ("0", "text")
    assert cell(registry.load("olde_swords"), someone(), AC, 5) == ("10", "text")
    assert cell(registry.load("black_keep"), someone(), RANGE, 5) == (GLYPHS.none, "text")


def test_a_condition_has_what_is_left_of_it_behind_and_what_ends_first_comes_first() -> None:
    lying = (
        Condition(id="1", kind="prone"),
        Condition(id="2", kind="cursed", value=2, until=Until(edge="start", of="x", left=3)),
        Condition(id="3", kind="stunned", until=Until(edge="end", of="round", left=2)),
        Condition(id="4", kind="grappled", until=Until(edge="end", of="bob")),
    )
    figure = replace(someone(), conditions=lying)
    assert marks(DESCENT, figure) == ["grappled till bob", "stunned 2r", "cursed 2 3t", "prone"]


@pytest.mark.parametrize(
    ("room", "text"),
    [
        (30, "stunned 2r · cursed 3t · prone"),
        (29, "stunned 2r · 2 more"),
        (18, "stunned 2r · curs…"),
        (12, "stunned 2r …"),
        (4, "stu…"),
    ],
)
def test_conditions_without_room_are_counted(room: int, text: str) -> None:
    assert fitted(["stunned 2r", "cursed 3t", "prone"], room) == text


def test_a_condition_that_a_spell_brought_is_told_with_its_name() -> None:
    kept = Condition(id="1", kind="concentrating", by="ann", note="Moonbeam")
    mine = Condition(id="2", kind="cursed", by="vlad", note="the red rune")
    figure = Figure(tag="ann", name="Ann", side="heroes", kind="hero", conditions=(kept, mine), standing="up")
    assert marks(registry.load("fifth"), figure) == ["concentrating Moonbeam", "cursed"]
