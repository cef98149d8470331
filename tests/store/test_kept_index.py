"""The index of a long journal, which is kept beside it: what is read with it is what is read without it."""

from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from referee.engine.record.history import settled_state_at
from referee.store import journal_reader, line
from referee.store.file import TooNew
from referee.store.journal import Journal
from referee.store.line import INDEX, JOURNAL
from referee.store.maintenance import compact
from referee.store.save_folder import TRASH
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, closed, corrected, do, hurt, joined, opened, replied


@pytest.fixture(autouse=True)
def _short_ones_are_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_reader, "LONG_INDEX", 5)


@pytest.fixture
def folder(saves: Saves) -> Path:
    """A journal with all sorts of lines, and its index."""
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    for _ in range(6):
        do(journal, hurt("ulf"))
    journal.append(corrected(2, hurt("ulf", -3)))
    for step in (opened(journal), replied(), closed(hurt("ulf", -2))):
        journal.append(step)
    journal.move(8)
    do(journal, hurt("ulf", -4))
    journal.move(7)
    journal.close()
    return journal.folder


def told(journal: Journal) -> tuple[object, ...]:
    """All that a journal says."""
    steps = [(journal.step(n), journal.depth(n + 1), journal.when(n)) for n in range(len(journal))]
    states = [settled_state_at(journal, n) for n in range(len(journal) + 1)]
    place = journal.position, journal.lines, journal.end, journal.last, journal.torn, journal.damaged, journal.notices
    return steps, states, place, [*journal.corrections()], journal.name, journal.snapped


def read(saves: Saves) -> tuple[object, ...]:
    journal = saves.open("ambush", read_only=True)
    found = told(journal)
    journal.close()
    return found


def without(saves: Saves, folder: Path) -> tuple[object, ...]:
    """What is read where no index is kept."""
    raw = (folder / INDEX).read_bytes()
    (folder / INDEX).unlink()
    found = read(saves)
    (folder / INDEX).write_bytes(raw)
    return found


def test_with_it_only_later_lines_are_surveyed(saves: Saves, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(saves) == without(saves, folder)
    journal = saves.open("ambush")
    journal.move(2)
    do(journal, hurt("ulf", -5))
    monkeypatch.setattr(journal_reader, "LONG_INDEX", 5000)
    journal.close()
    surveyed = list[bytes]()

    def counted(raw: bytes, before: int = 0, base: int = 0) -> line.Survey:
        surveyed.append(raw)
        return line.survey(raw, before, base)

    monkeypatch.setattr(journal_reader, "survey", counted)
    with_index = read(saves)
    assert [raw.count(b"\n") for raw in surveyed] == [2]
    assert with_index == without(saves, folder) and with_index[0] != []


def test_a_few_more_lines_are_no_reason_to_write_it_again(saves: Saves, folder: Path) -> None:
    before = (folder / INDEX).read_bytes()
    for count in (4, 1):
        assert (folder / INDEX).read_bytes() == before
        journal = saves.open("ambush")
        for _ in range(count):
            do(journal, hurt("ulf"))
        journal.close()
    assert (folder / INDEX).read_bytes() != before and read(saves) == without(saves, folder)


@pytest.mark.parametrize("hundredth", range(0, 100, 9))
def test_of_a_changed_file_or_journal_it_is_not_believed(saves: Saves, folder: Path, hundredth: int) -> None:
    sound = read(saves)
    for name in (INDEX, JOURNAL):
        path = folder / name
        raw = path.read_bytes()
        place = len(raw) * hundredth // 100
        path.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
        found = read(saves)
        assert found == (sound if name == INDEX else without(saves, folder))
        path.write_bytes(raw)
    (folder / JOURNAL).write_bytes((folder / JOURNAL).read_bytes()[: -hundredth - 1])
    assert read(saves) == without(saves, folder), "the journal is shorter than it was"


@pytest.mark.parametrize(
    "changed",
    [
        *({"names": []}, {"names": [2]}, {"names": [1, 99]}, {"position": 99}, {"searched": 99}, {"corrections": [99]}),
        *(
            {"depths": b""},
            {"steps": b"1"},
            {"steps": b"\0" * 40},
            {"ends": b""},
            {"states": [(2, 0)]},
            {"end": 0},
            {"end": 2**60},
        ),
    ],
)
def test_what_no_journal_can_have_is_not_believed(saves: Saves, folder: Path, changed: dict[str, Any]) -> None:
    raw = (folder / INDEX).read_bytes()
    kept = msgpack.decode(raw[4:], type=line.KeptIndex)
    crc = crc32((folder / JOURNAL).read_bytes()[: changed.get("end", kept.end)])
    forged = msgpack.encode(replace(kept, crc=crc, **changed))
    (folder / INDEX).write_bytes(crc32(forged).to_bytes(4) + forged)
    assert read(saves) == without(saves, folder)
    surveyed = line.kept_index((folder / INDEX).read_bytes(), lambda end: crc)
    assert len(surveyed) == 0


def test_that_of_another_version_is_not_used(saves: Saves, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(line, "SCHEMA", line.SCHEMA + 1)
        newer.setattr(line, "_INDEX_FORM", f"{line._INDEX_FORM} of another")
        journal = saves.open("ambush")
        for _ in range(5):
            do(journal, hurt("ulf"))
        journal.close()
    with pytest.raises(TooNew, match="newer Referee"):
        saves.open("ambush")


def test_a_short_journal_has_none(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_reader, "LONG_INDEX", 50)
    journal = saves.create("Short", SYSTEM)
    do(journal, *joined("ulf"))
    journal.close()
    assert not (journal.folder / INDEX).exists()


def test_a_copy_needs_none(saves: Saves, folder: Path) -> None:
    assert saves.copy("ambush", "Second") == []
    (saves.folder / "second" / INDEX).write_bytes((folder / INDEX).read_bytes())
    journal = saves.open("second")
    assert len(journal) == len(saves.open("ambush", read_only=True)) and journal.name == "Second"
    journal.close()


def test_a_shorter_journal_in_its_place_has_none(saves: Saves, folder: Path) -> None:
    do(journal := saves.open("ambush"), hurt("ulf"))
    journal.close()
    left, _ = compact(folder, saves.folder / TRASH, keep=0)
    assert left == 0 and not (folder / INDEX).exists()
    again = saves.open("ambush", read_only=True)
    assert not again.notices and again.lines < journal.lines
    again.close()
