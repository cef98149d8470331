"""Symbols: symbol dice, and what is bought and spent after the throw, one by one."""

from collections.abc import Mapping

from referee.engine.contract.dice_rules import DiceRules
from referee.engine.contract.symbol_dice import Face, SymbolDie
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Result, Term
from referee.engine.questions.answer import Chosen, Counted, Picked, Rolled
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Verb
from tests.engine.toys.box import ATTACK, FATIGUE, SKILL, foes, game, harm, in_turn, number, pick


def faced(name: str, *sides: str) -> SymbolDie:
    """A die whose faces are written `range damage surge`, or are a word."""
    marks = ("range", "damage", "surge")
    read = [tuple(zip(marks, map(int, side), strict=True)) if side.isdigit() else ((side, 1),) for side in sides]
    return SymbolDie(name, tuple(Face(side, tuple(m)) for side, m in zip(sides, read, strict=True)))


RED = faced("red", "X", "131", "220", "130", "040", "211")
BLACK = faced("black", "blank", "enh", "enh", "enh", "surge", "surge")


async def aim(ledger: Ledger, target: Picked, distance: Counted) -> None:
    """One attack with symbol dice: power dice bought one by one, then enhancements, then surges."""
    who = ledger.encounter.turn or ""
    pools = (Pool("weapon", die=RED), Pool("power", count=SKILL.of(ledger.encounter, who), die=BLACK))
    rolled = await Ask(lambda: Roll(key="dice", prompt="Dice", by=who, pools=pools, needs=(target.one,)))
    marks = dict.fromkeys(("range", "damage", "surge", "enh", "X", "blank"), 0)
    for pool, shown in zip(pools, rolled.faces, strict=True):
        marks = {mark: n + pool.marks(shown).get(mark, 0) for mark, n in marks.items()}
    if marks["X"]:
        ledger.record(ATTACK.made(who, "failure", "DJ-13", target=target.one))
        return
    await buy(ledger, who, pools[1].count, marks)
    await spend(who, marks)
    reaches = marks["range"] >= distance.n
    terms = (Term("range", marks["range"]),)
    result: Result = "success" if reaches else "failure"
    ledger.record(ATTACK.made(who, result, "DJ-15", target=target.one, terms=terms, against=distance.n))
    if reaches:
        await harm(ledger, target.one, max(0, marks["damage"] - SKILL.of(ledger.encounter, target.one)))


async def buy(ledger: Ledger, who: Tag, thrown: int, marks: dict[str, int]) -> None:
    """One fatigue, one power die, never more than five of them."""
    pool = Pool("power", die=BLACK)
    while await wants_more(ledger, who, thrown, marks):
        ledger.record(FATIGUE.change(who, -1, "DJ-24"))
        rolled = await power_die(who, thrown, pool, marks)
        thrown += 1
        for mark, n in pool.marks(rolled.faces[0]).items():
            marks[mark] += n


async def power_die(who: Tag, thrown: int, pool: Pool, marks: dict[str, int]) -> Rolled:
    """The throw of one bought die."""
    return await Ask(lambda: Roll(key=f"power {thrown}", prompt="Power die", by=who, pools=(pool,), tally=tally(marks)))


async def wants_more(ledger: Ledger, who: Tag, thrown: int, marks: dict[str, int]) -> bool:
    """Is another power die bought?"""

    def build() -> Choose:
        tired = FATIGUE.of(ledger.encounter, who) == 0
        reason = "never more than five [DJ-25]" if thrown >= 5 else "no fatigue is left" if tired else ""
        return Choose(
            key=f"buy {thrown}",
            prompt="A power die?",
            by=who,
            options=("go on", "buy"),
            barred={"buy": reason} if reason else {},
            tally=tally(marks),
        )

    return (await Ask(build)).option == "buy"


async def spend(who: Tag, marks: dict[str, int]) -> None:
    """Enhancements one by one, then surges one by one, as long as there are any."""
    for kind in ("enh", "surge"):
        while marks[kind]:
            marks[(await spent(who, kind, marks)).option] += 1
            marks[kind] -= 1


async def spent(who: Tag, kind: str, marks: dict[str, int]) -> Chosen:
    """What one of them is spent on."""
    options = ("range", "damage")
    return await Ask(
        lambda: Choose(key=f"{kind} {marks[kind]}", prompt=kind, by=who, options=options, tally=tally(marks))
    )


def tally(marks: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """The running totals of an attack."""
    return tuple((mark, n) for mark, n in marks.items() if n)


SYMBOLS = game(
    "symbols",
    Verb("attack", aim, (pick("target", foes), number("distance")), bar=in_turn),
    dice=DiceRules(show_symbols=True),
)
