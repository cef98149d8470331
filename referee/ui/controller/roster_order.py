"""Roster order: the figures of an encounter in the rows of the roster."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from referee.command_language.keyed_offers import figure_letters
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.numbers import is_number
from referee.engine.questions.question import AnyQuestion
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter

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
