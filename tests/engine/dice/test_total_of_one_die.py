"""The total of one die: what is added to it may be told with it."""

import pytest
from msgspec.json import encode

from referee.dialogue.transcript import play
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Rolled
from referee.engine.state.encounter import Encounter
from referee.rules import registry

NOTHING = Encounter(system="x")
ATTACK = Roll(
    key="a", prompt="Sword", pools=(Pool("d20", 1, 20),), goal="hits on 9 or more", added=7, total_will_do=True
)


def test_the_total_is_the_die_and_what_is_added() -> None:
    assert ATTACK.asked == "Sword: roll d20 (+7, or =total), hits on 9 or more"
    assert ATTACK.read(NOTHING, "=21") == ATTACK.read(NOTHING, "14") == Rolled.thrown((14,))


@pytest.mark.parametrize("typed", ["=7", "=28"])
def test_a_total_that_the_die_cannot_make_is_refused_with_the_limits(typed: str) -> None:
    with pytest.raises(NotUnderstood, match=rf"d20 \+ 7 is 8 to 27, not {typed[1:]}\."):
        ATTACK.read(NOTHING, typed)


def test_who_types_the_total_as_a_die_is_told_how() -> None:
    with pytest.raises(NotUnderstood, match=r"A d20 never shows 21\. To type the total with the \+7: =21"):
        ATTACK.read(NOTHING, "21")


def test_what_is_taken_off_is_said_too() -> None:
    damage = Roll(key="d", prompt="Hit", pools=(Pool("d4", 1, 4),), added=-1, total_will_do=True, sum_will_do=True)
    assert damage.asked == "Hit: roll d4, the app subtracts 1, or =total"
    assert damage.read(NOTHING, "=3") == Rolled.thrown((4,))


@pytest.mark.parametrize(
    ("system", "lines"),
    [
        ("fifth", "add fighter Ann initiative=9\nadd goblin initiative=5\ndice table\nnext\nattack longsword g1\n< {}"),
        ("olde_swords", "add warrior Mira ac=10\nadd goblin\ndice table\ncheck mira str 12\n< {}"),
        ("plain", "dice table\nroll d20+5 typed\n< {}"),
    ],
)
def test_every_game_that_adds_to_one_die_takes_the_total(system: str, lines: str) -> None:
    before = play(f"system {system}\n{lines.rpartition(chr(10))[0]}", registry.load).session
    assert before is not None
    question = before.questions[0]
    assert isinstance(question, Roll) and question.total_will_do
    logs = []
    for typed in ("14", f"={14 + question.added}"):
        played = play(f"system {system}\n{lines.format(typed)}", registry.load)
        assert played.failures == [] and played.session is not None
        logs.append(encode(played.session.encounter).decode())
    assert logs[0] == logs[1] and (question.added or system == "olde_swords")


def test_dice_that_count_apart_have_no_total() -> None:
    lines = "add rogue Pip initiative=9\nadd goblin initiative=5\ndice table\nnext\nattack rapier g1 adv"
    session = play(f"system fifth\n{lines}", registry.load).session
    assert session is not None
    with pytest.raises(NotUnderstood):
        session.questions[0].read(session.encounter, "=21")


def test_where_each_die_counts_a_total_is_no_answer() -> None:
    each = Roll(key="a", prompt="Shots", pools=(Pool("d6", 4, 6),), sum_will_do=False)
    with pytest.raises(NotUnderstood, match='A d6 shows 1 to 6, not "=14"'):
        each.read(NOTHING, "=14")
