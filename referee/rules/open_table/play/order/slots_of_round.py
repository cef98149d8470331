"""Slots of a round, laid out in order: how they change as figures come, leave or get another number.

Used by the turns, and as figures leave or change their number.
Gives the slots of the order, ties parted as the file says.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, takewhile

from msgspec.structs import replace

from referee.engine.conditions.lifetime import is_waited_for
from referee.engine.contract.kinds import HAD_TURN, TraitKind
from referee.engine.contract.standing import AWAY
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.events.event import OrderSet, SlotPut
from referee.engine.questions.ask import Ask
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.language.expression import Name, Unknown
from referee.rules.open_table.play.amounts.evaluation import number_of as as_number
from referee.rules.open_table.play.amounts.throwing import expression_of
from referee.rules.open_table.play.figures.kinds import is_entry
from referee.rules.open_table.play.game import Game, NameScope, Play
from referee.rules.open_table.play.order.places import (
    BLOCK,
    CARD,
    ENTRIES,
    KEPT,
    PLACE,
    RANK,
    Unit,
    behind_equals,
    block_of,
    is_wild,
    label,
    members,
    number_of,
    place_of,
    places,
    put,
    ranked,
    turned_round,
    units,
)

_TURN = 1_000
_TURNS = TraitKind(f"{KEPT}turns", 0)
"""Turns that a figure has had, or is having, in a round: the round times 1,000 and their number; kept by the rules."""

Key = tuple[int, ...]
"""By what a unit stands in the order: its block, then what parts it from the others of that."""


async def lay_places(play: Play, who: Sequence[Tag]) -> None:
    """Gives each of these figures its place.

    Who is equal in all that the file parts equals by shares one, and so do all among whom is chosen.
    """
    if play.file.order.chosen:
        placed = [(tag, block_of(play.game, play.encounter, tag)) for tag in who]
        play.ledger.record(*put(play.encounter, placed))
        return
    keys = _keys(play, who)
    if "roll" in _tried(play):
        keys = _keys(play, who, await _thrown(play, _equals(keys)))
    placed = []
    for block, alike in groupby(sorted(keys, key=lambda unit: keys[unit][0]), key=lambda unit: keys[unit][0]):
        placed += _within(block, list(alike), keys)
    play.ledger.record(*put(play.encounter, placed))


def _within(block: int, alike: Sequence[Unit], keys: Mapping[Unit, Key]) -> list[tuple[Tag, int]]:
    """The places of those of one block: figures, and behind them entries as they came."""
    at = block + RANK
    placed: list[tuple[Tag, int]] = []
    figures = sorted((unit for unit in alike if not unit.entry), key=lambda unit: keys[unit])
    for _, group in groupby(figures, key=lambda unit: keys[unit]):
        equals = list(group)
        members = [tag for unit in equals for tag in unit.members]
        placed += ranked(at, members) if len(equals) == 1 else [(tag, at) for tag in members]
        at += RANK * len(members)
    return placed + ranked(block + ENTRIES, [unit.tag for unit in alike if unit.entry])


def _tried(play: Play) -> list[str]:
    """What is tried to part equals before the table is asked."""
    return list(takewhile(lambda word: word != "ask", play.file.order.ties))


def _keys(play: Play, who: Sequence[Tag], thrown: Mapping[Tag, int] | None = None) -> dict[Unit, Key]:
    """The keys of these figures; those with the same are asked. As long as nothing is thrown, they end before that."""
    found = units(play.game, play.encounter, who)
    return {unit: _key(play, unit, n, thrown) for n, unit in enumerate(found)}


def _key(play: Play, unit: Unit, n: int, thrown: Mapping[Tag, int] | None) -> Key:
    key = [block_of(play.game, play.encounter, unit.tag)]
    for word in _tried(play) if unit.number is not None else ("entry",):
        match word:
            case "entry":
                key.append(n)
            case "roll":
                if thrown is None:
                    break
                key.append(-thrown.get(unit.tag, 0))
            case _:
                key.append(_parting(play.game, play.encounter, unit.tag, word))
    return tuple(key)


def _parting(game: Game, encounter: Encounter, who: Tag, word: str) -> int:
    """A side goes first; of a trait or a track the higher value does."""
    if word in game.default.symbols.sides:
        return int(encounter.figures[who].side != word)
    try:
        return -as_number(NameScope(game, encounter, own=who).value(Name(word)))
    except Unknown:
        return 0


def _equals(keys: Mapping[Unit, Key]) -> list[Unit]:
    """Those who have a key that others have, too."""
    alike = Counter(key for unit, key in keys.items() if not unit.entry)
    return [unit for unit, key in keys.items() if not unit.entry and alike[key] > 1]


async def _thrown(play: Play, equals: Sequence[Unit]) -> Mapping[Tag, int]:
    """What equals have thrown to part them."""
    if not equals:
        return {}

    def build() -> Numbers:
        asked = [
            AskedNumber(
                name=unit.tag,
                label=label(play.encounter, unit),
                dice=expression_of(play, play.file.order.roll, unit.tag),
                by=unit.tag,
                blank=True,
            )
            for unit in equals
        ]
        return Numbers(key="roll off", prompt="Tie: roll off", numbers=tuple(asked), fallen_too=True)

    told = await Ask(build)
    return {number.name: number.n or 0 for number in told.numbers}


# -------------------------------------------------------------------- the slots of a round


def slots(game: Game, encounter: Encounter) -> tuple[Slot, ...]:
    """The order of a new round: everybody at the table by place, and who has left while something waits for it."""
    there = places(encounter)
    tags = [tag for tag in encounter.figures if tag in there and _stays(encounter, tag)]
    ordered = dict.fromkeys(place_of(game, encounter, tag) for tag in sorted(tags, key=lambda tag: there[tag]))
    return tuple(replace(slot_of(game, encounter, tag), held=is_wild(game, encounter, tag)) for tag in ordered)


def slot_of(game: Game, encounter: Encounter, who: Tag) -> Slot:
    """The slot of a figure, or of a group that has one turn, at its own place."""
    first = min(members(encounter, who), key=lambda tag: PLACE.of(encounter, tag))
    number = number_of(game, encounter, first)
    called = CARD.of(encounter, first) or ("" if number is None else str(number))
    return Slot(who=who, step=PLACE.of(encounter, first), label=called)


def _stays(encounter: Encounter, who: Tag) -> bool:
    return encounter.figures[who].standing != AWAY.name or is_waited_for(encounter, who)


def by_step(order: Iterable[Slot]) -> tuple[Slot, ...]:
    """Slots in the order of their steps."""
    return tuple(sorted(order, key=lambda slot: slot.step))


# -------------------------------------------------------------------- one more slot


def put_in_place(play: Play, who: Tag) -> None:
    """A figure gets the place behind all of its block, or that of all among whom is chosen; nobody is asked."""
    encounter = play.encounter
    place = block_of(play.game, encounter, who)
    if not play.file.order.chosen:
        entry = is_entry(encounter, who)
        place = behind_equals(encounter, place, entry, who)
    play.ledger.record(*put(encounter, [(who, place)]))


def put_behind(play: Play, other: Tag, who: Tag) -> None:
    """A figure, or a group that has one turn, gets the place right behind another, before whoever follows it now.

    Where there is no room left between them, all that follow in the block move on together.
    """
    encounter = play.encounter
    mine, there = members(encounter, who), places(encounter)
    place = min((there[tag] for tag in members(encounter, other) if tag in there), default=0)
    room = min((at for tag, at in there.items() if at > place and tag not in mine), default=place + RANK) - place
    if room == 1:
        end = (place // BLOCK + 1) * BLOCK
        _move_all(play, lambda _, at: at + RANK if place < at < end else at)
        room += RANK
    play.ledger.record(*put(play.encounter, [(tag, place + min(RANK, room) // 2) for tag in mine]))


def has_passed(play: Play, step: int) -> bool:
    """True if that place lies before the one of whose turn it is, wherever that figure acts in this round.

    Between two turns, or where it is chosen who acts: if somebody has acted, and it lies before all who have not.
    """
    encounter, chosen = play.encounter, play.file.order.chosen
    if encounter.turn is not None and not chosen:
        there = [tag for tag in members(encounter, encounter.turn) if PLACE.known(encounter, tag)]
        return bool(there) and step < min(PLACE.of(encounter, tag) for tag in there)
    able = [slot for slot in encounter.order if not (slot.acted or slot.held)]
    left = [slot_of(play.game, encounter, slot.who).step if chosen else slot.step for slot in able]
    return any(slot.acted for slot in encounter.order) and not any(step >= other for other in left)


def after_turn(play: Play, who: Tag) -> int:
    """The step right after the present turn, for one who comes late or waited: before everybody but those who were
    given such a step first.

    Where it is chosen who acts, it is the same for all who come during one turn, before all others who may be chosen.
    """
    encounter = play.encounter
    left = [slot for slot in encounter.order if not (slot.acted or slot.held) and slot.who not in (who, encounter.turn)]
    own = {slot.who: slot_of(play.game, encounter, slot.who).step for slot in left}
    if play.file.order.chosen:
        return min(own.values(), default=0) - 1
    first = min((slot.step for slot in left if slot.step == own[slot.who]), default=None)
    promised = [slot.step for slot in left if slot.step != own[slot.who] and (first is None or slot.step < first)]
    if promised:
        return max(promised) + 1
    turn = encounter.slot(encounter.turn) if encounter.turn else None
    # The turn's own step will do: whoever has the turn has acted by then.
    steps = [] if turn is None else [turn.step]
    return min(steps if first is None else [*steps, first - RANK], default=0)


def put_slot(ledger: Ledger, slot: Slot, *cites: str) -> None:
    """Puts a slot where its step belongs."""
    following = [other for other in ledger.encounter.order if other.step > slot.step and other.who != slot.who]
    before = min(following, key=lambda other: other.step).who if following else None
    ledger.record(SlotPut(slot=slot, before=before, cites=cites))


# -------------------------------------------------------------------- who is there already


def new_number(play: Play, who: Tag, *cites: str) -> None:
    """A figure that has a place moves to that of its new number; whether it has had its turn stays.

    A group that has one turn stands where the first of its members does.
    """
    if not PLACE.known(play.encounter, who):
        return
    slot = play.encounter.slot(place_of(play.game, play.encounter, who))
    before = slot and slot_of(play.game, play.encounter, slot.who).step
    if CARD.known(play.encounter, who):
        play.ledger.record(CARD.clear(who))
    put_in_place(play, who)
    if slot is None:
        return
    new = slot_of(play.game, play.encounter, slot.who)
    if new.step != before:
        put_slot(play.ledger, replace(slot, step=new.step, label=new.label), *cites)
    elif new.label != slot.label:
        order = (replace(other, label=new.label) if other is slot else other for other in play.encounter.order)
        play.ledger.record(OrderSet(slots=tuple(order), cites=cites))


async def leave_order(play: Play, who: Tag) -> None:
    """Who leaves the table leaves the order, unless a condition waits for its place to pass."""
    slot = play.encounter.slot(who)
    if slot is None or (not slot.acted and is_waited_for(play.encounter, who)):
        return
    if slot.acted:
        play.ledger.record(HAD_TURN.set(who, play.encounter.round))
    rest = tuple(other for other in play.encounter.order if other.who != who)
    play.ledger.record(OrderSet(slots=rest, cites=play.file.cites.left))


def reverse_order(play: Play) -> None:
    """Highest and lowest first change places; who has had a turn this round, and whose turn it is, stays."""
    _move_all(play, lambda who, place: turned_round(play.game, play.encounter, who, place))


def _move_all(play: Play, moved: Callable[[Tag, int], int]) -> None:
    """All places, and the steps of this round with them, become what is said of each."""
    encounter = play.encounter
    play.ledger.record(*put(encounter, [(tag, moved(tag, place)) for tag, place in places(encounter).items()]))
    order = [replace(slot, step=moved(slot.who, slot.step)) for slot in encounter.order]
    if order:
        play.ledger.record(OrderSet(slots=by_step(order), cites=play.file.order.cites))


def give_further_turns(play: Play) -> bool:
    """Those who have several turns a round stand in it once more, as all have had theirs; True if somebody does."""
    rule, now = play.file.order.turns, play.encounter.round
    if rule is None:
        return False
    left: list[Slot] = []
    for slot in play.encounter.order:
        kept = _TURNS.of(play.encounter, slot.who)
        had = kept % _TURN if kept // _TURN == now else 1
        may = slot.acted and play.ledger.rules.gets_turn(play.encounter, slot.who)
        if may and play.names(own=members(play.encounter, slot.who)[0]).number(rule) > had:
            play.ledger.record(_TURNS.set(slot.who, now * _TURN + had + 1))
            left.append(slot)
    for slot in left:
        put_slot(play.ledger, replace(slot, acted=False, begun=False), *play.file.order.cites)
    return bool(left)
