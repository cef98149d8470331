"""The smallest Textual app there is: what every start, and every key, is compared with."""

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static


class Empty(App[None]):
    """One line of text, which shows the last key."""

    def compose(self) -> ComposeResult:
        yield Static("nothing here")

    def on_key(self, event: Key) -> None:
        self.query_one(Static).update(f"nothing here but {event.key}")


if __name__ == "__main__":
    Empty().run()
