"""Sizes of modules: each is short enough to be read as one subject."""

import ast
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent
MOST_LINES = 250
"""Lines of code of a module: imports count; docstrings, comments and blank lines do not."""


def code_lines(text: str) -> int:
    """Lines of a module that hold code."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for part in node.body:
                if (
                    isinstance(part, ast.Expr)
                    and isinstance(part.value, ast.Constant)
                    and isinstance(part.value.value, str)
                ):
                    documented |= set(range(part.lineno, (part.end_lineno or part.lineno) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(1 for n, line in lines if line.strip() and n not in documented and not line.strip().startswith("#"))


@pytest.mark.one_in(6)
def test_no_module_is_long() -> None:
    counted = {path: code_lines(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")}
    assert len(counted) > 100
    assert {str(path.relative_to(ROOT)): n for path, n in counted.items() if n > MOST_LINES} == {}


def test_what_is_counted() -> None:
    text = '"""A module\n\nof two lines."""\n\nimport os\n\n# why\nA = """x\n"""\n"""What A is."""\n'
    assert code_lines(text) == 3
