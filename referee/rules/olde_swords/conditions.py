"""Conditions: the kind of each, how long it lasts, what it does to whoever has it (OS-17, 30..41, 46, 50, 54)."""

from typing import Literal

from msgspec.structs import replace

from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.kinds import NOT_SAID
from referee.engine.events.event import Term, Terms
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Until
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.olde_swords.dice import UNMODIFIED, RollModifiers

BODILY = frozenset({"str", "dex"})
"""The abilities whose saves fail while a figure is helpless (OS-54)."""


class ConditionRules(ConditionKind, frozen=True):
    """A kind of condition with what the rules say of it; what is left out it does not do."""

    ends: Literal["", "start of next turn", "end of turn"] = ""
    """When it ends by itself, once an action has brought it: a moment of its bearer's, or with the fight; empty for
    never.
    """
    ends_on_attack: bool = False
    """Its bearer's own attack ends it."""
    hampers_rolls: bool = False
    """SETBACK on its bearer's attacks and checks, not on saves."""
    hampers_attacks: bool = False
    """SETBACK on its bearer's attacks."""
    melee_at: int = 0
    """On melee attacks at its bearer: 1 EDGE, -1 SETBACK."""
    ranged_at: int = 0
    """On ranged attacks at its bearer: 1 EDGE, -1 SETBACK."""
    critical_melee: bool = False
    """A melee hit on its bearer is a critical one."""
    helpless: bool = False
    """No action, move or reaction, and STR and DEX saves fail."""
    holds: bool = False
    """Its bearer's Speed is 0."""
    speed_factor: int = 1
    halves_damage: bool = False
    next_roll: int = 0
    """On its bearer's next roll of any kind, which ends it: for each level 1 EDGE, -1 SETBACK."""
    reason: str = ""
    """Why there is EDGE or SETBACK on that roll, as the question says it."""
    effect_clauses: tuple[str, ...] = ()
    """The clauses of what it does, where those of its kind, which are cited when it counts down, are not these."""


_OS_54 = ("OS-54",)
_SEEN = "SETBACK on the figure's attacks, EDGE on attacks against it"
_SHAKEN = "SETBACK on the figure's attacks and checks, not on saves"


def _on_next_roll(
    name: str, given: str, clauses: tuple[str, ...], swing: int = 1, *, reason: str, compared: str = ""
) -> ConditionRules:
    """EDGE on its bearer's next roll of any kind, or SETBACK where `swing` is -1; given: by whom, or for what."""
    has = f"{'EDGE' if swing > 0 else 'SETBACK'} on the next roll"
    kind = ConditionRules(name, f"{has}, {given}", clauses, Stacking.ADDS, said=f"{{who}} has {has}", cleared=NOT_SAID)
    return replace(kind, next_roll=swing, reason=reason, compared=compared)


PRONE = ConditionRules(
    "prone",
    "SETBACK on the figure's attacks; melee attacks against it have EDGE, ranged ones SETBACK; "
    "standing up costs half its move",
    hampers_attacks=True,
    melee_at=1,
    ranged_at=-1,
    effect_clauses=_OS_54,
)
GRAPPLED = ConditionRules(
    "grappled", "Speed 0 until the figure gets free", ("OS-35",), stacking=Stacking.PER_SOURCE, holds=True
)
DODGING = ConditionRules(
    "dodging",
    "SETBACK on attacks against this figure until its next turn",
    ("OS-31",),
    said="{who} dodges",
    cleared=NOT_SAID,
    ends="start of next turn",
    melee_at=-1,
    ranged_at=-1,
)
DISENGAGED = ConditionRules(
    "disengaged",
    "the figure's moves provoke nobody this turn",
    ("OS-32",),
    said="{who} disengages",
    cleared=NOT_SAID,
    ends="end of turn",
)
DASHING = ConditionRules(
    "dashing",
    "moves twice as far this turn",
    ("OS-33",),
    said="{who} dashes",
    cleared=NOT_SAID,
    ends="end of turn",
    speed_factor=2,
)
HELPED = _on_next_roll("helped", "for each Help", ("OS-34", "OS-55"), reason="help")
READY = ConditionRules(
    "ready",
    "has an action ready for a trigger",
    ("OS-41",),
    said=NOT_SAID,
    cleared=NOT_SAID,
    ends="start of next turn",
)
HIDDEN = ConditionRules("hidden", "out of sight until the figure attacks or is found", ("OS-38",), ends_on_attack=True)
COVER = ConditionRules(
    "cover",
    "in partial cover: attacks against this figure have SETBACK, or it has +2 AC",
    ("OS-17",),
    label="in partial cover",
)
CONDITIONS = (
    PRONE,
    ConditionRules("blinded", _SEEN, _OS_54, hampers_attacks=True, melee_at=1, ranged_at=1),
    ConditionRules("restrained", _SEEN, _OS_54, hampers_attacks=True, melee_at=1, ranged_at=1),
    ConditionRules(
        "stunned",
        "no action, move or reaction; STR and DEX saves fail; attacks against this figure have EDGE",
        _OS_54,
        melee_at=1,
        ranged_at=1,
        helpless=True,
    ),
    ConditionRules(
        "paralysed",
        "as stunned, and a melee hit is a critical one",
        _OS_54,
        melee_at=1,
        ranged_at=1,
        critical_melee=True,
        helpless=True,
    ),
    ConditionRules("poisoned", _SHAKEN, _OS_54, hampers_rolls=True),
    ConditionRules("frightened", _SHAKEN, _OS_54, hampers_rolls=True),
    GRAPPLED,
    DODGING,
    DISENGAGED,
    DASHING,
    HELPED,
    READY,
    HIDDEN,
    COVER,
    ConditionRules("resistant", "takes half of all damage", halves_damage=True, effect_clauses=("OS-50",)),
    _on_next_roll("edge", "given by the referee", ("OS-46",), reason="the referee", compared="EDGE"),
    _on_next_roll("setback", "given by the referee", ("OS-46",), -1, reason="the referee", compared="SETBACK"),
)


def _on(encounter: Encounter, tag: Tag) -> tuple[ConditionRules, ...]:
    """The conditions of this game that lie on a figure."""
    if not (lying := encounter.of(tag).conditions):
        return ()
    there = {condition.kind for condition in lying}
    return tuple(kind for kind in CONDITIONS if kind.name in there)


def _clauses(kinds: tuple[ConditionRules, ...]) -> tuple[str, ...]:
    found = (clause for kind in kinds for clause in kind.effect_clauses or kind.clauses)
    return tuple(dict.fromkeys(found)) if kinds else ()


# -------------------------------------------------------------------- what they do to rolls


def on_rolls(encounter: Encounter, who: Tag) -> RollModifiers:
    """What a figure's conditions do to its attacks and checks (OS-54)."""
    kinds = tuple(kind for kind in _on(encounter, who) if kind.hampers_rolls)
    return RollModifiers(setbacks=tuple(kind.name for kind in kinds), cites=_clauses(kinds)) if kinds else UNMODIFIED


def on_attacks(encounter: Encounter, who: Tag) -> RollModifiers:
    """What a figure's conditions do to its attacks (OS-54)."""
    kinds = tuple(kind for kind in _on(encounter, who) if kind.hampers_attacks)
    return RollModifiers(setbacks=tuple(kind.name for kind in kinds), cites=_clauses(kinds)) if kinds else UNMODIFIED


def on_attacks_at(encounter: Encounter, target: Tag, ranged: bool) -> RollModifiers:
    """What the target's conditions do to an attack at it (OS-31, 54)."""
    swings = {kind: kind.ranged_at if ranged else kind.melee_at for kind in _on(encounter, target)}
    kinds = tuple(kind for kind, swing in swings.items() if swing)
    if not kinds:
        return UNMODIFIED
    # What gives EDGE at any distance is named before what gives it near by only.
    edges = sorted((kind for kind in kinds if swings[kind] > 0), key=lambda kind: kind.melee_at != kind.ranged_at)
    setbacks = tuple(kind for kind in kinds if swings[kind] < 0)
    return RollModifiers(
        edges=tuple(f"target {kind.name}" for kind in edges),
        setbacks=tuple(f"target {kind.name}" for kind in setbacks),
        cites=_clauses(kinds),
    )


def on_next_roll(encounter: Encounter, who: Tag) -> RollModifiers:
    """What help and the referee have given a figure for its next roll of any kind (OS-34, 46, 55)."""
    kinds = [kind for kind in _on(encounter, who) if kind.next_roll]
    reasons = {kind: (kind.reason,) * kind.value(encounter, who) for kind in kinds}
    helps = HELPED.value(encounter, who)
    if not kinds and not helps:
        return UNMODIFIED
    return RollModifiers(
        edges=tuple(why for kind in kinds if kind.next_roll > 0 for why in reasons[kind]),
        setbacks=tuple(why for kind in kinds if kind.next_roll < 0 for why in reasons[kind]),
        cites=HELPED.clauses[: min(helps, 2)],
    )


def end_on_roll(ledger: Ledger, who: Tag) -> None:
    """A roll has been made: what was given for it ends (OS-34, 46)."""
    for kind in _on(ledger.encounter, who):
        if kind.next_roll:
            ledger.lift(who, kind, kind.clauses[0])


def failing_save(encounter: Encounter, who: Tag, ability: str) -> str:
    """The condition that makes a save on an ability fail without a roll; empty for none (OS-54)."""
    return helpless(encounter, who) if ability in BODILY else ""


# -------------------------------------------------------------------- what else they do


def critical_melee(encounter: Encounter, target: Tag) -> bool:
    """Whether each melee hit on a figure is a critical one (OS-54)."""
    return any(kind.critical_melee for kind in _on(encounter, target))


def helpless(encounter: Encounter, who: Tag) -> str:
    """The condition that leaves a figure no action, move or reaction; empty for none (OS-54)."""
    return next((kind.name for kind in _on(encounter, who) if kind.helpless), "")


def held(encounter: Encounter, who: Tag) -> tuple[str, ...]:
    """The clauses of conditions by which a figure's Speed is 0; empty for none (OS-35)."""
    return _clauses(tuple(kind for kind in _on(encounter, who) if kind.holds))


def faster(encounter: Encounter, who: Tag) -> tuple[int, tuple[str, ...]]:
    """By what a figure's Speed is multiplied, and the clauses of it (OS-33)."""
    kinds = tuple(kind for kind in _on(encounter, who) if kind.speed_factor != 1)
    return max((kind.speed_factor for kind in kinds), default=1), _clauses(kinds)


def resisted(encounter: Encounter, who: Tag, amount: int) -> tuple[Terms, tuple[str, ...]]:
    """What conditions take off so much damage, as a term, and the clauses of it (OS-50)."""
    kinds = tuple(kind for kind in _on(encounter, who) if kind.halves_damage)
    return tuple(Term(kind.name, amount // 2 - amount) for kind in kinds[:1]), _clauses(kinds)


# -------------------------------------------------------------------- how they come and go


def give(ledger: Ledger, who: Tag, kind: ConditionRules, *cites: str, by: Tag | None = None) -> None:
    """An action brings a condition upon a figure, for as long as it lasts."""
    until = {
        "": None,
        "start of next turn": Until(edge="start", of=who),
        "end of turn": Until(edge="end", of=who),
    }[kind.ends]
    ledger.afflict(who, kind, kind.clauses[0], *cites, until=until, by=by)


def give_help(ledger: Ledger, who: Tag, ally: Tag, *cites: str) -> None:
    """EDGE on the ally's next roll, one more where it has been helped already; also on a dying roll (OS-34, 55)."""
    new = HELPED.on(ledger.encounter, ally) or not ledger.able(ally)
    give(ledger, ally, HELPED, *(("OS-55",) if new else ()), *cites, by=who)


def end_on_attack(ledger: Ledger, who: Tag) -> None:
    """A figure has attacked: what lasts until then ends (OS-38)."""
    for kind in CONDITIONS:
        if kind.ends_on_attack:
            ledger.lift(who, kind, *kind.clauses)


def end_with_fight(ledger: Ledger, who: Tag) -> None:
    """The fight is over: what lasts for its turns and rounds ends (OS-45)."""
    for kind in CONDITIONS:
        if kind.ends:
            ledger.lift(who, kind)


def holders(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """Those who grapple a figure, as far as that is known; each of them holds by itself (OS-60)."""
    return tuple(there.by for there in encounter.of(who).conditions if there.kind == GRAPPLED.name and there.by)


def free_from(ledger: Ledger, who: Tag, grappler: Tag) -> None:
    """One grappler holds a figure no longer, if it did; another one's hold stays (OS-35, 60)."""
    holds = [there for there in ledger.encounter.of(who).conditions if there.kind == GRAPPLED.name]
    ledger.lift(who, GRAPPLED, "OS-35", *(("OS-60",) if len(holds) > 1 else ()), by=grappler)


def let_go(ledger: Ledger, grappler: Tag) -> None:
    """Those whom it grapples are free of it; another who holds them holds on (OS-35, 60)."""
    for tag in tuple(ledger.encounter.figures):
        free_from(ledger, tag, grappler)
