"""Impossible states: those that the rules exclude, so that a correction that leads to one is refused."""

from collections.abc import Iterable, Iterator

from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import Standing
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter


def impossible_states(rules: Ruleset, encounter: Encounter) -> tuple[str, ...]:
    """One sentence for each figure or group in a state that the rules exclude; () if the encounter is valid."""
    found = [*_up_with_nothing_left(rules, encounter), *_turn_of_nobody(rules, encounter), *_order(encounter)]
    return (*found, *rules.fight.impossible_states(encounter))


def _up_with_nothing_left(rules: Ruleset, encounter: Encounter) -> Iterator[str]:
    """Figures in the first standing whose health track is at 0."""
    first = rules.standings[0].name
    for figure in encounter.figures.values():
        track = figure.tracks.get(rules.health_name)
        if figure.standing == first and track is not None and rules.health_spent(track):
            yield f"{figure.name} {figure.stands} with no {rules.health_label} left."


def _turn_of_nobody(rules: Ruleset, encounter: Encounter) -> Iterator[str]:
    turn = encounter.turn
    if turn is None:
        return
    if not encounter.has(turn):
        yield f"It is {turn}'s turn, but {turn} is not on the table."
    elif turn in encounter.figures and not rules.gets_turn(encounter, turn):
        figure = encounter.figures[turn]
        yield f"It is {figure.name}'s turn, but {figure.name} {figure.stands}."


def _order(encounter: Encounter) -> Iterator[str]:
    seen: set[tuple[Tag, Tag | None]] = set()
    for slot in encounter.order:
        if not encounter.has(slot.who):
            yield f"{slot.who} is in the order but not on the table."
        if (slot.who, slot.under) in seen:
            yield f"{encounter.name(slot.who)} is in the order twice."
        seen.add((slot.who, slot.under))


def fallen_with_some_left(
    encounter: Encounter, vital: TrackKind, standings: Iterable[Standing], clause: str
) -> Iterator[str]:
    """Figures that have one of these standings, which imply an empty track, and a track above 0."""
    fallen = {standing.name for standing in standings}
    for figure in encounter.figures.values():
        track = figure.tracks.get(vital.name)
        if figure.standing in fallen and track is not None and track.now > 0:
            yield f"{figure.name} {figure.stands} with {vital.spoken} {track.now} [{clause}]."


def in_several(encounter: Encounter, kind: str, clause: str) -> Iterator[str]:
    """Figures in more than one open group of that kind."""
    for tag, figure in encounter.figures.items():
        within = [group.name for group in encounter.groups_of(kind) if tag in group.members]
        if len(within) > 1:
            yield f"{figure.name} is in {' and '.join(within)} at once [{clause}]."


def without_place(encounter: Encounter, who: Iterable[Tag], clause: str) -> Iterator[str]:
    """Those of these figures and groups that have no place in the order."""
    for tag in who:
        if encounter.slot(tag) is None:
            yield f"{encounter.name(tag)} is not in the order [{clause}]."
