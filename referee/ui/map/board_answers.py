"""Board answers: the spaces of a board that answer a question."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from referee.command_language.keyed_offers import keyed_offers
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.board import Board, Space, space_of
from referee.engine.state.encounter import Encounter

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
