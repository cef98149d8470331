"""Input sequences: what the characters from a terminal mean, as messages of Textual."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual import events
from textual.keys import Keys
from textual.message import Message
from textual.messages import InBandWindowResize

from referee.ui.terminal.key_spelling import respelled
from referee.ui.terminal.terminal_answers import PASTE, PASTED, TerminalInput

if TYPE_CHECKING:
    from textual._xterm_parser import XTermParser

LARGEST = 2000
"""Columns or rows that a terminal can have; a report of more is nonsense."""
_REPORT = re.compile(r"\x1b\[(?:[IO]|<\d+;-?\d+;-?\d+[Mm]|\?(?:2026|2048);\d\$y)")
"""The focus, a click, and the two modes that Textual asks about."""
_SIZE = re.compile(r"\x1b\[48(?:;[\d:]+){4}t")
"""The size, from terminals that report it in their input."""


class Sequences:
    """Turns characters from a terminal into messages of Textual: keys, clicks, pasted text, reports that are used."""

    def __init__(self, parser: "type[XTermParser]") -> None:
        self._new_parser = parser
        self._parser = parser()
        self._input = TerminalInput()
        self._sends_sizes = False
        """The terminal reports its size in its input, as Textual asks of those that can."""

    def read(self, text: str) -> list[Message]:
        """Messages that these characters complete; without any, those that a pause completes: an Escape alone."""
        return [message for piece in self._input.split(text) for message in self._messages(piece)]

    def _messages(self, piece: str) -> Iterable[Message]:
        if piece.startswith(PASTE):
            return [events.Paste(piece[len(PASTE) : -len(PASTED)].replace("\x00", ""))]
        if _REPORT.fullmatch(piece) or (self._sends_sizes and _SIZE.fullmatch(piece)):
            return self._report(piece)
        spelled = respelled(piece)
        keys = [spelled] if spelled.startswith("\x1b") else spelled
        pressed = (event for key in keys for event in self._parser._sequence_to_key_events(key))
        return [event for event in pressed if event.key != Keys.Ignore]

    def _report(self, piece: str) -> list[Message]:
        """A click, the focus, a mode that Textual asked about, or the size."""
        try:
            messages = list(self._parser.feed(piece))
        except (ValueError, ArithmeticError, LookupError):
            self._parser = self._new_parser()
            return []
        for message in messages:
            if isinstance(message, InBandWindowResize):
                self._sends_sizes = message.supported
        return messages


def is_possible(message: Message) -> bool:
    """True if it can be meant: no size is larger than any screen, and no key is half a character."""
    if isinstance(message, events.Resize):
        return 0 < message.size.width <= LARGEST and 0 < message.size.height <= LARGEST
    if isinstance(message, events.Key) and message.character:
        return not any("\ud800" <= letter <= "\udfff" for letter in message.character)
    return True
