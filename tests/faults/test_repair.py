"""Repair: the best copy of a damaged encounter, what is not in it, and never a change to the damaged files."""

import os
import random
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from referee.engine.record.past_states import open_commands_at, settled_state_at
from referee.store.journal import CHECKPOINT_EVERY
from referee.store.journal_line import SCHEMA
from referee.store.repair import repair
from referee.store.save_problems import Damaged, TooNew
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined, opened, play, said


def fought(saves: Saves, acts: int) -> Path:
    """An encounter whose every act takes one hit point or gives one; its folder."""
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    for n in range(1, acts):
        do(journal, hurt("ulf", (-1) ** n), said(20))
    do(journal, hurt("ulf", -7))
    journal.close()
    return journal.folder.path


def spoil(path: Path, *lines: int) -> None:
    """One flipped bit in each of these lines, counted from 1."""
    found = path.read_bytes().splitlines(keepends=True)
    for number in lines:
        line = bytearray(found[number - 1])
        line[-12] ^= 1
        found[number - 1] = bytes(line)
    path.write_bytes(b"".join(found))


def image(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def hp(saves: Saves, name: str) -> int:
    journal = saves.open(name)
    assert not journal.read_only and journal.notices == []
    now = settled_state_at(journal, journal.position).figures["ulf"].tracks["hp"].now
    do(journal, hurt("ulf"))
    journal.close()
    assert saves.check(name) == []
    return now


def test_a_sound_encounter_loses_nothing(saves: Saves) -> None:
    folder = fought(saves, 20)
    assert repair(saves, "ambush") == ("Ambush repaired", [])
    assert repair(saves, "ambush") == ("Ambush repaired 2", [])
    assert hp(saves, "ambush-repaired") == hp(saves, "ambush-repaired-2")
    assert image(folder) == image(folder)


def test_the_encounter_as_it_last_stood_is_better_than_a_long_history_of_an_old_one(saves: Saves) -> None:
    folder = fought(saves, 20)
    spoil(folder / "journal.jsonl", 8)
    before = image(folder)
    new, lost = repair(saves, "ambush")
    assert lost == ["The copy begins with the encounter in encounter.json: nothing before that can be undone."]
    assert hp(saves, new) == 12 and image(folder) == before


def test_without_it_what_stands_before_the_damage_is_there_with_its_history(saves: Saves) -> None:
    folder = fought(saves, 20)
    (folder / "encounter.json").unlink()
    spoil(folder / "journal.jsonl", 8)
    new, lost = repair(saves, "ambush")
    assert lost == ["What was done after line 7 is lost, up to 15 commands."]
    assert saves.look(new).actions == 6 and hp(saves, new) == 19


def test_what_follows_an_encounter_kept_behind_the_damage_is_there_too(saves: Saves) -> None:
    folder = fought(saves, CHECKPOINT_EVERY + 40)
    (folder / "encounter.json").unlink()
    spoil(folder / "journal.jsonl", 8)
    new, lost = repair(saves, "ambush")
    assert len(lost) == 1 and "The copy begins with the encounter kept at line" in lost[0]
    assert saves.look(new).actions == 41 and hp(saves, new) == 12


def test_an_open_command_behind_a_kept_encounter_stays_open(saves: Saves) -> None:
    folder = fought(saves, CHECKPOINT_EVERY + 10)
    journal = saves.open("ambush")
    play(journal, opened(journal))
    journal.close()
    spoil(folder / "journal.jsonl", 8)
    new, _ = repair(saves, "ambush")
    again = saves.open(new)
    assert len(open_commands_at(again, again.position)) == 1
    again.close()


def test_a_lost_journal_and_a_lost_database(saves: Saves) -> None:
    folder = fought(saves, 20)
    (folder / "journal.jsonl").unlink()
    new, lost = repair(saves, "ambush")
    assert hp(saves, new) == 12 and "encounter.json" in lost[0]
    (folder / "encounter.json").write_bytes(b"")
    with pytest.raises(Damaged, match="Nothing in ambush can be read"):
        repair(saves, "ambush")


def test_what_a_newer_referee_wrote_is_left_alone(saves: Saves) -> None:
    path = fought(saves, 5) / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    newer = lines[-1].split(b",", 1)[1].rstrip(b"\n").replace(b'"v":%d' % SCHEMA, b'"v":%d' % (SCHEMA + 1))
    path.write_bytes(b"".join(lines[:-1]) + b'{"crc":"%08x",' % crc32(newer) + newer + b"\n")
    with pytest.raises(TooNew):
        repair(saves, "ambush")


@pytest.mark.parametrize("seed", range(int(os.environ.get("REFEREE_DAMAGES", "12"))))
def test_whatever_is_spoilt_the_copy_is_sound_and_the_files_are_as_they_were(
    saves: Saves, seed: int, record_property: Callable[[str, object], None]
) -> None:
    record_property("done", 1)
    chance = random.Random(seed)
    folder = fought(saves, 30)
    if chance.random() < 0.5:
        (folder / "encounter.json").unlink()
    path = folder / "journal.jsonl"
    raw = bytearray(path.read_bytes())
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(raw))
        raw[at : at + chance.randint(0, 300)] = chance.randbytes(chance.randint(0, 50))
    path.write_bytes(raw)
    before = image(folder)
    try:
        new, _ = repair(saves, "ambush")
    except Damaged:
        assert image(folder) == before
        return
    assert image(folder) == before
    copy = saves.open(new)
    assert not copy.read_only and copy.notices == []
    copy.close()
    assert saves.check(new) == []


def test_the_name_is_known_from_the_first_line_though_encounter_json_is_lost(saves: Saves) -> None:
    folder = fought(saves, 3)
    (folder / "encounter.json").unlink()
    folder.rename(folder.with_name("other"))
    assert repair(saves, "other")[0] == "Ambush repaired"
    saves.rename("other", "Trap")
    (folder.with_name("trap") / "encounter.json").unlink()
    folder.with_name("trap").rename(folder)
    assert repair(saves, "ambush")[0] == "Trap repaired"
