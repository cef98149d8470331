"""Public outcome: what the players may know of the last thing that came to something.

It is worded from what happened and never from the log: a line of the log may tell numbers of foes, and a remark
anything at all.
"""

from collections.abc import Iterable, Iterator, Sequence

from referee.engine.applied_commands import applied_commands
from referee.engine.bearer import Figure
from referee.engine.change import Change, changes_of
from referee.engine.encounter import Encounter
from referee.engine.event import Tested
from referee.engine.kinds import AWAY
from referee.engine.ledger import System
from referee.engine.session import Session
from referee.engine.step_log_queries import corrected_state_at, entry_start, settled_position
from referee.words.condition import named
from referee.words.name import ARROW, plain
from referee.words.outcome import kind_of, outcome, result, sentence
from referee.words.public_state import DOWN, health_of, is_foe, left_of, state_word
from referee.words.redacted import redacted
from referee.words.value import track_name

LOOKED_AT = (3, 20)
"""How many of the last commands are looked at for one that tells something: first few, then more."""
MOST_LINES = 6


def latest_outcome(session: Session, numbers: bool = False) -> tuple[str, ...]:
    """What came of the last command that came to something for the players, open ones among them, line by line."""
    for changes in _latest(session):
        lines = tuple(_lines(changes, session.encounter, session.rules, numbers))
        if lines:
            more = len(lines) - MOST_LINES
            return lines if more <= 0 else (*lines[:MOST_LINES], f"and {more} more")
    return ()


def _latest(session: Session) -> Iterator[Sequence[Change]]:
    """The changes of the last commands, the last first; those of choices that are still secret are left out."""
    for _, entry, outcome_ in reversed(session.resolved_commands):
        if not entry.command.secret:
            yield tuple(outcome_.changes)
    step_log, position = session.step_log, session.step_log.position
    end, seen = settled_position(step_log, position), set[int]()
    for most in LOOKED_AT:
        start = end
        for _ in range(most):
            start = entry_start(step_log, start)
        found = list(applied_commands(step_log, position, start, corrected_state_at(step_log, start, position)))
        for act in reversed(found):
            if act.entry.seat not in seen and not act.still_secret:
                yield tuple(changes_of(act.before, act.entry.events or ()))
            seen.add(act.entry.seat)


def _lines(changes: Sequence[Change], now: Encounter, rules: System, numbers: bool) -> Iterator[str]:
    if not changes:
        return
    known = {tag for tag, figure in now.figures.items() if not figure.hidden}
    yield from _tests(changes, known, rules, numbers)
    before, after = redacted(changes[0].before), redacted(changes[-1].after)
    for tag, figure in after.figures.items():
        was = before.figures.get(tag)
        if tag not in known or figure.hidden:
            continue
        if was is None or was.hidden or (was.standing == AWAY.name != figure.standing):
            if figure.standing != AWAY.name:
                yield f"{figure.name} appears"
        elif was is not figure:
            parts = list(_parts(rules, (before, was), (after, figure), numbers))
            if parts:
                yield f"{figure.name}: {', '.join(parts)}"


def _tests(changes: Iterable[Change], known: set[str], rules: System, numbers: bool) -> Iterator[str]:
    """Tests that were made openly, by and against those whom the players know; foes' numbers are left out."""
    for before, event, _ in changes:
        if not isinstance(event, Tested) or event.hidden:
            continue
        who = [tag for tag in (event.who, event.target) if tag is not None and tag in before.figures]
        if any(tag not in known or before.figures[tag].hidden for tag in who):
            continue
        encounter, own = redacted(before), kind_of(event, rules)
        if numbers:
            yield outcome(encounter, event, rules, short=True)
        else:
            yield f"{sentence(encounter, event, own)}: {result(event, own)}"


Standing = tuple[Encounter, Figure]
"""A figure, and the encounter in which it stands so."""


def _parts(rules: System, was: Standing, now: Standing, numbers: bool) -> Iterator[str]:
    """How a figure is different: what it lost, how it stands, what lies on it."""
    before, after = was[1], now[1]
    if after.name != before.name:
        yield f"was {before.name}"
    yield from _health(rules, was, now, numbers)
    if after.standing != before.standing:
        yield "gone" if after.standing == AWAY.name else after.standing
    there = {condition.kind: named(condition) for condition in before.conditions}
    here = {condition.kind: named(condition) for condition in after.conditions}
    yield from (name for kind, name in here.items() if there.get(kind) != name)
    yield from (f"no longer {plain(kind)}" for kind in there if kind not in here)


def _health(rules: System, was: Standing, now: Standing, numbers: bool) -> Iterator[str]:
    found, there = health_of(rules, now[1]), health_of(rules, was[1])
    if found is None or there is None or found[1] == there[1]:
        return
    if numbers or not is_foe(rules, now[1]):
        yield f"{track_name(rules, found[0].name)} {there[1].now} {ARROW} {found[1].now}"
        return
    words = [state_word(rules, *each) for each in (was, now)]
    if words[0] == words[1]:
        yield "more hurt" if left_of(*found) < left_of(*there) else "less hurt"
    elif words[1] != DOWN or now[1].standing == was[1].standing:
        yield words[1]
