"""Answers of a system file: things used as something happens; and what else may be said of damage and tests."""

from referee.dialogue.transcript import play
from referee.rules.open_table.language.file_check import check
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build

GAME = """
format = 1
[system]
name = "duel"
title = "Duel"
blurb = "x"
[order]
by = "number"
[standing.up]
turn = true
able = true
target = true
fills = true
[standing.dead]
heals = false
spent = true
[track.hp]
health = true
start = 20
most = 20
at_end = [{ becomes = "dead" }]
[track.action]
start = 9
[track.reaction]
start = 2
[track.mana]
each = ["1", "2", "3"]
as = "mana@"
start = 2
[damage]
types = ["fire", "cold"]
[test.lore]
roll = "d20"
against = "{with.dc}"
[test.will]
by = "target"
roll = "d20"
against = "11"
advantage = "keep"
[test.last_breath]
of = ["will"]
roll = "d20"
against = "11"
[condition.steady]
effects = [{ on = ["will"], gives = "+4" }]
ends = ["bearer makes will"]
[condition.bound]
ends = ["by leaves"]
effects = [{ at = "damaged", by = { damage = "{damage}" } }]
[condition.glad]
effects = [{ healed_at_most = true }]
[condition.calm]
ends = ["bearer aims cast"]
[condition.dazed]
effects = [{ at = "damaged", ask = "will", ask_with = ["adv"], outcome = { success = { lifts = ["dazed"] } } }]
[sort.spell]
[action.cast]
with = "spell"
levels = ["mana"]
[action.doom]
becomes = "dead"
[thing.bolt]
sort = "spell"
cost = { action = 1 }
level = 1
damage = "{with.level} fire"
[thing.mercy]
sort = "spell"
damage = [{ amount = "30 cold", spares = 3 }, { amount = "2 fire" }]
[thing.tie]
sort = "spell"
at = "allies"
brings = [{ condition = "bound" }]
[thing.mend]
sort = "spell"
at = "allies"
heal = "2d6"
[thing.hush]
sort = "spell"
cost = { reaction = 1 }
level = 1
turn = "any"
targets = "none"
[[thing.hush.answers]]
at = "does cast"
of = "foes"
confirm = "hush a spell of level {level}?"
ask = "lore"
ask_of = "bearer"
ask_when = "{with.answered} > {with.level}"
values = { dc = "10 + {with.answered}" }
outcome = { success = { result = "failure" } }
[thing.ward]
sort = "spell"
cost = { reaction = 1 }
turn = "any"
targets = "self"
answers = [{ at = "is target cast", when = "{with.thing} is bolt", confirm = "ward?", result = "failure" }]
[kind.red]
side = "red"
things = ["bolt", "mercy", "mend", "tie"]
[kind.blue]
side = "blue"
"""


def held(*lines: str) -> None:
    """Plays a transcript of that game; every line of it holds."""
    game = build(read_system(GAME.encode(), "duel.toml"))
    there = play("\n".join(("system duel", "dice table", *lines)), lambda _: game)
    assert [f"{failure.line}: {failure.reason}" for failure in there.failures] == []
    assert there.checks > 0


def test_an_answer_is_paid_for_at_a_level_that_is_chosen_and_above_that_a_test_is_made() -> None:
    held(
        *(
            "add red Ann init=3",
            "add blue Bea init=1 spell=hush",
            "next",
            "cast bolt bea 3",
            "= asks hush bea",
            "< mana2",
        ),
        *("= asks lore bea", "< 12", "= bea hp 17", "= bea mana2 1", "= bea reaction 1", "= ann mana3 1"),
        *("cast bolt bea 2", "< mana2", "= asks nothing", "= says bolt comes to nothing", "= bea hp 17"),
        *("cast bolt bea", "= asks nothing", "= bea hp 16"),
    )


def test_an_answer_can_be_answered() -> None:
    held(
        *(
            "add red Ann init=3 spell=hush",
            "add blue Bea init=1 spell=hush",
            "next",
            "cast bolt bea 1",
            "= asks hush bea",
            "< mana1",
        ),
        *("= asks hush ann", "< mana3", "= says hush comes to nothing", "= bea hp 19", "= bea mana1 1"),
    )


def test_who_is_aimed_at_may_answer_and_the_others_are_hit() -> None:
    held(
        *(
            "add red Ann init=3",
            "add blue Bea init=1 spell=ward",
            "add blue Cid init=0",
            "next",
            "cast bolt bea",
            "= asks ward bea",
        ),
        *("< yes", "= says bolt does nothing to Bea", "= bea hp 20", "= bea reaction 1", "cast bolt cid"),
        *("= asks nothing", "= cid hp 19", "cast mercy bea", "= asks nothing"),
    )


def test_damage_that_spares_some_health_leaves_it_and_other_damage_does_not() -> None:
    held(
        "add red Ann init=3",
        "add blue Bea init=1",
        "next",
        "cast mercy bea",
        "= bea hp 1",
        "cast mercy bea",
        "= bea is dead",
    )


def test_damage_that_is_shared_comes_upon_who_brought_it_and_ends_as_that_one_falls() -> None:
    held(
        *("add red Ann init=3", "add red Abe init=2", "next", "cast tie abe", "= abe is bound", "damage abe 4"),
        *("= abe hp 16", "= ann hp 16", "damage ann 16", "= ann is dead", "= abe is not bound", "= abe hp 16"),
    )


def test_what_touches_all_of_a_test_touches_what_is_one_of_it_and_is_used_up() -> None:
    held(
        "add red Ann init=3",
        "next",
        "condition ann steady",
        "test last_breath ann",
        "< 7",
        "= test last_breath success",
    )
    held("add red Ann init=3", "next", "condition ann steady", "test last_breath ann", "< 7", "= ann is not steady")


def test_a_test_may_be_asked_with_advantage() -> None:
    held("add red Ann init=3", "next", "condition ann dazed", "damage ann 1", "< 2 15", "= ann is not dazed")


def test_healing_at_the_most_throws_nothing() -> None:
    held(
        *("add red Ann init=3", "next", "damage ann 15", "condition ann glad", "cast mend ann", "= asks nothing"),
        "= ann hp 17",
    )


def test_a_condition_ends_as_its_bearer_aims_at_a_foe() -> None:
    held(
        *(
            "add red Ann init=3",
            "add blue Bea init=1",
            "next",
            "condition ann calm",
            "cast mend ann",
            "< 1 1",
            "= ann is calm",
        ),
        *("cast bolt bea", "= ann is not calm"),
    )


def test_who_is_dead_by_an_effect_has_no_health() -> None:
    held("add red Ann init=3", "add blue Bea init=1", "next", "doom bea", "= bea is dead", "= bea hp 0")


def test_an_answer_that_asks_nothing_or_has_a_price_of_its_own_is_a_mistake() -> None:
    silent = GAME.replace('confirm = "ward?", ', "")
    (error,) = check(silent.encode(), "duel.toml").errors
    assert "`confirm` is missing: it asks whether the answer is given." in error
    priced = GAME.replace('confirm = "ward?", ', 'confirm = "ward?", cost = { reaction = 1 }, ')
    (error,) = check(priced.encode(), "duel.toml").errors
    assert "an answer costs what its thing costs" in error
