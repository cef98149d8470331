"""The menu of actions: a verb for each action of the file.

Used as the ruleset is made.
Gives verbs that ask who, with which thing, whom, and the words said with it, with reasons where there is nobody.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.engine.contract.kinds import TraitKind
from referee.engine.problem import complaint
from referee.engine.questions.answer import Answer, Picked, Said
from referee.engine.questions.ask import Ask, Steps
from referee.engine.questions.question import Choose, Pick, Text
from referee.engine.state.bearer import TABLE, Tag, Thing
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Given, Param, SharedKey, Situation, Verb
from referee.rules.open_table.actions.ordered import act_of, hindrance, least_cost, possible_targets, why_not
from referee.rules.open_table.actions.rules import ANY, USE, Act, ActionRule
from referee.rules.open_table.figures.kinds import ENTRY, action_for, rule_of_thing
from referee.rules.open_table.game import Game, Order, Play, shields
from referee.rules.open_table.order.places import KEPT, members
from referee.rules.open_table.tests.modifiers import read_words
from referee.words.bearer import possessive, thing_words

_USE = replace(USE, act=Act(turn="any"))
"""How `use` is asked for: the thing says when it can be used."""
Default = Callable[[Situation, Given], Answer | None]


_NO_ACT = "none"
_ENDED = TraitKind(f"{KEPT}ended", "")
"""Whose turn has ended, until what others may do then has been offered; kept by the rules."""


def verbs(game: Game) -> tuple[Verb, ...]:
    """A verb for each action, and `use` for any thing that somebody has."""
    made = tuple(_verb(game, action) for action in game.default.actions.values())
    return (*made, _verb(game, _USE)._replace(label="")) if game.default.things else made


def _verb(game: Game, action: ActionRule) -> Verb:
    def run(ledger: Ledger, **answers: Answer) -> Steps:
        given = Given(answers)
        who = given.one("who")
        thing = _thing(ledger.encounter, who, action.sort, given.option("using")) if "using" in given else None
        done = _done_by(game, ledger.encounter, action, thing).name
        targets = given.tags("targets") if "targets" in given else ()
        words = given.text("words") if "words" in given else ""
        return game.perform(Play(game, ledger), Order(who, done, thing, targets, words))

    return Verb(
        action.name,
        run,
        tuple(_params(game, action)),
        label=action.label,
        hint=action.hint,
        hotkey=SharedKey(action.key) if action.key in set(SharedKey) else action.key,
        bar=lambda situation: _barred(action.act, situation),
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
            _default_who(action),
            nobody=f"{action.label}: nobody can now.",
        )
    ]
    if action.sort:
        params.append(Param("using", lambda t, g: _ask_thing(game, action, t, g), nobody=_nothing(game, action)))
    if action.sort or action.act.targets in ("one", "many"):
        nobody = f"{action.label}: there is no target."
        ask = partial(_ask_targets, game, action)
        params.append(Param("targets", ask, _default_targets(game, action), nobody=nobody))
    if action.act.asks[0]:
        params.append(Param("words", lambda t, g: _ask_words(game, action), rest=True))
    elif game.default.marks and (action.sort or action.act.tests):
        params.append(Param("words", lambda t, g: _ask_words(game, action), lambda t, g: Said(text=""), rest=True))
    return params


def _nothing(game: Game, action: ActionRule) -> str:
    """Why there is nothing to do an action with, where whoever does it is not known."""
    rule = game.default.sorts.get(action.sort)
    return f"There are no {rule.several} to use." if rule is not None else "There is nothing to use."


def _has_none(game: Game, encounter: Encounter, who: Tag, sort: str) -> str:
    rule = game.default.sorts.get(sort)
    return f"{encounter.name(who)} has {f'no {rule.several}' if rule is not None else 'nothing to use'}."


def _barred(act: Act, situation: Situation) -> str | None:
    """Why an action cannot be done at all now; None if somebody can."""
    if act.turn == "own" and situation.encounter.turn is None:
        return "It is nobody's turn. `next` begins one."
    return None


# -------------------------------------------------------------------- who


def _ask_who(game: Game, action: ActionRule, situation: Situation) -> Pick:
    encounter = situation.encounter
    able = situation.able_figures()
    mine = _at_turn(encounter)
    among = [tag for tag in able if action.act.turn != "own" or tag in mine]
    barred = {tag: why for tag in among if (why := _hindrance(game, action, encounter, tag))}
    if action.act.turn == "own" and encounter.turn is not None:
        now = f"It is {possessive(encounter.name(encounter.turn))} turn"
        barred |= {tag: f"{now}, not {possessive(encounter.name(tag))}." for tag in able if tag not in mine}
    if action.act.turn == "others":
        barred |= {tag: f"It is {possessive(encounter.name(tag))} own turn." for tag in mine if tag in among}
    beside = {tag: said for tag in among if action.act.turn != "own" and (said := _said(game, encounter, tag))}
    return Pick(key="who", prompt=f"{action.label}: who?", among=tuple(among), barred=barred, beside=beside)


def _hindrance(game: Game, action: ActionRule, encounter: Encounter, who: Tag) -> str:
    """Why a figure cannot do an action now: by itself, or with anything that it has of the sort; empty if it can."""
    if action.sort == ANY:
        return why_not(game, encounter, who, action.name, action.act)
    if reason := hindrance(game, encounter, Order(who, action.name)):
        return reason
    if not action.sort:
        return ""
    there = _things(encounter, who, action.sort)
    if not there:
        return _has_none(game, encounter, who, action.sort)
    barred = _barred_things(game, action, encounter, who, there)
    return next(iter(barred.values())) if len(barred) == len(there) else ""


def _said(game: Game, encounter: Encounter, who: Tag) -> str:
    """The words that it said with an action and that still count, as what it waits for."""
    rules = (rule for rule in game.default.traits.values() if rule.condition)
    said = ((rule.label, encounter.of(who).traits.get(rule.name)) for rule in rules)
    return "; ".join(f"{label} {words}" for label, words in said if words)


def _at_turn(encounter: Encounter) -> tuple[Tag, ...]:
    """Whose turn it is: a figure, or the members of a group."""
    return () if encounter.turn is None else members(encounter, encounter.turn)


def _default_who(action: ActionRule) -> Default:
    def default(situation: Situation, given: Given) -> Answer | None:
        mine = _at_turn(situation.encounter)
        usual = action.act.turn == "own" or (action.act.turn == "any" and action.sort)
        return Picked(tags=mine) if usual and len(mine) == 1 else None

    return default


# -------------------------------------------------------------------- with what, and upon whom


def _things(encounter: Encounter, who: Tag, sort: str) -> Mapping[str, Thing]:
    """The things of a sort that a figure has, by the names that the file gives them."""
    piles = encounter.of(who).piles
    held = (tag for pile, tags in piles.items() if sort in (pile, ANY) for tag in tags)
    there = (encounter.things[tag] for tag in held if tag in encounter.things)
    return {str(thing.traits["thing"]): thing for thing in there if "thing" in thing.traits}


def _thing(encounter: Encounter, who: Tag, sort: str, name: str) -> Thing | None:
    return _things(encounter, who, sort).get(name)


def _ask_thing(game: Game, action: ActionRule, situation: Situation, given: Given) -> Choose:
    who = given.one("who") if "who" in given else ""
    there = _things(situation.encounter, who, action.sort) if who else {}
    labels = {name: thing_words(situation.rules, situation.encounter, who, thing) for name, thing in there.items()}
    barred = _barred_things(game, action, situation.encounter, who, there)
    rule = game.default.sorts.get(action.sort)
    if who and not there:
        barred[""] = _has_none(game, situation.encounter, who, action.sort)
    prompt = f"{action.label} what?" if rule is None else f"Which {rule.label}?"
    first = next((name for name in there if name not in barred), None)
    names = {name: thing.name for name, thing in there.items()}
    things = rule.several.capitalize() if rule is not None else "Things"
    missing = f"{situation.encounter.name(who)} has no {{word}}. {things}" if who else ""
    return Choose(
        key="using",
        prompt=prompt,
        options=tuple(there),
        labels=labels,
        names=names,
        barred=barred,
        default=first,
        missing=missing,
    )


def _barred_things(
    game: Game, action: ActionRule, encounter: Encounter, who: Tag, there: Mapping[str, Thing]
) -> dict[str, str]:
    """Which of these things the action cannot be done with now, each with the reason."""
    orders = {name: Order(who, _done_by(game, encounter, action, thing).name, thing) for name, thing in there.items()}
    return {name: why for name, order in orders.items() if (why := hindrance(game, encounter, order))}


def _done_by(game: Game, encounter: Encounter, action: ActionRule, thing: Thing | None) -> ActionRule:
    """The action itself; of `use` that by which the thing is used."""
    file = game.file(encounter)
    rule = rule_of_thing(file, thing) if thing is not None else None
    return action_for(file, rule) if rule is not None and action.sort == ANY else action


def _act(game: Game, action: ActionRule, situation: Situation, given: Given) -> Act:
    """The act as it is done with the thing that is said."""
    if "using" not in given or "who" not in given:
        return action.act
    encounter, who = situation.encounter, given.one("who")
    thing = _thing(encounter, who, action.sort, given.option("using"))
    return act_of(game, encounter, Order(who, _done_by(game, encounter, action, thing).name, thing))


def _ask_targets(game: Game, action: ActionRule, situation: Situation, given: Given) -> Pick:
    act = _act(game, action, situation, given)
    who = given.one("who") if "who" in given else ""
    among = possible_targets(situation, who, act)
    most = MOST_FIGURES if act.targets == "many" else 1
    least = 0 if act.targets in ("self", "none") else 1
    barred = _shielded(game, situation.encounter, action.name, among)
    prompt = f"{_done_with(situation, action, given)}: which target{'s' * (most > 1)}?"
    return Pick(
        key="targets",
        prompt=prompt,
        among=among,
        barred=barred,
        least=least,
        most=most,
    )


def _done_with(situation: Situation, action: ActionRule, given: Given) -> str:
    """What is done, to be said in a question: with which thing, else which action."""
    who = given.one("who") if "who" in given and "using" in given else ""
    thing = _thing(situation.encounter, who, action.sort, given.option("using")) if who else None
    return f"{thing.name[:1].upper()}{thing.name[1:]}" if thing is not None else action.label


def _shielded(game: Game, encounter: Encounter, action: str, among: Sequence[Tag]) -> dict[Tag, str]:
    """Those at whom an action cannot be aimed, each with the reason."""
    shielded = ((tag, shields(game, encounter, tag, action)) for tag in among)
    return {tag: f"{encounter.name(tag)} is {why}." for tag, why in shielded if why}


def _default_targets(game: Game, action: ActionRule) -> Default:
    def default(situation: Situation, given: Given) -> Answer | None:
        act = _act(game, action, situation, given)
        return Picked(tags=()) if act.targets in ("self", "none") else None

    return default


def _ask_words(game: Game, action: ActionRule) -> Text:
    if action.act.asks[0]:
        return Text(key="words", prompt=action.act.asks[1], optional=True)
    words = ("adv", "dis", *game.default.marks)
    check = complaint(lambda text: read_words(words, text))
    return Text(key="words", prompt="Advantage, cover, bonus?", words=words, optional=True, check=check)


def remember_end(play: Play, who: Tag) -> None:
    """Keeps whose turn has ended, for whatever reason, where a file has acts for that moment; an entry is nobody."""
    figure, file = play.encounter.figures.get(who), play.file
    if figure is not None and figure.standing == ENTRY.name:
        return
    acts = [*(rule.act for rule in file.actions.values()), *(rule.act for rule in file.things.values())]
    if any(act.turn == "after" for act in acts):
        play.ledger.record(_ENDED.set(TABLE, who))


async def offer_due(play: Play) -> None:
    """Where a turn has ended: offers each figure but those whose it was what it can do now."""
    ended = _ENDED.of(play.encounter, TABLE)
    if not ended:
        return
    play.ledger.record(_ENDED.clear(TABLE))
    for who in list(play.encounter.figures):
        if (
            who not in play.encounter.acting_as(ended)
            and play.ledger.able(who)
            and _orders(play.game, play.encounter, who)
        ):
            await _offer(play, who)


async def _offer(play: Play, who: Tag) -> None:
    def build() -> Choose:
        orders = _orders(play.game, play.encounter, who)
        labels = {name: _offered(play, order) for name, order in orders.items()}
        return Choose(
            key=f"after {who}",
            prompt=f"What does {play.encounter.name(who)} do now?",
            by=who,
            options=(*orders, _NO_ACT),
            labels={**labels, _NO_ACT: "nothing"},
            cites=play.file.cites.turn_end,
        )

    chosen = (await Ask(build)).option
    if (order := _orders(play.game, play.encounter, who).get(chosen)) is not None:
        await play.game.perform(play, await _aimed(play, order))


def _offered(play: Play, order: Order) -> str:
    """What may be done, with its price and what there is to pay it with: `Wing Attack (2 of 3 legendary)`."""
    act, tracks = act_of(play.game, play.encounter, order), play.encounter.of(order.who).tracks
    look = play.names(own=order.who, actor=order.who)
    called = order.thing.name if order.thing else play.file.actions[order.action].label
    price = [
        f"{least_cost(amount, look)} of {tracks[track].now} {play.file.tracks[track].label}"
        for track, amount in act.cost.items()
        if track in tracks
    ]
    return called + (f" ({', '.join(price)})" if price else "")


async def _aimed(play: Play, order: Order) -> Order:
    """The order with its targets, which are asked for."""
    act = act_of(play.game, play.encounter, order)
    if act.targets in ("self", "none"):
        return order

    def build() -> Pick:
        among = possible_targets(Situation(play.ledger.rules, play.encounter), order.who, act)
        return Pick(
            key=f"targets {order.who}",
            prompt=f"{order.thing.name if order.thing else order.action}: which target?",
            by=order.who,
            among=among,
            barred=_shielded(play.game, play.encounter, order.action, among),
            most=MOST_FIGURES if act.targets == "many" else 1,
        )

    picked = await Ask(build)
    return replace(order, targets=picked.tags)


def _orders(game: Game, encounter: Encounter, who: Tag) -> Mapping[str, Order]:
    """What a figure can do as another's turn ends, by name."""
    file, figure = game.file(encounter), encounter.figures[who]
    found = {name: Order(who, name, ordered=False) for name, rule in file.actions.items() if rule.act.turn == "after"}
    for tag in (tag for pile in figure.piles.values() for tag in pile if tag in encounter.things):
        thing = encounter.things[tag]
        rule = rule_of_thing(file, thing)
        if rule is not None and rule.act.turn == "after":
            found[rule.name] = Order(who, action_for(file, rule).name, thing, ordered=False)
    return {name: order for name, order in found.items() if not hindrance(game, encounter, order)}
