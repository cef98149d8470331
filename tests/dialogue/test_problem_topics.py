"""A problem that a topic of the help says more of names it: in the shell, in the plain mode and on the screen."""

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from referee.cli.plain import PlainTable
from referee.cli.printer import Printer
from referee.dialogue.topics import topic_names
from referee.engine.problem import NotUnderstood, Problem, Refused, on_topic
from referee.engine.record.session import Session
from referee.games import load
from referee.store.save_problems import CannotWrite, Locked
from referee.store.saves import Saves
from referee.ui.controller.controller import told
from tests.cli.command import Captured, enter, said
from tests.test_docstrings import ancestors, modules

WITHOUT: Mapping[str, str] = {
    "Problem": "a kind of kinds",
    "Refused": "the rules of the game say why; what was being done may have a topic",
    "NotUnderstood": "it says what was expected; what was being read may have a topic",
    "DoesNotFit": "it says what the open question takes",
    "Moot": "only a correction meets it",
    "Failed": "it is printed with file and line, as editors read it",
    "NameTaken": "another name is all that is needed",
    "TooNew": "a newer Referee is all that is needed",
    "MapFileProblem": "its sentence ends with a path, which may be cut off at the edge of a screen",
}
"""Kinds of problems of which no topic says more, each with the reason."""


def kinds() -> Iterator[tuple[str, list[str], str]]:
    """Each kind of problem with the kinds that it belongs to, itself first, and its topic; empty: none."""
    for node in (each for _, tree in modules() for each in ast.walk(tree) if isinstance(each, ast.ClassDef)):
        family = [node, *ancestors(node)]
        if any(each.name == "Problem" for each in family):
            bodies = [statement for each in family for statement in each.body if isinstance(statement, ast.Assign)]
            topics = (ast.literal_eval(each.value) for each in bodies if ast.unparse(each.targets[0]) == "topic")
            yield node.name, [each.name for each in family if each.name != "Problem"], next(topics, "")


@pytest.mark.one_in(6)
def test_every_kind_of_problem_has_a_topic_or_a_reason() -> None:
    found = list(kinds())
    assert len(found) >= 15
    assert {name for name, _, topic in found if topic and topic not in topic_names()} == set()
    assert [name for name, family, topic in found if not topic and not {name, *family} & WITHOUT.keys()] == []
    assert [name for name, _, topic in found if topic and name in WITHOUT] == []


@pytest.mark.one_in(6)
def test_what_is_done_on_a_topic_names_one_that_there_is() -> None:
    named = [found for path, tree in modules() for found in re.findall(r'on_topic\("(\w+)"\)', _decorators(tree))]
    assert len(named) > 10 and set(named) <= set(topic_names())


def _decorators(tree: ast.Module) -> str:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return " ".join(ast.unparse(each).replace("'", '"') for node in functions for each in node.decorator_list)


def test_the_inner_topic_counts_and_that_of_the_problem_it_was_raised_from() -> None:
    with pytest.raises(Refused) as outer, on_topic("library"), on_topic("dice"):
        raise Refused("No.")
    assert outer.value.reference("see:") == " (see: dice)"
    with pytest.raises(CannotWrite) as written, on_topic("library"):
        raise CannotWrite("No.")
    assert written.value.reference("?") == " (? library)"
    assert CannotWrite("No.").reference("?") == Locked("No.").reference("?") == " (? saves)"
    with pytest.raises(Refused) as wrapped:
        try:
            raise CannotWrite("No.")
        except Problem as problem:
            raise Refused("Line 2: No.") from problem
    assert wrapped.value.reference("?") == " (? saves)"
    assert Refused("No.").reference("?") == NotUnderstood("No.").reference("?") == ""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return enter(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("roll 3x", "dice"),
        ("do nope next", "saves"),
        ("do table|roll 3x", "dice"),
        ("do table|note a|roll 3x", "dice"),
        ("play nope.txt", "transcripts"),
        ("new hall --from wrong.txt", "plans"),
        ("import wrong.txt --system fifth", "imports"),
        ("library show nobody", "library"),
        ("do table|party rest nobody", "library"),
        ("odds table|undo", "odds"),
        ("serve table --play --host 0.0.0.0", "serve"),
        ("clauses nope", "systems"),
        ("repair nope", "saves"),
    ],
)
def test_the_shell_names_the_topic(words: str, topic: str, folder: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "table", "--system", "black_keep", "--sample")
    (folder / "wrong.txt").write_text("system black_keep\nfrobnicate\n")
    first, *lines = words.split("|")
    assert said(capsys, 1, *first.split(), *lines)[1].endswith(f" (see: referee help {topic})\n")


def test_a_system_file_with_mistakes_names_it_below_their_list(folder: Path, capsys: Captured) -> None:
    (folder / "wrong.toml").write_text("[track.hp]\nnonsense = 1\n")
    assert said(capsys, 1, "system", "check", "wrong.toml")[1] == "See: referee help systems\n"


def test_a_refusal_of_the_rules_names_none(folder: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "table", "--system", "black_keep", "--sample")
    assert "see:" not in said(capsys, 1, "do", "table", "return ulf")[1]


def test_the_plain_mode_names_the_topic(folder: Path) -> None:
    with closing(Saves(folder / "saves").create("Table", "black_keep")) as journal:
        out = StringIO()
        session = Session(load("black_keep"), journal)
        PlainTable(session, journal, Printer(out, out), StringIO("roll 3x\nfrobnicate\n"), None).play()
    refused = [line for line in out.getvalue().splitlines() if "No: " in line]
    assert [line.endswith(" (see: help dice)") for line in refused] == [True, False]


def test_the_screen_names_the_key_and_the_topic() -> None:
    assert told(CannotWrite("The disk is full.")) == "The disk is full. (F9: saves)"
    assert told(Refused("It is nobody's turn.")) == told("It is nobody's turn.") == "It is nobody's turn."
