"""Importing: reads files of any known format, and turns what is in them into records of the library."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from referee.engine.ledger import System
from referee.engine.problem import Problem, Refused
from referee.imports import gloomhaven_records
from referee.imports.common import Found
from referee.imports.creature import Creature
from referee.imports.formats import read_file
from referee.imports.plan_text import Sorts, plan_text
from referee.imports.report import Notes, Report
from referee.imports.secretariat import GloomhavenFound
from referee.imports.words import SYSTEMS, data_of, kind_of, quoted, values_of
from referee.store.library_record import LONGEST_WORDS, KeptCondition, KeptFigure, KeptPlan, Record
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

    def records(self) -> list[Record]:
        """All of them."""
        return [*self.figures, *self.conditions, *self.plans]


def import_files(
    files: Sequence[tuple[Path, bytes]], rules: System, kept: Iterable[KeptFigure], progress: Progress
) -> list[Import]:
    """What these files bring to the library of a game. Refused, naming the file, if one of them cannot be read.

    kept: the figures of that game in the library, which encounters may name.
    """
    if rules.name not in SYSTEMS:
        raise Refused(f"Creatures can be imported into {' or '.join(SYSTEMS)}, not into {rules.name}.")
    found = _read(files, progress)
    creatures = {creature.name.casefold(): creature for each in found for creature in each.creatures}
    sorts = Sorts(creatures, {figure.name.casefold(): figure for figure in kept})
    return [_landed(path.name, each, rules, sorts, progress) for (path, _), each in zip(files, found, strict=True)]


def _read(files: Sequence[tuple[Path, bytes]], progress: Progress) -> list[Found]:
    """All files; those whose counts lean on how many people play are read once these are known."""
    found = [_found(path, raw, {}, progress) for path, raw in files]
    players = sum(creature.is_player for each in found for creature in each.creatures)
    if players:
        people = {"players": players, "party": players}
        for n, (path, raw) in enumerate(files):
            if found[n].fights and path.suffix.lower() == ".toml":
                found[n] = _found(path, raw, people, progress)
    return found


def _found(path: Path, raw: bytes, people: Mapping[str, int], progress: Progress) -> Found:
    called = clean(path.name, 60)

    def watch(records: Iterable[Any]) -> Iterator[Any]:
        for number, record in enumerate(records, 1):
            progress.at(called, number)
            yield record

    return read_file(raw, called, watch, people)


def _landed(source: str, found: Found, rules: System, sorts: Sorts, progress: Progress) -> Import:
    """The records that come of a file."""
    done = Import(clean(source, 60), found.report)
    if isinstance(found, GloomhavenFound):
        done.figures = gloomhaven_records.figures(found, done.source)
    for number, creature in enumerate(found.creatures, 1):
        progress.at(f"{done.source}: figures", number)
        done.figures.append(figure_of(creature, rules.name, done.source, Notes(found.report, creature.name)))
        creature.text.clear()
    for ailment in found.conditions:
        own = rules.condition(ailment.name.lower())
        if own is not None:
            found.report.note(
                ailment.name, "condition", f"{rules.title} has a condition {own.name}; this one is only read."
            )
        done.conditions.append(
            KeptCondition(name=ailment.name, system=rules.name, source=done.source, text=ailment.text)
        )
    for fight in found.fights:
        notes = Notes(found.report, fight.name)
        try:
            text = plan_text(fight, rules, notes, sorts)
            done.plans.append(KeptPlan(name=clean_name(fight.name), system=rules.name, source=done.source, text=text))
        except (Problem, ValueError) as problem:
            notes.add("plan", f"it cannot be kept as a plan: {problem}")
            found.report.skipped += 1
    found.report.imported = found.report.records - found.report.skipped
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
