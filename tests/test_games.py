"""Systems: found by name, file, folder or entry point; an encounter goes on by the file it was begun with."""

import re
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
from platformdirs import user_config_path

from referee import games as systems
from referee.dialogue.run_lines import run_line
from referee.dialogue.topics import FOLDER
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem, Refused
from referee.engine.record.session import Session
from referee.rules import registry
from referee.rules.registry import SHIPPED, shipped
from referee.store.save_problems import Damaged
from referee.store.saves import Saves

PLUGIN = Path(__file__).parent / "plugin" / "tiny_game.py"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of systems, empty at first."""
    made = tmp_path / "systems"
    made.mkdir()
    monkeypatch.setenv("REFEREE_SYSTEMS", str(made))
    return made


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    """No encounter yet."""
    return Saves(tmp_path / "saves")


def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str = "rules", name: str = "tiny_game") -> None:
    """A package with a system of its own, as an installer leaves it."""
    site = tmp_path / "site"
    info = site / "tiny_game-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "tiny_game.py").write_bytes(PLUGIN.read_bytes())
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[referee.systems]\n{name} = tiny_game:{function}\n")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setattr(registry, "plugins", cache(registry.plugins.__wrapped__))


def own(folder: Path, text: str = "", name: str = "mine") -> Path:
    """A file of one's own, made of `plain`."""
    path = folder / f"{name}.toml"
    path.write_bytes(shipped("plain").replace(b'name = "plain"', f'name = "{name}"'.encode()) + text.encode())
    return path


def test_titles_of_shipped_systems_are_those_in_their_files() -> None:
    assert {name: systems.load(name).title for name in SHIPPED} == SHIPPED


@pytest.mark.parametrize("name", [*registry.SYSTEMS, *SHIPPED])
def test_a_system_that_comes_with_the_program_is_found_by_name(name: str) -> None:
    found = systems.find(name)
    assert found.rules.name == name and found.origin == ""
    assert (found.file is not None) == (name in SHIPPED)


def test_a_file_is_found_by_its_path_and_by_its_name_in_the_folder(folder: Path, tmp_path: Path) -> None:
    path = own(folder)
    assert systems.find(str(path)).rules.name == systems.find("mine").rules.name == "mine"
    assert systems.find("mine").origin == str(path.resolve())
    assert ("mine", str(path)) == next((title, word) for word, title in systems.offered() if title == "mine")


def test_what_is_not_there_is_refused_with_what_there_is(folder: Path) -> None:
    own(folder)
    with pytest.raises(Refused, match=r"There is no system \"hers\". Systems: black_keep, .*plain, fifth, mine"):
        systems.find("hers")
    with pytest.raises(Damaged, match="There is no file"):
        systems.find("./hers.toml")


def test_a_broken_file_is_listed_with_what_is_wrong_and_cannot_be_begun(folder: Path, saves: Saves) -> None:
    own(folder, '\n[trait.init2]\ntype = "number"\nleest = 3\n')
    (listed,) = (each for each in systems.listed() if each.name == "mine")
    assert "leest" in listed.trouble and "line" in listed.trouble
    with pytest.raises(Problem, match="leest"):
        systems.begin(saves, "Ambush", "mine")
    assert saves.all() == []


def test_no_file_takes_the_name_of_a_coded_system(folder: Path) -> None:
    path = own(folder, name="descent")
    with pytest.raises(Refused, match="has the name of a built-in system"):
        systems.find(str(path))


def test_an_encounter_keeps_a_copy_and_says_what_has_changed_since(folder: Path, saves: Saves) -> None:
    path = own(folder)
    journal, _ = systems.begin(saves, "Ambush", str(path))
    journal.close()
    begun = path.read_bytes()
    assert (journal.folder / "system.toml").read_bytes() == begun
    path.write_bytes(begun.replace(b'first = "high"', b'first = "low"').replace(b"least = -999", b"least = -9"))
    journal = saves.open("Ambush")
    rules = systems.rules_for(journal)
    (notice,) = journal.notices
    assert "mine.toml has changed since this encounter began: order.first, trait.init.least." in notice
    assert rules.trait("init").minimum == -999  # type: ignore[union-attr]
    journal.close()


def test_without_its_file_it_goes_on_by_the_copy_and_without_the_copy_by_the_same_file(
    folder: Path, saves: Saves
) -> None:
    path = own(folder)
    journal, _ = systems.begin(saves, "Ambush", "mine")
    copy = journal.folder / "system.toml"
    copy.unlink()
    assert systems.rules_for(journal).name == "mine"
    copy.write_bytes(b"format = 1\n")
    assert systems.rules_for(journal).name == "mine"
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(Damaged, match=r"system.toml of ambush is not the one"):
        systems.rules_for(journal)
    journal.close()


def test_copies_renamed_and_repaired_encounters_keep_it_too(folder: Path, saves: Saves) -> None:
    own(folder)
    systems.begin(saves, "Ambush", "mine")[0].close()
    saves.copy("Ambush", "Second")
    saves.rename("Second", "Third")
    journal = saves.open("Third")
    assert systems.rules_for(journal).name == "mine" and journal.title.digest
    journal.close()


def test_a_coded_system_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saves: Saves) -> None:
    install(tmp_path, monkeypatch)
    assert any(each.name == "tiny_game" and each.where == "plug-in" for each in systems.listed())
    journal, rules = systems.begin(saves, "Ambush", "tiny_game")
    assert rules.title == "Tiny Game" and not (journal.folder / "system.toml").exists()
    assert systems.rules_for(journal).name == "tiny_game"
    journal.close()


@pytest.mark.parametrize("path", ["referee.engine.bearer", "referee.engine.dice", "referee.engine.verb"])
def test_a_package_made_for_paths_of_before_is_told_the_path_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    install(tmp_path, monkeypatch)
    game = tmp_path / "site" / "tiny_game.py"
    game.write_text(f"from {path} import Tag\n" + game.read_text())
    monkeypatch.delitem(sys.modules, "tiny_game", raising=False)
    told = f"The package tiny-game was made for an earlier Referee: it asks for {path}, .* referee.game now."
    with pytest.raises(Refused, match=told):
        systems.find("tiny_game")


def test_a_game_of_others_needs_one_import_path() -> None:
    paths = set(re.findall(r"^from (\S+) import", PLUGIN.read_text(), re.MULTILINE))
    assert paths == {"referee.game"}


@pytest.mark.parametrize(
    ("function", "name", "reason"),
    [
        ("gone", "tiny_game", "AttributeError"),
        ("WOUNDS", "tiny_game", "is not a System"),
        ("rules", "other", "its own name is"),
    ],
)
def test_one_that_cannot_be_loaded_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, name: str, reason: str
) -> None:
    install(tmp_path, monkeypatch, function, name)
    with pytest.raises(Refused, match=f"The system {name} cannot be loaded: .*{reason}"):
        systems.find(name)
    (listed,) = (each for each in systems.listed() if each.name == name)
    assert reason in listed.trouble


BAD = """
import sys
from msgspec.structs import replace

def leaves():
    sys.exit(3)

def fails():
    async def exit_(ledger, who, amount):
        await ledger.rules.advance(ledger)
        sys.exit(4)
    async def raise_(ledger, who, amount):
        raise KeyError("teeth")
    return replace(rules(), harm=exit_, heal=raise_)
"""


def test_one_that_ends_the_program_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "leaves")
    (tmp_path / "site" / "tiny_game.py").write_text(PLUGIN.read_text() + BAD)
    monkeypatch.delitem(sys.modules, "tiny_game", raising=False)
    found = {each.name: each.trouble for each in systems.listed()}
    assert "SystemExit: 3 (in the package tiny-game)" in found["tiny_game"] and found["olde_swords"] == ""


def test_an_act_that_fails_in_one_is_refused_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saves: Saves
) -> None:
    install(tmp_path, monkeypatch, "fails")
    (tmp_path / "site" / "tiny_game.py").write_text(PLUGIN.read_text() + BAD)
    monkeypatch.delitem(sys.modules, "tiny_game", raising=False)
    journal, rules = systems.begin(saves, "Ambush", "tiny_game")
    session = Session(rules, journal)
    for line in ("add cat Tom", "next"):
        run_line(session, line)
    before = session.encounter
    for line, what in (("damage tom 1", "SystemExit: 4"), ("heal tom 1", "KeyError: 'teeth'")):
        with pytest.raises(Refused, match=rf"^The plug-in tiny-game failed, and nothing was done: {what}\.$"):
            run_line(session, line)
        assert session.encounter == before and not session.questions
    run_line(session, "note on")
    journal.close()
    assert saves.check("ambush") == []


def test_the_file_in_the_help_can_be_played(saves: Saves, tmp_path: Path) -> None:
    text = (FOLDER / "systems.md").read_text(encoding="utf-8")
    path = tmp_path / "brawl.toml"
    path.write_text(text.partition("```toml brawl.toml\n")[2].partition("```")[0])
    journal, rules = systems.begin(saves, "Ambush", str(path))
    session = Session(rules, journal, app=AppDice(Random(1)))  # no tie, which would be asked about
    for line in ("add brawler Ann skill=2 side=red", "add brawler Bob side=blue", "next"):
        run_line(session, line)
    while session.questions:
        session.throw()
    assert session.encounter.round == 1 and session.encounter.turn
    journal.close()


def test_the_licence_of_fifth_stands_in_its_rules_and_in_the_readme() -> None:
    licence = systems.load("fifth").licence
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    assert "System Reference Document 5.1" in licence and "Creative Commons Attribution 4.0" in licence
    told = " ".join(readme.split())
    assert licence.partition(". The SRD")[0] in told and "System Reference Document 5.2" in told


def test_system_files_lie_beside_the_settings_unless_another_folder_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFEREE_SYSTEMS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert systems.own_folder() == user_config_path("referee") / "systems"
    monkeypatch.setenv("REFEREE_SYSTEMS", str(tmp_path / "mine"))
    assert systems.own_folder() == tmp_path / "mine"
