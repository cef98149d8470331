"""What comes between two turns: actions after the turn of another, such as legendary ones, what recharges, what is held
ready, and what goes on from turn to turn.

Used as turns end, by the actions that a file has for that moment, and as turns begin.
Gives coroutines that offer each figure its own, and that throw for what is back.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.apply import Change
from referee.engine.events.event import ConditionAdded, ConditionEnded, StandingSet
from referee.engine.problem import Refused
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import TABLE, Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.acts import Act
from referee.rules.open_table.language.expression import Sum, When, amounts_in
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.play.actions.action_things import fits
from referee.rules.open_table.play.actions.can_be_done import (
    act_of,
    aimed,
    has_a_target,
    hindrance,
    least_cost,
    look_of,
)
from referee.rules.open_table.play.actions.held_ready import HELD, Held, meant
from referee.rules.open_table.play.amounts.evaluation import holds, pools
from referee.rules.open_table.play.amounts.throwing import Throw, roll_of
from referee.rules.open_table.play.figures import tracks
from referee.rules.open_table.play.figures.kinds import OWN, USES, action_for, is_entry, things_of
from referee.rules.open_table.play.game import Order, Play
from referee.rules.open_table.play.order.places import KEPT
from referee.text.phrases import joined, possessive

_NO_ACT = "none"
_ENDED = TraitKind(f"{KEPT}ended", "")
"""Whose turn has ended, until what others may do then has been offered; kept by the rules."""


def remember_end(play: Play, who: Tag) -> None:
    """Keeps whose turn has ended, for whatever reason, where a file has acts for that moment; an entry is nobody."""
    if not is_entry(play.encounter, who) and _done_after_turn(play.file):
        play.ledger.record(_ENDED.set(TABLE, who))


@lru_cache(maxsize=16)
def _done_after_turn(file: SystemFile) -> frozenset[str]:
    """The actions that are done as the turn of another ends, and the things whose acts are."""
    actions = (name for name, rule in file.actions.items() if rule.act.turn == "after")
    return frozenset((*actions, *(name for name, rule in file.things.items() if rule.act.turn == "after")))


async def offer_due(play: Play) -> None:
    """Where a turn has ended: offers each figure but those whose it was what it can do now."""
    ended = _ENDED.of(play.encounter, TABLE)
    if not ended:
        return
    play.ledger.record(_ENDED.clear(TABLE))
    if not _anybody_has_acts(play.file, play.encounter):
        return
    for who in list(play.encounter.figures):
        if who not in play.encounter.acting_as(ended) and play.ledger.able(who) and _orders(play, who):
            await _offer(play, who)


_latest: list[tuple[SystemFile, Mapping[Tag, Thing], bool]] = []
"""For which file and things `_anybody_has_acts` was worked out last, and what it is: few acts change any of hundreds of
things.
"""


def _anybody_has_acts(file: SystemFile, encounter: Encounter) -> bool:
    """May anybody at the table have something to do as another's turn ends? Hardly any creature has."""
    if not _latest or _latest[0][0] is not file or _latest[0][1] is not encounter.things:
        names, things = _done_after_turn(file), (each.traits for each in encounter.things.values())
        found = any(OWN.name in said or said.get("thing") in names for said in things)
        _latest[:] = [(file, encounter.things, found or not names.isdisjoint(file.actions))]
    return _latest[0][2]


async def _offer(play: Play, who: Tag) -> None:
    def build() -> Choose:
        orders = _orders(play, who)
        labels = {name: _offered(play, order) for name, order in orders.items()}
        return Choose(
            key=f"after {who}",
            prompt=f"What does {play.encounter.name(who)} do now?",
            by=who,
            options=(*orders, _NO_ACT),
            labels={**labels, _NO_ACT: "nothing"},
            cites=play.file.cites.turn_end,
        )

    chosen = (await Ask(build)).option
    if (order := _orders(play, who).get(chosen)) is not None:
        await play.game.perform(play, await aimed(play, order))


def _offered(play: Play, order: Order) -> str:
    """What may be done, with its price and what there is to pay it with: `Wing Attack (2 of 3 legendary)`."""
    act, tracks = act_of(play.game, play.encounter, order), play.encounter.of(order.who).tracks
    look = play.names(own=order.who, actor=order.who)
    called = order.thing.name if order.thing else play.file.actions[order.action].label
    price = [
        f"{least_cost(amount, look)} of {tracks[track].now} {play.file.tracks[track].label}"
        for track, amount in act.cost.items()
        if track in tracks
    ]
    return called + (f" ({', '.join(price)})" if price else "")


def _orders(play: Play, who: Tag) -> Mapping[str, Order]:
    """What a figure can do as another's turn ends, by name: what does something before what is only told."""
    game, encounter, file = play.game, play.encounter, play.file
    found = {name: Order(who, name, ordered=False) for name, rule in file.actions.items() if rule.act.turn == "after"}
    for thing, rule in things_of(file, encounter, who):
        if rule.act.turn == "after":
            found[rule.name] = Order(who, action_for(file, rule).name, thing, ordered=False)
    free = {
        name: order
        for name, order in found.items()
        if not hindrance(game, encounter, order) and has_a_target(play, order)
    }
    fit = fits(game, encounter, who, {name: order.thing for name, order in free.items() if order.thing is not None})
    return {name: free[name] for name in sorted(free, key=lambda name: fit.get(name, 0))}


# -------------------------------------------------------------------- recharge


async def recharge(play: Play, who: Tag) -> None:
    """A throw for each track, and each thing, that is not full and comes back on a roll."""
    for rule in play.file.tracks.values():
        if rule.recharge is None:
            continue
        track = play.encounter.of(who).tracks.get(rule.name)
        if track is None or track.most is None or track.now >= track.most:
            continue
        if not tracks.concerns(play.game, play.encounter, who, rule.name):
            continue
        if await _thrown(play, who, rule.recharge, rule.label, rule.name, rule.cites):
            tracks.fill(play.ledger, who, rule.name, *rule.cites)
    for thing, there in things_of(play.file, play.encounter, who):
        uses = USES.track(play.encounter, thing.tag)
        if there.recharge is None or uses is None or uses.now:
            continue
        if await _thrown(play, who, there.recharge, there.title, thing.tag, there.act.cites):
            tracks.put(play.ledger, thing.tag, USES.name, uses.most or 1, *there.act.cites)


async def _thrown(play: Play, who: Tag, when: When, label: str, what: str, cites: tuple[str, ...]) -> bool:
    """Whether a throw that a comparison asks for holds."""
    dice = tuple(pool for node in amounts_in(when) for pool in pools(node) if pool is node)
    node = Sum(tuple((1, pool) for pool in dice))
    name = play.encounter.name(who)
    how = Throw(f"recharge {what}", f"{possessive(name)} {label} is back on {when.on_dice()}", who, cites)
    rolled = await Ask(lambda: replace(roll_of(play.ledger, node, how), fallen_too=True)) if dice else None
    faces = rolled.faces if rolled is not None else ()
    back = holds(when, play.names(own=who), faces)
    shown = ", ".join(str(face) for pool in faces for face in pool)
    told = "is back" if back else "is not back"
    play.ledger.remark(f"{possessive(name)} {label} {told}{f' ({shown})' if shown else ''}", *cites)
    return back


# -------------------------------------------------------------------- what is held ready


def held_price(play: Play, order: Order, act: Act) -> tuple[Held | None, Mapping[str, int]]:
    """The thing that is to be held ready, at the level that is paid for; what it costs beside the act that holds it.

    Refused, with the reason, if that cannot be paid.
    """
    file, who = play.file, order.who
    things = [each for each in things_of(file, play.encounter, who) if each[1].sort not in file.passive]
    if (ready := meant(things, order.words)) is None:
        return None, {}
    rule = next(rule for thing, rule in things if ready.is_of(thing))
    used = Order(who, action_for(file, rule).name, ready.thing, words=ready.level)
    if reason := hindrance(play.game, play.encounter, used):
        raise Refused(reason)
    look, costs = look_of(play.game, play.encounter, used), act_of(play.game, play.encounter, used).cost
    price = {track: look.number(amount) for track, amount in costs.items() if track not in act.cost}
    return replace(ready, level=str(look.given.get("level", ""))), price


def hold(play: Play, who: Tag, ready: Held | None) -> Thing | None:
    """Keeps what is held ready, if anything is: the thing."""
    if ready is None:
        play.ledger.clear(who, HELD)
        return None
    play.ledger.record(HELD.set(who, f"{ready.thing.tag} {ready.level}"))
    return ready.thing


def told(play: Play, order: Order, using: str) -> str:
    """That somebody uses a thing, and on whom where no command has named them: `Smaug uses Wing Attack on Ann`; in the
    words of an action that has some for it, `Elin casts Shield`."""
    name, names = play.encounter.name, [] if order.ordered else [play.encounter.name(tag) for tag in order.targets]
    action = play.file.actions.get(order.action)
    said = action.act.told if action is not None and action.act.told.endswith("{thing} on {on}") else ""
    said = (said or "{who} uses {thing} on {on}").removesuffix("" if names else " on {on}")
    return said.format(who=name(order.who), whose=possessive(name(order.who)), thing=using, on=joined(names))


# -------------------------------------------------------------------- what goes on


def end_alone(play: Play, changes: Sequence[Change]) -> None:
    """Ends what keeps a thing up, such as concentration, once nothing that hangs on it lies on anybody who can be
    healed, where the thing says so."""
    came = (event.tag for _, event, _ in changes if isinstance(event, ConditionAdded))
    over = ((before.of(e.tag), e) for before, e, _ in changes if isinstance(e, ConditionEnded | StandingSet))
    lay = (each for bearer, e in over for each in bearer.conditions if isinstance(e, StandingSet) or each.id == e.id)
    gone = (end.of for each in lay for end in each.ends)
    for who in dict.fromkeys((*came, *gone)):
        if who in play.encounter.figures:
            _end_alone(play, who)


def _end_alone(play: Play, who: Tag) -> None:
    encounter = play.encounter
    own = [rule for _, rule in things_of(play.file, encounter, who) if rule.act.ends_alone]
    alone = {(rule.title, bring.condition) for rule in own for bring in rule.act.always.brings}
    if not alone:
        return
    there = [f for f in encounter.figures.values() if not tracks.is_beyond(play, f.tag)]
    lying = [each for bearer in there for each in bearer.conditions]
    hanging = {ending.event for each in lying for ending in each.ends if ending.of == who}
    for kept in encounter.of(who).conditions:
        if (kept.note, kept.kind) in alone and kept.by == who and f"loses {kept.kind}" not in hanging:
            play.ledger.remark(f"{kept.note} ends: it affects nobody")
            play.ledger.end_condition(who, kept.id)


def end_former(play: Play, who: Tag, using: str, cites: tuple[str, ...]) -> None:
    """Ends what a figure brought before with a thing of that name, on anybody; nothing without a name."""
    if not using:
        return
    for bearer in play.encounter.figures.values():
        for lying in bearer.conditions:
            if (lying.by, lying.note) == (who, using):
                play.ledger.end_condition(bearer.tag, lying.id, *cites)
