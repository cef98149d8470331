"""Every coded system has the same five modules; modules import each other in no circle."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from referee.rules import registry

RULES = Path(registry.__file__).parent
MODULES = ("kinds", "ruleset", "turns", "attack", "harm")
"""What each system has; whatever else it needs is called as it likes. Few actions stand in the ruleset."""
SYSTEMS = registry.coded()
"""The games that have code of their own; those that are files are played by `open_table`."""
FOLDERS = (*SYSTEMS, "open_table")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("module", MODULES)
def test_a_system_has_the_module(system: str, module: str) -> None:
    assert (RULES / system / f"{module}.py").read_text(encoding="utf-8").startswith('"""')


@pytest.mark.parametrize("system", FOLDERS)
def test_no_modules_import_each_other_in_a_circle(system: str) -> None:
    # Imports inside functions and for type checking count too.
    graph = {module_name(path): imported_modules(path) for path in sources(system)}
    TopologicalSorter(graph).prepare()


def sources(system: str) -> list[Path]:
    """The modules of a system, those in its subfolders too."""
    return sorted((RULES / system).rglob("*.py"))


def module_name(path: Path) -> str:
    """The full name of a module below `referee.rules`."""
    parts = path.relative_to(RULES).with_suffix("").parts
    return ".".join(("referee", "rules", *parts))


def imported_modules(path: Path) -> set[str]:
    """What a module imports, anywhere in it: full names of modules, and of what it takes from them."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names
