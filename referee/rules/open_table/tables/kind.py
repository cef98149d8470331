"""Kinds: the sorts of figures that `add` puts on the table, and what a library party keeps."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from referee.engine.bearer import Value
from referee.engine.number import is_number
from referee.rules.open_table.expression import Node
from referee.rules.open_table.keys import (
    as_title,
    cited,
    flag,
    heading,
    keys_of,
    later,
    name_of,
    names_of,
    part,
    read,
    text,
)
from referee.rules.open_table.mistake import Mistake, meant, quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import FIGURE
from referee.rules.open_table.symbols import NAME
from referee.rules.open_table.tables.track import TrackRule
from referee.rules.open_table.tables.trait import TraitRule, read_trait_value

LONGEST_NAME = 60


@dataclass(frozen=True)
class TrackStart:
    """Where a track of a figure begins, and its bound; None: as the track says, or where it begins."""

    now: Node
    most: Node | None = None


def _side(table: Table, key: str) -> str:
    side = table.text(key)
    if side and not NAME.fullmatch(side):
        table.report("E1", "a side is called by a word of small letters.", key)
        return ""
    return side


@dataclass(frozen=True)
class KindRule:
    """A sort of figure, with the values of the kinds that it is like."""

    name: str
    title: str = heading("how a figure of it is called", as_title, most=LONGEST_NAME, called="name")
    side: str = part(_side, "its side; without, each is a side of its own", default="")
    short: str = text("how its tags begin: g for g1, g2", most=8)
    numbered: bool = flag("even a single one has a number")
    hint: str = text("in a few words")
    like: str = later("a kind above it, whose values it has first", "")
    """Not kept: `_with_likes` lays its values under those of this one."""
    entry: bool = flag("it has a turn and nothing else")
    standing: str = name_of("standing", "how it joins", without="the first")
    things: tuple[str, ...] = names_of("thing", "what it has")
    note: str = text("what the referee wants to remember of it")
    cites: tuple[str, ...] = cited()
    tracks: Mapping[str, TrackStart] = field(default_factory=lambda: MappingProxyType({}))
    traits: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))


def _kept(section: str, does: str) -> Any:
    """The names of a list, or all of the section for "all"."""
    besides = ("note",) if section == "trait" else ()

    def read_kept(table: Table, key: str) -> tuple[str, ...]:
        if table.data.get(key) == "all":
            table.has(key)
            return (*table.symbols.names[section], *besides)
        if not isinstance(table.data.get(key, []), list | str):
            table.get(key, f'a list of {section}s, or "all",', list, str)
            return ()
        return table.names(key, section, besides=besides)

    return part(read_kept, does, default=())


@dataclass(frozen=True)
class Party:
    """What a library party keeps from fight to fight."""

    tracks: tuple[str, ...] = _kept("track", 'what a party keeps from fight to fight, or "all"')
    conditions: tuple[str, ...] = _kept("condition", "likewise")
    things: tuple[str, ...] = _kept("thing", "likewise, their uses")
    traits: tuple[str, ...] = _kept("trait", "likewise")


KIND_KEYS = tuple(called for called, _ in keys_of(KindRule).values() if called != "cites")
"""What a kind says besides its tracks and traits; neither they nor actions are called so."""


def _with_likes(kinds: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """The table of a kind with the values of the one that it is like first; reported if that stands below.

    What is wrong with values that it has from there is not reported again.
    """
    like = table.data.get("like")
    if like is None:
        return table.data
    own = table.context

    def report(mistake: Mistake) -> None:
        if mistake.path[2:3] == () or mistake.path[2] in said:
            own.report(mistake)

    said = frozenset(table.data)
    table.context = replace(own, report=report)
    base = kinds.get(like) if isinstance(like, str) else None
    if base is None:
        ending = meant(str(like), list(kinds))
        table.report("E7", f"there is no kind {quoted(like)} above this one{ending}", "like")
        return table.data
    return {**base, **table.data}


def read_kind(table: Table, name: str) -> KindRule:
    """The kind of a table, with the tracks and traits that it has."""
    likes = table.context.sections.setdefault("likes", {})
    table.data = likes[name] = _with_likes(likes, table)
    kind = read(KindRule, table, name=name)
    tracks, traits = table.context.sections["track"], table.context.sections["trait"]
    own = {**_traits(table, traits), **({"note": kind.note} if kind.note else {})}
    kind = replace(kind, tracks=MappingProxyType(_tracks(table, tracks)), traits=MappingProxyType(own))
    if unknown := [key for key in table.data if key not in table.asked]:
        known = [*KIND_KEYS, *tracks, *traits]
        for key in unknown:
            table.asked[key] = None
            table.report("E1", f"{quoted(key)} is no key, track or trait of a kind{meant(key, known)}", key)
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
        value = read_trait_value(table, traits[name], table.data[name], name)
        if value is not None:
            found[name] = value
    return found
