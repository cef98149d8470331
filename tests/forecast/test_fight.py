"""Fights of a forecast: they come to an end, are even where the sides are, and as likely as they can be reckoned."""

from collections.abc import Sequence
from math import sqrt

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.mistake import RulesBug
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Confirmed
from referee.forecast.fight import MOST_IDLE, MOST_ROUNDS, NOBODY, fight, sides_up, start_of
from referee.forecast.policies import POLICIES
from tests.forecast.begun import DUEL, GAMES, fights, table, winners
from tests.forecast.played import acts_of
from tests.odds.fights import begun

ERRORS = 5


def within(found: int, of: int, p: float) -> bool:
    """Is a count as likely as that, within five standard errors?"""
    return abs(found - p * of) <= ERRORS * sqrt(p * (1 - p) * of)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", GAMES)
def test_each_sample_is_fought_to_its_end(system: str) -> None:
    for session in (table(system), begun(system)):
        before = session.encounter
        for end in fights(session, 8):
            assert end.rounds < MOST_ROUNDS
            sides = sides_up(session.rules, end.encounter)
            assert (
                end.winner in sides or (end.winner == NOBODY and not sides) or session.rules.fight.over(end.encounter)
            )
        assert session.encounter is before and not session.questions


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", GAMES)
def test_the_same_seed_is_the_same_fight(system: str) -> None:
    session = table(system)
    first, again, other = (next(fights(session, 1, seed=seed)) for seed in (1, 1, 2))
    assert first == again and first.encounter != other.encounter


@pytest.mark.one_in(6)
def test_a_duel_ends_as_can_be_reckoned() -> None:
    """Ann wins at once with 1/2, and again after both have missed: 1/2 + 1/4 of the same, so 2/3."""
    ends = [*fights(table("fifth", *DUEL), 400)]
    assert within(sum(end.winner == "heroes" for end in ends), 400, 2 / 3)
    for n in (1, 2, 3):
        assert within(sum(end.rounds == n for end in ends), 400, 3 / 4**n)
    assert {end.encounter.figures[tag].standing for end in ends for tag in ("ann", "bob")} == {"up", "dead"}


@pytest.mark.one_in(6)
def test_even_sides_win_as_often() -> None:
    found = winners(table("scorched", "add guard x2 side=red", "add guard x2 side=blue"), 200)
    assert within(found["red"], found["red"] + found["blue"], 1 / 2) and found[NOBODY] < 20


@pytest.mark.one_in(6)
def test_whoever_is_aimed_at() -> None:
    """One that lives for a few attacks fells the goblin, where it aims at it, and hardly the ogres."""
    lines = ("add fighter5 Ann hp=25 init=20", "add ogre x2 hp=90 init=1", "add goblin hp=1 init=1")
    fell = {}
    for policy in POLICIES:
        ends = [*fights(table("fifth", *lines), 20, {"heroes": policy, "foes": "nearest"})]
        fell[policy] = sum(end.encounter.figures["g1"].standing == "dead" for end in ends)
    assert fell["weakest"] > 15 and fell["nearest"] == fell["strongest"] == 0 < fell["random"] < 20


def test_spells_of_the_highest_level_are_cast_first() -> None:
    session = table("fifth", "add wizard3 Bob hp=400 init=20", "add ogre hp=500 init=1", "next")
    assert session.rules.routine is not None
    first = next(iter(session.rules.routine(session.encounter)))
    assert (first.verb, first.given["using"]) == ("cast", Chosen(option="scorching_ray"))
    (end,) = fights(session, 1)
    before, after = (each.figures["bob"].tracks for each in (session.encounter, end.encounter))
    assert before["slot2"].now > after["slot2"].now == 0 and before["slot1"].now > after["slot1"].now == 0


@pytest.mark.one_in(6)
def test_who_is_in_another_shape_attacks_as_that_does() -> None:
    session = table("fifth", "add druid4 Dru init=20", "add ogre hp=500 init=1", "next")
    for line in ("power wild_shape", "< wolf", "set dru action 1"):
        run_line(session, line)
    assert session.rules.routine is not None
    orders = [*session.rules.routine(session.encounter)]
    assert [order.given["using"] for order in orders if order.verb == "attack"] == [Chosen(option="wolf_bite")]
    assert not any(order.verb == "cast" for order in orders)


@pytest.mark.one_in(6)
def test_conditions_of_several_commands_are_told_apart() -> None:
    adds = ("add lich init=20", "add fighter17 Ann init=1", "add adult red dragon init=19")
    session = table("fifth", *adds, "next")
    for end in fights(session, 4):
        lying = [each.id for figure in end.encounter.figures.values() for each in figure.conditions]
        assert len({*lying}) == len(lying) and end.winner != NOBODY


def assumed(*lines: str) -> dict[str, bool]:
    """What a forecast of the first turns answers where only the table can see it, by the question."""
    acts, _ = acts_of(table("fifth", *lines, "next"), "1")
    asked = [pair for act in acts if act.before.round <= 1 for pair in act.asked]
    return {question.prompt: answer.yes for question, answer in asked if isinstance(answer, Confirmed)}


PACK = ("add goblin Gob hp=50 feature=pack_tactics init=20", "add fighter Ann hp=60 init=10")


@pytest.mark.parametrize(
    "lines, near",
    (
        ((*PACK, "add goblin Nob init=1"), True),
        (PACK, False),
        ((*PACK, "add goblin Nob init=1", "damage nob 20"), False),
        ((*PACK, "add goblin Nob init=1", "condition nob stunned"), False),
        ((*PACK, "add goblin Nob init=1", "add goblin Bob init=1", "condition nob paralysed"), True),
    ),
)
def test_an_ally_is_near_as_long_as_one_can_act(lines: Sequence[str], near: bool) -> None:
    assert assumed(*lines)["Is an ally of Gob within 5 ft of Ann?"] is near


def test_whoever_begins_its_turn_is_near() -> None:
    found = assumed("add hezrou init=1", "add fighter9 Ann init=20", "add ghast init=2", "add medusa init=3")
    assert found["Hezrou's Stench: is Ann within 10 ft of Hezrou?"]
    assert found["Ghast's Stench: is Ann within 5 ft of Ghast?"]
    assert found["Medusa's Petrifying Gaze: is Ann within 30 ft of Medusa, and not averting its eyes?"]


def test_what_nobody_can_assume_is_no() -> None:
    found = assumed("add berserker init=20", "add fighter5 Ann init=1")
    assert not found["Berserker: does Berserker attack recklessly (advantage, also against it)?"]


def test_what_bursts_as_it_dies_does_so_only_then() -> None:
    acts, _ = acts_of(table("fifth", "add steam mephit x2 init=20", "add fighter9 init=1", "next"), "1")
    assert not any(act.using == "death_burst" for act in acts)
    assert any("Death Burst" in question.prompt for act in acts for question, _ in act.asked)


def test_what_costs_nothing_is_no_act_of_a_turn() -> None:
    """A barbed hide hurts whoever grapples it; reckless attacks are free by the book."""
    acts, _ = acts_of(table("fifth", "add barbed devil init=20", "add barbarian9 init=1", "next"), "1")
    used = {act.using for act in acts}
    assert "barbed_hide" not in used and "reckless_attack" in used


def test_from_an_open_command() -> None:
    """The dice that are on the table count."""
    session = table("black_keep", "dice table", "add knight Ulf attack=1", "add rat x2", "engage ulf r1", "next")
    run_line(session, "attack r1")
    run_line(session, "< 6")
    start = start_of(session)
    assert start.opened is not None and len(start.items) == 1
    before = session.encounter
    ends = [*fights(session, 12)]
    assert {end.rounds for end in ends} != {1} and session.encounter is before


def test_nobody_can_reach_the_other() -> None:
    lines = ("add guard side=red", "add guard side=blue")
    session = table("black_keep", "add knight Ulf", "add rat", "map 9x3", "place ulf a1", "place rat i1")
    assert [(end.winner, end.rounds) for end in fights(session, 1)] == [(NOBODY, MOST_IDLE + 1)]
    assert winners(table("scorched", *lines), 3)[NOBODY] < 3


def test_what_cannot_be_forecast() -> None:
    for system, lines, why in (
        ("fifth", ("add fighter Ann",), "needs two sides"),
        ("plain", ("add hero Ann init=1 hp=5", "add foe Bob init=2 hp=5"), "has no attacks of its own"),
    ):
        with pytest.raises(Refused, match=why):
            start_of(table(system, *lines))


def test_a_game_that_cannot_go_on_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    session = table("black_keep", "add knight Ulf attack=1", "add rat", "engage ulf rat", "next")
    monkeypatch.setattr("referee.forecast.fight.MOST_ANSWERS", 1)
    with pytest.raises(RulesBug, match="keeps asking"):
        fight(session.rules, start_of(session), {}, "1")


def test_nobody_aims_at_who_is_down_while_another_is_up() -> None:
    """The first in the roster is dying: she is left alone, and dies of nothing but her own rolls."""
    lines = (
        "add hero Ann hp=1 ac=5 init=1",
        "add fighter5 Bob hp=44 ac=30 init=20",
        "add ogre init=10",
        "next",
        "next",
    )
    session = table("fifth", "dice app", *lines)
    run_line(session, "damage ann 1")
    for end in fights(session, 10, {"heroes": "nearest", "foes": "nearest"}):
        died = end.encounter.figures["ann"].tracks["failures"].now
        assert died <= 3 and end.encounter.figures["bob"].tracks["hp"].now <= 44
    assert winners(session, 10)["heroes"] == 10


def test_on_a_board_it_walks_where_the_game_says_how() -> None:
    lines = ("add brawler Harl", "add ghoul x2", "map 12x6", "place harl a3", "place g1 l2", "place g2 l5")
    for end in fights(table("descent", *lines), 3):
        assert end.winner == "heroes" and end.encounter.board is not None
        assert end.encounter.board.figures["harl"] != ("a3",)
