"""What one action buys is what the text of the multiattack says."""

import pytest

from referee.imports.described_act import ACTION, TRAIT, Attack, Feature, Save
from referee.imports.english.references import patterns

WEAPONS = [Feature(name, ACTION, Attack(5, ranged=name == "Bow")) for name in ("Bite", "Claws", "Tail Spike", "Bow")]
POWERS = [Feature(name, ACTION, saves=(Save("con", 12),)) for name in ("Awful Stare", "Fire Breath")]
FEATURES = [*WEAPONS, *POWERS, Feature("Scent", TRAIT)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The beast makes two claw attacks.", ["2 Claws"]),
        ("It makes three attacks: one with its bite and two with its claws.", ["1 Bite + 2 Claws"]),
        (
            "The beast can use its Awful Stare. It then makes two attacks: one with its bite and one with its claws.",
            ["1 Awful Stare + 1 Bite + 1 Claws"],
        ),
        (
            "The beast makes two attacks: one with its bite and one with its claws or three with its tail spikes.",
            ["1 Bite + 1 Claws", "3 Tail Spike"],
        ),
        ("It makes two melee attacks or two ranged attacks.", ["2 Bite/Claws/Tail Spike", "2 Bow"]),
        (
            "It makes two melee attacks, each one with a different weapon.",
            ["1 Bite + 1 Claws", "1 Bite + 1 Tail Spike", "1 Claws + 1 Tail Spike"],
        ),
        ("It makes one attack with its bite and one with its claws or bow.", ["1 Bite + 1 Claws/Bow"]),
        (
            "It makes one bite attack and one with its claws. It can use its breath in place of its bite.",
            ["1 Bite + 1 Claws", "1 Fire Breath + 1 Claws"],
        ),
        (
            "It makes two attacks, only one of which can be a bite attack.",
            ["1 Claws/Tail Spike/Bow + 1 Bite/Claws/Tail Spike/Bow"],
        ),
        (
            "It makes three attacks, either with its claws or its bow. It can replace one of those attacks with a bite "
            "attack.",
            ["3 Claws/Bow", "2 Claws/Bow + 1 Bite"],
        ),
        (
            "It makes two attacks: one with its bite and one with its claws. It can use its fire breath in place of "
            "its bite or claws.",
            ["1 Bite + 1 Claws", "1 Fire Breath + 1 Claws", "1 Bite + 1 Fire Breath"],
        ),
        (
            "It makes two attacks: one with its bite and one with its claws. While flying, it can use its tail spike "
            "in place of one other attack.",
            ["1 Bite + 1 Claws", "1 Tail Spike + 1 Claws", "1 Bite + 1 Tail Spike"],
        ),
        (
            "It makes three melee attacks: two with its claws and one with its bite. It can use Fire Breath in place "
            "of any melee attack.",
            ["2 Claws + 1 Bite", "2 Claws/Fire Breath + 1 Bite/Fire Breath"],
        ),
        (
            "In giant form, it makes two bite attacks. In small form, it can attack like a giant or make two claw "
            "attacks.",
            ["2 Bite", "2 Claws"],
        ),
        ("It makes two attacks: two with its spear (small form).", []),
        ("It makes two bite attacks or uses its Fire Breath twice.", ["2 Bite", "2 Fire Breath"]),
        ("It howls at the moon.", []),
    ],
)
def test_a_multiattack_is_read_as_patterns(text: str, wanted: list[str]) -> None:
    found = patterns(text, FEATURES)
    told = [" + ".join(f"{part.count} {'/'.join(each.name for each in part.among)}" for part in one) for one in found]
    assert told == wanted
