"""The top line says where the fight is."""

from referee.engine.record.session import Session
from referee.ui.controller.view import View
from referee.ui.panes.initiative import Status
from tests.words.test_upcoming import stood


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
    empty = session.encounter.model_copy(update={"figures": {}, "round": 0, "turn": None, "order": (), "phase": ""})
    status = Status()
    status.view = View(session.rules, empty, title="Ambush")
    words = "".join(text for text, _ in status.content(80, 1)[0].words)
    assert words.split()[0] == "Ambush" and "Round" not in words and "nobody" not in words
