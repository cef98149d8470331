"""Problems: what can go wrong at the table, each worded for the referee in one sentence."""


class Problem(Exception):
    """Something was asked for that cannot be; nothing has changed. Its text is one sentence for the referee."""


class Refused(Problem):
    """The rules, or the state of the fight, do not allow this command now."""


class NotUnderstood(Problem):
    """Words that cannot be read: what was expected, and where (`at`, the first character that was not)."""

    def __init__(self, sentence: str, at: int | None = None) -> None:
        super().__init__(sentence)
        self.at = at


class DoesNotFit(Problem):
    """An answer that the open question cannot take."""


class Moot(Problem):
    """An event finds nothing to change. Only a corrected past meets this."""


class RulesBug(TypeError):
    """A rule broke the contract with the engine: a mistake of ours, never of the table."""
