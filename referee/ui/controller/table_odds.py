"""The odds at the table, worked out by a process of their own.

The process is started when odds are wanted, and ends when it has told all and no others are wanted soon: it needs half
as much memory as the table itself. Whatever becomes of it, the table goes on without odds.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.mistake import RulesBug, report_mistake
from referee.engine.questions.typed_questions import is_decision
from referee.engine.record.session import Session
from referee.store.settings import odds_are_off
from referee.ui.controller.cursor import Cursor

if TYPE_CHECKING:
    import subprocess

    from referee.odds.ways import WayData

WAIT = 0.3
"""Seconds for which the table has to stand still before odds are asked for."""
LINGER = 0.5
"""Seconds for which the process stays when it has told all, or nothing is wanted any more; to start another takes a
tenth of a second.
"""
MOST_DEATHS = 3
"""The process is not started again once it has ended so often without being told to."""


class OddsWanted(Struct, frozen=True):
    """What odds are wanted of."""

    position: int
    """Where the record stands."""
    verb: str = ""
    """The command that is thought of; empty: the one that is open."""
    variants: bool = False
    """With all that may be said with it, or chosen in its course."""


def wanted_odds(session: Session, cursor: Cursor) -> OddsWanted | None:
    """What odds are told of: the command whose dice or choices are asked for, or the action under the cursor."""
    verbs, position = {verb.name for verb in session.rules.verbs}, session.step_log.position
    if session.questions:
        question = session.questions[0]
        chooses = is_decision(question) and session.resolved_commands[-1].entry.command.verb in verbs
        return OddsWanted(position) if chooses or isinstance(question, Roll | Draw) else None
    verb = cursor.action if cursor.pane == "actions" else None
    return OddsWanted(position, verb) if verb is not None and verb in verbs else None


class TableOdds:
    """The odds of one encounter in play."""

    def __init__(self, folder: Path, came: Callable[[], None], is_headless: bool = False) -> None:
        self._folder = folder
        self.came = came
        """Called when some have come."""
        self.on = not (is_headless or odds_are_off())
        """They are told with every question; else on their page alone."""
        self.wanted: OddsWanted | None = None
        self.ways: Mapping[str, WayData] = {}
        """What has come of what is wanted, by the word of the answer that makes the difference."""
        self.done = False
        """All has come."""
        self.failed = False
        """Nothing more comes, as the process is gone."""
        self.mistake = ""
        """What is told of a rule that failed while these odds were worked out."""
        self._process: subprocess.Popen[bytes] | None = None
        self._deaths = 0
        self._asked = 0
        self._left = b""
        self._timer: asyncio.TimerHandle | None = None
        """Asks the process, or lets it end, in a while."""

    def want(self, wanted: OddsWanted | None, wait: float = WAIT) -> None:
        """Other odds are wanted, or none; those that were asked for before are dropped."""
        if wanted == self.wanted:
            return
        self.wanted, self.ways, self.done, self.failed, self.mistake = wanted, {}, False, False, ""
        self._asked += 1
        if self._timer is not None:
            self._timer.cancel()
        if wanted is None:
            self._let_end_later()
        else:
            self._timer = asyncio.get_running_loop().call_later(wait, self._ask, wanted)

    def _ask(self, wanted: OddsWanted) -> None:
        self._timer = None
        process = self._running()
        if process is None or process.stdin is None:
            self._none_will_come()
            return
        asked = json.dumps({"id": self._asked, **asdict(wanted)})
        try:
            _ = process.stdin.write(f"{asked}\n".encode())
            process.stdin.flush()
        except OSError:
            self._none_will_come()

    def _running(self) -> "subprocess.Popen[bytes] | None":
        """The process, started where it does not run; None if it cannot be, or died too often."""
        if self._is_ending():
            self._end_process()
        if self._process is None and self._deaths < MOST_DEATHS:
            import subprocess

            root = Path(__file__).parents[3]
            command = (sys.executable, "-P", "-m", "referee.odds.worker")
            with suppress(OSError, ValueError):
                self._process = subprocess.Popen(
                    (*command, str(self._folder.parent.absolute()), self._folder.name),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *filter(None, sys.path)])},
                )
                _comes_last(self._process.pid)
                assert self._process.stdout is not None
                os.set_blocking(self._process.stdout.fileno(), False)
                asyncio.get_running_loop().add_reader(self._process.stdout.fileno(), self._read)
        return self._process

    def _read(self) -> None:
        """Takes what the process says; its end is the end of it."""
        if self._process is None or self._process.stdout is None:
            return
        try:
            came = os.read(self._process.stdout.fileno(), 1 << 20)
        except BlockingIOError:
            return
        except OSError:
            came = b""
        if not came and self._is_ending():
            self._end_process()
            return
        if not came:
            self._deaths += 1
            self._none_will_come()
            return
        *lines, self._left = (self._left + came).split(b"\n")
        for text in lines:
            told = json.loads(text)
            if told["mistake"]:
                self.mistake = report_mistake("Some odds", RulesBug(f"of the odds:\n{told['mistake']}"))
            if told["id"] == self._asked and self.wanted is not None:
                is_first = not self.ways
                self.ways = {**self.ways, **{way["word"]: way for way in told["ways"]}}
                self.done = told["done"]
                if self.done:
                    self._let_end_later()
                if self.done or is_first or self.wanted.variants:
                    self.came()

    def _let_end_later(self) -> None:
        """Ends the process unless odds are wanted again soon."""
        self._timer = asyncio.get_running_loop().call_later(LINGER, self._let_end)

    def _let_end(self) -> None:
        """Tells the process that nothing more is wanted, upon which it ends."""
        self._timer = None
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def _is_ending(self) -> bool:
        """The process has been told that nothing more is wanted."""
        return self._process is not None and self._process.stdin is not None and self._process.stdin.closed

    def _none_will_come(self) -> None:
        """The process is gone: whoever waits is told that nothing comes. It is started again for other odds only."""
        self._end_process()
        self.done = self.failed = True
        self.came()

    def stop(self) -> None:
        """Ends the process; it is started again when odds are wanted again."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.wanted = None
        self._end_process()

    def _end_process(self) -> None:
        process, self._process, self._left = self._process, None, b""
        if process is None:
            return
        assert process.stdout is not None and process.stdin is not None
        with suppress(RuntimeError):  # the loop is closed
            asyncio.get_running_loop().remove_reader(process.stdout.fileno())
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()
        _ = process.wait()


def _comes_last(pid: int) -> None:
    """Gives a process what others leave of the processor, from its first import on."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, 19)
    with suppress(OSError):  # Linux shares the processor among sessions first, and this process has one of its own
        _ = Path(f"/proc/{pid}/autogroup").write_text("19", encoding="ascii")
