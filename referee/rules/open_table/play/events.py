"""Events of a system file: what follows by itself when something happens, or as turns and rounds begin and end.

Used wherever something happens to a figure that an `[[on]]`, a condition or a track may wait for.
Gives coroutines that run what follows, each once, and ends a chain that does not end.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.kinds import TraitKind
from referee.engine.events.event import TrackChanged
from referee.engine.problem import Refused
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Confirm
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.condition import LEAVES
from referee.engine.verbs.ending_tests import ask_endings
from referee.engine.verbs.ledger import split_reason
from referee.rules.open_table.language.conditions import awaited_by_rows
from referee.rules.open_table.language.effect_notation import NO_ANSWER, Answer, Event
from referee.rules.open_table.language.effects import EventRule
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.language.tracks import LIMITED
from referee.rules.open_table.play.actions.after_turn import recharge
from referee.rules.open_table.play.actions.can_be_done import act_of, aimed, bars, hindrance
from referee.rules.open_table.play.actions.still_to_do import forget_paid
from referee.rules.open_table.play.amounts.evaluation import holds_surely, settled
from referee.rules.open_table.play.amounts.throwing import Throw, known, thrown
from referee.rules.open_table.play.dice_tests.outcomes import (
    AGAIN,
    TestAttempt,
    TestOutcome,
    has_happened,
    is_immune,
    judged_with,
    make_immune,
    matters,
)
from referee.rules.open_table.play.dice_tests.resolve import resolve_test
from referee.rules.open_table.play.effects import effects
from referee.rules.open_table.play.figures import tracks
from referee.rules.open_table.play.figures.kinds import action_for, things_of
from referee.rules.open_table.play.game import NameScope, Order, Play, modifiers, own_bring
from referee.text.phrases import possessive

NO = "no"
_TOLD = ("damaged", LEAVES, "loses")
"""Events of which the engine itself tells the conditions that end by them."""
_SUCCESS = TestOutcome("success", {"outcome": "success"})
"""What a test is that need not be rolled."""
_OF_ANY = ("hits", "is hit", "aims", "is target", "is reached")
"""Events that may be waited for without a name."""


class Waiting(Struct, frozen=True):
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
    order: Order | None = None
    """Of an answer: the act by which its thing is used."""


async def happen(play: Play, who: Tag, event: Event, look: NameScope) -> Answer:
    """Settles what rows and the file say for an event that has happened to a figure, and gives what they say of it."""
    answer = NO_ANSWER
    if who not in play.ledger.encounter.figures:
        return answer
    if event.kind not in _TOLD:
        for words in (*event.words, *((event.kind,) if event.kind in _OF_ANY else ())):
            play.ledger.happened(who, words)
    for there in _waiting(play, who, event, look):
        if has_happened(play, event, look, answer):
            answer = answer.then(await _once(play, there, judged_with(look, event, answer.more), event))
    return answer


def _waiting(play: Play, who: Tag, event: Event, look: NameScope) -> Iterator[Waiting]:
    """What waits for an event: the rows that wait for it now, then the rules of the file that apply when they come."""
    file = play.file
    yield from _rows(play, file, who, event, look.actor if look.target == who else look.target)
    for number, rule in enumerate(file.events):
        # Most rules wait for something else: no call is made for those.
        if rule.event.kind == event.kind and rule.event.includes(event) and _applies(play, who, rule, look):
            yield Waiting(rule, str(number), who, who, cites=rule.cites, source=look.actor or None)


def _rows(play: Play, file: SystemFile, who: Tag, event: Event, opponent: Tag) -> list[Waiting]:
    """The rows of conditions and passive things that wait for this: of the figure itself, and of others about it."""
    encounter = play.ledger.encounter
    others, is_free, found = file.awaited.get(event.kind), file.passive.isdisjoint, list[Waiting]()
    # Nearly all of hundreds have neither.
    for bearer in [each for each in encounter.figures.values() if each.conditions or not is_free(each.piles)]:
        own = others is not None and (others or bearer.tag == who) and bearer.conditions != ()
        for there in bearer.conditions:
            own = own or (there.own != "" and event.kind in _awaited_by(file, there.own))
        if own or (not is_free(bearer.piles) and play.game.passive_has(encounter, bearer, event.kind)):
            found += _rows_of(play, bearer, encounter.figures[who], event, opponent)
    found += _answers(play, encounter.figures[who], event, opponent)
    if event.kind == "turn start":  # what a figure does by itself, such as regenerating, comes before the harm on it
        found.sort(key=lambda row: row.bearer != who or row.lying not in encounter.things)
    return found


@lru_cache(maxsize=1024)
def _awaited_by(file: SystemFile, own: str) -> Mapping[str, bool]:
    """What a condition waits for besides what its kind does."""
    return awaited_by_rows(own_bring(file, own).modifiers)


def _rows_of(play: Play, bearer: Figure, about: Figure, event: Event, opponent: Tag) -> Iterator[Waiting]:
    wards = set[tuple[str, int]]()
    for lying, row, there in modifiers(play.game, play.encounter, bearer.tag, "follows"):
        rule = row.follows
        if rule is None or rule.event.kind != event.kind or not rule.event.includes(event):
            continue
        if event.kind == "is target" and there.note:  # one ward that several have cast is one ward
            if (ward := (there.note, id(row))) in wards:
                continue
            wards.add(ward)
        upon = _upon(play, rule, bearer, about, opponent, there.by)
        if upon:
            cites, key = rule.cites or lying.cites, f"{there.id} {rule.event}"
            times = there.value if row.each_level else 1
            yield Waiting(rule, key, bearer.tag, upon, lying.label, there.id, cites, there.by, there.value, times)


def _answers(play: Play, about: Figure, event: Event, opponent: Tag) -> Iterator[Waiting]:
    """What figures may answer with a thing that they have, such as a spell."""
    for bearer, thing, own in play.game.answering(play.encounter):
        for rule in own.answers:
            if rule.event.kind == event.kind and rule.event.includes(event):
                order = Order(bearer.tag, action_for(play.file, own).name, thing, ordered=False)
                if upon := _upon(play, rule, bearer, about, opponent, None):
                    key, cites = f"{thing.tag} {rule.event}", rule.cites or own.cites
                    yield Waiting(rule, key, bearer.tag, upon, own.title, "", cites, bearer.tag, order=order)


def _upon(play: Play, rule: EventRule, bearer: Figure, about: Figure, opponent: Tag, by: Tag | None) -> Tag:
    """Whom the effect of a row comes upon; empty if it does not wait for what happens to that figure.

    by: who brought it.
    """
    mine = bearer.tag == about.tag
    match rule.of:
        case "bearer":
            return bearer.tag if mine else ""
        case "opponent":
            return opponent if mine and opponent != bearer.tag else ""
        case "by":
            return bearer.tag if by == about.tag else ""
        case of:
            sides = {"foes": (False,), "allies": (True,)}.get(of, (True, False))
            concerned = not mine and (bearer.side == about.side) in sides and play.ledger.able(bearer.tag)
            return about.tag if concerned else ""


def _applies(play: Play, who: Tag, rule: EventRule, look: NameScope) -> bool:
    figure = play.ledger.encounter.figures.get(who)
    if figure is None or (rule.standing and (look.stood or figure.standing) not in rule.standing):
        return False
    if rule.cost and any(tracks.left(play.ledger, who, name) < look.number(n) for name, n in rule.cost.items()):
        return False
    # A test is rolled anew once.
    if (rule.levels and not _levels_left(play, who, rule.levels, rule.level)) or (
        rule.effect.result == AGAIN and AGAIN in look.terms
    ):
        return False
    return rule.when is None or holds_surely(rule.when, replace(look, encounter=play.ledger.encounter, own=who))


def _levels_left(play: Play, who: Tag, levels: Sequence[str], least: int) -> dict[str, int]:
    """The levels that a figure can pay for, from that one up, by the names of their tracks."""
    there = enumerate(levels[least - 1 :], least)
    return {play.file.tracks[track].label: n for n, track in there if tracks.left(play.ledger, who, track)}


async def _once(play: Play, there: Waiting, look: NameScope, event: Event) -> Answer:
    """Settles one rule, which never runs inside itself for one figure; a chain that is too long ends."""
    rule, who = there.rule, there.bearer
    chain = effects.chain_of(play.ledger)
    look = replace(look.at(play.encounter), own=who, target=there.upon)
    if there.label:
        look = replace(look, actor=look.actor or who, by=there.source or "", terms={**look.terms, "value": there.level})
        if there.order is not None and hindrance(play.game, play.encounter, there.order):
            return NO_ANSWER
        if not _applies(play, who, rule, look) or any(
            bars(play.game, play.encounter, who, cost) is not None for cost in rule.cost
        ):
            return NO_ANSWER
        if is_immune(play.encounter, there.upon, there.label, who) or _in_vain(play, there):
            return NO_ANSWER
    if (there.key, who) in chain.running or not matters(play, rule, look, event):
        return NO_ANSWER
    with chain.settled(play.ledger, there.key, who, there.cites) as goes_on:
        if goes_on:
            try:
                return await _settle(play, there, replace(look, stood=""))
            except (Lapsed, Refused) as reason:  # a thing that follows may not be possible now
                text, cites = split_reason(str(reason))
                play.ledger.remark(f"Nothing happens: {text}", *cites or there.cites)
    return NO_ANSWER


def _in_vain(play: Play, there: Waiting) -> bool:
    """Can nothing come of the test that somebody near is asked for, whatever its outcome? Nothing does of the dead."""
    rule = there.rule
    dead = tracks.is_beyond(play, there.upon)
    if not rule.ask or ((there.upon == there.bearer or rule.effect or rule.does) and not dead):
        return False
    return dead or all(effects.is_in_vain(play, effect, there.upon) for effect in rule.outcome.values())


async def _settle(play: Play, there: Waiting, look: NameScope) -> Answer:
    """Does what a rule says, once, and gives what it says of the event. A No does not count against its limit."""
    rule, who = there.rule, there.bearer
    kept, now = _limit(play, there)
    if now and kept.of(play.encounter, who) == now:
        return NO_ANSWER
    level = await _confirmed(play, there, look) if rule.confirm else 1
    if there.lying and rule.ends == ("once" if level else "no"):
        play.ledger.end_condition(who, there.lying, *there.cites)
    if not level:
        return NO_ANSWER
    if now:
        play.ledger.record(kept.set(who, now))
    if rule.levels or there.order is not None:
        answered = look.given.get("level", 0)
        look = replace(look, given={**look.given, "level": level, "answered": answered})
    if there.order is not None and not await _performed(play, there.order, there.upon, level):
        return NO_ANSWER
    look = look.at(play.encounter)
    _pay(play, there, look, level)
    thrower = there.source if there.source and play.encounter.has(there.source) else who
    using = there.label if there.label[:1].isupper() else ""
    cause = effects.Cause(there.label or rule.event.kind, thrower, there.source, there.cites, using)
    for _ in range(there.times):
        await effects.apply(play, rule.effect, look, there.upon, cause)
    result = rule.effect.result
    if rule.does:
        await _do(play, who, rule.does)
    if rule.ask:
        look = await known(play, rule.values.values(), look)
        result = await _test_asked(play, there, look, cause) or result
    return await _answer(play, there, look, result)


def _pay(play: Play, there: Waiting, look: NameScope, level: int) -> None:
    """Takes what a rule costs its bearer: one of that level, and what it costs besides."""
    rule, who = there.rule, there.bearer
    if rule.levels:
        play.ledger.record(TrackChanged(tag=who, track=rule.levels[level - 1], by=-1, cites=there.cites))
    for track, amount in rule.cost.items():
        play.ledger.record(TrackChanged(tag=who, track=track, by=-look.number(amount), cites=there.cites))


async def _test_asked(play: Play, there: Waiting, look: NameScope, cause: effects.Cause) -> str:
    """Makes the test that a rule asks for, with what its outcome brings; what this says of the event, or empty."""
    rule, who, upon = there.rule, there.bearer, there.upon
    roller, facing = (who, upon) if rule.ask_of == "bearer" else (upon, who)
    of_roller = replace(look.giving(rule.values), own=roller, marks=frozenset(rule.ask_with))
    made = _SUCCESS
    if rule.ask_when is None or holds_surely(rule.ask_when, of_roller):
        other = None if upon == who else facing
        using = rule.called or (there.label if other else "")
        test, stakes = play.file.tests[rule.ask[0]], tuple(rule.outcome.values())
        attempt = TestAttempt(test, roller, of_roller, other, using, asked=rule.asked, stakes=stakes)
        made = await resolve_test(play, replace(attempt, worded=bool(rule.ask_with)))
    effect = rule.outcome.get(made.result)
    if effect is not None:
        after = replace(look.at(play.encounter), terms={**look.terms, **made.terms})
        await effects.apply(play, effect, after, upon, cause)
    if made.result in rule.immune_after:
        make_immune(play, upon, there.label or rule.called, who, rule.immune_after[made.result])
    return effect.result if effect is not None else ""


async def _performed(play: Play, order: Order, upon: Tag, level: int) -> bool:
    """Uses a thing as an answer, at a level; False if that comes to nothing."""
    act = act_of(play.game, play.encounter, order)
    targets = () if act.targets in ("self", "none") else (upon,)
    return await play.game.perform(play, replace(order, targets=targets, words=str(level) if act.level else ""))


async def _answer(play: Play, there: Waiting, look: NameScope, result: str) -> Answer:
    """What a rule that has happened says of its event."""
    rule, who, called = there.rule, there.bearer, there.rule.called or there.label or "a rule"
    if rule.against is not None:
        return Answer(result, look.number(rule.against), called, by=who)
    if rule.roll is not None:
        how = Throw(f"{called} {who}", f"{play.encounter.name(who)}, {called}", who, there.cites)
        return Answer(result, (await thrown(play, rule.roll, look, how)).total, called, by=who)
    look = await known(play, [part.amount for part in rule.adds], look)
    meant = (part for part in rule.adds if holds_surely(part.when, look))
    adds = (replace(part, amount=settled(part.amount, look), label=called, cites=there.cites) for part in meant)
    why = called if there.upon == who else f"{possessive(play.encounter.name(who))} {called}"
    return Answer(result, label=why if rule.event.kind in ("does", "is target", "is reached") else "", adds=tuple(adds))


async def _do(play: Play, who: Tag, name: str) -> None:
    """A figure does one of its things; whom it is aimed at is asked, and may be nobody."""
    for thing, rule in things_of(play.file, play.encounter, who):
        if rule.name == name:
            order = Order(who, action_for(play.file, rule).name, thing, ordered=False, follows=True)
            order = await aimed(play, order, 0)
            if order.targets or act_of(play.game, play.encounter, order).targets in ("self", "none"):
                await play.game.perform(play, order)
            return
    play.ledger.remark(f"{play.encounter.name(who)} has no {name.replace('_', ' ')}")


def _limit(play: Play, there: Waiting) -> tuple[TraitKind[str], str]:
    """Where it is kept when a rule with a limit happened last, and what stands there if that was now; empty without."""
    encounter = play.encounter
    now = {"turn": f"{encounter.round} {encounter.turn}", "round": str(encounter.round), "fight": "fight"}
    return TraitKind(f"{LIMITED}{there.label or there.key}", ""), now.get(there.rule.limit, "")


async def _confirmed(play: Play, there: Waiting, look: NameScope) -> int:
    """The level at which the referee says yes, 1 of a rule without levels; 0 for No.

    What is left of what it costs stands beside the question.
    """
    file, rule, who = play.file, there.rule, there.bearer
    about = "" if there.upon == who else f">{there.upon}"

    def build() -> Confirm:
        name = play.encounter.name(who)
        said = rule.confirm.replace("{who}", name).replace("{target}", play.encounter.name(there.upon))
        said = said.replace("{level}", str(look.given.get("level", 0)))
        named = there.label[:1].isupper() and there.label.casefold() not in said.casefold()
        asks = f"{possessive(name)} {there.label}" if named else name
        return Confirm(
            key=f"{there.label or rule.event.kind} {who}{about}",
            prompt=f"{asks}: {said}",
            by=who,
            fallen_too=True,
            tally=tuple((file.tracks[track].label, tracks.left(play.ledger, who, track)) for track in rule.cost),
            spends=bool(rule.cost),
            assumed=rule.assume is not None and holds_surely(rule.assume, look),
            cites=there.cites,
        )

    def levels() -> Choose:
        asked, paid = build(), {word: levels_paid[n - 1] for word, n in _levels_left(play, who, *of).items()}
        labels = {word: f"{tracks.left(play.ledger, who, track)} left" for word, track in paid.items()}
        shown = Choose(key=asked.key, prompt=asked.prompt, by=who, options=(NO, *paid), labels=labels)
        return replace(shown, default=NO, fallen_too=True, spends=True, cites=there.cites)

    levels_paid, least = of = rule.levels, rule.level
    if there.order is not None:
        act = act_of(play.game, play.encounter, there.order)
        levels_paid, least = of = (act.levels if act.level else (), max(1, act.level))
    if levels_paid:
        chosen = (await Ask(levels)).option
        return _levels_left(play, who, *of).get(chosen, 0)
    return int((await Ask(build)).yes) * (least if there.order is not None else 1)


async def moment(play: Play, who: Tag, kind: str) -> None:
    """Turn start, turn end or round: what comes back, tests, recharges, what conditions do, what follows by itself."""
    if kind != "round":
        forget_paid(play.ledger, who)
    tracks.reset(play, who, kind)
    if kind == "turn start":
        await ask_endings(play.ledger, who, "start")
        await recharge(play, who)
    await play.game.happen(play, who, Event(kind), play.names(own=who, target=who))
