"""The library: what is put in comes back, from any program, and a damaged file is refused in one sentence."""

import errno
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pydantic import ValidationError
from tinydb import TinyDB

from referee.engine.problem import Problem
from referee.store.library import FORM, Duplicates, Library
from referee.store.library_record import KeptCondition, KeptFigure, KeptParty, KeptPlan, Member
from referee.store.library_tables import CONDITIONS, FIGURES, PARTIES, PLANS
from referee.store.save_problems import CannotWrite, Damaged, NameTaken, NoSuchSave, TooNew


def boss(name: str = "Goblin boss", words: str = 'foe "Goblin boss" hp=21', **more: object) -> KeptFigure:
    return KeptFigure.model_validate({"name": name, "system": "fifth", "words": words, **more})


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "saves")


def test_nothing_is_made_by_looking(library: Library) -> None:
    assert library.all(FIGURES) == () and not library.folder.exists()


def test_each_table_comes_back_as_it_was(library: Library) -> None:
    figure = boss(side="foes", note="Two lines\nof it", data={"attacks": [{"to_hit": 4}]}, source="srd.json")
    party = KeptParty(name="heroes", system="fifth", members=(Member(name="Ulf", words="hero Ulf hp=3/9"),))
    condition = KeptCondition(name="soaked", system="fifth", text="Lightning hurts twice", usual="3r")
    plan = KeptPlan(name="ambush", system="fifth", text="add goblin x3\n  < 5")
    library.add(FIGURES, [figure])
    library.add(PARTIES, [party])
    library.add(CONDITIONS, [condition])
    library.add(PLANS, [plan])
    again = Library(library.folder)
    assert again.all(FIGURES) == (figure,) and figure.kind == "foe"
    assert again.all(PARTIES, "fifth") == (party,) and again.all(PARTIES, "scorched") == ()
    assert again.all(CONDITIONS) == (condition,) and again.all(PLANS) == (plan,)
    with TinyDB((library.folder / "library.json"), access_mode="r") as database:
        assert [row["name"] for row in database.table("figures").all()] == ["Goblin boss"]


def test_another_program_s_change_is_seen_at_once(library: Library) -> None:
    other = Library(library.folder)
    assert other.all(FIGURES) == ()
    library.add(FIGURES, [boss()])
    assert [figure.name for figure in other.all(FIGURES)] == ["Goblin boss"]


def test_a_name_that_is_there_is_refused_or_follows_what_is_said(library: Library) -> None:
    library.add(FIGURES, [boss()])
    other = boss("GOBLIN BOSS", "foe hp=99")
    with pytest.raises(NameTaken, match=r"^GOBLIN BOSS is already in the library\.$"):
        library.add(FIGURES, [boss("Ogre"), other])
    with pytest.raises(NameTaken, match=r"^GOBLIN BOSS, Goblin boss are already in the library\.$"):
        library.add(FIGURES, [other, boss()])
    assert len(library.all(FIGURES)) == 1
    assert library.add(FIGURES, [other], Duplicates.SKIP).skipped == ["GOBLIN BOSS"]
    assert library.all(FIGURES) == (boss(),)
    assert library.add(FIGURES, [other], Duplicates.BOTH).renamed == {"GOBLIN BOSS": "GOBLIN BOSS 2"}
    assert library.add(FIGURES, [other], Duplicates.REPLACE).replaced == ["GOBLIN BOSS"]
    assert [figure.name for figure in library.all(FIGURES)] == ["GOBLIN BOSS", "GOBLIN BOSS 2"]
    library.add(FIGURES, [boss().model_copy(update={"system": "plain"})])
    assert len(library.all(FIGURES, "plain")) == 1


def test_many_of_one_name_each_get_a_number(library: Library) -> None:
    done = library.add(FIGURES, [boss() for _ in range(2000)], Duplicates.BOTH)
    assert len(done.added) == len(library.all(FIGURES)) == 2000


def test_one_is_found_by_the_beginning_of_its_name(library: Library) -> None:
    library.add(FIGURES, [boss(), boss("Goblin"), boss("Ogre")])
    assert library.find(FIGURES, "goblin").name == "Goblin"
    assert library.find(FIGURES, "og").name == "Ogre"
    with pytest.raises(NoSuchSave, match=r"^'gob' could be Goblin \(fifth\), Goblin boss \(fifth\)\.$"):
        library.find(FIGURES, "gob")
    with pytest.raises(NoSuchSave, match="no figure of plain called 'ogre'"):
        library.find(FIGURES, "ogre", "plain")


def test_one_is_replaced_and_removed_and_fetched_back(library: Library) -> None:
    library.add(FIGURES, [boss(), boss("Ogre")])
    library.change(FIGURES, boss(), lambda _: boss("Goblin king"))
    with pytest.raises(NoSuchSave, match=r"^There is no figure called 'Goblin boss' in the library any more\.$"):
        library.change(FIGURES, boss(), lambda _: boss("Other"))
    with pytest.raises(NameTaken):
        library.change(FIGURES, boss("Ogre"), lambda _: boss("goblin KING"))
    library.remove(FIGURES, [boss("Ogre")])
    with pytest.raises(NoSuchSave):
        library.remove(FIGURES, [boss("Ogre")])
    library.add(FIGURES, [boss("Ogre", "foe hp=1")])
    assert Library(library.folder).restore(FIGURES, "ogre") == "Ogre 2"
    with pytest.raises(NoSuchSave):
        library.restore(FIGURES, "ogre")
    assert [figure.name for figure in library.all(FIGURES)] == ["Goblin king", "Ogre", "Ogre 2"]


def test_what_is_harmful_is_taken_out_and_what_is_nothing_is_refused() -> None:
    assert boss("\x1b[31mRed\x07\u202e").name == "[31mRed"
    assert boss(note="a\x1b[2J\r\nb").note == "a[2J\nb"
    for wrong in ({"name": " \x1b"}, {"name": 3}, {"words": "x" * 9000}, {"strange": 1}):
        with pytest.raises(ValidationError):
            boss(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"\xff\xfe",
        b'{"figures": 3}',
        b'{"figures": {"1": 3}}',
        b'{"figures": {"1": {"name": "x"}}}',
        b'{"figures": {"1": {"name": "x"}, "2": {"name": "y", "system": "fifth", "words": "foe"}}}',
        b'{"figures": {"1": {"name": "x", "system": "fifth", "words": NaN}}}',
        b'{"a":' * 9000,
    ],
)
def test_a_damaged_file_is_refused_and_left_as_it_is(library: Library, content: bytes) -> None:
    library.folder.mkdir()
    (library.folder / "library.json").write_bytes(content)
    for act in (lambda: library.all(FIGURES), lambda: library.all(FIGURES), lambda: library.add(FIGURES, [boss()])):
        with pytest.raises(Damaged, match=r"^library.json .*damaged") as refusal:
            act()
        assert str(refusal.value).count("\n") == 0 and isinstance(refusal.value, Problem)
    assert (library.folder / "library.json").read_bytes() == content


def test_a_newer_form_a_link_and_a_folder_are_left_alone(library: Library, tmp_path: Path) -> None:
    library.folder.mkdir()
    (library.folder / "library.json").write_text(json.dumps({"about": {"1": {"form": FORM + 1}}}))
    with pytest.raises(TooNew):
        library.all(FIGURES)
    (library.folder / "library.json").unlink()
    (tmp_path / "other.json").write_text("{}")
    (library.folder / "library.json").symlink_to(tmp_path / "other.json")
    with pytest.raises(Damaged, match="it is a link"):
        library.all(FIGURES)
    (library.folder / "library.json").unlink()
    (library.folder / "library.json").mkdir()
    with pytest.raises(Damaged):
        library.add(FIGURES, [boss()])


def test_what_others_keep_in_the_file_stays(library: Library) -> None:
    library.folder.mkdir()
    (library.folder / "library.json").write_text(json.dumps({"maps": {"1": {"name": "cave"}}}))
    library.add(FIGURES, [boss()])
    assert json.loads((library.folder / "library.json").read_text())["maps"] == {"1": {"name": "cave"}}


def test_what_a_killed_program_left_is_swept(library: Library) -> None:
    library.folder.mkdir()
    (library.folder / ".new-library.json-00").write_text("{")
    library.add(FIGURES, [boss()])
    assert sorted(path.name for path in library.folder.iterdir()) == ["library.json", "library.lock"]


def test_a_disk_that_refuses_changes_nothing(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.add(FIGURES, [boss()])
    monkeypatch.setattr("referee.store.tinydb_storage.MOST_BYTES", 200)
    with pytest.raises(CannotWrite, match="cannot grow"):
        library.add(FIGURES, [boss("Ogre", note="long " * 50)])
    assert library.all(FIGURES) == (boss(),)


@pytest.mark.parametrize("call", ["replace", "fsync", "pwrite", "open"])
def test_a_system_call_that_fails_leaves_the_old_file(
    library: Library, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    library.add(FIGURES, [boss()])

    def fails(*args: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fails)
        with pytest.raises((CannotWrite, Damaged), match="the disk is full"):
            library.add(FIGURES, [boss("Ogre")])
    assert Library(library.folder).all(FIGURES) == (boss(),)
    assert sorted(path.name for path in library.folder.iterdir()) == ["library.json", "library.lock"]


def test_those_who_write_at_once_lose_nothing(library: Library) -> None:
    def put(n: int) -> None:
        Library(library.folder).add(FIGURES, [boss(f"Goblin {n}")])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, range(40)))
    assert len(library.all(FIGURES)) == 40


def test_a_number_said_as_init_in_the_first_form_has_a_sign_now(library: Library) -> None:
    figure = {"name": "Boss", "system": "fifth", "words": 'goblin "Boss" init=2 hp=9'}
    party = {"name": "us", "system": "fifth", "members": [{"name": "Ann", "words": 'fighter "Ann" init=-1 init="3"'}]}
    plan = {"name": "Ford", "system": "fifth", "text": "add foe Orc x2 init=4\nset orc-1 init 5\nnote init=6"}
    rows = {"figures": [figure], "parties": [party], "plans": [plan]}
    library.folder.mkdir()
    tables = {name: {"1": row[0]} for name, row in rows.items()}
    gone = {"1": {"table": "figures", "record": {**figure, "name": "Gone"}}}
    (library.folder / "library.json").write_text(json.dumps({"about": {"1": {"form": 1}}, **tables, "removed": gone}))
    assert library.all(FIGURES)[0].words == 'goblin "Boss" init=+2 hp=9'
    assert library.all(PARTIES)[0].members[0].words == 'fighter "Ann" init=-1 init="+3"'
    assert library.all(PLANS)[0].text == "add foe Orc x2 init=+4\nset orc-1 init +5\nnote init=6"
    library.restore(FIGURES)
    assert [each.words for each in library.all(FIGURES)] == ['goblin "Boss" init=+2 hp=9'] * 2
    assert json.loads((library.folder / "library.json").read_text())["about"]["1"]["form"] == FORM
    library.add(FIGURES, [KeptFigure(name="New", system="fifth", words="goblin init=7")])
    assert library.find(FIGURES, "New").words == "goblin init=7"


def test_what_is_not_in_the_library_is_named_with_its_game_if_one_was_said(library: Library) -> None:
    with pytest.raises(NoSuchSave, match=rf"^There is no {FIGURES.one} called 'orc' in the library of /.*\.$"):
        library.find(FIGURES, "orc")
    with pytest.raises(NoSuchSave, match=rf"^There is no {FIGURES.one} of fifth called 'orc' in the library of /.*\.$"):
        library.find(FIGURES, "orc", "fifth")


def test_prepared_lines_keep_the_blanks_that_they_begin_with_up_to_forty(library: Library) -> None:
    text = "\n".join((" " * 40 + "< 5", " " * 41 + "< 6", "add rat"))
    plan = KeptPlan(name="ambush", system="fifth", text=text)
    assert plan.text.splitlines() == [" " * 40 + "< 5", " " * 40 + "< 6", "add rat"]


def test_only_what_was_removed_of_that_game_and_name_is_fetched_back(library: Library) -> None:
    library.add(FIGURES, [boss("Ogre"), boss("Imp")])
    library.remove(FIGURES, [boss("Ogre")])
    for name, system in (("ogre", "plain"), ("imp", "fifth"), ("", "plain")):
        with pytest.raises(NoSuchSave, match=rf"^There is no removed {FIGURES.one}.* to bring back\.$"):
            library.restore(FIGURES, name, system)
    assert library.restore(FIGURES, "OGRE", "fifth") == "Ogre"


def test_a_figure_that_says_no_more_has_no_side_note_or_data() -> None:
    bare = boss()
    assert (bare.side, bare.note, bare.data) == ("", "", {})


def test_a_text_has_at_most_sixty_thousand_characters(library: Library) -> None:
    for make in (lambda text: boss(note=text).note, lambda text: KeptPlan(name="x", system="y", text=text).text):
        assert len(make("x" * 60_000)) == 60_000
        with pytest.raises(ValidationError):
            make("x" * 60_001)


def test_a_party_that_is_typed_anew_keeps_what_typed_words_do_not_say() -> None:
    member = Member(name="Ann", words="fighter Ann")
    old = KeptParty(name="heroes", system="fifth", members=(member,), saved_in=("one",), tags=("ours",))
    typed = KeptParty(name="heroes", system="fifth", members=(member, Member(name="Bob", words="cleric Bob")))
    new = typed.with_rest_of(old)
    assert (new.saved_in, new.tags, len(new.members)) == (("one",), ("ours",), 2)
    assert old.tagged("#Boss boss, crypt").tags == ("boss", "crypt")


def test_where_there_is_no_library_none_is_written_in_the_form_of_today(library: Library) -> None:
    library.keep_ids()
    assert not library.folder.exists()
