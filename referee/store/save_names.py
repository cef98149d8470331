"""Names of saves: as they are shown, as their folders are called."""

import re
import unicodedata
from typing import TYPE_CHECKING
from zlib import crc32

from referee.store.save_problems import NameTaken
from referee.text.harmless import clean_name
from referee.text.lazy_pattern import pattern

if TYPE_CHECKING:
    pass


# -------------------------------------------------------------------- names


LONGEST = 40
_RESERVED = pattern(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.ASCII)


def proper_name(raw: str) -> str:
    """The name as it will be shown. NameTaken if nothing is left of it."""
    name = clean_name(raw)
    if not name:
        raise NameTaken("An encounter needs a name.")
    if name.startswith("-"):
        raise NameTaken("The name of an encounter cannot begin with a dash: the shell would take it for an option.")
    return name


def slug_of(name: str) -> str:
    """The folder's name: small plain letters, digits and dashes, the same for names that differ only in case.

    A name in other letters, or too long, gets a number of its own behind what can be shown of it.
    """
    folded = unicodedata.normalize("NFKD", clean_name(name).casefold())
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    slug = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
    lost = any(letter.isalnum() and not letter.isascii() for letter in bare)
    if lost or not slug or len(slug) > LONGEST or _RESERVED.fullmatch(slug):
        slug = f"{slug[: LONGEST - 9].strip('-') or 'fight'}-{crc32(folded.encode()):08x}"
    return slug
