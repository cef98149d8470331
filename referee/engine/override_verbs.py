"""Overrule: the verbs that every table has. The referee outranks the rules, and the log says so."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from referee.engine import board_drawing, board_editing, countdown, hiding, overrides, waiting
from referee.engine.add_verb import add, bring
from referee.engine.answer import Answer, Counted, Picked, Said
from referee.engine.ask import Steps
from referee.engine.bearer import Tag
from referee.engine.chance import DICE
from referee.engine.condition_name import condition_named, own_name
from referee.engine.encounter import MOST_FIGURES
from referee.engine.kinds import AWAY, AnyTrait
from referee.engine.number import short
from referee.engine.override_checks import (
    changed,
    duration_problem,
    misspelt,
    name_problem,
    share_problem,
    value_problem,
)
from referee.engine.problem import Refused, complaint
from referee.engine.question import Amount, Choose, Pick, Text
from referee.engine.recruit import MOST_COPIES, track_named
from referee.engine.roll_verb import read_roll, roll
from referee.engine.verb import Command, Given, Param, RulesetWithVerbs, Situation, Verb


def _on_table(situation: Situation) -> tuple[Tag, ...]:
    return tuple(f.tag for f in situation.encounter.figures.values() if f.standing != AWAY.name)


def _anybody(most: int, prompt: str, away_too: bool = False) -> Param:
    def ask(situation: Situation, given: Given) -> Pick:
        among = tuple(situation.encounter.figures) if away_too else _on_table(situation)
        return Pick(key="who", prompt=prompt, among=among, most=most)

    return Param("who", ask, nobody="There is no figure on the table.")


def _said(
    name: str, prompt: str, check: Callable[[Situation, Given, str], str | None], optional: bool = False
) -> Param:
    def ask(situation: Situation, given: Given) -> Text:
        return Text(key=name, prompt=prompt, optional=optional, check=lambda text: check(situation, given, text))

    silent = (lambda situation, given: Said(text="")) if optional else None
    return Param(name, ask, default=silent, rest=True)


def _ask_what(situation: Situation, given: Given) -> Choose:
    kinds: tuple[str, ...] = tuple(track.name for track in situation.rules.tracks)
    traits: tuple[AnyTrait, ...] = situation.rules.traits
    names = (*kinds, *(trait.name for trait in traits), "side", "standing")
    if not situation.rules.own_tracks:
        return Choose(key="what", prompt="What is to be set?", options=names)
    who = given.tags("who") if "who" in given else ()
    own = [track for tag in who for track in situation.encounter.of(tag).tracks if track not in names]
    check = complaint(lambda text: track_named(situation.rules, text))
    return Choose(key="what", prompt="What is to be set?", options=(*names, *dict.fromkeys(own)), own=check)


def _ask_value(situation: Situation, given: Given) -> Text:
    what = given.option("what") if "what" in given else ""
    who = given.tags("who") if "who" in given else ()
    return Text(
        key="value",
        prompt=f"{what} becomes",
        check=lambda text: value_problem(situation, who, what, text),
        comes_to=lambda text: changed(situation, who, what, text),
    )


def _ask_condition(situation: Situation, given: Given) -> Text:
    kinds, own = situation.rules.conditions, situation.kept.conditions()
    words = (*(kind.name for kind in kinds), *(condition.name for condition in own))
    meant = (*words, *(alias for kind in kinds for alias in kind.aliases))
    return Text(key="kind", prompt="Which condition?", words=words, check=lambda text: misspelt(meant, text))


def _with_usual(situation: Situation, command: Command) -> Command:
    """A condition of the referee's own lasts as long as it usually does, where nothing is said."""
    given = Given(command.given)
    if "kind" not in given or ("details" in given and given.text("details")):
        return command
    name = condition_named(situation.rules, given.text("kind"))
    own = {own_name(condition.name): condition for condition in situation.kept.conditions()}
    if situation.rules.condition(name) or name not in own or not own[name].usual:
        return command
    return command.model_copy(update={"given": {**command.given, "details": Said(text=own[name].usual)}})


def _ask_worn(situation: Situation, given: Given) -> Text:
    who = given.get("who")
    tags = who.tags if isinstance(who, Picked) else ()
    worn = dict.fromkeys(there.kind for tag in tags for there in situation.encounter.of(tag).conditions)
    return Text(key="kind", prompt="Which condition?", words=tuple(worn))


def _ask_amount(situation: Situation, given: Given) -> Amount:
    return Amount(key="amount", prompt="How much?", least=0, most=9999)


def _ask_copies(situation: Situation, given: Given) -> Amount:
    return Amount(key="copies", prompt="How many?", least=1, most=MOST_COPIES)


def _ask_before(situation: Situation, given: Given) -> Pick:
    who = given.tags("who") if "who" in given else ()
    among = tuple(dict.fromkeys(slot.who for slot in situation.encounter.order if slot.who not in who))
    return Pick(key="before", prompt="Before whom? (nobody: last)", among=among, least=0)


def _ask_option(situation: Situation, given: Given) -> Choose:
    options = {option.name: f"{option.called}: {option.hint}" for option in situation.rules.options}
    return Choose(key="name", prompt="Which option?", options=tuple(options), labels=options)


def _ask_choice(situation: Situation, given: Given) -> Choose:
    option = situation.rules.option(given.option("name"))
    if option is None:
        return Choose(key="choice", prompt="Which reading?", options=())
    labels = {choice: option.label(choice) for choice in option.choices if option.label(choice) != choice}
    return Choose(key="choice", prompt=f"{option.called}: {option.hint}?", options=option.choices, labels=labels)


def _ask_mode(situation: Situation, given: Given) -> Choose:
    return Choose(key="mode", prompt=f"Dice: {DICE.hint}?", options=DICE.choices)


def _one(situation: Situation, given: Given) -> Answer:
    return Counted(n=1)


def _over(
    name: str,
    run: Callable[..., Steps],
    *params: Param,
    hint: str,
    bar: Callable[[Situation], str | None] = lambda situation: None,
    in_full: Callable[[Situation, Command], Command] = lambda situation, command: command,
) -> Verb:
    """A verb of the referee's own hand: it may come at any time, and is marked."""
    return Verb(name, run, params, hint=hint, interjects=True, overrules=True, bar=bar, in_full=in_full)


def _no_health(situation: Situation) -> str | None:
    return None if situation.rules.health_track else f"In {situation.rules.title} nobody has health."


VERBS: tuple[Verb, ...] = (
    add,
    bring,
    _over(
        "clone",
        overrides.clone,
        _anybody(MOST_FIGURES, "Who is copied?"),
        Param("copies", _ask_copies, _one),
        hint="more of the same",
    ),
    _over(
        "remove",
        overrides.remove,
        _anybody(MOST_FIGURES, "Who leaves the table?"),
        hint="off the table; `set g1 standing up` undoes it",
    ),
    _over(
        "rename",
        overrides.rename,
        _anybody(1, "Who gets another name?", away_too=True),
        _said("name", "New name", name_problem),
        hint="another name; the tag stays",
    ),
    _over(
        "set",
        overrides.set_value,
        _anybody(MOST_FIGURES, "Whose?", away_too=True),
        Param("what", _ask_what),
        Param("value", _ask_value, rest=True),
        hint="any track or trait, side or standing: set ulf wounds 2",
    ),
    _over(
        "damage",
        overrides.damage,
        _anybody(MOST_FIGURES, "Who is hurt?"),
        Param("amount", _ask_amount),
        _said("share", "half WHO, none WHO, by WHO, because WHY", share_problem, True),
        hint="damage g1-3,5 8 half g2 because its shield burns",
        bar=_no_health,
    ),
    _over(
        "heal",
        overrides.heal,
        _anybody(MOST_FIGURES, "Who is healed?"),
        Param("amount", _ask_amount),
        hint="heal ulf 1",
        bar=_no_health,
    ),
    _over(
        "condition",
        overrides.condition,
        _anybody(MOST_FIGURES, "Upon whom?"),
        Param("kind", _ask_condition),
        _said("details", "How long: 3 turns, 3r rounds, end WHO, save 15", duration_problem, True),
        hint="any word, and how long: 3 (turns), 3r, end WHO",
        in_full=_with_usual,
    ),
    _over(
        "lift",
        overrides.lift,
        _anybody(MOST_FIGURES, "Off whom?"),
        Param("kind", _ask_worn),
        hint="a condition is over",
    ),
    Verb("next", overrides.advance, hint="this turn ends, the next begins"),
    _over(
        "move",
        overrides.move,
        _anybody(MOST_FIGURES, "Who moves in the order?"),
        Param("before", _ask_before),
        hint="another place in the order of this round: move g1 ulf",
    ),
    *waiting.VERBS,
    _over(
        "option",
        overrides.option,
        Param("name", _ask_option, nobody="This game has no options."),
        Param("choice", _ask_choice),
        hint="another reading of the rules",
    ),
    _over("dice", overrides.dice, Param("mode", _ask_mode), hint="who throws: split, app or table"),
    Verb(
        "note",
        overrides.note,
        (_said("text", "Note", lambda t, g, text: None),),
        hint="a line in the log",
        interjects=True,
    ),
    Verb(
        "roll",
        roll,
        (_said("dice", "Dice", lambda t, g, text: complaint(read_roll)(text)),),
        hint="any dice: roll 3d6+2, roll d20 hidden, roll 2d6 typed, roll 2d6 = 4 3",
        interjects=True,
    ),
    *countdown.VERBS,
    *board_editing.VERBS,
    *board_drawing.VERBS,
    *hiding.VERBS,
)


@lru_cache(maxsize=16)
def all_verbs(rules: RulesetWithVerbs) -> Mapping[str, Verb]:
    """All that can be ordered under these rules: what every table has, and the system's verbs, which go before."""
    return {verb.name: verb for verb in (*VERBS, *rules.verbs)}


def verb_of(rules: RulesetWithVerbs, name: str) -> Verb:
    """The verb of that name. Refused, with what there is, if there is none."""
    verb = all_verbs(rules).get(name)
    if verb is None:
        raise Refused(f"There is no command {short(name)!r}.")
    return verb


def system_verbs(rules: RulesetWithVerbs) -> tuple[Verb, ...]:
    """The verbs of the menu: those that have a label."""
    return tuple(verb for verb in rules.verbs if verb.label)
