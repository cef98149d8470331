"""Campaigns: what is put into one, taken out of it, or noted."""

import time
from collections.abc import Callable

from msgspec.structs import replace

from referee import games as systems
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, Problem, Refused
from referee.library.records import record_name
from referee.store.campaign_membership import Membership, put_membership
from referee.store.library import Library
from referee.store.library_record import CampaignNote, KeptCampaign
from referee.store.library_tables import CAMPAIGNS, PARTIES, PLANS
from referee.store.save_folder import new_id
from referee.store.save_problems import NoSuchSave, doubting
from referee.store.saves import Saves
from referee.text.harmless import clean_name
from referee.text.quoting import quoted

Update = Callable[[KeptCampaign], dict[str, object]]
"""The fields of a campaign that change, made of it."""


def new_campaign(library: Library, name: str, system: str, party: str = "") -> KeptCampaign:
    """Makes a campaign. NameTaken if there is one of that name in the game; NoSuchSave if there is no such party."""
    called, rules = record_name(name, " for the campaign"), systems.load(system)
    found = library.find(PARTIES, party, rules.name).name if party else ""
    campaign = KeptCampaign(name=called, system=rules.name, party=found, id=new_id())
    library.add(CAMPAIGNS, [campaign])
    return campaign


def rename_campaign(library: Library, campaign: KeptCampaign, new: str) -> None:
    """Gives a campaign another name; its encounters know it by its id. NameTaken if another one is called so."""
    name = record_name(new, " for the campaign")
    library.change(CAMPAIGNS, campaign, lambda was: was.renamed(name))


# -------------------------------------------------------------------- what belongs to it


def put_in(saves: Saves, library: Library, campaign: KeptCampaign, word: str) -> str:
    """Puts an encounter, a plan or the party of that name into a campaign; returns what came of it, in a sentence.

    A whole name goes before the beginning of another, and a plan before an encounter that is in the campaign, as one
    that was begun from it is called the same. Refused if nothing is called so, or it is of another game.
    """
    wanted = clean_name(word).casefold()
    plans, parties = library.matching(PLANS, word, campaign.system), library.matching(PARTIES, word, campaign.system)
    named = {record.name.casefold() for record in (*plans, *parties)}
    if slug := _slug(saves, word):
        is_in = slug in saves.members(campaign.id)
        if wanted not in named or (saves.look(slug).name.casefold() == wanted and not is_in):
            return _put_encounter(saves, library, campaign, slug)
    if plans:
        plan = plans[0].name
        for each, member in saves.members(campaign.id).items():
            if member.plan == plan:  # it is prepared once more, so that is no mark of an interrupted start
                put_membership(saves.top.below(each), replace(member, plan=""), saves.read(each).name, campaign.name)
        _change(library, campaign, lambda was: {"plans": tuple(dict.fromkeys((*was.plans, plan)))})
        return f"The plan {plan} is prepared for {campaign.name}."
    if parties:
        _change(library, campaign, lambda was: {"party": parties[0].name})
        return f"{parties[0].name} is the party of {campaign.name} now."
    raise Refused(f"Nothing is called {quoted(word, 40)}. Type the whole name of an encounter, a plan or a party.")


def _put_encounter(saves: Saves, library: Library, campaign: KeptCampaign, slug: str) -> str:
    """Puts an encounter into a campaign; it leaves the one that it was in. Refused if it is of another game.

    A campaign that has no party yet gets the only one of its game, unless that is the party of another campaign.
    """
    save = saves.read(saves.there(slug))
    if save.system != campaign.system:
        raise Refused(f"{save.name} is played in {save.system}, {campaign.name} in {campaign.system}.")
    doubts: list[str] = []
    with doubting(doubts):
        put_membership(saves.top.below(slug), membership(campaign), save.name, campaign.name)
    told = f"{save.name} belongs to {campaign.name} now"
    more = "".join(f" {doubt}" for doubt in doubts)
    parties = library.all(PARTIES, campaign.system)
    others = library.all(CAMPAIGNS, campaign.system)
    if campaign.party or len(parties) != 1 or any(each.party == parties[0].name for each in others):
        return f"{told}.{more}"
    try:
        party = _change(library, campaign, lambda was: {"party": was.party or parties[0].name}).party
    except Problem as problem:
        return f"{told}, but {parties[0].name} could not be made its party: {problem}{more}"
    return f"{told}, and {party} is its party.{more}"


def put_in_named(saves: Saves, name: str, system: str, slug: str = "") -> str:
    """Puts an encounter into the campaign of that name and game, which is made if there is none; its party is the only
    one of the game, where there is only one. Returns what came of it, in a sentence. slug: the folder of the encounter;
    empty for none.
    """
    library = Library(saves.folder)
    there = (each for each in library.all(CAMPAIGNS, system) if each.name.casefold() == clean_name(name).casefold())
    if (campaign := next(there, None)) is None:
        parties = library.all(PARTIES, system)
        campaign = new_campaign(library, name, system, parties[0].name if len(parties) == 1 else "")
        told = f"{campaign.name} is a new campaign." if slug else f"{campaign.name} is ready. Enter opens it."
    else:
        told = "" if slug else f"There is already a campaign called {campaign.name}."
    return " ".join(filter(None, (told, _put_encounter(saves, library, campaign, slug) if slug else "")))


def take_out(saves: Saves, library: Library, campaign: KeptCampaign, word: str) -> str:
    """Takes an encounter, a plan or the party out of a campaign; it stays where it is. Refused if it is not in it."""
    slug, called = _slug(saves, word), clean_name(word)
    plan = next((each for each in campaign.plans if each.casefold() == called.casefold()), "")
    if slug and slug in saves.members(campaign.id):
        called = saves.look(slug).name
        put_membership(saves.top.below(slug), None, called, campaign.name)
    elif plan:
        _change(library, campaign, lambda was: {"plans": tuple(each for each in was.plans if each != plan)})
    elif campaign.party and campaign.party.casefold() == called.casefold():
        _change(library, campaign, lambda was: {"party": ""})
    else:
        raise Refused(f"{campaign.name} has no encounter, plan or party called {quoted(word, 40)}.")
    return f"{called} does not belong to {campaign.name} any more."


def write_down(library: Library, campaign: KeptCampaign, text: str) -> None:
    """Adds a note of the day that it is."""
    if not text.strip():
        raise Refused("Type the note: referee campaign note NAME 'They owe the miller a favour.'")
    _change(library, campaign, lambda was: {"notes": (*was.notes, CampaignNote(day=was.day, text=text))})


def set_day(library: Library, campaign: KeptCampaign, word: str) -> int:
    """Sets the day, `12`, or lets so many days pass, `+3`; returns the day that it is. NotUnderstood otherwise."""
    if not is_number(word) or word.startswith("-"):
        raise NotUnderstood(f"Type the day, or how many days pass: 12 or +3, not {quoted(word)}.")

    def day(was: KeptCampaign) -> dict[str, object]:
        new = was.day + int(word) if word.startswith("+") else int(word)
        if not 1 <= new <= 99_999:
            raise Refused("A campaign has days 1 to 99,999.")
        return {"day": new}

    return _change(library, campaign, day).day


def _change(library: Library, campaign: KeptCampaign, update: Update) -> KeptCampaign:
    """Changes fields of a campaign as it is in the library now."""
    return library.change(CAMPAIGNS, campaign, lambda was: was.model_copy(update=update(was)))


def _slug(saves: Saves, word: str) -> str:
    """The folder of the encounter that is called so; empty if none is."""
    try:
        return saves.find(word)
    except NoSuchSave:
        return ""


def membership(campaign: KeptCampaign, plan: str = "") -> Membership:
    """The membership of an encounter that is put into the campaign now, behind all others. plan: what it began from."""
    return Membership(campaign.id, time.time_ns(), plan)
