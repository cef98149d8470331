"""Differences between two states of an encounter: in a word or two, or value by value."""

from collections import Counter
from collections.abc import Iterator

from referee.engine.bearer import Bearer, Figure, Group
from referee.engine.encounter import Encounter
from referee.engine.ruleset import Ruleset
from referee.engine.tags import listed
from referee.words.condition import ailments, named
from referee.words.name import ARROW, plain, whose
from referee.words.value import given, private, shown, track_name


def differences(before: Encounter, after: Encounter, rules: Ruleset | None = None) -> list[str]:
    """What is different at the table, figure by figure, then whose turn it is."""
    came = [figure.name for tag, figure in after.figures.items() if tag not in before.figures]
    parts = [f"{listed(came, 3)} {'joins' if len(came) == 1 else 'join'}"] if came else []
    for tag, figure in after.figures.items():
        if tag in before.figures and before.figures[tag] is not figure:
            parts += [f"{figure.name} {change}" for change in _figure_changes(before.figures[tag], figure, rules)]
    for tag, group in after.groups.items():
        if tag not in before.groups:
            parts.append(f"{group.name} begins")
        elif before.groups[tag] is not group:
            parts += [f"{group.name} {change}" for change in _group_changes(before.groups[tag], group, rules)]
    if after.round != before.round:
        parts.append(f"round {after.round}")
    if after.phase != before.phase and after.phase:
        parts.append(after.phase)
    if after.turn != before.turn:
        parts.append(f"{whose(after, after.turn)} turn" if after.turn else "nobody's turn")
    elif after.order != before.order and not parts:
        parts.append("the order changes")
    return parts


def _figure_changes(was: Figure, now: Figure, rules: Ruleset | None) -> list[str]:
    """How a figure is different, each in a word or two."""
    out = [f"{ARROW} {now.standing}"] if now.standing != was.standing else []
    out += [f"for {now.side}"] if now.side != was.side else []
    out += [_seen(now)] if now.hidden != was.hidden else []
    return out + _changes(was, now, rules)


def _seen(figure: Figure) -> str:
    return "hidden" if figure.hidden else "revealed"


def _group_changes(was: Group, now: Group, rules: Ruleset | None) -> list[str]:
    """How a group is different, each in a word or two."""
    out = ["is over"] if was.open and not now.open else []
    return out + _changes(was, now, rules)


def _changes(was: Bearer, now: Bearer, rules: Ruleset | None) -> list[str]:
    """What any bearer may have more or less of."""
    out = [f"was {was.name}"] if now.name != was.name else []
    for name, track in now.tracks.items():
        by = track.now - (was.tracks[name].now if name in was.tracks else 0)
        out += [f"{by:+d} {track_name(rules, name)}"] if by else []
    there = {condition.kind: named(condition) for condition in was.conditions}
    here = {condition.kind: named(condition) for condition in now.conditions}
    out += [name for kind, name in here.items() if there.get(kind) != name]
    out += [f"no longer {plain(kind)}" for kind in there if kind not in here]
    for trait in {**was.traits, **now.traits}:
        if was.traits.get(trait) != now.traits.get(trait) and not private(rules, trait):
            out.append(given(rules, trait, now.traits.get(trait)))
    return out


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
        yield from _step("to the players", _seen(old), _seen(new))
    if isinstance(old, Group) and isinstance(new, Group):
        yield from _step("members", _names(was, old.members), _names(now, new.members))
        yield from _step("open", shown(old.open), shown(new.open))
    yield from _tracks(old, new, rules)
    for trait in {**old.traits, **new.traits}:
        if not private(rules, trait):
            values = (shown(bearer.traits.get(trait)) for bearer in (old, new))
            yield from _step(plain(trait), *values)
    yield from _piles(was, now, old, new)
    before, after = ailments(was, old), ailments(now, new)
    yield from (f"no longer {ailment}" for ailment in before if ailment not in after)
    yield from (ailment for ailment in after if ailment not in before)


def _piles(was: Encounter, now: Encounter, old: Bearer, new: Bearer) -> Iterator[str]:
    """What came into each pile, and what is there no longer; not in which order."""
    for pile in {**old.piles, **new.piles}:
        before, after = Counter(old.piles.get(pile, ())), Counter(new.piles.get(pile, ()))
        come, gone = tuple((after - before).elements()), tuple((before - after).elements())
        words = [f"with {_names(now, come)}"] if come else []
        words += [f"without {_names(was, gone)}"] if gone else []
        if words:
            yield f"{plain(pile)} {' and '.join(words)}"


def _tracks(old: Bearer, new: Bearer, rules: Ruleset) -> Iterator[str]:
    for name in {**old.tracks, **new.tracks}:
        one, other = old.tracks.get(name), new.tracks.get(name)
        label = track_name(rules, name)
        yield from _step(label, str(one.now) if one else "none", str(other.now) if other else "none")
        if one and other and one.most != other.most:
            yield from _step(f"most {label}", str(one.most or "any"), str(other.most or "any"))


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
        yield f"{what} {old} {ARROW} {new}"
