"""Groups: those who share a number and have one turn together."""

from referee.engine.bearer import Group, Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.tags import new_tag, slug
from referee.rules.open_table.game import Game
from referee.rules.open_table.order.units import family, label, units

TOGETHER = "together"
"""The kind of group of those who have one turn."""


def members(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The figures that act in a place of the order: one, or those of a group."""
    return encounter.groups[who].members if who in encounter.groups else (who,)


def place_of(game: Game, encounter: Encounter, who: Tag) -> Tag:
    """Who stands in the order for a figure: itself, or the group with which it has its turn."""
    if game.file(encounter).order.group_turn != "one":
        return who
    group = encounter.group_with(who, TOGETHER)
    return group.tag if group is not None else who


def form_groups(game: Game, ledger: Ledger, who: list[Tag]) -> None:
    """Those who share a number and have one turn are a group, if they are not yet."""
    if game.file(ledger.encounter).order.group_turn != "one":
        return
    for unit in units(game, ledger.encounter, who):
        encounter = ledger.encounter
        if len(unit.members) < 2 or encounter.group_with(unit.tag, TOGETHER) is not None:
            continue
        stem = slug(family(encounter.figures[unit.tag])) or "group"
        tag = new_tag(f"{stem}s", [*encounter.figures, *encounter.groups, *encounter.things])
        group = Group(tag=tag, name=label(encounter, unit), kind=TOGETHER, members=unit.members)
        ledger.join(group, *game.cites_of("order.group_turn"))
