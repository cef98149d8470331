"""Files that were changed by anything but the app: every command says in a sentence what it makes of them, or works.

Where only the journal or only encounter.json was changed blindly, what is shown is what was there, or it is said that
it is not.
"""

import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from referee.cli.main import MISTAKE, run
from referee.dialogue.run_lines import run_line
from referee.engine.problem import Problem
from referee.engine.record.past_states import settled_state_at
from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.database import ENCOUNTER_FILE
from referee.store.journal_line import JOURNAL
from referee.store.saves import Saves
from referee.store.settings import read_toml
from referee.ui.drawing.theme import read_theme
from referee.ui.drawing.themes import chosen_theme, shipped_folder
from referee.ui.map.map_file import MapFiles
from tests.faults.mutation import crafted, spoilt
from tests.rules.shelf import transcripts

FILES = int(os.environ.get("REFEREE_FILES", "100"))
PARTS = 10
SOON = 10.0
"""Seconds of work for all that is asked of one file."""
COMMANDS = (
    ["ls"],
    ["show", "fight"],
    ["show", "fight", "--json"],
    ["log", "fight"],
    ["check", "fight"],
    ["do", "fight", "note x"],
    ["do", "fight", "next", "undo"],
    ["repair", "fight"],
    ["export", "fight"],
    ["report", "fight"],
    ["ls", "--json"],
)
OLDER = [
    Path(__file__).parents[1] / "store" / name
    for name in ("saves_v1/gh-mid", "saves_v1/sc-mid", "saves_v4/corrected", "saves_v4/olde-swords-4")
]
"""Encounters as earlier versions kept them."""
Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an encounter of each game, in the folder of the game: some turns, and a command left open; and some
    of earlier versions.
    """
    top = tmp_path_factory.mktemp("prepared")
    for system in registry.names():
        rules = registry.load(system)
        journal = Saves(top / system).create("fight", system)
        session = Session(rules, journal)
        for line in (*rules.sample().splitlines(), "dice app", "next", "note here", "next", "undo", "next", "damage"):
            with suppress(Problem):
                run_line(session, line)
        journal.settle()
        journal.close()
    for older in OLDER:
        shutil.copytree(older, top / older.name / "fight")
    return top


class Trial:
    """One encounter with one file changed."""

    def __init__(self, prepared: Path, folder: Path, chance: Random) -> None:
        self.saves = Saves(folder / "saves")
        shutil.rmtree(self.saves.folder, ignore_errors=True)
        shutil.copytree(
            prepared / chance.choice([*registry.names(), *(each.name for each in OLDER)]), self.saves.folder
        )
        with_state = self.saves.open("fight", read_only=True)
        self.before = [settled_state_at(with_state, n) for n in range(len(with_state) + 1)]
        self.position = with_state.position
        with_state.close()
        name = chance.choice([JOURNAL, JOURNAL, ENCOUNTER_FILE])
        path = self.saves.folder / "fight" / name
        self.blind = chance.random() < 0.5
        raw = path.read_bytes()
        path.write_bytes(spoilt(raw, chance) if self.blind else crafted(name, raw, chance))

    def wrong(self, capsys: Captured) -> str:
        """What is wrong with what is made of it; empty if nothing is."""
        try:
            if self.blind and not self._told():
                return "what is shown was not there, and nothing is said"
        except Problem:
            pass
        began = time.process_time()
        for words in COMMANDS:
            if run(words) == MISTAKE:
                return f"{' '.join(words)}: {mistake()}"
        return "" if time.process_time() - began < SOON else "it took too long"

    def _told(self) -> bool:
        journal = self.saves.open("fight", read_only=True)
        try:
            now = settled_state_at(journal, journal.position)
            return now == self.before[self.position] or (bool(journal.notices) and now in self.before)
        finally:
            journal.close()


def mistake() -> str:
    """The end of the latest report of a mistake of the program."""
    reports = Path(os.environ["XDG_STATE_HOME"], "referee", "crashes")
    return max(reports.iterdir()).read_text()[-400:]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for all that the app keeps."""
    monkeypatch.setenv("REFEREE_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.mark.one_in(8, rest=9)
@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_saves(
    prepared: Path, home: Path, capsys: Captured, record_property: Callable[[str, object], None], part: int
) -> None:
    wrong, seeds = [], range(part, FILES - FILES // 10, PARTS)
    for seed in seeds:
        if found := Trial(prepared, home, Random(seed)).wrong(capsys):
            wrong.append(f"seed {seed}: {found}")
        capsys.readouterr()
    record_property("done", len(seeds))
    assert not wrong, "\n".join(wrong)


def test_mutated_settings_themes_maps_and_transcripts(
    home: Path, capsys: Captured, record_property: Callable[[str, object], None]
) -> None:
    settings = home / "config" / "referee" / "settings.toml"
    settings.parent.mkdir(parents=True)
    wrong, file = [], home / "file"
    plain = [path for system in registry.names() for path in transcripts(system)]
    themes = list(shipped_folder().glob("*.toml"))
    for seed in range(FILES // 10):
        chance = Random(seed)
        settings.write_bytes(spoilt(b'theme = "dark"\n' * chance.randint(1, 3), chance))
        assert chosen_theme()[0]
        for path in (chance.choice(themes), chance.choice(plain)):
            file.write_bytes(spoilt(path.read_bytes(), chance))
            with suppress(Problem):
                read_theme("spoilt", read_toml(file))
            with suppress(Problem):
                MapFiles().read(str(file))
        if run(["play", str(file)]) == MISTAKE:
            wrong.append(f"seed {seed}: {mistake()}")
        capsys.readouterr()
    record_property("done", FILES // 10)
    assert not wrong, "\n".join(wrong)
