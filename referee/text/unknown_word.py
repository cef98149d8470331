"""Answers to an unknown word, or to one that means several things."""

from collections.abc import Collection, Iterable

from referee.text.phrases import MOST_LISTED, listed
from referee.text.quoting import quoted


def nearest(word: str, known: Iterable[str], likeness: float = 0.75) -> str | None:
    """The one of these words that a misspelt word is nearly; None if it is like none of them, from 0 to 1 for equal."""
    from difflib import get_close_matches  # late: it takes as long as the rest of the engine

    near = get_close_matches(word[:40], list(known), n=1, cutoff=likeness)
    return near[0] if near else None


def others(names: Collection[str]) -> str:
    """`. Others: Goblin 1, Rat 2`, to end a refusal; empty where there is nothing to choose from."""
    return f". Others: {listed(names)}" if names else ""


def no_such(word: str, known: Collection[str], missing: str = "") -> str:
    """Says that a word is none of those that are known: what was perhaps meant where these are many, else all of them.

    `missing` is how that is said, with {word} for it: `Ann has no {word}. Weapons`.
    """
    head = (missing or "There is no {word} here. Choose").replace("{word}", quoted(word.strip()))
    names = {name.lower(): name for name in known}
    if len(known) > MOST_LISTED and (near := nearest(word.strip().lower(), names)):
        return f"{head.partition('. ')[0]}. Did you mean {names[near]}?"
    return f"{head}: {listed(known)}." if known else f"{head.partition('. ')[0]}."


def could_be(word: str, alike: Collection[str]) -> str:
    """Says that a word may mean several things."""
    return f"{quoted(word.strip())} could be {listed([quoted(each) if ',' in each else each for each in alike])}."
