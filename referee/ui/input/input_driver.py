"""Input driver: the terminal's input, read so that nothing that a terminal can send ends the app."""

import os
import selectors
import termios
import tty
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from textual import events
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from referee.text import harmless
from referee.ui.drawing.sent_cells import SentCells
from referee.ui.drawing.textual_version import is_known, parser_class

if TYPE_CHECKING:
    from textual._xterm_parser import XTermParser

LARGEST = 2000
"""Columns or rows that a terminal can have; a report of more is nonsense."""
_AT_ONCE = 4096
_WAIT = 0.1
"""Seconds after which it is looked whether the app ends, and whether an Escape stands alone."""
_INTRODUCERS = "[O]P_"
"""What follows an Escape where it begins the sequence of a key, or a report of the terminal."""
_KEEP_TITLE, _OLD_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""What makes a terminal keep the title of its window, and show it again; some do neither."""
_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"
"""The marks before and behind pasted text."""


class InputDriver(LinuxDriver):
    """Passes over bytes that are no text and sequences that make no sense, where the toolkit's own driver would end."""

    _suspended = False
    _window_name = ""
    _unsent = ""
    """A new title, which is sent with the next picture, as that changes with it: one packet over SSH, not two."""
    _name_before = ""
    """The title that the window had when the app was suspended."""

    def name_window(self, name: str) -> None:
        """Sets the title of the terminal's window; nothing in it may steer a terminal. The first keeps what it was.

        The title comes back when the app is suspended or ends.
        """
        if name != self._window_name:
            self._unsent += ("" if self._window_name else _KEEP_TITLE) + f"\x1b]2;{harmless(name)}\x07"
            self._window_name = name

    def write(self, data: str) -> None:
        title, self._unsent = self._unsent, ""
        super().write(title + data)

    def start_application_mode(self) -> None:
        # Textual has no types there.
        begin: Callable[[], None] = super().start_application_mode
        begin()
        if isinstance(sent := getattr(self._app, "sent", None), SentCells) and self._file is not None:
            sent.line_feeds_go_down = _keeps_line_feeds(self.fileno, self._file.fileno())

    def stop_application_mode(self) -> None:
        if self._window_name:
            self.write(f"\x1b]2;\x07{_OLD_TITLE}")
            self._name_before, self._window_name = self._window_name, ""
        super().stop_application_mode()

    def suspend_application_mode(self) -> None:
        self._suspended = True
        super().suspend_application_mode()

    def resume_application_mode(self) -> None:
        """Does nothing if it was not suspended and the terminal is gone.

        With SIGHUP comes SIGCONT, at which the toolkit begins anew: its writes to nowhere fill a queue, and block.
        """
        if self._suspended or os.isatty(self.fileno):
            self._suspended = False
            super().resume_application_mode()
            self.name_window(self._name_before)

    def run_input_thread(self) -> None:
        """Reads keys, clicks and reports until the app ends."""
        if (parser := parser_class()) is not None and is_known(self, "fileno", "exit_event"):
            self._read_on(Sequences(parser))
            return
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except (ValueError, ArithmeticError, LookupError):
                continue  # what was read with it is lost

    def process_message(self, message: Message) -> None:
        """Hands on a key, a click or a report; one that cannot be meant is passed over."""
        if is_possible(message):
            super().process_message(message)

    def _read_on(self, sequences: "Sequences") -> None:
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                text = ""
                if selector.select(_WAIT):
                    text = decode(raw := _read(self.fileno))
                    if not raw:
                        return
                for message in sequences.read(text):
                    self.process_message(message)


def _keeps_line_feeds(read: int, written: int) -> bool:
    """Has the terminal that is read and written send line feeds as they are, without carriage returns.

    False: it does not, as it is not one terminal, or not in the hands of this program. What it was before comes back
    with all other settings when the app is suspended or ends.
    """
    try:
        if not os.path.sameopenfile(read, written) or os.tcgetpgrp(read) != os.getpgrp():
            return False
        settings = termios.tcgetattr(read)
        settings[tty.OFLAG] &= ~(termios.ONLCR | termios.ONLRET)
        termios.tcsetattr(read, termios.TCSANOW, settings)
    except (OSError, ValueError, termios.error):
        return False
    return True


def _read(descriptor: int) -> bytes:
    """What has come from the terminal; nothing when it is gone, which `shutdown` watches for."""
    try:
        return os.read(descriptor, _AT_ONCE)
    except OSError:
        return b""


class Sequences:
    """What the characters from a terminal mean; a sequence that makes no sense means nothing.

    An Escape and the letter after it are two keys, however fast they come: the toolkit takes a burst of both for one
    key with Alt, and on some letters for an arrow or a foreign sign.
    """

    def __init__(self, parser: "type[XTermParser]") -> None:
        self._new_parser = parser
        self._parser = parser()
        self._escape = False
        """An Escape came, and what it begins is not known yet."""
        self._last = ""
        """The latest characters, as many as the mark before pasted text has."""
        self._pasted = False
        """What comes is pasted text: an Escape in it is no key."""
        self._mark = ""
        """What came of the mark behind pasted text."""

    def read(self, text: str) -> Iterator[Message]:
        """The messages that these characters complete; without any, what a pause completes: an Escape alone."""
        for character in text:
            yield from self._take_pasted(character) if self._pasted else self._take(character)
        if not text:
            yield from self._alone()
            yield from self._sound("")

    def _take(self, character: str) -> Iterator[Message]:
        self._last = (self._last + character)[-len(_PASTE) :]
        self._pasted = self._last == _PASTE
        if self._escape and character in _INTRODUCERS:
            self._escape = False
            yield from self._sound("\x1b")
            yield from self._sound(character)
            return
        yield from self._alone()
        if character == "\x1b":
            self._escape = True
        else:
            yield from self._sound(character)

    def _take_pasted(self, character: str) -> Iterator[Message]:
        """A character of pasted text. An Escape that does not begin the mark behind the text is left out of it."""
        self._mark += character
        if _PASTED.startswith(self._mark):
            if self._mark != _PASTED:
                return
            self._pasted, self._last = False, ""
        sound = self._mark if not self._pasted else self._mark.replace("\x1b", "")
        begun = self._pasted and character == "\x1b"
        self._mark = character if begun else ""
        for letter in sound:
            yield from self._sound(letter)

    def _alone(self) -> Iterator[Message]:
        """The Escape that began nothing, if there is one."""
        if self._escape:
            self._escape = False
            yield events.Key("escape", "\x1b")

    def _sound(self, character: str) -> list[Message]:
        try:
            return list(self._parser.feed(character) if character else self._parser.tick())
        except Exception:
            # The toolkit raises whatever its numbers come to; all that was begun is forgotten.
            self._parser = self._new_parser()
            return []


def is_possible(message: Message) -> bool:
    """Can it have been meant? No size is larger than any screen, and no key is half a character."""
    if isinstance(message, events.Resize):
        return 0 < message.size.width <= LARGEST and 0 < message.size.height <= LARGEST
    if isinstance(message, events.Key) and message.character:
        return not any("\ud800" <= letter <= "\udfff" for letter in message.character)
    return True
