"""Text from outside made harmless for terminals, and as ASCII for those that can draw no other letters."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from string import ascii_lowercase
from typing import cast


def pattern(source: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """A regular expression that is compiled when it is first used, for modules that the app begins with."""
    return cast("re.Pattern[str]", _Late(source, flags))


class _Late:
    def __init__(self, source: str, flags: re.RegexFlag) -> None:
        self._given = source, flags

    def __getattr__(self, name: str) -> object:
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found


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


def possessive(name: str) -> str:
    """The possessive form of a name: `Ulf's`, `the rats'`."""
    return f"{name}'" if name.endswith("s") and name.lower().startswith("the ") else f"{name}'s"


LONGEST_NAME = 60
"""Characters a name may have."""
LONGEST_NOTE = 2000
"""Characters a note may have."""

BYTE_ORDER_MARK = "\ufeff"
"""The first character of texts from some editors and shells; it is no letter."""
_FILLERS = "\u115f\u1160\u3164\uffa0"
_HARMFUL_THOUGH_PRINTABLE = frozenset({*_FILLERS, *map(chr, range(0xE0100, 0xE01F0))})
"""What is harmful and Python takes for printable: letters that draw as nothing, tags that choose a variant of one."""
_HARMFUL = pattern(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 and C1 controls, but not tab and newline
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # zero width, bidi marks, overrides and isolates
    f"\u00ad\u061c\u180e{_FILLERS}"  # the Arabic mark; hyphens and fillers that draw as nothing
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # controls of hieroglyphs, shorthand and music
    "\ufff9-\ufffb\U000e0000-\U000e0fff"  # interlinear anchors, tag characters
    "\ud800-\udfff"  # halves of a surrogate pair: cannot be written as UTF-8
    "]"
)
_SPACE = pattern(r"\s")
_SPACES = pattern(r"\s+")
_MARKS_IN_A_ROW = 2


def harmless(raw: str, longest: int = LONGEST_NOTE) -> str:
    """Text to be drawn, in one line: nothing in it steers a terminal; each white space is a blank, and as many stay."""
    kept, is_printable = raw[: longest * 4], raw.isprintable()
    if is_printable and raw.isascii():
        return raw[:longest]
    if not is_printable or not _HARMFUL_THOUGH_PRINTABLE.isdisjoint(kept):
        kept = _HARMFUL.sub("", _SPACE.sub(" ", kept))
    return (kept if kept.isascii() else _few_marks(unicodedata.normalize("NFC", kept)))[:longest]


def clean(raw: str, longest: int = LONGEST_NOTE) -> str:
    """Text to be kept, in one harmless line: white space folded, none at the ends, at most `longest` characters."""
    if len(raw) <= longest and raw.isascii() and raw.isprintable() and "  " not in raw:
        return raw.strip()  # what most texts are; the rest takes many times as long
    drawn = harmless(_SPACES.sub(" ", raw[: longest * 4]), longest * 4)
    return _SPACES.sub(" ", drawn).strip()[:longest].rstrip()


def clean_name(raw: str) -> str:
    """The name of a figure, a fight or a save: one short harmless line, perhaps empty."""
    return clean(raw, LONGEST_NAME)


def capitalised(text: str) -> str:
    """The text with a capital first letter, as it begins a sentence."""
    return text[:1].upper() + text[1:]


def first_line(text: str) -> str:
    """The first line of a text."""
    return text.partition("\n")[0]


def has_words(text: str, words: Iterable[str]) -> bool:
    """Do all of these words occur in the text, in capitals or not?"""
    low = text.lower()
    return all(word.lower() in low for word in words)


def _few_marks(text: str) -> str:
    """No letter carries more than two marks, so that nothing grows over the lines above and below."""
    out: list[str] = []
    marks = 0
    for letter in text:
        # Not `combining`: the marks of Thai and the circles around a letter have class 0 there, and pile up as well.
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= _MARKS_IN_A_ROW:
            out.append(letter)
    return "".join(out)


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


def lettered(words: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """Words by a small letter each, none of those taken: the first of its own letters that is free, else any.

    The first letter of a word goes before the later letters of others. A word for which no letter is left has none.
    """
    return dict(_lettered(tuple(dict.fromkeys(words)), frozenset(taken)))


@lru_cache(maxsize=64)
def _lettered(words: tuple[str, ...], taken: frozenset[str]) -> Mapping[str, str]:
    """The same, kept: a crowd of foes is asked for again and again."""
    free = {letter: None for letter in ascii_lowercase if letter not in taken}
    keys, waiting = dict[str, str](), words
    for letters_of in (lambda word: word[:1].lower(), str.lower, lambda word: "".join(free)):
        for word in waiting if free else ():
            if letter := next((letter for letter in letters_of(word) if letter in free), ""):
                del free[letter]
                keys[word] = letter
        waiting = tuple(word for word in waiting if word not in keys)
    return {letter: word for word, letter in keys.items()}


_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


_NUMBER = pattern(r"(-?)(\d{0,6}\.\d{1,6}|\d{1,6}(?:/[1-9]\d{0,2})?)", re.ASCII)


def fraction_in(text: str) -> Fraction | None:
    """The number with which a text begins: 1/4 for `1/4`, `0.25`, `.25` and `¼`; None without one."""
    first = unicodedata.normalize("NFKC", text[:1]).replace("\N{FRACTION SLASH}", "/")
    found = _NUMBER.match(first + text[1:40])
    return None if found is None else Fraction(found[0])


def counted(n: int, most: int = 6) -> str:
    """A number as it is said in a sentence: up to `most`, which is twelve at most, in a word."""
    return _COUNTS[n] if 0 <= n <= most else str(n)


def joined(words: Sequence[str], by: str = "and") -> str:
    """Words as they are said in a row: `a`, `a and b`, `a, b and c`."""
    *first, last = words or ("",)
    return f"{', '.join(first)} {by} {last}" if first else last
