"""Plain statements: none nests several comprehensions and conditions, and none says a condition by a trick."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent
MOST_NESTED = 3
"""Comprehensions, conditions, lambdas and named expressions that may stand within one another."""

CONSTRUCTS = (
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.IfExp, ast.BoolOp, ast.NamedExpr, ast.Lambda),
)
LISTS = (ast.Call, ast.Tuple, ast.List, ast.Set, ast.Dict)
"""Arguments and items that are listed one below the other are read one by one."""


def nested(node: ast.AST) -> int:
    """Constructs of an expression that are read together; of a list, those of the item that has most."""
    if isinstance(node, CONSTRUCTS):
        return sum(isinstance(inner, CONSTRUCTS) for inner in ast.walk(node))
    parts = [nested(part) for part in ast.iter_child_nodes(node)]
    return max(parts, default=0) if isinstance(node, LISTS) else sum(parts)


def nested_in_statement(statement: ast.stmt) -> int:
    """Constructs of a statement itself, without those of the statements within it."""
    parts = ast.iter_child_nodes(statement)
    return sum(nested(part) for part in parts if not isinstance(part, ast.stmt | ast.excepthandler | ast.match_case))


def is_condition(node: ast.AST) -> bool:
    """True for an expression that is a condition by its form."""
    match node:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Call(func=ast.Name(id="bool")):
            return True
    return False


def trick(node: ast.AST) -> str:
    """What a node does by a trick; empty if it says what it does."""
    match node:
        case ast.BinOp(op=ast.Mult()) if is_condition(node.left) or is_condition(node.right):
            return "something times a condition: an `if` says it"
        case ast.comprehension(iter=ast.Tuple(elts=[only]) | ast.List(elts=[only])):
            return "" if isinstance(only, ast.Starred) else "a loop over a single value: an assignment says it"
        case ast.For(iter=ast.IfExp(orelse=ast.Tuple(elts=[]))):
            return "a loop over nothing: an `if` around it says it"
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="vars")), attr="update")):
            return "all attributes of another object at once: name them"
    return ""


def problems(tree: ast.Module) -> Iterator[str]:
    """The statements of a module that are not plain, each with its line and the reason."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and (count := nested_in_statement(node)) > MOST_NESTED:
            yield f"line {node.lineno}: {count} conditions and comprehensions within one another"
        if why := trick(node):
            line = node.iter.lineno if isinstance(node, ast.comprehension) else getattr(node, "lineno", 0)
            yield f"line {line}: {why}"


def test_statements_are_plain() -> None:
    paths = ROOT.rglob("*.py")
    found = {str(path.relative_to(ROOT)): [*problems(ast.parse(path.read_text(encoding="utf-8")))] for path in paths}
    assert len(found) > 100
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "x = [a if b else c for a in d if (e := a) and f]",
        "x = f(lambda: [a if b and c else d for a in e])",
        "text = 's' * (n > 1)",
        "rows = [row] * (not hidden)",
        "names = [name for name in (first,) if name]",
        "for name in names if shown else (): print(name)",
        "vars(self).update(vars(fresh))",
    ],
)
def test_a_statement_that_is_not_plain_is_found(line: str) -> None:
    assert [*problems(ast.parse(line))]


@pytest.mark.parametrize(
    "line",
    [
        "x = f(a=b if c else d, e=[g for g in h], i=lambda: j, k=l or m)",
        "text = 's' if n > 1 else ''",
        "gap = ' ' * (width - used)",
        "names = [name for name in (first, second) if name]",
    ],
)
def test_a_plain_statement_is_not_found(line: str) -> None:
    assert not [*problems(ast.parse(line))]
