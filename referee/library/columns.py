"""Columns of the library: what each entry has by which it is compared with others, as text."""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from referee.command_language.read_command import added_in, added_word, without_values
from referee.engine.conditions.typed import read_duration
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.template import Template
from referee.engine.figures.party import PARTY
from referee.engine.figures.pieces import COPIES, pieces
from referee.engine.problem import Problem
from referee.engine.state.bearer import Figure
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Value
from referee.engine.verbs.ledger import System
from referee.games import rules_named, title_of
from referee.library.records import is_kind, is_of_game
from referee.library.typed_figure import figure_of
from referee.store.library import Library
from referee.store.library_record import KeptCondition, KeptFigure, KeptParty, KeptPlan, R, Record
from referee.store.library_tables import CAMPAIGNS, CONDITIONS, FIGURES, PARTIES, PLANS, LibraryTable
from referee.words.bearer import shown
from referee.words.conditions import lasts

NAME, ABOUT, USED, TAGS = "name", "about", "used", "tags"
_SAMPLE = 60
"""Entries from each end of the table by which the columns are chosen."""
_NOTED = {
    "cr": ("CR", re.compile(r"(?:^Challenge:|\bCR) (\d+(?:/\d+)?)", re.MULTILINE)),
    "level": ("level", re.compile(r"\b[Ll]evel (\d+)")),
}
"""What the note of a figure says of its strength, by the word for it, with the heading."""
_TYPE = re.compile(r"(?:(?:tiny|small|medium|large|huge|gargantuan)\b[\s,]*)?([a-z]+)", re.IGNORECASE)
"""The first line of a note that tells the strength, too: size and type, `Medium undead, neutral evil`."""
_WHO = re.compile(r"\b(?:start|end|of|by|while) ([a-z][a-z0-9]*)")
"""Somebody named in how long a condition lasts: `end ann`."""
_COUNTS = re.compile(r"-?\d+(?:/\d+)?")
_CHANGES_TRAIT = re.compile(r"\btrait\b")
"""In the words of a figure: something that it has changes a trait."""
_ABOUT_TITLES = {FIGURES.name: "about", CONDITIONS.name: "what it does"}


class Column(NamedTuple):
    """A column of a library list: its word in a search, its heading, and whether it holds numbers."""

    name: str
    """The word for it in a search: hp."""
    title: str
    """Its heading: HP."""
    is_number: bool = False


Cells = Mapping[str, str]
"""What an entry shows, by the names of the columns; a column that it has nothing for is missing."""


class Entries:
    """The entries of one table, and what their columns show. An entry is worked out when it is first asked for."""

    def __init__(
        self,
        table: LibraryTable[Any],
        records: Sequence[Record],
        library: Library | None = None,
        rules: System | None = None,
    ) -> None:
        """library: where they may be used, by plans and campaigns; rules: those of the encounter, where they are not
        found by name.
        """
        self.table = table
        self.records = tuple(records)
        self.library = library
        self._rules: dict[str, System | None] = {rules.name: rules} if rules is not None else {}
        self._cells: dict[int, Cells] = {}
        self._one_column: dict[str, dict[int, str]] = {}
        self._kind_words: dict[tuple[str, str], str] = {}
        self._ahead = iter(self.records)
        """Those that were not worked out ahead yet."""
        self._places = {id(record): n for n, record in enumerate(self.records)}

    def _all(self, table: LibraryTable[R]) -> tuple[R, ...]:
        """What the library has in a table; nothing where it cannot be read, or there is none."""
        try:
            return self.library.all(table) if self.library is not None else ()
        except Problem:
            return ()

    def rules(self, record: Record) -> System | None:
        """The rules of its game; None if they are not known here."""
        if record.system not in self._rules:
            try:
                self._rules[record.system] = rules_named(record.system)
            except Problem:
                self._rules[record.system] = None
        return self._rules[record.system]

    def figure(self, record: Record) -> tuple[Encounter, Figure] | None:
        """The figure that an entry adds, in an encounter of its own; None if it adds no single one."""
        rules = self.rules(record)
        if rules is None or not isinstance(record, KeptFigure):
            return None
        return figure_of(rules, rules.adding.kept_words(record.words, record.data))

    def cells(self, record: Record) -> Cells:
        """What the columns show of an entry."""
        place = self._places[id(record)]
        if place not in self._cells:
            own = {NAME: record.name, "game": title_of(record.system), TAGS: " ".join(record.tags)}
            told = {**own, USED: ", ".join(self.users(record)), **self._told(record)}
            self._cells[place] = {name: text for name, text in told.items() if text}
        return self._cells[place]

    def value(self, record: Record, column: str) -> str:
        """What one column shows of an entry; the rest is not worked out where its words or its note say that."""
        known = self._one_column.setdefault(column, {})
        place = self._places[id(record)]
        if place not in known:
            known[place] = self._in_words(record, column) or self.cells(record).get(column, "")
            if (rules := self.rules(record)) is not None and column == rules.health_name:
                known[place] = known[place].rpartition("/")[2]
        return known[place]

    def _in_words(self, record: Record, column: str) -> str:
        """What the words of an imported figure say of a column, or its note does; empty where neither does."""
        if not isinstance(record, KeptFigure) or not record.data or self._is_derived(record):
            return ""
        said = _values_typed(record.words).get(column, "")
        noted = _NOTED[column][1].search(record.note) if not said and column in _NOTED else None
        return noted[1] if noted is not None else said

    def _is_derived(self, record: KeptFigure) -> bool:
        """True if a column of the figure shows another value than its words, by a formula or by what the figure has."""
        rules = self.rules(record)
        if rules is None or rules.values.effective is None:
            return False
        if _CHANGES_TRAIT.search(record.words):
            return True
        traits = (rules.trait(column.name) for column in compared(rules))
        formulas = {trait.name for trait in traits if trait is not None and trait.derived}
        return not formulas <= _values_typed(record.words).keys()

    def work_out(self, seconds: float) -> bool:
        """Works out the columns of entries that nobody asked for yet, for about so long. True if some are left."""
        end = time.monotonic() + seconds
        return any(self.cells(record) and time.monotonic() >= end for record in self._ahead)

    def kind_words(self, record: KeptFigure) -> str:
        """The name of its kind, and what words the kind is compared by, such as its type."""
        kind = record.system, record.kind
        if kind not in self._kind_words:
            rules = self.rules(record)
            template = rules.template(record.kind) if rules is not None else None
            traits = template.traits if template is not None else {}
            told = [traits.get(column.name) for column in (compared(rules) if rules is not None else ())]
            texts = [text for text in told if isinstance(text, str)]
            self._kind_words[kind] = " ".join((template.name if template is not None else record.kind, *texts))
        return self._kind_words[kind]

    @property
    def _sample(self) -> tuple[Record, ...]:
        return (*self.records[:_SAMPLE], *self.records[_SAMPLE:][-_SAMPLE:])

    @cached_property
    def sample_cells(self) -> list[Cells]:
        """What some of the entries show, by which the columns are chosen and made as wide as they need to be."""
        return [self.cells(record) for record in self._sample]

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Those that at least two entries have something for, or one where there are hardly more."""
        sample, rows = self._sample, self.sample_cells
        least = min(2, len(rows))
        several = len({record.system for record in self.records}) > 1
        figures = {column.name for rules in map(self.rules, sample) if rules is not None for column in compared(rules)}
        found: list[Column] = []
        for column in dict.fromkeys(self._possible(sample)):
            having = sum(column.name in row for row in rows)
            kept = several if column.name == "game" else having >= (1 if column.name in (USED, TAGS, "kind") else least)
            if kept and column.name not in [there.name for there in found]:
                texts = [row[column.name] for row in rows if column.name in row]
                counts = bool(texts) and column.name in figures and all(map(_COUNTS.fullmatch, texts))
                found.append(column._replace(is_number=column.is_number or counts))
        return tuple(found)

    def _possible(self, sample: Sequence[Record]) -> Iterator[Column]:
        yield from (Column(NAME, "name"), Column("game", "game"))
        if self.table.record is KeptFigure:
            yield from (Column("kind", "kind"), Column("type", "type"))
            for system in dict.fromkeys(record.system for record in sample):
                rules = next(self.rules(record) for record in sample if record.system == system)
                yield from () if rules is None else compared(rules)
            yield from (Column(name, title, True) for name, (title, _) in _NOTED.items())
        elif self.table.record is KeptCondition:
            yield Column("lasts", "lasts")
        else:
            yield Column("count", "figures", True)
        about = _ABOUT_TITLES.get(self.table.name, "who")
        yield from (Column(TAGS, "tags"), Column(USED, "used in"), Column(ABOUT, about))

    def _told(self, record: Record) -> Cells:
        match record:
            case KeptFigure():
                return {**self._of_figure(record), **self._values(record)}
            case KeptParty():
                names = [member.name for member in record.members]
                return {"count": str(len(names)), ABOUT: ", ".join(names)}
            case KeptCondition():
                return {"lasts": self._lasts(record), ABOUT: " ".join(record.text.split())}
            case KeptPlan():
                came = list(added_in(record.text))
                many = sum(self._many(record.system, words) for words in came)
                return {"count": str(many), ABOUT: ", ".join(without_values(words) for words in came)}
            case _:
                return {}

    def _of_figure(self, record: KeptFigure) -> Cells:
        rules = self.rules(record)
        template = rules.template(record.kind) if rules is not None else None
        kind = (template.name if template is not None else "") or record.kind
        first = record.note.partition("\n")[0] or (template.hint if template is not None else "")
        said = first if is_of_game(record) else record.note or first
        noted = {name: found[1] for name, (_, told) in _NOTED.items() if (found := told.search(said))}
        if "cr" in noted and (named := _TYPE.match(first)):
            noted["type"] = named[1].lower()
        return {"kind": "" if is_of_game(record) else kind, ABOUT: first, **noted}

    def _values(self, record: KeptFigure) -> Cells:
        """Health and effective traits of the figure that it adds, as the roster shows them."""
        rules = self.rules(record)
        template = rules.template(record.kind) if rules is not None else None
        if rules is None:
            return {}
        if template is not None and record.data and not template.by_number and not self._is_derived(record):
            return _said(rules, template, record.words)
        if (made := self.figure(record)) is None:
            return {}
        figure = rules.values.as_shown(*made)
        health = figure.tracks.get(rules.health_name)
        most = "" if health is None else str(health.now if health.most is None else health.most)
        traits = {name: shown(value) for name, value in figure.traits.items() if value not in ("", False, ())}
        told = {column.name: traits.get(column.name, "") for column in compared(rules)} | {rules.health_name: most}
        return {name: text for name, text in told.items() if text}

    @cached_property
    def _users(self) -> dict[tuple[str, str], list[str]]:
        """The names of the plans that add a figure or a party, by its game and what is typed for it; and those of the
        campaigns of a party or a plan.
        """
        users: dict[tuple[str, str], list[str]] = {}
        adds = ((plan, added_in(plan.text)) for plan in self._all(PLANS))
        named: list[tuple[Record, str]] = [(plan, added_word(words)) for plan, added in adds for words in added]
        named += [(each, f"{PARTY} {each.party}".casefold()) for each in self._all(CAMPAIGNS)]
        named += [(each, f"{PLANS.one} {plan}".casefold()) for each in self._all(CAMPAIGNS) for plan in each.plans]
        for user, word in dict.fromkeys((user.name, (user.system, word)) for user, word in named):
            users.setdefault(word, []).append(user)
        return users

    def users(self, record: Record) -> list[str]:
        """The plans that add it, and the campaigns that it belongs to."""
        word = record.words if is_kind(record) else record.name
        before = "" if isinstance(record, KeptFigure) else f"{self.table.one} "
        return self._users.get((record.system, f"{before}{word.casefold()}"), [])

    def _many(self, system: str, words: str) -> int:
        """How many figures are added by what a plan says: `goblin x3`, or a party."""
        word = added_word(words)
        if word.startswith(f"{PARTY} "):
            wanted = system, word.removeprefix(f"{PARTY} ")
            return next((len(each.members) for each in self._all(PARTIES) if each.key == wanted), 1)
        return next((int(piece.word[1:]) for piece in pieces(words) if COPIES.fullmatch(piece.word.lower())), 1)

    def in_brief(self, name: str, system: str, words: str) -> str:
        """A figure by what is typed for it after `add`: `Ann: Fighter, HP 44, AC 18`."""
        record = KeptFigure(name=name, system=system, words=words)
        cells, rules = self._told(record), self.rules(record)
        values = [] if rules is None else [f"{each.title} {cells.get(each.name)}" for each in compared(rules)]
        told = [cells.get("kind", ""), *(value for value in values if not value.endswith(" None"))]
        return f"{name}: {', '.join(filter(None, told))}"

    def _lasts(self, record: KeptCondition) -> str:
        """How long a condition lasts, in words: for 3 rounds."""
        rules = self.rules(record)
        if not record.usual:
            return "until lifted"
        if rules is None or not rules.templates:
            return record.usual
        kind, standing = rules.templates[0].kind, rules.standings[0].name
        named = {word: word.capitalize() for word in _WHO.findall(record.usual.lower())} | {"bearer": "the bearer"}
        of = {tag: Figure(tag=tag, name=each, kind=kind, side="", standing=standing) for tag, each in named.items()}
        encounter = Encounter(system=rules.name, round=1, figures=of)
        try:
            said = read_duration(rules, encounter, "bearer", record.name, record.usual)
        except Problem:
            return record.usual
        lying = Condition(id="1", kind=record.name, until=said.until, ends=said.ends)
        return lasts(encounter, lying, "bearer", rules) or record.usual


def compared(rules: Ruleset) -> Iterator[Column]:
    """The columns by which the figures of a game are compared: health, the traits of the roster, those it names."""
    if rules.health_track is not None:
        yield Column(rules.health_name, rules.health_track.label or rules.health_label, True)
    shown_traits = (column.name for column in rules.columns if column.name not in rules.values.passing)
    for name in dict.fromkeys((*shown_traits, *rules.descriptions.compared)):
        if (trait := rules.trait(name)) is not None and not trait.spare:
            is_number = isinstance(trait.default, int) and not isinstance(trait.default, bool)
            yield Column(name, trait.spoken, is_number)


def _values_typed(words: str) -> dict[str, str]:
    """What is said as `key=value` in the words of a figure, before the acts that it has."""
    return {piece.key: piece.value for piece in pieces(words.partition("{")[0]) if piece.value}


def _said(rules: Ruleset, template: Template, words: str) -> Cells:
    """Health and traits by which a figure is compared, as its words or its kind say them; it is not made for it."""
    said = _values_typed(words)
    health = template.tracks.get(rules.health_name)
    own: dict[str, Value] = {**template.traits, rules.health_name: (health.most or health.now) if health else ""}
    told = {column.name: said.get(column.name) or shown(own.get(column.name, "")) for column in compared(rules)}
    told[rules.health_name] = told.get(rules.health_name, "").rpartition("/")[2]
    return {name: text for name, text in told.items() if text}
