"""English phrases: words in a row, counts, possessives, capitals."""

from collections.abc import Collection, Sequence


def possessive(name: str) -> str:
    """The possessive form of a name: `Ulf's`, `the rats'`."""
    return f"{name}'" if name.endswith("s") and name.lower().startswith("the ") else f"{name}'s"


def capitalised(text: str) -> str:
    """The text with a capital first letter, as it begins a sentence."""
    return text[:1].upper() + text[1:]


_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(n: int, most: int = 6) -> str:
    """A number as it is said in a sentence: up to `most`, which is twelve at most, in a word."""
    return _COUNTS[n] if 0 <= n <= most else str(n)


def joined(words: Sequence[str], by: str = "and") -> str:
    """Words as they are said in a row: `a`, `a and b`, `a, b and c`."""
    *first, last = words or ("",)
    return f"{', '.join(first)} {by} {last}" if first else last


MOST_LISTED = 8
"""Words that are listed in a sentence."""


def listed(tags: Collection[str], most: int = MOST_LISTED) -> str:
    """At most `most` of these words, separated by commas, with how many more there are."""
    words = list(tags)
    if not words:
        return "nobody"
    return ", ".join(words[:most]) + (f" and {len(words) - most} more" if len(words) > most else "")
