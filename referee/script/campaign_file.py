"""A campaign as one file: its record, party and plans, and its encounters with their whole history."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from pydantic import ValidationError

from referee.engine.problem import Problem
from referee.engine.state.tags import listed
from referee.script.campaigns import membership
from referee.store.file import Damaged, NameTaken, read_json
from referee.store.journal import Journal
from referee.store.library import Library
from referee.store.library_record import (
    CAMPAIGNS,
    PARTIES,
    PLANS,
    KeptCampaign,
    KeptParty,
    KeptPlan,
    Record,
)
from referee.store.save_folder import CAMPAIGN, SYSTEM_FILE, beside, is_taken, proper_name, slug_of, unmake

if TYPE_CHECKING:
    from referee.store.saves import Saves

FORMAT = "referee campaign 1"


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


def read_in(saves: "Saves", library: Library, raw: bytes, called: str) -> KeptCampaign:
    """Puts in a campaign that such a text holds, all of it or nothing.

    Damaged if it is no such text; NameTaken if a record or an encounter of it has the name of one that is there.
    """
    found = read_json(raw, called)
    if not isinstance(found, Mapping) or found.get("format") != FORMAT:
        raise Damaged(f"{called} is not an exported campaign. Make one: referee campaign export NAME")
    try:
        campaign = KeptCampaign.model_validate(found["campaign"])
        parties = [KeptParty.model_validate(row) for row in found["parties"]]
        plans = [KeptPlan.model_validate(row) for row in found["plans"]]
        encounters = [(proper_name(row["name"]), row["journal"], row["system_file"]) for row in found["encounters"]]
        texts = [(name, journal.encode("utf-8"), file.encode("utf-8")) for name, journal, file in encounters]
    except (ValidationError, LookupError, TypeError, AttributeError, UnicodeEncodeError, RecursionError) as error:
        raise Damaged(f"{called} is damaged: it holds something that is not part of a campaign.") from error
    if taken := [name for name, _, _ in texts if is_taken(saves.folder / slug_of(name))]:
        raise NameTaken(f"There is already an encounter called {listed(taken)}. Rename it first.")
    made: list[str] = []
    try:
        for name, journal, file in texts:
            files = {CAMPAIGN: membership(campaign).raw, **({SYSTEM_FILE: file} if file else {})}
            made.append(saves.make(name, journal, files))
            saves.open(made[-1], read_only=True).close()
        records: dict[str, Sequence[Record]] = {CAMPAIGNS.name: [campaign], PARTIES.name: parties, PLANS.name: plans}
        library.add_all({name: rows for name, rows in records.items() if rows}, None)
    except (Problem, OSError):
        for slug in made:
            unmake(saves.folder / slug)
        raise
    return campaign
