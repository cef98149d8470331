"""Overview of a campaign: its party, what is prepared for it, what it has played."""

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Literal, NamedTuple

from msgspec import Struct

from referee import games as systems
from referee.dialogue.as_seen import UNREADABLE
from referee.engine.figures.figure_words import Differences, from_words, track_word
from referee.engine.figures.recruit import Recruit
from referee.engine.problem import Problem
from referee.engine.state.bearer import Figure
from referee.engine.verbs.ledger import System
from referee.store.journal import Journal
from referee.store.library import Library
from referee.store.library_record import KeptCampaign, Member
from referee.store.library_tables import PARTIES
from referee.store.save_reader import names_by_id
from referee.store.saves import Saves
from referee.words.bearer import track_name
from referee.words.fight_summary import in_words, summary_of


class InFight(NamedTuple):
    """Changes that a fight has made to one of the players' figures and that carry over to the next."""

    name: str
    changes: Differences
    told: str
    """The changes in words, `HP 44 → 35/44, XP 0 → 50`; or `absent`."""


class CampaignFight(NamedTuple):
    """An encounter of a campaign, or a plan from which none has been begun yet."""

    name: str
    slug: str
    """The folder of the encounter; empty for a plan."""
    state: Literal["plan", "prepared", "begun", "over", "unreadable"]
    """Prepared: no round has begun; over: as its game says, or no round is on any more."""
    told: str = ""
    """One sentence: what happened, or why the encounter cannot be read."""
    log: tuple[InFight, ...] = ()
    """Changes of each figure of the players, then the members of the party who were absent."""


class CampaignMember(NamedTuple):
    """One of the party, as it was saved last."""

    name: str
    stands: str
    """Its health, the tracks that are not full, its standing and its conditions, in words."""


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


def overview(saves: Saves, library: Library, campaign: KeptCampaign) -> Overview:
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
    """The value of a track that need not be told: the value that its kind begins with, or its most."""
    template = rules.template(figure.kind)
    at_first = template.tracks.get(name) if template is not None else None
    return at_first.now if at_first is not None and at_first.now != at_first.most else figure.tracks[name].most


def fights_of(saves: Saves, campaign: KeptCampaign, party: Sequence[str] = ()) -> tuple[CampaignFight, ...]:
    """The encounters of a campaign, without those in the trash, and its plans.

    party: the names of those of whom it is told where they were absent.
    """
    members = saves.members(campaign.id)
    begun = {each.plan: saves.read(slug).name for slug, each in members.items() if each.plan in campaign.plans}
    plans = ((name, f"already begun as {begun[name]}" if name in begun else "") for name in campaign.plans)
    encounters = (_fight(saves, slug, party) for slug in members)
    return (*encounters, *(CampaignFight(name, "", "plan", told) for name, told in plans))


def _fight(saves: Saves, slug: str, party: Sequence[str]) -> CampaignFight:
    try:
        with closing(saves.open(saves.there(slug), read_only=True)) as journal:
            return _fight_of(journal, slug, party)
    except UNREADABLE as error:
        why = str(error) if isinstance(error, Problem) else "This encounter cannot be read."
        return CampaignFight(slug, slug, "unreadable", why)


def _fight_of(journal: Journal, slug: str, party: Sequence[str]) -> CampaignFight:
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
