"""The rows in which figures are listed, in the roster as in the turn order."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import is_
from typing import Generic, TypeVar

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.command_language.keyed_offers import figure_letters
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.numbers import is_number
from referee.engine.questions.question import AnyQuestion
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.damage import health_left
from referee.ui.drawing.cells import vital
from referee.ui.drawing.text_line import GLYPHS, StyledText, cut
from referee.words.bearer import plain
from referee.words.conditions import named
from referee.words.names import runs_of

FOLD_KEY = "."
"""The key that opens and folds the line of those out of the fight."""


class Family(Struct, frozen=True):
    """Figures that differ by the number at the end of their names only."""

    side: str
    kind: str
    name: str


class Row(Struct, frozen=True):
    """A row of the roster: a figure, or several of one family that are folded into it."""

    tags: tuple[Tag, ...]
    family: Family | None = None
    """None for a figure by itself."""


class Shown(Struct, frozen=True):
    """The rows, and the figures that are folded into one line below."""

    rows: Sequence[Row]
    folded: Sequence[Tag] = ()


class RowOrder(Struct, frozen=True):
    """All figures of an encounter by their tags: the same as long as nobody comes, goes, falls or changes places."""

    numbers: Mapping[Tag, str]
    """The number that chooses each, in that order."""
    out: Sequence[Tag]
    """The fallen, then those taken off the table."""
    rows: Sequence[Row]
    """A row for each, in the order in which they are shown."""

    def grouped(
        self, figures: Mapping[Tag, Figure], families: Collection[Family], alone: Collection[Tag]
    ) -> Sequence[Row]:
        """All rows, those families folded; `alone`: figures that have a row of their own nevertheless."""
        if not families:
            return self.rows
        folded = self._members(figures, families, alone)
        rows: list[Row] = []
        for row in self.rows:
            family = family_of(figures[row.tags[0]])
            if family not in folded or row.tags[0] in alone:
                rows.append(row)
            elif members := folded[family]:
                rows.append(Row(tuple(members), family))
                folded[family] = []
        return rows

    def _members(
        self, figures: Mapping[Tag, Figure], families: Collection[Family], alone: Collection[Tag]
    ) -> dict[Family | None, list[Tag]]:
        """Who is folded in each family: at least two, one of them in the fight."""
        members: dict[Family | None, list[Tag]] = {}
        for tag in self.numbers:
            family = family_of(figures[tag])
            if family in families and tag not in alone and figures[tag].standing != AWAY.name:
                members.setdefault(family, []).append(tag)
        fighting = {family_of(figures[tag]) for tag in self.numbers.keys() - {*self.out, *alone}}
        return {family: there for family, there in members.items() if len(there) > 1 and family in fighting}


def numbered_figures(encounter: Encounter) -> list[Figure]:
    """The figures by number, as the digits choose them: in turn order, then in the order they came, those taken off
    the table last. Who falls keeps the number.
    """
    figures, groups = encounter.figures, encounter.groups
    acting = [groups[slot.who].members if slot.who in groups else (slot.who,) for slot in encounter.order]
    placed = [tag for tags in acting for tag in tags if tag in figures]
    each = [figures[tag] for tag in {**dict.fromkeys(placed), **figures}]
    away = [figure for figure in each if figure.standing == AWAY.name]
    return [*(figure for figure in each if figure.standing != AWAY.name), *away] if away else each


def chosen_row(rows: Sequence[Row], tag: Tag | None, family: Family | None) -> int | None:
    """The index of the row of that family or, without one, of that figure; None if there is none."""
    for n, row in enumerate(rows):
        if row.family == family if row.family or family else row.tags[0] == tag:
            return n
    return None


def is_out(rules: Ruleset, standing: str) -> bool:
    """Is a figure that stands so out of the fight: it neither acts nor has a turn? It may still be healed."""
    known = rules.standing(standing)
    return not (known.able or known.turn)


def turn_letters(rules: Ruleset, encounter: Encounter) -> dict[Tag, str]:
    """The letter of each figure that still has turns: who is out of the fight ends no condition."""
    letters = figure_letters(encounter).items()
    return {tag: key for tag, key in letters if not is_out(rules, encounter.figures[tag].standing)}


def row_order(rules: Ruleset, encounter: Encounter) -> RowOrder:
    """The figures of an encounter, sorted by how they stand."""
    figures = numbered_figures(encounter)
    standings = tuple([figure.standing for figure in figures])
    beaten = frozenset([standing for standing in {*standings} if is_out(rules, standing)])
    return _row_order(tuple([figure.tag for figure in figures]), standings, beaten)


@lru_cache(maxsize=2)
def _row_order(numbered: tuple[Tag, ...], standings: tuple[str, ...], beaten: frozenset[str]) -> RowOrder:
    """The order of those figures that stand so; kept, as most acts change neither."""
    each = [*zip(numbered, standings, strict=True)]
    still = [tag for tag, standing in each if standing not in beaten]
    out = [tag for tag, standing in each if standing in beaten]
    numbers = {tag: str(n) for n, tag in enumerate(numbered, start=1)}
    return RowOrder(numbers, out, [Row((tag,)) for tag in (*still, *out)])


def family_of(figure: Figure) -> Family | None:
    """The family of a figure; None if its name ends in no number."""
    name, _, number = figure.name.rpartition(" ")
    return Family(figure.side, figure.kind, name) if name and is_number(number) else None


def relatives(encounter: Encounter, family: Family | None) -> list[Figure]:
    """All of a family that are on the table; of none, nobody."""
    if family is None:
        return []
    there = encounter.figures.values()
    return [figure for figure in there if family_of(figure) == family and figure.standing != AWAY.name]


def acting(encounter: Encounter, questions: Iterable[AnyQuestion]) -> frozenset[Tag]:
    """Whose turn it is, and whom the questions are put to or about: they are never folded."""
    asked = (tag for question in questions for tag in (question.by, *question.needs))
    return frozenset((*encounter.acting_as(encounter.turn or ""), *asked))


def first_at_turn(encounter: Encounter) -> Tag | None:
    """The figure whose turn it is, the first of a group that acts as one; None: nobody's, or no figure's."""
    return next((tag for tag in encounter.acting_as(encounter.turn or "") if tag in encounter.figures), None)


def folded(order: RowOrder, rows: Sequence[Row], needed: Collection[Tag]) -> Shown:
    """Which of the rows are shown: those out of the fight are folded into one line. `needed` are never folded."""
    if not order.out:
        return Shown(rows)
    grouped = {tag for row in rows if row.family for tag in row.tags}
    hidden = {tag: None for tag in order.out if tag not in needed and tag not in grouped}
    return Shown([row for row in rows if row.family or row.tags[0] not in hidden], [*hidden])


def fold_text(hidden: Sequence[Figure]) -> str:
    """What the line of those that are folded says: `2 dead, 1 fled: Goblin 1, Goblin 2, Fang`."""
    standings = [figure.standing for figure in hidden]
    counts = ", ".join(f"{standings.count(standing)} {standing}" for standing in dict.fromkeys(standings))
    return f"{counts}: {', '.join(figure.name for figure in hidden)}"


T = TypeVar("T")
_MOST_KEPT = 2000
"""Figures of which values are kept; a figure that changes is another one."""


class ValueOfEach(Generic[T]):
    """A value of each figure, worked out anew only for those that have changed."""

    def __init__(self) -> None:
        self._known: dict[int, T] = {}
        """The values, by the identity of the figures."""
        self._figures: list[Figure] = []
        """Those figures, which are kept so that no other has the identity of one of them."""

    def of(self, figures: Collection[Figure], make: Callable[[Figure], T]) -> list[T]:
        """The values of these figures."""
        known, identities = self._known, [*map(id, figures)]
        try:
            return [*map(known.__getitem__, identities)]
        except KeyError:  # one of them at least is another
            if len(self._figures) > _MOST_KEPT:
                known.clear()
                self._figures.clear()
            new = [figure for figure in figures if id(figure) not in known]
            known |= {id(figure): make(figure) for figure in new}
            self._figures += new
        return [*map(known.__getitem__, identities)]


def _share_left(rules: Ruleset, figure: Figure) -> float:
    """How much of its health is left to a figure, from 0 to 1; 1 for one out of the fight, or of unbounded harm."""
    left = None if is_out(rules, figure.standing) else health_left(rules, figure)
    return 1 if left is None else left


class OutOfView:
    """The line of those who are out of view; made anew only where one of them is another than before."""

    def __init__(self) -> None:
        self._shares = ValueOfEach[float]()
        self._made_of: tuple[Ruleset | None, list[Figure], tuple[int, int, int]] = None, [], (0, 0, 0)
        """The rules, those who are out of view, how many of them are above and below, and the cells that there are."""
        self._made: list[StyledText] = []

    def told(
        self, rules: Ruleset, figures: Mapping[Tag, Figure], rows: Sequence[Row], top: int, count: int, cells: int
    ) -> list[StyledText]:
        """Who they are, `4 below: Bandit Guard 1 1/5, Oda`, who is hurt worst first, the hurt in the colour of that.

        top, count: the first row in view, and how many are. As many are named as so many cells have room for.
        """
        parts = rows[:top], rows[top + count :]
        above, below = ([figures[tag] for row in part for tag in row.tags] for part in parts)
        hidden, of = [*above, *below], (len(above), len(below), cells)
        was_rules, was, was_of = self._made_of
        # Whether they are equal would take long: hundreds are looked at with each key.
        if rules is not was_rules or of != was_of or not all(map(is_, hidden, was)):
            shares = self._shares.of(hidden, lambda figure: _share_left(rules, figure))
            self._made_of, self._made = (rules, hidden, of), _out_of_view(rules, hidden, shares, *of)
        return self._made


def _out_of_view(
    rules: Ruleset, hidden: Sequence[Figure], shares: Sequence[float], above: int, below: int, cells: int
) -> list[StyledText]:
    """The words of that line; shares: how much of its health is left to each."""
    where = ", ".join(f"{many} {side}" for many, side in ((above, "above"), (below, "below")) if many)
    by_share = sorted([n for n, share in enumerate(shares) if share < 1], key=shares.__getitem__)
    hurt = [hidden[n] for n in by_share]
    head = f"  {GLYPHS.more} {where}: "
    room = max(0, cells - cell_len(head))
    # Of hundreds few have room: each takes four cells at least, with the comma.
    fares = ", ".join(f"{figure.name} {vital(rules, figure, 0)[0]}" for figure in hurt[: room // 4 + 1])
    told = cut(fares, room)
    left = room - cell_len(told)
    whole = [figure.name for share, figure in zip(shares, hidden, strict=True) if share == 1] if left else []
    others = _first_spans(tuple(whole), left // 3 + 1)  # each takes three cells at least, with the comma
    rest = cut(f"{', ' if fares and others else ''}{others}", left)
    return [(head, "dim"), (told, vital(rules, hurt[0], 0)[1] if hurt else "dim"), (rest, "dim")]


@lru_cache(maxsize=2)
def _first_spans(names: tuple[str, ...], most: int) -> str:
    """The first so many runs of `spans`; kept, as most keys change nobody who is whole and out of view."""
    return ", ".join(runs_of(names, most))


def family_text(rules: Ruleset, family: Family, figures: Sequence[Figure]) -> str:
    """What the row of a family says: `Goblin 1-6: 5 up, 2 hurt, 1 dead · HP 23/42 · 2 poisoned`.

    The hurt are those of them who have lost health and have some left.
    """
    standings = Counter(figure.standing for figure in figures)
    tracks = [track for figure in figures if (track := figure.tracks.get(rules.health_name)) and track.most is not None]
    hurt = sum(0 < track.now < (track.most or 0) for track in tracks)
    ways = [*(standing.name for standing in rules.standings), *standings]
    counts = [f"{standings[way]} {way}" for way in dict.fromkeys(ways) if standings[way]]
    counts[1:1] = [f"{hurt} hurt"] if hurt else []
    lying = Counter(kind for figure in figures for kind in {named(lies, rules) for lies in figure.conditions})
    parts = [", ".join(counts), *(f"{count} {kind}" for kind, count in lying.most_common())]
    if tracks and rules.health_track:
        label = rules.health_track.label or plain(rules.health_name)
        parts.insert(1, f"{label} {sum(track.now for track in tracks)}/{sum(track.most or 0 for track in tracks)}")
    return f"{family.name} {_numbers(figures)}: {' · '.join(parts)}"


def _numbers(figures: Sequence[Figure]) -> str:
    """The numbers of a family: `1-4,6`."""
    numbers = sorted({int(figure.name.rpartition(" ")[2]) for figure in figures})
    return ",".join(runs_of([str(number) for number in numbers]))


class OrderRow(Struct, frozen=True):
    """One row of the order: somebody's place in it, or a heading."""

    tag: Tag
    slot: Slot | None = None
    """None for a heading."""
    under: Tag | None = None
    sign: str = " "
    """Before a place whose turn is over: whether it had one, or was passed over, as who came late is."""


def order_rows(encounter: Encounter) -> list[OrderRow]:
    """The rows of the order: each place, below the heading that it is under."""
    rows: list[OrderRow] = []
    under = None
    for slot in encounter.order:
        if slot.under is not None and slot.under != under:
            rows.append(OrderRow(slot.under))
        under = slot.under
        sign = (GLYPHS.done if slot.begun else GLYPHS.none) if slot.acted else " "
        rows.append(OrderRow(slot.who, slot, under, sign))
    return rows


def row_of(rows: list[OrderRow], tag: Tag | None) -> int | None:
    """The index of a figure's row: the one still to act, if it has several. None if it has none."""
    mine = [n for n, row in enumerate(rows) if row.slot is not None and row.tag == tag]
    left = (n for n in mine if (slot := rows[n].slot) is not None and not slot.acted)
    return next(left, mine[0] if mine else None)


def same_row(rows: list[OrderRow], row: OrderRow, near: int) -> int:
    """The index of the row that was that one before the order changed, the nearest; `near` if it is gone."""
    alike = (n for n, other in enumerate(rows) if _key(other) == _key(row))
    return min(alike, key=lambda n: abs(n - near), default=near)


def _key(row: OrderRow) -> tuple[Tag, Tag | None, bool]:
    return row.tag, row.under, row.slot is None


def neighbour(rows: list[OrderRow], at: int, by: int) -> Tag | None:
    """Whose place is the next above (`by` -1) or below (1) that row; None if it is the first, or the last."""
    places = rows[at + 1 :] if by > 0 else rows[:at][::-1]
    return next((row.tag for row in places if row.slot is not None), None)


def why_not_waiting(encounter: Encounter, who: Tag, held: bool) -> str:
    """Why a figure or group cannot wait, or return (`held`), in the turn order; empty if it can."""
    name = encounter.name(who)
    slots = [slot for slot in encounter.order if slot.who == who]
    if not slots:
        return f"{name} is not in the turn order."
    if all(slot.acted for slot in slots):
        return f"{name} has already acted."
    if any(slot.held == held and not slot.acted for slot in slots):
        return ""
    return f"{name} is not waiting." if held else f"{name} is already waiting."
