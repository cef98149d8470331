"""Roster summary: several figures in the words of one row."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import is_

from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure, Tag
from referee.engine.verbs.damage import health_left
from referee.ui.controller.roster_order import Family, Row, is_out
from referee.ui.controller.value_of_each import ValueOfEach
from referee.ui.drawing.gauges import vital
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import StyledText, cut
from referee.words.bearer import plain
from referee.words.conditions import named
from referee.words.names import runs_of


def fold_text(hidden: Sequence[Figure]) -> str:
    """What the line of those that are folded says: `2 dead, 1 fled: Goblin 1, Goblin 2, Fang`."""
    standings = [figure.standing for figure in hidden]
    counts = ", ".join(f"{standings.count(standing)} {standing}" for standing in dict.fromkeys(standings))
    return f"{counts}: {', '.join(figure.name for figure in hidden)}"


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
