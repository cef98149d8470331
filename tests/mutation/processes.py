"""Work in forked processes: silent, in folders of their own, and bounded in time and memory."""

import os
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TypeVar

TOO_LONG = 4
"""The result of work that took longer than it may."""
FAILED = 1
"""The result of work that raised an error or whose process was killed."""
MEMORY, FILE = 4 << 30, 1 << 30
"""Most bytes that one process may have, and most bytes of one file: endless work must not fill the machine."""

Task = TypeVar("Task")


def in_processes(
    tasks: Iterable[Task], work: Callable[[Task], int], seconds: Callable[[Task], float], jobs: int
) -> Iterator[tuple[Task, int]]:
    """The result of `work` for each task, in the order in which they end. Each may use `seconds` of the processor, and
    twice as much by the clock, for the machine may be busy.
    """
    waiting, running = list(tasks)[::-1], dict[int, tuple[Task, float, str]]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                task, folder = waiting.pop(), tempfile.mkdtemp(prefix="mutation-")
                limit = seconds(task)
                if (pid := os.fork()) == 0:
                    _work_alone(work, task, limit, folder)
                running[pid] = task, time.monotonic() + 30 + 2 * limit, folder
            time.sleep(0.02)
            for pid, (task, end, folder) in list(running.items()):
                done, status = os.waitpid(pid, os.WNOHANG)
                if not done and time.monotonic() < end:
                    continue
                _end_group(pid)
                if not done:
                    os.waitpid(pid, 0)
                del running[pid]
                shutil.rmtree(folder, ignore_errors=True)
                yield task, _result(status) if done else TOO_LONG
    finally:
        for pid in running:
            _end_group(pid)


def _result(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGXCPU:
        return TOO_LONG
    return code if code >= 0 else FAILED


def _work_alone(work: Callable[[Task], int], task: Task, limit: float, folder: str) -> None:
    """Works in a group of processes and in folders of its own, and never returns."""
    result = FAILED
    try:
        os.setsid()
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[name] = tempfile.mkdtemp(dir=folder)
        result = work(task)
    finally:
        os._exit(result)


def _end_group(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
