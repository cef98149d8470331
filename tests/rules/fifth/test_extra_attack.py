"""Several attacks of one action: each question says which of them it is."""

from referee.command_language.open_questions import asked
from referee.command_language.table_in_words import situation
from referee.dialogue.transcript import play
from referee.rules import registry

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


def beside(lines: str, who: str) -> str:
    session = play(TABLE + lines, registry.load).session
    assert session is not None and session.rules.order.label_of is not None
    return session.rules.order.label_of(session.encounter, who)


def test_what_is_left_of_several_attacks_stands_in_the_order() -> None:
    assert beside("attack longsword gob\n< 2", "ann") == "9 1 attack left"
    assert beside("attack longsword gob\n< 2\nattack longsword gob\n< 2", "ann") == "9 no action"
    assert beside("add troll Tor initiative=7\nnext\nattack claw ann\n< 2", "tor") == "7 bite, claw left"


def test_what_is_left_of_several_attacks_is_told_at_a_prompt() -> None:
    session = play(TABLE + "attack longsword gob\n< 2", registry.load).session
    assert session is not None
    assert situation(session.encounter, session.rules) == "Round 1, Ann's turn (1 attack left)"
