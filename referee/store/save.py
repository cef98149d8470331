"""Save: one encounter in the list."""

from datetime import datetime

from msgspec import Struct

from referee.store.campaign_membership import Membership
from referee.store.journal_line import NEVER


class Save(Struct, frozen=True):
    """One encounter among others, and how it stands."""

    name: str
    slug: str
    """The name of its folder."""
    id: str = ""
    """The encounter's own id; empty if it cannot be read."""
    system: str = ""
    round: int = 0
    turn: str = ""
    """Whose turn it is, by name; empty if nobody's."""
    saved: datetime = NEVER
    """When it was last written, in UTC."""
    actions: int = 0
    """Number of applied steps."""
    figures: int = 0
    """Number of figures that have not been taken off the table."""
    asks: str = ""
    """What is asked, by the question's key or the command's name, if the table was left in the middle of something."""
    over: bool = False
    """No fight is on any more, though one was."""
    trouble: str = ""
    """Why it cannot be read, or not all of it, in one sentence."""
    membership: Membership | None = None
    """The campaign that it belongs to; None if it is in none."""
    is_folded: bool = False
    """True if round and turn are those before the open command: the database does not say what that has done."""

    def is_of(self, campaign: str) -> bool:
        """True if it belongs to the campaign with that id."""
        return self.membership is not None and self.membership.campaign == campaign
