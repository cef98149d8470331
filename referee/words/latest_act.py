"""The latest act of a table as the players are told of it, line by line or in sentences."""

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.text.phrases import capitalised
from referee.words.public_lines import shown_lines
from referee.words.public_moment import Moment, changes_in
from referee.words.sentence import Sentence, worded

MOST_LINES = 6


def latest_outcome(moment: Moment, now: Encounter, rules: System, numbers: bool) -> tuple[str, ...]:
    """What came of the last command that came to something for the players, open ones among them, line by line.

    now: the present encounter, which says whom they know.
    """
    for changes in map(changes_in, moment.latest()):
        if lines := tuple(map(worded, shown_lines(changes, now, rules, numbers))):
            more = len(lines) - MOST_LINES
            return lines if more <= 0 else (*lines[:MOST_LINES], f"and {more} more")
    return ()


def latest_act(moment: Moment, now: Encounter, rules: System, numbers: bool) -> str:
    """The same in sentences: of several figures to which the same happened in one, and with the harm or the healing."""
    for changes in map(changes_in, moment.latest()):
        if sentences := list(shown_lines(changes, now, rules, numbers, in_full=True)):
            told = [worded(_of_all(list(same))) for _, same in groupby(sentences, key=lambda said: said.alone)]
            more = [f"And {len(told) - MOST_LINES} more"] if len(told) > MOST_LINES else []
            return " ".join(f"{capitalised(text)}." for text in (*told[:MOST_LINES], *more))
    return ""


def _of_all(same: Sequence[Sentence]) -> Sentence:
    """What happened to each of these, in one sentence: `Goblin 2-4 take damage and are dead`."""
    names = dict.fromkeys(name for sentence in same for name in sentence.who)
    return replace(same[0], who=tuple(names))
