"""Extras: the command that adds one fits how this copy was installed."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.engine.problem import Refused
from referee.extras import EXTRAS, install_command
from referee.forecast.workers import cluster_pool

ROOT = Path(__file__).parents[1]
METADATA = """Metadata-Version: 2.3
Name: referee
Version: 0.1.0
Requires-Dist: rich>=14
Provides-Extra: shell
Provides-Extra: web
Requires-Dist: shtab<2,>=1.13; extra == 'shell'
Requires-Dist: no-such-package>=1; extra == "web"
"""
PIP = f"{sys.executable} -m pip install"
FOLDER = {"url": "file:///home/ann/my%20game", "dir_info": {}}
EDITED = {"url": "file:///home/ann/my%20game", "dir_info": {"editable": True}}
GIT = {"url": "https://example.org/r.git", "vcs_info": {"vcs": "git", "requested_revision": "v1", "commit_id": "0"}}


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, installer: str, origin: dict[str, Any] | None) -> None:
    """Makes Python find a referee that this program installed from there; None: from an index of packages."""
    notes = folder / "packages" / "referee-0.1.0.dist-info"
    notes.mkdir(parents=True)
    (notes / "METADATA").write_text(METADATA)
    (notes / "INSTALLER").write_text(f"{installer}\n")
    if origin is not None:
        (notes / "direct_url.json").write_text(json.dumps(origin))
    monkeypatch.syspath_prepend(notes.parent)


@pytest.mark.parametrize(
    ("installer", "origin", "prefix", "marker", "command"),
    [
        ("pip", None, "env", "", f"{PIP} 'referee[web]'"),
        ("pip", FOLDER, "env", "", f"{PIP} 'referee[web]'"),
        ("pip", EDITED, "env", "", f"{PIP} -e '/home/ann/my game[web]'"),
        ("pip", FOLDER, "envs/referee", "pipx_metadata.json", "pipx inject referee 'no-such-package>=1'"),
        ("uv", FOLDER, "envs/referee", "pipx_metadata.json", "pipx inject referee 'no-such-package>=1'"),
        # what `uv tool install` is not told again, it takes away
        ("uv", None, "tools/referee", "uv-receipt.toml", "uv tool install 'referee[shell,web]'"),
        (
            *("uv", FOLDER, "tools/referee", "uv-receipt.toml"),
            "uv tool install 'referee[shell,web] @ file:///home/ann/my%20game'",
        ),
        (
            *("uv", GIT, "tools/referee", "uv-receipt.toml"),
            "uv tool install 'referee[shell,web] @ git+https://example.org/r.git@v1'",
        ),
        ("uv", EDITED, "/home/ann/my game/.venv", "", "uv sync --project '/home/ann/my game' --inexact --extra web"),
        ("uv", EDITED, "/env", "", "uv pip install --python /env -e '/home/ann/my game[web]'"),
        ("uv", None, "/env", "", "uv pip install --python /env 'referee[web]'"),
    ],
)
def test_the_command_is_one_of_the_program_that_installed_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    installer: str,
    origin: dict[str, Any] | None,
    prefix: str,
    marker: str,
    command: str,
) -> None:
    pytest.importorskip("shtab")
    installed(tmp_path, monkeypatch, installer, origin)
    if marker:
        (tmp_path / prefix).mkdir(parents=True)
        (tmp_path / prefix / marker).touch()
    assert install_command("web", tmp_path / prefix) == command


@pytest.mark.parametrize("origin", ["", "[]", "null", "{", '{"dir_info": 3}', '{"vcs_info": [], "url": null}'])
def test_damaged_notes_of_an_installer_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    installed(tmp_path, monkeypatch, "pip", None)
    (tmp_path / "packages" / "referee-0.1.0.dist-info" / "direct_url.json").write_text(origin)
    assert install_command("web", tmp_path) == f"{PIP} 'referee[web]'"


def test_a_copy_that_is_not_installed_is_installed_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert install_command("web") == f"{PIP} '{ROOT}[web]'"


def test_a_cluster_without_its_extra_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused) as caught, cluster_pool("tcp://127.0.0.1:1"):
        pass
    assert str(caught.value).endswith(f"To install it: {install_command('cluster')}")


def test_all_extras_for_users_are_known() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {*EXTRAS} == declared.keys() - {"test"}
