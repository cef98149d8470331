"""Records of the library from typed words, read as the game that they belong to reads them."""

from typing import Any

from referee.engine.add_verb import figure_parts, kind_named
from referee.engine.detail_pieces import details_with, pieces
from referee.engine.ledger import System
from referee.engine.party_members import from_words
from referee.engine.problem import NotUnderstood, Refused
from referee.store.library_record import (
    FIGURES,
    PARTIES,
    KeptCondition,
    KeptFigure,
    KeptParty,
    LibraryTable,
    Member,
    Record,
)
from referee.text import clean_name


def figure_from(rules: System, name: str, words: str, note: str = "") -> KeptFigure:
    """An own figure: its name, and what stands after `add` without it. A Problem if that means no figure."""
    name = _named(name)
    kind, _, details = words.strip().partition(" ")
    template = kind_named(rules, kind)
    unnamed = " ".join(piece.text for piece in pieces(details) if not piece.names)
    full = " ".join(filter(None, (template.kind, _quoted(name), unnamed)))
    if not template.by_number:
        from_words(rules, full)
    return KeptFigure(name=name, system=rules.name, words=full, side=template.side, note=note)


def party_from(rules: System, name: str, words: str) -> KeptParty:
    """A party: its name, and what stands after `add` for each, with ; between them."""
    members = []
    for kind, details in figure_parts(words):
        said = f"{kind_named(rules, kind).kind} {details}".strip()
        called = from_words(rules, said).figure.name
        members.append(Member(name=called, words=_with_name(rules, said, called)))
    if not members:
        raise NotUnderstood("Figures are expected as after `add`, with ; between them.")
    if len({member.name.casefold() for member in members}) < len(members):
        raise NotUnderstood("Two of them have the same name.")
    return KeptParty(name=_named(name), system=rules.name, members=tuple(members))


def _with_name(rules: System, words: str, name: str) -> str:
    kind, _, details = words.partition(" ")
    template = rules.template(kind)
    return f"{kind} {details_with(template, details, _quoted(name))}".strip() if template else words


def _quoted(name: str) -> str:
    return f'"{name}"'


def condition_from(rules: System, name: str, usual: str, text: str) -> KeptCondition:
    """An own condition. Refused if the game has one of that name."""
    if rules.condition(name.lower()):
        raise Refused(f"{name} is a condition of {rules.title}; call yours otherwise.")
    return KeptCondition(name=_named(name), system=rules.name, usual=usual, text=text)


def record_from(table: LibraryTable[Any], rules: System, name: str, text: str, old: Record | None = None) -> Record:
    """A record of that table from typed words; what the words do not say is as in the old one.

    The words of a figure are those after `add`, of a party the same with ; between them, of a condition how long it
    lasts and, after a colon, what it does.
    """
    if table is FIGURES:
        made: Record = figure_from(rules, name, text)
    elif table is PARTIES:
        made = party_from(rules, name, text)
    else:
        usual, _, told = text.partition(":")
        made = condition_from(rules, name, usual.strip(), told.strip())
    same = {key: getattr(old, key) for key in ("note", "source", "data", "table") if old and hasattr(old, key)}
    return made.model_copy(update=same)


def _named(name: str) -> str:
    """The name without quotes. Refused if nothing is left of it."""
    proper = clean_name(name.replace('"', "'"))
    if not proper:
        raise Refused("A name is expected.")
    return proper
