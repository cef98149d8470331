"""Completion: what the script that is printed for a shell completes, asked of the shell itself."""

import builtins
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.cli.usage import COMMANDS, SHELLS
from referee.extras import install_command
from tests.cli.command import Captured, enter, said

HOSTILE = "Zoll $(touch hit) `touch hit`"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """An empty folder, then with three encounters, and one in the trash."""
    enter(tmp_path, monkeypatch)
    for name in ("Goblin ambush", "Überfall", HOSTILE, "old one"):
        said(capsys, 0, "new", name, "--system", "plain")
    said(capsys, 0, "remove", "old one")
    return tmp_path


def shell_or_skip(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} here")
    return found


def run_in(shell: str, program: str) -> str:
    """What that program of a shell prints; `referee` in it is this one."""
    done = subprocess.run([shell, "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


def in_bash(script: str, *words: str) -> list[str]:
    """What bash completes the last of these words by."""
    typed = " ".join(f"'{word}'" for word in ("referee", *words))
    program = (
        f'referee() {{ "{sys.executable}" -m referee "$@"; }}\n{script}\n'
        f"COMP_WORDS=({typed}); COMP_CWORD={len(words)}\n"
        '_shtab_referee; [[ ${#COMPREPLY[@]} = 0 ]] || printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return run_in(shell_or_skip("bash"), program).splitlines()


@pytest.mark.one_in(6)
def test_bash_completes_commands_names_and_games(here: Path, capsys: Captured) -> None:
    script = said(capsys, 0, "completion", "bash")[0]
    assert in_bash(script, "sho") == ["show"]
    assert in_bash(script, "gob") == [r"Goblin\ ambush"]
    assert in_bash(script, "log", "--fu") == ["--full"]
    assert in_bash(script, "show", r"Goblin\ a") == [r"Goblin\ ambush"]
    assert in_bash(script, "show", '"goblin') == ["Goblin ambush"]
    assert in_bash(script, "restore", "") == [r"old\ one"]
    assert in_bash(script, "new", "x", "--system", "bl") == ["black_keep"]
    assert in_bash(script, "clauses", "des") == ["descent"]
    assert in_bash(script, "new", "Gob") == []
    assert in_bash(script, "help", "tra") == ["transcripts", "trash"]
    assert in_bash(script, "completion", "") == list(SHELLS)
    assert in_bash(script, "system", "ch") == ["check"]
    assert in_bash(script, "system", "show", "fi") == ["fifth"]
    assert in_bash(script, "theme", "show", "par") == ["parchment"]
    assert set(COMMANDS) < set(in_bash(script, ""))


def test_no_name_is_run_by_the_shell(here: Path, capsys: Captured) -> None:
    script = said(capsys, 0, "completion", "bash")[0]
    (completed,) = in_bash(script, "show", "Zo")
    assert run_in(shell_or_skip("bash"), f"printf %s {completed}") == HOSTILE
    assert in_bash(script, "show", '"Zo') == []
    assert not (here / "hit").exists()


def test_fish_completes_commands_names_and_games(here: Path, capsys: Captured) -> None:
    fish = shell_or_skip("fish")
    script = said(capsys, 0, "completion", "fish")[0]
    start = f"function referee; '{sys.executable}' -m referee $argv; end\n{script}\n"

    def completed(line: str) -> list[str]:
        return [each.partition("\t")[0] for each in run_in(fish, f"{start}complete -C '{line}'").splitlines()]

    assert completed("referee show Gob") == [r"Goblin\ ambush"] or completed("referee show Gob") == ["Goblin ambush"]
    assert "Überfall" in completed("referee ") and "show" in completed("referee ")
    assert completed("referee new x --system bl") == ["black_keep"]
    assert completed("referee restore ") == [r"old\ one"] or completed("referee restore ") == ["old one"]


@pytest.mark.parametrize("shell", SHELLS)
def test_each_script_names_all_subcommands(shell: str, capsys: Captured) -> None:
    script = said(capsys, 0, "completion", shell)[0]
    assert script.isascii() and all(name in script for name in COMMANDS)
    assert all(f"referee {lists} --names" in script for lists in ("ls", "trash", "systems"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_script_is_one(shell: str, capsys: Captured) -> None:
    script = said(capsys, 0, "completion", shell)[0]
    subprocess.run([shell_or_skip(shell), "-n"], input=script, text=True, check=True, timeout=120)


def test_another_shell_is_refused(capsys: Captured) -> None:
    assert "choose from" in said(capsys, 2, "completion", "csh")[1]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    real = builtins.__import__

    def without_shtab(name: str, *rest: Any) -> Any:
        if name == "shtab":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.delitem(sys.modules, "shtab", raising=False)
    monkeypatch.setattr(builtins, "__import__", without_shtab)
    out, err = said(capsys, 1, "completion", "bash")
    assert out == "" and f"needs referee[shell]. To install it: {install_command('shell')}" in err


def test_names_alone_are_listed(capsys: Captured) -> None:
    assert set(said(capsys, 0, "ls", "--names")[0].splitlines()) == {"Goblin ambush", "Überfall", HOSTILE}
    assert said(capsys, 0, "trash", "--names") == ("old one\n", "")
    for words in (("systems",), ("system", "list")):
        assert "black_keep" in said(capsys, 0, *words, "--names")[0].splitlines()
    empty = said(capsys, 0, "--saves", "none", "ls", "--names")
    assert empty == ("", "")
