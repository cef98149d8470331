"""Set actions and traits of stat blocks in any format, and what a trait without a rule leaves on the sheet."""

import pytest

from referee.dialogue.dialogue import RecentLog
from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from tests.imports.test_phrases import ATTACK, block, table


def trait(name: str, text: str, *lines: str) -> Session:
    return table(block({"Traits": {name: text}, "Actions": {"Bite": f"{ATTACK}."}}), *lines)


@pytest.mark.parametrize("name", ["Keen Smell", "Spider Climb", "Amphibious"])
def test_a_trait_without_a_rule_stands_on_the_sheet_by_its_name(name: str) -> None:
    text = "The gnarl does what its kind does, and nothing is rolled for it."
    session = trait(name, text)
    assert name in [thing.name for thing in session.encounter.things.values() if thing.kind == "feature"]


def test_what_comes_up_as_it_dies_is_told_then() -> None:
    session = trait("Rejuvenation", "If it dies, the gnarl returns to life in 1d6 days.")
    log = RecentLog(session)
    run_line(session, "damage gnarl 900")
    assert sum("returns to life" in line.text for line in log.news().lines(session)) == 1


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("While in sunlight, the gnarl has disadvantage on attack rolls.", "sunlit"),
        ("While in bright light, the gnarl has disadvantage on attack rolls.", "brightly_lit"),
        ("While in bright light, the gnarl has disadvantage on attack rolls.", "sunlit"),
    ],
)
def test_light_hampers_who_cannot_bear_it(text: str, condition: str) -> None:
    session = trait("Light Sensitivity", text, f"condition gnarl {condition}", "attack bite ulf")
    assert "disadvantage (Light Sensitivity)" in session.question().prompt
