"""Rules for a party between fights."""

from collections.abc import Callable

from msgspec import Struct, field

from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter


class PartyRules(Struct, frozen=True, kw_only=True):
    """What a party of a game can do between fights, and who of it gains experience."""

    rests: tuple[str, ...] = ()
    """The rests that a party may take between fights; `rest_command` of the system orders one."""
    no_rest: str = ""
    """What the game has instead, where a party cannot rest as one."""
    gains_experience: Callable[[Encounter, Tag], bool] = field(default=lambda encounter, tag: True)
    """Does a figure of the players have a share where experience is shared out? A beast of theirs need not."""
