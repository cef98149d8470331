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
    (ATTACK, "Pip: attack against Goblin 1 with rapier, AC 15", (("needs", "8+ on the d20"), ("hit", 7))),
    (f"{ATTACK} adv", "Pip: attack against Goblin 1 with rapier, AC 15", (("needs", "8+ on the d20"), ("hit", 7))),
    (
        f"set g1 ac 30\n{ATTACK}",
        "Pip: attack against Goblin 1 with rapier, AC 30",
        (("needs", "20+ on the d20"), ("hit", 7)),
    ),
    (
        f"set g1 ac 3\n{ATTACK}",
        "Pip: attack against Goblin 1 with rapier, AC 3",
        (("needs", "2+ on the d20"), ("hit", 7)),
    ),
    (
        f"{ATTACK} half_cover +2 +1",
        "Pip: attack against Goblin 1 with rapier, AC 15",
        (("needs", "7+ on the d20"), ("hit", 7), ("half cover", -2), ("bonus", 3)),
    ),
    (f"condition pip blessed\n{ATTACK}", "Pip: attack against Goblin 1 with rapier, AC 15", (("hit", 7),)),
    (f"{ATTACK}\n< 15", "Pip hits Goblin 1 with rapier: damage piercing", (("dex", 4),)),
    (
        "next\ncast fireball g1",
        "Goblin 1: save dex against Elin with Fireball, DC 15",
        (("needs", "13+ on the d20"), ("dex save", 2)),
    ),
    ("next\ncast fireball g1\n< 3", "Elin against Goblin 1 with Fireball: damage fire", ()),
    ("next\ncast fireball g1,g2\n< 3\n< 3", "Elin with Fireball: damage fire", ()),
    ("save pip con 13", "Pip: save con, DC 13", (("needs", "12+ on the d20"), ("con save", 1))),
    ("damage elin 27\nnext", "Elin: death", (("needs", "10+ on the d20"),)),
    ("grapple g1", "Pip: contest against Goblin 1", ()),
]


@pytest.mark.parametrize(("lines", "prompt", "tally"), CASES)
def test_a_question_for_dice_says_what_is_needed(
    lines: str, prompt: str, tally: tuple[tuple[str, object], ...]
) -> None:
    played = play(TABLE + lines, registry.load)
    assert played.failures == [] and played.session is not None
    question = played.session.questions[0]
    assert isinstance(question, Roll)
    assert (question.prompt, question.tally) == (prompt, tally)
