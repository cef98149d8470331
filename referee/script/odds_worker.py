"""The process that works out the odds of what stands on the screen: `python -m referee.script.odds_worker SAVES NAME`.

It follows the journal of the encounter, as one who looks on does. A line of JSON on its input asks for odds, a line on
its output is an answer, or a part of one. A new question, or the end of the input, ends what it is at.
"""

import json
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypedDict

from referee.engine.problem import Problem
from referee.engine.record.history import Item
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Command
from referee.odds.ways import MOST_WAYS, Way, WayData, variants_of, way_data, way_odds, ways_of
from referee.script.systems import rules_for
from referee.store.saves import Saves


class OddsAsked(TypedDict):
    """Odds that are wanted."""

    id: int
    position: int
    """Where the record stands."""
    verb: str
    """The command that is thought of; empty: the one that is open."""
    variants: bool
    """With all that may be said or chosen otherwise."""


class OddsTold(TypedDict):
    """A part of the answer, and the last one."""

    id: int
    ways: list[WayData]
    done: bool


class _Dropped(Exception):
    """Something else is wanted, or nothing any more."""


class _Input:
    """The lines that come in."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._left = b""
        self._over = False

    def waits(self) -> bool:
        """True if another line has come, or the end."""
        return bool(select.select([self._descriptor], [], [], 0)[0])

    def last(self) -> str | None:
        """The last line that has come; waits for one. None at the end."""
        while not self._over and (b"\n" not in self._left or self.waits()):
            came = os.read(self._descriptor, 65536)
            self._left, self._over = self._left + came, not came
        *whole, self._left = self._left.split(b"\n")
        return whole[-1].decode() if whole and not self._over else None


def answers(session: Session, asked: OddsAsked, tick: Any) -> Iterator[list[WayData]]:
    """The odds that are wanted, a way at a time, or those of the first question together."""
    if session.step_log.position != asked["position"]:
        return
    before, command, items = _meant(session, asked["verb"])
    rules = session.rules
    ways = ways_of(rules, before, command, items)[:MOST_WAYS]
    for way in ways:
        try:
            found = way_odds(rules, before, way, tick)
        except Problem:
            continue
        yield [way_data(rules, before, way, found)]
        if asked["variants"] and len(ways) == 1:
            yield from _variants(session, before, way, list(found.met.values()), tick)


def _variants(session: Session, before: Encounter, usual: Way, met: Any, tick: Any) -> Iterator[list[WayData]]:
    for way in list(variants_of(session.rules, before, usual, met))[:MOST_WAYS]:
        try:
            yield [way_data(session.rules, before, way, way_odds(session.rules, before, way, tick))]
        except Problem:
            continue


def _meant(session: Session, verb: str) -> tuple[Encounter, Command, tuple[Item, ...]]:
    """The command, with its answers so far, and the encounter before it."""
    if verb or not session.resolved_commands:
        return session.encounter, Command(verb=verb), ()
    resolved = session.resolved_commands[-1]
    return resolved.before, resolved.entry.command, resolved.entry.items


def main(folder: str, name: str) -> None:
    """Answers until its input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    lines = _Input(sys.stdin.fileno())

    def tick() -> None:
        if lines.waits():
            raise _Dropped

    with closing(Saves(Path(folder)).open(name, read_only=True)) as journal:
        session = Session(rules_for(journal), journal)
        while (line := lines.last()) is not None:
            asked: OddsAsked = json.loads(line)
            _ = journal.follow()
            session.follow()
            try:
                for ways in answers(session, asked, tick):
                    _say(OddsTold(id=asked["id"], ways=ways, done=False))
                _say(OddsTold(id=asked["id"], ways=[], done=True))
            except _Dropped:
                continue
            except Problem:
                _say(OddsTold(id=asked["id"], ways=[], done=True))


def _say(told: OddsTold) -> None:
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
