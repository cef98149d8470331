"""The page for the end of a fight: what came of it, and one key that ends it, gives experience and saves the heroes."""

from collections.abc import Iterator

from referee.engine.problem import Problem
from referee.engine.verbs.offered import all_verbs, obstacle
from referee.script.keeping import kept
from referee.script.line import SaveParty
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

    def fill(self) -> None:
        session = self.table.session
        self.summary = summary_of(session.rules, session.step_log)
        self.lines = self.summary.lines
        self.heading = f"{self.table.title} {GLYPHS.dot} end of the fight"
        due = [sentence for _, sentence in self._due()]
        self.note = (
            f"Enter {', '.join(due[:-1])}{' and ' if due[1:] else ''}{due[-1]}." if due else "Nothing is left to do."
        )
        empty = "No round has begun yet", (("n", "begins the fight, at the table"),)
        self.listing.show(len(self.lines), self.item, empty=empty)

    def item(self, n: int, width: int) -> list[Line]:
        """A line of the summary."""
        return [line((f" {row}", "title" if n == 0 else "text")) for row in wrapped(self.lines[n], width - 2) or [""]]

    def _due(self) -> Iterator[tuple[str, str]]:
        """The orders that are still to be given, each with what it does."""
        situation = self.table.session.situation
        end = next((verb for verb in all_verbs(situation.rules).values() if verb.ends_fight), None)
        if end is not None and not obstacle(end, situation):
            yield end.name, "ends the fight"
        if due := self.summary.due:
            yield f"award {due}", f"gives the heroes {due:,} XP to share"
        here = (group.name for group in situation.kept.parties() if group.at_table(situation.encounter))
        if (party := next(here, "")) and self._differs(party):
            yield f'party save "{party}" yes', f"saves {party} as they are now"

    def _differs(self, party: str) -> bool:
        """Is anybody of the party, which is in the library, otherwise now than it was saved?"""
        try:
            return bool(kept(self.table.session, SaveParty(party)).proposal)
        except Problem:
            return False

    def nothing_due(self) -> str:
        """Why nothing can be done; empty if something can."""
        return "" if next(self._due(), None) else "Nothing is left to do."

    @changing_key(
        "enter", hint="do it", help="End the fight, share its experience out and save the party.", bar=nothing_due
    )
    def finish(self) -> None:
        for order, _ in list(self._due()):
            if not self.table.do_line(order):
                break
        self.after()

    @changing_key("a", hint="award", help="Give experience: an amount, then who gets it, such as 450 heroes.")
    def award(self) -> None:
        def given(text: str) -> None:
            if text.strip():
                self.table.do_line(f"award {text}")
                self.after()

        self.ask("How much experience, and for whom? 450, or 50 ann,bob each", given, str(self.summary.due or ""))
