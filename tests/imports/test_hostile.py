"""Whatever a file holds, an import ends in a report or in one sentence, and nothing of it reaches a terminal raw."""

import io
import json
import sys
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from referee.cli.main import run
from referee.engine.problem import Problem, Refused
from referee.extras import install_command
from tests.cli.command import Captured, enter, said
from tests.imports.reading import SAMPLES, figure, one, told

FILES = sorted(path for path in SAMPLES.rglob("*") if path.is_file() and path.name != "README.md")
BLOCK = {
    "Name": "Rat",
    "HP": {"Value": 3, "Notes": "(1d6)"},
    "AC": {"Value": 12, "Notes": ""},
    "Abilities": {"Dex": 12},
}
ENTITIES = (
    '<?xml version="1.0"?><!DOCTYPE compendium [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>'
    "<compendium><monster><name>&c;</name></monster></compendium>"
)
OUTSIDE = (
    '<?xml version="1.0"?><!DOCTYPE compendium [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    "<compendium><monster><name>&x;</name></monster></compendium>"
)


def sentence(name: str, raw: bytes) -> str:
    with pytest.raises(Problem) as caught:
        one((name, raw))
    text = str(caught.value)
    assert "\n" not in text and text.isprintable() and len(text) < 400 and text.endswith(".")
    return text


@pytest.mark.parametrize(
    ("name", "raw", "says"),
    [
        ("x.json", b"", "is empty"),
        ("x.md", b"\xef\xbb\xbf \n", "is empty"),
        ("x.json", b"[]", "has no creature, encounter, condition or deck"),
        ("x.json", b"{}", "Referee cannot import"),
        ("x.json", b"[1, 2]", "Referee cannot import"),
        ("x.json", b'[{"Name": "Rat", "HP": 3}', "is broken at line 1"),
        ("x.json", b'[{"Name": "Rat", "HP": 3},]', "is broken at line 1"),
        ("x.json", b'{"results": [{"name": "x", "hit_points": 1, "strength": 1}], "x": }', "is broken"),
        ("x.json", b"[" * 200_000, "Referee cannot import"),
        ("x.json", b'[{"a":' * 200_000, "nested too deeply"),
        ("x.json", b'{"a":' * 200_000, "nested too deeply"),
        ("x.json", b"\xff\xfe\x00", "not text in UTF-8 or UTF-16"),
        ("x.json", b"\x80\x81\x82\x83", "not text in UTF-8 or UTF-16"),
        ("x.toml", b"a = " + b"[" * 100_000, "is"),
        ("x.toml", b'name = "x', 'x.toml, line 1: a quote is missing: a text begins and ends with ".'),
        ("x", b"[groups.x]\ncount = 1d4", 'x, line 2: `1d4` has no quotes; write "1d4".'),
        ("x.md", b"# Notes\n\nname = Rat\n", "Referee cannot import"),
        ("x.md", b"[[Rat]] = a link", "Referee cannot import"),
        ("x.md", b"Ask = for more", "Referee cannot import"),
        ("x.xml", b"name = 3", "Referee cannot import"),
        ("x.xml", b"<notes a='b'>=</notes>", "Referee cannot import"),
        ("x.xml", b"<compendium><spell><name>Fire</name></spell></compendium>", "has no creature"),
        ("x.toml", b"x = 1", "Referee cannot import"),
        ("x.txt", b"hello", "Referee cannot import"),
        ("x.txt", b"name,hp\nRat,3", "Referee cannot import"),
        ("x.csv", b"name,hp\nRat,3", "x.csv, line 1: name the columns name, hp and ac here"),
        ("x.csv", b"name = 3", "x.csv, line 1: name the columns"),
        ("x.csv", b"name,hp,ac\n", "has no creature"),
        ("x.csv", b'name,hp,ac\nRat,3,12\n"Cat,3,12\nBat,1,9\n', "x.csv, line 3: a cell begins with"),
        ("x.csv", b"name,hp,ac\n" + b"9" * 200_000, "x.csv, line 2: a cell"),
        ("x.md", b"```encounter\n```\n", "has no creature"),
        ("x.xml", b"<compendium><monster>", "is broken at line 1"),
        ("x.xml", b"<compendium>" + b"<a>" * 100_000, "nested too deeply"),
        ("x.xml", b"<html><body/></html>", "Referee cannot import"),
        ("x.xml", b'<?xml version="1.0" encoding="ebcdic-none"?><compendium/>', "is"),
        ("x.xml", ENTITIES.encode(), "DOCTYPE or entities"),
        ("x.xml", OUTSIDE.encode(), "DOCTYPE or entities"),
    ],
)
def test_what_cannot_be_read_ends_in_one_sentence(name: str, raw: bytes, says: str) -> None:
    assert says in sentence(name, raw)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("path", FILES, ids=str)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_any_way_of_unicode_is_read(path: Path, encoding: str) -> None:
    text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
    if path.suffix == ".xml":
        text = text.replace('encoding="UTF-8"', "")
        encoding = "utf-16" if encoding.startswith("utf-16-") else encoding
    wanted, got = one((path.name, path.read_bytes())), one((path.name, text.encode(encoding)))
    assert got.report.data() == wanted.report.data()
    assert [kept.words for kept in got.figures] == [kept.words for kept in wanted.figures]


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-3", '"x"', "7.5", "[]", "{}", "9" * 30, "true", '"\\u001b[2J"'])
def test_a_number_that_is_none_is_noted_and_left_out(value: str) -> None:
    raw = json.dumps([BLOCK]).replace('"Value": 12', f'"Value": {value}')
    done = one(("x.json", raw.encode()))
    assert figure(done, "Rat").data["ac"] is None
    assert any(why.startswith("ac: ") for why in told(done)["Rat"])
    assert all(why.isprintable() for whys in told(done).values() for why in whys)


@pytest.mark.parametrize(
    ("value", "hp"), [('"7 (2d6)"', 7), ('"(2d6)"', 7), ("null", 7), ("0", None), ("-4", 7), ("1e999", 7)]
)
def test_hit_points_are_never_guessed_in_silence(value: str, hp: int | None) -> None:
    raw = json.dumps([{**BLOCK, "HP": {"Value": 9, "Notes": "(2d6)"}}]).replace('"Value": 9', f'"Value": {value}')
    done = one(("x.json", raw.encode()))
    rat = figure(done, "Rat")
    assert (rat.data["hp"], rat.data["hp_dice"]) == (hp, "2d6")
    assert value == '"7 (2d6)"' or any(why.startswith("hp: ") for why in told(done)["Rat"])


def test_what_stands_there_twice_is_said() -> None:
    for raw in ('[{"Name": "Rat", "AC": 3, "HP": 4, "AC": 12}]', '{"Name": "Rat", "AC": 3, "HP": 4, "AC": 12}'):
        done = one(("x.json", raw.encode()))
        assert figure(done, "Rat").data["ac"] == 12
        assert "AC: given more than once; using the last." in told(done)["Rat"]


def test_hit_points_that_are_missing_are_said() -> None:
    done = one(("x.json", json.dumps([{"Name": "Rat", "AC": 3}]).encode()))
    assert figure(done, "Rat").data["hp"] is None and "hp: hit points missing." in told(done)["Rat"]


def test_text_stays_text() -> None:
    evil = "\x1b]0;x\x07[red]*bold* \u202e\u0000" + "x" * 50_000
    block = {**BLOCK, "Name": evil, "Actions": [{"Name": evil, "Content": evil}], "Description": evil}
    done = one(("x.json", json.dumps([block]).encode()))
    kept = done.figures[0]
    for text in (kept.name, kept.words, kept.note.replace("\n", "")):
        assert text.isprintable() and "\u202e" not in text
    assert len(kept.name) <= 60


def test_yaml_tags_and_aliases_are_refused_by_line_and_the_others_load() -> None:
    note = (
        "```encounter\nname: A\ncreatures:\n  - !!python/object/apply:os.system [x]\n```\n"
        "```encounter\nname: &a B\ncreatures:\n  - *a\n```\n"
        "~~~encounter  \nname: C\ncreatures:\n  - No, 010, 12\n~~~\n"
        "```encounter\nname: [\n```\n```js\nname: X\n```\n"
    )
    done = one(("x.md", note.encode()))
    assert [plan.name for plan in done.plans] == ["C"] and done.report.skipped == 3
    assert 'add foe "No" hp=10 ac=12' in done.plans[0].text
    assert set(told(done)) >= {"line 4", "line 7"}


def test_counts_are_never_evaluated() -> None:
    group = '[groups.{}]\nmonster = "rat"\ncount = "{}"\n'
    groups = (("a", "__import__('os').getpid()"), ("b", "c"), ("c", "b"))
    text = 'name = "x"\n' + "".join(group.format(*each) for each in groups)
    done = one(("x.toml", text.encode()))
    assert any("is not a count" in why for why in told(done)["x: a"])
    assert done.plans[0].text.count("add foe") == 3


@pytest.mark.parametrize("path", FILES, ids=str)
def test_damaged_files_end_in_a_report_or_a_sentence(path: Path) -> None:
    raw = path.read_bytes()
    dice = Random(path.name)
    for _ in range(25):
        broken = bytearray(raw)
        for _ in range(dice.choice([1, 3, 20])):
            at = dice.randrange(len(broken))
            match dice.randrange(4):
                case 0:
                    broken[at] = dice.randrange(256)
                case 1:
                    del broken[at : at + dice.randrange(60)]
                case 2:
                    broken[at:at] = dice.choice([b'"', b"{", b"]", b"null", b"\x1b[2J", b"&x;", b"-1e9", b"\xff", b"|"])
                case _:
                    there = dice.randrange(len(broken))
                    broken[at:at] = broken[there : there + dice.randrange(200)]
            if not broken:
                break
        try:
            done = one((path.name, bytes(broken)))
        except Problem as problem:
            assert str(problem).isprintable()
        else:
            assert all(note.why.isprintable() and note.record.isprintable() for note in done.report.notes)
            assert done.report.imported + done.report.skipped == done.report.records


WRONG = [None, True, -1, 1.5, "x", "", [], {}, [[]], {"a": {"b": []}}, "9" * 40, ["x", 3], {"name": 3}, 10**20]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".json"], ids=str)
def test_fields_of_any_type_end_in_a_report_or_a_sentence(path: Path) -> None:
    dice = Random(path.name)
    whole = json.loads(path.read_text(encoding="utf-8"))
    for _ in range(60):
        value = json.loads(json.dumps(whole))
        for _ in range(dice.choice([1, 2, 8])):
            _spoil(value, dice)
        try:
            one((path.name, json.dumps(value).encode()))
        except Problem as problem:
            assert str(problem).isprintable()


def _spoil(value: object, dice: Random) -> None:
    """Puts something wrong in one place of a value."""
    while isinstance(value, dict | list) and value:
        key = dice.choice(list(value) if isinstance(value, dict) else range(len(value)))
        inner = value[key]  # type: ignore[index]
        if not isinstance(inner, dict | list) or not inner or dice.random() < 0.3:
            value[key] = deepcopy(dice.choice(WRONG))  # type: ignore[index]
            return
        value = inner


# -------------------------------------------------------------------- the command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return enter(tmp_path, monkeypatch)


def names(capsys: Captured) -> list[str]:
    return [row["name"] for row in json.loads(said(capsys, 0, "library", "ls", "--json")[0])]


def test_a_dry_run_and_a_failed_import_change_nothing(here: Path, capsys: Captured) -> None:
    good = str(SAMPLES / "5e-bits" / "monsters.json")
    report = json.loads(said(capsys, 0, "import", good, "--dry-run", "--json")[0])
    assert (report["format"], report["records"], report["imported"], report["skipped"]) == ("5e-bits monsters", 5, 5, 0)
    assert "Dry run: the library is unchanged." in said(capsys, 0, "import", good, "--dry-run")[0]
    (here / "bad.json").write_text('[{"Name": ')
    assert said(capsys, 1, "import", good, "bad.json")[1].count("\n") == 1
    assert said(capsys, 1, "import", good, "--system", "descent")[1].count("\n") == 1
    assert (
        said(capsys, 1, "import", "none.json")[1]
        == "referee: There is no file none.json. (see: referee help imports)\n"
    )
    assert said(capsys, 1, "import", ".")[1].count("\n") == 1
    assert names(capsys) == [] and not (here / "saves" / "library.json").exists()


def test_names_that_are_there_are_refused_skipped_replaced_or_numbered(here: Path, capsys: Captured) -> None:
    (here / "rat.json").write_text(json.dumps([BLOCK]))
    said(capsys, 0, "import", "rat.json")
    _, err = said(capsys, 1, "import", "rat.json")
    assert err.startswith("referee: Already in the library: Rat. Add --on-duplicate skip, replace or both. (see: ")
    out, _ = said(capsys, 0, "import", "rat.json", "--on-duplicate", "skip")
    assert "1 record, 0 imported, 1 skipped" in out
    (here / "rat.json").write_text(json.dumps([{**BLOCK, "AC": 17}]))
    said(capsys, 0, "import", "rat.json", "--on-duplicate", "both")
    assert names(capsys) == ["Rat", "Rat 2"]
    said(capsys, 0, "import", "rat.json", "--on-duplicate", "replace")
    assert json.loads(said(capsys, 0, "library", "show", "rat", "--json")[0])["ac"] == 17
    assert json.loads(said(capsys, 0, "library", "show", "rat 2", "--json")[0])["name"] == "Rat 2"


@pytest.mark.parametrize(
    ("name", "raw", "why"),
    [
        ("x.md", b"```encounter\ncreatures:\n  - [\n```", "line 3, encounter: this line cannot be read"),
        ("x.md", b"```encounter\nname: a: b\n```", "line 2, encounter: a text with a colon needs quotes"),
        ("x.json", b'[{"Name": "", "HP": {"Value": 3}}]', "record 1, name: no name, skipped"),
        ("x.json", b'{"Spells.a": {"Name": "Fire"}}', "Fire, spell: spells are not imported"),
        (
            "x.json",
            b'[{"model": "v1.spell", "pk": "a", "fields": {"name": "Fire"}}]',
            "a, model: v1.spell is not a monster",
        ),
    ],
)
def test_where_nothing_comes_in_it_fails_and_says_why(
    here: Path, capsys: Captured, name: str, raw: bytes, why: str
) -> None:
    (here / name).write_bytes(raw)
    for besides in ((), ("--dry-run",)):
        out, err = said(capsys, 1, "import", name, *besides)
        assert (
            "1 record, 0 imported, 1 skipped." in out
            and why in out
            and err == "referee: Nothing was imported. (see: referee help imports)\n"
        )
    assert not (here / "saves" / "library.json").exists()


def test_two_of_one_name_in_a_file_are_told_apart(here: Path, capsys: Captured) -> None:
    rats = [BLOCK, {**BLOCK, "AC": 17}, BLOCK, {**BLOCK, "Name": "Rat 2", "AC": 9}]
    (here / "rats.json").write_text(json.dumps(rats))
    out, _ = said(capsys, 0, "import", "rats.json", "rats.json")
    assert "4 records, 3 imported, 1 skipped" in out and "4 records, 0 imported, 4 skipped" in out
    assert "Rat, name: name used twice; renamed to Rat 3." in out
    assert names(capsys) == ["Rat", "Rat 2", "Rat 3"]
    said(capsys, 0, "import", "rats.json", "--on-duplicate", "both")
    assert names(capsys) == ["Rat", "Rat 2", "Rat 2 2", "Rat 3", "Rat 3 2", "Rat 4"]
    said(capsys, 0, "new", "a", "--system", "fifth")
    out, _ = said(capsys, 0, "do", "a", 'add "rat 3"', 'add "rat 4"')
    assert "Rat 3" in out and "Rat 4" in out


def test_at_a_terminal_it_is_asked(here: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "rat.json").write_text(json.dumps([BLOCK]))
    said(capsys, 0, "import", "rat.json")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for answer, listed in (("both\n", ["Rat", "Rat 2"]), ("\n", ["Rat", "Rat 2"]), ("s\n", ["Rat", "Rat 2"])):
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        run(["import", "rat.json"])
        monkeypatch.undo()
        monkeypatch.chdir(here)
        monkeypatch.setenv("REFEREE_SAVES", str(here / "saves"))
        out = capsys.readouterr().out
        assert "[s/r/b]" in out and "1 record" in out
        assert names(capsys) == listed


def test_hostile_names_do_not_reach_the_terminal(here: Path, capsys: Captured) -> None:
    (here / "e.json").write_text(json.dumps([{**BLOCK, "Name": "\x1b[2JEvil", "HP": "\x1b]0;x\x07", "zz": 1}]))
    for words in (["--dry-run"], ["--json", "--dry-run"], []):
        out, err = said(capsys, 0, "import", "e.json", *words)
        assert "\x1b" not in out + err and "\x07" not in out + err
    out, err = said(capsys, 0, "library", "show", "[2JEvil", "--json")
    assert "\x1b" not in out


def test_the_extra_is_named_where_its_parser_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(Refused) as caught:
        one(("x.md", (SAMPLES / "obsidian" / "encounters.md").read_bytes()))
    assert str(caught.value).endswith(f"To install it: {install_command('import')}")


def test_the_help_tells_what_is_known(capsys: Captured) -> None:
    assert "Fight Club 5e" in said(capsys, 0, "help", "imports")[0]
