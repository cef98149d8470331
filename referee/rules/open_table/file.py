"""File: a system file as frozen values, read from the tables that TOML gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from referee.engine.number import short
from referee.engine.ruleset import Clause
from referee.rules.open_table.families import Report, Spread, spread
from referee.rules.open_table.keys import read
from referee.rules.open_table.mistake import Mistake, Path
from referee.rules.open_table.reader import Table
from referee.rules.open_table.symbols import IMPLICIT_INIT, MOST, Symbols, collect
from referee.rules.open_table.tables.act import Act, ActionRule, SortRule, ThingRule, read_sort, read_thing
from referee.rules.open_table.tables.condition import ConditionRule, MarkRule
from referee.rules.open_table.tables.damage import DamageRule
from referee.rules.open_table.tables.event_rule import EventRule, RestRule, read_event_rule
from referee.rules.open_table.tables.kind import KindRule, Party, read_kind, with_likes
from referee.rules.open_table.tables.option import OptionRule
from referee.rules.open_table.tables.order import OrderRule, read_order
from referee.rules.open_table.tables.system import (
    USUAL_STANDINGS,
    About,
    ClauseRow,
    Moments,
    SideRule,
    StandingRule,
    read_about,
    read_clause,
)
from referee.rules.open_table.tables.test import TestRule
from referee.rules.open_table.tables.track import TrackRule
from referee.rules.open_table.tables.trait import TraitRule, read_trait
from referee.rules.open_table.values import Context

FORMAT = 1
"""The format that this program reads."""
T = TypeVar("T")
TABLES: Mapping[str, tuple[type, ...]] = {
    "system": (About,),
    "sides": (SideRule,),
    "order": (OrderRule,),
    "standing": (StandingRule,),
    "track": (TrackRule,),
    "trait": (TraitRule,),
    "damage": (DamageRule,),
    "test": (TestRule,),
    "condition": (ConditionRule,),
    "mark": (MarkRule,),
    "sort": (SortRule,),
    "thing": (ThingRule,),
    "action": (ActionRule, Act),
    "on": (EventRule,),
    "rest": (RestRule,),
    "kind": (KindRule,),
    "party": (Party,),
    "option": (OptionRule,),
    "cites": (Moments,),
    "clause": (ClauseRow,),
}
"""The tables of a file, with what declares their keys."""


@dataclass(frozen=True, eq=False)
class SystemFile:
    """One system as its file says it. Each mapping goes by name, in the order of the file."""

    about: About
    sides: Mapping[str, SideRule]
    order: OrderRule
    standings: Mapping[str, StandingRule]
    tracks: Mapping[str, TrackRule]
    traits: Mapping[str, TraitRule]
    damage: DamageRule
    tests: Mapping[str, TestRule]
    conditions: Mapping[str, ConditionRule]
    marks: Mapping[str, MarkRule]
    sorts: Mapping[str, SortRule]
    things: Mapping[str, ThingRule]
    actions: Mapping[str, ActionRule]
    events: tuple[EventRule, ...]
    rests: Mapping[str, RestRule]
    kinds: Mapping[str, KindRule]
    party: Party
    options: Mapping[str, OptionRule]
    clauses: tuple[Clause, ...]
    cites: Moments
    symbols: Symbols

    @property
    def health(self) -> TrackRule | None:
        """The track that damage takes from, if there is one."""
        return next((track for track in self.tracks.values() if track.health), None)


def read_tables(data: dict[str, Any], report: Report) -> SystemFile:
    """The values of a file. Whatever is wrong is reported, and left out or as by default."""
    flat = spread(data, report)
    reported = _at_origin(flat, report)
    context = Context(collect(flat, reported), reported)
    top = Table(context, (), flat.data)
    _check_top(top, data)
    file = _Sections(context, flat).file()
    if len([track for track in file.tracks.values() if track.health]) > 1:
        names = [name for name, track in file.tracks.items() if track.health]
        reported(Mistake("E8", ("track", names[1], "health"), f"`{names[0]}` is the health of a figure already."))
    return file


def _at_origin(flat: Spread, report: Report) -> Report:
    """A report that names members of families by the table that the file has for them, each mistake once."""
    seen = set[tuple[Path, str]]()

    def forward(mistake: Mistake) -> None:
        origin = flat.origin.get(mistake.path[:2])
        path = mistake.path if origin is None else (*origin, *mistake.path[2:])
        if (path, mistake.code) not in seen or origin is None:
            seen.add((path, mistake.code))
            report(Mistake(mistake.code, path, mistake.sentence, mistake.line))

    return forward


def _check_top(top: Table, data: dict[str, Any]) -> None:
    top.asked = dict.fromkeys(("format", *TABLES))
    top.close()
    version = data.get("format")
    if version is None:
        top.report("E12", f"`format = {FORMAT}` is missing.", "format")
    elif isinstance(version, bool) or not isinstance(version, int) or version < 1:
        top.report("E2", "a number is expected, such as format = 1.", "format")
    elif version > FORMAT:
        top.report(
            "E12", f"the file is written for a later Referee: format {short(str(version))}, not {FORMAT}.", "format"
        )
    for section, most in MOST.items():
        tables = top.data.get(section, ())
        if isinstance(tables, dict | list) and len(tables) > most:
            what = "sides" if section == "sides" else f"{section}s"
            top.report("E10", f"a system has at most {most:,} {what}; this one has {len(tables):,}.", section)


_NAMELESS = {"name": "x", "blurb": "x"}
"""Stands in for a `[system]` that is missing."""


class _Sections:
    """Reads the tables of a file, one section after the other."""

    def __init__(self, context: Context, flat: Spread) -> None:
        self.context = context
        self.flat = flat

    def file(self) -> SystemFile:
        """All of them."""
        data = self.flat.data
        tracks, traits = self.named("track", TrackRule), self.traits()
        sorts = self.made("sort", read_sort)
        if "system" not in data:
            self.context.report(Mistake("E12", ("system",), "`[system]` is missing."))
        return SystemFile(
            about=read_about(self.table("system") if "system" in data else self.table("system", _NAMELESS)),
            sides=self.named("sides", SideRule),
            order=read_order(self.table("order")),
            standings=self.named("standing", StandingRule) or {rule.name: rule for rule in USUAL_STANDINGS},
            tracks=tracks,
            traits=traits,
            damage=self.only("damage", DamageRule),
            tests=self.made("test", self.test),
            conditions=self.named("condition", ConditionRule),
            marks=self.named("mark", MarkRule),
            sorts=sorts,
            things=self.made("thing", lambda table, name: read_thing(table, name, sorts)),
            actions=self.named("action", ActionRule),
            events=tuple(rule for rule in self.rows("on", read_event_rule) if rule),
            rests=self.named("rest", RestRule),
            kinds=self.kinds(tracks, traits),
            party=self.only("party", Party),
            options=self.named("option", OptionRule),
            clauses=self.clauses(),
            cites=self.only("cites", Moments),
            symbols=self.context.symbols,
        )

    def table(self, key: str, data: object = None) -> Table:
        """The table of that name; an empty one where the file has none."""
        return Table(self.context, (key,), self.flat.data.get(key, {} if data is None else data))

    def only(self, key: str, of: type[T]) -> T:
        """The value of the one table of that name."""
        table = self.table(key)
        found = read(of, table)
        table.close()
        return found

    def tables(self, section: str) -> "list[tuple[str, Table]]":
        """The tables of a section, as many as a system may have."""
        rows = list(self.table(section).data.items())[: MOST.get(section)]
        return [(name, Table(self.context, (section, name), data)) for name, data in rows]

    def named(self, section: str, of: type[T]) -> Mapping[str, T]:
        """The values of a section by name, all as its keys are declared."""
        return self.made(section, lambda table, name: read(of, table, name=name))

    def made(self, section: str, make: Callable[[Table, str], T]) -> Mapping[str, T]:
        """The values of a section by name."""
        found: dict[str, T] = {}
        for name, table in self.tables(section):
            found[name] = make(table, name)
            table.close()
        return MappingProxyType(found)

    def rows(self, section: str, read: Callable[[Table], T]) -> list[T]:
        """The values of an array of tables."""
        top = Table(self.context, (), self.flat.data)
        found: list[T] = []
        for table in top.rows(section, MOST[section]):
            found.append(read(table))
            table.close()
        return found

    def traits(self) -> Mapping[str, TraitRule]:
        written = self.made("trait", self.trait)
        if "init" in written or "init" not in self.context.symbols.names["trait"]:
            return written
        implicit = read_trait(Table(self.context, ("trait", "init"), IMPLICIT_INIT), "init")
        return MappingProxyType({"init": implicit, **written})

    def trait(self, table: Table, name: str) -> TraitRule:
        return replace(read_trait(table, name), word=self.flat.words.get(("trait", name), ""))

    def test(self, table: Table, name: str) -> TestRule:
        member = ("test", name)
        family = str(self.flat.origin[member][1]) if member in self.flat.origin else name
        return read(TestRule, table, name=name, family=family, word=self.flat.words.get(member, ""))

    def kinds(self, tracks: Mapping[str, TrackRule], traits: Mapping[str, TraitRule]) -> Mapping[str, KindRule]:
        found: dict[str, KindRule] = {}
        whole: dict[str, Any] = {}
        for name, table in self.tables("kind"):
            table.data = whole[name] = with_likes(whole, table)
            found[name] = read_kind(table, name, tracks, traits)
            table.close()
        return MappingProxyType(found)

    def clauses(self) -> tuple[Clause, ...]:
        found: dict[str, Clause] = {}
        for n, clause in enumerate(self.rows("clause", read_clause)):
            if clause.id in found:
                self.context.report(Mistake("E8", ("clause", n, "id"), f"`{clause.id}` is there twice."))
            found[clause.id] = clause
        return tuple(found.values())
