"""The encounter screen: the table in five panes, and the question line. It alone talks to the session."""

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from referee import words
from referee.engine.answer import Answer, Picked
from referee.engine.bearer import Tag
from referee.engine.history import encounter_at
from referee.engine.kinds import AWAY
from referee.engine.problem import Problem, Refused, RulesBug
from referee.engine.question import Pick
from referee.engine.session import Session
from referee.engine.verb import Command as Order
from referee.ui.commands import hints
from referee.ui.every_command import COMMANDS
from referee.ui.foretelling import forecast
from referee.ui.keeping import Keeping
from referee.ui.keyboard import Keyboard
from referee.ui.messages import FigureClicked, HintClicked, Left, LineClicked, OfferClicked, VerbClicked
from referee.ui.panes.actions import Actions
from referee.ui.panes.ask import Ask
from referee.ui.panes.initiative import Initiative
from referee.ui.panes.log import Log
from referee.ui.panes.roster import Roster, seated
from referee.ui.panes.status import Status
from referee.ui.question_line import Mode, QuestionLine
from referee.ui.record import Record
from referee.ui.strokes import Painter
from referee.ui.view import View
from referee.ui.watch import Watch

PANES = ("initiative", "roster", "actions", "log")


class EncounterScreen(Screen[None]):
    """One fight in play."""

    AUTO_FOCUS = None

    def __init__(self, session: Session, keeping: Keeping, title: str) -> None:
        super().__init__()
        self._compositor = Painter()
        self.session = session
        self.keeping = keeping
        self.called = title
        self.line = QuestionLine()
        self.record = Record(session)
        self.keyboard = Keyboard(self)
        self.chosen: Tag | None = session.encounter.turn
        self.at = "roster"
        """The pane in which the arrow keys move."""
        self.log_at: int | None = None
        self.asked = 0
        self.saving = Watch(self, keeping, session)
        self._forecast_of: object = None

    def compose(self) -> ComposeResult:
        yield Status(id="status")
        for pane in (Initiative(id="initiative"), Roster(id="roster"), Actions(id="actions"), Log(id="log")):
            pane.add_class("pane")
            yield pane
        yield Ask(id="ask")

    def on_mount(self) -> None:
        self.fit()
        notices = [*self.keeping.notices, *([self.session.notice] if self.session.notice else [])]
        if notices:
            self.say(" ".join(notices), grave=True)
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.fit()
        self.show()

    def fit(self) -> None:
        """What there is room for: five panes, one pane at a time, or one line."""
        wide, high = self.app.size
        tiny = wide < 40 or high < 10
        narrow = not tiny and (wide < 78 or high < 20)
        self.set_class(wide >= 110, "-wide")
        self.set_class(narrow, "-narrow")
        self.set_class(tiny, "-tiny")
        for name in PANES:
            self.set_class(self.at == name, f"-at-{name}")
        for pane in (self.query_one(Initiative), self.query_one(Actions)):
            pane.wall = not narrow

    # ---------------------------------------------------------------- what is shown

    @property
    def view(self) -> View:
        """The table as it is now."""
        questions = self.session.questions
        return View(
            rules=self.session.rules,
            encounter=self.session.encounter,
            title=self.called,
            chosen=self.chosen,
            questions=questions,
            asked=min(self.asked, max(0, len(questions) - 1)),
            order=self._order(),
            focus=self.at,
            hotkeys=self.keyboard.hotkeys,
            trouble=self.keeping.trouble,
            read_only=self.keeping.read_only,
        )

    def _order(self) -> str:
        """The innermost open order, while it asks what was not said with it."""
        asks = self.session.questions[:1]
        still = asks and asks[0].key.startswith(words.PARAM)
        return words.ordered(self.session.open_commands[-1]) if still else ""

    def show(self) -> None:
        """Shows the table as it is now; each pane draws what is different."""
        view = self.view
        self.line.shown(view)
        self._foretell(view)
        self.query_one(Status).show(view)
        self.query_one(Initiative).show(view)
        self.query_one(Roster).show(view)
        self.query_one(Actions).show(view)
        self.query_one(Log).show(self.record.lines(), self.log_at, self.at == "log")
        self.show_line(view)

    def show_line(self, view: View | None = None) -> None:
        """Shows the question line as it is now."""
        view = view or self.view
        wide, high = self.app.size
        asking = self.line.asking(view, hints(COMMANDS), wide, max(1, min(4, (high - 10) // 2)))
        self._make_room(asking.rows)
        self.query_one(Ask).show(asking)

    def _make_room(self, rows: int) -> None:
        """So many lines for the offers; the panes above have the rest."""
        if self.has_class("-tiny"):
            self.styles.clear_rule("grid_rows")
        else:
            panes = "1fr" if self.has_class("-narrow") else "3fr 2fr"
            self.styles.grid_rows = f"1 {panes} {rows + 3}"

    def say(self, text: str, grave: bool = False) -> None:
        """Tells the referee something, until the next key."""
        self.line.said, self.line.grave = text, grave

    def _foretell(self, view: View) -> None:
        """What `next` would do, reckoned when the table has changed."""
        if view.encounter is not self._forecast_of and not view.questions:
            self._forecast_of = view.encounter
            self.line.forecast = forecast(self.session)

    # ---------------------------------------------------------------- what is done

    def act(self, do: Callable[[], None], back: bool = False) -> bool:
        """Does something at the table. It is shown when it is safe; a problem is told, and nothing has changed."""
        there = self._there()
        try:
            do()
        except (Problem, RulesBug) as problem:
            self.say(str(problem), grave=True)
            self.show_line()
            return False
        if back:
            self.record.rebuild()
        else:
            self.record.grow()
        self.asked, self.log_at = 0, None
        if self.chosen not in self.session.encounter.figures or (there and not self._there()):
            self.chosen = None
        self.show()
        self.saving.acted()
        return True

    def _there(self) -> bool:
        """Is the chosen figure at the table? One that was taken off can be chosen, but not stay chosen by that."""
        figure = self.session.encounter.figures.get(self.chosen or "")
        return figure is not None and figure.standing != AWAY.name

    def order(self, verb: str, **given: Answer) -> bool:
        """Gives an order."""
        return self.act(lambda: self.session.command(Order(verb=verb, given=given)))

    def take_back(self, inside: bool = False) -> None:
        """Takes back the last act, and says what it was."""
        entry = self.session.undone()
        what = "the last answer"
        if entry is not None and not inside:
            before = encounter_at(self.session.tape, entry.seat)
            what = words.summary(before, entry, entry.command.secret, self.session.rules)
        if self.act(lambda: self.session.undo(inside), back=True):
            # While something is asked, U is a letter of the answer.
            again = "Ctrl+Y" if self.line.mode == "ANSWER" else "U"
            self.say(f"Taken back: {what}. {again} brings it back.")
            self.show_line()

    def bring_back(self) -> None:
        """Brings back what was taken back."""
        if self.act(self.session.redo, back=True):
            self.say("Brought back.")
            self.show_line()

    # ---------------------------------------------------------------- keys

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.keyboard.take(event)
        self.show_line()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.keyboard.paste(event.text)
        self.show_line()

    def begin(self, mode: Mode, text: str = "") -> None:
        """Something is to be typed."""
        self.line.begin(mode, text)
        self.show_line()

    # ---------------------------------------------------------------- who is chosen

    def choose(self, tag: Tag | None) -> None:
        """Puts the cursor on a figure."""
        self.chosen = tag
        self.show()

    def choose_number(self, number: int) -> None:
        """Puts the cursor on the figure in that row."""
        there = seated(self.session.encounter)
        if 1 <= number <= len(there):
            self.choose(there[number - 1].tag)
        else:
            self.say(f"There is no figure number {number}.", grave=True)

    def move(self, by: int) -> None:
        """Moves the cursor in the pane that has it."""
        if self.at == "log":
            last = len(self.record.lines()) - 1
            at = (last + 1 if self.log_at is None else self.log_at) + by
            self.log_at = None if at > last else max(0, at)
        elif self.at == "actions":
            self.query_one(Actions).move(by)
            self.say(self.query_one(Actions).reason)
        elif there := [figure.tag for figure in seated(self.session.encounter)]:
            place = there.index(self.chosen) + by if self.chosen in there else 0
            self.chosen = there[max(0, min(len(there) - 1, place))]
        self.show()

    def next_pane(self, by: int) -> None:
        """To the pane after, or before, this one."""
        self.go_to(PANES[(PANES.index(self.at) + by) % len(PANES)])

    def go_to(self, pane: str) -> None:
        """The arrow keys move in that pane; in a narrow window it is the one that is shown."""
        self.at = pane
        self.log_at = None
        self.fit()
        self.show()

    def picked(self) -> Picked:
        """The chosen figure as an answer. Refused if none is."""
        if self.chosen is None:
            raise Refused("Choose a figure first: arrows, its number, f to find it, or a click.")
        return Picked(tags=(self.chosen,))

    # ---------------------------------------------------------------- other screens

    def turn_to(self, page: Screen[None]) -> None:
        """Another page, from which one comes back here."""
        _ = self.app.push_screen(page)

    def clause(self) -> str:
        """The clause that the line of the log under the cursor follows from; empty if it follows from none."""
        lines = self.record.lines()
        cites = lines[self.log_at].cites if self.log_at is not None and self.log_at < len(lines) else ()
        return cites[0] if cites else ""

    def leave(self) -> None:
        """Back to the shelf."""
        self.app.post_message(Left())

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.show()

    def on_unmount(self) -> None:
        self.keeping.close()

    # ---------------------------------------------------------------- the mouse

    def on_figure_clicked(self, message: FigureClicked) -> None:
        question = self.view.question
        if self.line.mode == "ANSWER" and isinstance(question, Pick):
            field = self.line.answer
            many = question.most > 1 and field.text
            field.set(f"{field.text.rstrip()} {message.tag}" if many else message.tag)
        self.choose(message.tag)
        if message.again and self.line.mode == "KEYS":
            self.keyboard.press("enter")

    def on_verb_clicked(self, message: VerbClicked) -> None:
        self.line.said = ""
        if message.word.startswith(":"):
            self.keyboard.press(message.word[1:])
        else:
            self.order(message.word)
        self.show_line()

    def on_offer_clicked(self, message: OfferClicked) -> None:
        self.line.said = ""
        self.line.mode = "ANSWER"
        self.line.answer.set(message.word)
        self.keyboard.reply()
        self.show_line()

    def on_line_clicked(self, message: LineClicked) -> None:
        self.at, self.log_at = "log", message.index
        self.show()
        if message.again:
            self.keyboard.press("enter")

    def on_hint_clicked(self, message: HintClicked) -> None:
        self.line.said = ""
        key = message.key if len(message.key) == 1 else message.key.lower().replace("esc", "escape")
        self.on_key(events.Key(key, key if len(key) == 1 else None))
