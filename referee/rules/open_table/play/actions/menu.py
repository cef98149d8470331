"""The menu of actions: a verb for each action of the file.

Used as the ruleset is made.
Gives verbs that ask who, with which thing, whom, and the words said with it, with reasons where there is nobody.
"""

from collections.abc import Iterable
from functools import partial
from itertools import islice

from msgspec.structs import replace

from referee.engine.problem import NotUnderstood, complaint
from referee.engine.questions.answer import Answer, Chosen, Picked, Said, chosen
from referee.engine.questions.question import Choose, Pick, Reasons, not_meant_first
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.lazy_mapping import LazyMapping
from referee.engine.verbs.damage import worst_hurt_first
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Given, Param, SharedKey, Situation, Verb
from referee.rules.open_table.language.actions import USE, ActionRule
from referee.rules.open_table.language.acts import ANY, Act
from referee.rules.open_table.language.expression import Name, Truth, Unknown, inside
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.play.actions.act_choices import which_of_several
from referee.rules.open_table.play.actions.action_things import (
    done_by,
    fitting,
    has_none,
    level_said,
    nothing_to_use,
    offered_as,
    things_for,
    why_not_with,
    with_what,
)
from referee.rules.open_table.play.actions.can_be_done import (
    act_of,
    aims_of,
    hindrance,
    most_targets,
    possible_targets,
    turnless,
    untimely,
    why_not,
)
from referee.rules.open_table.play.actions.held_ready import held
from referee.rules.open_table.play.dice_tests.modifiers import ADVANTAGES, level_unnamed, read_words
from referee.rules.open_table.play.figures.kinds import rule_of_thing
from referee.rules.open_table.play.game import Game, NameScope, Order, Play
from referee.rules.open_table.play.order.places import members
from referee.text.phrases import capitalised
from referee.text.unknown_word import NO_SUCH_WORD, NoSuchWord

_USE = replace(USE, act=Act(turn="any"))
"""How `use` is asked for: the thing says when it can be used."""
_SHARED = {letter.value: letter for letter in SharedKey}


def verbs(game: Game) -> tuple[Verb, ...]:
    """A verb for each action, and `use` for any thing that somebody has."""
    made = tuple(_verb(game, action) for action in game.default.actions.values())
    return (*made, replace(_verb(game, _USE), label="")) if game.default.things else made


def _verb(game: Game, action: ActionRule) -> Verb:
    async def run(ledger: Ledger, **answers: Answer) -> None:
        given = Given(answers)
        order = _order(game, ledger.encounter, action, given)
        assert order is not None
        targets = given.tags("targets") if "targets" in given else ()
        said = given.text("words") if "words" in given else ""
        words = f"{order.words} {said if action.act.asks[0] else level_unnamed(said)}".strip()
        await game.perform(Play(game, ledger), replace(order, targets=targets, words=words))

    return Verb(
        action.name,
        run,
        tuple(_params(game, action)),
        label=action.label,
        hint=action.hint,
        hotkey=_SHARED.get(action.key, action.key),
        bar=partial(_barred, game, action),
        futile=partial(_futile, game, action),
        interjects=action.act.turn in ("others", "any"),
        cites=action.act.cites,
        told=action.told,
    )


def _params(game: Game, action: ActionRule) -> list[Param]:
    """Who, with which thing, whom, and the words that are said with it."""
    params = [
        Param(
            "who",
            lambda t, g: _ask_who(game, action, t),
            partial(_default_who, game, action),
            nobody=f"{action.label}: nobody can do that now.",
            candidates=lambda t, g: _who_can(game, action, t),
        )
    ]
    if action.sort:
        rule = game.default.sorts.get(action.sort)
        called = "thing" if rule is None else rule.label
        ask, usual = partial(_ask_thing, game, action), _held_ready if action.act.releases else None
        offered, nothing = partial(with_what, game, action), nothing_to_use(game, action)
        params.append(Param("using", ask, usual, nobody=nothing, called=called, candidates=offered, taking=chosen))
    if action.sort or action.act.targets in ("one", "many"):
        nobody = f"{action.label}: nobody to target."
        called = "targets" if action.act.targets == "many" else "target"
        aim = partial(_ask_targets, game, action)
        nobody_asked, whom = partial(_default_targets, game, action), partial(_whom, game, action)
        params.append(Param("targets", aim, nobody_asked, nobody=nobody, called=called, candidates=whom))
    if action.act.asks[0]:
        params.append(Param("words", lambda t, g: _ask_words(game, action), rest=True))
    elif action.act.levels or (game.default.marks and (action.sort or action.act.tests)):
        said = Said(text="")
        params.append(Param("words", lambda t, g: _ask_words(game, action), lambda t, g: said, rest=True, called="how"))
    return params


def _barred(game: Game, action: ActionRule, situation: Situation) -> str | None:
    """Why an action cannot be done at all now; None if somebody can."""
    if action.act.turn != "own" or situation.encounter.turn is not None:
        return None
    return turnless(game, situation.encounter, action.label) or "It is nobody's turn. To start one: next"


def _futile(game: Game, action: ActionRule, situation: Situation) -> str | None:
    """Why nobody can do what is done in the turn of others: nobody has a condition that it needs, or has a foe left."""
    when = action.act.when if action.act.turn == "others" else None
    parts = (part for part in when.parts if isinstance(part, Truth) and not part.negated) if when is not None else ()
    look = NameScope(game, situation.encounter)
    needed = (part.name.word for part in parts if part.name.scope == "has")
    lacks = any(not any(look.has(tag, condition) for tag in _with_conditions(situation)) for condition in needed)
    nobody = lacks or (action.act.turn == "others" and _nobody_has_foes(game, action, situation))
    return f"{action.label}: nobody can do that now." if nobody else None


def _with_conditions(situation: Situation) -> list[Tag]:
    """Those who can act and on whom a condition lies: of hundreds few."""
    figures = situation.encounter.figures
    return [tag for tag in situation.able_figures() if figures[tag].conditions]


def _nobody_has_foes(game: Game, action: ActionRule, situation: Situation) -> bool:
    """Is an act aimed at foes, with whatever it is done, and are all on one side?

    Then each has nobody to target, which would be found out figure by figure, and thing by thing.
    """
    encounter, act, file = situation.encounter, action.act, game.file(situation.encounter)
    there = (*situation.targets(), *situation.able_figures())
    # The last one is compared first: it came with the foes, mostly.
    sides = (encounter.figures[tag].side for tag in (*there[:1], *there[::-1]))
    first = next(sides, "")
    if act.at != "foes" or act.targets not in ("one", "many") or any(side != first for side in sides):
        return False
    used = [rule_of_thing(file, thing) for thing in encounter.things.values() if thing.kind == action.sort]
    if any(rule is None or not rule.act.said.isdisjoint(("at", "targets")) for rule in used):
        return False
    conditions = (each for figure in encounter.figures.values() for each in figure.conditions)
    return not any(each.own or each.kind in file.choosing for each in conditions)


# -------------------------------------------------------------------- who


def _who_can(game: Game, action: ActionRule, situation: Situation) -> Reasons:
    """Who may be asked to do an action, each with why it cannot now; empty if it can. First are those whose turn it
    is, where it is done in the own turn.
    """
    encounter, able, turn = situation.encounter, situation.able_figures(), action.act.turn
    mine = _at_turn(encounter)

    def reason(tag: Tag) -> str:
        return untimely(game, encounter, tag, action.act) or _hindrance(game, action, encounter, tag)

    return Reasons((*filter(situation.able, mine if turn == "own" else ()), *able), reason)


def _ask_who(game: Game, action: ActionRule, situation: Situation) -> Pick:
    encounter, there = situation.encounter, _who_can(game, action, situation)
    beside = {tag: said for tag in there if action.act.turn != "own" and (said := _said(game, encounter, tag))}
    return Pick(key="who", prompt=f"{action.label}: who?", among=tuple(there), barred=there.given(), beside=beside)


def _hindrance(game: Game, action: ActionRule, encounter: Encounter, who: Tag) -> str:
    """Why a figure cannot do an action now: by itself, or with anything that it has of the sort; empty if it can."""
    if action.sort == ANY:
        return why_not(game, encounter, who, action.name, action.act)
    if reason := hindrance(game, encounter, Order(who, action.name)):
        return reason
    if not action.sort:
        return ""
    there = things_for(game, encounter, who, action)
    if not there:
        return has_none(game, encounter, who, action)
    barred = why_not_with(game, action, encounter, who, there)
    return "" if any(not reason for reason in barred.values()) else barred[next(iter(there))]


def _said(game: Game, encounter: Encounter, who: Tag) -> str:
    """The words that it said with an action and that still count, as what it waits for."""
    rules = (rule for rule in game.default.traits.values() if rule.condition)
    said = ((rule.label, encounter.of(who).traits.get(rule.name)) for rule in rules)
    return "; ".join(f"{label} {words}" for label, words in said if words)


def _at_turn(encounter: Encounter) -> tuple[Tag, ...]:
    """Whose turn it is: a figure, or the members of a group."""
    return () if encounter.turn is None else members(encounter, encounter.turn)


def _default_who(game: Game, action: ActionRule, situation: Situation, given: Given) -> Picked | None:
    encounter = situation.encounter
    usual = action.act.turn == "own" or (action.act.turn == "any" and action.sort)
    mine = _at_turn(encounter) if usual else ()
    if action.act.releases or action.act.repeats:
        can = partial(_can, game, action, encounter)
        # What goes on lies on whoever does it.
        others = _with_conditions(situation) if action.act.repeats else situation.able_figures()
        own = filter(situation.able, mine)
        # Two others are as good as all: then nobody is meant. Who cannot is told why.
        mine = tuple(filter(can, own)) or tuple(islice(filter(can, others), 2)) or mine
    return Picked(tags=mine) if len(mine) == 1 else None


def _can(game: Game, action: ActionRule, encounter: Encounter, who: Tag) -> bool:
    """Has a figure something to do an action with, and can do it now?"""
    return bool(things_for(game, encounter, who, action)) and not _hindrance(game, action, encounter, who)


def _held_ready(situation: Situation, given: Given) -> Chosen | None:
    """What is held ready needs not be said."""
    ready = held(situation.encounter, given.one("who")) if "who" in given else None
    return chosen(str(ready.thing.traits["thing"])) if ready is not None else None


# -------------------------------------------------------------------- with what, and upon whom


def _order(game: Game, encounter: Encounter, action: ActionRule, given: Given) -> Order | None:
    """The order as far as it is given: who does it, and with which thing; None if nobody is named."""
    if "who" not in given:
        return None
    who, option = given.one("who"), given.option("using") if "using" in given else ""
    thing = things_for(game, encounter, who, action).get(option) if option else None
    level = level_said(option, thing) if thing is not None else ""
    return Order(who, done_by(game, encounter, action, thing).name, thing, words=level)


def _ask_thing(game: Game, action: ActionRule, situation: Situation, given: Given) -> Choose:
    who = given.one("who") if "who" in given else ""
    there = things_for(game, situation.encounter, who, action) if who else {}
    barred = with_what(game, action, situation, given).given()
    if action.act.levels:
        there = fitting(game, situation.encounter, who, there, barred)
    labels = LazyMapping(
        lambda: {name: offered_as(situation, action, who, name, thing) for name, thing in there.items()}
    )
    rule = game.default.sorts.get(action.sort)
    if who and not there:
        barred[""] = has_none(game, situation.encounter, who, action)
    prompt = f"{action.label}: which one?" if rule is None else f"Which {rule.label}?"
    kind = "Things" if rule is None else rule.several.capitalize()
    return Choose(
        key="using",
        prompt=prompt,
        options=tuple(there),
        labels=labels,
        names=LazyMapping(lambda: {n: f"{thing.name} {level_said(n, thing)}".rstrip() for n, thing in there.items()}),
        barred=barred,
        tally=which_of_several(game, situation.encounter, Order(who, action.name), action.act) if who else (),
        default=next((name for name in there if name not in barred), None),
        no_such=NoSuchWord(f"{situation.encounter.name(who)} has no", "", kind) if who else NO_SUCH_WORD,
    )


def _act(game: Game, action: ActionRule, situation: Situation, given: Given) -> Act:
    """The act as it is done with the thing that is said."""
    order = _order(game, situation.encounter, action, given)
    return act_of(game, situation.encounter, order) if order is not None and order.thing is not None else action.act


def _whom(game: Game, action: ActionRule, situation: Situation, given: Given) -> Reasons:
    """Whom the act may be aimed at, as far as it is said, each with the reason why it cannot be; empty if it can."""
    act = _act(game, action, situation, given)
    order = _order(game, situation.encounter, action, given) or Order("", action.name)
    return possible_targets(game, situation, order, act)


def _ask_targets(game: Game, action: ActionRule, situation: Situation, given: Given) -> Pick:
    act = _act(game, action, situation, given)
    who = given.one("who") if "who" in given else ""
    order = _order(game, situation.encounter, action, given) or Order(who, action.name)
    there = _whom(game, action, situation, given)
    most = most_targets(game, situation.encounter, order, act, at_best=True) if act.targets == "many" else 1
    least = 0 if act.targets in ("self", "none") else 1
    prompt = f"{_done_with(game, situation, action, given)}: which target{'s' if most > 1 else ''}?"
    whom = Pick(
        key="targets",
        prompt=prompt,
        among=tuple(there),
        barred=there.given(),
        least=least,
        most=most,
        tally=which_of_several(game, situation.encounter, Order(who, action.name), act) if who else (),
        unlikely=_hardly_meant(game, situation.encounter, who, act, there),
        beside=LazyMapping(lambda: _tested_values(game, situation.encounter, who, act, there)),
    )
    return whom if act.effect.heal is None else worst_hurt_first(situation.rules, situation.encounter, whom)


def _hardly_meant(game: Game, encounter: Encounter, who: Tag, act: Act, there: Iterable[Tag]) -> dict[Tag, str]:
    """Friends of harm, foes of help, and of an area whom a condition keeps from being attacked."""
    spared = aims_of(game, encounter, who)[1] if act.at == "any" and who in encounter.figures else {}
    return {**not_meant_first(encounter, there), **spared}


def _tested_values(game: Game, encounter: Encounter, who: Tag, act: Act, among: Iterable[Tag]) -> dict[Tag, str]:
    """The values of each possible target that the tests of an act are against, `AC 13`; those nobody has said left out.

    Nothing of a test that the target makes: that is against the act.
    """
    file = game.file(encounter)
    tests = [rule for rule in map(file.tests.__getitem__, act.tests) if not (rule.by_target or rule.hidden)]
    parts = (part for rule in tests for part in inside(rule.against))
    named = (part for part in parts if isinstance(part, Name) and part.scope == "target")
    labels = {name: (file.traits.get(name.word) or file.tracks[name.word]).label for name in named}
    looks = {tag: NameScope(game, encounter, own=who, actor=who, target=tag) for tag in (among if labels else ())}
    said = {tag: [_labelled(label, look, name) for name, label in labels.items()] for tag, look in looks.items()}
    return {tag: ", ".join(filter(None, values)) for tag, values in said.items()}


def _labelled(label: str, look: NameScope, name: Name) -> str:
    """A value with its label, `AC 13`; empty where nobody has said it."""
    try:
        return f"{label} {look.number(name)}"
    except (Unknown, NotUnderstood):
        return ""


def _done_with(game: Game, situation: Situation, action: ActionRule, given: Given) -> str:
    """What is done, to be said in a question: with which thing, else which action."""
    order = _order(game, situation.encounter, action, given)
    thing = order.thing if order is not None else None
    return capitalised(thing.name) if thing is not None else action.label


def _default_targets(game: Game, action: ActionRule, situation: Situation, given: Given) -> Picked | None:
    return Picked(tags=()) if _act(game, action, situation, given).targets in ("self", "none") else None


def _ask_words(game: Game, action: ActionRule) -> Text:
    if action.act.asks[0]:
        return Text(key="words", prompt=action.act.asks[1], optional=True)
    labels = {**ADVANTAGES, **{name: mark.label for name, mark in game.default.marks.items()}}
    check = complaint(lambda text: read_words((*labels,), text))
    prompt = "Advantage, cover, bonus?"
    return Text(key="words", prompt=prompt, words=(*labels,), labels=labels, optional=True, check=check)


def told_with(file: SystemFile, encounter: Encounter, thing: Thing) -> str:
    """The sentence that the file has for what is done with a thing; empty if it has none."""
    rule = rule_of_thing(file, thing)
    return rule.act.told if rule is not None else ""
