"""The question line: where keys go, what is typed or marked, and what Enter and Space would make of it.

The mode is always shown. KEYS: each key is a command. ANSWER: the keys of `answer_keys` answer what is asked. ORDER,
WORDS and FIND: keys are typed, and count at Enter. ORDERS: pasted lines wait for Space.
"""

from collections.abc import Sequence
from typing import Literal

from rich.cells import cell_len

from referee.engine.answer import Answer
from referee.engine.bearer import Tag
from referee.engine.numbers import Numbers
from referee.engine.problem import Problem
from referee.engine.question import Offer, Pick
from referee.engine.throw import Draw, Roll
from referee.text import LONGEST_NOTE, clean
from referee.ui import dice_lines, reply
from referee.ui.answer_keys import is_choice, takes_words, typed_characters
from referee.ui.asking import Asking
from referee.ui.cells import vital
from referee.ui.dice_lines import Dice, dice_of
from referee.ui.field import Field
from referee.ui.glyphs import GLYPHS
from referee.ui.offer_lines import Offered, lines_for
from referee.ui.text_line import Words, cut, wrapped
from referee.ui.view import View
from referee.words.answer import asked_of

_EXAMPLES = "An order, such as: damage g1-3 2 · condition ulf stunned 3r · add KIND NAME x4 · roll 2d6"

Mode = Literal["KEYS", "ANSWER", "ORDER", "WORDS", "FIND", "ORDERS"]

_KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    "ORDER": (("Enter", "do it"), ("Tab", "complete"), ("↑", "earlier"), ("Esc", "leave it"), ("F1", "help")),
    "WORDS": (("Enter", "answer"), ("Esc", "leave it"), ("F1", "help")),
    "FIND": (("Enter", "choose"), ("Esc", "leave it")),
    "ORDERS": (("Space", "do them"), ("Esc", "drop them")),
}


class QuestionLine:
    """What is being typed, and what for."""

    def __init__(self) -> None:
        self.mode: Mode = "KEYS"
        self.answer = Field()
        self.order = Field()
        self.said = ""
        self.grave = False
        self.forecast = ""
        """What `next` would do, while nothing is asked."""
        self.hint = ""
        """What may follow in an order."""
        self.marked = ""
        """The word of the offer that the arrow keys have come to."""
        self.picked: tuple[Tag, ...] = ()
        """Those that letters have marked, where several may be picked."""
        self.pasted = ""
        """Orders that were pasted, a line each, and wait for Space."""
        self._asked: tuple[str, ...] = ()
        self._rows = 1

    @property
    def field(self) -> Field:
        """What keys are typed into now."""
        return self.answer if self.mode == "ANSWER" else self.order

    def shown(self, view: View) -> None:
        """The table is as it is now: a new question takes the keys; with the last one they go back to commands."""
        keys = tuple(question.key for question in view.questions)
        if keys != self._asked:
            self._asked = keys
            self.fresh()
            if self.mode in ("KEYS", "ANSWER", "WORDS"):
                self.back_to(view)

    def fresh(self) -> None:
        """Nothing is typed or marked for an answer."""
        self.answer.set("")
        self.marked, self.picked = "", ()

    def mark(self, view: View, by: int) -> None:
        """The arrow keys go to the next offer, or the one before; words that may be said are put on the line."""
        if view.question is None:
            return
        self.marked = reply.next_offer(view.question, view.encounter, self.marked, by)
        if typed_characters(view.question, view.encounter) is None:
            self.answer.propose(self.marked)

    def pick(self, tag: Tag) -> None:
        """Marks one of several, or takes its mark off."""
        self.picked = tuple(t for t in self.picked if t != tag) if tag in self.picked else (*self.picked, tag)

    def begin(self, mode: Mode, text: str = "", behind: str = "") -> None:
        """Something else is to be typed, between these texts."""
        self.mode, self.hint = mode, ""
        self.order.set(text + behind)
        self.order.at = len(text)

    def paste_orders(self, orders: str) -> None:
        """Pasted orders wait for Space."""
        self.begin("ORDERS")
        self.pasted = orders

    def back_to(self, view: View) -> None:
        """What was typed is left; keys go to the open question, if there is one."""
        self.order.set("")
        self.pasted = ""
        self.mode = "ANSWER" if view.questions and not view.read_only else "KEYS"

    def look(self) -> None:
        """Keys are commands while the question waits, and its answer again."""
        self.mode = "KEYS" if self.mode != "KEYS" else "ANSWER"

    def to_answer(self) -> None:
        """Keys are the answer."""
        self.mode = "ANSWER"

    def read(self, view: View) -> Answer:
        """The answer that is typed. NotUnderstood if it is none."""
        assert view.question is not None
        return reply.read(view.question, view.encounter, self.field.text)

    def proposal(self, view: View) -> reply.Proposal:
        """What Space takes. A Problem if nothing is proposed."""
        assert view.question is not None
        return reply.proposal(view.question, view.encounter, self.marked, self.picked, view.chosen)

    # ---------------------------------------------------------------- as it is drawn

    def asking(self, view: View, keys: Sequence[tuple[str, str]], cells: int, most: int = 1) -> Asking:
        """What the bottom lines say, with at most so many of them for the offers."""
        hint = self._hint(view)
        return Asking(
            above=self._above(view, cells),
            offers=self._offers(view, self.answer.text),
            dice=dice_of(view.question, self.answer.text) if self.mode in ("ANSWER", "KEYS") else Dice(),
            at=self._at(view),
            rows=self._room(view, cells, most),
            note=self._note(view) or self._foretold(cells)[1],
            mode=self.mode,
            typed=self.field.shown(max(1, cells // 2)) if self._typing(view) else None,
            stale=self.field.stale,
            hint=hint.text,
            well=hint.well,
            keys=self._keys(view, keys),
            said=self.said,
            grave=self.grave,
        )

    def _above(self, view: View, cells: int) -> tuple[Words, ...]:
        question = view.question
        if question is None:
            return ((f" {self._foretold(cells)[0]}", "clause"),) if self.forecast else ()
        many = f"{view.asked + 1} of {len(view.questions)}: " if view.questions[1:] else ""
        hidden = f"{GLYPHS.hidden} hidden: " if question.hidden else ""
        order = f"{view.order} {GLYPHS.dot} " if view.order else ""
        by = asked_of(question, view.encounter)
        tally = " ".join(f"{GLYPHS.dot} {name} {value}" for name, value in question.tally)
        # What is needed is kept; what was said already goes first, then who it is asked of, then the clauses.
        ways = [
            f"{many}{hidden}{way}"
            for way in (f"{order}{question.prompt}{by}", f"{question.prompt}{by}", question.prompt)
        ]
        tally = cut(tally, max(cells // 2, cells - cell_len(ways[-1]) - 6))
        room = cells - cell_len(tally) - 6
        text = cut(next((way for way in ways if cell_len(way) <= room), ways[-1]), room)
        room -= cell_len(text) + 2
        cites = next((c for c in _cited(question.cites) if cell_len(c) <= room), "")
        return ((" ? ", "mine"), (f" {text} ", "asked"), (f"{tally}  ", "text"), (cites, "clause"))

    def _foretold(self, cells: int) -> tuple[str, str]:
        """What `next` would do, on two lines."""
        first, *rest = wrapped(self.forecast, max(1, cells - 2))
        return first, " ".join(rest)

    def _typing(self, view: View) -> bool:
        """Is there a line to type on? Not while keys are commands or choose at once."""
        if self.mode == "ANSWER" and view.question is not None:
            return typed_characters(view.question, view.encounter) != frozenset()
        return self.mode in ("ORDER", "WORDS", "FIND")

    def _offers(self, view: View, typed: str) -> tuple[Offered, ...]:
        if view.question is None or self.mode not in ("ANSWER", "KEYS", "WORDS"):
            return ()
        names = isinstance(view.question, Pick | Draw)
        there = reply.offers(view.question, view.encounter, "" if self.answer.stale else typed)
        return tuple(
            Offered(key, _read(offer, names), offer.barred, offer.word, offer.word in self.picked)
            for key, offer in there
        )

    def _at(self, view: View) -> int:
        """Which of the offers Space takes; -1: none."""
        if view.question is None or self.picked:
            return -1
        word = reply.proposed_offer(view.question, self.marked, view.chosen)
        words = [keyed.offer.word for keyed in reply.offers(view.question, view.encounter)]
        return words.index(word) if word in words else -1

    def _room(self, view: View, cells: int, most: int) -> int:
        """Lines for the offers: never fewer than there were while the same command was asking."""
        if view.question is None:
            self._rows = 1
        elif offers := self._offers(view, ""):
            self._rows = max(self._rows, lines_for(offers, cells, most))
        elif (thrown := dice_of(view.question, "")).rows:
            self._rows = max(self._rows, dice_lines.lines_for(thrown, cells, most))
        else:
            note = wrapped(self._note(view), max(1, cells - 2))
            self._rows = max(self._rows, min(most, len(note)))
        self._rows = min(self._rows, most)
        return self._rows

    def _note(self, view: View) -> str:
        match self.mode:
            case "ORDER":
                return self.hint or _EXAMPLES
            case "FIND":
                return self.hint or "The tag or the beginning of the name of a figure"
            case "ORDERS":
                lines = [clean(line, LONGEST_NOTE) for line in self.pasted.splitlines() if line.strip()]
                return f"{len(lines)} orders: {'; '.join(lines)}"
            case _:
                expected = view.question.expected(view.encounter) if view.question else ""
                return expected[:1].upper() + expected[1:]

    def _hint(self, view: View) -> reply.Hint:
        question = view.question
        match self.mode:
            case "ANSWER" if question is not None:
                return reply.hint(question, view.encounter, self.answer.text, self.marked, self.picked, view.chosen)
            case "WORDS" if question is not None:
                return reply.hint(question, view.encounter, self.order.text) if self.order.text else reply.Hint("")
            case "ORDERS":
                return reply.Hint("Space does them in order, up to the first that fails")
            case "KEYS" if question is not None:
                return reply.Hint("keys are commands now; F2 goes back to the question")
            case "KEYS":
                named = {"turn": view.encounter.turn}
                named |= {"chosen": view.chosen if view.chosen != view.encounter.turn else None}
                return reply.Hint("  ".join(f"{what}: {_brief(view, tag)}" for what, tag in named.items() if tag))
            case _:
                return reply.Hint("")

    def _keys(self, view: View, keys: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        if self.mode in _KEYS:
            return _KEYS[self.mode]
        if self.mode == "KEYS" and view.question is not None:
            return (("F2", "answer"), *keys)
        if view.question is None:
            return tuple(keys)
        question = view.question
        throws = isinstance(question, Roll | Draw | Numbers)
        space = (("Space", "roll" if throws else "take"),) if self._proposes(view) else ()
        enter = (("Enter", "counts"),) if self._typing(view) else ()
        several = (("Tab", "next question"),) if len(view.questions) > 1 else ()
        words = (("/", "words"),) if takes_words(question) else ()
        mark = (("↑↓", "mark"),) if is_choice(question) else ()
        back = "clear" if self.answer.text or self.picked else "take back"
        return (*space, *enter, ("F2", "keys"), ("F1", "help"), *several, *words, *mark, ("Esc", back), (":", "order"))

    def _proposes(self, view: View) -> bool:
        try:
            self.proposal(view)
        except Problem:
            return False
        return True


def _brief(view: View, tag: str) -> str:
    """A figure in a few words, for when its row is out of view."""
    figure = view.encounter.figures.get(tag)
    fares = f" {vital(view.rules, figure, 0)[0]}" if figure else ""
    return f"{cut(view.encounter.name(tag), 24)} ({tag}){fares}"


def _read(offer: Offer, names: bool) -> str:
    """An offer as it reads: a figure by name and tag, an option by its word and what it means."""
    if not offer.label or offer.label.lower() == offer.word:
        return offer.label or offer.word
    return f"{offer.label} ({offer.word})" if names else f"{offer.word}: {offer.label}"


def _cited(cites: tuple[str, ...]) -> list[str]:
    """The clauses a question follows from, as many as there may be room for."""
    return [f"[{' '.join(cites[:n])}]" for n in (2, 1) if cites[:n]]
