"""One key resolves a command once and draws once, however much the table is told by it."""

from collections import Counter

import pytest

from referee.engine.verb import Command
from tests.bench.key_cost import ATTACKS, costs
from tests.ui.table import table

ONCE = ("line made", "line drawn", "roster")


@pytest.mark.parametrize("system", ATTACKS)
async def test_a_key_resolves_nothing_twice_and_draws_once(system: str) -> None:
    foretold: list[tuple[object, ...]] = []
    async for does, cost, pilot in costs(system):
        twice = [each for each in cost.resolved if cost.resolved.count(each) > 1]
        assert not twice, f"{does}: {twice}"
        assert all(cost.calls[drawn] <= 1 for drawn in ONCE), f"{does}: {cost.calls}"
        verbs = Counter(command.verb for _, command, _ in cost.resolved if isinstance(command, Command))
        match does:
            case "fills" | "down":
                assert not verbs
            case "answers" | "interrupts":
                assert sum(verbs.values()) == 1, verbs
            case "settles":  # the answer, and what `next` would do now
                assert verbs["next"] == 1 and sum(verbs.values()) == 2, verbs
                foretold = cost.resolved[-1:]
            case "next":  # it was resolved to foretell it; what is asked next or would come after that is new
                assert not any(each in foretold for each in cost.resolved) and sum(verbs.values()) <= 1
        assert not table(pilot).table.line.grave
