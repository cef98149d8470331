"""Phrases: single events, as people say them."""

from collections.abc import Sequence
from itertools import groupby
from typing import assert_never

from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.dice.chance import DICE
from referee.engine.events.apply import apply
from referee.engine.events.event import (
    BoardEvent,
    CardsMoved,
    ConditionEvent,
    Event,
    FigureHidden,
    GroupClosed,
    Grouped,
    Joined,
    OrderSet,
    PhaseBegan,
    Remarked,
    Renamed,
    SideChanged,
    SlotMarked,
    SlotPut,
    StandingSet,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    TurnBegan,
    TurnEnded,
    Ungrouped,
    ValueEvent,
)
from referee.engine.numbers import is_number
from referee.engine.problem import Moot
from referee.engine.state.bearer import TABLE, Figure, Group, Tag, stands
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Track
from referee.text.phrases import capitalised, listed
from referee.words.arrivals import board_sentence
from referee.words.bearer import ARROW, given, plain, private, shown, track_name, trait_name, whose
from referee.words.conditions import condition_sentence
from referee.words.dice_tests import outcome
from referee.words.names import runs_of
from referee.words.recorded_remarks import remark_sentence
from referee.words.sentence import Clause, Sentence, worded
from referee.words.sums import summed
from referee.words.wording import wording

MOST_PLACES = 20
"""Places of an order that a line names before it only counts them."""
MOST_CARDS = 6
"""Cards that a line names before it only counts them."""


def phrase(encounter: Encounter, event: Event, rules: Ruleset | None = None) -> str:
    """The words of an event's sentence; empty where there is nothing to read."""
    return worded(event_sentence(encounter, event, rules))


def event_sentence(encounter: Encounter, event: Event, rules: Ruleset | None = None) -> Sentence:
    """What an event does to the encounter before it; a sentence without words if there is nothing to read."""
    try:
        return _sentence(encounter, event, rules)
    except Moot as nothing:
        return Sentence(rest=f"Nothing happened: {nothing}")


def _sentence(encounter: Encounter, event: Event, rules: Ruleset | None = None) -> Sentence:
    """What an event does to the encounter before it. Moot if it finds nothing to do."""
    if isinstance(event, ConditionEvent):
        return condition_sentence(encounter, event, rules)
    if isinstance(event, BoardEvent):
        return board_sentence(encounter, event)
    match event:
        case Tested():
            return outcome(encounter, event, rules)
        case Remarked():
            return remark_sentence(encounter, event)
        case TurnBegan():
            return Sentence(rest=f"{whose(encounter, event.who)} turn")
        case TurnEnded():
            return Sentence()  # whose turn begins next says so
        case PhaseBegan(round=0, phase=""):
            return Sentence(rest="The fight is over")
        case PhaseBegan():
            return Sentence(rest=f"Round {event.round}", clauses=(Clause(event.phase),))
        case TrackChanged() | TrackBounded() | TraitSet():
            return _value(encounter, event, rules)
        case Joined(bearer=Figure() as figure):
            called = "" if figure.tag == figure.name.lower() else f" ({figure.tag})"
            return Sentence((f"{figure.name}{called}",), "joins")
        case Joined(bearer=Group() as group):
            return Sentence((group.name,), "begins")
        case Joined():
            return Sentence()
        case StandingSet():
            return standing_sentence(encounter, event, rules)
        case FigureHidden():
            to = f"{'hidden from' if event.hidden else 'shown to'} the players"
            return Sentence((encounter.name(event.tag),), "is", to)
        case CardsMoved():
            return _moved(encounter, event)
        case OrderSet():
            differs = _differs(encounter.order, event.slots)
            return Sentence(rest=f"Order: {_in_order(encounter, event.slots, rules)}" if differs else "")
        case SlotPut():
            return Sentence((encounter.name(event.slot.who),), "acts", _turn_comes(encounter, event))
        case SlotMarked(acted=True):
            slot = encounter.slot(event.who)  # the order shows that it has acted
            lost = slot is not None and slot.held and not slot.acted
            name = encounter.name(event.who)
            return Sentence((name,), "waited", "too long and loses the turn") if lost else Sentence()
        case SlotMarked():
            verb, rest = ("waits", "") if event.held else ("may", "act again")
            return Sentence((encounter.name(event.who),), verb, rest)
        case Renamed():
            return Sentence((encounter.name(event.tag),), "is", f"now called {event.name}")
        case SideChanged():
            return Sentence((encounter.name(event.tag),), "fights", f"for {event.side}")
        case Grouped():
            return Sentence((encounter.name(event.member),), "joins", encounter.name(event.group))
        case Ungrouped():
            return Sentence((encounter.name(event.member),), "leaves", encounter.name(event.group))
        case GroupClosed():
            return Sentence((encounter.name(event.group),), "is", "over")
        case _:
            assert_never(event)


def _value(encounter: Encounter, event: ValueEvent, rules: Ruleset | None) -> Sentence:
    if isinstance(event, TraitSet):
        return _trait(encounter, event, rules)
    return Sentence(rest=_track(encounter, event, rules))


def _track(encounter: Encounter, event: TrackChanged | TrackBounded, rules: Ruleset | None) -> str:
    """A track that changed, or got other bounds."""
    bearer = encounter.of(event.tag)
    name = track_name(rules, event.track)
    if event.tag != TABLE:
        name = f"{whose(encounter, event.tag)} {name}"
    if isinstance(event, TrackBounded):
        there = bearer.tracks.get(event.track)
        if there is not None and there.most == event.most and event.least is not None:
            return ""  # an option says how far down it goes
        return _bounded(name, event, there)
    was = bearer.tracks.get(event.track)
    now = apply(encounter, event).of(event.tag).tracks[event.track].now
    changed = f"{name} {was.now} {ARROW} {now}" if was is not None and was.now != now else f"{name} {now}, unchanged"
    reckoned = f" ({summed(event.terms)})" if len(event.terms) > 1 else ""  # such as `(d8 5 + STR 2 = 7)`
    return f"{changed}{reckoned}"


def _bounded(name: str, event: TrackBounded, there: Track | None) -> str:
    """A bound of a track, with the one that it had; or a track that came to be."""
    if there is None:
        limit = "without a limit" if event.most is None else f"up to {event.most}"
        return f"{name} is counted from 0, {limit}"
    if event.most is None:
        return f"{name} without a limit" + (f" (was {there.most})" if there.most is not None else "")
    was = "" if there.most is None else f"{there.most} {ARROW} "
    return f"{name}: maximum {was}{event.most}"


def _trait(encounter: Encounter, event: TraitSet, rules: Ruleset | None) -> Sentence:
    """What a figure or the table got as a value: in the words that its kind has for it, else by label and value."""
    if private(rules, event.trait):
        return Sentence()
    if event.trait == DICE.name and event.tag == TABLE:
        return Sentence(rest=DICE.said[DICE.choices.index(str(event.value)) if event.value in DICE.choices else 0])
    kind = rules.trait(event.trait) if rules else None
    back = kind is None or event.value is None or event.value == kind.default
    words = "" if kind is None else kind.cleared if back else kind.said
    if not words:
        told = given(rules, event.trait, event.value)
        if event.tag == TABLE:
            return Sentence(rest=capitalised(told))
        value = event.value if kind is None or event.value is not None or kind.optional else kind.default
        if isinstance(value, int) and not isinstance(value, bool):
            return Sentence(rest=f"{whose(encounter, event.tag)} {trait_name(rules, event.trait)} is {value}")
        return Sentence(rest=f"{encounter.name(event.tag)}: {told}")
    values = event.value if isinstance(event.value, tuple) else (shown(event.value),)
    called = (encounter.name(value) if encounter.has(value) else value for value in values)
    return wording(words).filled((encounter.name(event.tag),), value=", ".join(called))


def standing_sentence(encounter: Encounter, event: StandingSet, rules: Ruleset | None) -> Sentence:
    """How a figure stands from now on: `Ulf is dead`, or in the words that its game has for it."""
    name = encounter.name(event.tag)
    if event.standing == AWAY.name:
        return Sentence((name,), "leaves", "the table")
    return stands_sentence(name, event.standing, rules)


def stands_sentence(name: str, standing: str, rules: Ruleset | None) -> Sentence:
    """How a figure of that name stands: `Ulf is dead`, or in the words that its game declares for it."""
    words = rules.standing(standing).said if rules is not None else ""
    return wording(words or f"{{who}} {stands(standing)}").filled((name,))


def _moved(encounter: Encounter, event: CardsMoved) -> Sentence:
    cards = _cards(encounter, event.cards)
    match event:
        case CardsMoved(src=src, dst=dst) if src == dst:
            return Sentence()  # the order of a pile only
        case CardsMoved(src=None, dst=(owner, pile)):
            things = [encounter.things.get(card) for card in event.cards]
            if all(thing is not None and thing.kind != "card" for thing in things):
                return Sentence((encounter.name(owner),), "gets", cards)
            return Sentence(rest=f"{encounter.name(owner)}: {cards} to {plain(pile)}")
        case CardsMoved(src=(owner, pile), dst=None):
            return Sentence((encounter.name(owner),), rest=f"no longer has {cards}")
        case CardsMoved(src=(owner, pile), dst=(other, there)):
            to = plain(there) if other == owner else f"{whose(encounter, other)} {plain(there)}"
            return Sentence(rest=f"{encounter.name(owner)}: {cards} from {plain(pile)} to {to}")
    return Sentence()


def _cards(encounter: Encounter, cards: Sequence[Tag]) -> str:
    return ", ".join(map(encounter.name, cards)) if len(cards) <= MOST_CARDS else f"{len(cards)} cards"


def _turn_comes(encounter: Encounter, event: SlotPut) -> str:
    """When the turn of a place that is put into the order comes: the lowest step first, those of one in any order.

    Whoever has acted, or has the turn, is not still to come.
    """
    who, step, turn = event.slot.who, event.slot.step, encounter.turn
    if event.slot.acted or who == turn:
        before = f"before {encounter.name(event.before)} " if event.before else ""
        return f"{before}from the next round on"
    left = [slot for slot in encounter.order if not slot.acted and slot.who not in (who, turn)]
    later = [slot for slot in left if slot.step > step or (slot.step == step and slot.who == event.before)]
    if later:
        return f"before {encounter.name(min(later, key=lambda slot: (slot.step, slot.who != event.before)).who)}"
    if left or turn is None:
        return "this round" if any(slot.step == step for slot in left) else "last"
    return f"after {encounter.name(turn)}"


def _differs(was: Sequence[Slot], now: Sequence[Slot]) -> bool:
    """True if somebody stands in the order who did not, or elsewhere among the others, or with another label."""
    left = iter([(slot.who, slot.under, slot.label) for slot in was])
    return not all((slot.who, slot.under, slot.label) in left for slot in now)


def _in_order(encounter: Encounter, slots: Sequence[Slot], rules: Ruleset | None) -> str:
    """Who follows whom, those of one number or word together; the names of groups may have commas in them."""
    names: list[str] = []
    for label, run in groupby(slots, key=lambda slot: slot.label):
        whole = dict.fromkeys(_as_one(encounter, slot, rules) for slot in run)
        called = runs_of([encounter.name(who) for who in whole])
        shown = label if is_number(label) else f"({label})"
        # How many stand on each side of a fight, 1:2, its name says already.
        is_said = bool(label) and ":" not in label
        names += [f"{name} {shown}" for name in called] if is_said else called
    if not any("," in name for name in names):
        return listed(names, MOST_PLACES)
    more = len(names) - MOST_PLACES
    return "; ".join(names[:MOST_PLACES]) + (f" and {more} more" if more > 0 else "")


def _as_one(encounter: Encounter, slot: Slot, rules: Ruleset | None) -> Tag:
    """Who is named for a place in the order: a figure, or the group whose figures follow each other."""
    group = encounter.groups.get(slot.under or "")
    together = rules is not None and group is not None and group.kind == rules.order.acts_as_one
    return group.tag if together and group is not None else slot.who


def is_free(event: OrderSet) -> bool:
    """Does each side act together, in the order that it likes?"""
    sides = {slot.under for slot in event.slots}
    steps = {(slot.under, slot.step) for slot in event.slots}
    return None not in sides and len(steps) == len(sides) < len(event.slots)
