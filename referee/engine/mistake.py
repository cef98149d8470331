"""Mistake of the program that it goes on after."""

from collections.abc import Callable


class RulesBug(TypeError):
    """A rule broke the contract with the engine: a mistake of ours, never of the table."""

    @property
    def confession(self) -> str:
        """What the table is told of it."""
        return f"a mistake in the rules of this game, not yours: {self}. Nothing was changed by it."


reporters: list[Callable[[Exception], None]] = []
"""What is told of each mistake of the program that it goes on after; the command adds what writes crash reports."""


def report_mistake(what: str, error: Exception) -> str:
    """Reports a mistake of the program that costs only what was to be shown; returns what is shown instead of it."""
    for report in reporters:
        report(error)
    return f"{what} cannot be shown: a mistake in Referee, not yours. A report was saved."
