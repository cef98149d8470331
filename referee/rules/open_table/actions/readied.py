"""Readied things: what somebody will use once a trigger comes; it is paid for at once, and used later.

Used by the action that holds a thing ready, and by the one that releases it.
Gives the thing that is meant by the words that were said, the one that is held, and the act by which it is released.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.engine.contract.kinds import TraitKind
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.actions.rules import Act, ThingRule
from referee.rules.open_table.figures.rules import LIMITED

HELD = TraitKind(f"{LIMITED}held", "")
"""The tag of the thing that somebody holds ready, with the level that was paid for it; kept by the rules."""
_VERB = re.compile(r"^(?:cast|use|shoot|attack with|attack)\s+")


@dataclass(frozen=True)
class Held:
    """A thing that is held ready."""

    thing: Thing
    level: str = ""
    """The level of it that was said, or paid for; empty: the least, or it has none."""

    def is_of(self, thing: Thing | None) -> bool:
        """Is it that thing, whatever has become of it?"""
        return thing is not None and thing.tag == self.thing.tag


def meant(things: Iterable[tuple[Thing, ThingRule]], words: str) -> Held | None:
    """The thing with which words begin, as in `fireball 4 when the door opens`; None where they begin otherwise."""
    said = _VERB.sub("", words.lower())
    found: list[tuple[str, Thing]] = []
    for thing, rule in things:
        names = {thing.name.lower(), rule.name, rule.name.replace("_", " ")}
        fits = [name for name in names if re.match(rf"{re.escape(name)}(?!\w)", said)]
        found += [(name, thing) for name in fits]
    if not found:
        return None
    name, thing = max(found, key=lambda each: len(each[0]))
    level = re.match(r"\s+([0-9]{1,2})\b", said[len(name) :])
    return Held(thing, level[1] if level else "")


def held(encounter: Encounter, who: Tag) -> Held | None:
    """The thing that a figure holds ready; None for none."""
    tag, _, level = HELD.of(encounter, who).partition(" ")
    thing = encounter.things.get(tag)
    return Held(thing, level) if thing is not None else None


def released(act: Act, base: Act, ready: Held) -> Act:
    """The act of a thing that is held ready, as the action `base` releases it: paid for, but for what that costs."""
    return replace(
        act,
        cost=base.cost,
        times=base.times,
        turn=base.turn,
        when=base.when,
        why=base.why,
        levels=(),
        level=int(ready.level) if ready.level and act.level else act.level,
        cites=tuple(dict.fromkeys((*base.cites, *act.cites))),
        always=replace(act.always, lifts=(*base.always.lifts, *act.always.lifts)),
    )
