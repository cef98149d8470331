"""Keeping figures and parties: what orders of the table put into the library, and how a party of it rests."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from referee.command_language.orders import (
    Keep,
    KeepCondition,
    LibraryOrder,
    LoadParty,
    RestParty,
    SaveParty,
    UndoParty,
)
from referee.command_language.read_command import quoted
from referee.engine.contract.kinds import NOTE, XP
from referee.engine.contract.standing import AWAY
from referee.engine.figures.family import family_name
from referee.engine.figures.figure_words import (
    as_it_is,
    as_kept,
    as_left,
    changes,
    from_words,
    table_left,
    words_to_keep,
)
from referee.engine.figures.party import KeptGroup, KeptMember, at_table
from referee.engine.figures.pieces import pieces
from referee.engine.problem import NotUnderstood, Refused, on_topic
from referee.engine.questions.answer import Said
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.add import BACK, party_named
from referee.engine.verbs.verb import Command
from referee.library.own_library import OwnLibrary
from referee.library.records import condition_from
from referee.store.library import Duplicates, Library
from referee.store.library_record import KeptFigure, KeptParty, Member, PartyState, R
from referee.store.library_tables import CONDITIONS, FIGURES, PARTIES, LibraryTable
from referee.store.library_text import LONGEST_WORDS
from referee.text.phrases import listed
from referee.words.fight_summary import in_words, table_in_words

T = TypeVar("T")


def without_note(words: str) -> tuple[str, str]:
    """Words after `add` without their note, and the note; empty if there is none."""
    found = list(pieces(words))
    rest = " ".join(piece.text for piece in found if piece.key != NOTE.name)
    return rest, next((piece.value for piece in found if piece.key == NOTE.name and piece.value), "")


class Told(Struct, frozen=True):
    """What came of an order that is about the library."""

    lines: tuple[str, ...]
    proposal: str = ""
    """The order that does what was only told; empty if it is done."""


@on_topic("library")
def kept(session: Session, order: LibraryOrder) -> Told:
    """Does it, or tells what it would do. Refused if this table has no library, or the library refuses."""
    if not isinstance(session.kept, OwnLibrary):
        raise Refused("This table has no library.")
    library = session.kept.library
    match order:
        case Keep():
            return _figure(session, library, order)
        case KeepCondition():
            return _condition(session, library, order)
        case SaveParty():
            return _party(session, library, order)
        case LoadParty():
            return _load(session, order)
        case UndoParty():
            return _undo(session, library, order)


def _put(library: Library, table: LibraryTable[R], record: R, order: str, sure: bool) -> Told:
    """Puts a record into the library; if its name is taken, only where the order ends with `yes`."""
    there = [each for each in library.all(table, record.system) if each.key == record.key]
    if there and not sure:
        line = f"The library already has a {table.one} called {there[0].name}. Add yes to replace it."
        return Told((line,), f"{order} yes")
    library.add(table, [record], Duplicates.REPLACE)
    return Told((f"{record.name} was saved to the library.", *library.doubts))


def _figure(session: Session, library: Library, order: Keep) -> Told:
    rules, encounter = session.rules, session.encounter
    figure = encounter.figures[order.who]
    name = (order.name or family_name(figure)).replace('"', "'")
    words, note = without_note(words_to_keep(rules, encounter, order.who, name))
    record = KeptFigure(
        name=name,
        system=rules.name,
        words=words,
        note=note,
        side="" if figure.side == figure.tag else figure.side,
    )
    told = _put(library, FIGURES, record, f"keep {order.who} {quoted(name)}", order.sure)
    shadowed = rules.template(name.lower()) is not None and not told.proposal
    word = f"own {name}" if shadowed else name
    return told if told.proposal else Told((*told.lines, f"To add one like {figure.name}: add {quoted(word)}"))


def _condition(session: Session, library: Library, order: KeepCondition) -> Told:
    record = condition_from(session.rules, order.name, order.usual, order.text)
    tail = f" {order.usual}" + (f": {order.text}" if order.text else "")
    return _put(library, CONDITIONS, record, f"keep condition {quoted(order.name)}{tail.rstrip()}", order.sure)


# -------------------------------------------------------------------- parties


def _party(session: Session, library: Library, order: SaveParty) -> Told:
    rules = session.rules
    parties = library.all(PARTIES, rules.name)
    old = next((each for each in parties if each.name.casefold() == order.name.casefold()), None)
    there = to_save(session, old.members) if old is not None and not order.who else {}
    who = order.who or _who(session, old, tuple(there.values()))
    if strange := [tag for tag in who if not rules.carries_over.member(session.encounter, tag)]:
        raise Refused(f"{session.encounter.name(strange[0])} cannot belong to a party. Leave out that figure.")
    members, told = _members(session, old, who)
    table = dict(table_left(rules, session.encounter))
    told += table_in_words(rules, old.table if old else {}, table.items())
    name = old.name if old else order.name
    if not told:
        return Told((f"Nothing has changed for {name}.",))
    if order.sure:
        left = PartyState(members=tuple(members), table=table)
        where = id_of(session)
        first = (where,) if where else ()
        new = KeptParty(name=name, system=rules.name, members=left.members, table=left.table, saved_in=first)
        new = new if old is None else old.left_as(left, where)
        library.add(PARTIES, [new], Duplicates.REPLACE)
        saved = listed([session.encounter.name(tag) for tag in who])
        stay = absent(session.encounter, (member.name for member in members if member.name not in there))
        return Told((f"Saved {name}: {saved}.", *(f"{each}." for each in stay), *library.doubts))
    again = f" {','.join(order.who)}" if order.who else ""
    return Told((f"{name} would be saved like this:", *told), f"party save {quoted(name)}{again} yes")


def id_of(session: Session) -> str:
    """The id of the encounter that a session plays; empty for one that is kept in memory only."""
    return getattr(session.step_log, "id", "")


def absent(encounter: Encounter, names: Iterable[str]) -> tuple[str, ...]:
    """A sentence on those of a party who are not at the table, and stay as they were saved last; none if all are."""
    members = tuple(names)
    here = at_table(encounter, members)
    if not (missing := [name for name in members if name not in here]):
        return ()
    are, stay = ("is", "stays") if len(missing) == 1 else ("are", "stay")
    return (f"{listed(missing)} {are} absent and {stay} as last saved",)


def _undo(session: Session, library: Library, order: UndoParty) -> Told:
    """The party is as it was before it was saved last; once more, and it is as it was saved."""
    rules, party = session.rules, library.find(PARTIES, order.name, session.rules.name)
    if (before := party.before) is None:
        raise Refused(f"{party.name} has been saved only once.")
    library.change(PARTIES, party, lambda was: was.left_as(before))
    was, now = ({each.name: each.words for each in members} for members in (party.members, before.members))
    told = [f"{party.name} is as before the last save:"]
    for name in dict.fromkeys((*was, *now)):
        alone = "gone" if name in was else "back"
        found = in_words(rules, changes(rules, was[name], now[name])) if name in was and name in now else alone
        told += [f"{name}: {found}"] if found else []
    told += table_in_words(rules, party.table, before.table.items())
    return Told((*told, *library.doubts))


def _members(session: Session, old: KeptParty | None, who: tuple[Tag, ...]) -> tuple[list[Member], list[str]]:
    """The members from now on, and what is told of those who change."""
    rules, encounter = session.rules, session.encounter
    coming = {encounter.name(tag).casefold(): encounter.figures[tag] for tag in who}
    members: list[Member] = []
    told: list[str] = []
    before = old.members if old else ()
    for member in before:
        figure = coming.pop(member.name.casefold(), None)
        words = as_left(rules, encounter, figure.tag, member.words) if figure else member.words
        members.append(_member(member.name, words))
        if differs := changes(rules, member.words, words):
            told.append(f"{member.name}: {in_words(rules, differs)}")
    for figure in coming.values():
        members.append(_member(figure.name, as_left(rules, session.encounter, figure.tag)))
        told.append(f"{figure.name}: new")
    return members, told


def _member(name: str, words: str) -> Member:
    """A member as it is saved. Refused if it has more of its own than the library holds of one figure."""
    if len(words) > LONGEST_WORDS:
        raise Refused(f"{name} has too many things of its own to be saved. Take some away, or leave out that figure.")
    return Member(name=name, words=words)


def to_save(session: Session, members: Iterable[KeptMember | Member]) -> dict[str, Tag]:
    """The members who are saved from here: those at the table, and who has left it with experience that was gained here
    and not saved.
    """
    rules, encounter = session.rules, session.encounter
    kept = {member.name: member.words for member in members}
    here, left = at_table(encounter, kept), dict[str, Tag]()
    for figure in encounter.figures.values():
        if figure.standing == AWAY.name and figure.name in kept.keys() - here.keys() and XP.name in figure.tracks:
            saved = from_words(rules, kept[figure.name]).figure.tracks.get(XP.name)
            if figure.tracks[XP.name].now > (saved.now if saved is not None else 0):
                left[figure.name] = figure.tag
    return {**here, **left}


def _who(session: Session, old: KeptParty | None, there: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """Those of the party that are saved; of a new one, all that the players have. Refused if it is not clear who."""
    rules = session.rules
    if old is not None:
        if not there:
            raise Refused(f"Nobody from {old.name} is at the table.")
        return there
    here = (each for each in session.encounter.figures.values() if each.standing != AWAY.name)
    ours = [each for each in here if rules.is_of_players(session.encounter, each.tag)]
    sides = {each.side for each in ours if each.side != each.tag}
    if not ours or len(sides) > 1:
        raise Refused("Say who belongs to the party: party save heroes ann,bob.")
    return tuple(each.tag for each in ours)


def _load(session: Session, order: LoadParty) -> Told:
    """Those of a party who are at the table, and the table itself, become what the party was left as."""
    group = party_named(session.situation, order.name)
    parts, told = _to_load(session, group)
    if not told:
        return Told((f"Nothing has changed for {group.name}.",))
    if not order.sure:
        return Told((f"{group.name} would be loaded like this:", *told), f"party load {quoted(group.name)} yes")
    session.command(Command(verb="bring", given={"figures": Said(text="; ".join(parts))}))
    return Told(tuple(told))


def _to_load(session: Session, group: KeptGroup) -> tuple[list[str], list[str]]:
    """The parts of the `bring` command that loads a party, and what it changes, a line each."""
    rules, encounter = session.rules, session.encounter
    here = group.at_table(encounter)
    parts, told = list[str](), list[str]()
    for member in group.members:
        if tag := here.get(member.name):
            words = as_kept(rules, encounter, tag, member.words)
            if differs := changes(rules, as_it_is(rules, encounter, tag), words):
                parts.append(f"{BACK} {tag} {words}")
                told.append(f"{member.name}: {in_words(rules, differs)}")
    there = dict(table_left(rules, encounter))
    if tracks := [(name, now) for name, now in group.table if there.get(name) != now]:
        parts.append(" ".join((TABLE, *(f"{name}={now}" for name, now in tracks))))
        told += table_in_words(rules, there, tracks)
    return parts, told


@on_topic("library")
def rest_of(session: Session, order: RestParty) -> Command:
    """The order by which those of a party rest who are at the table.

    The dead do not: nobody rests who cannot be chosen as a target.
    Refused if the game has no such rest, or nobody of the party is here; NotUnderstood if it is not clear which rest.
    """
    rules, group = session.rules, party_named(session.situation, order.name)
    if not rules.party.rests or rules.rest_command is None:
        instead = f": {rules.party.no_rest}" if rules.party.no_rest else ""
        raise Refused(f"{rules.title} has no rest for a party{instead}.")
    here, figures = group.at_table(session.encounter), session.encounter.figures
    if not here:
        raise Refused(f"Nobody from {group.name} is at the table; `add party {group.name}` adds them.")
    who = tuple(tag for tag in here.values() if rules.standing(figures[tag].standing).target)
    if not who:
        raise Refused(f"Nobody from {group.name} is left to rest.")
    found = [name for name in rules.party.rests if name.startswith(order.rest)]
    if len(found) != 1:
        raise NotUnderstood(
            f"Which rest: {listed(rules.party.rests)}? For example: party rest {group.name} {rules.party.rests[0]}."
        )
    return rules.rest_command(found[0], who)
