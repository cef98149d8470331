"""The order of figures: where one alone comes in, sides, groups with one turn, and what parts equals."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare, play
from referee.engine.dice.number_questions import Numbers
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.ledger import System
from referee.rules import registry
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build

GAME = """format = 2
[system]
name = "duel"
title = "Duel"
blurb = "Figures that only wait for their turn."
[order]
roll = "d20"
{order}
[option.end]
key = "order.first"
choices = ["high", "low"]
[option.late]
key = "order.late"
choices = ["place", "now", "last"]
[option.return_place]
key = "order.return_place"
choices = ["own", "new"]
[trait.init]
type = "number"
[trait.dex]
type = "number"
default = 0
[track.hits]
start = 3
health = true
at_end = [{{ becomes = "out" }}]
[standing.up]
turn = true
able = true
target = true
[standing.out]
[kind.hero]
side = "heroes"
[kind.foe]
side = "foes"
[kind.beast]
side = "beasts"
"""
CHOSEN = 'by = "chosen"'
SIDES = 'by = "side"\nsides = ["heroes", "foes", "beasts"]'
NUMBERS_IN_SIDES = f'{SIDES}\nwithin = "number"'
THROWING_SIDES = 'by = "side"\nside_roll = "d20"'
BY_TURNS = 'by = "chosen"\nalternate = true\ngroup = "add"\ngroup_turn = "one"'


def duel(order: str) -> System:
    """A game in which figures only wait for their turn, in this order."""
    return build(read_system(GAME.format(order=order).encode(), "duel"))


def failures(rules: System, lines: str) -> list[str]:
    played = play(f"system {rules.name}\ndice table\n{lines}", lambda asked: rules)
    assert played.checks or played.failures
    return [f"{failure.line}: {failure.reason}" for failure in played.failures]


# -------------------------------------------------------------------- one figure alone

LATE_IN_A_SIDE = """
add fighter Ann
add rogue Bob
add goblin x2
option groups side
next
< 15 5
< ann
add fighter Late
= may ann late bob
next
< late
= turn late
next
= turn bob
next
= asks turn
< g1
# The turn of the heroes is over in this round.
add fighter Later
= order ann bob late later g1 g2
next
= turn g2
next
= round 2
= asks turn
< later
= turn later
"""
SET_IN_A_SIDE = """
add fighter Ann
add rogue Bob
add goblin x2
option groups side
next
< 5 15
< g1
set bob init 12
= unsaid acts
= order g1 g2 ann bob
next
= turn g2
next
= asks turn
= may ann bob
"""
LATE_WHERE_CHOSEN = """
add hero Ann
add hero Bob
next
< ann
add foe Orc
= may ann bob orc
next
= asks turn
< orc
= turn orc
next
= turn bob
"""
SET_WHERE_CHOSEN = """
add hero Ann
add hero Bob
add foe Orc
next
< ann
set bob init 12
= unsaid acts
= order ann bob orc
= may ann bob orc
"""
NOW_WHERE_CHOSEN = """
option late now
add hero Ann
add hero Bob
add foe Orc
next
< ann
add hero Dan, Eve
add hero Fay
= may dan eve fay
next
< eve
add hero Gil
= may eve dan fay gil
next
< dan
next
< fay
next
= turn gil
next
= asks turn
< orc
next
= turn bob
next
= round 2
= may ann bob orc dan eve fay gil
"""
LAST_WHERE_CHOSEN = """
option late last
add hero Ann
add hero Bob
next
< ann
add hero Dan
= may ann bob
next
= turn bob
next
= turn dan
next
= round 2
= may ann bob dan
"""
NOW_AND_LAST_IN_A_SIDE = """
option late now
add hero Ann
add hero Bob
add foe Orc
next
< ann
add foe Imp
= may imp
option late last
add hero Dan
next
= turn imp
next
= turn bob
next
= turn orc
next
= turn dan
next
= round 2
= may ann bob dan
"""
LATE_BY_NUMBER_IN_A_SIDE = """
add hero Ann init=15
add hero Bob init=5
add foe Orc init=5
add foe Imp init=3
next
= order ann bob orc imp
= turn ann
add foe Troll init=18
= order ann bob troll orc imp
add hero Cy init=18
= order cy ann bob troll orc imp
init imp 10
= order cy ann bob troll imp orc
init bob 16
= order cy bob ann troll imp orc
add beast Wolf init=9999
add beast Bear
< -
= order cy bob ann troll imp orc wolf bear
"""
SIDE_BETWEEN_OTHERS = """
add hero Ann
add beast Wolf
next
add foe Orc
= order ann orc wolf
next
= turn orc
next
= turn wolf
"""
LATE_SIDE_THROWS = """
add hero Ann
add foe Orc
next
< 5 10
= order orc ann
add beast Wolf
= order orc ann wolf
next
next
next
= asks sides
< 7
= round 2
= order orc wolf ann
add foe Imp
= order orc imp wolf ann
"""
BACK_WHERE_CHOSEN = """
option return_place new
add hero Ann
add hero Bob
add hero Cy
next
< ann
hold ann
< bob
return ann
next
= turn ann
next
= turn cy
next
= round 2
= may ann bob cy
"""


LATE_BEFORE_ITS_SIDE_HAS_ACTED = """
option late now
add hero Ann
add hero Bob
add foe Orc
next
< ann
add foe Imp
next
= turn imp
option late place
add hero Dan
= may imp
next
= asks turn
< dan
next
= turn bob
next
= turn orc
add hero Eve
next
= round 2
"""
UP_AGAIN = """
add hero Ann
add hero Bob
add foe Orc
next
< 10 5
< ann
damage bob 3
= bob is out
next
next
= asks sides
< 5 10
= turn orc
set bob hits 3
set bob standing up
= may orc
next
= asks turn
= may ann bob
"""


@pytest.mark.parametrize("lines", [LATE_IN_A_SIDE, SET_IN_A_SIDE], ids=["late", "set"])
def test_one_figure_stands_with_its_side_in_fifth(lines: str) -> None:
    assert failures(registry.load("fifth"), lines) == []


@pytest.mark.parametrize("lines", [LATE_WHERE_CHOSEN, SET_WHERE_CHOSEN], ids=["late", "set"])
def test_one_figure_is_among_those_who_are_chosen(lines: str) -> None:
    assert failures(duel(CHOSEN), lines) == []


def test_who_comes_late_is_next_or_last_where_each_is_chosen() -> None:
    assert failures(duel(CHOSEN), NOW_WHERE_CHOSEN) == []
    assert failures(duel(CHOSEN), LAST_WHERE_CHOSEN) == []
    assert failures(duel(SIDES), NOW_AND_LAST_IN_A_SIDE) == []


def test_one_figure_stands_by_its_number_in_its_side() -> None:
    assert failures(duel(NUMBERS_IN_SIDES), LATE_BY_NUMBER_IN_A_SIDE) == []


def test_a_side_that_comes_late_stands_where_the_file_names_it() -> None:
    assert failures(duel(SIDES), SIDE_BETWEEN_OTHERS) == []


def test_a_side_that_comes_late_throws_before_the_next_round() -> None:
    assert failures(duel(THROWING_SIDES), LATE_SIDE_THROWS) == []


def test_a_side_of_which_some_are_left_has_not_passed() -> None:
    assert failures(duel(SIDES), LATE_BEFORE_ITS_SIDE_HAS_ACTED) == []


def test_who_is_up_again_stands_where_its_side_stands_now() -> None:
    assert failures(duel(f"{THROWING_SIDES}\neach_round = true"), UP_AGAIN) == []


def test_who_returns_is_among_those_who_are_chosen() -> None:
    assert failures(duel(CHOSEN), BACK_WHERE_CHOSEN) == []


def test_who_comes_late_has_no_place_where_there_is_no_order() -> None:
    session = table(duel('by = "none"'), "add hero Ann", "next", "add hero Bob")
    assert session.encounter.round == 1 and session.encounter.order == ()


# -------------------------------------------------------------------- groups with one turn

GROUPS_BY_TURNS = """
add hero Knight x2
add foe Orc x2
next
= may knights orcs
< orcs
= turn orcs
next
= turn knights
"""
GROUPS_WHERE_SIDES_THROW = """
add hero Knight x2
add foe Orc x2
add foe Ogre
next
= asks sides
< 3 5
= asks turn
! < knights
< orcs
next
= turn knights
next
= turn ogre
"""


def test_sides_alternate_with_groups() -> None:
    assert failures(duel(BY_TURNS), GROUPS_BY_TURNS) == []
    assert failures(duel(f'{BY_TURNS}\nside_roll = "d6"'), GROUPS_WHERE_SIDES_THROW) == []


GROUP_TURNED_ROUND = """
option groups one_turn
add hero Ann init=18
add foe Goblin x3 init=10
add hero Bob init=5
next
= order ann goblins bob
option order low
= order bob goblins ann
= turn ann
next
= turn bob
next
= turn goblins
next
= round 2
= turn bob
option order high
= order ann goblins bob
"""


def test_a_group_turns_round_with_the_others() -> None:
    assert failures(registry.load("plain"), GROUP_TURNED_ROUND) == []


GROUP_BACK = """
option groups one_turn
option return_place new
add hero Ann init=18
add hero Bob init=12
add foe Goblin x3 init=10
add hero Cy init=5
next
hold goblins
return goblins
= order ann goblins bob cy
next
next
next
next
= round 2
= order ann goblins bob cy
hold bob
next
= turn goblins
return bob
next
next
next
= round 3
= order ann goblins bob cy
"""


GROUP_WITH_ANOTHER_NUMBER = """
option groups one_turn
add hero Ann init=18
add foe Goblin x3 init=10
add hero Bob init=5
next
init g1,g2,g3 3
= order ann bob goblins
= says Goblin 1-3 acts last
init g2 12
= order ann goblins bob
= turn ann
"""


def test_a_group_moves_with_the_number_of_its_members() -> None:
    assert failures(registry.load("plain"), GROUP_WITH_ANOTHER_NUMBER) == []


def test_a_group_gets_a_new_place_as_it_returns() -> None:
    assert failures(registry.load("plain"), GROUP_BACK) == []


# -------------------------------------------------------------------- the order turned round

SIDES_TURNED_ROUND = """
add hero Ann init=15
add hero Bob init=5
add hero Cy
add foe Orc init=3
add foe Imp init=8
add foe Elf
next
< - -
= order ann bob cy imp orc elf
option end low
= order bob ann cy orc imp elf
option end high
= order ann bob cy imp orc elf
"""
THROWN_SIDES_TURNED_ROUND = """
add hero Ann
add hero Bob
add foe Orc
next
< 9 15
add foe Imp
= order orc imp ann bob
option end low
= order ann bob orc imp
add foe Troll
= order ann bob orc imp troll
"""


def test_sides_keep_together_as_the_order_is_turned_round() -> None:
    assert failures(duel(NUMBERS_IN_SIDES), SIDES_TURNED_ROUND) == []
    assert failures(duel(THROWING_SIDES), THROWN_SIDES_TURNED_ROUND) == []


# -------------------------------------------------------------------- what parts equals

EQUALS = """
add hero Ann init=5 dex=1
add hero Bob init=5 dex=2
add hero Cy init=5 dex=3
add foe Orc init=3
next
"""


@pytest.mark.parametrize(
    ("ties", "lines"),
    [
        (("roll", "entry"), "= asks roll off\n< 4 9 9\n= order bob cy ann orc"),
        (("roll", "dex", "ask"), "= asks roll off\n< 9 4 4\n= order ann cy bob orc"),
        (("roll", "ask"), "= asks roll off\n< 4 9 9\n= asks tie\n< cy\n= order cy bob ann orc"),
        (("dex", "roll"), "= asks nothing\n= order cy bob ann orc"),
        (("foes", "roll", "entry"), "= asks roll off\n< 4 9 9\n= order bob cy ann orc"),
        (("entry", "roll"), "= asks nothing\n= order ann bob cy orc"),
        (("ask", "roll"), "= asks tie\n< bob cy ann\n= order bob cy ann orc"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else "",
)
def test_what_parts_equals_is_tried_in_its_order(ties: tuple[str, ...], lines: str) -> None:
    assert failures(duel(f"ties = {list(ties)}"), f"{EQUALS}{lines}") == []


def test_only_those_roll_whom_nothing_before_has_parted() -> None:
    lines = EQUALS.replace("dex=2", "dex=1")
    rules = duel('ties = ["dex", "roll", "entry"]')
    assert failures(rules, f"{lines}< 3 8\n= order cy bob ann orc") == []


# -------------------------------------------------------------------- numbers within a side

WITHOUT_NUMBER = """
option end low
add hero Ann init=5
add hero Bob
add hero Cy init=-3
add foe Orc init=1
next
< -
= order cy ann bob orc
"""
EQUALS_IN_SIDES = """
add hero Ann init=5
add hero Bob init=5
add foe Orc init=5
add foe Imp init=5
next
= asks tie
< bob
= order bob ann orc imp
next
= turn ann
next
= asks tie
< imp
= order bob ann imp orc
"""
EQUALS_IN_SIDES_BY_TRAIT = """
add hero Ann init=5 dex=1
add hero Bob init=5 dex=2
add foe Orc init=5 dex=9
add foe Imp init=7
next
= asks nothing
= order bob ann imp orc
"""
EQUALS_IN_SIDES_ROLL = """
add hero Ann init=5
add hero Bob init=5
add foe Orc init=5
add foe Imp init=7
next
= asks roll off
< 3 8
= order bob ann imp orc
"""


def test_who_has_no_number_is_the_last_of_its_side() -> None:
    assert failures(duel(NUMBERS_IN_SIDES), WITHOUT_NUMBER) == []


@pytest.mark.parametrize(
    ("ties", "lines"),
    [
        (["ask"], EQUALS_IN_SIDES),
        (["dex", "ask"], EQUALS_IN_SIDES_BY_TRAIT),
        (["roll", "ask"], EQUALS_IN_SIDES_ROLL),
    ],
    ids=["ask", "trait", "roll"],
)
def test_equals_in_a_side_are_parted_as_elsewhere(ties: list[str], lines: str) -> None:
    assert failures(duel(f"{NUMBERS_IN_SIDES}\nties = {ties}"), lines) == []


ONE_KIND_ON_TWO_SIDES = """
add hero Orc x2 side=heroes
add hero Orc side=foes
next
< 5 8
= order o1 o2 orc
"""


def test_one_kind_on_two_sides_is_two_groups() -> None:
    rules = duel(f'{NUMBERS_IN_SIDES}\ngroup = "kind"')
    assert failures(rules, ONE_KIND_ON_TWO_SIDES) == []


# -------------------------------------------------------------------- names of groups, places without room


def table(rules: System, *lines: str) -> Session:
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines:
        run_line(session, line)
    return session


def test_a_gap_in_a_group_is_told() -> None:
    lines = ("dice table", "add goblin x4 hp=7", "set g2 init 3", "next")
    (question,) = table(registry.load("fifth"), *lines).questions
    assert isinstance(question, Numbers)
    assert [number.label for number in question.numbers] == ["Goblin 1, 3-4"]


def test_who_returns_stands_right_behind_however_often_it_is_done() -> None:
    lines = ("dice table", "option return_place new", "option ties entry")
    there = ("add hero Ann init=18", "add hero Bob init=12", "add hero Cy init=5", "add hero Dee init=18")
    session = table(registry.load("plain"), *lines, *there, "add lair Lair init=18", "next")
    for n in range(30):
        back, other = ("bob", "cy") if n % 2 else ("cy", "bob")
        run_line(session, f"hold {back}")
        run_line(session, f"return {back}")
        for _ in range(5):
            run_line(session, "next")
        order = [slot.who for slot in session.encounter.order]
        assert session.encounter.turn == "ann" and session.encounter.round == n + 2
        assert order == ["ann", back, *([other] if n else []), "dee", "lair", *([] if n else [other])]
