"""No garbage is collected while the app starts, and only then."""

import gc
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from referee import games as systems
from referee.cli.main import tune_running
from referee.dialogue.run_lines import run_line
from referee.library.own_library import session_of
from referee.store.saves import Saves

pytestmark = pytest.mark.one_in(10)

LOADED = "import gc, os, referee.cli.main, referee.ui.app; print(gc.isenabled(), os.environ.get('TEXTUAL_FPS'))"


FIRST_SCREEN = """
import asyncio, sys
from pathlib import Path
from referee.store.saves import Saves
from referee.ui.app import RefereeApp

async def first_screen(saves):
    async with RefereeApp(saves, "mill").run_test() as pilot:
        await pilot.pause()
        print(*(name for name in sys.argv[2:] if name in sys.modules))

asyncio.run(first_screen(Saves(Path(sys.argv[1]))))
"""
LATE = (
    "referee.store.library",
    "referee.store.library_record",
    "referee.library.keeping",
    "referee.command_language.line",
)
"""What the first screen does without, where there is no library yet and nothing is typed."""


def test_the_first_screen_waits_neither_for_the_library_nor_for_what_reads_lines(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    with closing(systems.begin(saves, "Mill", "plain")[0]) as journal:
        run_line(session_of(journal, tmp_path), "add hero Ann hp=9")
    command = [sys.executable, "-c", FIRST_SCREEN, str(tmp_path), *LATE]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == []


@pytest.mark.one_in(6)
def test_loading_the_app_changes_nothing_about_who_loads_it() -> None:
    own = {name: value for name, value in os.environ.items() if name != "TEXTUAL_FPS"}  # of an app in this process
    command = [sys.executable, "-c", LOADED]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, env=own)
    assert done.stdout.split() == ["True", "None"]


def test_garbage_is_collected_again_once_the_first_screen_is_there() -> None:
    frozen = gc.get_freeze_count()
    try:
        tune_running()
        assert gc.get_freeze_count() == frozen, "it was never stopped"
        gc.disable()
        tune_running()
        assert gc.isenabled() and gc.get_freeze_count() > frozen
    finally:
        gc.enable()
        gc.unfreeze()


def test_the_command_collects_more_seldom_and_looks_for_no_plugins() -> None:
    run = "import gc, os, sys, referee.__main__ as it; sys.argv[1:] = ['--version']; it.main()"
    told = "print(gc.get_threshold(), os.environ['PYDANTIC_DISABLE_PLUGINS'])"
    command = [sys.executable, "-c", f"{run}; {told}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.splitlines()[-1] == "(200000, 20, 20) __all__"


def test_a_screen_starts_without_tls_which_can_be_imported_later() -> None:
    code = (
        "import sys; from referee.cli.main import run; run(['ghost']); run([]); import asyncio.sslproto;"
        "assert '_ssl' not in sys.modules and asyncio.sslproto.ssl is None; import ssl; assert ssl.OPENSSL_VERSION"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "needs a terminal" in done.stderr, done.stderr
