"""Course: an act as it was ordered, and while it is done."""

from dataclasses import dataclass, field

from referee.engine.bearer import Tag, Thing
from referee.rules.open_table import effects
from referee.rules.open_table.attack import Made
from referee.rules.open_table.game import Part
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.tables.act import Act


@dataclass(frozen=True)
class Order:
    """An act as it was ordered."""

    who: Tag
    action: str
    thing: Thing | None = None
    targets: tuple[Tag, ...] = ()
    words: str = ""


@dataclass
class Course:
    """An act while it is done."""

    order: Order
    act: Act
    look: Lookup
    cause: effects.Cause
    using: str
    shared: list[Part] | None = None
    """Damage that was thrown once for all targets."""
    made: dict[Tag, list[tuple[str, Made]]] = field(default_factory=dict)
    """The tests that were made, for each target."""
