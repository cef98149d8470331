"""Events of a system file: what follows by itself when something happens, or as turns and rounds begin and end.

Used wherever something happens to a figure that an `[[on]]`, a condition or a track may wait for.
Gives coroutines that run what follows, each once, and ends a chain that does not end.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import TrackChanged
from referee.engine.problem import is_number
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Confirm
from referee.engine.state.bearer import LEAVES, Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.consequences import ask_endings
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.actions.ordered import act_of, aimed, bars
from referee.rules.open_table.actions.paid_for import forget_paid
from referee.rules.open_table.amounts.evaluation import holds, pools
from referee.rules.open_table.amounts.expression import Sum, When, amounts_in
from referee.rules.open_table.amounts.throwing import Throw, known, roll_of
from referee.rules.open_table.effects import effects
from referee.rules.open_table.effects.notation import Event
from referee.rules.open_table.effects.rules import EventRule
from referee.rules.open_table.figures import tracks
from referee.rules.open_table.figures.kinds import USES, action_for, things_of
from referee.rules.open_table.figures.rules import LIMITED
from referee.rules.open_table.file.system_file import SystemFile
from referee.rules.open_table.game import NameScope, Order, Play, holds_surely, modifiers
from referee.rules.open_table.tests.outcomes import outcome_of
from referee.rules.open_table.tests.resolve import TestAttempt, resolve_test
from referee.text import possessive

LONGEST_CHAIN = 8
"""Rules that may follow from one another."""
MOST_FOLLOWING = 100
"""Rules that may follow from one thing that happens; those of a chain may follow in every order, n! of them."""
_TOLD = ("damaged", LEAVES, "loses")
"""Events of which the engine itself tells the conditions that end by them."""
_running: WeakKeyDictionary[Ledger, list[tuple[str, Tag]]] = WeakKeyDictionary()
"""For each command that is resolved: the rules that are being settled, and for whom."""
_followed: WeakKeyDictionary[Ledger, int] = WeakKeyDictionary()
"""For each command that is resolved: how many rules followed from the first of those."""


@dataclass(frozen=True)
class Waiting:
    """A rule that waits for an event, with whom it belongs to and whom it is about."""

    rule: EventRule
    key: str
    """Tells it from the others: it never runs inside itself for one figure."""
    bearer: Tag
    """Who pays for it and is asked."""
    upon: Tag
    """Whom its effect comes upon."""
    label: str = ""
    """Of a row: the condition or the thing that it belongs to."""
    lying: str = ""
    """Of a row of a condition: the id of that."""
    cites: tuple[str, ...] = ()
    source: Tag | None = None
    """Of a row: who brought it."""
    level: int = 1
    times: int = 1


async def happen(play: Play, who: Tag, event: Event, look: NameScope) -> str:
    """Settles what rows and the file say for an event that has happened to a figure: the result that counts instead.

    Of `faces` by how much the number that the test was against is more, and what makes it so: `2 Parry`.
    """
    encounter, file = play.encounter, play.file
    if who not in encounter.figures:
        return ""
    result = ""
    if event.kind not in _TOLD:
        for words in event.words:
            play.ledger.happened(who, words)
    for there in _rows(play, encounter, file, who, event, look.actor if look.target == who else look.target):
        result = await _once(play, there, _judged(look, result), event) or result
    for number, rule in enumerate(file.events):
        if rule.event.kind == event.kind and _meant(rule.event, event) and _applies(play, who, rule, look):
            there = Waiting(rule, str(number), who, who, cites=rule.cites, source=look.actor or None)
            result = await _once(play, there, _judged(look, result), event) or result
    return result


def _rows(play: Play, encounter: Encounter, file: SystemFile, who: Tag, event: Event, opponent: Tag) -> list[Waiting]:
    """The rows of conditions and passive things that wait for this: of the figure itself, and of others about it."""
    others, passive, found = file.awaited.get(event.kind), file.passive, list[Waiting]()
    for bearer in encounter.figures.values():
        own = others is not None and (others or bearer.tag == who) and bearer.conditions != ()
        for there in bearer.conditions:
            own = own or there.own != ""
        for pile in bearer.piles if passive else ():
            own = own or pile in passive
        if own:
            found += _rows_of(play, bearer, encounter.figures[who], event, opponent)
    return found


def _rows_of(play: Play, bearer: Figure, about: Figure, event: Event, opponent: Tag) -> Iterator[Waiting]:
    for lying, row, there in modifiers(play.game, play.encounter, bearer.tag):
        rule = row.follows
        if rule is None or not _meant(rule.event, event):
            continue
        mine = bearer.tag == about.tag
        match rule.of:
            case "bearer":
                concerned = mine
            case "opponent":
                concerned = mine and opponent not in ("", bearer.tag)
            case "by":
                concerned = there.by == about.tag
            case of:
                sides = {"foes": (False,), "allies": (True,)}.get(of, (True, False))
                concerned = not mine and (bearer.side == about.side) in sides and play.ledger.able(bearer.tag)
        if concerned:
            upon = bearer.tag if rule.of in ("bearer", "by") else opponent if rule.of == "opponent" else about.tag
            cites, key = rule.cites or lying.cites, f"{there.id} {rule.event}"
            times = there.value if row.each_level else 1
            yield Waiting(rule, key, bearer.tag, upon, lying.label, there.id, cites, there.by, there.value, times)


def _judged(look: NameScope, more: str) -> NameScope:
    """The names of a test that faces something, once the number that it is against is so much more."""
    n = more.split(" ")[0]
    if not is_number(n):
        return look
    against = int(str(look.terms["against"])) + int(n)
    return replace(look, terms={**look.terms, "against": against, "margin": int(str(look.terms["roll"])) - against})


def _meant(said: Event, event: Event) -> bool:
    """True if a rule is for that event."""
    tests = not event.tests or bool(set(said.tests) & set(event.tests))
    return said.kind == event.kind and said.what == event.what and tests


def _applies(play: Play, who: Tag, rule: EventRule, look: NameScope) -> bool:
    figure = play.encounter.figures.get(who)
    if figure is None or (rule.standing and (look.stood or figure.standing) not in rule.standing):
        return False
    if any(_left(play.ledger, who, track) < look.number(amount) for track, amount in rule.cost.items()):
        return False
    return holds_surely(rule.when, replace(look.at(play.encounter), own=who))


def _left(ledger: Ledger, who: Tag, track: str) -> int:
    there = tracks.track_of(ledger, who, track)
    return there.now if there is not None else 0


async def _once(play: Play, there: Waiting, look: NameScope, event: Event) -> str:
    """Settles one rule, which never runs inside itself for one figure; a chain that is too long ends."""
    rule, who = there.rule, there.bearer
    running = _running.setdefault(play.ledger, [])
    look = replace(look.at(play.encounter), own=who, target=there.upon)
    if there.label:
        look = replace(look, actor=look.actor or who, by=there.source or "", terms={**look.terms, "value": there.level})
        if not _applies(play, who, rule, look) or any(bars(play.game, play.encounter, who, cost) for cost in rule.cost):
            return ""
        if effects.is_immune(play.encounter, there.upon, there.label, who):
            return ""
    if (there.key, who) in running or (rule.against is not None and not _matters(play, rule, look, event)):
        return ""
    followed = _followed[play.ledger] = _followed.get(play.ledger, 0) + 1 if running else 0
    if len(running) >= LONGEST_CHAIN or followed > MOST_FOLLOWING:
        if followed <= MOST_FOLLOWING + 1:
            play.ledger.remark("Too many effects set each other off: settle the rest by hand", *there.cites)
        return ""
    running.append((there.key, who))
    try:
        return await _settle(play, there, replace(look, stood=""))
    except Lapsed as reason:
        play.ledger.remark(f"Nothing happens: {reason}", *there.cites)
        return ""
    finally:
        running.pop()


def _matters(play: Play, rule: EventRule, look: NameScope, event: Event) -> bool:
    """Does it change the result of the test if the number that it is against is so much more?"""
    assert rule.against is not None
    test = play.file.tests[event.tests[0]]
    scope = replace(look, own=look.actor)
    now, then = (outcome_of(test, _judged(scope, more)) for more in ("0", str(look.number(rule.against))))
    return now != then


async def _settle(play: Play, there: Waiting, look: NameScope) -> str:
    """Does what a rule says, once; the result that counts instead of a test's."""
    rule, who, upon = there.rule, there.bearer, there.upon
    if _limited(play, there):
        return ""
    yes = not rule.confirm or await _confirmed(play, there)
    if there.lying and rule.ends == ("once" if yes else "no"):
        play.ledger.end_condition(who, there.lying, *there.cites)
    if not yes:
        return ""
    for track, amount in rule.cost.items():
        play.ledger.record(TrackChanged(tag=who, track=track, by=-look.number(amount), cites=there.cites))
    thrower = there.source or who if rule.of == "by" else who
    cause = effects.Cause(there.label or rule.event.kind, by=thrower, source=there.source, cites=there.cites)
    for _ in range(there.times):
        await effects.apply(play, rule.effect, look, upon, cause)
    result = rule.effect.result
    if rule.does:
        await _do(play, who, rule.does)
    if rule.ask:
        look = await known(play, rule.values.values(), look)
        look_ = replace(look.giving(rule.values), own=upon, marks=frozenset())
        other = None if upon == who else who
        using = rule.called or (there.label if other else "")
        made = await resolve_test(play, TestAttempt(rule.ask[0], upon, look_, other, using, asked=rule.asked))
        if made.result in rule.outcome:
            after = replace(look.at(play.encounter), terms={**look.terms, **made.terms})
            await effects.apply(play, rule.outcome[made.result], after, upon, cause)
            result = rule.outcome[made.result].result or result
        if made.result in rule.immune_after:
            effects.make_immune(play, upon, there.label or rule.called, who, rule.immune_after[made.result])
    return result if rule.against is None else f"{look.number(rule.against)} {there.label or rule.called}"


async def _do(play: Play, who: Tag, name: str) -> None:
    """A figure does one of its things; whom it is aimed at is asked, and may be nobody."""
    for thing, rule in things_of(play.file, play.encounter, who):
        if rule.name == name:
            play.ledger.remark(f"{play.encounter.name(who)} uses {thing.name}", *rule.cites)
            order = await aimed(play, Order(who, action_for(play.file, rule).name, thing, ordered=False), 0)
            if order.targets or act_of(play.game, play.encounter, order).targets in ("self", "none"):
                await play.game.perform(play, order)
            return
    play.ledger.remark(f"{play.encounter.name(who)} has no {name.replace('_', ' ')}")


def _limited(play: Play, there: Waiting) -> bool:
    """True if a rule has happened as often as it may this turn, round or fight; else it counts from now on."""
    if not there.rule.limit:
        return False
    encounter = play.encounter
    now = {"turn": f"{encounter.round} {encounter.turn}", "round": str(encounter.round), "fight": "fight"}
    kept = TraitKind(f"{LIMITED}{there.label or there.key}", "")
    if kept.of(encounter, there.bearer) == now[there.rule.limit]:
        return True
    play.ledger.record(kept.set(there.bearer, now[there.rule.limit]))
    return False


async def _confirmed(play: Play, there: Waiting) -> bool:
    """Whether the referee says yes; what is left of what it costs stands beside the question."""
    file, rule, who = play.file, there.rule, there.bearer
    about = "" if there.upon == who else f">{there.upon}"

    def build() -> Confirm:
        encounter = play.encounter
        said = rule.confirm.replace("{who}", encounter.name(who)).replace("{target}", encounter.name(there.upon))
        name = encounter.name(who)
        asks = f"{possessive(name)} {there.label}" if about and there.label[:1].isupper() else name
        return Confirm(
            key=f"{there.label or rule.event.kind} {who}{about}",
            prompt=f"{asks}: {said}",
            by=who,
            fallen_too=True,
            tally=tuple((file.tracks[track].label, _left(play.ledger, who, track)) for track in rule.cost),
            cites=there.cites,
        )

    return (await Ask(build)).yes


async def moment(play: Play, who: Tag, kind: str) -> None:
    """Turn start, turn end or round: what comes back, tests, recharges, what conditions do, what follows by itself."""
    if kind != "round":
        forget_paid(play.ledger, who)
    tracks.reset(play, who, kind)
    if kind == "turn start":
        await ask_endings(play.ledger, who, "start")
        await _recharge(play, who)
    await play.game.happen(play, who, Event(kind), play.names(own=who, target=who))


# -------------------------------------------------------------------- recharge


async def _recharge(play: Play, who: Tag) -> None:
    """A throw for each track, and each thing, that is not full and comes back on a roll."""
    for rule in play.file.tracks.values():
        track = play.encounter.of(who).tracks.get(rule.name)
        if rule.recharge is None or track is None or track.most is None or track.now >= track.most:
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
