"""Records of foreign files: fields by their path, within bounds, and what is left out is noted."""

from pathlib import Path

from referee.imports.format_list import FORMATS
from referee.imports.record import Record
from referee.imports.report import Notes, Report
from tests.cli.command import Captured, said


def test_fields_are_read_by_their_path_and_what_is_left_out_is_noted() -> None:
    report = Report("")
    fields = {
        "size": {"name": " Huge "},
        "speed": {"walk": 30, "fly": "60 ft."},
        "ac": 41,
        "hp": "−7",
        "actions": [{"name": "Bite"}, "Claw", {"name": 3}],
        "tags": "none",
    }
    record = Record(fields, Notes(report, "Rat"))
    assert (record.text("size.name"), record.text("size", "name"), record.text("size.name.first")) == (
        "Huge",
        "Huge",
        "",
    )
    assert (record.get("speed", "walk"), record.get("hp", "walk"), record.pairs("speed")) == (
        30,
        "−7",
        "walk 30, fly 60 ft.",
    )
    assert [row.text("name") for row in record.rows("actions")] == ["Bite", "3"]
    assert (record.rows("size.name"), record.entries("tags"), record.row("tags").fields) == ([], [], {})
    assert (record.number("hp", -9, 9), record.number("mp", 0, 9), report.notes) == (-7, None, [])
    assert record.number("ac", 0, 40, "armour") is None and record.rows("actions")[0].number("name", 0, 9) is None
    assert [(note.record, note.field, note.why) for note in report.notes] == [
        ("Rat", "armour", "41 is not between 0 and 40; left out."),
        ("Rat", "name", '"Bite" is not a whole number; left out.'),
    ]


def test_a_long_report_says_how_many_notes_are_not_shown() -> None:
    report = Report("x", records=1, imported=1)
    for field in ("hp", "ac", "size"):
        report.note("Rat", field, "missing.")
    assert list(report.lines(2)) == [
        "x: 1 record, 1 imported, 0 skipped.",
        "  Rat, hp: missing.",
        "  Rat, ac: missing.",
        "  and 1 more; --json lists all of them.",
    ]
    assert list(report.lines())[-1] == "  Rat, size: missing."


def test_what_is_no_object_is_an_empty_record() -> None:
    assert Record(["x"], Notes(Report(""), "x")).get("name") is None


def test_the_help_and_the_readme_name_every_format(capsys: Captured) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    topic = said(capsys, 0, "help", "imports")[0]
    for format_ in FORMATS:
        assert f"{format_.name}: {format_.holds}" in topic
        assert format_.name.removesuffix(" 5e") in readme
