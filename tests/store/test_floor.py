"""The floor that saves stand on: they know nothing of the screen, nor of any game."""

import subprocess
import sys
from pathlib import Path

import pytest

import referee.store

MODULES = sorted(path.stem for path in Path(referee.store.__path__[0]).glob("[a-z]*.py"))


@pytest.mark.parametrize("module", MODULES)
def test_no_module_brings_in_the_screen_or_a_game(module: str) -> None:
    code = (
        f"import sys, referee.store.{module};"
        "print([name for name in sys.modules if name.startswith(('textual', 'rich', 'referee.rules', 'referee.ui'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
