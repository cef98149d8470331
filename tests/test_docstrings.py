"""Docstrings: a module names its subject, a public function says what its name and its types leave open."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import referee

ROOT = Path(referee.__file__).parent
DOCUMENTED = ("engine", "rules", "store")
"""Packages of which every public function says what goes in and comes out."""

EXCEPTIONS: Mapping[str, str] = {
    "__main__.py": "Python gives it its name",
    "store/tinydb_storage.py": "TinyDB is written with capitals within the word",
    "imports/formats/five_e_bits.py": "the project is called 5e-bits, and a module cannot be",
}
"""Modules whose first sentences do not hold the words of their names, each with the reason."""

FILLERS = frozenset(
    ["a", "an", "by", "each", "for", "in", "is", "it", "its", "of", "on", "one", "or", "th", "that", "this", "to"]
)
"""Stems of words that add nothing to a name."""
ENDINGS = ("ying", "ies", "ied", "ings", "ing", "ed", "es", "s")
"""Endings of the forms of a word; the first three stand for a `y` at its end."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


def root(word: str) -> str:
    """The stem of an English word, the same for its singular, plural, -ing and -ed forms."""
    word = word.lower()
    ending = next((each for each in ENDINGS if word.endswith(each) and len(word) - len(each) >= 2), "")
    word = word.removesuffix(ending) + ("y" if ending in ("ying", "ies", "ied") else "")
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word.removesuffix("e")


def roots(text: str) -> set[str]:
    """The stems of the words of a text, of an identifier too."""
    return {root(word) for word in re.findall(r"[A-Z]?[a-z0-9']+|[A-Z]+(?![a-z])", text)}


def first_sentence(docstring: str) -> str:
    """The first sentence of a docstring, without its full stop."""
    return re.split(r"\.(?:\s|$)", " ".join(docstring.split()), maxsplit=1)[0]


def missing(path: Path, tree: ast.Module) -> set[str]:
    """The words of a file's name that the first sentence of its docstring does not hold."""
    said = roots(first_sentence(ast.get_docstring(tree) or ""))
    return {word for word in path.stem.split("_") if root(word) not in said}


def modules(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    """Each module with code below these folders of the package, all of them for none; its path from the package."""
    for path in sorted(ROOT.rglob("*.py")):
        within = path.relative_to(ROOT)
        if path.name != "__init__.py" and (not folders or within.parts[0] in folders):
            yield within, parsed(path)


@cache
def parsed(path: Path) -> ast.Module:
    """A module as Python reads it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def classes() -> dict[str, ast.ClassDef]:
    """Each class of the package by its name; of several that are called so, one."""
    return {node.name: node for _, tree in modules() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


@cache
def protocols() -> list[ast.ClassDef]:
    """The protocols among them."""
    return [each for each in classes().values() if "Protocol" in base_names(each)]


def base_names(node: ast.ClassDef) -> list[str]:
    """The names of the classes that stand as bases of one, without what they are generic in."""
    plain = (each.value if isinstance(each, ast.Subscript) else each for each in node.bases)
    return [each.id for each in plain if isinstance(each, ast.Name)]


def ancestors(node: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """The classes of the package from which one inherits, and their names are not its own."""
    for name in base_names(node):
        if name != node.name and name in classes():
            yield classes()[name]
            yield from ancestors(classes()[name])


def promised(owner: ast.ClassDef, method: Function) -> Iterator[str]:
    """The docstrings of that method in the classes it is inherited from, and in protocols that have it with these
    parameters."""
    for node in [*ancestors(owner), *protocols()]:
        alike = [each for each in node.body if isinstance(each, Function) and each.name == method.name]
        if node in protocols():
            alike = [each for each in alike if [a.arg for a in each.args.args] == [a.arg for a in method.args.args]]
        yield from filter(None, map(docstring, alike))


@cache
def docstring(node: Definition) -> str:
    """The docstring of a definition; empty if it has none."""
    return ast.get_docstring(node) or ""


class Public(NamedTuple):
    """A public class, function or method."""

    name: str
    """With dots, as `Roll.read`."""
    node: Definition
    said: str
    """Its docstring; for a method without one what is promised of it; empty if there is none."""


def public(body: list[ast.stmt], owner: ast.ClassDef | None = None) -> Iterator[Public]:
    """The public definitions of a module or a class; none within functions."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            name, said = node.name, docstring(node)
            if owner and isinstance(node, Function):
                name, said = f"{owner.name}.{name}", said or next(promised(owner, node), "")
            yield Public(name, node, said)
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, node)


def says_itself(node: Definition) -> bool:
    """True if a definition needs no docstring: one statement, which its name and its types sum up."""
    return not isinstance(node, ast.ClassDef) and len(node.body) == 1


@cache
def own_errors() -> frozenset[str]:
    """The names of the public errors of the project."""
    builtin = {"Exception", "OSError", "TypeError", "ValueError"}
    named = {
        name: {base for each in (node, *ancestors(node)) for base in base_names(each)}
        for name, node in classes().items()
    }
    return frozenset(name for name, bases in named.items() if builtin & bases and not name.startswith("_"))


def raised(node: Definition) -> set[str]:
    """The errors of the project that a function raises itself, those of functions in it among them."""
    if isinstance(node, ast.ClassDef):
        return set()
    errors = [each.exc for each in ast.walk(node) if isinstance(each, ast.Raise) and each.exc is not None]
    called = [each.func if isinstance(each, ast.Call) else each for each in errors]
    return {each.id for each in called if isinstance(each, ast.Name)} & own_errors()


def defects(found: Public) -> list[str]:
    """What is wrong with the docstring of a public definition."""
    unnamed = sorted(error for error in raised(found.node) if error not in found.said)
    if unnamed:
        return [f"does not say that it raises {', '.join(unnamed)}"]
    if not found.said:
        return [] if says_itself(found.node) else ["has no docstring"]
    own = roots(docstring(found.node))
    return ["says only its name"] if own and own - FILLERS <= roots(found.name) else []


@pytest.mark.one_in(6)
def test_a_module_names_its_subject() -> None:
    wrong = {str(path): missing(path, tree) for path, tree in modules()}
    assert {path: words for path, words in wrong.items() if words and path not in EXCEPTIONS} == {}
    assert {path for path in EXCEPTIONS if not wrong[path]} == set(), "no exceptions any more"


@pytest.mark.parametrize("package", DOCUMENTED)
@pytest.mark.one_in(6)
def test_a_public_definition_says_what_it_is(package: str) -> None:
    found = [(path, each) for path, tree in modules(package) for each in public(tree.body)]
    assert len(found) > 50
    wrong = [f"{path}:{each.node.lineno} {each.name} {what}" for path, each in found for what in defects(each)]
    assert wrong == []


@pytest.mark.parametrize(
    ("docstring", "words"),
    [
        ("Lines of a journal. They are read, too.", {"reader"}),
        ("Readers of one journal, and their lines.", set()),
        ("What is read of a journal.", {"reader", "lines"}),
        ("", {"journal", "reader", "lines"}),
    ],
)
def test_a_missing_subject_is_found(docstring: str, words: set[str]) -> None:
    assert missing(Path("journal_reader_lines.py"), ast.parse(f'"""{docstring}"""')) == words


def test_forms_of_one_word_are_one() -> None:
    for forms in ("study studies studied studying", "plan plans planned planning", "save saves saved saving"):
        assert len(roots(forms)) == 1
    assert roots("KeyAction key_actions") == {"key", "action"}
    assert len(roots("rule ruler roller roll")) == 4


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("def f(a):\n    a += 1\n    return a", ["has no docstring"]),
        ("def f(a):\n    return a", []),
        ("def kept_records():\n    'The kept records.'", ["says only its name"]),
        ("def kept_records():\n    'The kept records, by name.'", []),
        ("def f(a):\n    raise Refused(a)", ["does not say that it raises Refused"]),
        ("def f(a):\n    'Refused if a is no number.'\n    raise Refused(a) from None", []),
        ("def f(a):\n    raise KeyError(a)", []),
        ("class Dice(Question[int]):\n  def read(self):\n    a = 1\n    raise NotUnderstood(a)", ["has no docstring"]),
        ("class Dice(Question[int]):\n  'Thrown.'\n  def read(self):\n    a = 1\n    raise NotUnderstood(a)", []),
    ],
)
def test_a_poor_docstring_is_found(code: str, what: list[str]) -> None:
    assert [each for found in public(ast.parse(code).body) for each in defects(found)] == what
