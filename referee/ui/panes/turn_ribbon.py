"""The turn ribbon: the order as running text, for windows without room for a column."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import OVER
from referee.ui.controller.roster_order import Family, family_of
from referee.ui.controller.turn_order import OrderRow
from referee.ui.controller.view import View
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.side_marks import SideMark, side_marks
from referee.ui.drawing.text_line import Line, StyledText, cut, line
from referee.words.bearer import plain, when
from referee.words.conditions import brief
from referee.words.names import runs_of, spans

MOST_RIBBON_LINES = 2
_LONGEST = 36
"""Cells for one piece."""


def no_order(view: View) -> str:
    """Why the turn order is empty."""
    return when(0, OVER) if view.encounter.phase == OVER else "no order yet"


class Piece(Struct, frozen=True):
    """Part of the order that is not broken over two lines.

    Its sign, one cell wide, also parts it from the piece before; whose turn it is has a blank more before it. So what
    follows stays where it is when the turn passes on to the next.
    """

    sign: str
    text: str
    style: str
    place: int | None = None
    """The place in the order, or the first of several, that a click on it means; None for what is no place."""
    acted: bool = False
    """The turn of all of these is over."""
    begins: bool = False
    """It is a heading."""
    under: bool = False
    """It belongs to the heading before it."""

    @property
    def width(self) -> int:
        """Cells that it takes, with the blanks before its sign."""
        return 3 + cell_len(self.text) + (self.style == "mine")


class Ribbon(Struct, frozen=True):
    """The lines, and for each what can be clicked: from which cell to which, and the place that it means."""

    lines: list[Line]
    spots: list[list[tuple[int, int, int]]]


def ribbon(view: View, places: Sequence[OrderRow], width: int, most: int) -> Ribbon:
    """The order in at most so many lines of so many cells. Where not all has room, whose turn it is has, and how many
    are left out before and behind is said.
    """
    told = _without_bare(_pieces(view, places), view.row_at)
    pieces = [*_of_the_table(view), *told, *_to_come(view)]
    laid = _laid(pieces, width)
    if len(laid) > most:
        pieces = _without_acted(pieces, view.row_at)
        laid = _laid(pieces, width)
    if len(laid) > most:
        at = next((n for n, piece in enumerate(pieces) if piece.style in ("mine", "asked")), 0)
        if at >= sum(map(len, laid[:most])) - 1:
            pieces = [Piece(GLYPHS.more, f"{at} before", "dim"), *pieces[at:]]
            laid = _laid(pieces, width)
    count = sum(map(len, laid[:most]))
    while len(laid) > most and count >= 0:
        laid = _laid([*pieces[:count], Piece(GLYPHS.more, f"{len(pieces) - count} more", "dim")], width)
        count -= 1
    lines, spots = [], []
    for row in laid:
        words: list[StyledText] = []
        at, found = 0, []
        for n, piece in enumerate(row):
            # Whose turn it is stands on a ground that goes a blank beyond it at both ends.
            before = piece.style if piece.style == "mine" else row[n - 1].style if n else "text"
            if piece.style == "mine":
                words.append((" ", "text"))
            words.append((" ", before if before == "mine" else "text"))
            sign_style = "dim" if piece.sign == GLYPHS.dot else piece.style
            words += [(piece.sign, sign_style), (f" {piece.text}", piece.style)]
            if piece.place is not None:
                found.append((at, at + piece.width, piece.place))
            at += piece.width
        if row[-1].style == "mine":
            words.append((" ", "mine"))
        lines.append(line(*words))
        spots.append(found)
    return Ribbon(lines, spots)


def lines_to_come(view: View, width: int) -> int:
    """About how many lines the order of these figures will take, once there is one."""
    names = runs_of([figure.name for figure in view.encounter.figures.values()])
    return len(_laid([Piece(GLYPHS.dot, f"{cut(name, _LONGEST)} 10", "text") for name in names], width))


def _laid(pieces: Sequence[Piece], width: int) -> list[list[Piece]]:
    """The pieces in lines of so many cells."""
    rows: list[list[Piece]] = []
    room = 0
    for piece, after in pairwise([*pieces, None]):
        assert piece is not None, "only what follows the last is None"
        # A heading does not stand alone at the end of a line.
        least = piece.width + (after.width if piece.begins and after is not None else 0)
        if not rows or least > room:
            rows.append([])
            room = width - 1
        rows[-1].append(piece)
        room -= piece.width
    return rows


def _pieces(view: View, places: Sequence[OrderRow]) -> Iterator[Piece]:
    """Each place whose turn comes round, figures of one family that follow one another together."""
    marks = side_marks(view.rules, view.encounter.figures.values())
    run: list[int] = []
    for n, place in enumerate(places):
        if run and not (_alike(view, places[run[-1]], place) and n != view.row_at):
            yield _piece(view, places, run, marks)
            run = []
        if place.slot is None:
            sign, style = (GLYPHS.chosen, "asked") if n == view.row_at else (" ", "clause")
            yield Piece(sign, cut(f"{view.encounter.name(place.tag)}:", _LONGEST), style, n, begins=True)
        elif view.rules.gets_turn(view.encounter, place.slot.who) or n == view.row_at:
            run.append(n)
            if n == view.row_at or is_turn(view, place):
                yield _piece(view, places, run, marks)
                run = []
    if run:
        yield _piece(view, places, run, marks)


def _alike(view: View, one: OrderRow, other: OrderRow) -> bool:
    """Can two places be told together?"""
    family = _family(view, one.tag)
    if family is None or other.slot is None or one.slot is None or _family(view, other.tag) != family:
        return False
    if is_turn(view, other):
        return False
    return (one.slot.acted, one.slot.held, one.slot.label) == (other.slot.acted, other.slot.held, other.slot.label)


def _family(view: View, tag: Tag) -> Family | None:
    figure = view.encounter.figures.get(tag)
    return None if figure is None else family_of(figure)


def _piece(view: View, places: Sequence[OrderRow], run: Sequence[int], marks: Mapping[str, SideMark]) -> Piece:
    first = places[run[0]]
    slot = first.slot
    assert slot is not None, "a heading is told by itself"
    name = spans([view.encounter.name(places[n].tag) for n in run])
    mine, under = is_turn(view, first), slot.under is not None
    own = view.rules.order.label_of(view.encounter, first.tag) if view.rules.order.label_of and len(run) == 1 else ""
    label = "waits" if slot.held else own or slot.label
    text = f"{cut(name, _LONGEST)}{f' {label}' if label else ''}"
    if mine:
        return Piece(GLYPHS.turn, text, "mine", run[0], under=under)
    if run[0] == view.row_at:
        return Piece(GLYPHS.chosen, text, "asked", run[0], under=under)
    figure = view.encounter.figures.get(first.tag)
    ready = "text" if figure is None else marks[figure.side].style
    style = "dim" if slot.acted or slot.held else ready
    return Piece(first.sign if slot.acted else GLYPHS.dot, text, style, run[0], slot.acted, under=under)


def is_turn(view: View, place: OrderRow) -> bool:
    """Is it the place of whose turn it is?"""
    return place.slot is not None and place.tag == view.encounter.turn


def _without_acted(pieces: Sequence[Piece], kept: int | None) -> list[Piece]:
    """The same with those who have acted only counted, and without headings that nothing stands under then."""
    acted = [piece for piece in pieces if piece.acted and piece.place != kept]
    left = [piece for piece in pieces if piece not in acted]
    told = _without_bare(left, kept)
    return [Piece(GLYPHS.done, f"{len(acted)} acted", "dim"), *told] if acted else told


def _without_bare(pieces: Iterable[Piece], kept: int | None) -> list[Piece]:
    """The same without headings that nothing stands under, but for the one at that place."""
    every = list(pieces)
    return [
        piece
        for piece, after in zip_longest(every, every[1:])
        if not piece.begins or piece.place == kept or _stands_under(after)
    ]


def _stands_under(piece: Piece | None) -> bool:
    return piece is not None and piece.under


def _of_the_table(view: View) -> Iterator[Piece]:
    """The tracks of the table, such as threat."""
    table = view.encounter.groups[TABLE]
    for kind in view.rules.tracks:
        track = table.tracks.get(kind.name)
        if track is not None and track.now:
            yield Piece(" ", f"{kind.label or plain(kind.name)} {track.now}", "clause")


def _to_come(view: View) -> Iterator[Piece]:
    """What comes with a round, and what the order will hold while there is none."""
    if not view.encounter.order and not view.expected and view.encounter.figures:
        yield Piece(" ", no_order(view), "dim")
    if not view.encounter.order:
        yield from (Piece(GLYPHS.dot, cut(text, _LONGEST), "dim") for text in view.expected)
    for condition in view.encounter.groups[TABLE].conditions:
        time = brief(condition, TABLE)
        yield Piece(GLYPHS.later, cut(f"{plain(condition.kind)} {time}".rstrip(), _LONGEST), "condition")
