"""A redacted encounter: without figures that are hidden from the players, and with a word for how the others fare."""

import re
from collections.abc import Callable

from referee.engine.contract.kinds import TrackKind
from referee.engine.state.bearer import Condition, Figure, Group, Tag, Track
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import System

SOMEBODY = "somebody"
"""Stands for the name of a hidden figure."""


def hidden_tags(encounter: Encounter) -> frozenset[Tag]:
    """The figures that are hidden, and the groups of none but these."""
    figures = {tag for tag, figure in encounter.figures.items() if figure.hidden}
    groups = (group for group in encounter.groups.values() if group.members)
    return frozenset((*figures, *(group.tag for group in groups if figures.issuperset(group.members))))


def redacted(encounter: Encounter) -> Encounter:
    """The encounter with nothing left of hidden figures but their tags, so that what names them finds somebody."""
    hidden = hidden_tags(encounter)
    if not hidden:
        return encounter
    figures = {
        tag: _blank(figure) if figure.hidden else _untied(figure, hidden) for tag, figure in encounter.figures.items()
    }
    board = encounter.board
    if board is not None:
        there = {tag: spaces for tag, spaces in board.figures.items() if tag not in hidden}
        board = board.model_copy(update={"figures": there})
    changes = {
        "figures": figures,
        "groups": {tag: _without(encounter, group, hidden) for tag, group in encounter.groups.items()},
        "order": tuple(_slot(encounter, slot) for slot in encounter.order if slot.who not in hidden),
        "turn": None if encounter.turn in hidden else encounter.turn,
        "board": board,
    }
    return encounter.model_copy(update=changes)


def _slot(encounter: Encounter, slot: Slot) -> Slot:
    """A place in the order; what stands beside a group with hidden members may count them."""
    group = encounter.groups.get(slot.who)
    if group is None or not any(figure.hidden for figure in encounter.members(group.tag)):
        return slot
    return slot.model_copy(update={"label": ""})


def _blank(figure: Figure) -> Figure:
    return Figure(tag=figure.tag, name=SOMEBODY, kind="", side="", standing=figure.standing, hidden=True)


def _untied(figure: Figure, hidden: frozenset[Tag]) -> Figure:
    """A figure whose conditions do not say that they wait for what hidden figures do."""
    conditions = tuple(_timeless(condition, hidden) for condition in figure.conditions)
    return figure if conditions == figure.conditions else figure.model_copy(update={"conditions": conditions})


def _timeless(condition: Condition, hidden: frozenset[Tag]) -> Condition:
    until = None if condition.until is None or condition.until.of in hidden else condition.until
    ends = tuple(ending for ending in condition.ends if ending.of not in hidden)
    return condition.model_copy(update={"until": until, "ends": ends})


def _without(encounter: Encounter, group: Group, hidden: frozenset[Tag]) -> Group:
    """A group without its hidden members; its name may be made of theirs, so it is called by the others then."""
    members = tuple(tag for tag in group.members if tag not in hidden)
    if len(members) == len(group.members):
        return group
    name = ", ".join(map(encounter.name, members)) or SOMEBODY
    return group.model_copy(update={"members": members, "name": name})


def name_remover(encounter: Encounter) -> Callable[[str], str]:
    """Takes the names of hidden figures out of a text, wherever they came from: a condition that is called by one.

    Those that they had before are names, too, and what joins the words of a name may be other than in the name.
    A name that is a part of a visible one, as Rat of Rat 2, tells nothing.
    """
    open_ = "\n".join(figure.name.casefold() for figure in encounter.figures.values() if not figure.hidden)
    names = {name for figure in encounter.figures.values() if figure.hidden for name in (figure.name, *figure.former)}
    secret = sorted((name for name in names if name.casefold() not in open_), key=len, reverse=True)
    if not secret:
        return lambda text: text
    words = "|".join(r"[\W_]+".join(map(re.escape, name.split())) for name in secret)
    found = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE)
    return lambda text: found.sub(SOMEBODY, text)


UNHURT, HURT, BADLY, DOWN = "unhurt", "hurt", "badly hurt", "down"


def is_foe(rules: System, figure: Figure) -> bool:
    """Is it of a side that the referee plays?"""
    return figure.side in rules.app_sides


def health_of(rules: System, figure: Figure) -> tuple[TrackKind, Track] | None:
    """What keeps a figure up: its health, or a track that counts harm up to a bound; None if it has neither."""
    return rules.vital_track(figure, bounded=True)


def state_word(rules: System, encounter: Encounter, figure: Figure) -> str:
    """unhurt, hurt (half or more is left), badly hurt, or down; empty for a figure that has no health."""
    found = health_of(rules, figure)
    if not rules.able(encounter, figure.tag):
        return DOWN if found is not None or rules.standings[0].able else ""
    if found is None:
        return ""
    kind, track = found
    left = left_of(kind, track)
    if track.most is None or left >= track.most:
        return UNHURT
    return HURT if left * 2 >= track.most else BADLY if left > 0 else DOWN


def left_of(kind: TrackKind, track: Track) -> int:
    """How much a figure can still bear."""
    return (track.most or 0) - track.now if kind.rising else track.now
