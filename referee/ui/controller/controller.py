"""The controller: what can be done at a table, independent of what shows it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct

from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Answer
from referee.engine.record.recorded_steps import Reply
from referee.engine.record.session import Session
from referee.engine.state.bearer import Tag
from referee.engine.verbs.verb import Command, Verb
from referee.store.journal import Journal
from referee.ui.controller import reply
from referee.ui.controller.action_list import actions
from referee.ui.controller.cursor import Cursor
from referee.ui.controller.last_act import LastAct
from referee.ui.controller.line_advice import advice, coming
from referee.ui.controller.line_done import LineDone, done_line
from referee.ui.controller.log_lines import LogLines
from referee.ui.controller.next_turn_view import NextTurnView
from referee.ui.controller.played_elsewhere import PlayedElsewhere
from referee.ui.controller.question_line import Mode, QuestionLine
from referee.ui.controller.roster_order import turn_letters
from referee.ui.controller.table_odds import TableOdds, wanted_odds
from referee.ui.controller.view import Action, View
from referee.ui.map.map_file import MapFiles

if TYPE_CHECKING:
    from referee.dialogue.suggestions import Suggestion

_Summoned = Literal["conditions", "forecast", "keys", "odds", "palette", "player", "report", "summary"]
PageKind = _Summoned | Literal["sheet", "group", "history", "rules", "map", "help", "settings", "library"]


class PageRequest(Struct, frozen=True):
    """A page is to be opened: of what kind, and for which figure, group or clause."""

    kind: PageKind
    subject: str = ""


class Display(Protocol):
    """What shows the table."""

    def show(self) -> None:
        """The table has changed."""

    def show_line(self) -> None:
        """The question line has changed."""

    def fit(self) -> None:
        """Another pane has the arrow keys."""

    def acted(self) -> None:
        """Something was done and is on its way to the disk."""

    def open_page(self, request: PageRequest) -> None:
        """Opens a page above the table."""

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard of whoever sits at the terminal."""

    def leave(self) -> None:
        """Goes back to the shelf."""


class MenuKey(Struct, frozen=True):
    """A key of every table that the actions pane lists."""

    key: str
    label: str
    barred: Callable[[Any], str]
    """Given the controller, why it cannot be done now; empty if it can."""


class TableKeys(Struct, frozen=True):
    """The keys of the table, as they are shown: those of the system's verbs, and those that every table has."""

    hotkeys: Mapping[str, Verb] = MappingProxyType({})
    always: tuple[MenuKey, ...] = ()
    """The first is `next`."""
    fold_key: str = ""
    """It shows the actions that cannot be done now, or folds them into one line."""


class Controller:
    """One encounter in play: its session, the line that is typed, and what is chosen."""

    def __init__(self, session: Session, journal: Journal, title: str, keys: TableKeys, display: Display) -> None:
        self.session, self.journal = session, journal
        self.title = title
        self.keys = keys
        self.line = QuestionLine()
        self.log_lines = LogLines(session)
        self.cursor = Cursor(session)
        self._last_act = LastAct(session)
        self.map_files = MapFiles()
        self._display = display
        self.elsewhere = PlayedElsewhere().after(journal)
        self._asked = 0
        self.proposal = ""
        """The order that does what the last line only told of; empty if there is none."""
        self.next = NextTurnView(session)
        self.odds: TableOdds | None = None
        self.view = self._view()
        """The table as it was last shown; what changes it has it shown again."""

    # ---------------------------------------------------------------- what is shown

    def _view(self) -> View:
        cursor = self.cursor
        # In the other panes Enter opens a line of the log, or does the action under the cursor.
        suggested = self.next.suggested if cursor.pane in ("roster", "initiative") else None
        # Nothing is asked here, where somebody else plays.
        questions = () if self.journal.read_only else self.session.questions
        asked = min(self._asked, max(0, len(questions) - 1))
        question = questions[asked] if questions else None
        letters = turn_letters(self.session.rules, self.session.encounter) if self.line.until else {}
        offers = reply.offers(question, self.session.encounter) if question is not None else ()
        always = [Action(each.key, each.label, f":{each.key}", each.barred(self)) for each in self.keys.always]
        odds = self.odds.ways if self.odds is not None and self.odds.on else {}
        return View(
            rules=self.session.rules,
            encounter=self.session.encounter,
            title=self.title,
            chosen=cursor.chosen,
            questions=questions,
            asked=asked,
            question=question,
            figure_keys=letters,
            offers=offers,
            focus=cursor.pane,
            row_at=cursor.row_at,
            action=cursor.action,
            own_conditions=self.session.kept.conditions,
            lost=self._last_act.lost,
            arrived=self._last_act.arrived,
            family=cursor.family,
            folded=cursor.folded,
            marks=cursor.marks.now,
            unfolded=cursor.unfolded,
            hotkeys=self.keys.hotkeys,
            always=tuple(always),
            fold_key=self.keys.fold_key,
            all_actions=cursor.all_actions,
            undoes=self.next.undoes,
            is_decided=self.next.is_decided,
            suggestion=suggested.by_key if suggested is not None else "",
            expected=self.next.expected,
            trouble=self.journal.trouble_so_far,
            read_only=self.journal.read_only,
            elsewhere=self.elsewhere,
            odds=odds,
        )

    def show(self) -> None:
        """Has the table shown as it is now."""
        self.next.update(self.journal.read_only)
        self.line.next_turn = self.next.text
        if self.odds is not None and self.odds.on:
            self.odds.want(wanted_odds(self.session, self.cursor))
        self.view = self._view()
        self.line.shown(self.view)
        self._display.show()

    def show_line(self) -> None:
        """Has the question line shown as it is now."""
        self._display.show_line()

    def say(self, what: str | Exception, is_error: bool = False) -> None:
        """Tells the referee something, or what went wrong, until the next key."""
        self.line.said, self.line.is_error = told(what), is_error or isinstance(what, Exception)

    def heard(self) -> tuple[str, bool]:
        """What was said last, and whether it is an error, for a page to say instead: it is not said here again."""
        said, self.line.said = self.line.said, ""
        return said, bool(said) and self.line.is_error

    # ---------------------------------------------------------------- what is done

    def act(self, do: Callable[[], None]) -> bool:
        """Does something at the table. It is shown when it is safe; a problem is told, and nothing has changed."""
        try:
            do()
        except (Problem, RulesBug) as problem:
            self.say(problem)
            self.show_line()
            return False
        self.log_lines.follow()
        self.cursor.follow()
        self._last_act.follow()
        self._asked = 0
        self.show()
        self._display.acted()
        return True

    def order(self, verb: str, **given: Answer) -> bool:
        """Does a command at the table, as `act` does; True if it was done."""
        return self.act(lambda: self.session.command(Command(verb=verb, given=given)))

    def do_line(self, text: str) -> bool:
        """Does what one line of the command language says; what is told of it, and proposed, is said.

        What it asks for help on is shown on a page.
        """
        came = [LineDone()]

        def do() -> None:
            came[0] = done_line(self.session, text)
            self.say(came[0].said)

        done = self.act(do)
        self.proposal = came[0].proposal
        for word in came[0].help_on:
            self.open("help", word)
        return done

    def propose(self, told: str, order: str) -> None:
        """Puts an order on the line, for Enter to do, with what is told of it."""
        self.begin("COMMAND", order)
        self.say(f"{told} Enter OK · Esc cancel")
        self.show_line()

    def do_lines(self, text: str) -> bool:
        """Does several lines of the command language, up to the first that fails; those before it stay done."""
        from referee.dialogue.run_lines import done_in_order, run_line

        steps = done_in_order(self.session, text, lambda line: run_line(self.session, line))
        left = [True]

        def do_next() -> None:
            left[0] = next((True for _ in steps), False)

        while left[0] and self.act(do_next):
            pass
        return not left[0]

    def do_suggested(self, suggestion: "Suggestion") -> None:
        """Does all that is suggested, and says how to undo it."""
        start = self.session.step_log.position
        if self.do_lines("\n".join(each.line for each in suggestion.lines)):
            suggestion.remember(self.session, start)
            self.say(f"Done: {suggestion.does}. u undoes it.")
            self.show()

    def answer(self, read: Callable[[], Answer | tuple[Reply, ...] | None]) -> bool:
        """Gives an answer to what is asked, or several; None: the app throws. A Problem of `read` is told."""
        if (question := self.view.question) is None:
            return False

        def give() -> None:
            if (answer := read()) is None:
                self.session.throw(question.key)
            elif isinstance(answer, tuple):
                self.session.answer_together(answer)
            else:
                self.session.answer(answer, question.key)

        return self.act(give)

    def next_question(self) -> None:
        """Another of the open questions is to be answered first."""
        self._asked = (self.view.asked + 1) % len(self.session.questions)
        self.view = self._view()
        self.line.fresh()

    def rewind(self, position: int) -> bool:
        """Goes to a place of the record."""
        return self.act(lambda: self.session.rewind(position))

    def take_back(self, inside: bool = False) -> None:
        """Takes back the last act, and says what it was."""
        from referee.dialogue.run_lines import take_back
        from referee.words.correction import undone

        last = self.session.done_together
        what = undone(self.session, inside) if last is None else last.what
        if self.act(lambda: take_back(self.session, inside)):
            # While something is asked, U may be a symbol of a die.
            redo = f"{'Ctrl+Y' if self.line.mode == 'ANSWER' else 'U'} redoes it"
            saved = last.party.name if last is not None and last.party is not None else ""
            self.say(f"Undone: {what}. {f'{saved}: as before in the library' if saved else redo}.")
            self.show_line()

    def bring_back(self) -> None:
        """Redo what was undone."""
        if self.act(self.session.redo):
            self.say("Redone.")
            self.show_line()

    # ---------------------------------------------------------------- who and what is chosen

    def choose(self, tag: Tag | None) -> None:
        """Chooses a figure."""
        self.point(lambda: self.cursor.choose(tag))

    def go_to(self, pane: str) -> None:
        """The arrow keys move in that pane."""
        self.point(lambda: self.cursor.go_to(pane))

    def move(self, by: int) -> None:
        """So many rows down within the pane."""
        # Counted only where the arrows are: each verb says whether it can be done, which takes time.
        lines = len(self.log_lines.lines()) if self.cursor.pane == "log" else 0
        doable = [action.word for action in actions(self.view)] if self.cursor.pane == "actions" else []
        self.point(lambda: self.cursor.move(by, lines, doable))
        if action := self.action:
            self.say(action.barred or (refuses_next(self) if action.waits else ""))

    def point(self, move: Callable[[], None]) -> None:
        """Moves the cursor, or folds rows there; a problem is told."""
        pane = self.cursor.pane
        try:
            move()
        except Problem as problem:
            self.say(problem)
            return
        if self.cursor.pane != pane:
            self._display.fit()
        self.show()

    @property
    def action(self) -> Action | None:
        """The action under the cursor; None also where the one that was there is not listed any more."""
        word = self.cursor.action
        return next((action for action in actions(self.view) if action.word == word), None) if word else None

    def copy(self, text: str, what: str) -> None:
        """Copies a text to the clipboard, as far as the terminal lets it, and says so."""
        self._display.copy(text)
        self.say(f"Copied: {what}.")

    # ---------------------------------------------------------------- what is typed, and pages

    def begin(self, mode: Mode, text: str = "", after: str = "", again: bool = False, asked: str = "") -> None:
        """Something is to be typed; the cursor stands between these texts. again: several, until the line is empty.

        asked: the question that it answers.
        """
        self.line.begin(mode, text, after, again, asked)
        self.advise()
        self.show_line()

    def advise(self, complete: bool = False) -> None:
        """Says what may follow in the line that is typed; `complete` writes as much of it as is sure."""
        self.line.hint = advice(self.session, self.line, complete)
        self.line.coming = coming(self.session, self.line)

    def open(self, kind: PageKind, subject: str = "") -> None:
        """Opens a page."""
        self._display.open_page(PageRequest(kind, subject))

    def leave(self) -> None:
        """Back to the shelf."""
        self._display.leave()

    # ---------------------------------------------------------------- the save

    @property
    def notices(self) -> list[str]:
        """What the referee should know about how the encounter was opened."""
        return [*self.journal.notices, *([self.session.notice] if self.session.notice else [])]

    def settle(self) -> None:
        """Brings the file for lookers-on up to date."""
        self.journal.settle(next((question.key for question in self.session.questions), ""), self.session.encounter)

    def close(self) -> None:
        """Writes what is left to write, and lets others play the encounter."""
        if self.odds is not None:
            self.odds.stop()
        self.settle()
        self.journal.close()


def told(what: str | Exception) -> str:
    """A sentence as it is; a problem with the key that opens the help, and the topic there that says more of it; of a
    mistake in the rules that it is one.
    """
    sentence = f"A{what.confession.removeprefix('a')}" if isinstance(what, RulesBug) else str(what)
    return f"{sentence}{what.reference('F9:')}" if isinstance(what, Problem) else sentence


# ---------------------------------------------------------------- why a key does nothing


def needs_chosen(table: Controller) -> str:
    """Why no figure is chosen; empty if one is."""
    try:
        table.cursor.picked()
    except Refused as problem:
        return str(problem)
    return ""


def needs_somebody(table: Controller) -> str:
    """Why neither any figure is marked nor one chosen; empty if there is."""
    return "" if table.cursor.marks or table.cursor.family else needs_chosen(table)


def refuses_next(table: Controller) -> str:
    """Why the next turn cannot begin; empty if it can."""
    return table.next.refused
