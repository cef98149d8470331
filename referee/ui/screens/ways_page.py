"""Ways page: the base of pages that ask how to go on, each way with its key."""

from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import key
from referee.ui.screens.page import Page


class WaysPage(Page):
    """Three ways on, each with its key: the first that are declared."""

    def fill(self) -> None:
        self.listing.show(3, self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One way on, with its key."""
        first, *rest = wrapped(self.commands[n].help, max(1, width - 8))
        return [
            line((f"  {self.commands[n].keys[0]}  ", "key"), (first, "text")),
            *(line((f"     {row}", "text")) for row in rest),
        ]

    @key("enter", help="Do what the chosen line says.")
    def choose(self) -> None:
        self.press(self.commands[self.listing.at].keys[0])
