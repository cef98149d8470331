"""Other sorts of game, each made of a file: a round of each is played."""

from pathlib import Path

import pytest

from referee.rules.open_table.check import read_system
from referee.rules.open_table.ruleset import build
from referee.script.transcript import play

HERE = Path(__file__).parent
POOLS = """
add runner Kit
add runner Moe
add thug x2
next
= asks sides
< 12 8
= asks turn
< moe
= turn moe
attack t1
< 5 5 2 1
< 4
= t1 stress 2
= t1 is out
next
= turn kit
aim
= kit is aiming
next
= turn t2
next
= round 2
"""
PERCENTILE = """
add investigator Kit
add ghoul x2
next
< 60 40
= order kit g1 g2
= turn kit
strike sword g1
= asks fight
"""
SKIRMISH = """
add warrior Kit side=red
add warrior Moe side=red
add captain Pip side=blue
next
= asks turn
< kit
= turn kit
turn pip
= turn pip
! turn kit :: pip
next
= turn moe
next
= round 2
"""
SIDES_THROWN = """
add runner Kit
add thug x1
dice app
next
= asks nothing
= round 1
"""


@pytest.mark.parametrize(
    ("name", "lines"),
    [("dice_pool", POOLS), ("dice_pool", SIDES_THROWN), ("percentile", PERCENTILE), ("skirmish", SKIRMISH)],
)
def test_a_round_is_played(name: str, lines: str) -> None:
    rules = build(read_system((HERE / f"{name}.toml").read_bytes(), name))
    assert play(f"system {name}\n{lines}", lambda asked: rules).failures == []


def test_the_smallest_game_that_throws_dice() -> None:
    rules = build(read_system((HERE / "brawl.toml").read_bytes(), "brawl.toml"))
    lines = """
add brawler Ann, Bob
next
< 9 4
= turn ann
hit bob
< 3 4
= test blow success
= bob hits 2
hit bob
< 1 1
= test blow failure
next
= turn bob
damage ann 3
= ann is out
next
= round 2
= turn bob
"""
    assert play(f"system brawl\n{lines}", lambda asked: rules).failures == []
