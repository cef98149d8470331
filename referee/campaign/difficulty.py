"""Difficulty of an encounter that is to come."""

from contextlib import closing

from referee.campaign.campaign_start import with_party
from referee.campaign.overview import CampaignFight
from referee.campaign.plan import kept_plan
from referee.campaign.plan_run import game_of, played, prepared
from referee.dialogue.as_seen import UNREADABLE
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.library.own_library import OwnLibrary, session_of
from referee.store.library import Library
from referee.store.library_record import KeptCampaign, KeptPlan
from referee.store.library_tables import PLANS
from referee.store.saves import Saves
from referee.words.fight_summary import difficulty_lines


def difficulty_ahead(saves: Saves, library: Library, campaign: KeptCampaign, fight: CampaignFight) -> list[str]:
    """Lines that tell how hard a coming fight is for the party as it was last saved.

    No lines if the game does not rate encounters, or if the fight has begun or cannot be begun as it is.
    """
    if fight.state not in ("prepared", "plan"):
        return []
    sessions: list[Session] = []
    try:
        if fight.slug:
            with closing(saves.open(saves.there(fight.slug), read_only=True)) as journal:
                there = session_of(journal, saves.folder)
            kept = OwnLibrary(saves.folder, there.rules.name)
            sessions.append(Session(there.rules, MemoryStepLog(there.encounter), kept=kept))
        else:
            plan = library.find(PLANS, fight.name, campaign.system)
            prepared(saves, kept_plan(plan), then=sessions.append)
        (session,) = sessions
        if campaign.party:
            with_party(session, campaign.party)
        return difficulty_lines(session.rules, session.encounter)
    except UNREADABLE:
        return []


def difficulty_of(library: Library | None, kept: object) -> list[str]:
    """Lines that tell how hard the encounter of a plan is for its heroes.

    No lines if the game does not rate encounters, if the plan cannot be begun as it is, or if `kept` is no plan.
    """
    if library is None or not isinstance(kept, KeptPlan):
        return []
    try:
        plan = kept_plan(kept)
        rules = game_of(plan, kept.system).rules
        return difficulty_lines(rules, played(rules, plan, OwnLibrary(library.folder, rules.name)).encounter)
    except Problem:
        return []
