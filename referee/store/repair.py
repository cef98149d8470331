"""Repair: the best copy of an encounter whose files are damaged."""

from collections.abc import Iterator
from contextlib import closing, suppress
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.problem import Problem
from referee.engine.record.recorded_steps import Step
from referee.engine.state.encounter import Encounter
from referee.store.database import ENCOUNTER_FILE, EncounterDatabase
from referee.store.file import Folder
from referee.store.journal_codec import Title, read_body, read_encounter
from referee.store.journal_line import JOURNAL, Line, dumped, read_line, written
from referee.store.journal_reader import JournalReader
from referee.store.rewriting import Dated, renumbered, rewritten
from referee.store.save_folder import beside, fill, new_id, trial_beside
from referee.store.save_problems import Damaged, doubting, writing
from referee.store.saves import Saves
from referee.store.system_copy import trouble_of_system_file


class Repaired(NamedTuple):
    """The best copy of a journal."""

    title: Title
    raw: bytes
    lost: list[str]
    """What the copy lacks, a sentence each."""


class Start(Struct, frozen=True):
    """A stored encounter from which the steps after it may be applied."""

    encounter: Encounter
    position: int
    """Number of steps before it."""
    line: int
    """The number of the line that it stands at."""
    named: str
    """Its place, in words."""


class Run(NamedTuple):
    """Consecutive lines from one stored encounter on."""

    start: Start
    last: int
    """The number of the last line that follows without a gap."""
    steps: list[Dated]
    position: int
    """How many of the steps are in force."""


def repaired(folder: Folder) -> Repaired:
    """The copy that reaches the latest line; of those, the one with most steps that can be undone. Damaged if there is
    none.

    TooNew if a newer referee has written it.
    """
    raw = b""
    with suppress(FileNotFoundError):
        raw = folder.read(JOURNAL)
    lines = list(_sound_lines(raw))
    database = EncounterDatabase(folder)
    runs: list[Run] = []
    for start in _starts(raw, lines, database):
        # What follows from within a run without a gap goes no further than the run.
        if all(start.line > run.last for run in runs):
            runs.append(_run(raw, lines, start))
    if not runs:
        raise Damaged(f"Nothing in {folder.name} can be read. It was left unchanged.")
    best = max(runs, key=lambda run: (run.last, len(run.steps)))
    title = _title(raw, lines, database) or Title(name=folder.name, system=best.start.encounter.system)
    known = max([best.last, *(line.number for line in lines)])
    return Repaired(title, rewritten(title, best.start.encounter, best.steps, best.position), list(_lost(best, known)))


def _lost(run: Run, known: int) -> Iterator[str]:
    """What is not in that copy; `known`: the highest number of a line that can be read."""
    if run.start.line > 1:
        yield f"The copy begins with {run.start.named}: nothing before that can be undone."
    if known > run.last:
        yield f"What was done after line {run.last} is lost, up to {known - run.last} commands."


def _sound_lines(raw: bytes) -> Iterator[Line]:
    """Every line of the file with a valid checksum. TooNew if a newer referee has written one."""
    start = 0
    while (end := raw.find(b"\n", start)) != -1:
        line = read_line(raw, start, end)
        if line is not None:
            yield line
        start = end + 1


def _body(raw: bytes, line: Line) -> bytes:
    return raw[line.start : line.start + line.length]


def _title(raw: bytes, lines: list[Line], database: EncounterDatabase) -> Title | None:
    """The latest title of the encounter."""
    for line in reversed(lines):
        if line.kind in ("head", "name"):
            with suppress(Damaged):
                return read_body(Title, line, _body(raw, line))
    outline = database.outline
    return Title(name=outline.name, system=outline.system, id=outline.id) if outline is not None else None


def _starts(raw: bytes, lines: list[Line], database: EncounterDatabase) -> Iterator[Start]:
    """The beginning, the encounters that were kept along the way, and that of encounter.json, in their order."""
    found = []
    for line in lines:
        with suppress(Damaged):
            if line.kind == "head" and line.number == 1:
                title = read_body(Title, line, _body(raw, line))
                found.append(Start(Encounter(system=title.system), 0, 1, "the beginning"))
            elif line.kind == "state":
                encounter = read_encounter(line, _body(raw, line))
                found.append(Start(encounter, line.pos, line.number, f"the encounter kept at line {line.number}"))
    if (stands := database.outline) is not None and stands.position == stands.settled:
        with suppress(Damaged):
            named = f"the encounter in {ENCOUNTER_FILE}"
            found.append(Start(database.encounter(), stands.settled, stands.line, named))
    yield from sorted(found, key=lambda start: start.line)


def _run(raw: bytes, lines: list[Line], start: Start) -> Run:
    """The consecutive lines from that encounter on."""
    steps: list[Dated] = []
    position, last = 0, start.line
    for line in (line for line in lines if line.number > start.line):
        place = line.pos - start.position
        if line.number != last + 1 or (line.kind in ("step", "move") and not 0 <= place <= len(steps)):
            break
        if line.kind == "state" and not steps and place == 0:
            start = replace(start, encounter=read_encounter(line, _body(raw, line)))
        elif line.kind == "move":
            position = place
        elif line.kind == "step":
            step = _step(raw, line, start.position)
            if step is None:
                break
            steps[place:] = [Dated(step, line.at)]
            position = place + 1
        last = line.number
    start = replace(start, encounter=renumbered(start.encounter, start.position))
    return Run(start, last, steps, position)


def _step(raw: bytes, line: Line, by: int) -> Step | None:
    """The step that a line says, moved to a step log that begins so many steps later; None if it cannot be there."""
    try:
        step = read_body(Step, line, _body(raw, line))
        return renumbered(step, by) if step.depth == line.depth else None
    except (Damaged, LookupError):
        return None


def repair(saves: Saves, name: str) -> tuple[str, list[str]]:
    """Makes the best copy of a damaged encounter; what it is called, and what is not in it, a sentence each.

    Damaged if nothing of it can be read, CannotWrite if the disk fails. The damaged files are left as they are.
    """
    folder = saves.top.below(saves.find(name))
    title, raw, lost = repaired(folder)
    new = saves.free_name(f"{title.name} repaired")
    with trial_beside(folder) as trial:
        with writing(new, "saved"):
            fill(trial, {JOURNAL: raw})
        copy, more = _proved(trial, new)
    if wrong := trouble_of_system_file(folder, title.digest):
        lost.append(f"{wrong} The copy can be looked at, and played once that file is there again as it was.")
    with doubting(lost):
        saves.make(new, {**beside(folder), JOURNAL: copy})
    with suppress(Problem):  # the copy is there, whether or not its encounter.json can be written now
        saves.open(new).close()
    return new, [*lost, *more]


def _proved(trial: Folder, new: str) -> tuple[bytes, list[str]]:
    """The copy under its new name, as far as it can be played through; what is not in it."""
    reader = JournalReader(trial)
    with closing(reader.file):
        lost = []
        if reader.damaged:
            lost.append("Part of the journal makes no sense. That part and everything after it were left out.")
        raw = reader.file.read(0, reader.end)
        title = reader.title.renamed(new, new_id())
        return raw + written(reader.lines + 1, "name", dumped(title))[1], lost
