"""What tests find around them: paths that do not exist are refused."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_paths_that_are_not_there_are_refused_with_a_sentence() -> None:
    named = ("tests/test_toml.py", "tests/test_tonl.py", "tests/nowhere/test_x.py::test_y[a::b]")
    command = [sys.executable, "-m", "pytest", "-n", "1", "-p", "no:cacheprovider", *named]
    ended = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 4
    assert "No test was run: there is no tests/test_tonl.py and no tests/nowhere/test_x.py." in ended.stderr
