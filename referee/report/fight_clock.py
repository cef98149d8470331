"""Clock of a fight: how long its rounds took, read off the lines of its journal."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec import Struct

from referee.engine.events.event import PhaseBegan, TurnBegan
from referee.engine.record.recorded_steps import Closed
from referee.engine.record.session import Session

LONGEST_TURN = 30 * 60
"""Seconds between two commands from which on the time is a break of the table, and nobody's turn."""
When = Callable[[int], datetime | None]
"""When the step of that number was written; None if it is not known."""


# -------------------------------------------------------------------- while it goes on


def lasting(seconds: float) -> str:
    """So many seconds in words: `40 s`, `2 min 5 s`, `1 h 20 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 600:
        return f"{whole // 60} min" + (f" {whole % 60} s" if whole % 60 else "")
    hours, minutes = divmod(round(seconds / 60), 60)
    return " ".join(filter(None, (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "")))


class Times(NamedTuple):
    """What the top line says."""

    full: str = ""
    """`turn 2:05, fight 47 min`."""
    short: str = ""
    """The same where there is little room: `2:05, 47 min`."""


class _Mark(Struct, frozen=True):
    """A step in which a turn or a round began, or a fight ended."""

    step: int
    round: int
    """0 for a turn, _ENDED for the end of a fight."""


_ENDED = -1


class FightClock:
    """The times of the fight at a table, read off the lines of its journal."""

    def __init__(self, session: Session, when: When, shown: str) -> None:
        """when: the times of the steps; shown: which times, `turn`, `fight` or `both`."""
        self._session, self._when, self._shown = session, when, shown
        self._marks: list[_Mark] = []
        self._seen = 0
        """How many steps are looked through."""
        self._sums: dict[int, tuple[int, float]] = {}
        """For the beginning of a turn or fight, the seconds from it to a step."""

    def times(self, now: datetime | None = None) -> Times:
        """The times that are wanted, at that moment; nothing while no fight is on."""
        session = self._session
        if not session.rules.fight.is_on(session.encounter):
            return Times()
        now = now or datetime.now(UTC)
        self._look()
        told: list[tuple[str, str]] = []
        turn = next((mark.step for mark in reversed(self._marks) if not mark.round), None)
        if self._shown in ("turn", "both") and turn is not None and session.encounter.turn:
            seconds = int(self._since(turn, now))
            told.append(("turn", f"{seconds // 60}:{seconds % 60:02}"))
        if self._shown in ("fight", "both") and (fight := self._fight()) is not None:
            minutes = int(self._since(fight, now) // 60)
            told.append(("fight", lasting(60 * minutes) if minutes else "0 min"))
        return Times(", ".join(map(" ".join, told)), ", ".join(time for _, time in told))

    def _look(self) -> None:
        """Looks through the steps that are new, and forgets those that were undone."""
        position = self._session.step_log.position
        if position < self._seen:
            self._marks = [mark for mark in self._marks if mark.step < position]
            self._sums.clear()
        for n in range(min(position, self._seen), position):
            self._marks += self._begun(n)
        self._seen = position

    def _begun(self, n: int) -> Iterator[_Mark]:
        for move in self._session.step_log.step(n).moves:
            if not isinstance(move, Closed):
                continue
            for event in move.events:
                if isinstance(event, TurnBegan):
                    yield _Mark(n, 0)
                elif isinstance(event, PhaseBegan):
                    yield _Mark(n, event.round or _ENDED)

    def _fight(self) -> int | None:
        """The step in which the first round of this fight began."""
        found, after = None, 0
        for mark in reversed(self._marks):
            if mark.round:
                if mark.round == _ENDED or (after and mark.round > after):
                    break
                found, after = mark.step, mark.round
        return found

    def _since(self, n: int, now: datetime) -> float:
        """The seconds since step number n was written, without breaks."""
        last, seconds = self._sums.get(n, (n, 0.0))
        while last < self._seen - 1:
            seconds += self._gap(last, self._when(last + 1))
            last += 1
        self._sums[n] = last, seconds
        return seconds + self._gap(last, now)

    def _gap(self, n: int, then: datetime | None) -> float:
        """The seconds from step number n to a time; 0 if that is a break."""
        since = self._when(n)
        gap = (then - since).total_seconds() if then is not None and since is not None else 0.0
        return gap if 0 < gap <= LONGEST_TURN else 0.0
