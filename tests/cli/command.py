"""The command run in this process, in an empty folder."""

from pathlib import Path

import pytest

from referee.cli.main import run

Captured = pytest.CaptureFixture[str]


def enter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes that the current folder, with encounters and systems in folders of it; the folder."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("REFEREE_SAVES", str(folder / "saves"))
    monkeypatch.setenv("REFEREE_SYSTEMS", str(folder / "systems"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    return folder


def said(capsys: Captured, code: int, *words: str) -> tuple[str, str]:
    """What the command says and complains of, once it has ended with that code."""
    assert run(words) == code, capsys.readouterr()
    out = capsys.readouterr()
    return out.out, out.err
