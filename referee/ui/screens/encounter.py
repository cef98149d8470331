"""The encounter screen: one fight in play."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual import events, on
from textual.app import ComposeResult
from textual.timer import Timer

from referee.engine.mistake import report_mistake
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.state.encounter import OVER
from referee.store.journal import Journal
from referee.store.settings import GUIDE, keep_setting
from referee.ui.controller.controller import Controller, PageRequest, TableKeys
from referee.ui.controller.footer_content import footer_view, most_offers
from referee.ui.controller.table_odds import TableOdds
from referee.ui.drawing.footer_view import FooterView
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import wrapped
from referee.ui.input.key_actions import CLOSED, by_key, closed, for_reading, hints
from referee.ui.input.keyboard import Keyboard, table_keys
from referee.ui.input.messages import Clicked, Left, TakenOver, TakeOverWanted
from referee.ui.input.mouse import Mouse
from referee.ui.input.own_keys import table_actions
from referee.ui.input.play_keys import TAKE_OVER
from referee.ui.screens.table_panes import TablePanes
from referee.ui.terminal.key_queue import KeyScreen
from referee.ui.terminal.terminal_app import name_window
from referee.words.bearer import when

if TYPE_CHECKING:
    from referee.ui.input.first_fight_guide import Guide

from referee.ui.screens.read_ahead import read_ahead
from referee.ui.screens.save_timers import SaveTimers

LOCK_EVERY = 1.0
"""Seconds between looks whether another program has taken over what is open for play."""
AHEAD_AFTER = 0.4
"""Seconds after the first picture until what typing `add` needs is read."""
CLOCK_EVERY = 1.0
"""Seconds between two times on the clock of the top line."""
FOLLOW_EVERY = 0.25
"""Seconds between looks at the files of an encounter that is open for reading only."""


def follow(table: Controller) -> bool:
    """Shows what another program has done since, and says who has come or gone. False if nothing is new."""
    news, before = table.journal.follow(), table.elsewhere
    table.elsewhere = before.after(table.journal)
    player = table.elsewhere.player
    if not (news.changed or news.said) and player == before.player:
        return False
    if player != before.player:
        left = f"The other player left at {table.elsewhere.left}."
        table.say(f"The encounter is now played by {player.told}." if player else left)
    if news.said:
        table.say(news.said, is_error=True)
    if news.changed:
        table.title = table.journal.name
        table.session.follow()
        table.log_lines.follow(anew=news.anew)
        table.cursor.follow()
    table.show()
    return True


class EncounterScreen(KeyScreen):
    """One fight in play."""

    AUTO_FOCUS = None

    def __init__(self, session: Session, journal: Journal, title: str) -> None:
        super().__init__()
        keys, actions = table_keys(session.rules), table_actions(session.rules)
        self._commands = (*for_reading(actions), TAKE_OVER) if journal.read_only else actions
        self.table = Controller(session, journal, title, TableKeys() if journal.read_only else keys, self)
        self.keyboard = Keyboard(self.table)
        if journal.read_only:
            self.keyboard.commands = by_key((*self._commands, closed(keys.hotkeys), TAKE_OVER))
        self._mouse = Mouse(self.table, self.keyboard)
        self._saving = SaveTimers(self, self.table)
        self._taking = False
        """A key, a click or pasted text is being taken; what it changes is drawn once, at its end."""
        journal.in_background = True  # the disk is at it while the table is drawn
        self._was_away = False
        """Another screen has been over it: what the table shows may be older than the table."""
        self._all_due = False
        """All panes are to be drawn then, and not the question line alone."""
        self._panes = TablePanes()
        self._ticking: Timer | None = None
        self.guide: Guide | None = None
        """The hints of the guided fight, while they run."""

    def begin_guide(self) -> None:
        """Shows the hints of the guided fight from now on."""
        from referee.ui.input.first_fight_guide import Guide

        self.guide = Guide(self.table, self._commands)

    def end_guide(self) -> None:
        """Ends the hints; an empty shelf does not offer them again. Guests leave the settings as they are."""
        self.guide = None
        try:
            if not getattr(self.app, "shared", False):
                keep_setting(GUIDE, "seen")
        except Problem as problem:
            self.table.say(f"The hints are over. {problem}", is_error=True)

    def compose(self) -> ComposeResult:
        self._panes.make_for(self.app.size.width)
        yield from self._panes.made

    def on_mount(self) -> None:
        if notices := self.table.notices:
            self.table.say(" ".join((*notices, self.table.heard()[0])).rstrip(), is_error=True)
        if not (self.table.journal.read_only or len(self.table.session.step_log)):
            self.table.begin("COMMAND", "add ", again=True)  # nothing else can be done at a table without figures
        if self.table.journal.read_only:
            self.set_interval(FOLLOW_EVERY, self._follow)
        else:
            self.set_interval(LOCK_EVERY, self._look_for_others)
            self.set_timer(AHEAD_AFTER, lambda: read_ahead(self, self.table))
            if not getattr(self.app, "shared", False):
                self.table.odds = TableOdds(self.table.journal.folder.path, self._odds_came, self.app.is_headless)
        self._set_clock()
        self.table.show()

    def _set_clock(self) -> None:
        """Starts the clock of the top line, or stops it, as the settings say; while it is off nothing is sent."""
        if self._ticking is not None:
            self._ticking.stop()
        self._ticking = self.set_interval(CLOCK_EVERY, self._panes.tick) if self._panes.set_clock(self.table) else None

    def _odds_came(self) -> None:
        if self.is_current:
            self.table.show()

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._panes.window:
            _ = self.mount(*self._panes.make_for(event.size.width))
            self.table.show()

    def on_screen_suspend(self) -> None:
        self._was_away = True

    def on_screen_resume(self) -> None:
        if self._was_away:
            self._set_clock()
            self.table.show()

    def on_unmount(self) -> None:
        self.table.close()

    # ---------------------------------------------------------------- what the controller has shown

    def show(self) -> None:
        """Shows the table as it is now; each pane draws what is different. The hints go on with what was done."""
        if self.guide is not None and not self.guide.follow():
            self.end_guide()
        self._all_due = True
        self.show_line()

    def show_line(self) -> None:
        """Shows the question line as it is now."""
        if not self._taking:
            self._draw()

    @contextmanager
    def _drawn_once(self) -> Iterator[None]:
        """Draws once, at the end, what a key, a click or pasted text has changed; tells why it cannot be done."""
        self._taking = True
        try:
            yield
        except Problem as problem:
            self.table.say(problem)
        finally:
            self._taking = False
        if self.takes_keys:
            self._draw()
        if self._saving.has_acted:
            self._saving.wait()

    def _draw(self) -> None:
        """Draws the question line, and the other panes if they are due."""
        view, everything, self._all_due = self.table.view, self._all_due, False
        wide, high = size = self.app.size
        try:
            keys = hints(self._commands, view.focus, "summary" if view.is_decided else "")
            asking = footer_view(self.table.line, view, keys, wide, most_offers(high))
            if self.guide is not None:
                asking = replace(asking, guide=tuple(wrapped(self.guide.hint, max(1, wide - 2))))
        except Exception as error:
            asking = FooterView(said=report_mistake("The question", error), is_error=True)
        self._panes.draw(self.table, view, asking, size, everything)
        if everything:
            turn = f" {GLYPHS.dot} {view.who()}" if view.encounter.turn else ""
            phase = OVER if view.encounter.phase == OVER else ""  # a window's title is short
            name_window(self.app, f"{view.title} {GLYPHS.dot} {when(view.encounter.round, phase)}{turn}")

    def fit(self) -> None:
        """Another pane has the arrow keys: in a narrow window it is the one that is shown."""
        self._all_due = True

    def acted(self) -> None:
        """Makes sure that what was done is on the disk before the terminal shows it."""
        self._saving.acted()
        if not self._taking:
            self._saving.wait()

    def open_page(self, request: PageRequest) -> None:
        """Another page, from which one comes back here, or the palette over the table."""
        if self.guide is not None and request.kind in ("keys", "palette", "help"):
            self.guide.looked_up()
        if request.kind in ("keys", "palette"):
            self._open_palette(explain=request.kind == "keys")
        elif request.kind == "player":
            self.app.post_message(TakeOverWanted())
        else:
            from referee.ui.screens.pages import page_for

            page = page_for(request, self.table)
            page.read_only = self.table.journal.read_only
            _ = self.app.push_screen(page)

    def _open_palette(self, explain: bool) -> None:
        """What can be done, over the table; `explain`: with what is asked, and the table in view beside it."""
        from referee.ui.panes.palette_items import doables
        from referee.ui.screens.explanation import explained
        from referee.ui.screens.palette import Palette

        title, told = ("Help · ? topics", explained(self.table.view)) if explain else ("Do", ())
        items = doables(self.table, self._commands)
        read = partial(self.table.open, "help")
        _ = self.app.push_screen(Palette(title, items, self._do, read, told, beside=explain, read_topic=read))

    def _do(self, word: str) -> None:
        """Something that was chosen in the palette."""
        with self._drawn_once():
            self.table.line.said = ""
            if word.startswith(":"):
                self.keyboard.press(word[1:])
            else:
                self.table.order(word)

    def _follow(self) -> None:
        """Shows what the program does that plays it, also on the page that is open."""
        if follow(self.table):
            from referee.ui.screens.page import Page

            if isinstance(page := self.app.screen, Page):
                page.follow()

    def _look_for_others(self) -> None:
        """Has it said that another program has taken over, at once when that is known."""
        if told := self.table.journal.taken_over():
            self.app.post_message(TakenOver(told))

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard of whoever sits at the terminal."""
        self.app.copy_to_clipboard(text)

    def leave(self) -> None:
        """Back to the shelf."""
        self.hand_over(Left())

    # ---------------------------------------------------------------- keys and clicks

    def take_key(self, event: events.Key) -> None:
        """One key, in the order in which they were pressed."""
        with self._drawn_once():
            if self.guide is not None and event.key == "escape" and self.keyboard.leaves_nothing:
                self.table.say("To see the hints again, press g on the shelf.")
                self.end_guide()
            else:
                self.keyboard.take(event)

    def take_paste(self, text: str) -> None:
        """Gives pasted text to the line that is typed; refused where the encounter is open read-only."""
        self.table.line.said = ""
        with self._drawn_once():
            if self.table.journal.read_only:
                self.table.say(CLOSED, is_error=True)
            else:
                self.keyboard.typing.paste(text)

    @on(Clicked)
    def on_click_at_the_table(self, message: Clicked) -> None:
        """Any click, told by the pane it fell on."""
        with self._drawn_once():
            self._mouse.take(message)
