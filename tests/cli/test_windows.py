"""On Windows one sentence says what to do, whatever was typed; simulated, in a process without the modules that Windows
does not have.
"""

import subprocess
import sys

import pytest

WINDOWS = """
import importlib.metadata, sys
MISSING = {"fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "syslog"}

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in MISSING:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
sys.platform = "win32"
from referee.__main__ import main
raise SystemExit(main())
"""
SENTENCE = "referee: Referee runs on Linux and macOS. On Windows, install it in WSL and run it there.\n"


@pytest.mark.parametrize("words", [[], ["--help"], ["ls"], ["fight", "--plain"], ["no such", "--thing"]])
def test_one_sentence_says_where_it_runs(words: list[str]) -> None:
    done = on_windows(*words)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", SENTENCE)


@pytest.mark.parametrize("word", ["--version", "-V"])
def test_the_version_is_printed_all_the_same(word: str) -> None:
    done = on_windows(word)
    assert done.returncode == 0 and done.stdout.startswith("referee ") and done.stderr == SENTENCE


def on_windows(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WINDOWS, *words], capture_output=True, text=True, check=False)
