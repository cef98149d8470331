"""The figure sheet: all there is to a figure, to read and to change. What is changed here is the referee's hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.engine.contract.kinds import AWAY
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import TABLE, Figure
from referee.engine.state.tags import listed
from referee.ui.controller.controller import Controller
from referee.ui.drawing.cells import told_gauge
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, wrapped
from referee.ui.input.key_actions import changing_key
from referee.ui.screens.page import TablePage
from referee.words.bearer import number, plain, shown, thing_words
from referee.words.conditions import lasts, named


@dataclass(frozen=True)
class Row:
    """One thing about a figure."""

    name: str
    shown: str
    order: str = ""
    """How the order begins that changes it; its new value follows."""
    hint: str = ""
    now: str = ""
    """What it is now, as it would be typed."""
    style: str = "text"
    track: bool = False
    condition: str = ""
    empty: bool = False
    """It has no conditions; one may be added."""


class FigureSheet(TablePage):
    """One figure."""

    roomy = True
    double_click = "e"

    def __init__(self, table: Controller, tag: str) -> None:
        super().__init__(table)
        self.tag = tag
        self.rows: list[Row] = []

    @property
    def row(self) -> Row:
        """The chosen line."""
        return self.rows[self.listing.at] if self.rows else Row("", "")

    def fill(self) -> None:
        figure = self.table.session.encounter.figures.get(self.tag)
        if figure is None:
            self.leave()
            return
        self.heading = f"{figure.name} ({figure.tag}) · {figure.kind}"
        self.rows = list(self._rows(figure))
        self.listing.show(len(self.rows), self.item)

    def _rows(self, figure: Figure) -> Iterator[Row]:
        rules, encounter = self.table.session.rules, self.table.session.encounter
        tag = figure.tag
        yield Row("name", figure.name, f"rename {tag}", now=figure.name)
        yield Row("side", figure.side, f"set {tag} side", "the side it fights on", figure.side)
        known = ", ".join(standing.name for standing in (*rules.standings, AWAY))
        yield Row("standing", figure.standing, f"set {tag} standing", known, figure.standing)
        if said := rules.describe(encounter, tag).get(tag):
            yield Row("now", said)
        yield from self._tracks(figure)
        yield from self._conditions(figure)
        yield from _traits(rules, figure)
        yield from self._things(figure)

    def _things(self, figure: Figure) -> Iterator[Row]:
        """What it carries, a pile in a line, and a line to give it something or to take something from it."""
        rules, encounter = self.table.session.rules, self.table.session.encounter
        for pile, tags in figure.piles.items():
            things = (encounter.things[tag] for tag in tags if tag in encounter.things)
            names = ", ".join(thing_words(rules, encounter, figure.tag, thing) for thing in things)
            yield Row(plain(pile), names or "nothing")
        for key, words in rules.equipment().items():
            if rules.trait(key) is None and rules.track(key) is None:
                hint = f"NAME gives it, -NAME takes it away: {listed(list(words), 6)}"
                yield Row(plain(key), f"give or take a {plain(key)}", f"set {figure.tag} {key}", hint, style="dim")

    def _conditions(self, figure: Figure) -> Iterator[Row]:
        """What lies on it, whole: how long, and by whom."""
        rules, encounter = self.table.session.rules, self.table.session.encounter
        for there in figure.conditions:
            source = f"by {encounter.name(there.by)}" if there.by not in (None, figure.tag) else ""
            long = ", ".join(filter(None, (lasts(encounter, there, figure.tag, rules), source)))
            kind = rules.condition(there.kind)
            text = f"{named(there, rules)}, {long}" if long else named(there, rules)
            yield Row("condition", text, "", kind.hint if kind else "", style="condition", condition=there.kind)
        if not figure.conditions:
            yield Row("conditions", "none (c adds one)", style="dim", empty=True)

    def _tracks(self, figure: Figure) -> Iterator[Row]:
        """Its tracks, each with a bar where it has a bound, and a line to add one that it lacks."""
        session = self.table.session
        others = {kind.name for kind in session.rules.tracks if not kind.private}
        others -= session.encounter.groups[TABLE].tracks.keys()
        for kind, track in session.rules.told_tracks(figure):
            text, style = told_gauge(session.rules, figure, kind, track, 10)
            order = f"set {figure.tag} {kind.name}"
            yield Row(kind.label or plain(kind.name), text, order, kind.hint, number(track), style, track=True)
            others.discard(kind.name)
        if others:
            hint = f"type a name and a number: {', '.join(sorted(others))}"
            yield Row("more", "add a track", f"set {figure.tag}", hint, style="dim")

    def show(self) -> None:
        """Tells the chosen line whole below: the line itself may have room for a few words of it."""
        row = self.row
        long = len(row.shown) > self._values and row.hint and not row.condition
        self.note = f"{row.shown}: {row.hint}" if long else row.hint
        super().show()

    @property
    def _values(self) -> int:
        """Cells for the values beside which there is an explanation."""
        longest = max((len(row.shown) for row in self.rows if row.hint and not row.condition), default=0)
        return min(longest, 24, self.listing.size.width // 3)

    def item(self, n: int, width: int) -> list[Line]:
        """One value, and what it means: over several lines where all have room for it."""
        whole = [self._lines(row, width) for row in self.rows]
        fits = sum(map(len, whole)) <= self.listing.size.height
        return whole[n] if fits or not self._is_explained(n) else self._lines(self.rows[n], width, cuts=True)

    def _is_explained(self, n: int) -> bool:
        return bool(self.rows[n].hint) and not self.rows[n].condition

    def _lines(self, row: Row, width: int, cuts: bool = False) -> list[Line]:
        name: StyledText = (f" {fit(row.name, 14)} ", "clause")
        if row.condition or not row.hint:
            head, *more = wrapped(row.shown, width - 18)
            return [line(name, (head, row.style)), *(line((" " * 16, "clause"), (text, row.style)) for text in more)]
        room = width - 18 - self._values
        head, *more = [cut(row.hint, room)] if cuts else wrapped(row.hint, room)
        first = line(name, (fit(row.shown, self._values), row.style), (f"  {head}", "dim"))
        return [first, *(line((" " * (18 + self._values), "clause"), (text, "dim")) for text in more)]

    # ---------------------------------------------------------------- what is changed

    @changing_key("e", hint="change", help="Change the value of the chosen line; a track takes +2, -1, 5 or 5/8.")
    def change(self) -> None:
        row = self.row
        if row.order:
            what = f"{row.name}: {row.hint}" if row.hint else row.name
            self.ask(what, lambda text: self.put(row, text), row.now)
        elif row.condition:
            self.ask(
                f"How long {row.condition}? 3 (turns), 3r (rounds), end WHO",
                lambda text: self.afflict(f"{row.condition} {text}" if text.strip() else ""),
            )
        else:
            self.say("Press c to add a condition." if row.empty else "Only actions of the game change that.")

    def no_track(self) -> str:
        """Why the chosen line cannot go up and down; empty if it can."""
        return "" if self.row.track else "Only numbers that go up and down can be changed with + and -."

    @changing_key("+", "right", hint="one more", help="Add one to the chosen line.", bar=no_track)
    def one_more(self) -> None:
        self.give(f"{self.row.order} +1")

    @changing_key("-", "left", hint="one less", help="Take one from the chosen line.", bar=no_track)
    def one_less(self) -> None:
        self.give(f"{self.row.order} -1")

    @changing_key("c", hint="condition", help="Add a condition and how long: stunned 3r, poisoned end ulf.")
    def ask_condition(self) -> None:
        known = ", ".join(kind.name for kind in self.table.session.rules.conditions)
        self.ask(f"Which condition, and how long (3 turns, 3r rounds, end WHO)? {known}", self.afflict)

    def no_condition(self) -> str:
        """Why the chosen line cannot be lifted; empty if it can."""
        return "" if self.row.condition else "Choose a condition first."

    @changing_key("x", "delete", hint="lift", help="End the chosen condition.", bar=no_condition)
    def lift(self) -> None:
        self.give(f"lift {self.tag} {self.row.condition}")

    def put(self, row: Row, text: str) -> None:
        """The line gets another value, if it is another."""
        if text.strip() == row.now:
            self.say("Nothing was changed.")
        else:
            self.give(f"{row.order} {text.strip() or '-'}")

    def afflict(self, text: str) -> None:
        """A condition comes upon the figure."""
        if text.strip():
            self.give(f"condition {self.tag} {text.strip()}")
        else:
            self.say("Nothing was changed.")

    def give(self, text: str) -> None:
        """Gives an order of the referee's hand."""
        self.table.do_line(text)
        self.after()


def _traits(rules: Ruleset, figure: Figure) -> Iterator[Row]:
    """What the system knows of it besides; what is as with everybody is dim."""
    for trait in rules.traits:
        value = figure.traits.get(trait.name, trait.default)
        now = ",".join(value) if isinstance(value, tuple) else shown(value)
        style = "dim" if value == trait.default else "text"
        order = f"set {figure.tag} {trait.name}"
        yield Row(trait.label or plain(trait.name), shown(value) or "none", order, trait.hint, now, style)
