"""Offers of a table beside its fight: to load a party that has changed since, and what is due at the end of a fight."""

from typing import NamedTuple

from referee.engine.contract.kinds import AWAY
from referee.engine.figures.details import KeptGroup
from referee.engine.figures.figure_words import as_it_is, as_kept, changes
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.verbs.order import over
from referee.script.keeping import OwnLibrary, absent, kept, name_of
from referee.script.line import LoadParty, SaveParty
from referee.script.reading import quoted
from referee.store.library_record import CAMPAIGNS
from referee.store.save_folder import membership_of
from referee.words.fight_summary import FightSummary, brought_up, summary_of


class Order(NamedTuple):
    """A line of the command language, and what it does: `party save heroes yes`: save heroes as they are now."""

    line: str
    does: str


class Offer(NamedTuple):
    """What could be done now, and need not be: it is no question, and any other command is taken at once."""

    orders: tuple[Order, ...]
    why: str
    """What has changed, and who is absent; empty where there is nothing to tell."""

    @property
    def does(self) -> str:
        """What all of it does: `give the heroes 150 XP to share and save heroes as they are now`."""
        *first, last = (order.does for order in self.orders)
        return f"{', '.join(first)}{' and ' if first else ''}{last}"

    @property
    def typed(self) -> str:
        """The same for those who type, in one line: what has changed, and the orders."""
        why = f"{self.why}. " if self.why else ""
        return f"{why}To {self.does}: {' · '.join(order.line for order in self.orders)}"


def offered(session: Session) -> str:
    """What could be done now, in one line with the orders to type; empty where that is nothing."""
    offer = offer_of(session)
    return offer.typed if offer is not None else ""


class Offers:
    """What one table is offered; the summary of its fight goes on from what was recorded before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._summary: FightSummary | None = None

    def now(self) -> Offer | None:
        """What could be done now; None in the middle of a fight, and where nothing has changed."""
        session, before = self._session, self._summary
        if not _may_be_offered(session) or (group := party_here(session)) is None:
            return None
        log = session.step_log
        self._summary = brought_up(before, log, session.encounter) if before else summary_of(session.rules, log)
        if self._summary.rounds:
            return end_of_fight(session, self._summary)
        told = _told(session, LoadParty(group.name))
        if not told or not _has_changed(session, self._summary, group):
            return None
        load = Order(f"party load {quoted(group.name)} yes", f"load {group.name} as last saved")
        return Offer((load,), "; ".join((*told, *absent(session.encounter, (member.name for member in group.members)))))


def offer_of(session: Session) -> Offer | None:
    """What could be done now, at a table that was not asked before."""
    return Offers(session).now()


def _may_be_offered(session: Session) -> bool:
    """Is no fight going on, and nothing asked, at a table with a library?"""
    rules, encounter = session.rules, session.encounter
    is_on = rules.fight_is_on(encounter) and not rules.over(encounter)
    return not is_on and not session.questions and isinstance(session.kept, OwnLibrary)


def end_of_fight(session: Session, summary: FightSummary) -> Offer | None:
    """What is still to be done at the end of a fight: the end itself, experience, saving the party. None if nothing."""
    orders = [Order(over.name, "end the fight")] if session.rules.fight_is_on(session.encounter) else []
    orders += [Order(*each) for each in summary.orders_due]
    group = party_here(session)
    told = _told(session, SaveParty(group.name)) if group is not None else ()
    if group is not None and name_of(session) in group.saved_in[:-1]:
        # What stands here is older than what the party was saved as.
        told = (f"{group.name} was saved again in {group.saved_in[-1]}, so it is not saved from here",) if told else ()
    elif group is not None and (told or summary.orders_due):
        orders.append(Order(f"party save {quoted(group.name)} yes", f"save {group.name} as they are now"))
        told = (*told, *absent(session.encounter, (member.name for member in group.members)))
    return Offer(tuple(orders), "; ".join(told)) if orders else None


def party_here(session: Session) -> KeptGroup | None:
    """The party of the campaign that the encounter belongs to; where nobody of it is at the table, the one of the
    library of which most are. None if nobody of any is.
    """
    own = _party_of_campaign(session.kept) if isinstance(session.kept, OwnLibrary) else ""
    here = {group: len(group.at_table(session.encounter)) for group in session.kept.parties()}
    present = (group for group, many in here.items() if many)
    return max(present, key=lambda group: (group.name == own, here[group]), default=None)


def _party_of_campaign(kept: OwnLibrary) -> str:
    """The name of the party of the campaign that the encounter belongs to; empty if there is none."""
    belongs = membership_of(kept.encounter) if kept.encounter is not None else None
    try:
        campaigns = kept.library.all(CAMPAIGNS, kept.system) if belongs is not None else ()
    except Problem:
        return ""
    return next((each.party for each in campaigns if belongs and belongs.is_of(each.system, each.name)), "")


def _told(session: Session, order: LoadParty | SaveParty) -> tuple[str, ...]:
    """What an order about a party would change, a line each; nothing if it would change nothing, or cannot be done."""
    try:
        done = kept(session, order)
    except Problem:
        return ()
    return done.lines[1:] if done.proposal else ()


def _has_changed(session: Session, summary: FightSummary, group: KeptGroup) -> bool:
    """Was the party saved otherwise since its members came to the table? What the referee changed here since does not
    count.
    """
    rules, here = session.rules, group.at_table(session.encounter)
    for member in group.members:
        tag = here.get(member.name, "")
        if (then := summary.added.get(tag)) is not None and then.figures[tag].standing != AWAY.name:
            try:
                if changes(rules, as_it_is(rules, then, tag), as_kept(rules, then, tag, member.words)):
                    return True
            except Problem:
                continue
    return False
