"""A journal that is only read is read on as another program writes it."""

import os
from pathlib import Path

import pytest

from referee.engine.record.past_states import settled_state_at
from referee.store.journal import Journal
from referee.store.journal_follower import Follower, News
from referee.store.journal_reader import JournalReader
from referee.store.save_problems import Damaged
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined


@pytest.fixture
def written(saves: Saves) -> Journal:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    return journal


def same(one: Journal, other: Journal) -> bool:
    return settled_state_at(one, one.position) == settled_state_at(other, other.position) and one.name == other.name


def test_what_is_written_is_read_on(saves: Saves, written: Journal) -> None:
    reader = saves.open("ambush", read_only=True)
    assert not reader.follow().changed
    for n in range(300):
        do(written, hurt("ulf", -1 if n % 2 else 1))
    assert reader.follow().changed and same(reader, written)
    assert not reader.follow().changed
    written.move(written.position - 3)
    assert reader.follow().changed and same(reader, written)
    do(written, hurt("ulf", -5))
    written.close()
    saves.rename("ambush", "Trap")
    written = saves.open("trap")
    assert reader.follow().changed and same(reader, written) and len(reader) == len(written)
    assert reader.step(len(reader) - 1) == written.step(len(written) - 1)


def test_half_a_line_is_waited_for(saves: Saves, written: Journal) -> None:
    reader = saves.open("ambush", read_only=True)
    path = written.folder / "journal.jsonl"
    before = path.read_bytes()
    do(written, hurt("ulf", -1))
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    assert reader.follow() == News(False, False, "")
    path.write_bytes(whole)
    assert reader.follow().changed and same(reader, written)
    assert len(before) < len(whole)


@pytest.mark.parametrize("replaced", [True, False])
def test_a_file_that_is_replaced_or_shortened_is_opened_anew(saves: Saves, written: Journal, replaced: bool) -> None:
    do(written, hurt("ulf", -1))
    written.close()
    reader = saves.open("ambush", read_only=True)
    path = written.folder / "journal.jsonl"
    shorter = b"".join(path.read_bytes().splitlines(keepends=True)[:-1])
    (written.folder / "encounter.json").unlink()
    if replaced:
        other = path.with_name("other")
        other.write_bytes(shorter)
        os.replace(other, path)
    else:
        path.write_bytes(shorter)
    news = reader.follow()
    assert news.changed and news.anew and "opened again" in news.said
    assert settled_state_at(reader, reader.position).figures["ulf"].tracks["hp"].now == 20
    assert not reader.follow().changed


def test_damage_and_absence_are_told_once(saves: Saves, written: Journal) -> None:
    reader = saves.open("ambush", read_only=True)
    path = written.folder / "journal.jsonl"
    stood = settled_state_at(reader, reader.position)
    with path.open("ab") as file:
        file.write(b"nonsense\n")
    assert reader.follow().said
    assert reader.follow().said == ""
    path.unlink()
    assert "removed" in reader.follow().said
    assert reader.follow().said == ""
    assert settled_state_at(reader, reader.position) == stood


def test_who_plays_is_known_without_a_lock(saves: Saves, written: Journal) -> None:
    reader = saves.open("ambush", read_only=True)
    player = reader.player()
    assert player is not None and f"pid {os.getpid()}" in player.told
    lock: Path = written.folder / "lock"
    held = lock.read_text()
    written.close()
    assert reader.player() is None
    lock.write_text(held.replace(f"pid {os.getpid()}", "pid 999999999"))
    assert reader.player() is None
    lock.unlink()
    assert reader.player() is None


def test_a_journal_that_is_opened_anew_leaves_no_file_open(saves: Saves, written: Journal) -> None:
    written.close()
    reader = saves.open("ambush", read_only=True)
    path = written.folder / "journal.jsonl"
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        path.write_bytes(path.read_bytes())
        path.with_name("new").write_bytes(path.read_bytes())
        path.with_name("new").replace(path)
        assert reader.follow().anew
    assert len(os.listdir("/proc/self/fd")) == before


def test_what_was_written_before_the_first_look_is_news(saves: Saves, written: Journal) -> None:
    reader = JournalReader(written.folder)
    do(written, hurt("ulf", -1))
    follower = Follower(reader)
    assert follower.look().changed and not follower.look().changed
    do(written, hurt("ulf", -1))
    path = written.folder / "journal.jsonl"
    path.with_name("new").write_bytes(path.read_bytes())
    path.with_name("new").replace(path)
    news = follower.look()
    assert news.anew and news.said.startswith("The journal was replaced or shortened by another program")
    follower.reader.file.close()


def test_a_journal_that_cannot_be_opened_leaves_no_file_open(written: Journal) -> None:
    written.close()
    (written.folder / "encounter.json").unlink()
    (written.folder / "journal.jsonl").write_bytes(b"damage\n")
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(Damaged):
        JournalReader(written.folder)
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_saved_encounter_is_known_without_what_led_to_it(written: Journal) -> None:
    for _ in range(9):
        do(written, hurt("ulf", -1))
    written.close()
    reader = JournalReader(written.folder)
    assert reader.known(reader.position)[0] == reader.position == 10 and reader.in_database[0] == reader.lines
    reader.file.close()
