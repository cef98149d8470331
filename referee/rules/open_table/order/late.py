"""Late: who comes, comes back, or gets a new number while the fight goes on."""

from referee.engine.bearer import Tag
from referee.engine.encounter import Slot
from referee.engine.event import OrderSet, SlotPut, TraitSet
from referee.engine.kinds import TraitKind
from referee.engine.ledger import Ledger
from referee.engine.moments import is_waited_for
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import ENTRY
from referee.rules.open_table.order.asking import ask_numbers
from referee.rules.open_table.order.cards import CARD, is_wild
from referee.rules.open_table.order.laying import by_step, slot_of
from referee.rules.open_table.order.places import PLACE, RANK, behind_equals, block_of, put, turned_round
from referee.rules.open_table.order.units import BATCH, number_of

ROUND = TraitKind("order.round", 0)
"""The round in which a figure that has left the order had its turn; kept by the rules."""


async def take_place(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure that has come during the fight takes its place; its number is asked for if nobody has said it."""
    _share_number(game, ledger, who)
    await ask_numbers(game, ledger, (who,))
    encounter = ledger.encounter
    if not encounter.has(who) or encounter.slot(who) is not None:
        return
    _put_by_number(game, ledger, who)
    file = game.file(ledger.encounter)
    slot = slot_of(game, ledger.encounter, who)
    match file.order.late:
        case "now":
            slot = slot.model_copy(update={"step": _after_turn(ledger, who)})
        case "last":
            slot = slot.model_copy(update={"step": max((s.step for s in encounter.order), default=0) + RANK})
        case _:
            slot = slot.model_copy(update={"acted": _passed(ledger, slot.step)})
    if is_wild(game, encounter, who):
        slot = slot.model_copy(update={"acted": False, "held": True})
    put_slot(ledger, slot, *file.cites.late)


def _share_number(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure has the number of those with whom it came."""
    order = game.file(ledger.encounter).order
    first = BATCH.of(ledger.encounter, who)
    if order.group == "add" and first and number_of(game, ledger.encounter, who) is None:
        number = number_of(game, ledger.encounter, first)
        if number is not None:
            ledger.record(TraitSet(tag=who, trait=order.trait, value=number))


def _put_by_number(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure gets the place behind all that have its number; nobody is asked."""
    encounter = ledger.encounter
    block = block_of(game.file(encounter).order, number_of(game, encounter, who))
    entry = encounter.figures[who].standing == ENTRY.name
    ledger.record(*put(encounter, [(who, behind_equals(encounter, block, entry, who))]))


def _passed(ledger: Ledger, step: int) -> bool:
    """True if the turn has gone beyond this step of the order."""
    encounter = ledger.encounter
    reached = [slot.step for slot in encounter.order if slot.acted or slot.who == encounter.turn]
    return bool(reached) and step < max(reached)


def _after_turn(ledger: Ledger, who: Tag) -> int:
    """The step right after the present turn, and after those who have just come with this figure."""
    encounter = ledger.encounter
    turn = encounter.slot(encounter.turn) if encounter.turn else None
    now = turn.step if turn else min((s.step for s in encounter.order if not s.acted), default=0) - RANK
    mates = [slot.step for slot in encounter.order if BATCH.of(encounter, who) in (slot.who, _batch(ledger, slot.who))]
    return max([now, *(step for step in mates if now < step < now + RANK)]) + 1


def _batch(ledger: Ledger, who: Tag) -> Tag:
    return BATCH.of(ledger.encounter, who) or who


def put_slot(ledger: Ledger, slot: Slot, *cites: str) -> None:
    """Puts a slot where its step belongs."""
    following = [other for other in ledger.encounter.order if other.step > slot.step and other.who != slot.who]
    before = min(following, key=lambda other: other.step).who if following else None
    ledger.record(SlotPut(slot=slot, before=before, cites=cites))


# -------------------------------------------------------------------- who is there already


def new_number(game: Game, ledger: Ledger, who: Tag, *cites: str) -> None:
    """A figure that has a place moves to that of its new number; whether it has had its turn stays."""
    slot = ledger.encounter.slot(who)
    if not PLACE.known(ledger.encounter, who):
        return
    if CARD.known(ledger.encounter, who):
        ledger.record(CARD.clear(who))
    _put_by_number(game, ledger, who)
    if slot is not None:
        new = slot_of(game, ledger.encounter, who)
        put_slot(ledger, slot.model_copy(update={"step": new.step, "label": new.label}), *cites)


def leave_order(game: Game, ledger: Ledger, who: Tag) -> None:
    """Who leaves the table leaves the order, unless a condition waits for its place to pass."""
    slot = ledger.encounter.slot(who)
    if slot is None or (not slot.acted and is_waited_for(ledger.encounter, who)):
        return
    if slot.acted:
        ledger.record(ROUND.set(who, ledger.encounter.round))
    rest = tuple(other for other in ledger.encounter.order if other.who != who)
    ledger.record(OrderSet(slots=rest, cites=game.file(ledger.encounter).cites.left))


async def come_back(game: Game, ledger: Ledger, who: Tag) -> None:
    """Who is back at the table stands where it stood; it acts this round if that is still to come."""
    if not ledger.encounter.round or ledger.encounter.slot(who) is not None:
        return
    if not PLACE.known(ledger.encounter, who):
        await take_place(game, ledger, who)
        return
    slot = slot_of(game, ledger.encounter, who)
    had = ROUND.of(ledger.encounter, who) == ledger.encounter.round
    acted = had or _passed(ledger, slot.step)
    put_slot(ledger, slot.model_copy(update={"acted": acted}), *game.file(ledger.encounter).cites.left)


def turn_order_round(game: Game, ledger: Ledger) -> None:
    """Highest and lowest first change places; who has had a turn this round, and whose turn it is, stays."""
    encounter = ledger.encounter
    there = [(tag, PLACE.of(encounter, tag)) for tag in encounter.figures if PLACE.known(encounter, tag)]
    ledger.record(*put(encounter, [(tag, turned_round(place)) for tag, place in there]))
    steps = {tag: turned_round(place) for tag, place in there}
    order = [slot.model_copy(update={"step": steps.get(slot.who, slot.step)}) for slot in encounter.order]
    if order:
        ledger.record(OrderSet(slots=by_step(order), cites=game.file(ledger.encounter).order.cites))
