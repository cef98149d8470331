"""Private parts of Textual: whether they may be used, and where. Each use has a public fallback that costs only bytes.

Nothing else in this program names a private part.
"""

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import textual
from textual.screen import Screen

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
def _major() -> int:
    """The first number of Textual's version; 0 if it has none."""
    first = textual.__version__.partition(".")[0]
    return int(first) if first.isdecimal() else 0


def use_partial_updates(screen: Screen[Any]) -> None:
    """Makes a screen send only the cells that change; where that is not possible, it sends whole lines."""
    if not is_known(screen, "_compositor"):
        return
    try:
        from textual._compositor import Compositor

        from referee.ui.drawing.partial_update import PartialCompositor

        if type(screen._compositor) is Compositor:
            screen._compositor = PartialCompositor()
    except (ImportError, TypeError):
        return


def send_all_again(screen: Screen[Any]) -> None:
    """The terminal may show something else than what this screen sent: all of it is sent with the next drawing."""
    if is_known(screen, "_compositor"):
        sent = getattr(screen._compositor, "sent", None)
        if sent is not None:
            sent.forget()


def parser_class() -> "type[XTermParser] | None":
    """Textual's parser of what a terminal sends; None where it is not known."""
    try:
        from textual._xterm_parser import XTermParser
    except ImportError:
        return None
    return XTermParser if is_known(XTermParser, "feed", "tick") else None
