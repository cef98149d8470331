"""The figure sheet: a stat block in which each value can be changed.

What is changed here is the referee's hand.
"""

from collections.abc import Callable, Sequence

from textual import events

from referee.engine.problem import Problem
from referee.ui.controller.controller import Controller
from referee.ui.controller.footer_content import footer_view, most_offers
from referee.ui.drawing.footer_view import FooterView
from referee.ui.drawing.roster_cells import with_tag
from referee.ui.drawing.stat_block import Cursor, Row, laid_out
from referee.ui.drawing.stat_block_entries import CONDITIONS, Entry, editable
from referee.ui.drawing.text_line import Line
from referee.ui.input.answer_input import AnswerInput
from referee.ui.input.condition_input import ConditionInput
from referee.ui.input.key_actions import changing_key
from referee.ui.input.line_input import LineInput
from referee.ui.input.messages import LineClicked, OfferClicked
from referee.ui.input.play_keys import ask_condition
from referee.ui.panes.listing import Listing, with_thumb
from referee.ui.screens.page import TablePage

Typed = tuple[str, str, str]
Block = Callable[[int, Cursor], Sequence[Row]]
"""The rows of the block in so many cells."""

WIDEST = 100
"""Cells of the widest block: a longer line is hard to follow with the eye."""


class SheetListing(Listing):
    """All there is to a figure; its items are the entries."""

    indent = 1
    typed: Typed | None = None
    """What is typed in the place of the chosen value."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._block: Block = lambda width, cursor: ()
        self._rows_in_view: Sequence[Row] = ()

    def show_block(self, count: int, block: Block) -> None:
        """Another figure, or the same with other values."""
        self._block = block
        self.show(count, self.item)

    def content(self, width: int, height: int) -> list[Line]:
        rows = self._block(min(width, WIDEST), Cursor(self.at, self.typed))
        here = next((n for n, row in enumerate(rows) if any(place == self.at for _, place in row.spots)), 0)
        if not self.at:
            self.top = 0
        self.bring_in(here, height)
        self.top = max(0, min(self.top, len(rows) - height))
        self._rows_in_view = rows[self.top : self.top + height]
        seen = [row.line for row in self._rows_in_view]
        return with_thumb(seen, self.top, len(seen), len(rows), height)

    def turn_on(self) -> None:
        self.move(self._entries_in_view())

    def turn_back(self) -> None:
        self.move(-self._entries_in_view())

    def _entries_in_view(self) -> int:
        return max(1, sum(len(row.spots) for row in self._rows_in_view) - 1)

    def on_click(self, event: events.Click) -> None:
        if 0 <= event.y < len(self._rows_in_view):
            x = self.column_of(event)
            spots = [place for start, place in self._rows_in_view[event.y].spots if start <= x]
            if spots:
                self.post_message(LineClicked(spots[-1], event.chain > 1))


_NOTHING = Entry("", "")


class FigureSheet(TablePage):
    """One figure: its stat block, each value changed where it stands."""

    panes = {"listing": SheetListing}
    roomy = True
    double_click = "e"

    def __init__(self, table: Controller, tag: str) -> None:
        super().__init__(table)
        self.tag = tag
        self.entries: list[Entry] = []
        self._typing = LineInput(table, AnswerInput(table))
        self._conditions = ConditionInput(table, self._typing)
        self._chooses = False
        """A condition is chosen with the keys that choose one at the table."""

    @property
    def entry(self) -> Entry:
        """The chosen entry."""
        return self.entries[self.listing.at] if self.entries else _NOTHING

    def fill(self) -> None:
        view = self.table.view
        figure = view.encounter.figures.get(self.tag)
        if figure is None:
            self.leave()
            return
        self.heading = f"{with_tag(figure)} · {figure.kind}"
        self.entries = entries = list(editable(view.rules, view.encounter, figure, view.what_it_does))
        self.query_one(SheetListing).show_block(
            len(entries), lambda width, cursor: laid_out(view.rules, entries, width, cursor)
        )

    def show(self) -> None:
        """Says below what the chosen entry is; what is typed stands in its place."""
        self.note = self.entry.hint
        listing = self.query_one(SheetListing)
        in_place = self.wanted is not None and self.wanted.in_place
        listing.typed = self.field.shown(max(8, listing.size.width // 3)) if in_place else None
        listing.redraw()
        super().show()

    # ---------------------------------------------------------------- what is changed

    @changing_key("e", hint="change", help="Change the value of the chosen line; a track takes +2, -1, 5 or 5/8.")
    def change(self) -> None:
        entry = self.entry
        if entry.order:
            what = f"{entry.name}: {entry.hint}" if entry.hint else entry.name
            self.ask(what, lambda text: self.put(entry, text), entry.now, in_place=True)
        elif entry.condition:
            self.ask_condition(entry.condition)
        elif entry.taken_by:
            self.say(f"x takes it away; choose a line below to give another {entry.section}.")
        else:
            none = entry.section == CONDITIONS
            self.say("Press c to add a condition." if none else "Only actions of the game change that.")

    def no_track(self) -> str:
        """Why the chosen line cannot go up and down; empty if it can."""
        return "" if self.entry.gauge else "Only numbers that go up and down can be changed with + and -."

    @changing_key("+", "right", hint="one more", help="Add one to the chosen line.", bar=no_track)
    def one_more(self) -> None:
        self.give(f"{self.entry.order} +1")

    @changing_key("-", "left", hint="one less", help="Take one from the chosen line.", bar=no_track)
    def one_less(self) -> None:
        self.give(f"{self.entry.order} -1")

    @changing_key("c", hint="condition", help="Add a condition: its letter, then how long it lies.")
    def ask_condition(self, kind: str = "") -> None:
        ask_condition(self.table, (self.tag,), kind)
        self._chooses = True

    def asking(self, cells: int) -> FooterView:
        if not self._chooses:
            return super().asking(cells)
        return footer_view(self.table.line, self.table.view, (), cells, most_offers(self.app.size.height))

    def take_key(self, event: events.Key) -> None:
        if not self._chooses:
            super().take_key(event)
            return
        self.table.line.said = ""
        word = event.character if event.is_printable and event.character else event.key
        choosing = self.table.line.mode in ("CONDITION", "DURATION")

        def take() -> None:
            if not (self._conditions if choosing else self._typing).take(event, word):
                self.press(word)

        self._chosen(take)

    def take_paste(self, text: str) -> None:
        if self._chooses:
            self._chosen(lambda: self._typing.paste(text))
        else:
            super().take_paste(text)

    def on_offer_clicked(self, message: OfferClicked) -> None:
        """A condition, a way to end, or the figure whose turn ends it."""
        if self._chooses:
            self._chosen(lambda: self._conditions.choose(message.word))

    def _chosen(self, take: Callable[[], object]) -> None:
        """Does something with the condition that is chosen; shows what came of it when it lies there, or is left."""
        try:
            _ = take()
        except Problem as problem:
            self.table.say(problem)
        if self.table.line.mode in ("KEYS", "ANSWER"):
            self._chooses = False
            self.after()
        if self.takes_keys:
            self.show()

    def no_end(self) -> str:
        """Why the chosen entry cannot be taken away; empty if it can."""
        return "" if self.entry.taken_by else "Choose a condition, or something that is carried."

    @changing_key("x", "delete", hint="take away", help="End the chosen condition, or take a thing away.", bar=no_end)
    def take_away(self) -> None:
        self.give(self.entry.taken_by)

    def put(self, entry: Entry, text: str) -> None:
        """The entry gets another value, if it is another."""
        said = text.strip()
        if said == entry.now:
            self.say("Nothing was changed.")
        elif said or entry.may_be_empty:
            self.give(f"{entry.order} {said or '-'}")
        else:
            self.say(f"Type a value for the {entry.name}. It is still {entry.now}.", is_error=True)

    def give(self, text: str) -> None:
        """Gives an order of the referee's hand. What it asks is answered at the table, which shows who is meant."""
        before = len(self.table.session.open_commands)
        self.table.do_line(text)
        if len(self.table.session.open_commands) > before:
            self.leave()
        else:
            self.after()
