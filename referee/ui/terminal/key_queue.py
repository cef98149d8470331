"""Key queue: the one way of keys from the app to the screen that is open."""

from collections import deque
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen

from referee.ui.terminal.textual_version import is_known

if TYPE_CHECKING:
    from rich.console import RenderableType

    from referee.ui.terminal.changed_lines import ShownLines

from referee.ui.terminal.terminal_app import TerminalApp

QUIT = "ctrl+q"
"""The toolkit's own key: it ends the app from anywhere."""
REDRAW = "ctrl+l"
"""Sends all of the screen again, as when another program has written on the terminal."""
SUSPEND = "ctrl+backslash"
"""Stops the app and gives the terminal back to the shell, until `fg`: ctrl+z is undo here."""

_LINE_END = "ctrl+j"
"""The end of a line, as programs that type for somebody send it: it is Enter."""


class KeyScreen(Screen[None]):
    """A screen that is given its keys by the app, and by no other way."""

    takes_keys = False
    """It is ready for a key; not before it is mounted, nor once it was left."""

    async def on_event(self, event: events.Event) -> None:
        """Takes an event, unless the app ended before the panes were made: then there is nothing to be drawn in."""
        if self.children or not isinstance(event, events.Mount | events.Resize | events.ScreenResume):
            await super().on_event(event)

    def on_mount(self) -> None:
        self.takes_keys = True
        if isinstance(self.app, KeyQueueApp):
            self.app.release_keys()

    def take_key(self, event: events.Key) -> None:
        """Does what one key means here."""
        raise TypeError("a screen says itself what its keys mean")

    def take_paste(self, text: str) -> None:
        """Does what pasted text means here; nothing, where nothing is typed."""

    def hand_over(self, message: Message) -> None:
        """Tells the app to put another screen in the place of this one; the keys that follow are for that one."""
        if isinstance(self.app, KeyQueueApp):
            self.app.hold_keys()
        self.app.post_message(message)


class KeyQueueApp(TerminalApp):
    """An app whose screens take keys and pasted text in the order in which they came, and that sends what changed."""

    def __init__(self, driver_class: type[Driver] | None = None, ansi_color: bool | None = None) -> None:
        super().__init__(driver_class=driver_class, ansi_color=ansi_color)
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._held = False
        self._shown = _shown_lines(self)
        """Lines on the terminal; None if Textual sends everything that it draws."""

    def _display(self, screen: Screen[Any], renderable: "RenderableType | None") -> None:
        """Sends an update of Textual's, reduced to what changed."""
        if renderable is not None and self._shown is not None:
            renderable = self._shown.reduced(renderable)
        super()._display(screen, renderable)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and event.key == _LINE_END:
            event = events.Key("enter", "\r")
        if isinstance(event, events.Resize):
            # Also after the program was stopped and goes on: the terminal may show anything.
            self._forget_shown()
        if isinstance(event, events.Key) and event.key == REDRAW:
            self._forget_shown()
            _ = self.screen.refresh()
        elif isinstance(event, events.Key) and event.key == SUSPEND:
            self.suspend_by_key()
        elif isinstance(event, events.Key | events.Paste) and not (isinstance(event, events.Key) and event.key == QUIT):
            self._waiting.append(event)
            self._take_keys()
        else:
            await super().on_event(event)

    def _forget_shown(self) -> None:
        if self._shown is not None:
            self._shown.forget()

    def suspend_by_key(self) -> None:
        """Stops the app until the shell's `fg`; does nothing where it cannot be stopped, as in a browser."""
        self.action_suspend_process()

    def hold_keys(self) -> None:
        """Keys wait until another screen is mounted."""
        self._held = True

    def release_keys(self) -> None:
        """A screen is mounted: it takes the keys that wait for it."""
        self._held = False
        self._take_keys()

    def _take_keys(self) -> None:
        while self._waiting and not self._held:
            screen = self.screen
            if not isinstance(screen, KeyScreen) or not screen.takes_keys:
                return
            event = self._waiting.popleft()
            if isinstance(event, events.Paste):
                screen.take_paste(event.text)
            else:
                screen.take_key(event)


def _shown_lines(app: App[Any]) -> "ShownLines | None":
    """Returns a record of the lines sent, or None if this Textual lacks the private parts that it needs."""
    if not is_known(app, "_display"):
        return None
    try:
        from referee.ui.terminal.changed_lines import ShownLines
    except ImportError:
        return None
    return ShownLines()
