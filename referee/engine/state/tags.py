"""Tags of figures, made from their names."""

import re
import unicodedata
from collections.abc import Collection
from itertools import count

from referee.engine.state.bearer import Tag

LONGEST = 24
RESERVED = frozenset({"all", "none", "nobody", "round", "referee", "players", "roll", "draw"})
"""Words with a meaning of their own where a tag is expected; no figure and no side is called by one."""

_SINGLE = zip(
    "øłđðıħабвгґдезиіклмнопрстуфыэαβγδεζηικλμνξοπρσςτυφω",
    "olddihabvggdeziiklmnoprstufyeabgdeziiklmnxoprsstyfo",
    strict=True,
)
_SEVERAL = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "θ": "th", "χ": "ch", "ψ": "ps", "є": "ie", "ж": "zh"}
_SEVERAL |= {"х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "iu", "я": "ia"}
_SPELT = str.maketrans({**dict(_SINGLE), **_SEVERAL})
"""Letters that have no plain letter in them, as they are spelt with plain ones."""


def slug(name: str) -> str:
    """The name in plain small letters, digits and dashes, as tags are written; may be empty."""
    spelt = unicodedata.normalize("NFKD", name).lower().translate(_SPELT)
    plain = spelt.encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].strip("-")


def new_tag(requested: str, taken: Collection[str]) -> Tag:
    """A tag that is not in `taken`: the requested one, or that with the first free number behind it."""
    requested = requested or "x"
    if requested not in taken:
        return requested
    return numbered(requested, taken)


def numbered(stem: str, taken: Collection[str]) -> Tag:
    """The stem with the first number that is free: g1, g2; after a digit, a dash first."""
    stem = f"{stem}-" if stem[-1:].isdigit() else stem
    return next(tag for n in count(1) if (tag := f"{stem}{n}") not in taken)
