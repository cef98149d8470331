"""Turn heads: whose turn it is, large, above those who follow."""

from collections.abc import Iterator, Sequence

from rich.cells import cached_cell_len as cell_len

from referee.ui.drawing.bars import bar
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, side_by_side, width, wrapped
from referee.ui.players.big_letters import big
from referee.ui.players.figure_health import bounded, health_of
from referee.ui.players.figure_sides import sides
from referee.ui.players.inset import MARGIN, inset
from referee.words.bearer import round_after
from referee.words.public_view import PublicView


def turn_heads(view: PublicView, cells: int, height: int) -> Iterator[list[Line]]:
    """Whose turn it is, large, and who follows: the largest first, and last in as few lines as it takes."""
    room, after = cells - 2 * MARGIN, _following(view)
    told = view.turn or view.phase or GLYPHS.more
    if over := view.how_it_ended:
        yield [Line(), *(inset(row, "title", cells) for row in wrapped(over, room)), Line()]
        yield [inset(row, "title", cells) for row in wrapped(over, room)]
        return
    follows = f" {GLYPHS.dot} ".join(after) or round_after(view.round, view.turn, view.order)
    rows = wrapped(f"then  {follows}", room) if follows else []
    most = max(1, height // 10)
    rows = rows if len(rows) <= most else [*rows[: most - 1], cut(" ".join(rows[most - 1 :]), room)]
    then = [inset(row, "text", cells) for row in rows]
    if height >= 16:
        free = [Line()] if height >= 20 else []
        for scale in (2, 1) if height >= 34 else (1,):
            large = [inset(row, "turn", cells) for row in big(told, room, scale)]
            left = cells - max(width(row.words) for row in large) - 2 * MARGIN
            if len(large) > 1 and (cards := _cards(view, after, left, len(large))):
                yield [
                    *free,
                    *(side_by_side((one, other), cells - left) for one, other in zip(large, cards, strict=True)),
                    *free,
                ]
            elif height >= 34 and (cards := _cards(view, after, room, 4)):
                yield [*free, *large, *free, *(line((" " * MARGIN, "text"), *card.words) for card in cards)]
            else:
                yield [*free, *large, *free, *then]
    yield [inset(f"{GLYPHS.turn} {told}", "turn", cells), *then]


MOST_CARDS, LEAST_CARDS = 5, 3
"""Cards of those who follow; where not even the least have room, their names stand in a line."""
_CARD = 24
"""Cells of the widest card."""


def _cards(view: PublicView, after: Sequence[str], cells: int, lines: int) -> list[Line]:
    """Those who follow as cards side by side, with how they fare where there are lines for it; none without room."""
    marks, figures = sides(view), {figure.name: figure for figure in view.figures}
    sizes: list[int] = []
    for name in after[:MOST_CARDS]:
        size = max(16 if lines > 3 else 12, min(_CARD, cell_len(name) + 4)) + (1 if sizes else 0)
        if sum(sizes) + size > cells or cell_len(name) + 4 > _CARD:
            break
        sizes.append(size)
    if not sizes or len(sizes) < min(LEAST_CARDS, len(after)):
        return []
    out: list[list[StyledText]] = [[] for _ in range(lines)]
    joints, rule = GLYPHS.joints, GLYPHS.rule
    for n, (name, size) in enumerate(zip(after, sizes, strict=False)):
        gap, inner = (" " if n else ""), size - 2 - (1 if n else 0)
        style = marks[name].style if name in marks else "text"
        title = "" if n else " next "
        inside: list[StyledText] = [(f" {name}", style)]
        if lines > 3 and name in figures:
            track, (told, how) = bounded(figures[name]), health_of(figures[name])
            left = inner - cell_len(told) - 3
            drawn = f"{bar(track.now, track.most or 0, left)} " if track is not None and left > 3 else ""
            inside.append((f" {drawn}{told}", how))
        free = lines - 2 - len(inside)
        rows = [("", style)] * (free // 2) + inside + [("", style)] * (free - free // 2)
        out[0].append((f"{gap}{joints[12]}{title}{rule * (inner - len(title))}{joints[9]}", style))
        for row, (text, how) in zip(out[1:-1], rows, strict=True):
            row += [(f"{gap}{GLYPHS.wall}", style), (fit(text, inner), how), (GLYPHS.wall, style)]
        out[-1].append((f"{gap}{joints[6]}{rule * inner}{joints[3]}", style))
    return [line(*words) for words in out]


def _following(view: PublicView) -> list[str]:
    """Who acts after the one whose turn it is, in this round."""
    here = next((n for n, slot in enumerate(view.order) if slot.state == "turn"), -1)
    return [slot.name for slot in view.order[here + 1 :] if slot.state in ("", "waits")]
