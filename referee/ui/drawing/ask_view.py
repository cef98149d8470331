"""View of what is asked: the prompt of the question line, its offers and its dice, laid out in cells."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.dice.typed_faces import BLANK, RollInput, keys_of
from referee.engine.problem import NotUnderstood
from referee.engine.questions.question import AnyQuestion
from referee.ui.drawing.text_line import GLYPHS, StyledText, cut, fit, width, wrapped

if TYPE_CHECKING:
    from referee.odds.ways import WayData

_KEY = 5
"""Cells before the text of an offer in a column, for its sign and key, and behind it."""
_FEW = 4
"""So many offers have a line each, if there are so many lines."""
_LEAST_COLUMNS = 3
"""Columns that are not left out: who it is, what is left to them, and what a hit needs."""
_LONGEST = 60
"""Cells at most for the text of an offer that is not in a column."""
_REASONS = (72, 32, 0)
"""Cells for why an offer is barred: the first of these with which all offers fit."""

_FALLEN = 16
"""Cells at most for what has fallen of one pool."""


class Offered(Struct, frozen=True):
    """Something that may be answered."""

    key: str
    text: str
    barred: str
    """Why it cannot be answered now; empty if it can."""
    word: str
    """What a click on it answers."""
    picked: bool = False
    """It is one of those that are marked."""
    is_note: bool = False
    """It is no offer, but says what its key does; a click presses that."""
    columns: tuple[str, ...] = ()
    """The same text, part by part, as it stands in columns where there is room."""


class Item(Struct, frozen=True):
    """One offer as it is drawn, or several."""

    words: tuple[StyledText, ...]
    to: str
    """What a click on it answers; empty if nothing."""
    place: int
    offers: int = 1
    """How many offers it stands for: several with numbers that follow each other, none for the name before them."""


def offers_laid(offers: Sequence[Offered], cells: int, rows: int, at: int = -1) -> tuple[list[list[Item]], int]:
    """The lines of offers in view, the marked one at place `at` among them (-1: none), and how many are not."""
    if lines := _table(offers, cells, rows, at) or _side_by_side(offers, cells, rows, at):
        return lines, 0
    lines = _by_name(tuple(offers), cells, at)
    return (lines, 0) if len(lines) <= rows else _in_view(lines, cells, rows, max(0, at), len(offers))


def with_odds(
    offers: tuple[Offered, ...], odds: "Mapping[str, WayData]", picked: Sequence[str], room: tuple[int, int], at: int
) -> tuple[tuple[Offered, ...], str]:
    """The offers with the odds of each in one column more, if there is room for that in so many cells and rows; else
    the odds of the one that is picked, or that Space takes. Where nothing is offered, those of what is asked.
    """
    told = {word: way["line"] for word, way in odds.items() if way["line"]}
    if any(offer.word in told for offer in offers):
        most = max(len(offer.columns) for offer in offers)
        longer = tuple(
            replace(offer, columns=(*offer.columns, *[""] * (most - len(offer.columns)), told.get(offer.word, "")))
            for offer in offers
        )
        longest = max(told.values(), key=len)
        if any(longest in text for row in _table(longer, *room, at) for item in row for text, _ in item.words):
            return longer, ""
    if not offers and "" not in told:
        return offers, "; ".join(odds_in_short(odds).values())
    words = [*picked, *([offers[at].word] if 0 <= at < len(offers) else []), ""]
    word = next((word for word in words if word in told), None)
    return offers, "" if word is None else odds_in_short(odds)[word]


def odds_in_short(odds: "Mapping[str, WayData]") -> dict[str, str]:
    """What may come of each way of which anything may, with its label, by the word for it."""
    return {word: f"{way['label']}: {way['line']}".removeprefix(": ") for word, way in odds.items() if way["line"]}


def fitting_tally(parts: Sequence[tuple[str, object]], room: int, least: int) -> str:
    """What an answer is added up from: as many parts as there is room for, each whole, but always the first.

    room, least: cells beside the question, and those that the first part may take from the question.
    """
    said = [f"{GLYPHS.dot} {name} {value}".rstrip() for name, value in parts]
    fitting = [" ".join([*said[:n], *([GLYPHS.more] if said[n:] else [])]) for n in range(len(said), 0, -1)]
    return next((text for text in fitting if cell_len(text) <= room), cut("".join(said[:1]), max(least, room)))


def more(count: int) -> str:
    """Says that there are offers out of view."""
    return f" {GLYPHS.more} {count} more: ↑↓, or / to type the name" if count else ""


def offer_lines_for(offers: Sequence[Offered], cells: int, maximum: int, at: int = -1) -> int:
    """How many lines the offers take, with reasons if they fit, where there are at most so many."""
    return len(offers_laid(offers, cells, maximum, at)[0])


def _table(offers: Sequence[Offered], cells: int, rows: int, at: int) -> list[list[Item]]:
    """The offers in columns that line up, each in a line of its own if there are few, else side by side, too.

    The last columns are left out where that is needed, but not the first. Empty where it does not fit then, or where
    they have no columns.
    """
    most = max([len(offered.columns) for offered in offers], default=0)
    real, least = sum([not offered.is_note for offered in offers]), min(most, _LEAST_COLUMNS)
    room = rows * max(1, cells // (_KEY + cell_len("  ".join(_told(offers[0], least)).rstrip())))
    # Of a hundred targets no column is narrower than the first of them.
    if real > room or not all(offered.columns or offered.is_note for offered in offers):
        return []
    for kept in range(most, least - 1, -1):
        aligned = _aligned([_told(offered, kept) for offered in offers])
        texts = [offered.text if offered.is_note else text for offered, text in zip(offers, aligned, strict=True)]
        wide = max(map(cell_len, texts), default=0) + _KEY
        count = max(-(-len(offers) // max(1, cells // wide)), min(len(offers), rows, _FEW) if most > 1 else 1)
        if count > rows and real and real % (high := min(rows, real)) == 0:
            # What is out of view is said behind them, in a column that is as wide as that.
            count = high if real // high * wide + cell_len(texts[-1]) + _KEY <= cells else count
        if wide <= cells and count <= rows:
            texts = [text + " " * (wide - _KEY - cell_len(text)) for text in texts]
            items = [
                Item(_styled(each, text, n == at), each.word, n)
                for n, (each, text) in enumerate(zip(offers, texts, strict=True))
            ]
            return [items[n::count] for n in range(count)]
    return []


def _told(offered: Offered, kept: int) -> tuple[str, ...]:
    """The first so many columns of an offer, and the reason against it."""
    return (*offered.columns[:kept], f"({offered.barred})") if offered.barred else offered.columns[:kept]


def _aligned(texts: Sequence[Sequence[str]]) -> list[str]:
    """The parts of each text in columns. Numbers of points stand under one another at their right end."""
    most = max(map(len, texts), default=0)
    widths = [max((cell_len(text[n]) for text in texts if n < len(text)), default=0) for n in range(most)]
    return [
        "  ".join(
            f"{' ' * (widths[n] - cell_len(part))}{part}" if n == 1 else f"{part}{' ' * (widths[n] - cell_len(part))}"
            for n, part in enumerate(text)
        ).rstrip()
        for text in texts
    ]


def _side_by_side(offers: Sequence[Offered], cells: int, rows: int, at: int) -> list[list[Item]]:
    """The offers one behind the other, with as much of the reasons as fits; empty where they do not fit without."""
    if sum([min(len(offered.text), _LONGEST) for offered in offers]) > cells * rows:  # a hundred targets
        return []
    for reason in _REASONS if any(offered.barred for offered in offers) else _REASONS[-1:]:
        items = (_item(offered, n, cells, reason, n == at) for n, offered in enumerate(offers))
        if len(lines := _lines(items, cells)) <= rows:
            return lines
    return []


@lru_cache(maxsize=2)
def _by_name(offers: tuple[Offered, ...], cells: int, at: int) -> list[list[Item]]:
    """The offers one behind the other. Those that differ by a number have lines of their own: the name, with what is
    told of most of them, stands before them once, and with each number only what else is told of it.
    """
    lines: list[list[Item]] = []
    named = [_named(offered) for offered in offers]
    counts = Counter(named)
    for (name, _), places in groupby(range(len(offers)), lambda n: named[n] if counts[named[n]] > 1 else ("", 0)):
        group, head = {n: offers[n] for n in places}, list[Item]()
        if name:
            shared = _shared([offered.columns[1:] for offered in group.values()])
            told = ", ".join(filter(None, (" ".join((name, *shared[:1])).rstrip(), *shared[1:])))
            head = [Item(((f" {cut(told, cells // 2)}: ", "text"),), "", -1, 0)]
            group = {n: _by_number(offered, shared) for n, offered in group.items()}
        lines += _lines((*head, *_items(group, cells, at)), cells)
    return lines


def _named(offered: Offered) -> tuple[str, int]:
    """The name without its number, and how many columns there are; an empty name where it has no number."""
    name, _, number = offered.columns[0].rpartition(" ") if offered.columns else ("", "", "")
    return (name, len(offered.columns)) if number.isdecimal() else ("", 0)


def _shared(told: Sequence[Sequence[str]]) -> list[str]:
    """What most of them tell, column by column; nothing of a column where one of them tells nothing."""
    return ["" if "" in column else Counter(column).most_common(1)[0][0] for column in zip(*told, strict=True)]


def _by_number(offered: Offered, shared: Sequence[str]) -> Offered:
    """An offer by its number, with what it tells but the others of its name do not."""
    own = (each for each, other in zip(offered.columns[1:], shared, strict=True) if each and each != other)
    return replace(offered, text=f"{offered.columns[0].rpartition(' ')[2]} {', '.join(own)}".rstrip())


def _items(group: Mapping[int, Offered], cells: int, at: int) -> Iterator[Item]:
    """Offers by their places; as `27-100` those of which nothing is told but their numbers, and that have no keys."""

    def goes_with(n: int) -> tuple[bool, int]:
        each = group[n]
        is_alone = n == at or each.key or each.picked or each.barred or not each.text.isdecimal()
        return (True, n) if is_alone else (False, n - int(each.text))

    for _, run in groupby(group, goes_with):
        n, *others = run
        numbers = ((f" {group[n].text}-{group[others[-1]].text} ", "text"),) if others else ()
        yield Item(numbers, "", n, 1 + len(others)) if numbers else _item(group[n], n, cells, 0, n == at)


def _lines(items: Iterable[Item], cells: int) -> list[list[Item]]:
    """The items side by side."""
    lines, taken = [list[Item]()], 0
    for item in items:
        wide = width(item.words)
        if lines[-1] and taken + wide > cells:
            lines.append([])
            taken = 0
        lines[-1].append(item)
        taken += wide
    return lines


def _item(offered: Offered, place: int, cells: int, reason: int, marked: bool) -> Item:
    room = cells - len(_head(offered, marked)) - 1
    text = cut(offered.text, min(_LONGEST, room))
    if offered.barred and reason:
        text += f" ({cut(offered.barred, min(reason, room - len(text) - 3))})"
    return Item(_styled(offered, text, marked), offered.word, place)


def _head(offered: Offered, marked: bool) -> str:
    """The sign and the key before an offer."""
    sign = GLYPHS.done if offered.picked else GLYPHS.chosen if marked else " "
    return f"{sign}{offered.key} " if offered.key else sign


def _styled(offered: Offered, text: str, marked: bool) -> tuple[StyledText, ...]:
    """An offer with its key, all of it dim where it cannot be answered now."""
    head = _head(offered, marked)
    if offered.barred:
        return ((f"{head}{text} ", "dim"),)
    return ((head, "key"), (f"{text} ", "dim" if offered.is_note else "asked" if marked or offered.picked else "text"))


def _in_view(lines: list[list[Item]], cells: int, rows: int, at: int, count: int) -> tuple[list[list[Item]], int]:
    """So many of the lines, and on the last of them room to say that there are more."""
    place = next((n for n, row in enumerate(lines) if any(item.place == at for item in row)), 0)
    top = min(place if place >= rows else 0, len(lines) - rows)
    seen = [list(row) for row in lines[top : top + rows]]
    last = seen[-1]
    while len(last) > 1 and sum(width(item.words) for item in last) + len(more(count)) > cells and last[-1].place != at:
        last.pop()
    return seen, count - sum(item.offers for row in seen for item in row)


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


class AskView(Struct, frozen=True):
    """What the lines at the bottom say."""

    above: tuple[StyledText, ...] = ()
    """What is asked, and of whom; or what `next` will do."""
    guide: tuple[str, ...] = ()
    """The lines of a hint of the guided fight, above all others; () where none runs."""
    offers: tuple[Offered, ...] = ()
    """What may be answered."""
    at: int = -1
    """The offer that Space takes, which must be in view; -1: none."""
    dice: Dice = Dice()
    """Or the dice that are thrown, pool by pool."""
    rows: int = 1
    """Lines for the offers or the dice; the same while one command is open, so that nothing jumps."""
    note: str = ""
    """Stands in the place of the offers where there are none."""
    mode: str = "KEYS"
    """Where keys go: they are commands, an answer, or an order."""
    typed: tuple[str, str, str] | None = None
    """The line that is typed, around its cursor; None while keys are commands."""
    stale: bool = False
    """It was proposed or refused: the next letter begins another."""
    hint: str = ""
    """What Enter would do."""
    is_valid: bool = True
    keys: tuple[tuple[str, str], ...] = ()
    """Keys and what they do, for the last line."""
    said: str = ""
    """A message in the place of the keys."""
    is_error: bool = False
    """It tells of something that went wrong."""


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
