"""Comparison: how two states of one encounter differ, value by value: `Tia wounds 1 -> 0`."""

from collections.abc import Iterator

from referee.engine.bearer import Bearer, Figure, Group
from referee.engine.encounter import Encounter
from referee.engine.ruleset import Ruleset
from referee.words.condition import ailments
from referee.words.name import plain
from referee.words.value import private, shown


def comparison(was: Encounter, now: Encounter, rules: Ruleset) -> list[str]:
    """One line for each figure, group or thing that differs, then one for whose turn it is and the order."""
    old: dict[str, Bearer] = {**was.figures, **was.groups, **was.things}
    new: dict[str, Bearer] = {**now.figures, **now.groups, **now.things}
    lines = [f"{old[tag].name} is not there" for tag in old if tag not in new]
    for tag, bearer in new.items():
        if tag not in old:
            lines.append(f"{bearer.name} is there")
        elif bearer != old[tag] and (parts := list(_parts(was, now, tag, rules))):
            lines.append(f"{bearer.name} {', '.join(parts)}")
    return lines + list(_table(was, now))


def _parts(was: Encounter, now: Encounter, tag: str, rules: Ruleset) -> Iterator[str]:
    old, new = was.of(tag), now.of(tag)
    yield from _step("name", old.name, new.name)
    if isinstance(old, Figure) and isinstance(new, Figure):
        yield from _step("side", old.side, new.side)
        yield from _step("standing", old.standing, new.standing)
    if isinstance(old, Group) and isinstance(new, Group):
        yield from _step("members", _names(was, old.members), _names(now, new.members))
        yield from _step("open", shown(old.open), shown(new.open))
    yield from _tracks(old, new)
    for trait in {**old.traits, **new.traits}:
        if not private(rules, trait):
            values = (shown(bearer.traits.get(trait)) for bearer in (old, new))
            yield from _step(plain(trait), *values)
    for pile in {**old.piles, **new.piles}:
        yield from _step(plain(pile), _names(was, old.piles.get(pile, ())), _names(now, new.piles.get(pile, ())))
    before, after = ailments(was, old), ailments(now, new)
    yield from (f"no longer {ailment}" for ailment in before if ailment not in after)
    yield from (ailment for ailment in after if ailment not in before)


def _tracks(old: Bearer, new: Bearer) -> Iterator[str]:
    for name in {**old.tracks, **new.tracks}:
        one, other = old.tracks.get(name), new.tracks.get(name)
        yield from _step(plain(name), str(one.now) if one else "none", str(other.now) if other else "none")
        if one and other and one.most != other.most:
            yield from _step(f"most {plain(name)}", str(one.most or "any"), str(other.most or "any"))


def _table(was: Encounter, now: Encounter) -> Iterator[str]:
    yield from _step("round", str(was.round), str(now.round))
    yield from _step("phase", was.phase or "none", now.phase or "none")
    yield from _step("turn", *(e.name(e.turn) if e.turn else "nobody" for e in (was, now)))
    if was.order != now.order:
        yield from _step("order", *(_names(e, tuple(slot.who for slot in e.order)) for e in (was, now)))
        if [slot.who for slot in was.order] == [slot.who for slot in now.order]:
            yield "who has acted differs"
    if was.board != now.board:
        yield "the map differs"


def _names(encounter: Encounter, tags: tuple[str, ...]) -> str:
    return ", ".join(map(encounter.name, tags)) or "none"


def _step(what: str, old: str, new: str) -> Iterator[str]:
    if old != new:
        yield f"{what} {old} -> {new}"
