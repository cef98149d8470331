"""Kinds of values of The Black Keep: what its figures, fights and table carry, with the marks of the turn (BK-10, 19,
30).
"""

from referee.engine.contract.kinds import PileKind, TrackKind, TraitKind
from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.option import Option
from referee.engine.contract.standing import Standing
from referee.engine.contract.template import Rank, Template
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.own_values import Track, Value
from referee.engine.verbs.ledger import Ledger

MONSTERS = "monsters"
"""The side of all monsters."""
BOSSES = frozenset({"boss", "warlord"})
"""The kinds of monster that are bosses."""
FIGHT = "fight"
"""The kind of group that figures in combat with each other form."""
FIGHTING = "fights"
"""The phase in which the attacks of a turn are made."""
MOVING = "moves"
"""The phase between two turns, which is played on the table."""

# ---- tracks
WOUNDS = TrackKind("wounds", "wounds", "wounds left; dead at 0")
RESPAWNS = TrackKind(
    "respawns",
    "respawns",
    "how many times the figure may come back at its respawn point",
    lowered="{who} respawns",
)
ITEMS = TrackKind(
    "items",
    "items",
    "special items won",
    called="special items",
    raised="{who} gains a special item | {who} gains {n} special items",
)

# ---- what a profile says
ATTACK_DICE = TraitKind("attack_dice", 1, "dice", "attack dice rolled", 1, 10)
ATTACK = TraitKind(
    "attack",
    0,
    "att",
    "the figure's attack modifier on the attack table",
    -9,
    9,
    True,
    said="{whose} attack modifier is {value}",
    cleared="{whose} attack modifier is 0",
)
DEFENCE = TraitKind(
    "defence",
    0,
    "def",
    "the figure's defence modifier, subtracted from an attacker's modifier on the attack table",
    -9,
    9,
    True,
    said="{whose} defence modifier is {value}",
    cleared="{whose} defence modifier is 0",
)
SAVE = TraitKind(
    "save",
    0,
    "save",
    "what an item or the profile adds to the player's own saves; players only",
    -2,
    2,
    said="{whose} save modifier is {value}",
    cleared="{whose} save modifier is 0",
)
ENEMY_SAVE = TraitKind(
    "enemy_save",
    0,
    "enemy save",
    "what an item or the profile adds to the saves of the player's targets; players only",
    -2,
    2,
    said="The save modifier of {whose} targets is {value}",
    cleared="The save modifier of {whose} targets is 0",
)
RANGE = TraitKind(
    "range",
    0,
    "range",
    "how many squares the figure can shoot; 0 for none",
    0,
    99,
    optional=True,
    said="{whose} range is {value}",
    cleared="{who} has nothing to shoot with",
)
DENIES_COUNTER = TraitKind(
    "denies_counter",
    False,
    "denies",
    "figures attacked by this one cannot strike back",
    said="Nobody can strike back at {who}",
    cleared="Targets of {who} can strike back",
)
GEAR = TraitKind("gear", "", "gear", "its items, in words")
SHEET = (ATTACK_DICE, ATTACK, DEFENCE, SAVE, ENEMY_SAVE, RANGE, DENIES_COUNTER, GEAR)

# ---- tests
ATTACK_ROLL = TestKind("attack", best=True)
SAVING_THROW = TestKind("save", "{whose} save", words={"success": "parried", "failure": "fails"}, versus="{n}+")
TREASURE_ROLL = TestKind(
    "treasure", "{who} takes the treasure", words={"success": "a special item", "failure": "a trap"}
)
TESTS = (ATTACK_ROLL, SAVING_THROW, TREASURE_ROLL)

# ---- what a fight carries
TURNS = TraitKind("turns", 0, "", "turns this fight has lasted")

# ---- the attack table
NEEDS = TraitKind[tuple[str, ...]](
    "attack_table", ("6", "5", "4", "3", "2"), "", "what a die needs at a net modifier of -2, -1, 0, +1 and +2"
)

GOOD = PileKind("good", "positive cards", detail=True)
BAD = PileKind("bad", "negative cards", detail=True)
PROFILE = 5
"""Cards that a side of a profile holds."""

UP = Standing("up", turn=True, able=True, target=True, fills=True)
DEAD = Standing("dead", dead=True)
OUT = Standing("out", said="{who} is out of play")

MULTI_DICE = Option.between(
    "multi_dice",
    {"any": "one attack", "each": "a hit for each die"},
    "several attack dice count as one hit at most, or each die that hits counts",
    ("BK-04",),
    title="several dice",
)
METRIC = Option.between(
    "metric",
    {"chebyshev": "one square", "orthogonal": "two squares"},
    "a diagonal step is one square of range, or two",
    ("BK-17", "BK-38"),
    title="diagonal steps",
)
GRANT = Option.between(
    "grant",
    {"spends": "uses the item up", "keeps": "keeps the item"},
    "the special item that brings a team-mate back is used up, or kept",
    ("BK-35",),
    title="bringing back",
)


def _player(kind: str, wounds: int, traits: dict[str, Value], hint: str, *cites: str) -> Template:
    tracks = {WOUNDS.name: Track(now=wounds, most=wounds), RESPAWNS.name: Track(now=1), ITEMS.name: Track(now=0)}
    return Template(kind, "", kind.capitalize(), tracks=tracks, traits=traits, cites=cites, hint=hint)


def _monster(kind: str, wounds: int, traits: dict[str, Value], hint: str, *cites: str, short: str = "") -> Template:
    name, tracks = kind.replace("-", " ").capitalize(), {WOUNDS.name: Track(now=wounds, most=wounds)}
    return Template(kind, MONSTERS, name, short, tracks=tracks, traits=traits, cites=cites, hint=hint)


TEMPLATES = (
    _player("player", 1, {}, "one wound, one die, one respawn", "BK-39"),
    _monster("minion", 1, {}, "one wound, one die", "BK-23", "BK-24"),
    _monster("boss", 2, {ATTACK_DICE.name: 2}, "two wounds, two dice", "BK-26"),
    _player("knight", 2, {DEFENCE.name: 1}, "a player with two wounds"),
    _player("archer", 1, {RANGE.name: 5, GEAR.name: "bow"}, "a player with a bow"),
    _monster("rat", 1, {}, "a minion that comes in packs", short="r"),
    _monster("skeleton", 1, {DEFENCE.name: 1}, "a tough minion", short="s"),
    _monster("bone-archer", 1, {RANGE.name: 4}, "a minion that shoots", short="a"),
    _monster("warlord", 2, {ATTACK_DICE.name: 2, ATTACK.name: 1}, "a boss that hits hard"),
)


def rank(figure: Figure) -> Rank | None:
    """A boss stands out among the monsters."""
    return Rank("boss", is_boss=True) if figure.kind in BOSSES else None


ATTACKED = TraitKind("attacked", False, "", "the figure has attacked this turn")
"""On a figure, until the next turn of all begins: no further attack in its own fight."""
STRUCK_BY = TraitKind[tuple[str, ...]](
    "struck_by", (), "", "who attacked this figure this turn, in a fight of three or more"
)
"""On a figure, until the turn of all ends: it strikes back at these before it attacks anybody else."""
FELL = TraitKind("fell", False, "", "somebody fell in this fight this turn")
"""On a fight, until the next turn of all begins: this turn of the fight is no draw."""


def spend_attack(ledger: Ledger, who: Tag) -> None:
    """A figure has made its one attack of this turn (BK-19)."""
    ledger.record(ATTACKED.set(who, True))
