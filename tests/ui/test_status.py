"""The top line says where the fight is."""

import pytest
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.ui.controller.view import View
from referee.ui.panes.status_line import Status
from tests.words.test_upcoming import stood

pytestmark = pytest.mark.one_in(10)


def top_line(session: Session, cells: int) -> str:
    """The words of the top line at that width."""
    status = Status()
    status.view = View(session.rules, session.encounter, title="Ambush")
    return "".join(text for text, _ in status.content(cells, 1)[0].words)


def test_it_says_that_the_fight_is_over() -> None:
    for cells in (80, 120):
        assert "over: the heroes have lost [DJ-51]" in top_line(stood("descent", "conquest 0"), cells)
        assert "over" not in top_line(stood("descent"), cells)


def test_before_the_fight_it_says_nothing_that_stands_elsewhere() -> None:
    session = stood("descent")
    empty = replace(session.encounter, figures={}, round=0, turn=None, order=(), phase="")
    status = Status()
    status.view = View(session.rules, empty, title="Ambush")
    words = "".join(text for text, _ in status.content(80, 1)[0].words)
    assert words.split()[0] == "Ambush" and "Round" not in words and "nobody" not in words


def test_it_says_who_may_act_next_or_which_round_begins() -> None:
    fight = stood("descent", "next", "< harl")
    assert "▶ Harl  then pick Wren or Oriel  " in top_line(fight, 80)
    for line in ("next", "< -", "< wren", "next", "< -"):
        run_line(fight, line)
    assert fight.rules.may_act(fight.encounter, but="oriel") == ("g1", "g2", "s1", "s2", "md1")
    assert "▶ Oriel  then pick Ghoul 1 or 4 others  " in top_line(fight, 80)
    assert "▶ Oriel  then Ghoul 1 or 4 others  " in top_line(fight, 70)
    assert "▶ Oriel  then Ghoul…  " in top_line(fight, 55)
    assert "▶ Oriel   " in top_line(fight, 52)
    keep = stood("black_keep", "dice table", "next")
    assert "then Tia  " in top_line(keep, 80)
    for _ in range(3):
        run_line(keep, "next")
    assert keep.encounter.turn == "r2" and "then round 2  " in top_line(keep, 80)
    run_line(keep, "next")
    assert keep.encounter.turn is None and "then" not in top_line(keep, 80)
