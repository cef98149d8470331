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
from referee.rules.open_table.actions.act_choices import LATER, fits, fitting, level_said, things_for
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
            offered = fitting(game, encounter, who, there, {})
            for name, thing in (_strongest_first(file, offered, fit) if action.act.levels else offered).items():
                order, is_fit = Order(who, action.name, thing, words=level_said(name, thing)), fit[name] < LATER
                kept = action.act.levels and goes_on(game, encounter, who, thing)
                if (is_fit or action.act.tests) and not kept and not hindrance(game, encounter, order):
                    yield Command(verb=action.name, given={**picked, "using": Chosen(option=name)})


def _strongest_first(file: SystemFile, offered: Mapping[str, Thing], fit: Mapping[str, int]) -> Mapping[str, Thing]:
    """What is chosen by level, of the highest level first among what fits the moment alike, and what harms before what
    does not.
    """

    def place(name: str) -> tuple[int, int, bool]:
        rule, level = rule_of_thing(file, offered[name]), level_said(name, offered[name])
        act = rule.act if rule is not None else None
        return fit[name], -int(level or (act.level if act is not None else 0)), act is None or not act.effect.damage

    return {name: offered[name] for name in sorted(offered, key=place)}


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
