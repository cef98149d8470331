"""Membership of an encounter in a campaign: campaign.json in its folder, which goes where the folder goes."""

from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict

from referee.store.file import Folder, settle
from referee.store.save_problems import Damaged, writing
from referee.store.strict_json import read_json
from referee.text.harmless import clean_name

CAMPAIGN = "campaign.json"
_LONGEST = 4_096
"""Maximum size of the file in bytes."""


class Membership(Struct, frozen=True):
    """An encounter belongs to a campaign."""

    campaign: str
    """The id of the campaign."""
    place: int
    """Encounters of a campaign stand in the order of these numbers: nanoseconds of the clock when each was put in."""
    plan: str = ""
    """The plan that it was begun from; empty for an encounter that was put in by hand."""

    @property
    def raw(self) -> bytes:
        """The content of the file."""
        return encode(asdict(self))


def id_of_name(system: str, name: str) -> str:
    """The id of a campaign of earlier versions, which knew campaigns by their game and name alone."""
    from hashlib import sha256  # late: it loads a library of ciphers

    return sha256(f"{system}\n{name.casefold()}".encode()).hexdigest()[:12]


def membership_of(folder: Folder) -> Membership | None:
    """The campaign that an encounter belongs to; None if it is in none, or the file cannot be read."""
    try:
        found: Any = read_json(folder.read(CAMPAIGN, _LONGEST), CAMPAIGN)
        if "system" in found:  # of earlier versions
            campaign = id_of_name(clean_name(found["system"]), clean_name(found["campaign"]))
            return Membership(campaign, int(found["since"]))
        plan = clean_name(found.get("plan", ""))
        return Membership(clean_name(found["campaign"]), int(found["place"]), plan)
    except (Damaged, OSError, LookupError, TypeError, ValueError, AttributeError, OverflowError):
        return None


def put_membership(folder: Folder, membership: Membership | None, called: str, campaign: str) -> None:
    """Puts an encounter into a campaign, or (None) takes it out. CannotWrite or NotYetSafe if the disk refuses.

    called: the name of the encounter; campaign: that of the campaign.
    """
    with writing(called, f"taken out of {campaign}" if membership is None else f"put into {campaign}"):
        if membership is not None:
            folder.put(CAMPAIGN, membership.raw)
            return
        with suppress(FileNotFoundError):
            folder.remove(CAMPAIGN)
        settle(folder)
