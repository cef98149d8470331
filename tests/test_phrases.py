"""Single events, durations and answers, as people say them."""

import pytest

from referee.engine.answer import Answer, Chosen, Confirmed, Counted, Drew, Picked, Rolled, Said
from referee.engine.bearer import Figure, Group, Thing, Track
from referee.engine.condition import Condition, Until
from referee.engine.dice import Face, Pool, SymbolDie
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import (
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
    Renamed,
    SideChanged,
    SlotMarked,
    SlotPut,
    StandingSet,
    Told,
    TrackBounded,
    TrackChanged,
    TraitSet,
    TurnBegan,
    TurnEnded,
    Ungrouped,
)
from referee.engine.throw import Roll
from referee.phrases import duration, phrase, replied
from referee.words import line
from tests.script.tiny import TINY

POISON = Condition(id="p", kind="poisoned", until=Until(edge="start", of="g1", left=3))
ULF = Figure(tag="ulf", name="Ulf", kind="hero", side="ulf", tracks={"hp": Track(now=2, most=3)})
GOBLIN = Figure(tag="g1", name="Goblin 1", kind="goblin", side="foes", conditions=(POISON,))
FIGHT = Group(tag="fight-1", name="Fight 1", kind="fight", members=("ulf",))
CARDS = tuple(Thing(tag=f"c{n}", name=f"Card {n}", kind="card") for n in range(8))
TABLE = Encounter(
    system="tiny",
    figures={"ulf": ULF.model_copy(update={"piles": {"hand": ("c1", "c2")}}), "g1": GOBLIN},
    groups={"fight-1": FIGHT, **Encounter(system="tiny").groups},
    things={card.tag: card for card in CARDS},
    order=(Slot(who="ulf", label="12"), Slot(who="g1", step=1)),
    turn="ulf",
)


@pytest.mark.parametrize(
    ("event", "reads"),
    [
        (Joined(bearer=Figure(tag="bo", name="Bo", kind="hero", side="bo")), "Bo comes to the table"),
        (Joined(bearer=Figure(tag="r1", name="Rat 1", kind="rat", side="x")), "Rat 1 (r1) comes to the table"),
        (Joined(bearer=Group(tag="f2", name="Fight 2", kind="fight")), "Fight 2 begins"),
        (Joined(bearer=Thing(tag="axe", name="axe", kind="weapon")), ""),
        (Renamed(tag="ulf", name="Ulf the Red"), "Ulf is called Ulf the Red"),
        (SideChanged(tag="g1", side="heroes"), "Goblin 1 fights for heroes"),
        (StandingSet(tag="g1", standing="dead"), "Goblin 1 is dead"),
        (StandingSet(tag="g1", standing="away"), "Goblin 1 leaves the table"),
        (TrackChanged(tag="ulf", track="hp", by=-1), "Ulf: hp 2 -> 1"),
        (TrackChanged(tag="ulf", track="hp", by=9), "Ulf: hp 2 -> 3"),
        (TrackBounded(tag="ulf", track="hp", most=5), "Ulf: hp is at most 5"),
        (TrackBounded(tag="ulf", track="spare_time", most=None), "Ulf: spare time has no bound"),
        (TraitSet(tag="ulf", trait="two_handed", value=True), "Ulf: two handed yes"),
        (TraitSet(tag="ulf", trait="gear", value=("axe", "rope")), "Ulf: gear axe, rope"),
        (TraitSet(tag="ulf", trait="gear", value=None), "Ulf: gear as usual"),
        (TraitSet(tag="table", trait="dice", value="app"), "dice app"),
        (
            ConditionAdded(
                tag="g1", condition=Condition(id="x", kind="poisoned", until=Until(edge="start", of="g1", left=3))
            ),
            "Goblin 1: poisoned, for 3 of its turns",
        ),
        (ConditionAdded(tag="ulf", condition=Condition(id="x", kind="weary", value=2)), "Ulf: weary 2"),
        (ConditionValued(tag="g1", id="p", by=2), "Goblin 1: poisoned 1 -> 3"),
        (ConditionTicked(tag="g1", id="p"), "Goblin 1: still poisoned, for 2 of its turns"),
        (ConditionEnded(tag="g1", id="p"), "Goblin 1: no longer poisoned"),
        (ConditionEnded(tag="g1", id="gone"), "Came to nothing: Goblin 1 no longer has that condition."),
        (TrackChanged(tag="g1", track="hp", by=1), "Came to nothing: Goblin 1 has no hp."),
        (Grouped(group="fight-1", member="g1"), "Goblin 1 joins Fight 1"),
        (Ungrouped(group="fight-1", member="ulf"), "Ulf leaves Fight 1"),
        (GroupClosed(group="fight-1"), "Fight 1 is over"),
        (CardsMoved(src=None, dst=("ulf", "hand"), cards=("c3",)), "Ulf: Card 3 to hand"),
        (CardsMoved(src=("ulf", "hand"), dst=("ulf", "lost"), cards=("c1",)), "Ulf: Card 1 from hand to lost"),
        (
            CardsMoved(src=("ulf", "hand"), dst=("g1", "hand"), cards=("c1",)),
            "Ulf: Card 1 from hand to Goblin 1's hand",
        ),
        (CardsMoved(src=("ulf", "hand"), dst=None, cards=("c1",)), "Ulf: Card 1 from hand to the box"),
        (CardsMoved(src=None, dst=("ulf", "deck"), cards=tuple(c.tag for c in CARDS)), "Ulf: 8 cards to deck"),
        (OrderSet(slots=TABLE.order), "Order: Ulf 12, Goblin 1"),
        (OrderSet(slots=()), ""),
        (SlotPut(slot=Slot(who="g1"), before="ulf"), "Goblin 1 acts before Ulf"),
        (SlotPut(slot=Slot(who="g1")), "Goblin 1 acts last"),
        (SlotMarked(who="g1", acted=False, held=True), "Goblin 1 waits"),
        (SlotMarked(who="g1", acted=True), ""),
        (TurnBegan(who="ulf"), "Ulf's turn"),
        (TurnEnded(who="ulf"), ""),
        (PhaseBegan(phase="", round=2), "Round 2"),
        (PhaseBegan(phase="heroes", round=2), "Round 2: heroes"),
        (Told(text="Nothing."), "Nothing."),
        (
            Told(text="Ulf strikes", terms=(("die", 4), ("prone", -1)), against=4),
            "Ulf strikes: die 4 + prone -1 = 3 against 4",
        ),
        (Told(text="Ulf strikes", terms=(("die", 4),), against=4), "Ulf strikes: die 4 against 4"),
        (Told(text="Rolled d6: 4", terms=(("d6", 4),)), "Rolled d6: 4"),
    ],
)
def test_an_event_reads(event: Event, reads: str) -> None:
    assert line(TABLE, event) == reads


@pytest.mark.parametrize(
    ("until", "reads"),
    [
        (None, ""),
        (Until(edge="start", of="g1"), "until the start of its next turn"),
        (Until(edge="end", of="g1"), "until the end of its next turn"),
        (Until(edge="end", of="g1", left=2), "for 2 of its turns"),
        (Until(edge="end", of="ulf"), "until the end of Ulf's turn"),
        (Until(edge="end", of="ulf", left=2), "until the end of Ulf's next turn"),
        (Until(edge="start", of="ulf"), "until the start of Ulf's next turn"),
        (Until(edge="start", of="ulf", left=2), "for 2 of Ulf's turns"),
        (Until(edge="end", of="round"), "until the end of the round"),
        (Until(edge="start", of="round"), "until the next round begins"),
        (Until(edge="end", of="round", left=3), "for 3 rounds"),
        (Until(edge="end", of="phase:heroes"), "until heroes is over"),
        (Until(edge="start", of="phase:heroes", left=2), "until heroes begins, 2 times"),
    ],
)
def test_a_duration_reads(until: Until | None, reads: str) -> None:
    assert duration(TABLE, until, "g1") == reads


def test_a_system_names_its_tracks_and_keeps_its_own_traits_to_itself() -> None:
    assert phrase(TABLE, TraitSet(tag="ulf", trait="skill", value=2), TINY) == "Ulf: skill 2"
    assert phrase(TABLE, TraitSet(tag="ulf", trait="struck_by", value=("g1",)), TINY) == ""
    assert phrase(TABLE, TraitSet(tag="ulf", trait="struck_by", value=("g1",), hand=True), TINY) == ""


DIE = SymbolDie("blue", (Face("miss"), Face("heart"), Face("bolt")))


@pytest.mark.parametrize(
    ("answer", "reads"),
    [
        (Rolled.thrown((4, 5)), "4 5"),
        (Rolled.thrown((4, 5), by="app"), "4 5 (app)"),
        (Rolled(faces=((4, 5),), by=(("table", "app"),)), "4 5 (app)"),
        (Rolled.thrown((4,), (1, 2)), "4 / 1 2"),
        (Rolled(faces=(), by=(), sum=14), "= 14"),
        (Drew(cards=("c1", "c2")), "c1, c2"),
        (Drew(cards=("c1",), by="app"), "c1 (app)"),
        (Chosen(option="dodge"), "dodge"),
        (Picked(tags=("g1", "g2")), "g1,g2"),
        (Picked(tags=()), "nobody"),
        (Counted(n=3), "3"),
        (Confirmed(yes=False), "no"),
        (Said(text="hello"), "hello"),
    ],
)
def test_an_answer_reads(answer: Answer, reads: str) -> None:
    assert replied(answer) == reads


def test_symbol_dice_are_named_by_their_question() -> None:
    question = Roll(key="x", prompt="x", pools=(Pool("", 2, die=DIE),))
    assert replied(Rolled.thrown((0, 2), by="app"), question) == "miss bolt (app)"
