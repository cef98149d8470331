"""No garbage is collected while the app starts, and only then."""

import gc
import subprocess
import sys

from referee.ui.startup import tune_running

LOADED = "import gc, os, referee.ui.startup, referee.ui.app; print(gc.isenabled(), os.environ.get('TEXTUAL_FPS'))"


def test_loading_the_app_changes_nothing_about_who_loads_it() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["True", "None"]


def test_garbage_is_collected_again_once_the_first_screen_is_there() -> None:
    before = gc.get_threshold()
    try:
        tune_running()
        assert gc.get_threshold() == before, "it was never stopped"
        gc.disable()
        tune_running()
        assert gc.isenabled() and gc.get_threshold() > before
    finally:
        gc.enable()
        gc.unfreeze()
        gc.set_threshold(*before)
