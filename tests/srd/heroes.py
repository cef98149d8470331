"""Heroes of levels 1 to 20: numbers by the tables of the SRD; abilities, armour, weapons and spells are our own choice.

`fighter5 Ann` is a fighter of level 5. Chosen: 16, 14 and 14 in the three abilities that a class needs most, its first
one 18 from level 4 and 20 from level 8; the average of the hit dice; the armour and the weapon named in CLASSES.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.imports.record import Json
from referee.imports.spells import Spell, words
from referee.toml import inline

LEVELS = range(1, 21)
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
_LONGBOW = _weapon("Longbow", "dex", "1d8 + MOD piercing", ranged=True)
_CROSSBOW = _weapon("Light crossbow", "dex", "1d8 + MOD piercing", ranged=True)
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
        (_LONGBOW, "shortsword_dex"),
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
    "rogue": Class({"dex": 3, "con": 2, "int": 2}, "12 + dex", ("rapier", "sneak", "shortbow", "dagger")),
    "sorcerer": Class(
        {"cha": 3, "con": 2, "dex": 2}, "10 + dex", ("dagger", _CROSSBOW), "cha", ("Fire Bolt", "Ray of Frost"), _ARCANE
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


def heroes(classes: list[Json], levels: list[Json]) -> Iterator[Json]:
    """Each class at each level as a record of the catalogue."""
    by_class = {row["index"]: row for row in classes}
    for row in sorted(levels, key=lambda row: (row["class"]["index"], row["level"])):
        if not row.get("subclass"):
            yield _hero(by_class[row["class"]["index"]], row)


def _hero(of: Json, row: Json) -> Json:
    name, level, proficiency = of["index"], row["level"], row["prof_bonus"]
    chosen = CLASSES[name]
    mods = dict(chosen.abilities)
    first = next(iter(mods))
    mods[first] += sum(level >= at for at in _ASI)
    die = of["hit_die"]
    hp = die + mods["con"] + (level - 1) * (die // 2 + 1 + mods["con"])
    values: dict[str, object] = {"hp": hp, "ac": _reckoned(chosen.ac, mods), **mods, "proficiency": proficiency}
    for save in (each["index"] for each in of["saving_throws"]):
        values[f"{save}_save"] = mods.get(save, 0) + proficiency
    values |= {"hit_dice": level, "hit_die": die, "hp_dice": f"{level}d{die}"}
    if faster := (row.get("class_specific") or {}).get("unarmored_movement"):
        values["speed"] = 30 + int(faster)
    if (attacks := _attacks(name, level, row.get("class_specific") or {})) > 1:
        values["attacks"] = attacks
    slots = {
        at: count for at in range(1, 10) if (count := (row.get("spellcasting") or {}).get(f"spell_slots_level_{at}"))
    }
    values |= {"casting": mods[chosen.casting]} if chosen.casting else {}
    values |= {f"slot{at}": count for at, count in slots.items()}
    things = [*_weapons(name, level, chosen, row), *_powers(name, level, mods, row)]
    things += _cast(name, level, chosen, slots, row)
    told = ", ".join(f"{key.upper()} {value:+}" for key, value in mods.items())
    return {
        "name": f"{name}{level}",
        "words": " ".join((f'hero "{of["name"]}"', *(f"{key}={value}" for key, value in values.items()), *things)),
        "note": "\n".join(filter(None, (f"{of['name']} {level}: {told}, AC {values['ac']}", _table(row)))),
    }


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
            rage = {"amount": f"{numbers['rage_damage_bonus']} slashing", "when": "{has raging}"}
            said = {"name": each.capitalize(), "hit": "{proficiency} + {str}"}
            yield f'weapon="{inline({**said, "damage": [f"{die} + {{str}} slashing", rage]})}"'
        elif each == "unarmed":
            die = f"1d{numbers['martial_arts']['dice_value']}"
            magical = {"magical": True} if level >= 6 else {}
            yield f'weapon="{_weapon("Unarmed strike", "dex", f"{die} + MOD bludgeoning", light=True, **magical)}"'
        elif each == "sneak":
            dice = numbers["sneak_attack"]
            said = {"name": "Sneak attack (rapier)", "hit": "{proficiency} + {dex}"}
            damage = ["1d8 + {dex} piercing", f"{dice['dice_count']}d{dice['dice_value']} piercing"]
            yield f'weapon="{inline({**said, "damage": damage})}"'
        elif each == "shortsword_dex":
            yield f'weapon="{_weapon("Shortsword", "dex", "1d6 + MOD piercing", light=True)}"'
        else:
            yield f'weapon="{each}"' if each.startswith("{") else f"weapon={each}"


def _power(name: str, **keys: Any) -> str:
    return f'power="{inline({"name": name, **keys})}"'


def _powers(name: str, level: int, mods: dict[str, int], row: Json) -> Iterator[str]:
    """What a class has so many of, by its table."""
    numbers, me, long, short = row.get("class_specific") or {}, {"targets": "self"}, ["long"], ["short", "long"]
    proficiency = row["prof_bonus"]
    match name:
        case "barbarian":
            uses = {} if numbers["rage_count"] > 99 else {"uses": numbers["rage_count"], "reset": long}
            yield _power("Rage", cost={"bonus": 1}, **uses, **me, brings=[{"condition": "raging", "for": "10 rounds"}])
        case "bard":
            told = f"adds 1d{numbers['bardic_inspiration_die']} to one check, attack or save"
            reset = short if level >= 5 else long
            yield _power(
                "Bardic Inspiration", cost={"bonus": 1}, uses=max(1, mods["cha"]), reset=reset, at="allies", tell=told
            )
        case "cleric" if numbers["channel_divinity_charges"]:
            told = {"tell": "turned: flees for 1 minute or until it is damaged"}
            keys = {"uses": numbers["channel_divinity_charges"], "reset": short, "dc": "{spell_dc}"}
            yield _power("Turn Undead", cost={"action": 1}, **keys, targets="many", test="save wis", **told)
        case "fighter":
            heal = {"heal": f"1d10 + {level}"}
            yield _power("Second Wind", cost={"bonus": 1}, uses=1, reset=short, **me, **heal)
            if surges := numbers["action_surges"]:
                yield _power("Action Surge", uses=surges, reset=short, **me, change={"action": "full"})
            if more := numbers["indomitable_uses"]:
                yield _power("Indomitable", uses=more, reset=long, turn="any", **me, tell="rolls a failed save again")
        case "monk" if numbers["ki_points"]:
            yield _power(
                "Ki", cost={"bonus": 1}, uses=numbers["ki_points"], reset=short, **me, tell="spends a ki point"
            )
            if level >= 5:
                brings = [{"condition": "stunned", "for": "end of by"}]
                dc = str(8 + proficiency + mods["wis"])
                yield _power("Stunning Strike", shares="ki", uses=1, dc=dc, test="save con", brings=brings)
        case "paladin":
            heals = {"uses": level, "reset": long, "at": "allies", "heal": "5"}
            yield _power("Lay on Hands (5 HP)", cost={"action": 1}, **heals)
            if level >= 2:
                yield _power("Divine Smite", cost={"slot1": 1}, damage="2d8 radiant")
        case "sorcerer" if numbers["sorcery_points"]:
            yield _power(
                "Sorcery points", uses=numbers["sorcery_points"], reset=long, **me, tell="spends a sorcery point"
            )
        case "druid" if level >= 2:
            yield _power("Wild Shape", cost={"action": 1}, uses=2, reset=short, **me, tell="takes the shape of a beast")
        case "rogue" if level >= 5:
            yield "feature=uncanny_dodge"


def _cast(name: str, level: int, chosen: Class, slots: dict[int, int], row: Json) -> Iterator[str]:
    """The cantrips and spells that we chose, as far as there are slots for them."""
    numbers = row.get("class_specific") or {}
    spells = [Spell(each) for each in chosen.cantrips]
    if slots:
        most = max(slots)
        spells += [Spell(each, at) for at, names in enumerate(chosen.spells, 1) if at <= most for each in names]
    spells += [Spell(each, 0, 1) for at, each in _PACT.items() if numbers.get(f"mystic_arcanum_level_{at}")]
    for sort, said in map(words, spells):
        yield f'{sort}="{said}"' if said.startswith("{") else f"{sort}={said}"
