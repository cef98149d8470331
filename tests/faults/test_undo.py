"""Random acts of a table, back and forth; the program is killed, left, opened again, and at times the disk is full.

Of each place in the record it is known how the table stood there; session, journal and database must always say the
same. `TABLES` tables are played of each game; the variable REFEREE_TABLES sets another number, such as 300.
"""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from referee.dialogue.run_lines import run_line
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.record.recorded_steps import Stack
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Command
from referee.rules import registry
from referee.store import append_file
from referee.store.saves import Saves
from tests.rules.test_corrected import a_correction, answer_anyhow, decided, keys

TABLES = int(os.environ.get("REFEREE_TABLES", "4"))
ACTS = 30
"""Acts at each table."""
NAME = "Fight"

Stand = tuple[Encounter, list[str], Stack]
"""The encounter as the table sees it, what is asked, and the open commands."""
lots = st.integers(0, 2**32 - 1).map(Random)


def stand(session: Session) -> Stand:
    return session.encounter, keys(session), session.open_commands


class Tables(RuleBasedStateMachine):
    """One table, what is known of each place in its record, and what the disk had when it last took everything."""

    def __init__(self, system: str) -> None:
        super().__init__()
        self.rules = registry.load(system)
        self.folder = Path(tempfile.mkdtemp(prefix="referee-undo-"))
        self.saves = Saves(self.folder / "saves")
        self.full = False
        self.patch = pytest.MonkeyPatch()
        self.patch.setenv("XDG_STATE_HOME", str(self.folder / "state"))
        really = append_file.write_at

        def write_at(*args: object) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, "No space left on device")
            really(*args)  # type: ignore[arg-type]

        self.patch.setattr(append_file, "write_at", write_at)
        self.journal = self.saves.create(NAME, system)
        self.session = Session(self.rules, self.journal)
        self.stood: dict[int, Stand] = {0: stand(self.session)}
        for line in ("dice table", *self.rules.sample().splitlines()):
            run_line(self.session, line)
        assert self.journal.settle()
        self.length = len(self.journal)
        self.stood[self.length] = stand(self.session)
        self.on_disk = self._now()

    def teardown(self) -> None:
        self.full = False
        self.journal.close()
        self.patch.undo()
        shutil.rmtree(self.folder)

    # ---------------------------------------------------------------- acts of the table

    @rule(random=lots)
    def order(self, random: Random) -> None:
        name = "next" if random.random() < 0.4 else random.choice(sorted(all_verbs(self.rules)))
        self.session.app = AppDice(random)
        with self._act():
            self.session.command(Command(verb=name))

    @precondition(lambda self: self.session.questions)
    @rule(random=lots, times=st.integers(1, 6))
    def answer(self, random: Random, times: int) -> None:
        self.session.app = AppDice(random)
        for _ in range(times):
            if self.session.questions:
                with self._act():
                    answer_anyhow(self.session, random)

    @rule(random=lots)
    def correct(self, random: Random) -> None:
        self.session.app = AppDice(random)
        amendment = a_correction(self.session, random)
        if amendment is not None and decided(amendment, random, set()):
            with self._act():
                amendment.accept()

    @precondition(lambda self: self.journal.position > 0)
    @rule(inside=st.booleans())
    def undo(self, inside: bool) -> None:
        self.session.undo(inside)
        self._moved()

    @precondition(lambda self: self.journal.position < self.length)
    @rule(inside=st.booleans())
    def redo(self, inside: bool) -> None:
        self.session.redo(inside)
        self._moved()

    @rule(random=lots)
    def rewind(self, random: Random) -> None:
        self.session.rewind(random.randint(0, self.length))
        self._moved()

    # ---------------------------------------------------------------- what befalls it

    @rule()
    def disk_full(self) -> None:
        self.full = True

    @rule()
    def disk_takes_it_again(self) -> None:
        self.full = False
        assert self.journal.retry()
        self._moved()

    @rule()
    def killed(self) -> None:
        """What the disk did not take is lost, and the referee was told so."""
        self.journal.file.close()
        assert self.journal._lock is not None
        self.journal._lock.release()
        self.length, position, self.stood = self.on_disk
        self._opened([])
        assert self.journal.position == position

    @rule()
    def left_and_opened(self) -> None:
        """What the disk did not take lies elsewhere, and is brought back."""
        position, trouble = self.journal.position, self.journal.trouble
        self.journal.settle(keys(self.session)[0] if self.session.questions else "")
        self.journal.close()
        told = [f"What could not be saved of {self.journal.folder.path.name} last time is saved now."]
        self._opened(told if trouble else [])
        assert self.journal.position == position

    def _opened(self, told: list[str]) -> None:
        self.full = False
        self.journal = self.saves.open(NAME)
        assert self.journal.notices == told
        self.session = Session(self.rules, self.journal)
        self._moved()
        assert self.saves.check(NAME) == []

    # ---------------------------------------------------------------- what is known

    def _now(self) -> tuple[int, int, dict[int, Stand]]:
        return self.length, self.journal.position, dict(self.stood)

    @contextmanager
    def _act(self) -> Iterator[None]:
        """An act is one more place in the record, and cuts off what lay ahead; one that is refused changes nothing."""
        before = self.journal.position
        with suppress(Problem, IndexError):
            yield
            self.length = before + 1
            self.stood = {place: stood for place, stood in self.stood.items() if place <= before}
        self._moved()
        assert self.journal.position in (before, self.length)

    def _moved(self) -> None:
        assert self.session.notice == ""
        now = stand(self.session)
        assert self.stood.setdefault(self.journal.position, now) == now
        assert len(self.journal) == self.length

    @invariant()
    def disk_says_the_same(self) -> None:
        assert bool(self.journal.trouble) <= self.full
        if self.journal.trouble:
            return
        self.on_disk = self._now()
        with closing(self.saves.open(NAME, read_only=True)) as journal:
            assert journal.notices == []
            assert (journal.position, len(journal)) == (self.journal.position, self.length)
            assert stand(Session(self.rules, journal)) == self.stood[journal.position]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", registry.names())
def test_session_journal_and_database_agree_whatever_is_done_and_taken_back(
    system: str, record_property: Callable[[str, object], None]
) -> None:
    record_property("done", TABLES)
    usual = settings(
        max_examples=TABLES,
        stateful_step_count=ACTS,
        deadline=None,
        derandomize="REFEREE_TABLES" not in os.environ,
        database=None,
        suppress_health_check=[*HealthCheck],
        phases=[Phase.generate, Phase.shrink],
    )
    run_state_machine_as_test(lambda: Tables(system), settings=usual)
