"""What a question for dice says: against whom and what, what the die has to show, and what is added to it."""

import pytest

from referee.engine.dice.roll_questions import Roll
from referee.rules import registry
from referee.script.transcript import play

TABLE = """system fifth
add rogue Pip initiative=30
add wizard Elin initiative=20
add goblin x3 initiative=10
dice table
next
"""
ATTACK = "attack rapier g1"
CASES = [
    (ATTACK, "Rapier, Pip on Goblin 1: roll d20, hits on 8 or more"),
    (f"{ATTACK} adv", "Rapier, Pip on Goblin 1, advantage: roll two d20, hits on 8 or more"),
    (
        f"condition pip frightened\n{ATTACK}",
        "Rapier, Pip on Goblin 1, disadvantage (frightened): roll two d20, hits on 8 or more",
    ),
    (
        f"condition g1 paralysed\n{ATTACK}",
        "Rapier, Pip on Goblin 1, advantage (target paralysed): roll two d20, hits on 8 or more",
    ),
    (f"set g1 ac 30\n{ATTACK}", "Rapier, Pip on Goblin 1: roll d20, hits on 20"),
    (f"set g1 ac 3\n{ATTACK}", "Rapier, Pip on Goblin 1: roll d20, hits on 2 or more"),
    (f"{ATTACK} half_cover +2 +1", "Rapier, Pip on Goblin 1: roll d20, hits on 7 or more"),
    (
        f"condition pip blessed\n{ATTACK}",
        "Rapier, Pip on Goblin 1: roll d20 and d4 (Bless), hits on 8 or more in total",
    ),
    (f"{ATTACK}\n< 15", "Hit. Rapier damage: roll d8, the app adds 4"),
    (f"{ATTACK}\n< 20", "Critical hit. Rapier damage: roll two d8 (the dice, or =total), the app adds 4"),
    ("next\ncast fireball g1", "Goblin 1's Dexterity save: roll d20, 13 or more"),
    ("next\ncast fireball g1\n< 3", "Fireball: roll 8d6 (the dice, or =total)"),
    ("save pip con 13", "Pip's Constitution save: roll d20, 12 or more"),
    ("next\ncast hold_person g1\n< 3\nnext\nnext", "Goblin 1's Wisdom save to end paralysed: roll d20, 16 or more"),
    ("condition elin concentrating\ndamage elin 7", "Elin's concentration: roll d20, 8 or more"),
    ("damage elin 27\nnext", "Elin's death save: roll d20, 10 or more"),
    ("grapple g1", "Athletics, Pip against Goblin 1: roll d20"),
]


@pytest.mark.parametrize(("lines", "asked"), CASES)
def test_a_question_for_dice_says_what_is_needed(lines: str, asked: str) -> None:
    played = play(TABLE + lines, registry.load)
    assert played.failures == [] and played.session is not None
    question = played.session.questions[0]
    assert isinstance(question, Roll)
    assert question.asked == asked
