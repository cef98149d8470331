"""A small table in the middle of a fight."""

from msgspec.structs import replace

from referee.engine.state.bearer import Figure, Group, Thing
from referee.engine.state.condition import Condition, Until
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Track

POISON = Condition(id="p", kind="poisoned", until=Until(edge="start", of="g1", left=3))
ULF = Figure(tag="ulf", name="Ulf", kind="hero", side="ulf", tracks={"hp": Track(now=2, most=3)})
GOBLIN = Figure(tag="g1", name="Goblin 1", kind="goblin", side="foes", conditions=(POISON,))
FIGHT = Group(tag="fight-1", name="Fight 1", kind="fight", members=("ulf",))
CARDS = tuple(Thing(tag=f"c{n}", name=f"Card {n}", kind="card") for n in range(8))
TABLE = Encounter(
    system="tiny",
    figures={"ulf": replace(ULF, piles={"hand": ("c1", "c2")}), "g1": GOBLIN},
    groups={"fight-1": FIGHT, **Encounter(system="tiny").groups},
    things={card.tag: card for card in CARDS},
    order=(Slot(who="ulf", label="12"), Slot(who="g1", step=1)),
    turn="ulf",
)
