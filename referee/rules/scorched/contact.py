"""Base contact: who touches whom, and so who is engaged."""

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.rules.scorched.kinds import TOUCHES, UP

Contacts = dict[Tag, tuple[Tag, ...]]
"""Whom each model that stands is in contact with, in the order of the roster."""


def contacts(encounter: Encounter) -> Contacts:
    """Base contact of all models that stand: two touch when either of them lists the other."""
    up = {tag: place for place, (tag, f) in enumerate(encounter.figures.items()) if f.standing == UP.name}
    touching: dict[Tag, set[Tag]] = {tag: set() for tag in up}
    for tag in up:
        for other in TOUCHES.of(encounter, tag):
            if other in up and other != tag:
                touching[tag].add(other)
                touching[other].add(tag)
    return {tag: tuple(sorted(others, key=up.__getitem__)) for tag, others in touching.items()}


def foes_touched(encounter: Encounter, touching: Contacts, tag: Tag) -> tuple[Tag, ...]:
    """The enemies a model is in contact with."""
    side = encounter.figures[tag].side
    return tuple(other for other in touching.get(tag, ()) if encounter.figures[other].side != side)


def friends_touched(encounter: Encounter, touching: Contacts, tag: Tag) -> tuple[Tag, ...]:
    """The friends a model is in contact with."""
    side = encounter.figures[tag].side
    return tuple(other for other in touching.get(tag, ()) if encounter.figures[other].side == side)


def engaged(encounter: Encounter, touching: Contacts) -> tuple[Tag, ...]:
    """The models in contact with an enemy (SC-01)."""
    return tuple(tag for tag in touching if foes_touched(encounter, touching, tag))


def add_contact(ledger: Ledger, one: Tag, other: Tag, *cites: str) -> None:
    """Two models come into contact."""
    for tag, whom in ((one, other), (other, one)):
        mine = TOUCHES.of(ledger.encounter, tag)
        if whom not in mine:
            ledger.record(TOUCHES.set(tag, (*mine, whom), *cites))


def end_contact(ledger: Ledger, one: Tag, others: tuple[Tag, ...], *cites: str) -> None:
    """A model is no longer in contact with these."""
    for tag, whom in [pair for other in others for pair in ((one, other), (other, one))]:
        mine = TOUCHES.of(ledger.encounter, tag)
        if whom in mine:
            left = tuple(other for other in mine if other != whom)
            ledger.record(TOUCHES.set(tag, left, *cites))


def end_all_contact(ledger: Ledger, tag: Tag, *cites: str) -> None:
    """A model has been moved away from all that it touched, or has fallen."""
    for other in ledger.encounter.figures:
        mine = TOUCHES.of(ledger.encounter, other)
        left = () if other == tag else tuple(touched for touched in mine if touched != tag)
        if left != mine:
            ledger.record(TOUCHES.set(other, left, *cites))
