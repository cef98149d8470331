"""Losses: what the last act took from each figure, shown until the next one."""

from collections.abc import Iterator, Mapping

from referee.engine.bearer import Figure, Tag
from referee.engine.session import Session
from referee.ui.drawing.cells import vital_left


class Losses:
    """How much of its health each figure lost in the last act."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._before = session.encounter
        self.now: Mapping[Tag, int] = {}

    def follow(self) -> None:
        """Something was done, or taken back."""
        was, self._before = self._before, self._session.encounter
        self.now = dict(self._lost(was.figures, self._before.figures))

    def _lost(self, before: Mapping[Tag, Figure], after: Mapping[Tag, Figure]) -> Iterator[tuple[Tag, int]]:
        rules = self._session.rules
        if before is after:
            return
        for tag, figure in after.items():
            was = before.get(tag, figure)
            if was is not figure and (lost := vital_left(rules, was) - vital_left(rules, figure)) > 0:
                yield tag, lost
