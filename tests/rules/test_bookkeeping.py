"""The printed log of every transcript says what happened; lines that keep books are the exception."""

import re
from collections.abc import Iterator

import pytest

from referee.engine.events.apply import changes_of
from referee.engine.record.past_states import entries, settled_state_at
from referee.rules import registry
from referee.words.log import log
from referee.words.log_line import told, without_beginnings
from tests.rules.shelf import played, transcripts

pytestmark = pytest.mark.looks_at_plays

MOST = 0.01
"""The part of a game's lines that may be bookkeeping, all sorts together."""

SORTS = {
    "an arrow between names": re.compile(r"[A-Za-z)](?: \d+)? → [A-Z][a-z]"),
    "a counter before and after that has no name": re.compile(r"(?:^|[:;] )[+-]?\d+ → [+-]?\d+"),
    "more than two clauses": re.compile(r"\[(?:[A-Z]{1,3}\d?-\d+ ){2}[A-Z]{1,3}\d?-\d+"),
    "the die before its total": re.compile(r"\b(?:d\d+ )?\d+ (?:of [\d ]+ )?\+ [^=.]*\d = -?\d+"),
    "what everybody expects": re.compile(
        r"^[^✎]*\b(?:action|actions|reaction|attacks|moves) (?:1 → 0|0 → 1)\b|reaches its maximum|^[A-Z][^ ]*'s turn$"
    ),
    "an internal name": re.compile(r"\b[a-z]+_[a-z]+\b|\b[a-z]+\d*\.[a-z]+\b"),
    "dice notation": re.compile(r"\b\d+d\d+|\bd(?:6|10|12|20|100)\b|\dk[hl]\d"),
    "one figure a line at set-up": re.compile(r"comes to the table"),
    "nobody is named": re.compile(r"(?:^|\. )(?:It|Its|They|He|She)\b"),
}


def printed(system: str) -> Iterator[tuple[str, str]]:
    """Each line that the log of a game's transcripts prints, with the name of its file."""
    for path in transcripts(system):
        session = played(path).session
        assert session is not None
        before = settled_state_at(session.step_log, 0)
        for entry in entries(session.step_log, session.step_log.position):
            changes = tuple(changes_of(before, entry.events or ()))
            yield from ((path.name, told(line)) for line in without_beginnings(log(before, entry, session.rules)))
            before = changes[-1].after if changes else before


@pytest.mark.one_in(7, rest=12)
@pytest.mark.parametrize("system", registry.names())
def test_the_log_is_told_and_not_kept(system: str) -> None:
    lines = list(printed(system))
    kept = [
        f"{name}: {text}: {sort}" for name, text in lines for sort, pattern in SORTS.items() if pattern.search(text)
    ]
    assert len(lines) > 300
    assert len(kept) <= MOST * len(lines), "\n".join([f"{len(kept)} of {len(lines)}", *kept])


@pytest.mark.parametrize(
    ("sort", "text"),
    [
        ("an arrow between names", "Goblin 1 → Ann with scimitar: 17 vs AC 15"),
        ("a counter before and after that has no name", "Orc parries Ulf: 6 → 1"),
        ("more than two clauses", "Ulf is dead  [BK-01 BK-02 BK-03]"),
        ("the die before its total", "12 + 6 = 18 vs 18, hits"),
        ("what everybody expects", "Ann's action 1 → 0"),
        ("an internal name", "Ann: str_save 4"),
        ("dice notation", "2d20kl1 12 of 12 15"),
        ("one figure a line at set-up", "Ann comes to the table: longsword"),
        ("nobody is named", "It comes to nothing: Trap has no HP"),
    ],
)
def test_a_line_of_bookkeeping_is_found(sort: str, text: str) -> None:
    assert SORTS[sort].search(text)
