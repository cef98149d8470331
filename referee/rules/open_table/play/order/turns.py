"""Turns: how a round goes, what begins and ends with a turn, and who comes into the round late.

Used by `next`, whenever a turn ends otherwise, and as figures join or come back.
Gives coroutines that hand the turn on.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from referee.engine.conditions.lifetime import is_waited_for
from referee.engine.contract.kinds import HAD_TURN
from referee.engine.contract.standing import AWAY
from referee.engine.events.event import OrderSet, SlotMarked, TraitSet
from referee.engine.figures.family import family_name
from referee.engine.problem import Refused
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import Group, Tag
from referee.engine.state.encounter import Slot
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ending_tests import ask_endings
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.play.actions.can_be_done import bars
from referee.rules.open_table.play.figures.kinds import ENTRY
from referee.rules.open_table.play.figures.tracks import reset
from referee.rules.open_table.play.game import Play
from referee.rules.open_table.play.order.numbers import (
    ask_numbers,
    ask_sides,
    choose_next,
    remember_side,
    waits_for_its_moment,
)
from referee.rules.open_table.play.order.places import (
    BATCH,
    PLACE,
    RANK,
    TOGETHER,
    Unit,
    is_wild,
    label,
    members,
    number_of,
    place_of,
    places,
    put,
    ranked,
    units,
)
from referee.rules.open_table.play.order.slots_of_round import (
    after_turn,
    by_step,
    give_further_turns,
    has_passed,
    lay_places,
    put_in_place,
    put_slot,
    slot_of,
    slots,
)
from referee.rules.open_table.play.refusals import explained


async def advance(play: Play) -> None:
    """`next`: this turn ends, and the first in the order who has had none begins one, perhaps in a new round.

    Refused if no figure ever gets a turn.
    """
    if not any(play.ledger.rules.gets_turn(play.encounter, tag) for tag in play.encounter.figures):
        clauses = play.file.cites.next or play.file.cites.passed
        raise Refused(explained("Nobody is left to act. Add figures, or heal someone.", clauses))
    turn = play.encounter.turn
    if turn is not None:
        await end(play, turn)
    await go_on(play)


async def go_on(play: Play) -> None:
    """The next turn begins; a turn in which its owner can do nothing begins and ends at once."""
    rounds = play.encounter.round
    while play.encounter.turn is None and play.encounter.round <= rounds + 1:
        await play.game.offer(play)
        if play.encounter.turn is not None:
            return
        who = await _next(play)
        if play.encounter.turn is not None:
            return  # somebody who waited has come back while it was asked
        if who is not None:
            await begin(play, who)
        elif play.encounter.round > rounds:
            return
        elif give_further_turns(play):
            continue
        else:
            await _new_round(play)


async def _next(play: Play) -> Tag | None:
    """Who acts next, asked for where the order leaves it open; None if nobody is left in this round."""
    if play.file.order.chosen:
        return await choose_next(play)
    await settle_tie(play)
    ready = play.ledger.rules.may_act(play.encounter)
    return ready[0] if ready else _last_chance(play)


def _last_chance(play: Play) -> Tag | None:
    """Who may act when it likes, and has not yet, does so as the last of the round."""
    encounter = play.encounter
    left = (slot for slot in encounter.order if waits_for_its_moment(play.game, encounter, slot))
    slot = next((slot for slot in left if play.ledger.rules.gets_turn(encounter, slot.who)), None)
    if slot is not None:
        play.ledger.record(SlotMarked(who=slot.who, acted=False, held=False))
    return slot.who if slot is not None else None


# -------------------------------------------------------------------- rounds


async def _new_round(play: Play) -> None:
    """The round ends, and the next begins with numbers for all who have none, or with new ones for all."""
    first = play.encounter.round == 0
    file = play.file
    for slot in [slot for slot in play.encounter.order if not slot.acted]:
        _pass(play, slot, file.cites.round if slot.held else file.cites.passed)
    play.ledger.begin_phase("", *(file.cites.begin if first else file.cites.round), next_round=True)
    for tag in [figure.tag for figure in play.encounter.figures.values() if figure.standing != AWAY.name]:
        await play.game.moment(play, tag, "round")
    if file.order.by == "none":
        return
    await _number(play, anew=first or file.order.each_round)
    form_groups(play, _taking_turns(play))
    shared = any(len(unit.members) > 1 for unit in units(play.game, play.encounter, _taking_turns(play)))
    cites = dict.fromkeys((*file.order.cites, *(play.game.cites_of("order.group") if shared else ())))
    play.ledger.record(OrderSet(slots=slots(play.game, play.encounter), cites=tuple(cites)))


async def _number(play: Play, anew: bool) -> None:
    """Everybody who has none yet gets a number and a place.

    anew: all get a new place, and after the first round a new number, for which the old one is offered.
    """
    again = anew and play.encounter.round > 1
    thrown = play.file.order.by_sides and await ask_sides(play, again)
    await ask_numbers(play, _taking_turns(play), anew=again)
    present = _taking_turns(play)
    placed = places(play.encounter)
    if play.file.order.chosen:  # of the fallen, too: nobody is asked, and their side may stand elsewhere now
        new = list(dict.fromkeys((*present, *placed)))
    else:  # a side that has come late throws now, and may stand between the others
        new = present if anew or thrown else [tag for tag in present if tag not in placed]
    if new:
        await lay_places(play, new)


def _taking_turns(play: Play) -> list[Tag]:
    """Those whose turn comes round as they stand now: no number is asked of the dead."""
    return [tag for tag in play.encounter.figures if play.ledger.rules.gets_turn(play.encounter, tag)]


# -------------------------------------------------------------------- a turn


async def begin(play: Play, who: Tag) -> None:
    """The turn of a figure begins, or goes on after waiting; those before it who can have none are passed over."""
    slot = play.encounter.slot(who)
    if slot is not None:
        for passed in _unable_before(play.ledger, slot):
            _pass(play, passed, play.file.cites.passed)
    cites = play.file.cites
    fresh = play.ledger.begin_turn(who, *cites.next, *cites.turn_start)
    remember_side(play, who)
    if fresh and play.encounter.turn == who:
        for tag in members(play.encounter, who):
            _note(play, tag)
            await play.game.moment(play, tag, "turn start")
        _barred(play, who)


def _barred(play: Play, who: Tag) -> None:
    """A turn that a condition bars ends at once."""
    if play.encounter.turn == who and (barring := bars(play.game, play.encounter, who, "turn")) is not None:
        play.ledger.remark(f"{play.encounter.name(who)} is {barring.label} and loses the turn", *barring.cites)
        play.ledger.end_turn()


def _unable_before(ledger: Ledger, slot: Slot) -> list[Slot]:
    """Places before this one that nobody can use: their owners have had their round."""
    earlier = [other for other in ledger.encounter.order if other.step < slot.step]
    unused = [other for other in earlier if not (other.acted or other.held)]
    return [other for other in unused if not ledger.rules.gets_turn(ledger.encounter, other.who)]


def _pass(play: Play, slot: Slot, cites: Sequence[str]) -> None:
    """The place of one who has no turn is passed: its moments come, and what comes back by itself comes back."""
    if not slot.held and is_waited_for(play.encounter, slot.who):
        play.ledger.remark(f"{play.encounter.name(slot.who)} has no turn", *cites)
    for tag in () if slot.begun else members(play.encounter, slot.who):
        reset(play, tag, "turn start")
    play.ledger.pass_turn(slot.who, *cites)


def _note(play: Play, who: Tag) -> None:
    """An entry that is no figure shows its note as it comes."""
    figure = play.encounter.figures.get(who)
    note = figure.traits.get("note") if figure is not None and figure.standing == ENTRY.name else None
    if figure is not None and note:
        kind = play.file.kinds.get(figure.kind)
        play.ledger.remark(f"{figure.name}: {note}", *(kind.cites if kind else ()))


async def end(play: Play, who: Tag) -> None:
    """The turn of a figure ends: first the tests that may end conditions, then what ends with it."""
    for tag in members(play.encounter, who):
        await ask_endings(play.ledger, tag, "end")
    if play.encounter.turn == who:
        for tag in members(play.encounter, who):
            await play.game.moment(play, tag, "turn end")
    if play.encounter.turn == who:
        cites = play.file.cites
        play.ledger.end_turn(*cites.next, *cites.turn_end)


# -------------------------------------------------------------------- equals that are asked for


async def settle_tie(play: Play) -> None:
    """Asks who of those that stand at one place and may act next goes first; the answer is kept (see `Pick`)."""
    if len(_tied(play)) < 2:
        return
    picked = await Ask(lambda: _tie_question(play))
    tied = _tied(play)
    order = play.encounter.order
    first_picked = place_of(play.game, play.encounter, picked.tags[0])
    step = next(slot.step for slot in order if slot.who == first_picked)
    alike = [tag for slot in order if slot.step == step for tag in members(play.encounter, slot.who)]
    first = [tag for one in picked.tags for unit in tied if unit.tag == one for tag in unit.members]
    ordered = ranked(step, [*dict.fromkeys(first), *(tag for tag in alike if tag not in first)])
    play.ledger.record(*put(play.encounter, ordered))
    steps = {place_of(play.game, play.encounter, tag): at for tag, at in reversed(ordered)}
    moved = (replace(slot, step=steps.get(slot.who, slot.step)) for slot in order)
    cites = tuple(dict.fromkeys((*play.file.cites.begin, *play.game.cites_of("order.ties"))))
    play.ledger.record(OrderSet(slots=by_step(moved), cites=cites))


def _tied(play: Play) -> list[Unit]:
    """Who may act next, where nobody has said yet in which order."""
    ready = play.ledger.rules.may_act(play.encounter)
    return units(play.game, play.encounter, [tag for who in ready for tag in members(play.encounter, who)])


def _tie_question(play: Play) -> Pick:
    encounter, tied = play.encounter, _tied(play)
    number = tied[0].number if tied else None
    return Pick(
        key="tie",
        prompt=f"Tie {'among those without a number' if number is None else f'on {number}'}: who goes first?",
        among=tuple(unit.tag for unit in tied),
        most=len(tied) if len(tied) > 2 else 1,
        beside={unit.tag: f"with {label(encounter, unit)}" for unit in tied if len(unit.members) > 1},
        fallen_too=True,
        cites=play.game.file(encounter).cites.begin,
    )


def form_groups(play: Play, who: list[Tag]) -> None:
    """Those who share a number and have one turn are a group, if they are not yet."""
    if play.file.order.group_turn != "one":
        return
    for unit in units(play.game, play.encounter, who):
        encounter = play.encounter
        if len(unit.members) < 2 or encounter.group_with(unit.tag, TOGETHER) is not None:
            continue
        stem = slug(family_name(encounter.figures[unit.tag])) or "group"
        tag = new_tag(f"{stem}s", encounter.tags())
        group = Group(tag=tag, name=label(encounter, unit), kind=TOGETHER, members=unit.members)
        play.ledger.join(group, *play.game.cites_of("order.group_turn"))


# -------------------------------------------------------------------- who comes late, or is back


async def take_places(play: Play, who: Sequence[Tag]) -> None:
    """Figures that have come during the fight take their places; the numbers that nobody has said are asked for.

    Where there is no order, they take none.
    """
    if play.file.order.by == "none":
        return
    for tag in who:
        _share_number(play, tag)
    await ask_numbers(play, who)
    for tag in who:
        _take_place(play, tag)


def _take_place(play: Play, who: Tag) -> None:
    encounter = play.encounter
    if not encounter.has(who) or encounter.slot(who) is not None:
        return
    put_in_place(play, who)
    slot = slot_of(play.game, play.encounter, who)
    match play.file.order.late:
        case "now":
            slot = replace(slot, step=after_turn(play, who))
        case "last":
            slot = replace(slot, step=max((s.step for s in encounter.order), default=0) + RANK)
        case _:
            slot = replace(slot, acted=has_passed(play, slot.step))
    if is_wild(play.game, encounter, who):
        slot = replace(slot, acted=False, held=True)
    put_slot(play.ledger, slot, *play.file.cites.late)


def _share_number(play: Play, who: Tag) -> None:
    """A figure has the number of those with whom it came."""
    order = play.file.order
    first = BATCH.of(play.encounter, who)
    if order.group == "add" and first and number_of(play.game, play.encounter, who) is None:
        number = number_of(play.game, play.encounter, first)
        if number is not None:
            play.ledger.record(TraitSet(tag=who, trait=order.trait, value=number))


async def come_back(play: Play, who: Tag) -> None:
    """Who is back at the table stands where it stood; it acts this round if that is still to come."""
    if not play.encounter.round or play.encounter.slot(who) is not None:
        return
    if not PLACE.known(play.encounter, who):
        await take_places(play, (who,))
        return
    slot = slot_of(play.game, play.encounter, who)
    had = HAD_TURN.of(play.encounter, who) == play.encounter.round
    acted = had or has_passed(play, slot.step)
    put_slot(play.ledger, replace(slot, acted=acted), *play.file.cites.left)
