"""What a question for dice says: against whom and what, what the die has to show, and what is added to it."""

from pathlib import Path

import pytest

from referee.dialogue.transcript import play
from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.typed_questions import Confirm
from referee.rules import registry
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build

HERE = Path(__file__).parent
TABLE = """system fifth
add rogue Pip initiative=30
add wizard Elin initiative=20
add goblin x3 initiative=10
dice table
next
"""
ATTACK = "attack rapier g1"
CASES = [
    (ATTACK, "Rapier, Pip on Goblin 1: roll d20 (+7, or =total), hits on 8 or more"),
    (f"{ATTACK} adv", "Rapier, Pip on Goblin 1, advantage: roll two d20, hits on 8 or more"),
    (
        f"condition pip frightened\n{ATTACK}",
        "Rapier, Pip on Goblin 1, disadvantage (frightened): roll two d20, hits on 8 or more",
    ),
    (
        f"condition g1 paralysed\n{ATTACK}",
        "Rapier, Pip on Goblin 1, advantage (target paralysed): roll two d20, hits on 8 or more",
    ),
    (f"set g1 ac 30\n{ATTACK}", "Rapier, Pip on Goblin 1: roll d20 (+7, or =total), hits on 20"),
    (f"set g1 ac 3\n{ATTACK}", "Rapier, Pip on Goblin 1: roll d20 (+7, or =total), hits on 2 or more"),
    (f"{ATTACK} half_cover +2 +1", "Rapier, Pip on Goblin 1: roll d20 (+8, or =total), hits on 7 or more"),
    (
        f"condition pip blessed\n{ATTACK}",
        "Rapier, Pip on Goblin 1: roll d20 and d4 (Bless), hits on 8 or more in total",
    ),
    (f"{ATTACK}\n< 15", "Hit. Rapier damage: roll d8, the app adds 4, or =total"),
    (f"{ATTACK}\n< 20", "Critical hit. Rapier damage: roll two d8 (the dice, or = and their sum), the app adds 4"),
    (f"set pip feature dueling\n{ATTACK}\n< 15", "Hit. Rapier damage: roll d8, the app adds 6, or =total"),
    ("next\ncast fireball g1", "Goblin 1's Dexterity save: roll d20 (+2, or =total), 13 or more"),
    ("next\ncast fireball g1\n< 3", "Fireball: roll 8d6 (the dice, or =total)"),
    (
        "set pip ac 1\nset g1 feature uncanny_dodge\nattack rapier g1\n< 15",
        "Goblin 1's Uncanny Dodge: halve the damage?",
    ),
    (
        "next\nset elin slot3 1\nset elin spell spirit_guardians\ncast spirit_guardians\nnext\n< y\n< 2",
        "Spirit Guardians damage to Goblin 1: roll three d8 (the dice, or =total)",
    ),
    ("save pip con 13", "Pip's Constitution save: roll d20 (+1, or =total), 12 or more"),
    (
        "next\ncast hold_person g1\n< 3\nnext\nnext",
        "Goblin 1's Wisdom save to end paralysed: roll d20 (-1, or =total), 16 or more",
    ),
    ("condition elin concentrating\ndamage elin 7", "Elin's concentration: roll d20 (+2, or =total), 8 or more"),
    ("damage elin 27\nnext", "Elin's death save: roll d20, 10 or more"),
    ("grapple g1", "Athletics, Pip against Goblin 1: roll d20"),
]


@pytest.mark.parametrize(("lines", "asked"), CASES)
def test_a_question_for_dice_says_what_is_needed(lines: str, asked: str) -> None:
    played = play(TABLE + lines, registry.load)
    assert played.failures == [] and played.session is not None
    question = played.session.questions[0]
    assert isinstance(question, Roll | Confirm)
    assert question.asked == asked


@pytest.mark.parametrize(
    ("system", "lines", "told"),
    [
        ("fifth", f"{TABLE}set g2 ac 17\nattack rapier", {"g1": "Goblin 1, AC 15", "g2": "Goblin 2, AC 17"}),
        (
            "fifth",
            f"{TABLE}next\ncast fireball",
            {"g1": "Goblin 1", "g2": "Goblin 2"},  # they save against Elin's number, which is the same for all
        ),
        (
            "skirmish",
            "system skirmish\nadd captain Ann side=red\nadd warrior x2 side=blue\nnext\n< 5 3\nfight",
            {"w1": "Warrior 1, fight 3, tough 4"},
        ),
    ],
)
def test_the_question_for_targets_says_what_of_each_the_tests_are_against(
    system: str, lines: str, told: dict[str, str]
) -> None:
    source = HERE / f"{system}.toml"
    own = build(read_system(source.read_bytes(), system)) if source.exists() else None
    played = play(lines, lambda name: own if own is not None and name == system else registry.load(name))
    assert played.failures == [] and played.session is not None
    (question,) = played.session.questions
    offers = question.offers(played.session.encounter)
    assert {offer.word: offer.label for offer in offers}.items() >= told.items()
