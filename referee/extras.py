"""Extras: packages that only some commands need, and the shell command that adds them to this copy of Referee."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any

from referee.engine.problem import Refused

if TYPE_CHECKING:
    from importlib.metadata import Distribution

NAME = "referee"
EXTRAS = ("cluster", "import", "shell", "web")
"""Extras of pyproject.toml for those who use the program."""
CHECKOUT = Path(__file__).parents[1]
"""The checkout, if this copy is not installed."""


def missing(what: str, extra: str) -> Refused:
    """The refusal of something that needs an extra; `what` is a sentence without its dot."""
    return Refused(f"{what}. To install it: {install_command(extra)}")


def install_command(extra: str, prefix: Path | None = None) -> str:
    """The shell command that adds an extra to the environment in `prefix`, by the program that installed Referee there.

    `install_command("web")` is `/home/ann/game/bin/python -m pip install 'referee[web]'` in an environment of pip.
    """
    from importlib.metadata import PackageNotFoundError, distribution  # late: only what is missing needs it

    prefix = prefix or Path(sys.prefix)
    try:
        installed = distribution(NAME)
    except PackageNotFoundError:
        return join([sys.executable, "-m", "pip", "install", f"{CHECKOUT}[{extra}]"])
    url = _origin(installed)
    if (prefix / "pipx_metadata.json").is_file():
        return join(["pipx", "inject", prefix.name, *_packages(installed, extra)])
    if (prefix / "uv-receipt.toml").is_file():
        there = [each for each in EXTRAS if each == extra or _has(installed, each)]  # it keeps only what it is told
        return join(["uv", "tool", "install", f"{NAME}[{','.join(there)}]" + (f" @ {url}" if url else "")])
    folder = _edited(installed)
    by_uv = (installed.read_text("INSTALLER") or "").strip() == "uv"
    if by_uv and folder is not None and prefix == folder / ".venv":
        return join(["uv", "sync", "--project", str(folder), "--inexact", "--extra", extra])
    what = [f"{NAME}[{extra}]"] if folder is None else ["-e", f"{folder}[{extra}]"]
    pip = ["uv", "pip", "install", "--python", str(prefix)] if by_uv else [sys.executable, "-m", "pip", "install"]
    return join([*pip, *what])


def _direct_url(installed: "Distribution") -> dict[str, Any]:
    """The place that it was installed from, as pip and uv note it; empty if that was an index of packages."""
    try:
        found = json.loads(installed.read_text("direct_url.json") or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _origin(installed: "Distribution") -> str:
    """The address of a folder, an archive or a repository that it was installed from; empty if it was none of them."""
    found = _direct_url(installed)
    url, vcs = str(found.get("url", "")), found.get("vcs_info")
    if not isinstance(vcs, dict):
        return url
    revision = vcs.get("requested_revision")
    return f"{vcs.get('vcs', 'git')}+{url}" + (f"@{revision}" if revision else "")


def _edited(installed: "Distribution") -> Path | None:
    """The checkout that was installed with `-e`; None for a copy."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    found = _direct_url(installed)
    if not isinstance(about := found.get("dir_info"), dict) or not about.get("editable"):
        return None
    return Path(url2pathname(urlsplit(str(found.get("url"))).path))


def _packages(installed: "Distribution", extra: str) -> Iterator[str]:
    """Packages of an extra, each with its versions: `textual-serve<2,>=1.1`."""
    for required in installed.requires or ():
        package, _, condition = required.partition(";")
        if re.search(rf"""extra == ["']{extra}["']""", condition):
            yield package.strip()


def _has(installed: "Distribution", extra: str) -> bool:
    """True if all packages of an extra are installed."""
    packages = [*_packages(installed, extra)]
    return bool(packages) and all(map(_is_there, packages))


def _is_there(package: str) -> bool:
    """True if a package is installed, whatever its version."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        distribution(re.split(r"[^\w.-]", package, maxsplit=1)[0])
    except PackageNotFoundError:
        return False
    return True
