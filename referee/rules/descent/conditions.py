"""Conditions: a hero's orders and the tokens of hits: how they come, last and act (DJ-47..49, 64..69)."""

from collections.abc import Awaitable, Callable

from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.kinds import NOT_SAID
from referee.engine.contract.kinds_of_test import result_of
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Term, Terms
from referee.engine.questions.answer import Reads, Rolled
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Until
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.descent.kinds import (
    BLACK,
    DAMAGE,
    FATIGUE,
    MASTER,
    ORDERS,
    SHEDDING_ROLL,
    SURGE,
    count_symbol,
    dice_terms,
    is_hero,
    pools,
    rolled_dice,
    set_track,
    shown,
)

AIM = ConditionKind(
    "aim",
    "may reroll attack dice; lost when wounded, on a move or once used",
    ("DJ-47", "DJ-49"),
    label="aiming",
    compared="Aim",
)
DODGE = ConditionKind(
    "dodge", "may reroll the dice of an attacker, until the figure's next turn", ("DJ-47", "DJ-49"), label="dodging"
)
GUARD = ConditionKind("guard", "one attack in the overlord's turn; lost when wounded", ("DJ-49",), label="on guard")
REST = ConditionKind("rest", "recovers all fatigue at its next turn; lost when wounded", ("DJ-49",), label="resting")


def _tokens(name: str, hint: str, clause: str, label: str) -> ConditionKind:
    """Tokens that add up; what takes them off says so itself."""
    said = f"{{who}} has {name} {{n}}"
    return ConditionKind(name, hint, (clause,), stacking=Stacking.ADDS, label=label, said=said, cleared=NOT_SAID)


BURN = _tokens(
    "burn",
    "at the start of the turn, roll a power die for each token; each token left then deals a wound",
    "DJ-64",
    "burning",
)
WEB = _tokens(
    "web",
    "at the start of the turn, roll a power die for each token; no movement while any token is left",
    "DJ-65",
    "in a web",
)
STUN = ConditionKind(
    "stun", "loses the next turn, or may do only one thing in it", ("DJ-66",), label="stunned", cleared=NOT_SAID
)
POISON = _tokens("poison", "healing takes these tokens first", "DJ-67", "poisoned")
BLEED = _tokens("bleed", "at the start of the turn, a white die of damage for each token", "DJ-68", "bleeding")
DAZE = _tokens("daze", "attacks with one die fewer per token", "DJ-69", "dazed")
ORDER_KINDS = {kind.name: kind for kind in (AIM, DODGE, GUARD, REST)}
"""The orders that a hero may place."""
TOKEN_KINDS = {kind.name: kind for kind in (BURN, WEB, STUN, BLEED, DAZE)}
"""The conditions that a hit lays on its target as tokens, by the word for the ability."""
CONDITIONS = (*ORDER_KINDS.values(), *TOKEN_KINDS.values(), POISON)
UNTIL_NEXT_TURN = (DODGE, GUARD)
"""The orders that last until their bearer's next turn begins (DJ-49)."""
LOST_ON_WOUND = (AIM, GUARD, REST)
LOST_ON_MOVE = (AIM,)
LOST_ON_USE = (AIM, GUARD)
"""The orders that a wound, a move or their use takes away (DJ-49)."""
LOST_TO_DAZE = ("green", "yellow", BLACK)
"""The dice that a daze token may cost (DJ-69)."""
ONE_THING = ("move", "attack", "order")
"""What a stunned hero may do one of; a stunned master has the first two (DJ-66)."""
ONLY = {"move": "move", "attack": "attack", "order": "place an order"}
"""What the one thing is called in a sentence."""


# -------------------------------------------------------------------- how they come and go


def place_order(ledger: Ledger, who: Tag, name: str) -> None:
    """A hero places an order; Dodge and Guard last until its next turn (DJ-48, 49)."""
    kind = ORDER_KINDS[name]
    until = Until(edge="start", of=who) if kind in UNTIL_NEXT_TURN else None
    ledger.clear(who, ORDERS)
    ledger.afflict(who, kind, "DJ-48", *kind.clauses, until=until, by=who)


def lay_tokens(ledger: Ledger, who: Tag, by: Tag, number_of: Callable[[str], int]) -> None:
    """A hit lays as many tokens of each kind as its abilities and surges say; one of stun at most (DJ-81).

    `number_of` gives the number of tokens for the name of a kind.
    """
    for name, kind in TOKEN_KINDS.items():
        tokens = number_of(name)
        if tokens and (kind.stacks or not kind.on(ledger.encounter, who)):
            ledger.afflict(who, kind, *kind.clauses, "DJ-81", value=tokens if kind.stacks else 1, by=by)


def poison(ledger: Ledger, who: Tag, by: Tag, wounds: int) -> None:
    """The wounds of a poisonous hit are poison tokens too (DJ-67)."""
    ledger.afflict(who, POISON, "DJ-67", value=wounds, by=by)


def heal_poison(ledger: Ledger, who: Tag, amount: int) -> int:
    """Healing takes poison tokens first; returns how much of it is left for wounds (DJ-67)."""
    tokens = min(amount, POISON.value(ledger.encounter, who))
    if tokens > 0:
        ledger.spend(who, POISON, tokens, "DJ-67")
    return amount - tokens


def lose(ledger: Ledger, who: Tag, *kinds: ConditionKind) -> None:
    """A hero loses these orders (DJ-49)."""
    for kind in kinds:
        ledger.lift(who, kind, "DJ-49")


# -------------------------------------------------------------------- at the start of a turn


def rest(ledger: Ledger, who: Tag) -> None:
    """The fatigue of a hero that has rested is full (DJ-49)."""
    if REST.on(ledger.encounter, who):
        ledger.lift(who, REST, "DJ-49")
        set_track(ledger, who, FATIGUE, FATIGUE.most(ledger.encounter, who), "DJ-49")


def layer(encounter: Encounter, who: Tag, kind: ConditionKind) -> Tag | None:
    """Who laid the tokens of that kind on a figure, if anybody: the first of several."""
    return next((there.by for there in encounter.of(who).conditions if there.kind == kind.name), None)


async def bleed(ledger: Ledger, who: Tag, kind: ConditionKind) -> Terms:
    """A white die of damage for each token, no armor, and the tokens are gone (DJ-68). Returns the wounds."""
    rolled = await _throw(ledger, who, kind, "white", "the damage shown is taken")
    dice = rolled_dice(pools(("white",) * len(rolled.all)), rolled)
    told = f"{ledger.encounter.name(who)} bleeds"
    ledger.remark(f"{told}: {shown(dice)}", "DJ-68", detail=True)
    ledger.remark(told, "DJ-68", tag=who, introduces=True)
    ledger.lift(who, kind, "DJ-68")
    return dice_terms(dice, DAMAGE)


async def shed(ledger: Ledger, who: Tag, kind: ConditionKind) -> Terms:
    """A power die for each token; each surge takes one off (DJ-64, 65, 69). No wounds."""
    rolled = await _throw(ledger, who, kind, BLACK, "each surge removes one token")
    dice = rolled_dice(pools((BLACK,) * len(rolled.all)), rolled)
    off = min(count_symbol(dice, SURGE), kind.value(ledger.encounter, who))
    ledger.record(
        SHEDDING_ROLL.made(
            who,
            result_of(off, len(dice)),
            *kind.clauses,
            using=kind.name,
            terms=dice_terms(dice, SURGE),
            each=True,
            count=off,
        )
    )
    if off:
        ledger.spend(who, kind, off, *kind.clauses)
    return ()


async def burn(ledger: Ledger, who: Tag, kind: ConditionKind) -> Terms:
    """Each token left is a wound, no armor (DJ-64). Returns the wounds."""
    ledger.remark(f"{ledger.encounter.name(who)} burns", "DJ-64", tag=who, introduces=True)
    return (Term(kind.name, kind.value(ledger.encounter, who)),)


async def _throw(ledger: Ledger, who: Tag, kind: ConditionKind, colour: str, goal: str) -> Rolled:
    return await Ask(
        lambda: Roll(
            key=f"{kind.name} {who}",
            prompt=f"{ledger.encounter.name(who)}'s {kind.name} tokens",
            by=who,
            pools=pools((colour,) * max(1, kind.value(ledger.encounter, who))),
            goal=goal,
            reads=Reads(marks=(DAMAGE, SURGE)),
            cites=kind.clauses,
        )
    )


AT_TURN_START: tuple[tuple[ConditionKind, Callable[[Ledger, Tag, ConditionKind], Awaitable[Terms]]], ...] = (
    (BLEED, bleed),
    (BURN, shed),
    (WEB, shed),
    (DAZE, shed),
    (BURN, burn),
)
"""What tokens do as their bearer's turn begins, in this order, while it lives; each returns the wounds it deals."""


async def stunned_turn(ledger: Ledger, who: Tag) -> str | None:
    """The stun token goes: the one thing that may be done; "" for nothing, None for who was not stunned (DJ-66)."""
    if not STUN.on(ledger.encounter, who):
        return None
    ledger.lift(who, STUN, "DJ-66")
    name = ledger.encounter.name(who)
    hero = is_hero(ledger.encounter, who)
    if not hero and not MASTER.of(ledger.encounter, who):
        ledger.remark(f"{name} is stunned and loses its activation", "DJ-66")
        return ""
    options = ONE_THING if hero else ONE_THING[:2]
    chosen = await Ask(
        lambda: Choose(
            key=f"stunned {who}",
            prompt=f"{ledger.encounter.name(who)} is stunned and may do one thing. Which?",
            by=who,
            options=options,
            default="attack",
            cites=("DJ-66",),
        )
    )
    ledger.remark(f"{name} is stunned and may only {ONLY[chosen.option]}", "DJ-66")
    return chosen.option


# -------------------------------------------------------------------- while they last


def no_movement(encounter: Encounter, who: Tag) -> str:
    """Why a figure cannot move; empty if no condition holds it (DJ-65)."""
    return f"{encounter.name(who)} is caught in a web and cannot move [DJ-65]." if WEB.on(encounter, who) else ""


def rerolls(encounter: Encounter, attacker: Tag, target: Tag | None) -> tuple[tuple[Tag, ConditionKind], ...]:
    """Who may throw dice of an attack again, and by which order; two of them cancel each other (DJ-47)."""
    orders = ((attacker, AIM), (target, DODGE))
    return tuple((who, kind) for who, kind in orders if who is not None and kind.on(encounter, who))


def dice_lost(encounter: Encounter, who: Tag, dice: tuple[str, ...]) -> int:
    """How many of these dice an attack of the figure loses (DJ-69)."""
    return min(sum(colour in LOST_TO_DAZE for colour in dice), DAZE.value(encounter, who))


async def dazed_dice(ledger: Ledger, who: Tag, dice: tuple[str, ...], needs: tuple[Tag, ...]) -> tuple[str, ...]:
    """The dice of an attack less one green, yellow or black die for each daze token (DJ-69).

    `needs`: the figures without whom the attack lapses.
    """
    left = list(dice)
    for token in range(dice_lost(ledger.encounter, who, dice)):
        colours = tuple(colour for colour in LOST_TO_DAZE if colour in left)
        lost = colours[0]
        if len(colours) > 1:
            lost = await _ask_lost_die(ledger, who, colours, token, needs)
        left.remove(lost)
        ledger.remark(f"{ledger.encounter.name(who)} is dazed and rolls one fewer {lost} die", "DJ-69")
    return tuple(left)


async def _ask_lost_die(ledger: Ledger, who: Tag, colours: tuple[str, ...], token: int, needs: tuple[Tag, ...]) -> str:
    chosen = await Ask(
        lambda: Choose(
            key=f"daze {token}",
            prompt=f"{ledger.encounter.name(who)} is dazed. Which die is not rolled?",
            by=who,
            needs=needs,
            options=colours,
            default=colours[0],
            cites=("DJ-69",),
        )
    )
    return chosen.option
