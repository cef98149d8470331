"""Footer: the bottom lines of the screen."""

from collections.abc import Sequence

from rich.cells import cached_cell_len as cell_len
from textual import events

from referee.ui.drawing.dice_lines import dice_laid
from referee.ui.drawing.footer_view import FooterView
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.offer_lines import Item, more, offers_laid
from referee.ui.drawing.text_line import Line, StyledText, cut, line, width, wrapped
from referee.ui.input.messages import HintClicked, OfferClicked
from referee.ui.panes.pane import Pane


class Footer(Pane):
    """What is asked, the offers, the line that is typed, and the keys: a block that stays where it is."""

    asking: FooterView = FooterView()
    bottom: Line = Line()
    """The lower edge of the panes above it; empty where they have no frame."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._spots: dict[int, list[tuple[int, int, str]]] = {}
        """For each line, counted from the last, which is -1: from where to where one can click, and on what."""

    def show(self, asking: FooterView) -> None:
        """What is asked now."""
        self.asking = asking
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        return self._lines_in(width, height)

    def _lines_in(self, cells: int, height: int) -> list[Line]:
        """The lines, in so many cells."""
        self._spots = {}
        asking = self.asking
        head = [line(*asking.above), *(self._offers(cells) if asking.offers or asking.dice.rows else self._note(cells))]
        said, mode = asking.said, self._mode()
        frame = [self.bottom] if self.bottom.words else []
        frame += [line((f" {row}", "ok")) for row in asking.guide]
        height -= len(frame)
        if said and cell_len(said) > cells - width(mode) - 1:
            # All of it in one place: over the offers, and over the question too if it must be.
            self._spots.clear()
            lines = self._said(cells, max(1, min(len(head), height - 1)))
            head[len(head) - len(lines) :] = lines
            said = ""
        return [*frame, *[*head, self._last(cells, mode, said)][-height:]]

    def _said(self, cells: int, most: int) -> list[Line]:
        """What the referee is told, line by line, on at most so many."""
        rows = wrapped(self.asking.said, max(1, cells - 2))
        kept = rows[:most]
        if len(rows) > len(kept):
            kept[-1] = cut(" ".join(rows[len(kept) - 1 :]), cells - 2)
        style = "error" if self.asking.is_error else "ok"
        return [line((f" {row}", style), background="bar") for row in kept]

    def _note(self, cells: int) -> list[Line]:
        """What is to be typed, over the lines there are for offers."""
        rows = wrapped(self.asking.note, max(1, cells - 2))
        maximum = self.asking.rows
        kept = [*rows[: maximum - 1], " ".join(rows[maximum - 1 :])]
        kept += [""] * (maximum - len(kept))
        return [line((f" {cut(row, cells - 1)}", "dim")) for row in kept]

    def _offers(self, cells: int) -> list[Line]:
        """The dice with their keys; or as many offers as fit, each with its key, barred ones dim with the reason."""
        asking = self.asking
        rows: list[list[Item]]
        rows, left = offers_laid(asking.offers, cells, asking.rows, asking.at) if asking.offers else ([], 0)
        if asking.dice.rows:
            rows = dice_laid(asking.dice, cells, asking.rows)
        out: list[Line] = []
        for n, row in enumerate(rows):
            words: list[StyledText] = []
            for item in row:
                if item.to:
                    self._spot(n - asking.rows - 1, width(words), width(item.words), item.to)
                words += item.words
            if left and n == len(rows) - 1:
                words.append((cut(more(left), cells - width(words)), "dim"))
            out.append(line(*words))
        return out + [Line()] * (asking.rows - len(out))

    def _mode(self) -> list[StyledText]:
        """Where keys go, and what is typed."""
        asking = self.asking
        if asking.typed is None:
            return [(f" {asking.mode} ", "mine"), (" ", "text")]
        before, under, behind = asking.typed
        style = "dim" if asking.stale else "title"
        field: list[StyledText] = [(before, style), (under, "mine"), (behind, style), ("  ", "text")]
        return [(f" {asking.mode} ", "mine"), (f" {GLYPHS.prompt} ", "asked"), *field]

    def _last(self, cells: int, words: list[StyledText], said: str) -> Line:
        """Where keys go, what is typed, and what Enter would do with it; then the keys, or what the referee is told.

        The keys stand at the right end where something is before them that changes with each letter.
        """
        asking = self.asking
        if said:
            return line(*words, (said, "error" if asking.is_error else "ok"), background="bar")
        # Beside a valid answer the keys of _KEPT keep their room; beside an error the hint has all of it.
        kept = [key for key in asking.keys if key[0] in _KEPT] if asking.is_valid and asking.mode == "ANSWER" else []
        at = width(words)
        hint = cut(asking.hint, max(28, cells - at - 3 - _cells_of(kept)))
        if hint:
            if "Space: " in hint:
                self._spot(-1, at, cell_len(hint), "Space")
            words.append((f"{hint}  ", "text" if asking.typed is None else "ok" if asking.is_valid else "warning"))
            at += cell_len(hint) + 2
        keys = _fitting(asking.keys, cells - at - 1)
        if asking.typed is not None or hint:
            gap = max(0, cells - at - 1 - _cells_of(keys))
            words.append((" " * gap, "text"))
            at += gap
        for key, label in keys:
            words += [(f"{key} ", "key"), (f"{label}  ", "text")]
            cells = cell_len(f"{key} {label}  ")
            self._spots.setdefault(-1, []).append((at, at + cells, key))
            at += cells
        return line(*words, background="bar")

    def _spot(self, y: int, start: int, size: int, what: str) -> None:
        self._spots.setdefault(y, []).append((start, start + size, what))

    def on_click(self, event: events.Click) -> None:
        y = event.y - self.size.height
        for start, end, what in self._spots.get(y, []):
            if start <= event.x < end:
                self.post_message(HintClicked(what) if y == -1 else OfferClicked(what))


_KEPT = ("Space", "Enter", "F1", "F2", "F4", "?", "Esc")
"""Keys that the last line names before any other."""


def _fitting(keys: tuple[tuple[str, str], ...], cells: int) -> list[tuple[str, str]]:
    """As many of the keys as fit; what helps to find the others goes last."""
    kept = list(keys)
    while kept and _cells_of(kept) > cells:
        lost = next((n for n in reversed(range(len(kept))) if kept[n][0] not in _KEPT), len(kept) - 1)
        del kept[lost]
    return kept


def _cells_of(keys: Sequence[tuple[str, str]]) -> int:
    """Cells that these keys take, each with two blanks behind it but for the last."""
    return max(0, sum(cell_len(f"{key} {label}  ") for key, label in keys) - 2)
