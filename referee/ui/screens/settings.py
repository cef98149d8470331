"""Settings page: the referee's choices for the program."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.contract.option import Option
from referee.engine.dice.chance import DICE
from referee.engine.questions.answer import Chosen
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import all_verbs
from referee.games import load
from referee.rules import registry
from referee.store.settings import CLOCK, CLOCKS, ODDS, chosen_setting, keep_setting, odds_are_off, settings_problems
from referee.text.harmless import clean
from referee.ui.controller.controller import Controller
from referee.ui.drawing.text_line import Line, StyledText, line, width, wrapped
from referee.ui.drawing.themes import theme, theme_names, unreadable
from referee.ui.input.key_actions import key
from referee.ui.input.own_keys import OwnKeys, own_keys, path
from referee.ui.screens.page import Page


def keys_told(rules: System) -> str:
    """Where the file lies, what it changes, and what is wrong with it."""
    own = own_keys()
    where = f'your own keys: {clean(str(path()))}, with lines such as next = "f12".'
    return " ".join((where, *own.problems, *_unknown(own, rules)))


def _unknown(own: OwnKeys, rules: System) -> Iterator[str]:
    """Names that neither this game nor another has; the others are only loaded for names that this one has not."""
    left = {name for name in own.verbs if name not in all_verbs(rules)}
    if left:
        left -= {name for system in registry.names() for name in all_verbs(load(system))}
    for name in sorted(left):
        yield f"{own.places[name]}: there is no action {clean(name, 20)}."


TOLD_ODDS = Option("odds", ("on", "off"), "show the odds of an attack or a save with its question; press = for more")
CLOCK_SHOWN = Option(CLOCK, CLOCKS, "show in the top line how long the turn and the fight have taken, without breaks")
_NAME = 18
"""Cells for what a setting is called."""


class Settings(Page):
    """Choices, each with what it means."""

    heading = "Settings"

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self._themes = theme_names()

    def fill(self) -> None:
        self.listing.show(5 + len(self.table.session.rules.options), self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One setting with its choices, the present one marked."""
        option, now = self._setting(n)
        rows = _choices(option, now, width)
        hint = option.hint + (f" [{' '.join(option.clauses)}]" if option.clauses else "")
        rows += (line(("   " + row, "dim")) for row in wrapped(hint, width - 4))
        if n == 0:
            wrong = (*settings_problems(), *unreadable())
            rows += (line(("   " + row, "error")) for text in wrong for row in wrapped(text, width - 4))
        return [*rows, line()]

    def _setting(self, n: int) -> tuple[Option, str]:
        """What can be chosen there, and what is chosen now."""
        encounter, options = self.table.session.encounter, self.table.session.rules.options
        if n == 0:
            now = self.app.theme
            about = f"colours, for all encounters; {now}: {theme(now).about}"
            return Option("theme", self._themes, about, labels=self._themes), now
        if n == len(options) + 4:
            return Option("keys", (), keys_told(self.table.session.rules)), ""
        if n == len(options) + 3:
            return CLOCK_SHOWN, chosen_setting(CLOCK, *CLOCKS)
        if n == len(options) + 2:
            return TOLD_ODDS, "off" if odds_are_off() else "on"
        option = replace(DICE, hint=f"{DICE.hint}; also for new encounters") if n == 1 else options[n - 2]
        return option, option.of(encounter)

    @key(" ", "right", hint="another", help="Change the chosen line to the next choice.")
    def another(self) -> None:
        option, now = self._setting(self.listing.at)
        choices = option.choices
        if not choices:
            self.say("Change this in its file, then restart Referee.")
            return
        new = choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]
        dice_changed = False
        if self.listing.at == 0:
            self._theme(new)
        elif self.listing.at == 1:
            dice_changed = self.table.order("dice", mode=Chosen(option=new))
        elif option is TOLD_ODDS:
            self._keep(ODDS, new)
            if self.table.odds is not None:
                self.table.odds.on = not odds_are_off()
        elif option is CLOCK_SHOWN:
            self._keep(CLOCK, new)
        else:
            self.table.order("option", name=Chosen(option=option.name), choice=Chosen(option=new))
        said, is_error = self.table.heard()
        if said:
            self.say(said, is_error)
        if dice_changed:
            self._keep("dice", new)
        self.listing.redraw()

    def _theme(self, name: str) -> None:
        self.app.register_theme(theme(name).for_textual)
        self.app.theme = name
        self._keep("theme", name)

    def _keep(self, name: str, value: str) -> None:
        """What is chosen here begins new encounters, too."""
        with self.telling():
            keep_setting(name, value)


def _choices(option: Option, now: str, cells: int) -> list[Line]:
    """What a setting is called and its choices, over as many lines as they take."""
    rows: list[list[StyledText]] = [[(f" {option.called:{_NAME}}", "title")]]
    for choice in option.choices:
        word = option.label(choice)
        marked = (f" [{word}]", "turn") if choice == now else (f"  {word} ", "text")
        if width((*rows[-1], marked)) > cells:
            rows.append([(" " * (_NAME + 1), "text")])
        rows[-1].append(marked)
    return [line(*row) for row in rows]
