"""Import circles: no modules of referee import each other, also not for the types alone or inside a function."""

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent


def module_name(path: Path) -> str:
    """The dotted name of a file of the package."""
    return ".".join((ROOT.name, *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def imported(tree: ast.Module) -> set[str]:
    """What a module imports anywhere in it: names of modules, and of what is taken from them."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None and not node.level, "imports are absolute"
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def imports() -> dict[str, set[str]]:
    """For each module of the package the others that it imports."""
    trees = {module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")}
    return {name: (imported(tree) & trees.keys()) - {name} for name, tree in trees.items()}


def reachable(edges: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """All that a module imports, directly or through others; itself only if it is in a circle."""
    found: set[str] = set()
    todo = list(edges[start])
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += edges[name]
    return found


def in_circles(edges: Mapping[str, Iterable[str]]) -> set[str]:
    """The modules that import themselves through others."""
    return {name for name in edges if name in reachable(edges, name)}


@pytest.mark.one_in(6)
def test_no_modules_import_each_other() -> None:
    assert in_circles(imports()) == set()


def test_a_circle_would_be_seen() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str]()}
    assert in_circles(edges) == {"b", "c"}
    hidden = "if TYPE_CHECKING:\n    from referee.a import A\ndef f():\n    import referee.b"
    assert imported(ast.parse(hidden)) == {"referee.a", "referee.a.A", "referee.b"}
