"""The README and the topics of the help: what they name is there, and what they tell to type works."""

import ast
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest

from referee import games as systems
from referee.cli.help import shell_lists
from referee.cli.main import run
from referee.cli.parsers import Misused
from referee.cli.usage import COMMANDS, commanding, playing
from referee.command_language.line import SESSION_WORDS
from referee.dialogue.run_lines import run_line
from referee.dialogue.topics import FOLDER, lists_in, parts, topic_names
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.verbs.offered_verbs import all_verbs
from referee.library.own_library import OwnLibrary
from referee.rules import registry
from referee.store.saves import Saves
from referee.store.settings import read_toml
from referee.ui.drawing.markdown import lines
from referee.ui.input.own_keys import KEY_ACTIONS, bound
from tests.cli.command import Captured, enter
from tests.ui.table import playing as on_screen
from tests.ui.table import prepare, press

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DEVELOP = FOLDER / "develop.md"
SAMPLES = ROOT / "tests/imports/samples"
TEXTS = (README, *(FOLDER / f"{name}.md" for name in topic_names()))
LARGEST = 9 * 1024
"""Bytes of the README: two pages."""
NAMED = re.compile(r"`((?:\w+/)+\w+\.\w+)`")
"""A path in backquotes, of a file in a folder."""
_FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
_INLINE = re.compile(r"`([^`\n]+)`")
_PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b|\.\.\.")
"""Stands for something else in what is typed."""
IMPORTED = {
    "bestiary.json": "5e-bits/monsters.json",
    "party.toml": "dndme/party.toml",
    "crypt.toml": "dndme/encounters/ford.toml",
}
"""Files that the topic on imports names, and the samples that stand for them."""
NOT_TYPED = {("root", "ssh"), ("", "ssh"), ("", "develop"), ("", "README")}
"""Blocks that no test types here: what root does; the settings of sshd (tests/cli/test_over_ssh.py); the floors."""
WRITTEN = {"mine.toml", "keymap.toml", "settings.toml"}
"""Files that a referee makes."""
NO_CODE = {"sh"}
"""What the topic on developing names beside code: the word behind the fence of lines for the shell."""
TWO_SCREENS = 2 * 23
"""Lines that a pager shows of two screens of 80x24."""
INSTALLS = ("python3 -m venv", ".venv/bin/", "pipx", "uv ")
"""Begins what fetches packages: `.ci/run` does that, no test."""


class Block(NamedTuple):
    """Fenced lines of a text, with the word, and the file name, behind the fence."""

    path: Path
    word: str
    file: str
    lines: list[str]

    def __str__(self) -> str:
        return f"{self.path.stem}: {self.lines[0][:30]}"


def blocks() -> Iterator[Block]:
    for path in TEXTS:
        for info, text in _FENCED.findall(path.read_text(encoding="utf-8")):
            word, _, file = info.partition(" ")
            yield Block(path, word, file, text.splitlines())


def inline() -> list[tuple[str, str]]:
    """What stands between backquotes, with the name of its text."""
    texts = [(path.stem, _FENCED.sub("", path.read_text(encoding="utf-8"))) for path in TEXTS]
    return [(name, " ".join(words.split())) for name, text in texts for words in _INLINE.findall(text)]


def test_the_readme_is_two_pages() -> None:
    assert len(README.read_bytes()) <= LARGEST


def test_every_file_that_they_name_is_there() -> None:
    named = {path for text in TEXTS for path in NAMED.findall(text.read_text(encoding="utf-8"))}
    assert len(named) > 20
    bare = {word for _, word in inline() if re.fullmatch(r"\w+\.(py|toml)", word)}
    assert {word for word in bare if not any(ROOT.glob(f"[rt]*/**/{word}"))} <= WRITTEN
    assert {path for path in named if not (ROOT / path).exists() and not (ROOT / "referee" / path).exists()} == set()


def test_every_link_leads_to_a_file() -> None:
    links = [
        (path, link)
        for path in TEXTS
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
        if not (path.parent / link).exists()
    ]
    assert links == []
    readme = README.read_text(encoding="utf-8")
    assert [name for name in topic_names() if f"(referee/help/{name}.md)" not in readme] == []


def test_each_topic_begins_with_what_one_wants_to_do() -> None:
    for name in topic_names():
        title, _, rest = (FOLDER / f"{name}.md").read_text(encoding="utf-8").partition("\n")
        assert title.lower().startswith(f"# {name}"[:5]) and ": " in title, name
        assert rest.startswith("\n- **"), name
        opening = takewhile(lambda part: isinstance(part, tuple) or not part.startswith("## "), parts(name, {}))
        assert len(lines(opening, 80)) <= TWO_SCREENS, name
        assert "\n|" not in rest, f"{name}: lists are made by the program, or are items"


def test_the_program_makes_every_list() -> None:
    lists = shell_lists()
    listed = {name: lists_in(name) for name in topic_names()}
    assert sum(map(len, listed.values())) > 30
    assert {(name, each) for name, found in listed.items() for each in found if each not in lists} == set()
    for name in topic_names():
        markers = re.findall(r"^\*`referee help (\w+)` lists here: .*$", (FOLDER / f"{name}.md").read_text(), re.M)
        assert set(markers) <= {name} and len(markers) == len(listed[name])
        if name in COMMANDS:
            assert f"the usage of {name}" in listed[name]


# ------------------------------------------------------------------ what is typed


class Typist:
    """Types lines in a folder as a shell would: commands of the shell, and commands in encounters."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capsys: Captured) -> None:
        self.folder, self._patch, self._capsys = enter(folder, patch), patch, capsys
        self._begun = set[str]()
        """Games with an encounter."""

    def shell(self, line: str) -> None:
        """A line that begins with `referee`; it may take a file as its input and write one."""
        line, _, out = line.partition(" > ")
        line, _, source = line.partition(" < ")
        first, *words = shlex.split(line, comments=True)
        assert first == "referee", line
        if source:
            self._patch.setattr("sys.stdin", (self.folder / source.strip()).open(encoding="utf-8"))
        code = run(words)
        said, told = self._capsys.readouterr()
        assert code == 0, (line, said, told)
        if out:
            (self.folder / out.strip()).write_text(said, encoding="utf-8")

    def python(self, lines: Sequence[str]) -> None:
        """Lines of Python, in the same folder."""
        subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=self.folder, check=True, capture_output=True)

    def table(self, game: str, lines: Sequence[str]) -> None:
        """Commands in an encounter of that game, which begins with its sample."""
        if game not in self._begun:
            self._begun.add(game)
            self.shell(f"referee new {game} --system {game} --sample")
        self.shell(shlex.join(("referee", "do", game, *lines)))


@pytest.fixture
def typist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Typist:
    return Typist(tmp_path, monkeypatch, capsys)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_every_line_that_one_is_to_type_works(path: Path, typist: Typist) -> None:
    found = [block for block in blocks() if block.path == path]
    for block in found:
        if block.file:
            (typist.folder / block.file).write_text("\n".join((*block.lines, "")), encoding="utf-8")
    if path.stem == "imports":
        for name, sample in IMPORTED.items():
            shutil.copy(SAMPLES / sample, typist.folder / name)
    for block in found:
        if block.word == "sh":
            for line in block.lines:
                if not line.startswith(INSTALLS):
                    typist.shell(line)
        elif block.word in registry.names():
            typist.table(block.word, block.lines)
        elif block.word == "toml" and "[system]" in block.lines:
            typist.shell(f"referee system check {block.file}")
        elif block.word == "python":
            typist.python(block.lines)
        elif block.word == "toml":
            assert bound(KEY_ACTIONS, read_toml(typist.folder / block.file)).problems == ()
        else:
            assert (block.word, path.stem) in {("text", "plans"), ("text", "transcripts"), *NOT_TYPED}, block


@cache
def commands() -> frozenset[str]:
    """The first words of all commands of all games."""
    verbs = {name for game in registry.names() for name in all_verbs(registry.load(game))}
    return frozenset(verbs | SESSION_WORDS.keys())


@pytest.mark.one_in(6)
def test_every_command_in_a_sentence_works(typist: Typist) -> None:
    """A subcommand can be parsed; a command stands in lines that are run, or is done in one of the samples."""
    lines = " ".join(line for block in blocks() for line in block.lines)
    shell, table = [], []
    for name, typed in dict.fromkeys(inline()):
        word, *rest = typed.split()
        if word == "referee" and (len(rest) != 1 or rest[0] not in COMMANDS):
            shell.append((name, typed))
        elif word in commands() and rest and typed not in lines and not _PLACEHOLDER.search(typed):
            table.append((name, typed))
    assert len(shell) > 40 and len(table) > 10
    for name, typed in shell:
        words = shlex.split(re.split(r" [<>] |\)", typed)[0])[1:]
        parser = commanding() if words[:1] and words[0] in COMMANDS else playing()
        try:
            parser.parse_args(words)
        except (Misused, SystemExit) as problem:
            raise AssertionError(f"{name}: {typed}: {problem}") from problem
    tables = list(samples(typist.folder))
    refused = [each for each in table if not any(is_done(session, each[1]) for session in tables)]
    assert not refused, "\n".join(map(str, refused))


def samples(folder: Path) -> Iterator[Session]:
    """The samples of all games."""
    for game in registry.names():
        saves = Saves(folder / "samples")
        journal, rules = systems.begin(saves, game, game)
        session = Session(rules, journal, kept=OwnLibrary(folder, rules.name))
        for line in rules.sample().splitlines():
            run_line(session, line)
        yield session


def is_done(session: Session, line: str) -> bool:
    """Is it done now? Undone afterwards."""
    try:
        run_line(session, line)
    except Problem:
        return False
    return True


# ------------------------------------------------------------------ the topic for developers


_STEP = re.compile(r"^(\d+)\. (.*)$", re.M)


def defined(path: Path) -> set[str]:
    """What a module defines: functions, classes and values, and the methods of classes behind their names."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name, body=body):
                methods = (each.name for each in body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
                found |= {name, *(f"{name}.{method}" for method in methods)}
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return found


def steps() -> list[tuple[str, str]]:
    """The functions that a key press goes through, each with its file, in their order."""
    found, path = [], ""
    section = DEVELOP.read_text(encoding="utf-8").partition("## How a key press travels to the disk")[2]
    for _, text in _STEP.findall(section.partition("\n## ")[0]):
        for word in _INLINE.findall(text):
            if word.endswith(".py"):
                path = word
            elif re.fullmatch(r"[A-Za-z_]\w*(\.\w+)?", word) and word in defined(ROOT / "referee" / path):
                found.append((path, word))
            else:
                assert word in ("5", "encounter.json"), f"{path} has no {word}"
    return found


def test_every_step_of_a_key_press_is_where_the_topic_says() -> None:
    assert len(steps()) > 18


async def test_a_key_press_goes_the_way_that_the_topic_tells(tmp_path: Path) -> None:
    sample = registry.load("black_keep").sample().splitlines()
    saves = prepare(tmp_path, "dice table", *sample, "next", "attack r1", name="fight", system="black_keep")
    went: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and "/referee/" in frame.f_code.co_filename:
            path = frame.f_code.co_filename.rpartition("/referee/")[2]
            went.append((path, frame.f_code.co_qualname))

    async with on_screen(saves, "fight") as pilot:
        await press(pilot, "5")
        sys.setprofile(note)
        try:
            await press(pilot, "enter")
            await pilot.pause()
        finally:
            sys.setprofile(None)
    at = 0
    for step in steps():
        assert step in went[at:], f"{step} is not entered, or not in this place"
        at = went.index(step, at)


def test_no_paragraph_of_the_topic_is_longer_than_five_lines() -> None:
    """As it is read in a terminal of 80 columns; fenced lines stand as they are."""
    text = re.sub(r"^```.*?^```", "", DEVELOP.read_text(encoding="utf-8"), flags=re.M | re.S)
    paragraphs = [line for line in text.splitlines() if line]
    assert len(paragraphs) > 100
    assert [each for each in paragraphs if len(textwrap.wrap(each.replace("`", "").replace("*", ""), 78)) > 5] == []


def test_all_code_that_the_topic_names_is_there() -> None:
    """Paths and modules are files; a name is defined, or is a field, a parameter or a folder, somewhere in the code."""
    modules = [path for top in ("referee", "tests") for path in ROOT.glob(f"{top}/**/*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    names = {name for found in re.findall(r"(?:def|class) (\w+)|\b(\w+)(?: = |: |=)", code) for name in found}
    names |= {part for path in modules for part in (path.stem, path.parent.name)}
    words = [word for name, word in inline() if name == "develop"]
    named = {found[1] for word in words if (found := re.fullmatch(r"@?([A-Za-z_]\w*)(?:\(.*\)|=)?", word))}
    assert len(named) > 40 and named - names <= NO_CODE
    paths = {word for word in words if re.fullmatch(r"(?:[\w.]+/)*[\w.]+/?", word) and ("/" in word or ".py" in word)}
    places = (ROOT, ROOT / "referee")
    assert len(paths) > 60
    assert {path for path in paths if not any((top / path).exists() for top in places) and "/" in path} == set()
    dotted = {word for word in words if re.fullmatch(r"(?:referee|tests)\.\w+", word)}
    assert all((ROOT / word.replace(".", "/")).with_suffix(".py").is_file() for word in dotted)
