"""Typed faces of a roll, in order or by a key for each face of a symbol die."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from referee.engine.dice.dice import Pool
from referee.engine.dice.spoken_dice import owner, spoken
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood
from referee.text.phrases import joined, listed
from referee.text.quoting import quoted

_LETTERS = "BEGHIJKLMOPQTVYZXACFNRSUWD"
"""Capitals for the faces of symbol dice, in order: those that are commands at the table come last."""
FACE_LETTERS = frozenset(_LETTERS[: _LETTERS.index("A")])
"""The capitals that faces have first."""
BLANK = "-"
"""A face without symbols. It may be typed so, but the key that is shown for it is a capital: in a choice `-` picks
nobody, and a die that is typed too early must not do that."""


class RollInput:
    """The faces typed so far for each pool of a roll."""

    def __init__(self, pools: tuple[Pool, ...]) -> None:
        self.pools = pools
        self.faces: list[list[int]] = [[] for _ in pools]
        self._at = 0

    def due(self, place: int) -> int:
        """Number of faces that the pool still lacks."""
        return self.pools[place].read(self.faces[place]).due

    @property
    def at(self) -> int:
        """Index of the pool that the next face goes to: the first from the last `/` on that is not full.

        Their number if none.
        """
        return next((n for n in range(self._at, len(self.pools)) if self.due(n)), len(self.pools))

    def put(self, text: str) -> None:
        """Adds the faces typed in a line. Raises NotUnderstood at the first that does not fit; those before it stay."""
        for word in text.replace(",", " ").replace("/", " / ").split():
            if word == "/":
                self._at += 1
            else:
                self._put(word)

    def _put(self, word: str) -> None:
        keys = _typed_keys(self.pools)
        while word:
            place, face = keys.get(word[0].upper(), (-1, 0))
            if place >= 0 and self.due(place):
                word = word[1:]
            else:
                place = self.at if place < 0 or self._shown(word) else place
                if place >= len(self.pools) or not self.due(place):
                    raise NotUnderstood(too_many(self.pools, place))
                face, word = _face(self.pools, place, word)
            self.faces[place].append(face)

    def _shown(self, word: str) -> bool:
        """True if the next pool has a symbol face whose label begins the word."""
        pool = self.pools[self.at] if self.at < len(self.pools) else None
        return pool is not None and pool.die is not None and pool.die.begins(word) is not None


@lru_cache(maxsize=64)
def keys_of(pools: tuple[Pool, ...]) -> Mapping[str, tuple[int, int]]:
    """A key for each face that a symbol die may show: its pool and its face.

    A sign such as `+` is its own key, at the first of the dice that show it; the others have capitals, in order. So one
    key says both which die it was and what it shows, and the dice can be typed as they are picked up.
    """
    faces = [(place, face) for place, pool in enumerate(pools) for face in _distinct(pool)]
    labels = {pools[place].label(face).upper() for place, face in faces}
    letters = iter(letter for letter in _LETTERS if not any(label.startswith(letter) for label in labels))
    keys: dict[str, tuple[int, int]] = {}
    for place, face in faces:
        label = pools[place].label(face).upper()
        sign = _is_sign(label, labels) and label != BLANK and label not in keys
        if key := label if sign else next(letters, ""):
            keys[key] = place, face
    return keys


def has_blank(pools: tuple[Pool, ...]) -> bool:
    """May `-` be typed for a face of these dice?"""
    return BLANK in _typed_keys(pools)


@lru_cache(maxsize=64)
def _typed_keys(pools: tuple[Pool, ...]) -> Mapping[str, tuple[int, int]]:
    """`keys_of`, and `-` for the first die with that label."""
    found = dict(keys_of(pools))
    labels = {pools[place].label(face).upper() for place, face in found.values()}
    minus = [there for there in found.values() if pools[there[0]].label(there[1]) == BLANK]
    return found | {BLANK: minus[0]} if minus and _is_sign(BLANK, labels) else found


def _is_sign(label: str, labels: Collection[str]) -> bool:
    """True if the label is one character and no other label begins with it."""
    return [other for other in labels if other.startswith(label[0])] == [label[0]]


def _distinct(pool: Pool) -> list[int]:
    """Face numbers of a symbol die, without repeated labels; [] for a numbered die."""
    labels = [face.label for face in pool.die.faces] if pool.die is not None else []
    return [n for n, label in enumerate(labels) if label not in labels[:n]]


def _face(pools: tuple[Pool, ...], place: int, word: str) -> tuple[int, str]:
    """The face that a word begins with, and what is left of it; with dice of one digit `3265` is four of them."""
    pool = pools[place]
    if pool.die is None:
        digit = pool.sides < 10 and word.isascii() and word.isdigit()
        if not digit and not is_number(word):
            shows = f"{owner(pools, pool)}a d{pool.sides} shows 1 to {pool.sides}"
            raise NotUnderstood(f"{shows[0].upper()}{shows[1:]}, not {quoted(word)}.")
        face = int(word[0] if digit else word)
        if problem := impossible(pool, (face,)):
            raise NotUnderstood(problem)
        return face, word[1:] if digit else ""
    if begun := pool.die.begins(word):
        return begun
    labels = list(dict.fromkeys(face.label for face in pool.die.faces))
    if begin := [label for label in labels if label.lower().startswith(word.lower())]:
        raise NotUnderstood(f"{quoted(word)} could be {listed(begin)} on the {pool.die.name} die.")
    raise NotUnderstood(f"The {pool.die.name} die has no {quoted(word)}. Faces: {listed(labels)}.")


def too_many(pools: tuple[Pool, ...], place: int) -> str:
    """The message for a face too many."""
    pool = pools[min(place, len(pools) - 1)] if pools else None
    if pool is None:
        return "There are no dice to roll."
    return f"Too many dice. Roll {joined([spoken(pools, each) for each in pools])}."


def impossible(pool: Pool, faces: tuple[int, ...]) -> str | None:
    """Why the pool's dice cannot show these faces; None if they can."""
    for face in faces:
        if not pool.first <= face <= pool.last:
            what = f"a d{pool.sides}" if pool.die is None else f"a {pool.die.name} die"
            return f"{what[0].upper()}{what[1:]} never shows {face}."
    return None
