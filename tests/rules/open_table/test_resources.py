"""What is used up and comes back: tracks and things at the end of a fight and at rests; conditions for a fight."""

from pathlib import Path

from referee.dialogue.transcript import play
from referee.engine.verbs.ledger import System
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build

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

RECKONED = """
add orc hp=3/5
= o1 hp 3/5
add troll
= asks hp
< 3 4
= troll hp 7/7
add hero Kit level=4
= kit.roar uses 4
= kit.flame uses 1
add hero Moe
= moe.roar uses 2
"""

USED = """
add hero Kit
add hero Moe level=1
add orc
next
< queen
< ace of hearts
< king of hearts
= turn moe
use roar
= says roars
= moe.roar uses 0
! use roar :: Moe has no roar left. Roar is back in the next fight.
! power roar :: Moe has no roar left
use flame o1
< 3
= o1 hp 6
! use flame o1 :: Flame is back on 5 or more at the start of Moe's turn, or after a sleep.
damage moe 7
use potion
= moe hp 8
! use potion :: Moe has no potion left.
uses moe potion 1
use potion
= moe hp 10
! use kit roar :: It is Moe's turn, not Kit's
next
next
= turn kit
next
< ace of spades
< king of spades
< joker
= turn kit
next
= asks recharge moe.flame
< 4
= moe.flame uses 0
rest sleep moe
= moe.flame uses 1
= moe mana 3
= moe.roar uses 0
over
= moe.roar uses 1
"""

FOLLOWS = """
add hero Kit
= says Kit: joins in
add orc x4
add troll hp=9
next
< king of spades
< ace of hearts
< queen of spades
damage o1,o2 10
= unsaid the rest waver
damage o3 10
= says Orc 4: the rest waver
= says Troll: the rest waver
= unsaid Kit: the rest waver
= troll is angry
lift troll angry
= says Troll: calms down
condition troll angry
over
= says Troll: calms down
undo
damage o4 10
= unsaid the rest waver
"""


def resources() -> System:
    return build(read_system((HERE / "resources.toml").read_bytes(), "resources.toml"))


def failures(lines: str) -> list[str]:
    played = play(f"system resources\n{lines}", lambda asked: resources())
    return [f"{failure.line}: {failure.reason}" for failure in played.failures]


def test_the_end_of_a_fight_brings_back_what_it_should_and_ends_what_lasts_for_it() -> None:
    assert failures(FIGHT_OVER) == []


def test_what_is_more_than_a_plain_number_is_thrown_or_reckoned_as_a_figure_joins() -> None:
    assert failures(RECKONED) == []


def test_things_are_used_by_name_and_refused_when_spent() -> None:
    assert failures(USED) == []


def test_joining_half_of_a_side_and_the_end_of_a_condition_are_events() -> None:
    assert failures(FOLLOWS) == []


def test_the_dice_of_what_follows_at_the_end_of_a_track_are_its_bearers() -> None:
    text = """
format = 2
[system]
name = "deaths"
blurb = "Heroes at their last breath."
[sides.heroes]
throws = "table"
[sides.foes]
throws = "app"
[standing.up]
turn = true
able = true
target = true
[standing.dying]
[condition.bleeding]
stacks = "add"
most = 6
[track.timer]
start = 0
most = 9
[track.hp]
health = true
start = 3
[[track.hp.at_end]]
becomes = "dying"
change = { timer = "=max(1, 1d4 + {con})" }
brings = [{ condition = "bleeding", level = "1d6" }]
[trait.con]
default = 1
[kind.hero]
side = "heroes"
[kind.foe]
side = "foes"
"""
    lines = """
dice split
add hero Ann
add foe Orc
damage ann 3
= asks timer ann
< 3
= asks bleeding ann
< 5
= ann timer 4
= asks nothing
damage orc 3
= asks nothing
= orc is bleeding
"""
    rules = build(read_system(text.encode(), "deaths.toml"))
    assert play(f"system deaths\n{lines}", lambda asked: rules).failures == []
