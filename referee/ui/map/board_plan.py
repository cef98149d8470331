"""Plan of a board as a map draws it: its spaces, who stands where, a short tag for each, the cursor, what is in sight,
which spaces answer the question.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from types import MappingProxyType

from msgspec import Struct, field
from rich.cells import cached_cell_len as cell_len

from referee.command_language.keyed_offers import keyed_offers
from referee.engine.board.geometry import Barred, Terrain, distance, terrain
from referee.engine.contract.ruleset import Ruleset
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Board, Space, edge_of, name_of, space_of
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.cells import SideMark, side_marks
from referee.ui.drawing.text_line import GLYPHS

_BARS = {"wall": "a wall at", "door": "a closed door at", "obstacle": "an obstacle at"}


class Sighting(Struct, frozen=True):
    """One line of sight as it is drawn and told."""

    passed: frozenset[Space]
    """The spaces that the line passes before anything stops it."""
    stops: frozenset[str]
    """The names of the spaces or edges that stop it."""
    text: str
    clear: bool


def sighting(rules: Ruleset, encounter: Encounter, who: Tag, end: Space) -> Sighting | None:
    """The best line from a figure to a space, or to who stands there; None if it does not stand on a board."""
    ground = terrain(rules, encounter)
    start = ground.board.spaces(who) if ground is not None else ()
    if ground is None or not start:
        return None
    there = ground.who.get(end)
    ends = ground.board.spaces(there) if there is not None else (end,)
    look = ground.between(start, ends, (who, there))
    assert look is not None  # neither fills no space
    line = ground.line(look.start, look.end)
    passed, stops = _reached(ground.board, line, look.barred)
    target = f"{encounter.name(there)} " if there is not None else ""
    text = f"{encounter.name(who)} {name_of(look.start)} to {target}{name_of(look.end)}: "
    text += "in sight" if look.barred is None else f"blocked by {_bar(encounter, look.barred)}"
    text += f" and {_bar(encounter, look.also)}" if look.also is not None else ""
    text += _corner(rules, encounter, who, there, ground, look.clear, start, ends)
    return Sighting(passed, stops, f"{text}; {_far(start, ends)}", look.clear)


def _bar(encounter: Encounter, barred: Barred) -> str:
    """What is in the way, and where."""
    what, where = barred
    if what != "figure":
        return f"{_BARS[what]} {where}"
    spaces = encounter.board.figures.get(where, ()) if encounter.board is not None else ()
    return f"{encounter.name(where)} at {spaces[0]}" if spaces else encounter.name(where)


def _corner(
    rules: Ruleset,
    encounter: Encounter,
    who: Tag,
    there: Tag | None,
    ground: Terrain,
    clear: bool,
    start: tuple[Space, ...],
    ends: tuple[Space, ...],
) -> str:
    """Said where the line passes a corner that is blocked on one side: games read that differently."""
    other = terrain(rules, encounter, not ground.corner_open)
    look = other.between(start, ends, (who, there)) if other is not None else None
    if look is None or look.clear == clear:
        return ""
    return " past a corner blocked on one side" if clear else ", beside a corner blocked on that side only"


def _far(start: tuple[Space, ...], ends: tuple[Space, ...]) -> str:
    away, straight = distance(start, ends), distance(start, ends, diagonal=False)
    spaces = "1 space" if away == 1 else f"{away} spaces"
    return spaces if away == straight else f"{spaces}, {straight} without diagonals"


def _reached(board: Board, line: tuple[Space, ...], barred: Barred | None) -> tuple[frozenset[Space], frozenset[str]]:
    """How far the line goes, and what stops it there."""
    if barred is None:
        return frozenset(line), frozenset()
    what, where = barred
    bars = set(board.figures.get(where, ())) if what == "figure" else {where}
    for step, (before, after) in enumerate(pairwise(line), 1):
        if stops := bars & set(_touched(before, after)):
            return frozenset(line[:step]), frozenset(stops)
    return frozenset(line), frozenset()


def _touched(before: Space, after: Space) -> Iterable[str]:
    """The names of all spaces and edges that a step of the line goes through or past."""
    yield name_of(after)
    besides = {(before[0], after[1]), (after[0], before[1])} - {before, after}
    if not besides:
        yield edge_of(before, after)
    for beside in besides:
        yield name_of(beside)
        yield edge_of(before, beside)
        yield edge_of(beside, after)


ROOM = 3
"""Letters that a space of the map has for a tag."""


def short_tags(tags: Iterable[Tag]) -> dict[Tag, str]:
    """Each tag in at most three letters, no two alike: g1, ulf, gra for grave, s12 for spearbone12."""
    known = tuple(tags)
    found = {tag: tag for tag in known if len(tag) <= ROOM}
    taken = set(found.values())
    for tag in known:
        if tag not in found:
            found[tag] = next((word for word in _ways(tag) if word not in taken), tag[:ROOM])
            taken.add(found[tag])
    return found


def _ways(tag: Tag) -> Iterator[str]:
    """Ways to write a long tag: its beginning and its number first, then any of its letters, then a count."""
    letters = tag.rstrip("0123456789")
    number = tag[len(letters) :][-2:]
    plain = "".join(letter for letter in letters if letter.isalnum()) or "x"
    room = ROOM - len(number)
    yield plain[:room] + number
    for others in combinations(plain[1:], room - 1):
        yield plain[0] + "".join(others) + number
    for n in range(1, 1000):
        yield f"{plain[0]}{n}"[:ROOM] if n < 100 else f"{n}"


class Plan(Struct, frozen=True):
    """One moment of a board."""

    rules: Ruleset
    encounter: Encounter
    board: Board
    chosen: Tag | None
    cursor: Space
    sight: Sighting | None = None
    lit: Mapping[Space, str] = field(default_factory=dict)
    """Spaces that answer what is asked, each with its cost, or the letter of who stands there."""
    stroke: Collection[Space] = ()
    """Spaces that a brush has gone over so far."""
    letters: Mapping[Tag, str] = field(default_factory=dict)
    """The letter of each figure at the table."""
    who: dict[Space, Tag] = field(default_factory=dict)
    """The figure that fills a space; in older saves the fallen still have theirs, and are not drawn."""
    short: dict[Tag, str] = field(default_factory=dict)
    sides: dict[str, SideMark] = field(default_factory=dict)
    """The colour of each side, as in the roster."""

    def __post_init__(self) -> None:
        self.sides.update(side_marks(self.rules, self.encounter.figures.values()))
        self.short.update(short_tags(self.encounter.figures))
        for tag in self.board.figures:
            if self.stands(tag):
                self.who.update(dict.fromkeys(self.board.spaces(tag), tag))

    def stands(self, tag: Tag) -> bool:
        """Does it fill its spaces?"""
        figure = self.encounter.figures.get(tag)
        return figure is not None and self.rules.standing(figure.standing).fills

    def on_board(self, tag: Tag) -> bool:
        """Does it stand in a space of the board?"""
        return tag in self.board.figures and self.stands(tag)

    def sign(self, tag: Tag) -> str:
        """Whose turn it is, who is chosen, and who is a foe, by signs that need no colour."""
        if tag == self.chosen:
            return GLYPHS.both if tag == self.encounter.turn else GLYPHS.chosen
        if tag == self.encounter.turn:
            return GLYPHS.turn
        return GLYPHS.foe if self.foe(tag) else " "

    def foe(self, tag: Tag) -> bool:
        """Is it of a side that the referee plays?"""
        return self.encounter.figures[tag].side in self.rules.app_sides

    def called(self, tag: Tag, cells: int) -> str:
        """The name of a figure; where that is too long, its tag, in three letters if it must be."""
        name = GLYPHS.spelled(self.encounter.name(tag))
        short = self.short.get(tag, tag)
        return next((text for text in (name, tag) if cell_len(text) <= cells and len(short) <= cells), short)

    def letter(self, tag: Tag) -> str:
        """The letter of a figure; a capital if it is no foe."""
        letter = self.letters.get(tag, "") or self.short.get(tag, tag)[:1]
        return letter if self.foe(tag) else letter.upper()

    def style(self, tag: Tag) -> str:
        """How a figure is drawn."""
        if tag in (self.encounter.turn, self.chosen):
            return "turn" if tag == self.encounter.turn else "asked"
        return self.sides[self.encounter.figures[tag].side].style

    # ---------------------------------------------------------------- edges

    def barrier(self, one: Space, other: Space) -> str | None:
        """What stands between two spaces; around the board, and where floor ends, there is wall."""
        inside = self.board.has(one), self.board.has(other)
        if all(inside):
            ends = (self._void(one) != self._void(other)) and "wall"
            return self.board.edges.get(edge_of(one, other)) or ends or None
        return "wall" if any(inside) else None

    def has_barriers(self, row: int) -> bool:
        """Does anything stand on the upper edges of a row of spaces?"""
        return any(self.barrier((x, row - 1), (x, row)) for x in range(self.board.width))

    def is_outline(self, one: Space, other: Space) -> bool:
        """Is it an edge of the spaces of whoever has the turn?"""
        turn = self.encounter.turn
        return turn is not None and (self.who.get(one) == turn) != (self.who.get(other) == turn)

    def _void(self, space: Space) -> bool:
        return self.board.ground.get(name_of(space)) == "void"


Way = tuple[int, int]
"""A direction by columns and rows: right is (1, 0)."""


class BoardAnswers(Struct, frozen=True):
    """The answers to one question, as far as they have a place on the board."""

    words: Mapping[Space, str] = MappingProxyType({})
    """What each space answers."""
    shown: Mapping[Space, str] = MappingProxyType({})
    """What the map shows there: a cost, or the letter of a figure; empty if neither is known."""
    keys: Mapping[str, str] = MappingProxyType({})
    """The word that each letter answers."""
    beside: tuple[tuple[str, str], ...] = ()
    """What has no place on the board: its letter, and how it reads."""
    barred: Mapping[str, str] = MappingProxyType({})
    """Words that cannot be answered now, each with its reason."""
    any_space: bool = False
    """Which spaces will do is not known beforehand."""

    def next(self, here: Space, way: Way) -> Space:
        """The nearest of them in that direction: straight on before aside; where there is none, the space itself."""
        found = [(_off(here, space, way), space) for space in self.words if _ahead(here, space, way) > 0]
        return min(found)[1] if found else here

    def nearest(self, here: Space) -> Space:
        """The nearest of them; the space itself where there is none."""
        return min(
            self.words, key=lambda space: (abs(space[0] - here[0]) + abs(space[1] - here[1]), space), default=here
        )

    def after(self, here: Space, by: int) -> Space:
        """The next of them, or the one before, row by row."""
        spaces = sorted(self.words, key=lambda space: (space[1], space[0]))
        if not spaces:
            return here
        return spaces[(spaces.index(here) + by) % len(spaces)] if here in self.words else self.nearest(here)


def _ahead(here: Space, space: Space, way: Way) -> int:
    return (space[0] - here[0]) * way[0] + (space[1] - here[1]) * way[1]


def _off(here: Space, space: Space, way: Way) -> int:
    """How far a space lies off in a direction; a step aside counts as two."""
    aside = abs((space[0] - here[0]) * way[1]) + abs((space[1] - here[1]) * way[0])
    return _ahead(here, space, way) + 2 * aside


def board_answers(question: AnyQuestion | None, encounter: Encounter) -> BoardAnswers | None:
    """What can be answered on the map; None where there is no board, or the question has nothing to do with it."""
    board = encounter.board
    if board is None:
        return None
    if isinstance(question, Text) and question.spaces is not None:
        costs = {space_of(name): cost for name, cost in question.spaces.items()}
        words = dict(zip(costs, question.spaces, strict=True))
        return BoardAnswers(words, costs, any_space=not costs)
    if not isinstance(question, Pick):
        return None
    return _figures(question, encounter, board)


def _figures(question: Pick, encounter: Encounter, board: Board) -> BoardAnswers | None:
    """Figures that stand on the board; None if none of those that may be picked does."""
    words: dict[Space, str] = {}
    shown: dict[Space, str] = {}
    beside: list[tuple[str, str]] = []
    keyed = keyed_offers(question, encounter)
    for key, offer in keyed:
        spaces = board.spaces(offer.word)
        if spaces and not offer.barred:
            words.update(dict.fromkeys(spaces, offer.word))
            shown.update(dict.fromkeys(spaces, key))
        elif not spaces and not offer.barred:
            beside.append((key, offer.label or offer.word))
    if not words:
        return None
    keys = {key: offer.word for key, offer in keyed if key}
    barred = {offer.word: offer.barred for _, offer in keyed if offer.barred}
    return BoardAnswers(words, shown, keys, tuple(beside), barred)
