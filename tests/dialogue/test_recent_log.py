"""What was not told before is told once, in the order it happened."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.dialogue.dialogue import RecentLog
from referee.dialogue.run_lines import run_line
from referee.engine.events.event import Event
from referee.engine.problem import Problem
from tests.command_language.test_line import at_table

LINES = (
    "next",
    "attack r1",
    "attack bo r2",
    "duel r2",
    "roll d6",
    "note aside",
    "damage r3 1",
    "heal r3 1",
    "set r3 standing up",
    "set r1 standing up",
    "remove r2",
    "condition ulf poisoned 2",
    "< 1",
    "< 5",
    "<2 4",
)


@pytest.mark.one_in(6)
@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=30))
def test_every_event_is_told_once_and_in_order(lines: list[str]) -> None:
    session = at_table("add hero Ulf skill=1", "add hero Bo", "add rat x3")
    recent_log = RecentLog(session)
    begun = len(session.entries())
    told: list[Event] = []
    for line in lines:
        try:
            run_line(session, line)
        except Problem:
            continue
        news = recent_log.news()
        told += news.events
    while session.questions:
        run_line(session, "< 3")
        told += recent_log.news().events
    assert told == [event for entry in session.entries()[begun:] for event in entry.events or ()]


def test_after_going_back_only_what_is_new_is_told() -> None:
    session = at_table("add hero Ulf skill=1", "add rat", "next")
    recent_log = RecentLog(session)
    run_line(session, "attack r1")
    recent_log.news()
    run_line(session, "< 5")
    assert [event.t for event in recent_log.news().events] == ["test"]
    run_line(session, "undo")
    recent_log.skip()
    run_line(session, "< 5")
    assert [event.t for event in recent_log.news().events] == ["test"]
    run_line(session, "< 1")
    assert [event.t for event in recent_log.news().events] == ["track", "standing", "track"]


def test_after_going_back_within_nested_orders_each_event_is_told_once() -> None:
    session = at_table("add hero Ulf skill=1", "add hero Bo", "add rat", "next")
    recent_log = RecentLog(session)
    for line in ("attack r1", "< 5", "roll d6", "damage bo 1", "undo"):
        run_line(session, line)
    recent_log.skip()
    run_line(session, "< 4")
    assert [getattr(event, "text", "") for event in recent_log.news().events] == ["Rolled d6: 4"]
    run_line(session, "< 1")
    assert [event.t for event in recent_log.news().events] == ["track", "standing", "track"]
