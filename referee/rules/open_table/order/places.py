"""Places: where figures stand in an order by number, round after round.

A place is a number of its own: a block for each initiative number, and within it the rank of a figure among its
equals. Those who stand at one place are equals whose order nobody has settled yet. A slot of the order has the place
as its step, unless it stands elsewhere for this round.
"""

from collections.abc import Mapping, Sequence

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.event import TraitSet
from referee.engine.kinds import TraitKind
from referee.rules.open_table.tables.order import OrderRule

KEPT = "order."
"""What the rules keep of the order in traits begins so."""
PLACE = TraitKind(f"{KEPT}place", 0)
"""The place of a figure; kept by the rules, and read by nobody."""
BLOCK = 1_000_000
"""Places of one number."""
RANK = 1_000
"""Between two that stand next to each other, so that one more can stand between them."""
ENTRIES = 700_000
"""Entries that are no figures stand behind all others with their number."""
NUMBERLESS = 20_000
"""The block of those who have no number, behind all others."""


def block_of(order: OrderRule, number: int | None) -> int:
    """The first place of a number."""
    if number is None:
        return NUMBERLESS * BLOCK
    return (number if order.lowest_first else -number) * BLOCK


def turned_round(place: int) -> int:
    """The same place where the order of numbers is the other way round."""
    block, rank = divmod(place, BLOCK)
    return place if block == NUMBERLESS else -block * BLOCK + rank


def places(encounter: Encounter) -> Mapping[Tag, int]:
    """The place of each figure that has one."""
    figures = encounter.figures.values()
    return {f.tag: PLACE.of(encounter, f.tag) for f in figures if PLACE.known(encounter, f.tag)}


def behind_equals(encounter: Encounter, block: int, entry: bool, who: Tag) -> int:
    """The place behind all others of a block; of entries, or of figures."""
    start = block + ENTRIES if entry else block
    end = block + BLOCK if entry else block + ENTRIES
    taken = [place for tag, place in places(encounter).items() if tag != who and start <= place < end]
    return max(taken, default=start - RANK) // RANK * RANK + RANK


def behind(encounter: Encounter, other: Tag, who: Tag) -> int:
    """A place right behind another figure, before whoever stands behind it now."""
    there = places(encounter)
    place = there.get(other, 0)
    following = [at for tag, at in there.items() if at > place and tag != who]
    return place + max(1, min(RANK, min(following, default=place + RANK) - place) // 2)


def ranked(start: int, tags: Sequence[Tag]) -> list[tuple[Tag, int]]:
    """Places one behind the other, for these figures in this order."""
    return [(tag, start + n * RANK) for n, tag in enumerate(tags)]


def put(encounter: Encounter, placed: Sequence[tuple[Tag, int]]) -> list[TraitSet]:
    """The events by which figures get their places, of those that change."""
    now = places(encounter)
    return [PLACE.set(tag, place) for tag, place in placed if now.get(tag) != place]
