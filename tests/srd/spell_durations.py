"""Spells that last longer with a higher slot, or need no concentration with it, by the sentences of the source."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.imports.record import Json

Keys = dict[str, Any]
_ROUNDS = {"minute": 10, "hour": 600, "day": 14_400, "year": 5_256_000}
_MOST = 999_999
"""Rounds that the file of a game can say; what lasts longer is open."""
_SLOT = re.compile(r"\b(\d)(?:st|nd|rd|th)\b(?=[- ]level| or \d)")
_LASTS = re.compile(
    r"\b(?:duration is|maintain your concentration on the spell for)(?: concentration,)?(?: up to)?"
    r" (?P<n>\d+|an?) (?P<unit>minute|hour|day|year)s?\b"
)
_OPEN = re.compile(r"\bspell lasts until\b")
_FREE = re.compile(r"\b(?:doesn't require|without requiring your) concentration\b")


class Lasting(NamedTuple):
    """How long a spell lasts with a slot of this level or higher."""

    slot: int
    lasts: str
    kept: bool
    """It needs concentration."""


def lastings(row: Json, lasts: str, kept: bool) -> list[Lasting]:
    """What the spell says of its own level and of higher slots; [] if it is the same with each."""
    found: dict[int, str] = {}
    free = 10
    for sentence in re.split(r"(?<=\.)\s+", " ".join(row.get("higher_level", ()))):
        slot = _SLOT.search(sentence)
        if slot is None:
            continue
        if _FREE.search(sentence):
            free = int(slot[1])
        if _OPEN.search(sentence):
            found[int(slot[1])] = "open"
        elif said := _LASTS.search(sentence):
            rounds = (int(said["n"]) if said["n"].isdigit() else 1) * _ROUNDS[said["unit"]]
            found[int(slot[1])] = f"{rounds} rounds" if rounds <= _MOST else "open"
    if not found:
        return []
    tiers = sorted({row["level"]: lasts, **found}.items())
    each = [Lasting(slot, said, kept and slot < free) for slot, said in tiers]
    return [tier for n, tier in enumerate(each) if n == 0 or tier[1:] != each[n - 1][1:]]


def by_slot(value: Any, tiers: Sequence[Lasting], lasts: str, gone: str) -> Any:
    """The same keys, with each condition that lies as long as the spell once for each of these times.

    `gone` is the end that comes with the loss of concentration.
    """
    if isinstance(value, list):
        rows = [by_slot(each, tiers, lasts, gone) for each in value]
        return [one for row in rows for one in (_each(row, tiers, lasts, gone) if isinstance(row, dict) else [row])]
    if isinstance(value, dict):
        return {key: by_slot(each, tiers, lasts, gone) for key, each in value.items()}
    return value


def _each(row: Keys, tiers: Sequence[Lasting], lasts: str, gone: str) -> list[Keys]:
    if "condition" not in row or row.get("for") != lasts:
        return [row]
    rows = []
    for n, tier in enumerate(tiers):
        if row["condition"] == "concentrating" and not tier.kept:
            continue
        bounds = [f"{{with.level}} >= {tier.slot}"] if n else []
        bounds += [f"{{with.level}} < {tiers[n + 1].slot}"] if n + 1 < len(tiers) else []
        ends = [each for each in row.get("ends", ()) if tier.kept or each != gone]
        kept = {key: each for key, each in row.items() if key != "ends"}
        rows.append({**kept, "for": tier.lasts, **({"ends": ends} if ends else {}), "when": " and ".join(bounds)})
    return rows
