"""apply: makes the next encounter from an encounter and an event. The state of a fight changes nowhere else."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from referee.engine.events.event import (
    BoardEvent,
    BoardLaid,
    CardsMoved,
    ConditionAdded,
    ConditionEnded,
    ConditionEvent,
    ConditionTicked,
    ConditionValued,
    EdgeSet,
    Event,
    FigureHidden,
    FigurePlaced,
    GroundSet,
    GroupClosed,
    Grouped,
    GroupEvent,
    Joined,
    OrderSet,
    PhaseBegan,
    Remarked,
    Renamed,
    RoomSet,
    SideChanged,
    SidesSet,
    SlotMarked,
    SlotPut,
    SpacesShown,
    StandingSet,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    TurnBegan,
    TurnEnded,
    Ungrouped,
)
from referee.engine.problem import Moot
from referee.engine.state.bearer import AnyBearer, Figure, Group, Tag, Thing
from referee.engine.state.board import Board
from referee.engine.state.condition import Condition
from referee.engine.state.consistency import board_there, group_there, slots_there
from referee.engine.state.encounter import OVER, Encounter, Slot
from referee.engine.state.own_values import Track

MOST_JOINED = 2_000
"""Figures, or groups, that an encounter can have: four times as many as can be added. Each is copied with each act."""
MOST_THINGS = 20_000
"""Weapons, spells and other things of its figures, together."""
MOST_FORMER = 100
"""Former names of a figure that are known, the latest."""


def apply(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after one event. Moot when the event finds nothing to change.

    Order, groups and board never name anybody who is not there: a correction of an earlier version may have taken a
    figure away and left the events that name it.
    """
    match event:  # the most frequent ones first
        case TraitSet():
            return _trait(encounter, event)
        case TrackChanged() | TrackBounded():
            return _track(encounter, event)
        case Tested() | Remarked():
            return encounter
        case TurnBegan():
            encounter.of(event.who)
            return _changed(encounter, turn=event.who, order=_marked(encounter, event.who, begun=True))
        case TurnEnded():
            order = _marked(encounter, event.who, begun=True, acted=True, held=False)
            return _changed(encounter, turn=None, order=order)
        case Joined():
            return _joined(encounter, event)
        case Renamed():
            return _renamed(encounter, encounter.of(event.tag), event)
        case SideChanged():
            return _with(encounter, _figure(encounter, event.tag), side=event.side)
        case StandingSet():
            return _with(encounter, _figure(encounter, event.tag), standing=event.standing)
        case FigureHidden():
            return _with(encounter, _figure(encounter, event.tag), hidden=event.hidden)
        case ConditionAdded() | ConditionValued() | ConditionTicked() | ConditionEnded():
            return _condition(encounter, event)
        case Grouped() | Ungrouped() | GroupClosed():
            return _group(encounter, event)
        case CardsMoved():
            return _cards(encounter, event)
        case OrderSet():
            return _changed(encounter, order=slots_there(encounter, event.slots))
        case SlotPut():
            encounter.of(event.slot.who)
            others = [s for s in encounter.order if (s.who, s.under) != (event.slot.who, event.slot.under)]
            place = next((i for i, slot in enumerate(others) if slot.who == event.before), len(others))
            return _changed(encounter, order=(*others[:place], event.slot, *others[place:]))
        case SlotMarked():
            if encounter.slot(event.who) is None:
                raise Moot(f"{encounter.name(event.who)} is not in the order.")
            turn = None if event.held and encounter.turn == event.who else encounter.turn
            order = _marked(encounter, event.who, acted=event.acted, held=event.held)
            return _changed(encounter, turn=turn, order=order)
        case PhaseBegan():
            ends = encounter.round and not event.round
            return _changed(encounter, phase=event.phase or (OVER if ends else ""), round=event.round)
        case BoardLaid() | EdgeSet() | GroundSet() | SidesSet() | RoomSet() | FigurePlaced() | SpacesShown():
            return _changed(encounter, board=_board(encounter, event))
        case _:
            assert_never(event)


def fold(encounter: Encounter, events: Iterable[Event]) -> Encounter:
    """The encounter after all these events."""
    for event in events:
        encounter = apply(encounter, event)
    return encounter


def _changed(encounter: Encounter, **fields: object) -> Encounter:
    return replace(encounter, **fields)


def _put(encounter: Encounter, bearer: AnyBearer) -> Encounter:
    match bearer:
        case Figure():
            return _changed(encounter, figures={**encounter.figures, bearer.tag: bearer})
        case Group():
            return _changed(encounter, groups={**encounter.groups, bearer.tag: bearer})
        case Thing():
            return _changed(encounter, things={**encounter.things, bearer.tag: bearer})


def _with(encounter: Encounter, bearer: AnyBearer, **fields: object) -> Encounter:
    return _put(encounter, replace(bearer, **fields))


def _renamed(encounter: Encounter, bearer: AnyBearer, event: Renamed) -> Encounter:
    if not isinstance(bearer, Figure) or not event.remembers:
        return _with(encounter, bearer, name=event.name)
    former = tuple(dict.fromkeys((*bearer.former, bearer.name)))
    return _with(encounter, bearer, name=event.name, former=former[-MOST_FORMER:])


def _figure(encounter: Encounter, tag: Tag) -> Figure:
    if tag not in encounter.figures:
        raise Moot(f"No figure on the table is called {tag}.")
    return encounter.figures[tag]


def _joined(encounter: Encounter, event: Joined) -> Encounter:
    if encounter.has(event.bearer.tag):
        raise Moot(f"{event.bearer.tag} is on the table already.")
    bearer = event.bearer
    if max(len(encounter.figures), len(encounter.groups)) >= MOST_JOINED or len(encounter.things) >= MOST_THINGS:
        raise Moot("More has joined than any table holds.")
    return _put(encounter, group_there(encounter, bearer) if isinstance(bearer, Group) else bearer)


def _track(encounter: Encounter, event: TrackChanged | TrackBounded) -> Encounter:
    bearer = encounter.of(event.tag)
    track = bearer.tracks.get(event.track)
    if isinstance(event, TrackBounded):
        bounds = {"most": event.most} if event.least is None else {"most": event.most, "least": event.least}
        now = replace(track or Track(now=0), **bounds).moved(0)
    elif track is None:
        raise Moot(f"{bearer.name} has no {event.track}.")
    else:
        now = track.moved(event.by)
    return _with(encounter, bearer, tracks={**bearer.tracks, event.track: now})


def _trait(encounter: Encounter, event: TraitSet) -> Encounter:
    bearer = encounter.of(event.tag)
    traits = {name: value for name, value in bearer.traits.items() if name != event.trait}
    if event.value is not None:
        traits[event.trait] = event.value
    return _with(encounter, bearer, traits=traits)


def _condition(encounter: Encounter, event: ConditionEvent) -> Encounter:
    bearer = encounter.of(event.tag)
    if isinstance(event, ConditionAdded):
        if any(condition.id == event.condition.id for condition in bearer.conditions):
            raise Moot(f"{bearer.name} has that condition already.")
        there = (*bearer.conditions, event.condition)
        if event.condition.form is not None:
            return _put(encounter, bearer.lying_under(there))
        return _with(encounter, bearer, conditions=there)
    changed = next((condition for condition in bearer.conditions if condition.id == event.id), None)
    if changed is None:
        raise Moot(f"{bearer.name} no longer has that condition.")
    moved = _moved(changed, event)
    all_conditions = [moved if condition is changed else condition for condition in bearer.conditions]
    there = tuple([condition for condition in all_conditions if condition is not None])
    if changed.form is not None and isinstance(event, ConditionEnded):
        return _put(encounter, bearer.lying_under(there))
    return _with(encounter, bearer, conditions=there)


def _moved(condition: Condition, event: ConditionValued | ConditionTicked | ConditionEnded) -> Condition | None:
    match event:
        case ConditionValued():
            return replace(condition, value=condition.value + event.by)
        case ConditionTicked():
            if condition.until is None:
                raise Moot("A condition without an end cannot count down.")
            left = max(1, condition.until.left - 1 - event.more)
            return replace(condition, until=replace(condition.until, left=left))
        case ConditionEnded():
            return None


def _group(encounter: Encounter, event: GroupEvent) -> Encounter:
    group = encounter.groups.get(event.group)
    if group is None:
        raise Moot(f"There is no {event.group} on the table.")
    if isinstance(event, GroupClosed):
        return _with(encounter, group, open=False)
    if isinstance(event, Ungrouped) and event.member not in group.members:
        raise Moot(f"{encounter.name(event.member)} is not in {group.name}.")
    members = [tag for tag in group.members if tag != event.member]
    if isinstance(event, Grouped):
        encounter.of(event.member)
        members.insert(len(members) if event.at is None else event.at, event.member)
    return _with(encounter, group, members=tuple(members))


def _cards(encounter: Encounter, event: CardsMoved) -> Encounter:
    if event.src is not None:
        tag, pile = event.src
        bearer = encounter.of(tag)
        left = list(bearer.piles.get(pile, ()))
        for card in event.cards:
            if card not in left:
                raise Moot(f"{card} is not in that pile.")
            left.remove(card)
        encounter = _with(encounter, bearer, piles={**bearer.piles, pile: tuple(left)})
    if event.dst is not None:
        tag, pile = event.dst
        bearer = encounter.of(tag)
        encounter = _with(encounter, bearer, piles={**bearer.piles, pile: (*bearer.piles.get(pile, ()), *event.cards)})
    return encounter


def _board(encounter: Encounter, event: BoardEvent) -> Board | None:
    if isinstance(event, BoardLaid):
        return board_there(encounter, event.board)
    board = encounter.board
    if board is None:
        raise Moot("There is no board.")
    match event:
        case EdgeSet():
            return board.edged(event.edge, event.barrier)
        case GroundSet():
            return board.grounded(event.space, event.ground, event.to)
        case SidesSet():
            return board.sided(event.space, event.to, event.side, event.barrier)
        case RoomSet():
            return board.roomed(event.space, event.to, event.walled)
        case SpacesShown():
            return board.shown_to_players(event.space, event.to, event.shown)
        case FigurePlaced():
            _figure(encounter, event.tag)
            return board.placed(event.tag, event.spaces)


def _marked(encounter: Encounter, who: Tag, **marks: bool) -> tuple[Slot, ...]:
    """The order with that figure's place, the one still to act if it has several, marked so."""
    order, mine = encounter.order, encounter.slot(who)
    place = next((n for n, slot in enumerate(order) if slot is mine), None)
    if mine is None or place is None:
        return order
    return (*order[:place], replace(mine, **marks), *order[place + 1 :])


class Change(NamedTuple):
    """One event, and what it changed."""

    before: Encounter
    event: Event
    after: Encounter


def changes_of(encounter: Encounter, events: Iterable[Event]) -> Iterator[Change]:
    """Yields recorded events, applied one after the other; one that finds nothing to change changes nothing."""
    for event in events:
        before = encounter
        try:
            encounter = apply(before, event)
        except Moot:
            encounter = before
        yield Change(before, event, encounter)
