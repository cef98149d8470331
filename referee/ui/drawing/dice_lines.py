"""Dice lines: the pools of a throw, laid out in cells."""

from contextlib import suppress

from msgspec import Struct

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.dice.typed_faces import BLANK, RollInput, keys_of
from referee.engine.problem import NotUnderstood
from referee.engine.questions.question import AnyQuestion
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.offer_lines import Item
from referee.ui.drawing.text_line import StyledText, cut, fit, wrapped

_FALLEN = 16
"""Cells at most for what has fallen of one pool."""


_HEAD = 22
"""Cells at most for whose dice they are."""
_MORE = 10
"""Cells at the end of a line that are kept to say how many pools are out of view."""


class PoolRow(Struct, frozen=True):
    """One pool of the throw."""

    head: str
    """Whose dice, and which."""
    fallen: str
    """What lies there, and a dot for each die that is still to fall."""
    keys: tuple[tuple[str, str], ...]
    """For each face of a symbol die its key and how it is shown."""
    note: str


class Dice(Struct, frozen=True):
    """All pools, and the one to which the next face goes."""

    rows: tuple[PoolRow, ...] = ()
    at: int = 0


def dice_laid(dice: Dice, cells: int, rows: int) -> list[list[Item]]:
    """The lines of the pools that are in view; the pool to which the next face goes is among them."""
    blocks = _blocks(dice, cells)
    lines = [row for block in blocks for row in block]
    if len(lines) <= rows:
        return lines
    first = sum(map(len, blocks[: dice.at]))
    top = min(first, len(lines) - rows)
    seen = lines[top : top + rows]
    hidden = len({row[0].place for row in lines} - {row[0].place for row in seen})
    return [*seen[:-1], [*seen[-1], _more(seen[-1], hidden, cells)]] if hidden else seen


def dice_lines_for(dice: Dice, cells: int, maximum: int) -> int:
    """How many lines the pools take, where there are at most so many."""
    return min(maximum, sum(map(len, _blocks(dice, cells))))


def _blocks(dice: Dice, cells: int) -> list[list[list[Item]]]:
    """The lines of each pool: its dice in columns, and beside them keys or note, over as many lines as they take."""
    head = min(_HEAD, max(len(row.head) for row in dice.rows))
    fallen = max(len(row.fallen) for row in dice.rows)
    return [_block(row, n, n == dice.at, head, fallen, cells) for n, row in enumerate(dice.rows)]


def _block(row: PoolRow, place: int, here: bool, head: int, fallen: int, cells: int) -> list[list[Item]]:
    """The lines of one pool: its head, and beside it the keys of its faces, or its note."""
    sign, style = (GLYPHS.prompt, "asked") if here else (" ", "text")
    start = Item(((f" {sign} {fit(row.head, head)} ", style), (f"{fit(row.fallen, fallen)}  ", "title")), "", place)
    if row.keys:
        return [[start, *(Item(_key(key, face), key, place) for key, face in row.keys)]]
    indent = head + fallen + 6
    first, *more = wrapped(row.note, max(10, cells - indent - _MORE))
    rest = [[Item(((f"{' ' * indent}{cut(text, cells - indent)}", "dim"),), "", place)] for text in more]
    return [[start, Item(((cut(first, cells - indent), "dim"),), "", place)], *rest]


def _key(key: str, face: str) -> tuple[StyledText, ...]:
    """A face with its key; a sign is its own."""
    return ((f"{face}  ", "key"),) if key == face.upper() else ((f"{key} ", "key"), (f"{face}  ", "text"))


def _more(row: list[Item], hidden: int, cells: int) -> Item:
    """Says at the end of a line that there are pools out of view."""
    text = f"{GLYPHS.more} {hidden} more"
    taken = sum(len(words) for item in row for words, _ in item.words)
    return Item(((f"{text:>{max(len(text), cells - taken - 1)}}", "dim"),), "", row[0].place)


def dice_of(question: AnyQuestion | None, typed: str) -> Dice:
    """The pools of a throw as far as it is typed; none where a line of words says all there is to them."""
    if not isinstance(question, Roll) or not (question.notes or keys_of(question.pools)):
        return Dice()
    roll_input = RollInput(question.pools)
    with suppress(NotUnderstood):
        roll_input.put(typed)
    notes = question.notes or ("",) * len(question.pools)
    rows = [_row(question.pools, n, roll_input.faces[n], roll_input.due(n), note) for n, note in enumerate(notes)]
    return Dice(tuple(rows), min(roll_input.at, len(rows) - 1))


def _row(pools: tuple[Pool, ...], place: int, faces: list[int], due: int, note: str) -> PoolRow:
    pool = pools[place]
    name = "" if pool.die is not None and pool.name == pool.die.name else f"{pool.name} "
    size = max(len(pool.label(face)) for face in range(pool.first, pool.last + 1))
    fallen = " ".join([*map(pool.label, faces), *[fit(GLYPHS.dot, size)] * due])
    if len(fallen) > _FALLEN:
        fallen = f"{len(faces)} of {len(faces) + due}"
    keys = tuple((key, _called(pool, face)) for key, (of, face) in keys_of(pools).items() if of == place)
    return PoolRow(f"{name}{pool}", fallen, keys, note)


def _called(pool: Pool, face: int) -> str:
    """A face beside its key: a blank one in a word, as its sign would look like a key."""
    label = pool.label(face)
    return "blank" if label == BLANK else label
