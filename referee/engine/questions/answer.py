"""Answers: one class for each kind of question; they are saved. And what a rule reads of an answer that is a roll.

Throws that read alike come out alike, but for the faces that are told; so the odds are worked out once for all of them.
A roll that declares nothing has each of its faces read, in the order in which the dice fell.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from referee.engine.state.bearer import Tag
from referee.engine.state.saved_model import SavedModel

Thrower = Literal["table", "app"]
"""Who threw a die: a person at the table, or the app."""


class Rolled(SavedModel, tag_field="a", tag="rolled"):
    """The answer to a roll: the faces of its dice, or their sum."""

    faces: tuple[tuple[int, ...], ...]
    """For each pool, its faces in the order thrown: the number shown, or the index of a symbol die's face, from 0."""
    by: tuple[tuple[Thrower, ...], ...]
    """Who threw each face, in the shape of `faces`."""
    sum: int | None = None
    """The sum, if the table gave no faces."""

    @classmethod
    def thrown(cls, *faces: Sequence[int], by: Thrower = "table") -> "Rolled":
        """The answer with these faces for each pool, all thrown by the same."""
        return cls(faces=tuple(map(tuple, faces)), by=tuple((by,) * len(pool) for pool in faces))

    def shown(self, pool: int, labels: Sequence[str]) -> str:
        """A pool's labels, where the app threw some with who threw them: `4 6 (app)`, `5 (typed) 1 (app)`."""
        by = self.by[pool]
        if len(set(by)) > 1:
            marks = {"table": "typed", "app": "app"}
            return " ".join(f"{label} ({marks[who]})" for label, who in zip(labels, by, strict=True))
        return " ".join(labels) + (" (app)" if labels and by[0] == "app" else "")

    @property
    def all(self) -> tuple[int, ...]:
        """The faces of all pools in one tuple."""
        return tuple(face for pool in self.faces for face in pool)

    @property
    def total(self) -> int:
        """The sum of plain numbered dice."""
        return sum(self.all) if self.sum is None else self.sum


class Drew(SavedModel, tag_field="a", tag="drew"):
    """The answer to a draw: the tags of the cards."""

    cards: tuple[Tag, ...]
    by: Thrower = "table"


class Chosen(SavedModel, tag_field="a", tag="chosen"):
    """Which option was taken."""

    option: str


class Picked(SavedModel, tag_field="a", tag="picked"):
    """Which figures, groups or things were meant."""

    tags: tuple[Tag, ...]

    @property
    def one(self) -> Tag:
        """The tag that was picked, where the question allows just one."""
        return self.tags[0]


@lru_cache(maxsize=2048)
def picked(tag: Tag) -> Picked:
    """That one, made once: each choice of a question is tried before it is asked."""
    return Picked(tags=(tag,))


def chosen(option: str) -> Chosen:
    """The answer that takes this option."""
    return Chosen(option=option)


class Counted(SavedModel, tag_field="a", tag="counted"):
    """The answer to a question for a number."""

    n: int


class NamedNumber(SavedModel):
    """One of several numbers."""

    name: str
    """The word it was asked by: the tag of a figure, or the name of a side."""
    n: int | None = None
    """None: left blank."""
    by: Thrower = "table"


class Numbered(SavedModel, tag_field="a", tag="numbered"):
    """Several named numbers, each a total."""

    numbers: tuple[NamedNumber, ...]

    def of(self, name: str) -> int | None:
        """The number of that name; None if it was left blank, or not asked for."""
        return next((number.n for number in self.numbers if number.name == name), None)


class Confirmed(SavedModel, tag_field="a", tag="confirmed"):
    """The answer to a yes-or-no question."""

    yes: bool


class Said(SavedModel, tag_field="a", tag="said"):
    """The answer to a question for words."""

    text: str


Answer = Rolled | Drew | Chosen | Picked | Counted | Numbered | Confirmed | Said


class Reads(Struct, frozen=True):
    """What is read of the faces of each pool that count: after re-rolls, and after keeping or dropping."""

    total: bool = False
    """Their sum."""
    at_least: tuple[int, ...] = ()
    """For each of these numbers, how many show it or more."""
    apart: tuple[int, ...] = ()
    """For each of these faces, how many show just that."""
    highest: int = 0
    """So many of the highest, each as it is; with as many as there are dice all faces, in any order."""
    marks: tuple[str, ...] = ()
    """For each of these symbols, how many are shown."""
    ranked: bool = False
    """Of several that are asked for at once, only whose total is highest."""
    judged: Callable[[Rolled], Hashable] | None = None
    """Where of all that only a judgement matters, such as the result of a test: the judgement. It depends on nothing
    but what is read.
    """


SUM = Reads(total=True)
"""Only the sum of each pool matters."""
