"""Data of a campaign, as JSON."""

from typing import Any

from referee.campaign.overview import Overview


def exported_fields(whole: Overview) -> dict[str, Any]:
    """A campaign for other programs, as JSON."""
    campaign = whole.campaign
    return {
        "name": campaign.name,
        "system": campaign.system,
        "day": campaign.day,
        "party": campaign.party,
        "saved_in": whole.saved_in,
        "members": [member._asdict() for member in whole.members],
        "fights": [{**fight._asdict(), "log": [each._asdict() for each in fight.log]} for fight in whole.fights],
        "notes": [note.model_dump() for note in campaign.notes],
    }
