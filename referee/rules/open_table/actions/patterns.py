"""Patterns: which things one payment buys together, such as `frightful_presence + bite + 2 claw`.

Used as an act is paid for, and as a file or a figure says such a pattern.
Gives what fits into a pattern with what was done before, and what is left of it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import TraitSet
from referee.engine.problem import NotUnderstood, quoted
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.figures.rules import PAID, TrackRule

MOST = 12
"""Things of one pattern."""
_PART = re.compile(r"(?:([1-9][0-9]?) +)?([a-z0-9_]+(?:/[a-z0-9_]+)*)", re.ASCII)
Slots = tuple[frozenset[str], ...]
"""A pattern, one thing after the other: the names, of things or sorts, of which each may be."""


@lru_cache(maxsize=1024)
def read_pattern(text: str) -> Slots:
    """The pattern of a text: `bite + 2 claw/tail`. NotUnderstood if it is none."""
    slots: list[frozenset[str]] = []
    for part in text.split("+"):
        found = _PART.fullmatch(part.strip().lower())
        if found is None:
            raise NotUnderstood(f"{quoted(text)} is no pattern of attacks. Type, for example, bite + 2 claw.")
        slots += [frozenset(found[2].split("/"))] * int(found[1] or 1)
    if len(slots) > MOST:
        raise NotUnderstood(f"A pattern has at most {MOST} attacks; {quoted(text)} has {len(slots)}.")
    return tuple(slots)


def wrong_pattern(text: str) -> str:
    """Why a text is no pattern; empty if it is one."""
    try:
        read_pattern(text)
    except NotUnderstood as problem:
        return str(problem)
    return ""


def done(track: str) -> TraitKind[tuple[str, ...]]:
    """What was done of a pattern since it was paid for, each thing with its sort; kept until the turn ends."""
    return TraitKind[tuple[str, ...]](f"{PAID}pattern {track}", ())


def _called(thing: Thing) -> str:
    return f"{thing.traits.get('thing', thing.tag)} {thing.kind}"


def _left(slots: Slots, things: Sequence[str]) -> Iterator[Slots]:
    """What may be left of a pattern once these things are done; nothing where they do not fit into it."""
    if not things:
        yield slots
        return
    words = set(things[0].split())
    for n, slot in enumerate(slots):
        if slot & words:
            yield from _left((*slots[:n], *slots[n + 1 :]), things[1:])


def _patterns(encounter: Encounter, who: Tag, rule: TrackRule) -> list[Slots]:
    said = encounter.of(who).traits.get(rule.pattern, ())
    return [read_pattern(text) for text in (said if isinstance(said, tuple) else ()) if not wrong_pattern(text)]


def after(encounter: Encounter, who: Tag, rule: TrackRule, thing: Thing, began: bool) -> tuple[str, ...]:
    """All that is done of a pattern with this thing, the first of it or, where it `began`, a further one; empty if it
    does not fit."""
    before = done(rule.name).of(encounter, who)
    things = (*before, _called(thing)) if began else (_called(thing),)
    if began and not before:
        return ()
    fits = any(True for slots in _patterns(encounter, who, rule) for _ in _left(slots, things))
    return things if fits else ()


def left(encounter: Encounter, who: Tag, rule: TrackRule) -> str:
    """What is left of the patterns that were begun: `2 claw`, `bite or tail`; empty for nothing."""
    before = done(rule.name).of(encounter, who)
    found: dict[str, None] = {}
    for slots in _patterns(encounter, who, rule) if before else ():
        rest = next(_left(slots, before), ())
        counted: Mapping[str, int] = {"/".join(sorted(slot)): rest.count(slot) for slot in rest}
        said = [f"{n} {name}" if n > 1 else name for name, n in counted.items()]
        found |= dict.fromkeys([", ".join(said).replace("_", " ").replace("/", " or ")] if said else [])
    return ", or ".join(found)


def forget_paid(ledger: Ledger, who: Tag) -> None:
    """What was paid for and not done is lost with the turn."""
    figure = ledger.encounter.figures.get(who)
    for trait in figure.traits if figure is not None else ():
        if trait.startswith(PAID):
            ledger.record(TraitSet(tag=who, trait=trait, value=None))
