"""Checks or saves against a DC, with what a failed save brings (OS-18..21, 38, 42, 48, 50, 54)."""

from dataclasses import dataclass

from referee.engine.conditions.typed import LONGEST, known_condition
from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.dice import read_dice
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Result
from referee.engine.number import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Chosen, Counted, Picked, Rolled, Said
from referee.engine.questions.ask import Ask, Together
from referee.engine.questions.question import REFEREE, Amount, Choose, Pick, Text
from referee.engine.state.bearer import Tag, Until
from referee.engine.state.tags import slug
from referee.engine.term import Term, Terms, total
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks, verb
from referee.rules.olde_swords.actions import act, actor, cannot_act
from referee.rules.olde_swords.conditions import COVER, HIDDEN, end_on_roll, failing_save, give
from referee.rules.olde_swords.dice import DCS, damage_terms, reaches, roll_damage
from referee.rules.olde_swords.harm import mend, wound
from referee.rules.olde_swords.kinds import ABILITIES, ABILITY_CHECK, SAVING_THROW
from referee.rules.olde_swords.sheet import check, save

NORMAL = 12
EXPOSED = "A hider needs cover or a distraction [OS-38]."


async def checked(ledger: Ledger, who: Tag, ability: str, dc: int, what: str, *cites: str) -> bool:
    """A check against a DC; True for a success."""

    def question() -> Roll:
        throw = check(ledger.encounter, who, ability)
        return Roll(
            key=f"check {who}",
            prompt=f"{ledger.encounter.name(who)} {what}: {ability.upper()}, DC {dc}",
            by=who,
            pools=throw.pools,
            tally=throw.tally(),
            cites=(*cites, *throw.why),
        )

    rolled = await Ask(question)
    throw = check(ledger.encounter, who, ability)
    terms = throw.reckon(rolled)
    passed = reaches(ledger.encounter, terms, dc)
    clauses = (*cites, *throw.why, *(("OS-48",) if dc in DCS else ()))
    result: Result = "success" if passed else "failure"
    ledger.record(ABILITY_CHECK.made(who, result, *clauses, using=what, terms=terms, against=dc))
    end_on_roll(ledger, who)
    return passed


# -------------------------------------------------------------------- what they ask


def _ask_behind(situation: Situation) -> Choose:
    in_cover = COVER.on(situation.encounter, actor(situation.encounter))
    return Choose(
        key="behind",
        prompt="Hides by what?",
        options=("cover", "distraction", "neither"),
        barred={"neither": EXPOSED},
        default="cover" if in_cover else None,
        cites=("OS-38",),
    )


def ask_dc(situation: Situation) -> Amount:
    """What has to be reached."""
    known = ", ".join(f"{word} {dc}" for dc, word in DCS.items())
    return Amount(key="dc", prompt=f"DC ({known})?", least=1, most=40, default=NORMAL, cites=("OS-48",))


def ask_ability(situation: Situation) -> Choose:
    """Which ability is tried."""
    return Choose(key="ability", prompt="Which ability?", options=ABILITIES)


def _ask_checker(situation: Situation) -> Pick:
    among = situation.able_figures()
    turn = situation.encounter.turn
    return Pick(key="checker", prompt="Who checks?", among=among, default=turn if turn in among else None)


def _ask_what(situation: Situation) -> Text:
    return Text(key="what", prompt="What does it try?", optional=True)


# -------------------------------------------------------------------- what is done


@verb(label="Hide", hint="DEX, with cover or a distraction", hotkey="O", bar=cannot_act, cites=("OS-38",))
async def hide(ledger: Ledger, behind: Chosen = asks(_ask_behind), dc: Counted = asks(ask_dc)) -> None:
    """A DEX check, with cover or a distraction (OS-38)."""
    who = actor(ledger.encounter)

    async def deed() -> None:
        if await checked(ledger, who, "dex", dc.n, f"hides ({behind.option})", "OS-38"):
            give(ledger, who, HIDDEN)

    await act(ledger, deed)


@verb(label="Improvise", hint="anything else, against a DC", hotkey="I", bar=cannot_act, cites=("OS-42", "OS-48"))
async def improvise(
    ledger: Ledger,
    ability: Chosen = asks(ask_ability),
    dc: Counted = asks(ask_dc),
    what: Said = asks(_ask_what, default=Said(text=""), rest=True),
) -> None:
    """Something that no rule foresees, rolled against a DC (OS-42)."""
    who = actor(ledger.encounter)

    async def deed() -> None:
        await checked(ledger, who, ability.option, dc.n, what.text or "improvises", "OS-42")

    await act(ledger, deed)


@verb(
    name="check",
    label="Check",
    hint="the referee calls for one; no action",
    hotkey="C",
    interjects=True,
    cites=("OS-48",),
)
async def call_check(
    ledger: Ledger,
    who: Picked = asks(_ask_checker, nobody="Nobody is up."),
    ability: Chosen = asks(ask_ability),
    dc: Counted = asks(ask_dc),
) -> None:
    """The referee calls for a check, outside of any action (OS-48)."""
    await checked(ledger, who.one, ability.option, dc.n, "checks", "OS-48")


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
