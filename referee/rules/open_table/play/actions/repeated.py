"""Acts repeated while what they brought lasts."""

from msgspec.structs import replace

from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.acts import Act
from referee.rules.open_table.language.effects import NOTHING
from referee.rules.open_table.language.things import ThingRule


def lasts(encounter: Encounter, who: Tag, rule: ThingRule) -> bool:
    """Does something that a figure brought by a thing lie on it still, so that it can do that again?"""
    lying = encounter.of(who).conditions
    return rule.again is not None and any((there.note, there.by) == (rule.title, who) for there in lying)


def repeated(act: Act, again: Act, base: Act, level: int) -> Act:
    """The act of a thing as the action `base` repeats it: without its price and what it brings whoever does it."""
    once = replace(act, cost=base.cost, turn=base.turn, levels=(), level=level, always=NOTHING, summons=())
    return again.laid_over(once)
