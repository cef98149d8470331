"""Moments of a system file: the events that it speaks of, how long something lies, and what ends it.

Used by all tables that wait for something: conditions, event rules, tracks that come back.
Gives events and durations, and the readers of the keys that hold them.
"""

import re
from dataclasses import dataclass
from typing import Literal

from referee.engine.state.bearer import LEAVES
from referee.rules.open_table.file.document import meant, quoted
from referee.rules.open_table.file.table import Table

TURNS = ("turn start", "turn end", "round")
"""Moments of the order."""
RESETS = (*TURNS, "fight")
"""When a track may be full again, beside the rests."""
_EDGE = re.compile(r"(start|end) of (bearer|by)", re.ASCII)
_TURNS = re.compile(r"([1-9][0-9]{0,2}) (start|end)s? of (bearer|by)", re.ASCII)
_ROUNDS = re.compile(r"([1-9][0-9]{0,2}) rounds?", re.ASCII)
_OF_TESTS = ("makes", "faces", "fails")
_OF_NAMES = {"gains": "condition", "loses": "condition", "becomes": "standing", "does": "action"}
"""Events that name something of the file, with the section that it is of."""
_BARE = ("damaged", "healed", "at half", "falls", LEAVES, *TURNS, "joins", "hits", "is hit", "side at half")


@dataclass(frozen=True)
class Duration:
    """How long a condition lies."""

    kind: Literal["open", "this turn", "turns", "rounds", "fight", "rest"] = "open"
    """Until somebody ends it; the end of the present turn; starts or ends of turns; rounds; the end of the fight; a
    rest."""
    count: int = 1
    """How many starts, ends or rounds are still to come."""
    edge: Literal["start", "end"] = "end"
    """Of `turns`: which end of them counts; the present turn does not."""
    of: Literal["bearer", "by"] = "bearer"
    """Of `turns`: whose they are: of who bears it, or of who brought it."""
    rest: str = ""
    """Of `rest`: which."""

    def __str__(self) -> str:
        match self.kind:
            case "turns":
                return f"{self.edge} of {self.of}" if self.count == 1 else f"{self.count} {self.edge}s of {self.of}"
            case "rounds":
                return f"{self.count} round{'s' * (self.count > 1)}"
            case _:
                return self.rest or self.kind


OPEN = Duration()


@dataclass(frozen=True)
class Event:
    """Something that happens to a figure: `damaged`, `fails save`, `gains prone`."""

    kind: str
    """damaged, healed, at half, falls, leaves, turn start, turn end, round, joins, makes, faces, hits, is hit, fails,
    gains, loses, becomes, does, side at half."""
    tests: tuple[str, ...] = ()
    """Of `makes`, `faces` and `fails`: the tests that are meant."""
    what: str = ""
    """Of `gains` and `loses` the condition, of `becomes` the standing, of `does` the action."""

    @property
    def words(self) -> tuple[str, ...]:
        """What the engine calls it: `falls`, `gains prone`, `makes save dex`; each test has its own."""
        return tuple(f"{self.kind} {of}".rstrip() for of in self.tests or (self.what,))


@dataclass(frozen=True)
class Ending:
    """An event that ends a condition."""

    of: Literal["bearer", "by"]
    event: Event


def read_duration(table: Table, key: str) -> Duration | None:
    """How long, as the table says with that key; None if it says nothing."""
    text = table.get(key, 'how long, such as "10 rounds" or "end of bearer",', str)
    if text is None:
        return None
    if text in ("open", "fight", "this turn"):
        return Duration(text)
    if found := _EDGE.fullmatch(text):
        return Duration("turns", 1, *_whose(found[1], found[2]))
    if found := _TURNS.fullmatch(text):
        return Duration("turns", int(found[1]), *_whose(found[2], found[3]))
    if found := _ROUNDS.fullmatch(text):
        return Duration("rounds", int(found[1]))
    if rest := table.symbols.find("rest", text):
        return Duration("rest", rest=rest[0])
    forms = (
        "open",
        "start of bearer",
        "end of bearer",
        "start of by",
        "end of by",
        "10 rounds",
        "2 ends of bearer",
        "this turn",
        "fight",
    )
    ending = meant(text, [*forms, *table.symbols.names["rest"]]).rstrip(".")
    hint = "" if ending.endswith("?") else f". Use {', '.join(forms)} or a rest."
    table.report("E7", f"{quoted(text)} is not a duration{ending}{hint}", key)
    return None


def _whose(edge: str, of: str) -> tuple[Literal["start", "end"], Literal["bearer", "by"]]:
    return "start" if edge == "start" else "end", "by" if of == "by" else "bearer"


def read_event(table: Table, text: str, *key: str | int) -> Event | None:
    """The event that a text means; None, and reported, if there is no such event."""
    if text in _BARE:
        return Event(text)
    verb, _, word = text.partition(" ")
    if verb in _OF_TESTS and word:
        tests = table.resolve(word, ("test",), (), *key)
        return Event(verb, tests) if tests else None
    if verb in _OF_NAMES and word:
        found = table.resolve(word, (_OF_NAMES[verb],), (), *key)
        return Event(verb, what=found[0]) if found else None
    of_names = (f"{verb} {section.upper()}" for verb, section in _OF_NAMES.items())
    known = [*_BARE, *(f"{verb} TEST" for verb in _OF_TESTS), *of_names]
    ending = meant(text, known).rstrip(".")
    hint = "" if ending.endswith("?") else f". Events are {', '.join(known)}."
    table.report("E7", f"there is no event {quoted(text)}{ending}{hint}", *key)
    return None


def read_endings(table: Table, key: str) -> tuple[Ending, ...]:
    """What ends a condition: "bearer EVENT" or "by EVENT"."""
    out: list[Ending] = []
    for said in table.words(key):
        of, _, event = said.partition(" ")
        if of not in ("bearer", "by"):
            table.report("E3", f'must be "bearer EVENT" or "by EVENT", not {quoted(said)}.', key)
        elif found := read_event(table, event, key):
            out.append(Ending("by" if of == "by" else "bearer", found))
    return tuple(out)


def read_resets(table: Table, key: str) -> tuple[str, ...]:
    """When a track is full again: turn start, turn end, round, fight, or rests."""
    return table.names(key, "rest", besides=RESETS)
