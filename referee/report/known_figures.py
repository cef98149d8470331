"""Known figures: whom a report names, to all or to the players."""

from collections.abc import Mapping

from referee.engine.questions.question import PLAYERS, REFEREE
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.report.dice import Thrown
from referee.text.harmless import clean
from referee.words.fight_summary import Deed
from referee.words.health_word import health_of, left_of
from referee.words.public_names import SOMEBODY, name_remover, shown_names
from referee.words.redacted import hidden_tags

BY_HAND, NOBODY, NO_TURN, APP = "by hand", "other causes", "between turns", "the app"
"""Those who are no figure, in words."""


class Known:
    """Whom the report names, and how: all, or those whom the players know, by the names that they know."""

    def __init__(self, rules: System, encounter: Encounter, is_whole: bool) -> None:
        self.rules, self.encounter, self.is_whole = rules, encounter, is_whole
        self.hidden = frozenset[Tag]() if is_whole else hidden_tags(self.encounter)
        """Those whom it does not name."""
        self._shown: Mapping[Tag, str] = {} if is_whole else shown_names(self.encounter)
        self._open = name_remover(self.encounter, self._shown) if not is_whole else lambda text: text

    def text(self, text: str) -> str:
        """A text without the names of those who are hidden."""
        return clean(self._open(text))

    def name(self, tag: Tag) -> str:
        """The name of a figure or group."""
        return SOMEBODY if tag in self.hidden else clean(self._shown.get(tag) or self.encounter.name(tag))

    def knows(self, tag: Tag | None) -> bool:
        """Does the report name it?"""
        return tag not in self.hidden

    def doer(self, deed: Deed) -> str:
        """Who did it, in words."""
        who = deed.who if self.knows(deed.who) else None
        return self.name(who) if who is not None else BY_HAND if deed.hand else NOBODY

    def thrower(self, thrown: Thrown) -> str:
        """Who threw these dice, in words."""
        if thrown.thrower == "app":
            return APP
        figure = self.encounter.figures.get(thrown.by)
        if thrown.by == REFEREE or (figure is not None and figure.side in self.rules.app_sides):
            return "the referee"
        return self.name(thrown.by) if figure is not None else f"the {thrown.by}" if thrown.by != PLAYERS else PLAYERS

    def health(self, figure: Figure) -> tuple[int, int | None] | None:
        """How much it can still bear, and its maximum; None if it has none, or the players do not know it."""
        found = health_of(self.rules, figure)
        if found is None or (not self.is_whole and figure.side in self.rules.app_sides):
            return None
        return left_of(*found), found[1].most
