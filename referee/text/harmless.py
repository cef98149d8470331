"""Text from outside, made harmless for a terminal."""

import unicodedata

from referee.text.lazy_pattern import pattern

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
