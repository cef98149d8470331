"""The question line: where keys go, what is typed, and what Enter would make of it.

The rule is one and always shown: KEYS, each key is a command; ANSWER and ORDER, keys are typed and do nothing before
Enter. So no key is taken for what it was not meant to be.
"""

from collections.abc import Sequence
from typing import Literal

from rich.cells import cell_len

from referee.engine.answer import Answer
from referee.engine.question import Offer, Pick
from referee.engine.throw import Draw, Roll
from referee.ui import reply
from referee.ui.cells import vital
from referee.ui.field import Field
from referee.ui.glyphs import GLYPHS
from referee.ui.ink import Words, cut, wrapped
from referee.ui.panes import dice
from referee.ui.panes.ask import Asking
from referee.ui.panes.offers import Offered, lines_for
from referee.ui.view import View
from referee.words.question import asked_of

Mode = Literal["KEYS", "ANSWER", "ORDER", "FIND"]

_KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    "ORDER": (("Enter", "do it"), ("Tab", "complete"), ("↑", "earlier"), ("Esc", "leave it"), ("F1", "help")),
    "FIND": (("Enter", "choose"), ("Esc", "leave it")),
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
        self._asked: tuple[str, ...] = ()
        self._put = ""
        """What the arrow keys put into the answer: it does not narrow the offers."""
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
            self.answer.set("")
            if self.mode in ("KEYS", "ANSWER"):
                self.mode = "ANSWER" if keys and not view.read_only else "KEYS"

    def put(self, text: str) -> None:
        """The arrow keys went to that offer."""
        self._put = text
        self.answer.set(text)

    def begin(self, mode: Mode, text: str = "") -> None:
        """Something else is to be typed."""
        self.mode = mode
        self.order.set(text)

    def back_to(self, view: View) -> None:
        """What was typed is left; keys go to the open question, if there is one."""
        self.order.set("")
        self.mode = "ANSWER" if view.questions and not view.read_only else "KEYS"

    def look(self) -> None:
        """Keys are commands while the question waits, and its answer again."""
        self.mode = "KEYS" if self.mode != "KEYS" else "ANSWER"

    def to_answer(self) -> None:
        """Keys are the answer."""
        self.mode = "ANSWER"

    def read(self, view: View) -> Answer | None:
        """The answer that is typed; None where the app is to throw. NotUnderstood if it is none."""
        assert view.question is not None
        return reply.read(view.question, view.encounter, self.answer.text)

    # ---------------------------------------------------------------- as it is drawn

    def asking(self, view: View, keys: Sequence[tuple[str, str]], cells: int, most: int = 1) -> Asking:
        """What the bottom lines say, with at most so many of them for the offers."""
        hint = self._hint(view)
        return Asking(
            above=self._above(view, cells),
            offers=self._offers(view, self.answer.text),
            dice=dice.dice_of(view.question, self.answer.text) if self.mode in ("ANSWER", "KEYS") else dice.Dice(),
            at=self._at(view),
            rows=self._room(view, cells, most),
            note=self._note(view) or self._foretold(cells)[1],
            mode=self.mode,
            typed=None if self.mode == "KEYS" else self.field.shown(max(1, cells // 2)),
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

    def _offers(self, view: View, typed: str) -> tuple[Offered, ...]:
        if view.question is None or self.mode not in ("ANSWER", "KEYS"):
            return ()
        there = reply.offers(view.question, view.encounter, "" if typed == self._put else typed)
        names = isinstance(view.question, Pick | Draw)
        return tuple((n, _read(offer, names), offer.barred) for n, offer in there)

    def _at(self, view: View) -> int:
        """Which of the offers the arrow keys have come to."""
        if view.question is None or not self._put or self.answer.text != self._put:
            return 0
        words = [offer.word for _, offer in reply.offers(view.question, view.encounter)]
        return words.index(self._put) if self._put in words else 0

    def _room(self, view: View, cells: int, most: int) -> int:
        """Lines for the offers: never fewer than there were while the same command was asking."""
        if view.question is None:
            self._rows = 1
        elif offers := self._offers(view, ""):
            self._rows = max(self._rows, lines_for(offers, cells, most))
        elif (thrown := dice.dice_of(view.question, "")).rows:
            self._rows = max(self._rows, dice.lines_for(thrown, cells, most))
        else:
            note = wrapped(self._note(view), max(1, cells - 2))
            self._rows = max(self._rows, min(most, len(note)))
        self._rows = min(self._rows, most)
        return self._rows

    def _note(self, view: View) -> str:
        if self.mode == "ORDER":
            return (
                self.hint or "An order, such as: damage g1-3 2 · condition ulf stunned 3r · add KIND NAME x4 · roll 2d6"
            )
        if self.mode == "FIND":
            return "The tag or the beginning of the name of a figure"
        return view.question.expected(view.encounter) if view.question else ""

    def _hint(self, view: View) -> reply.Hint:
        match self.mode:
            case "ANSWER" if view.question is not None:
                found = reply.hint(view.question, view.encounter, self.answer.text)
                if found.well or len(self.answer.text) > 1 or not self.answer.text.isalpha():
                    return found
                return reply.Hint(
                    f"{self.answer.text!r} is no answer here; Esc clears it, F2 makes keys commands", False
                )
            case "ORDER" | "FIND":
                return reply.Hint("")
            case _:
                pass
        if view.question is not None:
            return reply.Hint("keys are commands now; F2 goes back to the question")
        named = {"turn": view.encounter.turn, "chosen": view.chosen if view.chosen != view.encounter.turn else None}
        return reply.Hint("  ".join(f"{what}: {_brief(view, tag)}" for what, tag in named.items() if tag))

    def _keys(self, view: View, keys: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        if self.mode in _KEYS:
            return _KEYS[self.mode]
        if self.mode == "KEYS" and view.question is not None:
            return (("F2", "answer"), *keys)
        if view.question is None:
            return tuple(keys)
        first = "roll" if isinstance(view.question, Roll) else "answer"
        several = (("Tab", "next question"),) if len(view.questions) > 1 else ()
        pick = (("↑↓", "choose"),) if view.question.offers(view.encounter) else ()
        back = "clear" if self.answer.text else "take back"
        return (("Enter", first), ("F2", "keys"), ("F1", "help"), *several, *pick, ("Esc", back), (":", "order"))


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
