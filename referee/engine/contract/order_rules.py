"""Rules for the order of turns."""

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from referee.engine.state.bearer import Group, Tag
from referee.engine.state.encounter import Encounter


class OrderRules(Struct, frozen=True, kw_only=True):
    """What a place in the order is decided by, and how the order is shown."""

    number: str = ""
    """The trait that holds a figure's number in the order, which is typed as `init=18` in every game; empty: none."""
    bonus: str = ""
    """The trait that is added to a rolled number, which is typed as `init_bonus=2` or `init=+2`; empty: none."""
    turn_left: Callable[[Encounter, Tag], bool] = field(default=lambda encounter, who: True)
    """Has somebody whose place in the order has not passed anything left to do there, with what has happened since?"""
    expected: Callable[[Encounter], Sequence[str]] = field(default=lambda encounter: ())
    """What the order will hold, as far as it can be told before it is made: a line for each place."""
    label_of: Callable[[Encounter, Tag], str] | None = None
    """A word the order shows beside a figure, such as its initiative."""
    group_words: Callable[[Encounter, Group], tuple[str, str | None]] = field(
        default=lambda encounter, group: (group.name, None)
    )
    """The name of a group, and the words beside it in the order; None for those that it has now."""
    acts_as_one: str = ""
    """The kind of group whose members, where they act one after the other, are told as one in the order."""
    side_headings: bool = False
    """In the order each side stands below a heading of its own."""
