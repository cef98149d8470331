"""The bottom lines: what is asked, what may be answered, what is typed, and which keys do what. They cover nothing."""

from dataclasses import dataclass

from rich.cells import cell_len
from textual import events

from referee.ui.glyphs import GLYPHS
from referee.ui.ink import Line, Words, cut, line, width, wrapped
from referee.ui.messages import HintClicked, OfferClicked
from referee.ui.panes.pane import Pane


@dataclass(frozen=True)
class Asking:
    """What the four lines at the bottom say."""

    above: tuple[Words, ...] = ()
    """What is asked, and of whom; or what `next` will do."""
    offers: tuple[tuple[str, str, str], ...] = ()
    """What may be answered: its number, how it reads, and why not."""
    note: str = ""
    """Stands in the place of the offers where there are none."""
    mode: str = "KEYS"
    """Where keys go: they are commands, an answer, or an order."""
    typed: tuple[str, str, str] | None = None
    """The line that is typed, around its cursor; None while keys are commands."""
    hint: str = ""
    """What Enter would do."""
    well: bool = True
    keys: tuple[tuple[str, str], ...] = ()
    """Keys and what they do, for the last line."""
    said: str = ""
    """A message in the place of the keys."""
    grave: bool = False
    """It tells of something that went wrong."""


class Ask(Pane):
    """Four lines that stay where they are, so that nothing jumps."""

    asking: Asking = Asking()

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._spots: dict[int, list[tuple[int, int, str]]] = {}
        """For each line: from where to where one can click, and on what."""

    def show(self, asking: Asking) -> None:
        """What is asked now."""
        self.asking = asking
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        self._spots = {}
        rule = GLYPHS.rule * width
        asking = self.asking
        above = line(*asking.above) if asking.above else line((rule, "rule"))
        second = self._offers(width) if asking.offers else line((f" {cut(asking.note, width - 1)}", "dim"))
        if len(said := wrapped(asking.said, max(1, width - 2))) > 1:
            second = line((f" {said[0]}", "error" if asking.grave else "ok"))
        return [above, second, self._typed(width), self._keys(width)][-height:]

    def _offers(self, cells: int) -> Line:
        """As many offers as fit, each with its number; barred ones dim, with the reason."""
        out: list[Words] = []
        for n, (number, text, barred) in enumerate(self.asking.offers):
            left = len(self.asking.offers) - n
            more = f" {GLYPHS.more}{left} more: type the name"
            item: list[Words] = [(f" {number} ", "key"), (f"{cut(text, 48)} ", "text")]
            if barred:
                item = [(f" {number} {cut(text, 48)} ({cut(barred, 40)}) ", "dim")]
            room = cells - width(out) - (len(more) if left > 1 else 0)
            if width(item) > room:
                out.append((cut(more, cells - width(out)), "dim"))
                break
            self._spot(1, width(out), width(item), number)
            out += item
        return line(*out)

    def _typed(self, cells: int) -> Line:
        asking = self.asking
        mode: list[Words] = [(f" {asking.mode} ", "mine"), (f" {GLYPHS.prompt} " if asking.typed else " ", "asked")]
        if asking.typed is None:
            return line(*mode, (cut(asking.hint, cells - width(mode)), "text"))
        before, under, behind = asking.typed
        field: list[Words] = [(before, "title"), (under, "mine"), (behind, "title"), ("  ", "text")]
        room = cells - width(mode) - width(field)
        return line(*mode, *field, (cut(asking.hint, room), "ok" if asking.well else "warning"))

    def _keys(self, cells: int) -> Line:
        if self.asking.said:
            rows = wrapped(self.asking.said, max(1, cells - 2))
            text = cut(" ".join(rows[1:] or rows), cells - 1)
            return line((f" {text}", "error" if self.asking.grave else "ok"), behind="bar")
        # One style for the whole line: with the keys in another it is four times as long to send at each question.
        text = ""
        for key, label in self.asking.keys:
            item = f"{'  ' if text else ' '}{key} {label}"
            if cell_len(text) + cell_len(item) > cells:
                break
            self._spot(3, cell_len(text), cell_len(item), key)
            text += item
        return line((text, "text"), behind="bar")

    def _spot(self, y: int, start: int, size: int, what: str) -> None:
        self._spots.setdefault(y, []).append((start, start + size, what))

    def on_click(self, event: events.Click) -> None:
        y = event.y + 4 - self.size.height
        for start, end, what in self._spots.get(y, []):
            if start <= event.x < end:
                self.post_message(OfferClicked(what) if y == 1 else HintClicked(what))
