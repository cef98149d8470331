"""TOML of other people: a key of too many parts is refused at once, wherever TOML is read, and nothing else is."""

import time
import tomllib
from pathlib import Path

import pytest

from referee.engine.problem import NotUnderstood, Refused
from referee.imports.dndme import toml_of as imported
from referee.rules.open_table.figures.kinds import _table
from referee.rules.open_table.file.document import Mistake, load
from referee.store.problem import Damaged
from referee.toml import MOST_PARTS, toml_of
from referee.ui.drawing.theme import read_toml

LONG = ".".join(["a"] * 30_000) + " = 1\n"


def test_a_long_dotted_key_is_refused_at_once_by_every_reader(tmp_path: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(Mistake, match="a key goes too deep: at most 16 parts"):
        load(b"[track.x]\n" + LONG.encode())
    with pytest.raises(Refused, match="A key goes too deep: at most 16 parts"):
        imported(LONG, "x.toml")
    (tmp_path / "x.toml").write_text(LONG)
    with pytest.raises(Damaged):
        read_toml(tmp_path / "x.toml")
    with pytest.raises(NotUnderstood):
        _table("weapon", "{" + ".".join("a" * 20) + " = 1}")
    assert time.monotonic() - begun < 2


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
        with pytest.raises(tomllib.TOMLDecodeError, match="at most 16 parts"):
            toml_of(text.format(key=key))
    short = text.format(key=".".join(["a"] * (MOST_PARTS - 1)))
    assert toml_of(short) == tomllib.loads(short)


DOTS = ".".join(["a"] * 40)


@pytest.mark.parametrize(
    "text",
    [f"x = '{DOTS}'", f'x = "{DOTS}"', f'x = """\n{DOTS}\n\\"" {DOTS}"""', f"x = '''{DOTS}'{DOTS}'''", f"# {DOTS}"],
)
def test_dots_in_texts_and_comments_are_no_keys(text: str) -> None:
    assert toml_of(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text", ["a" * 200_000, "a." * 15 + "'" * 9 + '"' * 99_999, '"""' + "\\" * 99_999, "a.a " * 50_000]
)
def test_no_text_takes_long(text: str) -> None:
    begun = time.monotonic()
    with pytest.raises(ValueError):
        toml_of(text)
    assert time.monotonic() - begun < 2
