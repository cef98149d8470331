"""The encounter screen: the table in five panes, and the question line. Every change goes through its `act`."""

from collections.abc import Callable

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen

from referee.engine.answer import Answer
from referee.engine.history import Amended
from referee.engine.past import corrected_at
from referee.engine.problem import Problem, RulesBug
from referee.engine.question import PARAM
from referee.engine.session import Session
from referee.engine.verb import Command as Order
from referee.ui.commands import Closed, by_key, for_reading, hints, listed
from referee.ui.cursor import Cursor
from referee.ui.every_command import COMMANDS
from referee.ui.follow import Follow
from referee.ui.keeping import Keeping
from referee.ui.key_queue import KeyScreen
from referee.ui.keyboard import Keyboard
from referee.ui.log_lines import LogLines
from referee.ui.messages import Clicked, Left
from referee.ui.mouse import Mouse
from referee.ui.panes.actions import Actions
from referee.ui.panes.ask import Ask
from referee.ui.panes.initiative import Initiative
from referee.ui.panes.log import Log
from referee.ui.panes.roster import Roster
from referee.ui.panes.status import Status
from referee.ui.question_line import Mode, QuestionLine
from referee.ui.room import Room
from referee.ui.screens.page import Page
from referee.ui.strokes import Painter
from referee.ui.view import View
from referee.ui.watch import Watch
from referee.words.command import correction, named, ordered
from referee.words.foretelling import Forecast, forecast
from referee.words.summary import summary


class EncounterScreen(KeyScreen):
    """One fight in play."""

    AUTO_FOCUS = None

    def __init__(self, session: Session, keeping: Keeping, title: str) -> None:
        super().__init__()
        self._compositor = Painter()
        self.session = session
        self.keeping = keeping
        self.called = title
        self.line = QuestionLine()
        self.log_lines = LogLines(session)
        self.cursor = Cursor(self)
        self.keyboard = Keyboard(self)
        self.mouse = Mouse(self)
        self.room = Room(self)
        self.commands = for_reading(COMMANDS) if keeping.read_only else COMMANDS
        if keeping.read_only:
            # No verb of the system has a key, and what is asked is asked of whoever plays.
            self.keyboard.commands = by_key((*self.commands, Closed(self.keyboard.hotkeys)))
            self.keyboard.hotkeys = {}
        self.following = Follow(self, keeping)
        self.asked = 0
        self.saving = Watch(self, keeping, session)
        self._forecast = Forecast()
        self._forecast_of: object = None

    def compose(self) -> ComposeResult:
        yield Status(id="status")
        for pane in (Initiative(id="initiative"), Roster(id="roster"), Actions(id="actions"), Log(id="log")):
            pane.add_class("pane")
            yield pane
        yield Ask(id="ask")

    def on_mount(self) -> None:
        self.room.fit()
        notices = [*self.keeping.notices, *([self.session.notice] if self.session.notice else [])]
        if notices:
            self.say(" ".join(notices), grave=True)
        self.following.begin()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.room.fit()
        self.show()

    # ---------------------------------------------------------------- what is shown

    @property
    def view(self) -> View:
        """The table as it is now."""
        questions = () if self.keeping.read_only else self.session.questions
        return View(
            rules=self.session.rules,
            encounter=self.session.encounter,
            title=self.called,
            chosen=self.cursor.chosen,
            questions=questions,
            asked=min(self.asked, max(0, len(questions) - 1)),
            order=self._order(),
            focus=self.cursor.pane,
            hotkeys=self.keyboard.hotkeys,
            always=listed(self.commands),
            upcoming="" if questions else self._forecast.upcoming,
            trouble=self.keeping.trouble,
            read_only=self.keeping.read_only,
            player=self.following.player,
        )

    def _order(self) -> str:
        """The innermost open order, while it asks what was not said with it."""
        asks = () if self.keeping.read_only else self.session.questions[:1]
        still = asks and asks[0].key.startswith(PARAM)
        return ordered(self.session.open_commands[-1]) if still else ""

    def show(self) -> None:
        """Shows the table as it is now; each pane draws what is different."""
        self._foretell()
        view = self.view
        self.line.shown(view)
        self.query_one(Status).show(view)
        self.query_one(Initiative).show(view)
        self.query_one(Roster).show(view)
        self.query_one(Actions).show(view)
        self.query_one(Log).show(self.log_lines.lines(), self.cursor.log_line, self.cursor.pane == "log")
        self.show_line(view)

    def show_line(self, view: View | None = None) -> None:
        """Shows the question line as it is now."""
        view = view or self.view
        wide, high = self.app.size
        most = max(1, min(4 if high < 30 else 8, (high - 10) // 2))
        asking = self.line.asking(view, hints(self.commands), wide, most)
        self.room.share(asking.rows)
        self.query_one(Ask).show(asking)

    def say(self, text: str, grave: bool = False) -> None:
        """Tells the referee something, until the next key."""
        self.line.said, self.line.grave = text, grave

    def heard(self) -> tuple[str, bool]:
        """What was said last, and whether it is grave, for a page to say instead: it is not said here again."""
        said, self.line.said = self.line.said, ""
        return said, self.line.grave

    def _foretell(self) -> None:
        """What `next` would do, reckoned when the table has changed; for who only looks on, what is asked."""
        if self.keeping.read_only and (questions := self.session.questions):
            self._forecast, self._forecast_of = Forecast(), None
            self.line.forecast = "asked: " + "; ".join(question.prompt for question in questions)
        elif self.session.encounter is not self._forecast_of and not self.session.questions:
            self._forecast_of = self.session.encounter
            self._forecast = forecast(self.session)
            self.line.forecast = self._forecast.text

    # ---------------------------------------------------------------- what is done

    def act(self, do: Callable[[], None]) -> bool:
        """Does something at the table. It is shown when it is safe; a problem is told, and nothing has changed."""
        try:
            do()
        except (Problem, RulesBug) as problem:
            self.say(str(problem), grave=True)
            self.show_line()
            return False
        self.log_lines.follow()
        self.cursor.follow()
        self.asked = 0
        self.show()
        self.saving.acted()
        return True

    def order(self, verb: str, **given: Answer) -> bool:
        """Gives an order."""
        return self.act(lambda: self.session.command(Order(verb=verb, given=given)))

    def do_line(self, text: str) -> bool:
        """Does what one line of the command language says."""
        from referee.script.run import run_line

        return self.act(lambda: run_line(self.session, text))

    def do_lines(self, text: str) -> bool:
        """Does several lines of the command language, up to the first that fails; those before it stay done."""
        from referee.script.pasted import done_in_order
        from referee.script.run import run_line

        steps = done_in_order(self.session, text, lambda line: run_line(self.session, line))
        left = [True]

        def do_next() -> None:
            left[0] = next((True for _ in steps), False)

        while left[0]:
            if not self.act(do_next):
                return False
        return True

    def answer(self, read: Callable[[], Answer | None]) -> bool:
        """Gives an answer to what is asked; None: the app throws. `read` may raise a Problem, which is told."""
        question = self.view.question
        if question is None:
            return False

        def give() -> None:
            answer = read()
            if answer is None:
                self.session.throw(question.key)
            else:
                self.session.answer(answer, question.key)

        return self.act(give)

    def next_question(self) -> None:
        """Another of the open questions is to be answered first."""
        self.asked = (self.view.asked + 1) % len(self.session.questions)
        self.line.fresh()

    def rewind(self, position: int) -> bool:
        """Goes to a place of the record."""
        return self.act(lambda: self.session.rewind(position))

    def take_back(self, inside: bool = False) -> None:
        """Takes back the last act, and says what it was."""
        last = self.session.undone()
        what = "the last answer"
        if isinstance(last, Amended):
            what = correction(last)
        elif last is not None and last.events is None:
            what = named(last)
        elif last is not None and not inside:
            tape = self.session.tape
            before = corrected_at(tape, last.seat, tape.position)
            what = summary(before, last, last.command.secret, self.session.rules)
        if self.act(lambda: self.session.undo(inside)):
            # While something is asked, U may be a symbol of a die.
            again = "Ctrl+Y" if self.line.mode == "ANSWER" else "U"
            self.say(f"Taken back: {what}. {again} brings it back.")
            self.show_line()

    def bring_back(self) -> None:
        """Brings back what was taken back."""
        if self.act(self.session.redo):
            self.say("Brought back.")
            self.show_line()

    # ---------------------------------------------------------------- keys and clicks

    def take_key(self, event: events.Key) -> None:
        """One key, in the order in which they were pressed."""
        self.keyboard.take(event)
        if self.takes_keys:
            self.show_line()

    def take_paste(self, text: str) -> None:
        """Pasted text."""
        self.line.said = ""
        if self.keeping.read_only:
            self.say(Closed(()).barred(self), grave=True)
        else:
            self.keyboard.typing.paste(text)
        self.show_line()

    @on(Clicked)
    def on_click_at_the_table(self, message: Clicked) -> None:
        """Any click, told by the pane it fell on."""
        self.mouse.take(message)

    def begin(self, mode: Mode, text: str = "", behind: str = "") -> None:
        """Something is to be typed, between these texts."""
        self.line.begin(mode, text, behind)
        self.keyboard.typing.tell()
        self.show_line()

    # ---------------------------------------------------------------- other screens

    def turn_to(self, page: Screen[None]) -> None:
        """Another page, from which one comes back here."""
        if isinstance(page, Page):
            page.read_only = self.keeping.read_only
        _ = self.app.push_screen(page)

    def leave(self) -> None:
        """Back to the shelf."""
        self.hand_over(Left())

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.show()

    def on_unmount(self) -> None:
        self.keeping.close()
