"""Other sorts of game, each made of a file: a round of each is played."""

from pathlib import Path

import pytest

from referee.dialogue.transcript import play
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build

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
< 10
= test fight critical
= asks con
= g1 hp 5/13
< 80
= test con failure
= g1 is stunned
= g1 is prone
! strike sword g2 :: Kit has no action left
next
= turn g1
! strike claws kit :: Ghoul 1 is stunned
next
= turn g2
strike_parried claws kit
< 30
= asks parry
< 50
= test parry success
= kit hp 12/12
next
= asks init
< 60 60
= asks tie
< kit
= round 2
= turn kit
= g1 is not stunned
strike sword g1
< 74
= test fight success
< 4
= g1 hp 1/13
"""
SKIRMISH = """
add warrior Kit side=red
add warrior Moe side=red
add captain Pip side=blue
add warrior Ned side=blue
next
= asks sides
< 3 3
= asks equal
< blue
= asks turn
< pip
= turn pip
fight kit
< 5
< 2
= test duel success
< 6
= test wound critical
= kit is slain
= asks courage moe
< 5 4
= test courage success
next
= turn moe
! turn moe :: cannot be chosen here. Others: Ned
fight ned
< 2
< 3
= test duel failure
= says the loser is struck
strike ned moe
< 1
= test wound failure
= moe wounds 1/1
next
= turn ned
next
= asks sides
< 6 1
= round 2
= turn moe
"""
FIRST_FIFTH = """
dice table
add fighter Ulf init=20 note="a vow"
add cleric Mira init=15
add wizard Elin init=12
add ogre init=10
add ghoul init=5
add red_dragon Smaug init=3
next
= turn ulf
attack longsword o1
< 14
= test attack success
< 7
= o1 hp 49/59
attack longsword o1
< 2
= test attack failure
! attack longsword o1 :: no action left
next
= asks after smaug
< tail_attack
< ulf
< 10
= test attack success
= smaug legendary 2/3
< 8 8
= ulf hp 20/44
= turn mira
do_help ulf
= ulf is helped
next
< none
cast fireball o1,gh1
< 2 19
< 1 2 3 4 5 6 1 2
= gh1 hp 10/22
= o1 hp 25/59
next
< none
= turn o1
dodge
= o1 is dodging
next
< none
= turn gh1
next
< none
= turn smaug
power fire_breath mira,elin
< 1 20
< 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
= mira hp 20/38
= elin hp 18/27
next
= round 2
"""
FIRST_PLAIN = """
dice table
add hero Ann init=12 note="a vow"
add hero Bob
add foe Rat init=3
next
< 7
= order ann bob rat
= turn ann
react ann
= ann reaction 0
condition bob stunned end
damage rat 3
next
next
= turn rat
= bob is not stunned
next
= ann reaction 1
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


NAMED_FACES = """
roll 4dsteel = hit hit crit miss
= says Rolled 4 steel: hit hit crit miss
roll 2dF - 1 = + -
= says Rolled 2 dF-1: + - = -1
add fighter Kit skill=1 bonus=1
add brute x2
next
< 9 5 4
strike kit b1
< hit crit miss
= test blow success
< 6 5 4 1
= b1 hp 4
set kit skill 2
strike kit b2
< hit hit miss miss
= test blow failure
= b2 hp 20
set kit skill -2
strike kit b2
= test blow failure
"""


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("dice_pool", POOLS),
        ("named_faces", NAMED_FACES),
        ("dice_pool", SIDES_THROWN),
        ("percentile", PERCENTILE),
        ("skirmish", SKIRMISH),
        ("first_fifth", FIRST_FIFTH),
        ("first_plain", FIRST_PLAIN),
    ],
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


def test_who_comes_late_is_asked_for_no_number_where_none_makes_the_order() -> None:
    rules = build(read_system((HERE / "dice_pool.toml").read_bytes(), "dice_pool.toml"))
    lines = (
        POOLS.partition("= turn kit\n")[0]
        + "= turn kit\nadd runner Zoe\n= asks nothing\nnext\n= turn zoe\nnext\n= turn t2\n"
    )
    assert play(f"system dice_pool\n{lines}", lambda asked: rules).failures == []


def test_an_action_that_needs_a_turn_where_there_are_none_names_the_way_out() -> None:
    text = (HERE / "brawl.toml").read_text(encoding="utf-8").replace('roll = "2d6"\n', 'by = "none"\n', 1)
    rules = build(read_system(f"{text}[sort.gear]\n[thing.rope]\nsort = 'gear'\nturn = 'own'\n".encode(), "brawl.toml"))
    lines = """
add brawler Ann gear=rope
add brawler Bob
! hit ann bob :: This game has no turns, and Hit needs one. In its system file, give it turn = "any".
! use ann rope :: This game has no turns, and rope needs one. In its system file, give it turn = "any".
next
! hit ann bob :: This game has no turns
"""
    assert play(f"system brawl\n{lines}", lambda asked: rules).failures == []
