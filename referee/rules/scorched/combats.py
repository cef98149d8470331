"""Combats: who touches whom, who is put into which combat, by proposal or by the priority player (SC-01..04, 21)."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.engine.contract.kinds import HAD_TURN
from referee.engine.events.event import GroupClosed, Grouped, OrderSet, Renamed, Ungrouped
from referee.engine.state.bearer import TABLE, Group, Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.encounter_cache import cached
from referee.engine.state.tags import numbered
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.kinds import COMBAT, PRIORITY, SUPPORTS, TOUCHES, UP, carried

Contacts = dict[Tag, tuple[Tag, ...]]
"""Whom each model that stands is in contact with, in the order of the roster."""


def contacts(encounter: Encounter) -> Contacts:
    """Base contact of all models that stand: two touch when either of them lists the other."""
    return cached(COMBAT, encounter, "contacts", None, lambda: _contacts(encounter))


def _contacts(encounter: Encounter) -> Contacts:
    up = {tag: place for place, (tag, f) in enumerate(encounter.figures.items()) if f.standing == UP.name}
    touching: dict[Tag, set[Tag]] = {tag: set() for tag in up}
    for tag in up:
        for other in TOUCHES.of(encounter, tag):
            if other in up and other != tag:
                touching[tag].add(other)
                touching[other].add(tag)
    return {tag: tuple(sorted(others, key=up.__getitem__)) for tag, others in touching.items()}


def foes_touched(encounter: Encounter, tag: Tag) -> tuple[Tag, ...]:
    """The enemies a model is in contact with."""
    side = encounter.figures[tag].side
    return tuple(other for other in contacts(encounter).get(tag, ()) if encounter.figures[other].side != side)


def friends_touched(encounter: Encounter, tag: Tag) -> tuple[Tag, ...]:
    """The friends a model is in contact with."""
    side = encounter.figures[tag].side
    return tuple(other for other in contacts(encounter).get(tag, ()) if encounter.figures[other].side == side)


def engaged(encounter: Encounter) -> tuple[Tag, ...]:
    """The models in contact with an enemy (SC-01)."""
    return tuple(tag for tag in contacts(encounter) if foes_touched(encounter, tag))


def add_contact(ledger: Ledger, one: Tag, other: Tag) -> None:
    """Two models come into contact (SC-01)."""
    for tag, whom in ((one, other), (other, one)):
        mine = TOUCHES.of(ledger.encounter, tag)
        if whom not in mine:
            ledger.record(TOUCHES.set(tag, (*mine, whom), "SC-01"))


def end_contact(ledger: Ledger, one: Tag, others: tuple[Tag, ...]) -> None:
    """A model is no longer in contact with these."""
    for tag, whom in [pair for other in others for pair in ((one, other), (other, one))]:
        mine = TOUCHES.of(ledger.encounter, tag)
        if whom in mine:
            ledger.record(TOUCHES.set(tag, tuple(other for other in mine if other != whom)))


def end_all_contact(ledger: Ledger, tag: Tag, *cites: str) -> None:
    """A model has been moved away from all that it touched, or has fallen."""
    for other in ledger.encounter.figures:
        mine = TOUCHES.of(ledger.encounter, other)
        left = () if other == tag else tuple(touched for touched in mine if touched != tag)
        if left != mine:
            ledger.record(TOUCHES.set(other, left, *cites))


LONGEST_SIDE = 3
"""Models that a combat's name lists on a side before it counts."""


def one_on_one(touching: Mapping[Tag, Sequence[Tag]]) -> list[tuple[Tag, Tag]]:
    """As many pairs as can be seen: who has the fewest enemies left to choose from is paired first."""
    left = {tag: dict.fromkeys(foes) for tag, foes in touching.items() if foes}
    pairs: list[tuple[Tag, Tag]] = []
    while left:
        tag = min(left, key=lambda t: len(left[t]))
        foe = min(left[tag], key=lambda f: len(left.get(f, ())))
        pairs.append((tag, foe))
        for gone in (tag, foe):
            left.pop(gone, None)
            for foes in left.values():
                foes.pop(gone, None)
        left = {tag: foes for tag, foes in left.items() if foes}
    return pairs


def is_fought(encounter: Encounter, combat: Tag) -> bool:
    """True if this combat has been resolved, or is being resolved now."""
    slot = encounter.slot(combat)
    return slot is None or slot.acted or encounter.turn == combat


def unfought(encounter: Encounter) -> tuple[Tag, ...]:
    """The combats still to be resolved, in the order of the roster."""
    return tuple(s.who for s in encounter.order if s.who in encounter.groups and not is_fought(encounter, s.who))


def combats_due(encounter: Encounter) -> tuple[Tag, ...]:
    """The combats that may be resolved next: the one whose turn it is first, those that wait last."""
    back = tuple(combat.tag for combat in encounter.groups_of(COMBAT) if combat.tag == encounter.turn)
    waiting = {slot.who for slot in encounter.order if slot.held}
    return (*back, *sorted(unfought(encounter), key=lambda combat: combat in waiting))


def fighters(encounter: Encounter, combat: Tag) -> tuple[Tag, ...]:
    """The members of a combat that stand."""
    return tuple(figure.tag for figure in encounter.members(combat) if figure.standing == UP.name)


def enemies(encounter: Encounter, combat: Tag, tag: Tag) -> tuple[Tag, ...]:
    """Whom a model fights in that combat."""
    side = encounter.figures[tag].side
    return tuple(other for other in fighters(encounter, combat) if encounter.figures[other].side != side)


def sides_of(encounter: Encounter, tags: Iterable[Tag]) -> dict[str, list[Tag]]:
    """These models by side, the side with priority first."""
    sides: dict[str, list[Tag]] = {}
    for tag in tags:
        sides.setdefault(encounter.figures[tag].side, []).append(tag)
    first = PRIORITY.of(encounter, TABLE)
    return {side: sides[side] for side in sorted(sides, key=lambda side: side != first)}


def can_be_fought(encounter: Encounter, combat: Tag) -> bool:
    """True if models of two sides stand in it."""
    return len(sides_of(encounter, fighters(encounter, combat))) > 1


def unplaced(encounter: Encounter) -> tuple[Tag, ...]:
    """The engaged models that are in no combat of this phase (SC-01)."""
    placed = {tag for combat in encounter.groups_of(COMBAT) for tag in combat.members}
    return tuple(tag for tag in engaged(encounter) if tag not in placed)


def free_foes(encounter: Encounter) -> dict[Tag, tuple[Tag, ...]]:
    """For each engaged model without a combat, the enemies it touches that have none either."""
    free = unplaced(encounter)
    return {tag: tuple(foe for foe in foes_touched(encounter, tag) if foe in free) for tag in free}


def may_join(encounter: Encounter, tag: Tag) -> tuple[Tag, ...]:
    """The combats, not fought yet, in which a model touches an enemy (SC-03)."""
    foes = foes_touched(encounter, tag)
    return tuple(
        combat for combat in unfought(encounter) if any(foe in encounter.groups[combat].members for foe in foes)
    )


def stands_behind(encounter: Encounter, tag: Tag) -> bool:
    """True if a model has a spear, is in no combat and touches no enemy (SC-21)."""
    fights = encounter.group_with(tag, COMBAT) or foes_touched(encounter, tag)
    return not fights and any("spear" in weapon.kinds for weapon in carried(encounter, tag))


def may_support(encounter: Encounter, tag: Tag) -> tuple[Tag, ...]:
    """The friends, in combats not fought yet, that a spear outside the combats can help (SC-21)."""
    if not stands_behind(encounter, tag):
        return ()
    fighting = {member for combat in unfought(encounter) for member in fighters(encounter, combat)}
    return tuple(friend for friend in friends_touched(encounter, tag) if friend in fighting)


def spears_behind(encounter: Encounter, members: Iterable[Tag]) -> dict[Tag, list[Tag]]:
    """The spears that help each of the members of one combat: every spear helps one of them (SC-21, 55).

    That is the friend that `support` has named, else the first that it touches.
    """
    spears: dict[Tag, list[Tag]] = {member: [] for member in members}
    for tag in contacts(encounter):
        friends = [friend for friend in friends_touched(encounter, tag) if friend in spears]
        if friends and stands_behind(encounter, tag):
            named = SUPPORTS.of(encounter, tag).split()
            spears[next((friend for friend in friends if friend in named), friends[0])].append(tag)
    return spears


def title_of(encounter: Encounter, members: Iterable[Tag]) -> str:
    """What a combat of these is called: `Ulf, Bran + spear Tia vs Orc 1`."""
    sides = sides_of(encounter, members)
    behind = spears_behind(encounter, [tag for tags in sides.values() for tag in tags])
    return " vs ".join(_side_of_title(encounter, behind, tags) for tags in sides.values())


def _side_of_title(encounter: Encounter, behind: Mapping[Tag, Sequence[Tag]], tags: Sequence[Tag]) -> str:
    names = [encounter.name(tag) for tag in tags]
    if len(names) > LONGEST_SIDE:
        names = [*names[: LONGEST_SIDE - 1], f"{len(names) - LONGEST_SIDE + 1} more"]
    spears = [encounter.name(spear) for tag in tags for spear in behind[tag]]
    return ", ".join(names) + "".join(f" + spear {name}" for name in spears)


def numbers_per_side(encounter: Encounter, members: Iterable[Tag]) -> str:
    """How many models of each side are in a combat, as the order shows it: 1:3."""
    return ":".join(str(len(tags)) for tags in sides_of(encounter, members).values())


def group_words(encounter: Encounter, group: Group) -> tuple[str, str | None]:
    """What a combat would be called with other models in it, and how many of each side the order would show."""
    if group.kind != COMBAT:
        return group.name, None
    return title_of(encounter, group.members), numbers_per_side(encounter, group.members)


def answering_side(encounter: Encounter, side: str, tags: Sequence[Tag]) -> str:
    """Who answers for a side: its name, or its first model where a model's tag is the same as that name."""
    return tags[0] if side in encounter.figures else side


def open_combats(ledger: Ledger, plans: Sequence[Sequence[Tag]]) -> None:
    """Models are paired one on one, and others put beside them to outnumber (SC-02, 03)."""
    new: list[Slot] = []
    for members in plans:
        tag, name = numbered("vs", ledger.encounter.tags()), title_of(ledger.encounter, members)
        group = Group(tag=tag, name=name, kind=COMBAT, members=tuple(members))
        ledger.join(group, "SC-01", "SC-02", *(("SC-03",) if len(members) > 2 else ()))
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
    pairs = one_on_one(free_foes(encounter))
    plans = [sorted(pair, key=lambda tag: (encounter.figures[tag].side != behind, place[tag])) for pair in pairs]
    plans.sort(key=lambda members: place[members[0]])
    paired = {tag for members in plans for tag in members}
    for tag in unplaced(encounter):
        foes = foes_touched(encounter, tag)
        joinable = [members for members in plans if any(foe in members for foe in foes)]
        if tag not in paired and joinable:
            min(joinable, key=len).append(tag)
    return plans


def place_all(ledger: Ledger) -> None:
    """Every engaged model gets a combat: a new one, or one that is still to be fought."""
    open_combats(ledger, plan(ledger.encounter))
    for tag in unplaced(ledger.encounter):
        choices = may_join(ledger.encounter, tag)
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
    slot = ledger.encounter.slot(combat.tag)
    if slot is not None and slot.acted:
        ledger.record(HAD_TURN.set(tag, ledger.encounter.round))
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
    encounter = ledger.encounter  # who leaves a combat stays in contact
    for combat in unfought(encounter):
        members = ledger.encounter.groups[combat].members
        for tag in members:
            if not any(foe in members for foe in foes_touched(encounter, tag)):
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
            slot = replace(slot, label=numbers_per_side(ledger.encounter, members))
        slots.append(slot)
    if tuple(slots) != ledger.encounter.order:
        ledger.record(OrderSet(slots=tuple(slots)))


def close_all(ledger: Ledger) -> None:
    """The combats of this phase are over."""
    for tag in unplaced(ledger.encounter):
        ledger.remark(f"{ledger.encounter.name(tag)} is engaged and has not fought", "SC-01")
    for combat in ledger.encounter.groups_of(COMBAT):
        ledger.record(GroupClosed(group=combat.tag))
    for tag in ledger.encounter.figures:
        ledger.clear(tag, SUPPORTS)
    ledger.record(OrderSet(slots=()))
