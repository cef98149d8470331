"""The routine of a figure: what it does in its turn where the app plays a fight by itself.

Used by forecasts.
Gives commands in the order in which they are tried, each with the thing that fits the moment best.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from referee.engine.questions.answer import Answer, Chosen, Picked
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Command
from referee.rules.open_table.actions.act_choices import LATER, fits, level_of, level_said, things_for
from referee.rules.open_table.actions.after_turn import goes_on
from referee.rules.open_table.actions.ordered import act_of, hindrance
from referee.rules.open_table.actions.rules import ANY, ActionRule
from referee.rules.open_table.figures.kinds import rule_of_thing
from referee.rules.open_table.figures.rules import PAID
from referee.rules.open_table.file.system_file import SystemFile
from referee.rules.open_table.game import Game, Order
from referee.rules.open_table.order.places import members


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
                order = Order(who, action.name, thing, words=level_said(name, thing))
                kept = by_level and goes_on(game, encounter, who, thing)
                if (is_fit or action.act.tests) and not kept and not hindrance(game, encounter, order):
                    yield Command(verb=action.name, given={**picked, "using": Chosen(option=name)})


def _place(file: SystemFile, name: str, thing: Thing, by_level: bool) -> tuple[int, bool]:
    """Where a thing stands among those that fit the moment alike, the first to be tried first: what is chosen by level
    the strongest first, and what harms before what does not; else by level.
    """
    level, rule = level_of(file, name, thing), rule_of_thing(file, thing)
    return (-level, rule is None or not rule.act.effect.damage) if by_level else (level, False)


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
