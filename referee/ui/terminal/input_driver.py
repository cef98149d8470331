"""Input driver: the terminal's input, read so that nothing that a terminal can send ends the app."""

import asyncio
import os
import selectors
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from referee.text.harmless import harmless
from referee.ui.terminal.input_sequences import Sequences, is_possible
from referee.ui.terminal.textual_version import is_known, parser_class

_AT_ONCE = 4096
_WAIT = 0.1
"""Seconds after which it is looked whether the app ends, and whether an Escape stands alone."""
_IN_BACKGROUND = 0.3
"""Seconds after which a program that was continued in the background stops again, if nothing ends it."""
_KEEP_TITLE, _OLD_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""What makes a terminal keep the title of its window, and show it again; some do neither."""
_TYPED = events.InputEvent | events.Paste
"""What a person does: keys, clicks and pasted text."""


class InputDriver(LinuxDriver):
    """Reads keys, clicks and reports; passes over what makes no sense, where the toolkit's own driver would end.

    The terminal is left alone while the app is suspended, and while it belongs to another program: an app that runs in
    the background then, stops again, or ends if it is told to.
    """

    _began = False
    """The terminal was taken for the first time."""
    _suspended = False
    """The terminal was given back: nothing is read, written or set there."""
    _lets_keys_in = False
    """A frame was drawn since the app has had the terminal."""
    _window_name = ""
    _unsent = ""
    """A new title, which is sent with the next frame, as that changes with it: one packet over SSH, not two."""
    _name_before = ""
    """The title that the window had when the app was suspended."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or terminal_size())
        self._events = asyncio.get_running_loop()
        signal.signal(signal.SIGCONT, self._on_continued)

    def _get_terminal_size(self) -> tuple[int, int]:
        return terminal_size() or super()._get_terminal_size()

    def name_window(self, name: str) -> None:
        """Sets the title of the terminal's window; nothing in it may steer a terminal. The first keeps what it was.

        The title comes back when the app is suspended or ends.
        """
        if name != self._window_name:
            self._unsent += ("" if self._window_name else _KEEP_TITLE) + f"\x1b]2;{harmless(name)}\x07"
            self._window_name = name

    def write(self, data: str) -> None:
        if self._suspended:
            return
        if self._lets_keys_in:
            data, self._unsent = self._unsent + data, ""
        super().write(data)

    def let_keys_in(self) -> None:
        """Takes keys, clicks and pasted text from now on. Called with each frame."""
        self._lets_keys_in = True

    def start_application_mode(self) -> None:
        while _is_of_others(self.fileno):  # it was begun in the background
            os.kill(os.getpid(), signal.SIGSTOP)
        self._began, self._suspended = True, False
        self._lets_keys_in = not is_known(self._app, "_display")
        # Textual has no types there.
        begin: Callable[[], None] = super().start_application_mode
        begin()
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)  # to read in the background fails, and stops nothing

    def disable_input(self) -> None:
        if not self._suspended:
            super().disable_input()

    def stop_application_mode(self) -> None:
        if self._suspended:
            return
        if self._window_name:
            if not self._unsent.startswith(_KEEP_TITLE):
                self.write(f"\x1b]2;\x07{_OLD_TITLE}")
            self._name_before, self._window_name, self._unsent = self._window_name, "", ""
        super().stop_application_mode()

    def suspend_application_mode(self) -> None:
        super().suspend_application_mode()
        self._suspended = True

    def resume_application_mode(self) -> None:
        """Takes the terminal again, and has all of the screen drawn."""
        super().resume_application_mode()
        self.name_window(self._window_name or self._name_before)
        self._app.refresh(layout=True)

    def _on_continued(self, number: int, frame: object) -> None:
        if self._began:
            self._events.call_soon_threadsafe(self._go_on)

    def _go_on(self) -> None:
        """Takes the terminal again if it belongs to this program now; else stops again before long.

        A shell that ends a stopped program sends SIGTERM with SIGCONT.
        """
        if _is_of_others(self.fileno):
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # else its last words could stop it
            self._let_go()
            self._events.call_later(_IN_BACKGROUND, self._stop_again)
        elif os.isatty(self.fileno) and self._app.return_code is None:
            if not self._suspended:  # it was stopped by another program
                self.suspend_application_mode()
            self.resume_application_mode()

    def _let_go(self) -> None:
        """Stops reading and writing without a word to the terminal."""
        if not self._suspended:
            self._suspended = True
            self.exit_event.set()
            if self._key_thread is not None:
                self._key_thread.join()
            self.exit_event.clear()
            self.close()

    def _stop_again(self) -> None:
        if self._app.return_code is None and self._suspended:
            if _is_of_others(self.fileno):
                os.kill(os.getpid(), signal.SIGSTOP)
            else:
                self._go_on()

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
        """Hands on a key, a click or a report; passes over one that cannot be meant, or that came too early."""
        if is_possible(message) and (self._lets_keys_in or not isinstance(message, _TYPED)):
            super().process_message(message)

    def _read_on(self, sequences: Sequences) -> None:
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


def _is_of_others(descriptor: int) -> bool:
    """True if the terminal belongs to another job of the shell. False without job control, and if it is gone."""
    try:
        return os.isatty(descriptor) and os.tcgetpgrp(descriptor) != os.getpgrp()
    except OSError:
        return False


def terminal_size() -> tuple[int, int] | None:
    """Columns and rows as the terminal itself has them, whatever COLUMNS and LINES say; None if it has no size."""
    for stream in filter(None, (sys.__stderr__, sys.__stdin__, sys.__stdout__)):
        with suppress(OSError, ValueError):  # it is no terminal, or closed
            if all(size := os.get_terminal_size(stream.fileno())):
                return size
    return None


def _read(descriptor: int) -> bytes:
    """What has come from the terminal; nothing when it is gone, which `shutdown` watches for."""
    try:
        return os.read(descriptor, _AT_ONCE)
    except OSError:
        return b""
