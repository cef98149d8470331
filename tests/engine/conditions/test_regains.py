"""A condition that gives health back at the start of its bearer's turn, in two games that are code."""

import pytest
from msgspec.structs import replace

from referee.dialogue.dialogue import RecentLog
from referee.dialogue.run_lines import run_line
from referee.engine.contract.condition_kind import ConditionKind
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules import registry

MENDING = ConditionKind("mending", "2 HP back at the start of each of its turns", ("XX-01",), regains=2)


def told(system: str, *lines: str) -> list[str]:
    """What the log says of these lines where that condition is one of the game."""
    rules = registry.load(system)
    rules = replace(rules, conditions=(*rules.conditions, MENDING))
    session = Session(rules, MemoryStepLog(Encounter(system=system)))
    recent, said = RecentLog(session), list[str]()
    for line in lines:
        run_line(session, line)
        said += [f"{line.text} {' '.join(line.cites)}".strip() for line in recent.news().lines(session)]
    return said


@pytest.mark.parametrize(
    ("lines", "reads"),
    [
        (
            ("olde_swords", "add warrior Mira hp=9", "add goblin Gob", "dice app", "set mira hp 6"),
            ["Mira regains 2.  HP 6 → 8 XX-01", "Mira regains 1.  HP 8 → 9 XX-01"],
        ),
        (
            (
                "black_keep",
                "add knight Mira wounds=4",
                "add rat Rat",
                "dice app",
                "engage mira rat",
                "set mira wounds 2",
            ),
            ["Mira regains 2.  Wounds 2 → 4 XX-01"],
        ),
    ],
)
def test_its_bearer_regains_health_as_its_turn_begins_up_to_the_maximum(
    lines: tuple[str, ...], reads: list[str]
) -> None:
    said = told(*lines, "condition mira mending", *["next"] * 6)
    assert [line for line in said if "regains" in line] == reads
    assert not any("regains" in line for line in told(*lines, *["next"] * 6))


def test_one_who_is_down_regains_nothing() -> None:
    said = told(
        *("black_keep", "add knight Ulf wounds=4", "add knight Tia", "add rat Rat", "dice app", "engage ulf rat"),
        *("condition ulf mending", "damage ulf 4", "< leave", "next", "next"),
    )
    assert "Ulf takes 4.  Wounds 4 → 0, dead BK-07 BK-45" in said and not any("regains" in line for line in said)
