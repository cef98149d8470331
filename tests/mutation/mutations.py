"""The mutations of one source file: small changes made by rule, each of which a test should notice."""

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

NEIGHBOURS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
# What has no effect when the program runs, or only helps those who read it.
SKIPPED = {"annotation", "returns", "decorator_list", "bases", "format_spec"}
TYPING = {"TypeVar", "ParamSpec", "NewType", "cast", "assert_never"}


@dataclass(frozen=True)
class Mutation:
    """One mutation of one file, found again by its number."""

    file: str
    number: int
    line: int
    lines: tuple[int, ...]
    statement: tuple[int, ...]
    where: str
    change: str
    in_function: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.where}: {self.change}"


@dataclass(frozen=True)
class _Place:
    """A node, how another is put in its stead, and what it stands in."""

    node: ast.AST
    put: Callable[[ast.AST], object]
    parent: ast.AST
    statement: ast.stmt
    names: tuple[str, ...] = ()
    in_function: bool = False


def mutations_of(file: str, source: str) -> list[Mutation]:
    """Every mutation of a source file, in the order of its text."""
    found = []
    for number, (place, new) in enumerate(_all(ast.parse(source))):
        node, statement = place.node, place.statement
        before = _said(place)
        place.put(new)
        change = f"{before} -> {_said(place, new)}"
        place.put(node)
        found.append(
            Mutation(
                file,
                number,
                node.lineno,  # type: ignore[attr-defined]
                tuple(range(node.lineno, node.end_lineno + 1)),  # type: ignore[attr-defined]
                tuple(range(statement.lineno, _end_of_head(statement) + 1)),
                ".".join(place.names) or "module",
                change,
                place.in_function,
            )
        )
    return found


def mutated(source: str, number: int) -> ast.Module:
    """The tree of a source with one of its mutations."""
    tree = ast.parse(source)
    for count, (place, new) in enumerate(_all(tree)):
        if count == number:
            place.put(ast.copy_location(new, place.node))
            break
    return ast.fix_missing_locations(tree)


def draw(mutations: list[Mutation], seed: int, count: int) -> list[Mutation]:
    """So many of them, those of the smallest hash with the seed: a change elsewhere in the program draws no others."""
    seen = Counter[tuple[str, str]]()

    def hashed(mutation: Mutation) -> str:
        said = mutation.where, mutation.change
        seen[said] += 1
        return hashlib.sha256(f"{seed} {seen[said]} {said}".encode()).hexdigest()

    chosen = {id(each) for each in sorted(mutations, key=hashed)[: count or None]}
    return [each for each in mutations if id(each) in chosen]


def equivalents(path: Path) -> dict[tuple[str, str, str], str]:
    """What is listed as equivalent, with the reason: blocks of file, place, change and reason, a blank line between."""
    listed = {}
    for block in path.read_text().split("\n\n"):
        rows = [row for row in block.splitlines() if row and not row.startswith("#")]
        if rows:
            file, where, change, *reason = rows
            listed[file, where, change] = " ".join(reason)
    return listed


def _said(place: _Place, new: ast.AST | None = None) -> str:
    shown = place.parent if isinstance(place.parent, ast.expr | ast.comprehension) else new or place.node
    if isinstance(shown, ast.If) and new is not None:
        return "(left out)"
    return " ".join(ast.unparse(shown).split())[:160]


def _end_of_head(statement: ast.stmt) -> int:
    """The last line of a statement, or of what stands before its body."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return statement.end_lineno or statement.lineno
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return max(statement.lineno, first.lineno - 1)


def _all(tree: ast.Module) -> Iterator[tuple[_Place, ast.AST]]:
    for index, statement in enumerate(tree.body):
        yield from _at(_Place(statement, partial(tree.body.__setitem__, index), tree, statement))


def _at(place: _Place) -> Iterator[tuple[_Place, ast.AST]]:
    node = place.node
    if _says_nothing(node):
        return
    for new in _instead(node, place.parent):
        yield place, new
    names, inner = place.names, place.in_function
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        names = (*names, node.name)
    for field, value in ast.iter_fields(node):
        if field in SKIPPED or (isinstance(node, ast.ClassDef) and field == "keywords"):
            continue
        inside = inner or (field == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))
        nodes = value if isinstance(value, list) else [value]
        for index, child in enumerate(nodes):
            if not isinstance(child, ast.AST):
                continue
            put = partial(value.__setitem__, index) if isinstance(value, list) else partial(setattr, node, field)
            statement = child if isinstance(child, ast.stmt) else place.statement
            yield from _at(_Place(child, put, node, statement, names, inside))


def _says_nothing(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Expr(value=ast.Constant()) | ast.Raise(exc=ast.Name(id="NotImplementedError")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assign(targets=[ast.Name(id="__slots__")]):
            return True
        case ast.Call(func=ast.Name(id=name)) | ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in TYPING
    return False


def _instead(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    """What a node is replaced by: one thing for each rule that fits it."""
    match node:
        case ast.Compare():
            for index, op in enumerate(node.ops):
                for other in NEIGHBOURS[type(op)]:
                    ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                    yield ast.copy_location(ast.Compare(node.left, ops, node.comparators), node)
        case ast.BoolOp():
            for index in range(len(node.values)):
                rest = [*node.values[:index], *node.values[index + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(node.op, rest), node)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.copy_location(ast.Constant(not node.value), node)
        case ast.Constant(value=int()):
            yield ast.copy_location(ast.Constant(node.value + 1), node)
        case ast.Constant(value=str()):
            yield ast.copy_location(ast.Constant(("^" if node.value[:1] == "~" else "~") + node.value[1:]), node)
        case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom()):
            yield ast.copy_location(ast.If(ast.Constant(False), [node], []), node)
        case ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.copy_location(ast.If(ast.Constant(False), [node], []), node)
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()):
            for index, element in enumerate(node.elts):
                if isinstance(element, ast.Call | ast.Starred):
                    rest = [*node.elts[:index], *node.elts[index + 1 :]]
                    yield ast.copy_location(type(node)(rest, ast.Load()), node)
    tested = isinstance(parent, ast.If | ast.While | ast.IfExp) and parent.test is node
    filtered = isinstance(parent, ast.comprehension | ast.match_case) and node in (
        [parent.guard] if isinstance(parent, ast.match_case) else parent.ifs
    )
    turned = (isinstance(node, ast.Compare) and len(node.ops) == 1) or isinstance(node, ast.UnaryOp)
    if (tested or filtered) and not turned:
        yield ast.copy_location(ast.UnaryOp(ast.Not(), node), node)  # type: ignore[arg-type]
