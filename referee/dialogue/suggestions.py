"""Suggestions beside the fight: to load a party that has changed since, and what is due at the end of a fight."""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.command_language.orders import LibraryOrder, LoadParty, SaveParty, UndoParty
from referee.command_language.read_command import quoted
from referee.engine.contract.standing import AWAY
from referee.engine.figures.figure_words import as_it_is, as_kept, changes
from referee.engine.figures.party import DoneTogether, KeptGroup, group_called
from referee.engine.problem import Problem, Refused
from referee.engine.record.session import Session
from referee.engine.verbs.order import over
from referee.library.keeping import Told, absent, id_of, kept, to_save
from referee.library.own_library import OwnLibrary
from referee.store.campaign_membership import membership_of
from referee.store.library_tables import CAMPAIGNS, PARTIES
from referee.words.fight_summary import FightSummary, brought_up, summary_of


class SuggestedLine(NamedTuple):
    """A line of the command language, and what it does: `party save heroes yes`: save heroes as they are now."""

    line: str
    does: str


_LONGEST_WHY = 160
"""Characters of what has changed of one member."""


class Suggestion(Struct, frozen=True):
    """What could be done now, and need not be: it is no question, and any other command is taken at once."""

    lines: tuple[SuggestedLine, ...]
    why: tuple[str, ...]
    """What has changed, and who is absent, a line each."""

    @property
    def does(self) -> str:
        """What all of it does: `give the heroes 150 XP to share and save heroes as they are now`."""
        *first, last = (each.does for each in self.lines)
        return f"{', '.join(first)}{' and ' if first else ''}{last}"

    @property
    def by_key(self) -> str:
        """The same for those who press a key: what Enter does, and what has changed."""
        return ": ".join((f"Enter: {self.does}", *(["; ".join(self._why)] if self.why else [])))

    @property
    def _why(self) -> list[str]:
        """The lines of `why`, cut to what can be read aloud; the order without its `yes` tells all."""
        cut = (line[:_LONGEST_WHY].rpartition(", ")[0] for line in self.why)
        return [line if len(line) <= _LONGEST_WHY else f"{few}, …" for line, few in zip(self.why, cut, strict=True)]

    @property
    def typed(self) -> str:
        """The same for those who type, in one line: what has changed, and the lines."""
        why = f"{'; '.join(self._why)}. " if self.why else ""
        return f"{why}To {self.does}: {' · '.join(each.line for each in self.lines)}"

    def remember(self, session: Session, start: int) -> None:
        """All of it was done since that number of applied steps: undo takes it back as one act."""
        last, then = session.done_together, (session.step_log.position, session.encounter)
        session.kept.done_together = DoneTogether(last.party if last else None, self.does, then, start)


class Suggestions:
    """What is suggested at one table; the summary of its fight goes on from what was recorded before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._summary: FightSummary | None = None
        self._made_of: tuple[object, object] = None, None
        self._made: Suggestion | None = None

    def now(self) -> Suggestion | None:
        """What could be done now; None in the middle of a fight, and where nothing has changed."""
        session = self._session
        if not session.is_between_fights or not (parties := session.kept.parties()):
            return None
        if self._made_of[0] is not session.encounter or self._made_of[1] is not parties:
            self._made_of, self._made = (session.encounter, parties), self._worked_out()
        return self._made

    @property
    def typed(self) -> str:
        """The same for those who type; empty where it is nothing."""
        now = self.now()
        return now.typed if now is not None else ""

    def _worked_out(self) -> Suggestion | None:
        session, before = self._session, self._summary
        if (group := party_here(session)) is None:
            return None
        log = session.step_log
        self._summary = brought_up(before, log, session.encounter) if before else summary_of(session.rules, log)
        if self._summary.rounds:
            return end_of_fight(session, self._summary)
        told = load_changes(session)
        if not told or not _has_changed(session, self._summary, group):
            return None
        load = SuggestedLine(f"party load {quoted(group.name)} yes", f"load {group.name} as last saved")
        return Suggestion((load,), (*told, *absent(session.encounter, (member.name for member in group.members))))


def do_with_library(session: Session, order: LibraryOrder) -> Told:
    """Does an order about the library, and remembers a party that it has saved. Problems as of `kept`."""
    before = session.kept.parties()
    told = kept(session, order)
    if isinstance(order, SaveParty) and order.sure and (now := session.kept.parties()) is not before:
        party, n = group_called(now, order.name), session.step_log.position
        session.kept.done_together = DoneTogether(party, f"party save {order.name}", (n, session.encounter), n)
        if session.questions:  # undo is about the question first
            name = quoted(order.name)
            told = replace(told, lines=(*told.lines, f"To take it back while a question is open: party undo {name}"))
    return told


def undo_together(session: Session, last: DoneTogether) -> None:
    """Undoes what was done in one act. Of a party that was saved with it the library has what it had before."""
    if last.party is not None and isinstance(session.kept, OwnLibrary):
        try:
            _ = kept(session, UndoParty(last.party.name))
        except Refused:  # it was new
            library = session.kept.library
            library.remove(PARTIES, [library.find(PARTIES, last.party.name, session.rules.name)])
    session.kept.done_together = None
    if last.start < session.step_log.position:
        session.rewind(last.start)


def end_of_fight(session: Session, summary: FightSummary) -> Suggestion | None:
    """What is still to be done at the end of a fight: the end itself, experience, saving the party. None if nothing."""
    lines = [SuggestedLine(over.name, "end the fight")] if session.rules.fight.is_on(session.encounter) else []
    lines += [SuggestedLine(*each) for each in summary.orders_due]
    group = party_here(session)
    told = _told(session, SaveParty(group.name)) if group is not None else ()
    if group is not None and id_of(session) in group.saved_in[:-1] and isinstance(session.kept, OwnLibrary):
        # What stands here is older than what the party was saved as.
        where = session.kept.encounter_called(group.saved_in[-1])
        told = (f"{group.name} was saved again in {where}, so it is not saved from here",) if told else ()
    elif group is not None and (told or summary.orders_due):
        lines.append(SuggestedLine(f"party save {quoted(group.name)} yes", f"save {group.name} as they are now"))
        saved = to_save(session, group.members)
        told = (*told, *absent(session.encounter, (each.name for each in group.members if each.name not in saved)))
    return Suggestion(tuple(lines), tuple(told)) if lines else None


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
    return next((each.party for each in campaigns if belongs and belongs.campaign == each.id), "")


def load_changes(session: Session) -> tuple[str, ...]:
    """What loading the party that is at the table would change, a line each; nothing where none is."""
    group = party_here(session)
    return _told(session, LoadParty(group.name)) if group is not None else ()


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
