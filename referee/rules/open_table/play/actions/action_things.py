"""The things that an action may be done with, in the order in which they are offered."""

from collections.abc import Mapping

from msgspec.structs import replace

from referee.engine.contract.standing import AWAY
from referee.engine.questions.question import Reasons
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.encounter_cache import cached
from referee.engine.verbs.verb import Given, Situation
from referee.rules.open_table.language.actions import ActionRule
from referee.rules.open_table.language.acts import ANY, Act
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.play.actions.can_be_done import hindrance
from referee.rules.open_table.play.actions.held_ready import held
from referee.rules.open_table.play.actions.repeated import lasts
from referee.rules.open_table.play.figures.kinds import action_for, rule_of_thing
from referee.rules.open_table.play.game import Game, Order, side_of
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
    if levels:
        for name, thing in list(found.items()):
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
