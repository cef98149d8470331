"""Keeping: the step log that an encounter is kept on, as far as the screen needs to know it."""

from datetime import datetime
from typing import Protocol

from referee.engine.step_log import StepLog


class News(Protocol):
    """What another program has written."""

    @property
    def changed(self) -> bool:
        """The table stands otherwise now."""

    @property
    def anew(self) -> bool:
        """What was known of the past does not count any more."""

    @property
    def said(self) -> str:
        """What whoever looks on should know; empty if nothing."""


class Keeping(StepLog, Protocol):
    """A step log that may fail to be written, and says so."""

    notices: list[str]
    """What the referee should know about how it was opened."""
    trouble: str
    """Why the last act is not saved; empty if it is."""
    read_only: bool

    def retry(self) -> bool:
        """Tries again to write what is not saved yet. True if all is saved now."""

    def settle(self, asks: str = "") -> bool:
        """Brings what others can look at up to date."""

    def follow(self) -> News:
        """What another program has written since; for one that is read-only."""

    def player(self) -> str:
        """Which program plays the encounter; empty if none does."""

    def close(self) -> None:
        """Writes what is left to write, and lets others play it."""

    def when(self, n: int) -> datetime | None:
        """When step number n was written."""
