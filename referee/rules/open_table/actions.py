"""Actions: the verbs of the menu, made from the acts of a file."""

from collections.abc import Callable, Mapping

from referee.engine.answer import Answer, Picked, Said
from referee.engine.ask import Steps
from referee.engine.bearer import Tag, Thing
from referee.engine.encounter import MOST_FIGURES, Encounter
from referee.engine.ledger import Ledger
from referee.engine.problem import complaint
from referee.engine.question import Choose, Pick, Text
from referee.engine.shared_key import SharedKey
from referee.engine.verb import Given, Param, Situation, Verb
from referee.rules.open_table import acting
from referee.rules.open_table.called_tests import read_words
from referee.rules.open_table.costs import why_not
from referee.rules.open_table.course import Order
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import rule_of_thing
from referee.rules.open_table.tables.act import Act, ActionRule
from referee.rules.open_table.targets import possible_targets

Default = Callable[[Situation, Given], Answer | None]


def verbs(game: Game) -> tuple[Verb, ...]:
    """A verb for each action."""
    return tuple(_verb(game, action) for action in game.default.actions.values())


def _verb(game: Game, action: ActionRule) -> Verb:
    def run(ledger: Ledger, **answers: Answer) -> Steps:
        given = Given(answers)
        who = given.one("who")
        order = Order(
            who,
            action.name,
            _thing(ledger.encounter, who, action.sort, given.option("using")) if "using" in given else None,
            given.tags("targets") if "targets" in given else (),
            given.text("words") if "words" in given else "",
        )
        return acting.perform(game, ledger, order)

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
    )


def _params(game: Game, action: ActionRule) -> list[Param]:
    """Who, with which thing, whom, and the words that are said with it."""
    params = [Param("who", lambda t, g: _ask_who(game, action, t), _default_who(action), nobody="Nobody can do that.")]
    if action.sort:
        params.append(Param("using", lambda t, g: _ask_thing(action, t, g), nobody="It has nothing to do that with."))
    if action.sort or action.act.targets in ("one", "many"):
        params.append(Param("targets", lambda t, g: _ask_targets(game, action, t, g), _default_targets(game, action)))
    if game.default.marks and (action.sort or action.act.tests):
        params.append(Param("words", lambda t, g: _ask_words(game), lambda t, g: Said(text=""), rest=True))
    return params


def _barred(act: Act, situation: Situation) -> str | None:
    """Why an action cannot be done at all now; None if somebody can."""
    if act.turn == "own" and situation.encounter.turn is None:
        return "It is nobody's turn: `next` begins one."
    return None


# -------------------------------------------------------------------- who


def _ask_who(game: Game, action: ActionRule, situation: Situation) -> Pick:
    encounter = situation.encounter
    able = [tag for tag in encounter.figures if situation.able(tag)]
    mine = _at_turn(encounter)
    among = [tag for tag in able if action.act.turn != "own" or tag in mine]
    barred = {tag: why for tag in among if (why := why_not(game, encounter, tag, action.name, action.act))}
    if action.act.turn == "own" and encounter.turn is not None:
        now = f"It is {encounter.name(encounter.turn)}'s turn."
        barred |= {tag: now for tag in able if tag not in mine}
    if action.act.turn == "others":
        barred |= {tag: f"It is {encounter.name(tag)}'s own turn." for tag in mine if tag in among}
    return Pick(key="who", prompt=f"{action.label}: who?", among=tuple(among), barred=barred)


def _at_turn(encounter: Encounter) -> tuple[Tag, ...]:
    """Whose turn it is: a figure, or the members of a group."""
    turn = encounter.turn
    if turn is None:
        return ()
    return encounter.groups[turn].members if turn in encounter.groups else (turn,)


def _default_who(action: ActionRule) -> Default:
    def default(situation: Situation, given: Given) -> Answer | None:
        mine = _at_turn(situation.encounter)
        usual = action.act.turn == "own" or (action.act.turn == "any" and action.sort)
        return Picked(tags=mine) if usual and len(mine) == 1 else None

    return default


# -------------------------------------------------------------------- with what, and upon whom


def _things(encounter: Encounter, who: Tag, sort: str) -> Mapping[str, Thing]:
    """The things of a sort that a figure has, by the names that the file gives them."""
    held = encounter.of(who).piles.get(sort, ())
    there = (encounter.things[tag] for tag in held if tag in encounter.things)
    return {str(thing.traits.get("thing", thing.tag)): thing for thing in there}


def _thing(encounter: Encounter, who: Tag, sort: str, name: str) -> Thing | None:
    return _things(encounter, who, sort).get(name)


def _ask_thing(action: ActionRule, situation: Situation, given: Given) -> Choose:
    who = given.one("who") if "who" in given else ""
    there = _things(situation.encounter, who, action.sort) if who else {}
    labels = {name: thing.name for name, thing in there.items()}
    prompt, first = f"{action.label} with what?", next(iter(there), None)
    return Choose(key="using", prompt=prompt, options=tuple(there), labels=labels, default=first)


def _act(game: Game, action: ActionRule, situation: Situation, given: Given) -> Act:
    """The act as it is done with the thing that is said."""
    if "using" not in given or "who" not in given:
        return action.act
    thing = _thing(situation.encounter, given.one("who"), action.sort, given.option("using"))
    rule = rule_of_thing(game.file(situation.encounter), thing) if thing is not None else None
    return rule.act.laid_over(action.act) if rule is not None else action.act


def _ask_targets(game: Game, action: ActionRule, situation: Situation, given: Given) -> Pick:
    act = _act(game, action, situation, given)
    who = given.one("who") if "who" in given else ""
    among = possible_targets(situation, who, act)
    most = MOST_FIGURES if act.targets == "many" else 1
    return Pick(key="targets", prompt=f"{action.label}: whom?", among=among, most=most)


def _default_targets(game: Game, action: ActionRule) -> Default:
    def default(situation: Situation, given: Given) -> Answer | None:
        act = _act(game, action, situation, given)
        return Picked(tags=()) if act.targets in ("self", "none") else None

    return default


def _ask_words(game: Game) -> Text:
    words = ("adv", "dis", *game.default.marks)
    check = complaint(lambda text: read_words(words, text))
    return Text(key="words", prompt="Words", words=words, optional=True, check=check)
