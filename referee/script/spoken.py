"""Spoken: a figure, the order and the board in sentences of one fact each, for those who listen to the screen."""

from collections.abc import Iterable, Iterator

from referee.engine.bearer import TABLE, Figure, Tag, Track
from referee.engine.board import Board, name_of
from referee.engine.encounter import Encounter, Slot
from referee.engine.kinds import AWAY
from referee.engine.reach import distance
from referee.engine.ruleset import Ruleset
from referee.words.condition import ailments, lasts, named
from referee.words.name import plain, whose
from referee.words.thing import named_thing
from referee.words.value import shown


def of_most(track: Track) -> str:
    """Where a track stands: `2 of 7`, or `3` for a counter."""
    return str(track.now) if track.most is None else f"{track.now} of {track.most}"


def all_names(encounter: Encounter, tags: Iterable[Tag]) -> str:
    """The names of these, told apart where one of them has a comma in it, as that of a combat."""
    names = [encounter.name(tag) for tag in tags]
    return ("; " if any("," in name for name in names) else ", ").join(names)


def situation(encounter: Encounter, rules: Ruleset) -> str:
    """Where the fight is: the round, the phase, whose turn."""
    parts = [f"Round {encounter.round}"] if encounter.round else ["Before the first round"]
    parts += [encounter.phase] if encounter.phase else []
    if over := rules.over(encounter):
        parts.append(f"over: {over}")
    if encounter.turn:
        parts.append(f"{whose(encounter, encounter.turn)} turn")
    elif may := rules.may_act(encounter):
        parts.append(f"may act: {all_names(encounter, may)}")
    return ", ".join(parts)


def standing(encounter: Encounter) -> Iterator[str]:
    """How all stand: a line for the table, for each group, and for each figure on the table."""
    table = encounter.groups[TABLE]
    tracks = [f"{plain(name)} {of_most(track)}" for name, track in table.tracks.items()]
    if tracks or table.conditions:
        yield ", ".join([*tracks, *ailments(encounter, table)])
    for group in encounter.groups.values():
        if group.open and group.members:
            yield f"{group.name}: {', '.join(map(encounter.name, group.members))}"
    here = [figure for figure in encounter.figures.values() if figure.standing != AWAY.name]
    if not here:
        yield "Nobody is on the table."
    for figure in here:
        side = f", {figure.side}" if figure.side != figure.tag else ""
        concealed = ["hidden from the players"] if figure.hidden else []
        parts = [figure.standing, *concealed, *_tracks(figure), *ailments(encounter, figure)]
        yield f"{figure.name} ({figure.tag}{side}): {', '.join(parts)}"


def _tracks(figure: Figure) -> list[str]:
    return [f"{plain(name)} {of_most(track)}" for name, track in figure.tracks.items()]


def figure_facts(encounter: Encounter, rules: Ruleset, tag: Tag) -> Iterator[str]:
    """All there is to a figure, a fact a line."""
    figure = encounter.figures[tag]
    yield f"{figure.name}, in commands {tag}"
    yield f"{plain(figure.kind)}, {'on a side of its own' if figure.side == tag else f'for {figure.side}'}"
    yield f"standing: {figure.standing}"
    yield from (f"turn: {_slot_state(encounter, slot)}" for slot in encounter.order if slot.who == tag)
    yield from _tracks(figure)
    if said := rules.describe(encounter, tag).get(tag):
        yield said
    for group in encounter.groups.values():
        if group.open and tag in group.members:
            others = [encounter.name(other) for other in group.members if other != tag]
            yield f"in {group.name}" + (f" with {', '.join(others)}" if others else "")
    yield from _conditions(encounter, rules, figure)
    yield from _traits(rules, figure)
    for pile, things in figure.piles.items():
        if things:
            yield f"{plain(pile)}: {'; '.join(named_thing(encounter, each) for each in things)}"
    if encounter.board is not None:
        yield f"on the board: {_spaces(encounter.board, tag) or 'no'}"


def _conditions(encounter: Encounter, rules: Ruleset, figure: Figure) -> Iterator[str]:
    """A condition a line: until when it lies, by whom, and what it does."""
    for condition in figure.conditions:
        by = f"by {encounter.name(condition.by)}" if condition.by not in (None, figure.tag) else ""
        when = lasts(encounter, condition, figure.tag) or "until it is lifted"
        kind = rules.condition(condition.kind)
        does = f". {kind.hint}" if kind is not None and kind.hint else ""
        yield f"{named(condition)}: {', '.join(filter(None, (when, by)))}{does}"


def _traits(rules: Ruleset, figure: Figure) -> Iterator[str]:
    """What the system knows of it besides, as far as it is not as with everybody."""
    for trait in rules.traits:
        value = figure.traits.get(trait.name, trait.default)
        if value != trait.default:
            yield f"{plain(trait.name)}: {shown(value)}"


def order_facts(encounter: Encounter) -> Iterator[str]:
    """The order of turns, a place a line."""
    if not encounter.order:
        yield "There is no order of turns now."
    for number, slot in enumerate(encounter.order, 1):
        label = f", {slot.label}" if slot.label else ""
        yield f"{number}. {encounter.name(slot.who)} ({slot.who}{label}): {_slot_state(encounter, slot)}"


def _slot_state(encounter: Encounter, slot: Slot) -> str:
    if slot.who == encounter.turn and not slot.acted:
        return "now"
    return "waits" if slot.held else "over" if slot.acted else "to come"


def board_facts(encounter: Encounter, board: Board, who: Tag | None = None) -> Iterator[str]:
    """Where each figure stands; or of one figure, how far all others are, the nearest first."""
    here = [figure for figure in encounter.figures.values() if figure.standing != AWAY.name]
    if who is not None:
        yield f"{encounter.name(who)}: {_spaces(board, who) or 'not on the board'}"
        yield from _distances(encounter, board, who, here)
        return
    yield f"The board has {board.width} columns from a, and {board.height} rows from 1."
    for figure in here:
        if where := _spaces(board, figure.tag):
            yield f"{figure.name} ({figure.tag}): {where}"
    off = [figure.name for figure in here if not _spaces(board, figure.tag)]
    if off:
        yield f"Not on the board: {', '.join(off)}"


def _distances(encounter: Encounter, board: Board, who: Tag, here: Iterable[Figure]) -> Iterator[str]:
    mine = board.spaces(who)
    found = [(distance(mine, spaces), figure) for figure in here if (spaces := board.spaces(figure.tag))]
    for away, figure in sorted((each for each in found if each[1].tag != who), key=lambda each: each[0] or 0):
        far = "beside it" if away == 1 else f"{away} spaces off"
        yield f"{figure.name} ({figure.tag}): {_spaces(board, figure.tag)}, {far}"


def _spaces(board: Board, tag: Tag) -> str:
    """`c5`, or the corners of a large one: `c5 to d6`; empty for one that is not on the board."""
    spaces = sorted(board.spaces(tag), key=lambda space: (space[1], space[0]))
    if not spaces:
        return ""
    return name_of(spaces[0]) + (f" to {name_of(spaces[-1])}" if spaces[1:] else "")
