"""Cells: how the roster tells who is hurt, whichever way a game counts."""

from referee.engine.bearer import Figure, Track
from referee.rules import registry
from referee.rules.descent.kinds import ARMOR, TOKENS, WOUNDS
from referee.ui.cells import cell, vital
from referee.ui.glyphs import GLYPHS

DESCENT = registry.load("descent")


def someone(**tracks: Track) -> Figure:
    return Figure(tag="x", name="X", side="heroes", kind="hero", standing="up", tracks=tracks)


def test_what_is_left_is_a_bar_and_what_is_counted_up_is_named() -> None:
    assert cell(DESCENT, someone(wounds=Track(now=2, most=8)), WOUNDS, 5) == (
        f"{GLYPHS.full}{GLYPHS.gone * 4} 2/8",
        "dying",
    )
    assert cell(DESCENT, someone(tokens=Track(now=3, most=4)), WOUNDS, 5) == ("3/4 tokens", "dying")
    assert vital(DESCENT, someone(tokens=Track(now=0, most=4)), 5) == ("0/4 tokens", "ok")
    assert vital(DESCENT, someone(tokens=Track(now=1, most=4)), 5)[1] == "hurt"
    assert vital(DESCENT, someone(), 5) == (GLYPHS.none, "text")


def test_other_tracks_are_numbers_and_what_is_as_with_everybody_is_a_dash() -> None:
    assert TOKENS.rising
    assert cell(DESCENT, someone(tokens=Track(now=3, most=4)), TOKENS, 5) == ("3/4", "text")
    assert cell(DESCENT, someone(), ARMOR, 5) == (GLYPHS.none, "text")
