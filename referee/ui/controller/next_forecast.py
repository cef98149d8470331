"""What `next` would do, worked out once for each state of the table."""

from referee.engine.session import Session
from referee.ui.controller.cached_value import CachedValue
from referee.words.upcoming import Forecast, forecast


class NextForecast:
    """The forecast of one encounter in play."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._forecast = Forecast()
        self._of: object = None
        """The encounter that it was worked out for."""
        self.text = ""
        """What the line above the keys says."""
        self.expected: tuple[str, ...] = ()
        """What the order will hold, while there is none."""
        self.upcoming = ""
        """The name of whose turn would begin, where that is known."""
        self.refused = ""
        """Why there is no next now; empty if there is one."""
        self._expected = CachedValue[tuple[str, ...]]()

    def update(self, read_only: bool) -> None:
        """Works it out if the table has changed; for readers only, what is asked."""
        questions, encounter = self._session.questions, self._session.encounter
        expect = self._session.rules.expected
        self.expected = self._expected.of(encounter, make=lambda: () if encounter.order else tuple(expect(encounter)))
        if questions and read_only:
            self._of = None
            self.text = "asked: " + "; ".join(question.prompt for question in questions)
        elif not questions and encounter is not self._of:
            self._forecast, self._of = forecast(self._session), encounter
            self.text = self._forecast.text
        self.upcoming = "" if questions else self._forecast.upcoming
        self.refused = "Answer first, or take the question back." if questions else self._forecast.refused
