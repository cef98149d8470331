"""Campaign file: a campaign with its party, its plans, its encounters, which another program can take in."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee import games as systems
from referee.campaign.campaigns import membership
from referee.engine.problem import Problem
from referee.store.campaign_membership import CAMPAIGN
from referee.store.file import MOST_BYTES
from referee.store.journal import Journal
from referee.store.journal_line import JOURNAL
from referee.store.library import Library, renumbered
from referee.store.library_record import KeptCampaign, KeptParty, KeptPlan, R, Record
from referee.store.library_tables import CAMPAIGNS, PARTIES, PLANS, LibraryTable
from referee.store.library_text import Name
from referee.store.lock import Lock
from referee.store.record_mistakes import validated
from referee.store.save_folder import LOCK, new_id
from referee.store.save_names import proper_name, slug_of
from referee.store.save_problems import CannotWrite, Damaged, NameTaken, NotYetSafe, writing
from referee.store.save_reader import names_by_id
from referee.store.saves import Saves
from referee.store.staged_import import StagedImport, arrived
from referee.store.strict_json import read_json
from referee.store.system_copy import MOST_SYSTEM_BYTES, SYSTEM_FILE, copy_of
from referee.text.harmless import clean_name
from referee.text.phrases import listed

FORMAT = "referee campaign 1"


class ExportedEncounter(BaseModel):
    """An encounter of a campaign file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    journal: str = Field(max_length=MOST_BYTES)
    system_file: str = Field(max_length=MOST_SYSTEM_BYTES)
    """The copy of its system file; empty for a game in code."""


class CampaignFile(BaseModel):
    """The content of a campaign file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["referee campaign 1"]
    campaign: KeptCampaign
    parties: Annotated[tuple[KeptParty, ...], Field(max_length=100)]
    plans: Annotated[tuple[KeptPlan, ...], Field(max_length=1_000)]
    encounters: Annotated[tuple[ExportedEncounter, ...], Field(max_length=1_000)]


def written(saves: Saves, library: Library, campaign: KeptCampaign) -> str:
    """The campaign as a text in plain ASCII that `read_in` takes. A Problem if some of it cannot be read."""
    names = names_by_id(saves.top)
    parties = [each for each in library.all(PARTIES, campaign.system) if each.name == campaign.party]
    plans = [each for each in library.all(PLANS, campaign.system) if each.name in campaign.plans]
    encounters = [_encounter(saves, slug) for slug in saves.members(campaign.id)]
    rows = {"parties": [_saved_in(each, names).row for each in parties], "plans": [each.row for each in plans]}
    bare = campaign.model_copy(update={"id": "", "coming": ""})
    return json.dumps({"format": FORMAT, "campaign": bare.row, **rows, "encounters": encounters}, indent=1)


def _encounter(saves: Saves, slug: str) -> dict[str, str]:
    """An encounter as `ExportedEncounter` takes it. Damaged if its journal or its system file cannot be read."""
    with closing(Journal(saves.top.below(slug))) as journal:
        raw = systems.source_of(journal).file
        try:
            file = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Damaged(f"{journal.folder.called(SYSTEM_FILE)} is not UTF-8 text.") from error
        return {
            "name": journal.name,
            "journal": journal.transcript(journal.name, journal.id).decode("utf-8"),
            "system_file": file,
        }


def read_in(saves: Saves, library: Library, raw: bytes, called: str, name: str = "") -> KeptCampaign:
    """Puts in a campaign that such a text holds, all of it or nothing.

    A party or a plan that the library has just so already is not put in again. name: what the campaign is called from
    now on; then whatever else has the name of something that is there gets a number behind it, parties and plans, too.
    Damaged if it is no such text, or an encounter of it cannot be played; NameTaken if something has the name of what
    is there, and no name is said; NotYetSafe if it is in, but not all encounters have moved to their places.
    """
    taken = saves.names()
    with library.held():
        file = _in_library(saves, library, _read(raw, called), name)
        names = _free_names(file.encounters, taken if name else ())
        staged = StagedImport(saves.top)
        coming = staged.id if file.encounters else ""
        campaign = file.campaign.model_copy(update={"id": new_id(), "coming": coming})
        try:
            ids = {}
            for each, new in zip(file.encounters, names, strict=True):
                ids[each.name] = _stage(staged, each, new, campaign, called)
            records: dict[str, Sequence[Record]] = {
                CAMPAIGNS.name: [campaign],
                PARTIES.name: [_saved_in(party, ids) for party in file.parties],
                PLANS.name: file.plans,
            }
            library.add_all({table: rows for table, rows in records.items() if rows}, None)
        except BaseException:
            staged.remove()
            raise
        if not coming:
            return campaign
        try:
            with writing(campaign.name, "imported"):
                staged.move()
            campaign = arrived(library, campaign)
        except (CannotWrite, Damaged) as problem:
            still = "but some of its encounters come only at the next start"
            raise NotYetSafe(f"{campaign.name} is imported, {still}: {problem}") from problem
        staged.remove()
        return campaign


def _in_library(saves: Saves, library: Library, file: CampaignFile, name: str) -> CampaignFile:
    """The part of a file that the library lacks, renamed if a name is given; else NameTaken if a name is taken."""
    if name:
        return _renamed(library, file, name)
    parties, plans = _not_there(library, PARTIES, file.parties), _not_there(library, PLANS, file.plans)
    file = file.model_copy(update={"parties": parties, "plans": plans})
    if taken := _taken(saves, library, file):
        are = "is" if len(taken) == 1 else "are"
        raise NameTaken(f"{listed(taken)} {are} there already. To import all of it beside that: add --as NAME")
    return file


def _free_names(encounters: Sequence[ExportedEncounter], taken: Iterable[str]) -> list[str]:
    """A name for each encounter, with a number behind it where it is taken, also by another one of the file."""
    used, found = {*taken}, list[str]()
    for each in encounters:
        proper = proper_name(each.name)
        names = (f"{proper} {n}" if n > 1 else proper for n in range(1, 10_000))
        found.append(next(name for name in names if used.isdisjoint((name.casefold(), slug_of(name)))))
        used |= {found[-1].casefold(), slug_of(found[-1])}
    return found


def _stage(staged: StagedImport, each: ExportedEncounter, name: str, campaign: KeptCampaign, called: str) -> str:
    """Makes the folder of an encounter that is to come, under that name; returns its new id.

    Damaged if its journal or its game cannot be read.
    """
    file = {SYSTEM_FILE: each.system_file.encode()} if each.system_file else {}
    files = {CAMPAIGN: membership(campaign).raw, **file, JOURNAL: each.journal.encode()}
    made, id = staged.add(name, files), new_id()
    try:
        with closing(Journal(made)) as journal:
            if journal.damaged or journal.torn:
                raise Damaged("its journal is damaged.")
            if file or journal.title.digest:
                copy_of(made, journal.title.digest)
            systems.rules_for(journal)
            fresh = journal.transcript(name, id)
    except Problem as problem:
        why = str(problem).replace(f" of {clean_name(made.name)}", "")
        why = f"{clean_name(each.name)} cannot be played. {why[0].upper()}{why[1:]}"
        raise Damaged(f"{called} is damaged: {why}") from problem
    with writing(name, "imported"):
        made.remove(JOURNAL)
        made.write_new(JOURNAL, fresh)
        made.sync()
    with suppress(Problem):  # it is all there, whether or not its encounter.json can be written now
        Journal(made, Lock(made, LOCK, name)).close()
    return id


def _read(raw: bytes, called: str) -> CampaignFile:
    found = read_json(raw, called)
    if not isinstance(found, Mapping) or found.get("format") != FORMAT:
        raise Damaged(f"{called} is not an exported campaign. Make one: referee campaign export NAME")
    return validated(lambda: CampaignFile.model_validate(found), called)


def _not_there(library: Library, table: LibraryTable[R], records: Sequence[R]) -> tuple[R, ...]:
    """The records that the library does not have just so."""
    there = library.all(table)
    return tuple(record for record in records if record not in there)


def _taken(saves: Saves, library: Library, file: CampaignFile) -> list[str]:
    """The names of what cannot be put in, as something is called so."""
    coming: tuple[tuple[LibraryTable[Any], Sequence[Record]], ...] = (
        (CAMPAIGNS, (file.campaign,)),
        (PARTIES, file.parties),
        (PLANS, file.plans),
    )
    keys = {(table.name, record.key) for table, _ in coming for record in library.all(table)}
    records = [record.name for table, rows in coming for record in rows if (table.name, record.key) in keys]
    names = saves.names()
    there = (each.name for each in file.encounters if not names.isdisjoint((each.name.casefold(), slug_of(each.name))))
    return [*records, *dict.fromkeys(there)]


# -------------------------------------------------------------------- under other names


def _renamed(library: Library, file: CampaignFile, name: str) -> CampaignFile:
    """The campaign under that name, its parties and plans under such as are free. NameTaken if one is called so."""
    campaign = KeptCampaign.model_validate({**file.campaign.row, "name": proper_name(name)})
    if any(each.key == campaign.key for each in library.all(CAMPAIGNS)):
        raise NameTaken(f"There is already a campaign called {campaign.name}.")
    parties = _free(library, PARTIES, file.parties)
    called = {old.name: new.name for old, new in zip(file.parties, parties, strict=True)}
    plans = tuple(
        plan.model_copy(update={"text": _with_parties(plan.text, called)}) for plan in _free(library, PLANS, file.plans)
    )
    planned = {old.name: new.name for old, new in zip(file.plans, plans, strict=True)}
    campaign = campaign.model_copy(
        update={
            "party": called.get(campaign.party, campaign.party),
            "plans": tuple(planned.get(plan, plan) for plan in campaign.plans),
        }
    )
    return file.model_copy(update={"campaign": campaign, "parties": parties, "plans": plans})


def _free(library: Library, table: LibraryTable[R], records: Sequence[R]) -> tuple[R, ...]:
    """The records, each with a number behind its name where the library has that; no two get the same name."""
    there = {record.key for record in library.all(table)}
    taken, free = there | {record.key for record in records}, list[R]()
    for record in records:
        free.append(renumbered(record, taken, {}) if record.key in there else record)
        taken.add(free[-1].key)
    return tuple(free)


def _saved_in(party: KeptParty, now: Mapping[str, str]) -> KeptParty:
    """The party, which remembers the encounters that it was saved from by other words: names in a file, ids here."""

    def called(words: Iterable[str]) -> tuple[str, ...]:
        return tuple(now.get(each, each) for each in words)

    before = party.before
    if before is not None and before.saved_in is not None:
        before = before.model_copy(update={"saved_in": called(before.saved_in)})
    return party.model_copy(update={"saved_in": called(party.saved_in), "before": before})


def _with_parties(text: str, called: Mapping[str, str]) -> str:
    """A plan that adds the parties by their new names."""
    new = {old.casefold(): name for old, name in called.items()}
    either = "|".join(map(re.escape, called))
    added = re.compile(rf'(\bparty )("?)({either})\2(?=\s*(?:;|$))', re.IGNORECASE | re.MULTILINE)
    return added.sub(lambda found: f'{found[1]}"{new[found[3].casefold()]}"', text) if called else text
