"""Spells, and the saves that the referee calls for (OS-18..20, 30)."""

from referee.engine.contract.ruleset import Ruleset
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.question import Pick, Text
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.verbs.ledger import Ledger, for_each
from referee.engine.verbs.verb import SharedKey, Situation, able_figures, asks, verb
from referee.rules.olde_swords.actions import act, actor, cannot_act
from referee.rules.olde_swords.attack import Attack, attack_target
from referee.rules.olde_swords.checks import Effect, apply_effect, ask_ability, ask_dc, read_effect
from referee.rules.olde_swords.fight import side_of
from referee.rules.olde_swords.harm import drop_focus
from referee.rules.olde_swords.kinds import (
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
    SPELLS,
    TO_HIT,
    TURNS,
)
from referee.rules.olde_swords.sheet import save_dc


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
    friends = tuple(tag for tag in figures if figures[tag].side == side and rules.able(encounter, tag))
    others = tuple(tag for tag in figures if figures[tag].side != side and rules.able(encounter, tag))
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
    ledger.remark(text, "OS-30", *source, *cites)
    if KEPT_UP.of(ledger.encounter, spell):
        drop_focus(ledger, who)
        ledger.record(FOCUS.set(who, effect.name, "OS-30"))
    if TO_HIT.of(ledger.encounter, spell):
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
    among = SPELLS.of(situation.encounter, actor(situation.encounter))
    first = among[0] if among else None
    return Pick(key="spell", prompt="Casts what?", among=among, default=first, cites=("OS-30",))


def ask_targets(rules: Ruleset, encounter: Encounter, who: Tag, spell: Tag, key: str = "targets") -> Pick:
    """Whom a spell is cast on."""
    among = spell_targets(rules, encounter, who, spell)
    most = MOST_FIGURES if MANY.of(encounter, spell) else 1
    return Pick(key=key, prompt=f"{encounter.name(spell)} on whom?", among=among, most=most, cites=("OS-30",))


def _ask_targets(situation: Situation, spell: Picked) -> Pick:
    return ask_targets(situation.rules, situation.encounter, actor(situation.encounter), spell.one)


def _ask_effect(situation: Situation) -> Text:
    def problem(text: str) -> str | None:
        try:
            read_effect(situation.rules, text, "dex", 1)
        except NotUnderstood as wrong:
            return str(wrong)
        return None

    return Text(key="effect", prompt="What follows a failed save?", check=problem, optional=True)


def _cannot_cast(situation: Situation) -> str | None:
    reason = cannot_act(situation)
    if reason is None and not SPELLS.of(situation.encounter, actor(situation.encounter)):
        return f"{situation.encounter.name(actor(situation.encounter))} knows no spell [OS-30]."
    return reason


# -------------------------------------------------------------------- what is done


@verb(label="Cast Spell", hint="as the spell says", hotkey=SharedKey.SECOND_ATTACK, bar=_cannot_cast, cites=("OS-30",))
async def cast(
    ledger: Ledger,
    spell: Picked = asks(ask_spell),
    targets: Picked = asks(_ask_targets, nobody="There is nobody to cast that on [OS-30]."),
) -> None:
    """The figure of the turn casts a spell (OS-30)."""
    who = actor(ledger.encounter)
    await act(ledger, lambda: cast_on(ledger, who, spell.one, targets.tags))


@verb(
    label="Save",
    hint="called for by the referee: save g1-3 dex 12 3d6 half",
    hotkey="E",
    interjects=True,
    cites=("OS-18", "OS-19", "OS-20", "OS-21"),
)
async def save(
    ledger: Ledger,
    who: Picked = able_figures("Who saves?", "OS-18"),
    ability: Chosen = asks(ask_ability),
    dc: Counted = asks(ask_dc),
    effect: Said = asks(_ask_effect, default=Said(text=""), rest=True),
) -> None:
    """The referee calls for saves: `save g1-3 dex 12 3d6 half` (OS-18..20)."""
    await apply_effect(ledger, read_effect(ledger.rules, effect.text, ability.option, dc.n), who.tags, None)
