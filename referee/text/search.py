"""Search for words in a text."""

from collections.abc import Iterable


def has_words(text: str, words: Iterable[str]) -> bool:
    """Do all of these words occur in the text, in capitals or not?"""
    low = text.lower()
    return all(word.lower() in low for word in words)
