"""A thing of the referee's own: described in one line with the figure that has it."""

import pytest

from referee.engine.problem import NotUnderstood
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules import registry
from referee.script.run import run_line

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
        ("{name='Bite'", "a table in braces is expected"),
        ("{a" + "=[" * 3000, "at most 2,000 characters"),
        ("{name='" + "x" * 300 + "'}", "200 characters"),
    ],
)
def test_what_is_wrong_with_it_is_said_and_nothing_comes(said: str, why: str) -> None:
    session = table()
    with pytest.raises(NotUnderstood, match=why):
        run_line(session, f'add foe Wolf weapon="{said}"')
    assert list(session.encounter.figures) == ["ulf"]
