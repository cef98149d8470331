"""Spells, and whatever else is saved against: traps, breaths; what each of them brings (OS-18..20, 30, 50, 54)."""

from msgspec import Struct

from referee.engine.conditions.typed import LONGEST, known_condition
from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.notation import read_dice
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Term, Terms, total
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood, complaint
from referee.engine.questions.answer import Chosen, Counted, Picked, Rolled, Said
from referee.engine.questions.question import REFEREE, Pick, not_meant_first
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Until
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.tags import slug
from referee.engine.verbs.damage import worst_hurt_first
from referee.engine.verbs.ledger import Ledger, for_each
from referee.engine.verbs.verb import SharedKey, Situation, able_figures, asks, verb
from referee.rules.olde_swords.actions import Acting, actor, cannot_act
from referee.rules.olde_swords.attack import Attack, attack_target
from referee.rules.olde_swords.checks import ASK_ABILITY, ASK_DC
from referee.rules.olde_swords.conditions import end_on_roll, failing_save
from referee.rules.olde_swords.dice import DCS, damage_terms, needed, reaches, roll_damage, roll_together
from referee.rules.olde_swords.fight import side_of
from referee.rules.olde_swords.harm import drop_focus, mend, wound
from referee.rules.olde_swords.kinds import (
    ABLE,
    AGAINST,
    BRINGS,
    CASTING,
    DC,
    DICE,
    DOWN,
    FOCUS,
    HALF,
    HEALS,
    HIT_DICE,
    KEPT_UP,
    MANY,
    SAVING_THROW,
    SPELLS,
    TO_HIT,
    TURNS,
)
from referee.rules.olde_swords.sheet import save, save_dc
from referee.text.unknown_word import NoSuchWord


class Effect(Struct, frozen=True):
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
        raise NotUnderstood(
            "Type the damage, half or none on a save, a condition and its turns, for example: 3d6 half prone 2"
        )
    return Effect("", dice, against, dc, half, brings=brings, turns=turns)


async def apply_effect(ledger: Ledger, effect: Effect, whom: tuple[Tag, ...], by: Tag | None, *cites: str) -> None:
    """It befalls all of these: first their saves, then one roll of damage for all, then what it brings."""
    saved = await saves(ledger, effect, whom, by) if effect.against else frozenset[Tag]()
    if effect.dice and any(tag not in saved or effect.half for tag in whom):
        dice = read_dice(effect.dice)
        caster = f", {ledger.encounter.name(by)}" if by else ""
        on = f" on {ledger.encounter.name(whom[0])}" if by and len(whom) == 1 else ""
        what = f"{effect.name}{caster}{on}" if effect.heals else f"{effect.name} damage".strip().capitalize()
        key = f"damage {slug(effect.name or 'It')}"
        rolled = await roll_damage(ledger, key, by or REFEREE, None, dice, what)
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

    def build() -> list[Roll]:
        able = [tag for tag in whom if ledger.able(tag) and not failing_save(ledger.encounter, tag, effect.against)]
        return [_question(ledger, tag, effect) for tag in able]

    rolls = await roll_together(build)
    saved = {roll.by for roll, rolled in rolls if _saved(ledger, roll.by, effect, by, rolled)}
    for tag in whom:
        if ledger.able(tag) and (why := failing_save(ledger.encounter, tag, effect.against)):
            using = f"{effect.against.upper()} ({why})"
            ledger.record(SAVING_THROW.made(tag, "failure", "OS-54", "OS-20", target=by, using=using))
    return frozenset(saved)


def _question(ledger: Ledger, who: Tag, effect: Effect) -> Roll:
    throw = save(ledger.encounter, who, effect.against)
    prompt = f"{ledger.encounter.name(who)}'s {effect.against.upper()} save"
    goal = needed(ledger.encounter, throw, effect.dc, "saves")

    def judged(rolled: Rolled) -> bool:
        return reaches(ledger.encounter, throw.reckon(rolled), effect.dc)

    return throw.question(f"save {who}", prompt, who, "OS-18", goal=goal, judged=judged)


def _saved(ledger: Ledger, who: Tag, effect: Effect, by: Tag | None, rolled: Rolled) -> bool:
    """Records a save; True for a success (OS-19, 20)."""
    throw = save(ledger.encounter, who, effect.against)
    terms = throw.reckon(rolled)
    saved = reaches(ledger.encounter, terms, effect.dc)
    usual = ("OS-48",) if effect.dc in DCS else ()
    cites = ("OS-18", "OS-19" if saved else "OS-20", *throw.why, *usual)
    using = effect.against.upper()
    ledger.record(SAVING_THROW.made(who, saved, *cites, target=by, using=using, terms=terms, against=effect.dc))
    end_on_roll(ledger, who)
    return saved


def effect_of(encounter: Encounter, who: Tag, spell: Tag) -> Effect:
    """What a spell does when that figure casts it; its DC is its own, or its caster's (OS-48, 51)."""
    return Effect(
        name=encounter.name(spell),
        dice=DICE.of(encounter, spell),
        against=AGAINST.of(encounter, spell),
        dc=DC.of(encounter, spell) or save_dc(encounter, who),
        half=HALF.of(encounter, spell),
        heals=HEALS.of(encounter, spell),
        brings=BRINGS.of(encounter, spell),
        turns=TURNS.of(encounter, spell),
    )


def spell_targets(rules: Ruleset, encounter: Encounter, who: Tag, spell: Tag) -> tuple[Tag, ...]:
    """Whom a spell may be cast on: foes first; a burst may catch friends, healing reaches the dying."""
    figures, side = encounter.figures, side_of(encounter, who)
    able = [figure for figure in figures.values() if figure.standing in ABLE]
    friends = tuple([figure.tag for figure in able if figure.side == side])
    others = tuple([figure.tag for figure in able if figure.side != side])
    if HEALS.of(encounter, spell):
        down = (tag for tag, figure in figures.items() if figure.side == side and figure.standing in DOWN)
        return (*down, *friends)
    if TO_HIT.of(encounter, spell) or AGAINST.of(encounter, spell) or DICE.of(encounter, spell):
        caught = tuple(tag for tag in friends if tag != who) if MANY.of(encounter, spell) else ()
        return (*others, *caught)
    return (*friends, *others)


async def cast_on(ledger: Ledger, who: Tag, spell: Tag, whom: tuple[Tag, ...], *cites: str) -> None:
    """A spell does what it says (OS-30)."""
    effect = effect_of(ledger.encounter, who, spell)
    names = ", ".join(map(ledger.encounter.name, whom))
    source = ("OS-51",) if effect.against and HIT_DICE.of(ledger.encounter, who) else ()
    text = f"{ledger.encounter.name(who)} casts {effect.name}" + (f" on {names}" if names else "")
    hurled = TO_HIT.of(ledger.encounter, spell)
    # An action to cast tells it itself; with one that was readied, the attack goes on with its line.
    ledger.remark(text, "OS-30", *source, *cites, detail=not cites, introduces=bool(cites) and hurled)
    if KEPT_UP.of(ledger.encounter, spell):
        drop_focus(ledger, who)
        ledger.record(FOCUS.set(who, effect.name, "OS-30"))
    if hurled:
        await _hurled(ledger, who, effect, whom)
    else:
        await apply_effect(ledger, effect, whom, who, "OS-30")


async def _hurled(ledger: Ledger, who: Tag, effect: Effect, whom: tuple[Tag, ...]) -> None:
    """A spell that has to hit, like a shot; its damage has no modifier."""
    attack = Attack(effect.name, effect.dice or "0", CASTING.of(ledger.encounter, who), ranged=True, forceful=False)
    brings = Effect(effect.name, brings=effect.brings, turns=effect.turns)

    async def hurl(target: Tag) -> None:
        if await attack_target(ledger, who, target, attack, "OS-30"):
            await apply_effect(ledger, brings, (target,), who, "OS-30")

    await for_each(ledger, whom, hurl)


# -------------------------------------------------------------------- what they ask


def ask_spell(situation: Situation) -> Pick:
    """Which spell is cast."""
    who = actor(situation.encounter)
    among = SPELLS.of(situation.encounter, who)
    first = among[0] if among else None
    no_such = NoSuchWord(f"{situation.encounter.name(who)} has no", "", "Spells")
    return Pick(key="spell", prompt="Which spell?", among=among, default=first, no_such=no_such, cites=("OS-30",))


def ask_targets(rules: Ruleset, encounter: Encounter, who: Tag, spell: Tag, key: str = "targets") -> Pick:
    """Whom a spell is cast on."""
    among = spell_targets(rules, encounter, who, spell)
    most = MOST_FIGURES if MANY.of(encounter, spell) else 1
    unlikely = not_meant_first(encounter, among)
    prompt = f"{encounter.name(spell)} on whom?"
    whom = Pick(key=key, prompt=prompt, among=among, most=most, unlikely=unlikely, cites=("OS-30",))
    return worst_hurt_first(rules, encounter, whom) if HEALS.of(encounter, spell) else whom


def _ask_targets(situation: Situation, spell: Picked) -> Pick:
    return ask_targets(situation.rules, situation.encounter, actor(situation.encounter), spell.one)


def _ask_effect(situation: Situation) -> Text:
    check = complaint(lambda text: read_effect(situation.rules, text, "dex", 1))
    return Text(key="effect", prompt="What does a failed save do?", check=check, optional=True)


def _cannot_cast(situation: Situation) -> str | None:
    who = actor(situation.encounter)
    known = SPELLS.of(situation.encounter, who)
    return cannot_act(situation) or (None if known else f"{situation.encounter.name(who)} has no spells [OS-30].")


# -------------------------------------------------------------------- what is done


@verb(
    label="Cast Spell",
    hint="as the spell says",
    hotkey=SharedKey.SECOND_ATTACK,
    bar=_cannot_cast,
    cites=("OS-30",),
    told="{who} casts {thing} on {on}",
)
async def cast(
    ledger: Ledger,
    spell: Picked = asks(ask_spell),
    targets: Picked = asks(_ask_targets, nobody="There is nobody to cast the spell on [OS-30]."),
) -> None:
    """The figure of the turn casts a spell (OS-30)."""
    async with Acting(ledger) as who:
        await cast_on(ledger, who, spell.one, targets.tags)


@verb(
    name="save",
    label="Save",
    hint="called for by the referee: save g1-3 dex 12 3d6 half",
    hotkey="E",
    interjects=True,
    cites=("OS-18", "OS-19", "OS-20", "OS-21"),
)
async def call_save(
    ledger: Ledger,
    who: Picked = able_figures("Who saves?", "OS-18"),
    ability: Chosen = asks(ASK_ABILITY),
    dc: Counted = asks(ASK_DC),
    effect: Said = asks(_ask_effect, default=Said(text=""), rest=True),
) -> None:
    """The referee calls for saves: `save g1-3 dex 12 3d6 half` (OS-18..20)."""
    await apply_effect(ledger, read_effect(ledger.rules, effect.text, ability.option, dc.n), who.tags, None)
