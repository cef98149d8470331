"""Several attacks of one action: each question says which of them it is."""

from referee.rules import registry
from referee.script.asking import asked
from referee.script.transcript import play

TABLE = """system fifth
add fighter Ann initiative=9
add goblin Gob initiative=5
add goblin Grub initiative=4
dice table
next
"""


def asks(lines: str) -> str:
    played = play(TABLE + lines, registry.load)
    assert played.failures == [] and played.session is not None
    return " ".join(asked(played.session))


def test_each_attack_of_a_fighter_says_which_it_is() -> None:
    assert "which target (attack 1 of 2)?" in asks("attack longsword")
    assert "attack 1 of 2" in asks("attack longsword gob")
    assert "which target (attack 2 of 2)?" in asks("attack longsword gob\n< 2\nattack longsword")
    assert "attack 2 of 2" in asks("attack longsword gob\n< 2\nattack longsword grub")


def test_who_has_one_attack_is_told_nothing_of_it() -> None:
    assert " of 1" not in asks("next\nattack scimitar ann")
