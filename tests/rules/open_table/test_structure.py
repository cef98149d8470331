"""The package of system files stays as low and as small as a reader needs it."""

import ast
from functools import cache
from pathlib import Path

from referee.rules import open_table

ROOT = Path(open_table.__file__).parent
MOST_FLOORS = 14
"""Modules of the longest chain of imports within the package; eight read a file, the others play by it."""


def modules() -> dict[str, ast.Module]:
    """The modules of the package that hold code, by their dotted names."""
    read = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("*.py"))}
    named = {
        ".".join((open_table.__name__, *path.relative_to(ROOT).with_suffix("").parts)): read[path] for path in read
    }
    return {name: tree for name, tree in named.items() if tree.body}


def imported(tree: ast.Module) -> set[str]:
    """The dotted names of all that a module imports, whether they are modules or things in them; late ones, too."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
    return found


def longest_chain(trees: dict[str, ast.Module]) -> list[str]:
    """The modules of the longest chain of imports, the one that stands on all others last."""

    @cache
    def chain(name: str) -> tuple[str, ...]:
        below = sorted(imported(trees[name]) & trees.keys() - {name})
        return (*max(map(chain, below), key=len, default=()), name)

    return list(max(map(chain, trees), key=len))


def test_the_package_has_few_floors() -> None:
    chain = longest_chain(modules())
    assert chain[-1].endswith(".ruleset")
    assert len(chain) <= MOST_FLOORS, chain


def test_floors_are_counted_through_both_forms_of_an_import() -> None:
    texts = {"a.low": "X = 1", "a.middle": "from a import low", "a.high": "def run():\n    from a.middle import low"}
    trees = {name: ast.parse(text) for name, text in texts.items()}
    assert longest_chain(trees) == ["a.low", "a.middle", "a.high"]
