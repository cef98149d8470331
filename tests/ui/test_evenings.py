"""Three evenings of one campaign by key: a death, an absent player, a level gained, a rest, a table that is closed."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from textual.pilot import Pilot

from referee.campaign.overview import overview
from referee.cli.main import run
from referee.store.library import Library
from referee.store.library_tables import CAMPAIGNS, PARTIES
from referee.store.saves import Saves
from referee.ui.screens.campaign import CampaignPage
from referee.ui.screens.shelf import Shelf
from tests.ui.table import drawn, page, playing, press, table

pytestmark = pytest.mark.one_in(6)


class Evenings(NamedTuple):
    """What is typed in one game."""

    party: str
    foes: tuple[str, str]
    """What the two plans add."""
    before: tuple[str, ...]
    """Keys and lines that a first turn needs besides: chosen cards."""
    wins: str
    dies: tuple[str, ...]
    """Bob's death."""
    rises: str
    """Ann gains a level."""
    rest: str
    left: tuple[str, str, str]
    """Ann, Bob and Cyd in the library at the end."""


GAMES = {
    "fifth": Evenings(
        "fighter5 Ann; cleric5 Bob; rogue5 Cyd",
        ("add goblin x2", "add ghoul"),
        (),
        "damage g1-2 20 by ann",
        ("damage bob 200 by ann",),
        "set ann hp 41/52",
        "party rest heroes long",
        ("hp=52 ... xp=250", "hp=0/38 ... standing=dead", "xp=50"),
    ),
    "olde_swords": Evenings(
        "hero Ann hp=18; hero Bob hp=14; hero Cyd hp=12",
        ("add goblin x2", "add goblin"),
        (),
        "damage g1-2 20 by ann",
        ("damage bob 40", "set bob standing dead"),
        "set ann level 2",
        "breather ann",
        ("provisions=0", "standing=dead", "hp=12"),
    ),
    "gloomhaven": Evenings(
        "character Ann level=2 hp=10; character Bob level=1 hp=8; character Cyd hp=8",
        ("add bandit-guard 1 2", "add living-bones 1"),
        ("pick ann 10 20", "pick bob 11 21", "pick cyd 12 22"),
        "damage bg1,bg2 20 by ann",
        ("damage bob 99",),
        "set ann level 3",
        "set ann gold 7",
        ("level=3 ... gold=7", "xp=12", "xp=6"),
    ),
}


async def lines(pilot: Pilot[None], *typed: str) -> None:
    """Types lines at the table; Space answers whatever they ask."""
    for line in typed:
        await press(pilot, ":", f"<{line}>", "enter")
        await settled(pilot)


async def settled(pilot: Pilot[None]) -> None:
    for _ in range(40):
        if not (asked := table(pilot).table.session.questions):
            return
        await press(pilot, "space")
        if table(pilot).table.session.questions == asked:  # a mark was set, and Enter takes it
            await press(pilot, "enter")
    raise AssertionError(f"{asked} is not answered by Space")


async def begun(pilot: Pilot[None], evenings: Evenings, *keys: str, absent: str = "") -> int:
    """From the shelf to the first turn; how many keys that took, without what is typed and thrown."""
    assert isinstance(page(pilot), Shelf)
    await press(pilot, "enter", *keys)
    assert isinstance(page(pilot), CampaignPage)
    await press(pilot, "enter")
    await lines(
        pilot, *([f"remove {absent}"] if absent else []), *(x for x in evenings.before if absent not in x or not absent)
    )
    await press(pilot, "n")
    await settled(pilot)
    assert table(pilot).table.session.encounter.turn is not None
    return 3 + len(keys)


async def ended(pilot: Pilot[None]) -> int:
    """From the last blow to what was saved; how many keys."""
    await press(pilot, "!", "enter")
    assert "u undoes it." in " ".join(drawn(pilot).split()) or "Nothing is left to do" in drawn(pilot)
    await press(pilot, "escape")
    return 2


@pytest.mark.parametrize("system", GAMES)
async def test_three_evenings(system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evenings, saves = GAMES[system], Saves(tmp_path)
    text = "system {}\nadd party heroes\n{}\ndice app\n"
    plans = [
        {"name": name, "system": system, "text": text.format(system, foes)}
        for name, foes in zip(("Bridge", "Mill"), evenings.foes, strict=True)
    ]
    (tmp_path / "plans").write_text(json.dumps({"format": "referee library 2", "plans": plans}))
    for words in (
        ("library", "add", "heroes", "--in", "parties", "--system", system, evenings.party),
        ("library", "import", str(tmp_path / "plans")),
        ("campaign", "new", "Hills", "--system", system, "--party", "heroes"),
        *(("campaign", "add", "hills", name) for name in ("Bridge", "Mill")),
    ):
        assert run(("--saves", str(tmp_path), *words)) == 0, capsys.readouterr().err

    async with playing(saves, None, size=(80, 24)) as pilot:  # the first evening: Bob dies, and Ann gains a level
        assert await begun(pilot, evenings) <= 4
        await lines(pilot, *evenings.dies, evenings.wins)
        assert await ended(pilot) <= 4
        await lines(pilot, evenings.rises)
        assert "Enter: save heroes as they are now" in drawn(pilot)
        await press(pilot, "enter", "q")

    async with playing(saves, None, size=(80, 24)) as pilot:  # the second: Cyd is absent, and the table is closed
        assert await begun(pilot, evenings, absent="cyd") <= 4
        there = table(pilot).table.session.encounter
    async with playing(saves, None, size=(80, 24)) as pilot:
        await press(pilot, "enter", "enter")
        assert table(pilot).table.session.encounter == there, "it comes back where it was"
        foe = next(
            tag for tag, each in there.figures.items() if each.side in table(pilot).table.session.rules.app_sides
        )
        await lines(pilot, f"damage {foe} 99 by ann")
        assert await ended(pilot) <= 4
        await press(pilot, "q", "q")
        assert isinstance(page(pilot), Shelf)

    assert run(("--saves", str(tmp_path), "new", "Ford", "--system", system)) == 0
    assert run(("--saves", str(tmp_path), "do", "Ford", "add party heroes", "dice app")) == 0
    assert run(("--saves", str(tmp_path), "campaign", "add", "hills", "ford")) == 0
    async with playing(saves, None, size=(80, 24)) as pilot:  # the third: they rest, and that is kept
        await press(pilot, "enter", "enter")
        await lines(pilot, evenings.rest, "party save heroes yes")

    library = Library(tmp_path)
    kept = [each.words for each in library.find(PARTIES, "heroes").members]
    for member, wanted in zip(kept, evenings.left, strict=True):
        assert all(part in member for part in wanted.split(" ... ")), kept
    whole = overview(saves, library, library.find(CAMPAIGNS, "hills"))
    assert [(fight.name, fight.state) for fight in whole.fights] == [
        ("Bridge", "over"),
        ("Mill", "over"),
        ("Ford", "prepared"),
    ]
    assert [each.name for each in whole.fights[1].log if each.told == "absent"] == ["Cyd"]
    assert whole.saved_in == "Ford"
