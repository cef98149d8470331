"""Answers to an unknown word, or to one that means several things."""

from collections.abc import Collection, Iterable

from msgspec import Struct

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


class NoSuchWord(Struct, frozen=True):
    """How a word is refused that is none of those that are known: `Ann has no "axe". Weapons: sword, bow.`"""

    before: str = "There is no"
    """What stands before the word."""
    after: str = "here"
    heading: str = "Choose"
    """What stands before the list of the known words."""

    def refusal(self, word: str, known: Collection[str]) -> str:
        """The sentence: what was perhaps meant where the known words are many, else all of them."""
        head = " ".join(filter(None, (self.before, quoted(word.strip()), self.after)))
        names = {name.lower(): name for name in known}
        if len(known) > MOST_LISTED and (near := nearest(word.strip().lower(), names)):
            return f"{head}. Did you mean {names[near]}?"
        return f"{head}. {self.heading}: {listed(known)}." if known else f"{head}."


NO_SUCH_WORD = NoSuchWord()
"""How a word is refused where a question says nothing else."""


def could_be(word: str, alike: Collection[str]) -> str:
    """Says that a word may mean several things."""
    return f"{quoted(word.strip())} could be {listed([quoted(each) if ',' in each else each for each in alike])}."
