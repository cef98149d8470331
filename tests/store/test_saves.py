"""The saves: finding, copying, renaming, and removing without losing."""

import errno
import os
import re
import stat
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.engine.events.apply import fold
from referee.engine.events.event import PhaseBegan, TurnBegan
from referee.engine.record.past_states import settled_state_at
from referee.engine.state.encounter import Encounter
from referee.store.database import EncounterDatabase
from referee.store.encounter_outline import outline_of
from referee.store.file import Folder
from referee.store.save_problems import CannotWrite, Damaged, Locked, NameTaken, NoSuchSave
from referee.store.save_reader import names_by_id
from referee.store.saves import Saves, saves_folder
from tests.store.acts import SYSTEM, do, hurt, joined, opened, play


def begun(saves: Saves, name: str, *tags: str) -> None:
    """An encounter with figures, put away."""
    journal = saves.create(name, SYSTEM)
    do(journal, *joined(*(tags or ("ulf", "rat"))))
    journal.close()


def put_database(folder: Path, saves: Saves, encounter: Encounter) -> None:
    """Writes a database that says this of the encounter in the folder, with the checksum of its last line."""
    with closing(saves.open(folder.name, read_only=True)) as journal:
        database = EncounterDatabase(Folder(folder))
        database.follow(encounter)
        database.describe(outline_of(journal, journal.title, journal.last))
        database.flush()


def test_the_shelf_shows_how_each_stands(saves: Saves) -> None:
    assert saves.all() == []
    assert not saves.folder.exists(), "looking makes nothing"
    begun(saves, "Old one")
    journal = saves.create("Goblin ambush", SYSTEM)
    do(journal, *joined("ulf", "rat", "wolf"), PhaseBegan(phase="fight", round=3), TurnBegan(who="ulf"))
    play(journal, opened(journal))
    for settle in (False, True):
        if settle:
            journal.settle("hit ulf>rat")
        first, second = saves.all()
        assert (first.name, first.slug, first.system) == ("Goblin ambush", "goblin-ambush", SYSTEM)
        assert (first.round, first.turn, first.actions, first.figures) == (3, "Ulf", 2, 3)
        assert first.asks == ("hit ulf>rat" if settle else "damage")
        assert abs(first.saved - datetime.now(UTC)) < timedelta(minutes=1)
        assert (first.trouble, second.name) == ("", "Old one")
    journal.close()
    assert saves.look("gob").asks == "hit ulf>rat"


def test_looking_needs_neither_models_nor_a_screen(saves: Saves) -> None:
    begun(saves, "Ambush")
    code = (
        "import sys; from pathlib import Path; from referee.store.saves import Saves;"
        "assert Saves(Path(sys.argv[1])).look('ambush').figures == 2;"
        "print([m for m in ('pydantic', 'textual', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(saves.folder)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_encounter_is_found_by_name_folder_or_the_beginning_of_either(saves: Saves) -> None:
    begun(saves, "Goblin ambush")
    begun(saves, "Goblin cave")
    begun(saves, "Drachenhöhle")
    for word in ("Goblin ambush", "goblin-ambush", "GOBLIN AMBUSH", "goblin a", "goblin-am"):
        assert saves.look(word).name == "Goblin ambush"
    assert saves.look("drachenh").name == "Drachenhöhle"
    with pytest.raises(NoSuchSave, match="Several"):
        saves.open("gob")
    for word in ("wolf", "", "\x00", "/", "..", "../saves/goblin-ambush", ".trash"):
        with pytest.raises(NoSuchSave):
            saves.open(word)


@pytest.mark.parametrize("twin", ["goblin AMBUSH", "Goblin  ambush", "goblin-ambush", "Goblin ambush!"])
def test_a_name_that_is_taken_is_refused_and_nothing_changes(saves: Saves, twin: str) -> None:
    begun(saves, "Goblin ambush")
    begun(saves, "Other")
    before = (saves.folder / "goblin-ambush" / "journal.jsonl").read_bytes()
    for deed in (
        lambda: saves.create(twin, SYSTEM),
        lambda: saves.copy("other", twin),
        lambda: saves.rename("other", twin),
    ):
        with pytest.raises(NameTaken):
            deed()
    assert (saves.folder / "goblin-ambush" / "journal.jsonl").read_bytes() == before
    assert sorted(os.listdir(saves.folder)) == ["goblin-ambush", "other"]


@pytest.mark.parametrize("name", ["", " ", "\x00", "\u202e"])
def test_a_save_needs_a_name(saves: Saves, name: str) -> None:
    with pytest.raises(NameTaken, match="needs a name"):
        saves.create(name, SYSTEM)
    assert not saves.folder.exists()


def test_a_copy_has_the_whole_history_and_goes_its_own_way(saves: Saves) -> None:
    begun(saves, "First")
    journal = saves.open("first")
    do(journal, hurt("ulf", -4))
    saves.copy("first", "Second")  # while it is being played
    journal.close()
    copy = saves.open("second")
    assert (copy.name, len(copy), settled_state_at(copy, 2)) == ("Second", 2, settled_state_at(saves.open("first"), 2))
    copy.move(1)
    do(copy, hurt("ulf", -1))
    copy.close()
    assert saves.look("first").name == "First"
    assert saves.check("first") == saves.check("second") == []


def test_renaming_moves_the_folder_and_keeps_the_rest(saves: Saves) -> None:
    begun(saves, "First")
    saves.rename("first", "Second!")
    assert [(save.name, save.slug, save.actions) for save in saves.all()] == [("Second!", "second", 1)]
    saves.rename("second", "SECOND")
    assert saves.look("second").name == "SECOND"
    assert saves.check("second") == []


def test_what_is_removed_can_be_fetched_back(saves: Saves) -> None:
    begun(saves, "First", "ulf")
    saves.remove("first")
    assert saves.all() == []
    begun(saves, "First", "ulf", "rat")
    saves.remove("first")
    assert [(save.slug, save.figures) for save in saves.trash()] == [("first", 2), ("first", 1)]
    saves.restore("First")
    assert saves.look("first").figures == 2, "the one removed last"
    with pytest.raises(NameTaken):
        saves.restore("first")
    with pytest.raises(NoSuchSave):
        saves.restore("wolf")
    saves.rename("first", "Other")
    saves.restore("first")
    assert saves.look("first").figures == 1
    assert saves.trash() == []
    assert saves.check("first") == []


def test_what_is_being_played_is_neither_renamed_nor_removed(saves: Saves) -> None:
    begun(saves, "First")
    journal = saves.open("first")
    for deed in (lambda: saves.rename("first", "Other"), lambda: saves.remove("first"), lambda: saves.open("first")):
        with pytest.raises(Locked, match=rf"pid {os.getpid()}"):
            deed()
    assert saves.open("first", read_only=True).read_only
    journal.close()
    saves.remove("first")


def test_a_file_that_others_could_read_is_closed_to_them_by_the_next_act(saves: Saves) -> None:
    begun(saves, "First")
    path = saves.folder / "first" / "journal.jsonl"
    path.chmod(0o644)
    journal = saves.open("first")
    do(journal, hurt("ulf"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("umask", [0, 0o777])
def test_nobody_else_may_read_a_save_whatever_the_umask(saves: Saves, umask: int) -> None:
    old = os.umask(umask)
    try:
        begun(saves, "First")
        begun(saves, "Second")
        saves.copy("first", "Third")
        saves.remove("second")
    finally:
        os.umask(old)
    found = [saves.folder, *saves.folder.rglob("*")]
    assert len(found) >= 12
    for path in found:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path.name


def test_a_change_in_the_database_alone_is_found_and_not_believed(saves: Saves) -> None:
    begun(saves, "First")
    path = saves.folder / "first" / "encounter.json"
    path.write_text(path.read_text().replace('"now":20', '"now":19', 1))
    assert len(saves.check("first")) == 1
    journal = saves.open("first")
    assert settled_state_at(journal, 1).figures["ulf"].tracks["hp"].now == 20
    journal.close()
    assert saves.check("first") == []


def test_a_new_encounter_that_is_being_played_lacks_nothing(saves: Saves) -> None:
    journal = saves.create("First", SYSTEM)
    assert not (journal.folder / "encounter.json").exists() and saves.check("first") == []
    do(journal, *joined("ulf"))
    assert saves.check("first") == []
    journal.close()
    (journal.folder / "encounter.json").unlink()
    assert "encounter.json is missing" in saves.check("first")[0]


def test_a_database_that_only_seems_sound_is_found(saves: Saves) -> None:
    begun(saves, "First", "ulf", "rat")
    folder = saves.folder / "first"
    last = saves.open("first", read_only=True).last
    assert last is not None
    put_database(folder, saves, fold(Encounter(system=SYSTEM), joined("ulf")))
    assert saves.check("first") == ["encounter.json does not match the commands in journal.jsonl."]


def test_a_fight_is_over_whether_or_not_its_database_is_there(saves: Saves) -> None:
    journal = saves.create("First", SYSTEM)
    do(journal, *joined("ulf"), PhaseBegan(phase="", round=1))
    journal.close()
    assert not saves.read("first").over
    journal = saves.open("first")
    do(journal, PhaseBegan(phase="", round=0))
    journal.close()
    assert saves.read("first").over
    (saves.folder / "first" / "encounter.json").unlink()
    assert saves.read("first").over and saves.read("first").actions == 2


def test_what_an_earlier_version_kept_of_a_fight_that_is_over_is_sound(saves: Saves) -> None:
    journal = saves.create("First", SYSTEM)
    do(journal, *joined("ulf"), PhaseBegan(phase="", round=1), PhaseBegan(phase="", round=0))
    now, last = settled_state_at(journal, 1), journal.last
    assert now.phase == "over" and last is not None
    journal.close()
    put_database(journal.folder.path, saves, replace(now, phase=""))
    assert saves.check("first") == []
    put_database(journal.folder.path, saves, replace(now, phase="", round=2))
    assert len(saves.check("first")) == 1


def test_where_saves_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_SAVES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert saves_folder(None) == tmp_path / "data" / "referee" / "saves"
    (tmp_path / "saves").mkdir()
    assert saves_folder(None) == Path("saves")
    monkeypatch.setenv("REFEREE_SAVES", "/elsewhere")
    assert saves_folder(None) == Path("/elsewhere")
    assert saves_folder("here") == Path("here")


def test_other_things_in_the_folder_are_left_alone(saves: Saves) -> None:
    begun(saves, "First")
    (saves.folder / "notes").mkdir()
    (saves.folder / ".gitkeep").touch()
    (saves.folder / "link").symlink_to(saves.folder / "first")
    (saves.folder / "lost").symlink_to(saves.folder / "gone")
    found = {save.slug: save.trouble for save in saves.all()}
    why = "cannot be read: it is a link, and links are not followed."
    assert found == {"first": "", "link": f"link {why}", "lost": f"lost {why}"}
    for name in ("link", "lost", "notes"):
        if name == "notes":
            (saves.folder / name / "mine.txt").touch()
        with pytest.raises(NameTaken, match=f"There is already a folder called {name}"):
            saves.create(name, SYSTEM)
    with pytest.raises(Damaged, match="link cannot be read: it is a link"):
        saves.open("link")


def test_an_encounter_left_half_made_is_swept_out_in_time(saves: Saves) -> None:
    begun(saves, "First")
    for name, age in ((".new-old", 7200), (".new-young", 0)):
        folder = saves.folder / name
        folder.mkdir()
        (folder / "journal.jsonl").touch()
        os.utime(folder, (time.time() - age,) * 2)
    assert [save.slug for save in saves.all()] == ["first"]
    begun(saves, "Second")
    assert sorted(os.listdir(saves.folder)) == [".new-young", "first", "second"]


def test_a_trash_that_is_a_link_is_not_followed(saves: Saves, tmp_path: Path) -> None:
    saves.create("First", SYSTEM).close()
    (tmp_path / "elsewhere").mkdir()
    (saves.folder / ".trash").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotWrite, match="is a link"):
        saves.remove("first")
    assert not list((tmp_path / "elsewhere").iterdir()) and saves.look("first").trouble == ""
    (tmp_path / "elsewhere" / "other.1").mkdir()
    assert saves.trash() == []


def test_a_link_in_the_trash_is_not_put_back(saves: Saves, tmp_path: Path) -> None:
    saves.create("First", SYSTEM).close()
    saves.remove("first")
    saves.create("Second", SYSTEM).close()
    (saves.folder / ".trash" / "linked.9").symlink_to(saves.folder / "second")
    assert [save.slug for save in saves.trash()] == ["first"]
    with pytest.raises(NoSuchSave):
        saves.restore("linked")


def test_a_name_of_nothing_finds_no_encounter_though_there_is_only_one(saves: Saves) -> None:
    begun(saves, "Ambush")
    assert saves.find("amb") == "ambush"
    for name in ("", " ", "\0"):
        with pytest.raises(NoSuchSave, match="There is no encounter called that"):
            saves.find(name)


def test_an_encounter_is_found_by_how_its_name_begins_whatever_its_folder_is_called(saves: Saves) -> None:
    begun(saves, "戦い in the hall")
    begun(saves, "Hall")
    assert saves.find("戦い in") == next(save.slug for save in saves.all() if save.name != "Hall")


def test_what_was_removed_last_is_fetched_back_first_over_new_year(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock:
        now = staticmethod(lambda zone: datetime(*next(days), tzinfo=zone))

    days = iter([(2026, 12, 31, 23, 59, 59, 7), (2027, 1, 1, 0, 0, 0, 6)])
    monkeypatch.setattr("referee.store.save_folder.datetime", Clock)
    for tags in (("ulf",), ("ulf", "rat")):
        begun(saves, "First", *tags)
        saves.remove("first")
    assert [save.figures for save in saves.trash()] == [2, 1]


def test_several_that_begin_so_are_named_up_to_eight(saves: Saves) -> None:
    for number in range(1, 10):
        begun(saves, f"Orc {number}")
        if number == 2:
            with pytest.raises(NoSuchSave, match=r"^Several encounters begin with that: orc-1, orc-2\. Type more"):
                saves.find("or")
    with pytest.raises(NoSuchSave, match=r"^Several encounters begin with that: orc-1, .*, orc-8\. Type more"):
        saves.find("or")


def test_an_encounter_is_not_called_nothing(saves: Saves) -> None:
    with pytest.raises(NameTaken, match=r"^An encounter needs a name\.$"):
        saves.create(" \0", SYSTEM)


def test_only_a_whole_name_is_removed(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.create("Fight 10", SYSTEM).close()
    with pytest.raises(NoSuchSave, match="To remove fight-10, type its whole name"):
        saves.remove("fight-1")
    assert [save.slug for save in saves.all()] == ["fight-10"] and not saves.trash()
    saves.remove("fight 10")
    assert [save.slug for save in saves.trash()] == ["fight-10"]


def test_names_are_found_by_id_also_in_the_trash_but_not_in_hidden_folders(tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    for name in ("duel", "siege", "gone"):
        begun(saves, name)
    saves.remove("gone")
    (tmp_path / "saves/siege").rename(tmp_path / "saves/.siege")
    assert sorted(names_by_id(Folder(tmp_path / "saves")).values()) == ["duel", "gone"]


def test_a_folder_that_cannot_be_listed_is_told_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(folder: Folder) -> None:
        raise OSError(errno.EIO, "")

    saves = Saves(tmp_path)
    monkeypatch.setattr(Folder, "entries", fail)
    with pytest.raises(CannotWrite, match=rf"^The folder {re.escape(saves.shown)} cannot be read: [^~]+\.$"):
        saves.all()


def test_a_name_whose_folder_is_taken_gets_a_number(saves: Saves) -> None:
    saves.create("The Hall!", SYSTEM).close()
    assert saves.free_name("The Hall?") == "The Hall? 2"


def test_an_outline_tells_the_turn_as_it_stands_within_an_open_command(saves: Saves) -> None:
    begun(saves, "Ambush")
    with closing(saves.open("ambush", read_only=True)) as journal:
        later = replace(settled_state_at(journal, journal.position), round=7)
        assert outline_of(journal, journal.title, None, seen=later).round == 7
        assert outline_of(journal, journal.title, None).line == 0
