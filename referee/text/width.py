"""Width of a text in the columns of a terminal."""

import unicodedata


def cells(text: str) -> int:
    """How many columns of a terminal a clean line takes: wide letters take two, marks over others none."""
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if letter.isascii():
        return 1
    # The vowels and ends of Korean syllables that are written part by part are drawn into the letter before them.
    if unicodedata.category(letter) in ("Mn", "Me") or "\u1160" <= letter <= "\u11ff" or "\ud7b0" <= letter <= "\ud7ff":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
