"""The palette's box: the list of everything that can be done."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from textual import events

from referee.engine.verbs.offered import all_verbs, obstacle
from referee.engine.verbs.verb import Situation, Verb
from referee.ui.controller.controller import Controller
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, cut, fit, line, width, wrapped
from referee.ui.input.key_actions import KeyAction, shown
from referee.ui.input.messages import LineClicked
from referee.ui.panes.pane import Pane

S = TypeVar("S")


class Doable(NamedTuple):
    """Something that can be done."""

    label: str
    key: str
    """As it is shown; empty if it has none."""
    about: str
    """What it does, in one line."""
    barred: str
    """Why it cannot be done now; empty if it can."""
    word: str
    """The verb, or `:` and the key."""


def doables(table: Controller, commands: Iterable[KeyAction[Controller]]) -> list[Doable]:
    """The actions of the game, the keys of the table, and the orders without a key; what cannot be done comes last."""
    known = [command for command in commands if command.label]
    return _sorted([*_verbs(table, {command.label for command in known}), *(_of_key(table, each) for each in known)])


def doables_of_page(page: S, commands: Iterable[KeyAction[S]]) -> list[Doable]:
    """What the keys of a page do, but for those that move on it."""
    return _sorted(_of_key(page, command) for command in commands if command.label)


def _sorted(found: Iterable[Doable]) -> list[Doable]:
    return sorted(found, key=lambda doable: (bool(doable.barred), not doable.key))


def _of_key(screen: S, command: KeyAction[S]) -> Doable:
    key = command.keys[0]
    return Doable(_capital(command.menu or command.label), shown(key), command.help, command.barred(screen), f":{key}")


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def _verbs(table: Controller, besides: set[str]) -> list[Doable]:
    """The verbs, without those that a key of the table stands for."""
    if table.journal.read_only:
        return []
    session = table.session
    situation = Situation(session.rules, session.encounter, bool(session.questions))
    keys = {verb.name: key for key, verb in table.keys.hotkeys.items()}
    verbs = [verb for name, verb in all_verbs(session.rules).items() if name in keys or name not in besides]
    return [
        Doable(
            _capital(verb.label or verb.name),
            keys.get(verb.name, ""),
            _about(verb),
            obstacle(verb, situation),
            verb.name,
        )
        for verb in verbs
    ]


def _about(verb: Verb) -> str:
    return f"{verb.hint} [{' '.join(verb.cites)}]" if verb.cites else verb.hint


_LABEL, _KEY = 16, 9
"""Cells of the first two columns."""
_FOOT = 2
"""Lines for all that is known of the marked one."""


@dataclass(frozen=True)
class OverlayView:
    """What the overlay shows."""

    title: str = ""
    typed: tuple[str, str, str] = ("", " ", "")
    """Around the cursor."""
    explained: Sequence[tuple[str, str]] = ()
    """Sentences above the list, each with its style."""
    items: Sequence[Doable] = ()
    at: int = 0
    said: str = ""
    """Why the marked one was not done."""


class Overlay(Pane):
    """The box."""

    shown = OverlayView()

    def show(self, shown: OverlayView) -> None:
        """Other contents."""
        self.shown = shown
        self.redraw()

    @property
    def room(self) -> int:
        """Lines of the list."""
        return max(1, self.size.height - 3 - _FOOT - len(self._explained(self.size.width - 4)))

    def content(self, width: int, height: int) -> list[Line]:
        cells, shown = width - 4, self.shown
        before, under, behind = shown.typed
        rows: list[tuple[StyledText, ...]] = [
            ((f"{GLYPHS.prompt} ", "asked"), (before, "title"), (under, "mine"), (behind, "title"))
        ]
        rows += [((row, style),) for row, style in self._explained(cells)]
        self.keep_in_view(shown.at, len(shown.items), self.room)
        first = len(rows) + 1
        listed = shown.items[self.top : self.top + self.room]
        rows += [_row(item, cells, self.top + n == shown.at) for n, item in enumerate(listed)]
        rows += [()] * (height - 2 - _FOOT - len(rows))
        rows += self._foot(cells)
        lines = [_framed(words, cells) for words in rows]
        for n in range(len(listed)):
            lines[first - 1 + n] = lines[first - 1 + n]._replace(click_target=str(self.top + n))
        return [self.title(shown.title, width, True), *lines, line((GLYPHS.rule * width, "rule"))][:height]

    def _explained(self, cells: int) -> list[tuple[str, str]]:
        rows = [(row, style) for text, style in self.shown.explained for row in wrapped(text, max(1, cells))]
        most = max(0, self.size.height - 9)
        return rows if len(rows) <= most else [*rows[: most - 1], (GLYPHS.more, "dim")]

    def _foot(self, cells: int) -> list[tuple[StyledText, ...]]:
        """What is known of the marked one, which its line has no room for."""
        shown = self.shown
        if not shown.items:
            return [(("No command has that name.", "dim"),), ()]
        item = shown.items[shown.at]
        text, style = (shown.said, "error") if shown.said else (item.barred or item.about, "clause")
        rows = wrapped(text, max(1, cells))
        kept = [*rows[: _FOOT - 1], cut(" ".join(rows[_FOOT - 1 :]), cells)]
        return [((row, style),) for row in kept]

    def on_click(self, event: events.Click) -> None:
        if target := self.line_at(event.y).click_target:
            self.post_message(LineClicked(int(target), event.chain > 1))


def _row(item: Doable, cells: int, marked: bool) -> tuple[StyledText, ...]:
    """An item in one style: with one for each column a letter that is typed is four times as long to send."""
    sign = GLYPHS.chosen if marked else " "
    about = cut(item.barred or item.about, max(0, cells - _LABEL - _KEY - 3))
    text = f"{sign}{fit(item.label, _LABEL)} {fit(item.key, _KEY)} {about}"
    return ((text, "dim" if item.barred else "asked" if marked else "text"),)


def _framed(words: tuple[StyledText, ...], cells: int) -> Line:
    """The words between the sides of the box, which have the style of what they stand beside."""
    first, last = (words[0][1], words[-1][1]) if words else ("text", "text")
    gap = " " * max(0, cells - width(words))
    return line((f"{GLYPHS.wall} ", first), *words, (f"{gap} {GLYPHS.wall}", last))
