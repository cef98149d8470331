"""Windows of every size with the samples of all games: nothing is cut without a sign, and no pane is cut while another
has lines to give.
"""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from referee.rules import registry
from referee.ui.drawing.frames import FRAMED_WIDTH
from referee.ui.drawing.roster_cells import heading
from referee.ui.panes.pane import Pane
from referee.ui.panes.roster import Roster
from tests.ui.table import playing, prepare, press, table, within

pytestmark = pytest.mark.one_in(10)

WIDTHS = (60, 77, 78, 80, 100, 112, 113, 120, 140, 179, 180, 200, 250)
HEIGHTS = (19, 20, 24, 29, 30, 40, 50, 70)
SIZES = tuple(product(WIDTHS, HEIGHTS))
"""Those between 60x20 and 250x70, and both sides of each boundary at which the layout is another."""
PARTS = 4
"""A test of all sizes goes through every fourth of them."""
WIDEST = 250
SPANS = (
    range(60, FRAMED_WIDTH),
    *(range(width, min(width + 41, WIDEST + 1)) for width in range(FRAMED_WIDTH, WIDEST, 40)),
)
"""Widths from which a window is made wider, cell by cell: each begins where the one before it ends."""
_PARTLY = re.compile(r"\d+ to \d+ of \d+|\d+ more|… \d+ before")
"""How a pane says that not all of it is in view."""
_OUT_OF_VIEW = re.compile(r" *… \d+ (above|below)")
"""How the roster says it."""


def panes(pilot: Pilot[None]) -> dict[str, Pane]:
    """The panes that are shown, by their names."""
    return {pane.id or "": pane for pane in table(pilot).query(Pane) if pane.display and pane.size}


def too_long(pane: Pane) -> Iterator[str]:
    """Lines that are cut at the edge of a pane, without a sign."""
    room = pane.size.width - bool(pane.frame.left) - bool(pane.frame.right) - pane.indent
    for y in range(pane.size.height):
        text = "".join(word for word, _ in pane.line_at(y).words).rstrip()
        if cell_len(text) > room:
            yield text


def spare(pane: Pane) -> int:
    """Lines of a pane that are empty."""
    return sum(not row.strip() for row in within(pane))


def is_cut(pane: Pane) -> bool:
    """Does it say that not all of it is in view?"""
    rows = within(pane)
    if pane.id == "roster":
        return any(_OUT_OF_VIEW.match(row) for row in rows)
    return bool(_PARTLY.search(rows[0]) or (pane.id == "initiative" and _PARTLY.search(rows[-1])))


def unfair(shown: dict[str, Pane]) -> Iterator[str]:
    """Panes that are cut while all of those above them, or below them, have empty lines."""
    inner = {name: pane for name, pane in shown.items() if name not in ("status", "ask")}
    for name, pane in inner.items():
        if not is_cut(pane):
            continue
        here = pane.region
        beside = [other for other in inner.values() if other.region.x < here.right and here.x < other.region.right]
        for there in (
            [other for other in beside if other.region.bottom == here.y],
            [other for other in beside if other.region.y == here.bottom],
        ):
            if there and all(spare(other) for other in there):
                yield f"{name} is cut, {' and '.join(str(other.id) for other in there)} not full"


def wrong(pilot: Pilot[None]) -> Iterator[str]:
    """What is not as it should be in the window as it is."""
    shown = panes(pilot)
    for name, pane in shown.items():
        yield from (f"{name}: {text!r}" for text in too_long(pane))
    yield from unfair(shown)
    encounter = table(pilot).table.session.encounter
    if "roster" in shown and encounter.turn in encounter.figures:
        rows = within(table(pilot).query_one(Roster))
        if not any(row.lstrip("0123456789 abcdefghijklmnopqrstuvwxyz.,")[:1] in ("▶", "»") for row in rows[1:]):
            yield "whoever acts is out of view"
    if "roster" in shown:
        fallen = [row for row in within(shown["roster"]) if row.lstrip(" .").startswith("✝ ")]
        if len(fallen) > 1:
            yield "the fallen take several lines"


@pytest.mark.one_in(84, rest=30)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("system", registry.names())
@pytest.mark.parametrize("moment", ["keys", "question", "turn"])
async def test_in_every_window_all_is_in_view_or_told(tmp_path: Path, system: str, moment: str, part: int) -> None:
    found: dict[str, list[tuple[int, int]]] = {}
    saves = prepare(tmp_path, *registry.load(system).sample().splitlines(), system=system)
    async with playing(saves, size=(80, 24)) as pilot:
        if moment == "turn":
            assert table(pilot).table.do_line("dice app")
        if moment != "keys":
            await press(pilot, "n")
        for _ in range(40 if moment == "turn" else 0):
            if table(pilot).table.session.encounter.turn is None:
                await press(pilot, "space" if table(pilot).table.view.questions else "n")
        for size in SIZES[part::PARTS]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for each in wrong(pilot):
                found.setdefault(each, []).append(size)
    assert not found, found


@pytest.mark.one_in(35, rest=18)
@pytest.mark.parametrize("widths", SPANS, ids=str)
@pytest.mark.parametrize("system", registry.names())
async def test_a_wider_window_shows_no_less_of_any_pane(tmp_path: Path, system: str, widths: range) -> None:
    """In the widths with one pane at a time, and in those with several, whose walls take three cells."""
    saves = prepare(tmp_path, *registry.load(system).sample().splitlines(), "dice app", system=system)
    async with playing(saves, size=(60, 40)) as pilot:
        await press(pilot, "n")
        headings = [heading(column, 4).rstrip(".") for column in registry.load(system).columns]
        before = set[str]()
        for width in widths:
            await pilot.resize_terminal(width, 40)
            await pilot.pause()
            shown = panes(pilot)
            above = within(shown["roster"])[0]
            seen = {*shown, *(text for text in headings if f" {text}" in above)}
            assert seen >= before, (width, before - seen)
            before = seen
    assert widths.stop <= WIDEST or (len(before) > 8 and {"clauses", "detail"} <= before)


@pytest.mark.one_in(6)
async def test_the_armour_of_each_target_is_told_in_every_window(tmp_path: Path) -> None:
    lines = (*registry.load("olde_swords").sample().splitlines(), "dice app")
    async with playing(prepare(tmp_path, *lines, system="olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "n")
        while table(pilot).table.session.encounter.turn is None:
            await press(pilot, "space")
        await press(pilot, "a")
        question = table(pilot).table.view.question
        assert question is not None and question.prompt.endswith("attacks whom?")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            rows = within(panes(pilot)["ask"])
            told = " ".join(rows).count(" AC 1")
            out = sum(int(found) for row in rows for found in re.findall(r"… (\d+) more", row))
            targets = sum(offer.offer.word in question.among for offer in table(pilot).table.view.offers)
            assert told == targets - out and told >= 2, (size, rows)
