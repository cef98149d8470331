"""The log pane, and the panes that say more of what is chosen: the rules that the chosen line of the log follows from,
or else the latest line that names one, and the stat block of the chosen figure, of the one marked in the question, or
of one that an order adds.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.clause import Clause
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.text.lazy_pattern import pattern
from referee.ui.controller.roster_order import first_at_turn
from referee.ui.controller.view import CachedValue, View
from referee.ui.drawing import stat_block
from referee.ui.drawing.ask_view import odds_in_short
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, cut, line, wrapped
from referee.ui.panes.pane import ClickedLines, Pane
from referee.words.log_line import LogLine

STYLES = {"hit": "hit", "miss": "miss", "critical": "critical", "death": "fallen", "heal": "healed"}
"""The style of a line by how what it tells came out; its words say it, too."""


class Log(ClickedLines):
    """The latest lines of the record, the newest at the bottom; going up holds it where it is."""

    indent = 1
    entries: Sequence[LogLine] = ()
    opened: Sequence[str] = ()
    """What the line under the cursor is made of, where that is shown below it."""
    at: int | None = None
    """The line under the cursor; None: the log follows what happens."""
    held: int | None = None
    """The lowest line in view, where the wheel was turned; nothing is under the cursor by that."""
    focused = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._wrapped: dict[tuple[int, int], tuple[LogLine, list[Line]]] = {}
        """Entries as they were drawn, by their identity and the width; each is kept, so that no other can have its own.
        """

    def show(self, entries: Sequence[LogLine], at: int | None, focused: bool, opened: Sequence[str] = ()) -> None:
        """The record as it is now; opened: what the line under the cursor is made of."""
        if at != self.at or entries != self.entries:
            self.held = None
        self.entries, self.at, self.focused, self.opened = entries, at, focused, opened
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        room = height - 1
        last = self._lowest(room)
        rows: list[Line] = []
        n = last
        while n >= 0 and len(rows) < room:
            marked = n == self.at
            drawn = [*self._drawn(self.entries[n], width), *(_opened(self.opened, width) if marked else ())]
            background = "chosen" if marked else "background"
            rows = [*(replace(row, background=background, click_target=str(n)) for row in drawn[:room]), *rows]
            n -= 1
        is_begun = len(rows) > room
        rows = rows[-room:] if room > 0 else []
        if is_begun and rows:
            # The rest of a sentence whose beginning is out of view.
            (text, style), *words = rows[0].words
            rows[0] = replace(rows[0], words=((f"{GLYPHS.more}{text[1:]}", style), *words))
        if n >= 0 and rows and self.at is None and self.entries[n + 1].round == 0 < self.entries[last].round:
            rows[:1] = [line((cut(f"{GLYPHS.more} {n + 2} lines of setting up", width), "dim"))]
        below = len(self.entries) - 1 - last
        head = self.title("Log", width, self.focused, f"{below} more below" if below > 0 else "")
        if not rows:
            return [head, line((cut("  Nothing has happened yet.", width), "dim"))]
        return [head, *[Line()] * (room - len(rows)), *rows]

    def _lowest(self, room: int) -> int:
        """The lowest line in view: where the wheel holds it, else with the cursor in the middle, else the latest."""
        last = len(self.entries) - 1
        if self.held is not None:
            return min(last, self.held)
        if self.at is None:
            return last
        return self.at if self.opened else min(last, self.at + room // 2)

    def _drawn(self, entry: LogLine, width: int) -> list[Line]:
        key = id(entry), width
        if key not in self._wrapped:
            if len(self._wrapped) > 2000:
                self._wrapped.clear()
            self._wrapped[key] = entry, drawn_entry(entry, width)
        return self._wrapped[key][1]

    def scrolled(self, by: int) -> None:
        room = self.size.height - 1
        self.held = max(min(self._lowest(room) + by, len(self.entries) - 1), self._highest(room))
        self.redraw()

    def _highest(self, room: int) -> int:
        """The last line with which all lines before it fit into so many rows: there the wheel has come to the first."""
        width, rows, n = self._inner(self.size), 0, 0
        for n, entry in enumerate(self.entries):
            rows += len(self._drawn(entry, width))
            if rows > room:
                return max(0, n - 1)
        return n


def drawn_entry(entry: LogLine, width: int) -> list[Line]:
    """One line of the record, over as many lines of the screen as it takes, its clauses at the right edge.

    Where it is too long for one, its sums are left out; what it cost is dim behind it, if there is room. The beginning
    of a round is a rule.
    """
    if entry.begins == "round":
        return [_rule(entry, width)]
    lead = "" if entry.head else _INDENT
    sign = f"{GLYPHS.hand} " if entry.hand and entry.head else f"{GLYPHS.hidden} " if entry.hidden else ""
    room = max(10, width - len(lead) - 1)
    text = sign + GLYPHS.spelled(entry.text)
    if cell_len(text) > room and entry.short:
        text = sign + GLYPHS.spelled(entry.short)
    if "→" in text or "->" in text:
        text = _CHANGE.sub(lambda change: change[0].replace(" ", _TIED), text)
    first, *more = wrapped(text, room)
    room -= len(_INDENT)
    rows = [first, *(wrapped(" ".join(more), max(8, room)) if more else ())]
    style = STYLES.get(entry.tone) or ("text" if entry.head else "dim")
    rows = [row.replace(_TIED, " ") for row in rows]
    rows = [f"{lead}{'' if n == 0 else _INDENT}{row}" for n, row in enumerate(rows)]
    out = [line(*words) for words in _outcome_in(rows, style)] if entry.tone else [line((row, style)) for row in rows]
    gap = width - 1 - cell_len(rows[-1])
    tail = GLYPHS.spelled(f"  ‹{entry.tail}›") if entry.tail else ""
    if tail and cell_len(tail) <= gap:
        out[-1] = line(*out[-1].words, (tail, "dim"))
        gap -= cell_len(tail)
    if cites := _cited(entry.cites, gap - 2):
        out[-1] = line(*out[-1].words, (f"{cites:>{gap}}", "clause"))
    return out


def _outcome_in(rows: Sequence[str], style: str) -> Iterator[list[StyledText]]:
    """The rows of one sentence; what came of it, from its colon on, in that style. Without a colon all of it is."""
    came = not any(_COLON in f"{row} " for row in rows)
    for row in rows:
        if came:
            yield [(row, style)]
        else:
            before, colon, after = f"{row} ".partition(_COLON)
            came = bool(colon)
            yield [(f"{before}{colon}".rstrip() if not after else f"{before}{colon}", "text"), (after.rstrip(), style)]


_COLON = ": "
_CHANGE = pattern(r"\w+ -?\d+ (?:→|->) -?\d+")
"""A value before and after, which is not broken over two lines: `HP 5 → 1`."""
_TIED = "\u2040"
"""A blank at which no line is broken; one that Unicode has would be made a blank like others."""
_INDENT = "  "
"""Before what came of a command besides, and before a line that goes on."""


def _rule(entry: LogLine, width: int) -> Line:
    """A line across the pane where a round begins."""
    text = f"{cut(f'{GLYPHS.rule * 2} {entry.text}', width - 2)} "
    cites = _cited(entry.cites, width - cell_len(text) - 3)
    end = f" {cites}" if cites else ""
    return line((text, "clause"), (GLYPHS.rule * (width - 1 - cell_len(text + end)), "rule"), (end, "clause"))


def _cited(cites: Sequence[str], room: int) -> str:
    """As many of the clauses as there is room for; the first says most."""
    return next((text for n in (2, 1) if len(text := " ".join(cites[:n])) <= room), "")


def _opened(texts: Sequence[str], width: int) -> list[Line]:
    """What a line is made of: its dice, what each event did, its clauses."""
    return [line((f"       {row}", "dim")) for text in texts for row in wrapped(GLYPHS.spelled(text), width - 9)]


class Clauses(Pane):
    """The pane with the full text of the clauses that the chosen log line, or the open question, follows from."""

    indent = 1
    view: View | None = None
    cited: tuple[str, ...] = ()

    def show(self, view: View, log: Sequence[LogLine], at: int | None) -> None:
        """What the line of the log at that index follows from; without one the open question, else the last line that
        cites a rule.
        """
        self.view = view
        latest = next((told.cites for told in reversed(log) if told.cites), ())
        asked = view.question.cites if view.question is not None else ()
        self.cited = log[at].cites if at is not None and at < len(log) else asked or latest
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        head = self.title("Rules", width, False)
        if self.view is None:
            return [head]
        by_id = {clause.id: clause for clause in self.view.rules.clauses()}
        lines: list[Line] = []
        for name in self.cited:
            if (clause := by_id.get(name)) is not None:
                lines += [*_rows(clause, width), Line()]
        return [head, *lines]


def _rows(clause: Clause, width: int) -> list[Line]:
    """One clause, its number above."""
    return [line((clause.id, "clause")), *(line((row, "text")) for row in wrapped(clause.text, width))]


if TYPE_CHECKING:
    from referee.odds.ways import WayData

_EDGES = 2
"""Cells at the left and right of the block."""


def _told_alike(rules: Ruleset, encounter: Encounter, figure: Figure) -> Hashable:
    """The same for figures whose things are told alike: of one kind, with the same traits but for those that the game
    keeps for itself, and as much left of each.
    """
    carried = [encounter.things[tag] for tags in figure.piles.values() for tag in tags if tag in encounter.things]
    things = tuple((thing.name, frozenset((*thing.traits.items(), *thing.tracks.items()))) for thing in carried)
    traits = [figure.traits.get(kind.name) for kind in rules.traits]
    return figure.kind, tuple(traits), things


class Detail(Pane):
    """One figure: its name in the frame, and all there is to it."""

    indent = 1
    view: View | None = None
    pointed: tuple[Encounter, Figure] | None = None
    """The figure that Space would answer with; or one that the typed order would add, in an encounter of its own."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._block = CachedValue[list[Line]]()
        self._laid: tuple[tuple[list[stat_block.Entry], int], list[Line]] = ([], 0), []
        """What the block says and its width, and the lines of that."""
        self._needed = CachedValue[int]()
        self._last: Tag = ""
        """Who was shown before: they stay between two turns."""
        self._widths: dict[Tag, tuple[object, int]] = {}
        """Of each figure what it carries, and how wide that is told."""

    def show(self, view: View, pointed: tuple[Encounter, Figure] | None = None) -> None:
        """The table as it is now."""
        before = self._shown()
        self._last = before[1].tag if before is not None and self.pointed is None else self._last
        self.view, self.pointed = view, pointed
        if before is None or (now := self._shown()) is None or now[1].tag != before[1].tag:
            self.top = 0
        self.redraw()

    def needed(self, view: View, most: int) -> int:
        """Columns in which nothing that anybody carries takes two lines but what needs more than `most`. The same
        whoever is chosen, and until somebody gets another thing, so that nothing moves.
        """
        return self._needed.of(view.encounter.figures, most, make=lambda: self._needed_now(view, most))

    def _needed_now(self, view: View, most: int) -> int:
        widths, alike = self._widths, dict[object, int]()
        for tag, figure in view.encounter.figures.items():
            there = widths.get(tag)
            if there is None or there[0] is not figure.piles:
                key = _told_alike(view.rules, view.encounter, figure)
                if key not in alike:
                    things = stat_block.things_width(view.rules, view.encounter, figure, most - _EDGES)
                    alike[key] = things + _EDGES
                widths[tag] = figure.piles, alike[key]
        return max([widths[tag][1] for tag in view.encounter.figures], default=0)

    def _shown(self) -> tuple[Encounter, Figure] | None:
        """Who is shown, and in which encounter."""
        figure = detailed(self.view, self._last) if self.view is not None else None
        return self.pointed or (None if figure is None or self.view is None else (self.view.encounter, figure))

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        shown = self._shown()
        if shown is None:
            return [self.title("Detail", width, False)]
        odds = () if shown[0] is not self.view.encounter else _odds_told(self.view.odds, width, height // 2 - 1)
        lines = [*odds, *self._whole(self.view, *shown, width)]
        room = height - 1
        self.top = max(0, min(self.top, len(lines) - room))
        seen = lines[self.top : self.top + room]
        if left := len(lines) - self.top - len(seen):
            key = "" if self.pointed else ": e shows all"
            seen[-1:] = [line((cut(f"{GLYPHS.more} {left + 1} more{key}", width), "key"))]
        encounter, figure = shown
        tag = figure.tag if encounter is self.view.encounter else ""
        return [self.title(cut(figure.name, width - len(tag) - 8), width, False, tag), *seen]

    def _whole(self, view: View, encounter: Encounter, figure: Figure, width: int) -> list[Line]:
        return self._block.of(
            encounter,
            figure,
            width,
            make=lambda: self._block_now(view, encounter, figure, width),
        )

    def _block_now(self, view: View, encounter: Encounter, figure: Figure, width: int) -> list[Line]:
        """The stat block; laid out anew only where it says something else than before, as few acts of others do."""
        entries = list(stat_block.told(view.rules, encounter, figure, view.what_it_does))
        if self._laid[0] != (entries, width):
            rows = stat_block.laid_out(view.rules, entries, width)
            self._laid = (entries, width), [row.line for row in rows]
        return [stat_block.head_line(view.rules, encounter, figure, width), *self._laid[1]]

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()


def _odds_told(odds: "Mapping[str, WayData]", width: int, most: int) -> list[Line]:
    """What may come of what is asked: of one way all, of several each in short, with a title and a blank line behind.

    most: lines between these two.
    """
    if not odds:
        return []
    whole = [text for way in odds.values() for text in way["lines"]]
    told = whole if len(odds) == 1 else [*odds_in_short(odds).values()]
    if not told:
        return []
    rows = [row for text in told for row in wrapped(text, width)]
    if len(rows) > (most := max(1, most)):
        rows[most - 1 :] = [cut(" ".join(rows[most - 1 :]), width)]
    return [line(("Odds", "title")), *(line((row, "text")) for row in rows), line()]


def detailed(view: View, last: Tag = "") -> Figure | None:
    """Whose detail is shown: the chosen figure, the one whose turn it is, one that is asked about, else the last that
    was, or the first.
    """
    figures = view.encounter.figures
    asked = (view.question.by, *view.question.needs) if view.question is not None else ()
    tags = (view.chosen, first_at_turn(view.encounter), *asked, last, *figures)
    return next((figures[tag] for tag in tags if tag in figures), None)
