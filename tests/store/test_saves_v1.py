"""Saves that version 1 wrote: each opens, stands as it stood then, and goes back to its start and forth to its end."""

import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from referee.cli.encounters import show_encounter
from referee.cli.printer import Printer
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.following import whole_log
from referee.dialogue.shown_data import exported_fields
from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.missing_acts import with_acts
from referee.engine.record.recorded_steps import Act
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import as_data
from referee.engine.verbs.offered_verbs import verb_of
from referee.rules import registry
from referee.store.database import ENCOUNTER_FILE
from referee.store.journal import Journal
from referee.store.saves import Saves

KEPT = Path(__file__).parent / "saves_v1"
EXPECTED = KEPT / "expected"
FOLDERS = sorted(path.name for path in KEPT.iterdir() if path.is_dir() and path != EXPECTED)
every_save = pytest.mark.parametrize("folder", FOLDERS)

ASKED = {
    "bk-board": ("Roll", "attack tia>r1", "tia", ["1d6"]),
    "bk-mid": ("Roll", "roll", "referee", ["2d6"]),
    "dj-board": ("Roll", "attack oriel>d1", "oriel", ["1 white", "1 yellow", "3 black"]),
    "dj-mid": ("Choose", "spend 0", "harl", ["fatigue", "go on"]),
    "dj-whole": ("Pick", "whose 2 0", "heroes", ["harl", "wren"]),
    "gh-decks": ("Confirm", "bless oda top 2", "oda", []),
    "gh-mid": ("Text", "param kind", "referee", []),
    "os-mid": ("Roll", "damage tolin>g2", "tolin", ["1d8"]),
    "sc-mid": (
        "Pick",
        "param who",
        "referee",
        ["ysolde", "osk", "g1", "g2", "g3", "p1", "morgat", "b1", "s1", "s2", "s3", "w1", "br1"],
    ),
}
"""Where `expected/*.question.txt` has a question: its sort, its key, who answers, and what the answer can be."""


@pytest.fixture
def saves(folder: str, tmp_path: Path) -> Saves:
    """A copy of that save, in a folder of its own."""
    copytree(KEPT / folder, tmp_path / folder)
    return Saves(tmp_path)


@contextmanager
def played(saves: Saves, folder: str) -> Iterator[tuple[Journal, Session]]:
    """The save, opened for play without a word of complaint."""
    with closing(saves.open(folder)) as journal:
        session = Session(registry.load(journal.system), journal)
        assert (journal.notices, journal.read_only, session.notice) == ([], False, "")
        yield journal, session


def expected(folder: str) -> dict[str, Any]:
    """What `show --json` printed then."""
    found: dict[str, Any] = json.loads((EXPECTED / f"{folder}.json").read_text(encoding="utf-8"))
    return found


OPEN_ENDED = {"figures", "groups", "things", "tracks", "traits", "piles"}
"""Fields whose keys the table chose: one more of these is a change. Elsewhere a later version may add fields."""


def common(then: Any, now: Any, field: str = "") -> Any:
    """What is there now, without the fields that were not there then."""
    if isinstance(then, dict) and isinstance(now, dict):
        kept = now.keys() if field in OPEN_ENDED else now.keys() & then.keys()
        return {key: common(then.get(key), now[key], key) for key in kept}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [*map(common, then, now)]
    return now


def asks(question: AnyQuestion) -> tuple[str, str, str, list[str]]:
    """What a question asks for, without its words."""
    can_be: list[str] = []
    match question:
        case Roll():
            can_be = [
                f"{pool.count} {pool.name}" if pool.die else f"{pool.count}d{pool.sides}" for pool in question.pools
            ]
        case Choose():
            can_be = [option for option in question.options if option not in question.barred]
        case Pick():
            can_be = [*question.among]
    return type(question).__name__, question.key, question.by, can_be


def test_all_of_them_are_here() -> None:
    assert len(FOLDERS) == 25
    assert {path.name.split(".")[0] for path in EXPECTED.iterdir()} == {*FOLDERS}


@every_save
def test_it_stands_as_it_stood(folder: str, saves: Saves) -> None:
    then = expected(folder)
    with closing(saves.open(folder, read_only=True)) as journal:
        assert journal.notices == []
        now = json.loads(json.dumps(exported_fields(journal)))
    assert common(then, now) == then
    with played(saves, folder) as (journal, session):
        assert (journal.name, journal.position) == (then["name"], then["position"])
        assert common(then["encounter"], as_data(session.encounter)) == then["encounter"]
        assert [entry.command.verb for entry in session.open_commands] == [one.split()[0] for one in then["open"]]
    assert saves.check(folder) == []


@every_save
def test_it_asks_what_it_asked(folder: str, saves: Saves) -> None:
    asked = (EXPECTED / f"{folder}.question.txt").read_text(encoding="utf-8")
    left_with = json.loads((KEPT / folder / ENCOUNTER_FILE).read_text(encoding="utf-8"))["encounter"]
    key = next(iter(left_with.values()))["asks"]
    with played(saves, folder) as (_, session):
        assert [asks(question) for question in session.questions] == ([ASKED[folder]] if folder in ASKED else [])
        assert key in ("", *(question.key for question in session.questions))
        assert len([line for line in Dialogue(session).asked() if line.startswith("?")]) == (asked.strip() != "none")
    assert (folder in ASKED) == (asked.strip() != "none")


@every_save
def test_it_is_shown_listed_and_told(folder: str, saves: Saves, capsys: pytest.CaptureFixture[str]) -> None:
    then = expected(folder)
    listed = saves.all()[0]
    assert (listed.trouble, listed.name, listed.actions) == ("", then["name"], then["position"])
    with closing(saves.open(folder, read_only=True)) as journal:
        show_encounter(journal, Printer())
        shown = capsys.readouterr().out
        assert all(f" {tag}" in f" {shown}".replace("\n", " ") for tag in _here(then["encounter"]))
        told = [line.place for line in whole_log(journal) if line.head]
    log = (EXPECTED / f"{folder}.log.txt").read_text(encoding="utf-8").splitlines()
    places = [int(head[0]) for line in log if (head := re.match(r" *\d+(?=  )", line))]
    assert told[: len(places)] == places
    assert len(told) == len(places) + len(then["open"])


def _here(encounter: dict[str, Any]) -> list[str]:
    return [tag for tag, figure in encounter["figures"].items() if figure["standing"] != "away"]


@pytest.mark.one_in(6)
@every_save
def test_its_commands_were_done_by_whoever_had_the_turn(folder: str, saves: Saves) -> None:
    """Version 1 did not say so: it is worked out from what it recorded before each command."""
    with played(saves, folder) as (journal, session):
        for act in applied_commands(journal, journal.position):
            verb = verb_of(session.rules, act.entry.command.verb)
            (entry,) = with_acts(session.rules, act.before, (act.entry,))
            assert act.entry.act == Act()
            if verb.overrules:
                assert entry.act.who == ()
            elif not verb.interjects and verb.actor == "who" and "who" not in {param.name for param in verb.params}:
                assert entry.act.who == (() if act.before.turn is None else (act.before.turn,))


@every_save
@pytest.mark.one_in(6)
def test_it_goes_back_to_its_start_and_forth_to_its_end(folder: str, saves: Saves) -> None:
    with played(saves, folder) as (journal, session):
        place = journal.position
        stood = {place: session.encounter}
        before = session.encounter, [asks(question) for question in session.questions], session.entries()
        while journal.position:
            session.undo()
            assert session.notice == ""
            stood[journal.position] = session.encounter
        assert session.encounter == Encounter(system=journal.system)
        while journal.position < len(journal):
            session.redo()
            assert session.notice == ""
            assert stood.get(journal.position, session.encounter) == session.encounter
        session.rewind(0)
        assert session.encounter == Encounter(system=journal.system)
        session.rewind(place)
        assert (session.encounter, [asks(question) for question in session.questions], session.entries()) == before
    assert saves.check(folder) == []
    with played(saves, folder) as (_, session):
        assert session.encounter == before[0]
