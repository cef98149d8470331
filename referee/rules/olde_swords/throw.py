"""The d20: what is added to it and why, EDGE and SETBACK, and what it has to reach (OS-18, 21, 46..49, 54)."""

from dataclasses import dataclass

from referee.engine.answer import Rolled
from referee.engine.bearer import Tag
from referee.engine.dice import Pool
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.rules.olde_swords.kinds import (
    ABILITY,
    EDGE,
    FATIGUE,
    FRIGHTENED,
    HELPED,
    POISONED,
    SAVES,
    SETBACK,
    TIES,
)
from referee.rules.olde_swords.sheet import proficiency

Terms = tuple[tuple[str, int], ...]

DCS = {8: "easy", 12: "normal", 16: "hard"}
"""The usual difficulties (OS-48)."""
REFLEX_DC = 12


@dataclass(frozen=True)
class Throw:
    """A throw of a figure: what is added to the dice, and what speaks for and against it."""

    terms: Terms = ()
    edges: tuple[str, ...] = ()
    """Why it has EDGE, once for each."""
    setbacks: tuple[str, ...] = ()
    """Why it has SETBACK, once for each."""
    cites: tuple[str, ...] = ()
    dice: tuple[int, int] = (1, 20)
    """How many dice of how many sides it begins with."""

    @property
    def net(self) -> int:
        """EDGE dice, or below 0 SETBACK dice, once they have cancelled one for one (OS-46)."""
        return len(self.edges) - len(self.setbacks)

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The dice to throw."""
        count, sides = self.dice
        extra = (Pool("EDGE" if self.net > 0 else "SETBACK", abs(self.net), 6),) if self.net else ()
        return (Pool(f"d{sides}" if count == 1 else f"{count}d{sides}", count, sides), *extra)

    @property
    def why(self) -> tuple[str, ...]:
        """The clauses of it, EDGE and SETBACK among them."""
        return (*self.cites, *(("OS-46",) if self.edges or self.setbacks else ()))

    def tally(self) -> tuple[tuple[str, int | str], ...]:
        """What will be added, for the question line."""
        swings = (("EDGE", ", ".join(self.edges)), ("SETBACK", ", ".join(self.setbacks)))
        return (*self.terms, *((name, why) for name, why in swings if why))

    def reckon(self, rolled: Rolled) -> Terms:
        """The sum, term by term."""
        first, *extra = (sum(faces) for faces in rolled.faces)
        name = self.pools[0].name
        swing = (("EDGE", extra[0]) if self.net > 0 else ("SETBACK", -extra[0]),) if extra else ()
        return ((name, first), *self.terms, *swing)


def total(terms: Terms) -> int:
    """What the terms come to."""
    return sum(n for _, n in terms)


def reaches(encounter: Encounter, terms: Terms, target: int) -> bool:
    """Is it enough? Reaching it is, unless the table has chosen that it must be beaten (OS-08)."""
    got = total(terms)
    return got > target or (got == target and TIES.of(encounter) == "success")


def luck(encounter: Encounter, who: Tag) -> Throw:
    """What help and the referee have given a figure for its next roll of any kind (OS-34, 46)."""
    helped = ("help",) * HELPED.value(encounter, who)
    edges = (*helped, *("the referee",) * EDGE.value(encounter, who))
    cites = ("OS-34", *(("OS-55",) if len(helped) > 1 else ())) if helped else ()
    return Throw(edges=edges, setbacks=("the referee",) * SETBACK.value(encounter, who), cites=cites)


def spend_luck(ledger: Ledger, who: Tag) -> None:
    """The roll is made; what was given for it is used up."""
    for kind, clause in ((HELPED, "OS-34"), (EDGE, "OS-46"), (SETBACK, "OS-46")):
        ledger.lift(who, kind, clause)


def joined(*throws: Throw) -> Throw:
    """Several reasons at once."""
    return Throw(
        terms=tuple(term for throw in throws for term in throw.terms),
        edges=tuple(why for throw in throws for why in throw.edges),
        setbacks=tuple(why for throw in throws for why in throw.setbacks),
        cites=tuple(dict.fromkeys(clause for throw in throws for clause in throw.cites)),
    )


def ability(encounter: Encounter, who: Tag, name: str) -> Throw:
    """An ability modifier."""
    return Throw(terms=((name.upper(), ABILITY[name].of(encounter, who)),))


def best(encounter: Encounter, who: Tag, names: tuple[str, ...]) -> Throw:
    """The better of some ability modifiers; the first of equals."""
    return ability(encounter, who, max(names, key=lambda name: ABILITY[name].of(encounter, who)))


def tired(encounter: Encounter, who: Tag) -> Throw:
    """What fatigue takes off checks and saves: 1 for each level (OS-21, 49)."""
    level = FATIGUE.of(encounter, who)
    return Throw(terms=(("fatigue", -level),), cites=("OS-49",)) if level else Throw()


def unwell(encounter: Encounter, who: Tag) -> Throw:
    """What being poisoned or frightened does to attacks and checks (OS-54)."""
    reasons = tuple(kind.name for kind in (POISONED, FRIGHTENED) if kind.on(encounter, who))
    return Throw(setbacks=reasons, cites=("OS-54",) if reasons else ())


def check(encounter: Encounter, who: Tag, *names: str) -> Throw:
    """A check on an ability, or on the better of several."""
    return joined(best(encounter, who, names), tired(encounter, who), unwell(encounter, who), luck(encounter, who))


def save(encounter: Encounter, who: Tag, name: str) -> Throw:
    """A saving throw: with proficiency if it has it, less its fatigue (OS-18, 21)."""
    skilled = name in SAVES.of(encounter, who)
    bonus = Throw(terms=(("proficiency", proficiency(encounter, who)),)) if skilled else Throw()
    weary = tired(encounter, who)
    if weary.terms:
        weary = Throw(terms=weary.terms, cites=("OS-21", "OS-49"))
    return joined(ability(encounter, who, name), bonus, weary, luck(encounter, who))
