"""Rounds and turns: the heroes in any order, then the overlord's monsters (DJ-01, 48, 49)."""

from collections.abc import Iterator

from referee.engine.events.event import OrderSet
from referee.engine.problem import Refused
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.impossible_states import fallen_with_some_left, without_place
from referee.engine.verbs.ledger import Ledger, end_rounds
from referee.rules.descent import kinds
from referee.rules.descent.conditions import AT_TURN_START, ORDER_KINDS, layer, place_order, rest, stunned_turn
from referee.rules.descent.equipment import effects, total
from referee.rules.descent.harm import suffer
from referee.rules.descent.joining import read_card, step_of
from referee.rules.descent.kinds import (
    ABILITIES,
    ATTACKS,
    HEROES,
    KILLED,
    MOVES,
    ORDERS,
    OVERLORD,
    QUICK_SHOT,
    SPEED,
    TOKENS,
    UP,
    WOUNDS,
    is_hero,
    set_track,
)
from referee.rules.descent.movement import linger

_TURN_TRAITS = (kinds.ACTION, kinds.ORDERS, kinds.WALKED, kinds.MISSED)


async def advance(ledger: Ledger) -> None:
    """`next`: this turn ends; another hero's begins, then one monster's after the other, then the next round.

    Refused if no figure ever gets a turn.
    """
    if not any(ledger.rules.gets_turn(ledger.encounter, tag) for tag in ledger.encounter.figures):
        raise Refused("Nobody is there to act [DJ-01]. Add heroes and monsters: add brawler, add ghoul x2")
    if ledger.encounter.turn is not None:
        await _end(ledger, ledger.encounter.turn)
    while ledger.encounter.turn is None:
        who = await _next_figure(ledger)
        if who is None:
            return
        await begin(ledger, who)


async def _next_figure(ledger: Ledger) -> Tag | None:
    """Who acts now: whoever has not, heroes first; with nobody left, a round begins."""
    if not ledger.rules.may_act(ledger.encounter):
        _begin_round(ledger)
    left = ledger.rules.may_act(ledger.encounter)
    if not left:
        ledger.remark("Nobody is left to act")
        return None
    _begin_side(ledger, left[0])
    if len(left) == 1:
        return left[0]
    picked = await Ask(lambda: _ask_next_figure(ledger))
    return picked.one if picked.tags else await _next_figure(ledger)


def _begin_side(ledger: Ledger, who: Tag) -> None:
    side = OVERLORD if step_of(ledger.encounter, who) else HEROES
    if ledger.encounter.phase != side:
        ledger.begin_phase(side, "DJ-01")


def _ask_next_figure(ledger: Ledger) -> Pick:
    left = ledger.rules.may_act(ledger.encounter)
    heroes_left = bool(left) and step_of(ledger.encounter, left[0]) == 0
    return Pick(
        key=f"whose {ledger.encounter.round} {sum(slot.acted for slot in ledger.encounter.order)}",
        prompt="Which of the heroes acts?" if heroes_left else "Which monster acts?",
        by=HEROES if heroes_left else OVERLORD,
        among=left,
        least=min(1, len(left)),
        begins_turn=True,
        default=left[0] if left else None,
        cites=("DJ-01",),
    )


def _begin_round(ledger: Ledger) -> None:
    ledger.begin_phase(HEROES, next_round=True)
    # Later the cards stay as they are, whoever joins, unless the referee says for how many they are read.
    if ledger.encounter.round == 1 or kinds.PARTY.of(ledger.encounter) != "auto":
        for tag in tuple(ledger.encounter.figures):
            read_card(ledger, tag)
    present = [tag for tag in ledger.encounter.figures if ledger.rules.gets_turn(ledger.encounter, tag)]
    slots = sorted((Slot(who=tag, step=step_of(ledger.encounter, tag)) for tag in present), key=lambda slot: slot.step)
    ledger.record(OrderSet(slots=tuple(slots)))


def impossible_states(encounter: Encounter) -> Iterator[str]:
    """One sentence for each contradiction: a killed figure with wounds left, one that is up without a place in the
    round (DJ-01, 32, 34). Heroes that come when the overlord acts wait (DJ-90).
    """
    yield from fallen_with_some_left(encounter, WOUNDS, (KILLED,), "DJ-32")
    yield from _monster_contradictions(encounter)
    if encounter.round:
        up = (figure.tag for figure in encounter.figures.values() if figure.standing == UP.name)
        mine = (tag for tag in up if step_of(encounter, tag) or encounter.phase == HEROES)
        yield from without_place(encounter, mine, "DJ-01")


def _monster_contradictions(encounter: Encounter) -> Iterator[str]:
    """A monster is killed by as many tokens as its rating, and by no fewer."""
    for tag, figure in encounter.figures.items():
        if is_hero(encounter, tag) or TOKENS.track(encounter, tag) is None:
            continue
        tokens, most = TOKENS.of(encounter, tag), TOKENS.most(encounter, tag)
        if figure.standing == UP.name and tokens >= most:
            yield f"{figure.name} is up with {tokens} of {most} tokens [DJ-34]."
        elif figure.standing == KILLED.name and tokens < most:
            yield f"{figure.name} is killed with {tokens} of {most} tokens [DJ-34]."


# -------------------------------------------------------------------- one turn


async def begin(ledger: Ledger, who: Tag) -> None:
    """A turn begins: tokens, rest, stun, and what may be done; or it goes on where it waited (DJ-01)."""
    _begin_side(ledger, who)
    if not ledger.begin_turn(who, "DJ-01"):
        return
    _clear_turn(ledger, who)
    rest(ledger, who)
    one_thing: str | None = ""
    with ledger.lapsing("The turn is lost"):
        await _suffer_tokens(ledger, who)
        one_thing = await stunned_turn(ledger, who) if ledger.able(who) else ""
    if one_thing != "" and ledger.able(who):
        _grant_activation(ledger, who, one_thing)
    elif ledger.encounter.turn == who:
        ledger.end_turn()


async def _suffer_tokens(ledger: Ledger, who: Tag) -> None:
    """The tokens of a figure take effect as its turn begins, as long as it lives (DJ-64, 65, 68, 69)."""
    for kind, effect in AT_TURN_START:
        if ledger.able(who) and kind.on(ledger.encounter, who):
            source = layer(ledger.encounter, who, kind)
            terms = await effect(ledger, who, kind)
            await suffer(ledger, who, sum(term.value for term in terms), *kind.clauses, source=source, terms=terms)


def _grant_activation(ledger: Ledger, who: Tag, one_thing: str | None) -> None:
    """What may be done this turn: a monster moves and attacks (DJ-01, 76); a hero says first what it does (DJ-48)."""
    if one_thing is not None:
        grant(ledger, who, f"only {one_thing}", one_thing == "move", one_thing == "attack", one_thing == "order")
    elif not is_hero(ledger.encounter, who):
        quick = total(effects(ABILITIES.of(ledger.encounter, who)), "quick-shot")
        attacks = int(QUICK_SHOT.of(ledger.encounter)) if quick else 1
        grant(ledger, who, "activation", 1, attacks, 0, *(("DJ-76",) if quick else ("DJ-01",)))


def grant(ledger: Ledger, who: Tag, action: str, speeds: int, attacks: int, orders: int, *cites: str) -> None:
    """A figure gets `speeds` times its speed as movement points, and so many attacks and orders (DJ-48)."""
    ledger.record(kinds.ACTION.set(who, action, *cites))
    set_track(ledger, who, MOVES, speeds * SPEED.of(ledger.encounter, who), *cites)
    set_track(ledger, who, ATTACKS, int(attacks), *cites)
    if orders:
        ledger.record(ORDERS.set(who, 1, *cites))


def _clear_turn(ledger: Ledger, who: Tag) -> None:
    """Movement, attacks and traits of a figure's last turn are cleared."""
    set_track(ledger, who, MOVES, 0)
    set_track(ledger, who, ATTACKS, 0)
    ledger.clear(who, *_TURN_TRAITS)


def end_fight(ledger: Ledger) -> None:
    """The fight is over: whose turn it is has no more movement, attacks or orders."""
    if (who := ledger.encounter.turn) is not None:
        _clear_turn(ledger, who)
    end_rounds(ledger)


async def _end(ledger: Ledger, who: Tag) -> None:
    """A turn ends: an order that is still due is placed, and lingering beside an aura hurts (DJ-48, 70)."""
    with ledger.lapsing("The turn ends"):
        if ledger.able(who) and ORDERS.of(ledger.encounter, who):
            chosen = await Ask(lambda: ask_order(ledger.encounter, who))
            if chosen.option != "none":
                place_order(ledger, who, chosen.option)
        if ledger.able(who):
            await linger(ledger, who)
    _clear_turn(ledger, who)
    if ledger.encounter.turn == who:
        ledger.end_turn()


def ask_order(encounter: Encounter, who: Tag) -> Choose:
    """Which order a hero places at the end of its turn."""
    return Choose(
        key=f"order {who}",
        prompt=f"Which order does {encounter.name(who)} place?",
        by=who,
        options=(*ORDER_KINDS, "none"),
        labels={name: kind.hint for name, kind in ORDER_KINDS.items()},
        cites=("DJ-48",),
    )
