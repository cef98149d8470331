"""Combats: how the engaged models are put into them, by proposal or by the priority player (SC-01..04, 21)."""

from collections.abc import Sequence

from referee.engine.events.event import GroupClosed, Grouped, OrderSet, Renamed, Ungrouped
from referee.engine.state.bearer import TABLE, Group, Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.tags import numbered
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.kinds import COMBAT, PRIORITY, SUPPORTS
from referee.rules.scorched.pairing import (
    can_be_fought,
    combats_of,
    contacts,
    fighters,
    foes_touched,
    free_foes,
    is_fought,
    may_join,
    numbers_per_side,
    one_on_one,
    title_of,
    unfought,
    unplaced,
)


def open_combats(ledger: Ledger, plans: Sequence[Sequence[Tag]]) -> None:
    """Models are paired one on one, and others put beside them to outnumber (SC-02, 03)."""
    new: list[Slot] = []
    for members in plans:
        taken = {*ledger.encounter.figures, *ledger.encounter.groups, *ledger.encounter.things}
        group = Group(tag=numbered("vs", taken), name="combat", kind=COMBAT, members=tuple(members))
        name = title_of(ledger.encounter, members)
        ledger.join(
            group.model_copy(update={"name": name}), "SC-01", "SC-02", *(("SC-03",) if len(members) > 2 else ())
        )
        new.append(Slot(who=group.tag, label=numbers_per_side(ledger.encounter, members)))
    if new:
        ledger.record(OrderSet(slots=(*ledger.encounter.order, *new), cites=("SC-04",)))


def expected(encounter: Encounter) -> tuple[str, ...]:
    """The combats that contact makes of the models as they stand, each by its title (SC-01..03)."""
    return tuple(title_of(encounter, members) for members in plan(encounter))


def plan(encounter: Encounter) -> list[list[Tag]]:
    """The combats of all that have none: pairs first, then the rest where they touch an enemy and are fewest."""
    place = {tag: n for n, tag in enumerate(encounter.figures)}
    behind = PRIORITY.of(encounter, TABLE)
    touching = contacts(encounter)
    pairs = one_on_one(free_foes(encounter, touching))
    plans = [sorted(pair, key=lambda tag: (encounter.figures[tag].side != behind, place[tag])) for pair in pairs]
    plans.sort(key=lambda members: place[members[0]])
    paired = {tag for members in plans for tag in members}
    for tag in unplaced(encounter, touching):
        foes = foes_touched(encounter, touching, tag)
        joinable = [members for members in plans if any(foe in members for foe in foes)]
        if tag not in paired and joinable:
            min(joinable, key=len).append(tag)
    return plans


def place_all(ledger: Ledger) -> None:
    """Every engaged model gets a combat: a new one, or one that is still to be fought."""
    open_combats(ledger, plan(ledger.encounter))
    touching = contacts(ledger.encounter)
    for tag in unplaced(ledger.encounter, touching):
        choices = may_join(ledger.encounter, touching, tag)
        if choices:
            join_combat(ledger, min(choices, key=lambda c: len(ledger.encounter.groups[c].members)), tag)
    retitle(ledger)


def join_combat(ledger: Ledger, combat: Tag, tag: Tag) -> None:
    """One more model fights in a combat (SC-03)."""
    ledger.record(Grouped(group=combat, member=tag, cites=("SC-01", "SC-03")))


def leave_combat(ledger: Ledger, tag: Tag) -> None:
    """A model leaves its combat; one without two sides left is given up, and its models are free again."""
    combat = ledger.encounter.group_with(tag, COMBAT)
    if combat is None:
        return
    ledger.record(Ungrouped(group=combat.tag, member=tag))
    if not is_fought(ledger.encounter, combat.tag):
        give_up_if_empty(ledger, combat.tag)


def give_up_if_empty(ledger: Ledger, combat: Tag) -> None:
    """A combat that has not been fought and has nobody on one side is no combat."""
    if can_be_fought(ledger.encounter, combat):
        return
    for tag in fighters(ledger.encounter, combat):
        ledger.record(Ungrouped(group=combat, member=tag))
    ledger.record(GroupClosed(group=combat))
    ledger.record(OrderSet(slots=tuple(slot for slot in ledger.encounter.order if slot.who != combat)))


def settle_combats(ledger: Ledger) -> None:
    """Brings the combats still to be fought in line with who stands and touches whom (SC-01, 03, 56).

    Whoever has fallen or touches no enemy in its combat leaves it; those who are left over are placed again.
    """
    if ledger.encounter.phase != COMBAT:
        return
    touching = contacts(ledger.encounter)
    for combat in unfought(ledger.encounter):
        members = ledger.encounter.groups[combat].members
        for tag in members:
            if not any(foe in members for foe in foes_touched(ledger.encounter, touching, tag)):
                ledger.record(Ungrouped(group=combat, member=tag, cites=("SC-56",)))
        give_up_if_empty(ledger, combat)
    place_all(ledger)


def retitle(ledger: Ledger) -> None:
    """Brings the names of the combats, and the numbers per side, in line with who is in them."""
    slots: list[Slot] = []
    for slot in ledger.encounter.order:
        if slot.who in unfought(ledger.encounter):
            members = ledger.encounter.groups[slot.who].members
            name = title_of(ledger.encounter, members)
            if name != ledger.encounter.groups[slot.who].name:
                ledger.record(Renamed(tag=slot.who, name=name))
            slot = slot.model_copy(update={"label": numbers_per_side(ledger.encounter, members)})
        slots.append(slot)
    if tuple(slots) != ledger.encounter.order:
        ledger.record(OrderSet(slots=tuple(slots)))


def close_all(ledger: Ledger) -> None:
    """The combats of this phase are over."""
    for tag in unplaced(ledger.encounter, contacts(ledger.encounter)):
        ledger.remark(f"{ledger.encounter.name(tag)} is engaged and has not fought", "SC-01")
    for combat in combats_of(ledger.encounter):
        ledger.record(GroupClosed(group=combat.tag))
    for tag in ledger.encounter.figures:
        if SUPPORTS.of(ledger.encounter, tag):
            ledger.record(SUPPORTS.clear(tag))
    ledger.record(OrderSet(slots=()))
