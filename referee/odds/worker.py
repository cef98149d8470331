"""The process that works out the odds of what stands on the screen: `python -m referee.odds.worker SAVES NAME`.

It follows the journal of the encounter, read only. Each line of its input is an `OddsAsked` as JSON, each line of its
output an `OddsTold`: one way, or that there are no more. Another line, or the end of the input, ends the search that
is under way.
"""

import json
import os
import select
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import TypedDict

from referee.engine.mistake import report_mistake, reporters
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.recorded_steps import Item
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.games import rules_for
from referee.odds.possible_ends import Odds
from referee.odds.ways import MOST_WAYS, Way, WayData, variants_of, way_data, way_odds, ways_of
from referee.store.saves import Saves

EVERY = 5.0
"""Seconds between looks whether the program that started it is still there."""


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
    mistake: str
    """What went wrong, with where: a rule that failed; empty: nothing did."""


class _Dropped(BaseException):
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


def answers(session: Session, asked: OddsAsked, tick: Callable[[], None]) -> Iterator[WayData]:
    """The odds that are wanted, a way at a time; of variants those that make a difference.

    tick: as in `odds`. A way that is not possible is left out, and so is one whose rule fails, which is reported.
    """
    if session.step_log.position != asked["position"]:
        return
    rules, (before, command, items) = session.rules, _meant(session, asked["verb"])
    ways = ways_of(rules, before, command, items)[:MOST_WAYS]
    for way in ways:
        if (told := _told(rules, way, tick)) is not None:
            found, usual = told
            yield usual
            if asked["variants"] and len(ways) == 1:
                yield from _variants(rules, way, list(found.met.values()), usual, tick)


def _told(rules: System, way: Way, tick: Callable[[], None]) -> tuple[Odds, WayData] | None:
    """The odds of a way, and how they are shown; None if it is not possible, or its rule fails, which is reported."""
    try:
        found = way_odds(rules, way, tick)
        return found, way_data(rules, way, found)
    except Problem:
        return None  # it is not possible, or an answer to it cannot be proposed
    except Exception as error:  # a mistake in a rule costs no more than its way
        report_mistake("These odds", error)
        return None


def _variants(
    rules: System, usual: Way, met: Sequence[AnyQuestion], told: WayData, tick: Callable[[], None]
) -> Iterator[WayData]:
    """Those of which something else may come than of what is proposed, which is told."""
    # What is best takes longest, so the others do not wait for it.
    for way in sorted(islice(variants_of(rules, usual, met), MOST_WAYS), key=lambda way: way.policy != "proposed"):
        other = _told(rules, way, tick)
        if other is not None and (other[1]["results"], other[1]["bars"]) != (told["results"], told["bars"]):
            yield other[1]


def _meant(session: Session, verb: str) -> tuple[Encounter, Command, tuple[Item, ...]]:
    """The command, with its answers so far, and the encounter before it."""
    if verb or not session.resolved_commands:
        return session.encounter, Command(verb=verb), ()
    resolved = session.resolved_commands[-1]
    return resolved.before, resolved.entry.command, resolved.entry.items


def main(folder: str, name: str) -> None:
    """Answers until its input ends, or until the program that started it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(os.getppid())
    lines, out = _Input(sys.stdin.fileno()), os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # a rule that prints does not stand between the answers

    def tick() -> None:
        if lines.waits():
            raise _Dropped

    def say(asked: OddsAsked, *ways: WayData) -> None:
        mistake, mistakes[:] = "".join(mistakes), []
        told = OddsTold(id=asked["id"], ways=list(ways), done=not ways, mistake=mistake)
        print(json.dumps(told), file=out, flush=True)

    mistakes = list[str]()
    reporters[:] = [lambda error: mistakes.extend(traceback.format_exception(error))]
    with closing(Saves(Path(folder)).open(name, read_only=True)) as journal:
        session = Session(rules_for(journal), journal)
        while (line := lines.last()) is not None:
            asked: OddsAsked = json.loads(line)
            _ = journal.follow()
            session.follow()
            with suppress(_Dropped):
                try:
                    for way in answers(session, asked, tick):
                        say(asked, way)
                except Problem:
                    pass  # what is thought of is not possible now: there are no odds of it
                except Exception as error:  # the next odds may come without it
                    report_mistake("The odds", error)
                say(asked)


def end_with(parent: int) -> None:
    """Ends this process soon after that one, even in the middle of a rule that comes to no end."""

    def look(number: int, frame: FrameType | None) -> None:
        if os.getppid() != parent:
            os._exit(0)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
