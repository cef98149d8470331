"""Whom an ability may be aimed at (GH-20, 21, 35)."""

from dataclasses import dataclass, field

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.question import Pick
from referee.engine.ruleset import Ruleset
from referee.rules.gloomhaven.conditions import hiding, shield_of


@dataclass(frozen=True)
class Aim:
    """Who may be chosen, and why not the others."""

    free: tuple[Tag, ...]
    barred: dict[Tag, str] = field(default_factory=dict)
    beside: dict[Tag, str] = field(default_factory=dict)
    """What keeps some of them from harm."""


def _targetable(rules: Ruleset, encounter: Encounter) -> tuple[Tag, ...]:
    return tuple(t for t, f in encounter.figures.items() if rules.standing(f.standing).target)


def allied(encounter: Encounter, one: Tag, other: Tag) -> bool:
    """Whether two figures fight for the same side; no figure is its own ally (GH-20)."""
    return one != other and encounter.figures[one].side == encounter.figures[other].side


def enemies(rules: Ruleset, encounter: Encounter, who: Tag) -> Aim:
    """Those an attack may be aimed at: no ally (GH-21), none that a condition hides (GH-35)."""
    free: list[Tag] = []
    barred: dict[Tag, str] = {}
    for tag in _targetable(rules, encounter):
        name = encounter.name(tag)
        if tag == who:
            barred[tag] = f"{name} cannot aim at itself."
        elif allied(encounter, who, tag):
            barred[tag] = f"{name} is an ally of {encounter.name(who)}, whom this does not affect [GH-21]."
        elif hidden := hiding(encounter, tag):
            barred[tag] = f"{name} is {hidden.name} to its enemies [GH-35]."
        else:
            free.append(tag)
    shields = {tag: f"shield {shield}" for tag in free if (shield := shield_of(encounter, tag))}
    return Aim(tuple(free), barred, shields)


def friends(rules: Ruleset, encounter: Encounter, who: Tag, self_too: bool = True) -> Aim:
    """A figure's allies, and itself unless only allies are meant (GH-20, 21)."""
    free: list[Tag] = [who] if self_too else []
    barred = {} if self_too else {who: f"{encounter.name(who)} is not its own ally [GH-20]."}
    for tag in _targetable(rules, encounter):
        if allied(encounter, who, tag):
            free.append(tag)
        elif tag != who:
            barred[tag] = f"{encounter.name(tag)} is no ally of {encounter.name(who)} [GH-20]."
    return Aim(tuple(free), barred)


def pick(
    key: str, prompt: str, by: Tag, aim: Aim, maximum: int, *cites: str, minimum: int = 0, only: Tag | None = None
) -> Pick:
    """The question for targets; nobody is an answer where the ability may be skipped, and has to be said."""
    default = only or (aim.free[0] if len(aim.free) == 1 else None)
    return Pick(
        key=key, prompt=prompt, by=by, among=aim.free, barred=aim.barred, least=minimum, most=maximum,
        default=default, beside=aim.beside, near=by, cites=cites,
    )  # fmt: skip
