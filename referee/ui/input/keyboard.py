"""Keyboard: what keys mean at the table."""

from textual import events

from referee.engine.verbs.ledger import System
from referee.ui.controller.controller import Controller, TableKeys
from referee.ui.input.answer_input import AnswerInput
from referee.ui.input.condition_input import ConditionInput
from referee.ui.input.key_actions import KeyAction, by_key, hotkeys, listed, shown
from referee.ui.input.line_input import LineInput
from referee.ui.input.navigation_keys import fold_actions
from referee.ui.input.own_keys import own_keys, table_actions, taken_keys


class Keyboard:
    """The keys of the table, and the line that is typed with them."""

    def __init__(self, table: Controller) -> None:
        self.table = table
        self.line = table.line
        self.commands = by_key(table_actions(table.session.rules))
        self.answers = AnswerInput(table)
        self.typing = LineInput(table, self.answers)
        self.conditions = ConditionInput(table, self.typing)

    def take(self, event: events.Key) -> None:
        """One key: a command, an answer, or a letter of what is typed. Its meaning never depends on the time."""
        self.line.said = ""
        word = event.character if event.is_printable and event.character else event.key
        match self.line.mode:
            case "KEYS":
                taken = False
            case "ANSWER":
                taken = self.answers.take(event, word)
            case "CONDITION" | "DURATION":
                taken = self.conditions.take(event, word)
            case _:
                taken = self.typing.take(event, word)
        if not taken:
            self.press(word)

    def press(self, word: str) -> None:
        """A key that is a command."""
        table = self.table
        if word in (" ", "enter") and (action := table.action):
            self.do(action.word)
        elif command := self._command(word):
            if reason := command.barred(table):
                table.say(reason, is_error=True)
            else:
                command.run(table)
        elif verb := table.keys.hotkeys.get(word):
            table.order(verb.name)
        elif word in tuple("123456789"):
            table.point(lambda: table.cursor.choose_number(int(word)))
        elif len(word) == 1:
            table.say(f"{shown(word)} does nothing here. ? shows all keys.", is_error=True)

    def _command(self, word: str) -> KeyAction[Controller] | None:
        """The command of that key, in the pane that has the arrow keys."""
        command = self.commands.get(word)
        return command if command is not None and command.only_in in ("", self.table.cursor.pane) else None

    @property
    def leaves_nothing(self) -> bool:
        """Would Esc do nothing now: nothing is typed, asked, marked or opened, and the figures have the arrow keys?"""
        cursor = self.table.cursor
        return self.line.mode == "KEYS" and not cursor.opened and not cursor.marks and cursor.pane == "roster"

    def key_of(self, label: str) -> str:
        """The key of the command that the hint line calls so."""
        return next((key for key, command in self.commands.items() if command.label == label), "")

    def do(self, action: str) -> None:
        """An action of the pane, chosen there; the figures have the arrow keys again."""
        if action.startswith(":"):
            if action[1:] != self.table.keys.fold_key:
                self.table.go_to("roster")
            self.press(action[1:])
        elif self.table.order(action):
            self.table.go_to("roster")


def table_keys(rules: System) -> TableKeys:
    """The keys of a table of that system: the screen's own are taken first, and digits choose figures."""
    actions = table_actions(rules)
    fold = next(action.keys[0] for action in actions if action.run is fold_actions)
    return TableKeys(hotkeys(rules, taken_keys(actions), own_keys().verbs), listed(actions), fold)
