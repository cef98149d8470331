"""Kinds of values of Descent: what its figures, weapons and table carry, and what its dice show."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from referee.engine.contract.kinds import PileKind, TrackKind, TraitKind
from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.option import Option
from referee.engine.contract.standing import Standing
from referee.engine.contract.symbol_dice import Face, SymbolDie
from referee.engine.contract.template import Rank
from referee.engine.dice.dice import Pool
from referee.engine.events.event import Term, Terms
from referee.engine.questions.answer import Reads, Rolled
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.registry import toml_of

PACKAGE = "referee.rules.descent"
RANGE, DAMAGE, SURGE, MISS, ENHANCEMENT = "range", "damage", "surge", "miss", "enhancement"
BLACK = "black"
"""The power die."""
MOST_POWER = 5
"""Power dice in one attack (DJ-25)."""
LETTERS = {"r": "red", "b": "blue", "w": "white", "g": "green", "y": "yellow", "k": BLACK}
"""How colours are written where space is short."""
_SIGNS = {"X": ((MISS, 1),), "-": (), "+": ((ENHANCEMENT, 1),), "*": ((SURGE, 1),)}


def face(label: str) -> Face:
    """The face that is written so: three digits, X, -, + or *."""
    if label in _SIGNS:
        return Face(label, _SIGNS[label])
    counts = zip((RANGE, DAMAGE, SURGE), map(int, label), strict=True)
    return Face(label, tuple((mark, n) for mark, n in counts if n))


@lru_cache(maxsize=1)
def dice() -> Mapping[str, SymbolDie]:
    """The six dice by their colours."""
    found = toml_of(PACKAGE, "dice.toml")["die"]
    return {die["name"]: SymbolDie(die["name"], tuple(map(face, die["faces"]))) for die in found}


def pools(colours: Sequence[str]) -> tuple[Pool, ...]:
    """The dice of these colours, alike ones together."""
    return tuple(Pool(colour, colours.count(colour), die=dice()[colour]) for colour in dict.fromkeys(colours))


class RolledDie(Struct, frozen=True):
    """One rolled die: its colour and the index of the face it shows."""

    colour: str
    face: int

    @property
    def label(self) -> str:
        """What it shows."""
        return dice()[self.colour].faces[self.face].label


def rolled_dice(thrown: Iterable[Pool], rolled: Rolled) -> list[RolledDie]:
    """The dice of a throw, one by one."""
    return [RolledDie(pool.name, n) for pool, faces in zip(thrown, rolled.faces, strict=True) for n in faces]


def count_symbol(rolled: Iterable[RolledDie], mark: str) -> int:
    """How many of a symbol these dice show together."""
    return sum(_counts()[die.colour][die.face].get(mark, 0) for die in rolled)


@lru_cache(maxsize=1)
def _counts() -> dict[str, tuple[dict[str, int], ...]]:
    """What each face of each colour counts."""
    return {colour: tuple(dict(face.marks) for face in die.faces) for colour, die in dice().items()}


def dice_terms(rolled: Sequence[RolledDie], mark: str) -> Terms:
    """These dice as terms, one for each colour: how many of a symbol they show, and their faces."""
    by_colour: dict[str, list[RolledDie]] = {}
    for die in rolled:
        by_colour.setdefault(die.colour, []).append(die)
    return tuple(
        Term(colour, count_symbol(dice, mark), tuple(die.label for die in dice)) for colour, dice in by_colour.items()
    )


def symbols_of(thrown: Sequence[Pool], ranged: bool = True) -> Reads:
    """What an attack reads of its dice: whether any shows a miss, else how many of each symbol they show together.

    ranged: range matters too.
    """
    marks = (*((RANGE,) if ranged else ()), DAMAGE, SURGE, ENHANCEMENT)

    def symbols(rolled: Rolled) -> tuple[int, ...]:
        dice = rolled_dice(thrown, rolled)
        return () if count_symbol(dice, MISS) else tuple(count_symbol(dice, mark) for mark in marks)

    return Reads(marks=(MISS, *marks), judged=symbols)


def shown(rolled: Iterable[RolledDie]) -> str:
    """These dice in words: red 131, black +."""
    return ", ".join(f"{die.colour} {die.label}" for die in rolled)


HEROES = "heroes"
OVERLORD = "overlord"
"""The two sides, and the two phases of a round."""

# ---- tracks of figures
WOUNDS = TrackKind("wounds", "wounds", "a hero's wounds left; killed at 0")
TOKENS = TrackKind("tokens", "tokens", "a monster's wound tokens; killed when they reach its wound rating", rising=True)
FATIGUE = TrackKind("fatigue", "fatigue", "fatigue left to spend on power dice and movement")
MOVES = TrackKind("moves", "moves", "movement points left this turn", detail=True)
ATTACKS = TrackKind("attacks", "attacks", "attacks left this turn", detail=True)

# ---- tracks of the table
THREAT = TrackKind("threat", "threat", "the overlord's threat tokens")
CONQUEST = TrackKind("conquest", "conquest", "the heroes' conquest tokens; they lose at 0")
TRACKS = (WOUNDS, TOKENS, FATIGUE, MOVES, ATTACKS, THREAT, CONQUEST)

# ---- what a sheet or a card says
MOST = 99
"""The greatest armor, speed or conquest value that may be typed."""
ARMOR = TraitKind("armor", 0, "armor", "how much armor takes off each attack's damage", 0, MOST)
SPEED = TraitKind("speed", 4, "speed", "spaces in one move", 0, MOST)
MELEE = TraitKind("melee", 0, "melee", "power dice a hero adds to melee attacks", 0, MOST_POWER)
RANGED = TraitKind("ranged", 0, "ranged", "power dice a hero adds to ranged attacks", 0, MOST_POWER)
MAGIC = TraitKind("magic", 0, "magic", "power dice a hero adds to magic attacks", 0, MOST_POWER)
WORTH = TraitKind("worth", 2, "worth", "conquest the heroes lose when this figure is killed", 0, MOST)
MASTER = TraitKind("master", False, "master", "a master monster")
SIZE = TraitKind("size", "1x1", "size", "spaces the figure fills, such as 1x2 or 2x2")
TYPE = TraitKind("type", "melee", "type", "melee, ranged or magic")
DICE = TraitKind[tuple[str, ...]]("dice", (), "dice", "colours of the attack dice: red,green or rg")
ABILITIES = TraitKind[tuple[str, ...]]("abilities", (), "abilities", "special abilities: pierce2,fear1")
SHEET = (ARMOR, SPEED, MELEE, RANGED, MAGIC, WORTH, MASTER, SIZE, TYPE, DICE, ABILITIES)

# ---- what a weapon or another item says, beside type, dice, abilities and armor
SURGES = TraitKind[tuple[str, ...]]("surges", (), "surges", "what surges buy: a cost and an effect each")
HANDS = TraitKind("hands", 1, "hands", "hands needed")
OFFHAND = TraitKind[tuple[str, ...]]("offhand", (), "off-hand", "bonus to an attack with another weapon")

# ---- what a turn leaves behind until the next one
ACTION = TraitKind(
    "action",
    "",
    "action",
    "what a hero does this turn",
    said="{whose} action: {value}",
    cleared="{who} may choose an action again",
)
ORDERS = TraitKind("orders", 0, "", "orders still to place this turn")
WALKED = TraitKind("walked", False, "", "has moved this turn")
MISSED = TraitKind("missed", False, "", "the last attack this turn showed a miss")
PARTY_ROW = TraitKind("row", 0, "", "how many heroes the card was read for")

EQUIPPED = PileKind("equipped", "equipped", holds="item", detail=True)
PACK = PileKind("pack", "pack", holds="item", detail=True)

# ---- tests
ATTACK_ROLL = TestKind(
    "attack",
    alone="{who} attacks an empty space",
    compared="range {total} of {against}",
    faces={"X": "X on the {die} die"},
    untold=("damage", "surges"),
)
FEAR_TEST = TestKind(
    "fear",
    "{who} faces the fear of {target}",
    told={
        "success": "{who} overcomes the fear of {target}",
        "failure": "{who} is too afraid of {target}, and the attack fails",
    },
)
SHEDDING_ROLL = TestKind(
    "shedding",
    told={
        "success": "{who} is rid of the {using} tokens",
        "partial": "{who} sheds {n} of the {using} tokens, {rest} left",
        "failure": "{who} rolls no surge and keeps the {using} tokens",
    },
    told_of={
        "web": {
            "success": "{who} is out of the web",
            "partial": "{who} sheds {n} of the web tokens, {rest} left",
            "failure": "{who} rolls no surge and stays in the web",
        }
    },
    faces={},
)
UNDYING_ROLL = TestKind(
    "undying",
    told={"success": "{who} is undying and rises at full strength", "failure": "{who} is undying, but stays down"},
    faces={},
)
TESTS = (ATTACK_ROLL, FEAR_TEST, SHEDDING_ROLL, UNDYING_ROLL)

UP = Standing("up", turn=True, able=True, target=True, fills=True)
KILLED = Standing("killed", dead=True)

PARTY = Option.between(
    "party",
    {"auto": "as many as there are", "2": "2", "3": "3", "4": "4"},
    "how many heroes the monsters' cards are read for; auto counts the heroes",
    ("DJ-29",),
    title="party size",
)
REACH = Option.between(
    "reach",
    {"2": "2 spaces", "3": "3 spaces", "1": "1 space"},
    "spaces that a melee attack with Reach spans",
    ("DJ-75",),
    title="Reach",
)
QUICK_SHOT = Option.between(
    "quick_shot",
    {"2": "2 attacks", "3": "3 attacks", "1": "1 attack"},
    "attacks in one turn with Quick Shot",
    ("DJ-76",),
    title="Quick Shot",
)
BOLT = Option.between(
    "bolt",
    {"5": "5 spaces", "4": "4 spaces", "6": "6 spaces"},
    "how many spaces a Bolt goes straight ahead, on the board",
    ("DJ-62",),
    title="Bolt",
)
BREATH = Option.between(
    "breath",
    {"3": "3 spaces", "4": "4 spaces", "2": "2 spaces"},
    "how many spaces a Breath reaches, widening as it goes, on the board",
    ("DJ-62",),
    title="Breath",
)
CORNER = Option.between(
    "corner",
    {"open": "open", "blocked": "blocked"},
    "whether a line through a corner blocked on one side is open or blocked",
    ("DJ-86",),
    title="blocked corners",
)


# -------------------------------------------------------------------- reading and setting them


def is_hero(encounter: Encounter, who: Tag) -> bool:
    """True for a figure with a hero sheet, which loses wounds; a monster has a card and collects wound tokens."""
    return WOUNDS.track(encounter, who) is not None


def no_choice_yet(encounter: Encounter, who: Tag) -> str:
    """That a hero has to choose an action first; empty for one that has, and for a monster (DJ-48)."""
    if not is_hero(encounter, who) or ACTION.of(encounter, who):
        return ""
    return f"{encounter.name(who)} has not chosen an action yet. Choose one: run, battle, advance or ready [DJ-48]."


def trait_of(kind: str) -> TraitKind[int]:
    """The trait that adds power dice to attacks of that type."""
    return {"ranged": RANGED, "magic": MAGIC}.get(kind, MELEE)


def set_track(ledger: Ledger, who: Tag, track: TrackKind, to: int, *cites: str) -> None:
    """Sets a track that a figure has to a number; records nothing if it stands at that number already."""
    by = to - track.of(ledger.encounter, who)
    if by and track.track(ledger.encounter, who) is not None:
        ledger.record(track.change(who, by, *cites))


def count_of(n: int, what: str) -> str:
    """A number of things in words: 1 wound, 2 wounds."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def rank(figure: Figure) -> Rank | None:
    """A master stands out among the monsters of its sort."""
    return Rank("master") if figure.traits.get(MASTER.name, False) else None
