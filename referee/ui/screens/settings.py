"""The settings page: the theme, who throws the dice, and the readings of the rules."""

from collections.abc import Sequence

from referee.engine.answer import Chosen
from referee.engine.chance import DICE
from referee.ui.controller.controller import Controller
from referee.ui.drawing import theme_choice
from referee.ui.drawing.text_line import Line, StyledText, line, width, wrapped
from referee.ui.drawing.theme_files import theme, theme_names, unreadable
from referee.ui.input.key_actions import KeyAction
from referee.ui.screens.keys_told import keys_told
from referee.ui.screens.list_keys import Back
from referee.ui.screens.page import Page
from referee.words.name import plain


class Another(KeyAction["Settings"]):
    keys = (" ", "right")
    label = "another"
    help = "The next choice for the chosen line."
    hinted = True

    def run(self, screen: "Settings") -> None:
        screen.another()


class Settings(Page):
    """Choices, each with what it means."""

    heading = "Settings"
    commands = (Another(), Back())

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self._themes = theme_names()

    def fill(self) -> None:
        self.listing.show(3 + len(self.table.session.rules.options), self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One setting with its choices, the present one marked."""
        name, choices, now, hint = self._setting(n)
        rows = _choices(name, choices, now, width)
        rows += (line(("   " + row, "dim")) for row in wrapped(hint, width - 4))
        if n == 0:
            rows += (line(("   " + row, "error")) for text in unreadable() for row in wrapped(text, width - 4))
        return [*rows, line()]

    def _setting(self, n: int) -> tuple[str, tuple[str, ...], str, str]:
        encounter, options = self.table.session.encounter, self.table.session.rules.options
        if n == 0:
            now = self.app.theme
            about = f"the colours of the screen, for all encounters; {now}: {theme(now).about}"
            return "theme", self._themes, now, about
        if n == len(options) + 2:
            return "keys", (), "", keys_told(self.table.session.rules)
        option = DICE if n == 1 else options[n - 2]
        cites = f" [{' '.join(option.clauses)}]" if option.clauses else ""
        return option.name, option.choices, option.of(encounter), option.hint + cites

    def another(self) -> None:
        """The next choice for the chosen line."""
        name, choices, now, _ = self._setting(self.listing.at)
        if not choices:
            self.say("That is changed in its file, and counts from the next start on.")
            return
        new = choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]
        if self.listing.at == 0:
            self._theme(new)
        elif self.listing.at == 1:
            self.table.order("dice", mode=Chosen(option=new))
        else:
            self.table.order("option", name=Chosen(option=name), choice=Chosen(option=new))
        said, is_error = self.table.heard()
        if said:
            self.say(said, is_error)
        self.listing.redraw()

    def _theme(self, name: str) -> None:
        self.app.register_theme(theme(name).for_textual)
        self.app.theme = name
        try:
            theme_choice.keep_theme(name)
        except OSError:
            self.say("The theme is chosen for now, but cannot be written down.", is_error=True)


def _choices(name: str, choices: Sequence[str], now: str, cells: int) -> list[Line]:
    """The name of a setting and its choices, over as many lines as they take."""
    rows: list[list[StyledText]] = [[(f" {plain(name):14}", "title")]]
    for word in choices:
        marked = (f" [{word}]", "turn") if word == now else (f"  {word} ", "text")
        if width((*rows[-1], marked)) > cells:
            rows.append([(" " * 15, "text")])
        rows[-1].append(marked)
    return [line(*row) for row in rows]
