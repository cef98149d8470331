"""No garbage is collected while the app starts, and only then."""

import gc
import subprocess
import sys

import pytest

from referee.cli.main import tune_running

pytestmark = pytest.mark.one_in(2)

LOADED = "import gc, os, referee.cli.main, referee.ui.app; print(gc.isenabled(), os.environ.get('TEXTUAL_FPS'))"


@pytest.mark.one_in(2)
def test_loading_the_app_changes_nothing_about_who_loads_it() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, timeout=120)
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
    assert done.stdout.splitlines()[-1] == "(50000, 20, 20) __all__"
