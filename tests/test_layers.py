"""Layers: what knows nothing of the screen does not load it either."""

import ast
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent

TOGETHER = """
import os, sys
unwanted = set(sys.argv[1].split(","))
__import__(sys.argv[2])
assert not unwanted & set(sys.modules), "the common ground is clean"

def wrong(*modules):
    try:
        for module in modules:
            __import__(module)
    except BaseException as failed:
        return repr(failed)
    return " ".join(sorted(unwanted & set(sys.modules)))

if os.fork() == 0:
    os._exit(bool(wrong(*sys.argv[3:])))
if os.wait()[1]:
    for module in sys.argv[3:]:
        if os.fork() == 0:
            if found := wrong(module):
                print(module, found, flush=True)
            os._exit(0)
        os.wait()
"""
"""Imports all modules in one process; only if something is wrong each in its own, which then tells what it loads."""


def modules(*names: str) -> list[str]:
    """These modules and all below them."""
    found: list[str] = []
    for name in names:
        path = ROOT.joinpath(*name.split(".")[1:])
        if path.is_dir():
            found += [name, *(info.name for info in pkgutil.walk_packages([str(path)], f"{name}."))]
        elif path.with_suffix(".py").is_file():
            found.append(name)
    return found


def loaded(unwanted: tuple[str, ...], *names: str, ground: str = "pydantic") -> list[str]:
    """Which modules load what they should not, each with what it loads or how it fails."""
    program = [sys.executable, "-c", TOGETHER, ",".join(unwanted), ground, *names]
    done = subprocess.run(program, capture_output=True, text=True, cwd=ROOT.parent, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_engine_loads_no_screen_and_no_files() -> None:
    engine = modules("referee.text", "referee.plain_data", "referee.toml_file", "referee.engine", "referee.words")
    assert len(engine) > 25 and "referee.engine.record.session" in engine
    assert loaded(("textual", "rich", "tinydb"), *engine) == []


def test_rules_load_no_screen_and_no_saves() -> None:
    rules = modules("referee.rules")
    assert "referee.rules.black_keep.ruleset" in rules
    assert loaded(("textual", "rich", "tinydb", "referee.store"), *rules, ground="referee.engine.record.session") == []


def test_saves_and_scripts_load_no_screen() -> None:
    others = modules(
        "referee.store",
        "referee.games",
        "referee.command_language",
        "referee.library",
        "referee.dialogue",
        "referee.campaign",
    )
    assert loaded(("textual", "rich", "referee.ui"), *others, ground="referee.engine.record.session") == []


def test_the_help_is_read_when_it_is_asked_for() -> None:
    start = ("referee.cli.main", "referee.cli.subcommands", "referee.ui.app")
    screens = ("referee.ui.screens.encounter", "referee.ui.screens.shelf", "referee.ui.controller.reply")
    topics = ("referee.dialogue.topics", "referee.cli.help", "referee.ui.screens.topics", "rich.markdown")
    assert loaded(topics, *start, *screens) == []


def test_what_is_unwanted_would_be_seen() -> None:
    assert loaded(("rich", "tinydb"), "rich.text", "json", "no_such_module") == [
        "rich.text rich",
        "no_such_module ModuleNotFoundError(\"No module named 'no_such_module'\")",
    ]


def test_what_is_under_the_screens_runs_without_the_toolkit() -> None:
    under = modules("referee.ui.controller", "referee.ui.map", "referee.ui.drawing.footer_view")
    assert len(under) > 10 and loaded(("textual",), *under) == []


EXTRAS = {"aiohttp": "referee/cli/web_server.py", "textual_serve": "referee/cli/web_server.py", "shtab": "", "yaml": ""}
"""What only some need, and the one module that may not be imported without it; empty: it is imported late."""


@pytest.mark.one_in(6)
def test_what_only_some_need_is_imported_by_one_module_which_others_import_late() -> None:
    only = {name.removeprefix("referee/").removesuffix(".py").replace("/", ".") for name in EXTRAS.values()} - {""}
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                here = str(path.relative_to(ROOT.parent))
                if EXTRAS.get(name.partition(".")[0], here) != here or name.removeprefix("referee.") in only:
                    wrong.append(f"{here}: {name}")
    assert wrong == []
