"""TOML of other people: a key of too many parts is refused at once, wherever TOML is read, and nothing else is."""

import time
from pathlib import Path

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.problem import NotUnderstood, Refused
from referee.imports.formats.dndme import toml_of as imported
from referee.plain_data import MOST_PARTS, mistake_in, toml_of
from referee.rules.open_table.language.document import Mistake, load
from referee.rules.open_table.play.figures.kinds import _table
from referee.store.save_problems import Damaged
from referee.store.settings import read_toml

LONG = ".".join(["a"] * 30_000) + " = 1\n"


def test_a_long_dotted_key_is_refused_at_once_by_every_reader(tmp_path: Path) -> None:
    begun = time.process_time()
    with pytest.raises(Mistake, match="a key goes too deep: at most 16 parts"):
        load(b"[track.x]\n" + LONG.encode())
    with pytest.raises(Refused, match="a key goes too deep: at most 16 parts"):
        imported(LONG, "x.toml")
    (tmp_path / "x.toml").write_text(LONG)
    with pytest.raises(Damaged):
        read_toml(tmp_path / "x.toml")
    with pytest.raises(NotUnderstood):
        _table("weapon", "{" + ".".join("a" * 20) + " = 1}")
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    "text",
    [
        "{key} = 1",
        "[{key}]",
        "[[{key}]]",
        "x = {{{key} = 1}}",
        "x = 1 # '\n{key} = 1",
        'x = """\n"quoted"\n"""\n{key} = 1',
        "'#' . {key} = 1",
    ],
)
def test_the_parts_of_a_key_are_counted(text: str) -> None:
    for part, join in (("a", "."), ('"a b"', " . "), ("'#'", "\t.")):
        key = join.join([part] * (MOST_PARTS + 1))
        with pytest.raises(tomli.TOMLDecodeError, match="at most 16 parts"):
            toml_of(text.format(key=key))
    short = text.format(key=".".join(["a"] * (MOST_PARTS - 1)))
    assert toml_of(short) == tomli.loads(short)


DOTS = ".".join(["a"] * 40)


@pytest.mark.parametrize(
    "text",
    [f"x = '{DOTS}'", f'x = "{DOTS}"', f'x = """\n{DOTS}\n\\"" {DOTS}"""', f"x = '''{DOTS}'{DOTS}'''", f"# {DOTS}"],
)
def test_dots_in_texts_and_comments_are_no_keys(text: str) -> None:
    assert toml_of(text) == tomli.loads(text)


@pytest.mark.parametrize(
    "text", ["a" * 200_000, "a." * 15 + "'" * 9 + '"' * 99_999, '"""' + "\\" * 99_999, "a.a " * 50_000]
)
def test_no_text_takes_long(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(ValueError):
        toml_of(text)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    "text, line, sentence",
    [
        ("\nx = agi # c", 2, '`agi` has no quotes; write "agi".'),
        ("x = [str, dex]", 1, '`str` has no quotes; write "str".'),
        ("x = 1d6", 1, '`1d6` has no quotes; write "1d6".'),
        ("x = Yes", 1, "write true, not `Yes`."),
        ("# “\nx = “agi”", 2, 'put text in straight quotes, "like this", not curly ones.'),
        ('x = "agi\ny = 1', 1, 'a quote is missing: a text begins and ends with ".'),
        ('x = agi"', 1, 'a quote is missing: a text begins and ends with ".'),
        ('x = ["a", "b]\n[y]', 1, 'a quote is missing: a text begins and ends with ".'),
        ('x = """\na\nb = 1\n', 1, 'the text that begins here lacks the """ at its end.'),
        ('x = ["a",\n  "b"\ny = 1', 1, "the list that begins here lacks a comma, or the ] at its end."),
        ('x = ["a",\n[k]\ny = 1', 1, "the list that begins here lacks a comma, or the ] at its end."),
        ("x = [\n {a = 1},\n {b = x},\n]", 3, '`x` has no quotes; write "x".'),
        ("x = {a = 1\ny = 2", 1, "the table in braces that begins here lacks a comma, or the } at its end."),
        ("x = {a = 1, a = 2}", 1, "`a` is there twice."),
        ("[a]\nx = 1\nx = 2\n", 3, "`x` is there twice."),
        ("x = 1\ny = " + "9" * 5000, 2, "a number is too long."),
        ("[a]\n[b]\n[a]", 3, "`[a]` is there twice."),
        ("[a\n", 1, "] is missing."),
        ("[a = 1", 1, "] is missing."),
        ("]a = 1", 1, "write a key, = and a value, such as start = 3."),
        ("x = [1 2]", 1, "a comma is missing in the list."),
        ("hello world", 1, "write a key, = and a value, such as start = 3."),
        ("two words = 3", 1, "`two words` is not a key. A key is one word of letters, digits, _ and -."),
        ('x = "a\\d"', 1, "a \\ in a text is written twice, \\\\."),
        ('x = "the "big" orc"', 1, 'there is something after the value; a " inside text is written \\".'),
    ],
)
def test_what_is_wrong_is_said_plainly(text: str, line: int, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        toml_of(text)
    assert mistake_in(text, error.value) == (line, sentence)


@given(st.text(alphabet="ab=[]{}\"'\\,.#\n 1“", max_size=40))
def test_whatever_is_wrong_has_a_line_and_a_sentence(text: str) -> None:
    try:
        toml_of(text)
    except ValueError as error:
        line, sentence = mistake_in(text, error)
        assert 1 <= line <= text.count("\n") + 1 and sentence.endswith(".")
