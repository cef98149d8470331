"""Key spellings: brings the ways in which terminals write a key to the one that Textual reads.

- plain: Ctrl+Z is the control character 1A, Shift+A is `A` - modifyOtherKeys of xterm: Ctrl+Z is `CSI 27 ; 5 ; 122 ~` -
the keyboard protocol of kitty: Ctrl+Z is `CSI 122 ; 5 u`; a letter may come with its text, `CSI 97 ; 2 ; 65 u`
"""

import re

from referee.ui.drawing.graphemes import JOINER

_KEY = re.compile(
    r"\x1b\[(?P<key>\d{0,7})(?::(?P<shifted>\d{0,7}))?(?::\d{0,7})?"
    r"(?:;(?P<modifiers>\d{0,3})(?::(?P<event>\d))?)?(?:;(?P<text>\d{0,7}(?::\d{1,7})*))?(?P<end>[u~A-FHP-S])"
)
_LIKE_A_KEY = re.compile(r"\x1b\[[\d:;]*[u~A-FHP-S]")
_APPLICATION = re.compile(r"\x1bO(?:1;)?([2-8])([A-Za-z])")
"""A cursor or function key with modifiers, as older terminals write it."""
_SHIFT, _ALT, _CTRL, _LOCKS = 1, 2, 4, 64 | 128
"""Bits of a modifier number, which is one more than their sum. Caps Lock and Num Lock change no key here."""
_RELEASED = "3"
_TAB, _ENTER, _ESCAPE, _BACKSPACE = 9, 13, 27, 127
_MODIFIED = 27
"""The number of modifyOtherKeys, before `~`."""
_TILDE_KEYS = {*range(1, 9), *range(11, 16), *range(17, 22), 23, 24, 57427}
"""Numbers of keys that `~` ends: Home, Insert, Delete, End, PgUp, PgDn, F1 to F12, the middle of the number pad."""
_PAD = {57399 + n: character for n, character in enumerate("0123456789./*-+\r=,")}
"""Keys of the number pad, with what they type."""
_TYPES_NOTHING = range(57344, 63744)
"""Numbers of keys for which there is no character: media keys, arrows of the number pad, and so on."""
_MODIFIER_KEYS = {*range(57358, 57361), *range(57441, 57455)}


def respelled(piece: str) -> str:
    """Returns what Textual reads as this key: a character, or a sequence that it knows. Empty if it is no key.

    >>> respelled("\\x1b[27;5;122~"), respelled("\\x1b[97;2;65u"), respelled("\\x1b[20;3R")
    ('\\x1a', 'A', '')
    """
    if not piece.startswith("\x1b["):
        return _APPLICATION.sub("\x1b[1;\\1\\2", piece)
    found = _KEY.fullmatch(piece)
    if found is None:
        # Keys of older terminals, which Textual has in a table, and reports.
        return "" if _LIKE_A_KEY.fullmatch(piece) else piece
    if found["event"] == _RELEASED:
        return ""
    key, end = int(found["key"] or 1), found["end"]
    modifiers = (int(found["modifiers"] or 1) - 1) & ~_LOCKS
    if end == "u":
        text = "".join(map(_character, (found["text"] or "").split(":")))
        return _typing_key(key, modifiers, _character(found["shifted"]), text)
    if end == "~" and key == _MODIFIED and found["text"]:
        return _typing_key(int(found["text"].partition(":")[0]), modifiers)
    if end == "~":
        return _sequence(key, modifiers, end) if key in _TILDE_KEYS else ""
    if end == "R" and found["modifiers"] is not None:
        return ""  # where the cursor is
    if key != 1:
        key, modifiers = 1, key - 1  # Ctrl+Up as rxvt writes it
    return _sequence(key, modifiers, end) if modifiers < 2 * _CTRL else ""


def _typing_key(key: int, modifiers: int, shifted: str = "", text: str = "") -> str:
    """What a key with the number of a character types, or its sequence if it types nothing."""
    if key in _MODIFIER_KEYS:
        return ""
    if text and modifiers & (_ALT | _CTRL) != _CTRL:
        return text
    if key in _PAD and not modifiers:
        return _PAD[key]
    if modifiers == _SHIFT and key in (_ENTER, _ESCAPE, _BACKSPACE):
        modifiers = 0
    character = _character(str(key))
    if not character or key in _TYPES_NOTHING:
        return _sequence(key, modifiers, "u") if key in (_TAB, _ENTER, _ESCAPE, _BACKSPACE, *_TYPES_NOTHING) else ""
    if modifiers in (0, _SHIFT):
        return (shifted or character.upper()) if modifiers else character
    if modifiers == _CTRL and (control := _control(character)):
        return control
    return _sequence(ord(character.lower()), modifiers, "u")


def _control(character: str) -> str:
    """The control character that Ctrl and this key type on a plain terminal; empty if there is none."""
    upper = character.upper()
    return "\0" if upper == " " else chr(ord(upper) & 31) if "@" <= upper <= "_" else ""


def _character(number: str | None) -> str:
    """The character with this number, if it can be typed; else empty."""
    code = int(number or 0)
    character = chr(code) if code <= 0x10FFFF else ""
    return character if character.isprintable() or character == JOINER else ""


def _sequence(key: int, modifiers: int, end: str) -> str:
    return f"\x1b[{key};{modifiers + 1}{end}" if modifiers else f"\x1b[{key}{end}"
