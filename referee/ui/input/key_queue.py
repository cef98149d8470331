"""Keys as they come: which driver reads them, and the one queue of the app through which they go."""

from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import DockArrangeResult, WidgetPlacement
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from referee.ui.drawing.sent_cells import SentCells
from referee.ui.drawing.textual_version import is_known
from referee.ui.shutdown import is_in_browser

if TYPE_CHECKING:
    from rich.console import RenderableType

    from referee.ui.drawing.partial_update import PartialCompositor

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

    def __init__(self) -> None:
        super().__init__()
        app = self.app
        self.partial = _use_partial_updates(self, app.sent, self.side_by_side) if isinstance(app, KeyQueueApp) else None
        """What makes its updates, where they are partial ones."""
        self.is_taking = False
        """A key or pasted text is being taken."""
        self.changed: dict[Widget, set[int]] = {}
        """The lines of its panes that keys have changed since they were sent last."""
        self.has_moved = False
        """Keys have placed panes elsewhere since they were sent last."""
        self._is_laying_out = False

    async def on_event(self, event: events.Event) -> None:
        """Takes an event, unless the app ended before the panes were made: then there is nothing to be drawn in."""
        if self.children or not isinstance(event, events.Mount | events.Resize | events.ScreenResume):
            await super().on_event(event)

    def on_mount(self) -> None:
        self.takes_keys = True
        if isinstance(self.app, KeyQueueApp):
            self.app.release_keys()

    def arrange(self, size: Size, _optimal: bool = False) -> DockArrangeResult:
        """Its panes are where they were placed; Textual says where they are as long as not all of them are placed."""
        shown = [widget for widget in self.children if widget.display]
        if self.partial is None or not (places := _places(shown)):
            return super().arrange(size, _optimal)
        free = Spacing()
        there = [WidgetPlacement(at, Offset(), free, pane) for at, pane in zip(places, shown, strict=True)]
        return DockArrangeResult(there, {*shown}, free)

    def lay_out_soon(self) -> bool:
        """Lays it out by where its panes were placed, as the next lines are sent. False: it goes by their styles."""
        if self.partial is None:
            return False
        if self.is_taking:
            self.has_moved = True
        else:
            _ = self.refresh(layout=True)
        return True

    def _compositor_refresh(self) -> None:
        """Draws nothing while the app holds back what is drawn: it is all drawn once at the end of that. Nor where it
        is only laid out.
        """
        if self.partial is None or not (self.app._batch_count or self._is_laying_out):
            super()._compositor_refresh()

    def send_changed(self) -> None:
        """Sends the lines that keys have changed; all, where panes are elsewhere now.

        Textual would send them once each pane has told the screen, and the screen the compositor: a fifth of all that a
        key takes. It does so for a page that is covered.
        """
        changed, self.changed, app, partial = self.changed, {}, self.app, self.partial
        moved, self.has_moved = self.has_moved, False
        if partial is not None and app.screen is self and not app._batch_count and (not moved or self.side_by_side()):
            app._display(self, partial.update_of({**changed, **self._lay_out()} if moved else changed))
            return
        for pane, lines in changed.items():
            _ = pane.refresh(*[Region(0, y, pane.size.width, 1) for y in lines])
        if moved:
            _ = self.refresh(layout=True)

    def side_by_side(self) -> list[Widget]:
        """Its panes, where they fill the whole window, so that nothing is seen but their lines; else none."""
        shown = [widget for widget in self.children if widget.display]
        return shown if sum(place.area for place in _places(shown)) == self.outer_size.area else []

    def _lay_out(self) -> "dict[Widget, Collection[int]]":
        """Lays it out without drawing it; all lines of the panes that are elsewhere now, which are to be sent."""
        before, self._is_laying_out = {pane: pane.region for pane in self.children}, True
        try:
            self._refresh_layout()
        finally:
            self._is_laying_out = False
        self._compositor._dirty_regions.clear()
        self._dirty_widgets.clear()
        return {pane: range(at.height) for pane, old in before.items() if (at := pane.region) != old and pane.display}

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


def _places(widgets: Sequence[Widget]) -> list[Region]:
    """Where each of them was placed; empty where not all of them were."""
    places: list[Region | None] = [getattr(widget, "placed", None) for widget in widgets]
    return [place for place in places if place] if all(places) else []


class TerminalApp(App[None]):
    """An app that takes no key before the first frame: what lay in the terminal's input until then was not for it."""

    def _display(self, screen: Screen[Any], renderable: "RenderableType | None") -> None:
        let_keys_in: Callable[[], None] | None = getattr(self._driver, "let_keys_in", None)
        if let_keys_in is not None and renderable is not None and screen.children:
            let_keys_in()
        super()._display(screen, renderable)


class KeyQueueApp(TerminalApp):
    """An app whose screens take keys and pasted text in the order in which they came, and that knows what it sent."""

    def __init__(self, driver_class: type[Driver] | None = None, ansi_color: bool | None = None) -> None:
        super().__init__(driver_class=driver_class, ansi_color=ansi_color)
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._held = False
        self.sent = SentCells()

    def _display(self, screen: Screen[Any], renderable: "RenderableType | None") -> None:
        """All that Textual draws goes this way; what comes from a screen without partial updates is not known."""
        if renderable is not None and getattr(renderable, "sent", None) is not self.sent:
            self.sent.forget()
        super()._display(screen, renderable)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and event.key == _LINE_END:
            event = events.Key("enter", "\r")
        if isinstance(event, events.Resize):
            # Also after the program was stopped and goes on: the terminal may show anything.
            self.sent.forget()
        if isinstance(event, events.Key) and event.key == REDRAW:
            self.sent.forget()
            _ = self.screen.refresh()
        elif isinstance(event, events.Key) and event.key == SUSPEND:
            self.suspend_by_key()
        elif isinstance(event, events.Key | events.Paste) and not (isinstance(event, events.Key) and event.key == QUIT):
            self._waiting.append(event)
            self._take_keys()
        else:
            await super().on_event(event)

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
            screen.is_taking = True
            try:
                if isinstance(event, events.Paste):
                    screen.take_paste(event.text)
                else:
                    screen.take_key(event)
            finally:
                screen.is_taking = False

    def on_idle(self) -> None:
        """Sends what keys have changed, as no more of them wait."""
        for screen in self.screen_stack:
            if isinstance(screen, KeyScreen) and (screen.changed or screen.has_moved):
                screen.send_changed()


def name_window(app: App[Any], name: str) -> None:
    """Sets the title of the terminal's window, where the app reads a terminal."""
    set_title: Callable[[str], None] | None = getattr(getattr(app, "_driver", None), "name_window", None)
    if set_title is not None:
        set_title(name)


def chosen_driver() -> type[Driver] | None:
    """The driver that reads the terminal; None, for Textual's own, in a browser and where that has moved."""
    if is_in_browser():
        return None
    try:
        from referee.ui.input.input_driver import InputDriver
    except ImportError:
        return None
    return InputDriver


def _use_partial_updates(
    screen: Screen[Any], sent: SentCells, side_by_side: Callable[[], Sequence[Widget]]
) -> "PartialCompositor | None":
    """Makes a screen send only the cells that change, and returns what does; None where that is not possible: it sends
    whole lines. side_by_side: gives its panes where they fill the window.
    """
    known = is_known(screen, "_compositor", "_refresh_layout", "_dirty_widgets")
    if not known or not is_known(screen.app, "_display", "_batch_count"):
        return None
    try:
        from textual._compositor import Compositor

        from referee.ui.drawing.partial_update import PartialCompositor

        if type(screen._compositor) is not Compositor:
            return None
        screen._compositor = compositor = PartialCompositor(sent, side_by_side)
    except (ImportError, TypeError):
        return None
    return compositor
