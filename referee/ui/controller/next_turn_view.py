"""Next turn view: what `next` would do, for one encounter in play."""

from typing import TYPE_CHECKING

from referee.engine.record.session import Session
from referee.ui.controller.roster_order import is_out
from referee.words.log import undone_command
from referee.words.next_turn import NextTurn, next_turn

if TYPE_CHECKING:
    from referee.dialogue.suggestions import Suggestion, Suggestions

from referee.ui.controller.cached_value import CachedValue


class NextTurnView:
    """What `next` would do, kept up to date for one encounter in play."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._next_turn = NextTurn()
        self._of: object = None
        """The encounter that it was worked out for."""
        self.text = ""
        """What the line above the keys says."""
        self.expected: tuple[str, ...] = ()
        """What the order will hold, while there is none."""
        self.refused = ""
        """Why there is no next now; empty if there is one."""
        self.is_decided = False
        """Every foe is out of the fight, or the game says that it has ended."""
        self._expected = CachedValue[tuple[str, ...]]()
        self._undoes = ""
        self.suggested: Suggestion | None = None
        """What could be done with the party now, or at the end of the fight."""
        self._suggestions: Suggestions | None = None
        self._last_step: object = None
        """What came of the step that it was worked out for."""

    def update(self, read_only: bool) -> None:
        """Works it out if the table has changed; for readers only, what is asked."""
        questions, encounter = self._session.questions, self._session.encounter
        expect = self._session.rules.order.expected
        self.expected = self._expected.of(encounter, make=lambda: () if encounter.order else tuple(expect(encounter)))
        if questions and read_only:
            self._of = None
            self.text = "asked: " + "; ".join(question.prompt for question in questions)
        elif not questions and encounter is not self._of:
            self._next_turn, self._of = next_turn(self._session), encounter
            self.is_decided = _is_decided(self._session)
            self.text = self._next_turn.text
        if self._session.last_step is not self._last_step:
            self._last_step = self._session.last_step
            self._undoes = "" if questions else undone_command(self._session)
        self.refused = "Answer the open question first, or go back with Esc." if questions else self._next_turn.refused
        self.suggested = None if read_only else self._suggestion()

    @property
    def undoes(self) -> str:
        """What undo would take back whole; empty where that is nothing, or something is asked."""
        last = self._session.kept.done_together
        is_last = last is not None and last.then == (self._session.step_log.position, self._session.encounter)
        return last.what if last is not None and is_last else self._undoes

    def _suggestion(self) -> "Suggestion | None":
        if not self._session.is_between_fights or not self._session.kept.parties():
            return None
        if self._suggestions is None:
            from referee.dialogue.suggestions import Suggestions

            self._suggestions = Suggestions(self._session)
        return self._suggestions.now()


def _is_decided(session: Session) -> bool:
    """Are all foes that can be hurt out of the fight that has begun, or has the game ended it?"""
    rules, encounter = session.rules, session.encounter
    figures = encounter.figures.values()
    foes = (each for each in figures if each.side in rules.app_sides and rules.health_name in each.tracks)
    first = next(foes, None)
    beaten = first is not None and is_out(rules, first.standing) and all(is_out(rules, foe.standing) for foe in foes)
    return encounter.round > 0 and (beaten or bool(session.over))
