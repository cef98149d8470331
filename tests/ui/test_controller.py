"""The controller and the keys, without a screen: what is pressed, what is asked, what is shown."""

from pathlib import Path

import pytest
from textual import events

from referee.dialogue.run_lines import run_line
from referee.engine.mistake import RulesBug
from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.controller.controller import Controller, PageRequest
from referee.ui.input.keyboard import Keyboard, table_keys
from tests.ui.table import DUEL

pytestmark = pytest.mark.one_in(10)


class Shown:
    """A display that only remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def show(self) -> None:
        self.told.append("show")

    def show_line(self) -> None:
        self.told.append("line")

    def fit(self) -> None:
        self.told.append("fit")

    def acted(self) -> None:
        self.told.append("acted")

    def open_page(self, request: PageRequest) -> None:
        self.told.append(request)

    def copy(self, text: str) -> None:
        self.told.append(("copy", text))

    def leave(self) -> None:
        self.told.append("leave")


class Table:
    """A duel under a keyboard, with nothing that draws."""

    def __init__(self, folder: Path) -> None:
        journal = Saves(folder).create("fight", "black_keep")
        session = Session(registry.load("black_keep"), journal)
        for line in DUEL:
            run_line(session, line)
        self.shown = Shown()
        self.controller = Controller(session, journal, "fight", table_keys(session.rules), self.shown)
        self.keyboard = Keyboard(self.controller)
        self.controller.show()

    def press(self, *keys: str) -> None:
        for key in keys:
            name = {"space": " "}.get(key, key)
            self.keyboard.take(events.Key(name, name if len(name) == 1 else None))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_an_attack_is_played_and_each_act_is_shown_once(table: Table) -> None:
    table.press("a")
    assert table.controller.view.question is not None and table.controller.line.mode == "ANSWER"
    table.shown.told.clear()
    table.press("4", "enter")
    assert table.shown.told.count("show") == table.shown.told.count("acted") == 1
    assert "save" in table.controller.session.question().key


def test_what_cannot_be_is_said_and_shows_nothing_else(table: Table) -> None:
    table.press("a", "7")
    table.shown.told.clear()
    table.press("enter")
    assert "never shows 7" in table.controller.line.said and table.controller.line.is_error
    assert set(table.shown.told) == {"line"}


def test_a_mistake_in_the_rules_is_told_as_one_and_changes_nothing(table: Table) -> None:
    session, controller = table.controller.session, table.controller
    before = session.step_log.position, session.encounter

    def act() -> None:
        raise RulesBug("a rule awaited 3")

    assert not controller.act(act)
    assert controller.heard() == (
        "A mistake in the rules of this game, not yours: a rule awaited 3. Nothing was changed by it.",
        True,
    )
    assert controller.heard() == ("", False), "it is said once"
    assert (session.step_log.position, session.encounter) == before


def test_pages_are_asked_for_by_kind(table: Table) -> None:
    table.press("2", "e", "h", "r", "?", "S")
    kinds = [told.kind for told in table.shown.told if isinstance(told, PageRequest)]
    assert kinds == ["sheet", "history", "rules", "keys", "settings"]
    assert PageRequest("sheet", "grave") in table.shown.told
    table.press("q")
    assert table.shown.told[-1] == "leave"


def test_the_cursor_goes_from_pane_to_pane_and_enter_does_the_action_under_it(table: Table) -> None:
    table.press("f7", "space")
    assert table.controller.heard()[0] == "Choose an action with the arrow keys; Enter or Space does it."
    table.press("down", "down")
    assert table.controller.action is not None and "fit" in table.shown.told
    table.press("enter")
    assert table.controller.session.questions and table.controller.cursor.pane == "roster"
    table.press("escape", "l")
    assert table.controller.cursor.pane == "log"
    table.press("escape")
    assert table.controller.cursor.pane == "roster"
