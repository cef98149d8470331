"""What can be done: whether an act that is ordered can be done now, at whom it may be aimed.

Used as the menu asks for an act, and before one is done.
Gives the act with the thing that is used, the reason why it cannot be done, and possible targets.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Pick, Reasons
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.condition import Condition, Ending
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.encounter_cache import cached
from referee.engine.state.tags import slug
from referee.engine.verbs.damage import worst_hurt_first
from referee.engine.verbs.verb import Situation
from referee.rules.open_table.language.actions import USE, ActionRule
from referee.rules.open_table.language.acts import Act
from referee.rules.open_table.language.conditions import ConditionRule
from referee.rules.open_table.language.expression import ONE, Node, Unknown, When
from referee.rules.open_table.language.marks import MarkRule
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.language.things import ThingRule
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.play.actions.held_ready import held, released
from referee.rules.open_table.play.actions.repeated import repeated
from referee.rules.open_table.play.actions.still_to_do import (
    ACTED,
    LAST,
    kept_act,
    left_of_pattern,
    level_kept,
    paid_kind,
    pattern_with,
)
from referee.rules.open_table.play.amounts.evaluation import holds_surely
from referee.rules.open_table.play.figures.kinds import SHARES, USES, action_for, is_entry, rule_of_thing, things_of
from referee.rules.open_table.play.game import Game, NameScope, Order, Play, modifiers, side_of
from referee.rules.open_table.play.refusals import explained
from referee.text.phrases import capitalised, possessive

_BACK = {"turn start": "", "turn end": "at the end of the turn", "round": "next round", "fight": "in the next fight"}
"""When a use comes back, by the moment that its file names; empty: at the start of its bearer's turn."""
_OF_TARGET = ("target", "target has")
"""Scopes of a name that is read of whom an act is aimed at."""
_ALWAYS = When(())


def why_not(game: Game, encounter: Encounter, who: Tag, action: str, act: Act, thing: Thing | None = None) -> str:
    """Why a figure cannot do an act now; empty if it can."""
    return (
        _frees_of_nothing(encounter, who, act)
        or _barred(game, encounter, who, action, act.cites)
        or (spent(game, encounter, who, thing) if thing is not None else "")
        or _acted_already(game, encounter, who, act)
        or _used_last_round(game, encounter, who, act, thing)
        or _cannot_pay(game, encounter, who, action, act, thing)
    )


def _frees_of_nothing(encounter: Encounter, who: Tag, act: Act) -> str:
    """Why an act that ends conditions of its bearer ends none now; empty if it does, or is another act."""
    conditions = encounter.of(who).conditions
    if act.frees and not escapes(encounter, who, act):
        held = [each.kind for each in conditions if each.kind in act.frees]
        by_hand = f" To end it by hand: lift {who} {held[0]}" if held else ""
        return f"{explained(f'{encounter.name(who)} cannot escape that way.', act.cites)}{by_hand}"
    own = act.effect.on_self
    lifts = own.lifts if act.at == "by" and own is not None else ()
    held_by = [each.ends for each in conditions if each.kind in lifts]
    if held_by and all(any(ending.at == "action" for ending in ends) for ends in held_by):
        return explained(act.why, act.cites)  # each has a test of its own
    return ""


def _barred(game: Game, encounter: Encounter, who: Tag, action: str, cites: tuple[str, ...]) -> str:
    """Why a condition keeps a figure from an action; empty if none does."""
    barring = bars(game, encounter, who, action)
    return "" if barring is None else explained(f"{encounter.name(who)} is {barring.label}.", barring.cites or cites)


def _acted_already(game: Game, encounter: Encounter, who: Tag, act: Act) -> str:
    """Why an entry of the order cannot act once more in its round; empty if it can."""
    if not is_entry(encounter, who) or act.cost or ACTED.of(encounter, who) != str(encounter.round):
        return ""
    return explained(f"{encounter.name(who)} has acted in this round.", _cites_of_kind(game, encounter, who))


def _used_last_round(game: Game, encounter: Encounter, who: Tag, act: Act, thing: Thing | None) -> str:
    """Why a thing cannot be used again that was used in this round or the last; empty if it can."""
    if not act.not_twice or thing is None:
        return ""
    then, _, last = LAST.of(encounter, who).partition(" ")
    if last != thing.name or int(then) < encounter.round - 1:
        return ""
    told = explained(f"{encounter.name(who)} used {thing.name} last round.", _cites_of_kind(game, encounter, who))
    return f"{told} Use another this time."


def _cites_of_kind(game: Game, encounter: Encounter, who: Tag) -> tuple[str, ...]:
    kind = game.file(encounter).kinds.get(encounter.figures[who].kind)
    return kind.cites if kind is not None else ()


def _cannot_pay(game: Game, encounter: Encounter, who: Tag, action: str, act: Act, thing: Thing | None) -> str:
    """Why a figure cannot pay what an act costs; empty if it can."""
    file, look = game.file(encounter), NameScope(game, encounter, own=who, actor=who)
    is_paid = paid_kind(act).of(encounter, who) > 0
    for track, amount in act.cost.items():
        rule = file.tracks[track]
        if (barring := bars(game, encounter, who, track)) is not None:
            label = f"{encounter.name(who)} is {barring.label} and has no {rule.label}."
            return explained(label, barring.cites or rule.cites)
        if rule.pattern and (bought := left_of_pattern(encounter, who, rule)):
            if _goes_on_with(encounter, who, rule, thing, bool(file.actions.get(action, USE).sort)):
                continue
            begun = file.traits[rule.pattern]
            told = explained(f"{encounter.name(who)} has begun its {begun.label}.", begun.cites)
            return f"{told} What is left of it: {bought}."
        if not is_paid and (reason := _too_little(encounter, who, rule, least_cost(amount, look))):
            return reason
    return ""


def _goes_on_with(encounter: Encounter, who: Tag, rule: TrackRule, thing: Thing | None, with_thing: bool) -> bool:
    """Does an act go on with the pattern that a figure has begun? with_thing: it is done with a thing."""
    if thing is None:
        return with_thing
    return bool(pattern_with(encounter, who, rule, thing, began=True))


def _too_little(encounter: Encounter, who: Tag, rule: TrackRule, least: int) -> str:
    """Why a figure has less than `least` of a track, and when it comes back; empty if it has enough."""
    track, name, called = encounter.of(who).tracks.get(rule.name), encounter.name(who), rule.called or rule.label
    if track is None:
        return explained(f"{name} has no {called}.", rule.cites)
    if track.now >= least:
        return ""
    back = ""
    if "turn start" in rule.reset and not encounter.at_turn(who):
        back = f" It comes back on {possessive(name)} turn."
    left = f"only {track.now}" if track.now else "no"
    return explained(f"{name} has {left} {called} left.", rule.cites) + back


def spent(game: Game, encounter: Encounter, who: Tag, thing: Thing) -> str:
    """Why a thing that is used up cannot be used, and when it is back; empty if it can."""
    now = encounter.things.get(thing.tag, thing)
    now = pool_of(encounter, who, now) if SHARES in now.traits else now
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
    back = f" {capitalised(now.name)} is back {when}." if when else ""
    cites = file.cites.recharge if rule is not None and rule.recharge is not None else file.cites.uses
    return explained(f"{encounter.name(who)} has no {now.name} left.", cites) + back


def pool_of(encounter: Encounter, who: Tag, thing: Thing) -> Thing:
    """The thing whose uses are spent by a thing that shares them with another of its bearer; else itself."""
    held = (encounter.things[tag] for pile in encounter.of(who).piles.values() for tag in pile)
    return next((other for other in held if other.traits.get("thing") == thing.traits.get(SHARES)), thing)


def escapes(encounter: Encounter, who: Tag, act: Act) -> list[tuple[Condition, Ending]]:
    """The conditions from which an act frees a figure, each with the test for it."""
    there = (condition for condition in encounter.of(who).conditions if condition.kind in act.frees)
    return [(one, ending) for one in there for ending in one.ends if ending.at == "action"]


def least_cost(amount: Node, look: NameScope) -> int:
    """What an act costs at least; one that names what nobody has said yet may cost nothing."""
    try:
        return look.number(amount)
    except Unknown:
        return 0


def _aimed_at(game: Game, situation: Situation, who: Tag, act: Act, any_side: bool) -> list[Tag]:
    """Those at whom an act of its sort is aimed; any_side: whichever side they are on, if it is aimed at foes."""
    encounter, figures, there = situation.encounter, situation.encounter.figures, situation.targets()
    side = side_of(game, encounter, who) if who in figures else ""
    friends = {tag for tag in there if figures[tag].side == side or tag == who}
    match "any" if any_side else act.at:
        case "foes":
            return [tag for tag in there if tag not in friends]
        case "by":
            foes = [tag for tag in there if tag not in friends]
            own = act.effect.on_self
            lifts = own.lifts if own is not None else ()
            held = {each.by for each in encounter.of(who).conditions if each.kind in lifts}
            return [tag for tag in there if tag in held] or foes
        case "allies" | "friends":
            return [tag for tag in there if tag in friends]
        case "fallen":
            return list(situation.fallen())
    among = sorted(there, key=lambda tag: (tag in friends, tag == who))
    return [tag for tag in among if act.at != "foes" or tag != who]


def possible_targets(game: Game, situation: Situation, order: Order, act: Act) -> Reasons:
    """Whom an act may be aimed at: foes, allies, friends (allies but itself), any (foes first, itself last), others,
    who holds it, or the fallen.

    Each with the reason why it cannot be aimed there now; empty if it can.
    """
    encounter, who = situation.encounter, order.who
    action = game.file(encounter).actions.get(order.action, USE)
    is_figure = who in encounter.figures
    any_side, spared = aims_of(game, encounter, who) if act.at == "foes" and is_figure else (False, {})
    among = _aimed_at(game, situation, who, act, any_side)
    if act.at in ("friends", "others") and who in among:
        among.remove(who)
        spared = {**spared, who: explained(f"Choose somebody other than {encounter.name(who)}.", action.act.cites)}
    when = _where(act, lambda names: "said" not in names and not names.isdisjoint(_OF_TARGET))
    look = look_of(game, encounter, order)

    def reason(tag: Tag) -> str:
        if tag in spared:
            return spared[tag]
        if act.unless and act.why and holds_of(act.unless, look, tag):
            return forbidden(action, act)
        if when.parts and not holds_surely(when, replace(look, target=tag), if_unknown=True):
            return forbidden(action, act) if act.why else f"{encounter.name(tag)} is no target for that now."
        shield = shields(game, encounter, tag, order.action) if tag != who else None
        return "" if shield is None else explained(f"{encounter.name(tag)} is {shield.label}.", shield.cites)

    return Reasons((*among, *spared), reason)


def has_a_target(play: Play, order: Order) -> bool:
    """True if an order needs no target, or has one now."""
    act = act_of(play.game, play.encounter, order)
    if act.targets in ("self", "none"):
        return True
    there = possible_targets(play.game, Situation(play.ledger.rules, play.encounter), order, act)
    return any(not there[tag] for tag in there)


def holds_of(any_of: Sequence[When], look: NameScope, target: Tag) -> bool:
    """Does one of these comparisons hold of a target?"""
    return any(holds_surely(when, replace(look, target=target)) for when in any_of)


def _where(act: Act, meant: Callable[[set[str]], bool]) -> When:
    """What has to hold for an act, as far as the scopes that it names are those."""
    return act.when.about(meant) if act.when is not None else _ALWAYS


def aims_of(game: Game, encounter: Encounter, who: Tag) -> tuple[bool, dict[Tag, str]]:
    """May a figure's acts against foes be aimed at its own side, too; and at whom never, each with the reason."""
    choosing, bearer, spared, any_side = game.file(encounter).choosing, encounter.of(who), dict[Tag, str](), False
    chooses = any(each.own or each.kind in choosing for each in bearer.conditions)
    if chooses:
        for rule, row, there in modifiers(game, encounter, who, "aims"):
            any_side = any_side or row.aims == "any"
            if row.aims == "not by" and there.by and encounter.has(there.by):
                told = f"{bearer.name} is {rule.label} by {encounter.name(there.by)}."
                spared[there.by] = explained(told, rule.cites)
    return any_side, spared


def act_of(game: Game, encounter: Encounter, order: Order) -> Act:
    """The act as it is done with the thing that is used."""
    file = game.file(encounter)
    rule = rule_of_thing(file, order.thing)
    base = file.actions.get(order.action, USE).act
    if rule is None:
        return base
    if base.releases and (ready := held(encounter, order.who)) is not None and ready.is_of(order.thing):
        used = replace(order, action=action_for(file, rule).name, words=ready.level)
        return released(act_of(game, encounter, used), base, ready)
    if base.repeats and order.thing is not None:
        used = replace(order, action=action_for(file, rule).name)
        level = level_kept(order.thing).of(encounter, order.who) or rule.act.level
        return repeated(act_of(game, encounter, used), rule.again or base, base, level)
    cites = tuple(dict.fromkeys((*base.cites, *rule.act.cites)))
    act = kept_act(file, rule, order.action, lambda: replace(rule.act.laid_over(base), cites=cites))
    if order.follows:
        return kept_act(file, rule, f"{order.action} follows", lambda: replace(act, cost={}, times=ONE, turn="any"))
    if not act.levels or not act.level:
        return act
    slot = act.levels[level_of(encounter, order, act) - 1]
    return kept_act(file, rule, f"{order.action} {slot}", lambda: replace(act, cost={**act.cost, slot: ONE}))


def level_of(encounter: Encounter, order: Order, act: Act) -> int:
    """The level at which an act is paid for, from 1: the one typed, else the lowest that is left, from the act's own
    up.

    Refused if the typed level is too low or too high.
    """
    most, tracks = len(act.levels), encounter.of(order.who).tracks
    said = next((int(word) for word in order.words.split() if is_number(word) and word[0] not in "+-"), 0)
    if said and not act.level <= said <= most:
        raise Refused(f"{order.thing.name if order.thing else order.action} needs a level from {act.level} to {most}.")
    for n in range(act.level, most + 1):
        there = tracks.get(act.levels[n - 1])
        if not said and there is not None and there.now:
            return n
    return said or min(act.level, most)


def hindrance(game: Game, encounter: Encounter, order: Order) -> str:
    """Why an order cannot be done now, as far as that is known before its targets and words; empty if it can.

    A mistake in the file that shows only now, as dice where a number is needed, is such a reason.
    """
    return cached(game, encounter, ("hindrance", *_said(order)), order, lambda: _hindrance(game, encounter, order))


def _said(order: Order) -> tuple[object, ...]:
    """What tells an order from others, apart from its targets; a thing by its identity."""
    return order.who, order.action, order.words, order.follows, id(order.thing)


def _hindrance(game: Game, encounter: Encounter, order: Order) -> str:
    action, act = game.file(encounter).actions.get(order.action, USE), act_of(game, encounter, order)
    if act.turn == "own" and (reason := turnless(game, encounter, order.thing.name if order.thing else action.label)):
        return reason
    if reason := untimely(game, encounter, order.who, act):
        return reason
    try:
        thing = None if action.act.repeats else order.thing
        if reason := why_not(game, encounter, order.who, action.name, act, thing):
            return reason
        later = {*_OF_TARGET, "said", *(("with",) if order.thing is None else ())}
        when = _where(act, later.isdisjoint)
        # Of a thing the values are read in any case: a mistake in them bars it.
        is_plain = not when.parts and order.thing is None
        holds = is_plain or holds_surely(when, look_of(game, encounter, order), if_unknown=True)
        return "" if holds and _has_another(game, encounter, order, act) else forbidden(action, act)
    except NotUnderstood as mistake:
        return f"{order.thing.name if order.thing else action.label}: {mistake}"


def _has_another(game: Game, encounter: Encounter, order: Order, act: Act) -> bool:
    """Has the figure a second thing with which it could do an act that needs another one?"""
    if not act.another or order.thing is None:
        return True
    fits = _where(act, lambda names: "with" in names)
    there = (thing for thing, _ in things_of(game.file(encounter), encounter, order.who) if thing is not order.thing)
    others = (replace(order, thing=thing) for thing in there if thing.kind == order.thing.kind)
    return any(holds_surely(fits, look_of(game, encounter, other)) for other in others)


def forbidden(action: ActionRule, act: Act) -> str:
    """Reason why an act is not possible now: the `why` of the thing, else that of the action with its clauses."""
    own = act.why and act.why != action.act.why
    return act.why if own else explained(act.why or f"Nobody can use {action.label} now.", action.act.cites)


def turnless(game: Game, encounter: Encounter, called: str) -> str:
    """Why what is done on the own turn can never be done, in a game without turns; empty in any other."""
    if game.file(encounter).order.by != "none":
        return ""
    return f'This game has no turns, and {called} needs one. In its system file, give it turn = "any".'


def untimely(game: Game, encounter: Encounter, who: Tag, act: Act) -> str:
    """Why it is not the time for an act; empty if it is. What costs an action is not done in the turn of another."""
    name, file = encounter.name(who), game.file(encounter)
    costs = file.own_turn_tracks.intersection(act.cost)
    if (act.turn == "own" or (act.turn == "any" and encounter.turn and costs)) and not encounter.at_turn(who):
        if not encounter.turn:
            return f"It is nobody's turn, not {possessive(name)}."
        told = f"It is {possessive(encounter.name(encounter.turn))} turn, not {possessive(name)}."
        return explained(told, _cites_of_cost(file, sorted(costs)) or act.cites)
    if act.turn == "others" and encounter.at_turn(who):
        return explained(f"{name} can do that only on another figure's turn.", act.cites)
    if act.turn == "after" and encounter.turn is not None:
        told = f"{name} can do that only at the end of another figure's turn."
        told = explained(told, _cites_of_cost(file, act.cost) or act.cites)
        return f"{told} Type next, and Referee will offer it then."
    return ""


def _cites_of_cost(file: SystemFile, tracks: Iterable[str]) -> tuple[str, ...]:
    return tuple(clause for track in tracks for clause in file.tracks[track].cites)


def most_targets(game: Game, encounter: Encounter, order: Order, act: Act, at_best: bool = False) -> int:
    """At how many figures an act may be aimed that may be aimed at several; at best: at the highest level left."""
    most = act.up_to or act.shots
    if at_best and act.levels and act.level and not order.words:
        paid = encounter.of(order.who).tracks
        left = (n for n, name in enumerate(act.levels, 1) if name in paid and paid[name].now)
        order = replace(order, words=str(max((act.level, *left))))
    with suppress(Unknown):
        return look_of(game, encounter, order).number(most) if most is not None else MOST_FIGURES
    return MOST_FIGURES


async def aimed(play: Play, order: Order, least: int = 1) -> Order:
    """The order with its targets, which are asked for: so many at least."""
    act = act_of(play.game, play.encounter, order)
    if act.targets in ("self", "none"):
        return order

    def build() -> Pick:
        there = possible_targets(play.game, Situation(play.ledger.rules, play.encounter), order, act)
        called = order.thing.name if order.thing else play.file.actions.get(order.action, USE).label
        whom = Pick(
            key=f"targets {order.who}",
            prompt=f"{capitalised(called)}: which target?",
            by=order.who,
            among=tuple(there),
            barred=there.given(),
            least=least,
            most=most_targets(play.game, play.encounter, order, act) if act.targets == "many" else 1,
            fallen_too=not play.ledger.able(order.who),
        )
        return whom if act.effect.heal is None else worst_hurt_first(play.ledger.rules, play.encounter, whom)

    picked = await Ask(build)
    return replace(order, targets=picked.tags)


def look_of(game: Game, encounter: Encounter, order: Order) -> NameScope:
    """Names as the actor sees them, with the values of what it uses."""
    return cached(game, encounter, ("look", *_said(order)), order, lambda: _look_of(game, encounter, order))


def _look_of(game: Game, encounter: Encounter, order: Order) -> NameScope:
    look = NameScope(game, encounter, own=order.who, actor=order.who, marks=frozenset(order.words.lower().split()))
    rule = rule_of_thing(game.file(encounter), order.thing)
    given = (
        {"level": 0, "sort": rule.sort, "thing": slug(rule.title).replace("-", "_"), **look.known_values(rule.values)}
        if rule is not None
        else {}
    )
    if rule is not None:
        for mark in said_marks(game, encounter, order):
            given |= look.known_values(mark.values)
    if order.thing is not None and (uses := order.thing.tracks.get("uses")) is not None:
        given["uses"] = uses.now
    if rule is not None and rule.act.level:
        act = act_of(game, encounter, order)
        given["level"] = level_of(encounter, order, act) if act.levels else act.level
    return replace(look, given=given)


def said_marks(game: Game, encounter: Encounter, order: Order) -> list[MarkRule]:
    """The marks of the file among the words that are said with an order."""
    marks = game.file(encounter).marks
    return [marks[word] for word in order.words.lower().split() if word in marks] if order.words else []


def unfit_word(game: Game, encounter: Encounter, order: Order) -> str:
    """Why one of the words that are said with an order does not go with its thing; empty if all do."""
    rule = rule_of_thing(game.file(encounter), order.thing)
    if rule is None or order.thing is None:
        return ""
    own = look_of(game, encounter, replace(order, words=""))
    called = capitalised(order.thing.name)
    wrong = (mark for mark in said_marks(game, encounter, order) if not holds_surely(mark.when, own, if_unknown=True))
    told = (explained(mark.why.format(thing=called) or f"{called}: not {mark.label}.", mark.cites) for mark in wrong)
    return next(told, "")


def bars(game: Game, encounter: Encounter, who: Tag, what: str) -> ConditionRule | ThingRule | None:
    """The condition that keeps a figure from using a track, an action or its turn; None if none does."""
    lying = modifiers(game, encounter, who, "bars") if who in encounter.figures else ()
    return next((rule for rule, row, _ in lying if what in row.bars), None)


def shields(game: Game, encounter: Encounter, who: Tag, action: str) -> ConditionRule | ThingRule | None:
    """The condition that keeps an action from being aimed at a figure; None if none does."""
    lying = modifiers(game, encounter, who, "safe_from")
    return next((rule for rule, row, _ in lying if action in row.safe_from), None)
