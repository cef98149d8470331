"""The manual page: it tells each subcommand and each option, and roff finds nothing wrong with it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from referee.cli.parsers import arguments, described
from referee.cli.usage import commanding, playing
from tests.cli.command import Captured, enter, said


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> str:
    enter(tmp_path, monkeypatch)
    return said(capsys, 0, "help", "man")[0]


def test_it_tells_every_subcommand_with_its_options(page: str) -> None:
    commands = described(commanding())
    assert len(commands) > 20
    for each in commands:
        below = described(each.parser)
        for name, parser in [(f"{each.name} {sub.name}", sub.parser) for sub in below] or [(each.name, each.parser)]:
            part = page.split(f"\n.SS referee {name}\n")[1].split("\n.S")[0]
            for action in arguments(parser):
                assert all(option.replace("-", r"\-") in part for option in action.option_strings), (name, action)
    for action in arguments(playing()):
        assert all(rf"\fB{option}".replace("-", r"\-") in page for option in action.option_strings)


def test_nothing_in_it_means_something_to_roff_by_chance(page: str) -> None:
    requests = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".TP", ".PP", ".br"}
    assert page.isascii()


def test_mandoc_finds_nothing_wrong(page: str) -> None:
    mandoc = shutil.which("mandoc")
    if mandoc is None:
        pytest.skip("there is no mandoc here")
    done = subprocess.run(
        [mandoc, "-Tlint", "-Wwarning"], input=page, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout
