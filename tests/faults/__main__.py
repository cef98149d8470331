"""The long variants of the tests of faults: `python -m tests.faults [times]`, 50 times as much as usual if not said."""

import os
import sys

import pytest

USUAL = {"REFEREE_KILLS": 20, "REFEREE_INPUT": 20_000, "REFEREE_DAMAGES": 12, "REFEREE_TABLES": 4}
"""What each variable is when nobody sets it: kills of a writer, characters of noise, journals, tables."""


def main(words: list[str]) -> int:
    """Runs them; the exit code of pytest."""
    times = int(words[0]) if words else 50
    for name, usual in USUAL.items():
        os.environ.setdefault(name, str(usual * times))
    return int(pytest.main(["-q", "tests/faults", "tests/ui/test_input.py", "tests/ui/test_keeping.py"]))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
