"""Big letters: text drawn in blocks, to be read from afar."""

import unicodedata
from functools import lru_cache
from itertools import zip_longest

from rich.cells import cached_cell_len as cell_len

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import cut

_DRAWN = {
    "A": "010 101 111 101 101",
    "B": "110 101 110 101 110",
    "C": "011 100 100 100 011",
    "D": "110 101 101 101 110",
    "E": "111 100 110 100 111",
    "F": "111 100 110 100 100",
    "G": "0111 1000 1011 1001 0111",
    "H": "101 101 111 101 101",
    "I": "111 010 010 010 111",
    "J": "001 001 001 101 010",
    "K": "1001 1010 1100 1010 1001",
    "L": "100 100 100 100 111",
    "M": "10001 11011 10101 10001 10001",
    "N": "1001 1101 1011 1001 1001",
    "O": "0110 1001 1001 1001 0110",
    "P": "110 101 110 100 100",
    "Q": "0110 1001 1001 1011 0111",
    "R": "110 101 110 101 101",
    "S": "0111 1000 0110 0001 1110",
    "T": "111 010 010 010 010",
    "U": "101 101 101 101 111",
    "V": "101 101 101 101 010",
    "W": "10001 10001 10101 11011 10001",
    "X": "101 101 010 101 101",
    "Y": "101 101 010 010 010",
    "Z": "111 001 010 100 111",
    "0": "111 101 101 101 111",
    "1": "010 110 010 010 111",
    "2": "111 001 111 100 111",
    "3": "111 001 011 001 111",
    "4": "101 101 111 001 001",
    "5": "111 100 111 001 111",
    "6": "111 100 111 101 111",
    "7": "111 001 010 010 010",
    "8": "111 101 111 101 111",
    "9": "111 101 111 001 111",
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
    if not GLYPHS.plain:
        for times in range(scale, 0, -1):
            rows = _rows(text, times)
            if rows and len(rows[0]) <= cells:
                return [*rows]
    return [spaced(text, cells)]


@lru_cache(maxsize=1024)  # each is measured several times before a size is found in which all have room
def _rows(text: str, times: int) -> tuple[str, ...]:
    """Two rows of dots in each line; none if a letter cannot be drawn."""
    plain = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each)).upper()
    if not all(letter in _DRAWN for letter in plain):
        return ()
    drawn = ["0".join(parts) for parts in zip(*(_DRAWN[letter].split() for letter in plain), strict=True)]
    dots = ["".join(dot * times for dot in row) for row in drawn for _ in range(times)]
    pairs = zip_longest(dots[::2], dots[1::2], fillvalue="")
    return tuple(
        "".join(_HALVES[upper == "1", lower == "1"] for upper, lower in zip_longest(top, bottom, fillvalue="0"))
        for top, bottom in pairs
    )


def is_big(text: str, cells: int, scale: int = 1) -> bool:
    """Can it be drawn in big letters of that scale in so many cells?"""
    return len(big(text, cells, scale)) == 5 * scale // 2 + scale % 2


def spaced(text: str, cells: int) -> str:
    """Capitals with gaps, as far as they fit; else the text as it is, cut with a sign if it must be."""
    wide = " ".join(text.upper())
    return wide if cell_len(wide) <= cells else cut(text, cells)
