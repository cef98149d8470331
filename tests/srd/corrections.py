"""Mistakes of the source about creatures, and what is right."""

from collections.abc import Mapping

from referee.imports.record import Json

_FIELDS: Mapping[str, Json] = {
    "Cult Fanatic": {"hit_points": 33, "hit_points_roll": "6d8+6"},
    # The experience that a creature of its challenge is worth.
    "Brass Dragon Wyrmling": {"xp": 200},
    "Deep Gnome (Svirfneblin)": {"xp": 100},
    "Dretch": {"xp": 50},
    "Riding Horse": {"xp": 50},
    # The size of the shape, which the trait says; the source has that of the true form.
    "Vampire, Bat Form": {"size": "Tiny"},
    "Werebear, Bear Form": {"size": "Large"},
    "Werebear, Hybrid Form": {"size": "Large"},
    "Wererat, Rat Form": {"size": "Small"},
    "Weretiger, Tiger Form": {"size": "Large"},
    # Its name on the sheet is cut behind the fifth word.
    "Rakshasa": {"damage_vulnerabilities": ["magical piercing by the good"]},
}
"""Fields by the name of the creature."""
_CANNOT_HEAR = (
    *("Black Pudding", "Flying Sword", "Ochre Jelly", "Rug of Smothering", "Shambling Mound", "Shrieker"),
    "Violet Fungus",
)
"""Creatures that cannot be deafened, which the source leaves out."""


def corrected(monster: Json) -> Json:
    """The row of a creature without the mistakes of the source."""
    name = monster["name"]
    found = {**monster, **_FIELDS.get(name, {})}
    if name in _CANNOT_HEAR:
        deafened = {"index": "deafened", "name": "Deafened"}
        found["condition_immunities"] = [*found["condition_immunities"], deafened]
    if name == "Manticore":  # the trait says how many of them it has, the action nothing
        spikes = {"usage": {"type": "per day", "times": 24, "rest_types": []}}
        found["actions"] = [{**each, **spikes} if each["name"] == "Tail Spike" else each for each in found["actions"]]
    return found
