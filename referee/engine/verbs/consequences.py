"""Consequences: what follows every command: tests that end conditions, who has nothing left falls, the turn goes on;
and which states the rules exclude, so that a correction that leads to one is refused.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from referee.engine.conditions.ending_test import spoken_test
from referee.engine.contract.kinds import AWAY, Standing, TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    ConditionEnded,
    ConditionTicked,
    FigurePlaced,
    Joined,
    PhaseBegan,
    StandingSet,
    TrackBounded,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from referee.engine.problem import Refused
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.typed_questions import Confirm
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Condition, Ending
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger


async def ask_endings(ledger: Ledger, who: Tag, at: str) -> bool:
    """Asks for the tests that may end conditions at this moment of a turn; True if one was due.

    who: the figure or group whose turn it is; at: `start` or `end`.
    """
    group = ledger.encounter.groups.get(who)
    bearers = (who, *group.members) if group is not None else (who,)
    due = [
        (tag, condition, ending)
        for tag in bearers
        for condition in ledger.encounter.of(tag).conditions
        for ending in condition.ends
        if ending.test and ending.at == at and (not ending.after or ending.after != ledger.encounter.round)
    ]
    for tag, condition, ending in due:
        if still_on(ledger, tag, condition):
            await _test(ledger, tag, condition, ending)
    return bool(due)


async def end_turn(ledger: Ledger, who: Tag) -> None:
    """Ends the turn of a figure or group, as the rules have it; else with the tests that end conditions."""
    if ledger.rules.end is not None:
        await ledger.rules.end(ledger, who)
    else:
        await ask_endings(ledger, who, "end")
    if ledger.encounter.turn == who:
        ledger.end_turn()


async def _test(ledger: Ledger, tag: Tag, condition: Condition, ending: Ending) -> None:
    try:
        made = await (ledger.rules.ending_test or ask_referee)(ledger, tag, condition, ending)
    except Lapsed:
        return
    if made and still_on(ledger, tag, condition):
        ledger.end_condition(tag, condition.id, *ledger.rules.durations.countdown)


async def ask_referee(ledger: Ledger, tag: Tag, condition: Condition, ending: Ending) -> bool:
    """Whether a test that ends a condition has succeeded, as the referee says. Lapsed if that is gone meanwhile."""

    def build() -> Confirm:
        if not still_on(ledger, tag, condition):
            raise Lapsed("the condition is over")
        kind, test = condition.kind.replace("_", " "), spoken_test(ledger.rules, ending)
        prompt = f"{ledger.encounter.name(tag)}'s {test}{',' if ',' in test else ''} to end {kind}: made?"
        return Confirm(key=f"{ending.test} {condition.id}", prompt=prompt, by=tag, fallen_too=True)

    return (await Ask(build)).yes


def still_on(ledger: Ledger, tag: Tag, condition: Condition) -> bool:
    """True if the condition still lies on the bearer."""
    there = ledger.encounter.has(tag) and ledger.encounter.of(tag).conditions
    return any(other.id == condition.id for other in there or ())


MOST_ROUNDS = 8
"""How often what follows from a command may bring something from which more follows."""
_BETWEEN = ConditionTicked | ConditionEnded | FigurePlaced
"""Events that may come between a fall and the end of the turn that it interrupts."""


async def follow_up(ledger: Ledger, inner: bool) -> None:
    """Calls `fall` for each changed figure that is up and spent, and `on_done` for what has changed.

    If a turn ended by a fall, or the command wants the next turn, begins it.

    inner: the command interrupted another one; then no turn is begun.
    """
    for tag in _touched(ledger.changes):
        with ledger.lapsing():
            if ledger.rules.up(ledger.encounter, tag) and ledger.rules.spent(ledger.encounter, tag):
                await ledger.rules.fall(ledger, tag)
    ledger.override = False
    await _done(ledger)
    seen = 0
    while not inner and (_cut_short(ledger, seen) or _may_go_on(ledger)):
        seen, ledger.next_wanted = len(ledger.changes), False
        await _go_on(ledger)
        await _done(ledger)


async def _done(ledger: Ledger) -> None:
    """Calls `on_done` for the changes that it has not been called for, also for those that it brings itself."""
    for _ in range(MOST_ROUNDS):
        if not (new := ledger.take_new()):
            return
        await ledger.rules.on_done(ledger, new)


async def _go_on(ledger: Ledger) -> None:
    """Begins the next turn as `next` does; does nothing if the rules refuse."""
    try:
        await ledger.rules.advance(ledger)
    except Lapsed as reason:
        ledger.remark(f"Nothing happens: {reason}.")
    except Refused:
        pass  # nobody is left whose turn could begin


def _may_go_on(ledger: Ledger) -> bool:
    """True if the command wants the next turn, it is nobody's, and somebody of this round may act.

    Where only those are left who wait, nobody's turn begins: the referee may want one of them back.
    """
    return ledger.next_wanted and ledger.encounter.turn is None and bool(ledger.rules.may_act(ledger.encounter))


_OF_FIGURE = (StandingSet, TrackChanged, TrackBounded)


def _touched(changes: Iterable[Change]) -> tuple[Tag, ...]:
    """Tags of bearers that joined, or whose standing or tracks changed; each once, in order."""
    found: dict[Tag, None] = {}
    for _, event, _ in changes:
        if isinstance(event, Joined):
            found[event.bearer.tag] = None
        elif isinstance(event, _OF_FIGURE):
            found[event.tag] = None
    return tuple(found)


def _cut_short(ledger: Ledger, seen: int) -> bool:
    """True if the last turn in the events, but for so many that were seen, ended because its figure, or the last of its
    group, fell, and no turn or phase has begun since.

    The referee's removing of a figure ends its turn first.
    """
    if ledger.encounter.turn is not None:  # it has begun since
        return False
    ended: Tag | None = None
    removed: set[Tag] = set()
    events = reversed(ledger.events[seen:])
    for event in takewhile(lambda event: not isinstance(event, TurnBegan | PhaseBegan), events):
        if isinstance(event, TurnEnded):
            ended = event.who
            if ended in removed:
                return True
        elif isinstance(event, StandingSet) and event.hand and event.standing == AWAY.name and ended is None:
            removed.add(event.tag)
        elif isinstance(event, StandingSet) and ended is not None and event.tag in ledger.encounter.acting_as(ended):
            return not ledger.rules.standing(event.standing).turn
        elif ended is not None and not isinstance(event, _BETWEEN):
            return False
    return False


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
