"""Keyboard: what a key means at the table: a command, an answer, or a letter of what is typed."""

from typing import TYPE_CHECKING

from textual import events

from referee.ui.answer_input import AnswerInput
from referee.ui.commands import by_key, hotkeys
from referee.ui.every_command import COMMANDS
from referee.ui.line_input import LineInput
from referee.ui.panes.actions import Actions

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen


class Keyboard:
    """The keys of the encounter screen, and the line that is typed with them."""

    def __init__(self, screen: "EncounterScreen") -> None:
        self.screen = screen
        self.line = screen.line
        self.commands = by_key(COMMANDS)
        self.hotkeys = hotkeys(screen.session.rules, [*self.commands, *"0123456789"])
        self.answers = AnswerInput(screen)
        self.typing = LineInput(screen, self.answers)

    def take(self, event: events.Key) -> None:
        """One key: a command, an answer, or a letter of what is typed. Its meaning never depends on the time."""
        self.line.said = ""
        word = event.character if event.is_printable and event.character else event.key
        match self.line.mode:
            case "KEYS":
                taken = False
            case "ANSWER":
                taken = self.answers.take(event, word)
            case _:
                taken = self.typing.take(event, word)
        if not taken:
            self.press(word)

    def press(self, word: str) -> None:
        """A key that is a command."""
        screen = self.screen
        if word == " " and screen.cursor.pane == "actions" and (action := screen.query_one(Actions).chosen):
            self.do(action)
        elif command := self.commands.get(word):
            if reason := command.barred(screen):
                screen.say(reason, grave=True)
            else:
                command.run(screen)
        elif word in self.hotkeys:
            screen.order(self.hotkeys[word].name)
        elif word in tuple("123456789"):
            screen.cursor.choose_number(int(word))
        elif len(word) == 1:
            screen.say(f"{word} is no command here; ? shows what there is.", grave=True)

    def do(self, action: str) -> None:
        """An action of the pane, chosen there; the figures have the arrow keys again."""
        if action.startswith(":"):
            self.screen.cursor.go_to("roster")
            self.press(action[1:])
        elif self.screen.order(action):
            self.screen.cursor.go_to("roster")
