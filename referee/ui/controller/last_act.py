"""Last act: what it took from the figures at the table."""

from collections.abc import Iterator, Mapping, Set

from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure, Tag
from referee.ui.drawing.gauges import vital_left


class LastAct:
    """What the last act took from the figures, and whom it brought to the table."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._before = session.encounter
        self.lost: Mapping[Tag, int] = {}
        self.arrived: Set[Tag] = frozenset()

    def follow(self) -> None:
        """Something was done, or taken back."""
        was, self._before = self._before, self._session.encounter
        self.lost = dict(self._lost(was.figures, self._before.figures))
        self.arrived = self._before.figures.keys() - was.figures.keys()

    def _lost(self, before: Mapping[Tag, Figure], after: Mapping[Tag, Figure]) -> Iterator[tuple[Tag, int]]:
        rules = self._session.rules
        if before is after:
            return
        for tag, figure in after.items():
            was = before.get(tag, figure)
            if was is not figure and (lost := vital_left(rules, was) - vital_left(rules, figure)) > 0:
                yield tag, lost
