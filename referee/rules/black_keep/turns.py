"""The turns of all fights: who stands in one and has its initiative, what the board says of contact, who attacks
when (BK-01, 02, 19, 21, 30, 31, 38, 48).
"""

from collections.abc import Iterator

from referee.engine.board.geometry import Look, Terrain, adjacent, along, apart, distance, terrain
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import GroupClosed, Grouped, OrderSet, SlotMarked, SlotPut, Ungrouped
from referee.engine.problem import Refused
from referee.engine.state.bearer import Group, Tag
from referee.engine.state.board import name_of
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.impossible_states import fallen_with_some_left, in_several, without_place
from referee.engine.verbs.ledger import Ledger, end_rounds
from referee.rules.black_keep.kinds import (
    ATTACKED,
    BOSSES,
    DEAD,
    FELL,
    FIGHT,
    FIGHTING,
    METRIC,
    MONSTERS,
    MOVING,
    OUT,
    STRUCK_BY,
    TURNS,
    UP,
    WOUNDS,
)
from referee.text.phrases import joined


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
            ledger.remark(f"{ledger.encounter.name(heir)} now has the initiative in {fight.name}", "BK-19")


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
        across = " only touch corners" if adjacent(*self.spaces) else " are not edge to edge"
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


def slots(encounter: Encounter) -> tuple[Slot, ...]:
    """The order of a turn: fight after fight, each with its figures in the order in which they attack."""
    order = [(tag, fight.tag) for fight in encounter.groups_of(FIGHT) for tag in attack_order(encounter, fight)]
    return tuple(Slot(who=tag, step=step, under=fight) for step, (tag, fight) in enumerate(order))


def has_attack_left(encounter: Encounter, who: Tag) -> bool:
    """True if a figure has not attacked this turn and a foe stands in its fight (BK-19)."""
    up = encounter.figures[who].standing == UP.name
    return up and not ATTACKED.of(encounter, who) and bool(foes(encounter, who))


def next_attacker(encounter: Encounter) -> Tag | None:
    """Whose place in the order comes next; those who wait come last. None at the end of the turn."""
    left = sorted((slot for slot in encounter.order if not slot.acted), key=lambda slot: (slot.held, slot.step))
    return next((slot.who for slot in left if has_attack_left(encounter, slot.who)), None)


def current_attacker(encounter: Encounter) -> Tag | None:
    """Whose attack it is, or whose it is once the next turn begins; None if nobody fights."""
    if encounter.phase == FIGHTING:
        turn = encounter.turn
        now = turn if turn is not None and has_attack_left(encounter, turn) else next_attacker(encounter)
        if now is not None:
            return now
    return next((slot.who for slot in slots(encounter) if foes(encounter, slot.who)), None)


def impossible_states(encounter: Encounter) -> Iterator[str]:
    """One sentence for each contradiction: a fallen figure with wounds left, a figure in two fights or without a place
    in the order (BK-01, 07, 19).
    """
    yield from fallen_with_some_left(encounter, WOUNDS, (DEAD, OUT), "BK-07")
    yield from in_several(encounter, FIGHT, "BK-01")
    if encounter.phase == FIGHTING:
        for fight in encounter.groups_of(FIGHT):
            yield from without_place(encounter, members_up(encounter, fight), "BK-19")


# -------------------------------------------------------------------- the course of a turn


async def advance(ledger: Ledger) -> None:
    """`next`: the next figure's place in its fight, else the next fight, else the next turn (BK-48).

    Refused if no figure is able to act.
    """
    settle_fights(ledger)
    if not any(ledger.able(tag) for tag in ledger.encounter.figures):
        raise Refused("Nobody is up. Add figures (add player Ann) or heal one (heal ann 1)")
    _begin_or_go_on(ledger)


def take_turn(ledger: Ledger, who: Tag) -> None:
    """Begins the turn of `who`, the current attacker; if need be the next turn of all begins first."""
    if ledger.encounter.turn != who:
        _begin_or_go_on(ledger)
    if ledger.encounter.turn is None:
        _begin_or_go_on(ledger)


def _begin_or_go_on(ledger: Ledger) -> None:
    """The next figure's turn begins, in this turn of all or in the next one."""
    if ledger.encounter.phase != FIGHTING:
        _begin_round(ledger)
    go_on(ledger)


def go_on(ledger: Ledger) -> None:
    """The figure's turn ends; the next one's begins, or the turn of all ends."""
    ledger.end_turn()
    settle_fights(ledger)
    who = next_attacker(ledger.encounter)
    if who is None:
        _end_round(ledger)
    else:
        _begin_turn(ledger, who)


async def begin(ledger: Ledger, who: Tag) -> None:
    """A figure's place in the turn begins, or goes on where it waited."""
    _begin_turn(ledger, who)


def _begin_turn(ledger: Ledger, who: Tag) -> None:
    """The turn begins by the clause for a monster, for the initiative of a duel, or for a player among more."""
    encounter = ledger.encounter
    fight = encounter.group_with(who, FIGHT)
    first = fight is not None and initiative_holder(fight, encounter) == who
    clause = "BK-02" if first and is_duel(encounter, who) else "BK-19"
    ledger.begin_turn(who, "BK-21" if is_monster(encounter, who) else clause)


def _begin_round(ledger: Ledger) -> None:
    """The turn of all begins: every figure may attack again, and no fight has had its victim yet."""
    for tag in (*ledger.encounter.figures, *ledger.encounter.groups):
        ledger.clear(tag, ATTACKED, FELL)
    fights = ledger.encounter.groups_of(FIGHT)
    ledger.begin_phase(FIGHTING, *(() if fights else ("BK-48",)), next_round=True)
    for fight in fights:
        turns = TURNS.of(ledger.encounter, fight.tag)
        ledger.record(TURNS.set(fight.tag, turns + 1))
        first = attack_order(ledger.encounter, fight)[:1]
        if turns and first:
            name = ledger.encounter.name(first[0])
            ledger.remark(f"{fight.name} goes on: {name} attacks first", "BK-31", "BK-02", "BK-32", detail=True)
    ledger.record(OrderSet(slots=slots(ledger.encounter)))


def end_fight(ledger: Ledger) -> None:
    """All fights at the table are over: nobody has attacked in this turn, or owes a strike back any more."""
    ledger.end_turn()
    for fight in ledger.encounter.groups_of(FIGHT):
        ledger.record(GroupClosed(group=fight.tag))
    for tag in (*ledger.encounter.figures, *ledger.encounter.groups):
        ledger.clear(tag, ATTACKED, FELL, STRUCK_BY)
    end_rounds(ledger)


def _end_round(ledger: Ledger) -> None:
    """Fights in which nobody fell are drawn for this turn (BK-30), and nobody owes a strike back any more."""
    drawn = [
        [*map(ledger.encounter.name, members_up(ledger.encounter, fight))]
        for fight in ledger.encounter.groups_of(FIGHT)
        if not FELL.of(ledger.encounter, fight.tag)
    ]
    if drawn:
        between = "; " if any(len(names) > 2 for names in drawn) else ", "
        ledger.remark(f"Draw: {between.join(map(joined, drawn))}", "BK-30")
    for tag in ledger.encounter.figures:
        ledger.clear(tag, STRUCK_BY)
    # Waiting ends with the turn.
    for slot in ledger.encounter.order:
        ledger.pass_turn(slot.who)
    ledger.begin_phase(MOVING)
