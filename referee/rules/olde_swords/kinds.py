"""Kinds of values of Olde Swords Reign: what its figures, things and table carry."""

from referee.engine.contract.kinds import AnyTrait, PileKind, TrackKind, TraitKind
from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.option import Option
from referee.engine.contract.standing import Standing

HEROES = "heroes"
"""The side that acts first from the second round on."""
ENEMIES = "enemies"
"""The side that the app throws for when dice are split."""
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")

# ---- tracks
HP = TrackKind("hp", "HP", "hit points; dying at 0")
TEMP = TrackKind("temp", "temp", "lost before any other HP", called="temporary HP")
FATIGUE = TrackKind(
    "fatigue", "fatigue", "each level is -1 to checks and saves; at 5 the figure can only rest", maximum=5
)
PROVISIONS = TrackKind(
    "provisions", "provisions", "spent to stabilise the dying and on breathers", maximum=99, called="Provisions"
)

HERO_TRACKS = (FATIGUE, PROVISIONS)
"""What heroes have and monsters do not."""

# ---- the sheet
STR = TraitKind("str", 0, "STR", "strength modifier", minimum=-5, maximum=10, signed=True)
DEX = TraitKind("dex", 0, "DEX", "dexterity modifier", minimum=-5, maximum=10, signed=True)
CON = TraitKind("con", 0, "CON", "constitution modifier", minimum=-5, maximum=10, signed=True)
INT = TraitKind("int", 0, "INT", "intelligence modifier", minimum=-5, maximum=10, signed=True)
WIS = TraitKind("wis", 0, "WIS", "wisdom modifier", minimum=-5, maximum=10, signed=True)
CHA = TraitKind("cha", 0, "CHA", "charisma modifier", minimum=-5, maximum=10, signed=True)
ABILITY = {kind.name: kind for kind in (STR, DEX, CON, INT, WIS, CHA)}
LEVEL = TraitKind("level", 0, "level", "1 to 12; gives the proficiency bonus", minimum=0, maximum=12)
PROFICIENCY = TraitKind(
    "proficiency", 0, "prof", "proficiency bonus, where the level does not give it", minimum=0, maximum=10, signed=True
)
SAVES = TraitKind[tuple[str, ...]]("saves", (), "saves", "proficient saves, by ability: str,con")
CASTING = TraitKind("casting", "int", "casting", "the ability used to cast spells")
ATTACK = TraitKind("attack", 0, "attack", "a monster's whole attack bonus", minimum=-10, maximum=40, signed=True)
HIT_DICE = TraitKind(
    "hd", 0, "HD", "a monster's hit dice: attack bonus, HP and save DC follow from them", minimum=0, maximum=40
)
MORALE = TraitKind("morale", 7, "morale", "a monster breaks if 2d6 rolls over this", minimum=2, maximum=12)
AC = TraitKind("ac", 10, "AC", "what an attack must reach to hit", minimum=0, maximum=40)
ARMOUR = TraitKind("armour", "none", "armour", "none, leather, chain or plate")
SHIELD = TraitKind("shield", False, "shield", "carries a shield: 1 AC more")
SPEED = TraitKind("speed", 30, "speed", "feet of movement in a turn", minimum=0)
REACH = TraitKind("reach", 5, "reach", "feet that melee attacks reach", minimum=0)
HIT_DIE = TraitKind("hit_die", "d8", "hit die", "d4 to d12; rolled for HP when getting up from dying")

SHEET: tuple[AnyTrait, ...] = (
    *(AC, *ABILITY.values()),
    *(LEVEL, PROFICIENCY, SAVES, CASTING, ATTACK, HIT_DICE, MORALE),
    *(ARMOUR, SHIELD, SPEED, REACH, HIT_DIE),
)

# ---- tests
ATTACK_ROLL = TestKind("attack", words={"fumble": "natural 1, miss"}, versus="AC")
SAVING_THROW = TestKind(
    "save",
    "{who} saves",
    told={"success": "{who} makes the {using} save", "failure": "{who} fails the {using} save"},
    told_of={
        f"{ability} ({why})": {"failure": f"{{who}} is {why} and fails the {ability} save"}
        for ability in ("STR", "DEX")
        for why in ("stunned", "paralysed")
    },
    versus="DC",
)
ABILITY_CHECK = TestKind("check", words={"success": "success", "failure": "failure"}, versus="DC")
CONTEST = TestKind(
    "contest",
    "{who} tries to {using} {target}",
    words={"success": "wins", "partial": "a tie, nothing changes", "failure": "loses"},
)
REFLEX_CHECK = TestKind(
    "reflex",
    "{whose} reflex check",
    words={"success": "acts", "failure": "joins in round 2"},
    versus="DC",
    folded="Reflex checks, DC {against}",
)
MORALE_CHECK = TestKind(
    "morale",
    "{whose} morale",
    told={"success": "{whose} morale holds", "failure": "{whose} morale breaks"},
    needed={"success": "{against} or less", "failure": "more than {against}"},
)
DYING_ROLL = TestKind(
    "dying",
    "{whose} dying roll",
    words={"success": "gets up", "partial": "", "failure": "still dying", "fumble": ""},
    needed={"success": "", "partial": "", "failure": "", "fumble": ""},
)
TESTS = (ATTACK_ROLL, SAVING_THROW, ABILITY_CHECK, CONTEST, REFLEX_CHECK, MORALE_CHECK, DYING_ROLL)

# ---- marks of the turn and the round
ACTION = TraitKind(
    "action",
    "",
    "action",
    "`spent` once the figure has acted this turn",
    said="{who} has used the action for this turn",
    cleared="{who} has an action again",
    detail=True,
)
REACTION = TraitKind(
    "reaction",
    "",
    "reaction",
    "`spent` once the figure has reacted this round",
    said="{who} has reacted this round",
    cleared="{who} may react again",
    detail=True,
)
TRIGGER = TraitKind(
    "ready_for",
    "",
    "ready for",
    "what the readied action waits for",
    said="{who} readies an action for this: {value}",
    cleared="{who} has no action ready now",
)
FOCUS = TraitKind(
    "focus",
    "",
    "focus",
    "what the figure keeps up: a spell, a watch, a note of the referee",
    said="{who} keeps up {value}",
    cleared="{who} no longer keeps up a spell",
    detail=True,
)
GOES_ON = TraitKind(
    "the_fight",
    "",
    "the fight",
    "`goes on` once the table has said so for this round, or `goes on in the next round`",
    said="The fight {value}",
    cleared="The app may ask again whether the fight goes on",
    detail=True,
)
MISSED = TraitKind(
    "missed",
    "",
    "missed",
    "who has just missed an attack, by tag",
    said="{value} has just missed",
    cleared="Nobody has just missed",
    detail=True,
)
MARKS = (ACTION, REACTION, TRIGGER, FOCUS, GOES_ON, MISSED)

# ---- things
DICE = TraitKind("dice", "", "dice", "the dice of the weapon or spell")
RANGED = TraitKind("ranged", False, "ranged", "shot or thrown")
FINESSE = TraitKind("finesse", False, "finesse", "light enough to attack with DEX")
BONUS = TraitKind("bonus", 0, "bonus", "added to attacks and damage with the weapon")
NATURAL = TraitKind("natural", False, "natural", "part of the body; cannot be dropped")
TO_HIT = TraitKind("to_hit", False, "to hit", "the spell has to hit")
AGAINST = TraitKind("against", "", "save", "the ability that saves against the spell")
HALF = TraitKind("half", False, "half", "a successful save halves the damage; it does not prevent it")
HEALS = TraitKind("heals", False, "heals", "the dice restore HP")
BRINGS = TraitKind("brings", "", "condition", "the condition caused by the spell")
TURNS = TraitKind("turns", 0, "turns", "turns the condition lasts, counted as each begins; 0 for no end")
MANY = TraitKind("many", False, "many", "the spell may be cast on several figures")
KEPT_UP = TraitKind("kept_up", False, "kept up", "the caster keeps the spell up")
DC = TraitKind("dc", 0, "DC", "DC of the save against it; 0 for the caster's own DC")
THING_TRAITS = (
    *(DICE, RANGED, FINESSE, BONUS, NATURAL),
    *(TO_HIT, AGAINST, HALF, HEALS, BRINGS, TURNS, MANY, KEPT_UP, DC),
)

WEAPONS = PileKind("weapons", "weapons", "weapon", detail=True)
SPELLS = PileKind("spells", "spells", "spell")
ITEMS = PileKind("items", "items", "item")
DROPPED = PileKind("dropped", "on the ground", "weapon", detail=True)

# ---- how a figure stands
UP = Standing("up", turn=True, able=True, target=True, fills=True)
DYING = Standing("dying", turn=True, target=True, fills=True)
STABLE = Standing("stable", turn=True, target=True, fills=True, said="{who} is stable and wakes next turn")
DOOMED = Standing("doomed", turn=True, able=True, target=True, fills=True, said="{who} has one heroic action left")
DEAD = Standing("dead", dead=True)
FLED = Standing("fled", said="{who} flees")
YIELDED = Standing("yielded", fills=True, said="{who} surrenders")
STANDINGS = (UP, DYING, STABLE, DOOMED, DEAD, FLED, YIELDED)
ABLE = frozenset(standing.name for standing in STANDINGS if standing.able)
DOWN = frozenset({DYING.name, STABLE.name})
"""The standings of those who may yet get up."""

# ---- readings
REFLEX = Option.between(
    "reflex",
    {"heroes": "heroes", "everyone": "everyone"},
    "who makes a reflex check when a fight breaks out",
    ("OS-01",),
    title="reflex checks",
)
RANGED_DAMAGE = Option.between(
    "ranged_damage_mod",
    {"on": "with the modifier", "off": "without"},
    "whether ranged damage includes the ability modifier",
    ("OS-12", "OS-10"),
    title="ranged damage",
)
NAT20 = Option.between(
    "nat20_auto_hit",
    {"on": "always hits", "off": "is an ordinary roll"},
    "a natural 20 hits whatever the AC",
    ("OS-14",),
    title="a natural 20",
)
NAT1 = Option.between(
    "nat1_auto_miss",
    {"off": "is an ordinary roll", "on": "always misses"},
    "a natural 1 misses whatever the AC",
    ("OS-15",),
    title="a natural 1",
)
TIRED_ATTACKS = Option.between(
    "fatigue_on_attacks",
    {"off": "not on attacks", "on": "on attacks, too"},
    "fatigue is taken off attack rolls, too",
    ("OS-49",),
    title="fatigue",
)
COVERED = Option.between(
    "cover",
    {"ask": "asked each time", "setback": "SETBACK", "ac": "2 AC"},
    "partial cover: asked each time, SETBACK, or 2 AC",
    ("OS-17",),
    title="partial cover",
)
TIES = Option.between(
    "ties",
    {"success": "succeed", "failure": "fail"},
    "what a roll exactly equal to the AC or DC does",
    ("OS-08", "OS-19"),
    title="equal rolls",
)
WHO_DIES = Option.between(
    "dying",
    {"heroes": "heroes", "everyone": "everyone"},
    "who is dying at 0 HP; all others are dead at once",
    ("OS-22",),
    title="dying at 0 HP",
)
OPTIONS = (REFLEX, RANGED_DAMAGE, NAT20, NAT1, TIRED_ATTACKS, COVERED, TIES, WHO_DIES)
