"""Contrast of what is drawn: each sign on each screen can be told from what lies behind it, in every theme."""

from pathlib import Path

import pytest
from rich.style import Style
from textual.pilot import Pilot

from referee.ui.drawing.glyphs import UNICODE
from referee.ui.drawing.themes import theme_names
from referee.ui.panes.pane import Pane
from tests.picture import SCENES, Scene, choose, fixed, on_screen
from tests.ui.colour_vision import contrast
from tests.ui.table import press
from tests.ui.test_themes import COLOURED

pytestmark = pytest.mark.one_in(10)

TEXT, MARK = 4.5, 3.0
"""The least contrast of words, and of bars and lines (WCAG 2.2, 1.4.3 and 1.4.11)."""
MARKS = {
    *UNICODE.full,
    *UNICODE.gone,
    *UNICODE.lost,
    *UNICODE.extra,
    *UNICODE.rule,
    *UNICODE.wall,
    *UNICODE.across,
    *UNICODE.joints,
}
MARKS |= {*UNICODE.down, *UNICODE.corners, *UNICODE.solid}
"""Signs that bars, walls and lines between panes are made of."""


def pairs(pilot: Pilot[None]) -> dict[tuple[str, str], str]:
    """The colours of all signs on the screen and of what lies behind them, with a text drawn so; words come first."""
    found: dict[tuple[str, str], str] = {}
    for pane in pilot.app.screen.query(Pane):
        for y in range(pane.size.height if pane.display else 0):
            for segment in pane.render_line(y):
                text = segment.text.strip()
                if text and segment.style:
                    pair = front_and_back(segment.style)
                    found[pair] = max(found.get(pair, text), text, key=is_word)
    return found


def is_word(text: str) -> bool:
    """Is there more in it than bars and lines?"""
    return not {*text} <= MARKS


def front_and_back(style: Style) -> tuple[str, str]:
    """The colour of a sign and that behind it, as `#rrggbb`."""
    assert style.color and style.bgcolor and not style.dim
    front, back = (colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
    return (back, front) if style.reverse else (front, back)


@pytest.mark.one_in(18, rest=12)
@pytest.mark.parametrize("scene", SCENES, ids=[scene.name for scene in SCENES])
async def test_every_sign_on_every_screen_can_be_seen(tmp_path: Path, scene: Scene) -> None:
    with fixed():
        async with on_screen(scene, (120, 40), tmp_path) as pilot:
            await press(pilot, *scene.keys)
            for name in COLOURED:
                choose(pilot.app, name)
                await pilot.pause()
                drawn = pairs(pilot)
                assert len(drawn) >= 4
                for (front, back), text in drawn.items():
                    least = TEXT if is_word(text) else MARK
                    assert contrast(front, back) >= least, (name, text)


async def test_each_theme_is_drawn_in_its_own_colours(tmp_path: Path) -> None:
    seen = set()
    with fixed():
        async with on_screen(SCENES[0], (80, 24), tmp_path) as pilot:
            for name in COLOURED:
                choose(pilot.app, name)
                await pilot.pause()
                seen.add(frozenset(pairs(pilot)))
    assert len(seen) == len(COLOURED) == len(theme_names()) - 2
