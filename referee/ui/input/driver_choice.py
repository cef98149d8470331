"""The driver that reads the terminal: the program's own, or the toolkit's."""

from textual.driver import Driver

from referee.ui.shutdown import is_in_browser


def chosen_driver() -> type[Driver] | None:
    """The driver that reads the terminal; None, for Textual's own, in a browser and where that has moved."""
    if is_in_browser():
        return None
    try:
        from referee.ui.input.input_driver import InputDriver
    except ImportError:
        return None
    return InputDriver
