"""One key resolves a command once and draws once, however much the table is told by it."""

from collections import Counter

import pytest

from tests.bench.key_cost import ATTACKS, Cost, costs, mid_attack
from tests.ui.table import table

ONCE = ("line made", "line drawn", "roster")
RESOLVED = {"fills": 0, "down": 0, "answers": 1, "interrupts": 1, "settles": 2, "next": 1, "undo": 1}
"""Commands that a key may resolve: what it does itself, and what `next` would do then."""


@pytest.mark.parametrize("system", ATTACKS)
async def test_a_key_does_nothing_twice(system: str) -> None:
    async with mid_attack(system) as pilot:
        before = Cost()
        async for does, cost in costs(pilot, system):
            assert max(Counter(cost.resolved).values(), default=0) <= 1, does
            assert len(cost.resolved) <= RESOLVED.get(does, 2), (does, cost.resolved)
            assert all(cost.calls[drawn] <= 1 for drawn in ONCE), (does, cost.calls)
            # What was foretold is not resolved again when it is done.
            assert does != "next" or not {*cost.resolved} & {*before.resolved}
            assert not table(pilot).table.line.is_error, does
            before = cost
