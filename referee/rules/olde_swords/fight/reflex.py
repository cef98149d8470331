"""A fight breaks out: who is quick enough to act before the enemy (OS-01..03)."""

from referee.engine.answer import Rolled
from referee.engine.ask import Together
from referee.engine.bearer import Tag
from referee.engine.event import OrderSet, PhaseBegan, Result
from referee.engine.ledger import Ledger
from referee.engine.roll_questions import Roll
from referee.rules.olde_swords.conditions import end_on_roll
from referee.rules.olde_swords.fight.sides import FIGHT, hero, slots
from referee.rules.olde_swords.kinds import REFLEX, REFLEX_CHECK
from referee.rules.olde_swords.rolls.d20 import REFLEX_DC, reaches
from referee.rules.olde_swords.rolls.modifiers import check


async def break_out(ledger: Ledger) -> None:
    """The first round begins: all who have to check their reflexes do so, in any order."""
    asked: list[Roll] = []

    def build() -> list[Roll]:
        asked[:] = [_question(ledger, tag) for tag in _called(ledger)]
        return asked

    answers = await Together(build)
    slow = frozenset(
        roll.by for roll, rolled in zip(tuple(asked), answers, strict=True) if not _quick(ledger, roll.by, rolled)
    )
    ledger.record(PhaseBegan(phase=FIGHT, round=1, cites=("OS-01",)), OrderSet(slots=slots(ledger.encounter, slow)))


def _called(ledger: Ledger) -> tuple[Tag, ...]:
    """Who makes a reflex check (OS-01)."""
    everyone = REFLEX.of(ledger.encounter) == "everyone"
    figures = ledger.encounter.figures
    return tuple(tag for tag in figures if ledger.able(tag) and (everyone or hero(ledger.encounter, tag)))


def _question(ledger: Ledger, who: Tag) -> Roll:
    throw = check(ledger.encounter, who, "dex")
    return Roll(
        key=f"reflex {who}",
        prompt=f"{ledger.encounter.name(who)}'s reflex check, DC {REFLEX_DC}",
        by=who,
        pools=throw.pools,
        tally=throw.tally(),
        cites=("OS-01", *throw.why),
    )


def _quick(ledger: Ledger, who: Tag, rolled: Rolled) -> bool:
    """Records a reflex check; True for a success (OS-02, 03)."""
    throw = check(ledger.encounter, who, "dex")
    terms = throw.reckon(rolled)
    passed = reaches(ledger.encounter, terms, REFLEX_DC)
    result: Result = "success" if passed else "failure"
    clauses = ("OS-02" if passed else "OS-03", "OS-01", *throw.why)
    ledger.record(REFLEX_CHECK.made(who, result, *clauses, terms=terms, against=REFLEX_DC))
    end_on_roll(ledger, who)
    return passed
