"""`-` is standard input wherever a file can be named; a byte order mark there, or in any text file, is no letter."""

import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.drawing.themes import chosen_theme
from referee.ui.input import own_keys
from referee.ui.map.map_file import MapFiles
from tests.cli.command import Captured, enter, said

MARK = b"\xef\xbb\xbf"
PLAN = b"system plain\nadd hero Ann\nadd hero Bob\n"
IMPROVED = b'{"Name": "Ogre", "HP": {"Value": 59}, "AC": {"Value": 11}, "Abilities": {"Str": 19}}'
SAMPLES = Path(__file__).parents[1] / "imports" / "samples" / "dndme"
FIGHTS = ("--fights", "2", "--workers", "1")
Typed = Callable[[bytes], None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Typed:
    """Puts bytes on standard input."""
    enter(tmp_path, monkeypatch)
    return lambda raw: monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(raw), encoding="utf-8"))


def exported(capsys: Captured, *words: str) -> bytes:
    return said(capsys, 0, *words)[0].encode()


def prepare(capsys: Captured) -> None:
    """Two encounters, a campaign and a figure of the library."""
    said(capsys, 0, "new", "fight", "--system", "plain")
    said(capsys, 0, "do", "fight", "add hero Ann hp=5", "add hero Bob hp=5")
    said(capsys, 0, "library", "add", "Troll", "foe", "hp=30", "--system", "plain")
    said(capsys, 0, "new", "duel", "--system", "black_keep", "--sample")
    said(capsys, 0, "campaign", "new", "Vale", "--system", "plain")


@pytest.mark.parametrize("mark", [b"", MARK])
def test_each_subcommand_reads_a_file_from_standard_input(capsys: Captured, typed: Typed, mark: bytes) -> None:
    prepare(capsys)
    library, campaign = exported(capsys, "library", "export"), exported(capsys, "campaign", "export", "Vale")
    forecast = exported(capsys, "forecast", "duel", *FIGHTS, "--json")
    said(capsys, 0, "system", "new", "mine")
    system = Path("mine.toml").read_bytes()

    def with_input(raw: bytes, *words: str) -> str:
        typed(mark + raw)
        return said(capsys, 0, *words)[0]

    assert "Ogre" in with_input(IMPROVED, "import", "-")
    assert "already in the library, skipped" in with_input(IMPROVED, "import", "-", "--on-duplicate", "skip")
    assert "skipped Troll" in with_input(library, "library", "import", "-", "--on-duplicate", "skip")
    assert "added road" in with_input(PLAN, "library", "add", "--in", "plans", "road", "-")
    assert "added path" in with_input(PLAN, "library", "add", "path", "--in", "plans", "-")
    assert "Vale 2 is on the shelf" in with_input(campaign, "campaign", "import", "-", "--as", "Vale 2")
    assert "ready" in with_input(PLAN, "new", "planned", "--from", "-")
    assert "ready" in with_input(system, "new", "own", "--system", "-")
    assert "no mistakes" in with_input(system, "system", "check", "-")
    assert "[F5-" in with_input(registry.shipped("fifth"), "clauses", "-", "advantage")
    assert "2 fights" in with_input(exported(capsys, "export", "duel"), "forecast", "--from", "-", *FIGHTS)
    assert "2 fights" in with_input(forecast, "forecast", "--merge", "-")
    assert "Ann" in with_input(PLAN, "play", "-")
    assert "damage ann 2" in with_input(b"# odds of\n\ndamage ann 2\n", "odds", "fight", "-")
    assert "Bob" in with_input(b"damage ann 2\n" + mark + b"damage bob 1\n", "do", "fight", "-")
    assert "Ann takes 1" in with_input(b"damage ann 1\n" + mark + b"\nquit\n", "fight", "--plain")
    assert Saves(Path("saves")).look("fight").actions == 5


def test_a_byte_order_mark_in_a_file_or_an_order_is_no_letter(
    capsys: Captured, typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prepare(capsys)
    for name, raw in (
        ("plan.txt", b"include heroes.txt\n" + PLAN),
        ("heroes.txt", b"note from far\n"),
        ("library.json", exported(capsys, "library", "export")),
        ("campaign.json", exported(capsys, "campaign", "export", "Vale")),
        ("forecast.json", exported(capsys, "forecast", "duel", *FIGHTS, "--json")),
        ("ogre.json", IMPROVED),
        ("hall.txt", b"...\n.#.\n"),
    ):
        Path(name).write_bytes(MARK + raw)
    said(capsys, 0, "new", "planned", "--from", "plan.txt")
    said(capsys, 0, "library", "import", "library.json", "--on-duplicate", "skip")
    said(capsys, 0, "campaign", "import", "campaign.json", "--as", "Vale 2")
    said(capsys, 0, "forecast", "--merge", "forecast.json")
    said(capsys, 0, "import", "ogre.json")
    said(capsys, 0, "do", "fight", "\ufeffdamage ann 1")
    said(capsys, 0, "odds", "fight", "\ufeffdamage ann 1")
    assert MapFiles().read("hall.txt") == ".../.#."


def test_a_byte_order_mark_in_the_settings_is_no_letter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "referee" / "themes").mkdir(parents=True)
    (tmp_path / "referee" / "settings.toml").write_bytes(MARK + b'theme = "parchment"\n')
    (tmp_path / "referee" / "keymap.toml").write_bytes(MARK + b'next = "f12"\n')
    assert chosen_theme() == ("parchment", [])
    own_keys.own_keys.cache_clear()
    try:
        assert own_keys.own_keys().problems == ()
    finally:
        own_keys.own_keys.cache_clear()


def test_standard_input_that_cannot_be_read_is_called_so(capsys: Captured, typed: Typed) -> None:
    for words, told in (
        (("import", "-"), "standard input is empty"),
        (("system", "check", "-"), "standard input"),
        (("library", "add", "--in", "plans", "road", "-"), "standard input, line 2"),
    ):
        typed(b"" if words[0] == "import" else b"system plain\nnonsense")
        assert run(words) == 1
        out = capsys.readouterr()
        assert told in out.out + out.err


def test_counts_of_an_encounter_from_standard_input_depend_on_the_party(capsys: Captured, typed: Typed) -> None:
    typed((SAMPLES / "encounters" / "counts.toml").read_bytes())
    told = said(capsys, 0, "import", "--dry-run", str(SAMPLES / "party.toml"), "-")[0]
    assert "the number of players is unknown" not in told
    typed((SAMPLES / "encounters" / "counts.toml").read_bytes())
    assert "the number of players is unknown" in said(capsys, 0, "import", "--dry-run", "-")[0]
