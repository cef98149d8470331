"""The sides and the order of a round: heroes are its first step, all others its second (OS-04)."""

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter, Slot
from referee.engine.kinds import AWAY
from referee.engine.ruleset import Ruleset
from referee.rules.olde_swords.conditions import READY
from referee.rules.olde_swords.kinds import ACTION, FOCUS, HEROES, REACTION, UP

FIGHT = "fight"
OVER = "over"
MISSES = "missed"
"""The label in the order of those who lose their first turn (OS-03)."""


def hero(encounter: Encounter, who: Tag) -> bool:
    """Whether a figure is on the heroes' side."""
    return encounter.figures[who].side == HEROES


def step(encounter: Encounter, who: Tag) -> int:
    """When its side acts in a round."""
    return 0 if hero(encounter, who) else 1


def side_of(encounter: Encounter, who: Tag) -> str:
    """The side of a figure; empty for anything else."""
    figure = encounter.figures.get(who)
    return figure.side if figure is not None else ""


def foes(rules: Ruleset, encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """Those of other sides who can be attacked."""
    side = side_of(encounter, who)
    return tuple(
        tag
        for tag, figure in encounter.figures.items()
        if side and figure.side != side and rules.standing(figure.standing).target
    )


def allies(rules: Ruleset, encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The others of its side who may still roll for something, the dying too (OS-34, 55)."""
    figures, side = encounter.figures, side_of(encounter, who)
    return tuple(
        tag for tag, figure in figures.items() if figure.side == side and tag != who and rules.gets_turn(encounter, tag)
    )


def slots(encounter: Encounter, missing: frozenset[Tag] = frozenset()) -> tuple[Slot, ...]:
    """The order of a round: as it was, side by side, newcomers last in theirs; some may miss their turn."""
    place = {slot.who: n for n, slot in enumerate(encounter.order)}
    tags = [tag for tag, figure in encounter.figures.items() if figure.standing != AWAY.name]
    tags.sort(key=lambda tag: (step(encounter, tag), place.get(tag, len(place))))
    return tuple(slot_of(encounter, tag, tag in missing) for tag in tags)


def slot_of(encounter: Encounter, who: Tag, misses: bool = False) -> Slot:
    """A figure's place in the order of its side."""
    return Slot(
        who=who,
        step=step(encounter, who),
        under=encounter.figures[who].side or None,
        label=MISSES if misses else "",
        acted=misses,
    )


def passed(rules: Ruleset, encounter: Encounter, who: Tag) -> bool:
    """Whether the turn of its side has gone by in this round (OS-04)."""
    now = encounter.slot(encounter.turn) if encounter.turn else None
    left = [slot.step for slot in encounter.order if not slot.acted and rules.gets_turn(encounter, slot.who)]
    here = now.step if now is not None else min(left, default=step(encounter, who) + 1)
    return here > step(encounter, who)


def nobody_fights_on(rules: Ruleset, encounter: Encounter) -> bool:
    """Whether one side is alone: a monster must be up to fight on, a hero may be dying and still get up (OS-45)."""
    return bool(missing(rules, encounter))


def missing(rules: Ruleset, encounter: Encounter) -> str:
    """Which side has nobody who fights on, and what would help: empty if both have somebody (OS-45)."""
    here = [figure for figure in encounter.figures.values() if figure.standing != AWAY.name]
    heroes = [figure.tag for figure in here if hero(encounter, figure.tag)]
    foes = [figure.tag for figure in here if figure.tag not in heroes]
    if not any(rules.gets_turn(encounter, tag) for tag in heroes):
        return "no hero is up, add one or heal one" if heroes else "there is no hero yet, add one"
    if not any(rules.able(encounter, tag) for tag in foes):
        return "no foe is left, add one or heal one" if foes else "there is no foe yet, add one"
    return ""


def label_of(encounter: Encounter, tag: Tag) -> str:
    """What the order shows beside a figure, in few letters: how it is down, what it has spent, has ready, keeps up."""
    figure = encounter.figures.get(tag)
    if figure is None:
        return ""
    standing = "" if figure.standing == UP.name else figure.standing
    acted = "acted" if encounter.turn == tag and ACTION.of(encounter, tag) else ""
    reacted = "reacted" if REACTION.of(encounter, tag) else ""
    ready = "ready" if READY.on(encounter, tag) else ""
    return " ".join(part for part in (standing, acted, ready, reacted, FOCUS.of(encounter, tag)) if part)
