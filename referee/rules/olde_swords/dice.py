"""Dice: the d20 roll with its modifiers and what it has to reach, dice of damage (OS-08, 12, 46, 48)."""

from collections.abc import Callable, Hashable
from functools import lru_cache

from msgspec import Struct

from referee.engine.dice.dice import Expression, Pool, dice_term
from referee.engine.dice.roll_questions import Roll, added_in, is_one_die
from referee.engine.events.event import Terms, total
from referee.engine.questions.answer import SUM, Reads, Rolled
from referee.engine.questions.ask import Ask, Together
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.olde_swords.kinds import TIES

DCS = {8: "easy", 12: "normal", 16: "hard"}
"""The usual difficulties (OS-48)."""
REFLEX_DC = 12
MISHAP = 1
"""The face of a d20 that may always fail (OS-15)."""
TRIUMPH = 20
"""The face that may always succeed, and makes a hit critical (OS-13, 14)."""


class RollModifiers(Struct, frozen=True):
    """What modifies a roll of a figure: the terms that are added, and the reasons for EDGE and SETBACK."""

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
        return _pools(*self.dice, self.net)

    @property
    def why(self) -> tuple[str, ...]:
        """The clauses of it, EDGE and SETBACK among them."""
        return (*self.cites, *(("OS-46",) if self.edges or self.setbacks else ()))

    def tally(self) -> tuple[tuple[str, int | str], ...]:
        """Why there is EDGE and SETBACK, for the question line."""
        swings = (("EDGE", ", ".join(self.edges)), ("SETBACK", ", ".join(self.setbacks)))
        return tuple((name, f"from {why}") for name, why in swings if why)

    def question(
        self,
        key: str,
        prompt: str,
        by: Tag,
        *cites: str,
        goal: str = "",
        needs: tuple[Tag, ...] = (),
        fallen_too: bool = False,
        judged: Callable[[Rolled], Hashable] | None = None,
    ) -> Roll:
        """The question for its dice; goal: what they need; cites: the clauses before its own.

        judged: what alone matters of the roll; None: its total, and whether the die shows a 1 or a 20.
        """
        return Roll(
            key=key,
            prompt=prompt,
            by=by,
            pools=self.pools,
            needs=needs,
            tally=self.tally(),
            goal=goal,
            added=total(self.terms),
            total_will_do=self.dice[0] == 1 and not self.net,
            fallen_too=fallen_too,
            reads=Reads(total=True, apart=(MISHAP, TRIUMPH), judged=judged or self._total_and_natural),
            cites=(*cites, *self.why),
        )

    def _total_and_natural(self, rolled: Rolled) -> Hashable:
        natural = rolled.faces[0][0]
        return total(self.reckon(rolled)), natural if natural in (MISHAP, TRIUMPH) else None

    def reckon(self, rolled: Rolled) -> Terms:
        """The sum, term by term."""
        first, *extra = [dice_term(pool.name, faces) for pool, faces in zip(self.pools, rolled.faces, strict=True)]
        swing = [term if self.net > 0 else term._replace(value=-term.value) for term in extra]
        return (first, *self.terms, *swing)


@lru_cache(maxsize=256)
def _pools(count: int, sides: int, net: int) -> tuple[Pool, ...]:
    """So many dice of so many sides, with as many EDGE dice, or below 0 SETBACK dice."""
    extra = (Pool("EDGE" if net > 0 else "SETBACK", abs(net), 6),) if net else ()
    return (Pool(f"d{sides}" if count == 1 else f"{count}d{sides}", count, sides), *extra)


UNMODIFIED = RollModifiers()
"""Nothing modifies a roll."""


def reaches(encounter: Encounter, terms: Terms, target: int) -> bool:
    """Whether a roll is enough: it may equal its target, unless the table has chosen otherwise (OS-08)."""
    got = total(terms)
    return got > target or (got == target and TIES.of(encounter) == "success")


def needed(encounter: Encounter, throw: RollModifiers, target: int, result: str) -> str:
    """What the dice themselves need for a result where so much is to be reached: `8 or more together hits` (OS-08)."""
    least = target - total(throw.terms) + (TIES.of(encounter) != "success")
    together = " in total" if throw.net > 0 else " after SETBACK" if throw.net < 0 else ""
    return f"{result} on {max(1, least)} or more{together}"


def combined(*throws: RollModifiers) -> RollModifiers:
    """Several reasons at once."""
    some = [throw for throw in throws if throw is not UNMODIFIED]
    return RollModifiers(
        terms=tuple([term for throw in some for term in throw.terms]),
        edges=tuple([why for throw in some for why in throw.edges]),
        setbacks=tuple([why for throw in some for why in throw.setbacks]),
        cites=tuple(dict.fromkeys([clause for throw in some for clause in throw.cites])),
    )


async def roll_together(build: Callable[[], list[Roll]]) -> list[tuple[Roll, Rolled]]:
    """These rolls in any order, each as it was asked last, with what was thrown."""
    asked: list[Roll] = []

    def again() -> list[Roll]:
        asked[:] = build()
        return asked

    answers = await Together(again)
    return list(zip(asked, answers, strict=True))


async def roll_damage(
    ledger: Ledger, key: str, by: Tag, target: Tag | None, dice: Expression, what: str, extra: Terms = ()
) -> Rolled:
    """The dice of some damage or healing; nothing is asked where there are none. what: how it is put to the table."""
    if not dice.pools:
        return Rolled.thrown()
    return await Ask(
        lambda: Roll(
            key=key,
            prompt=what,
            by=by,
            pools=dice.pools,
            sum_will_do=all(term.sign > 0 for term in dice.terms if not isinstance(term.part, int)),
            needs=(target,) if target else (),
            added=added_in(dice) + total(extra),
            total_will_do=is_one_die(dice),
            reads=SUM,
            cites=("OS-12",),
        )
    )


def damage_terms(dice: Expression, rolled: Rolled) -> Terms:
    """Damage dice, term by term, by their faces or by their sum alone."""
    return dice.reckon(rolled.faces) if rolled.sum is None else dice.reckon_sum(rolled.sum)
