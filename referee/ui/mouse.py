"""The mouse: what a click means at the table. All of it can be done by key."""

from typing import TYPE_CHECKING

from referee.engine.bearer import Tag
from referee.engine.question import Pick
from referee.engine.throw import Draw
from referee.ui.answer_keys import is_choice, keyed_offers, takes_several
from referee.ui.messages import (
    Clicked,
    FigureClicked,
    HintClicked,
    LineClicked,
    OfferClicked,
    PlaceClicked,
    VerbClicked,
)

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen


class Mouse:
    """What the panes of the encounter screen say was clicked."""

    def __init__(self, screen: "EncounterScreen") -> None:
        self._screen = screen

    def take(self, message: Clicked) -> None:
        """Does what the click means."""
        screen = self._screen
        match message:
            case FigureClicked(tag=tag):
                self._point_out(tag)
                screen.cursor.choose(tag)
                self._opened(message.again)
            case PlaceClicked(number=number):
                screen.cursor.go_to_place(number)
                place = screen.cursor.place
                if place is not None and place.slot is not None:
                    self._point_out(place.tag)
                self._opened(message.again)
            case LineClicked(index=index):
                screen.cursor.go_to_line(index)
                if message.again:
                    screen.keyboard.press("enter")
            case VerbClicked(word=word):
                screen.line.said = ""
                self._act(word)
            case OfferClicked(word=word):
                screen.line.said = ""
                self._answer(word)
            case HintClicked(stroke=stroke):
                screen.line.said = ""
                screen.take_key(stroke)
        screen.show_line()

    def _opened(self, again: bool) -> None:
        """Twice in a row opens what was clicked."""
        if again and self._screen.line.mode == "KEYS":
            self._screen.keyboard.press("e")

    def _point_out(self, tag: Tag) -> None:
        """Marks one that was clicked, where it is asked who: Space takes it."""
        line, question = self._screen.line, self._screen.view.question
        if line.mode == "ANSWER" and isinstance(question, Pick) and tag in question.among:
            if takes_several(question):
                line.pick(tag)
            else:
                line.marked = tag

    def _act(self, word: str) -> None:
        """An action of the pane: a command of the screen, or a verb."""
        if word.startswith(":"):
            self._screen.keyboard.press(word[1:])
        else:
            self._screen.order(word)

    def _answer(self, word: str) -> None:
        """An offer answers at once, or marks one of several; a face or a card is one of the throw: more may follow."""
        screen = self._screen
        question = screen.view.question
        screen.line.to_answer()
        if question is None:
            return
        if is_choice(question):
            screen.keyboard.answers.choose(word)
        elif isinstance(question, Draw):
            keys = {offer.word: key for key, offer in keyed_offers(question, screen.view.encounter)}
            screen.line.answer.insert(keys.get(word) or word)
        else:
            screen.line.answer.insert(word)
