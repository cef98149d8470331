"""What was paid for and is still to be done: the things that one payment buys together, such as
`frightful_presence + bite + 2 claw`, what is held ready, and what is done again while what it brought lasts.

Used as an act is ordered and paid for, and as a file or a figure says a pattern.
Gives what is left of a pattern, the thing that is held ready, and the act by which one is released or repeated.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import TraitSet
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.language.actions import Act, ThingRule
from referee.rules.open_table.language.effects import NOTHING
from referee.rules.open_table.language.figures import LIMITED, PAID, TrackRule
from referee.rules.open_table.language.pattern import Slots, read_pattern, wrong_pattern
from referee.rules.open_table.language.system_file import SystemFile

LAST = TraitKind(f"{LIMITED}last", "")
"""The thing that it used last of those that are not used twice, behind the round; kept by the rules."""
ACTED = TraitKind(f"{LIMITED}acted", "")
"""The round in which an entry that is no figure has acted; kept by the rules."""


@lru_cache(maxsize=64)
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


def pattern_with(encounter: Encounter, who: Tag, rule: TrackRule, thing: Thing, began: bool) -> tuple[str, ...]:
    """All that is done of a pattern with this thing, the first of it or, where it `began`, a further one; empty if it
    does not fit."""
    before = done(rule.name).of(encounter, who)
    things = (*before, _called(thing)) if began else (_called(thing),)
    if began and not before:
        return ()
    fits = any(True for slots in _patterns(encounter, who, rule) for _ in _left(slots, things))
    return things if fits else ()


def left_of_pattern(encounter: Encounter, who: Tag, rule: TrackRule) -> str:
    """What is left of the patterns that were begun, by the names of the figure's things: `2 claw`, `bite or tail`;
    empty for nothing.
    """
    before = done(rule.name).of(encounter, who)
    if not before:
        return ""
    held = (encounter.things[tag] for pile in encounter.of(who).piles.values() for tag in pile)
    names = {str(thing.traits.get("thing", thing.tag)): thing.name.lower() for thing in held}
    found: dict[str, None] = {}
    for slots in _patterns(encounter, who, rule):
        rest = next(_left(slots, before), ())
        named = ((" or ".join(sorted(names.get(each, each) for each in slot)), rest.count(slot)) for slot in rest)
        counted: Mapping[str, int] = dict(named)
        said = [f"{n} {name}" if n > 1 else name for name, n in counted.items()]
        found |= dict.fromkeys([", ".join(said).replace("_", " ")] if said else [])
    return ", or ".join(found)


def still_paid(file: SystemFile, encounter: Encounter, who: Tag) -> dict[str, str]:
    """What is left of acts that one price bought together, by the track that has paid: `1 attack`, `2 claw`."""
    found: dict[str, str] = {}
    for trait, left in encounter.of(who).traits.items():
        if not trait.startswith(PAID):
            continue
        price = trait.removeprefix(PAID)
        pattern = price.removeprefix("pattern ")
        track = pattern.partition(" ")[0].partition("+")[0]
        if pattern != price:
            found[track] = left_of_pattern(encounter, who, file.tracks[track])
        else:
            label = next((rule.label.lower() for rule in file.actions.values() if rule.act.price == price), "")
            found[track] = f"{left} {label}{'' if left == 1 else 's'}"
    return {track: words for track, words in found.items() if words}


def forget_paid(ledger: Ledger, who: Tag) -> None:
    """What was paid for and not done is lost with the turn."""
    figure = ledger.encounter.figures.get(who)
    for trait in figure.traits if figure is not None else ():
        if trait.startswith(PAID):
            ledger.record(TraitSet(tag=who, trait=trait, value=None))


def paid_kind(act: Act) -> TraitKind[int]:
    """How many orders are paid for already of acts that cost the same and buy as many; kept until the turn ends."""
    return _paid_for(act.price)


@lru_cache(maxsize=256)
def _paid_for(price: str) -> TraitKind[int]:
    return TraitKind(f"{PAID}{price}", 0)


def kept_act(file: SystemFile, rule: ThingRule, how: str, make: Callable[[], Act]) -> Act:
    """The act of a thing done so, as it was made the first time."""
    made = file.acts.get((id(rule), how))
    if made is None or made[0] is not rule:
        file.acts[id(rule), how] = made = (rule, make())
    return made[1]


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


# -------------------------------------------------------------------- done again


def level_kept(thing: Thing) -> TraitKind[int]:
    """The level that was paid for a thing that can be repeated; kept by the rules."""
    return TraitKind(f"{LIMITED}level {thing.tag}", 0)


def lasts(encounter: Encounter, who: Tag, rule: ThingRule) -> bool:
    """Does something that a figure brought by a thing lie on it still, so that it can do that again?"""
    lying = encounter.of(who).conditions
    return rule.again is not None and any((there.note, there.by) == (rule.title, who) for there in lying)


def repeated(act: Act, again: Act, base: Act, level: int) -> Act:
    """The act of a thing as the action `base` repeats it: without its price and what it brings whoever does it."""
    once = replace(act, cost=base.cost, turn=base.turn, levels=(), level=level, always=NOTHING, summons=())
    return again.laid_over(once)
