"""Letters by which the choices of a menu are taken."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from string import ascii_lowercase


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
        if free:
            for word in waiting:
                if letter := next((letter for letter in letters_of(word) if letter in free), ""):
                    del free[letter]
                    keys[word] = letter
        waiting = tuple(word for word in waiting if word not in keys)
    return {letter: word for word, letter in keys.items()}
