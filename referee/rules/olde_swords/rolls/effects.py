"""Effects on several figures: saves, one roll of damage for all, and conditions (OS-18..21, 50, 54)."""

from dataclasses import dataclass

from referee.engine.answer import Rolled
from referee.engine.ask import Together
from referee.engine.bearer import Tag
from referee.engine.condition import Until
from referee.engine.condition_name import known_condition
from referee.engine.duration import LONGEST
from referee.engine.event import Result
from referee.engine.ledger import Ledger
from referee.engine.notation import read_dice
from referee.engine.number import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.question_base import REFEREE
from referee.engine.ruleset import Ruleset
from referee.engine.tags import slug
from referee.engine.term import Term, Terms, total
from referee.engine.throw import Roll
from referee.rules.olde_swords.conditions import end_on_roll, failing_save
from referee.rules.olde_swords.harm import mend, wound
from referee.rules.olde_swords.kinds import SAVING_THROW
from referee.rules.olde_swords.rolls.d20 import DCS, reaches
from referee.rules.olde_swords.rolls.damage import damage_terms, roll_damage
from referee.rules.olde_swords.rolls.modifiers import save


@dataclass(frozen=True)
class Effect:
    """A trap, a breath, a spell: what is rolled for it and what it brings."""

    name: str
    dice: str = ""
    against: str = ""
    """The ability that saves against it; empty: nothing does."""
    dc: int = 12
    half: bool = False
    """A save takes half of the damage; else all of it."""
    heals: bool = False
    brings: str = ""
    turns: int = 0
    """Starts of the bearer's turn until the condition is over; 0 for no end."""


def read_effect(rules: Ruleset, text: str, against: str, dc: int) -> Effect:
    """`3d6 half`, `8 none`, `poisoned 3`, `2d6 half prone`: dice, what a save leaves of them, a condition, its turns.

    NotUnderstood otherwise.
    """
    words = text.lower().split()
    dice = ""
    if words and words[0][0].isdigit():
        dice = str(read_dice(words.pop(0)))
    half = bool(words) and words[0] == "half"
    if words and words[0] in ("half", "none"):
        words.pop(0)
    brings = known_condition(rules, words.pop(0), "half", "none") if words else ""
    turns = read_number(words.pop(0), "turns", 0, LONGEST) if words and is_number(words[0]) else 0
    if words or (text.strip() and not (dice or brings)):
        raise NotUnderstood("Dice, `half` or `none`, a condition and its turns are expected: 3d6 half prone 2.")
    return Effect("It", dice, against, dc, half, brings=brings, turns=turns)


async def apply_effect(ledger: Ledger, effect: Effect, whom: tuple[Tag, ...], by: Tag | None, *cites: str) -> None:
    """It befalls all of these: first their saves, then one roll of damage for all, then what it brings."""
    saved = await saves(ledger, effect, whom, by) if effect.against else frozenset[Tag]()
    if effect.dice and any(tag not in saved or effect.half for tag in whom):
        dice = read_dice(effect.dice)
        what = f"{effect.name} {'heals' if effect.heals else 'does'}"
        rolled = await roll_damage(ledger, f"damage {slug(effect.name)}", by or REFEREE, None, dice, what=what)
        for tag in whom:
            _hurt(ledger, effect, tag, damage_terms(dice, rolled), tag in saved, by, cites)
    for tag in whom:
        if effect.brings and tag not in saved:
            _bring(ledger, effect, tag, by, cites)


def _bring(ledger: Ledger, effect: Effect, who: Tag, by: Tag | None, cites: tuple[str, ...]) -> None:
    """The condition of an effect comes upon a figure, also upon one that it has just felled; not upon the dead."""
    standing = ledger.encounter.figures[who].standing
    if not ledger.rules.standing(standing).target:
        return
    felled = () if ledger.able(who) else ("OS-20", "OS-58")
    until = Until(edge="start", of=who, left=effect.turns) if effect.turns else None
    ledger.afflict(who, effect.brings, *felled, *cites, until=until, by=by)


def _hurt(
    ledger: Ledger, effect: Effect, who: Tag, terms: Terms, saved: bool, by: Tag | None, cites: tuple[str, ...]
) -> None:
    """The damage or healing of an effect, as the save has left it (OS-19, 20)."""
    if effect.heals:
        mend(ledger, who, terms, *cites, by=by)
    elif not saved:
        wound(ledger, who, terms, *(("OS-20",) if effect.against else ()), *cites, by=by)
    elif effect.half:
        amount = max(0, total(terms))
        half = Term("half", amount // 2 - amount)
        wound(ledger, who, (*terms, half), "OS-19", "OS-50", *cites, by=by)


async def saves(ledger: Ledger, effect: Effect, whom: tuple[Tag, ...], by: Tag | None) -> frozenset[Tag]:
    """All of these save, in any order, against the caster, if there is one; those who succeed (OS-18)."""
    asked: list[Roll] = []

    def build() -> list[Roll]:
        able = [tag for tag in whom if ledger.able(tag) and not failing_save(ledger.encounter, tag, effect.against)]
        asked[:] = [_question(ledger, tag, effect) for tag in able]
        return asked

    answers = await Together(build)
    rolls = tuple(asked)
    pairs = zip(rolls, answers, strict=True)
    saved = {roll.by for roll, rolled in pairs if _saved(ledger, roll.by, effect, by, rolled)}
    for tag in whom:
        if ledger.able(tag) and (why := failing_save(ledger.encounter, tag, effect.against)):
            using = f"{effect.against.upper()} while {why}"
            ledger.record(SAVING_THROW.made(tag, "failure", "OS-54", "OS-20", target=by, using=using))
    return frozenset(saved)


def _question(ledger: Ledger, who: Tag, effect: Effect) -> Roll:
    throw = save(ledger.encounter, who, effect.against)
    return Roll(
        key=f"save {who}",
        prompt=f"{ledger.encounter.name(who)} saves: {effect.against.upper()}, DC {effect.dc}",
        by=who,
        pools=throw.pools,
        tally=throw.tally(),
        cites=("OS-18", *throw.why),
    )


def _saved(ledger: Ledger, who: Tag, effect: Effect, by: Tag | None, rolled: Rolled) -> bool:
    """Records a save; True for a success (OS-19, 20)."""
    throw = save(ledger.encounter, who, effect.against)
    terms = throw.reckon(rolled)
    saved = reaches(ledger.encounter, terms, effect.dc)
    usual = ("OS-48",) if effect.dc in DCS else ()
    cites = ("OS-18", "OS-19" if saved else "OS-20", *throw.why, *usual)
    result: Result = "success" if saved else "failure"
    using = effect.against.upper()
    ledger.record(SAVING_THROW.made(who, result, *cites, target=by, using=using, terms=terms, against=effect.dc))
    end_on_roll(ledger, who)
    return saved
