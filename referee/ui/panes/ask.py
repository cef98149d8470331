"""The bottom lines: what is asked, what may be answered, what is typed, and which keys do what. They cover nothing."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events

from referee.ui.drawing import ask_view
from referee.ui.drawing.ask_view import AskView, Item, more, offers_laid
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, cut, line, width, wrapped
from referee.ui.input.messages import HintClicked, OfferClicked
from referee.ui.panes.pane import Pane


class Ask(Pane):
    """What is asked, the offers, the line that is typed, and the keys: a block that stays where it is."""

    asking: AskView = AskView()
    walls: Sequence[int] = ()
    """Where the lines between the panes above end at it."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._spots: dict[int, list[tuple[int, int, str]]] = {}
        """For each line: from where to where one can click, and on what."""

    def show(self, asking: AskView) -> None:
        """What is asked now."""
        self.asking = asking
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        self._spots = {}
        asking = self.asking
        above = line(*asking.above) if asking.above else line((self._rule(width), "rule"))
        said = self._said(width, max(1, min(asking.rows + 1, height - 2)))
        head = [above, *(self._offers(width) if asking.offers or asking.dice.rows else self._note(width))]
        if len(said) > 1:
            # All of it in one place: over the offers, and over the question too if it must be.
            self._spots.clear()
            lines = said[: len(head)]
            head[len(head) - len(lines) :] = lines
        return [*head, self._typed(width), said[0] if len(said) == 1 else self._keys(width)][-height:]

    def _rule(self, width: int) -> str:
        """The line across, with where others meet it."""
        return "".join(GLYPHS.joints[7] if x in self.walls else GLYPHS.rule for x in range(width))

    def _said(self, cells: int, most: int) -> list[Line]:
        """What the referee is told, line by line, on at most so many."""
        if not self.asking.said:
            return []
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
            rows = ask_view.dice_laid(asking.dice, cells, asking.rows)
        out: list[Line] = []
        for n, row in enumerate(rows):
            words: list[StyledText] = []
            for item in row:
                if item.to:
                    self._spot(n + 1, width(words), width(item.words), item.to)
                words += item.words
            if left and n == len(rows) - 1:
                words.append((cut(more(left), cells - width(words)), "dim"))
            out.append(line(*words))
        return out + [Line()] * (asking.rows - len(out))

    def _typed(self, cells: int) -> Line:
        asking = self.asking
        mode: list[StyledText] = [
            (f" {asking.mode} ", "mine"),
            (f" {GLYPHS.prompt} " if asking.typed else " ", "asked"),
        ]
        if asking.typed is None:
            return line(*mode, (cut(asking.hint, cells - width(mode)), "text"))
        before, under, behind = asking.typed
        style = "dim" if asking.stale else "title"
        field: list[StyledText] = [(before, style), (under, "mine"), (behind, style), ("  ", "text")]
        room = cells - width(mode) - width(field)
        return line(*mode, *field, (cut(asking.hint, room), "ok" if asking.is_valid else "warning"))

    def _keys(self, cells: int) -> Line:
        # One style for the whole line: with the keys in another it is four times as long to send at each question.
        text = ""
        for key, label in _fitting(self.asking.keys, cells):
            item = f"{'  ' if text else ' '}{key} {label}"
            self._spot(self.asking.rows + 2, cell_len(text), cell_len(item), key)
            text += item
        return line((text, "text"), background="bar")

    def _spot(self, y: int, start: int, size: int, what: str) -> None:
        self._spots.setdefault(y, []).append((start, start + size, what))

    def on_click(self, event: events.Click) -> None:
        rows = self.asking.rows
        y = event.y + rows + 3 - self.size.height
        for start, end, what in self._spots.get(y, []):
            if start <= event.x < end:
                self.post_message(OfferClicked(what) if y <= rows else HintClicked(what))


_KEPT = ("Space", "Enter", "F1", "F2", "?")
"""Keys that the last line names before any other."""


def _fitting(keys: tuple[tuple[str, str], ...], cells: int) -> list[tuple[str, str]]:
    """As many of the keys as fit; what helps to find the others goes last."""
    kept = list(keys)
    while kept and sum(cell_len(f"  {key} {label}") for key, label in kept) - 1 > cells:
        lost = next((n for n in reversed(range(len(kept))) if kept[n][0] not in _KEPT), len(kept) - 1)
        del kept[lost]
    return kept
