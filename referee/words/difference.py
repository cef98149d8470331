"""Differences: what is no more as it was, in a word or two for each."""

from referee.engine.bearer import Bearer, Figure, Group
from referee.engine.encounter import Encounter
from referee.engine.ruleset import Ruleset
from referee.engine.tags import listed
from referee.words.condition import named
from referee.words.name import plain, whose
from referee.words.value import private, shown


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
    out = [f"-> {now.standing}"] if now.standing != was.standing else []
    out += [f"for {now.side}"] if now.side != was.side else []
    return out + _changes(was, now, rules)


def _group_changes(was: Group, now: Group, rules: Ruleset | None) -> list[str]:
    """How a group is different, each in a word or two."""
    out = ["is over"] if was.open and not now.open else []
    return out + _changes(was, now, rules)


def _changes(was: Bearer, now: Bearer, rules: Ruleset | None) -> list[str]:
    """What any bearer may have more or less of."""
    out = [f"was {was.name}"] if now.name != was.name else []
    for name, track in now.tracks.items():
        by = track.now - (was.tracks[name].now if name in was.tracks else 0)
        out += [f"{by:+d} {plain(name)}"] if by else []
    there = {condition.kind: named(condition) for condition in was.conditions}
    here = {condition.kind: named(condition) for condition in now.conditions}
    out += [name for kind, name in here.items() if there.get(kind) != name]
    out += [f"no longer {plain(kind)}" for kind in there if kind not in here]
    for trait in {**was.traits, **now.traits}:
        if was.traits.get(trait) != now.traits.get(trait) and not private(rules, trait):
            out.append(f"{plain(trait)} {shown(now.traits.get(trait))}")
    return out
