"""Payment: what an act takes of tracks and uses, and the patterns of things that one payment buys together, such as
`frightful_presence + bite + 2 claw`.

Used as an act is paid for, and as a file or a figure says such a pattern.
Gives functions that take the price, why a thing is spent, and what is left of a pattern.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import TrackChanged, TraitSet
from referee.engine.problem import NotUnderstood, Refused, quoted
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.actions.rules import Act
from referee.rules.open_table.figures.kinds import SHARES, USES, rule_of_thing
from referee.rules.open_table.figures.rules import LIMITED, PAID, TrackRule
from referee.rules.open_table.game import Game, Play
from referee.text import possessive

LAST = TraitKind(f"{LIMITED}last", "")
"""The thing that it used last of those that are not used twice, behind the round; kept by the rules."""
_BACK = {"turn start": "", "turn end": "at the end of the turn", "round": "next round", "fight": "in the next fight"}
"""When a use comes back, by the moment that its file names; empty: at the start of its bearer's turn."""

MOST = 12
"""Things of one pattern."""
_PART = re.compile(r"(?:([1-9][0-9]?) +)?([a-z0-9_]+(?:/[a-z0-9_]+)*)", re.ASCII)
Slots = tuple[frozenset[str], ...]
"""A pattern, one thing after the other: the names, of things or sorts, of which each may be."""


@lru_cache(maxsize=1024)
def read_pattern(text: str) -> Slots:
    """The pattern of a text: `bite + 2 claw/tail`. NotUnderstood if it is none."""
    slots: list[frozenset[str]] = []
    for part in text.split("+"):
        found = _PART.fullmatch(part.strip().lower())
        if found is None:
            raise NotUnderstood(f"{quoted(text)} is no pattern of attacks. Type, for example, bite + 2 claw.")
        slots += [frozenset(found[2].split("/"))] * int(found[1] or 1)
    if len(slots) > MOST:
        raise NotUnderstood(f"A pattern has at most {MOST} attacks; {quoted(text)} has {len(slots)}.")
    return tuple(slots)


def wrong_pattern(text: str) -> str:
    """Why a text is no pattern; empty if it is one."""
    try:
        read_pattern(text)
    except NotUnderstood as problem:
        return str(problem)
    return ""


def done(track: str) -> TraitKind[tuple[str, ...]]:
    """What was done of a pattern since it was paid for, each thing with its sort; kept until the turn ends."""
    return TraitKind[tuple[str, ...]](f"{PAID}pattern {track}", ())


def _called(thing: Thing) -> str:
    return f"{thing.traits.get('thing', thing.tag)} {thing.kind}"


def _left(slots: Slots, things: Sequence[str]) -> Iterator[Slots]:
    """What may be left of a pattern once these things are done; nothing where they do not fit into it."""
    if not things:
        yield slots
        return
    words = set(things[0].split())
    for n, slot in enumerate(slots):
        if slot & words:
            yield from _left((*slots[:n], *slots[n + 1 :]), things[1:])


def _patterns(encounter: Encounter, who: Tag, rule: TrackRule) -> list[Slots]:
    said = encounter.of(who).traits.get(rule.pattern, ())
    return [read_pattern(text) for text in (said if isinstance(said, tuple) else ()) if not wrong_pattern(text)]


def after(encounter: Encounter, who: Tag, rule: TrackRule, thing: Thing, began: bool) -> tuple[str, ...]:
    """All that is done of a pattern with this thing, the first of it or, where it `began`, a further one; empty if it
    does not fit."""
    before = done(rule.name).of(encounter, who)
    things = (*before, _called(thing)) if began else (_called(thing),)
    if began and not before:
        return ()
    fits = any(True for slots in _patterns(encounter, who, rule) for _ in _left(slots, things))
    return things if fits else ()


def left(encounter: Encounter, who: Tag, rule: TrackRule) -> str:
    """What is left of the patterns that were begun: `2 claw`, `bite or tail`; empty for nothing."""
    before = done(rule.name).of(encounter, who)
    found: dict[str, None] = {}
    for slots in _patterns(encounter, who, rule) if before else ():
        rest = next(_left(slots, before), ())
        counted: Mapping[str, int] = {"/".join(sorted(slot)): rest.count(slot) for slot in rest}
        said = [f"{n} {name}" if n > 1 else name for name, n in counted.items()]
        found |= dict.fromkeys([", ".join(said).replace("_", " ").replace("/", " or ")] if said else [])
    return ", or ".join(found)


def forget_paid(ledger: Ledger, who: Tag) -> None:
    """What was paid for and not done is lost with the turn."""
    figure = ledger.encounter.figures.get(who)
    for trait in figure.traits if figure is not None else ():
        if trait.startswith(PAID):
            ledger.record(TraitSet(tag=who, trait=trait, value=None))


# -------------------------------------------------------------------- taking the price


def paid_kind(act: Act) -> TraitKind[int]:
    """How many orders are paid for already of acts that cost the same and buy as many; kept until the turn ends."""
    return TraitKind(f"{PAID}{'+'.join(act.cost)} {act.times}", 0)


def spent(game: Game, encounter: Encounter, who: Tag, thing: Thing) -> str:
    """Why a thing that is used up cannot be used, and when it is back; empty if it can."""
    now = encounter.things.get(thing.tag, thing)
    now = _pool_of(encounter, who, now) if SHARES in now.traits else now
    uses = now.tracks.get(USES.name)
    if uses is None or uses.now:
        return ""
    file = game.file(encounter)
    rule = rule_of_thing(file, now)
    own = f"at the start of {possessive(encounter.name(who))} turn"
    moments = [f"on {rule.recharge.on_dice()} {own}"] if rule is not None and rule.recharge is not None else []
    resets = () if rule is None else rule.reset
    rests = [f"a {file.rests[moment].label.lower()}" for moment in resets if moment in file.rests]
    moments += [_BACK[moment] or own for moment in resets if moment not in file.rests]
    moments += [f"after {' or '.join(rests)}"] if rests else []
    when = ", or ".join(moments)
    back = f" {now.name[:1].upper()}{now.name[1:]} is back {when}." if when else ""
    return f"{encounter.name(who)} has no {now.name} left.{back}"


def _pool_of(encounter: Encounter, who: Tag, thing: Thing) -> Thing:
    """The thing whose uses are spent by a thing that shares them with another of its bearer; else itself."""
    held = (encounter.things[tag] for pile in encounter.of(who).piles.values() for tag in pile)
    return next((other for other in held if other.traits.get("thing") == thing.traits.get(SHARES)), thing)


def pay_for(play: Play, who: Tag, act: Act, thing: Thing | None = None) -> None:
    """Takes what an act costs, unless an order before has paid for it, and a use of the thing."""
    paid = paid_kind(act)
    left = paid.of(play.encounter, who)
    if act.not_twice and thing is not None:
        play.ledger.record(LAST.set(who, f"{play.encounter.round} {thing.name}"))
    look = play.names(own=who, actor=who)
    if left > 0:
        play.ledger.record(paid.set(who, left - 1) if left > 1 else paid.clear(who))
    else:
        patterned = [_pay_in_pattern(play, who, track, thing) for track in act.cost]
        for track, amount in act.cost.items():
            if "bought" not in patterned or not play.file.tracks[track].pattern:
                pay(play, who, track, look.number(amount), *act.cites)
        if not any(patterned) and act.cost and (more := look.number(act.times) - 1) > 0:
            play.ledger.record(paid.set(who, more))
    pool = _pool_of(play.encounter, who, thing) if thing is not None and SHARES in thing.traits else thing
    if pool is not None and USES.track(play.encounter, pool.tag) is not None:
        play.ledger.record(TrackChanged(tag=pool.tag, track=USES.name, by=-1, cites=act.cites))


def _pay_in_pattern(play: Play, who: Tag, track: str, thing: Thing | None) -> str:
    """Keeps a thing as part of a pattern: `bought` if what was paid before pays for it, `begun` if it begins one."""
    rule, encounter = play.file.tracks[track], play.encounter
    if not rule.pattern or thing is None:
        return ""
    for began, said in ((True, "bought"), (False, "begun")):
        if things := after(encounter, who, rule, thing, began):
            play.ledger.record(done(track).set(who, things))
            return said
    return ""


def pay(play: Play, who: Tag, track: str, amount: int, *cites: str) -> None:
    """A figure spends so much of a track. Refused, with the reason, where it has not so much."""
    there, rule = play.encounter.of(who).tracks.get(track), play.file.tracks.get(track)
    called, own = (rule.called or rule.label, rule.cites) if rule is not None else (track, ())
    if there is None or there.now < amount:
        name, clauses = play.encounter.name(who), f" [{', '.join(own)}]" if own else ""
        if there is None:
            raise Refused(f"{name} has no {called} yet. To add it: set {who} {track} {max(1, amount)}")
        raise Refused(f"{name} has {f'only {there.now}' if there.now else 'no'} {called} left{clauses}.")
    if amount:
        play.ledger.record(TrackChanged(tag=who, track=track, by=-amount, cites=tuple(dict.fromkeys((*cites, *own)))))
