"""Named dice of a system file: each face has a name.

Used by the section `dice` of the file.
Gives one class for a die.
"""

from referee.engine.contract.symbol_dice import VALUE, Face, SymbolDie
from referee.engine.dice.dice import Pool
from referee.engine.numbers import is_number
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.toml_table import LONGEST_LIST, NUMBERS, Table


def _faces(table: Table, key: str) -> tuple[str, ...]:
    faces = table.words(key)
    if not 2 <= len(faces) <= LONGEST_LIST:
        table.report("E10", f"a die has 2 to {LONGEST_LIST} faces; this one has {len(faces)}.", key)
        return ("blank", "blank")
    return faces


def _values(table: Table, key: str) -> tuple[int, ...]:
    values = table.get(key, "a list of numbers", list) or []
    faces = table.data.get("faces")
    if values and (not all(type(n) is int for n in values) or not isinstance(faces, list) or len(values) != len(faces)):
        table.report("E2", "must be a list of numbers, one for each face.", key)
        return ()
    return tuple(table.bounded(n, 0, *NUMBERS, key) for n in values)


class DiceRule(keys.KeyedTable):
    """A die whose faces have names."""

    name: str
    faces: tuple[str, ...] = keys.part(
        _faces, "what its faces are called and typed: [hit, hit, blank]", default=(), without=keys.NEEDED
    )
    values: tuple[int, ...] = keys.part(
        _values, "what each face counts where they are added up", default=(), without="0, or the number that it is"
    )

    @property
    def pool(self) -> Pool:
        """One such die, as amounts name it: {fate}, 4d{fate}."""
        values = self.values or tuple(int(face) if is_number(face) else 0 for face in self.faces)
        faces = (Face(face, ((VALUE, n),)) for face, n in zip(self.faces, values, strict=True))
        return Pool("", die=SymbolDie(self.name, tuple(faces)))
