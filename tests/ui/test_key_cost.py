"""One key resolves a command once and draws once, however much the table is told by it."""

from collections import Counter

import pytest

from referee.ui.screens import encounter
from tests.bench.key_cost import ATTACKS, Cost, costs, mid_attack
from tests.ui.table import table

ONCE = ("line made", "line drawn", "roster")
RESOLVED = {"fills": 0, "down": 0, "answers": 1, "interrupts": 1, "settles": 2, "next": 1, "undo": 1}
"""Commands that a key may resolve: what it does itself, and what `next` would do then."""

MOST = {
    "black_keep": {"fills": (112, 25), "answers": (770, 60), "next": (1_010, 66), "down": (515, 36)},
    "descent": {"fills": (360, 27), "answers": (1_580, 76), "next": (1_100, 59), "down": (570, 39)},
    "gloomhaven": {"fills": (175, 25), "answers": (2_030, 75), "next": (1_980, 71), "down": (890, 38)},
}
"""For some keys of each game how many moves from module to module they may take, and through how many modules."""


@pytest.mark.parametrize("system", ATTACKS)
async def test_a_key_goes_a_short_way_and_does_nothing_twice(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for timer in ("SETTLE_AFTER", "LOCK_EVERY", "AHEAD_AFTER"):  # on a slow machine they would fall into a key
        monkeypatch.setattr(encounter, timer, 3600.0)
    async with mid_attack(system) as pilot:
        ways, before = dict[str, tuple[int, int]](), Cost()
        async for does, cost in costs(pilot, system):
            ways[does] = (cost.moves, len(cost.modules))
            assert max(Counter(cost.resolved).values(), default=0) <= 1, does
            assert len(cost.resolved) <= RESOLVED.get(does, 2), (does, cost.resolved)
            assert all(cost.calls[drawn] <= 1 for drawn in ONCE), (does, cost.calls)
            # What was foretold is not resolved again when it is done.
            assert does != "next" or not {*cost.resolved} & {*before.resolved}
            assert not table(pilot).table.line.is_error, does
            before = cost
    for does, (moves, modules) in MOST[system].items():
        assert ways[does][0] <= moves, (does, ways[does])
        assert ways[does][1] <= modules, (does, ways[does])
