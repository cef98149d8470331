"""Harm: wounds, falling and healing (OS-12, 22, 27, 28), also where the referee orders it."""

from referee.engine.contract.standing import Standing
from referee.engine.events.event import Term, Terms, total
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import Ledger
from referee.rules.olde_swords.conditions import GRAPPLED, READY, free_from, holders, let_go, resisted
from referee.rules.olde_swords.kinds import (
    ABLE,
    BRINGS,
    DEAD,
    DOOMED,
    DOWN,
    DYING,
    FOCUS,
    HEROES,
    HP,
    KEPT_UP,
    SPELLS,
    TEMP,
    TRIGGER,
    UP,
    WHO_DIES,
)


def at_least(minimum: int, terms: Terms) -> Terms:
    """These terms, with one that makes up the difference where they come to less."""
    short = minimum - total(terms)
    return (*terms, Term("minimum", short)) if short > 0 else terms


def wound(ledger: Ledger, who: Tag, terms: Terms, *cites: str, by: Tag | None) -> None:
    """Damage befalls a figure, by an attacker or caster if any: halved by resistance, off temporary HP, off HP."""
    figure = ledger.encounter.figures[who]
    if not ledger.rules.standing(figure.standing).target:
        return
    if figure.standing in (*DOWN, DOOMED.name):
        ledger.remark(f"{figure.name} {figure.stands}: more damage changes nothing", "OS-22")
        return
    terms = at_least(0, terms)
    if HP.track(ledger.encounter, who) is None:
        ledger.remark(f"{figure.name} takes {total(terms)} damage, but has no HP yet", terms=terms)
        return
    less, clauses = resisted(ledger.encounter, who, total(terms))
    terms, cites = (*terms, *less), (*cites, *clauses)
    spared = min(TEMP.of(ledger.encounter, who), total(terms))
    if spared:
        terms = (*terms, Term("temporary HP", -spared))
        ledger.record(TEMP.change(who, -spared, source=by))
    ledger.record(HP.change(who, -total(terms), *cites, source=by, terms=terms))
    if HP.of(ledger.encounter, who) == 0:
        fall(ledger, who)


def fall(ledger: Ledger, who: Tag) -> None:
    """At 0 HP a hero is dying, and a monster dead (OS-22)."""
    hero = ledger.encounter.figures[who].side == HEROES
    dying = hero or WHO_DIES.of(ledger.encounter) == "everyone"
    set_down(ledger, who, DYING if dying else DEAD, "OS-22")


def set_down(ledger: Ledger, who: Tag, standing: Standing, *cites: str) -> None:
    """A figure is up no longer: what it held, kept up or had ready is over."""
    ledger.record(standing.set(who, *cites))
    let_go(ledger, who)
    drop_marks(ledger, who)


def drop_marks(ledger: Ledger, who: Tag) -> None:
    """What it kept up or had ready comes to an end."""
    ledger.lift(who, READY)
    ledger.clear(who, TRIGGER)
    drop_focus(ledger, who)


def drop_focus(ledger: Ledger, who: Tag) -> None:
    """What it kept up is over, and with it the conditions that it kept upon anybody (OS-30, 59)."""
    ledger.clear(who, FOCUS)
    end_unkept(ledger, who)


def end_unkept(ledger: Ledger, who: Tag) -> None:
    """Conditions that its spells have brought and have to be kept up end, unless it keeps that spell up (OS-59)."""
    encounter = ledger.encounter
    spells = [spell for spell in SPELLS.of(encounter, who) if KEPT_UP.of(encounter, spell)]
    if not spells:
        return
    focus = FOCUS.of(encounter, who).lower()
    ended = {BRINGS.of(encounter, spell) for spell in spells if encounter.name(spell).lower() != focus}
    for tag, figure in tuple(encounter.figures.items()):
        if figure.conditions:
            for kind in sorted(ended):
                ledger.lift(tag, kind, "OS-30", "OS-59", by=who)


def mend(ledger: Ledger, who: Tag, terms: Terms, *cites: str, by: Tag | None) -> None:
    """Healing by somebody: HP come back, and the dying and stable wake; it does nothing for the dead."""
    figure = ledger.encounter.figures[who]
    terms = at_least(0, terms)
    if figure.standing not in (UP.name, *DOWN) or HP.track(ledger.encounter, who) is None:
        healing = (Term("healing", total(terms)),)
        ledger.remark(f"{figure.name} {figure.stands}: healing does nothing", *cites, terms=healing)
        return
    ledger.record(HP.change(who, total(terms), *cites, source=by, terms=terms))
    if figure.standing in DOWN and HP.of(ledger.encounter, who) > 0:
        ledger.record(UP.set(who, *cites))


def tidy(ledger: Ledger) -> None:
    """After changes by the referee: who is down holds and keeps up nothing, and HP and standing agree."""
    figures = ledger.encounter.figures
    for tag, figure in figures.items():
        if figure.conditions:
            for holder in holders(ledger.encounter, tag):
                if not ledger.able(holder):
                    free_from(ledger, tag, holder)
        if figure.standing not in ABLE:
            drop_focus(ledger, tag)
        elif SPELLS.name in figure.piles and any(each.conditions for each in figures.values()):
            end_unkept(ledger, tag)
        if figure.standing in DOWN and HP.track(ledger.encounter, tag) is not None and HP.of(ledger.encounter, tag):
            ledger.record(UP.set(tag))


# -------------------------------------------------------------------- by the referee


async def harm(ledger: Ledger, who: Tag, amount: int) -> None:
    """The referee hurts a figure."""
    if amount > 0:
        wound(ledger, who, (Term("damage", amount),), "OS-12", by=None)


async def heal(ledger: Ledger, who: Tag, amount: int) -> None:
    """The referee heals a figure; one that was down, or dead, is up again."""
    if amount < 1 or HP.track(ledger.encounter, who) is None:
        return
    ledger.record(HP.change(who, amount))
    if not ledger.able(who) or ledger.encounter.figures[who].standing == DOOMED.name:
        ledger.record(UP.set(who))


async def collapse(ledger: Ledger, who: Tag) -> None:
    """A figure that has no HP left falls, however it lost them."""
    fall(ledger, who)


async def left(ledger: Ledger, who: Tag) -> None:
    """A figure that is taken off the table holds nobody, and nobody holds it."""
    let_go(ledger, who)
    ledger.lift(who, GRAPPLED)
    drop_marks(ledger, who)
