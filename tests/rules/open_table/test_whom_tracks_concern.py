"""`for` of tracks: what does not concern a figure is neither shown nor asked, and stays in what is saved."""

from pathlib import Path

import pytest

from referee.command_language.table_in_words import looked
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules.open_table.language.file_check import check
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build
from referee.rules.registry import shipped
from referee.ui.drawing.stat_block_entries import editable
from referee.words.public_view import public_view

BRAWL = (Path(__file__).parent / "brawl.toml").read_text(encoding="utf-8")
FEAR = """
[sides.heroes]
[sides.foes]
[kind.hero]
side = "heroes"
[kind.foe]
side = "foes"
[option.foes_fear]
choices = [false, true]
[track.fear]
for = ["{side} is heroes", "{option.foes_fear} is yes"]
start = 2
most = 2
[track.doom]
for = "{side} is heroes"
counts = "up"
start = 0
most = 3
[track.hope]
for = "{side} is heroes"
start = "1d4"
[track.omen]
for = "{side} is heroes"
"""


@pytest.fixture
def session() -> Session:
    """A hero and a foe; what the hero's hope begins with was asked."""
    system = build(read_system((BRAWL + FEAR).encode(), "brawl.toml"))
    session = Session(system, MemoryStepLog(bare(system)))
    for line in ("dice table", "add hero Ann", "< 3", "add foe Bob"):
        run_line(session, line)
    return session


def gauges(session: Session, tag: str) -> list[str]:
    """The tracks of a stat block."""
    encounter = session.encounter
    entries = editable(session.rules, encounter, encounter.figures[tag], lambda name: "")
    return [entry.name for entry in entries if entry.gauge]


def test_what_does_not_concern_a_figure_is_not_shown_for_it(session: Session) -> None:
    assert gauges(session, "ann") == ["hits", "fear", "doom", "hope"] and gauges(session, "bob") == ["hits"]
    assert "fear 2 of 2" in looked(session, "who ann") and not any(
        "fear" in line for line in looked(session, "who bob")
    )
    assert not any("doom" in line for line in looked(session, "status"))
    ann, bob = public_view(session, "tonight").figures
    assert "fear" in [track.name for track in ann.tracks] and "fear" not in [track.name for track in bob.tracks]


def test_what_is_saved_stays_complete(session: Session) -> None:
    assert {"fear", "doom"} <= session.encounter.figures["bob"].tracks.keys()


def test_it_is_not_asked_for_those_that_it_does_not_concern(session: Session) -> None:
    assert not session.questions and "hope" not in session.encounter.figures["bob"].tracks
    assert session.encounter.figures["ann"].tracks["hope"].now == 3


def test_what_was_given_or_changed_by_hand_is_shown(session: Session) -> None:
    for line in ("set bob doom 1", "set bob omen 2", "set bob fear 1"):
        run_line(session, line)
    assert gauges(session, "bob") == ["hits", "fear", "doom", "omen"]


def test_an_option_can_say_whom_it_concerns(session: Session) -> None:
    run_line(session, "option foes_fear yes")
    assert gauges(session, "bob") == ["hits", "fear"]


def test_the_sheet_offers_only_what_concerns_the_figure(session: Session) -> None:
    def offered(tag: str) -> str:
        entries = editable(session.rules, session.encounter, session.encounter.figures[tag], lambda name: "")
        return " ".join(entry.hint for entry in entries if entry.shown == "add a track")

    assert offered("ann") == "type a name and a number: omen, xp" and offered("bob") == "type a name and a number: xp"


def test_a_mistake_in_it_is_told_with_its_line() -> None:
    wrong = BRAWL + FEAR.replace('for = "{side} is heroes"\nc', 'for = "{side} is heros"\nc')
    assert check(wrong.encode(), "brawl.toml").errors == (
        'brawl.toml, line 37, track.doom.for: there is no side "heros". Did you mean heroes?',
    )


def test_in_the_turn_of_a_group_each_member_shows_what_it_has_spent() -> None:
    text = shipped("fifth").decode().replace('group = "kind"', 'group = "kind"\ngroup_turn = "one"', 1)
    system = build(read_system(text.encode(), "grouped.toml"))
    session = Session(system, MemoryStepLog(bare(system)))
    for line in (
        "dice table",
        "add goblin x2 initiative=20",
        "add fighter Ulf initiative=5",
        "next",
        "set g1 action 0",
    ):
        run_line(session, line)
    assert session.encounter.turn in session.encounter.groups and system.order.label_of is not None
    assert [system.order.label_of(session.encounter, tag) for tag in ("g1", "g2")] == ["no action", ""]


def test_it_is_not_shown_while_it_stands_as_it_began_wherever_that_is() -> None:
    text = BRAWL + FEAR.replace("start = 2\nmost = 2", "start = 0\nmost = 12").replace(
        "start = 0\nmost = 3", "start = 1"
    )
    system = build(read_system(text.encode(), "brawl.toml"))
    session = Session(system, MemoryStepLog(bare(system)))
    for line in ("dice table", "add hero Ann", "< 3", "add foe Bob"):
        run_line(session, line)
    assert gauges(session, "ann") == ["hits", "fear", "doom", "hope"] and gauges(session, "bob") == ["hits"]
    for line in ("set bob fear 12", "set bob doom 0"):
        run_line(session, line)
    assert gauges(session, "bob") == ["hits", "fear", "doom"]
