"""The report as Markdown, JSON and CSV: complete, in a steady order, and harmless whatever a figure is called."""

import csv
import json
import re
from collections import Counter
from html import escape
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.dialogue.transcript import bare
from referee.engine.state.encounter import Encounter
from referee.games import load
from referee.report.document_formats import as_csv, as_json, markdown
from referee.report.fight_clock import lasting
from referee.report.page import FORMS, html
from tests.dialogue.shape import Seen
from tests.report.fights import TRANSCRIPTS, evening, fought, table
from tests.report.test_evening import HIDDEN

every = pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
FOUR = ("dice app", "add fighter Ann init=20", "add goblin x2 init=3", "next", "damage g1 20 by ann", "damage ann 9")


@every
def test_csv_opens_and_comes_to_the_same(path: Path) -> None:
    report = evening(fought(path))
    rows = list(csv.DictReader(StringIO(as_csv(report))))
    assert {*rows[0]} == {"table", "who", "whom", "what", "round", "number"} if rows else not report.figures
    taken = Counter[str]()
    for row in rows:
        if row["table"] == "pairs" and row["what"] == "damage":
            taken[row["whom"]] += int(row["number"])
    assert dict(taken) == {row.name: row.taken for row in report.figures if row.taken}
    faces = sum(int(row["number"]) for row in rows if row["table"] == "dice")
    assert faces == sum(die.count for die in report.dice)


@every
def test_json_is_the_same_each_time_and_says_all(path: Path) -> None:
    session = fought(path)
    report = evening(session)
    text = as_json(report)
    assert text == as_json(evening(session)) and text.isascii()
    data = json.loads(text)
    assert list(data) == [*report.__struct_fields__]
    assert [row["name"] for row in data["figures"]] == [row.name for row in report.figures]
    seen = Seen()
    seen.take(data, "report")
    assert sorted(seen.wrong) == []
    assert [die["p"] for die in data["dice"]] == [die.p for die in report.dice]


def test_markdown_tells_all_parts() -> None:
    text = markdown(evening(table(*FOUR, "award 50", "attack longsword g2"), name="Old *bridge*"))
    assert text.startswith("# Old \\*bridge\\*\n")
    for heading in ("Who did what", "Who hurt or healed whom", "HP after each round", "Time", "Dice against chance"):
        assert f"## {heading}\n" in text
    assert "Experience awarded: 50 XP." in text and "### Round 1 (" in text
    assert "Damage: 7 dealt + 9 by hand = 16 taken." in text
    assert "| Ann | 7 | 9 | 1 |" in text


def test_before_the_first_round_that_is_said() -> None:
    report = evening(table("add fighter Ann"))
    assert "No round has begun yet, so there is nothing to report." in markdown(report)
    assert {row["number"] for row in csv.DictReader(StringIO(as_csv(report)))} == {"0"}
    assert json.loads(as_json(report))["rounds"] == []


@pytest.mark.parametrize("form", FORMS)
def test_who_is_hidden_stands_in_no_form_for_the_players(form: str) -> None:
    session = table(*HIDDEN)
    assert "Shade" in FORMS[form](evening(session))
    assert "Shade" not in FORMS[form](evening(session, False))


class Closed(HTMLParser):
    """Reads HTML, and counts which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, str | None]] = []
        """The attributes that may load something."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen += [each for each in attrs if each[0] in ("src", "href", "action", "onload")]
        if tag not in ("meta", "rect", "line", "circle", "polygon", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("rect", "line", "circle", "polygon", "polyline"):
            assert self.open.pop() == tag

    def all_closed(self, text: str) -> bool:
        """Is each element closed, in its order?"""
        self.feed(text)
        self.close()
        return not self.open


@every
def test_html_is_one_file_that_loads_nothing(path: Path) -> None:
    report = evening(fought(path))
    text, reader = html(report), Closed()
    assert reader.all_closed(text) and reader.seen == []
    assert not re.search(r"https?:|<script|<link|@import|url\(", text)
    for row in report.figures:
        assert escape(row.name) in text
    assert all(escape(said.text) in text for each in report.rounds for said in each.log)
    assert text.count("<polyline") == sum(bool(row.health) for row in report.figures)


NAMES = (
    "=1+1",
    "＝1+1",
    "﹢1",
    "@SUM(A1)",
    "a|b",
    "<b>x</b>",
    "\x1b]0;x\x07Rat",
    "[x](y)",
    "\u202eevil",
    'q"uote',
    "-5",
    "#h",
)


def named(name: str) -> Encounter:
    """A table with a figure of that name, as a file that no session wrote may have it."""
    start = bare(load("fifth"))
    session = table("add goblin init=3", start=start)
    figure = replace(session.encounter.figures["g1"], name=name)
    return replace(session.encounter, figures={"g1": figure})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", FORMS)
def test_no_name_does_harm(name: str, form: str) -> None:
    session = table("dice app", "add fighter Ann init=20", "next", "damage g1 5 by ann", start=named(name))
    text = FORMS[form](evening(session, name=name))
    assert all(letter.isprintable() or letter == "\n" for letter in text)
    if form == "csv":
        cells = {cell for row in csv.reader(StringIO(text)) for cell in row}
        assert not any(cell[:1] in ("=", "+", "-", "@", "＝", "﹢") for cell in cells)
    elif form == "json":
        assert json.loads(text)["figures"][0]["health"] == [7, 2]
    elif form == "html":
        assert ("<b>x</b>" not in text and "&lt;b&gt;x" in text) or "<b>" not in name
        assert Closed().all_closed(text)
    elif form == "md":
        rows = [line.replace("\\|", "") for line in text.splitlines() if line.startswith("|")]
        assert len({row.count("|") for row in rows[:4]}) == 1
        assert "<b>" not in text and "[x](y)" not in text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (60, "1 min"),
        (125, "2 min 5 s"),
        (900, "15 min"),
        (3599, "1 h"),
        (4800, "1 h 20 min"),
    ],
)
def test_times_in_words(seconds: float, words: str) -> None:
    assert lasting(seconds) == words
