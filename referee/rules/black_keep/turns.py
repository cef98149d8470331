"""Turns: who attacks when, what begins and ends with a turn (BK-02, 19, 21, 30, 31, 48)."""

from collections.abc import Iterator

from referee.engine.contract.impossible_states import fallen_with_some_left, in_several, without_place
from referee.engine.events.event import OrderSet
from referee.engine.problem import Refused
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import Ledger
from referee.rules.black_keep.conditions import ATTACKED, clear_at_end, clear_at_start, draws
from referee.rules.black_keep.fights import (
    attack_order,
    foes,
    initiative_holder,
    is_duel,
    is_monster,
    members_up,
    settle_fights,
)
from referee.rules.black_keep.kinds import DEAD, FIGHT, FIGHTING, MOVING, OUT, TURNS, UP, WOUNDS


def slots(encounter: Encounter) -> tuple[Slot, ...]:
    """The order of a turn: fight after fight, each with its figures in the order in which they attack."""
    order = [(tag, fight.tag) for fight in encounter.groups_of(FIGHT) for tag in attack_order(encounter, fight)]
    return tuple(Slot(who=tag, step=step, under=fight) for step, (tag, fight) in enumerate(order))


def has_attack_left(encounter: Encounter, who: Tag) -> bool:
    """True if a figure has not attacked this turn and a foe stands in its fight (BK-19)."""
    up = encounter.figures[who].standing == UP.name
    return up and not ATTACKED.of(encounter, who) and bool(foes(encounter, who))


def next_attacker(encounter: Encounter) -> Tag | None:
    """Whose place in the order comes next; those who wait come last. None at the end of the turn."""
    left = sorted((slot for slot in encounter.order if not slot.acted), key=lambda slot: (slot.held, slot.step))
    return next((slot.who for slot in left if has_attack_left(encounter, slot.who)), None)


def current_attacker(encounter: Encounter) -> Tag | None:
    """Whose attack it is, or whose it is once the next turn begins; None if nobody fights."""
    if encounter.phase == FIGHTING:
        turn = encounter.turn
        now = turn if turn is not None and has_attack_left(encounter, turn) else next_attacker(encounter)
        if now is not None:
            return now
    return next((slot.who for slot in slots(encounter) if foes(encounter, slot.who)), None)


def impossible_states(encounter: Encounter) -> Iterator[str]:
    """One sentence for each contradiction: a fallen figure with wounds left, a figure in two fights or without a place
    in the order (BK-01, 07, 19).
    """
    yield from fallen_with_some_left(encounter, WOUNDS, (DEAD, OUT), "BK-07")
    yield from in_several(encounter, FIGHT, "BK-01")
    if encounter.phase == FIGHTING:
        for fight in encounter.groups_of(FIGHT):
            yield from without_place(encounter, members_up(encounter, fight), "BK-19")


# -------------------------------------------------------------------- the course of a turn


async def advance(ledger: Ledger) -> None:
    """`next`: the next figure's place in its fight, else the next fight, else the next turn (BK-48)."""
    settle_fights(ledger)
    if not any(ledger.able(tag) for tag in ledger.encounter.figures):
        raise Refused("Nobody is up: `add` figures, or heal one.")
    _begin_or_go_on(ledger)


def take_turn(ledger: Ledger, who: Tag) -> None:
    """Begins the turn of `who`, the current attacker; if need be the next turn of all begins first."""
    if ledger.encounter.turn != who:
        _begin_or_go_on(ledger)
    if ledger.encounter.turn is None:
        _begin_or_go_on(ledger)


def _begin_or_go_on(ledger: Ledger) -> None:
    """The next figure's turn begins, in this turn of all or in the next one."""
    if ledger.encounter.phase != FIGHTING:
        _begin_round(ledger)
    go_on(ledger)


def go_on(ledger: Ledger) -> None:
    """The figure's turn ends; the next one's begins, or the turn of all ends."""
    ledger.end_turn()
    settle_fights(ledger)
    who = next_attacker(ledger.encounter)
    if who is None:
        _end_round(ledger)
    else:
        ledger.begin_turn(who, _turn_clause(ledger.encounter, who))


async def begin(ledger: Ledger, who: Tag) -> None:
    """A figure's place in the turn begins, or goes on where it waited."""
    ledger.begin_turn(who, _turn_clause(ledger.encounter, who))


def _turn_clause(encounter: Encounter, who: Tag) -> str:
    """The clause by which it is this figure's turn."""
    if is_monster(encounter, who):
        return "BK-21"
    fight = encounter.group_with(who, FIGHT)
    first = fight is not None and initiative_holder(fight, encounter) == who
    return "BK-02" if first and is_duel(encounter, who) else "BK-19"


def _begin_round(ledger: Ledger) -> None:
    clear_at_start(ledger)
    fights = ledger.encounter.groups_of(FIGHT)
    ledger.begin_phase(FIGHTING, *(() if fights else ("BK-48",)), next_round=True)
    for fight in fights:
        turns = TURNS.of(ledger.encounter, fight.tag)
        ledger.record(TURNS.set(fight.tag, turns + 1))
        first = attack_order(ledger.encounter, fight)[:1]
        if turns and first:
            name = ledger.encounter.name(first[0])
            ledger.remark(f"{fight.name} goes on: {name} rolls first", "BK-31", "BK-02", "BK-32")
    ledger.record(OrderSet(slots=slots(ledger.encounter)))


def _end_round(ledger: Ledger) -> None:
    """Fights in which nobody fell are drawn for this turn (BK-30), and nobody owes a strike back any more."""
    for fight in draws(ledger.encounter):
        ledger.remark(f"{fight.name} is a draw this turn", "BK-30")
    clear_at_end(ledger)
    # Nobody waits beyond the end of the turn.
    for slot in ledger.encounter.order:
        ledger.pass_turn(slot.who)
    ledger.begin_phase(MOVING)
