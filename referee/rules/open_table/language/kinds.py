"""Kinds of figures that `add` knows by a system file.

Used by the section `kind` of the file.
Gives one class for a kind.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.numbers import is_number
from referee.engine.state.own_values import Value
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import Mistake, meant, quoted
from referee.rules.open_table.language.expression import FIGURE, Node
from referee.rules.open_table.language.names import NAME
from referee.rules.open_table.language.toml_table import Table
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.language.traits import TraitRule, read_trait_value

LONGEST_NAME = 60


class TrackStart(Struct, frozen=True):
    """Where a track of a figure begins, and its bound; None: as the track says, or where it begins."""

    now: Node
    most: Node | None = None


def _side(table: Table, key: str) -> str:
    side = table.text(key)
    if side and not NAME.fullmatch(side):
        table.report("E1", "the name of a side is one word in lowercase letters.", key)
        return ""
    return side


class KindRule(keys.KeyedTable):
    """A sort of figure, with the values of the kinds that it is like."""

    name: str
    title: str = keys.heading("the name its figures get: Goblin 1", keys.as_title, most=LONGEST_NAME, called="name")
    side: str = keys.part(_side, "its side; without one, each figure is its own side", default="")
    short: str = keys.text("the letters its tags start with: g for g1, g2", most=8)
    numbered: bool = keys.flag("even a single one has a number")
    hint: str = keys.text("a short description")
    like: str = keys.later("a kind above this one in the file; this one starts with its values", "")
    """Not kept: `_with_likes` lays its values under those of this one."""
    entry: bool = keys.flag("true: it only has a turn, like a lair")
    standing: str = keys.name_of("standing", "its standing when it joins", without="the first")
    things: tuple[str, ...] = keys.names_of("thing", "the things it carries")
    note: str = keys.text("a note for the referee")
    cites: tuple[str, ...] = keys.cited()
    tracks: Mapping[str, TrackStart] = field(default_factory=lambda: MappingProxyType({}))
    traits: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))


KIND_KEYS = tuple(called for called, _ in keys.keys_of(KindRule).values() if called != "cites")
"""What a kind says besides its tracks and traits; neither they nor actions are called so."""


def _with_likes(kinds: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """The table of a kind with the values of the one that it is like first; reported if that stands below.

    What is wrong with values that it has from there is not reported again.
    """
    if (like := table.data.get("like")) is None:
        return table.data
    own = table.context

    def report(mistake: Mistake) -> None:
        if mistake.path[2:3] == () or mistake.path[2] in said:
            own.report(mistake)

    said = frozenset(table.data)
    table.context = replace(own, report=report)
    base = kinds.get(like) if isinstance(like, str) else None
    if base is None:
        table.report("E7", f"there is no kind {quoted(like)} above this one{meant(str(like), list(kinds))}", "like")
        return table.data
    return {**base, **table.data}


def read_kind(table: Table, name: str) -> KindRule:
    """The kind of a table, with the tracks and traits that it has."""
    likes = table.context.sections.setdefault("likes", {})
    table.data = likes[name] = _with_likes(likes, table)
    kind = keys.read(KindRule, table, name=name)
    tracks, traits = table.context.sections["track"], table.context.sections["trait"]
    own = {**_traits(table, traits), **({"note": kind.note} if kind.note else {})}
    kind = replace(kind, tracks=MappingProxyType(_tracks(table, tracks)), traits=MappingProxyType(own))
    for key in [key for key in table.data if key not in table.asked]:
        table.asked[key] = None
        ending = meant(key, [*KIND_KEYS, *tracks, *traits])
        table.report("E1", f"{quoted(key)} is not a key, track or trait of a kind{ending}", key)
    return kind


def _tracks(table: Table, tracks: Mapping[str, TrackRule]) -> dict[str, TrackStart]:
    found: dict[str, TrackStart] = {}
    for name in [key for key in table.data if key in tracks]:
        value = table.get(name, 'a number, "3/7" or an amount', int, str)
        if value is None:
            continue
        now, slash, most = str(value).partition("/")
        if slash and is_number(now.strip()) and is_number(most.strip()):
            start, bound = table.read_amount(int(now), FIGURE, name), table.read_amount(int(most), FIGURE, name)
        else:
            start, bound = table.read_amount(value, FIGURE, name), None
        if start is not None:
            found[name] = TrackStart(start, bound)
    return found


def _traits(table: Table, traits: Mapping[str, TraitRule]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name in [key for key in table.data if key in traits]:
        table.has(name)
        if (value := read_trait_value(table, traits[name], table.data[name], name)) is not None:
            found[name] = value
    return found
