"""A campaign as one file: its record, party and plans, and its encounters with their whole history; and as data."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from pydantic import ValidationError

from referee.engine.state.encounter import listed
from referee.script.campaigns import Overview, membership
from referee.store.file import Damaged, NameTaken, make_folder, read_json, write_new, writing
from referee.store.journal import Journal
from referee.store.library import Library, renumbered
from referee.store.library_record import (
    CAMPAIGNS,
    PARTIES,
    PLANS,
    KeptCampaign,
    KeptParty,
    KeptPlan,
    LibraryTable,
    R,
    Record,
)
from referee.store.line import JOURNAL
from referee.store.recovery import Transaction
from referee.store.save_folder import (
    CAMPAIGN,
    SYSTEM_FILE,
    beside,
    is_taken,
    proper_name,
    slug_of,
    trial_beside,
)
from referee.store.saves import Saves

FORMAT = "referee campaign 1"


def exported_fields(whole: Overview) -> dict[str, Any]:
    """A campaign for other programs, as JSON."""
    campaign = whole.campaign
    return {
        "name": campaign.name,
        "system": campaign.system,
        "day": campaign.day,
        "party": campaign.party,
        "saved_in": whole.saved_in,
        "members": [member._asdict() for member in whole.members],
        "fights": [{**fight._asdict(), "log": [each._asdict() for each in fight.log]} for fight in whole.fights],
        "notes": [note.model_dump() for note in campaign.notes],
    }


def written(saves: "Saves", library: Library, campaign: KeptCampaign) -> str:
    """The campaign as a text in plain ASCII that `read_in` takes. A Problem if some of it cannot be read."""
    parties = [each for each in library.all(PARTIES, campaign.system) if each.name == campaign.party]
    plans = [each for each in library.all(PLANS, campaign.system) if each.name in campaign.plans]
    encounters = [_encounter(saves, slug) for slug in saves.members(campaign.system, campaign.name)]
    records = {"parties": [each.row for each in parties], "plans": [each.row for each in plans]}
    return json.dumps({"format": FORMAT, "campaign": campaign.row, **records, "encounters": encounters}, indent=1)


def _encounter(saves: "Saves", slug: str) -> dict[str, str]:
    with closing(Journal(saves.folder / slug)) as journal:
        file = beside(journal.folder).get(SYSTEM_FILE, b"")
        return {
            "name": journal.name,
            "journal": journal.transcript(journal.name).decode("utf-8"),
            "system_file": file.decode("utf-8"),
        }


class _Encounter(Struct, frozen=True):
    """An encounter of the file: its name, its journal and its system file, which may be empty."""

    name: str
    journal: bytes
    system_file: bytes


class _Parts(Struct, frozen=True):
    """What a file holds."""

    campaign: KeptCampaign
    parties: tuple[KeptParty, ...]
    plans: tuple[KeptPlan, ...]
    encounters: tuple[_Encounter, ...]


def read_in(saves: "Saves", library: Library, raw: bytes, called: str, name: str = "") -> KeptCampaign:
    """Puts in a campaign that such a text holds, all of it or nothing.

    A party or a plan that the library has just so already is not put in again. name: what the campaign is called from
    now on; then whatever else has the name of something that is there gets a number behind it, parties and plans, too.
    Damaged if it is no such text; NameTaken if something has the name of what is there, and no name is said.
    """
    parts = _read(raw, called)
    if name:
        parts = _renamed(library, parts, name)
    else:
        parts = replace(
            parts, parties=_not_there(library, PARTIES, parts.parties), plans=_not_there(library, PLANS, parts.plans)
        )
        if taken := _taken(saves, library, parts):
            are = "is" if len(taken) == 1 else "are"
            raise NameTaken(f"{listed(taken)} {are} there already. To import all of it beside that: add --as NAME")
    campaign, called_now = parts.campaign, dict[str, str]()
    with Transaction(saves.folder, campaign.name, "imported") as transaction:
        for each in parts.encounters:
            encounter = _free_encounter(saves, each, transaction) if name else each
            called_now[each.name] = encounter.name
            system_file = {SYSTEM_FILE: encounter.system_file} if encounter.system_file else {}
            files = {CAMPAIGN: membership(campaign).raw, **system_file, JOURNAL: encounter.journal}
            _ = saves.make(encounter.name, files, transaction)
            Journal(saves.folder / transaction.moves[-1][0]).close()  # what is damaged is not put in
        records: dict[str, Sequence[Record]] = {
            CAMPAIGNS.name: [campaign],
            PARTIES.name: [_saved_in(party, called_now) for party in parts.parties],
            PLANS.name: parts.plans,
        }
        library.add_all({table: rows for table, rows in records.items() if rows}, None, transaction)
    return campaign


def _read(raw: bytes, called: str) -> _Parts:
    found = read_json(raw, called)
    if not isinstance(found, Mapping) or found.get("format") != FORMAT:
        raise Damaged(f"{called} is not an exported campaign. Make one: referee campaign export NAME")
    try:
        return _Parts(
            KeptCampaign.model_validate(found["campaign"]),
            tuple(KeptParty.model_validate(row) for row in found["parties"]),
            tuple(KeptPlan.model_validate(row) for row in found["plans"]),
            tuple(
                _Encounter(proper_name(row["name"]), row["journal"].encode("utf-8"), row["system_file"].encode("utf-8"))
                for row in found["encounters"]
            ),
        )
    except (ValidationError, LookupError, TypeError, AttributeError, UnicodeEncodeError, RecursionError) as error:
        raise Damaged(f"{called} is damaged: it holds something that is not part of a campaign.") from error


def _not_there(library: Library, table: LibraryTable[R], records: Sequence[R]) -> tuple[R, ...]:
    """Those of the records that the library does not have just so."""
    there = library.all(table)
    return tuple(record for record in records if record not in there)


def _taken(saves: "Saves", library: Library, parts: _Parts) -> list[str]:
    """The names of what cannot be put in, as something is called so."""
    coming: tuple[tuple[LibraryTable[Any], Sequence[Record]], ...] = (
        (CAMPAIGNS, (parts.campaign,)),
        (PARTIES, parts.parties),
        (PLANS, parts.plans),
    )
    keys = {(table.name, record.key) for table, _ in coming for record in library.all(table)}
    records = [record.name for table, rows in coming for record in rows if (table.name, record.key) in keys]
    return [*records, *(each.name for each in parts.encounters if is_taken(saves.folder / slug_of(each.name)))]


# -------------------------------------------------------------------- under other names


def _renamed(library: Library, parts: _Parts, name: str) -> _Parts:
    """The campaign under that name, its parties and plans under such as are free. NameTaken if one is called so."""
    campaign = KeptCampaign.model_validate({**parts.campaign.row, "name": proper_name(name)})
    if any(each.key == campaign.key for each in library.all(CAMPAIGNS)):
        raise NameTaken(f"There is already a campaign called {campaign.name}.")
    parties = _free(library, PARTIES, parts.parties)
    called = {old.name: new.name for old, new in zip(parts.parties, parties, strict=True)}
    plans = tuple(
        plan.model_copy(update={"text": _with_parties(plan.text, called)})
        for plan in _free(library, PLANS, parts.plans)
    )
    planned = {old.name: new.name for old, new in zip(parts.plans, plans, strict=True)}
    campaign = campaign.model_copy(
        update={
            "party": called.get(campaign.party, campaign.party),
            "plans": tuple(planned.get(plan, plan) for plan in campaign.plans),
        }
    )
    return _Parts(campaign, parties, plans, parts.encounters)


def _free(library: Library, table: LibraryTable[R], records: Sequence[R]) -> tuple[R, ...]:
    """The records, each with a number behind its name where the library has that; no two get the same name."""
    there = {record.key for record in library.all(table)}
    taken, free = there | {record.key for record in records}, list[R]()
    for record in records:
        free.append(renumbered(record, taken, {}) if record.key in there else record)
        taken.add(free[-1].key)
    return tuple(free)


def _saved_in(party: KeptParty, called_now: Mapping[str, str]) -> KeptParty:
    """The party, which remembers the encounters it was saved from by what they are called now."""

    def called(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(called_now.get(each, each) for each in names)

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


def _free_encounter(saves: "Saves", encounter: _Encounter, transaction: Transaction) -> _Encounter:
    """The encounter, with a number behind its name where that is taken, or will be by the transaction."""
    name = saves.free_name(encounter.name, transaction.places)
    if name == encounter.name:
        return encounter
    with trial_beside(saves.folder / slug_of(name)) as trial, writing(name, "saved"):
        make_folder(trial)
        write_new(trial / JOURNAL, encounter.journal)
        with closing(Journal(trial)) as journal:
            return replace(encounter, name=name, journal=journal.transcript(name))
