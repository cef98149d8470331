"""What spells do that neither a field nor a set phrase of their source says: choices, summons, graded effects.

None as a value: the spell has no such key, whatever a field or a phrase says.
"""

from collections.abc import Mapping
from typing import Any

from tests.srd.spell_phrases import NONMAGICAL, WEAPON

Keys = dict[str, Any]
_DC = {"dc": "{with.dc}"}
_ALLY: Keys = {"at": "allies", "test": None}
_ALLIES: Keys = {**_ALLY, "targets": "many"}
_SELF: Keys = {"targets": "self", "test": None}
_TOLD: Keys = {"targets": "none", "test": None}
_ENTERS: Keys = {"cost": {}, "turn": "any"}
_SUMMONED: Keys = {"targets": "none", "brings": [{"condition": "summoned"}]}
_LATE: Keys = {
    "failure": {"result": "failure", "tell": "the spell comes in its next turn, for an action, or is lost: by hand"}
}
_STABLE: Keys = {"at": "fallen", "becomes": "stable", "change": {"successes": "empty", "failures": "empty"}}

_BEASTS = {"0": (0, 1), "1/8": (0, 25), "1/4": (0, 50), "1/2": (0, 100)}
_BEASTS |= {str(n): (n, worth) for n, worth in enumerate((200, 450, 700, 1100, 1800, 2300, 2900, 3900), 1)}
"""The challenges that beasts have: a whole number, and the experience that a creature of it is worth."""


def _save(ability: str) -> Keys:
    """The save that ends a condition at the end of each turn."""
    return {"test": f"save {ability}", "values": _DC, "at": "turn end"}


def _lies(*rows: Keys, **more: Any) -> list[Keys]:
    """An enchantment of these rows."""
    return [{"condition": "enchanted", **more, **({"effects": list(rows)} if rows else {})}]


def _on(how: str, *tests: str, whose: str = "own", **more: Any) -> Keys:
    return {"on": list(tests), "gives": how, **({"whose": whose} if whose != "own" else {}), **more}


def _checks(ability: str) -> Keys:
    return _on("advantage", f"check {ability}")


def _by_challenge(kinds: tuple[str, ...], most: int, times: str) -> list[Keys]:
    """One of that challenge, two of half of it and so on; those of less challenge as many as of the least listed."""
    ratings = {2: "2", 1: "1"}
    counts = {"2": 1, "1": 2, "1/2": 4, "1/4": 8, "1/8": 8, "0": 8}
    assert most in ratings
    return [
        {"having": [f"type={kind}", f"cr={cr}"], "count": f"({times}) * {n}"}
        for kind in kinds
        for cr, n in counts.items()
    ]


def _up_to_level(kinds: tuple[str, ...], least: int) -> list[Keys]:
    """One whose challenge is at most the level of the slot."""
    rows: list[Keys] = [
        {"having": [f"type={kind}", f"cr={cr}"]}
        for kind in kinds
        for cr in ("0", "1/8", "1/4", "1/2", *map(str, range(1, least + 1)))
    ]
    higher = [(kind, cr) for kind in kinds for cr in range(least + 1, 10)]
    return rows + [{"having": [f"type={k}", f"cr={cr}"], "count": f"min(1, {{with.level}} / {cr})"} for k, cr in higher]


def _nightmare(edge: str, dice: str) -> list[Keys]:
    """Fright that does damage each turn until a save is made."""
    done = {"failure": {"damage": f"{dice} psychic"}, "success": {"lifts": ["frightened"]}}
    return [{"condition": "frightened", "effects": [{"at": edge, "ask": "save wis", "values": _DC, "outcome": done}]}]


_SPIRITS: Keys = {
    "at": "turn start",
    "of": "foes",
    "confirm": "is {target} within 15 ft of {who}?",
    "assume": "yes",
    "ask": "save wis",
    "values": _DC,
    "outcome": {
        "failure": {"damage": "{with.level}d8 radiant"},
        "success": {"damage": "{with.level}d8 / 2 radiant"},
    },
}
_HARMFUL = ("weapon", "spell")
"""Sorts of things from which Sanctuary shields."""
_TURNED_AWAY: Keys = {
    "ask": "save wis",
    "values": _DC,
    "outcome": {"failure": {"result": "failure", "tell": "takes another target, or this is lost"}},
}
_BLINDING: Keys = {
    "ask": "save con",
    "values": _DC,
    "outcome": {"failure": {"brings": [{"condition": "blinded"}]}},
}
_FLAMES: Keys = {
    "at": "is hit attack",
    "of": "opponent",
    "when": "not {with.ranged}",
    "confirm": "is {target} within 5 ft?",
    "assume": "yes",
}
_SCORCHED: Keys = {
    "condition": "in_area",
    "effects": [
        {
            "at": "turn end",
            "confirm": "still within 5 ft of the Flaming Sphere?",
            "ends_own": "no",
            "ask": "save dex",
            "values": _DC,
            "outcome": {
                "failure": {"damage": "{with.level}d6 fire"},
                "success": {"damage": "{with.level}d6 / 2 fire"},
            },
        }
    ],
}
_BURNT: Keys = {
    "condition": "in_area",
    "effects": [
        {"at": "turn end", "confirm": "still in Wall of Fire?", "ends_own": "no", "damage": "{with.dice}d8 fire"}
    ],
}
_SLEET: Keys = {
    "condition": "in_area",
    "effects": [
        {
            "at": "turn start",
            "confirm": "still in Sleet Storm?",
            "ends_own": "no",
            "ask": "save dex",
            "values": _DC,
            "outcome": {"failure": {"brings": [{"condition": "prone"}]}},
        },
        {
            "at": "turn start",
            "when": "{has concentrating}",
            "called": "concentration",
            "ask": "save con",
            "values": _DC,
            "outcome": {"failure": {"lifts": ["concentrating"]}},
        },
    ],
}
_WOKEN = "an action by somebody else wakes it"
_TORN: Keys = {
    "condition": "in_area",
    "effects": [
        {
            "at": "turn end",
            "confirm": "still in Wall of Thorns?",
            "ends_own": "no",
            "ask": "save dex",
            "values": _DC,
            "outcome": {
                "failure": {"damage": "{with.dice}d8 slashing"},
                "success": {"damage": "({with.dice}d8) / 2 slashing"},
            },
        }
    ],
}
_NO_LIE = "cannot say what it knows to be untrue there"
_HONEST: Keys = {
    "condition": "in_area",
    "effects": [
        {
            "at": "turn start",
            "confirm": "still in Zone of Truth?",
            "ends_own": "no",
            "ask": "save cha",
            "values": _DC,
            "outcome": {"failure": {"tell": _NO_LIE}},
        }
    ],
}
LEFT_OUT: Mapping[str, list[str]] = {
    "Animal Friendship": ["{target.int} > -3"],
    "Hideous Laughter": ["{target.int} < -3"],
    "Hypnotic Pattern": ["{target.unaffected} has charmed"],
    "Modify Memory": ["{target.unaffected} has charmed"],
}
"""Whom a spell does nothing to besides: an Intelligence of 4 and one of 5 have the same modifier, so these are the
referee's.
"""
STAYS = ("Entangle", "Storm of Vengeance", "Mislead", "Branding Smite")
"""Spells that go on though what they brought is over: plants and clouds, a double, a light on whoever was struck."""
ON_THINGS = (
    *("Animal Messenger", "Arcane Lock", "Continual Flame", "Gentle Repose", "Light", "Message", "Rope Trick"),
    *("Sending", "Speak with Dead", "Transport via Plants"),
)
"""Spells that are cast at a thing, a place, a body or somebody far away: they lie on no figure."""
HAMPERS: Mapping[str, list[str]] = {"Blight": ["plant"]}
"""Of which types the save against it has disadvantage, where no phrase says it of several."""
BY_NAME = (
    *("Animal Shapes", "Dispel Evil and Good", "Modify Memory", "Light", "Scrying", "Magic Jar", "Control Water"),
    *("Contact Other Plane", "Dimension Door", "Forcecage", "Magnificent Mansion", "Meld Into Stone", "Alter Self"),
    *("Project Image", "Sequester", "Telekinesis", "Wind Walk", "Astral Projection", "Prismatic Wall", "Symbol"),
    *("Prismatic Spray", "Antipathy/Sympathy", "Shapechange", "Shillelagh", "Blink", "Wall of Stone", "Gate"),
    *("Detect Thoughts", "Seeming", "Dream", "Etherealness", "Darkness", "Nondetection", "Goodberry", "Silent Image"),
    *("Freedom of Movement", "Globe of Invulnerability", "Antilife Shell", "Antimagic Field", "Spider Climb"),
    *("Holy Aura", "Resurrection", "Wish", "Time Stop", "Glibness", "Zone of Truth", "Arcane Eye", "Fabricate"),
)
"""Spells of which a field or a phrase alone would mislead; what is not said of them below is by hand."""
MORE: Mapping[str, Keys] = {
    "Acid Arrow": {
        "leaves": {"failure": "half"},
        "brings": _lies({"at": "turn end", "damage": "{with.level}d4 acid", "ends_own": "once"}, **{"for": "2 rounds"}),
    },
    "Aid": {
        **_ALLIES,
        "up_to": "3",
        "values": {"amount": "({with.level} - 1) * 5"},
        "heal": None,
        "most": {"hp": "+{with.amount}"},
        "change": {"hp": "+{with.amount}"},
    },
    "Animal Friendship": {
        "targets": "many",
        "up_to": "{with.level}",
        "test": "save wis",
        "brings": [{"condition": "charmed", "ends": ["bearer damaged"]}],
    },
    "Animate Dead": {
        **_SUMMONED,
        "summons": [{"among": ["Skeleton", "Zombie"], "count": "{with.level} * 2 - 5"}],
    },
    "Animate Objects": {
        **_SUMMONED,
        "summons": [
            {"among": ["Tiny Animated Object", "Small Animated Object"], "count": "{with.level} * 2"},
            {"among": ["Medium Animated Object"], "count": "{with.level}"},
            {"among": ["Large Animated Object"], "count": "{with.level} / 2"},
            {"among": ["Huge Animated Object"], "count": "{with.level} / 4"},
        ],
    },
    "Arcane Hand": {
        "test": "attack",
        "values": {"dice": "{with.level} * 2 - 6"},
        "damage": "{with.dice}d8 force",
        "again": {"cost": {"bonus": 1}},
        "always": {"tell": "the hand: AC 20, HP as its caster, STR +8, DEX +0; it may push or grapple instead"},
    },
    "Bane": {"brings": [{"condition": "baned"}]},
    "Banishment": {"brings": [{"condition": "banished"}]},
    "Barkskin": {**_ALLY, "brings": [{"condition": "barkskinned"}]},
    "Beacon of Hope": {"brings": _lies(_on("advantage", "save wis", "death"), {"healed_at_most": True})},
    "Bestow Curse": {
        "always": {"tell": "with a slot of level 4 or more it lasts longer, from 5 on without concentration: by hand"},
        "brings": None,
        "choices": {
            **{
                ability: {
                    "brings": [
                        {"condition": "cursed", "effects": [_on("disadvantage", f"save {ability}", f"check {ability}")]}
                    ]
                }
                for ability in ("str", "dex", "con", "int", "wis", "cha")
            },
            "attacks_on_caster": {
                "brings": [
                    {
                        "condition": "cursed",
                        "effects": [_on("disadvantage", "attack", when="{target has concentrating}")],
                    }
                ]
            },
            "loses_actions": {
                "brings": [
                    {
                        "condition": "cursed",
                        "effects": [
                            {
                                "at": "turn start",
                                "ask": "save wis",
                                "values": _DC,
                                "outcome": {"failure": {"brings": _lies({"bars": ["action"]}, **{"for": "this turn"})}},
                            }
                        ],
                    }
                ]
            },
            "more_damage": {
                "brings": [
                    {
                        "condition": "cursed",
                        "effects": [
                            {"at": "is hit", "confirm": "was it the caster of the curse?", "damage": "1d8 necrotic"}
                        ],
                    }
                ]
            },
        },
    },
    "Blight": {
        "damage": [
            {"amount": "({with.level} + 4)d8 necrotic", "when": "not {target.type} is plant"},
            {"amount": "({with.level} + 4) * 8 necrotic", "when": "{target.type} is plant"},
        ],
        "values": None,
    },
    "Blindness/Deafness": {
        "brings": None,
        "choices": {
            each: {"brings": [{"condition": each, "save_ends": _save("con")}]} for each in ("blinded", "deafened")
        },
    },
    "Blur": {
        **_SELF,
        "brings": [{"condition": "blurred"}],
        "always": {"tell": "does nothing against those who do not rely on sight"},
    },
    "Branding Smite": {
        **_SELF,
        "damage": None,
        "brings": _lies(
            {
                "at": "hits",
                "of": "opponent",
                "when": WEAPON,
                "adds": "{with.level}d6 radiant",
                "lifts": ["invisible"],
                "brings": _lies({"wards": ["invisible"]}),
                "ends_own": "once",
            }
        ),
    },
    "Calm Emotions": {
        "test": "save cha",
        "targets": "many",
        "at": "any",
        "brings": None,
        "choices": {
            "calmed": {"lifts": ["charmed", "frightened"], "brings": _lies({"wards": ["charmed", "frightened"]})},
            "indifferent": {"brings": _lies(ends=["bearer damaged", "bearer faces attack"])},
        },
    },
    "Chain Lightning": {"targets": "many", "up_to": "{with.level} - 2"},
    "Charm Person": {
        "always": {"tell": "who is in a fight with its caster’s side saves with advantage"},
        "brings": [{"condition": "charmed", "ends": ["bearer damaged"]}],
    },
    "Chill Touch": {
        "brings": [{"condition": "kept_from_healing", "for": "start of by"}],
        "tell": "an undead has disadvantage on attacks against the caster to the end of its next turn",
    },
    "Color Spray": {
        "test": None,
        "targets": "many",
        "at": "any",
        "damage": None,
        "values": {"dice": "{with.level} * 2 + 4"},
        "pool": "{with.dice}d10",
        "brings": [{"condition": "blinded", "for": "end of by"}],
    },
    "Command": {
        "brings": None,
        "choices": {
            "approach": {"tell": "moves to the caster and ends its turn within 5 ft"},
            "drop": {"tell": "drops what it holds and ends its turn"},
            "flee": {"tell": "moves away by the fastest way"},
            "grovel": {"brings": [{"condition": "prone"}], "tell": "falls prone and ends its turn"},
            "halt": {
                "brings": _lies({"bars": ["action", "bonus"]}, {"trait": {"speed": "0"}}, **{"for": "end of bearer"})
            },
        },
    },
    "Compulsion": {"test": "save wis", "targets": "many", "brings": _lies(save_ends=_save("wis"))},
    "Confusion": {
        "brings": _lies({"bars": ["reaction"]}, {"at": "turn start", "table": "confusion"}, save_ends=_save("wis"))
    },
    "Conjure Animals": {**_SUMMONED, "summons": _by_challenge(("beast",), 2, "({with.level} - 1) / 2")},
    "Conjure Celestial": {
        **_SUMMONED,
        "summons": [
            *({"having": ["type=celestial", f"cr={cr}"]} for cr in ("4", "3", "2", "1")),
            {"having": ["type=celestial", "cr=5"], "count": "{with.level} / 9"},
        ],
    },
    "Conjure Elemental": {**_SUMMONED, "summons": _up_to_level(("elemental",), 5)},
    "Conjure Fey": {**_SUMMONED, "summons": _up_to_level(("fey", "beast"), 6)},
    "Conjure Minor Elementals": {**_SUMMONED, "summons": _by_challenge(("elemental",), 2, "({with.level} - 2) / 2")},
    "Conjure Woodland Beings": {**_SUMMONED, "summons": _by_challenge(("fey",), 2, "({with.level} - 2) / 2")},
    "Contagion": {
        "test": "attack",
        "brings": None,
        "choices": {
            "blinding_sickness": {
                "brings": [{"condition": "blinded"}, *_lies(_on("disadvantage", "check wis", "save wis"))]
            },
            "filth_fever": {"brings": [{"condition": "weakened"}]},
            "flesh_rot": {"brings": _lies(_on("disadvantage", "check cha"), {"vulnerable": ["all"]})},
            "mindfire": {
                "brings": _lies(
                    _on("disadvantage", "check int", "save int"), {"at": "turn start", "table": "confusion"}
                )
            },
            "seizure": {
                "brings": _lies(
                    _on("disadvantage", "check dex", "save dex"), _on("disadvantage", "attack", when="{with.ranged}")
                )
            },
            "slimy_doom": {
                "brings": _lies(
                    _on("disadvantage", "check con", "save con"),
                    {"at": "damaged", "brings": [{"condition": "stunned", "for": "end of bearer"}]},
                )
            },
        },
        "tell": "a CON save as each of its turns ends: three failures keep the disease, three successes end it",
    },
    "Counterspell": {
        "targets": "none",
        "answers": [
            {
                "at": "does cast",
                "of": "foes",
                "confirm": "counter the level {level} spell of {target}?",
                "ask": "spell_check",
                "ask_when": "{with.answered} > {with.level}",
                "ask_of": "bearer",
                "values": {"dc": "10 + {with.answered}"},
                "outcome": {"success": {"result": "failure"}},
            }
        ],
    },
    "Create Undead": {
        **_SUMMONED,
        "summons": [
            {"among": ["Ghoul"], "count": "{with.level} - 3"},
            {"among": ["Ghast", "Wight"], "count": "max(0, {with.level} - 7) + {with.level} / 8"},
            {"among": ["Mummy"], "count": "{with.level} / 9 * 2"},
        ],
    },
    "Cloudkill": {"always": {"tell": "as each turn of its caster begins, the cloud moves 10 ft away"}},
    "Death Ward": {**_ALLY, "tell": "what would kill without damage does nothing to it, and ends this: by hand"},
    "Delayed Blast Fireball": {
        **_TOLD,
        "at": None,
        "spared": None,
        "damage": None,
        "values": {"dice": "{with.level} + 5"},
        "again": {
            **_ENTERS,
            "targets": "many",
            "at": "any",
            "test": "save dex",
            "spared": "half",
            "damage": "{with.dice}d6 fire",
            "self": {"lifts": ["concentrating"]},
        },
        "tell": "the bead explodes by `again`, 1d6 more for each turn that it waited; touched, a DEX save sets it off",
    },
    "Disintegrate": {"targets": None, "at": None, "brings": [{"condition": "destroyed", "when": "{target.hp} = 0"}]},
    "Dispel Evil and Good": {
        **_SELF,
        "always": {
            "tell": (
                "once, for an action: an attack and a CHA save send such a one home, or a touch ends its charm or"
                " fright"
            )
        },
        "brings": _lies(
            *(
                {**_on("disadvantage", "attack", whose="against"), "when": f"{{actor.type}} is {kind}"}
                for kind in ("celestial", "elemental", "fey", "fiend", "undead")
            )
        ),
    },
    "Divine Word": {
        "test": "save cha",
        "targets": "many",
        "brings": [
            {"condition": "deafened", "for": "10 rounds", "when": "{target.hp} <= 50 and {target.hp} > 40"},
            {"condition": "deafened", "for": "100 rounds", "when": "{target.hp} <= 40 and {target.hp} > 30"},
            {"condition": "blinded", "for": "100 rounds", "when": "{target.hp} <= 40 and {target.hp} > 30"},
            *(
                {"condition": each, "for": "600 rounds", "when": "{target.hp} <= 30 and {target.hp} > 20"}
                for each in ("deafened", "blinded", "stunned")
            ),
            {
                "condition": "enchanted",
                "when": "{target.hp} <= 20",
                "effects": [{"at": "gains enchanted", "becomes": "dead"}],
            },
        ],
    },
    "Earthquake": {
        "always": {
            "tell": (
                "who concentrates makes a CON save; 50 damage to buildings; by one that falls: DEX save, 5d6, prone and"
                " buried, or half; out by a DC 20 STR check"
            )
        },
        "targets": "many",
        "at": "any",
        "test": "save dex",
        "brings": [{"condition": "prone"}],
        "again": {"cost": {}},
    },
    "Eldritch Blast": {"damage": "1d10 force", "shots": "{cantrip}", "targets": "many"},
    "Enhance Ability": {
        **_ALLIES,
        "brings": None,
        "up_to": "{with.level} - 1",
        "choices": {
            "strength": {"brings": _lies(_checks("str"))},
            "dexterity": {"brings": _lies(_checks("dex"))},
            "constitution": {"brings": _lies(_checks("con")), "change": {"temp": "+2d6"}},
            "intelligence": {"brings": _lies(_checks("int"))},
            "wisdom": {"brings": _lies(_checks("wis"))},
            "charisma": {"brings": _lies(_checks("cha"))},
        },
    },
    "Enlarge/Reduce": {
        "at": "any",
        "test": None,
        "damage": None,
        "brings": None,
        "choices": {
            "enlarge": {
                "brings": _lies(
                    _on("advantage", "save str", "check str"),
                    {"at": "hits", "of": "opponent", "when": WEAPON, "adds": "1d4"},
                )
            },
            "reduce": {"brings": _lies(_on("disadvantage", "save str", "check str"))},
        },
        "tell": "whoever is unwilling makes a CON save first; reduced, its weapons do 1d4 less",
    },
    "Enthrall": {
        "always": {
            "tell": "disadvantage on WIS (Perception) to see anybody but its caster; who is in a fight saves better"
        },
        "test": "save wis",
        "targets": "many",
        "brings": _lies(ends=["by gains incapacitated", "by leaves"]),
    },
    "Entangle": {"brings": [{"condition": "restrained", "escape": {"test": "breakout", "values": _DC}}]},
    "Eyebite": {
        "brings": None,
        "choices": {
            "asleep": {
                "brings": [{"condition": "unconscious", "ends": ["bearer damaged"]}],
                "tell": f"falls asleep; {_WOKEN}",
            },
            "panicked": {
                "brings": [
                    {
                        "condition": "frightened",
                        "effects": [
                            {
                                "at": "turn end",
                                "confirm": "is it 60 ft or more from the caster, and out of sight?",
                                "lifts": ["frightened"],
                            }
                        ],
                    }
                ]
            },
            "sickened": {
                "brings": _lies(
                    _on("disadvantage", "attack", "check"),
                    save_ends=_save("wis"),
                )
            },
        },
    },
    "Expeditious Retreat": {**_SELF, "again": {"cost": {"bonus": 1}, "targets": "none", "tell": "dashes"}},
    "Faerie Fire": {"brings": [{"condition": "outlined"}]},
    "Faithful Hound": {
        **_TOLD,
        "damage": None,
        "ranged": None,
        "brings": None,
        "again": {"cost": {}, "targets": "one", "test": "attack", "damage": "4d8 piercing"},
    },
    "False Life": {
        **_SELF,
        "values": {"amount": "{with.level} * 5 - 1"},
        "heal": None,
        "change": {"temp": "+1d4 + {with.amount}"},
    },
    "Fear": {
        "brings": [
            {
                "condition": "frightened",
                "effects": [
                    {
                        "at": "turn end",
                        "confirm": "is the caster of Fear out of its sight?",
                        "ask": "save wis",
                        "values": _DC,
                        "outcome": {"success": {"lifts": ["frightened"]}},
                    }
                ],
            }
        ]
    },
    "Feeblemind": {
        "spared": "all",
        "brings": _lies(
            {"bars": ["cast"]},
            _on("-({int} + 5)", "save int", "check int"),
            _on("-({cha} + 5)", "save cha", "check cha"),
        ),
        "tell": "cannot speak or understand; it saves again every 30 days",
    },
    "Find Familiar": {
        **_SUMMONED,
        "tell": "for an action its caster sees and hears through it, until its own next turn starts",
        "summons": [
            {
                "among": [
                    *("Bat", "Cat", "Crab", "Frog", "Hawk", "Lizard", "Octopus", "Owl", "Poisonous Snake", "Quipper"),
                    *("Rat", "Raven", "Sea Horse", "Spider", "Weasel"),
                ]
            }
        ],
    },
    "Find Steed": {
        **_SUMMONED,
        "summons": [{"among": ["Warhorse", "Pony", "Camel", "Elk", "Mastiff"]}],
    },
    "Fire Shield": {
        **_SELF,
        "damage": None,
        "at": None,
        "brings": None,
        "choices": {
            "warm": {"brings": _lies({"resists": ["cold"]}, {**_FLAMES, "damage": "2d8 fire"})},
            "chill": {"brings": _lies({"resists": ["fire"]}, {**_FLAMES, "damage": "2d8 cold"})},
        },
    },
    "Flame Blade": {
        **_SELF,
        "damage": None,
        "at": None,
        "brings": None,
        "values": {"dice": "{with.level} / 2 + 2"},
        "again": {
            "cost": {"action": 1},
            "targets": "one",
            "at": "foes",
            "test": "attack",
            "damage": "{with.dice}d6 fire",
        },
    },
    "Flaming Sphere": {
        "targets": "many",
        "at": "any",
        "test": None,
        "damage": None,
        "spared": None,
        "anyway": None,
        "brings": [_SCORCHED],
        "again": {
            "cost": {"bonus": 1},
            "targets": "one",
            "at": "any",
            "test": "save dex",
            "spared": "half",
            "damage": "{with.level}d6 fire",
            "anyway": {"brings": [_SCORCHED]},
        },
    },
    "Flesh to Stone": {
        "brings": [{"condition": "restrained"}],
        "tell": "a CON save as each of its turns ends: three failures petrify it, three successes free it",
    },
    "Foresight": {
        **_ALLY,
        "brings": _lies(
            _on("advantage", "attack", "save", "check"),
            _on("disadvantage", "attack", whose="against"),
            {"wards": ["surprised"]},
        ),
    },
    "Freedom of Movement": {**_ALLY, "brings": _lies({"wards": ["paralysed", "restrained"]})},
    "Gaseous Form": {
        **_ALLY,
        "brings": _lies(
            {"resists": NONMAGICAL},
            _on("advantage", "save str", "save dex", "save con"),
            {"wards": ["prone"]},
            {"bars": ["attack", "cast"]},
            ends=["bearer falls"],
        ),
    },
    "Geas": {
        "test": "save wis",
        "brings": [{"condition": "charmed"}],
        "tell": "acting against the command: 5d10 psychic, once a day",
    },
    "Giant Insect": {
        **_SUMMONED,
        "summons": [
            {"among": ["Giant Centipede"], "count": "10"},
            {"among": ["Giant Spider"], "count": "3"},
            {"among": ["Giant Wasp"], "count": "5"},
            {"among": ["Giant Scorpion"]},
        ],
    },
    "Glyph of Warding": {
        **_TOLD,
        "damage": None,
        "heal": None,
        "at": None,
        "spared": None,
        "values": {"dice": "{with.level} + 2"},
        "again": {
            **_ENTERS,
            "targets": "many",
            "at": "any",
            "test": "save dex",
            "spared": "half",
            "choices": {
                kind: {"damage": f"{{with.dice}}d8 {kind}"} for kind in ("acid", "cold", "fire", "lightning", "thunder")
            },
        },
        "tell": "explosive runes go off by `again`; a spell that is kept in the glyph is cast by hand",
    },
    "Greater Invisibility": {**_ALLY, "brings": [{"condition": "invisible"}]},
    "Greater Restoration": {
        **_ALLY,
        "brings": None,
        "choices": {
            "exhaustion": {"lowers": ["exhaustion"]},
            "charmed": {"lifts": ["charmed"]},
            "petrified": {"lifts": ["petrified"]},
            "cursed": {"lifts": ["cursed"]},
            "hp_maximum": {"most": {"hp": "back"}},
        },
    },
    "Guardian of Faith": {
        **_TOLD,
        "damage": None,
        "at": None,
        "spared": None,
        "again": {
            **_ENTERS,
            "targets": "one",
            "at": "foes",
            "test": "save dex",
            "spared": "half",
            "damage": "20 radiant",
            "tell": "the guardian is gone once it has done 60 damage",
        },
    },
    "Guidance": {"brings": _lies(_on("+1d4", "check"), ends=["bearer makes check"])},
    "Harm": {
        "damage": [{"amount": "14d6 necrotic", "spares": 1}],
        "most": {"hp": "-{dealt.necrotic}"},
    },
    "Heal": {"lifts": ["blinded", "deafened", "diseased"]},
    "Haste": {**_ALLY, "brings": [{"condition": "hasted"}]},
    "Heat Metal": {
        "test": None,
        "tell": "drops it on a failed CON save, else has disadvantage on attacks and checks until its caster acts",
    },
    "Hellish Rebuke": {
        "answers": [{"at": "damaged", "of": "opponent", "when": "{damage} > 0", "confirm": "burn {target}?"}]
    },
    "Heroes' Feast": {
        **_ALLIES,
        "up_to": "12",
        "values": {"amount": "11"},
        "most": {"hp": "+{with.amount}"},
        "change": {"hp": "+{with.amount}"},
        "lifts": ["poisoned", "diseased"],
        "brings": _lies(
            {"immune": ["poison"]},
            {"wards": ["frightened", "poisoned"]},
            _on("advantage", "save wis"),
            **{"for": "14400 rounds"},
        ),
        "tell": "11 HP are the average of 2d10: mend by hand if you roll",
    },
    "Hideous Laughter": {
        "brings": [
            {"condition": "prone"},
            {
                "condition": "incapacitated",
                "save_ends": _save("wis"),
                "effects": [
                    {
                        "at": "damaged",
                        "ask": "save wis",
                        "values": _DC,
                        "ask_with": ["adv"],
                        "outcome": {"success": {"lifts": ["incapacitated"]}},
                    }
                ],
            },
        ]
    },
    "Hold Monster": {
        "targets": "many",
        "up_to": "{with.level} - 4",
        "brings": [{"condition": "paralysed", "save_ends": _save("wis")}],
    },
    "Holy Aura": {
        **_ALLIES,
        "brings": _lies(
            _on("advantage", "save"),
            _on("disadvantage", "attack", whose="against"),
            {
                "at": "is hit attack",
                "of": "opponent",
                "when": "{target.type} is fiend and not {with.ranged}",
                **_BLINDING,
            },
            {
                "at": "is hit attack",
                "of": "opponent",
                "when": "{target.type} is undead and not {with.ranged}",
                **_BLINDING,
            },
        ),
    },
    "Hunter's Mark": {
        "damage": None,
        "brings": [{"condition": "marked"}],
        "always": {
            "tell": "advantage on WIS (Perception) and (Survival) checks to find it",
            "brings": [
                {
                    "condition": "enchanted",
                    "to": "self",
                    "for": "600 rounds",
                    "ends": ["bearer loses concentrating"],
                    "effects": [
                        {
                            "at": "hits",
                            "of": "opponent",
                            "when": f"{{target has marked}} and {WEAPON}",
                            "adds": "1d6",
                        }
                    ],
                }
            ],
        },
        "again": {"cost": {"bonus": 1}},
    },
    "Hypnotic Pattern": {
        "at": "any",
        "brings": [
            {"condition": "charmed", "ends": ["bearer damaged"]},
            {
                "condition": "incapacitated",
                "when": "{target has charmed}",
                "ends": ["bearer damaged", "bearer loses charmed"],
                "effects": [{"trait": {"speed": "0"}}],
            },
        ],
        "tell": _WOKEN,
    },
    "Incendiary Cloud": {"always": {"tell": "as each turn of its caster begins, the cloud moves 10 ft away"}},
    "Invisibility": {
        **_ALLY,
        "brings": [{"condition": "invisible", "ends": ["bearer makes attack", "bearer does cast"]}],
    },
    "Irresistible Dance": {
        "test": None,
        "tell": "dances in its space; the action Escape and a WIS save end it",
        "brings": _lies(
            {"trait": {"speed": "0"}},
            _on("disadvantage", "save dex", "attack"),
            _on("advantage", "attack", whose="against"),
            escape={"test": "save wis", "values": _DC},
        ),
    },
    "Levitate": {
        "at": "any",
        "test": None,
        "brings": _lies(),
        "tell": "whoever is unwilling makes a CON save; 20 ft up",
    },
    "Lesser Restoration": {
        **_ALLY,
        "brings": None,
        "choices": {each: {"lifts": [each]} for each in ("blinded", "deafened", "paralysed", "poisoned", "diseased")},
    },
    "Mage Armor": {**_ALLY, "brings": [{"condition": "mage_armoured"}]},
    "Magic Missile": {
        "test": None,
        "targets": "many",
        "values": None,
        "shots": "{with.level} + 2",
        "damage": "1d4 + 1 force",
    },
    "Magic Weapon": {
        **_ALLY,
        "values": {"amount": "max(1, min(3, {with.level} / 2))"},
        "brings": _lies(
            _on("+{with.amount}", "attack", when=WEAPON),
            {"at": "hits", "of": "opponent", "when": WEAPON, "adds": "{with.amount}"},
            {"lends": ["magical"], "when": WEAPON},
        ),
    },
    "Mass Heal": {
        "pool": "700",
        "heal": "700",
        "lifts": ["diseased", "blinded", "deafened"],
    },
    "Mass Suggestion": {"brings": _lies(ends=["bearer damaged"]), "tell": "does what was suggested"},
    **{
        name: {
            "always": {"tell": "for an action it does only what its caster wills, to the end of the caster’s next turn"}
        }
        for name in ("Dominate Beast", "Dominate Monster", "Dominate Person")
    },
    "Freezing Sphere": {
        "always": {"tell": "swimmers are held in ice for a minute; an action and a STR check against its DC free one"}
    },
    "Ice Storm": {"always": {"tell": "the ground is hard to cross until the caster’s next turn ends"}},
    "Moonbeam": {"always": {"tell": "a shapechanger saves with disadvantage; if it fails, it has its own shape again"}},
    "Wind Wall": {"always": {"tell": "small flyers, mist and common missiles do not come through"}},
    "Maze": {
        "test": None,
        "brings": [{"condition": "banished"}],
        "tell": "an INT check of 20, by an action, gets it out",
    },
    "Mind Blank": {**_ALLY, "brings": _lies({"immune": ["psychic"]}, {"wards": ["charmed"]})},
    "Modify Memory": {
        "test": "save wis",
        "brings": [
            {"condition": "charmed", "ends": ["bearer damaged", "bearer is target cast"]},
            {"condition": "incapacitated", "when": "{target has charmed}", "ends": ["bearer loses charmed"]},
        ],
        "always": {"tell": "whoever is being fought has advantage on this save"},
    },
    "Mislead": {**_SELF, "brings": [{"condition": "invisible", "ends": ["bearer makes attack", "bearer does cast"]}]},
    "Phantasmal Killer": {"damage": None, "spared": None, "brings": _nightmare("turn start", "{with.level}d10")},
    "Phantom Steed": {
        **_SUMMONED,
        "brings": [{"condition": "summoned", "ends": ["bearer damaged"]}],
        "summons": [{"among": ["Riding Horse"]}],
        "tell": "the steed moves 100 ft",
    },
    "Plane Shift": {
        "always": {"tell": "or up to eight who are willing go to another plane hand in hand: by hand"},
        "targets": None,
        "up_to": None,
        "test": ["attack", "save cha"],
        "brings": [{"condition": "banished", "for": "open"}],
    },
    "Polymorph": {
        "test": "save wis",
        "at": "any",
        "brings": [{"condition": "polymorphed"}],
        "shapes": [
            {
                "having": ["type=beast", f"cr={cr}"],
                "count": f"{{target.hit_dice.most}} / {max(1, n)} + {{target.worth}} / {worth} + {{target.unrated}}",
            }
            for cr, (n, worth) in _BEASTS.items()
        ],
    },
    "Power Word Kill": {
        "test": None,
        "brings": _lies({"at": "gains enchanted", "becomes": "dead"}, when="{target.hp} <= 100"),
    },
    "Power Word Stun": {
        "test": None,
        "brings": [{"condition": "stunned", "when": "{target.hp} <= 150", "save_ends": _save("con")}],
    },
    "Produce Flame": {"again": None},
    "Prayer of Healing": {
        **_ALLIES,
        "up_to": "6",
        "values": {"dice": "{with.level}"},
        "heal": "{with.dice}d8 + {casting}",
    },
    "Prismatic Spray": {
        "targets": "many",
        "at": "any",
        "test": "save dex",
        "damage": None,
        "on": {"failure": {"table": "prismatic"}, "success": {"table": "prismatic_half"}},
    },
    "Protection from Energy": {
        **_ALLY,
        "brings": None,
        "choices": {
            kind: {"brings": _lies({"resists": [kind]})} for kind in ("acid", "cold", "fire", "lightning", "thunder")
        },
    },
    "Protection from Evil and Good": {
        **_ALLY,
        "brings": _lies(
            *(
                {**_on("disadvantage", "attack", whose="against"), "when": f"{{actor.type}} is {kind}"}
                for kind in ("aberration", "celestial", "elemental", "fey", "fiend", "undead")
            )
        ),
        "tell": "cannot be charmed, frightened or possessed by such creatures",
    },
    "Protection from Poison": {
        **_ALLY,
        "lifts": ["poisoned"],
        "brings": _lies(
            {"resists": ["poison"]},
            _on("advantage", "save", if_brings=["poisoned"], confirm="is it against being poisoned?"),
        ),
    },
    "Ray of Enfeeblement": {
        "brings": _lies(
            {
                "at": "hits attack",
                "when": f"{WEAPON} and not {{with.ranged}}",
                "confirm": "does {who} use STR, for half damage?",
                "assume": "{str} >= {dex}",
                "result": "half",
            },
            save_ends=_save("con"),
        ),
    },
    "Regenerate": {
        **_ALLY,
        "heal": "4d8 + 15",
        "brings": _lies({"at": "turn start", "heal": "1"}),
    },
    "Remove Curse": {**_ALLY, "lifts": ["cursed"]},
    "Resilient Sphere": {
        "brings": _lies({"safe_from": ["attack", "cast", "power", "opportunity"]}, {"bars": ["attack"]}),
        "at": "any",
    },
    "Resistance": {"brings": _lies(_on("+1d4", "save"), ends=["bearer makes save"])},
    "Reverse Gravity": {
        "targets": "many",
        "at": "any",
        "test": "save dex",
        "tell": "falls upward, 100 ft at most: 1d6 for each 10 ft against a ceiling",
    },
    "Revivify": {**_TOLD, "tell": "one who died within 1 minute is alive with 1 HP: set WHO hp 1"},
    "Sanctuary": {
        **_ALLY,
        "brings": _lies(
            *(
                {"at": "is target", "of": "opponent", "when": f"{{with.sort}} is {sort}", **_TURNED_AWAY}
                for sort in _HARMFUL
            ),
            ends=["bearer makes attack", "bearer aims cast"],
        ),
    },
    "Scorching Ray": {
        "test": "attack",
        "ranged": True,
        "targets": "many",
        "values": None,
        "damage": "2d6 fire",
        "shots": "{with.level} + 1",
    },
    "Shield of Faith": {**_ALLY, "brings": [{"condition": "warded"}]},
    "Silence": {
        "targets": "many",
        "at": "any",
        "test": None,
        "brings": [
            {"condition": "in_area", "effects": [{"immune": ["thunder"]}, {"bars": ["cast"]}]},
            {"condition": "deafened"},
        ],
        "again": {**_ENTERS},
    },
    "Sleep": {
        "test": None,
        "targets": "many",
        "at": "any",
        "damage": None,
        "values": {"dice": "{with.level} * 2 + 3"},
        "pool": "{with.dice}d8",
        "tell": f"falls asleep; {_WOKEN}",
        "brings": [{"condition": "unconscious", "ends": ["bearer damaged"]}],
    },
    "Sleet Storm": {
        "brings": [_SLEET],
        "again": {
            **_ENTERS,
            "test": "save dex",
            "brings": [{"condition": "prone"}],
            "anyway": {"brings": [_SLEET]},
        },
    },
    "Slow": {
        "targets": "many",
        "up_to": "6",
        "brings": [
            {
                "condition": "slowed",
                "save_ends": _save("wis"),
                "effects": [
                    {"trait": {"ac": "{ac} - 2"}},
                    _on("-2", "save dex"),
                    {"at": "does cast", "when": "{action} = 0", "called": "Slow", "ask": "delayed", "outcome": _LATE},
                ],
            }
        ],
    },
    "Spare the Dying": _STABLE,
    "Spike Growth": {
        "always": {"tell": "who did not see it cast notices it by a WIS (Perception) check against its DC"},
        **_TOLD,
        "at": None,
        "damage": None,
        "again": {
            **_ENTERS,
            "targets": "one",
            "at": "any",
            "damage": "2d4 piercing",
            "tell": "for each 5 ft that it moves",
        },
    },
    "Spirit Guardians": {
        "always": {"tell": "foes have half their speed among them; those of an evil caster do necrotic damage"},
        **_SELF,
        "damage": None,
        "at": None,
        "spared": None,
        "on": None,
        "again": None,
        "brings": _lies(_SPIRITS),
    },
    "Stinking Cloud": {
        "targets": "many",
        "at": "any",
        "test": None,
        "brings": [
            {
                "condition": "in_area",
                "effects": [
                    {
                        "at": "turn start",
                        "confirm": "still in Stinking Cloud?",
                        "ends_own": "no",
                        "ask": "save con",
                        "values": _DC,
                        "outcome": {"failure": {"brings": _lies({"bars": ["action"]}, **{"for": "this turn"})}},
                    }
                ],
            }
        ],
        "again": {**_ENTERS},
    },
    "Storm of Vengeance": {
        "damage": "2d6 thunder",
        "spared": None,
        "brings": [{"condition": "deafened", "for": "50 rounds"}],
        "tell": "later rounds by hand: 1d6 acid; six bolts of 10d6 lightning, DEX for half; 2d6 bludgeoning; 1d6 cold",
    },
    "Suggestion": {"test": "save wis", "brings": _lies(ends=["bearer damaged"]), "tell": "does what was suggested"},
    "Sunburst": {"brings": [{"condition": "blinded", "for": "10 rounds", "save_ends": _save("con")}]},
    "Sunbeam": {"brings": [{"condition": "blinded", "for": "start of by"}]},
    "Pass Without Trace": {**_ALLIES, "brings": _lies({"trait": {"stealth": "{stealth} + 10"}})},
    "Shocking Grasp": {"always": {"tell": "advantage against somebody in metal armour: add adv"}},
    "Telekinesis": {
        "at": "any",
        "targets": "one",
        "unless": ["{target.size} is gargantuan"],
        "why": "Only somebody Huge or smaller can be chosen.",
        "test": "mental_grip",
        "brings": [{"condition": "restrained", "for": "end of by"}],
        "tell": "is moved up to 30 ft and held",
        "again": {"cost": {"action": 1}},
    },
    "True Polymorph": {"test": None, "brings": None},
    "True Strike": {
        **_SELF,
        "brings": _lies(_on("advantage", "attack"), **{"for": "end of bearer"}, ends=["bearer makes attack"]),
    },
    "Vampiric Touch": {"self": {"heal": "{dealt.necrotic} / 2"}},
    "Wall of Ice": {
        "values": {"dice": "{with.level} * 2 - 2", "amount": "{with.level} - 1"},
        "again": {
            **_ENTERS,
            "targets": "one",
            "at": "any",
            "test": "save con",
            "spared": "half",
            "damage": "{with.amount}d6 cold",
        },
        "always": {
            "tell": "10 ft of it: AC 12, 30 HP, vulnerable to fire; where it is broken, Again is for who goes through"
        },
    },
    "Wall of Fire": {
        "anyway": {"brings": [_BURNT]},
        "again": {
            "cost": {},
            "turn": "any",
            "test": None,
            "damage": "{with.dice}d8 fire",
            "anyway": {"brings": [_BURNT]},
        },
    },
    "Wall of Thorns": {
        "anyway": {"brings": [_TORN]},
        "again": {
            "cost": {},
            "turn": "any",
            "test": "save dex",
            "spared": "half",
            "damage": "{with.dice}d8 slashing",
            "anyway": {"brings": [_TORN]},
        },
    },
    "Warding Bond": {
        "at": "friends",
        "brings": _lies(
            {"trait": {"ac": "{ac} + 1"}},
            _on("+1", "save"),
            {"resists": ["all"]},
            {"at": "damaged", "by": {"damage": "{damage}"}},
            {
                "at": "damaged",
                "limit": "fight",
                "tell": "if more than 60 ft from its caster, the bond is over: lift it",
            },
            ends=["by leaves"],
        ),
        "renews": True,
    },
    "Weird": {"damage": None, "spared": None, "brings": _nightmare("turn start", "4d10")},
    "Zone of Truth": {
        "targets": "many",
        "at": "any",
        "test": None,
        "brings": [_HONEST],
        "again": {
            **_ENTERS,
            "test": "save cha",
            "brings": [],
            "tell": _NO_LIE,
            "anyway": {"brings": [_HONEST]},
        },
    },
}
