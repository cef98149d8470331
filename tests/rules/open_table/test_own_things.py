"""A thing of the referee's own: described in one line with the figure that has it."""

import pytest
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.answer import Picked
from referee.engine.questions.question import Choose
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Given, Situation
from referee.rules import registry

BITE = "weapon=\"{name='Fire Bite', hit=6, damage=['2d6 + 4 piercing', '1d6 fire']}\""
BREATH = (
    "power=\"{name='Breath', dc=12, uses=1, recharge='d6 >= 5', targets='many', test='save dex', damage='4d8 cold'}\""
)


def table(*lines: str) -> Session:
    session = Session(registry.load("fifth"), MemoryStepLog(Encounter(system="fifth")))
    for line in ("dice table", "add fighter Ulf", *lines):
        run_line(session, line)
    return session


def test_it_is_used_like_a_thing_of_the_file() -> None:
    session = table(f"add foe Wolf hp=20 ac=12 {BITE} {BREATH}", "next", "< ulf 1, wolf 20")
    for line in ("attack wolf fire_bite ulf", "< 15", "< 1 1", "< 3"):
        run_line(session, line)
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 6 - 3
    assert session.encounter.things["wolf.breath"].tracks["uses"].now == 1


def test_it_is_kept_with_its_figure() -> None:
    from referee.engine.figures.figure_words import words_of
    from referee.engine.figures.recruit import Recruit

    session = table(f"add foe Wolf hp=20 {BITE}", "clone wolf")
    assert [name for name in session.encounter.things if name.endswith("fire_bite")] == [
        "wolf.fire_bite",
        "w1.fire_bite",
    ]
    figure = session.encounter.figures["wolf"]
    things = tuple((pile, session.encounter.things[tag]) for pile, tags in figure.piles.items() for tag in tags)
    assert BITE in words_of(session.rules, Recruit(figure, things), "Wolf")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("{name='Bite', hut=4}", "hut"),
        ("{name='Bite', hit='{nobody}'}", "nobody"),
        ("{name='Bite', damage='lots'}", "lots"),
        ("{name='Bite'", "put the values in braces"),
        ("{a" + "=[" * 3000, "at most 2,000 characters"),
        ("{name='" + "x" * 300 + "'}", "200 characters"),
    ],
)
def test_what_is_wrong_with_it_is_said_and_nothing_comes(said: str, why: str) -> None:
    session = table()
    with pytest.raises(NotUnderstood, match=why):
        run_line(session, f'add foe Wolf weapon="{said}"')
    assert list(session.encounter.figures) == ["ulf"]


def test_dice_in_a_number_of_it_are_thrown_with_the_test() -> None:
    club = "weapon=\"{name='Blessed Club', hit='1d4 + 3', damage='1d6 bludgeoning'}\""
    gaze = "power=\"{name='Gaze', dc='1d6 + 9', test='save wis', damage='1d8 psychic', cost={action=1}}\""
    session = table(f"add foe Gob hp=9 ac=10 {club} {gaze}", "next", "< ulf 1, gob 20", "attack blessed_club ulf")
    (roll,) = session.questions
    assert isinstance(roll, Roll) and [str(pool) for pool in roll.pools] == ["d20", "d4"]
    assert roll.asked == "Blessed Club, Gob on Ulf: roll d20 and d4, hits on 15 or more in total"
    run_line(session, "< 12 3")  # 18 hits armour class 18
    run_line(session, "< 5")
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 5
    for line in ("next", "next", "power gaze ulf", "< 13", "< 5", "< 4"):  # 13 against 14
        run_line(session, line)
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 5 - 4


def test_dice_where_a_number_is_compared_are_refused_as_it_is_described() -> None:
    session = table()
    with pytest.raises(NotUnderstood, match="crit: dice are not allowed here"):
        run_line(session, "add foe Gob weapon=\"{name='Club', hit=4, crit='1d20'}\"")


def test_a_thing_that_cannot_be_reckoned_is_barred_with_a_sentence_and_the_others_are_offered() -> None:
    odd = "weapon=\"{name='Odd', hit='d{dex}', damage='1d6'}\" weapon=\"{name='Dear', hit=1, cost={hp='1d4'}}\""
    session = table(f"add hero Gob hp=9 ac=10 dex=-1 weapon=longsword {odd}", "next", "< ulf 1, gob 20")
    (attack,) = [verb for verb in session.rules.verbs if verb.name == "attack"]
    situation = Situation(session.rules, session.encounter)
    using = attack.params[1].ask(situation, Given({"who": Picked(tags=("gob",))}))
    assert isinstance(using, Choose) and using.options == ("longsword", "odd", "dear") and using.default == "longsword"
    assert set(using.barred) == {"odd", "dear"}
    assert using.barred["odd"].startswith("Odd: ") and "d4 has to be rolled" in using.barred["dear"]
    with pytest.raises(Problem, match="Odd"):
        run_line(session, "attack odd ulf")
    assert not session.questions


def test_a_legendary_action_says_what_it_costs_and_what_is_left_where_it_is_offered() -> None:
    session = table("add red_dragon Smaug", "add hero Bo", "next", "< ulf 30, bo 20, smaug 1", "next")
    (offer,) = session.questions
    assert isinstance(offer, Choose)
    assert offer.labels["wing_attack"] == "Wing Attack (2 of 3 legendary)"
    assert offer.labels["tail_attack"] == "Tail Attack (1 of 3 legendary)"
    for line in ("< wing_attack", "< ulf", "< 1", "< 3 4", "next"):
        run_line(session, line)
    (offer,) = session.questions
    assert isinstance(offer, Choose) and offer.labels["tail_attack"] == "Tail Attack (1 of 1 legendary)"
    assert "wing_attack" not in offer.labels


@pytest.mark.parametrize(
    "own", ["x", "[1]", "{name='x'}", "[" * 3000, "9" * 5000, '{"modifiers": 1}', '{"save_ends": []}']
)
def test_what_no_rule_has_written_of_a_condition_does_nothing(own: str) -> None:
    before = table("add foe Wolf hp=20 ac=12", "condition ulf poisoned").encounter
    ulf = before.figures["ulf"]
    poisoned = tuple(replace(lying, own=own) for lying in ulf.conditions)
    changed = replace(before, figures={**before.figures, "ulf": replace(ulf, conditions=poisoned)})
    session = Session(registry.load("fifth"), MemoryStepLog(changed))
    for line in ("next", "< ulf 20, wolf 1", "save ulf con 10", "< 12"):
        run_line(session, line)
    assert session.encounter.turn == "ulf" and [lying.own for lying in session.encounter.figures["ulf"].conditions] == [
        own
    ]
