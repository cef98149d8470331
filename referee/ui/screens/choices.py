"""Pages of choices: the settings; what to do where a save is in the way, because another program has it or it cannot be
written; the campaign for an encounter, or the game of a new one.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from referee.engine.contract.option import Option
from referee.engine.dice.chance import DICE
from referee.engine.questions.answer import Chosen
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered import all_verbs
from referee.games import load, offered
from referee.rules import registry
from referee.store.journal import Journal
from referee.store.settings import CLOCK, CLOCKS, ODDS, chosen_setting, keep_setting, odds_are_off, settings_problems
from referee.text.harmless import clean
from referee.ui.controller.controller import Controller
from referee.ui.controller.view import moment
from referee.ui.drawing.text_line import Line, StyledText, cut, line, width, wrapped
from referee.ui.drawing.theme import theme, theme_names, unreadable
from referee.ui.input.key_actions import key
from referee.ui.input.own_keys import OwnKeys, own_keys, path
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


class Unsaved(WaysPage):
    """Three ways on. Leaving closes the journal, which keeps elsewhere what it can."""

    def __init__(self, journal: Journal, then: Callable[[], None]) -> None:
        super().__init__()
        self.journal = journal
        self.then = then
        self.heading = f"NOT SAVED · {journal.name}"

    def fill(self) -> None:
        self.note = f"NOT SAVED: {self.journal.trouble}"
        super().fill()

    @key(
        "k",
        hint="keep and leave",
        help="Keep what is not saved in another folder and leave; the next start restores it.",
    )
    def keep(self) -> None:
        self.then()

    @key("w", "escape", "q", "ctrl+c", hint="wait", help="Go back to the table; saving is tried again every second.")
    def leave(self) -> None:
        super().leave()

    @key("d", hint="drop and leave", help="Leave; what was not saved is lost.")
    def drop(self) -> None:
        self.journal.give_up()
        self.then()

    @key("enter", label="choose", help="Do what the chosen line says.")
    def choose(self) -> None:
        super().choose()


LOOK_EVERY = 0.1
"""Seconds between looks whether the program has ended."""
PATIENCE = 2.5
"""Seconds after which a program that does not end by itself is ended at once; one that runs has long saved by then."""


class TakeOverPage(WaysPage):
    """Three ways on, with who plays it and since when nothing was done."""

    def __init__(self, journal: Journal, then: Callable[[bool], None]) -> None:
        super().__init__()
        self.journal = journal
        self.then = then
        """Opens it for play; True: from the program that has it."""
        self.ending = False
        """That program was told to end."""
        self._waited = 0.0
        self.heading = f"TAKE OVER · {journal.name}"

    def fill(self) -> None:
        player, last = self.journal.player(), self.journal.last
        self.note = f"The encounter is being played by {player.told if player else 'another program'}."
        self.note += f" The last command was at {moment(last.when)}." if last is not None else ""
        super().fill()

    def follow(self) -> None:
        self.fill()
        self.show()

    @key("w", "escape", "q", "ctrl+c", hint="watch", help="Leave it to that program and watch, read-only.")
    def leave(self) -> None:
        super().leave()

    @key(
        "t",
        hint="take over",
        help="Take it over. The other program keeps running, read-only, and saves nothing more.",
    )
    def take(self) -> None:
        self.then(True)

    def already_ending(self) -> str:
        """Why it cannot be ended; empty if it can."""
        return "That program is already closing." if self.ending else ""

    @key(
        "e",
        hint="end it",
        help="End that program, for example if it hangs, and play on from what it saved.",
        bar=already_ending,
    )
    def end_program(self) -> None:
        """Tells the program to end, waits until it has, and ends it at once if it does not."""
        player = self.journal.player()
        if player is None:
            self.then(False)
            return
        player.end()
        self.ending = True
        self.say("Ending that program ...")
        self.set_interval(LOOK_EVERY, self._look)

    def _look(self) -> None:
        """Plays on once that program is gone."""
        player = self.journal.player()
        if not self.takes_keys:
            return
        if player is None:
            self.takes_keys = False
            self.then(False)
            return
        self._waited += LOOK_EVERY
        if self._waited > PATIENCE:
            player.end(at_once=True)


_LETTERS = "abcdefghijklm"
"""The keys of the first campaigns."""


class LetterChoice(Page):
    """One of several names, by its letter."""

    told = "Press a letter."

    def __init__(self, heading: str, there: Sequence[str], then: Callable[[str], None]) -> None:
        """there: the names; then: is given the chosen one."""
        super().__init__()
        self.heading = heading
        self.there, self.then = there, then

    def fill(self) -> None:
        self.note = self.told
        self.listing.show(len(self.there), self.item, 0)

    def item(self, n: int, width: int) -> list[Line]:
        """A name, with its letter."""
        return [line((f"  {_LETTERS[n : n + 1] or ' '}  ", "key"), (cut(self.there[n], width - 6), "text"))]

    def _chosen(self, name: str) -> None:
        self.leave()
        self.then(name)

    @key("enter", hint="choose", help="Take the chosen one.")
    def choose(self) -> None:
        self._chosen(self.there[self.listing.at])

    def press(self, word: str) -> None:
        place = _LETTERS.find(word) if len(word) == 1 else -1
        if 0 <= place < len(self.there):
            self._chosen(self.there[place])
        else:
            super().press(word)


def game_choice(first: str, then: Callable[[str], None]) -> LetterChoice:
    """Which game a new campaign is of; first: the game that is proposed; then: is given the word of the chosen one."""
    words = {title: word for word, title in sorted(offered(), key=lambda game: first not in game)}
    return LetterChoice("Which game is the new campaign of?", [*words], lambda title: then(words[title]))


class CampaignChoice(LetterChoice):
    """Which campaign an encounter is put into: one that there is, or a new one, for which an empty name is given."""

    told = "Press a letter, or n for a new campaign."

    @key("enter", hint="put in", help="Put the encounter into the chosen campaign.")
    def choose(self) -> None:
        super().choose()

    @key("n", hint="new", help="Make a new campaign, and put the encounter into it.")
    def make(self) -> None:
        self._chosen("")


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
