"""A system file as frozen values: a field for each of its sections.

Used to read a file for a check or for play, once for every set of choices of its options.
Gives the file, with all that is wrong reported, and what it says under the choices of an encounter.
"""

from collections.abc import Callable, Mapping, Set
from functools import cached_property
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.contract.clause import Clause
from referee.engine.problem import Refused
from referee.rules.open_table.language.about import About, read_about
from referee.rules.open_table.language.actions import ActionRule
from referee.rules.open_table.language.acts import Act
from referee.rules.open_table.language.cited_moments import Moments
from referee.rules.open_table.language.clauses import ClauseRow, read_clause
from referee.rules.open_table.language.conditions import ConditionRule, all_within, awaited_by_rows
from referee.rules.open_table.language.damage import DamageRule
from referee.rules.open_table.language.dice_tests import TestRule
from referee.rules.open_table.language.document import Mistake, Path, Report, Spread, load, renewed, spread
from referee.rules.open_table.language.effects import EventRule, read_event_rule
from referee.rules.open_table.language.keys import KeyedTable, keys_of, part, read
from referee.rules.open_table.language.kinds import KIND_KEYS, KindRule, read_kind
from referee.rules.open_table.language.marks import MarkRule
from referee.rules.open_table.language.named_dice import DiceRule
from referee.rules.open_table.language.names import APP_WORDS, Symbols, collect
from referee.rules.open_table.language.options import OptionRule, with_choice
from referee.rules.open_table.language.order import OrderRule, read_order
from referee.rules.open_table.language.party import Party
from referee.rules.open_table.language.random_tables import RandomTable
from referee.rules.open_table.language.rests import RestRule
from referee.rules.open_table.language.sides import SideRule
from referee.rules.open_table.language.standings import USUAL_STANDINGS, StandingRule
from referee.rules.open_table.language.things import SortRule, ThingRule, read_sort, read_thing
from referee.rules.open_table.language.toml_table import Context, Table
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.language.traits import TraitRule, read_trait
from referee.text.harmless import clean
from referee.text.quoting import short
from referee.toml_file import TomlFile

IMPLICIT_INIT = {"type": "number"}
"""The trait `init`, where the order goes by number and the file does not declare it."""
FORMAT = 2
"""The format that this program writes; it reads those before it, too. Since 2 there are sentences: `said`, `told`."""
MOST_FOUND = 60
"""Errors after which the rest of a file is not read."""


def _only(section: str, of: type, make: Callable[[Table], Any] | None = None) -> Any:
    """A section that is one table, empty where the file has none."""

    def read_only(top: Table, key: str) -> Any:
        table = Table(top.context, (key,), top.data.get(key, {}))
        found: Any = make(table) if make else read(of, table)
        table.close()
        return found

    return part(read_only, "", called=section, always=True, tables=(of,))


def _named(section: str, most: int, *of: type, make: Callable[[Table, str], Any] | None = None) -> Any:
    """A section of tables with names of their own: their values by name, as many as a system may have.

    make: takes the value of a table with its name.
    """

    def read_named(top: Table, key: str) -> Mapping[str, Any]:
        found: dict[str, Any] = {}
        for name, data in list(Table(top.context, (key,), top.data.get(key, {})).data.items())[: most + 1]:
            table = Table(top.context, (key, name), data)  # one more than may be: a trait `init` may stand in no file
            found[name] = make(table, name) if make else read(of[0], table, name=name)
            table.close()
        top.context.sections[key] = found
        return MappingProxyType(found)

    return part(read_named, "", called=section, always=True, tables=of, most=most)


def _rows(section: str, most: int, of: type, make: Callable[[Table], Any]) -> Any:
    """A section of rows: their values, without those that are reported as none."""

    def read_rows(top: Table, key: str) -> tuple[Any, ...]:
        found: list[Any] = []
        for table in top.rows(key, most):
            found.append(make(table))
            table.close()
        return tuple(one for one in found if one is not None)

    return part(read_rows, "", called=section, always=True, tables=(of,), most=most)


def _test(table: Table, name: str) -> TestRule:
    return read(TestRule, table, name=name, family=table.family[0], word=table.family[1])


class SystemFile(KeyedTable, eq=False, dict=True):
    """One system as its file says it: a field for each section, each mapping by name, in the order of the file."""

    symbols: Symbols
    read_of_tests: Set[str]
    """The words of tests, such as `margin`, that the file names outside of tests."""
    about: About = _only("system", About, read_about)
    sides: Mapping[str, SideRule] = _named("sides", 8, SideRule)
    order: OrderRule = _only("order", OrderRule, read_order)
    standings: Mapping[str, StandingRule] = _named("standing", 16, StandingRule)
    tracks: Mapping[str, TrackRule] = _named("track", 64, TrackRule)
    traits: Mapping[str, TraitRule] = _named("trait", 128, TraitRule, make=read_trait)
    damage: DamageRule = _only("damage", DamageRule)
    tests: Mapping[str, TestRule] = _named("test", 64, TestRule, make=_test)
    conditions: Mapping[str, ConditionRule] = _named("condition", 128, ConditionRule)
    marks: Mapping[str, MarkRule] = _named("mark", 32, MarkRule)
    sorts: Mapping[str, SortRule] = _named("sort", 16, SortRule, make=read_sort)
    things: Mapping[str, ThingRule] = _named("thing", 1000, ThingRule, make=read_thing)
    actions: Mapping[str, ActionRule] = _named("action", 64, ActionRule, Act)
    events: tuple[EventRule, ...] = _rows("on", 64, EventRule, read_event_rule)
    rests: Mapping[str, RestRule] = _named("rest", 16, RestRule)
    dice: Mapping[str, DiceRule] = _named("dice", 16, DiceRule)
    tables: Mapping[str, RandomTable] = _named("table", 32, RandomTable)
    kinds: Mapping[str, KindRule] = _named("kind", 1000, KindRule, make=read_kind)
    party: Party = _only("party", Party)
    options: Mapping[str, OptionRule] = _named("option", 16, OptionRule)
    cites: Moments = _only("cites", Moments)
    clauses: tuple[Clause, ...] = _rows("clause", 200, ClauseRow, read_clause)

    @property
    def health(self) -> TrackRule | None:
        """The track that damage takes from, if there is one."""
        return next((track for track in self.tracks.values() if track.health), None)

    @cached_property
    def own_turn_tracks(self) -> frozenset[str]:
        """The tracks that only actions of the own turn cost."""
        others = {name for each in self.actions.values() if each.act.turn != "own" for name in each.act.cost}
        return frozenset(name for each in self.actions.values() for name in each.act.cost) - others

    @cached_property
    def order_tracks(self) -> tuple[TrackRule, ...]:
        """The tracks of which the order shows that they are spent."""
        return tuple(track for track in self.tracks.values() if track.show == "order")

    @cached_property
    def passive(self) -> frozenset[str]:
        """The sorts whose things work by themselves."""
        return frozenset(sort.name for sort in self.sorts.values() if sort.passive)

    @cached_property
    def acts(self) -> dict[tuple[int, str], tuple[ThingRule, Act]]:
        """The acts of things laid over those of actions, as far as they were needed, by the identity of the thing."""
        return {}

    @cached_property
    def within(self) -> Mapping[str, tuple[str, ...]]:
        """Each condition and all that it has in it, by its name."""
        return all_within(self.conditions)

    @cached_property
    def choosing(self) -> frozenset[str]:
        """The conditions that say whom acts of their bearer may be aimed at, or ask before they change a test."""
        return frozenset(c.name for c in self.conditions.values() if any(m.aims or m.confirm for m in c.modifiers))

    @cached_property
    def awaited(self) -> Mapping[str, bool]:
        """The events that rows of conditions wait for; true where one waits for what happens to another."""
        return awaited_by_rows(row for rule in self.conditions.values() for row in rule.modifiers)


TABLES = {section: key.tables for section, key in keys_of(SystemFile).values()}
"""The sections of a file, with what declares the keys of their tables."""


def read_tables(data: dict[str, Any], report: Report) -> SystemFile:
    """The values of a file. Whatever is wrong is reported, and left out or as by default."""
    flat = renewed(spread(data, report), APP_WORDS, report)
    reported = _at_origin(flat, report)
    symbols = collect(flat, APP_WORDS | {*KIND_KEYS}, reported)
    top = Table(Context(symbols, reported), (), _with_usual(flat.data, symbols))
    _check_top(top, data)
    file = read(SystemFile, top, symbols=symbols, read_of_tests=top.context.read_of_tests)
    if len(healths := [track.name for track in file.tracks.values() if track.health]) > 1:
        reported(
            Mistake("E8", ("track", healths[1], "health"), f"only one track can be health; `{healths[0]}` already is.")
        )
    ids = [clause.id for clause in file.clauses]
    for n in [n for n, id in enumerate(ids) if id in ids[:n]]:
        reported(Mistake("E8", ("clause", n, "id"), f"there are two clauses numbered `{ids[n]}`."))
    return file


def _with_usual(data: dict[str, Any], symbols: Symbols) -> dict[str, Any]:
    """The tables of a file, with those that hold where it says nothing: how figures stand, and the trait `init`."""
    traits, found = data.get("trait", {}), dict(data)
    if data.get("standing", {}) == {}:
        found["standing"] = USUAL_STANDINGS
    if isinstance(traits, dict) and "init" in symbols.names["trait"]:
        found["trait"] = {"init": IMPLICIT_INIT, **traits} if "init" not in traits else traits
    return found


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
    if "system" not in data:
        Table(top.context, ("system",), {}).report("E12", "`[system]` is missing.")
        top.data["system"] = {"name": "x", "blurb": "x"}
    if (version := data.get("format")) is None:
        top.report("E12", f"`format = {FORMAT}` is missing.", "format")
    elif isinstance(version, bool) or not isinstance(version, int) or version < 1:
        top.report("E2", "must be a number, for example format = 2.", "format")
    elif version > FORMAT:
        newer = f"the file needs a newer Referee: it is format {short(str(version))}, this one reads {FORMAT}."
        top.report("E12", newer, "format")
    for section, key in keys_of(SystemFile).values():
        tables = top.data.get(section, ())
        if isinstance(tables, dict | list) and len(tables) > key.most > 0:
            what = "sides" if section == "sides" else f"{section}s"
            top.report("E10", f"a system has at most {key.most:,} {what}; this one has {len(tables):,}.", section)


class _Enough(Exception):
    """More is wrong than anybody would read."""


def values_and_mistakes(data: dict[str, Any]) -> tuple[SystemFile | None, list[Mistake]]:
    """The values of a file and what is wrong with it; none where far too much is wrong."""
    found: list[Mistake] = []

    def report(mistake: Mistake) -> None:
        found.append(mistake)
        if sum(known.code != "W" for known in found) > MOST_FOUND:
            raise _Enough

    try:
        return read_tables(data, report), found
    except _Enough:
        return None, found
    except RecursionError:  # keys with thousands of dots are tables as deep
        return None, [Mistake("E11", (), "too many tables inside tables.")]


def sentence(mistake: Mistake, called: str, document: TomlFile) -> str:
    """`FILE, line N, KEY: what is wrong`."""
    line = mistake.line or document.line(mistake.path)
    key = f", {mistake.key}" if mistake.key else ""
    return f"{short(clean(called), 80)}, line {line}{key}: {mistake.sentence}"


class SystemSource(Struct, frozen=True, eq=False, dict=True):
    """A file that has been checked, with the values that it has under the choices of an encounter."""

    document: TomlFile
    default: SystemFile
    words: SystemFile | None = None
    """A later edition of the file, whose words tell what this one has no words for."""
    _made: dict[tuple[tuple[str, str], ...], SystemFile] = field(default_factory=dict)

    @cached_property
    def options(self) -> Mapping[str, OptionRule]:
        """The choices between readings of the rules that the file offers, by name."""
        return self.default.options

    def under(self, choices: Mapping[str, str]) -> SystemFile:
        """The values of the file with these choices; options that are not named, or not known, are at their default.

        Refused if these choices cannot stand together.
        """
        made = {name: choices.get(name, "") for name in self.options if self.options[name].sets}
        key = tuple((name, choice) for name, choice in made.items() if choice in self.options[name].choices[1:])
        if key not in self._made:
            self._made[key] = self._read(key)
        return self._made[key]

    def _read(self, key: tuple[tuple[str, str], ...]) -> SystemFile:
        data = self.document.data
        try:
            for option in self.options.values():
                if option.sets:
                    data = with_choice(data, option, dict(key).get(option.name, option.choices[0]))
        except Mistake as mistake:
            raise Refused(f"{mistake.key}: {mistake.sentence}") from mistake
        # Under the choices by which the file stands as it is, it has been read already.
        file, found = (self.default, []) if data == self.document.data else values_and_mistakes(data)
        wrong = next((mistake for mistake in found if mistake.code != "W"), None)
        if wrong or file is None:
            said = ", ".join(f"{name} = {choice}" for name, choice in key)
            raise Refused(f"{said}: {wrong.key}: {wrong.sentence}" if wrong else f"{said} cannot be combined.")
        return file if self.words is None else worded(file, self.words)


_WORDS = ("asked", "called", "cleared", "detail", "goal", "label", "lowered", "raised", "said", "told", "words")
"""Keys of a table that say how it is told, and change nothing else."""


def worded(file: SystemFile, words: SystemFile) -> SystemFile:
    """An earlier edition of a file with the words of a later one, where it has none: it is told as games are now."""

    def each(section: str) -> dict[str, Any]:
        there, later = getattr(file, section), getattr(words, section)
        return {name: with_words(rule, later[name]) if name in later else rule for name, rule in there.items()}

    def with_words(rule: Any, later: Any) -> Any:
        own = {*rule.__struct_fields__}
        lacking = [key for key in own.intersection(_WORDS) if key == "label" or not getattr(rule, key)]
        act = {"act": with_words(rule.act, later.act)} if "act" in own else {}
        return replace(rule, **act, **{key: getattr(later, key) for key in lacking})

    sections: dict[str, Any] = {
        section: each(section) for section in ("standings", "tracks", "tests", "conditions", "actions")
    }
    return replace(file, **sections)


def read_system(raw: bytes, called: str, later: SystemSource | None = None) -> SystemSource:
    """A file for play. Refused, with the first thing that is wrong, if it cannot be played by.

    later: a later edition of it, whose words are taken where this one has none.
    """
    try:
        document = load(raw)
    except Mistake as mistake:
        raise Refused(sentence(mistake, called, TomlFile({}))) from mistake
    file, found = values_and_mistakes(document.data)
    errors = [mistake for mistake in found if mistake.code != "W"]
    if errors or file is None:
        first = min(errors, key=lambda mistake: mistake.line or document.line(mistake.path))
        listing = f" There are more mistakes. To list them: referee system check {short(clean(called), 80)}"
        raise Refused(sentence(first, called, document) + (listing if len(errors) > 1 else ""))
    words = None if later is None else later.default
    source = SystemSource(document, file if words is None else worded(file, words), words)
    try:
        source.under({})
    except Refused as refused:
        raise Refused(f"{short(clean(called), 80)}, {refused}") from refused
    return source
