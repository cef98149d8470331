"""Hostile strings, wherever words can be typed: one sentence or an act, soon, and nothing of them steers a terminal."""

import os
import re
import time
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from referee.cli.printer import Printer
from referee.dialogue.completion import complete
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import run_line
from referee.engine.dice.chance import AppDice
from referee.engine.dice.notation import read_dice
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.board_chart import read_chart
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import as_data
from referee.engine.verbs.offered_verbs import all_verbs
from referee.rules import registry
from referee.store.save_names import LONGEST, proper_name, slug_of

STRINGS = int(os.environ.get("REFEREE_STRINGS", "1000"))
A_TABLE = 250
"""Strings after which a new table is laid."""
SOON = 3.0
"""Seconds of work for one string: far more than any takes, on a busy machine too."""
PARTS = [
    *("\x1b]0;x\x07", "\x1b]52;c;eA==\x07", "\x1b[2J", "\x9b31m", "\x90q\x9c", "\x00", "\u202e", "\u2066", "\ufeff"),
    *("\ud800", "\U000e0041", "\u0301" * 30, "\u200d", "\U0001f469\u200d\U0001f680", "\u0663", "\uff11", "\x85"),
    *("[@click=app.quit]", "[/", "[red]", "[[", "%s", "{0}", "{x}", "\\", "'", '"', "`", "$(id)", "; id", "| id"),
    *("../../etc/passwd", "/etc/passwd", "~root/x", "~", "C:\\con", "aux", "nul", "a/b", ".", "..", "-rf", "--help"),
    *("0", "1", "-1", "--5", "+3", "1_000", "5e3", "9" * 30, "0x10", "1/3", "1/0", "-0", "1.5", "999999", "1000000"),
    *("3d6+2", "999999d999999", "1d6!", "d%", "4d6kh3", "1d1!", "((((((", "1d6r<6", "0d0", "d", "d6" * 60, "-(-(-(1"),
    *(" ", "  ", "\t", "\n", "\r", ",", ":", ";", "=", "<", "!", "#", "  #", "-", "..", "/", "x3", "*", "+", "?", "::"),
    *("c5", "a1-z99", "aa1", "c5-d5", "door", "wall", "20x15", "9999x9999", "0x0", "hero", "player", "nobody", "all"),
    *("turn", "3r", "end", "because", "half", "typed", "hidden", "drop", "keep", "each", "x" * 500, "a" * 70_000),
    "9" * 5000,
]


def a_string(chance: Random, words: list[str]) -> str:
    """Up to eight parts, each one that has hurt some program, a word of the table, or any character there is."""
    parts = []
    for _ in range(chance.randint(1, 8)):
        if chance.random() < 0.55:
            parts.append(chance.choice(PARTS))
        elif chance.random() < 0.75:
            parts.append(chance.choice(words))
        else:
            parts.append(chr(chance.randrange(0x110000)))
        parts.append(" " if chance.random() < 0.5 else "")
    return "".join(parts)


class Table:
    """A table in memory at which lines are typed."""

    def __init__(self, system: str, chance: Random) -> None:
        self.rules = registry.load(system)
        self.session = Session(self.rules, MemoryStepLog(Encounter(system=system)), app=AppDice(chance))
        for line in (*self.rules.sample().splitlines(), "next"):
            with suppress(Problem):
                run_line(self.session, line)
        self.dialogue = Dialogue(self.session)
        self.verbs = [*all_verbs(self.rules), "undo", "redo", "rewind", "amend", "help", "log", "rules", "who", "<"]
        self.words = [*self.verbs, *self.session.encounter.figures]

    def takes(self, text: str, chance: Random) -> list[str]:
        """What is said to a line with that string in it."""
        if self.session.questions and chance.random() < 0.3:
            text = f"< {text}"
        elif chance.random() < 0.8:
            text = f"{chance.choice(self.verbs)} {text}"
        complete(self.session, text)
        try:
            return [*self.dialogue.take(text), *self.dialogue.standing(), *self.dialogue.asked()]
        except Problem as problem:
            return [problem.located]


def steers(text: str) -> bool:
    """Is there anything in it that a terminal obeys, or that hides?"""
    return any(unicodedata.category(letter) in ("Cc", "Cs") or letter in "\u202e\u2066\ufeff" for letter in text)


def texts(value: object) -> Iterator[str]:
    """All strings within a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in (*value, *value.values()):
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)


def read_alone(text: str) -> None:
    """Hands the string to all that reads strings by itself."""
    for read in (read_dice, read_chart, proper_name):
        try:
            read(text)
        except Problem as problem:
            assert len(str(problem)) < 400, read.__name__
    slug = slug_of(text)
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", slug) and len(slug) <= LONGEST
    assert Path("/saves", slug).parent == Path("/saves")


def wrong(table: Table, text: str, chance: Random, printer: Printer) -> str:
    """What goes wrong with a string at that table; empty if nothing does."""
    began = time.process_time()
    try:
        read_alone(text)
        said = [printer.drawn(line) for line in table.takes(text, chance)]
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} in {last.filename}:{last.lineno}: {error}"[:300]
    if any(map(steers, said)):
        return "what is said steers the terminal"
    return "" if time.process_time() - began < SOON else "it took too long"


@pytest.mark.one_in(6)
def test_hostile_strings(record_property: Callable[[str, object], None]) -> None:
    found, printer = [], Printer(StringIO(), StringIO(), plain=False)
    for start in range(0, STRINGS, A_TABLE):
        chance = Random(start)
        table = Table(chance.choice(registry.names()), chance)
        for number in range(start, min(STRINGS, start + A_TABLE)):
            text = a_string(chance, table.words)
            if what := wrong(table, text, chance, printer):
                found.append(f"{table.rules.name} {number} {what}: {text[:200]!r}")
        if any(map(steers, texts(as_data(table.session.encounter)))):
            found.append(f"{table.rules.name} {start}: something that steers a terminal was kept")
    record_property("done", STRINGS)
    assert not found, "\n".join(found)
