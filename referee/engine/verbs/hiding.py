"""Hiding figures or spaces of the board from the players."""

import re

from referee.engine.contract.standing import AWAY
from referee.engine.events.event import FigureHidden, SpacesShown
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Said
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Space, name_of, read_spaces
from referee.engine.state.encounter import Encounter
from referee.engine.state.find_bearers import find, find_many
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.letters_for_players import letters_after
from referee.engine.verbs.typed_board import NO_BOARD
from referee.engine.verbs.verb import Situation, Verb, asks, override
from referee.text.lazy_pattern import pattern
from referee.text.phrases import listed

MAP = "map"
"""Before spaces that could be figures, too; alone it is all of the board."""
_AREA = pattern(r"([a-z]{1,2}[1-9][0-9]?)(?:-[a-z]{1,2}[1-9][0-9]?)?", re.ASCII)

Meant = tuple[tuple[Tag, ...], tuple[Space, ...]]
"""The figures or the spaces, in a rectangle, that a text means."""


def read_hidden(encounter: Encounter, text: str) -> Meant:
    """`g1-3`, `b2-d5`, `map b2-d5`, `map`. NotUnderstood otherwise."""
    first, *rest = text.lower().split() or [""]
    if first == MAP and len(rest) <= 1 and MAP not in encounter.figures:
        return (), _spaces(encounter, *rest)
    area = _AREA.fullmatch(first) if not rest else None
    if encounter.board is not None and area is not None and area[1] not in encounter.figures:
        return (), _spaces(encounter, first)
    there = [figure.tag for figure in encounter.figures.values() if figure.standing != AWAY.name]
    try:
        return (find(encounter, there, text),), ()
    except NotUnderstood:
        return find_many(encounter, there, ",".join(text.replace(",", " ").split())), ()


def _spaces(encounter: Encounter, where: str = "") -> tuple[Space, ...]:
    """All spaces of a rectangle, row by row; of the board if none is named."""
    board = encounter.board
    if board is None:
        raise NotUnderstood(NO_BOARD)
    return read_spaces(board, where or f"a1-{name_of((board.width - 1, board.height - 1))}")


def _hiding(name: str, hidden: bool, hint: str) -> Verb:
    """The verb that hides figures or spaces from the players, or shows them."""

    def ask(situation: Situation) -> Text:
        check = complaint(lambda text: read_hidden(situation.encounter, text))
        figures = situation.encounter.figures.values()
        words = tuple(each.tag for each in figures if each.hidden != hidden and each.standing != AWAY.name)
        prompt = "Which figures or spaces? For example g3, b2-d5, map"
        return Text(key="what", prompt=prompt, check=check, words=words, spaces={}, expects="A figure or spaces")

    @override(name=name, hint=hint, topic="players")
    async def run(ledger: Ledger, what: Said = asks(ask, rest=True)) -> None:
        tags, spaces = read_hidden(ledger.encounter, what.text)
        if spaces:
            ledger.record(SpacesShown(space=name_of(spaces[0]), to=name_of(spaces[-1]), shown=not hidden))
            return
        changed = [tag for tag in tags if ledger.encounter.figures[tag].hidden != hidden]
        if not changed:
            names = listed([ledger.encounter.name(tag) for tag in tags])
            are = "are" if tags[1:] else "is"
            raise Refused(f"{names} {are} already {'hidden from' if hidden else 'shown to'} the players.")
        ledger.record(*(FigureHidden(tag=tag, hidden=hidden) for tag in changed))
        letters_after(ledger, changed, hidden)

    return run


HIDING = (
    _hiding("hide", True, "hides figures or spaces from the players: hide g3, hide b2-d5"),
    # Where a game has a verb of its own for figures that hide, that goes before the one above.
    _hiding("conceal", True, "hides figures or spaces from the players, in every game: conceal g3, conceal b2-d5"),
    _hiding("reveal", False, "shows the players figures, spaces or the map: reveal g3, reveal b2-d5, reveal map"),
)
"""What every table can keep from the players."""
