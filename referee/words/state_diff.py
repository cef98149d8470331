"""Diff of two states of an encounter, part by part: value by value, or in a word or two."""

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, assert_never, get_args

from msgspec import Struct

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import AnyBearer, Figure, Group, Tag
from referee.engine.state.encounter import Encounter
from referee.text.phrases import listed, possessive
from referee.words.bearer import ARROW, given, plain, private, shown, track_name, whose
from referee.words.conditions import ailments, named
from referee.words.inflection import inflected

BearerPart = Literal["name", "side", "standing", "hidden", "members", "open", "tracks", "traits", "piles", "conditions"]
"""What may differ in a bearer, in the order in which it is said value by value."""
_OTHERS = ("system", "figures", "groups", "things")
"""Fields of an encounter that hold no part of the table beside the bearers."""
_SAID = ("turn", "order", "board")
TABLE_PARTS = (*(part for part in Encounter.__struct_fields__ if part not in (*_OTHERS, *_SAID)), *_SAID)
"""What may differ beside the bearers: the fields of an encounter, first those of one word or number."""
BRIEF_ORDER: tuple[BearerPart, ...] = ("standing", "side", "hidden", "open", "name", "tracks", "conditions", "traits")
"""What is said of a bearer in a word or two, in this order; the rest is too long for that."""
UNCHANGED = "Nothing changes at the table"
"""What is said in place of differences where there are none."""


class Diff(Struct, frozen=True):
    """One difference in both wordings; one that is empty is left out."""

    full: str
    """`HP 7 → 4`."""
    brief: str = ""
    """`-3 HP`."""
    is_state: bool = False
    """It says how somebody is now, `dying`, and not of what there is more or less."""


def differences(before: Encounter, after: Encounter, rules: Ruleset | None = None) -> list[str]:
    """What is different, in a word or two: figure by figure, then whose turn it is."""
    came = [figure.name for tag, figure in after.figures.items() if tag not in before.figures]
    parts = [f"{listed(came, 3)} {inflected('joins', len(came) > 1)}"] if came else []
    for tag, bearer in {**after.figures, **after.groups}.items():
        if before.has(tag):
            if bearer is not before.of(tag):
                changes = (change for part in BRIEF_ORDER for change in _of_bearer(part, before, after, tag, rules))
                parts += [f"{bearer.name} {change.brief}" for change in changes if change.brief]
        elif isinstance(bearer, Group):
            parts.append(f"{bearer.name} begins")
    table = (change.brief for part in TABLE_PARTS for change in _of_table(part, before, after))
    parts += filter(None, table)
    return parts or (["the order changes"] if after.order != before.order else [])


def comparison(
    was: Encounter, now: Encounter, rules: Ruleset, fares: Mapping[Tag, str] = MappingProxyType({})
) -> list[str]:
    """One line for each figure, group or thing that differs, then one for whose turn it is and the order.

    fares: sentences with which the lines of some of them begin.
    """
    old, new = ({**state.figures, **state.groups, **state.things} for state in (was, now))
    carried = {tag for bearer in (*old.values(), *new.values()) for pile in bearer.piles.values() for tag in pile}
    lines = [f"{old[tag].name} is not there" for tag in old if tag not in new and tag not in carried]
    for tag, bearer in new.items():
        if tag not in old:
            lines += [f"{bearer.name} is there"] if tag not in carried else []
        elif bearer != old[tag] or tag in fares:
            changes = (change for part in get_args(BearerPart) for change in _of_bearer(part, was, now, tag, rules))
            told = sorted((change for change in changes if change.full), key=lambda change: change.is_state)
            said = ", ".join(change.full for change in told)
            if tag in fares:
                lines.append(", ".join(filter(None, (fares[tag], said))))
            elif told:
                lines.append(f"{bearer.name} is {said}" if told[0].is_state else f"{possessive(bearer.name)} {said}")
    table = (change.full for part in TABLE_PARTS for change in _of_table(part, was, now))
    return lines + [full for full in table if full]


def _of_bearer(part: BearerPart, was: Encounter, now: Encounter, tag: str, rules: Ruleset | None) -> Iterator[Diff]:
    """How one part of a bearer that is in both states differs."""
    old, new = was.of(tag), now.of(tag)
    match part:
        case "name":
            yield from _step(part, old.name, new.name, f"was {old.name}")
        case "side" | "standing" | "hidden":
            if isinstance(old, Figure) and isinstance(new, Figure):
                yield from _of_figure(part, old, new)
        case "members":
            if isinstance(old, Group) and isinstance(new, Group):
                yield from _step(part, _names(was, old.members), _names(now, new.members))
        case "open":
            if isinstance(old, Group) and isinstance(new, Group):
                yield from _step(part, shown(old.open), shown(new.open), "" if new.open else "is over")
        case "tracks":
            yield from _tracks(old, new, rules)
        case "traits":
            for trait in {**old.traits, **new.traits}:
                one, other = old.traits.get(trait), new.traits.get(trait)
                if one != other and not private(rules, trait):
                    yield from _step(plain(trait), shown(one), shown(other), given(rules, trait, other))
        case "piles":
            yield from _piles(was, now, old, new)
        case "conditions":
            yield from _conditions(was, now, old, new)
        case _:
            assert_never(part)


def _of_figure(part: Literal["side", "standing", "hidden"], old: Figure, new: Figure) -> Iterator[Diff]:
    match part:
        case "side":
            yield from _step(part, old.side, new.side, f"for {new.side}")
        case "standing":
            if old.standing != new.standing:
                yield Diff(plain(new.standing), f"{ARROW} {new.standing}", is_state=True)
        case "hidden":
            one, other = ("hidden" if figure.hidden else "revealed" for figure in (old, new))
            if one != other:
                yield Diff(f"{other} to the players", other, is_state=True)


def _tracks(old: AnyBearer, new: AnyBearer, rules: Ruleset | None) -> Iterator[Diff]:
    for name in {**old.tracks, **new.tracks}:
        one, other = old.tracks.get(name), new.tracks.get(name)
        label = track_name(rules, name)
        by = other.now - (one.now if one else 0) if other else 0
        brief = f"{by:+d} {label}" if by else ""
        yield from _step(label, str(one.now) if one else "none", str(other.now) if other else "none", brief)
        if one and other:
            yield from _step(f"maximum {label}", str(one.most or "any"), str(other.most or "any"))


def _piles(was: Encounter, now: Encounter, old: AnyBearer, new: AnyBearer) -> Iterator[Diff]:
    """What came into each pile, and what is there no longer, not in which order; what is carried by its name alone."""
    kinds = {tag: thing.kind for tag, thing in (*was.things.items(), *now.things.items())}
    for pile in {**old.piles, **new.piles}:
        before, after = Counter(old.piles.get(pile, ())), Counter(new.piles.get(pile, ()))
        come, gone = tuple((after - before).elements()), tuple((before - after).elements())
        if "card" not in {kinds.get(tag, "card") for tag in (*come, *gone)}:
            yield from (Diff(f"{now.name(tag)} is there") for tag in come)
            yield from (Diff(f"{was.name(tag)} is gone") for tag in gone)
            continue
        words = [f"with {_names(now, come)}"] if come else []
        words += [f"without {_names(was, gone)}"] if gone else []
        if words:
            yield Diff(f"{plain(pile)} {' and '.join(words)}")


def _conditions(was: Encounter, now: Encounter, old: AnyBearer, new: AnyBearer) -> Iterator[Diff]:
    """Those that are over and those that came, with how long each lasts; in brief its name and level."""
    before, after = ailments(was, old), ailments(now, new)
    yield from (Diff(f"no longer {ailment}", is_state=True) for ailment in before if ailment not in after)
    yield from (Diff(ailment, is_state=True) for ailment in after if ailment not in before)
    there, here = ({each.kind: named(each) for each in bearer.conditions} for bearer in (old, new))
    yield from (Diff("", name) for kind, name in here.items() if there.get(kind) != name)
    yield from (Diff("", f"no longer {plain(kind)}") for kind in there if kind not in here)


def _of_table(part: str, was: Encounter, now: Encounter) -> Iterator[Diff]:
    """How something beside the bearers differs."""
    match part:
        case "round":
            yield from _step(part, str(was.round), str(now.round), f"round {now.round}")
        case "turn":
            before, after = (state.name(state.turn) if state.turn else "nobody" for state in (was, now))
            yield from _step(part, before, after)
            if was.turn != now.turn:
                yield Diff("", f"{whose(now, now.turn)} turn" if now.turn else "nobody's turn")
        case "order":
            if was.order != now.order:
                was_order, order = (tuple(slot.who for slot in state.order) for state in (was, now))
                yield from _step(part, _names(was, was_order), _names(now, order))
                yield Diff("the list of who has acted changes" if was_order == order else "")
        case "board":
            yield Diff("the map changes" if was.board != now.board else "")
        case _:
            old, new = (str(getattr(state, part) or "") for state in (was, now))
            yield from _step(plain(part), old or "none", new or "none", new)


def _names(encounter: Encounter, tags: tuple[str, ...]) -> str:
    return ", ".join(map(encounter.name, tags)) or "none"


def _step(what: str, old: str, new: str, brief: str = "") -> Iterator[Diff]:
    if old != new:
        yield Diff(f"{what} {old} {ARROW} {new}", brief)
