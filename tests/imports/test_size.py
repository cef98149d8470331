"""A file of 10,000 records comes in within bounds, and tells how far it is."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.cli import import_files
from referee.cli.main import run
from tests.imports.reading import SAMPLES, one

MOST_MEGABYTES = 260
"""Memory of the whole program. All documents are in it, as TinyDB changes them, until the file is written."""
MOST_TO_REPLACE = 380
"""Those that are replaced are read, too."""
MOST_TIMES = 15
"""Processor time that ten times the records may take, as a multiple: no number of seconds holds on every machine."""
MOST_SECONDS = 5
"""Of the processor, for thousands of records of one name, which take half a second here."""
MEASURED = """
import resource, sys
from referee.cli.main import run
code = run(sys.argv[1:])
status = open("/proc/self/status").read()  # what getrusage tells begins with the memory of whoever started this
kilobytes = int(status.partition("VmHWM:")[2].split()[0])
print(kilobytes // 1024, resource.getrusage(resource.RUSAGE_SELF).ru_utime, file=sys.stderr)
raise SystemExit(code)
"""


def grown(file: str, key: str, count: int) -> str:
    records = json.loads((SAMPLES / file).read_text(encoding="utf-8"))
    many = ({**records[n % len(records)], key: f"{records[n % len(records)][key]} {n}"} for n in range(count))
    return json.dumps(list(many))


FILES = {"improved-initiative/creatures.json": "Name", "5e-bits/monsters.json": "name"}


@pytest.mark.one_in(8)
@pytest.mark.parametrize("file", FILES)
def test_a_thousand_records(tmp_path: Path, file: str) -> None:
    for megabytes, _ in come_in(tmp_path, file, 1_000):
        assert megabytes <= 100


@pytest.mark.one_in(60, rest=24)
@pytest.mark.parametrize("file", FILES)
def test_ten_thousand_records(tmp_path: Path, file: str) -> None:
    few, many = come_in(tmp_path, file, 1_000), come_in(tmp_path, file, 10_000)
    for (megabytes, seconds), (_, short), most in zip(many, few, (MOST_MEGABYTES, MOST_TO_REPLACE), strict=True):
        assert megabytes <= most and seconds <= MOST_TIMES * short, (megabytes, seconds, short)


def come_in(tmp_path: Path, file: str, records: int) -> list[tuple[float, float]]:
    """Imports so many records into a new library, and once more in their places: the megabytes and the seconds of the
    processor that each takes.
    """
    (tmp_path / "big.json").write_text(grown(file, FILES[file], records))
    words = ["--saves", str(tmp_path / f"saves-{records}"), "import", str(tmp_path / "big.json"), "--json"]
    took = []
    for besides in ((), ("--on-duplicate", "replace")):
        command = [sys.executable, "-c", MEASURED, *words, *besides]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        megabytes, seconds = map(float, done.stderr.splitlines()[-1].split())
        assert json.loads(done.stdout)["imported"] == records
        took.append((megabytes, seconds))
    return took


@pytest.mark.one_in(6)
def test_thousands_of_one_name_are_told_apart_in_no_time() -> None:
    blocks = [{"Name": "Rat", "HP": {"Value": n}} for n in range(1, 4_000)]
    begun = time.process_time()
    done = one(("rats.json", json.dumps(blocks + blocks).encode()))
    assert time.process_time() - begun < MOST_SECONDS
    assert (done.report.imported, done.report.skipped) == (3_999, 3_999)
    assert len({figure.name for figure in done.figures}) == 3_999


def test_progress_is_shown_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.json").write_text(grown("improved-initiative/creatures.json", "Name", 40))
    words = ["--saves", str(tmp_path), "import", str(tmp_path / "x.json"), "--dry-run", "--json"]
    assert run(words) == 0 and capsys.readouterr().err == ""
    monkeypatch.setattr(import_files, "QUIET", 0.0)
    assert run(words) == 0
    assert capsys.readouterr().err.splitlines() == ["x.json: 16 records", "x.json: 32 records"]
