"""Text spelled in ASCII, for terminals that can draw no other letters."""

from collections.abc import Mapping

_LETTERS = {"·": "-", "–": "-", "—": "-", "…": "~", "✝": "x", "×": "x", "✎": "!", "‹": "(", "›": ")"}
_QUOTES = {"’": "'", "‘": "'", "“": '"', "”": '"'}
_ARROWS = {"→": ">", "←": "<", "↑": "^", "↓": "v"}
# One sign for each, so that columns stay where they are.
_SIGNS = str.maketrans(_LETTERS | _QUOTES | _ARROWS)


def only_ascii(environment: Mapping[str, str]) -> bool:
    """Does the locale know nothing beyond ASCII? LC_CTYPE alone does not count: Python itself puts C.UTF-8 there."""
    locale = environment.get("LC_ALL") or environment.get("LANG") or ""
    if not locale and environment.get("LC_CTYPE", "C.UTF-8") != "C.UTF-8":
        locale = environment["LC_CTYPE"]
    return "utf" not in locale.lower()


def spelled_in_ascii(text: str) -> str:
    """The text in ASCII letters, where nothing has to stay in its column: an arrow takes two."""
    return in_ascii(text if text.isascii() else text.replace("→", "->"))


def in_ascii(text: str) -> str:
    """The text in ASCII letters: a like sign where there is one, else a question mark."""
    return text if text.isascii() else text.translate(_SIGNS).encode("ascii", "replace").decode("ascii")
