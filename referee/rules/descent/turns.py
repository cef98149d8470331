"""Rounds and turns: the heroes in any order, then the overlord's monsters (DJ-01, 48, 49)."""

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.condition import Until
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import OrderSet, TraitSet
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.engine.question import Choose, Pick
from referee.rules.descent import kinds
from referee.rules.descent.aura import linger
from referee.rules.descent.effect import effects, total
from referee.rules.descent.kinds import (
    ABILITIES,
    ATTACKS,
    FATIGUE,
    HEROES,
    MOVES,
    ORDER_KINDS,
    ORDERS,
    OVERLORD,
    QUICK_SHOT,
    REST,
    SPEED,
)
from referee.rules.descent.muster import read_card, step_of
from referee.rules.descent.sheet import is_hero, put
from referee.rules.descent.tokens import shake_off_stun, suffer_tokens

_MARKS = (kinds.ACTION, kinds.ORDERS, kinds.WALKED, kinds.MISSED)


async def advance(ledger: Ledger) -> None:
    """`next`: this turn ends; another hero's begins, then one monster's after the other, then the next round."""
    if not any(ledger.rules.gets_turn(ledger.encounter, tag) for tag in ledger.encounter.figures):
        raise Refused("Nobody is there to act: `add` heroes and monsters first [DJ-01].")
    if ledger.encounter.turn is not None:
        await _end(ledger, ledger.encounter.turn)
    while ledger.encounter.turn is None:
        who = await _whose(ledger)
        if who is None:
            return
        await begin(ledger, who)


async def _whose(ledger: Ledger) -> Tag | None:
    """Who acts now: whoever has not, heroes first; with nobody left, a round begins."""
    if not ledger.rules.may_act(ledger.encounter):
        _begin_round(ledger)
    left = ledger.rules.may_act(ledger.encounter)
    if not left:
        ledger.told("Nobody is left to act")
        return None
    _begin_side(ledger, left[0])
    if len(left) == 1:
        return left[0]
    picked = await Ask(lambda: _ask_whose(ledger))
    return picked.one if picked.tags else await _whose(ledger)


def _begin_side(ledger: Ledger, who: Tag) -> None:
    side = OVERLORD if step_of(ledger.encounter, who) else HEROES
    if ledger.encounter.phase != side:
        ledger.begin_phase(side, "DJ-01")


def _ask_whose(ledger: Ledger) -> Pick:
    left = ledger.rules.may_act(ledger.encounter)
    heroes_left = bool(left) and step_of(ledger.encounter, left[0]) == 0
    return Pick(
        key=f"whose {ledger.encounter.round} {sum(slot.acted for slot in ledger.encounter.order)}",
        prompt="Which hero acts?" if heroes_left else "Which monster acts?",
        by=HEROES if heroes_left else OVERLORD,
        among=left,
        least=min(1, len(left)),
        default=left[0] if left else None,
        cites=("DJ-01",),
    )


def _begin_round(ledger: Ledger) -> None:
    ledger.begin_phase(HEROES, next_round=True)
    # Later the cards stay as they are, whoever joins, unless the referee says for how many they are read.
    if ledger.encounter.round == 1 or kinds.PARTY.of(ledger.encounter) != "auto":
        for tag in tuple(ledger.encounter.figures):
            read_card(ledger, tag)
    there = [tag for tag in ledger.encounter.figures if ledger.rules.gets_turn(ledger.encounter, tag)]
    slots = sorted((Slot(who=tag, step=step_of(ledger.encounter, tag)) for tag in there), key=lambda slot: slot.step)
    ledger.record(OrderSet(slots=tuple(slots)))


# -------------------------------------------------------------------- one turn


async def begin(ledger: Ledger, who: Tag) -> None:
    """A turn begins: tokens, rest, stun, and what may be done; or it goes on where it waited (DJ-01)."""
    _begin_side(ledger, who)
    if not ledger.begin_turn(who, "DJ-01"):
        return
    _wipe(ledger, who)
    if REST.on(ledger.encounter, who):
        ledger.lift(who, REST, "DJ-49")
        put(ledger, who, FATIGUE, FATIGUE.most(ledger.encounter, who), "DJ-49")
    try:
        await suffer_tokens(ledger, who)
        one_thing = await shake_off_stun(ledger, who) if ledger.able(who) else ""
    except Lapsed as reason:
        ledger.told(f"Its turn comes to nothing: {reason}", about=(who,))
        one_thing = ""
    if one_thing != "" and ledger.able(who):
        _grant(ledger, who, one_thing)
    elif ledger.encounter.turn == who:
        ledger.end_turn()


def _grant(ledger: Ledger, who: Tag, one_thing: str | None) -> None:
    """What may be done this turn: a monster moves and attacks (DJ-01, 76); a hero says first what it does (DJ-48)."""
    if one_thing is not None:
        act(ledger, who, f"only {one_thing}", one_thing == "move", one_thing == "attack", one_thing == "order")
    elif not is_hero(ledger.encounter, who):
        quick = total(effects(ABILITIES.of(ledger.encounter, who)), "quick-shot")
        attacks = int(QUICK_SHOT.of(ledger.encounter)) if quick else 1
        act(ledger, who, "activation", 1, attacks, 0, *(("DJ-76",) if quick else ("DJ-01",)))


def act(ledger: Ledger, who: Tag, action: str, speeds: int, attacks: int, orders: int, *cites: str) -> None:
    """A figure gets movement of so many times its speed, and so many attacks and orders."""
    ledger.record(kinds.ACTION.set(who, action, *cites))
    put(ledger, who, MOVES, speeds * SPEED.of(ledger.encounter, who), *cites)
    put(ledger, who, ATTACKS, int(attacks), *cites)
    if orders:
        ledger.record(ORDERS.set(who, 1, *cites))


def _wipe(ledger: Ledger, who: Tag) -> None:
    """What was left of its last turn is gone."""
    put(ledger, who, MOVES, 0)
    put(ledger, who, ATTACKS, 0)
    for mark in _MARKS:
        if mark.name in ledger.encounter.figures[who].traits:
            ledger.record(TraitSet(tag=who, trait=mark.name, value=None))


async def _end(ledger: Ledger, who: Tag) -> None:
    """A turn ends: an order that is still due is placed, and lingering beside an aura hurts (DJ-48, 70)."""
    try:
        if ledger.able(who) and ORDERS.of(ledger.encounter, who):
            chosen = await Ask(lambda: ask_order(ledger.encounter, who))
            if chosen.option != "none":
                place_order(ledger, who, chosen.option)
        if ledger.able(who):
            await linger(ledger, who)
    except Lapsed as reason:
        ledger.told(f"Its turn ends: {reason}", about=(who,))
    _wipe(ledger, who)
    if ledger.encounter.turn == who:
        ledger.end_turn()


def ask_order(encounter: Encounter, who: Tag) -> Choose:
    """Which order a hero places at the end of its turn."""
    return Choose(
        key=f"order {who}",
        prompt=f"{encounter.name(who)} places an order",
        by=who,
        options=(*ORDER_KINDS, "none"),
        labels={name: kind.hint for name, kind in ORDER_KINDS.items()},
        cites=("DJ-48",),
    )


def place_order(ledger: Ledger, who: Tag, name: str) -> None:
    """A hero places an order; Dodge and Guard lie until its next turn (DJ-48, 49)."""
    until = Until(edge="start", of=who) if name in ("dodge", "guard") else None
    if ORDERS.of(ledger.encounter, who):
        ledger.record(ORDERS.clear(who))
    ledger.afflict(who, ORDER_KINDS[name], "DJ-48", *ORDER_KINDS[name].clauses, until=until, by=who)
