"""Large letters and thick bars, drawn with blocks, which are read from the other end of a room."""

import unicodedata
from itertools import zip_longest

from rich.cells import cell_len

from referee.ui.drawing.text_line import GLYPHS, StyledText, cut

_DRAWN = {
    "A": "010 101 111 101 101",
    "B": "110 101 110 101 110",
    "C": "011 100 100 100 011",
    "D": "110 101 101 101 110",
    "E": "111 100 110 100 111",
    "F": "111 100 110 100 100",
    "G": "0111 1000 1011 1001 0111",
    "H": "101 101 111 101 101",
    "I": "1 1 1 1 1",
    "J": "001 001 001 101 010",
    "K": "1001 1010 1100 1010 1001",
    "L": "100 100 100 100 111",
    "M": "10001 11011 10101 10001 10001",
    "N": "1001 1101 1011 1001 1001",
    "O": "0110 1001 1001 1001 0110",
    "P": "110 101 110 100 100",
    "Q": "0110 1001 1001 1011 0111",
    "R": "110 101 110 101 101",
    "S": "011 100 010 001 110",
    "T": "111 010 010 010 010",
    "U": "101 101 101 101 011",
    "V": "101 101 101 101 010",
    "W": "10001 10001 10101 11011 10001",
    "X": "101 101 010 101 101",
    "Y": "101 101 010 010 010",
    "Z": "111 001 010 100 111",
    "0": "010 101 101 101 010",
    "1": "01 11 01 01 01",
    "2": "110 001 010 100 111",
    "3": "110 001 010 001 110",
    "4": "101 101 111 001 001",
    "5": "111 100 110 001 110",
    "6": "011 100 110 101 010",
    "7": "111 001 010 010 010",
    "8": "010 101 010 101 010",
    "9": "010 101 011 001 110",
    " ": "00 00 00 00 00",
    "-": "00 00 11 00 00",
    "'": "1 1 0 0 0",
    ".": "0 0 0 0 1",
    ",": "0 0 0 1 1",
    "/": "001 001 010 100 100",
    "+": "000 010 111 010 000",
    "&": "010 101 010 101 011",
}
"""Five rows of dots for each letter."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def big(text: str, cells: int, scale: int = 1) -> list[str]:
    """The text in big letters, in at most so many cells; in capitals with gaps, or as it is, where they have no room.

    scale: how many times as large they may be.

    Letters that cannot be drawn big, as those of other scripts, leave the whole text as it is.
    """
    plain = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each)).upper()
    if not GLYPHS.plain and all(letter in _DRAWN for letter in plain):
        for times in range(scale, 0, -1):
            rows = _rows(plain, times)
            if rows and len(rows[0]) <= cells:
                return rows
    return [spaced(text, cells)]


def _rows(text: str, times: int) -> list[str]:
    """Two rows of dots in each line."""
    drawn = ["0".join(parts) for parts in zip(*(_DRAWN[letter].split() for letter in text), strict=True)]
    dots = ["".join(dot * times for dot in row) for row in drawn for _ in range(times)]
    pairs = zip_longest(dots[::2], dots[1::2], fillvalue="")
    return [
        "".join(_HALVES[upper == "1", lower == "1"] for upper, lower in zip_longest(top, bottom, fillvalue="0"))
        for top, bottom in pairs
    ]


def is_big(text: str, cells: int, scale: int = 1) -> bool:
    """Can it be drawn in big letters of that scale in so many cells?"""
    return len(big(text, cells, scale)) == 5 * scale // 2 + scale % 2


def spaced(text: str, cells: int) -> str:
    """Capitals with gaps, as far as they fit; else the text as it is, cut with a sign if it must be."""
    wide = " ".join(text.upper())
    return wide if cell_len(wide) <= cells else cut(text, cells)


def thick(now: int, most: int, cells: int, style: str) -> tuple[StyledText, ...]:
    """One line of a thick bar: what is there, and what is gone. A little is never nothing, nor almost all of it all."""
    full = min(cells, max(0, now * cells // most))
    full = max(full, 1) if now > 0 else 0
    signs = (GLYPHS.solid, GLYPHS.gone if GLYPHS.plain else "░")
    return (signs[0] * full, style), (signs[1] * (cells - full), "dim")
