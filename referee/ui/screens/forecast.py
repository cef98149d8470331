"""The forecast page: the fight from here on, played to its end many times.

It tells who wins, in how many rounds, who falls how often, and at what cost. Processes of their own play, until all is
played or it is stopped.
"""

from collections.abc import Sequence
from concurrent.futures import CancelledError
from copy import deepcopy
from threading import Thread

from rich.cells import cached_cell_len as cell_len
from textual.app import App

from referee.engine.problem import Problem
from referee.forecast.fight import NOBODY, Start, sides_up, start_of
from referee.forecast.policies import Policy, read_policies
from referee.forecast.tally import Tally
from referee.forecast.tally_lines import MOST_ROWS, Row, figure_rows, heading, mean, percent, round_rows
from referee.forecast.workers import EndedFromOutside, Job, forecast, local_pool
from referee.games import source_of
from referee.ui.controller.controller import Controller
from referee.ui.drawing.bars import health, share_bar
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, fit, line, wrapped
from referee.ui.input.key_actions import key
from referee.ui.screens.page import Page
from referee.words.fight_summary import difficulty_lines

FIGHTS = 1000
"""Fights at first, and so many more each time."""
SEED = 1
NICE = 10
"""So that no key waits for the fights."""
_LABEL = 18
_DONE = 20
"""Cells of the line that shows how many are played."""
_SHARE = 8
"""Cells for a percentage."""
_BAR = 10
"""Cells of the bar of health."""
Item = tuple[StyledText, ...]


class ForecastPage(Page):
    """How the fight is likely to end from here on. Nothing of it changes the table."""

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self.start: Start | None = None
        self.policies: dict[str, Policy] = {}
        self.wanted_fights = FIGHTS
        self.tally = Tally({}, (SEED,))
        self.is_playing = False
        """True while processes play fights for it."""
        self._turn = 0
        """Tells the forecast that is wanted from those that were stopped."""
        self._items: list[Item] = []

    def on_mount(self) -> None:
        session = self.table.session
        try:
            self.start = start_of(session)
            self.policies = read_policies("", sides_up(session.rules, self.start.encounter))
            self._play()
        except Problem as problem:
            self.note = str(problem)
        super().on_mount()

    def on_unmount(self) -> None:
        self.stop()

    # ---------------------------------------------------------------- what is played

    def _play(self, known: Tally | None = None) -> None:
        """Plays the fights that are wanted but for those that are known, in a thread that only waits for the processes
        which do so.
        """
        if self.start is None:
            return
        self.stop()
        self.tally = known or Tally(self.policies, (SEED,))
        job = Job(source_of(self.table.journal), self.start, self.policies, SEED)
        wanted = (self.app, job, self.wanted_fights, deepcopy(self.tally), self._turn)
        Thread(target=self._run, args=wanted, name="forecast", daemon=True).start()

    def _run(self, app: App[object], job: Job, fights: int, known: Tally, turn: int) -> None:
        # The page may be left meanwhile, and has no app then.
        try:
            with local_pool(nice=NICE) as pool:
                app.call_from_thread(self._came, turn, True)
                for tally in forecast(job, fights, pool, known):
                    if turn != self._turn:
                        return
                    app.call_from_thread(self._came, turn, True, deepcopy(tally))
                app.call_from_thread(self._came, turn, False)
        except Problem as problem:
            if turn == self._turn:
                again = " Press m to play it again." if isinstance(problem, EndedFromOutside) else ""
                app.call_from_thread(self._came, turn, False, None, f"{problem}{again}")
        except (RuntimeError, CancelledError):
            if app.is_running:  # else the app has ended meanwhile
                raise

    def _came(self, turn: int, is_playing: bool, tally: Tally | None = None, problem: str = "") -> None:
        """Shows what has come of a forecast, and why it has ended, if nobody has stopped it."""
        if turn == self._turn and self.is_mounted:
            self.is_playing, self.tally = is_playing, tally or self.tally
            if problem:
                self.say(problem, is_error=True)
            self.fill()
            self.show()

    def stop(self) -> None:
        """Ends what is played; what has come of it stays."""
        self._turn += 1
        self.is_playing = False

    # ---------------------------------------------------------------- what is shown

    def fill(self) -> None:
        tally, rules = self.tally, self.table.session.rules
        self.heading = f"Forecast {GLYPHS.dot} {self.table.title}"
        self._items = []
        if self.start is not None:
            told = difficulty_lines(rules, self.start.encounter)
            self._items += [((f" {text}", "dim" if n else "title"),) for n, text in enumerate(told)]
            bar = share_bar(tally.fights / self.wanted_fights, _DONE)
            done = f"{bar}{GLYPHS.gone * (_DONE - cell_len(bar))} {tally.fights:,} of {self.wanted_fights:,} fights"
            self.note = f"Playing: {done}" if self.is_playing else heading(tally)
        if tally.fights:
            won = [(side, tally.wins[side]) for side in (*tally.policy, NOBODY)]
            self._share("Wins", [(side, n) for side, n in won if n or side != NOBODY])
            self._share(f"Rounds: {mean(tally.rounds):.1f} on average", round_rows(tally, MOST_ROWS))
            if self.start is not None and (rows := figure_rows(rules, self.start.encounter, tally)):
                self._title(f"Who falls, {rules.health_label} left, what is spent")
                self._items += (self._figure(row) for row in rows)
        self.listing.show(len(self._items), self.item)

    def _title(self, text: str) -> None:
        self._items += [(("", "text"),)] if self._items else []
        self._items.append(((f" {text}", "title"),))

    def _share(self, title: str, rows: list[tuple[str, int]]) -> None:
        """Rows of how often each thing was so, with a bar beside the number."""
        self._title(title)
        of = self.tally.fights
        for label, n in rows:
            share = n / of
            self._items.append(
                ((f" {fit(label, _LABEL)} ", "text"), (f"{percent(n, of):>{_SHARE}}  ", "text"), (f"{share}", "bar"))
            )

    def _figure(self, row: Row) -> Item:
        words: list[StyledText] = [(f" {fit(row.name, _LABEL)} ", "text")]
        words.append((f"{percent(row.falls, self.tally.fights):>{_SHARE}}  ", "fallen" if row.falls else "text"))
        if row.health is not None:
            _, left, most = row.health
            bar = share_bar(min(1, left / (most or 1)), _BAR)
            words.append((bar + GLYPHS.gone * (_BAR - cell_len(bar)), health(round(left), most)))
            words.append((f" {left:.1f}/{most}".ljust(12), "text"))
        words.append((", ".join(filter(None, (row.how, row.spent))), "dim"))
        return tuple(words)

    def item(self, n: int, width: int) -> list[Line]:
        """One row; its bar is as long as there is room for, and what is too long goes on below."""
        *words, (text, style) = self._items[n]
        if not words:
            return [line((f" {part}", style)) for part in wrapped(text, max(1, width - 2)) or [""]]
        if style == "bar":
            return [line(*words, (share_bar(float(text), max(1, width - _LABEL - _SHARE - 6)), "clause"))]
        room = width - sum(cell_len(each) for each, _ in words) - 1
        if style != "dim" or cell_len(text) <= room:
            return [line(*words, (text, style))]
        indent = " " * (_LABEL + _SHARE + 4)
        return [line(*words), *(line((indent + part, style)) for part in wrapped(text, width - len(indent) - 1))]

    @property
    def hinted(self) -> Sequence[tuple[str, str]]:
        usual = super().hinted
        return [("Esc", "stop"), *(each for each in usual if each[0] != "Esc")] if self.is_playing else usual

    # ---------------------------------------------------------------- keys

    @key("escape", "q", "ctrl+c", hint="back", help="Stop, and leave what there is; again: go back.")
    def leave(self) -> None:
        """Stops what is played; else back to the table."""
        if not self.is_playing:
            super().leave()
            return
        self.stop()
        self.fill()
        self.say(f"Stopped after {self.tally.fights:,} fights.")

    @key("m", hint="more fights", help="Play 1,000 fights more.")
    def more(self) -> None:
        all_played = self.tally.fights == self.wanted_fights
        self.wanted_fights += FIGHTS
        self._play(self.tally if all_played else None)
        self.fill()

    @key("p", hint="policies", help="Say whom each side aims at: nearest, weakest, strongest, random.")
    def aims(self) -> None:
        def done(text: str) -> None:
            self.policies = read_policies(text, tuple(self.policies))
            self._play()
            self.fill()

        said = ",".join(f"{side}={policy}" for side, policy in self.policies.items())
        self.ask("Whom does each side aim at: nearest, weakest, strongest, random?", done, said)
