"""Typed board: the board or the places on it that words mean."""

import re

from msgspec.structs import replace

from referee.engine.board.geometry import moved, terrain
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.numbers import read_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Board, Space, name_of, read_space, read_spaces
from referee.engine.state.board_chart import read_chart
from referee.engine.state.encounter import Encounter
from referee.engine.state.find_bearers import find
from referee.text.lazy_pattern import pattern
from referee.text.quoting import short

OFF = "off"
NO_BOARD = "There is no board. `map 20x15` makes an empty one."
_SIZE = pattern(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII)


def read_board(rules: Ruleset, encounter: Encounter, text: str) -> Board | None:
    """The board that `20x15` or a drawing means; None for `off`. NotUnderstood otherwise."""
    if text.strip().lower() == OFF:
        return None
    if size := _SIZE.fullmatch(text.strip().lower()):
        width, height = (read_number(digits, "size") for digits in size.groups())
        if not (width and height):
            raise NotUnderstood("A board needs at least one space.")
        return Board(width=width, height=height)
    board = read_chart(text)
    figures = _drawn_figures(rules, encounter, board)
    filled: dict[str, Tag] = {}
    for tag, spaces in figures.items():
        for name in spaces:
            if name in filled:
                raise NotUnderstood(f"The map shows two figures at {name}: {filled[name]} and {tag}.")
            filled[name] = tag
    return replace(board, figures=figures)


def _drawn_figures(rules: Ruleset, encounter: Encounter, board: Board) -> dict[Tag, tuple[str, ...]]:
    """The spaces of the figures of a drawn map, by tag; where one space is drawn it is the first corner of a large one.

    NotUnderstood for a word that means no figure at the table, or one that is on the map already.
    """
    there = [figure.tag for figure in encounter.figures.values() if figure.standing != AWAY.name]
    out: dict[Tag, tuple[str, ...]] = {}
    for word, spaces in board.figures.items():
        try:
            tag = find(encounter, there, word)
        except NotUnderstood as problem:
            raise NotUnderstood(f"The map: {problem}") from problem
        if tag in out:
            raise NotUnderstood(f"The map: {short(word)} is {tag}, who is on the map already.")
        _must_fill(rules, encounter, tag)
        fitted = _fitted(rules, encounter, board, tag, spaces[0]) if len(spaces) == 1 else ()
        out[tag] = tuple(map(name_of, fitted)) or spaces
    return out


def read_places(rules: Ruleset, encounter: Encounter, who: tuple[Tag, ...], text: str) -> dict[Tag, tuple[Space, ...]]:
    """The spaces for each figure: `c5 d5`, one word for each, `c5-d6` or its first corner for a large one, or `off`.

    NotUnderstood without a board, for more or fewer words than figures, and for a space that is filled or not on the
    board.
    """
    board = encounter.board
    if board is None:
        raise NotUnderstood(NO_BOARD)
    words = text.lower().replace(",", " ").split()
    if words == [OFF]:
        return dict.fromkeys(who, ())
    if len(words) != len(who):
        many = "one space" if len(who) == 1 else f"{len(who)} spaces, one for each figure,"
        raise NotUnderstood(f"Type {many} such as c5, not {len(words)}.")
    for tag in who:
        _must_fill(rules, encounter, tag)
    wanted = {tag: _fitted(rules, encounter, board, tag, word) for tag, word in zip(who, words, strict=True)}
    ground = terrain(rules, encounter)
    filled = {} if ground is None else {space: tag for space, tag in ground.who.items() if tag not in wanted}
    for tag, spaces in wanted.items():
        for space in spaces:
            if space in filled:
                raise NotUnderstood(
                    f"{encounter.name(filled[space])} is already at {name_of(space)}. Choose another space."
                )
            filled[space] = tag
    return wanted


def _must_fill(rules: Ruleset, encounter: Encounter, tag: Tag) -> None:
    """NotUnderstood for a figure that fills no space."""
    figure = encounter.figures[tag]
    if not rules.standing(figure.standing).fills:
        raise NotUnderstood(f"{figure.name} {figure.stands} and cannot stand on the board.")


def _fitted(rules: Ruleset, encounter: Encounter, board: Board, tag: Tag, word: str) -> tuple[Space, ...]:
    if "-" in word:
        return read_spaces(board, word)
    corner = read_space(board, word)
    wide, deep = rules.board.footprint(encounter, tag)
    spaces = moved(((x, y) for y in range(deep) for x in range(wide)), corner)
    if not board.has(spaces[-1]):
        raise NotUnderstood(f"{encounter.name(tag)} fills {wide} by {deep} spaces and has no room at {short(word)}.")
    return spaces
