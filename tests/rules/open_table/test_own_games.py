"""Games that people play at real tables, each written as a file in format 2: two rounds of each are played."""

from pathlib import Path

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import Played, bare, play
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.parameters import obstacle
from referee.engine.verbs.verb import Situation
from referee.rules.open_table.language.file_check import check
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build

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

ARENA = """
dice table
add fighter Ann, Bob
add hydra Hyd
next
< 9 5 12
= turn hyd
# a pattern with a power in it; a gaze of two stages
use_power gaze ann
< 3 2
= ann is numb
strike bite bob
< 6 6
= test blow success
< 3
< 1 2
< 4 5
= bob hits 8/20
! strike leech bob :: What is left of it: 2 claw
strike claw bob
< 6 3
= asks parry bob
< no
< 1 2
= bob hits 5/20
next
# who starts its turn near by saves; immune after a success
< yes
< 5 5
= turn ann
= ann is not sick
! strike silver_knife hyd :: numb
next
< 2 1
= ann is stone
< yes
< 1 1
= bob is sick
= turn bob
# an offer after the roll; damage that only silver does whole
strike silver_knife hyd
< 6 4
< 6
= hyd hits 24/30
# a level of rune said with the act
set bob action 1
cast bolt hyd 2
< 6 6
< 3 4
= hyd hits 17/30
= bob rune2 0
= hyd is weak
next
# a second turn in the round, and what heals by itself is kept back by fire
= round 1
= turn hyd
= hyd hits 17/30
strike leech bob
< 6 6
< 2
= hyd hits 19/30
= bob hits 3/20
next
= round 2
= turn hyd
= hyd hits 22/30
use_power net bob
< 1 1
= bob is held
# who is stone has no turn; who is sick from a leech takes its harm; a net is broken by a test of its own
next
< no
< 1
< no
= turn bob
= bob hits 2/20
slip
< 4 4
= bob is not held
next
= turn hyd
# what binds ends with who brought it, however it leaves
use_power net bob
< 1 1
set hyd standing gone
= bob is not held
set hyd standing up
< 1
= turn bob
set bob hits 20
lift ann stone
# both sides of a contest bring something
wrestle_down hyd
< 3 4
< 6 6
= test wrestle failure
= bob is weak
# degrees of two tests are compared
set bob action 1
cross hyd
< 5 5
< 3 4
= test duel success
< 4
= hyd hits 23/30
# the faces of a die by name
trust
< sun moon
= test luck success
= bob rune1 2
# a fumble of one's own rolls on a table
next
= turn hyd
use_power madness bob
< 1 1
= bob is mad
next
= round 4
= turn hyd
# a bite whose venom a fumbled save doubles
set ann skill 1
strike bite ann
< 6 6
< 1
< 1 1
= test dodge fumble
< 1 1
= ann hits 15/20
next
< no
= turn ann
next
< 1
< no
= turn bob
# whoever is mad may be aimed at its own side
strike silver_knife ann
< 6 6
< 2
= ann hits 13/20
set bob action 1
strike silver_knife ann
< 1 1
= test blow fumble
< 2
= says mishap: 2, trips
= bob is weak
"""

ANSWERS = """
dice table
add fighter Ann 9 rune1=2/2 feature=runeblade feature=fortune feature=banner
add fighter Bob 8 hits=4 feature=nimble
add hydra Hyd 5 hits=60 power=blast feature=scales
next
< no
= turn ann
# a miss is pushed, and hits; the level of what joins the damage is chosen
strike silver_knife hyd
< 1 2
= asks fortune ann
< yes
< 5
= asks runeblade ann>hyd
< rune2
= ann rune2 0
= ann guard 0
< 3
< 6 6
= hyd hits 47/60
# the aura of one works for all; who is nimble takes none of it, or half; a failed dodge is rolled again, once
next
< no
next
= turn hyd
set ann guard 1
use_power blast ann,bob
< 1 1
< 1 4
= asks fortune ann
< yes
= asks dodge ann>hyd
< 1 1
= asks damage hyd burn
< 6 6 6 6
= bob hits 4/4
= ann is down
# with Ann down her aura is gone: half of 4d6, and a fall that is kept off once
set hyd action 1
use_power blast bob
< 1 2
< 2 2 2 2
= bob hits 1/4
= bob is up
set hyd action 1
use_power blast bob
< 1 2
< 2 2 2 2
= bob is down
"""


def played(name: str, lines: str) -> Played:
    rules = build(read_system((HERE / f"{name}.toml").read_bytes(), name))
    return play(f"system {name}\n{lines}", lambda asked: rules)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("mythos", MYTHOS),
        ("empire", EMPIRE),
        ("steel", STEEL),
        ("passes", PASSES),
        ("fate", FATE),
        ("arena", ARENA),
        ("arena", ANSWERS),
    ],
)
def test_two_rounds_are_played(name: str, lines: str) -> None:
    assert check((HERE / f"{name}.toml").read_bytes(), name).errors == ()
    there = played(name, lines)
    assert there.failures == [] and there.checks >= 5


def test_who_withstands_an_action_that_takes_no_thing_is_immune_to_that_action() -> None:
    text = (HERE / "arena.toml").read_text(encoding="utf-8")
    glare = '[action.glare]\ntest = "wrestle"\nimmune_after = { success = "fight" }\n'
    rules = build(read_system(text.replace("[action.cross]\n", f"{glare}[action.cross]\n").encode(), "arena"))
    lines = ("dice table", "add fighter Ann, Bob", "add hydra Hyd", "next", "< 9 5 12", "glare bob", "< 6 6", "< 1 1")
    there = play("\n".join(("system arena", *lines)), lambda asked: rules)
    assert there.failures == [] and there.session is not None
    assert "immune_to_glare" in {each.kind for each in there.session.encounter.figures["bob"].conditions}


UNSEEN = """format = 2
[system]
name = "ghosts"
title = "Ghosts"
blurb = "Whom nobody sees nobody can hit."
[order]
trait = "speed"
[trait.speed]
type = "number"
default = 1
[track.hits]
start = 3
[standing.up]
turn = true
able = true
target = true
[standing.unseen]
turn = true
able = true
[action.parry]
label = "Parry"
turn = "others"
damage = "1"
[kind.hero]
side = "heroes"
[kind.ghost]
"""


def test_one_whom_nobody_can_target_acts_in_the_turns_of_others() -> None:
    rules = build(read_system(UNSEEN.encode(), "ghosts"))
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in ("add hero", "add ghost", "set ghost standing unseen", "next"):
        run_line(session, line)
    assert not obstacle(verb_of(rules, "parry"), Situation(rules, session.encounter))
    run_line(session, "set ghost side heroes")
    assert "nobody" in obstacle(verb_of(rules, "parry"), Situation(rules, session.encounter))
