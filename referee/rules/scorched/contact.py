"""Base contact: who touches whom, and so who is engaged."""

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import MOST_FIGURES, Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.verb import Given, Param, Table, Verb
from referee.rules.scorched.kinds import CHARGED, TOUCHES, UP

Contacts = dict[Tag, tuple[Tag, ...]]
"""Whom each model that stands is in contact with, in the order of the table."""


def contacts(encounter: Encounter) -> Contacts:
    """All contact on the table: it counts when either of the two has it."""
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


def bring_together(ledger: Ledger, one: Tag, other: Tag, *cites: str) -> None:
    """Two models come into contact."""
    for tag, whom in ((one, other), (other, one)):
        mine = TOUCHES.of(ledger.encounter, tag)
        if whom not in mine:
            ledger.record(TOUCHES.set(tag, (*mine, whom), *cites))


def part_from(ledger: Ledger, one: Tag, others: tuple[Tag, ...], *cites: str) -> None:
    """A model is no longer in contact with these."""
    for tag, whom in [pair for other in others for pair in ((one, other), (other, one))]:
        mine = TOUCHES.of(ledger.encounter, tag)
        if whom in mine:
            left = tuple(there for there in mine if there != whom)
            ledger.record(TOUCHES.set(tag, left, *cites))


def part_from_all(ledger: Ledger, tag: Tag, *cites: str) -> None:
    """A model has been moved away from all that it touched."""
    there = ledger.encounter.figures
    part_from(ledger, tag, tuple(t for t in there if t in TOUCHES.of(ledger.encounter, tag) or _lists(ledger, t, tag)))


def _lists(ledger: Ledger, tag: Tag, whom: Tag) -> bool:
    return whom in TOUCHES.of(ledger.encounter, tag)


# -------------------------------------------------------------------- what is ordered


async def charge(ledger: Ledger, mover: Picked, targets: Picked) -> None:
    """Models move into engagement: with the enemies that each touches then (SC-01, 22)."""
    for tag in mover.tags:
        for target in targets.tags:
            bring_together(ledger, tag, target, "SC-01")
        if not CHARGED.of(ledger.encounter, tag):
            ledger.record(CHARGED.set(tag, True, "SC-22"))


async def touch(ledger: Ledger, who: Picked, others: Picked) -> None:
    """Models stand in base contact without having charged."""
    for tag in who.tags:
        for other in others.tags:
            bring_together(ledger, tag, other, "SC-01")


async def part(ledger: Ledger, who: Picked, others: Picked) -> None:
    """Models are no longer in base contact."""
    for tag in who.tags:
        part_from(ledger, tag, others.tags)


def _up(table: Table) -> tuple[Tag, ...]:
    return tuple(filter(table.able, table.encounter.figures))


def _ask_mover(table: Table, given: Given) -> Pick:
    return Pick(key="mover", prompt="Who moves into engagement?", among=_up(table), most=MOST_FIGURES)


def _ask_foes(table: Table, given: Given) -> Pick:
    sides = {table.encounter.figures[mover].side for mover in given["mover"].tags}
    among = tuple(tag for tag in _up(table) if table.encounter.figures[tag].side not in sides)
    return Pick(key="targets", prompt="Which enemies does it touch?", among=among, most=MOST_FIGURES)


def _ask_who(table: Table, given: Given) -> Pick:
    return Pick(key="who", prompt="Who stands in contact?", among=_up(table), most=MOST_FIGURES)


def _ask_others(table: Table, given: Given) -> Pick:
    among = tuple(tag for tag in _up(table) if tag not in given["who"].tags)
    return Pick(key="others", prompt="With whom?", among=among, most=MOST_FIGURES)


def _ask_touching(table: Table, given: Given) -> Pick:
    touching = contacts(table.encounter)
    among = tuple(tag for tag in touching if touching[tag])
    return Pick(key="who", prompt="Who parts?", among=among, most=MOST_FIGURES)


def _ask_touched(table: Table, given: Given) -> Pick:
    touching, who = contacts(table.encounter), given["who"].tags
    among = tuple(dict.fromkeys(other for tag in who for other in touching.get(tag, ())))
    return Pick(key="others", prompt="From whom?", among=among, most=MOST_FIGURES)


VERBS = (
    Verb(
        "charge",
        charge,
        (
            Param("mover", _ask_mover, nobody="Nobody is up."),
            Param("targets", _ask_foes, nobody="There is no enemy to engage."),
        ),
        label="Charge",
        hint="move into engagement: charge ulf o1,o2",
        hotkey="g",
        cites=("SC-01", "SC-22"),
    ),
    Verb(
        "touch",
        touch,
        (Param("who", _ask_who, nobody="Nobody is up."), Param("others", _ask_others, nobody="Nobody else is up.")),
        label="Touch",
        hint="stand in base contact, friend or enemy: touch tia ulf",
        hotkey="t",
        cites=("SC-01", "SC-21"),
    ),
    Verb(
        "part",
        part,
        (
            Param("who", _ask_touching, nobody="Nobody is in contact."),
            Param("others", _ask_touched, nobody="It touches nobody."),
        ),
        label="Part",
        hint="no longer in base contact",
        hotkey="v",
    ),
)
