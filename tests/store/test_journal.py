"""The journal: it keeps what a step log in memory keeps, over any number of openings."""

import errno
import json
import os
from contextlib import closing
from pathlib import Path
from typing import cast
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.engine import mistake
from referee.engine.events.event import Event, Joined, Remarked, TraitSet
from referee.engine.mistake import RulesBug
from referee.engine.record.past_states import open_commands_at, settled_state_at
from referee.engine.record.recorded_steps import Step
from referee.engine.record.step_log import MemoryStepLog, StepLog
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.store.journal import CHECKPOINT_EVERY, FLUSH_EVERY, Journal
from referee.store.journal_line import SCHEMA, written
from referee.store.save_problems import CannotWrite, ReadOnly
from referee.store.saves import Saves
from referee.text.harmless import clean_name
from tests.store.acts import SYSTEM, act, closed, corrected, do, figure, hurt, joined, opened, play, replied, said


def same(journal: Journal, step_log: StepLog) -> None:
    """Both step logs hold the same, at every place."""
    assert (len(journal), journal.position) == (len(step_log), step_log.position)
    for n in range(len(step_log)):
        assert journal.step(n) == step_log.step(n)
    for n in range(len(step_log) + 1):
        assert journal.depth(n) == step_log.depth(n)
        assert open_commands_at(journal, n) == open_commands_at(step_log, n)
        assert settled_state_at(journal, n) == settled_state_at(step_log, n)


def next_step(step_log: StepLog, word: str, n: int) -> Step:
    """Something that a table could do where the step log stands."""
    if step_log.depth(step_log.position):
        return replied(n) if word == "open" else closed(hurt("ulf", -n), said(n * 7))
    if word == "open":
        return opened(step_log)
    if word == "correct" and step_log.position > 1:
        return corrected(1 + n % (step_log.position - 1), hurt("ulf", -n))
    return act(step_log, hurt("ulf", n - 10), said(n * 13 % 400))


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["act", "act", "act", "open", "correct", "move", "reopen", "kill", "settle", "background"]),
        st.integers(0, 30),
    ),
    max_size=60,
)


@pytest.mark.one_in(6)
@given(MOVES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_keeps_what_a_tape_in_memory_keeps(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[str, int]]
) -> None:
    saves = Saves(tmp_path_factory.mktemp("saves"))
    journal, step_log = saves.create("Ambush", SYSTEM), MemoryStepLog(Encounter(system=SYSTEM))
    play(step_log, act(step_log, *joined("ulf")))
    play(journal, act(journal, *joined("ulf")))
    for word, n in moves:
        if word == "move":
            for each in (journal, step_log):
                each.move(1 + n % len(step_log))
        elif word == "reopen":
            journal.close()
            journal = saves.open("ambush")
        elif word == "kill":
            journal.file.close()
            journal._lock.release()  # what the system does for the dead
            journal = saves.open("ambush")
        elif word == "settle":
            assert journal.settle()
        elif word == "background":
            journal.in_background = n % 2 == 0
        else:
            step = next_step(step_log, word, n)
            play(step_log, step)
            play(journal, step)
        assert settled_state_at(journal, journal.position) == settled_state_at(step_log, step_log.position)
    same(journal, step_log)
    journal.close()
    same(saves.open("ambush", read_only=True), step_log)
    assert saves.check("ambush") == []


def test_in_the_background_an_act_waits_for_the_one_before_and_trouble_for_both(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = saves.create("Ambush", SYSTEM)
    journal.in_background = True
    do(journal, *joined("ulf"))
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", _broken)
        do(journal, hurt("ulf", -3))
        assert journal.file.waits and not journal.trouble_so_far
        do(journal, hurt("ulf", -2))
        told = "The disk reports an error."
        assert journal.trouble_so_far == told and journal.trouble == told
        assert not journal.retry() and not journal.settle()
    assert journal.retry() and not journal.file.waits
    journal.close()
    again = saves.open("ambush", read_only=True)
    assert settled_state_at(again, again.position).figures["ulf"].tracks["hp"].now == 15


def _broken(descriptor: int) -> None:
    raise OSError(errno.EIO, "Input/output error")


def test_a_long_fight_is_folded_from_what_was_kept_along_the_way(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    for n in range(3 * CHECKPOINT_EVERY):
        do(journal, hurt("ulf", (-1) ** n))
    journal.close()
    (journal.folder / "encounter.json").unlink()
    journal = saves.open("ambush")
    assert [journal.known(n)[0] for n in (255, 256, 511, 700, 768)] == [0, 256, 256, 512, 768]
    journal.move(300)
    do(journal, hurt("ulf", -9))
    assert journal.known(300)[0] == 300
    assert journal.known(768)[0] == 301, "those behind the cut are void"
    assert saves.check("ambush") == [], "that encounter.json is a little behind is nothing"
    journal.close()
    assert saves.check("ambush") == []


def test_a_correction_is_not_folded_over_again(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf", -5))
    encounter = play(journal, corrected(1, hurt("ulf", -2)))
    assert encounter.figures["ulf"].tracks["hp"].now == 18
    do(journal, hurt("ulf", -1))
    journal.close()
    (journal.folder / "encounter.json").unlink()
    assert saves.open("ambush", read_only=True).known(3)[0] == 3


def test_encounter_json_does_not_stay_far_behind(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    for _ in range(FLUSH_EVERY):
        do(journal, hurt("ulf"))
    tables = json.loads((journal.folder / "encounter.json").read_text())
    assert tables["encounter"]["1"]["line"] >= FLUSH_EVERY
    assert set(tables) == {"encounter", "figures", "groups", "things", "conditions"}


def test_one_that_is_read_only_takes_nothing(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    journal.close()
    before = {file.name: file.read_bytes() for file in journal.folder.path.iterdir()}
    reader = saves.open("ambush", read_only=True)
    for deed in (lambda: do(reader, hurt("ulf")), lambda: reader.move(0), lambda: reader.rename("Other")):
        with pytest.raises(ReadOnly):
            deed()
    assert not reader.settle()
    reader.close()
    assert {file.name: file.read_bytes() for file in journal.folder.path.iterdir()} == before
    with pytest.raises(ReadOnly):
        do(journal, hurt("ulf"))


def test_what_no_file_can_hold_is_refused_and_changes_nothing(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    bad = replace(figure("ulf"), name="\ud800")
    with pytest.raises(CannotWrite):
        journal.append(act(journal, Joined(bearer=bad)))
    assert (len(journal), journal.position, journal.trouble) == (0, 0, "")
    do(journal, *joined("ulf"))
    journal.close()
    assert saves.check("ambush") == []


@pytest.mark.parametrize(
    "event",
    [
        Remarked(text=cast(str, 5)),
        TraitSet(tag="ulf", trait="ws", value=cast(int, 2.5)),
        TraitSet(tag="Not A Tag", trait="ws", value=2),
        TraitSet(tag="ulf", trait="ws", value=cast(int, {1, 2})),
        Joined(bearer=replace(figure("bat"), tracks={"wounds": cast(Track, object())})),
        TraitSet(tag="ulf", trait="ws", value=cast(tuple[str, ...], ["bow"])),
        TraitSet(tag="ulf", trait="ws", value=cast(tuple[str, ...], {"bow"})),
        TraitSet(tag="ulf", trait="ws", value=10**5000),
    ],
)
def test_what_could_not_be_read_again_is_not_taken(saves: Saves, event: Event) -> None:
    """Rules may make values of other types than they declare; they are checked before they are acknowledged."""
    journal = saves.create("duel", SYSTEM)
    journal.append(act(journal, Joined(bearer=figure("ulf"))))
    before = journal.position, journal.file.read(0, journal.file.end)
    with pytest.raises(RulesBug, match="read again"):
        journal.append(act(journal, event))
    assert (journal.position, journal.file.read(0, journal.file.end)) == before
    journal.append(act(journal, Joined(bearer=figure("rat"))))
    journal.close()
    assert {*settled_state_at(saves.open("duel"), 2).figures} == {"ulf", "rat"}


def test_an_encounter_along_the_way_that_could_not_be_read_again_is_left_out(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Exception] = []
    monkeypatch.setattr(mistake, "reporters", [told.append])
    journal = saves.create("duel", SYSTEM)
    do(journal, *joined("ulf"))
    journal.append(corrected(0, *joined("rat")))
    journal.learn(2, Encounter(system=SYSTEM, round=cast(int, "one")))
    do(journal, *joined("bat"))
    assert len(told) == 1 and isinstance(told[0], RulesBug) and journal.trouble == ""
    journal.close()
    with closing(saves.open("duel")) as journal:
        assert journal.notices == [] and {*settled_state_at(journal, 3).figures} == {"rat", "bat"}


_BODIES = [
    (SCHEMA, b'{"moves":[],"depth":0}'),
    (SCHEMA, b'{"moves":[{"m":"open","command":{"verb":"\xff"},"seat":1},{"m":"close","events":[]}],"depth":0}'),
    (SCHEMA, b'{"moves":[{"m":"open","command":{"verb":"x"},"seat":9},{"m":"close","events":[]}],"depth":0}'),
    (SCHEMA, b'{"moves":[{"m":"amend","entry":{"command":{"verb":"x"},"seat":-1,"events":[]}}],"depth":0}'),
    (SCHEMA, b"[" * 5000),
    (4, b"true"),
    (4, b"[1]"),
    (4, b'{"moves":7,"depth":0}'),
    (4, b'{"moves":["x"],"depth":0}'),
    (4, b'{"moves":[{"m":"close","events":[1]}],"depth":0}'),
    (4, b'{"moves":[{"m":"open","command":"x","seat":1},{"m":"close","events":[]}],"depth":0}'),
]
"""Forms, and what no step of them can be."""


@pytest.mark.parametrize(("schema", "body"), _BODIES, ids=range(len(_BODIES)))
def test_a_line_that_no_step_can_have_is_damage_though_its_sum_is_right(saves: Saves, schema: int, body: bytes) -> None:
    journal = saves.create("duel", SYSTEM)
    for tag in ("ulf", "rat"):
        do(journal, *joined(tag))
    journal.close()
    path = journal.folder / "journal.jsonl"
    *kept, _ = path.read_bytes().splitlines(keepends=True)
    sealed = (
        written(len(kept) + 1, "step", body, 1)[1].split(b",", 1)[1].replace(b'"v":%d' % SCHEMA, b'"v":%d' % schema)
    )
    path.write_bytes(b"".join(kept) + b'{"crc":"%08x",' % crc32(sealed[:-1]) + sealed)
    (journal.folder / "encounter.json").unlink()
    with closing(saves.open("duel")) as journal:
        where = f"journal.jsonl is damaged at line {len(kept) + 1}. This is the encounter as it stood before"
        assert journal.notices == [f"{where}, to look at only; you can play on in a copy."] and journal.read_only
        assert {*settled_state_at(journal, journal.position).figures} == {"ulf"}


def test_it_knows_when_a_step_was_taken(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    journal.close()
    journal = saves.open("ambush")
    when = journal.when(0)
    assert when is not None and when.tzinfo is not None and when == saves.look("ambush").saved
    assert journal.when(1) is None


def test_a_place_that_is_not_there_is_refused(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    size = (journal.folder / "journal.jsonl").stat().st_size
    for place in (-1, 2):
        with pytest.raises(IndexError):
            journal.move(place)
    assert (journal.folder / "journal.jsonl").stat().st_size == size


@pytest.mark.parametrize("name", ["Ambush", "../x", "Überfall\u202e", "x" * 300, "a\x00b\x1b[31m"])
def test_names_are_kept_as_they_may_be_shown(saves: Saves, name: str) -> None:
    journal = saves.create(name, SYSTEM)
    journal.close()
    assert journal.name == saves.open(name, read_only=True).name == clean_name(name)
    assert (
        journal.folder.path.parent == saves.folder and Path(journal.folder.path.name).name == journal.folder.path.name
    )


def test_what_was_known_of_acts_cut_off_is_forgotten(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf", -9))
    journal.move(0)
    for step in (opened(journal), replied(), closed(*joined("rat"))):
        journal.append(step)
    assert list(settled_state_at(journal, 3).figures) == ["rat"]
    assert list(settled_state_at(journal, 0).figures) == []


def test_undo_and_redo_give_the_very_encounters_that_were(saves: Saves) -> None:
    """What a screen made of one holds then still, line by line."""
    journal = saves.create("Ambush", SYSTEM)
    were = [
        play(journal, act(journal, *events))
        for events in (joined("ulf"), *((hurt("ulf", (-1) ** n),) for n in range(1, 41)))
    ]
    for n in (*range(len(were), len(were) - 30, -1), *range(len(were) - 30, len(were) + 1)):
        journal.move(n)
        assert settled_state_at(journal, n) is were[n - 1]
    journal.move(len(were) - 9)
    do(journal, hurt("ulf", -5))
    assert settled_state_at(journal, len(were) - 8) != were[-9], "what was there is void"
    assert settled_state_at(journal, len(were) - 9) is were[-10]


def test_a_snapshot_of_acts_cut_off_since_is_not_believed(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf", -9))
    journal.settle()
    journal.move(1)
    for _ in range(3):
        do(journal, hurt("ulf", -1))
    journal.file.close()
    again = saves.open("ambush", read_only=True)
    assert settled_state_at(again, 2).figures["ulf"].tracks["hp"].now == 19
    assert settled_state_at(again, 4).figures["ulf"].tracks["hp"].now == 17


def test_a_snapshot_of_another_encounter_is_not_believed(saves: Saves) -> None:
    for name, tag in (("First", "ulf"), ("Second", "rat")):
        journal = saves.create(name, SYSTEM)
        do(journal, *joined(tag))
        journal.close()
    first, second = (saves.folder / slug / "encounter.json" for slug in ("first", "second"))
    first.write_bytes(second.read_bytes())
    assert saves.look("first").name == "First"
    assert saves.check("first") == ["encounter.json does not belong to journal.jsonl."]
    journal = saves.open("first")
    assert list(settled_state_at(journal, 1).figures) == ["ulf"]
    journal.close()
    assert saves.check("first") == []


@pytest.mark.parametrize("again", [-1, -2, 1], ids=["the last", "the one before", "the first act"])
def test_a_line_that_stood_there_before_is_no_next_line(saves: Saves, again: int) -> None:
    """A sound line with a number that was there already is damage: what it says was said before."""
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf", -2))
    do(journal, hurt("ulf", -3))
    reader = saves.open("ambush", read_only=True)
    journal.close()
    path = journal.folder / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[again]]))
    (journal.folder / "encounter.json").unlink()
    looked = saves.open("ambush")
    assert looked.read_only and any("damaged" in notice for notice in looked.notices)
    assert len(looked) == 3 and settled_state_at(looked, 3).figures["ulf"].tracks["hp"].now == 15
    _ = reader.follow()
    assert len(reader) == 3 and settled_state_at(reader, reader.position).figures["ulf"].tracks["hp"].now == 15


def test_a_correction_that_was_undone_and_replaced_is_none_any_more(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf", -1))
    play(journal, corrected(1, hurt("ulf", -9)))
    assert list(journal.corrections()) == [2]
    journal.move(2)
    do(journal, hurt("ulf", -2))
    do(journal, hurt("ulf", -3))
    assert list(journal.corrections()) == []
    assert settled_state_at(journal, journal.position).figures["ulf"].tracks["hp"].now == 14
    journal.close()


def test_an_encounter_that_is_settled_without_a_question_asks_nothing(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    assert journal.settle() and saves.look("ambush").asks == ""
    journal.close()


def test_a_disk_that_does_not_take_encounter_json_is_not_asked_at_every_act(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def refused(*_: object) -> None:
        tried.append(len(journal))
        raise OSError(28, "No space left on device")

    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    monkeypatch.setattr("referee.store.tinydb_storage.CheckedStorage.flush", refused)
    for n in range(2 * FLUSH_EVERY + 9):
        do(journal, hurt("ulf", (-1) ** n))
    assert len(tried) == 2 and journal.trouble == ""
    journal.close()


def test_another_name_is_on_the_disk_as_soon_as_it_is_given(saves: Saves) -> None:
    with closing(saves.create("Ambush", SYSTEM)) as journal:
        do(journal, *joined("ulf"))
        journal.rename("Trap")
        journal.finish()
        with closing(saves.open("ambush", read_only=True)) as reader:
            assert reader.name == "Trap"
