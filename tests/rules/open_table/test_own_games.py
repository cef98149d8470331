"""Games that people play at real tables, each written as a file in format 2: two rounds of each are played."""

from pathlib import Path

import pytest

from referee.rules.open_table.file.authoring import check
from referee.rules.open_table.file.system_file import read_system
from referee.rules.open_table.ruleset import build
from referee.script.transcript import Played, play

HERE = Path(__file__).parent
MYTHOS = """
dice table
add investigator Kit
add ghoul
next
= turn g1
fight kit
# 15 is a hard success (half of 40), 35 a regular one: the better degree hits
< 15
< 35
< 2
= kit hp 9/11
next
= turn kit
fight g1
# both succeed alike: no hit
< 40
< 25
= test brawl failure
next
= round 2
appear kit
< 90
= test sanity failure
< 6
= asks table terror kit
< 2
= says faints
= says terror: 2, faints
next
consult terror g1
< 6
= g1 is up
fight g1
# an extreme success: the damage is at its highest, less the armour
< 8
< 80
= test brawl critical
= g1 hp 11/13
fight g1
< 100
< 90
= test brawl fumble
= kit hp 8/11
next
= round 3
"""
EMPIRE = """
dice table
add soldier Hans initiative=50
add beastman x2 initiative=40
next
= turn hans
fight sword b1
# 4 - 2 degrees against 4 - 7; the roll 21 reversed is 12: left arm
< 21
< 77
= says hit location: 12, left arm
= b1 wounds 2/11
= hans advantage 1
fight sword b2
# doubles that win are a critical hit; 33 is the right arm
< 33
< 50
= test melee critical
= says hit location: 33, right arm
< 25
= says critical wound: 25, a gash
= b2 is bleeding
next
= asks tie
< b1
= turn b1
fight claws hans
# the worse degree misses and loses the advantage
< 60
< 10
= test melee failure
= hans wounds 12/12
next
= turn b2
next
= b2 wounds 3/11
= round 2
= turn hans
fight sword b1
< 5
< 95
= says hit location: 50, body
< 99
= b1 is down
= says needs a surgeon
next
= turn b2
next
= round 3
"""
STEEL = """
dice table
add giant Ajax
add raider
next
< 9 4
= turn ajax
fire cannon r1
= asks range
< 2
< 4 4
# a 7 is the center torso
< 3 4
= r1 center 4/14
= ajax heat 10/30
fire laser r1
< 0
< 1 2
= test shot failure
= ajax heat 13/30
next
= ajax heat 3/30
= turn r1
fire laser ajax
< 1
< 6 6
< 1 1
= says hit location: 2, center torso, critical
= ajax center 15/20
< 5 5
= says critical hits: 10, two
= ajax heat 13/30
next
< 3 8
= round 2
= turn r1
fire cannon ajax
< 0
< 5 5
< 6 6
= says hit location: 12, head
= ajax is destroyed
= says Ajax has lost its pilot
next
= round 3
"""
FATE = """
dice table
add hero Ann, Bob
next
< ann
strike ann bob
< + + o -
= test overcome success
< hit 2
= bob stress 1/3
next
strike bob ann
< - - o +
= test overcome failure
next
< ann
= round 2
strike ann bob
< ++++
< 2 2
= bob is out
"""
PASSES = """
dice table
add runner Quick speed=20 passes=3
add runner Slow speed=10
add runner Twice speed=5 passes=2
next
= turn quick
condition quick slowed
next
= turn slow
next
= turn twice
next
# all have had a turn: the others go on in the same order
= turn quick
= round 1
next
= turn twice
next
= turn quick
= quick is not slowed
next
= round 2
= turn quick
damage twice 3
next
next
= turn quick
= round 2
next
= turn quick
next
= round 3
"""


def played(name: str, lines: str) -> Played:
    rules = build(read_system((HERE / f"{name}.toml").read_bytes(), name))
    return play(f"system {name}\n{lines}", lambda asked: rules)


@pytest.mark.parametrize(
    ("name", "lines"), [("mythos", MYTHOS), ("empire", EMPIRE), ("steel", STEEL), ("passes", PASSES), ("fate", FATE)]
)
def test_two_rounds_are_played(name: str, lines: str) -> None:
    assert check((HERE / f"{name}.toml").read_bytes(), name).errors == ()
    there = played(name, lines)
    assert there.failures == [] and there.checks >= 5
