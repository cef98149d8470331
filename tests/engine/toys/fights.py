"""Fights: players by initiative and monsters last, and a strike back that the rule itself asks for."""

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import GroupClosed, OrderSet, SlotMarked, Ungrouped
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask
from referee.engine.state.bearer import Group, Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import Ledger, System
from referee.engine.verbs.verb import Verb
from tests.engine.toys.box import ITEMS, SKILL, foes_of, game, harm, in_turn, living, pick


def fight_of(e: Encounter, tag: Tag) -> Group:
    """The fight in which a figure stands."""
    fight = e.group_with(tag, "fight")
    assert fight is not None
    return fight


def in_the_way(e: Encounter, rules: System, tag: Tag) -> tuple[Tag, ...]:
    """Its enemies in the same fight."""
    members = fight_of(e, tag).members if e.group_with(tag, "fight") else ()
    return tuple(foe for foe in foes_of(e, rules, tag) if foe in members)


async def engage(ledger: Ledger, first: Picked, second: Picked) -> None:
    """A fight begins; who moved in first has its initiative."""
    name = f"fight-{len(ledger.encounter.groups_of('fight')) + 1}"
    ledger.join(Group(tag=name, name=name, kind="fight", members=(first.one, second.one)))


async def blow(ledger: Ledger, attacker: Tag, target: Tag) -> None:
    """One attack, and one save if it hits."""

    def to_hit() -> Roll:
        dice = (Pool("attack", count=1 + SKILL.of(ledger.encounter, attacker)),)
        return Roll(key=f"hit {attacker}>{target}", prompt="Attack", by=attacker, needs=(target,), pools=dice)

    if max((await Ask(to_hit)).all) < 4:
        ledger.remark("misses", "BK-04")
        return
    saved = await Ask(lambda: Roll(key=f"save {target}<{attacker}", prompt="Save", by=target, pools=(Pool("save"),)))
    if saved.total >= 4:
        ledger.remark("parries", "BK-06")
        return
    await harm(ledger, target, 1)
    if not ledger.able(target):
        fight = fight_of(ledger.encounter, target)
        ledger.record(Ungrouped(group=fight.tag, member=target), ITEMS.change(attacker, 1, "BK-25"))
        if len({f.side for f in ledger.encounter.members(fight.tag)}) < 2:
            ledger.record(GroupClosed(group=fight.tag))


async def duel(ledger: Ledger, target: Picked) -> None:
    """An attack; in a duel the other strikes back, and that is its attack."""
    who, foe = ledger.encounter.turn or "", target.one
    fight = fight_of(ledger.encounter, who)
    await blow(ledger, who, foe)
    if len(fight.members) == 2 and ledger.able(foe) and ledger.able(who):
        ledger.record(SlotMarked(who=foe, acted=True))
        await blow(ledger, foe, who)
    await by_fights(ledger)


async def by_fights(ledger: Ledger) -> None:
    """Each fight in turn: players as they joined, then monsters."""
    ledger.end_turn()
    may = [tag for tag in ledger.rules.may_act(ledger.encounter) if in_the_way(ledger.encounter, ledger.rules, tag)]
    if not may:
        ledger.begin_phase("fights", next_round=True)
        ledger.record(OrderSet(slots=fight_slots(ledger.encounter)))
        may = list(ledger.rules.may_act(ledger.encounter))
    if may:
        ledger.begin_turn(may[0])


def fight_slots(e: Encounter) -> tuple[Slot, ...]:
    """The order of a round, every figure under its fight."""
    out: list[Slot] = []
    for fight in e.groups_of("fight"):
        for member in sorted(fight.members, key=lambda tag: e.figures[tag].side == "monsters"):
            out.append(Slot(who=member, step=len(out), under=fight.tag))
    return tuple(out)


FIGHTS = game(
    "fights",
    Verb("engage", engage, (pick("first", living), pick("second", living)), interjects=True),
    Verb(
        "attack",
        duel,
        (pick("target", lambda t, g: in_the_way(t.encounter, t.rules, t.encounter.turn or "")),),
        bar=in_turn,
    ),
    advance=by_fights,
)
