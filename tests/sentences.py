"""Every sentence that a user can read, with its place in the source: `python -m tests.sentences [FOLDER...]`.

Meant to be read from top to bottom by somebody who edits: a line for each string that is shown. What a sentence is
filled with stands in braces, as `{name} has used the action.` Strings that only a program reads are left out, as are
names, and what is put together of nothing but what others say. Of a system file its phrases are listed, of a
topic of the help its blocks.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tomli

import referee
from referee.dialogue.topics import parts

ROOT = Path(referee.__file__).parent
SPOKEN = frozenset({"expects", "help", "hint", "nobody", "plural", "prompt", "said", "text", "usual"})
"""Parameters whose values are shown, even if they are single words."""
PHRASES = frozenset(
    {"asked", "blurb", "cleared", "confirm", "goal", "hint", "licence", "lowered", "raised", "ready_for", "said"}
    | {"tell", "text", "told", "why"}
)
"""Keys of a system file whose values are shown; others are where they speak of `{who}`."""
UNSEEN_PARAMETERS = frozenset({"default", "dst", "event", "id", "key", "kind", "name", "src", "style", "tag", "verb"})
UNSEEN_VARIABLES = frozenset({"BINDINGS", "CSS", "DEFAULT_CSS", "key", "tag"})
UNSEEN_CALLS = frozenset(
    {"cast", "compile", "count", "endswith", "fullmatch", "get", "getattr", "import_module", "joinpath", "match"}
    | {"partition", "removeprefix", "removesuffix", "rpartition", "split", "startswith", "sub", "TypeVar"}
    | {"AssertionError", "NotImplementedError", "TypeError"}
)
"""Functions that take words which nobody reads, and errors that only a programmer sees."""
_HOLE = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")
_NOTATION = re.compile(r"\\[sdSwWbx.(\[]|\(\?|\[(?:\^|[a-z0-9]-)|^\[|^[a-z-]+ \{\}(?: \{\})*$")
"""Patterns, terminal codes, orders that keys give, and keys of questions: `death {who}`."""


class Sentence(NamedTuple):
    """Words that are shown, and where they stand."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.text}"


def sentences(*folders: str) -> Iterator[Sentence]:
    """All of them in these folders of the package, or in all of it, file by file."""
    for path in sorted(ROOT.rglob("*")):
        inside = str(path.relative_to(ROOT))
        if folders and not any(inside.startswith(folder) for folder in folders):
            continue
        if path.suffix == ".py":
            yield from of_code(path)
        elif path.suffix == ".toml":
            yield from of_data(path)
        elif path.suffix == ".md":
            yield from of_topic(path)


def of_code(path: Path) -> Iterator[Sentence]:
    """What a module shows, in the order in which it stands there."""
    reader = _Reader()
    reader.visit(ast.parse(path.read_text(encoding="utf-8")))
    yield from (Sentence(path, line, text) for line, text in sorted(set(reader.found)))


def of_data(path: Path) -> Iterator[Sentence]:
    """The phrases that a file of a game shows, without line numbers."""
    yield from (Sentence(path, 0, text) for text in _phrases_in(tomli.loads(path.read_text(encoding="utf-8"))))


def of_topic(path: Path) -> Iterator[Sentence]:
    """The blocks of a topic of the help, without fenced lines and line numbers."""
    blocks = (block for block in parts(path.stem, {}) if isinstance(block, str) and not block.startswith("```"))
    yield from (Sentence(path, 0, _one_line(block)) for block in blocks)


def _phrases_in(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, str):
        if (key in PHRASES or "{who" in value) and is_sentence(value):
            yield _one_line(value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _phrases_in(inner, key if key in PHRASES else name)
    elif isinstance(value, list):
        for inner in value:
            yield from _phrases_in(inner, key)


def is_sentence(text: str) -> bool:
    """Are there several words, at least one of them not filled in, and is it no notation?"""
    bare = _HOLE.sub("{}", text)
    words = [word for word in bare.split() if word != "{}" and any(letter.isalpha() for letter in word)]
    said = re.findall(r"[A-Za-z]{2,}", bare)
    return len(words) + bare.count("{}") > 1 and " " in bare and bool(said) and _NOTATION.search(bare) is None


class _Reader(ast.NodeVisitor):
    """Collects the strings of a module that are shown."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring is read in the source only
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """A string that something is compared with is not shown by that."""
        for part in (node.left, *node.comparators):
            if not isinstance(part, ast.Constant | ast.JoinedStr | ast.Tuple | ast.List | ast.Set):
                self.visit(part)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Nor is one that something is looked up by."""
        self.visit(node.value)

    def visit_Dict(self, node: ast.Dict) -> None:
        for value in node.values:
            self.visit(value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id in UNSEEN_VARIABLES for target in node.targets):
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        unseen = isinstance(node.target, ast.Name) and node.target.id in UNSEEN_VARIABLES
        if node.value is not None and not unseen:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in (*node.decorator_list, node.args, *node.body):
            self.visit(part)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_arg(self, node: ast.arg) -> None:
        """Annotations are not read by users."""

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        self.visit(node.func)
        if called not in UNSEEN_CALLS:
            for argument in node.args:
                self.visit(argument)
        for keyword in node.keywords:
            if keyword.arg in SPOKEN and isinstance(keyword.value, ast.Constant) and (text := _text(keyword.value)):
                self.found.append((keyword.value.lineno, text))
            elif keyword.arg not in UNSEEN_PARAMETERS:
                self.visit(keyword.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and is_sentence(node.value):
            self.found.append((node.lineno, _one_line(node.value)))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        text = _text(node)
        if is_sentence(text):
            self.found.append((node.lineno, _one_line(text)))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)


def _text(node: ast.expr) -> str:
    """A string with its holes in braces; empty for anything else."""
    match node:
        case ast.Constant(value=str(text)):
            return _one_line(text)
        case ast.JoinedStr(values=parts):
            return _one_line("".join(_part(part) for part in parts))
    return ""


def _part(part: ast.expr) -> str:
    return f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else ast.literal_eval(part)


def _one_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.splitlines() if line.strip())


if __name__ == "__main__":
    for sentence in sentences(*sys.argv[1:]):
        print(sentence)
