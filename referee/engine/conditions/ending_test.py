"""The test that ends a condition, as it is said."""

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.condition import Ending


def spoken_test(rules: Ruleset, ending: Ending) -> str:
    """The test that ends a condition: `Wisdom save, DC 13` where the game has it, else `wis save against 13`."""
    words = sorted(ending.test.split())
    known = next((each for each in rules.tests if sorted(each.name.split()) == words), None)
    called = (known.called if known is not None else "") or ending.test
    if ending.against is None:
        return called
    versus = known.versus if known is not None else ""
    return f"{called}, {versus} {ending.against}" if versus.isalpha() else f"{called} against {ending.against}"
