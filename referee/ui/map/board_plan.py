"""Board plan: one moment of a board as a map draws it."""

from collections.abc import Collection, Mapping

from msgspec import Struct, field
from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Board, Space, edge_of, name_of
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.side_marks import SideMark, side_marks
from referee.ui.map.line_of_sight import Sighting
from referee.ui.map.short_tags import short_tags


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
