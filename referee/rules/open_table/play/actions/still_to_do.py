"""What is still to do of things that were paid for together, such as `frightful_presence + bite + 2 claw`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import TraitSet
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.language.acts import Act
from referee.rules.open_table.language.pattern import Slots, read_pattern, wrong_pattern
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.language.things import ThingRule
from referee.rules.open_table.language.tracks import LIMITED, PAID, TrackRule

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
    if figure is None:
        return
    for trait in figure.traits:
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


# -------------------------------------------------------------------- done again


def level_kept(thing: Thing) -> TraitKind[int]:
    """The level that was paid for a thing that can be repeated; kept by the rules."""
    return TraitKind(f"{LIMITED}level {thing.tag}", 0)
