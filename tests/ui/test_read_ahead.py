"""What typing `add` needs is read while nobody types: in short steps, before the first letter, and again once the
library is another one. Calls are counted, not seconds.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import games as systems
from referee.dialogue.completion import complete, reading_ahead
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.library.own_library import OwnLibrary
from referee.library.typed_figure import typed_figure
from referee.store import library
from referee.store.file import Folder
from referee.store.library import Library
from referee.store.library_record import KeptFigure
from referee.store.library_tables import FIGURES
from referee.store.save_problems import Damaged
from referee.ui.screens import encounter
from tests.ui.table import playing, prepare, table

pytestmark = pytest.mark.one_in(10)

MANY = 300


def filled(folder: Path, count: int = MANY) -> None:
    rows = (KeptFigure(name=f"Troll {n}", system="fifth", words=f'foe "Troll {n}" hp=84 ac=15') for n in range(count))
    Library(folder).add(FIGURES, list(rows))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is read of the disk, and each record that is made."""
    done: list[str] = []
    record, raw = library.record_of, Folder.read

    def counted(*given: object) -> object:
        done.append("record")
        return record(*given)  # type: ignore[arg-type]

    def read(*given: object) -> bytes:
        done.append("file")
        return raw(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(library, "record_of", counted)
    monkeypatch.setattr(Folder, "read", read)
    yield done


def session_of(folder: Path) -> Session:
    rules = systems.load("fifth")
    return Session(rules, MemoryStepLog(Encounter(system="fifth")), kept=OwnLibrary(folder, "fifth"))


def typed(session: Session, text: str) -> None:
    complete(session, text, len(text))
    typed_figure(session.rules, session.kept, text)


def test_no_letter_reads_the_library_once_it_was_read_ahead(tmp_path: Path, made: list[str]) -> None:
    filled(tmp_path)
    session = session_of(tmp_path)
    made.clear()
    for _ in reading_ahead(session):
        pass
    assert made.count("record") == MANY and made.count("file") == 1
    made.clear()
    for text in ("add ", "add t", "add tr", "add troll 2", "add party "):
        typed(session, text)
    assert made == []
    assert [each for each in reading_ahead(session) if each] == []
    assert made == [], "nothing is read twice"


def test_a_library_that_is_damaged_is_left_to_who_asks_for_it(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    for content in (
        '{"figures": {"1": {"name": 1}}}',
        '{"figures": {"1": }}',
        '{"figures": {}} x',
        "[",
        '{"a": 1, "a": 1}',
    ):
        (tmp_path / "library.json").write_text(content)
        assert list(reading_ahead(session)) is not None
        with pytest.raises(Damaged):
            Library(tmp_path).all(FIGURES)
        assert session.kept.kinds() == ()


async def test_the_screen_reads_ahead_before_anything_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encounter, "AHEAD_AFTER", 0.01)
    saves = prepare(tmp_path, "add goblin", system="fifth")
    filled(saves.folder)
    async with playing(saves) as pilot:
        kept = table(pilot).table.session.kept
        assert isinstance(kept, OwnLibrary)
        for _ in range(200):
            await pilot.pause(0.02)
            if kept.library._records:
                break
        assert len(kept.library._records["figures", "fifth"]) == MANY
