"""The fights of a forecast in batches over any `concurrent.futures.Executor`: this process, one process for each core,
or the workers of a Dask cluster.

The seed of a fight is made of the seed of the forecast and the fight's number, so the answer does not depend on who
plays it, nor on the order in which the batches come back.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stderr
from multiprocessing import get_context, resource_tracker
from typing import Any

from msgspec import Struct

from referee.engine.problem import Refused
from referee.extras import missing
from referee.forecast.fight import Start, fight
from referee.forecast.policies import Policy
from referee.forecast.tally import Tally
from referee.games import Source, rules_of
from referee.odds.worker import end_with
from referee.text.quoting import short

BATCHES = 50
"""Batches for each worker, so that they end together and the tally grows before the eye."""
LARGEST = 20
"""Fights of a batch: at most about a second, for which a process goes on after the forecast was stopped."""
AHEAD = 3
"""Batches for each worker that are handed out before one has come back."""
CONNECT = 10
"""Seconds until a cluster has to answer."""


class EndedFromOutside(Refused):
    """A process that played fights is gone, as where memory has run out."""


class Job(Struct, frozen=True):
    """All that a worker needs to play any of the fights."""

    source: Source
    """The game."""
    start: Start
    policies: dict[str, Policy]
    seed: int


def play(job: Job, first: int, count: int) -> Tally:
    """The fights from that number on. Refused as `fight`."""
    rules, tally = rules_of(job.source), Tally(job.policies, (job.seed,))
    for n in range(first, first + count):
        tally.add(rules, job.start.encounter, fight(rules, job.start, job.policies, f"{job.seed} {n}"))
    return tally


class Pool(Struct, frozen=True):
    """Where fights are played."""

    executor: Executor
    workers: int


class _Here(Executor):
    """Plays each batch at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = Future[Any]()
        future.set_result(fn(*args, **kwargs))
        return future


def _begin(parent: int, nice: int) -> None:
    """What a process does before its first fight: it leaves Ctrl+C to the one that started it, and ends with that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(50_000, 20, 20)  # next to all that a fight makes goes with it
    os.nice(nice)
    end_with(parent)


def _cores() -> int:
    """The cores that this process may use, or where the system does not say those of the computer."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def local_pool(workers: int = 0, nice: int = 0) -> Iterator[Pool]:
    """So many processes of this computer; 0: one for each core, 1: none but this one. nice: how far they stand back."""
    if workers == 1:
        yield Pool(_Here(), 1)
        return
    workers = workers or _cores()
    os.environ["PYTHONSAFEPATH"] = "1"  # so that no file of the current directory is run in place of a module
    with redirect_stderr(sys.__stderr__):  # the screen's own has no descriptor, which that process is to inherit
        resource_tracker.ensure_running()
    executor = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (os.getpid(), nice))
    try:
        yield Pool(executor, workers)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)  # each process ends with the batch that it plays now


@contextmanager
def cluster_pool(address: str) -> Iterator[Pool]:
    """The workers of a Dask cluster. Refused where the package is missing, or nobody answers."""
    try:
        from distributed import Client
    except ImportError as error:
        raise missing("A cluster needs referee[cluster]", "cluster") from error
    try:
        client = Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise Refused(f"No Dask scheduler answers at {short(address, 80)}. Start one: dask scheduler") from error
    with client:
        if not (cores := sum(client.ncores().values())):
            raise Refused(f"The cluster at {short(address, 80)} has no workers. Start one: dask worker {address}")
        yield Pool(client.get_executor(pure=False), cores)


def forecast(job: Job, fights: int, pool: Pool, known: Tally | None = None) -> Iterator[Tally]:
    """The tally of the fights so far, again and again until all are in; it is always the same object, which grows.

    known: the tally of the first fights, which are not played again. Refused as `fight`; EndedFromOutside if a worker
    is gone for good.
    """
    tally, running = known or Tally(job.policies, (job.seed,)), set[Future[Tally]]()
    size = max(1, min(LARGEST, (fights - tally.fights) // (BATCHES * pool.workers)))
    due = iter(range(tally.fights, fights, size))
    try:
        while True:
            for first in due:
                running.add(pool.executor.submit(play, job, first, min(size, fights - first)))
                if len(running) >= AHEAD * pool.workers or pool.workers == 1:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                tally.merge(future.result())
            yield tally
    except BrokenProcessPool as error:
        raise EndedFromOutside("A process of the forecast was ended from outside.") from error
    finally:
        for future in running:
            future.cancel()
