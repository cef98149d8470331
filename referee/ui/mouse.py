"""The mouse: what a click means at the table. All of it can be done by key."""

from typing import TYPE_CHECKING

from referee.engine.bearer import Tag
from referee.engine.question import Pick
from referee.engine.throw import Roll
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
                screen.on_key(stroke)
        screen.show_line()

    def _opened(self, again: bool) -> None:
        """Twice in a row opens what was clicked."""
        if again and self._screen.line.mode == "KEYS":
            self._screen.keyboard.press("enter")

    def _point_out(self, tag: Tag) -> None:
        """Puts one that was clicked into the answer, where it is asked who."""
        line, question = self._screen.line, self._screen.view.question
        if line.mode == "ANSWER" and isinstance(question, Pick):
            many = question.most > 1 and line.answer.text
            line.answer.set(f"{line.answer.text.rstrip()} {tag}" if many else tag)

    def _act(self, word: str) -> None:
        """An action of the pane: a command of the screen, or a verb."""
        if word.startswith(":"):
            self._screen.keyboard.press(word[1:])
        else:
            self._screen.order(word)

    def _answer(self, word: str) -> None:
        """An offer answers at once; a face is one die of the throw, and the others may follow."""
        screen = self._screen
        screen.line.to_answer()
        if isinstance(screen.view.question, Roll):
            screen.line.answer.insert(word)
        else:
            screen.line.answer.set(word)
            screen.keyboard.reply()
