"""Symbol dice: their faces, and what each face counts."""

from msgspec import Struct

VALUE = "value"
"""The mark of a symbol face that is added up: what it counts."""


class Face(Struct, frozen=True):
    """One face of a symbol die: how it is typed and drawn, and what it counts."""

    label: str
    marks: tuple[tuple[str, int], ...] = ()
    """("range", 3), ("surge", 1)."""


class SymbolDie(Struct, frozen=True):
    """A die with symbols. Its faces are numbered from 0 in answers; equal faces are one another's like."""

    name: str
    faces: tuple[Face, ...]

    def begins(self, text: str) -> tuple[int, str] | None:
        """The number of the face that a text begins with, and what is left of it: 131021 is 131, and then 021."""
        typed = [n for n, face in enumerate(self.faces) if text.lower().startswith(face.label.lower())]
        longest = max(typed, key=lambda n: len(self.faces[n].label), default=None)
        return None if longest is None else (longest, text[len(self.faces[longest].label) :])


FATE = SymbolDie("dF", tuple(Face(label, ((VALUE, n),)) for label, n in (("+", 1), ("0", 0), ("-", -1))))
"""The die with plus, blank and minus that every game may roll: 4dF."""
