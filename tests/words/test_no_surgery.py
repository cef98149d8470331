"""Nothing in `words` takes finished English apart: a line of the log is a value until one renderer words it."""

import ast
from collections.abc import Iterator
from pathlib import Path

from referee import words

ROOT = Path(words.__path__[0])
CUTS = frozenset(
    {
        *("startswith", "endswith", "removeprefix", "removesuffix", "split", "rsplit", "partition", "rpartition"),
        *("replace", "translate", "lower", "upper", "casefold", "capitalize", "title", "swapcase"),
        *("sub", "findall", "finditer", "fullmatch", "match", "search"),
    }
)
"""Methods that take a text apart or change it. `replace` of values is a function, and no method."""
READERS = {
    "wording.py": "sentences that games and system files declare are read into their parts once",
    "recorded_remarks.py": "remarks are kept in records as the text that rules and system files wrote",
    "prompts.py": "prompts of questions are text that rules and system files wrote",
    "sums.py": "labels of terms are kept in records as the text that rules and system files wrote",
    "inflection.py": "a verb or a noun is inflected by its ending",
    "names.py": "names are given by users, and their numbers are part of them",
}
"""Modules that read text, each with the reason. They are the only ones of which that is the subject."""
EXCEPTIONS = {
    ("bearer.py", "plain"): "a key, not English",
    ("bearer.py", "thing_words"): "a tag, and a value that the referee typed",
    ("act_lines.py", "test"): "the name of a test, not English",
    ("act_lines.py", "track"): "a tag",
    ("conditions.py", "_endings"): "the word for what ends a condition, as it is typed",
    ("conditions.py", "_either"): "words for what somebody does, as they are typed",
    ("correction.py", "_unasked"): "the key of a question",
    ("fight_summary.py", "_changed"): "values as they are typed after `add`",
    ("log.py", "_begun"): "the label that a game declares for a verb",
    ("dice_tests.py", "followed"): "what a save was made with, as a record keeps it",
    ("phrase.py", "_sentence"): "the name of a figure beside its tag",
    ("public_names.py", "shown_names"): "names of figures, compared",
    ("public_names.py", "name_remover"): "names of hidden figures in text that the referee wrote, as notes and titles",
    ("public_names.py", "public_tags"): "a tag",
}
"""Functions that cut up something else than English, each with what it is."""


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def cuts(function: ast.FunctionDef) -> list[str]:
    """The calls in a function that take a text apart."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return [ast.unparse(call) for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in CUTS]


def surgery() -> dict[tuple[str, str], list[str]]:
    """The calls of each function that takes a text apart, but for those of the modules that read text."""
    trees = {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.glob("*.py")}
    found = {
        (name, function.name): cuts(function)
        for name, tree in trees.items()
        if name not in READERS
        for function in functions(tree)
    }
    return {where: calls for where, calls in found.items() if calls}


def test_no_finished_english_is_taken_apart() -> None:
    assert {where: calls for where, calls in surgery().items() if where not in EXCEPTIONS} == {}


def test_each_exception_is_still_one() -> None:
    assert EXCEPTIONS.keys() - surgery().keys() == set()
    assert READERS.keys() - {path.name for path in ROOT.glob("*.py")} == set()
