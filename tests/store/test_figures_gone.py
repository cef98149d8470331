"""Saves in which a correction of version 1 took a figure away, and left its places in order, groups and board.

Such a correction replaced one command and did not play again what came later.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from shutil import copytree
from zlib import crc32

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from referee.cli.encounters import show_encounter
from referee.cli.printer import Printer
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.following import whole_log
from referee.dialogue.shown_data import exported_fields
from referee.engine.dice.chance import AppDice
from referee.engine.events.event import ConditionAdded, Grouped, Joined, OrderSet, SlotMarked
from referee.engine.problem import Moot, Refused
from referee.engine.record.past_states import entries, settled_state_at
from referee.engine.record.recorded_steps import Entry
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE, Figure
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Slot
from referee.engine.verbs.verb import Command
from referee.rules import registry
from referee.store.file import Folder
from referee.store.journal import Journal
from referee.store.journal_line import JOURNAL
from referee.store.saves import Saves
from tests.rules.shelf import any_answer
from tests.store.acts import SYSTEM, corrected, do, hurt, joined

KEPT = Path(__file__).parent / "saves_v1"
ACTS = 12
"""Acts of the table that are done after the correction."""


def places_to_correct() -> Iterator[tuple[str, int]]:
    """Saves of version 1, and where in each a figure was added."""
    for folder in ("bk-whole", "dj-hand", "gh-hand", "graf-degard-s-keep-c24232b6", "os-hand", "sc-hand"):
        with closing(Saves(KEPT).open(folder, read_only=True)) as journal:
            for entry in entries(journal, journal.position):
                if any(isinstance(event, Joined) and isinstance(event.bearer, Figure) for event in entry.events or ()):
                    yield folder, entry.seat


def correct_as_version_1(folder: Path, entry: Entry) -> None:
    """Adds the line that version 1 wrote for a correction: one entry, and nothing about what came later."""
    with closing(Journal(Folder(folder.parent, (folder.name,)))) as journal:
        number, position = journal.last.number + 1 if journal.last else 1, journal.position
    body = '{"moves":[{"m":"amend","entry":' + encode(entry).decode() + '}],"depth":0}'
    front = f'"n":{number},"v":1,"at":"2026-11-21T20:50:00.000Z","kind":"step","pos":{position},"depth":0,"body":'
    sealed = f"{front}{body}}}".encode()
    with (folder / JOURNAL).open("ab") as file:
        file.write(b'{"crc":"%08x",' % crc32(sealed) + sealed + b"\n")


@contextmanager
def played(saves: Saves, name: str) -> Iterator[tuple[Journal, Session]]:
    with closing(saves.open(name)) as journal:
        assert (journal.notices, journal.read_only) == ([], False)
        yield journal, Session(registry.load(journal.system), journal)


def goes_on(session: Session, random: Random) -> None:
    """The next turns, with any answer that fits; an order may be refused, but nothing else may come of it."""
    dialogue = Dialogue(session)
    for _ in range(ACTS):
        if session.questions:
            question = random.choice(session.questions)
            session.answer(any_answer(question, session.encounter, AppDice(random), random), question.key)
        else:
            try:
                session.command(Command(verb="next"))
            except Refused:
                return
        dialogue.status()
        dialogue.asked()


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("folder", "seat"), [*places_to_correct()])
def test_a_save_opens_from_which_a_figure_was_corrected_away(folder: str, seat: int, tmp_path: Path) -> None:
    copytree(KEPT / folder, tmp_path / folder)
    saves = Saves(tmp_path)
    with closing(saves.open(folder, read_only=True)) as journal:
        was = next(entry for entry in entries(journal, journal.position) if entry.seat == seat)
    gone = [event.bearer.tag for event in was.events or () if isinstance(event, Joined)]
    of_the_table = tuple(event for event in was.events or () if getattr(event, "tag", "") == TABLE)
    correct_as_version_1(tmp_path / folder, replace(was, events=of_the_table))
    assert saves.all()[0].trouble == ""
    with closing(saves.open(folder, read_only=True)) as journal:
        assert journal.notices == []
        exported_fields(journal)
        show_encounter(journal, Printer())
        assert list(whole_log(journal))
    with played(saves, folder) as (journal, session):
        assert {slot.who for slot in session.encounter.order}.isdisjoint(gone)
        goes_on(session, Random(f"{folder} {seat}"))
        journal.settle(session.questions[0].key if session.questions else "")
    assert saves.check(folder) == []
    with played(saves, folder) as (journal, session):
        while journal.position:
            session.undo()
        while journal.position < len(journal):
            session.redo()
    assert saves.check(folder) == []


def fallen_out(journal: Journal) -> None:
    """Rat and bat stand in the order; then rat's coming is corrected away, and it waits its turn all the same."""
    do(journal, *joined("ulf", "bat"))
    do(journal, *joined("rat"))
    do(journal, OrderSet(slots=tuple(Slot(who=tag) for tag in ("ulf", "rat", "bat"))))
    do(journal, Grouped(group=TABLE, member="rat"))
    journal.append(corrected(1))


def test_what_version_1_did_to_the_missing_figure_is_passed_over(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    fallen_out(journal)
    do(journal, SlotMarked(who="rat", acted=False, held=True), hurt("ulf"))
    assert [slot.who for slot in settled_state_at(journal, journal.position).order] == ["ulf", "bat"]
    assert settled_state_at(journal, journal.position).figures["ulf"].tracks["hp"].now == 19
    journal.close()
    assert saves.check("ambush") == []


def test_a_database_of_version_1_that_names_the_missing_figure_is_taken(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    fallen_out(journal)
    sound = settled_state_at(journal, journal.position)
    slots = tuple(Slot(who=tag) for tag in ("ulf", "rat", "bat"))
    table = replace(sound.groups[TABLE], members=("rat",))
    left = replace(sound, order=slots, groups={**sound.groups, TABLE: table})
    journal.learn(journal.position, left)
    journal.close()
    assert b'"rat"' in (journal.folder / "encounter.json").read_bytes()
    assert saves.check("ambush") == []
    with closing(saves.open("ambush")) as again:
        assert again.notices == []
        assert settled_state_at(again, again.position) == sound


def test_without_a_correction_a_missing_figure_is_damage(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    poison = ConditionAdded(tag="rat", condition=Condition(id="1:rat:poisoned", kind="poisoned"))
    with pytest.raises(Moot):
        do(journal, poison)
    journal.close()
    assert saves.check("ambush") != []
