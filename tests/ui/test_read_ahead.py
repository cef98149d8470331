"""What typing `add` needs is read while nobody types: in short steps, before the first letter, and again once the
library is another one. Calls are counted, not seconds.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.record.history import MemoryStepLog
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.script import systems
from referee.script.help import complete, reading_ahead
from referee.script.own_library import OwnLibrary, typed_figure
from referee.store import database, file, library
from referee.store.library import Library
from referee.store.library_record import CONDITIONS, FIGURES, KeptCondition, KeptFigure
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
    record, raw = library._record, database.read_plain

    def counted(*given: object) -> object:
        done.append("record")
        return record(*given)  # type: ignore[arg-type]

    def read(*given: object) -> bytes:
        done.append("file")
        return raw(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(library, "_record", counted)
    monkeypatch.setattr(database, "read_plain", read)
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
    for n, _ in enumerate(reading_ahead(session)):
        assert len(made) <= n + 2, "a step reads the file or makes one record"
    assert made.count("record") == MANY and made.count("file") == 1
    made.clear()
    for text in ("add ", "add t", "add tr", "add troll 2", "add party "):
        typed(session, text)
    assert made == []
    assert [each for each in reading_ahead(session) if each] == []
    assert made == [], "nothing is read twice"


def test_what_was_begun_is_gone_on_with_where_it_is_needed_at_once(tmp_path: Path, made: list[str]) -> None:
    filled(tmp_path)
    session = session_of(tmp_path)
    steps = reading_ahead(session)
    made.clear()
    while made.count("record") < MANY // 2:
        next(steps)
    typed(session, "add troll")
    assert made.count("record") == MANY and made.count("file") == 1
    assert len([*steps]) < MANY // 2
    assert made.count("record") == MANY and made.count("file") == 1


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
        with pytest.raises(file.Damaged):
            Library(tmp_path).all(FIGURES)
        assert session.kept.kinds() == ()


ROW = '{"name": "A", "system": "plain", "words": "foe"}'
WHOLE = (
    f'{{"figures":{{"1":{ROW}}}}}',
    f' {{\n"figures" : {{\t"1":{ROW} }} ,"x":{{}}}}\n',
    "{}",
    " { } ",
    '{"a":{}}',
    "[1]",
)
BROKEN = ("", "{", '{"a"}', '{"a":1,}', '{"a" 1}', "{'a':1}", '{"a":{"b":1,"b":2}}', '{"a":NaN}', "{} {}", "{1:2}", "[")


@pytest.mark.parametrize("content", WHOLE)
def test_a_file_is_read_in_steps_as_it_is_at_once(content: str) -> None:
    assert database.finished(file.json_in_steps(content.encode(), "it", 2)) == file.read_json(content.encode(), "it")


@pytest.mark.parametrize("content", BROKEN)
def test_a_file_is_refused_in_steps_as_it_is_at_once(content: str) -> None:
    for read in (file.read_json, lambda raw, it: database.finished(file.json_in_steps(raw, it, 2))):
        with pytest.raises(file.Damaged):
            read(content.encode(), "it")


@pytest.mark.parametrize("steps", range(1, 7))
def test_steps_that_were_left_off_write_nothing_over_what_was_read_since(tmp_path: Path, steps: int) -> None:
    filled(tmp_path, 3)
    mine, other = Library(tmp_path), Library(tmp_path)
    left_off = mine.ahead(FIGURES)
    for _ in range(steps):
        next(left_off, None)
    other.add(FIGURES, [KeptFigure(name="Since", system="fifth", words='foe "Since" hp=1 ac=15')])
    other.add(CONDITIONS, [KeptCondition(name="soaked", system="fifth")])
    assert len(mine.all(FIGURES)) == 4
    for _ in left_off:
        pass
    assert len(mine.all(FIGURES)) == 4 and len(mine.all(CONDITIONS)) == 1


async def test_the_screen_reads_ahead_before_anything_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encounter, "AHEAD_AFTER", 0.01)
    saves = prepare(tmp_path, "add goblin", system="fifth")
    filled(saves.folder)
    async with playing(saves) as pilot:
        kept = table(pilot).table.session.kept
        assert isinstance(kept, OwnLibrary)
        for _ in range(200):
            await pilot.pause(0.02)
            if kept.library._read is not None and kept.library._read.records:
                break
        assert kept.library._read is not None and len(kept.library._read.records["figures", ""]) == MANY
