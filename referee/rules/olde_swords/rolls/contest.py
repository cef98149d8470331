"""Contests: both roll, and the higher wins (OS-47)."""

from referee.engine.answer import Rolled
from referee.engine.ask import Lapsed, Together
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.throw import Roll
from referee.rules.olde_swords.conditions import end_on_roll
from referee.rules.olde_swords.figures.sheet import helpless
from referee.rules.olde_swords.rolls.d20 import Throw, total
from referee.rules.olde_swords.rolls.modifiers import check

Names = tuple[str, ...]
"""Abilities, of which the best is used."""
MIGHT = ("str",)
BEST = ("str", "dex")
"""Whoever resists uses the better of the two."""


async def contest(ledger: Ledger, who: Tag, mine: Names, other: Tag, theirs: Names, for_: str) -> bool:
    """Both roll, the higher wins, and a tie changes nothing; True if the first wins (OS-47)."""
    sides = ((who, mine), (other, theirs))

    def build() -> list[Roll]:
        if reason := helpless(ledger.encounter, who):
            raise Lapsed(f"{ledger.encounter.name(who)} is {reason}")
        return [_question(ledger, tag, names, (who, other), for_) for tag, names in sides]

    rolled = await Together(build)
    scores = [_told(ledger, tag, names, answer, for_) for (tag, names), answer in zip(sides, rolled, strict=True)]
    winner = who if scores[0] > scores[1] else other if scores[1] > scores[0] else None
    outcome = f"{ledger.encounter.name(winner)} wins" if winner else "a tie, which changes nothing"
    text = f"{for_}: {scores[0]} against {scores[1]}, {outcome}"
    ledger.remark(text, "OS-47", against=scores[1])
    return winner == who


def _question(ledger: Ledger, who: Tag, names: Names, both: tuple[Tag, Tag], for_: str) -> Roll:
    throw = check(ledger.encounter, who, *names)
    return Roll(
        key=f"contest {who}",
        prompt=f"{for_}: {ledger.encounter.name(who)} rolls {throw.terms[0][0]}",
        by=who,
        pools=throw.pools,
        needs=both,
        tally=throw.tally(),
        cites=("OS-47", *throw.why),
    )


def _told(ledger: Ledger, who: Tag, names: Names, rolled: Rolled, for_: str) -> int:
    throw: Throw = check(ledger.encounter, who, *names)
    terms = throw.reckon(rolled)
    ledger.remark(f"{for_}, {ledger.encounter.name(who)}", "OS-47", *throw.why, terms=terms)
    end_on_roll(ledger, who)
    return total(terms)
