"""Mouse: what clicks mean at the table."""

from referee.command_language.keyed_offers import keyed_offers
from referee.engine.dice.roll_questions import Draw
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import Tag
from referee.ui.controller.controller import Controller
from referee.ui.controller.reply import BARRED_KEY, is_choice, takes_several
from referee.ui.input.keyboard import Keyboard
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
