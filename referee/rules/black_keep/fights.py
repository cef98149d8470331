"""Fights: who stands in one, who has its initiative, how one opens and ends, what the board says of contact (BK-01,
02, 15, 17, 19, 21, 22, 32, 38).
"""

from referee.engine.board.geometry import Look, Terrain, adjacent, along, apart, distance, terrain
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import GroupClosed, Grouped, SlotMarked, SlotPut, Ungrouped
from referee.engine.state.bearer import Group, Tag
from referee.engine.state.board import name_of
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import Ledger
from referee.rules.black_keep.kinds import BOSSES, FIGHT, FIGHTING, METRIC, MONSTERS, UP


def is_monster(encounter: Encounter, tag: Tag) -> bool:
    """True if a figure is on the side of the monsters."""
    return encounter.figures[tag].side == MONSTERS


def is_boss(encounter: Encounter, tag: Tag) -> bool:
    """True if a figure is a boss (BK-26..29)."""
    return encounter.figures[tag].kind in BOSSES


def members_up(encounter: Encounter, fight: Group) -> tuple[Tag, ...]:
    """The members of a fight that are up."""
    figures = encounter.figures
    return tuple(tag for tag in fight.members if tag in figures and figures[tag].standing == UP.name)


def members_with(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The figures that are up in this figure's fight, itself included; none if it is in no fight."""
    fight = encounter.group_with(who, FIGHT)
    return () if fight is None else members_up(encounter, fight)


def foes(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The figures of other sides that are up in this figure's fight."""
    side = encounter.figures[who].side
    return tuple(tag for tag in members_with(encounter, who) if encounter.figures[tag].side != side)


def attack_order(encounter: Encounter, fight: Group) -> tuple[Tag, ...]:
    """The order of attacks in a fight: players as they joined, then the monsters (BK-19, 21)."""
    members = members_up(encounter, fight)
    players = tuple(tag for tag in members if not is_monster(encounter, tag))
    return players + tuple(tag for tag in members if is_monster(encounter, tag))


def is_duel(encounter: Encounter, who: Tag) -> bool:
    """True if a figure's fight has exactly two members that are up."""
    return len(members_with(encounter, who)) == 2


def in_duel(encounter: Encounter, one: Tag, other: Tag) -> bool:
    """True if these two are a duel, and so in contact (BK-38)."""
    return is_duel(encounter, one) and other in foes(encounter, one)


def initiative_holder(fight: Group, encounter: Encounter) -> Tag | None:
    """The player that has the initiative of a fight: the first of those who joined it (BK-01, 02)."""
    return next((tag for tag in fight.members if not is_monster(encounter, tag)), None)


# -------------------------------------------------------------------- coming and going


def open_fight(ledger: Ledger, first: Tag, second: Tag) -> None:
    """`first` has moved into contact with `second`, and has initiative (BK-01, 38)."""
    number = 1 + sum(1 for group in ledger.encounter.groups.values() if group.kind == FIGHT)
    fight = Group(tag=f"fight-{number}", name=f"Fight {number}", kind=FIGHT, members=(first, second))
    ledger.join(fight, "BK-01", "BK-38")
    if ledger.encounter.phase == FIGHTING:
        for tag in attack_order(ledger.encounter, fight):
            ledger.record(SlotPut(slot=Slot(who=tag, step=_last_step(ledger.encounter) + 1, under=fight.tag)))


def join_fight(ledger: Ledger, fight: Group, who: Tag) -> None:
    """One more figure joins a fight, after the players who joined earlier (BK-19)."""
    ledger.record(Grouped(group=fight.tag, member=who, cites=("BK-19", "BK-38")))
    if ledger.encounter.phase != FIGHTING:
        return
    mine = [slot for slot in ledger.encounter.order if slot.under == fight.tag and not slot.acted]
    monsters = [slot for slot in mine if is_monster(ledger.encounter, slot.who)]
    if monsters and not is_monster(ledger.encounter, who):
        slot = Slot(who=who, step=monsters[0].step, under=fight.tag)
        ledger.record(SlotPut(slot=slot, before=monsters[0].who))
    else:
        # Right after its own fight: a step that is passed already acts next.
        step = max((slot.step for slot in ledger.encounter.order if slot.under == fight.tag), default=0)
        ledger.record(SlotPut(slot=Slot(who=who, step=step, under=fight.tag)))


def _last_step(encounter: Encounter) -> int:
    return max((slot.step for slot in encounter.order), default=-1)


def leave_fight(ledger: Ledger, who: Tag) -> None:
    """One leaves its fight: dead, gone, or moved away. Who has initiative may change, and the fight may be over."""
    fight = ledger.encounter.group_with(who, FIGHT)
    if fight is None:
        return
    held = initiative_holder(fight, ledger.encounter) == who
    ledger.record(Ungrouped(group=fight.tag, member=who))
    slot = ledger.encounter.slot(who)
    if slot is not None and not slot.acted and ledger.encounter.turn != who:
        ledger.record(SlotMarked(who=who, acted=True))
    if not close_if_over(ledger, fight.tag) and held:
        heir = initiative_holder(ledger.encounter.groups[fight.tag], ledger.encounter)
        if heir is not None:
            ledger.remark(f"{ledger.encounter.name(heir)} has initiative in {fight.name} now", "BK-19")


def close_if_over(ledger: Ledger, fight: Tag) -> bool:
    """A fight with one side left is over, and that side the victor (BK-02, 32)."""
    group = ledger.encounter.groups[fight]
    left = members_up(ledger.encounter, group)
    sides = {ledger.encounter.figures[tag].side for tag in left}
    if len(sides) > 1:
        return False
    if left:
        names = ", ".join(ledger.encounter.name(tag) for tag in left)
        ledger.remark(f"Left standing in {group.name}: {names}", "BK-32", detail=True)
    ledger.record(GroupClosed(group=fight, cites=("BK-02",)))
    return True


def settle_fights(ledger: Ledger) -> None:
    """Brings the fights in line with what the referee has changed: who is not up leaves, a fight of one side ends."""
    for fight in ledger.encounter.groups_of(FIGHT):
        for figure in ledger.encounter.members(fight.tag):
            if figure.standing != UP.name:
                leave_fight(ledger, figure.tag)
        if ledger.encounter.groups[fight.tag].open:
            close_if_over(ledger, fight.tag)


_AT_EDGES = {"wall": "a wall", "door": "a closed door", "obstacle": "an obstacle"}


class Squares:
    """Contact, distance and line of sight of two figures on the board."""

    def __init__(self, encounter: Encounter, ground: Terrain, one: Tag, other: Tag) -> None:
        self.encounter = encounter
        self.ground = ground
        self.who = (one, other)
        self.spaces = (ground.board.spaces(one), ground.board.spaces(other))

    @property
    def contact(self) -> bool:
        """True if they stand side to side with no wall or closed door between them (BK-38)."""
        mine, theirs = self.spaces
        pairs = ((a, b) for a in mine for b in theirs if apart(a, b, diagonal=False) == 1)
        return any(pair not in self.ground.shut for pair in pairs)

    def apart(self) -> str:
        """Why they are not in contact."""
        here, there = (name_of(spaces[0]) for spaces in self.spaces)
        if adjacent(*self.spaces, diagonal=False):
            return f"a wall or a closed door stands between {here} and {there}"
        across = " only touch corners" if adjacent(*self.spaces) else " are not side to side"
        return f"{here} and {there}{across}"

    @property
    def away(self) -> int:
        """The distance in squares, by the option `metric` (BK-17)."""
        return distance(*self.spaces, diagonal=METRIC.of(self.encounter) == "chebyshev") or 0

    @property
    def look(self) -> Look:
        """The best line of sight between them; neither blocks it."""
        found = self.ground.between(*self.spaces, self.who)
        assert found is not None  # both stand on the board
        return found

    def in_the_way(self) -> str:
        """Which of the three blockers is in the path; `clear` for none (BK-15)."""
        barred = self.look.barred
        if barred is None:
            return "clear"
        if barred[0] != "figure":
            return "terrain"
        return "monster" if is_monster(self.encounter, barred[1]) else "miniature"

    def path(self) -> str:
        """The line in words, and what exactly is in its way."""
        look = self.look
        if look.barred is None:
            return along(look)
        what, where = look.barred
        if what != "figure":
            return f"{_AT_EDGES[what]} at {where}, {along(look)}"
        place = name_of(self.ground.board.spaces(where)[0])
        return f"{self.encounter.name(where)} at {place}, {along(look)}"


def squares(rules: Ruleset, encounter: Encounter, one: Tag, other: Tag) -> Squares | None:
    """What the board says of two figures; None unless both are on it: then the table is asked."""
    ground = terrain(rules, encounter)
    if ground is None or not {one, other} <= ground.board.figures.keys():
        return None
    return Squares(encounter, ground, one, other)
