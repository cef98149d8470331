"""What the text of a stat block says is what the figure does: set phrases become effects, the rest is told."""

import json

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.imports.english.sentences import only
from referee.library.records import in_full
from referee.store.library_record import KeptFigure
from tests.imports.reading import one
from tests.imports.test_samples import fight

ATTACK = "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 7 (1d8 + 3) piercing damage"


def block(sections: dict[str, dict[str, str]]) -> KeptFigure:
    """A creature with these features, each by its name, for each section of a stat block."""
    ten = dict.fromkeys(("Str", "Dex", "Con", "Int", "Wis", "Cha"), 10)
    features = {
        section: [{"Name": name, "Content": text} for name, text in rows.items()] for section, rows in sections.items()
    }
    whole = {"Name": "Gnarl", "HP": {"Value": 40}, "AC": {"Value": 12}, "Abilities": ten, **features}
    return one(("x.json", json.dumps([whole]).encode())).figures[0]


def action(name: str, text: str) -> KeptFigure:
    return block({"Actions": {name: text}})


def save_of(kept: KeptFigure) -> dict[str, object]:
    effects = kept.data["save_effects"]
    assert isinstance(effects, list)
    return effects[0]


def table(kept: KeptFigure, *lines: str) -> Session:
    """A fight of two heroes against it in its turn; the table throws the dice."""
    begun = fight("dice table", "add fighter Ulf", "add cleric Mira", f"add {kept.words}", "next")
    for line in ("< gnarl 20, ulf 10, mira 5", *lines):
        run_line(begun, line)
    return begun


def conditions(session: Session, tag: str) -> list[str]:
    return [lying.kind for lying in session.encounter.figures[tag].conditions]


@pytest.mark.parametrize(
    ("said", "condition", "lasts", "ends"),
    [
        ("or be knocked prone", "prone", "open", []),
        ("or be poisoned for 1 minute", "poisoned", "10 rounds", []),
        ("or become frightened until the end of its next turn", "frightened", "end of bearer", []),
        ("or be stunned until the end of the gnarl's next turn", "stunned", "end of by", []),
        ("or be paralyzed until the start of the gnarl's next turn", "paralysed", "start of by", []),
        (
            "or fall unconscious for 2 rounds. The effect ends if the target takes damage",
            "unconscious",
            "2 rounds",
            None,
        ),
        ("or be blinded for 1 hour", "blinded", "600 rounds", []),
        ("or be deafened for 24 hours", "deafened", "14400 rounds", []),
        (
            "or be charmed for 1 minute. It can repeat the saving throw at the end of each of its turns, "
            "ending the effect on itself on a success",
            "charmed",
            "10 rounds",
            ["save con 13"],
        ),
    ],
)
def test_a_failed_save_brings_what_the_text_says(said: str, condition: str, lasts: str, ends: list[str] | None) -> None:
    kept = action("Bite", f"{ATTACK}, and the target must succeed on a DC 13 Constitution saving throw {said}.")
    (brought,) = save_of(kept)["on_fail"]  # type: ignore
    assert (brought["condition"], brought["for"]) == (condition, lasts)
    assert ends is None or brought["ends"] == ends
    assert kept.data["features"] == [{"name": "Bite", "plays": True, "by_hand": kept.data["features"][0]["by_hand"]}]  # type: ignore
    session = table(kept, "attack gnarl bite ulf", "< 15", "< 4", "< 2")
    assert condition in conditions(session, "ulf")
    saved = table(kept, "attack gnarl bite ulf", "< 15", "< 4", "< 19")
    assert condition not in conditions(saved, "ulf")


def test_poison_behind_a_bite_is_the_saves_own_damage() -> None:
    text = (
        f"{ATTACK}, and the target must make a DC 13 Constitution saving throw, taking 10 (3d6) poison damage on a "
        "failed save, or half as much damage on a successful one."
    )
    kept = action("Bite", text)
    assert kept.data["features"] == [{"name": "Bite", "plays": True, "by_hand": ""}]
    session = table(kept, "attack gnarl bite ulf", "< 15", "< 4", "< 2", "< 6 6 6")
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 7 - 18


def test_who_is_held_is_restrained_as_long_as_the_hold_lasts() -> None:
    kept = action(
        "Coil", f"{ATTACK}, and the target is grappled (escape DC 14). Until this grapple ends, it is restrained."
    )
    session = table(kept, "attack gnarl coil ulf", "< 15", "< 4")
    assert conditions(session, "ulf") == ["grappled", "restrained"]
    run_line(session, "lift ulf grappled")
    assert conditions(session, "ulf") == []


def test_harm_of_later_turns_comes_in_those_turns() -> None:
    text = (
        f"{ATTACK}. The target must succeed on a DC 13 Constitution saving throw or become poisoned. While poisoned in "
        "this way, it takes 9 (2d8) poison damage at the start of each of its turns."
    )
    kept = action("Bite", text)
    assert save_of(kept)["damage"] == [] and kept.data["features"] == [{"name": "Bite", "plays": True, "by_hand": ""}]
    session = table(kept, "attack gnarl bite ulf", "< 15", "< 4", "< 2")
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 7
    assert conditions(session, "ulf") == ["poisoned"]
    for line in ("next", "< 8 8"):
        run_line(session, line)
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 7 - 16


def test_what_is_not_understood_is_told_where_it_comes_up() -> None:
    kept = action("Bite", f"{ATTACK}. The target must succeed on a DC 13 Wisdom saving throw or be possessed by it.")
    session = table(kept, "attack gnarl bite ulf", "< 15", "< 4", "< 2")
    assert "possessed by it" in str(session.entries())


def test_a_legendary_action_does_what_the_action_does_that_it_names() -> None:
    kept = block(
        {
            "Actions": {
                "Tail": f"{ATTACK}.",
                "Dread": "One creature must make a DC 12 Wisdom saving throw or be frightened.",
            },
            "LegendaryActions": {
                "Tail Swipe": "The gnarl makes one tail attack.",
                "Lash (Costs 2 Actions)": "The gnarl makes one tail attack or uses its Dread.",
            },
        }
    )
    for cost, name in ((1, "Tail Swipe"), (2, "Tail (legendary)")):
        assert f"name='{name}', turn='after', cost={{legendary={cost}}}, hit=6" in kept.words
    assert "name='Dread (legendary)', turn='after', cost={legendary=2}, dc=12" in kept.words


def test_an_attack_after_a_run_stands_beside_the_plain_one() -> None:
    charge = (
        "If the gnarl moves at least 20 feet straight toward a target and then hits it with a gore attack on the same "
        "turn, the target takes an extra 9 (2d8) piercing damage. If the target is a creature, it must succeed on a "
        "DC 13 Strength saving throw or be knocked prone."
    )
    kept = block({"Traits": {"Charge": charge}, "Actions": {"Gore": f"{ATTACK}."}})
    session = table(kept, "attack gnarl gore_charge ulf", "< 15", "< 4", "< 8 8", "< 2")
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 7 - 16
    assert conditions(session, "ulf") == ["prone"]


def test_the_library_says_how_much_of_a_creature_plays() -> None:
    odd = "The gnarl can't be surprised, and it has a bonus action more."
    kept = block({"Traits": {"Uncanny Hide": odd}, "Actions": {"Bite": f"{ATTACK}."}})
    assert "plays 1 of 2 features; by hand: Uncanny Hide" in in_full(kept)
    assert 'by_hand="Uncanny Hide"' in kept.words
    assert kept.data["features"][0] == {"name": "Uncanny Hide", "plays": False, "by_hand": odd}  # type: ignore


def test_what_must_not_come_does_not_come() -> None:
    text = "The gnarl can't be grappled, knocked prone, or stunned."
    kept = block({"Traits": {"Steady": text}})
    assert "brings" not in kept.words
    assert kept.data["features"] == [{"name": "Steady", "plays": False, "by_hand": text}]


def test_a_bite_swallows_only_whom_it_holds_and_who_is_small_enough() -> None:
    text = (
        f"{ATTACK}. If the target is a Medium or smaller creature grappled by the gnarl, that creature is swallowed, "
        "and the grapple ends. While swallowed, the creature is blinded, and it takes 7 (2d6) acid damage at the "
        "start of "
        "each of the gnarl's turns."
    )
    kept = action("Bite", text)
    free = table(kept, "attack gnarl bite ulf", "< 15", "< 4")
    assert conditions(free, "ulf") == []
    large = table(kept, "set ulf size large", "condition ulf grappled by gnarl", "attack gnarl bite ulf", "< 15", "< 4")
    assert conditions(large, "ulf") == ["grappled"]
    held = table(kept, "condition ulf grappled by gnarl", "attack gnarl bite ulf", "< 15", "< 4")
    assert conditions(held, "ulf") == ["swallowed", "blinded"]
    for line in ("next", "next", "next", "< 6 6", "lift ulf swallowed"):
        run_line(held, line)
    assert (held.encounter.figures["ulf"].tracks["hp"].now, conditions(held, "ulf")) == (44 - 7 - 12, [])


def test_a_save_is_asked_only_of_whom_the_text_means() -> None:
    text = (
        f"{ATTACK}. If the target is a creature other than an undead or a construct, it must succeed on a DC 13 "
        "Constitution saving throw or be poisoned for 1 minute."
    )
    kept = action("Sting", text)
    living = table(kept, "attack gnarl sting ulf", "< 15", "< 4", "< 2")
    dead = table(kept, "set ulf type undead", "attack gnarl sting ulf", "< 15", "< 4")
    assert (conditions(living, "ulf"), conditions(dead, "ulf"), dead.questions) == (["poisoned"], [], ())


def test_wounds_bleed_each_by_itself_until_stanched_or_healed() -> None:
    text = (
        f"{ATTACK}, and the target must succeed on a DC 13 Constitution saving throw or lose 5 (1d10) hit points at "
        "the start of each of its turns due to an infernal wound. Any creature can take an action to stanch the "
        "wound with "
        "a successful DC 12 Wisdom (Medicine) check. The wound also closes if the target receives magical healing."
    )
    hit = ("attack gnarl glaive ulf", "< 15", "< 4", "< 2")
    session = table(action("Glaive", text), *hit, "set gnarl action 1", *hit, "next")
    assert (conditions(session, "ulf"), [q.key for q in session.questions]) == (["wounded"] * 2, ["damage ulf"])
    for line in ("< 7", "< 3"):
        run_line(session, line)
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 14 - 10
    for line in ("escape ulf", "< 6:ulf:wounded", "< 19"):
        run_line(session, line)
    assert conditions(session, "ulf") == ["wounded"]
    run_line(session, "heal ulf 5")
    assert conditions(session, "ulf") == []


def test_who_is_held_inside_saves_each_turn_of_it() -> None:
    text = (
        "The gnarl engulfs a Medium or smaller creature grappled by it. The engulfed target is blinded, and it must "
        "succeed on a DC 14 Constitution saving throw at the start of each of the gnarl's turns or take 13 (2d8 + 4) "
        "bludgeoning damage."
    )
    session = table(action("Engulf", text), "power gnarl engulf ulf", "next", "next", "next", "< 3", "< 5 5")
    assert conditions(session, "ulf") == ["engulfed", "blinded"]
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 14


@pytest.mark.parametrize(("hp", "standing", "came"), [(12, "stable", "numbed"), (40, "up", "")])
def test_venom_that_takes_the_last_hit_points_leaves_alive(hp: int, standing: str, came: str) -> None:
    text = (
        f"{ATTACK}, and the target must make a DC 11 Constitution saving throw, taking 9 (2d8) poison damage on a "
        "failed save, or half as much damage on a successful one. If the poison damage reduces the target to 0 "
        "hit points, "
        "the target is stable but poisoned for 1 hour, even after regaining hit points, and is paralyzed while "
        "poisoned in "
        "this way."
    )
    session = table(action("Bite", text), f"set ulf hp {hp}", "attack gnarl bite ulf", "< 15", "< 2", "< 2", "< 5 4")
    ulf = session.encounter.figures["ulf"]
    assert (ulf.standing, "numbed" in conditions(session, "ulf")) == (standing, bool(came))


def test_who_cannot_regain_hit_points_does_not() -> None:
    text = (
        f"{ATTACK}, and the target must succeed on a DC 13 Constitution saving throw or be poisoned for 1 minute. "
        "While poisoned in this way, the target can't regain hit points."
    )
    session = table(action("Bite", text), "attack gnarl bite ulf", "< 15", "< 4", "< 2", "heal ulf 5")
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 7
    assert "Ulf cannot regain HP (poisoned)" in str(session.entries())
    for line in ("lift ulf poisoned", "heal ulf 5"):
        run_line(session, line)
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 2


def test_only_what_follows_other_than_is_left_out() -> None:
    assert only("If the target is a beast or humanoid, it falls") == ((), ("only if it is a beast or humanoid",))
    assert only("If the target is a creature other than an undead or an elf, it falls") == (
        ("not {target.type} is undead",),
        ("only if it is not an elf",),
    )


def test_a_shout_throws_down_only_those_who_are_small_enough() -> None:
    text = "If the target is a Medium or smaller creature, it must succeed on a DC 12 Strength saving throw or be "
    small = table(action("Shout", f"{text}knocked prone."), "power gnarl shout ulf", "< 2")
    large = table(action("Shout", f"{text}knocked prone."), "set ulf size large", "power gnarl shout ulf", "< 2")
    assert (conditions(small, "ulf"), conditions(large, "ulf")) == (["prone"], [])
    kept = action("Shout", f"{text}reduced to 0 hit points.")
    assert "tell='If the target is a Medium or smaller creature'" in kept.words
    assert "If the target is a Medium" in str(kept.data["features"])


@pytest.mark.parametrize("then", ["it is reduced to 0 hit points", "it takes 7 (2d6) cold damage"])
def test_what_befalls_only_some_of_those_who_are_hit_is_told(then: str) -> None:
    kept = action("Bite", f"{ATTACK}. If the target is a creature that has 20 hit points or fewer, {then}.")
    session = table(kept, "attack gnarl bite ulf", "< 15", "< 4")
    assert session.encounter.figures["ulf"].tracks["hp"].now == 44 - 7
    assert f"20 hit points or fewer, {then}" in str(session.entries())


def test_a_hit_that_also_throws_down_the_small_hurts_all() -> None:
    kept = action("Bite", f"{ATTACK}, and if the target is a Medium or smaller creature, it is knocked prone.")
    large = table(kept, "set ulf size large", "attack gnarl bite ulf", "< 15", "< 4")
    assert large.encounter.figures["ulf"].tracks["hp"].now == 44 - 7 and conditions(large, "ulf") == []
    assert conditions(table(kept, "attack gnarl bite ulf", "< 15", "< 4"), "ulf") == ["prone"]


@pytest.mark.parametrize(("last", "fire"), [("and", ["'1d6 fire'", "'1d6 cold'"]), ("or", [])])
def test_amounts_behind_a_comma_are_joined_by_the_word_before_the_last(last: str, fire: list[str]) -> None:
    kept = action("Bite", f"{ATTACK}, 3 (1d6) fire damage, {last} 3 (1d6) cold damage.")
    assert [each for each in ("'1d6 fire'", "'1d6 cold'") if each in kept.words] == fire


def test_poison_and_what_keeps_from_healing_come_together() -> None:
    said = "or be poisoned for 1 minute and can't regain hit points"
    kept = action("Bite", f"{ATTACK}, and the target must succeed on a DC 13 Constitution saving throw {said}.")
    session = table(kept, "attack gnarl bite ulf", "< 15", "< 4", "< 2", "heal ulf 5")
    assert (session.encounter.figures["ulf"].tracks["hp"].now, conditions(session, "ulf")) == (44 - 7, ["poisoned"])


def test_a_power_for_the_grappled_is_aimed_at_nobody_else() -> None:
    grab = f"{ATTACK}. The target is grappled (escape DC 12)."
    squeeze = "One creature grappled by the gnarl must succeed on a DC 12 Constitution saving throw or be poisoned."
    kept = block({"Actions": {"Grab": grab, "Squeeze": squeeze}})
    assert "when='{target has grappled}'" in kept.words
    assert (
        "when=" not in block({"Actions": {"Squeeze": squeeze}}).words
    )  # who is grappled is known to the referee alone


@pytest.mark.parametrize(
    ("head", "ranges"),
    [
        ("Ranged Weapon Attack: +5 to hit, range 80/320 ft., one target. Hit:", "ranged=true, range=80, long=320"),
        ("Ranged Spell Attack: +5 to hit, range 120 ft., one target. Hit:", "ranged=true, range=120"),
        ("Ranged Attack Roll: +5, range 150/600 ft. Hit:", "ranged=true, range=150, long=600"),
        (
            "Melee or Ranged Weapon Attack: +5 to hit, reach 5 ft. or range 30/120 ft., one target. Hit:",
            "thrown=true, ",
        ),
        ("Melee Weapon Attack: +5 to hit, reach 10 ft., one target. Hit:", "reach=10"),
    ],
)
def test_an_attack_has_its_ranges(head: str, ranges: str) -> None:
    kept = action("Shot", f"{head} 5 (1d6 + 2) piercing damage.")
    assert ranges in kept.words and ("long=120" in kept.words) is ("thrown" in ranges)
    (attack,) = kept.data["attacks"]  # type: ignore[misc]
    assert ("range" in attack) is ("range=" in ranges or "thrown" in ranges) and ("reach" in attack) is (
        "reach" in ranges
    )


def test_what_does_less_when_it_is_thrown_is_a_weapon_of_its_own() -> None:
    text = (
        "Melee or Ranged Weapon Attack: +4 to hit, reach 5 ft. or range 30/120 ft., one target. Hit: 9 (2d6 + 2) "
        "piercing damage in melee or 5 (1d6 + 2) piercing damage at range."
    )
    words = action("Javelin", text).words
    assert "{name='Javelin', hit=4, damage='2d6+2 piercing'}" in words
    assert "{name='Javelin (thrown)', hit=4, ranged=true, range=30, long=120, damage='1d6+2 piercing'}" in words
