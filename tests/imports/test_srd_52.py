"""Stat blocks of the SRD 5.2 come through the same compiler, those of 5e-bits and of Open5e; and finds of reading 60
creatures of the SRD 5.1 beside their source.
"""

import json

import pytest

from referee.store.library_record import KeptFigure
from tests.imports.reading import figure, imported, one
from tests.imports.test_samples import fight

OF_5E_BITS, OF_OPEN5E = "5e-bits/monsters_2024.json", "open5e/v2_api_page.json"


def thing(kept: KeptFigure, name: str) -> str:
    """What is said of one of its things."""
    return next(part for part in kept.words.split('"') if part.startswith(f"{{name='{name}'"))


def by_hand(kept: KeptFigure) -> dict[str, str]:
    """Of each feature what is left to the referee."""
    features = kept.data["features"]
    assert isinstance(features, list)
    return {each["name"]: each["by_hand"] for each in features}


def test_who_has_to_lie_under_a_condition_already_does_not_get_it() -> None:
    aboleth = figure(one(OF_5E_BITS), "Aboleth")
    said = thing(aboleth, "Consume Memories")
    assert "brings" not in said and "damage='3d6 psychic'" in said and "spared='half'" in said
    assert "that is Charmed or Grappled by the aboleth" in by_hand(aboleth)["Consume Memories"]
    assert 'multiattack="2 tentacle + 1 consume_memories/dominate_mind"' in aboleth.words


def test_the_number_to_escape_is_no_save_of_its_own() -> None:
    aboleth = figure(one(OF_5E_BITS), "Aboleth")
    said = thing(aboleth, "Tentacle")
    assert "escape={test='escape', values={dc=14}}" in said and "then=" not in said
    assert "proficiency=4" in aboleth.words


def test_a_legendary_action_does_what_it_uses_and_more() -> None:
    aboleth = figure(one(OF_5E_BITS), "Aboleth")
    said = thing(aboleth, "Psychic Drain")
    assert "test='save int'" in said and "damage='3d6 psychic'" in said and "cost={legendary=1}" in said
    assert "regains 5 (1d10) Hit Points" in by_hand(aboleth)["Psychic Drain"]


def test_a_legendary_action_casts_a_spell_once_between_two_turns() -> None:
    dragon = figure(one(OF_5E_BITS), "Adult Black Dragon")
    assert "Spellcasting'" not in dragon.words and "spell_dc=17 spell_hit=9" in dragon.words
    said = thing(dragon, "Frightful Presence")
    assert "turn='after'" in said and "cost={legendary=1}" in said and "condition='frightened'" in said
    assert "uses=1, reset='turn start'" in said and "uses=1, reset='turn start'" in thing(dragon, "Cloud of Insects")
    before = (f"add {dragon.words} init=20", "add fighter Ann init=10", "add wizard Bo init=9")
    session = fight(*before, "dice table", "next", "next", "next", "< frightful_presence", "< ann", "< 1")
    dra, ann = (session.encounter.figures[tag] for tag in ("adult-black-dragon", "ann"))
    assert "frightened" in [each.kind for each in ann.conditions] and dra.tracks["legendary"].now == 2
    assert session.encounter.things["adult-black-dragon.frightful_presence"].tracks["uses"].now == 0


@pytest.mark.parametrize(
    ("name", "times"), [("Acid Arrow", ""), ("Fear", ""), ("Vitriolic Sphere", "uses=1, reset=['long']")]
)
def test_spells_of_the_field_are_cast_as_often_as_it_says(name: str, times: str) -> None:
    said = thing(figure(one(OF_5E_BITS), "Adult Black Dragon"), name)
    assert ("uses=" in said) is bool(times) and times in said and "cost={action=1}" in said


def test_attack_rolls_in_the_plural_are_those_of_pack_tactics_too() -> None:
    wolf = figure(one("open5e/v2_single.json"), "Wolf")
    assert "name='Pack Tactics'" in wolf.words and by_hand(wolf)["Pack Tactics"] == ""


def test_a_song_of_the_new_wording_charms_until_it_is_saved_against() -> None:
    said = thing(figure(one(OF_OPEN5E), "Harpy"), "Luring Song")
    assert "dc=11" in said and "condition='charmed'" in said and "condition='incapacitated'" in said
    assert "save_ends={test='save wis', values={dc='11'}}" in said and "immune_after={success='long'}" in said


def test_saves_that_bring_something_are_made_whatever_the_feature_is_called() -> None:
    text = (
        "While underwater, it is surrounded by mucus. A creature that touches it must make a DC 14 Constitution saving "
        "throw. On a failure, the creature is diseased for 1d4 hours."
    )
    monster = {
        "index": "x",
        "name": "X",
        "hit_points": 9,
        "armor_class": 12,
        "special_abilities": [{"name": "Mucous Cloud", "desc": text}],
    }
    (done,) = imported(("x.json", json.dumps([monster]).encode()))
    assert "condition='diseased'" in figure(done, "X").words


def read_in(**features: list[dict[str, object]]) -> KeptFigure:
    """A monster of 5e-bits with these features."""
    monster = {"index": "x", "name": "X", "hit_points": 9, "armor_class": 12, "speed": {"swim": "60 ft."}, **features}
    return figure(imported(("x.json", json.dumps([monster]).encode()))[0], "X")


BITE = "Melee Weapon Attack: +3 to hit, reach 5 ft., {whom}. Hit: 4 (1d6 + 1) piercing damage{more}."


def test_who_only_swims_has_that_speed_and_an_attack_says_at_whom_alone_it_is_aimed() -> None:
    kept = read_in(actions=[{"name": "Bite", "desc": BITE.format(whom="one prone creature", more="")}])
    assert "speed=60" in kept.words and "when='{target has prone}'" in kept.words
    kept = read_in(actions=[{"name": "Bite", "desc": BITE.format(whom="one willing creature", more="")}])
    assert "tell='only one willing creature'" in kept.words


def test_who_wakes_up_by_damage_is_not_poisoned_less() -> None:
    more = (
        ", and the target must succeed on a DC 13 Constitution saving throw or be poisoned for 1 hour. If the saving "
        "throw fails by 5 or more, the target is also unconscious while poisoned in this way. The target wakes up if "
        "it takes damage"
    )
    said = read_in(actions=[{"name": "Bite", "desc": BITE.format(whom="one target", more=more)}]).words
    assert "{condition='poisoned', for='600 rounds'}" in said
    assert "ends=['bearer loses poisoned','bearer damaged']" in said


def test_what_is_done_as_a_bonus_action_costs_one_and_a_spell_of_once_a_day_is_counted() -> None:
    life = (
        "As a bonus action, it can target one creature, which must succeed on a DC 10 Constitution saving throw or die."
    )
    casts = {"spells": [{"name": "Blur", "level": 2, "usage": {"type": "per day", "times": 1}}]}
    traits = [
        {"name": "Consume Life", "desc": life},
        {"name": "Innate Spellcasting", "desc": "It can innately cast blur.", "spellcasting": casts},
    ]
    said = read_in(special_abilities=traits).words
    assert "name='Consume Life', cost={bonus=1}" in said and "uses=1, reset=['long']" in said


def test_a_teleport_with_a_bite_bites_and_a_defence_that_no_rule_says_is_by_hand() -> None:
    actions = [
        {"name": "Bite", "desc": BITE.format(whom="one target", more="")},
        {"name": "Teleport", "desc": "It teleports. Before or after teleporting, it can make one bite attack."},
    ]
    kept = read_in(actions=actions, damage_resistances=["damage from spells"])
    assert thing(kept, "Teleport").startswith("{name='Teleport', hit=3, damage='1d6+1 piercing'")
    assert by_hand(kept)["Resists damage from spells"] == "damage from spells"
