"""Events: what follows by itself when something happens to a figure (`[[on]]`)."""

from dataclasses import replace
from weakref import WeakKeyDictionary

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.event import TrackChanged
from referee.engine.ledger import Ledger
from referee.engine.question import Confirm
from referee.rules.open_table import effects
from referee.rules.open_table.comparison import holds
from referee.rules.open_table.expression import Unknown
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.tables.event_rule import EventRule
from referee.rules.open_table.tables.moment import Event

LONGEST_CHAIN = 8
"""Rules that may follow from one another."""
_running: WeakKeyDictionary[Ledger, list[tuple[int, Tag]]] = WeakKeyDictionary()
"""For each command that is resolved: the rules that are being settled, and for whom."""


async def happen(game: Game, ledger: Ledger, who: Tag, event: Event, look: Lookup) -> None:
    """Settles what the file says for an event that has happened to a figure."""
    if who not in ledger.encounter.figures:
        return
    for number, rule in enumerate(game.file(ledger.encounter).events):
        if _meant(rule.event, event) and _applies(game, ledger, who, rule, look):
            await _once(game, ledger, who, (number, rule), look)


def _meant(said: Event, event: Event) -> bool:
    """True if a rule is for that event."""
    tests = not event.tests or bool(set(said.tests) & set(event.tests))
    return said.kind == event.kind and said.condition == event.condition and tests


def _applies(game: Game, ledger: Ledger, who: Tag, rule: EventRule, look: Lookup) -> bool:
    figure = ledger.encounter.figures.get(who)
    if figure is None or (rule.standing and figure.standing not in rule.standing):
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


async def _once(game: Game, ledger: Ledger, who: Tag, numbered: tuple[int, EventRule], look: Lookup) -> None:
    """Settles one rule, which never runs inside itself for one figure; a chain that is too long ends."""
    number, rule = numbered
    running = _running.setdefault(ledger, [])
    if (number, who) in running:
        return
    if len(running) >= LONGEST_CHAIN:
        ledger.remark("One thing follows from another too often: the rest is the referee's", *rule.cites)
        return
    running.append((number, who))
    try:
        await _settle(game, ledger, who, rule, replace(look.at(ledger.encounter), own=who, target=who))
    except Lapsed as reason:
        ledger.remark(f"It comes to nothing: {reason}", *rule.cites)
    finally:
        running.pop()


async def _settle(game: Game, ledger: Ledger, who: Tag, rule: EventRule, look: Lookup) -> None:
    if rule.confirm and not await _confirmed(ledger, who, rule):
        return
    for track, amount in rule.cost.items():
        ledger.record(TrackChanged(tag=who, track=track, by=-look.number(amount), cites=rule.cites))
    cause = effects.Cause(rule.event.kind, by=who, source=look.actor or None, cites=rule.cites)
    await effects.apply(game, ledger, rule.effect, look, who, cause)


async def _confirmed(ledger: Ledger, who: Tag, rule: EventRule) -> bool:
    def build() -> Confirm:
        return Confirm(
            key=f"{rule.event.kind} {who}",
            prompt=f"{ledger.encounter.name(who)}: {rule.confirm}",
            by=who,
            fallen_too=True,
            cites=rule.cites,
        )

    return (await Ask(build)).yes
