"""Campaigns: evenings that belong together, with their party, what is prepared for it, and what it has played."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee import games as systems
from referee.dialogue.as_seen import UNREADABLE
from referee.engine.figures.figure_words import Differences, from_words, track_word
from referee.engine.figures.recruit import Recruit
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, Problem, Refused
from referee.engine.state.bearer import Figure
from referee.engine.verbs.ledger import System
from referee.library.records import record_name
from referee.store.journal import Journal
from referee.store.library import Library
from referee.store.library_record import CAMPAIGNS, PARTIES, PLANS, CampaignNote, KeptCampaign, Member
from referee.store.membership import Membership, put_membership
from referee.store.problems import NoSuchSave, doubting
from referee.store.save_folder import new_id
from referee.store.save_reader import names_by_id
from referee.store.saves import Saves
from referee.text.harmless import clean_name
from referee.text.quoting import quoted
from referee.words.bearer import track_name
from referee.words.fight_summary import in_words, summary_of

Update = Callable[[KeptCampaign], dict[str, object]]
"""The fields of a campaign that change, made of it."""


class InFight(NamedTuple):
    """What a fight has done to one of the players' figures, of that which carries over."""

    name: str
    changes: Differences
    told: str
    """The same in words: `HP 44 → 35/44, XP 0 → 50`; or that it was absent."""


class CampaignFight(NamedTuple):
    """An encounter of a campaign, or a plan that none was begun from yet."""

    name: str
    slug: str
    """The folder of the encounter; empty for a plan."""
    state: Literal["plan", "prepared", "begun", "over", "unreadable"]
    """Prepared: no round has begun; over: as its game says, or no round is on any more."""
    told: str = ""
    """What happened, in one sentence; why it cannot be read."""
    log: tuple[InFight, ...] = ()
    """Who has lost or gained what in it, and who of the party was absent."""


class CampaignMember(NamedTuple):
    """One of the party, as it was saved last."""

    name: str
    stands: str
    """What is left of its health and of what is not full, how it stands, and what lies on it."""


class Overview(Struct, frozen=True):
    """All that there is to tell of a campaign."""

    campaign: KeptCampaign
    members: tuple[CampaignMember, ...]
    fights: tuple[CampaignFight, ...]
    saved_in: str = ""
    """The encounter that the party was saved from last; empty if it is not known."""

    @property
    def party(self) -> tuple[str, ...]:
        """Which party it is, and where it was saved last, as far as there is one."""
        if not (name := self.campaign.party):
            return ("no party yet",)
        if not self.members:
            return (f"{name} (not in the library any more)",)
        return (name, f"saved last in {self.saved_in}") if self.saved_in else (name,)


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


def put_in(saves: "Saves", library: Library, campaign: KeptCampaign, word: str) -> str:
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


def _put_encounter(saves: "Saves", library: Library, campaign: KeptCampaign, slug: str) -> str:
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


def put_in_named(saves: "Saves", name: str, system: str, slug: str = "") -> str:
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


def take_out(saves: "Saves", library: Library, campaign: KeptCampaign, word: str) -> str:
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


def _slug(saves: "Saves", word: str) -> str:
    """The folder of the encounter that is called so; empty if none is."""
    try:
        return saves.find(word)
    except NoSuchSave:
        return ""


def membership(campaign: KeptCampaign, plan: str = "") -> Membership:
    """The membership of an encounter that is put into the campaign now, behind all others. plan: what it began from."""
    return Membership(campaign.id, time.time_ns(), plan)


# -------------------------------------------------------------------- what there is to tell


def overview(saves: "Saves", library: Library, campaign: KeptCampaign) -> Overview:
    """The party as it stands, and each encounter and plan of a campaign. Damaged if the library cannot be read.

    Of what cannot be read it is told why, in its place.
    """
    parties = [each for each in library.all(PARTIES, campaign.system) if each.name == campaign.party]
    members = tuple(_member(campaign.system, member) for party in parties for member in party.members)
    names = tuple(member.name for member in members)
    saved_in = "".join(where for party in parties for where in party.saved_in[-1:])
    saved_in = names_by_id(saves.top).get(saved_in, "") if saved_in else ""
    return Overview(campaign, members, fights_of(saves, campaign, names), saved_in)


def _member(system: str, member: Member) -> CampaignMember:
    try:
        rules = systems.rules_named(system)
        return CampaignMember(member.name, _stands(rules, from_words(rules, member.words)))
    except Problem as problem:
        return CampaignMember(member.name, str(problem))


def _stands(rules: System, recruit: Recruit) -> str:
    figure = recruit.figure
    health = figure.tracks.get(rules.health_name)
    words = [f"{rules.health_label} {track_word(health)}"] if health is not None else []
    words += [
        f"{track_name(rules, name)} {track_word(track)}"
        for name, track in figure.tracks.items()
        if name != rules.health_name and rules.keeps_track(name) and track.now != _usual(rules, figure, name)
    ]
    words += [figure.standing] if figure.standing != rules.standings[0].name else []
    words += [kind if value == 1 else f"{kind} {value}" for kind, value in recruit.conditions]
    return ", ".join(words)


def _usual(rules: System, figure: Figure, name: str) -> int | None:
    """Where a track stands of which nothing need be told: as with everybody of its kind, or full."""
    template = rules.template(figure.kind)
    at_first = template.tracks.get(name) if template is not None else None
    return at_first.now if at_first is not None and at_first.now != at_first.most else figure.tracks[name].most


def fights_of(saves: "Saves", campaign: KeptCampaign, party: Sequence[str] = ()) -> tuple[CampaignFight, ...]:
    """The encounters of a campaign, without those in the trash, and its plans.

    party: the names of those of whom it is told where they were absent.
    """
    members = saves.members(campaign.id)
    begun = {each.plan: saves.read(slug).name for slug, each in members.items() if each.plan in campaign.plans}
    plans = ((name, f"already begun as {begun[name]}" if name in begun else "") for name in campaign.plans)
    encounters = (_fight(saves, slug, party) for slug in members)
    return (*encounters, *(CampaignFight(name, "", "plan", told) for name, told in plans))


def _fight(saves: "Saves", slug: str, party: Sequence[str]) -> CampaignFight:
    try:
        with closing(saves.open(saves.there(slug), read_only=True)) as journal:
            return _fight_of(journal, slug, party)
    except UNREADABLE as error:
        why = str(error) if isinstance(error, Problem) else "This encounter cannot be read."
        return CampaignFight(slug, slug, "unreadable", why)


def _fight_of(journal: "Journal", slug: str, party: Sequence[str]) -> CampaignFight:
    summary = summary_of(rules := systems.rules_for(journal), journal)
    if not summary.rounds:
        return CampaignFight(journal.name, slug, "prepared")
    over = rules.fight.over(summary.encounter)
    ended = over or not rules.fight.is_on(summary.encounter)
    told = "; ".join(filter(None, (summary.in_a_line, over)))
    players = {summary.encounter.name(tag): summary.gained(tag) for tag in summary.players}
    log = [InFight(name, changes, in_words(rules, changes)) for name, changes in players.items() if changes]
    log += [InFight(name, {}, "absent") for name in party if name.casefold() not in map(str.casefold, players)]
    return CampaignFight(journal.name, slug, "over" if ended else "begun", told, tuple(log))


def told(whole: Overview, ahead: Callable[[CampaignFight], Sequence[str]] = lambda fight: ()) -> list[str]:
    """A campaign line by line; ahead: what is said of a fight that is to come."""
    campaign = whole.campaign
    party = f"{'party ' if campaign.party else ''}{', '.join(whole.party)}"
    return [
        f"{campaign.name} ({campaign.system}): day {campaign.day}, {party}",
        *(f"  {member.name}: {member.stands}" for member in whole.members),
        *(line for fight in whole.fights for line in (*_lines(fight), *(f"  {row}" for row in ahead(fight)))),
        *(f"day {note.day}: {note.text}" for note in campaign.notes),
    ]


def _lines(fight: CampaignFight) -> list[str]:
    first = f"{fight.state}: {': '.join(filter(None, (fight.name, fight.told)))}"
    return [first, *(f"  {each.name}: {each.told}" for each in fight.log)]
