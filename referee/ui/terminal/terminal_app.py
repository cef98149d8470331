"""Terminal app: the base of apps that read the terminal themselves."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from referee.ui.terminal.browser import is_in_browser

if TYPE_CHECKING:
    from rich.console import RenderableType


class TerminalApp(App[None]):
    """An app that takes no key before the first frame: what lay in the terminal's input until then was not for it."""

    def _display(self, screen: Screen[Any], renderable: "RenderableType | None") -> None:
        let_keys_in: Callable[[], None] | None = getattr(self._driver, "let_keys_in", None)
        if let_keys_in is not None and renderable is not None and screen.children:
            let_keys_in()
        super()._display(screen, renderable)


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
        from referee.ui.terminal.input_driver import InputDriver
    except ImportError:
        return None
    return InputDriver
