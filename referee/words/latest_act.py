"""The latest act of a table as the players are told of it, line by line or in sentences."""

from collections.abc import Sequence
from itertools import groupby

from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.text.phrases import capitalised
from referee.words.arrivals import spans
from referee.words.public_moment import Moment, changes_in
from referee.words.redacted import redacted, shown_lines

MOST_LINES = 6


def latest_outcome(moment: Moment, now: Encounter, rules: System, numbers: bool) -> tuple[str, ...]:
    """What came of the last command that came to something for the players, open ones among them, line by line.

    now: the present encounter, which says whom they know.
    """
    for changes in map(changes_in, moment.latest()):
        if lines := tuple(shown_lines(changes, now, rules, numbers)):
            more = len(lines) - MOST_LINES
            return lines if more <= 0 else (*lines[:MOST_LINES], f"and {more} more")
    return ()


def latest_act(moment: Moment, now: Encounter, rules: System, numbers: bool) -> str:
    """The same in sentences: of several figures to which the same happened in one, and with the harm or the healing."""
    for changes in map(changes_in, moment.latest()):
        if lines := list(shown_lines(changes, now, rules, numbers, in_full=True)):
            known = (figure.name for figure in redacted(now).figures.values() if not figure.hidden)
            names = sorted(known, key=len, reverse=True)
            said = [(next((name for name in names if text.startswith(f"{name} ")), ""), text) for text in lines]
            parts = groupby(said, key=lambda each: each[1].removeprefix(f"{each[0]} ") if each[0] else each[1])
            told = [_of_several([name for name, _ in same], rest) for rest, same in parts]
            more = [f"And {len(told) - MOST_LINES} more"] if len(told) > MOST_LINES else []
            return " ".join(f"{capitalised(text)}." for text in (*told[:MOST_LINES], *more))
    return ""


_SEVERAL = {"is": "are", "has": "have", "takes": "take", "regains": "regain", "appears": "appear"}


def _of_several(names: Sequence[str], rest: str) -> str:
    """What happened to each of these, in one sentence: `Goblin 2-4 take damage and are dead`."""
    if len(names) < 2:
        return f"{names[0]} {rest}" if names[0] else rest
    return f"{spans(names)} {' '.join(_SEVERAL.get(word, word) for word in rest.split(' '))}"
