"""The things that an action may be done with: which there are, in which order they are offered, and what a figure does
with them in its turn where the app plays a fight by itself: its routine.

Used as the menu asks for an act, and by forecasts.
Gives things by the words for them, and commands in the order in which they are tried.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from referee.engine.contract.standing import AWAY
from referee.engine.questions.answer import Answer, Picked, chosen
from referee.engine.questions.question import Reasons
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.encounter_cache import cached
from referee.engine.verbs.verb import Command, Given, Situation
from referee.rules.open_table.language.actions import ANY, Act, ActionRule
from referee.rules.open_table.language.figures import PAID
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.play.actions.ordered import act_of, hindrance
from referee.rules.open_table.play.actions.paid_for import held, lasts
from referee.rules.open_table.play.figures.kinds import action_for, rule_of_thing
from referee.rules.open_table.play.game import Game, Order, side_of
from referee.rules.open_table.play.order.places import members
from referee.words.bearer import thing_words


def things_for(game: Game, encounter: Encounter, who: Tag, action: ActionRule) -> Mapping[str, Thing]:
    """The things that a figure may do an action with, by the names that the file gives them.

    What does more at a higher level stands there once more for each that can be paid: `fireball_4`.
    """
    if action.act.repeats and not encounter.of(who).conditions:  # what goes on lies on whoever does it
        return {}
    return cached(
        game, encounter, ("things", who, id(action)), action, lambda: _things_for(game, encounter, who, action)
    )


def _things_for(game: Game, encounter: Encounter, who: Tag, action: ActionRule) -> Mapping[str, Thing]:
    if action.act.releases and (ready := held(encounter, who)) is not None:
        return {str(ready.thing.traits["thing"]): ready.thing}
    piles, file = encounter.of(who).piles, game.file(encounter)
    passive = file.passive
    tags = [tag for pile, own in piles.items() if action.sort in (pile, ANY) and pile not in passive for tag in own]
    there = [encounter.things[tag] for tag in tags if tag in encounter.things]
    found = {str(thing.traits["thing"]): thing for thing in there if "thing" in thing.traits}
    if action.act.repeats:
        rules = ((name, rule_of_thing(file, thing)) for name, thing in found.items())
        return {name: found[name] for name, rule in rules if rule is not None and lasts(encounter, who, rule)}
    tracks, levels = encounter.of(who).tracks, action.act.levels
    for name, thing in list(found.items()) if levels else ():
        rule = rule_of_thing(file, thing)
        least = rule.act.level if rule is not None and rule.act.scales else len(levels)
        paid = {n for n in range(least + 1, len(levels) + 1) if (track := tracks.get(levels[n - 1])) and track.now}
        found |= {f"{name}_{n}": thing for n in sorted(paid)}
    return found


def nothing_to_use(game: Game, action: ActionRule) -> str:
    """Why there is nothing to do an action with, where whoever does it is not known."""
    rule = game.default.sorts.get(action.sort)
    return f"Nobody has any {rule.several} to use." if rule is not None else "Nobody has anything to use."


def has_none(game: Game, encounter: Encounter, who: Tag, action: ActionRule) -> str:
    """Why a figure has nothing to do an action with, and how it is given something."""
    sort, rule = action.sort, game.default.sorts.get(action.sort)
    if action.act.repeats:
        return f"{encounter.name(who)} has nothing going that can be done again."
    known = next((name for name, thing in game.default.things.items() if thing.sort == sort), "")
    how = f" To give one: set {who} {sort} {known}" if known else ""
    return f"{encounter.name(who)} has {f'no {rule.several}.{how}' if rule is not None else 'nothing to use.'}"


def level_said(option: str, thing: Thing) -> str:
    """The level that was chosen with a thing, `4` of fireball_4; empty for the least."""
    return option.removeprefix(f"{thing.traits['thing']}").removeprefix("_")


def offered_as(situation: Situation, action: ActionRule, who: Tag, name: str, thing: Thing) -> str:
    """How a thing is offered: with what it is worth, or with what it is paid for at a higher level."""
    level = level_said(name, thing)
    if not level:
        return thing_words(situation.rules, situation.encounter, who, thing)
    track = action.act.levels[int(level) - 1]
    kind = situation.rules.track(track)
    return f"{thing.name} ({kind.label if kind else track}: {situation.encounter.of(who).tracks[track].now})"


def level_of(file: SystemFile, option: str, thing: Thing) -> int:
    """The level at which a thing is used: the one that was chosen with it, else its least."""
    rule = rule_of_thing(file, thing)
    return int(level_said(option, thing) or (rule.act.level if rule is not None else 0))


def why_not_with(game: Game, action: ActionRule, encounter: Encounter, who: Tag, there: Mapping[str, Thing]) -> Reasons:
    """Why the action cannot be done now with each of these things; empty if it can."""

    def reason(name: str) -> str:
        thing = there[name]
        order = Order(who, done_by(game, encounter, action, thing).name, thing, words=level_said(name, thing))
        why = hindrance(game, encounter, order)
        return goes_on(game, encounter, who, thing) if action.act.levels and not why else why

    return Reasons(there, reason)


def with_what(game: Game, action: ActionRule, situation: Situation, given: Given) -> Reasons:
    """The things that whoever is given does an action with, each with the reason why not now; empty if it can."""
    who, encounter = given.one("who") if "who" in given else "", situation.encounter
    there = things_for(game, encounter, who, action) if who else {}
    return why_not_with(game, action, encounter, who, there)


def done_by(game: Game, encounter: Encounter, action: ActionRule, thing: Thing | None) -> ActionRule:
    """The action itself; of `use` that by which the thing is used."""
    file = game.file(encounter)
    rule = rule_of_thing(file, thing)
    return action_for(file, rule) if rule is not None and action.sort == ANY else action


LATER = 2
"""What of `fits` is not for now: what would end another of its kind, and above it what would come to nothing."""


def fits(game: Game, encounter: Encounter, who: Tag, there: Mapping[str, Thing]) -> dict[str, int]:
    """How well each thing fits the moment, the best first: healing while somebody of the own side is hurt, and help for
    the fallen while one has fallen; what does something; what would end another of its kind, such as a second
    concentration (LATER); what only is told, and help that nobody needs.
    """
    file, side = game.file(encounter), side_of(game, encounter, who)
    mates = [each for each in encounter.figures.values() if each.side == side and each.standing != AWAY.name]
    fallen = any(not rule.standing.able for mate in mates if (rule := file.standings.get(mate.standing)))
    health = file.health.name if file.health is not None else ""
    tracks = [track for mate in mates if (track := mate.tracks.get(health)) is not None and track.most]
    hurt = any(2 * track.now <= (track.most or 0) for track in tracks)
    lying = {condition.kind for condition in encounter.of(who).conditions}

    def fit(act: Act, goes_on: bool) -> int:
        brought = (bring.condition for bring in act.always.brings)
        if act.effect.heal is not None or act.at == "fallen":
            return 0 if hurt or (fallen and act.at == "fallen") else LATER + 1
        if any(kind in lying and file.conditions[kind].stacks == "no" for kind in brought):
            return LATER
        marks = [each for each in act.effect.brings if each.own or not file.conditions[each.condition].noted]
        does = act.tests or act.choices or act.summons or act.shapes or goes_on or act.anyway
        return 1 if does or replace(act.effect, tell="", brings=tuple(marks)) else LATER + 1

    rules = {name: rule_of_thing(file, thing) for name, thing in there.items()}
    return {name: 0 if rule is None else fit(rule.act, rule.again is not None) for name, rule in rules.items()}


def fitting(
    game: Game, encounter: Encounter, who: Tag, there: Mapping[str, Thing], barred: Mapping[str, str]
) -> Mapping[str, Thing]:
    """Things in the order in which they are offered: what fits the moment first, then by level; last what is barred."""
    fit, file = fits(game, encounter, who, there), game.file(encounter)
    places = {name: (name in barred, fit[name], level_of(file, name, thing)) for name, thing in there.items()}
    return {name: there[name] for name in sorted(there, key=places.__getitem__)}


def goes_on(game: Game, encounter: Encounter, who: Tag, thing: Thing) -> str:
    """Why a thing is not paid for anew: it goes on, and is done again without that; empty if that is not so."""
    file = game.file(encounter)
    rule = rule_of_thing(file, thing)
    again = next((action.name for action in file.actions.values() if action.act.repeats), "")
    kept = (there.kind for there in encounter.of(who).conditions if rule is not None and there.note == rule.title)
    alone = next((kind for kind in kept if file.conditions[kind].stacks == "no"), "")
    if rule is None or not again or not alone or not lasts(encounter, who, rule):
        return ""
    word = str(thing.traits["thing"])
    return f"{thing.name} goes on. Again, at no cost: {again} {word}. To begin it anew, first: lift {who} {alone}"


# -------------------------------------------------------------------- what the app does with them


def routine(game: Game, encounter: Encounter) -> Iterator[Command]:
    """What the figure of the turn does where the app plays it: it frees itself, then does what is chosen by level, such
    as spells, the strongest first; what says itself how it is done; and what is left, with what fits the moment best.
    """
    file, now = game.file(encounter), encounter.turn
    frees, uses = _routine_of(file)
    for who in () if now is None else members(encounter, now):
        picked: dict[str, Answer] = {"who": Picked(tags=(who,))}
        for action in frees:
            if not hindrance(game, encounter, Order(who, action.name)):
                yield Command(verb=action.name, given=picked)
        for action in uses:
            if hindrance(game, encounter, Order(who, action.name)) or not (
                there := _paid(game, encounter, who, action)
            ):
                continue
            fit = fits(game, encounter, who, there)
            by_level = bool(action.act.levels)
            places = {name: (fit[name], *_place(file, name, thing, by_level)) for name, thing in there.items()}
            for name in sorted(there, key=places.__getitem__):
                thing, is_fit = there[name], fit[name] < LATER
                if not action.act.repeats and _is_at_any_time(file, thing):
                    continue
                if not action.act.cost and _is_free(file, thing):
                    continue
                order = Order(who, action.name, thing, words=level_said(name, thing))
                kept = by_level and goes_on(game, encounter, who, thing)
                if (is_fit or action.act.tests) and not kept and not hindrance(game, encounter, order):
                    yield Command(verb=action.name, given={**picked, "using": chosen(name)})


def _place(file: SystemFile, name: str, thing: Thing, by_level: bool) -> tuple[int, bool]:
    """Where a thing stands among those that fit the moment alike, the first to be tried first: what is chosen by level
    the strongest first, and what harms before what does not; else by level, and harm that is not always ready first.
    """
    level, rule = level_of(file, name, thing), rule_of_thing(file, thing)
    harms = rule is not None and bool(rule.act.effect.damage)
    limited = rule is not None and (rule.uses is not None or rule.recharge is not None)
    return (-level, not harms) if by_level else (level, not (harms and limited))


def _is_at_any_time(file: SystemFile, thing: Thing) -> bool:
    """True of what is done when the referee says so and takes no act of a turn, such as a spell that takes minutes."""
    rule = rule_of_thing(file, thing)
    return rule is not None and rule.act.turn == "any" and "turn" in rule.act.said


def _is_free(file: SystemFile, thing: Thing) -> bool:
    """True of what is done to others at no cost where a turn has its price: it comes at a moment of its own, as a burst
    does when its bearer dies.
    """
    rule = rule_of_thing(file, thing)
    if rule is None or not file.own_turn_tracks or rule.act.targets == "self":
        return False
    return not rule.act.cost and rule.uses is None and rule.recharge is None


def _paid(game: Game, encounter: Encounter, who: Tag, action: ActionRule) -> Mapping[str, Thing]:
    """The things that a figure may do an action with, without those that cost what it has nothing left of: most do once
    its action is spent, and need no closer look.
    """
    there, bearer = things_for(game, encounter, who, action), encounter.of(who)
    spent = {name for name, track in bearer.tracks.items() if not track.now}
    if not spent or any(trait.startswith(PAID) for trait in bearer.traits):
        return there
    orders = {name: Order(who, action.name, thing, words=level_said(name, thing)) for name, thing in there.items()}
    return {
        name: there[name] for name, order in orders.items() if spent.isdisjoint(act_of(game, encounter, order).cost)
    }


def uses_things(file: SystemFile) -> bool:
    """Has the game actions by which things are used, so that the app can play it?"""
    return bool(_routine_of(file)[1])


@lru_cache(maxsize=16)
def _routine_of(file: SystemFile) -> tuple[Sequence[ActionRule], Sequence[ActionRule]]:
    """The actions of a figure's own turn by which it frees itself, and those by which it uses a thing."""
    own = [action for action in file.actions.values() if action.act.turn in ("own", "any") and not action.act.asks[0]]
    frees = [one for one in own if not one.act.cost and one.act.targets == "self" and one.act.effect.lifts]
    uses = [action for action in own if action.sort not in ("", ANY) and not action.act.releases]
    return frees, sorted(uses, key=lambda action: (not action.act.levels, bool(action.act.tests)))
