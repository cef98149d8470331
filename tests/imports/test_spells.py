"""What a creature casts comes with it: spells of the game, and by hand those that the game does not have."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.dice.roll_questions import Roll
from tests.imports.test_phrases import block, conditions, table
from tests.imports.test_samples import fight

SLOTS = """The hedge witch is a 5th-level spellcaster. Her spellcasting ability is Wisdom (spell save DC 15, +7 to hit
with spell attacks). She has these spells prepared:
- Cantrips (at will): ray of frost, mage hand
- 1st level (4 slots): command, sleep
- 3rd level (2 slots): fireball, fly"""
INNATE = "The gnarl can innately cast these (spell save DC 13): At will: light 2/day each: hold person, fly (self only)"


def test_spells_with_slots_come_with_their_numbers() -> None:
    kept = block({"Traits": {"Spellcasting": SLOTS}})
    for said in ("slot1=4", "slot3=2", "spell_dc=15", "spell_hit=7", "spell=fireball", "spell=command"):
        assert f" {said}" in kept.words
    assert " spell=fly" in kept.words, "of the catalogue"
    assert kept.data["features"] == [{"name": "Spellcasting", "plays": True, "by_hand": "Mage hand"}]
    session = table(kept, "cast gnarl fireball ulf,mira", "< 1 1", "< 5 5 5 5 5 5 5 5")
    assert session.encounter.figures["ulf"].tracks["hp"].now == 4
    assert session.encounter.figures["gnarl"].tracks["slot3"].now == 1


def test_a_cantrip_has_the_dice_of_its_casters_level() -> None:
    for level, dice in (("4th", 1), ("9th", 2), ("11th", 3), ("18th", 4)):
        kept = block({"Traits": {"Spellcasting": SLOTS.replace("5th-", f"{level}-")}})
        session = table(kept, "cast gnarl ray_of_frost ulf", "< 20")
        (asked,) = session.questions
        assert isinstance(asked, Roll) and [pool.count for pool in asked.pools] == [2 * dice], "a critical hit"


def test_innate_spells_take_uses_and_no_slots() -> None:
    kept = block({"Traits": {"Innate Spellcasting": INNATE}})
    assert "spell_dc=13" in kept.words and " slot1=" not in kept.words
    session = table(kept, "cast gnarl hold_person ulf", "< 1")
    assert conditions(session, "ulf") == ["paralysed"]
    assert session.encounter.things["gnarl.hold_person"].tracks["uses"].now == 1


ONE = "damage ulf 1"


@pytest.mark.parametrize(
    ("spell", "lines", "hp", "lies"),
    [
        ("power_word_stun", ("cast witch power_word_stun ulf",), 44, ["stunned"]),
        ("magic_missile", ("cast witch magic_missile ulf", "< 4", "< 4", "< 4"), 44 - 15, []),
        ("ice_storm", ("cast witch ice_storm ulf", "< 20", "< 8 8", "< 6 6 6 6"), 44 - 8 - 12, []),
        ("entangle", ("cast witch entangle ulf", "< 1"), 44, ["restrained"]),
        ("charm_person", ("cast witch charm_person ulf", "< 1 1", ONE), 43, []),
        ("greater_invisibility", ("cast witch greater_invisibility witch",), 44, []),
    ],
)
def test_spells_of_the_game(spell: str, lines: tuple[str, ...], hp: int, lies: list[str]) -> None:
    slots = " ".join(f"slot{level}=1" for level in range(1, 10))
    session = fight(
        "dice table", f"add foe Witch hp=20 ac=10 spell_dc=15 {slots} spell={spell}", "add fighter Ulf", "next"
    )
    for line in ("< witch 20, ulf 10", *lines):
        run_line(session, line)
    assert session.encounter.figures["ulf"].tracks["hp"].now == hp
    assert conditions(session, "ulf") == lies


def test_shield_raises_armour_until_the_next_turn_of_its_caster() -> None:
    session = fight("dice table", "add foe Witch hp=20 ac=10 slot1=1 spell=shield", "add fighter Ulf", "next")
    for line in ("< witch 10, ulf 20", "use witch shield", "attack ulf longsword witch", "< 8"):
        run_line(session, line)
    assert session.encounter.figures["witch"].tracks["hp"].now == 20
    for line in ("next", "next", "attack ulf longsword witch", "< 8", "< 5"):
        run_line(session, line)
    assert session.encounter.figures["witch"].tracks["hp"].now < 20


def test_shield_and_counterspell_are_offered_as_answers() -> None:
    answers = "The gnarl is a 5th-level spellcaster. 1st level (2 slots): shield 3rd level (1 slot): counterspell"
    kept = block({"Traits": {"Spellcasting": answers}})
    session = table(kept, "next", "attack ulf longsword gnarl", "< 8", "< 1st")
    assert session.encounter.figures["gnarl"].tracks["hp"].now == 40 and conditions(session, "gnarl") == ["shielded"]
    assert session.encounter.figures["gnarl"].tracks["slot1"].now == 1
    session = table(kept, "next", "next", "cast mira cure_wounds ulf", "< 3rd")
    assert not session.questions and session.encounter.figures["gnarl"].tracks["slot3"].now == 0


def test_spells_that_answer_a_roll_or_a_spell_are_spells_like_others() -> None:
    kept = block({"Traits": {"Spellcasting": SLOTS.replace("sleep", "shield").replace("fly", "counterspell")}})
    assert " spell=shield" in kept.words and " spell=counterspell" in kept.words
    session = table(kept, "add wizard9 Elin init=1", "next", "next", "next", "cast fireball_4 gnarl")
    (asked,) = session.questions
    assert asked.prompt == "Gnarl's Counterspell: counter the level 4 spell of Elin?"
