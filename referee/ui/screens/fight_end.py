"""The page for the end of a fight: what came of it, and one key that ends it, gives experience and saves the heroes."""

from referee.script.offers import Offer, end_of_fight
from referee.ui.controller.controller import Controller
from referee.ui.drawing.text_line import GLYPHS, Line, line, wrapped
from referee.ui.input.key_actions import changing_key
from referee.ui.screens.page import TablePage
from referee.words.fight_summary import FightSummary, summary_of


class FightEndPage(TablePage):
    """The fight in numbers; Enter does all that is still to be done."""

    roomy = True

    def __init__(self, table: Controller) -> None:
        super().__init__(table)
        self.summary = FightSummary(table.session.rules, table.session.encounter)
        self.lines: list[str] = []
        self.due: Offer | None = None

    def fill(self) -> None:
        session = self.table.session
        self.summary = summary_of(session.rules, session.step_log)
        self.due = end_of_fight(session, self.summary) if self.summary.rounds else None
        self.lines = [*self.summary.lines, *(self.due.why.split("; ") if self.due and self.due.why else ())]
        self.heading = f"{self.table.title} {GLYPHS.dot} end of the fight"
        self.note = f"Enter: {self.due.does}." if self.due else "Nothing is left to do."
        empty = "No round has begun yet", (("n", "begins the fight, at the table"),)
        self.listing.show(len(self.lines), self.item, empty=empty)

    def item(self, n: int, width: int) -> list[Line]:
        """A line of the summary."""
        text = self.lines[n]
        return [
            line((f" {row}", "title" if n == 0 else "text"))
            for row in wrapped(f"{text[:1].upper()}{text[1:]}", width - 2) or [""]
        ]

    def nothing_due(self) -> str:
        """Why nothing can be done; empty if something can."""
        return "" if self.due else "Nothing is left to do."

    @changing_key(
        "enter", hint="do it", help="End the fight, share its experience out and save the party.", bar=nothing_due
    )
    def finish(self) -> None:
        for order in self.due.orders if self.due else ():
            if not self.table.do_line(order.line):
                break
        self.after()

    @changing_key("a", hint="award", help="Give experience: an amount, then who gets it, such as 450 heroes.")
    def award(self) -> None:
        def given(text: str) -> None:
            if text.strip():
                self.table.do_line(f"award {text}")
                self.after()

        self.ask("How much experience, and for whom? 450, or 50 ann,bob each", given, str(self.summary.due or ""))
