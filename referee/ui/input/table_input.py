"""Input at the table: what keys and clicks mean there."""

from textual import events

from referee.command_language.keyed_offers import keyed_offers
from referee.engine.dice.roll_questions import Draw
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import System
from referee.ui.controller.controller import Controller, TableKeys
from referee.ui.controller.reply import BARRED_KEY, is_choice, takes_several
from referee.ui.input.condition_input import ConditionInput
from referee.ui.input.key_actions import KeyAction, by_key, hotkeys, listed, shown
from referee.ui.input.line_input import AnswerInput, LineInput
from referee.ui.input.messages import (
    Clicked,
    FamilyClicked,
    FigureClicked,
    HintClicked,
    LineClicked,
    OfferClicked,
    PlaceClicked,
    SpaceClicked,
    VerbClicked,
)
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


class Mouse:
    """What the panes of the encounter screen say was clicked."""

    def __init__(self, table: Controller, keyboard: Keyboard) -> None:
        self._table = table
        self._keyboard = keyboard

    def take(self, message: Clicked) -> None:
        """Does what the click means."""
        table = self._table
        match message:
            case FigureClicked(tag=tag) if table.line.until:
                self._keyboard.conditions.choose(tag)
            case FigureClicked(tag=tag):
                self._point_out(tag)
                table.choose(tag)
                self._opened(message.again)
            case FamilyClicked(tag=tag):
                table.cursor.choose_family(tag)
                table.point(lambda: table.cursor.fold(False))
            case PlaceClicked(number=number):
                table.point(lambda: table.cursor.go_to_row(number))
                row = table.cursor.row
                if row is not None and row.slot is not None:
                    self._point_out(row.tag)
                self._opened(message.again)
            case SpaceClicked(space=space):
                board = table.view.encounter.board
                here = (tag for tag in board.figures if space in board.spaces(tag)) if board is not None else ()
                for tag in here:
                    table.choose(tag)
                    self._point_out(tag)
            case LineClicked(index=index):
                table.point(lambda: table.cursor.go_to_line(index))
                if message.again:
                    self._keyboard.press("enter")
            case VerbClicked(word=word):
                table.line.said = ""
                self._act(word)
            case OfferClicked(word=word):
                table.line.said = ""
                if word == BARRED_KEY:
                    self._keyboard.take(HintClicked(word).stroke)
                else:
                    self._answer(word)
            case HintClicked(stroke=stroke):
                table.line.said = ""
                self._keyboard.take(stroke)

    def _opened(self, again: bool) -> None:
        """Twice in a row opens what was clicked."""
        if again and self._table.line.mode == "KEYS":
            self._keyboard.press(self._keyboard.key_of("sheet"))

    def _point_out(self, tag: Tag) -> None:
        """Marks one that was clicked, where it is asked who: Space takes it."""
        line, question = self._table.line, self._table.view.question
        if line.mode == "ANSWER" and isinstance(question, Pick) and tag in question.among:
            if takes_several(question):
                line.pick(tag)
            else:
                line.marked = tag

    def _act(self, word: str) -> None:
        """An action of the pane: a command of the screen, or a verb."""
        if word.startswith(":"):
            self._keyboard.press(word[1:])
        else:
            self._table.order(word)

    def _answer(self, word: str) -> None:
        """An offer answers at once, or marks one of several; a face or a card is one of the throw: more may follow."""
        table = self._table
        if table.line.mode in ("CONDITION", "DURATION"):
            self._keyboard.conditions.choose(word)
            return
        question = table.view.question
        table.line.to_answer()
        if question is None:
            return
        if is_choice(question):
            self._keyboard.answers.choose(word)
        elif isinstance(question, Draw):
            keys = {offer.word: key for key, offer in keyed_offers(question, table.view.encounter)}
            table.line.answer.insert(keys.get(word) or word)
        else:
            table.line.answer.insert(word)
