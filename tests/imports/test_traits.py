"""Traits of stat blocks work by themselves at the table, and what they do to others is asked for when it comes up."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.problem import NotUnderstood
from referee.engine.record.session import Session
from tests.imports.reading import told
from tests.imports.test_phrases import ATTACK, action, block, conditions, table
from tests.imports.test_samples import block as stat_block
from tests.imports.test_samples import fight


def trait(name: str, text: str, *lines: str) -> Session:
    return table(block({"Traits": {name: text}, "Actions": {"Bite": f"{ATTACK}."}}), *lines)


def hp(session: Session, tag: str) -> int:
    return session.encounter.figures[tag].tracks["hp"].now


def test_it_regenerates_unless_it_is_burnt() -> None:
    text = (
        "The gnarl regains 10 hit points at the start of its turn. If the gnarl takes acid or fire damage, this "
        "trait doesn't function at the start of its next turn."
    )
    session = trait("Regeneration", text, "damage gnarl 25", "next", "next", "next")
    assert hp(session, "gnarl") == 25
    for line in ("damage gnarl 5 fire", "next", "next", "next"):
        run_line(session, line)
    assert hp(session, "gnarl") == 20


def test_who_starts_its_turn_near_by_saves_and_is_immune_after_a_success() -> None:
    text = (
        "Any creature that starts its turn within 5 ft. of the gnarl must succeed on a DC 12 Constitution saving "
        "throw or be poisoned until the start of its next turn. On a success, it is immune to this stench for 24 "
        "hours."
    )
    session = trait("Stench", text, "next", "< yes", "< 2")
    assert conditions(session, "ulf") == ["poisoned"]
    for line in ("next", "< no", "next", "next", "< yes", "< 15"):
        run_line(session, line)
    assert "poisoned" not in conditions(session, "ulf") and len(conditions(session, "ulf")) == 1


@pytest.mark.parametrize(("die", "left"), [("6", 40), ("12", 36)])
def test_a_parry_is_offered_where_it_changes_something(die: str, left: int) -> None:
    text = "The gnarl adds 2 to its AC against one melee attack that would hit it."
    kept = block({"Reactions": {"Parry": text}, "Actions": {"Bite": f"{ATTACK}."}})
    session = table(kept, "next", "attack ulf longsword gnarl", f"< {die}")
    for line in ("< 1",) if die == "12" else ():
        run_line(session, line)
    if die == "6":
        assert "parry" in str(session.question())
        run_line(session, "< yes")
    assert hp(session, "gnarl") == left


def test_who_touches_it_is_burnt() -> None:
    text = (
        "A creature that touches the gnarl or hits it with a melee attack while within 5 feet of it takes 5 (1d10) fire"
    )
    session = trait("Hot Skin", f"{text} damage.", "next", "attack ulf longsword gnarl", "< 15", "< 7")
    assert hp(session, "ulf") == 44 - 7


def test_it_may_stay_on_its_feet() -> None:
    kept = "If it takes 9 damage or less that would reduce it to 0 hit points, it is reduced to 1 hit point instead."
    session = trait("Relentless (Recharges after a Short or Long Rest)", kept, "damage gnarl 32", "damage gnarl 9")
    assert hp(session, "gnarl") == 1
    run_line(session, "damage gnarl 5")
    assert session.encounter.figures["gnarl"].standing == "dead"


def test_magic_resistance_counts_against_spells_alone() -> None:
    text = "The gnarl has advantage on saving throws against spells and other magical effects."
    session = trait("Magic Resistance", text, "add wizard Elin init=9", "next", "next", "cast elin fireball gnarl")
    assert "advantage" in str(session.question())
    kept = block({"Traits": {"Magic Resistance": text}})
    plain = table(kept, "save gnarl dex 15")
    assert "advantage" not in str(plain.question())


def test_weapons_without_magic_do_half_or_nothing() -> None:
    said = ["fire", "bludgeoning, piercing, and slashing from nonmagical weapons that aren't silvered"]
    kept = stat_block(DamageImmunities=said).figures[0]
    for kind in ("bludgeoning", "piercing", "slashing"):
        assert f"{kind} unless magical or silvered" in kept.words
    session = table(kept.renamed("Gnarl"), "next", "attack ulf longsword gnarl", "< 15", "< 8")
    assert hp(session, "gnarl") == 9


def test_the_swallowed_are_digested_until_it_dies() -> None:
    bite = f"{ATTACK}, and the target is grappled (escape DC 13)."
    swallow = (
        "The gnarl makes one bite attack against a creature it is grappling. If the attack hits, the target is "
        "swallowed, and the grapple ends. While swallowed, the target is blinded and restrained, and it takes 7 "
        "(2d6) acid damage at the start of each of the gnarl's turns. If the gnarl dies, a swallowed creature is "
        "no longer restrained by it."
    )
    kept = block({"Actions": {"Bite": bite, "Swallow": swallow}})
    session = table(kept)
    with pytest.raises(NotUnderstood, match=r"Only somebody grappled can be chosen\."):
        run_line(session, "attack gnarl swallow ulf")
    for line in ("condition ulf grappled by gnarl", "attack gnarl swallow ulf", "< 15", "< 4"):
        run_line(session, line)
    assert (hp(session, "ulf"), conditions(session, "ulf")) == (44 - 7, ["swallowed", "blinded", "restrained"])
    for line in ("next", "next", "next", "< 6 6"):
        run_line(session, line)
    assert hp(session, "ulf") == 44 - 7 - 12
    run_line(session, "damage gnarl 99")
    assert conditions(session, "ulf") == []


def test_a_bite_that_drinks_lowers_the_maximum_and_heals() -> None:
    text = (
        "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 5 (1d4 + 3) piercing damage plus 7 (2d6) "
        "necrotic damage. The target's hit point maximum is reduced by an amount equal to the necrotic damage "
        "taken, and the gnarl regains hit points equal to that amount."
    )
    kept = action("Bite", text)
    session = table(kept, "damage gnarl 20", "attack gnarl bite ulf", "< 15", "< 2", "< 5 5")
    ulf = session.encounter.figures["ulf"].tracks["hp"]
    assert (ulf.now, ulf.most, hp(session, "gnarl")) == (44 - 15, 34, 30)


def test_a_second_failed_save_is_worse() -> None:
    text = (
        "Each creature within 30 feet must make a DC 13 Constitution saving throw. If the saving throw fails by 5 "
        "or more, it is instantly petrified. Otherwise, a creature that fails the save is restrained. The "
        "restrained creature must repeat the saving throw at the end of its next turn, becoming petrified on a "
        "failure or ending the effect on a success."
    )
    kept = action("Stone Stare", text)
    session = table(kept, "power gnarl stone_stare ulf,mira", "< 3", "< 9")
    assert (conditions(session, "ulf"), conditions(session, "mira")) == (["petrified"], ["restrained"])
    for line in ("next", "next", "next", "< 2"):
        run_line(session, line)
    assert conditions(session, "mira") == ["petrified"]


def test_an_aura_burns_at_the_start_of_its_own_turns_and_who_strikes_it() -> None:
    text = (
        "At the start of each of the gnarl's turns, each creature within 5 feet of it takes 7 (2d6) fire damage. "
        "A creature that hits it with a melee attack while within 5 feet of it takes 7 (2d6) fire damage."
    )
    session = trait("Fire Aura", text, "< ulf,mira", "< 6 6")
    assert (hp(session, "ulf"), hp(session, "mira")) == (44 - 12, 38 - 12)
    for line in ("next", "attack ulf longsword gnarl", "< 15", "< 3 3", "< 4"):
        run_line(session, line)
    assert (hp(session, "ulf"), hp(session, "gnarl")) == (44 - 18, 40 - 7)


def test_it_bursts_as_it_dies() -> None:
    text = (
        "When the gnarl dies, it explodes. Each creature within 5 feet of it must make a DC 12 Dexterity saving throw, "
        "taking 7 (2d6) cold damage on a failed save, or half as much damage on a successful one."
    )
    session = trait("Death Burst", text, "damage gnarl 50", "< ulf,mira", "< 2", "< 20", "< 5 6")
    assert (hp(session, "ulf"), hp(session, "mira")) == (44 - 11, 38 - 5)


@pytest.mark.parametrize(("said", "dice"), [("yes", 2), ("no", 1)])
def test_it_is_asked_what_a_save_is_against(said: str, dice: int) -> None:
    text = "The gnarl has advantage on saving throws against being charmed or frightened."
    session = trait("Stubborn", text, "save gnarl wis 10", f"< {said}")
    run_line(session, f"< {' '.join(['7'] * dice)}")
    assert not session.questions


def test_a_lair_has_a_turn_of_its_own() -> None:
    said = (
        "On initiative count 20, the gnarl takes one of these:\n"
        "- The ground shakes. Each creature on it must succeed on a DC 13 Dexterity saving throw or be knocked prone.\n"
        "- Fog rises.\n"
        "- Fire falls. Each creature within 10 feet must make a DC 13 Dexterity saving throw, taking 7 (2d6) fire "
        "damage on a failed save, or half as much damage on a successful one."
    )
    done = stat_block(Name="Gnarl", Actions=[{"Name": "Lair Actions", "Content": said}])
    beast, lair = done.figures
    assert (lair.name, lair.kind) == ("Gnarl lair", "lair") and "Fog rises" in beast.note
    session = fight("dice table", f"add {lair.words}", "add fighter Ulf init=5", "next")
    assert session.encounter.turn == "gnarl-lair"
    for line in ("power gnarl-lair lair_action_2 ulf", "< 3", "< 6 6"):
        run_line(session, line)
    assert hp(session, "ulf") == 44 - 12


def test_a_lair_rolls_to_hit_and_tells_what_it_leaves() -> None:
    said = (
        "On initiative count 20, the gnarl takes one of these:\n"
        "- A flame leaps. Ranged Spell Attack: +6 to hit, range 60 ft., one target. Hit: 10 (3d6) fire damage.\n"
        "- Fog rises."
    )
    lairs = [{"Name": "Lair Actions", "Content": said}, {"Name": "Regional Effects", "Content": "Wells turn foul."}]
    done = stat_block(Name="Gnarl", Actions=lairs)
    assert told(done)["Gnarl"] == [
        "lair: 1 of 2 Lair Actions kept as a note.",
        "lair: Regional Effects kept as a note.",
    ]
    for die, left in ((2, 44), (15, 44 - 9)):
        session = fight("dice table", f"add {done.figures[1].words}", "add fighter Ulf init=5", "next")
        for line in ("power gnarl-lair lair_action_1 ulf", f"< {die}", *["< 3 3 3"] * (die == 15)):
            run_line(session, line)
        assert (hp(session, "ulf"), session.questions) == (left, ())


def test_what_it_absorbs_heals_it() -> None:
    text = (
        "Whenever the gnarl is subjected to cold damage, it takes no damage and instead regains a number of hit points "
        "equal to the cold damage dealt."
    )
    session = trait("Cold Absorption", text, "damage gnarl 25", "damage gnarl 7 cold")
    assert hp(session, "gnarl") == 22


def test_two_heads_withstand_more() -> None:
    text = (
        "The gnarl has advantage on Wisdom (Perception) checks and on saving throws against being blinded, charmed, "
        "deafened, frightened, and stunned."
    )
    session = trait("Two Heads", text, "save gnarl wis 10 charmed")
    run_line(session, "< 2 15")
    assert conditions(session, "gnarl") == []
    run_line(session, "save gnarl wis 10 prone")
    run_line(session, "< 2")
    assert conditions(session, "gnarl") == ["prone"]
    run_line(session, "save gnarl wis 10")
    assert "being stunned, frightened, deafened, charmed or blinded" in str(session.question())
