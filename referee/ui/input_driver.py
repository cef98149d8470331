"""The terminal's input, read so that nothing a terminal can send ends the app."""

import os
import selectors
from codecs import getincrementaldecoder
from collections.abc import Iterator

from textual import events
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

try:
    from textual._xterm_parser import XTermParser
except ImportError:  # no promise of the toolkit: a new one may have moved it
    XTermParser = None  # type: ignore[assignment, misc]

LARGEST = 2000
"""Columns or rows that a terminal can have; a report of more is nonsense."""
_AT_ONCE = 4096
_WAIT = 0.1
"""Seconds after which it is looked whether the app ends, and whether an Escape stands alone."""


class InputDriver(LinuxDriver):
    """Passes over bytes that are no text and sequences that make no sense, where the toolkit's own driver would end."""

    def run_input_thread(self) -> None:
        """Reads keys, clicks and reports until the app ends."""
        if XTermParser is not None:
            self._read_on()
            return
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except (ValueError, ArithmeticError, LookupError):
                continue  # what was read with it is lost

    def _read_on(self) -> None:
        sequences = Sequences()
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                text = ""
                if selector.select(_WAIT):
                    raw = os.read(self.fileno, _AT_ONCE)
                    if not raw:
                        return
                    text = decode(raw)
                for message in sequences.read(text):
                    self.process_message(message)


class Sequences:
    """What the characters from a terminal mean; a sequence that makes no sense means nothing."""

    def __init__(self) -> None:
        self._parser = XTermParser()

    def read(self, text: str) -> Iterator[Message]:
        """The messages that these characters complete; without any, what a pause completes: an Escape alone."""
        for character in text:
            yield from self._sound(character)
        if not text:
            yield from self._sound("")

    def _sound(self, character: str) -> list[Message]:
        try:
            messages = list(self._parser.feed(character) if character else self._parser.tick())
        except Exception:
            # The toolkit raises whatever its numbers come to; all that was begun is forgotten.
            self._parser = XTermParser()
            return []
        return [message for message in messages if _is_possible(message)]


def _is_possible(message: Message) -> bool:
    """Can it have been meant? No size is larger than any screen, and no key is half a character."""
    if isinstance(message, events.Resize):
        return 0 < message.size.width <= LARGEST and 0 < message.size.height <= LARGEST
    if isinstance(message, events.Key) and message.character:
        return not any("\ud800" <= letter <= "\udfff" for letter in message.character)
    return True
