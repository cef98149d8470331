"""Start of an encounter in a campaign, with the party as it was saved."""

from collections.abc import Callable
from contextlib import closing, suppress

from referee.campaign.campaigns import membership
from referee.campaign.overview import CampaignFight, fights_of
from referee.dialogue.run_lines import require_saved, run_line
from referee.engine.problem import Problem, Refused
from referee.engine.record.session import Session
from referee.library.keeping import absent
from referee.library.own_library import session_of
from referee.store.campaign_membership import CAMPAIGN
from referee.store.library import Library
from referee.store.library_record import KeptCampaign
from referee.store.library_tables import CAMPAIGNS, PLANS
from referee.store.save_folder import initial_files
from referee.store.save_names import slug_of
from referee.store.save_problems import doubting
from referee.store.saves import Saves
from referee.text.phrases import listed
from referee.text.quoting import quoted


def begin_next(
    saves: Saves, library: Library, campaign: KeptCampaign, which: CampaignFight | None = None
) -> tuple[str, list[str]]:
    """Begins an encounter of a campaign: the first that is prepared, else one from its next plan; the party is in it as
    it was saved last.

    which: the prepared encounter, or the plan, that is meant. Returns the folder of the encounter, and what became of
    the party, a line each. Refused if nothing is prepared.
    """
    told: list[str] = []

    def join(session: Session) -> None:
        told.extend(with_party(session, campaign.party) if campaign.party else ())

    ready = [fight for fight in fights_of(saves, campaign) if fight.state in ("prepared", "plan")]
    wanted = which or next(iter(ready), None)
    if wanted is None:
        how = f"referee campaign add {quoted(campaign.name)} NAME"
        raise Refused(f"Nothing is prepared for {campaign.name}. Put a plan or an encounter into it: {how}")
    if not (slug := wanted.slug):
        slug, doubts = _from_plan(saves, library, campaign, wanted.name, join)
        return slug, [*told, *doubts]
    with closing(saves.open(saves.there(slug))) as journal:
        session = session_of(journal, saves.folder)
        join(session)
        require_saved(journal)
        journal.settle(session.questions[0].key if session.questions else "", session.encounter)
    return slug, told


def _from_plan(
    saves: Saves, library: Library, campaign: KeptCampaign, plan_name: str, then: Callable[[Session], object]
) -> tuple[str, list[str]]:
    """Begins an encounter from a plan, which is in the campaign in place of the plan then.

    Returns its folder, and what the disk did not do: the plan may still be listed, as it is taken out last.
    """
    from referee.campaign.plan import kept_plan
    from referee.campaign.plan_run import prepared

    kept = library.find(PLANS, plan_name, campaign.system)
    name, plan = saves.free_name(kept.name), kept_plan(kept)
    found, steps = prepared(saves, plan, then=then)
    files = initial_files(name, found.rules.name, found.file, found.origin, steps)

    def without_plan(was: KeptCampaign) -> KeptCampaign:
        return was.model_copy(update={"plans": tuple(each for each in was.plans if each != kept.name)})

    doubts: list[str] = []
    with doubting(doubts):
        saves.make(name, {CAMPAIGN: membership(campaign, kept.name).raw, **files})
    slug = slug_of(name)
    with suppress(Problem):  # it has begun, whether or not its encounter.json can be written now
        saves.open(slug).close()
    try:
        library.change(CAMPAIGNS, campaign, without_plan)
    except Problem as problem:
        doubts.append(f"{name} is begun, but its plan is still listed. {problem}")
    return slug, doubts


def with_party(session: Session, party: str) -> list[str]:
    """Those of the party who are at the table stand as they were saved last; where nobody is, all join."""
    group = next((each for each in session.kept.parties() if each.name == party), None)
    if group is None:
        return [f"The party {party} is not in the library any more."]
    here, before = group.at_table(session.encounter), session.encounter
    done = run_line(session, f'party load "{party}" yes' if here else f'add party "{party}"')
    joined = f"Joined: {listed([member.name for member in group.members])}"
    told = [line.rstrip(".") for line in done.lines] if done is not None else [joined]
    told = told if session.encounter is not before else []
    return [f"{line}." for line in (*told, *absent(session.encounter, (each.name for each in group.members)))]
