"""What is used up and comes back: tracks and things at the end of a fight and at rests; conditions for a fight."""

from pathlib import Path

from referee.engine.ledger import System
from referee.rules.open_table.check import read_system
from referee.rules.open_table.ruleset import build
from referee.script.transcript import play

HERE = Path(__file__).parent
FIGHT_OVER = """
add hero Kit
add orc x2
next
< king of spades
< ace of hearts
= turn o1
condition kit angry
= kit is angry
spend kit luck 2
= kit luck 0
damage o1 10
= o1 is out
= says the first to fall
set o1 hp 10
set o1 standing up
damage o1 10
= unsaid the first to fall
over
= round 0
= kit luck 2
= kit is not angry
undo
= kit luck 0
= kit is angry
redo
set o1 hp 10
set o1 standing up
damage o1 10
= says the first to fall
"""


def resources() -> System:
    return build(read_system((HERE / "resources.toml").read_bytes(), "resources.toml"))


def failures(lines: str) -> list[str]:
    played = play(f"system resources\n{lines}", lambda asked: resources())
    return [f"{failure.line}: {failure.reason}" for failure in played.failures]


def test_the_end_of_a_fight_brings_back_what_it_should_and_ends_what_lasts_for_it() -> None:
    assert failures(FIGHT_OVER) == []
