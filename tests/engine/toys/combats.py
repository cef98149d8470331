"""Combats: groups in the order, both sides thrown at once, a forced re-roll, saves together."""

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import GroupClosed, OrderSet
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask, Together
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import Group, Tag
from referee.engine.state.encounter import Slot
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Verb
from tests.engine.toys.box import NOTE, SKILL, game, harm, living, pick


async def pair(ledger: Ledger, who: Picked) -> None:
    """These fight one another."""
    name = f"combat-{len(ledger.encounter.groups_of('combat')) + 1}"
    ledger.join(Group(tag=name, name=name, kind="combat", members=who.tags))
    ledger.record(OrderSet(slots=tuple(Slot(who=g.tag, label=g.name) for g in ledger.encounter.groups_of("combat"))))


async def clash(ledger: Ledger, combat: Picked) -> None:
    """Both sides throw, a sword may force a re-roll, the scores are compared at once, and all save together."""
    ledger.begin_turn(combat.one)

    def side_rolls() -> list[Roll]:
        fighters = [f for f in ledger.encounter.members(combat.one) if ledger.able(f.tag)]
        sides = dict.fromkeys(f.side for f in fighters)
        pools = {
            side: tuple(Pool(f.tag, count=f.tracks["wounds"].now) for f in fighters if f.side == side) for side in sides
        }
        return [Roll(key=f"dice {side}", prompt="Dice", by=side, pools=pools[side]) for side in sides]

    asked: list[Roll] = []

    def build() -> list[Roll]:
        asked[:] = side_rolls()
        return asked

    rolled = await Together(build)
    dice = {
        pool.name: list(shown)
        for roll, answer in zip(asked, rolled, strict=True)
        for pool, shown in zip(roll.pools, answer.faces, strict=True)
    }
    await parries(ledger, dice)
    scores = {tag: max(shown) + SKILL.of(ledger.encounter, tag) for tag, shown in dice.items()}
    side = {tag: ledger.encounter.figures[tag].side for tag in scores}
    hits = {d: sum(max(0, scores[a] - scores[d]) for a in scores if side[a] != side[d]) for d in scores}
    hurt = [tag for tag, n in hits.items() if n]
    saves = await Together(
        lambda: [Roll(key=f"saves {d}", prompt="Saves", by=d, pools=(Pool(d, count=hits[d]),)) for d in hurt]
    )
    for tag, answer in zip(hurt, saves, strict=True):
        await harm(ledger, tag, sum(1 for face in answer.all if face < 4))
    ledger.end_turn()
    ledger.record(GroupClosed(group=combat.one, cites=("SC-05",)))


async def parries(ledger: Ledger, dice: dict[Tag, list[int]]) -> None:
    """Whoever has a sword may make one enemy throw its best die again; the new one stays."""
    for tag in dice:
        if NOTE.of(ledger.encounter, tag) == "sword":
            await parry(ledger, tag, dice)


async def parry(ledger: Ledger, tag: Tag, dice: dict[Tag, list[int]]) -> None:
    """One sword, used or not."""
    side = ledger.encounter.figures[tag].side
    enemies = tuple(other for other in dice if ledger.encounter.figures[other].side != side)
    shown = tuple((other, " ".join(map(str, thrown))) for other, thrown in dice.items())
    chosen = await Ask(
        lambda: Choose(key=f"parry {tag}", prompt="Parry?", by=tag, options=("no", *enemies), tally=shown)
    )
    whom = chosen.option
    if whom != "no":
        again = await Ask(lambda: Roll(key=f"again {whom}", prompt="Again", by=whom, pools=(Pool(whom),)))
        dice[whom][dice[whom].index(max(dice[whom]))] = again.total


COMBATS = game(
    "combats",
    Verb("pair", pair, (pick("who", living, least=2, most=9),)),
    Verb("fight", clash, (pick("combat", lambda t, g: t.rules.may_act(t.encounter)),)),
)
