"""Turns: how a round goes, what begins and ends with a turn, and acts that are offered after one.

Used by `next`, and whenever a turn ends otherwise.
Gives coroutines that hand the turn on.
"""

from collections.abc import Sequence

from referee.engine.ask import Ask
from referee.engine.bearer import Group, Tag
from referee.engine.condition_tests import ask_endings
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import OrderSet, SlotMarked
from referee.engine.kinds import AWAY
from referee.engine.ledger import Ledger
from referee.engine.moments import is_waited_for
from referee.engine.problem import Refused
from referee.engine.question import Pick
from referee.engine.tags import new_tag, slug
from referee.rules.open_table.actions.menu import offer_due
from referee.rules.open_table.events import come_back, round_begins, turn_ends, turn_starts
from referee.rules.open_table.figures.kinds import ENTRY
from referee.rules.open_table.game import Game, bars
from referee.rules.open_table.order.laying import by_step, lay_places, slots
from referee.rules.open_table.order.numbers import (
    ask_numbers,
    ask_sides,
    choose_next,
    is_chosen,
    remember_side,
    waits_for_its_moment,
)
from referee.rules.open_table.order.places import (
    PLACE,
    TOGETHER,
    Unit,
    family,
    label,
    members,
    place_of,
    put,
    ranked,
    units,
)


async def advance(game: Game, ledger: Ledger) -> None:
    """`next`: this turn ends, and that of the first in the order who has had none begins, perhaps in a new round."""
    if not any(ledger.rules.gets_turn(ledger.encounter, tag) for tag in ledger.encounter.figures):
        clauses = ", ".join(game.file(ledger.encounter).cites.next)
        raise Refused(f"Nobody is left to act: `add` figures, or heal one{clauses and f' [{clauses}]'}.")
    turn = ledger.encounter.turn
    if turn is not None:
        await end(game, ledger, turn)
    await go_on(game, ledger)


async def go_on(game: Game, ledger: Ledger) -> None:
    """The next turn begins; a turn in which its owner can do nothing begins and ends at once."""
    rounds = ledger.encounter.round
    while ledger.encounter.turn is None and ledger.encounter.round <= rounds + 1:
        await offer_due(game, ledger)
        if ledger.encounter.turn is not None:
            return
        who = await _next(game, ledger)
        if ledger.encounter.turn is not None:
            return  # somebody who waited has come back while it was asked
        if who is not None:
            await begin(game, ledger, who)
        elif ledger.encounter.round > rounds:
            return
        else:
            await _new_round(game, ledger)


async def _next(game: Game, ledger: Ledger) -> Tag | None:
    """Who acts next, asked for where the order leaves it open; None if nobody is left in this round."""
    if is_chosen(game, ledger.encounter):
        return await choose_next(game, ledger)
    await settle_tie(game, ledger)
    ready = ledger.rules.may_act(ledger.encounter)
    return ready[0] if ready else _last_chance(game, ledger)


def _last_chance(game: Game, ledger: Ledger) -> Tag | None:
    """Who may act when it likes, and has not yet, does so as the last of the round."""
    encounter = ledger.encounter
    left = (slot for slot in encounter.order if waits_for_its_moment(game, encounter, slot))
    slot = next((slot for slot in left if ledger.rules.gets_turn(encounter, slot.who)), None)
    if slot is not None:
        ledger.record(SlotMarked(who=slot.who, acted=False, held=False))
    return slot.who if slot is not None else None


# -------------------------------------------------------------------- rounds


async def _new_round(game: Game, ledger: Ledger) -> None:
    """The round ends, and the next begins with numbers for all who have none, or with new ones for all."""
    first = ledger.encounter.round == 0
    file = game.file(ledger.encounter)
    for slot in [slot for slot in ledger.encounter.order if not slot.acted]:
        _pass(game, ledger, slot, file.cites.round if slot.held else file.cites.passed)
    ledger.begin_phase("", *(file.cites.begin if first else file.cites.round), next_round=True)
    for tag in _present(ledger.encounter):
        await round_begins(game, ledger, tag)
    if file.order.by == "none":
        return
    await _number(game, ledger, anew=first or file.order.each_round)
    form_groups(game, ledger, _present(ledger.encounter))
    shared = any(len(unit.members) > 1 for unit in units(game, ledger.encounter, _present(ledger.encounter)))
    cites = dict.fromkeys((*file.order.cites, *(game.cites_of("order.group") if shared else ())))
    ledger.record(OrderSet(slots=slots(game, ledger.encounter), cites=tuple(cites)))


async def _number(game: Game, ledger: Ledger, anew: bool) -> None:
    """Everybody has a number and a place: asked for where there is none; `anew`: all places are laid."""
    encounter = ledger.encounter
    again = anew and encounter.round > 1
    present = _present(encounter)
    order = game.file(encounter).order
    if order.by == "side" or order.alternate:
        await ask_sides(game, ledger, again)
    if order.by in ("number", "card") or order.within == "number":
        await ask_numbers(game, ledger, present, anew=again)
    present = _present(ledger.encounter)
    new = present if anew else [tag for tag in present if not PLACE.known(ledger.encounter, tag)]
    if new:
        await lay_places(game, ledger, new)


def _present(encounter: Encounter) -> list[Tag]:
    return [figure.tag for figure in encounter.figures.values() if figure.standing != AWAY.name]


# -------------------------------------------------------------------- a turn


async def begin(game: Game, ledger: Ledger, who: Tag) -> None:
    """The turn of a figure begins, or goes on after waiting; those before it who can have none are passed over."""
    slot = ledger.encounter.slot(who)
    for passed in _unable_before(ledger, slot) if slot is not None else ():
        _pass(game, ledger, passed, game.file(ledger.encounter).cites.passed)
    cites = game.file(ledger.encounter).cites
    fresh = ledger.begin_turn(who, *cites.next, *cites.turn_start)
    remember_side(game, ledger, who)
    if fresh and ledger.encounter.turn == who:
        for tag in members(ledger.encounter, who):
            _note(game, ledger, tag)
            await turn_starts(game, ledger, tag)
        _barred(game, ledger, who)


def _barred(game: Game, ledger: Ledger, who: Tag) -> None:
    """A turn that a condition bars ends at once."""
    if ledger.encounter.turn == who and (why := bars(game, ledger.encounter, who, "turn")):
        ledger.remark(f"{ledger.encounter.name(who)} is {why}, and has no turn")
        ledger.end_turn()


def _unable_before(ledger: Ledger, slot: Slot) -> list[Slot]:
    """Places before this one that nobody can use: their owners have had their round."""
    earlier = [other for other in ledger.encounter.order if other.step < slot.step]
    unused = [other for other in earlier if not (other.acted or other.held)]
    return [other for other in unused if not ledger.rules.gets_turn(ledger.encounter, other.who)]


def _pass(game: Game, ledger: Ledger, slot: Slot, cites: Sequence[str]) -> None:
    """The place of one who has no turn is passed: its moments come, and what comes back by itself comes back."""
    if not slot.held and is_waited_for(ledger.encounter, slot.who):
        ledger.remark(f"{ledger.encounter.name(slot.who)}'s place in the order passes", *cites)
    for tag in () if slot.begun else members(ledger.encounter, slot.who):
        come_back(game, ledger, tag, "turn start")
    ledger.pass_turn(slot.who, *cites)


def _note(game: Game, ledger: Ledger, who: Tag) -> None:
    """An entry that is no figure shows its note as it comes."""
    figure = ledger.encounter.figures.get(who)
    note = figure.traits.get("note") if figure is not None and figure.standing == ENTRY.name else None
    if figure is not None and note:
        kind = game.file(ledger.encounter).kinds.get(figure.kind)
        ledger.remark(f"{figure.name}: {note}", *(kind.cites if kind else ()))


async def end(game: Game, ledger: Ledger, who: Tag) -> None:
    """The turn of a figure ends: first the tests that may end conditions, then what ends with it."""
    for tag in members(ledger.encounter, who):
        await ask_endings(ledger, tag, "end")
    if ledger.encounter.turn == who:
        for tag in members(ledger.encounter, who):
            await turn_ends(game, ledger, tag)
    if ledger.encounter.turn == who:
        cites = game.file(ledger.encounter).cites
        ledger.end_turn(*cites.next, *cites.turn_end)


# -------------------------------------------------------------------- what the order shows


async def settle_tie(game: Game, ledger: Ledger) -> None:
    """Asks who of those that stand at one place and may act next goes first; the answer is kept (see `Pick`)."""
    if len(_tied(game, ledger)) < 2:
        return
    picked = await Ask(lambda: _tie_question(game, ledger))
    tied = _tied(game, ledger)
    order = ledger.encounter.order
    first_picked = place_of(game, ledger.encounter, picked.tags[0])
    step = next(slot.step for slot in order if slot.who == first_picked)
    alike = [tag for slot in order if slot.step == step for tag in members(ledger.encounter, slot.who)]
    first = [tag for one in picked.tags for unit in tied if unit.tag == one for tag in unit.members]
    ordered = ranked(step, [*dict.fromkeys(first), *(tag for tag in alike if tag not in first)])
    ledger.record(*put(ledger.encounter, ordered))
    steps = {place_of(game, ledger.encounter, tag): at for tag, at in reversed(ordered)}
    moved = (slot.model_copy(update={"step": steps.get(slot.who, slot.step)}) for slot in order)
    cites = tuple(dict.fromkeys((*game.file(ledger.encounter).cites.begin, *game.cites_of("order.ties"))))
    ledger.record(OrderSet(slots=by_step(moved), cites=cites))


def _tied(game: Game, ledger: Ledger) -> list[Unit]:
    """Who may act next, where nobody has said yet in which order."""
    ready = ledger.rules.may_act(ledger.encounter)
    return units(game, ledger.encounter, [tag for who in ready for tag in members(ledger.encounter, who)])


def _tie_question(game: Game, ledger: Ledger) -> Pick:
    encounter, tied = ledger.encounter, _tied(game, ledger)
    number = tied[0].number if tied else None
    return Pick(
        key="tie",
        prompt=f"{'No number' if number is None else number}: who acts first?",
        among=tuple(unit.tag for unit in tied),
        most=max(1, len(tied) - 1),
        beside={unit.tag: f"with {label(encounter, unit)}" for unit in tied if len(unit.members) > 1},
        fallen_too=True,
        cites=game.file(encounter).cites.begin,
    )


def form_groups(game: Game, ledger: Ledger, who: list[Tag]) -> None:
    """Those who share a number and have one turn are a group, if they are not yet."""
    if game.file(ledger.encounter).order.group_turn != "one":
        return
    for unit in units(game, ledger.encounter, who):
        encounter = ledger.encounter
        if len(unit.members) < 2 or encounter.group_with(unit.tag, TOGETHER) is not None:
            continue
        stem = slug(family(encounter.figures[unit.tag])) or "group"
        tag = new_tag(f"{stem}s", [*encounter.figures, *encounter.groups, *encounter.things])
        group = Group(tag=tag, name=label(encounter, unit), kind=TOGETHER, members=unit.members)
        ledger.join(group, *game.cites_of("order.group_turn"))
