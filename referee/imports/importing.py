"""Importing: files of any known format become records of the library, their encounters as plans."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct, field

from referee.command_language.line import read_line
from referee.dialogue.run_lines import run_line
from referee.engine.contract.order_keys import typed_key
from referee.engine.contract.template import Template
from referee.engine.problem import Problem, Refused
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import slug
from referee.engine.verbs.ledger import System
from referee.imports.add_words import FIFTH, SYSTEMS, data_of, kind_of, lair_of, quoted, values_of
from referee.imports.file_reader import FileReader
from referee.imports.formats import secretariat
from referee.imports.found_in_file import Creature, Fight, Found, Placed
from referee.imports.report import Notes, Report
from referee.store.library import renumbered
from referee.store.library_record import KeptCondition, KeptFigure, KeptPlan, Record
from referee.store.library_tables import CONDITIONS, FIGURES, PLANS, TABLES
from referee.store.library_text import LONGEST_WORDS
from referee.text.harmless import clean, clean_name

LONGEST_NOTE = 8_000
"""Characters that are kept of all there is to read about a figure."""
_MANY = 10
"""Commands of one encounter from which on the table may be full before the last."""
_VALUE = re.compile(r'[^\s",=]+=(?:"[^"]*"|[^\s"])*')


Kept = Callable[[], Iterable[KeptFigure]]
"""Reads the figures of a game that are in the library."""


class Progress(Protocol):
    """Whoever waits is told how far it is."""

    def at(self, what: str, number: int) -> None:
        """So many records of a file have been read."""


class Import(Struct):
    """What one file brings: its report, and the records for the library."""

    source: str
    report: Report
    figures: list[KeptFigure] = field(default_factory=list)
    conditions: list[KeptCondition] = field(default_factory=list)
    plans: list[KeptPlan] = field(default_factory=list)

    def tables(self) -> dict[str, list[Any]]:
        """The records for each table of the library, by its name."""
        return {FIGURES.name: self.figures, CONDITIONS.name: self.conditions, PLANS.name: self.plans}


def import_files(
    files: Sequence[tuple[Path, Callable[[], bytes]]], rules: System, kept: Kept, progress: Progress
) -> list[Import]:
    """What these files bring to the library of a game. Refused, naming the file, if one of them cannot be read.

    kept: the figures of that game in the library, which encounters may name.
    """
    if rules.name not in SYSTEMS:
        raise Refused(f"Nothing can be imported into {rules.name}. Use --system {' or --system '.join(SYSTEMS)}.")
    read = [_read(path, load, {}, rules, progress) for path, load in files]
    players = sum(one.players for one in read)
    for n, (path, load) in enumerate(files):
        # Counts may depend on the number of players, which a party of the same import gives.
        if players and read[n].found.fights and read[n].is_toml:
            read[n] = _read(path, load, {"players": players, "party": players}, rules, progress)
    for one in read:
        one.done.figures += secretariat.figures(one.found, one.done.source, [each.found for each in read])
    sorts = Sorts([figure for one in read for figure in one.done.figures], kept, rules)
    done = [_landed(one, rules, sorts) for one in read]
    for name in TABLES:
        _tell_apart([(each.report, each.tables().get(name, [])) for each in done])
    return done


def _tell_apart(files: Sequence[tuple[Report, list[Record]]]) -> None:
    """Puts a number behind the names of records that an earlier one has; of those that are word for word the same one
    stays.
    """
    taken = {record.key for _, records in files for record in records}
    numbers: dict[tuple[str, str], int] = {}
    known: dict[tuple[str, str], set[bytes]] = {}
    for report, records in files:
        coming = records[:]
        records.clear()
        for record in coming:
            others = known.setdefault(record.key, set())
            content = blake2b(record.model_dump_json(exclude={"source"}).encode()).digest()
            if content in others:
                report.leave_out(record.name, "name", "the same record twice, one skipped.")
                continue
            others.add(content)
            if len(others) > 1:
                fresh = renumbered(record, taken, numbers)
                report.note(record.name, "name", f"name used twice; renamed to {fresh.name}.")
                taken.add(fresh.key)
                record = fresh
            records.append(record)


class _File(list[Creature]):
    """A file that is read; its creatures become figures of the library as they come, as a file may be long."""

    def __init__(self, called: str, system: str) -> None:
        super().__init__()
        self.done, self.system = Import(called, Report("")), system
        self.found = Found(self.done.report, self)
        self.players = 0
        self.is_toml = False

    def append(self, creature: Creature) -> None:
        self.players += creature.is_player
        self.done.figures.append(_figure(creature, self.system, self.done.source))
        if self.system == FIFTH and (said := lair_of(creature, creature.notes)):
            name, words = f"{creature.name} lair", _fitting(said, creature.notes)
            self.done.figures.append(KeptFigure(name=name, system=self.system, source=self.done.source, words=words))


def _read(path: Path, load: Callable[[], bytes], people: Mapping[str, int], rules: System, progress: Progress) -> _File:
    """The file, with its figures; encounters and conditions are still to be made of what is found in it."""
    file = _File(clean(path.name, 60), rules.name)

    def watch(records: Iterable[Any]) -> Iterator[Any]:
        for number, record in enumerate(records, 1):
            progress.at(file.done.source, number)
            yield record

    reader = FileReader(file.done.source, file.found, watch, people)
    reader.read(load)
    file.is_toml = reader.is_toml
    return file


def _landed(file: _File, rules: System, sorts: "Sorts") -> Import:
    """All records that come of a file."""
    done, report, source = file.done, file.done.report, file.done.source
    for ailment in file.found.conditions:
        if (own := rules.condition(ailment.name.lower())) is not None:
            report.note(ailment.name, "condition", f"the game's own {own.name} applies; the text is kept as a note.")
        done.conditions.append(KeptCondition(name=ailment.name, text=ailment.text, system=rules.name, source=source))
    for fight in file.found.fights:
        notes = Notes(report, fight.name)
        try:
            text = _Writer(fight, rules, notes, sorts).written()
            done.plans.append(KeptPlan(name=clean_name(fight.name), text=text, system=rules.name, source=source))
        except (Problem, ValueError) as problem:
            notes.skip("plan", f"encounter skipped: {problem}")
    report.imported = report.records - report.skipped
    return done


def _figure(creature: Creature, system: str, source: str) -> KeptFigure:
    """The figure of the library that a creature becomes."""
    notes = creature.notes
    words = f"{kind_of(creature)} {quoted(creature.name)} {values_of(creature, system, notes)}".strip()
    text = "\n".join(creature.text)
    if len(text) > LONGEST_NOTE:
        notes.add("text", f"text too long; the first {LONGEST_NOTE:,} of {len(text):,} characters kept.")
    return KeptFigure(
        name=creature.name,
        system=system,
        source=source,
        words=_fitting(words, notes),
        side=creature.side,
        note=text[:LONGEST_NOTE],
        data=data_of(creature),
    )


def _fitting(words: str, notes: Notes) -> str:
    """The words, without those of the last things if they are too long."""
    cut = words
    while len(cut) > LONGEST_WORDS:
        cut = cut.rpartition(" weapon=" if cut.rfind(" weapon=") > cut.rfind(" power=") else " power=")[0]
    if cut != words:
        notes.add("actions", "too many for one `add` command; the last ones kept as a note.")
    return cut


class Sorts:
    """The figures that encounters may name: those of the same import first, then of the library, then of the game."""

    def __init__(self, new: Sequence[KeptFigure], kept: Kept, rules: System) -> None:
        self.rules, self._new, self._kept = rules, new, kept

    @cached_property
    def kept(self) -> Mapping[str, tuple[KeptFigure, str]]:
        """The figures by their names in small letters, each with where it is from; made when an encounter names one."""
        found = {figure.name.casefold(): (figure, "the library") for figure in self._kept()}
        return found | {figure.name.casefold(): (figure, "this import") for figure in reversed(self._new)}

    def values(self, own: Creature, notes: Notes) -> tuple[str, str]:
        """The kind of a figure and what it has, with what is known of its sort; what the encounter says goes before."""
        system = self.rules.name
        if own.modifiers or own.features:
            return kind_of(own), values_of(own, system, notes)
        if (known := self.kept.get(own.name.casefold())) is not None:
            figure, whence = known
            notes.add("sort", f"using the stats of {figure.name} from {whence}.")
            values = " ".join((*_VALUE.findall(figure.words), values_of(own, system, notes)))
            return kind_of(own) if own.side else figure.kind, values.strip()
        if (template := self._of_the_game(own)) is not None:
            notes.add("sort", f"using the stats of {template.name} from {self.rules.title}.")
            side = f"side={own.side}" if own.side not in ("", template.side) else ""
            return template.kind, f"{side} {values_of(own, system, notes)}".strip()
        if missing := [name for name in ("hp", "ac", "initiative") if getattr(own, name) is None]:
            notes.add(", ".join(missing), "not found in the encounter, the library or the game.")
        return kind_of(own), values_of(own, system, notes)

    def _of_the_game(self, own: Creature) -> Template | None:
        """The game's own sort of figure that is called so and has health; None if there is none, or for a player."""
        names = own.name.casefold(), slug(own.name).replace("-", "_")
        found = (
            each
            for each in self.rules.templates
            if self.rules.health_name in each.tracks and (each.kind in names or each.name.casefold() in names)
        )
        return None if own.is_player else next(found, None)


class _Writer:
    """Writes the plan of an encounter, and tries each of its commands at a table in memory.

    What the game refuses stands in the plan as a remark, and is noted.
    """

    def __init__(self, fight: Fight, rules: System, notes: Notes, sorts: Sorts) -> None:
        self.fight, self.rules, self.notes, self.sorts = fight, rules, notes, sorts
        self.session = Session(rules, MemoryStepLog(Encounter(system=rules.name)))
        self.lines = [f"# {fight.name}", *(f"# {clean(remark)}" for remark in fight.remarks), f"system {rules.name}"]
        self.leaning = any(placed.conditions for placed in fight.placed) or len(fight.placed) > _MANY
        self.tags: list[tuple[Placed, tuple[str, ...]]] = []

    def written(self) -> str:
        """The plan as text."""
        for placed in self.fight.placed:
            self._place(placed)
        self._afflict()
        return "\n".join(self.lines)

    def _place(self, placed: Placed) -> None:
        """The command that adds the figures."""
        name = placed.name or placed.creature.name
        notes = self.notes.of(f"{self.notes.record}: {name}")
        kind, values = self.sorts.values(placed.creature, notes)
        more = self._more(placed, notes)
        copies = f"x{placed.count}" if placed.count > 1 else ""
        parts = filter(None, (f"add {kind}", quoted(name), copies, values, *more))
        before = set(self.session.encounter.figures)
        if placed.remark:
            self.lines.append(f"# {name}: {clean(placed.remark)}")
        self._command(" ".join(parts), notes)
        self.tags.append((placed, tuple(tag for tag in self.session.encounter.figures if tag not in before)))

    def _more(self, placed: Placed, notes: Notes) -> list[str]:
        """What the encounter says of these figures alone."""
        more = [f"temp={placed.temporary}"] if placed.temporary else []
        if placed.is_hidden:
            more.append("hidden=yes")
        if self.fight.round and placed.initiative is not None:
            number = str(placed.initiative)
            more.append(f"{typed_key(self.rules, self.rules.order.number, number)}={number}")
        return more

    def _afflict(self) -> None:
        """The commands that put conditions on the figures, once all of them are there."""
        by_name = {placed.name.casefold(): tags[0] for placed, tags in self.tags if tags}
        for placed, tags in self.tags:
            for kind, lasts in placed.conditions:
                words, _, who = lasts.partition(" of ")
                of = by_name.get(who.casefold())
                until = words if not who else f"{words} of {of}" if of else ""
                word = kind.lower() if self.rules.condition(kind.lower()) else quoted(kind) if " " in kind else kind
                notes = self.notes.of(f"{self.notes.record}: {placed.name or placed.creature.name}")
                for tag in tags:
                    self._command(f"condition {tag} {word} {until}".strip(), notes)

    def _command(self, line: str, notes: Notes) -> None:
        """Writes a command; one that is refused is kept as a comment.

        Where nothing leans on who is there, it is enough that it reads.
        """
        try:
            if self.leaning:
                run_line(self.session, line)
            else:
                read_line(self.session.situation, line)
        except Problem as problem:
            notes.add("plan", f"the game refused `{clean(line, 60)}`, left out: {problem}")
            self.lines.append(f"# refused: {line}")
        else:
            self.lines.append(line)
