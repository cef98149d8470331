"""Roster row: how a figure is drawn in the roster."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.state.bearer import Figure
from referee.ui.controller.roster_order import Family, is_out
from referee.ui.controller.roster_summary import family_text
from referee.ui.controller.view import View
from referee.ui.drawing.bars import with_dim_rest
from referee.ui.drawing.column_layout import GAP, SHORT_HEADING, Layout
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import BETWEEN, cell, fitted, heading, is_name, standing_word
from referee.ui.drawing.row_needs import Needs
from referee.ui.drawing.side_marks import SideMark
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, short_name
from referee.words.bearer import remarks
from referee.words.conditions import lying_on

FAMILY_TARGET = ":family "
"""How the target of a click on a folded family begins; the tag of one of them follows."""
_SHORTEST_NOTE = 6
"""Cells in which some of a note can be read."""


class RosterGrid(Struct, frozen=True):
    """What follows from the figures and the widths alone."""

    widths: tuple[int, int]
    """Of the pane, and of the window."""
    layout: Layout
    needs: list[Needs]
    """What the layout was made for."""
    sides: Mapping[str, SideMark]
    headings: list[tuple[int, str]]


def figure_row(view: View, figure: Figure, grid: RosterGrid, key: str) -> Line:
    """The row of one figure, the key that chooses it in front."""
    layout, fallen = grid.layout, is_out(view.rules, figure.standing)
    lost = view.lost.get(figure.tag, 0)
    chosen = figure.tag == view.chosen
    out: list[StyledText] = with_plain_key([_front(view, [figure], layout, key), *_who(view, figure, grid, fallen)])
    for n, size in layout.columns:
        text, style = cell(view.rules, figure, view.rules.columns[n], layout.bars[n], lost)
        told = fit("" if text == GLYPHS.none else text, size + GAP)  # a row of dashes would draw the eye
        out += with_dim_rest(told, "dead" if fallen else style, "dim" if chosen else "rule")
    room = layout.marks
    if word := cut(standing_word(view.rules, figure), room):
        able = view.rules.standing(figure.standing).able
        out.append((f"{word} ", "dead" if fallen else "text" if able else "dying"))
        room -= len(word) + 1
    if room > 1 and (conditions := lying_on(view.rules, figure)):
        lying = fitted(conditions, room)
        out.append((lying, "condition"))
        room -= cell_len(lying)
    between = "" if room == layout.marks or word else BETWEEN
    if own := _own_values(view, figure, layout, room - len(between)):
        out.append((between + own, "dead" if fallen else "text"))
        room -= cell_len(between + own)
    if (told := BETWEEN.join(remarks(figure))) and room >= _SHORTEST_NOTE:
        out.append((cut(f"{BETWEEN if room < layout.marks else ''}{told}", room), "dead" if fallen else "text"))
    return line(*out, background="chosen" if chosen else "background", click_target=figure.tag)


def _own_values(view: View, figure: Figure, layout: Layout, room: int) -> str:
    """The tracks that it alone has, in short where there is little room, as many as fit.

    Points that are lost before health stand with that.
    """
    alone = [view.rules.columns[n] for n in layout.alone]
    columns = (column for column in alone if column.name not in view.rules.damage.lost_first)
    told = [(each, text) for each in columns if (text := cell(view.rules, figure, each, 0)[0]) != GLYPHS.none]
    whole, short = (GAP * " ").join(f"{heading(each)} {text}" for each, text in told), ""
    if cell_len(whole) <= room:
        return whole
    for each, text in told:
        longer = f"{short} {heading(each, SHORT_HEADING)} {text}".strip()
        short = longer if cell_len(longer) <= room else short
    return short


def family_row(view: View, family: Family, figures: Sequence[Figure], grid: RosterGrid) -> Line:
    """The row of a family that is folded."""
    chosen, mark = family == view.family, grid.sides[family.side]
    text = f"{mark.sign}{' ' * grid.layout.ranks} {family_text(view.rules, family, figures)}"
    front = _front(view, figures, grid.layout, GLYPHS.folded)
    words = (front, (GLYPHS.chosen if chosen else " ", "turn"), (text, mark.style))
    return line(
        *words, background="chosen" if chosen else "background", click_target=f"{FAMILY_TARGET}{figures[0].tag}"
    )


def _front(view: View, figures: Sequence[Figure], layout: Layout, key: str) -> StyledText:
    """The first cells of a row: the sign of who is marked, else the key that chooses it."""
    halves = {view.marks.get(figure.tag) for figure in figures}
    if None not in halves:
        return f"{GLYPHS.half if halves == {True} else GLYPHS.mark:>{layout.keys}}", "mine"
    return f"{key:>{layout.keys}}", "dim" if key.isdigit() else "key"


def with_plain_key(words: list[StyledText]) -> list[StyledText]:
    """The same with a dim number, and a blank behind it, in the style of what follows.

    Each change of colour costs some forty bytes a row.
    """
    (key, style), (now, _), (who, side), *more = words
    return [(key + now + who, side), *more] if style == "dim" and now == " " else words


def _who(view: View, figure: Figure, grid: RosterGrid, fallen: bool) -> list[StyledText]:
    """Turn or cursor, side, rank, name and tag of a figure."""
    layout, mark = grid.layout, grid.sides[figure.side]
    mine, chosen = view.encounter.at_turn(figure.tag), figure.tag == view.chosen
    rank = view.rules.descriptions.rank(figure) if layout.ranks else None
    sign = GLYPHS.ranks[rank.is_boss] if rank else " " * layout.ranks
    tag = "" if is_name(figure) and not layout.every_tag else figure.tag
    tag = fit(tag, layout.tags) + " " * GAP if layout.tags else ""
    words = f"{mark.sign}{sign} {short_name(figure.name, layout.names)}{' ' * GAP}{tag}"
    if mine:
        return [(GLYPHS.both if chosen else GLYPHS.turn, "mine"), (words, "mine")]
    return [(GLYPHS.chosen if chosen else " ", "turn"), (words, "dead" if fallen else mark.style)]
