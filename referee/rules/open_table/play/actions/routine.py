"""Routine of a figure: what it does in its turn where the app plays a fight by itself."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from referee.engine.questions.answer import Answer, Picked, chosen
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Command
from referee.rules.open_table.language.actions import ActionRule
from referee.rules.open_table.language.acts import ANY
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.language.tracks import PAID
from referee.rules.open_table.play.actions.action_things import LATER, fits, goes_on, level_of, level_said, things_for
from referee.rules.open_table.play.actions.can_be_done import act_of, hindrance
from referee.rules.open_table.play.figures.kinds import rule_of_thing
from referee.rules.open_table.play.game import Game, Order
from referee.rules.open_table.play.order.places import members

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
