"""Orders of contact: who moves into engagement, who stands beside whom, who parts (SC-01, 21, 22, 56)."""

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import MOST_FIGURES
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.verb import Given, Param, Table, Verb
from referee.rules.scorched.combats import tidy
from referee.rules.scorched.contact import bring_together, contacts, part_from
from referee.rules.scorched.kinds import CHARGED


async def charge(ledger: Ledger, mover: Picked, targets: Picked) -> None:
    """Models move into engagement: with the enemies that each touches then (SC-01, 22)."""
    for tag in mover.tags:
        for target in targets.tags:
            bring_together(ledger, tag, target, "SC-01")
        if not CHARGED.of(ledger.encounter, tag):
            ledger.record(CHARGED.set(tag, True, "SC-22"))
    tidy(ledger)


async def touch(ledger: Ledger, who: Picked, others: Picked) -> None:
    """Models stand in base contact without having charged."""
    for tag in who.tags:
        for other in others.tags:
            bring_together(ledger, tag, other, "SC-01")
    tidy(ledger)


async def part(ledger: Ledger, who: Picked, others: Picked) -> None:
    """Models are no longer in base contact; whoever touches no enemy in its combat then does not fight (SC-56)."""
    for tag in who.tags:
        part_from(ledger, tag, others.tags)
    tidy(ledger)


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
