"""Python files that lie in the current directory are never run, whatever module they are called after."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store.saves import Saves
from tests.ui.table import prepare
from tests.ui.terminal import TOP, Terminal

INSTALLED = "import sys\nfrom referee.__main__ import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
"""The script `referee`, as it is installed: Python puts its folder into the path, not the current directory."""
APP = (
    "import os, sys; from pathlib import Path; sys.path.remove(''); os.chdir(sys.argv[1]); "
    "from referee.store.saves import Saves; "
    "from referee.cli.main import run_app; sys.exit(run_app(Saves(Path(sys.argv[2])), 'fight'))"
)
NAMED_AFTER = (*sys.stdlib_module_names, "msgspec", "pydantic", "rich", "textual", "tinydb", "tomli", "yaml")
"""Modules that any of our processes might import."""
TRAP = "import os\nopen(os.environ['REFEREE_TEST_TRAP'], 'a').write(__file__ + '\\n')\nraise ImportError(__file__)\n"


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder full of modules that note in the file `ran` beside it when they are run, as the current directory."""
    folder = tmp_path / "received"
    (folder / "referee").mkdir(parents=True)
    for name in NAMED_AFTER:
        (folder / f"{name}.py").write_text(TRAP)
    for name in ("__init__", "__main__"):
        (folder / "referee" / f"{name}.py").write_text(TRAP)
    monkeypatch.setenv("REFEREE_TEST_TRAP", str(tmp_path / "ran"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "referee").write_text(INSTALLED)
    monkeypatch.setenv("PYTHONPATH", str(TOP))
    monkeypatch.chdir(folder)
    yield folder
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()


def command(*words: str) -> list[str]:
    return [sys.executable, "../bin/referee", *words]


def referee(*words: str) -> str:
    done = subprocess.run(command(*words), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_trap_closes(trap: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", "import referee"], capture_output=True)
    assert "referee" in (tmp_path / "ran").read_text()
    (tmp_path / "ran").unlink()


@pytest.mark.one_in(2)
def test_no_process_of_a_forecast_runs_them(trap: Path, tmp_path: Path) -> None:
    prepare(tmp_path)
    assert "win" in referee("--saves", str(tmp_path), "forecast", "fight", "--fights", "4", "--workers", "2")


def test_an_import_does_not_run_them(trap: Path, tmp_path: Path) -> None:
    (trap / "mudling.json").write_text(json.dumps({"Name": "Mudling", "HP": {"Value": 7}, "AC": {"Value": 12}}))
    assert "Mudling" in referee("--saves", str(tmp_path), "import", "mudling.json")


@pytest.mark.one_in(2)
def test_the_odds_on_the_screen_do_not_run_them(trap: Path, tmp_path: Path) -> None:
    prepare(tmp_path)
    terminal = Terminal(str(trap), str(tmp_path), program=APP)
    try:
        assert terminal.until("KEYS")
        terminal.press("na")
        assert terminal.until("%"), "no odds came"
    finally:
        terminal.close()


@pytest.mark.one_in(2)
async def test_what_draws_for_a_browser_does_not_run_them(trap: Path, tmp_path: Path) -> None:
    aiohttp = pytest.importorskip("aiohttp", reason="the extra `web` is not installed")
    prepare(tmp_path)
    words = command("--saves", str(tmp_path), "serve", "fight", "--port", "0")
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().rpartition(" ")[2].strip()
            async with aiohttp.ClientSession() as browser, browser.ws_connect(f"{address}ws") as page:
                drawn = b""
                while Saves(tmp_path).read("fight").name.encode() not in drawn:
                    came = await asyncio.wait_for(page.receive(), 60)
                    assert came.data is not None, "the process that draws has ended"
                    drawn += came.data if isinstance(came.data, bytes) else str(came.data).encode()
        finally:
            server.terminate()
