"""The players' view stands still in hidden turns, and says nothing of who has them."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from referee.dialogue.countdowns import countdowns_of
from referee.dialogue.following import LookingOn
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.report.document_formats import markdown
from referee.report.evening_figures import evening_of
from referee.rules.registry import load
from referee.store.saves import Saves
from referee.words.public_names import UNTITLED
from referee.words.public_view import PublicView, public_view

ANN, SPY, BOB = "add hero Ann init=20 hp=20", "add foe Spy init={} hidden=yes", "add hero Bob init=10 hp=20"


def table(*lines: str, system: str = "plain") -> Session:
    session = Session(load(system), MemoryStepLog(bare(load(system))))
    for line in ("dice table", *lines):
        run_line(session, line)
    return session


def seen(session: Session, *lines: str) -> PublicView:
    for line in lines:
        run_line(session, line)
    return public_view(session, "Ambush")


def states(view: PublicView) -> dict[str, str]:
    return {slot.name: slot.state for slot in view.order}


def test_the_turn_stays_until_somebody_who_is_known_begins() -> None:
    session = table(ANN, SPY.format(15), BOB, "next")
    before = seen(session)
    assert before.turn == "Ann" and states(before) == {"Ann": "turn", "Bob": ""}
    assert seen(session, "next") == before and session.encounter.turn == "spy"
    assert states(seen(session, "next")) == {"Ann": "done", "Bob": "turn"}
    session.undo()
    assert seen(session) == before


@pytest.mark.parametrize("number", [5, 30])
def test_a_round_begins_with_the_first_who_is_known(number: int) -> None:
    session = table(ANN, SPY.format(number), BOB)
    told = [(0, "")]
    for _ in range(9):
        view = seen(session, "next")
        if told[-1] != (view.round, view.turn):
            told.append((view.round, view.turn))
    assert told == [(0, ""), *((n, who) for n in (1, 2, 3) for who in ("Ann", "Bob"))]


def test_what_ends_with_the_turn_before_is_told_with_the_turn_after() -> None:
    session = table(ANN, SPY.format(15), BOB, "condition ann dazed end ann", "next")
    before = seen(session)
    assert seen(session, "next", "set spy note waits") == before
    after = seen(session, "next")
    assert after.outcome == ("Ann is no longer dazed",) and not after.figures[0].conditions


def test_what_is_done_to_others_in_a_hidden_turn_is_seen_at_once() -> None:
    session = table(ANN, SPY.format(15), BOB, "next", "next")
    view = seen(session, "damage bob 3 by spy")
    assert view.turn == "Ann" and view.outcome == ("Bob's HP 20 → 17",)
    view = seen(session, "add foe Orc init=1", "hide orc", "damage orc 1")
    assert view.turn == "Ann" and [figure.name for figure in view.figures] == ["Ann", "Bob"]
    assert seen(session, "reveal spy").turn == "Spy"


def test_the_turn_stays_while_it_is_asked_who_goes_next() -> None:
    session = table("add brawler Bo", "add ghoul Gus", "add ghoul Hal", "add ghoul Ida", "hide ida", system="descent")
    before = seen(session, "next")
    assert before.turn == "Bo"
    assert seen(session, "next") == before and "ida" in session.questions[0].among
    assert seen(session, "< ida") == before and session.encounter.turn == "ida"
    assert seen(session, "next") == before
    assert seen(session, "< gus").turn == "Gus"


def test_a_lair_is_not_in_the_order_unless_it_is_shown() -> None:
    for system in ("plain", "fifth"):
        session = table(*("add hero Ann init=20 hp=9", "add lair 20", "next", "next"), system=system)
        view = seen(session)
        assert (session.encounter.turn, view.turn, [slot.name for slot in view.order]) == ("lair", "Ann", ["Ann"])
        assert "lair" not in json.dumps(view.data()).lower()
        assert seen(session, "reveal lair").turn == "Lair"


def test_an_encounter_is_not_called_by_somebody_hidden() -> None:
    session = table(ANN, "add foe Strahd hidden=yes")
    assert public_view(session, "Strahd's ambush").name == UNTITLED
    assert public_view(session, "The ford").name == "The ford"


def test_a_group_is_called_and_counted_by_those_who_are_known() -> None:
    session = table("option groups one_turn", ANN, "add foe Goblin x4 init=9", "hide g3-4", "next", "next")
    assert session.encounter.turn in session.encounter.groups
    view = seen(session)
    assert (view.turn, states(view)) == ("Goblin 1-2", {"Ann": "done", "Goblin 1-2": "turn"})
    assert [slot.label for slot in view.order] == ["20", "9"]


def test_nothing_is_sent_in_a_hidden_turn(tmp_path: Path) -> None:
    saves, rules = Saves(tmp_path), load("plain")
    with closing(saves.create("Ford", "plain")) as journal:
        session = Session(rules, journal)
        for line in (ANN, SPY.format(15), BOB, "next"):
            run_line(session, line)
        looking = LookingOn(saves, "ford")
        for line in ("next", "damage spy 1", "condition spy dazed 2", "note lurks", "undo"):
            run_line(session, line)
            assert not looking.look(), line
        run_line(session, "next")
        assert looking.look()
        looking.close()


def test_conditions_for_the_players_name_nobody_hidden(tmp_path: Path) -> None:
    saves, rules = Saves(tmp_path), load("plain")
    with closing(saves.create("Ford", "plain")) as journal:
        session = Session(rules, journal)
        for line in (ANN, SPY.format(15), "add foe Ogre init=12 shown=shape", BOB, "next", "condition ogre held 3"):
            run_line(session, line)
        for line in ("condition bob held end ann", "next", "condition ann hit-by-spy 3 ends of spy"):
            run_line(session, line)
    found = [*countdowns_of(saves, "ford", for_players=True)]
    text = json.dumps([each.data for each in found]) + repr([each[:6] for each in found])
    assert "spy" not in text.lower() and "ogre" not in text.lower()
    assert {each.data["on"] for each in found} == {"ann", "bob", "shape"}


def test_the_report_for_players_counts_nothing_of_the_hidden() -> None:
    lines = (ANN, SPY.format(15), BOB, "next", "next", "damage ann 3 by spy", "roll 3d6 hidden", "< 4 4 4", "next")
    session = table(*lines)
    report = markdown(evening_of(session.rules, session.step_log, "Spy hunt", lambda n: None, False))
    assert "Ann takes 3 damage" in report
    for word in ("spy", "somebody", "d6"):
        assert word not in report.lower()


def test_the_report_for_players_tells_hidden_turns_with_the_turn_after_them() -> None:
    lines = ("condition ann dazed end ann", "condition bob held start bob", "next", "next", "next")
    reports = [table(ANN, *hidden, BOB, *lines[: len(lines) - 1 + len(hidden)]) for hidden in ((SPY.format(15),), ())]
    one, other = (evening_of(each.rules, each.step_log, "x", lambda n: None, False) for each in reports)
    assert one == other and [said.is_first for said in one.rounds[0].log] == [True, False]
