"""The listing of all sentences: what is shown stands in it, and what only programmers read does not."""

from pathlib import Path

from tests.sentences import ROOT, of_code, of_data, sentences

SOURCE = '''
"""A docstring is not shown."""

def told(name: "tuple[str, int]", hint: str = "over the rules") -> "list[str] | None":
    """Nor is this one."""
    if name in ("the answer to it", "an answer") or kinds["the kind"]:
        pattern = re.compile("a b")
    question = Roll(key=f"to hit {name}", prompt=f"{name} {name.title()}")
    what = Verb(label="Attack", hint=f"{name} attacks")
    return f"{name.title()} has used {'the reaction' if what else 'its action'}."
'''

FILE = """
[trait.guard]
label = "Guard"
default = "on guard"
hint = "has dropped the guard"
[test.save]
roll = "d20 + {skill}"
success = "{who} makes the save"
[clause]
text = "It ends."
"""


def test_a_string_is_listed_where_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "source.py"
    path.write_text(SOURCE, encoding="utf-8")
    found = [(sentence.line, sentence.text) for sentence in of_code(path)]
    assert [(line, text) for line, text in found if "used" not in text] == [
        (4, "over the rules"),
        (9, "{name} attacks"),
        (10, "its action"),
        (10, "the reaction"),
    ]
    assert [line for line, text in found if text.startswith("{name.title()} has used {")] == [10]


def test_of_a_system_file_its_phrases_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "system.toml"
    path.write_text(FILE, encoding="utf-8")
    assert [sentence.text for sentence in of_data(path)] == [
        "has dropped the guard",
        "{who} makes the save",
        "It ends.",
    ]


def test_of_a_topic_its_blocks_are_listed_without_what_is_typed() -> None:
    found = [each.text for each in sentences("help/dice")]
    assert found[0].startswith("# Dice: ") and any(text.startswith("- **You roll real dice**") for text in found)
    assert not any("roll 2d6 = 4 3 roll d20 hidden" in text for text in found)


def test_it_goes_through_code_and_shipped_files() -> None:
    listed = list(sentences("store", "rules/open_table"))
    assert {sentence.path.suffix for sentence in listed} == {".py", ".toml"}
    assert (ROOT / "store/disk_errors.py", "the disk is full") in {(each.path, each.text) for each in listed}
