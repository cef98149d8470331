"""The Textual version: whether its private parts may be used.

Each use has a public fallback, which sends more bytes, or takes what a terminal says of itself for keys, as Textual
does.
"""

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import textual

if TYPE_CHECKING:
    from textual._xterm_parser import XTermParser

KNOWN_MAJOR = 8
"""The major version whose private parts this program knows."""
SWITCH = "REFEREE_PUBLIC_TEXTUAL"
"""Environment variable: when it is set, only public parts of Textual are used."""


def is_known(holder: object, *names: str) -> bool:
    """True if this Textual is of the known major version, and `holder` has all of these attributes."""
    return not os.environ.get(SWITCH) and _major() == KNOWN_MAJOR and all(hasattr(holder, name) for name in names)


@lru_cache(maxsize=1)
def installed_version() -> str:
    """The version of the Textual that is installed.

    The name of the folder in which its installer recorded it holds the version. Asking Textual itself reads all that
    the record says, which takes longer than drawing the first screen.
    """
    began, ended = "textual-", ".dist-info"
    there = os.listdir(Path(textual.__file__).parent.parent)
    records = [name[len(began) : -len(ended)] for name in there if name.startswith(began) and name.endswith(ended)]
    return records[0] if len(records) == 1 else textual.__version__


def _major() -> int:
    """The first number of that version; 0 if it has none."""
    first = installed_version().partition(".")[0]
    return int(first) if first.isdecimal() else 0


def parser_class() -> "type[XTermParser] | None":
    """Textual's parser of what a terminal sends; None where it is not known."""
    try:
        from textual._xterm_parser import XTermParser
    except ImportError:
        return None
    return XTermParser if is_known(XTermParser, "feed", "_sequence_to_key_events") else None
