"""Redacted for the players: an encounter without its hidden figures."""

from collections.abc import Mapping

from msgspec.structs import replace

from referee.engine.contract.kinds import SHOWN
from referee.engine.state.bearer import Figure, Group, Tag
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.words.public_names import SOMEBODY, shown_names


def hidden_tags(encounter: Encounter) -> frozenset[Tag]:
    """The figures that are hidden, and the groups of none but these."""
    figures = {tag for tag, figure in encounter.figures.items() if figure.hidden}
    groups = (group for group in encounter.groups.values() if group.members)
    return frozenset((*figures, *(group.tag for group in groups if figures.issuperset(group.members))))


def redacted(encounter: Encounter, names: Mapping[Tag, str] | None = None, rules: System | None = None) -> Encounter:
    """The encounter with nothing left of hidden figures but their tags, so that what names them finds somebody; those
    that are shown under another name have that one. names: its `shown_names`, where they are known.

    rules: the game, which says what groups are called without their hidden members; without it their names are joined.
    """
    hidden, names = hidden_tags(encounter), shown_names(encounter) if names is None else names
    if names:
        renamed = {tag: replace(encounter.figures[tag], name=name) for tag, name in names.items()}
        encounter = replace(encounter, figures=encounter.figures | renamed)
    if not hidden and not names:
        return encounter
    figures = {
        tag: _blank(figure) if figure.hidden else _untied(figure, hidden) for tag, figure in encounter.figures.items()
    }
    board = encounter.board
    if board is not None:
        there = {tag: spaces for tag, spaces in board.figures.items() if tag not in hidden}
        board = replace(board, figures=there)
    known = {
        tag: tuple(each for each in group.members if each not in hidden) for tag, group in encounter.groups.items()
    }
    changed = {tag for tag, group in encounter.groups.items() if known[tag] != group.members}
    changed |= {tag for tag, members in known.items() if members and names.keys() >= set(members)}
    groups, labels = dict(encounter.groups), dict[Tag, str]()
    for tag in changed:
        group = replace(groups[tag], members=known[tag])
        name, label = _group_words(encounter, group, rules)
        groups[tag] = replace(group, name=name)
        if label is not None:
            labels[tag] = label
    slots = (slot for slot in encounter.order if slot.who not in hidden)
    return replace(
        encounter,
        figures=figures,
        groups=groups,
        order=tuple(replace(slot, label=labels[slot.who]) if slot.who in labels else slot for slot in slots),
        turn=None if encounter.turn in hidden else encounter.turn,
        board=board,
    )


def _group_words(encounter: Encounter, group: Group, rules: System | None) -> tuple[str, str | None]:
    """What a group is called with these members alone, and what stands beside it in the order; None: as it does."""
    names = ", ".join(map(encounter.name, group.members)) or SOMEBODY
    if rules is None or not group.members:
        return names, "" if rules is None else None
    name, label = rules.order.group_words(encounter, group)
    all_renamed = all(SHOWN.name in encounter.figures[tag].traits for tag in group.members if tag in encounter.figures)
    return names if all_renamed and name == group.name else name, label


def without_hidden(encounter: Encounter) -> Encounter:
    """A redacted encounter without the tags of hidden figures, so that no rule counts them."""
    known = {tag: figure for tag, figure in encounter.figures.items() if not figure.hidden}
    return encounter if len(known) == len(encounter.figures) else replace(encounter, figures=known)


def _blank(figure: Figure) -> Figure:
    return Figure(tag=figure.tag, name=SOMEBODY, kind="", side="", standing=figure.standing, hidden=True)


def _untied(figure: Figure, hidden: frozenset[Tag]) -> Figure:
    """A figure whose conditions do not say that hidden figures brought them, or what they do to end them."""
    conditions = tuple(_untold(condition, hidden) for condition in figure.conditions)
    return figure if conditions == figure.conditions else replace(figure, conditions=conditions)


def _untold(condition: Condition, hidden: frozenset[Tag]) -> Condition:
    """A condition without what it says of hidden figures."""
    until = None if condition.until is None or condition.until.of in hidden else condition.until
    ends = tuple(ending for ending in condition.ends if ending.of not in hidden)
    since = condition.since
    if since is not None and since.turn in hidden:
        since = replace(since, turn=None)
    return replace(condition, until=until, ends=ends, since=since, by=None if condition.by in hidden else condition.by)
