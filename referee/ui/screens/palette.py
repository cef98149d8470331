"""The palette: everything that can be done at the table, filtered by typing and run by Enter, over the table; and what
is asked, explained.

Textual's own palette searches in a worker, so that a key pressed early would do another thing at another speed. Its way
of matching is used here.
"""

import os
from collections.abc import Callable, Iterator, Sequence

from textual import events
from textual.app import ComposeResult
from textual.fuzzy import FuzzySearch
from textual.geometry import Region

from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.dice.typed_faces import keys_of
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion
from referee.engine.questions.typed_questions import Amount
from referee.text.search import has_words
from referee.ui.controller import reply
from referee.ui.controller.field import Field
from referee.ui.controller.reply import is_choice, takes_several
from referee.ui.controller.view import View
from referee.ui.drawing.cells import cell, heading, side_marks
from referee.ui.drawing.text_line import GLYPHS
from referee.ui.drawing.theme import Frame
from referee.ui.input.messages import LineClicked
from referee.ui.panes.overlay import Behind, Doable, Overlay, OverlayView, around, needed
from referee.ui.terminal.key_queue import KeyScreen
from referee.words.prompts import asked_of

_BESIDE, _WIDER = 22, 70
"""Columns of the table beside the box, as long as the box is not so wide."""
_TOPIC = "help "
_LEAST, _MOST = 52, 100
"""Columns of the box: in fewer nothing can be read, and a longer line is hard to follow with the eye."""


class Palette(KeyScreen):
    """What can be done, in a box; `explained` stands above the list until something is typed.

    read_topic: opens a topic of the help; what is typed finds topics, too, where it is given.
    """

    AUTO_FOCUS = None

    def __init__(
        self,
        title: str,
        items: Sequence[Doable],
        run: Callable[[str], None],
        help: Callable[[], None],
        explained: Sequence[tuple[str, str]] = (),
        beside: bool = False,
        read_topic: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__()
        self._read_topic = read_topic
        self._title, self._items, self._run, self._help = title, items, run, help
        self._explained = explained
        self._field = Field()
        self._at = 0
        self._said = ""
        self._found: Sequence[Doable] = items
        self.set_class(beside, "-beside")
        self._is_remote = "SSH_CONNECTION" in os.environ
        """The line may be slow: the box is smaller, and has no ground of its own."""

    def compose(self) -> ComposeResult:
        yield Overlay(id="overlay")
        yield from (Behind() for _ in range(4))

    def on_mount(self) -> None:
        self._place()
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        self._place()
        self._show()

    def _place(self) -> None:
        """Makes the box as wide as its lines need, with what is behind it at both sides."""
        wide, high = self.app.size
        is_beside = self.has_class("-beside")
        # Beside the box, the table is to be seen.
        most = max(_LEAST, wide * 2 // 3, min(wide - _BESIDE, _WIDER)) if is_beside else wide
        width = min(wide, most, _MOST, max(_LEAST, needed(self._items)))
        height = max(1, high - 5 if is_beside else min(high - 4, 18 if self._is_remote else 28))
        box = Region(wide - width if is_beside else (wide - width) // 2, 1, width, height)
        _ = self.query_one(Overlay).place(box, Frame())
        behind = around(self.app.screen_stack[-2], box)
        for pane, (region, rows) in zip(self.query(Behind), behind.items(), strict=True):
            pane.rows = rows
            _ = pane.place(region, Frame())
            pane.redraw()

    def _show(self) -> None:
        self.query_one(Overlay).show(
            OverlayView(
                title=self._title,
                typed=self._field.shown(20),
                explained=() if self._field.text else self._explained,
                items=self._found,
                grouped=not self._field.text,
                at=self._at,
                said=self._said,
                is_sparing=self._is_remote,
            )
        )

    def take_key(self, event: events.Key) -> None:
        """A key that moves, does, leaves, or is typed."""
        self._said = ""
        match event.character if event.is_printable else event.key:
            case "escape" | "ctrl+p" | "ctrl+c":
                self._leave()
                return
            case "?" | "f1":
                self._leave()
                self._help()
                return
            case "enter":
                self._do()
            case "up" | "down" | "pageup" | "pagedown" | "home" | "end" as key:
                self._move(key)
            case _ if self._field.key(event.key, event.character if event.is_printable else None):
                self._filter()
        if self.takes_keys:
            self._show()

    def take_paste(self, text: str) -> None:
        self._field.insert(text[:100])
        self._filter()
        self._show()

    def _move(self, key: str) -> None:
        page = self.query_one(Overlay).room
        by = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}.get(key, 0)
        last = max(0, len(self._found) - 1)
        self._at = {"home": 0, "end": last}.get(key, max(0, min(last, self._at + by)))

    def _filter(self) -> None:
        typed, self._at = self._field.text, 0
        topics = topics_with(typed) if self._read_topic is not None and typed.strip() else []
        named = [topic for topic in topics if typed.strip().lower() in topic.label.lower()]
        self._found = [*matching([*self._items, *named], typed), *(topic for topic in topics if topic not in named)]

    def _do(self) -> None:
        if not self._found:
            return
        chosen = self._found[self._at]
        if chosen.barred:
            self._said = chosen.barred
            return
        self._leave()
        if self._read_topic is not None and chosen.word.startswith(_TOPIC):
            self._read_topic(chosen.word.removeprefix(_TOPIC))
        else:
            self._run(chosen.word)

    def _leave(self) -> None:
        self.takes_keys = False
        _ = self.app.pop_screen()

    def on_line_clicked(self, message: LineClicked) -> None:
        """One click marks, two do."""
        self._at = message.index
        if message.again:
            self._do()
        if self.takes_keys:
            self._show()


def topics_with(words: str) -> list[Doable]:
    """The topics of the help in which these words occur."""
    from referee.dialogue.topics import text_of, titles  # late: to open the palette takes no topic

    found = [(name, title) for name, title in titles() if has_words(text_of(name), words.split())]
    return [Doable(f"Help: {name}", "", title, "", f"{_TOPIC}{name}") for name, title in found]


def matching(items: Sequence[Doable], typed: str) -> list[Doable]:
    """Those whose name has the typed letters in their order, the best first; then those whose text has what is typed.

    In both parts what cannot be done comes last. A name that is barred still goes before a text: who types it in full
    and Enter means it, and is told why not.
    """
    wanted = typed.strip().lower()
    if not wanted:
        return list(items)
    search = FuzzySearch()
    points = {item.word: search.match(wanted, item.label)[0] for item in items}
    found = [item for item in items if points[item.word] or wanted in f"{item.about} {item.word}".lower()]
    return sorted(found, key=lambda item: (not points[item.word], bool(item.barred), -points[item.word]))


def explained(view: View) -> list[tuple[str, str]]:
    """Sentences on the open question, or on what the screen shows, each with the name of its style."""
    question = view.question
    if question is None:
        return [(text, "text") for text in _legend(view)] if view.encounter.figures else []
    found = [(f"{question.prompt}{asked_of(question, view.encounter)}", "asked"), (_how(question), "text")]
    faces = list(_faces(question)) if isinstance(question, Roll) else []
    if not faces and not is_choice(question) and (expected := question.expected(view.encounter)):
        found.append((f"{expected}.", "text"))
    found += [(text, "text") for text in (*_space(view, question), *faces)]
    clauses = (view.rules.clause(id) for id in question.cites)
    return [*found, *((f"{clause.id}: {clause.text}", "clause") for clause in clauses if clause)]


def _legend(view: View) -> Iterator[str]:
    """What stands in the roster and in the turn order in few letters, as far as it is there now."""
    rules, figures = view.rules, view.encounter.figures.values()
    signs = {GLYPHS.turn: "has the turn", GLYPHS.chosen: "chosen", GLYPHS.both: "both"}
    signs |= {GLYPHS.done: "has acted", GLYPHS.none: "passed over"} if view.encounter.order else {}
    signs |= {mark.sign: side for side, mark in side_marks(rules, figures).items()}
    ranks = {rank for figure in figures if (rank := rules.descriptions.rank(figure))}
    signs |= {GLYPHS.ranks[rank.is_boss]: rank.word for rank in ranks}
    yield ", ".join(f"{sign} {told}" for sign, told in signs.items()) + "."
    filled = (each for each in rules.columns if any(cell(rules, one, each, 0)[0] != GLYPHS.none for one in figures))
    columns = [f"{heading(each)}: {each.hint}" for each in filled if each.hint]
    if columns:
        yield "; ".join(columns) + "."
    if any(figure.conditions for figure in figures):
        yield "Behind a condition: 2r two rounds, 2t two turns of its own, till g1 until g1's turn."


def _how(question: AnyQuestion) -> str:
    if takes_several(question):
        return "Letters tick one or more, Space ticks the one at ›, Enter takes them; / to type names."
    if is_choice(question):
        return "Press a letter, or choose with ↑↓ and press Space or Enter; / to type a name."
    match question:
        case Roll():
            total = ", or =14 for the total" if question.total_will_do else ""
            total = ", or =14 for their sum" if question.sum_is_shorter() else total
            return f"Type the dice{total}, then Enter; Space rolls what you have not typed."
        case Draw():
            return "Type the letters of the cards and Enter; Space draws."
        case Numbers():
            return "Type the number of the one at › and Enter, or several with spaces between; ↑↓ go to another."
        case Amount():
            return "Type the number and Enter."
        case _:
            return "Type the answer and Enter."


def _space(view: View, question: AnyQuestion) -> Iterator[str]:
    try:
        does = "Space ticks" if takes_several(question) else "Space:"
        yield f"{does} {reply.proposal(question, view.encounter, chosen=view.chosen).words}."
    except Problem:
        return


def _faces(question: Roll) -> Iterator[str]:
    """For each symbol die its faces: the key, how it is shown, and what it counts."""
    keys = keys_of(question.pools)
    for n, pool in enumerate(question.pools):
        faces = [(key, pool.die.faces[face]) for key, (of, face) in keys.items() if of == n and pool.die is not None]
        if faces:
            told = (f"{key} {face.label} = {_counts(face.marks)}" for key, face in faces)
            yield f"{pool.name}: {'; '.join(told)}"


def _counts(marks: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{count} {what}" for what, count in marks if count) or "nothing"
