"""Kinds of values of Scorched: what its models carry, also weapons such as `power+axe:ap4:s5`, what combats and the
table carry, and the sample models.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from referee.engine.contract.kinds import TrackKind, TraitKind
from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.option import Option
from referee.engine.contract.standing import Standing
from referee.engine.contract.template import Template
from referee.engine.problem import NotUnderstood, complaint
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.rules.registry import as_traits, toml_of
from referee.text.quoting import quoted

PACKAGE = "referee.rules.scorched"
COMBAT = "combat"
"""The kind of group that models in one combat form, and the name of the phase in which they fight."""
MOVES = "moves"
"""The part of a round before its combats."""

# ---- tracks
WOUNDS = TrackKind(
    "wounds",
    "W",
    "wounds left; slain at 0",
    maximum=99,
    called="wounds",
    untold=("wounds", "Feel No Pain"),
)
CHARGES = TrackKind("charges", "charges", "psychic charges it can spend", maximum=99)

# ---- what a profile says; 0 stands for none
WS = TraitKind("ws", 0, "Ws", "weapon skill, added to the highest attack die")
BS = TraitKind("bs", 0, "", "ballistic skill; only noted, as the app does not play shooting")
S = TraitKind("s", 3, "S", "strength")
T = TraitKind("t", 3, "T", "toughness")
SV = TraitKind("sv", 0, "Sv", "armor save, 2 to 6; 0 for none", optional=True)
INV = TraitKind("inv", 0, "inv", "invulnerable save, 2 to 6; 0 for none", optional=True)
FNP = TraitKind("fnp", 0, "FNP", "Feel No Pain, 2 to 6; 0 for none", optional=True)
PSYKER = TraitKind("psyker", False, "", "it may spend psychic charges")
WEAPONS = TraitKind[tuple[str, ...]]("weapons", (), "weapons", "one or two, such as sword,shield or power+axe:ap4:s5")
SHEET = (WS, BS, S, T, SV, INV, FNP, PSYKER, WEAPONS)

# ---- how it stands on the table
TOUCHES = TraitKind[tuple[str, ...]](
    "touches",
    (),
    "touches",
    "whom it is in base contact with",
    said="{who} touches {value}",
    cleared="{who} touches nobody",
    detail=True,
)
SUPPORTS = TraitKind("supports", "", "", "the friends its spear helps (chosen with `support`), by tag")
PRIORITY = TraitKind(
    "priority",
    "",
    "",
    "the side with priority this round",
    said="{value} has priority",
    cleared="No side has priority yet",
    detail=True,
)

# ---- tests
ATTACK = TestKind(
    "attack",
    "{who} against {target}",
    words={"success": "1 hit", "partial": "shielding, no hits", "failure": "equal, no hits"},
    times={"shielding": ", doubled"},
)
WOUND = TestKind(
    "wound",
    "{who} wounds {target}",
    words={"success": "1 to save", "partial": "{n} to save", "failure": "none to save"},
    plural="{n} to save",
    follows="strength",
)
SAVE = TestKind("save", words={"success": "made", "partial": "{fail}", "failure": "fails"}, plural="all made")
FEEL_NO_PAIN = TestKind(
    "feel_no_pain",
    "{whose} Feel No Pain",
    words={"success": "ignored", "partial": "{few} ignored", "failure": "not ignored"},
    plural="all ignored",
    follows="Feel No Pain",
)
TESTS = (ATTACK, WOUND, SAVE, FEEL_NO_PAIN)

UP = Standing("up", turn=True, able=True, target=True, fills=True)
SLAIN = Standing("slain", dead=True)

# ---- readings
AP_MODE = Option.between(
    "ap_mode",
    {"threshold": "negates armor", "modifier": "is added to the save"},
    "an Ap at or below the armor save negates it (1 is best), or Ap is added to the save (6 is best)",
    ("SC-40",),
    title="Ap",
)
OUTNUMBER = Option.between(
    "outnumber",
    {"each": "all who fight several", "more": "the smaller side"},
    "all who fight several enemies lose Ws, or only those on the smaller side",
    ("SC-44",),
    title="outnumbered",
)
OFF_HAND_AP = Option.between(
    "off_hand_ap",
    {"pool": "both count for Ap", "best": "the better Ap"},
    "two weapons combine their Ap, or only the better Ap counts",
    ("SC-45",),
    title="two weapons",
)
FNP_DIRECT = Option.between(
    "fnp_direct",
    {"off": "no Feel No Pain", "on": "Feel No Pain"},
    "Feel No Pain against wounds that allow no save",
    ("SC-46",),
    title="no save allowed",
)
WOUND_ROLL = Option.between(
    "wound_roll",
    {"off": "none", "on": "for every hit"},
    "strength against toughness for every hit",
    ("SC-51",),
    title="roll to wound",
)
PRIORITY_BY = Option.between(
    "priority_by",
    {"roll": "rolled each round", "hand": "as it was set"},
    "priority is rolled each round, or stays as it was set",
    ("SC-39",),
    title="priority",
)
INV_USE = Option.between(
    "inv_use",
    {"better": "when it is better", "negated": "without armor only"},
    "the invulnerable save when it is better; or only without armor",
    ("SC-41",),
    title="invulnerable",
)
INSTANT_FNP = Option.between(
    "instant_fnp",
    {"off": "no Feel No Pain", "on": "Feel No Pain"},
    "Feel No Pain against instant death",
    ("SC-43",),
    title="instant death",
)
SHRED_INV = Option.between(
    "shred_inv",
    {"on": "invulnerable saves, too", "off": "armor only"},
    "a 1 on the invulnerable save counts for Shred",
    ("SC-48",),
    title="Shred",
)
DOUBLING = Option.between(
    "doubling",
    {"last": "doubles last", "first": "doubles first"},
    "shielding doubles the whole score, or die and Ws before changes to Ws",
    ("SC-52",),
    title="shielding",
)
OPTIONS = (
    *(AP_MODE, OUTNUMBER, OFF_HAND_AP, FNP_DIRECT, WOUND_ROLL),
    *(PRIORITY_BY, INV_USE, INSTANT_FNP, SHRED_INV, DOUBLING),
)


MOST = 2
"""Weapons that a model fights with."""
_PART = re.compile(r"(ap|s)([0-9]{1,2})", re.ASCII)
_BEST_STRENGTH = 20


class Kind(Struct, frozen=True):
    """One kind of equipment: its rule, the clauses of it, and the number that it works with."""

    name: str
    rule: str
    clauses: tuple[str, ...]
    hint: str
    amount: int = 1
    also: tuple[str, ...] = ()
    """Other words for it."""
    dual: str = ""
    """`same` or `different` for the two that come with a pair of weapons."""


class Weapon(Struct, frozen=True):
    """One weapon: its kinds, its Ap (0 for none), and its strength (0 for the bearer's own)."""

    name: str
    kinds: tuple[str, ...]
    ap: int = 0
    s: int = 0


FISTS = Weapon("punch", ("punch",))
"""What a model without a weapon fights with (SC-15)."""


@cache
def kinds() -> dict[str, Kind]:
    """All kinds of equipment by name."""
    return {entry["name"]: _kind(**entry) for entry in toml_of(PACKAGE, "equipment.toml")["kind"]}


def _kind(clauses: list[str], also: Sequence[str] = (), **rest: Any) -> Kind:
    return Kind(clauses=tuple(clauses), also=tuple(also), **rest)


@cache
def named() -> dict[str, Weapon]:
    """The weapons that have a name, and every kind that can be carried, under each of its words."""
    alone = {word: Weapon(word, (k.name,)) for k in kinds().values() if not k.dual for word in (k.name, *k.also)}
    made = toml_of(PACKAGE, "equipment.toml")["weapon"]
    return alone | {e["name"]: Weapon(e["name"], tuple(e["kinds"]), e.get("ap", 0), e.get("s", 0)) for e in made}


@lru_cache(maxsize=512)
def read_weapon(word: str) -> Weapon:
    """The weapon that a word means. NotUnderstood, with what there is."""
    name, *parts = word.lower().split(":")
    numbers: dict[str, int] = {}
    for part in parts:
        found = _PART.fullmatch(part)
        most = 6 if part.startswith("ap") else _BEST_STRENGTH
        if found is None or int(found[2]) > most or found[1] in numbers:
            raise NotUnderstood(f"After a weapon, type ap0 to ap6 or s0 to s{_BEST_STRENGTH}, not {quoted(part)}.")
        numbers[found[1]] = int(found[2])
    sorts = [_sort(sort) for sort in name.split("+")]
    ap = numbers.get("ap", max((sort.ap for sort in sorts), default=0))
    s = numbers.get("s", max((sort.s for sort in sorts), default=0))
    return Weapon(name, tuple(dict.fromkeys(kind for sort in sorts for kind in sort.kinds)), ap, s)


def _sort(word: str) -> Weapon:
    if word not in named():
        raise NotUnderstood(f"There is no weapon {quoted(word)}. Weapons: {', '.join(named())}.")
    return named()[word]


def weapons_problem(words: tuple[str, ...]) -> str | None:
    """Why a model cannot carry these; None if it can."""
    if len(words) > MOST:
        return f"A model fights with {MOST} weapons at most, not {len(words)}."
    return next(filter(None, map(complaint(read_weapon), words)), None)


def in_own_keys(said: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """What was said after `add`, with each `weapon=` as one more of the `weapons=`."""
    out: list[tuple[str, str]] = []
    for key, word in said:
        if key == "weapon":
            before = [weapons for earlier, weapons in out if earlier == WEAPONS.name][-1:]
            key, word = WEAPONS.name, ",".join((*before, word))
        out.append((key, word))
    return out


def carried(encounter: Encounter, tag: Tag) -> tuple[Weapon, ...]:
    """What that model fights with; its fists, if nothing else."""
    words = WEAPONS.of(encounter, tag)[:MOST]
    return tuple(read_weapon(word) for word in words if weapons_problem((word,)) is None) or (FISTS,)


def templates() -> tuple[Template, ...]:
    """All sorts of model in the file of sample warbands."""
    return tuple(_template(entry) for entry in toml_of(PACKAGE, "warbands.toml")["model"])


def _template(entry: dict[str, Any]) -> Template:
    tracks = {name: Track(now=now, most=now) for name, now in entry["tracks"].items()}
    return Template(**{**entry, "tracks": tracks, "traits": as_traits(entry["traits"])})


_SAVES = (SV.name, INV.name, FNP.name)
_MOST = 20


def trait_problem(trait: str, value: object) -> str | None:
    """Why a model cannot have that value of a trait; None if it can."""
    if trait == WEAPONS.name and isinstance(value, tuple):
        return weapons_problem(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if trait in _SAVES and value not in (0, 2, 3, 4, 5, 6):
        return f"{trait} must be 2 to 6, or 0 for none, not {value}."
    if trait in (WS.name, BS.name, S.name, T.name) and not 0 <= value <= _MOST:
        return f"{trait} must be 0 to {_MOST}, not {value}."
    return None
