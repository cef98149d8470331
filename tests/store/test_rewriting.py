"""Rewriting: a copy without history stands as the encounter does, with nothing to take back."""

import pytest
from msgspec.structs import replace

from referee.engine.events.event import ConditionAdded
from referee.engine.record.past_states import open_commands_at, settled_state_at
from referee.engine.state.condition import Condition, Until
from referee.engine.state.encounter import Encounter
from referee.store import journal as journal_module
from referee.store.journal import Journal
from referee.store.save_problems import CannotWrite
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, closed, corrected, do, hurt, joined, opened, play, replied, said


def fought(saves: Saves, acts: int = 40) -> Journal:
    journal = saves.create("Long", SYSTEM)
    do(journal, *joined("ulf", "rat"))
    for n in range(1, acts):
        do(journal, hurt("ulf", (-1) ** n), said(50))
    return journal


def without_ids(encounter: Encounter) -> object:
    """Figures with their conditions, whose ids name other steps in a copy."""
    return [
        (figure.tag, figure.tracks, [replace(each, id="") for each in figure.conditions])
        for figure in encounter.figures.values()
    ]


def test_a_copy_from_now_stands_as_the_first_one_and_goes_its_own_way(saves: Saves) -> None:
    journal = fought(saves)
    poison = Condition(id="40:rat:poisoned", kind="poisoned", until=Until(edge="end", of="rat", left=2))
    do(journal, ConditionAdded(tag="rat", condition=poison))
    do(journal, hurt("rat"))
    journal.move(41)
    now = without_ids(settled_state_at(journal, 41))
    journal.close()
    assert saves.copy("long", "Short", from_now=True) == []
    copy = saves.open("short")
    assert (copy.name, copy.position, len(copy)) == ("Short", 0, 0), "nothing to take back, and nothing to redo"
    assert without_ids(settled_state_at(copy, 0)) == now and copy.id != journal.id
    do(copy, hurt("rat"))
    copy.close()
    assert saves.check("short") == saves.check("long") == [] and saves.look("long").actions == 41


def test_an_open_command_comes_with_its_answers(saves: Saves) -> None:
    journal = fought(saves, 20)
    play(journal, opened(journal), replied(), replied(), replied())
    items = open_commands_at(journal, 24)[0].items
    journal.close()
    saves.copy("long", "short", from_now=True)
    copy = saves.open("short")
    assert (copy.position, open_commands_at(copy, 4)[0].items) == (4, items)
    copy.append(closed(hurt("ulf", -2)))
    copy.close()
    assert saves.check("short") == []


def test_a_correction_is_in_what_it_begins_with(saves: Saves) -> None:
    journal = fought(saves, 30)
    play(journal, corrected(5, hurt("ulf", -9)))
    do(journal, hurt("ulf", -1))
    hp = settled_state_at(journal, 32).figures["ulf"].tracks["hp"].now
    journal.close()
    saves.copy("long", "short", from_now=True)
    copy = saves.open("short", read_only=True)
    assert (len(copy), settled_state_at(copy, 0).figures["ulf"].tracks["hp"].now) == (0, hp)


def test_a_journal_that_nears_what_can_be_read_says_so_and_takes_nothing_beyond(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = fought(saves, 100)
    journal.close()
    size = (journal.folder / "journal.jsonl").stat().st_size
    monkeypatch.setattr(journal_module, "MOST_BYTES", size + 1000)
    monkeypatch.setattr(journal_module, "LONG", size - 1)
    journal = saves.open("long")
    assert "referee copy long NEW --from-now" in journal.notices[0]
    with pytest.raises(CannotWrite, match=r"^The journal of Long is full: .*: referee copy long NEW --from-now$"):
        for _ in range(100):
            do(journal, hurt("ulf", -1), said(300))
    assert journal.trouble == ""
    journal.close()
    assert (journal.folder / "journal.jsonl").stat().st_size <= size + 1000
    saves.copy("long", "short", from_now=True)
    again = saves.open("short")
    assert again.notices == [] and len(again) == 0
    do(again, hurt("ulf", -1), said(300))
