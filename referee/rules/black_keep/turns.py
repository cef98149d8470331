"""Fights and their turns: who stands in one, who has initiative, who attacks when (BK-01, 02, 19, 21, 30..32)."""

from referee.engine.bearer import Group, Tag
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import GroupClosed, Grouped, OrderSet, SlotMarked, SlotPut, Ungrouped
from referee.engine.kinds import AnyTrait
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.rules.black_keep.kinds import ATTACKED, BOSSES, FELL, FIGHT, MONSTERS, STRUCK_BY, TURNS, UP

FIGHTING = "fights"
MOVING = "moves"


def is_monster(encounter: Encounter, tag: Tag) -> bool:
    """Does it fight for the monsters?"""
    return encounter.figures[tag].side == MONSTERS


def is_boss(encounter: Encounter, tag: Tag) -> bool:
    """Is it a monster of the boss sort (BK-26..29)?"""
    return encounter.figures[tag].kind in BOSSES


def standing(encounter: Encounter, fight: Group) -> tuple[Tag, ...]:
    """The members of a fight that are up."""
    return tuple(figure.tag for figure in encounter.members(fight.tag) if figure.standing == UP.name)


def fellows(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """All who stand in the same fight, itself among them."""
    fight = encounter.group_with(who, FIGHT)
    return () if fight is None else standing(encounter, fight)


def foes(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """Those on other sides who stand in the same fight."""
    side = encounter.figures[who].side
    return tuple(tag for tag in fellows(encounter, who) if encounter.figures[tag].side != side)


def attack_order(encounter: Encounter, fight: Group) -> tuple[Tag, ...]:
    """Players in the order in which they joined, the monsters last (BK-19, 21)."""
    members = standing(encounter, fight)
    players = tuple(tag for tag in members if not is_monster(encounter, tag))
    return players + tuple(tag for tag in members if is_monster(encounter, tag))


def is_duel(encounter: Encounter, who: Tag) -> bool:
    """Are there just the two of them?"""
    return len(fellows(encounter, who)) == 2


def in_duel(encounter: Encounter, one: Tag, other: Tag) -> bool:
    """Do just these two fight each other, and so stand in contact (BK-38)?"""
    return is_duel(encounter, one) and other in foes(encounter, one)


def slots(encounter: Encounter) -> tuple[Slot, ...]:
    """The order of a turn: fight after fight, each with its figures in the order in which they attack."""
    order = [(tag, fight.tag) for fight in encounter.groups_of(FIGHT) for tag in attack_order(encounter, fight)]
    return tuple(Slot(who=tag, step=step, under=fight) for step, (tag, fight) in enumerate(order))


def holder(fight: Group, encounter: Encounter) -> Tag | None:
    """The player that has the initiative of a fight: the first of those who joined it (BK-01, 02)."""
    return next((tag for tag in fight.members if not is_monster(encounter, tag)), None)


def entitled(encounter: Encounter, who: Tag) -> bool:
    """Has it an attack left this turn, and somebody to make it at? Nobody attacks twice."""
    up = encounter.figures[who].standing == UP.name
    return up and not ATTACKED.of(encounter, who) and bool(foes(encounter, who))


def due(encounter: Encounter) -> Tag | None:
    """Whose place in the turn comes next; those who wait come when nobody else is left."""
    left = sorted((slot for slot in encounter.order if not slot.acted), key=lambda slot: (slot.held, slot.step))
    return next((slot.who for slot in left if entitled(encounter, slot.who)), None)


def acting(encounter: Encounter) -> Tag | None:
    """Whose attack it is, or whose it will be if the next turn begins now."""
    if encounter.phase == FIGHTING:
        turn = encounter.turn
        now = turn if turn is not None and entitled(encounter, turn) else due(encounter)
        if now is not None:
            return now
    return next((slot.who for slot in slots(encounter) if foes(encounter, slot.who)), None)


# -------------------------------------------------------------------- the course of a turn


async def advance(ledger: Ledger) -> None:
    """`next`: the next figure's place in its fight, else the next fight, else the next turn (BK-48)."""
    tidy(ledger)
    if not any(ledger.able(tag) for tag in ledger.encounter.figures):
        raise Refused("Nobody is up: `add` figures, or heal one.")
    _begin_or_go_on(ledger)


def turn_to(ledger: Ledger, who: Tag) -> None:
    """It becomes the turn of the one that is acting, if need be at the beginning of the next turn of all."""
    if ledger.encounter.turn != who:
        _begin_or_go_on(ledger)
    if ledger.encounter.turn is None:
        _begin_or_go_on(ledger)


def _begin_or_go_on(ledger: Ledger) -> None:
    """Goes on with the turn that is being played, or begins the next one."""
    if ledger.encounter.phase != FIGHTING:
        _begin_turn_of_all(ledger)
    go_on(ledger)


def go_on(ledger: Ledger) -> None:
    """This figure's place is over; the next one's turn begins, or the turn of all ends."""
    ledger.end_turn()
    tidy(ledger)
    who = due(ledger.encounter)
    if who is None:
        _end_turn_of_all(ledger)
    else:
        ledger.begin_turn(who, _place(ledger.encounter, who))


async def begin(ledger: Ledger, who: Tag) -> None:
    """A figure's place in the turn begins, or goes on where it waited."""
    ledger.begin_turn(who, _place(ledger.encounter, who))


def _place(encounter: Encounter, who: Tag) -> str:
    """Why it is this one's turn now."""
    if is_monster(encounter, who):
        return "BK-21"
    fight = encounter.group_with(who, FIGHT)
    first = fight is not None and holder(fight, encounter) == who
    return "BK-02" if first and is_duel(encounter, who) else "BK-19"


def _begin_turn_of_all(ledger: Ledger) -> None:
    _clear(ledger, ATTACKED, *ledger.encounter.figures)
    _clear(ledger, FELL, *ledger.encounter.groups)
    fights = ledger.encounter.groups_of(FIGHT)
    ledger.begin_phase(FIGHTING, *(() if fights else ("BK-48",)), next_round=True)
    for fight in fights:
        turns = TURNS.of(ledger.encounter, fight.tag)
        ledger.record(TURNS.set(fight.tag, turns + 1))
        first = attack_order(ledger.encounter, fight)[:1]
        if turns and first:
            name = ledger.encounter.name(first[0])
            ledger.told(f"{fight.name} goes on: {name} rolls first", "BK-31", "BK-02", "BK-32", about=first)
    ledger.record(OrderSet(slots=slots(ledger.encounter)))


def _end_turn_of_all(ledger: Ledger) -> None:
    """Fights in which nobody fell are drawn for this turn (BK-30); the marks of the turn go."""
    for fight in ledger.encounter.groups_of(FIGHT):
        if not FELL.of(ledger.encounter, fight.tag):
            ledger.told(f"{fight.name} is a draw this turn", "BK-30", about=fight.members)
    _clear(ledger, STRUCK_BY, *ledger.encounter.figures)
    # Nobody waits beyond the end of the turn.
    for slot in ledger.encounter.order:
        ledger.pass_turn(slot.who)
    ledger.begin_phase(MOVING)


def _clear(ledger: Ledger, mark: AnyTrait, *tags: Tag) -> None:
    """A mark of the turn that was played goes."""
    for tag in tags:
        if mark.name in ledger.encounter.of(tag).traits:
            ledger.record(mark.clear(tag))


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
    """One more joins a fight, after the players who were there before it (BK-19)."""
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
    held = holder(fight, ledger.encounter) == who
    ledger.record(Ungrouped(group=fight.tag, member=who))
    slot = ledger.encounter.slot(who)
    if slot is not None and not slot.acted and ledger.encounter.turn != who:
        ledger.record(SlotMarked(who=who, acted=True))
    if not close_if_over(ledger, fight.tag) and held:
        heir = holder(ledger.encounter.groups[fight.tag], ledger.encounter)
        if heir is not None:
            ledger.told(f"{ledger.encounter.name(heir)} has initiative in {fight.name} now", "BK-19", about=(heir,))


def close_if_over(ledger: Ledger, fight: Tag) -> bool:
    """A fight with one side left is over, and that side the victor (BK-02, 32)."""
    group = ledger.encounter.groups[fight]
    left = standing(ledger.encounter, group)
    sides = {ledger.encounter.figures[tag].side for tag in left}
    if len(sides) > 1:
        return False
    if left:
        names = ", ".join(ledger.encounter.name(tag) for tag in left)
        ledger.told(f"Left standing in {group.name}: {names}", "BK-32", about=left)
    ledger.record(GroupClosed(group=fight, cites=("BK-02",)))
    return True


def tidy(ledger: Ledger) -> None:
    """What the referee's hand has changed counts: those who are not up leave their fights, and what is over ends."""
    for fight in ledger.encounter.groups_of(FIGHT):
        for figure in ledger.encounter.members(fight.tag):
            if figure.standing != UP.name:
                leave_fight(ledger, figure.tag)
        if ledger.encounter.groups[fight.tag].open:
            close_if_over(ledger, fight.tag)
