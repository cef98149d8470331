"""Audit of an encounter: whether its files can be read, and whether what they say twice is the same."""

from contextlib import closing

from msgspec.structs import replace

from referee.engine.problem import Problem
from referee.engine.record.past_states import settled_state_at
from referee.engine.record.recorded_steps import Step
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import OVER, Encounter
from referee.store.campaign_membership import CAMPAIGN, membership_of
from referee.store.database import ENCOUNTER_FILE, EncounterDatabase
from referee.store.file import Folder
from referee.store.journal import Journal
from referee.store.journal_codec import read_body, read_encounter
from referee.store.journal_line import JOURNAL, Line, survey
from referee.store.system_copy import trouble_of_system_file


def audit(folder: Folder) -> list[str]:
    """Returns the faults of an encounter's files, a sentence each."""
    if why := folder.unreadable():
        return [why]
    try:
        with closing(Journal(folder)) as journal:
            if journal.notices:
                return journal.notices
            found = [trouble_of_system_file(folder, journal.title.digest)]
            if folder.holds(CAMPAIGN) and membership_of(folder) is None:
                found.append(f"{folder.called(CAMPAIGN)} cannot be read, so it belongs to no campaign.")
            return [*filter(None, found), *_of_database(journal)]
    except FileNotFoundError:
        return [f"{JOURNAL} is missing."]
    except (Problem, LookupError) as problem:
        return [f"{JOURNAL} cannot be read from the beginning: {problem}"]


def _of_database(journal: Journal) -> list[str]:
    found, database = [], journal.database
    is_new = journal.player() is not None and not journal.folder.holds(ENCOUNTER_FILE)  # it is being played
    if database.outline is None and not is_new:
        found.append(f"{ENCOUNTER_FILE} is missing or damaged. It is rebuilt when you next play the encounter.")
    raw = journal.folder.read(JOURNAL)
    kept = survey(raw).lines
    stands = database.outline
    if stands is not None and stands.crc not in (line.crc for line in kept if line.number == stands.line):
        found.append(f"{ENCOUNTER_FILE} does not belong to {JOURNAL}.")
    return found + _followed(journal.start, kept, raw, database)


def _followed(start: Encounter, lines: list[Line], raw: bytes, database: EncounterDatabase) -> list[str]:
    """Folds all recorded events again; says where that differs from the encounters stored along the way."""
    found, stands = list[str](), database.outline
    step_log = MemoryStepLog(start)
    for line in lines:
        body = raw[line.start : line.start + line.length]
        match line.kind:
            case "step":
                step_log.move(line.pos)
                step_log.append(read_body(Step, line, body))
            case "move":
                step_log.move(line.pos)
            case "state":
                if _without_over(settled_state_at(step_log, line.pos)) != _without_over(read_encounter(line, body)):
                    differs = "does not match the commands before it"
                    found.append(f"{JOURNAL}: the encounter kept at line {line.number} {differs}.")
        if stands is not None and (line.number, line.crc) == (stands.line, stands.crc):
            here = step_log.position, _without_over(settled_state_at(step_log, step_log.position))
            if here != (stands.position, _without_over(database.encounter())):
                found.append(f"{ENCOUNTER_FILE} does not match the commands in {JOURNAL}.")
    return found


def _without_over(encounter: Encounter) -> Encounter:
    """The encounter with no phase where its fight is over: earlier versions did not keep that."""
    return replace(encounter, phase="") if encounter.phase == OVER else encounter
