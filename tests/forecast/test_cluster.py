"""A forecast on a Dask cluster of two workers, one of which is killed half-way: the answer is that of one process."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.engine.problem import Refused
from referee.forecast.fight import start_of
from referee.forecast.workers import Job, cluster_pool, forecast, local_pool
from referee.games import Source
from tests.forecast.begun import table

pytest.importorskip("distributed", reason="distributed is not installed: pip install 'referee[cluster]'")
FIGHTS = 240


def job() -> Job:
    """The sample of The Black Keep."""
    session = table("black_keep")
    return Job(Source("black_keep"), start_of(session), {"heroes": "weakest", "monsters": "nearest"}, 7)


@contextmanager
def program(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of distributed that runs until it is no longer wanted."""
    process = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait(20)


@contextmanager
def cluster() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler with two workers on this computer: its address, and one of the workers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    worker = ("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    with program(*scheduler), program(*worker, "--host", "127.0.0.1") as one, program(*worker, "--host", "127.0.0.1"):
        from distributed import Client

        with Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, one


@pytest.mark.one_in(8, rest=6)
def test_a_worker_is_killed_half_way() -> None:
    asked = job()
    with local_pool(1) as pool:
        (*_, local) = forecast(asked, FIGHTS, pool)
    with cluster() as (address, worker), cluster_pool(address) as pool:
        assert pool.workers == 2
        for tally in forecast(asked, FIGHTS, pool):
            if tally.fights >= FIGHTS / 3:
                worker.kill()
        assert worker.wait(20) and tally.data() == local.data()
    assert local.fights == FIGHTS


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.forecast.workers.CONNECT", 1)
    with pytest.raises(Refused, match="No Dask scheduler answers at tcp://127"), cluster_pool("tcp://127.0.0.1:9"):
        pass
    with pytest.raises(Refused, match="No Dask scheduler answers at nonsense"), cluster_pool("nonsense"):
        pass
