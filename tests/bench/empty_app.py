"""The smallest Textual app there is: what every start is compared with."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Empty(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        yield Static("nothing here")


if __name__ == "__main__":
    Empty().run()
