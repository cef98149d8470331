"""What this game never leaves behind: the killed with wounds left, a figure that is up without a place in the round."""

from collections.abc import Iterator

from referee.engine.encounter import Encounter
from referee.engine.excluded import fallen_with_some_left, without_place
from referee.rules.descent.kinds import HEROES, KILLED, TOKENS, UP, WOUNDS
from referee.rules.descent.muster import step_of
from referee.rules.descent.sheet import is_hero


def excluded(encounter: Encounter) -> Iterator[str]:
    """A sentence for each figure and reason (DJ-01, 32, 34). Heroes that come when the overlord acts wait (DJ-90)."""
    yield from fallen_with_some_left(encounter, WOUNDS, (KILLED,), "DJ-32")
    yield from _monsters(encounter)
    if encounter.round:
        there = (figure.tag for figure in encounter.figures.values() if figure.standing == UP.name)
        mine = (tag for tag in there if step_of(encounter, tag) or encounter.phase == HEROES)
        yield from without_place(encounter, mine, "DJ-01")


def _monsters(encounter: Encounter) -> Iterator[str]:
    """A monster is killed by as many tokens as its rating, and by no fewer."""
    for tag, figure in encounter.figures.items():
        if is_hero(encounter, tag) or TOKENS.track(encounter, tag) is None:
            continue
        tokens, most = TOKENS.of(encounter, tag), TOKENS.most(encounter, tag)
        if figure.standing == UP.name and tokens >= most:
            yield f"{figure.name} is up with {tokens} of {most} tokens [DJ-34]."
        elif figure.standing == KILLED.name and tokens < most:
            yield f"{figure.name} is killed with {tokens} of {most} tokens [DJ-34]."
