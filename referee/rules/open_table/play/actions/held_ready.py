"""Things held ready, paid for before they are used."""

import re
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.kinds import TraitKind
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.acts import Act
from referee.rules.open_table.language.things import ThingRule
from referee.rules.open_table.language.tracks import LIMITED

# -------------------------------------------------------------------- held ready


HELD = TraitKind(f"{LIMITED}held", "")
"""The tag of the thing that somebody holds ready, with the level that was paid for it; kept by the rules."""
_BEFORE = r"(?:\w+\s+(?:with\s+)?)?"
"""What may stand before the thing: `cast`, `attack with`."""


class Held(Struct, frozen=True):
    """A thing that is held ready."""

    thing: Thing
    level: str = ""
    """The level of it that was said, or paid for; empty: the least, or it has none."""

    def is_of(self, thing: Thing | None) -> bool:
        """Is it that thing, whatever has become of it?"""
        return thing is not None and thing.tag == self.thing.tag


def meant(things: Iterable[tuple[Thing, ThingRule]], words: str) -> Held | None:
    """The thing with which words begin, as in `fireball 4 when the door opens`; None where they begin otherwise."""
    found: list[tuple[re.Match[str], Thing]] = []
    for thing, rule in things:
        for name in {thing.name.lower(), rule.name, rule.name.replace("_", " ")}:
            fits = re.match(rf"{_BEFORE}({re.escape(name)})(?!\w)(?:\s+([0-9]{{1,2}})\b)?", words.lower())
            found += [(fits, thing)] if fits else []
    if not found:
        return None
    fits, thing = max(found, key=lambda each: len(each[0][1]))
    return Held(thing, fits[2] or "")


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
