"""Importing: reads files of any known format, and turns what is in them into records of the library."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from referee.engine.problem import Problem, Refused
from referee.engine.verbs.ledger import System
from referee.imports import secretariat
from referee.imports.file_reader import FileReader
from referee.imports.found import Creature, Found, Notes, Report
from referee.imports.plan_text import Sorts, plan_text
from referee.imports.words import SYSTEMS, data_of, kind_of, quoted, values_of
from referee.store.library_record import (
    CONDITIONS,
    FIGURES,
    LONGEST_WORDS,
    PLANS,
    KeptCondition,
    KeptFigure,
    KeptPlan,
)
from referee.text import clean, clean_name

LONGEST_NOTE = 8_000
"""Characters that are kept of all there is to read about a figure."""


class Progress(Protocol):
    """Whoever waits is told how far it is."""

    def at(self, what: str, number: int) -> None:
        """So many records of a file have been read."""


@dataclass
class Import:
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
    files: Sequence[tuple[Path, Callable[[], bytes]]], rules: System, kept: Iterable[KeptFigure], progress: Progress
) -> list[Import]:
    """What these files bring to the library of a game. Refused, naming the file, if one of them cannot be read.

    kept: the figures of that game in the library, which encounters may name.
    """
    if rules.name not in SYSTEMS:
        raise Refused(f"Creatures can be imported into {' or '.join(SYSTEMS)}, not into {rules.name}.")
    read = [_read(path, load, {}, rules, progress) for path, load in files]
    players = sum(one.players for one in read)
    for n, (path, load) in enumerate(files):
        # Counts may lean on how many people play, which a party of the same import tells.
        if players and read[n].found.fights and path.suffix.lower() == ".toml":
            read[n] = _read(path, load, {"players": players, "party": players}, rules, progress)
    for one in read:
        one.done.figures += secretariat.figures(one.found, one.done.source, [each.found for each in read])
    sorts = Sorts([figure for one in read for figure in one.done.figures], kept)
    return [_landed(one, rules, sorts) for one in read]


class _Landing(list[Creature]):
    """Creatures become figures of the library as they come, so that a long file needs little memory."""

    def __init__(self, done: Import, system: str) -> None:
        super().__init__()
        self.done, self.system = done, system
        self.players = 0

    def append(self, creature: Creature) -> None:
        self.players += creature.is_player
        notes = Notes(self.done.report, creature.name)
        self.done.figures.append(figure_of(creature, self.system, self.done.source, notes))


@dataclass
class _Read:
    """A file that was read: its figures are made, its encounters are still to be."""

    done: Import
    found: Found
    players: int


def _read(path: Path, load: Callable[[], bytes], people: Mapping[str, int], rules: System, progress: Progress) -> _Read:
    called = clean(path.name, 60)
    done = Import(called, Report(""))
    landing = _Landing(done, rules.name)
    found = Found(done.report, landing)

    def watch(records: Iterable[Any]) -> Iterator[Any]:
        for number, record in enumerate(records, 1):
            progress.at(called, number)
            yield record

    FileReader(called, found, watch, people).read(load)
    return _Read(done, found, landing.players)


def _landed(read: _Read, rules: System, sorts: Sorts) -> Import:
    """All records that come of a file."""
    done, found = read.done, read.found
    for ailment in found.conditions:
        own = rules.condition(ailment.name.lower())
        if own is not None:
            done.report.note(
                ailment.name, "condition", f"{rules.title} has a condition {own.name}; this one is only read."
            )
        done.conditions.append(
            KeptCondition(name=ailment.name, system=rules.name, source=done.source, text=ailment.text)
        )
    for fight in found.fights:
        notes = Notes(done.report, fight.name)
        try:
            text = plan_text(fight, rules, notes, sorts)
            done.plans.append(KeptPlan(name=clean_name(fight.name), system=rules.name, source=done.source, text=text))
        except (Problem, ValueError) as problem:
            notes.add("plan", f"it cannot be kept as a plan: {problem}")
            done.report.skipped += 1
    done.report.imported = done.report.records - done.report.skipped
    return done


def figure_of(creature: Creature, system: str, source: str, notes: Notes) -> KeptFigure:
    """The figure of the library that a creature becomes."""
    words = f"{kind_of(creature)} {quoted(creature.name)} {values_of(creature, system, notes)}".strip()
    text = "\n".join(creature.text)
    if len(text) > LONGEST_NOTE:
        notes.add("text", f"{len(text):,} characters are cut to {LONGEST_NOTE:,}.")
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
        notes.add("actions", "it has too many to be written after `add`; the last are only kept as data and text.")
    return cut
