"""Actions: one a turn, one reaction a round, why one cannot be taken; those that need no check (OS-05, 29, 31..34,
39, 40, 44).
"""

from collections.abc import Callable
from types import TracebackType

from msgspec.structs import replace

from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import CardsMoved
from referee.engine.questions.answer import Picked, Said
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.lazy_mapping import LazyMapping
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.olde_swords.attack import attack_target, is_ranged, weapon_attack, weapons, wield
from referee.rules.olde_swords.conditions import DASHING, DISENGAGED, DODGING, give, give_help
from referee.rules.olde_swords.dice import damage_terms, roll_damage
from referee.rules.olde_swords.fight import MISSES, allies, close_turn, foes, out_of_reach, over
from referee.rules.olde_swords.harm import mend
from referee.rules.olde_swords.kinds import (
    ABLE,
    AC,
    ACTION,
    DICE,
    DOOMED,
    DROPPED,
    HEALS,
    ITEMS,
    MISSED,
    REACTION,
    WEAPONS,
)
from referee.rules.olde_swords.sheet import helpless, speed
from referee.text.unknown_word import NoSuchWord

NOBODYS_TURN = "It is nobody's turn. Go on: next [OS-05]."


def actor(encounter: Encounter) -> Tag:
    """The figure whose turn it is; TABLE between turns."""
    return encounter.turn or TABLE


class Acting:
    """Context of the current figure's action: spends it first, ends the turn's business last, also if it lapses.

    A class rather than a generator: if a fight is closed in mid-attack, Python cannot finalize the generator cleanly.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger, self._lapsing = ledger, ledger.lapsing()

    async def __aenter__(self) -> Tag:
        """Spends the action; returns the figure whose turn it is."""
        who = actor(self._ledger.encounter)
        self._ledger.record(ACTION.set(who, "spent", "OS-05"))
        self._lapsing.__enter__()
        return who

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        if not self._lapsing.__exit__(kind, error, traceback) and error is not None:
            return False
        who = self._ledger.encounter.turn
        if who is not None and self._ledger.encounter.figures[who].standing == DOOMED.name:
            close_turn(self._ledger)
        await over(self._ledger)
        return True


def spend_reaction(ledger: Ledger, who: Tag, *cites: str) -> None:
    """The reaction of a figure, in the midst of whatever goes on. Lapsed, if it has none."""
    if reason := cannot_react(ledger.rules, ledger.encounter, who):
        raise Lapsed(reason)
    ledger.record(REACTION.set(who, "spent", *cites))


# -------------------------------------------------------------------- why not


def cannot_act(situation: Situation) -> str | None:
    """Why nobody can take an action now."""
    who = situation.encounter.turn
    if who is None or who not in situation.encounter.figures:
        return NOBODYS_TURN
    name = situation.encounter.name(who)
    if not situation.able(who):
        return f"{name} {situation.encounter.figures[who].stands} and cannot act. Go on: next"
    if reason := helpless(situation.encounter, who):
        return f"{name} cannot act: {reason}."
    if ACTION.of(situation.encounter, who):
        return f"{name} has already acted this turn. Go on: next [OS-05]."
    return None


def cannot_react(rules: Ruleset, encounter: Encounter, who: Tag) -> str | None:
    """Why a figure has no reaction now (OS-44, 49, 54, 57)."""
    name = encounter.name(who)
    if not rules.able(encounter, who):
        return f"{name} {encounter.figures[who].stands}."
    if encounter.figures[who].standing == DOOMED.name:
        return f"{name} has one heroic action left and no reaction [OS-27]."
    if reason := helpless(encounter, who):
        return f"{name} cannot react: {reason}."
    slot = encounter.slot(who)
    if slot is not None and slot.label == MISSES:
        return f"{name} has not joined the fight yet and has no reaction [OS-03, OS-57]."
    if REACTION.of(encounter, who):
        return f"{name} has already reacted this round [OS-44]."
    return None


# -------------------------------------------------------------------- whom


Choice = tuple[tuple[Tag, ...], dict[Tag, str]]
"""Those who can be chosen, and why not the others."""
Foes = Callable[[Ruleset, Encounter, Tag], Choice]
"""The foes that a figure can act upon in some way."""


def targets(rules: Ruleset, encounter: Encounter, who: Tag) -> Choice:
    """The foes that are up, wherever they stand: those who are down are past more harm."""
    there = foes(rules, encounter, who)
    free = tuple([tag for tag in there if encounter.figures[tag].standing in ABLE])
    down = {
        tag: f"{encounter.name(tag)} {encounter.figures[tag].stands}: more hits change nothing [OS-22]."
        for tag in there
        if tag not in free
    }
    return free, down


def melee_targets(rules: Ruleset, encounter: Encounter, who: Tag) -> Choice:
    """The foes that are up and in its reach."""
    there, barred = targets(rules, encounter, who)
    if not (far := out_of_reach(encounter, who, there)):
        return there, barred
    return tuple(tag for tag in there if tag not in far), far | barred


def attack_targets(rules: Ruleset, encounter: Encounter, who: Tag) -> Choice:
    """The foes it may attack: beyond its reach with a ranged weapon only."""
    if encounter.board is not None and any(is_ranged(encounter, weapon) for weapon in weapons(encounter, who)):
        return targets(rules, encounter, who)
    return melee_targets(rules, encounter, who)


def weapons_against(encounter: Encounter, who: Tag, target: Tag) -> Choice:
    """What it can attack this foe with: beyond its reach with a ranged weapon only."""
    carried, far = weapons(encounter, who), out_of_reach(encounter, who, (target,))
    if not far:
        return carried, {}
    barred = {weapon: far[target] for weapon in carried if not is_ranged(encounter, weapon)}
    return tuple(weapon for weapon in carried if weapon not in barred), barred


def helped(rules: Ruleset, encounter: Encounter, who: Tag) -> Choice:
    """The allies in its reach, whom it can help (OS-34)."""
    there = allies(rules, encounter, who)
    far = out_of_reach(encounter, who, there)
    return tuple(tag for tag in there if tag not in far), far


def _pick_target(
    situation: Situation, who: Tag, which: Foes, key: str, prompt: str, *cites: str, leads_on: bool = False
) -> Pick:
    """Which foe is meant; leads_on: as in `Pick`."""
    encounter = situation.encounter
    free, barred = which(situation.rules, encounter, who)
    armor = LazyMapping(lambda: {tag: f"AC {AC.of(encounter, tag)}" for tag in free})
    prompt = f"{encounter.name(who)} {prompt}"
    return Pick(
        key=key, prompt=prompt, among=free, barred=barred, beside=armor, near=who, leads_on=leads_on, cites=cites
    )


def foe(prompt: str, *cites: str, which: Foes = melee_targets, leads_on: bool = False) -> Picked:
    """Declares the question for a foe of the figure of the turn; leads_on: as in `Pick`."""

    def ask(situation: Situation) -> Pick:
        who = actor(situation.encounter)
        return _pick_target(situation, who, which, "target", prompt, *cites, leads_on=leads_on)

    return asks(ask)


async def ask_target(ledger: Ledger, who: Tag, prompt: str, *cites: str, which: Foes = melee_targets) -> Tag:
    """Asks for a foe in the middle of a deed; the only one is taken. Lapsed, if there is none."""

    def build() -> Pick:
        situation = Situation(ledger.rules, ledger.encounter)
        return replace(_pick_target(situation, who, which, f"target {who}", prompt, *cites), by=who)

    return await ask_unless_one(build, "there is no foe")


async def ask_unless_one(build: Callable[[], Pick], nobody: str) -> Tag:
    """The only one that can be picked, else the one that is. Lapsed for the reason `nobody`, if there is none."""
    free = build().among
    if len(free) == 1:
        return free[0]

    def asked() -> Pick:
        pick = build()
        if not pick.among:
            raise Lapsed(nobody)
        return pick

    return (await Ask(asked)).one


def nobody_for(which: Foes) -> Callable[[Situation], str | None]:
    """Why nobody can act upon such a foe now."""

    def why(situation: Situation) -> str | None:
        there, barred = which(situation.rules, situation.encounter, actor(situation.encounter))
        reason = None if there else next(iter(barred.values()), "There is no foe left to target.")
        return cannot_act(situation) or reason

    return why


no_target = nobody_for(melee_targets)


# -------------------------------------------------------------------- what they ask


def _ask_weapon(situation: Situation, target: Picked) -> Pick:
    who = actor(situation.encounter)
    among, far = weapons_against(situation.encounter, who, target.one)
    default = next(iter(among), None)
    no_such = NoSuchWord(f"{situation.encounter.name(who)} has no", "", "Weapons")
    return Pick(
        key="weapon",
        prompt="Which weapon?",
        among=among,
        barred=far,
        default=default,
        no_such=no_such,
        cites=("OS-12",),
    )


def _ask_ally(situation: Situation) -> Pick:
    among, far = helped(situation.rules, situation.encounter, actor(situation.encounter))
    return Pick(key="ally", prompt="Help whom?", among=among, barred=far, cites=("OS-34",))


def _nobody_helps(situation: Situation) -> str | None:
    return cannot_act(situation) or _ask_ally(situation).nobody("There is no ally to help [OS-34].")


def _nobody_missed(situation: Situation) -> str | None:
    return None if MISSED.of(situation.encounter, TABLE) else "Nobody has just missed [OS-16]."


# -------------------------------------------------------------------- what is done


@verb(
    label="Attack",
    hint="melee or ranged, against AC",
    hotkey=SharedKey.ATTACK,
    bar=nobody_for(attack_targets),
    cites=("OS-29", "OS-07", "OS-08", "OS-12"),
)
async def attack(
    ledger: Ledger,
    # One of its weapons reaches each of them.
    target: Picked = foe("attacks whom?", "OS-29", which=attack_targets, leads_on=True),
    weapon: Picked = asks(_ask_weapon),
) -> None:
    """A melee or ranged attack (OS-29)."""
    attack_made = weapon_attack(ledger.encounter, weapon.one)
    async with Acting(ledger) as who:
        await attack_target(ledger, who, target.one, attack_made, "OS-29")


@verb(label="Dodge", hint="attackers have SETBACK", hotkey=SharedKey.DEFEND, bar=cannot_act, cites=("OS-31",))
async def dodge(ledger: Ledger) -> None:
    """Attacks against it have SETBACK until its next turn (OS-31)."""
    async with Acting(ledger) as who:
        give(ledger, who, DODGING)


@verb(label="Disengage", hint="moves without provoking", hotkey="V", bar=cannot_act, cites=("OS-32",))
async def disengage(ledger: Ledger) -> None:
    """Its moves of this turn provoke nobody (OS-32)."""
    async with Acting(ledger) as who:
        give(ledger, who, DISENGAGED)


@verb(label="Dash", hint="double movement", hotkey=SharedKey.RUN, bar=cannot_act, cites=("OS-33",))
async def dash(ledger: Ledger) -> None:
    """Twice the movement this turn (OS-33)."""
    async with Acting(ledger) as who:
        give(ledger, who, DASHING)
        feet, cites = speed(ledger.encounter, who)
        ledger.remark(f"{ledger.encounter.name(who)} can move {feet} ft this turn", *cites)


@verb(
    label="Help",
    hint="EDGE on an ally's next roll",
    hotkey=SharedKey.HELP,
    bar=_nobody_helps,
    cites=("OS-34",),
    told="{who} helps {on}",
)
async def aid(ledger: Ledger, ally: Picked = asks(_ask_ally)) -> None:
    """An ally in reach has EDGE on its next roll (OS-34)."""
    async with Acting(ledger) as who:
        give_help(ledger, who, ally.one)


@verb(
    label="Complication",
    hint="turn a miss into a small complication",
    hotkey="J",
    interjects=True,
    bar=_nobody_missed,
    cites=("OS-16",),
)
async def complicate(ledger: Ledger, text: Said = asks(Text(key="text", prompt="What goes wrong?"), rest=True)) -> None:
    """The referee makes something of a miss (OS-16)."""
    who = MISSED.of(ledger.encounter, TABLE)
    ledger.remark(f"{ledger.encounter.name(who)} missed: {text.text}", "OS-16")
    ledger.record(MISSED.clear(TABLE))


def _take(ledger: Ledger, who: Tag, weapon: Tag) -> None:
    """A weapon comes from the ground into the hand."""
    ledger.record(CardsMoved(src=(TABLE, DROPPED.name), dst=(who, WEAPONS.name), cards=(weapon,), cites=("OS-40",)))
    wield(ledger, who, weapon)


async def _drink(ledger: Ledger, who: Tag, item: Tag) -> None:
    """A draught is drunk, and is gone."""
    dice = read_dice(DICE.of(ledger.encounter, item))
    what = f"{ledger.encounter.name(item)}, {ledger.encounter.name(who)}"
    rolled = await roll_damage(ledger, f"drink {who}", who, None, dice, what)
    ledger.record(CardsMoved(src=(who, ITEMS.name), dst=None, cards=(item,), cites=("OS-40",)))
    mend(ledger, who, damage_terms(dice, rolled), "OS-40", by=who)


def at_hand(encounter: Encounter, who: Tag) -> dict[str, Tag]:
    """The things that a figure can put its hand on, by name: what lies on the ground, its items, its weapons."""
    piles = (WEAPONS.of(encounter, who), ITEMS.of(encounter, who), DROPPED.of(encounter, TABLE))
    return {encounter.name(tag).lower(): tag for pile in piles for tag in pile}


def _ask_object(situation: Situation) -> Text:
    words = tuple(at_hand(situation.encounter, actor(situation.encounter)))
    return Text(key="object", prompt="Draw, drink, light or open what?", words=words, optional=True, cites=("OS-40",))


@verb(
    label="Use Object", hint="draw, drink or light one thing", hotkey=SharedKey.ITEM, bar=cannot_act, cites=("OS-40",)
)
async def use(ledger: Ledger, what: Said = asks(_ask_object, rest=True)) -> None:
    """One interaction with an object (OS-40)."""
    async with Acting(ledger) as who:
        thing = at_hand(ledger.encounter, who).get(what.text.lower())
        called = ledger.encounter.name(thing) if thing else f"an object: {what.text}" if what.text else "an object"
        does = "picks up" if thing in DROPPED.of(ledger.encounter, TABLE) else "uses"
        ledger.remark(f"{ledger.encounter.name(who)} {does} {called}", "OS-40")
        if thing is None:
            return
        if thing in DROPPED.of(ledger.encounter, TABLE):
            _take(ledger, who, thing)
        elif thing in ITEMS.of(ledger.encounter, who) and HEALS.of(ledger.encounter, thing):
            await _drink(ledger, who, thing)
        elif thing in WEAPONS.of(ledger.encounter, who):
            wield(ledger, who, thing)
