"""Events of a system file: what follows by itself when something happens, or as turns and rounds begin and end.

Used wherever something happens to a figure that an `[[on]]`, a condition or a track may wait for.
Gives coroutines that run what follows, each once, and ends a chain that does not end.
"""

from dataclasses import replace
from weakref import WeakKeyDictionary

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import TrackChanged
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Confirm
from referee.engine.state.bearer import LEAVES, Tag
from referee.engine.verbs.consequences import ask_endings
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.amounts.evaluation import holds, pools
from referee.rules.open_table.amounts.expression import Sum, When, amounts_in
from referee.rules.open_table.amounts.throwing import Throw, known, roll_of
from referee.rules.open_table.conditions.rules import EventRule
from referee.rules.open_table.effects import effects
from referee.rules.open_table.effects.rules import Event
from referee.rules.open_table.figures.kinds import LIMITED, USES, forget_paid, things_of
from referee.rules.open_table.game import NameScope, Play, concerns, holds_surely, modifiers
from referee.rules.open_table.tests.resolve import TestAttempt, resolve_test
from referee.words.bearer import possessive

LONGEST_CHAIN = 8
"""Rules that may follow from one another."""
MOST_FOLLOWING = 100
"""Rules that may follow from one thing that happens; those of a chain may follow in every order, n! of them."""
_TOLD = ("damaged", LEAVES, "loses")
"""Events of which the engine itself tells the conditions that end by them."""
_running: WeakKeyDictionary[Ledger, list[tuple[int, Tag]]] = WeakKeyDictionary()
"""For each command that is resolved: the rules that are being settled, and for whom."""
_followed: WeakKeyDictionary[Ledger, int] = WeakKeyDictionary()
"""For each command that is resolved: how many rules followed from the first of those."""


async def happen(play: Play, who: Tag, event: Event, look: NameScope) -> str:
    """Settles what the file says for an event that has happened to a figure; the result that counts instead, if any."""
    if who not in play.encounter.figures:
        return ""
    result = ""
    if event.kind not in _TOLD:
        for words in event.words:
            play.ledger.happened(who, words)
    for number, rule in enumerate(play.file.events):
        if _meant(rule.event, event) and _applies(play, who, rule, look):
            result = await _once(play, who, (number, rule), look) or result
    return result


def _meant(said: Event, event: Event) -> bool:
    """True if a rule is for that event."""
    tests = not event.tests or bool(set(said.tests) & set(event.tests))
    return said.kind == event.kind and said.condition == event.condition and tests


def _applies(play: Play, who: Tag, rule: EventRule, look: NameScope) -> bool:
    figure = play.encounter.figures.get(who)
    if figure is None or (rule.standing and (look.stood or figure.standing) not in rule.standing):
        return False
    if any(_left(play.ledger, who, track) < look.number(amount) for track, amount in rule.cost.items()):
        return False
    return holds_surely(rule.when, replace(look.at(play.encounter), own=who))


def _left(ledger: Ledger, who: Tag, track: str) -> int:
    there = effects.track_of(ledger, who, track)
    return there.now if there is not None else 0


async def _once(play: Play, who: Tag, numbered: tuple[int, EventRule], look: NameScope) -> str:
    """Settles one rule, which never runs inside itself for one figure; a chain that is too long ends."""
    number, rule = numbered
    running = _running.setdefault(play.ledger, [])
    if (number, who) in running:
        return ""
    followed = _followed[play.ledger] = _followed.get(play.ledger, 0) + 1 if running else 0
    if len(running) >= LONGEST_CHAIN or followed > MOST_FOLLOWING:
        if followed <= MOST_FOLLOWING + 1:
            play.ledger.remark("Too many effects set each other off: settle the rest by hand", *rule.cites)
        return ""
    running.append((number, who))
    try:
        return await _settle(play, who, rule, replace(look.at(play.encounter), own=who, target=who, stood=""))
    except Lapsed as reason:
        play.ledger.remark(f"Nothing happens: {reason}", *rule.cites)
        return ""
    finally:
        running.pop()


async def _settle(play: Play, who: Tag, rule: EventRule, look: NameScope) -> str:
    """Does what a rule says, once; the result that counts instead of a test's."""
    if _limited(play, who, rule) or (rule.confirm and not await _confirmed(play, who, rule)):
        return ""
    for track, amount in rule.cost.items():
        play.ledger.record(TrackChanged(tag=who, track=track, by=-look.number(amount), cites=rule.cites))
    cause = effects.Cause(rule.event.kind, by=who, source=look.actor or None, cites=rule.cites)
    await effects.apply(play, rule.effect, look, who, cause)
    if rule.ask:
        look = await known(play, rule.values.values(), look)
        look_ = replace(look.giving(rule.values), marks=frozenset())
        attempt = TestAttempt(rule.ask[0], who, look_, using=rule.called, asked=rule.asked)
        made = await resolve_test(play, attempt)
        if made.result in rule.outcome:
            after = replace(look.at(play.encounter), terms={**look.terms, **made.terms})
            await effects.apply(play, rule.outcome[made.result], after, who, cause)
    return rule.effect.result


def _limited(play: Play, who: Tag, rule: EventRule) -> bool:
    """True if a rule has happened as often as it may this turn, round or fight; else it counts from now on."""
    if not rule.limit:
        return False
    encounter = play.encounter
    number = play.game.file(encounter).events.index(rule)
    now = {"turn": f"{encounter.round} {encounter.turn}", "round": str(encounter.round), "fight": "fight"}[rule.limit]
    kept = TraitKind(f"{LIMITED}{number}", "")
    if kept.of(encounter, who) == now:
        return True
    play.ledger.record(kept.set(who, now))
    return False


async def _confirmed(play: Play, who: Tag, rule: EventRule) -> bool:
    """Whether the referee says yes; what is left of what it costs stands beside the question."""
    file = play.file

    def build() -> Confirm:
        return Confirm(
            key=f"{rule.event.kind} {who}",
            prompt=f"{play.encounter.name(who)}: {rule.confirm}",
            by=who,
            fallen_too=True,
            tally=tuple((file.tracks[track].label, _left(play.ledger, who, track)) for track in rule.cost),
            cites=rule.cites,
        )

    return (await Ask(build)).yes


async def moment(play: Play, who: Tag, kind: str) -> None:
    """Turn start, turn end or round: what comes back, tests, recharges, what conditions do, what follows by itself."""
    if kind != "round":
        forget_paid(play.ledger, who)
    effects.reset(play, who, kind)
    if kind == "turn start":
        await ask_endings(play.ledger, who, "start")
        await _recharge(play, who)
    await _conditions_do(play, who, kind)
    await play.game.happen(play, who, Event(kind), play.names(own=who, target=who))


# -------------------------------------------------------------------- recharge


async def _recharge(play: Play, who: Tag) -> None:
    """A throw for each track, and each thing, that is not full and comes back on a roll."""
    for rule in play.file.tracks.values():
        track = play.encounter.of(who).tracks.get(rule.name)
        if rule.recharge is None or track is None or track.most is None or track.now >= track.most:
            continue
        if not concerns(play.game, play.encounter, who, rule.name):
            continue
        if await _thrown(play, who, rule.recharge, rule.label, rule.name, rule.cites):
            effects.fill(play.ledger, who, rule.name, *rule.cites)
    for thing, there in things_of(play.file, play.encounter, who):
        uses = USES.track(play.encounter, thing.tag)
        if there.recharge is None or uses is None or uses.now:
            continue
        if await _thrown(play, who, there.recharge, there.title, thing.tag, there.act.cites):
            effects.put(play.ledger, thing.tag, USES.name, uses.most or 1, *there.act.cites)


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


# -------------------------------------------------------------------- what conditions do


async def _conditions_do(play: Play, who: Tag, moment: str) -> None:
    """The effects of conditions at this moment."""
    if who not in play.encounter.figures:
        return
    for rule, row, there in list(modifiers(play.game, play.encounter, who)):
        if row.at != moment:
            continue
        terms = {"value": there.value}
        look = NameScope(play.game, play.encounter, own=who, target=who, actor=who, by=there.by or "", terms=terms)
        try:
            for _ in range(there.value if row.each_level else 1):
                cause = effects.Cause(rule.label, by=who, source=there.by, cites=rule.cites)
                await effects.apply(play, row.effect, look, who, cause)
        except Lapsed as reason:
            play.ledger.remark(f"Nothing happens: {reason}", *rule.cites)
