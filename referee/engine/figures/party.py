"""Party of the library: heroes who come to the table together."""

from collections.abc import Iterable

from msgspec import Struct

from referee.engine.contract.standing import AWAY
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter

PARTY = "party"
"""The word after `add` that brings a party."""


class KeptMember(Struct, frozen=True):
    """One of a party, as it was left."""

    name: str
    words: str


class KeptGroup(Struct, frozen=True):
    """A party of the library: its name, its members and the tracks of the table that it keeps."""

    name: str
    members: tuple[KeptMember, ...]
    table: tuple[tuple[str, int], ...] = ()
    """Tracks of the table, and where they were left."""
    saved_in: tuple[str, ...] = ()
    """The encounters that it was saved from, the latest last."""

    def at_table(self, encounter: Encounter) -> dict[str, Tag]:
        """Its members who are at the table: the name of each with its tag."""
        return at_table(encounter, (member.name for member in self.members))


def at_table(encounter: Encounter, names: Iterable[str]) -> dict[str, Tag]:
    """The tags of those of these names who are at the table, by name; who was taken off it is not."""
    wanted = {name.casefold(): name for name in names}
    here = (each for each in encounter.figures.values() if each.standing != AWAY.name)
    return {wanted[each.name.casefold()]: each.tag for each in here if each.name.casefold() in wanted}


class DoneTogether(Struct, frozen=True):
    """What undo takes back as one act: a party that was put into the library, commands, or both."""

    party: KeptGroup | None
    """As it was saved; None if none was."""
    what: str
    """What was done: `party save heroes`."""
    then: tuple[int, object]
    """The number of applied steps and the encounter after it."""
    start: int
    """The number of applied steps before it."""


def group_called(groups: Iterable[KeptGroup], name: str) -> KeptGroup | None:
    """The group of that name."""
    return next((each for each in groups if each.name.casefold() == name.casefold()), None)
