"""Conditions: the kind of each, how long it lasts, what it does; nothing else knows one by name (GH-32, 35, 36)."""

from typing import Literal

from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.kinds import NOT_SAID
from referee.engine.events.event import Term, Terms
from referee.engine.numbers import is_number
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import DAMAGED, ROUND, Ending, Until
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.gloomhaven.kinds import REACH, RETALIATE, SHIELD, deck_owner
from referee.rules.gloomhaven.modifiers import BLESS, CURSE, shuffle_in


class ConditionRules(ConditionKind, frozen=True):
    """A kind of condition with what the rules say of it; what is left out it does not do."""

    lasts: Literal["until healed", "until damaged", "next turn", "round"] = "next turn"
    """Until a heal, until its bearer suffers damage, to the end of its bearer's next turn, or of the round."""
    bars: frozenset[str] = frozenset()
    """The kinds of ability that its bearer cannot use."""
    bars_all: bool = False
    """Its bearer uses no ability, no card and no item."""
    advantage: int = 0
    """On its bearer's attacks: 1 advantage, -1 disadvantage."""
    attacks_on_it: int = 0
    """Added to the value of each attack on its bearer."""
    turn_damage: int = 0
    """Damage to its bearer at the start of each of its turns."""
    takes_heal: bool = False
    """A heal that takes it off does nothing else."""
    hides: bool = False
    """No enemy can choose its bearer."""
    good: bool = False
    """An ability that brings it may be skipped, and goes to friends."""


_GH_35 = ("GH-35",)
_NEXT_TURN = "to the end of the figure's next turn"


def _this_round(ability: str, name: str, hint: str, sorts: bool = False) -> ConditionRules:
    """What an ability adds for this round (GH-36)."""
    said, adds = f"{{who}} has {ability} {{n}}", Stacking.ADDS
    return ConditionRules(name, hint, ("GH-36",), adds, said=said, cleared=NOT_SAID, sorts=sorts, lasts="round")


SHIELDED = _this_round("shield", "shielded", "shield for this round")
RETALIATING = _this_round("retaliate", "retaliating", "retaliates this round", sorts=True)
CONDITIONS = (
    ConditionRules(
        "poison",
        "attacks on the figure get +1; a heal removes this and does nothing else",
        _GH_35,
        lasts="until healed",
        label="poisoned",
        attacks_on_it=1,
        takes_heal=True,
    ),
    ConditionRules(
        "wound",
        "1 damage at the start of each of the figure's turns, until healed",
        _GH_35,
        lasts="until healed",
        label="wounded",
        turn_damage=1,
    ),
    ConditionRules("immobilize", f"no move, {_NEXT_TURN}", _GH_35, label="immobilized", bars=frozenset({"move"})),
    ConditionRules("disarm", f"no attack, {_NEXT_TURN}", _GH_35, label="disarmed", bars=frozenset({"attack"})),
    ConditionRules("stun", f"no abilities and no items, {_NEXT_TURN}", _GH_35, label="stunned", bars_all=True),
    ConditionRules("muddle", f"attacks with disadvantage, {_NEXT_TURN}", _GH_35, label="muddled", advantage=-1),
    ConditionRules(
        "strengthen", f"attacks with advantage, {_NEXT_TURN}", _GH_35, label="strengthened", advantage=1, good=True
    ),
    ConditionRules("invisible", f"enemies cannot target this figure, {_NEXT_TURN}", _GH_35, hides=True, good=True),
    SHIELDED,
    RETALIATING,
)
INFLICTED = (*(kind.name for kind in CONDITIONS if kind.lasts != "round"), BLESS, CURSE)
"""What abilities, attacks and the referee can bring upon a figure."""
GOOD = frozenset({*(kind.name for kind in CONDITIONS if kind.good), BLESS})
"""Those of them that help: an ability that brings one may be skipped (GH-18)."""
_WITHIN = "retaliating-within-"
"""How the conditions of retaliating at a range begin; the number of spaces follows."""


def _on(encounter: Encounter, tag: Tag) -> tuple[ConditionRules, ...]:
    """The conditions of this game that lie on a figure."""
    there = {condition.kind for condition in encounter.of(tag).conditions}
    return tuple(kind for kind in CONDITIONS if kind.name in there)


# -------------------------------------------------------------------- what they do


def barring(encounter: Encounter, who: Tag, ability: str = "") -> ConditionRules | None:
    """The condition that keeps a figure from an ability, or without one from doing anything; None if it can (GH-35)."""
    there = _on(encounter, who)
    widest = (kind for kind in there if kind.bars_all)
    return next(widest, None) or next((kind for kind in there if ability in kind.bars), None)


def advantages(encounter: Encounter, attacker: Tag) -> list[tuple[str, int]]:
    """Each condition that gives an attacker advantage (1) or disadvantage (-1), advantage first (GH-35)."""
    found = [(kind.name, kind.advantage) for kind in _on(encounter, attacker) if kind.advantage]
    return sorted(found, key=lambda reason: -reason[1])


def attack_terms(encounter: Encounter, target: Tag) -> Terms:
    """What the target's conditions add to the value of an attack on it (GH-35)."""
    return tuple(Term(kind.name, kind.attacks_on_it) for kind in _on(encounter, target) if kind.attacks_on_it)


def turn_damage(encounter: Encounter, who: Tag) -> list[tuple[str, Term, Tag | None]]:
    """Each condition that does damage to a figure when its turn starts, with the damage and who brought it (GH-35)."""
    by = {condition.kind: condition.by for condition in encounter.of(who).conditions}
    there = (kind for kind in _on(encounter, who) if kind.turn_damage)
    return [(kind.name, Term(kind.label or kind.name, kind.turn_damage), by[kind.name]) for kind in there]


def hiding(encounter: Encounter, who: Tag) -> ConditionRules | None:
    """The condition that keeps enemies from choosing a figure; None if they can (GH-35)."""
    return next((kind for kind in _on(encounter, who) if kind.hides), None)


def shield_of(encounter: Encounter, tag: Tag) -> int:
    """All shield of a figure: its own and this round's add up (GH-36)."""
    return SHIELD.of(encounter, tag) + SHIELDED.value(encounter, tag)


def retaliations(encounter: Encounter, tag: Tag) -> dict[int, int]:
    """The damage with which a figure retaliates, by range in spaces, the shortest first (GH-36)."""
    found = {1: RETALIATING.value(encounter, tag)}
    own = max(1, REACH.of(encounter, tag))
    found[own] = found.get(own, 0) + RETALIATE.of(encounter, tag)
    for condition in encounter.of(tag).conditions:
        prefix, _, number = condition.kind.partition(_WITHIN)
        if not prefix and is_number(number):
            spaces = int(number)
            found[spaces] = found.get(spaces, 0) + condition.value
    return {spaces: damage for spaces, damage in sorted(found.items()) if damage}


# -------------------------------------------------------------------- how they come and go


def inflict(ledger: Ledger, who: Tag, name: str, by: Tag | None, *cites: str) -> None:
    """A condition, a blessing or a curse comes upon a figure, but not upon the fallen (GH-32, 35)."""
    if not ledger.able(who):
        ledger.remark(f"{ledger.encounter.name(who)} has fallen: no {name}", "GH-35")
    elif name in (BLESS, CURSE):
        shuffle_in(ledger, deck_owner(ledger.encounter, who), name, 1, *cites)
    else:
        kind = next(kind for kind in CONDITIONS if kind.name == name)
        _afflict(ledger, who, kind, 1, by, *cites)


def by_referee(ledger: Ledger, who: Tag, name: str) -> bool:
    """The referee gives a condition: it ends as the rules have it (GH-35). False for what no ability brings."""
    if name not in INFLICTED:
        return False
    inflict(ledger, who, name, None)
    return True


def give_shield(ledger: Ledger, who: Tag, value: int) -> None:
    """So much more shield for this round (GH-36)."""
    _afflict(ledger, who, SHIELDED, value, who)


def give_retaliation(ledger: Ledger, who: Tag, value: int, spaces: int) -> None:
    """Retaliation this round at attackers within so many spaces; each range adds up by itself (GH-36)."""
    kind = RETALIATING.sort(f"{_WITHIN}{spaces}") if spaces > 1 else RETALIATING
    _afflict(ledger, who, kind, value, who)


def _afflict(ledger: Ledger, who: Tag, kind: ConditionRules, value: int, by: Tag | None, *cites: str) -> None:
    """A condition comes upon a figure, for as long as it lasts."""
    until = {"next turn": ledger.end_of_next_turn(who), "round": Until(edge="end", of=ROUND)}.get(kind.lasts)
    ends = (Ending(event=DAMAGED, of=who),) if kind.lasts == "until damaged" else ()
    ledger.afflict(who, kind, *kind.clauses, *cites, until=until, value=value, by=by, ends=ends)


def take_off_by_heal(ledger: Ledger, who: Tag) -> str:
    """A heal takes off what lasts until then; the name of a condition for which it does nothing else (GH-35)."""
    healed = [kind for kind in _on(ledger.encounter, who) if kind.lasts == "until healed"]
    for kind in healed:
        ledger.lift(who, kind, *kind.clauses)
    return next((kind.name for kind in healed if kind.takes_heal), "")
