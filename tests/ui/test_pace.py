"""Pace: nothing is swept up while the app starts, and only then."""

import gc
import subprocess
import sys

from referee.ui import pace

LOADED = "import gc, os, referee.ui.start, referee.ui.app; print(gc.isenabled(), os.environ.get('TEXTUAL_FPS'))"


def test_loading_the_app_changes_nothing_about_who_loads_it() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["True", "None"]


def test_once_the_first_screen_is_there_it_is_swept_up_again() -> None:
    before = gc.get_threshold()
    try:
        pace.settled()
        assert gc.get_threshold() == before, "nobody was in a hurry"
        gc.disable()
        pace.settled()
        assert gc.isenabled() and gc.get_threshold() > before
    finally:
        gc.enable()
        gc.unfreeze()
        gc.set_threshold(*before)
