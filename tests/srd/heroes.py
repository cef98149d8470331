"""Heroes of levels 1 to 20: numbers by the tables of the SRD; abilities, armour, weapons and spells are our own choice.

What a class can do is in `class_features`; a hero knows or prepares as many spells as its table says.

`fighter5 Ann` is a fighter of level 5. Chosen: 16, 14 and 14 in the three abilities that a class needs most, its first
one 18 from level 4 and 20 from level 8; the average of the hit dice; the armour and the weapon named in CLASSES.
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from referee.imports.english import spells as compiler
from referee.imports.english.spells import Spell, words
from referee.imports.record import Json
from referee.plain_data import inline, toml_of
from referee.rules.registry import shipped
from tests.srd.class_features import ABILITIES, BY_HAND, NO_FIGHT, SUBCLASS, SUBCLASSES, Feature, gained

LEVELS = range(1, 21)
_CHALLENGES = ("0", "1/8", "1/4", "1/2", "1", "2", "3", "4")
_BLANK = re.compile(r"\{(\w+):?(\+?)\}")
_ASI = (4, 8)
"""The levels at which the first ability becomes greater by one."""


class Class(NamedTuple):
    """What we chose for a class."""

    abilities: dict[str, int]
    """The modifiers at level 1; the first one grows."""
    ac: str
    """Armour class, from the modifiers: `16`, `10 + dex + con`."""
    weapons: tuple[str, ...]
    """Weapons and other things of the game, or tables in braces; {die} is the die of the martial arts."""
    casting: str = ""
    cantrips: tuple[str, ...] = ()
    spells: tuple[tuple[str, ...], ...] = ()
    """Two or three of each level."""


def _weapon(name: str, ability: str, damage: str, **more: Any) -> str:
    hit = f"{{proficiency}} + {{{ability}}}"
    return inline({"name": name, "hit": hit, "damage": damage.replace("MOD", f"{{{ability}}}"), **more})


_STAFF = _weapon("Quarterstaff", "str", "1d6 + MOD bludgeoning")
_LONGBOW = _weapon("Longbow", "dex", "1d8 + MOD piercing", ranged=True, range=150, long=600)
_CROSSBOW = _weapon("Light crossbow", "dex", "1d8 + MOD piercing", ranged=True, range=80, long=320)
_ARCANE = (
    ("Magic Missile", "Sleep", "Burning Hands"),
    ("Scorching Ray", "Hold Person", "Invisibility"),
    ("Fireball", "Lightning Bolt", "Slow"),
    ("Ice Storm", "Blight", "Greater Invisibility"),
    ("Cone of Cold", "Hold Monster"),
    ("Disintegrate", "Chain Lightning"),
    ("Finger of Death", "Delayed Blast Fireball"),
    ("Power Word Stun", "Sunburst"),
    ("Meteor Swarm", "Power Word Kill"),
)
_DIVINE = (
    ("Bless", "Cure Wounds", "Guiding Bolt"),
    ("Spiritual Weapon", "Hold Person"),
    ("Spirit Guardians", "Mass Healing Word"),
    ("Guardian of Faith", "Banishment"),
    ("Flame Strike", "Mass Cure Wounds"),
    ("Heal", "Blade Barrier"),
    ("Fire Storm", "Divine Word"),
    ("Holy Aura", "Earthquake"),
    ("Mass Heal", "Gate"),
)
CLASSES: dict[str, Class] = {
    "barbarian": Class({"str": 3, "con": 2, "dex": 2}, "10 + dex + con", ("greataxe", "handaxe")),
    "bard": Class(
        {"cha": 3, "dex": 2, "con": 2},
        "12 + dex",
        ("rapier", "dagger"),
        "cha",
        ("Vicious Mockery",),
        (
            ("Healing Word", "Faerie Fire", "Hideous Laughter"),
            ("Hold Person", "Shatter"),
            ("Hypnotic Pattern", "Fear"),
            ("Greater Invisibility", "Confusion"),
            ("Hold Monster", "Mass Cure Wounds"),
            ("Eyebite", "Irresistible Dance"),
            ("Regenerate", "Forcecage"),
            ("Power Word Stun", "Feeblemind"),
            ("Power Word Kill", "Foresight"),
        ),
    ),
    "cleric": Class({"wis": 3, "con": 2, "str": 2}, "18", ("mace",), "wis", ("Sacred Flame",), _DIVINE),
    "druid": Class(
        {"wis": 3, "con": 2, "dex": 2},
        "13 + dex",
        (_STAFF,),
        "wis",
        ("Produce Flame", "Poison Spray"),
        (
            ("Entangle", "Healing Word", "Thunderwave"),
            ("Moonbeam", "Flaming Sphere"),
            ("Call Lightning", "Sleet Storm"),
            ("Ice Storm", "Blight"),
            ("Insect Plague", "Mass Cure Wounds"),
            ("Sunbeam", "Heal"),
            ("Fire Storm", "Regenerate"),
            ("Sunburst", "Feeblemind"),
            ("Storm of Vengeance", "Foresight"),
        ),
    ),
    "fighter": Class({"str": 3, "con": 2, "dex": 2}, "18", ("longsword", _LONGBOW)),
    "monk": Class({"dex": 3, "wis": 2, "con": 2}, "10 + dex + wis", ("unarmed",)),
    "paladin": Class(
        {"str": 3, "cha": 2, "con": 2},
        "18",
        ("longsword",),
        "cha",
        (),
        (
            ("Bless", "Cure Wounds", "Shield of Faith"),
            ("Branding Smite", "Aid"),
            ("Magic Circle", "Revivify"),
            ("Banishment", "Death Ward"),
            ("Dispel Evil and Good", "Geas"),
        ),
    ),
    "ranger": Class(
        {"dex": 3, "wis": 2, "con": 2},
        "12 + dex",
        (_LONGBOW, "shortsword_dex", "second_shortsword_dex"),
        "wis",
        (),
        (
            ("Hunter's Mark", "Cure Wounds"),
            ("Spike Growth", "Barkskin"),
            ("Conjure Animals", "Wind Wall"),
            ("Freedom of Movement", "Stoneskin"),
            ("Tree Stride", "Commune With Nature"),
        ),
    ),
    "rogue": Class(
        {"dex": 3, "con": 2, "int": 2},
        "12 + dex",
        ("rapier", "shortbow", "dagger", "{name='Second dagger', like='dagger'}"),
    ),
    "sorcerer": Class(
        {"cha": 3, "con": 2, "dex": 2}, "13 + dex", ("dagger", _CROSSBOW), "cha", ("Fire Bolt", "Ray of Frost"), _ARCANE
    ),
    "warlock": Class(
        {"cha": 3, "con": 2, "dex": 2},
        "12 + dex",
        ("dagger",),
        "cha",
        ("Eldritch Blast", "Chill Touch"),
        (
            ("Hellish Rebuke", "Expeditious Retreat"),
            ("Hold Person", "Shatter"),
            ("Hypnotic Pattern", "Vampiric Touch"),
            ("Dimension Door",),
            ("Hold Monster",),
        ),
    ),
    "wizard": Class(
        {"int": 3, "dex": 2, "con": 2}, "10 + dex", ("dagger",), "int", ("Fire Bolt", "Ray of Frost"), _ARCANE
    ),
}
_PACT = {6: "Circle of Death", 7: "Finger of Death", 8: "Feeblemind", 9: "Power Word Kill"}
"""What a warlock casts once a day from the level of that arcanum on."""


def heroes(classes: list[Json], levels: list[Json], spells: list[Json], creatures: list[Json]) -> Iterator[Json]:
    """Each class at each level as a record of the catalogue, of which the creatures are made already."""
    by_class = {row["index"]: row for row in classes}
    for row in sorted(levels, key=lambda row: (row["class"]["index"], row["level"])):
        if not row.get("subclass"):
            name = row["class"]["index"]
            yield _hero(by_class[name], row, _on_the_list(name, spells), creatures)


def _hero(of: Json, row: Json, its_list: list[Spell], creatures: list[Json]) -> Json:
    name, level, proficiency = of["index"], row["level"], row["prof_bonus"]
    chosen, numbers = CLASSES[name], row.get("class_specific") or {}
    mods = dict(chosen.abilities)
    first = next(iter(mods))
    mods[first] += sum(level >= at for at in _ASI)
    if name == "barbarian" and level == 20:
        mods |= {"str": mods["str"] + 2, "con": mods["con"] + 2}
    die = of["hit_die"]
    hp = die + mods["con"] + (level - 1) * (die // 2 + 1 + mods["con"]) + (level if name == "sorcerer" else 0)
    values: dict[str, object] = {"hp": hp, "ac": _reckoned(chosen.ac, mods), **mods, "proficiency": proficiency}
    for save in _saves(name, level, [each["index"] for each in of["saving_throws"]]):
        values[f"{save}_save"] = mods.get(save, 0) + proficiency
    values |= {"hit_dice": level, "hit_die": die, "hp_dice": f"{level}d{die}"}
    if faster := numbers.get("unarmored_movement") or (10 if name == "barbarian" and level >= 5 else 0):
        values["speed"] = 30 + int(faster)
    if name == "bard" and level >= 2:
        values["init_bonus"] = mods["dex"] + proficiency // 2
    if name == "fighter" and level >= 7:
        values["init_bonus"] = mods["dex"] + (proficiency + 1) // 2
    if name in ("rogue", "ranger", "monk", "bard"):  # a rogue with Expertise
        values["stealth"] = mods["dex"] + proficiency * (1 + (name == "rogue"))
    if name == "bard":
        values["inspiration"] = max(1, mods["cha"])
    if name == "fighter" and level >= 3:
        values["critical_on"] = 18 if level >= 15 else 19
    if name == "barbarian":
        values["rage_damage"] = numbers["rage_damage_bonus"]
        values |= {"brutal": more} if (more := numbers["brutal_critical_dice"]) else {}
    if (attacks := _attacks(name, level, numbers)) > 1:
        values["attacks"] = attacks
    slots = {
        at: count for at in range(1, 10) if (count := (row.get("spellcasting") or {}).get(f"spell_slots_level_{at}"))
    }
    values |= {"casting": mods[chosen.casting]} if chosen.casting else {}
    values |= {f"slot{at}": count for at, count in slots.items()}
    features = _features(name, row, mods)
    by_hand = [line for _, line in features.values() if line]
    things = [*_weapons(name, level, chosen, row), *_powers(name, level, row, creatures)]
    things += [each for each, _ in features.values() if each]
    things += [f'by_hand="{", ".join(by_hand)}"'] if by_hand else []
    things += _cast(slots, row, _spells_known(name, row, mods), its_list)
    told = ", ".join(f"{key.upper()} {value:+}" for key, value in mods.items())
    about = f"{of['name']} {level} ({SUBCLASSES[name][0]}): {told}, AC {values['ac']}"
    return {
        "name": f"{name}{level}",
        "words": " ".join((f'hero "{of["name"]}"', *(f"{key}={value}" for key, value in values.items()), *things)),
        "note": "\n".join(filter(None, (about, _table(row)))),
        "data": {
            "features": [
                {"name": each.name, "plays": each.how != BY_HAND, "by_hand": features[each][1]}
                for each in features
                if each.how not in (NO_FIGHT, SUBCLASS) and each.name != ABILITIES
            ]
        },
    }


def _saves(name: str, level: int, proficient: list[str]) -> list[str]:
    """The saves with proficiency: Slippery Mind and Diamond Soul give more."""
    if name == "monk" and level >= 14:
        return ["str", "dex", "con", "int", "wis", "cha"]
    return [*proficient, *(["wis"] if name == "rogue" and level >= 15 else [])]


def _features(name: str, row: Json, mods: dict[str, int]) -> dict[Feature, tuple[str, str]]:
    """What the class has by this level: for each feature its words after `add`, and what is by hand of it."""
    level, proficiency, numbers = row["level"], row["prof_bonus"], row.get("class_specific") or {}
    known = {key: _fraction(value) for key, value in numbers.items() if isinstance(value, int | float)}
    known |= {**mods, "level": level, "half_level": level // 2, "five_levels": 5 * level}
    known |= {"str_score": 10 + 2 * mods.get("str", 0), "half_proficiency": proficiency // 2}
    known |= {"half_up": (level + 1) // 2, "half_up_proficiency": (proficiency + 1) // 2, "three_levels": 3 * level}
    known["die"] = numbers.get("bardic_inspiration_die", 6)
    known["cha_at_least_1"] = max(1, mods.get("cha", 0))

    def filled(text: str) -> str:
        return _BLANK.sub(lambda found: f"{known[found[1]]:{found[2]}}" if found[1] in known else found[0], text)

    return {each: (filled(each.words), filled(each.line)) for each in gained(name, level)}


def _fraction(number: float) -> int | str:
    """1/4 for 0.25, as challenge ratings are written."""
    return int(number) if number == int(number) else f"1/{round(1 / number)}"


def _number(fraction: str) -> float:
    """0.25 for 1/4."""
    above, _, below = fraction.partition("/")
    return int(above) / int(below or 1)


def _table(row: Json) -> str:
    """The numbers of the table of the class at this level."""
    numbers = {**(row.get("class_specific") or {}), **(row.get("spellcasting") or {})}
    told = (
        f"{key.replace('_', ' ')} {_dice(value) if isinstance(value, dict) else value}"
        for key, value in numbers.items()
        if value and not isinstance(value, list | bool) and not key.startswith("spell_slots")
    )
    return ", ".join(told).replace("9999", "unlimited")


def _dice(value: Json) -> str:
    return f"{value['dice_count']}d{value['dice_value']}"


def _reckoned(amount: str, mods: dict[str, int]) -> int:
    return sum(int(part) if part.isdigit() else mods[part] for part in amount.split(" + "))


def _attacks(name: str, level: int, numbers: Json) -> int:
    if name == "fighter":
        return 1 + int(numbers["extra_attacks"])
    return 2 if name in ("barbarian", "monk", "paladin", "ranger") and level >= 5 else 1


def _weapons(name: str, level: int, chosen: Class, row: Json) -> Iterator[str]:
    numbers = row.get("class_specific") or {}
    for each in chosen.weapons:
        if each in ("greataxe", "handaxe"):
            die = {"greataxe": "1d12", "handaxe": "1d6"}[each]
            thrown: Json = {"thrown": True, "range": 20, "long": 60} if each == "handaxe" else {}
            yield f'weapon="{_weapon(each.capitalize(), "str", f"{die} + MOD slashing", **thrown)}"'
        elif each == "unarmed":
            yield f'weapon="{inline({"name": "Unarmed strike", **_unarmed(level, numbers)})}"'
        elif each.endswith("shortsword_dex"):
            called = each.removesuffix("_dex").replace("_", " ").capitalize()
            yield f'weapon="{_weapon(called, "dex", "1d6 + MOD piercing", light=True, finesse=True)}"'
        else:
            yield f'weapon="{each}"' if each.startswith("{") else f"weapon={each}"


def _power(name: str, **keys: Any) -> str:
    return f'power="{inline({"name": name, **keys})}"'


def _unarmed(level: int, numbers: Json) -> dict[str, Any]:
    """A blow of a monk: its die is that of the martial arts, and from level 6 on it is magical."""
    damage = f"1d{numbers['martial_arts']['dice_value']} + {{dex}} bludgeoning"
    return {"hit": "{proficiency} + {dex}", "damage": damage, **({"magical": True} if level >= 6 else {})}


def _powers(name: str, level: int, row: Json, creatures: list[Json]) -> Iterator[str]:
    """What a class does so many times, or with other numbers at each level."""
    numbers, me, long, short = row.get("class_specific") or {}, {"targets": "self"}, ["long"], ["short", "long"]
    match name:
        case "barbarian":
            uses = {} if numbers["rage_count"] > 99 else {"uses": numbers["rage_count"], "reset": long}
            yield _power("Rage", cost={"bonus": 1}, **uses, **me, brings=[{"condition": "raging", "for": "10 rounds"}])
        case "bard":
            die = {"roll": f"+1d{numbers['bardic_inspiration_die']}", "ends_own": "once"}
            rows = [{"at": f"fails {test}", "confirm": "add its die?", **die} for test in ("attack", "save", "check")]
            inspired = {"condition": "inspired", "for": "100 rounds", "effects": rows}
            yield from ["feature=font_of_inspiration"] if level >= 5 else []
            yield _power("Bardic Inspiration", cost={"bonus": 1, "inspiration": 1}, at="friends", brings=[inspired])
        case "cleric" if numbers["channel_divinity_charges"]:
            keys = {"uses": numbers["channel_divinity_charges"], "reset": short, "dc": "{spell_dc}"}
            keys |= {
                "when": "{target.type} is undead",
                "why": "Only undead can be turned. To make one undead: set g1 type undead",
            }
            most = numbers["destroy_undead_cr"]
            weak = [cr for cr in _CHALLENGES if _number(cr) <= most] if most else []
            brings = [{"condition": "destroyed", "when": f"{{target.cr}} is {cr}"} for cr in weak]
            brings.append({"condition": "turned", "for": "10 rounds", "when": "not {target has destroyed}"})
            yield _power("Turn Undead", cost={"action": 1}, **keys, targets="many", test="save wis", brings=brings)
        case "fighter":
            heal = {"heal": f"1d10 + {level}"}
            yield _power("Second Wind", cost={"bonus": 1}, uses=1, reset=short, **me, **heal)
            if surges := numbers["action_surges"]:
                spent = {"when": "{action} = 0", "why": "Take the action first: Action Surge gives one more."}
                if surges > 1:  # twice before a rest, but once in a turn
                    spent["when"] += " and not {has surged}"
                    spent["why"] = "Action Surge gives one more action once it is taken, once in each turn."
                    spent |= {"brings": [{"condition": "surged", "for": "this turn"}]}
                yield _power("Action Surge", uses=surges, reset=short, **me, **spent, change={"action": "full"})
        case "monk":
            blow = {
                "test": "attack",
                **_unarmed(level, numbers),
                "armed": True,
                "why": "Take the Attack action first.",
            }
            blow |= {"when": "{action} < {action.most}"}
            yield _power("Martial Arts", cost={"bonus": 1}, **blow)
            if level >= 2:
                hand = {"test": "save dex", "values": {"dc": "8 + {proficiency} + {wis}"}}
                open_hand = {"then": {**hand, "brings": [{"condition": "prone"}]}} if level >= 3 else {}
                yield _power(
                    "Flurry of Blows", cost={"bonus": 1, "ki": 1}, targets="many", shots="2", **blow, **open_hand
                )
        case "druid" if level >= 2:
            uses = {"uses": 2, "reset": short} if level < 20 else {}
            shape = {"condition": "wild_shaped", "for": f"{level // 2 * 600} rounds"}
            yield _power(
                "Wild Shape",
                cost={"action": 1},
                **uses,
                **me,
                when="not {has wild_shaped}",
                why="End the shape that it has first: Own Shape.",
                brings=[shape],
                shapes=_beasts(numbers, creatures),
            )
            why = "It is in its own shape."
            lifts = {"when": "{has wild_shaped}", "why": why, "lifts": ["wild_shaped"]}
            yield _power("Own Shape", cost={"bonus": 1}, **me, **lifts)


def _beasts(numbers: Json, creatures: list[Json]) -> list[Json]:
    """The rows of the beasts whose shape a druid takes: by their challenge, else by name, without those that fly or
    swim where it cannot yet."""
    most, barred = numbers["wild_shape_max_cr"], [how for how in ("fly", "swim") if not numbers[f"wild_shape_{how}"]]
    ratings = [cr for cr in _CHALLENGES if float(Fraction(cr)) <= most]
    if not barred:
        return [{"having": ["type=beast", f"cr={cr}"]} for cr in ratings]
    speeds = {
        each["name"]: each["note"]
        for each in creatures
        if re.match(rf".* beast, .*CR ({'|'.join(ratings)}) ", each["note"])
    }
    return [
        {
            "among": [
                name for name, note in speeds.items() if not any(f" {how} " in note.split("\n")[1] for how in barred)
            ]
        }
    ]


def _spells_known(name: str, row: Json, mods: dict[str, int]) -> int:
    """How many spells a class knows by its table, or prepares: its level, half of it for a paladin, and its ability."""
    casts, level = row.get("spellcasting") or {}, row["level"]
    if "spells_known" in casts or not casts:
        return int(casts.get("spells_known", 0))
    return max(1, (level // 2 if name == "paladin" else level) + mods[CLASSES[name].casting])


def _on_the_list(name: str, spells: list[Json]) -> list[Spell]:
    """The spells of a class as it takes them: those that we chose or that do something to figures, then the others;
    one of each level in turn, the highest first."""
    chosen = [
        Spell(each, at) for at, names in enumerate((CLASSES[name].cantrips, *CLASSES[name].spells)) for each in names
    ]
    known = {spell.name for spell in chosen}
    theirs = [row for row in spells if row["name"] not in known and name in (each["index"] for each in row["classes"])]
    fights = {row["name"] for row in theirs if row.keys() & {"damage", "dc", "heal_at_slot_level", "attack_type"}}
    chosen += [Spell(row["name"], row["level"]) for row in sorted(theirs, key=lambda row: row["name"] not in fights)]
    before: Counter[int] = Counter()
    places = {}
    for spell in chosen:
        others = spell.name not in known | fights
        places[spell.name] = (others, before[spell.level], -spell.level)
        before[spell.level] += 1
    return sorted(chosen, key=lambda spell: places[spell.name])


ALWAYS = {
    "cleric": (
        ("Bless", "Cure Wounds"),
        ("Lesser Restoration", "Spiritual Weapon"),
        ("Beacon of Hope", "Revivify"),
        ("Death Ward", "Guardian of Faith"),
        ("Mass Cure Wounds", "Raise Dead"),
    ),
    "paladin": (
        ("Protection from Evil and Good", "Sanctuary"),
        ("Lesser Restoration", "Zone of Truth"),
        ("Beacon of Hope", "Dispel Magic"),
        ("Freedom of Movement", "Guardian of Faith"),
        ("Commune", "Flame Strike"),
    ),
}
"""The spells of the Life domain and of the oath of Devotion, always prepared, for each level of slots."""


def always_prepared(name: str, level: int, highest: int) -> list[Spell]:
    """What the subclass adds to what a hero has prepared; a paladin has its oath from level 3 on."""
    rows = ALWAYS.get(name, ())[:highest] if name != "paladin" or level >= 3 else ()
    return [Spell(each, at) for at, names in enumerate(rows, 1) for each in names]


def _cast(slots: dict[int, int], row: Json, known: int, its_list: list[Spell]) -> Iterator[str]:
    """The cantrips and spells of a hero: as many as its table says."""
    numbers, casts = row.get("class_specific") or {}, row.get("spellcasting") or {}
    spells = [spell for spell in its_list if not spell.level][: casts.get("cantrips_known", 0)]
    always = always_prepared(row["class"]["index"], row["level"], max(slots, default=0))
    ready = {spell.name for spell in always}
    fitting = [spell for spell in its_list if 0 < spell.level <= max(slots, default=0) and spell.name not in ready]
    spells += sorted((*always, *fitting[:known]), key=lambda spell: spell.level)
    spells += [Spell(each, 0, 1) for at, each in _PACT.items() if numbers.get(f"mystic_arcanum_level_{at}")]
    for spell in spells:
        sort, said = words(spell)
        said = _improved(row, spell, said)
        yield f'{sort}="{said}"' if said.startswith("{") else f"{sort}={said}"


_THROWN = re.compile(r"(\{[\w.]+\}|\d+)d(\d+)")


def _improved(row: Json, spell: Spell, said: str) -> str:
    """The words of a spell as the subclass improves it: Disciple of Life, Supreme Healing, Potent Cantrip."""
    name, level = row["class"]["index"], row["level"]
    own = toml_of(shipped("fifth").decode())["thing"]
    keys = own.get(said) or toml_of(f"it = {compiler.shipped_things('fifth').get(said, ('', '{}'))[1]}")["it"]
    more: dict[str, Any] = {}
    if name == "cleric" and spell.level and "heal" in keys and "pool" not in keys:
        heal = _THROWN.sub(r"\1 * \2", keys["heal"]) if level >= 17 else keys["heal"]
        more = {"heal": f"{heal} + 2 + {{with.level}}"}
    if name == "wizard" and level >= 6 and not spell.level and "damage" in keys and "save" in keys.get("test", ""):
        more = {"spared": "half"}
    return inline({"like": said, "name": keys["name"], **more}) if more else said
