"""Rules page: the clauses of a system."""

from referee.engine.contract.clause import Clause
from referee.engine.contract.ruleset import Ruleset
from referee.text.search import has_words
from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.screens.searched_page import SearchedPage

_SOURCES = {"stated": "", "fact": "known fact", "house": "house rule"}


class Rules(SearchedPage):
    """The clauses of a system."""

    def __init__(self, rules: Ruleset, clause: str = "") -> None:
        super().__init__()
        self.rules = rules
        self.wish = clause
        """The clause that is looked for."""
        self.found: tuple[Clause, ...] = ()

    def fill(self) -> None:
        self.search("")
        place = next((n for n, clause in enumerate(self.found) if clause.id == self.wish), 0)
        self.listing.show(self._rows(), self.item, place)

    def search(self, words: str) -> None:
        """Only the clauses in which these words occur."""
        self.words, everything = words, self.rules.clauses()
        self.found = tuple(clause for clause in everything if has_words(f"{clause.id} {clause.text}", words.split()))
        self.heading = f"Rules · {self.rules.title} · {len(self.found)} of {len(everything)} clauses"
        self.listing.show(self._rows(), self.item, 0)

    def _rows(self) -> int:
        """The clauses found, and behind all of them the licence, if there is one."""
        return len(self.found) + bool(self.rules.licence and not self.words)

    def item(self, n: int, width: int) -> list[Line]:
        """One clause: its number, its text, and where it is from; or the licence."""
        if n == len(self.found):
            return [line(), *(line((row, "dim")) for row in wrapped(self.rules.licence, max(20, width - 2)))]
        clause = self.found[n]
        source = _SOURCES.get(clause.source, clause.source)
        rows = wrapped(clause.text + (f" ({source})" if source else ""), max(20, width - 12))
        first = line((f" {clause.id:9} ", "clause"), (rows[0], "text"))
        return [first, *(line((" " * 11, "clause"), (row, "text")) for row in rows[1:])]
