"""The page of the end of a fight."""

from collections.abc import Mapping

from referee.dialogue.suggestions import SuggestedLine, Suggestion, end_of_fight
from referee.engine.contract.standing import AWAY
from referee.engine.state.bearer import Tag
from referee.ui.controller.controller import Controller
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.list_columns import Columns, ListColumn, columns_for
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import changing_key, key
from referee.ui.screens.figure_list import FigureRow, figure_columns, figure_rows
from referee.ui.screens.page import TablePage
from referee.ui.screens.split_page import Beside, SplitPage, figure_beside
from referee.words.fight_summary import FightSummary, summary_of

_COLUMNS = (
    ListColumn("dealt", "dealt", is_number=True, gives_way=1),
    ListColumn("took", "took", is_number=True, gives_way=1),
    ListColumn("gained", "gained and lost", least=12, most=200, gives_way=3, fills=True),
)
_DUE = (
    ListColumn("does", "what Enter does", most=200, least=30),
    ListColumn("line", "the same typed", "dim", gives_way=1),
)


class FightEndPage(TablePage, SplitPage):
    """The fight in numbers; Enter does all that is still to be done."""

    roomy = True

    def __init__(self, table: Controller) -> None:
        super().__init__(table)
        self.summary = FightSummary(table.session.rules, table.session.encounter)
        self.rows: list[FigureRow] = []
        """How each has fared."""
        self.due: Suggestion | None = None
        self._columns, self._due_columns = Columns(()), Columns(())

    def fill(self) -> None:
        session = self.table.session
        self.summary = summary = summary_of(session.rules, session.step_log)
        self.due = end_of_fight(session, summary) if summary.rounds else None
        here = [tag for tag, each in summary.encounter.figures.items() if each.standing != AWAY.name]
        tags = dict.fromkeys((*summary.players, *here, *summary.fallen)) if summary.rounds else ()
        self.rows = figure_rows(session.rules, summary.encounter, tuple(tags), self._told)
        self.heading = f" {GLYPHS.dot} ".join(filter(None, (self.table.title, "end of the fight", summary.in_a_line)))
        gain = f"{summary.gain_of_table}. " if summary.rounds and summary.gain_of_table else ""
        self.note = f"{gain}Enter: {self.due.does}. u undoes it." if self.due else f"{gain}Nothing is left to do."
        empty = "No round has begun yet", (("n", "begins the fight, at the table"),)
        self.listing.above = self.above
        self.listing.show(len(self.rows) + len(self._orders), self.item, empty=empty)

    @property
    def _orders(self) -> tuple[SuggestedLine, ...]:
        """What Enter does, one after the other."""
        return self.due.lines if self.due else ()

    def _told(self, tag: Tag) -> Mapping[str, str]:
        """What its columns show of a figure beside health."""
        dealt, took = (str(count[tag] or "") for count in (self.summary.dealt, self.summary.taken))
        return {"dealt": dealt, "took": took, "gained": self.summary.gain(tag) if tag in self.summary.players else ""}

    def headings(self, width: int) -> Line | None:
        columns = (*figure_columns(self.table.session.rules), *_COLUMNS)
        self._columns = columns_for(columns, [row.cells for row in self.rows], width)
        self._due_columns = columns_for(_DUE, [each._asdict() for each in self._orders], width)
        return self._columns.heading(width) if self.rows else None

    def above(self, n: int, width: int) -> list[Line]:
        """Above what Enter does: the headings of its columns."""
        return [Line(), self._due_columns.heading(width)] if n == len(self.rows) else []

    def item(self, n: int, width: int) -> list[Line]:
        """How a figure fared, or something that Enter does, with what changes by it."""
        if n < len(self.rows):
            return [self.rows[n].line(self._columns)]
        order = self._orders[n - len(self.rows)]
        rows = [self._due_columns.row(order._asdict())]
        if order is self._orders[-1] and not self.side_width and self.due:
            rows += [line((f"   {row}", "text")) for why in self.due.why for row in wrapped(why, width - 4)]
        return rows

    def beside(self) -> Beside | None:
        """The stat block of the chosen figure, or what changes by Enter."""
        at, encounter = self.listing.at, self.summary.encounter
        if at < len(self.rows):
            return figure_beside(self.summary.rules, encounter, encounter.figures[self.rows[at].tags[0]])
        if (due := self.due) is None or not due.why:
            return None

        def changes(width: int) -> list[Line]:
            return [line((row, "text")) for why in due.why for row in wrapped(why, width)]

        return Beside("What changes", changes, (due,))

    def nothing_due(self) -> str:
        """Why nothing can be done; empty if something can."""
        return "" if self.due else "Nothing is left to do."

    @changing_key(
        "enter", hint="do it", help="End the fight, share its experience out and save the party.", bar=nothing_due
    )
    def finish(self) -> None:
        if self.due is not None:
            self.table.do_suggested(self.due)
        self.after()

    @key("r", hint="report", help="Read the fight in numbers and sentences, round by round.")
    def report(self) -> None:
        self.leave()
        self.table.open("report")

    @changing_key("a", hint="award", help="Give experience: an amount, then who gets it, such as 450 heroes.")
    def award(self) -> None:
        def given(text: str) -> None:
            if text.strip():
                self.table.do_line(f"award {text}")
                self.after()

        self.ask("How much experience, and for whom? 450, or 50 ann,bob each", given, self.summary.shares_due)
