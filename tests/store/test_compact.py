"""Compacting: the latest acts stay, the rest is folded, and the old journal is in the trash."""

import pytest
from msgspec.structs import replace

from referee.engine.events.event import ConditionAdded, ConditionEnded
from referee.engine.problem import Refused
from referee.engine.record.history import open_commands_at, settled_state_at
from referee.engine.state.bearer import Condition, Until
from referee.store import journal as journal_module
from referee.store.file import CannotWrite, Locked
from referee.store.journal import Journal
from referee.store.maintenance import compacted
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, closed, corrected, do, hurt, joined, opened, play, replied, said


def fought(saves: Saves, acts: int = 40) -> Journal:
    journal = saves.create("Long", SYSTEM)
    do(journal, *joined("ulf", "rat"))
    for n in range(1, acts):
        do(journal, hurt("ulf", (-1) ** n), said(50))
    return journal


def poison(step: int) -> Condition:
    return Condition(id=f"{step}:rat:poisoned", kind="poisoned", until=Until(edge="end", of="rat", left=2))


def states(journal: Journal, start: int) -> list[object]:
    """The hit points and conditions at each place from there on, conditions without their ids."""
    found: list[object] = []
    for n in range(start, len(journal) + 1):
        figures = settled_state_at(journal, n).figures.values()
        found.append([(f.tracks, [replace(c, id="") for c in f.conditions]) for f in figures])
    return found


def test_the_latest_acts_can_be_taken_back_as_before(saves: Saves) -> None:
    journal = fought(saves)
    do(journal, ConditionAdded(tag="rat", condition=poison(40)))
    for _ in range(9):
        do(journal, hurt("rat"))
    do(journal, ConditionEnded(tag="rat", id="40:rat:poisoned"))
    play(journal, opened(journal), replied())
    journal.move(49)
    before, when = states(journal, 42), journal.when(45)
    journal.close()
    kept, length = compacted(saves, "long", 7)
    again = saves.open("long")
    assert (kept, again.position, len(again)) == (7, 7, 11)
    assert length == (again.folder / "journal.jsonl").stat().st_size or again.notices == []
    assert states(again, 0) == before and again.when(3) == when
    assert again.depth(11) == 1 and open_commands_at(again, 11)[0].seat == 9
    again.move(11)
    again.append(closed(hurt("ulf", -2)))
    do(again, ConditionAdded(tag="rat", condition=poison(40 - 42)))
    again.close()
    assert saves.check("long") == []
    assert [save.slug for save in saves.trash()] == ["long"]
    assert saves.trash()[0].actions == 49


def test_an_open_command_is_not_cut_in_two(saves: Saves) -> None:
    journal = fought(saves, 20)
    play(journal, opened(journal), replied(), replied(), replied())
    before = open_commands_at(journal, 24)[0].items
    journal.close()
    assert compacted(saves, "long", 2)[0] == 4
    again = saves.open("long")
    assert open_commands_at(again, 4)[0].items == before
    again.close()


def test_a_correction_of_what_is_folded_is_folded_too(saves: Saves) -> None:
    journal = fought(saves, 30)
    play(journal, corrected(5, hurt("ulf", -9)))
    do(journal, hurt("ulf", -1))
    hp = settled_state_at(journal, 32).figures["ulf"].tracks["hp"].now
    journal.close()
    assert compacted(saves, "long", 10)[0] == 1
    again = saves.open("long", read_only=True)
    assert settled_state_at(again, 1).figures["ulf"].tracks["hp"].now == hp


def test_what_cannot_be_compacted_stays_as_it_is(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = fought(saves)
    path = journal.folder / "journal.jsonl"
    raw = path.read_bytes()
    with pytest.raises(Locked):
        compacted(saves, "long", 5)
    journal.close()
    with pytest.raises(Refused, match="at most 50 commands"):
        compacted(saves, "long", 50)

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("referee.store.file.write_at", full)
        with pytest.raises(CannotWrite, match="disk is full"):
            compacted(saves, "long", 5)
    assert path.read_bytes() == raw and saves.trash() == [] and [save.slug for save in saves.all()] == ["long"]
    path.write_bytes(raw[:200] + b"x" + raw[201:])
    with pytest.raises(Refused, match="referee repair"):
        compacted(saves, "long", 5)


def test_a_journal_that_nears_what_can_be_read_says_so_and_takes_nothing_beyond(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = fought(saves, 100)
    journal.close()
    size = (journal.folder / "journal.jsonl").stat().st_size
    monkeypatch.setattr(journal_module, "MOST_BYTES", size + 1000)
    monkeypatch.setattr(journal_module, "LONG", size - 1)
    journal = saves.open("long")
    assert "referee compact long" in journal.notices[0]
    with pytest.raises(
        CannotWrite,
        match=r"^The journal of Long is full: .*referee compact long$",
    ):
        for _ in range(100):
            do(journal, hurt("ulf", -1), said(300))
    assert journal.trouble == ""
    before = len(journal)
    journal.close()
    assert (journal.folder / "journal.jsonl").stat().st_size <= size + 1000
    compacted(saves, "long", 5)
    again = saves.open("long")
    assert again.notices == [] and before > 100 and len(again) == 5
    do(again, hurt("ulf", -1), said(300))
