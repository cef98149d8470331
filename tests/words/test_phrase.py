"""Single events, durations and answers, as people say them."""

import pytest
from msgspec.structs import replace

from referee.engine.events.event import (
    CardsMoved,
    ConditionAdded,
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    Event,
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
    Term,
    TrackBounded,
    TrackChanged,
    TraitSet,
    TurnBegan,
    TurnEnded,
    Ungrouped,
)
from referee.engine.state.bearer import Figure, Group, Thing
from referee.engine.state.condition import Condition, Ending, Until
from referee.engine.state.encounter import Slot
from referee.words.phrase import MOST_CARDS, phrase
from tests.command_language.tiny import TINY
from tests.words.table import CARDS, TABLE

SCARED = Condition(
    id="x", kind="scared", by="g1", ends=(Ending(test="save", against=12), Ending(event="damaged", of="ulf"))
)


@pytest.mark.parametrize(
    ("event", "reads"),
    [
        (Joined(bearer=Figure(tag="bo", name="Bo", kind="hero", side="bo")), "Bo joins"),
        (Joined(bearer=Figure(tag="r1", name="Rat 1", kind="rat", side="x")), "Rat 1 (r1) joins"),
        (Joined(bearer=Group(tag="f2", name="Fight 2", kind="fight")), "Fight 2 begins"),
        (Joined(bearer=Thing(tag="axe", name="axe", kind="weapon")), ""),
        (Renamed(tag="ulf", name="Ulf the Red"), "Ulf is now called Ulf the Red"),
        (SideChanged(tag="g1", side="heroes"), "Goblin 1 fights for heroes"),
        (StandingSet(tag="g1", standing="dead"), "Goblin 1 is dead"),
        (StandingSet(tag="g1", standing="away"), "Goblin 1 leaves the table"),
        (TrackChanged(tag="ulf", track="hp", by=-1), "Ulf's hp 2 → 1"),
        (TrackChanged(tag="ulf", track="hp", by=9), "Ulf's hp 2 → 3"),
        (TrackBounded(tag="ulf", track="hp", most=5), "Ulf's hp: maximum 3 → 5"),
        (TrackBounded(tag="ulf", track="spare_time", most=None), "Ulf's spare time is counted from 0, without a limit"),
        (TraitSet(tag="ulf", trait="two_handed", value=True), "Ulf: two handed"),
        (TraitSet(tag="ulf", trait="gear", value=("axe", "rope")), "Ulf: gear axe, rope"),
        (TraitSet(tag="ulf", trait="gear", value=None), "Ulf: no gear"),
        (TraitSet(tag="table", trait="dice", value="app"), "The app rolls all dice"),
        (
            ConditionAdded(
                tag="g1", condition=Condition(id="x", kind="poisoned", until=Until(edge="start", of="g1", left=3))
            ),
            "Goblin 1 is poisoned for 3 turns",
        ),
        (ConditionAdded(tag="ulf", condition=Condition(id="x", kind="weary", value=2)), "Ulf is weary 2"),
        (ConditionAdded(tag="ulf", condition=Condition(id="x", kind="scared", by="g1")), "Ulf is scared"),
        (ConditionAdded(tag="ulf", condition=SCARED, hand=True), "Ulf is scared (save 12), by Goblin 1"),
        (ConditionValued(tag="g1", id="p", by=2), "Goblin 1 is poisoned 3 (was 1)"),
        (ConditionTicked(tag="g1", id="p"), "Goblin 1 is still poisoned for 2 turns"),
        (ConditionEnded(tag="g1", id="p"), "Goblin 1 is no longer poisoned"),
        (ConditionEnded(tag="g1", id="gone"), "Nothing happened: Goblin 1 no longer has that condition."),
        (TrackChanged(tag="g1", track="hp", by=1), "Nothing happened: Goblin 1 has no hp."),
        (Grouped(group="fight-1", member="g1"), "Goblin 1 joins Fight 1"),
        (Ungrouped(group="fight-1", member="ulf"), "Ulf leaves Fight 1"),
        (GroupClosed(group="fight-1"), "Fight 1 is over"),
        (CardsMoved(src=None, dst=("ulf", "hand"), cards=("c3",)), "Ulf: Card 3 to hand"),
        (CardsMoved(src=("ulf", "hand"), dst=("ulf", "lost"), cards=("c1",)), "Ulf: Card 1 from hand to lost"),
        (
            CardsMoved(src=("ulf", "hand"), dst=("g1", "hand"), cards=("c1",)),
            "Ulf: Card 1 from hand to Goblin 1's hand",
        ),
        (CardsMoved(src=("ulf", "hand"), dst=None, cards=("c1",)), "Ulf no longer has Card 1"),
        (CardsMoved(src=None, dst=("ulf", "deck"), cards=tuple(c.tag for c in CARDS)), "Ulf: 8 cards to deck"),
        (OrderSet(slots=TABLE.order[::-1]), "Order: Goblin 1, Ulf 12"),
        (OrderSet(slots=TABLE.order), ""),
        (OrderSet(slots=TABLE.order[1:]), ""),
        (OrderSet(slots=()), ""),
        (SlotPut(slot=Slot(who="g1"), before="ulf"), "Goblin 1 acts after Ulf"),
        (SlotPut(slot=Slot(who="ulf"), before="g1"), "Ulf acts before Goblin 1 from the next round on"),
        (SlotPut(slot=Slot(who="g1", acted=True)), "Goblin 1 acts from the next round on"),
        (SlotMarked(who="g1", acted=False, held=True), "Goblin 1 waits"),
        (SlotMarked(who="g1", acted=True), ""),
        (TurnBegan(who="ulf"), "Ulf's turn"),
        (TurnEnded(who="ulf"), ""),
        (PhaseBegan(phase="", round=2), "Round 2"),
        (PhaseBegan(phase="heroes", round=2), "Round 2: heroes"),
        (Remarked(text="Nothing."), "Nothing."),
        (
            Remarked(text="Ulf strikes", terms=(Term("die", 4), Term("prone", -1)), against=4),
            "Ulf strikes: die 4 - prone 1 = 3 vs 4",
        ),
        (Remarked(text="Ulf strikes", terms=(Term("die", 4),), against=4), "Ulf strikes: die 4 vs 4"),
        (Remarked(text="Rolled d6: 4", terms=(Term("d6", 4),)), "Rolled d6: 4"),
        (Remarked(text="2d6 = 7", terms=(Term("d6", 4), Term("d6", 3))), "2d6 = 7"),
        (Remarked(text="2d6 = 7", terms=(Term("d6", 4), Term("d6", 3)), against=8), "2d6 = 7: d6 4 + d6 3 = 7 vs 8"),
        (Remarked(text="Ulf rolls", terms=(Term("d6", 4), Term("d6", 3))), "Ulf rolls: d6 4 + d6 3 = 7"),
    ],
)
def test_an_event_reads(event: Event, reads: str) -> None:
    assert phrase(TABLE, event) == reads


@pytest.mark.parametrize(
    "event, reads",
    [
        (SlotPut(slot=Slot(who="g1"), before="ulf"), "Goblin 1 acts before Ulf"),
        (SlotPut(slot=Slot(who="g1", step=1)), "Goblin 1 acts last"),
        (SlotPut(slot=Slot(who="g1", step=-1)), "Goblin 1 acts before Ulf"),
        (SlotPut(slot=Slot(who="g1")), "Goblin 1 acts this round"),
    ],
)
def test_between_two_turns_a_place_comes_before_or_after_whoever_is_still_to_act(event: Event, reads: str) -> None:
    assert phrase(replace(TABLE, turn=None), event) == reads


def test_a_system_names_its_tracks_and_keeps_its_own_traits_to_itself() -> None:
    assert phrase(TABLE, TraitSet(tag="ulf", trait="skill", value=2), TINY) == "Ulf's skill is 2"
    assert phrase(TABLE, TraitSet(tag="ulf", trait="struck_by", value=("g1",)), TINY) == ""
    assert phrase(TABLE, TraitSet(tag="ulf", trait="struck_by", value=("g1",), hand=True), TINY) == ""


def test_few_cards_are_named_and_many_counted() -> None:
    def moved(count: int) -> str:
        cards = tuple(f"c{n}" for n in range(count))
        return phrase(TABLE, CardsMoved(src=("ulf", "hand"), dst=None, cards=cards))

    named = ", ".join(f"Card {n}" for n in range(MOST_CARDS))
    assert moved(MOST_CARDS) == f"Ulf no longer has {named}"
    assert moved(MOST_CARDS + 1) == f"Ulf no longer has {MOST_CARDS + 1} cards"
