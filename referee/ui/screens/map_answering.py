"""Map answering: spaces of a map as the answer to a question."""

from collections.abc import Mapping

from referee.engine.questions.answer import Picked, Said
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Space
from referee.ui.controller import reply
from referee.ui.controller.reply import takes_several
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.map.board_answers import BoardAnswers
from referee.ui.map.line_of_sight import Sighting
from referee.ui.screens.map_cursor import WAYS, CursorPage


class MapAnswering:
    """What is asked while the map is open, and the keys that answer it."""

    def __init__(self, page: CursorPage) -> None:
        self._page = page
        self._table = page.table

    def begin(self) -> None:
        """The cursor goes to what is proposed, or the nearest that may be answered."""
        answers, view = self._page.answers, self._table.view
        board, turn = view.encounter.board, view.encounter.turn
        if answers is None or view.question is None or board is None:
            return
        looker = self.looker(answers) or (turn if turn in board.figures else None)
        if looker is not None:
            self._page.cursor = board.spaces(looker)[0]
        if isinstance(view.question, Text):
            return
        proposed = reply.proposed_offer(view.question, view.encounter, chosen=view.chosen)
        there = [space for space, word in answers.words.items() if word == proposed]
        if self._page.cursor not in answers.words:
            self._page.cursor = there[0] if there else answers.nearest(self._page.cursor)

    def looker(self, answers: BoardAnswers | None) -> Tag | None:
        """Whose line of sight is drawn while a figure is asked for: who decides, else whose turn it is."""
        view = self._table.view
        if answers is None or not isinstance(view.question, Pick) or view.encounter.board is None:
            return None
        asking = (view.question.by, *view.question.needs, view.encounter.turn)
        return next((tag for tag in asking if tag in view.encounter.board.figures), None)

    def lit(self, answers: BoardAnswers) -> Mapping[Space, str]:
        """What is shown at each space that may be answered; those that are marked have a tick."""
        picked = self._table.line.picked
        return {s: GLYPHS.done if answers.words[s] in picked else shown for s, shown in answers.shown.items()}

    def hinted(self, answers: BoardAnswers | None) -> tuple[tuple[str, str], ...]:
        """The keys for the hint line while something is asked that can be answered here; none else."""
        if answers is None:
            return ()
        several = takes_several(self._table.view.question)
        enter = (("Space", "tick"), ("Enter", "OK")) if several else (("Enter", "OK"),)
        jump = () if answers.any_space else (("Tab", "next"),)
        ends = (("/", "type"), (":", "command"), ("z", "zoom"), ("?", "keys"), ("Esc", "table"))
        return (*enter, *jump, *ends)

    def note(self, answers: BoardAnswers, sight: Sighting | None) -> str:
        """What Enter would answer, what is seen of it, and what else may be answered."""
        cost = answers.shown.get(self._page.cursor, "")
        told = sight.text if sight is not None else f"{self._page.here}{f', {cost}' if cost else ''}"
        beside = ", ".join(f"{key} {label}" for key, label in answers.beside)
        return f"{told} · {self._does(answers)}{f' · also {beside}' if beside else ''}"

    def _does(self, answers: BoardAnswers) -> str:
        question = self._table.view.question
        word = answers.words.get(self._page.cursor)
        if word is None and not answers.any_space:
            return self._why_not(answers)
        if takes_several(question):
            return f"Space ticks, Enter OK ({len(self._table.line.picked)} ticked)"
        return "Enter OK"

    def _why_not(self, answers: BoardAnswers) -> str:
        """Why the space under the cursor is no answer."""
        question, board = self._table.view.question, self._page.board
        if isinstance(question, Text):
            return question.accepts(Said(text=self._page.here)) or ""
        tags = [tag for tag in board.figures if self._page.cursor in board.spaces(tag)] if board is not None else []
        reason = answers.barred.get(tags[0]) if tags else ""
        return (
            reason or (question.accepts(Picked(tags=(tags[0],))) if tags and question is not None else "") or "nobody"
        )

    # ---------------------------------------------------------------- keys

    def takes(self, word: str) -> bool:
        """A key that answers, or jumps from one that may be answered to another; False if it does neither."""
        answers, page = self._page.answers, self._page
        if answers is None or page.read_only:
            return False
        match word:
            case "left" | "right" | "up" | "down" if not answers.any_space:
                for _ in range(int(page.count or 1)):
                    page.cursor = answers.next(page.cursor, WAYS[word])
            case "tab" | "shift+tab" if not answers.any_space:
                page.cursor = answers.after(page.cursor, 1 if word == "tab" else -1)
            case " " if takes_several(self._table.view.question):
                self._answer_here(answers)
            case "enter" if takes_several(self._table.view.question):
                self._take()
            case "enter":
                self._answer_here(answers)
            case " ":
                self._take()
            case "/":
                page.ask("Type the answer", self._say, mode="WORDS")
            case _ if word in answers.keys:
                self._choose(answers.keys[word])
            case _:
                return False
        return True

    def _answer_here(self, answers: BoardAnswers) -> None:
        word = answers.words.get(self._page.cursor) or (self._page.here if answers.any_space else "")
        if word:
            self._choose(word)
        else:
            self._page.say(self._why_not(answers), is_error=True)

    def _choose(self, word: str) -> None:
        """An answer is given, or marked as one of several."""
        question = self._table.view.question
        if takes_several(question) and word in question.among:
            self._table.line.pick(word)
        else:
            self._say(word)

    def _say(self, words: str) -> None:
        view = self._table.view
        question = view.question
        if question is not None and self._table.answer(lambda: question.read(view.encounter, words)):
            self.go_on()

    def _take(self) -> None:
        """Those that are ticked, or nothing, where nothing may be said."""
        view, picked = self._table.view, self._table.line.picked
        if picked or (isinstance(view.question, Text) and view.question.optional):
            if self._table.answer(lambda: Picked(tags=picked) if picked else Said(text="")):
                self.go_on()
        elif takes_several(view.question):
            self._page.say("Tick first: Space, or a letter each. Then Enter.", is_error=True)
        else:
            self._page.say("Answer with what is under the cursor.", is_error=True)

    def go_on(self) -> None:
        """After an answer or an order: what is asked now is answered here, or at the table."""
        if self._page.answers is not None:
            self._table.line.fresh()
            self.begin()
        elif self._table.view.questions:
            self._page.leave()
