"""Contests: both roll, and the higher wins (OS-47)."""

from referee.engine.ask import Lapsed, Together
from referee.engine.bearer import Tag
from referee.engine.event import Result
from referee.engine.ledger import Ledger
from referee.engine.roll_questions import Roll
from referee.engine.term import total
from referee.rules.olde_swords.conditions import end_on_roll
from referee.rules.olde_swords.figures.sheet import helpless
from referee.rules.olde_swords.kinds import CONTEST
from referee.rules.olde_swords.rolls.modifiers import check

Names = tuple[str, ...]
"""Abilities, of which the best is used."""
MIGHT = ("str",)
BEST = ("str", "dex")
"""Whoever resists uses the better of the two."""


async def contest(ledger: Ledger, who: Tag, mine: Names, other: Tag, theirs: Names, to: str) -> bool:
    """Both roll, the higher wins, and a tie changes nothing; True if the first wins (OS-47).

    to: what the first tries to do to the other, as a verb.
    """
    sides = ((who, mine), (other, theirs))

    def build() -> list[Roll]:
        if reason := helpless(ledger.encounter, who):
            raise Lapsed(f"{ledger.encounter.name(who)} is {reason}")
        return [_question(ledger, tag, names, (who, other), to) for tag, names in sides]

    rolled = await Together(build)
    throws = [check(ledger.encounter, tag, *names) for tag, names in sides]
    terms, opposing = (throw.reckon(answer) for throw, answer in zip(throws, rolled, strict=True))
    won, lost = total(terms) > total(opposing), total(terms) < total(opposing)
    result: Result = "success" if won else "failure" if lost else "partial"
    clauses = ("OS-47", *(clause for throw in throws for clause in throw.why))
    ledger.record(CONTEST.made(who, result, *clauses, target=other, using=to, terms=terms, opposing=opposing))
    for tag, _ in sides:
        end_on_roll(ledger, tag)
    return won


def _question(ledger: Ledger, who: Tag, names: Names, both: tuple[Tag, Tag], to: str) -> Roll:
    throw = check(ledger.encounter, who, *names)
    return Roll(
        key=f"contest {who}",
        prompt=f"{to.capitalize()}: {ledger.encounter.name(who)} rolls {throw.terms[0].label}",
        by=who,
        pools=throw.pools,
        needs=both,
        tally=throw.tally(),
        cites=("OS-47", *throw.why),
    )
