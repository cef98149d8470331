"""Events: what follows by itself when something happens to a figure (`[[on]]`)."""

from dataclasses import replace
from weakref import WeakKeyDictionary

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.event import TrackChanged
from referee.engine.kinds import TraitKind
from referee.engine.ledger import Ledger
from referee.engine.question import Confirm
from referee.rules.open_table import effects
from referee.rules.open_table.amounts import known
from referee.rules.open_table.attack import Attempt, make
from referee.rules.open_table.comparison import holds
from referee.rules.open_table.expression import Unknown
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.tables.event_rule import EventRule
from referee.rules.open_table.tables.moment import Event

LIMITED = "event."
"""What the rules keep of events that happen only so often, in traits, begins so."""
LONGEST_CHAIN = 8
"""Rules that may follow from one another."""
MOST_FOLLOWING = 100
"""Rules that may follow from one thing that happens; those of a chain may follow in every order, n! of them."""
_TOLD = ("damaged", "loses")
"""Events of which the engine itself tells the conditions that end by them."""
_running: WeakKeyDictionary[Ledger, list[tuple[int, Tag]]] = WeakKeyDictionary()
"""For each command that is resolved: the rules that are being settled, and for whom."""
_followed: WeakKeyDictionary[Ledger, int] = WeakKeyDictionary()
"""For each command that is resolved: how many rules followed from the first of those."""


async def happen(game: Game, ledger: Ledger, who: Tag, event: Event, look: Lookup) -> str:
    """Settles what the file says for an event that has happened to a figure; the result that counts instead, if any."""
    if who not in ledger.encounter.figures:
        return ""
    result = ""
    if event.kind not in _TOLD:
        for word in event.tests or (event.condition,):
            ledger.happened(who, " ".join(filter(None, (event.kind, word))))
    for number, rule in enumerate(game.file(ledger.encounter).events):
        if _meant(rule.event, event) and _applies(game, ledger, who, rule, look):
            result = await _once(game, ledger, who, (number, rule), look) or result
    return result


def _meant(said: Event, event: Event) -> bool:
    """True if a rule is for that event."""
    tests = not event.tests or bool(set(said.tests) & set(event.tests))
    return said.kind == event.kind and said.condition == event.condition and tests


def _applies(game: Game, ledger: Ledger, who: Tag, rule: EventRule, look: Lookup) -> bool:
    figure = ledger.encounter.figures.get(who)
    if figure is None or (rule.standing and (look.stood or figure.standing) not in rule.standing):
        return False
    if any(_left(ledger, who, track) < look.number(amount) for track, amount in rule.cost.items()):
        return False
    try:
        return rule.when is None or holds(rule.when, replace(look.at(ledger.encounter), own=who))
    except Unknown:
        return False


def _left(ledger: Ledger, who: Tag, track: str) -> int:
    there = ledger.encounter.of(who).tracks.get(track)
    return there.now if there is not None else 0


async def _once(game: Game, ledger: Ledger, who: Tag, numbered: tuple[int, EventRule], look: Lookup) -> str:
    """Settles one rule, which never runs inside itself for one figure; a chain that is too long ends."""
    number, rule = numbered
    running = _running.setdefault(ledger, [])
    if (number, who) in running:
        return ""
    followed = _followed[ledger] = _followed.get(ledger, 0) + 1 if running else 0
    if len(running) >= LONGEST_CHAIN or followed > MOST_FOLLOWING:
        if followed <= MOST_FOLLOWING + 1:
            ledger.remark("One thing follows from another too often: the rest is the referee's", *rule.cites)
        return ""
    running.append((number, who))
    try:
        return await _settle(game, ledger, who, rule, replace(look.at(ledger.encounter), own=who, target=who, stood=""))
    except Lapsed as reason:
        ledger.remark(f"It comes to nothing: {reason}", *rule.cites)
        return ""
    finally:
        running.pop()


async def _settle(game: Game, ledger: Ledger, who: Tag, rule: EventRule, look: Lookup) -> str:
    """Does what a rule says, once; the result that counts instead of a test's."""
    if _limited(game, ledger, who, rule) or (rule.confirm and not await _confirmed(game, ledger, who, rule)):
        return ""
    for track, amount in rule.cost.items():
        ledger.record(TrackChanged(tag=who, track=track, by=-look.number(amount), cites=rule.cites))
    cause = effects.Cause(rule.event.kind, by=who, source=look.actor or None, cites=rule.cites)
    await effects.apply(game, ledger, rule.effect, look, who, cause)
    if rule.ask:
        look = await known(game, ledger, rule.values.values(), look)
        given = {**look.given, **{name: look.number(node) for name, node in rule.values.items()}}
        attempt = Attempt(rule.ask[0], who, replace(look, given=given, marks=frozenset()), other=None)
        made = await make(game, ledger, attempt)
        if made.result in rule.outcome:
            after = replace(look.at(ledger.encounter), terms={**look.terms, **made.terms})
            await effects.apply(game, ledger, rule.outcome[made.result], after, who, cause)
    return rule.effect.result


def _limited(game: Game, ledger: Ledger, who: Tag, rule: EventRule) -> bool:
    """True if a rule has happened as often as it may this turn, round or fight; else it counts from now on."""
    if not rule.limit:
        return False
    encounter = ledger.encounter
    number = game.file(encounter).events.index(rule)
    now = {"turn": f"{encounter.round} {encounter.turn}", "round": str(encounter.round), "fight": "fight"}[rule.limit]
    kept = TraitKind(f"{LIMITED}{number}", "")
    if kept.of(encounter, who) == now:
        return True
    ledger.record(kept.set(who, now))
    return False


async def _confirmed(game: Game, ledger: Ledger, who: Tag, rule: EventRule) -> bool:
    """Whether the referee says yes; what is left of what it costs stands beside the question."""
    file = game.file(ledger.encounter)

    def build() -> Confirm:
        return Confirm(
            key=f"{rule.event.kind} {who}",
            prompt=f"{ledger.encounter.name(who)}: {rule.confirm}",
            by=who,
            fallen_too=True,
            tally=tuple((file.tracks[track].label, _left(ledger, who, track)) for track in rule.cost),
            cites=rule.cites,
        )

    return (await Ask(build)).yes
