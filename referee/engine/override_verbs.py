"""The verbs of a game: those that every table has, and the game's own."""

from collections.abc import Mapping
from functools import lru_cache

from referee.engine import board_drawing, board_editing, countdown, hiding, waiting
from referee.engine.add_verb import add, bring
from referee.engine.answer import Chosen, Said
from referee.engine.bearer import TABLE
from referee.engine.chance import DICE
from referee.engine.condition_overrides import condition, lift
from referee.engine.event import TraitSet
from referee.engine.ledger import Ledger
from referee.engine.number import short
from referee.engine.overrides import clone, damage, heal, remove, rename, set_value
from referee.engine.problem import Refused
from referee.engine.question import Choose, Text
from referee.engine.roll_verb import roll
from referee.engine.verb import RulesetWithVerbs, Situation, Verb, asks, override, verb


def _ask_option(situation: Situation) -> Choose:
    options = {option.name: f"{option.called}: {option.hint}" for option in situation.rules.options}
    return Choose(key="name", prompt="Which option?", options=tuple(options), labels=options)


def _ask_choice(situation: Situation, name: Chosen) -> Choose:
    option = situation.rules.option(name.option)
    if option is None:
        return Choose(key="choice", prompt="Which reading?", options=())
    labels = {choice: option.label(choice) for choice in option.choices if option.label(choice) != choice}
    return Choose(key="choice", prompt=f"{option.called}: {option.hint}?", options=option.choices, labels=labels)


@override(hint="another reading of the rules")
async def option(
    ledger: Ledger,
    name: Chosen = asks(_ask_option, nobody="This game has no options."),
    choice: Chosen = asks(_ask_choice),
) -> None:
    """Another reading of the rules holds from here on."""
    ledger.record(TraitSet(tag=TABLE, trait=name.option, value=choice.option))
    await ledger.rules.on_set(ledger, TABLE, name.option)


def _ask_mode(situation: Situation) -> Choose:
    return Choose(key="mode", prompt=f"Dice: {DICE.hint}?", options=DICE.choices)


@override(hint="who throws: split, app or table")
async def dice(ledger: Ledger, mode: Chosen = asks(_ask_mode)) -> None:
    """Someone else throws the dice from here on."""
    ledger.record(DICE.set(mode.option))


@verb(hint="a line in the log", interjects=True)
async def note(ledger: Ledger, text: Said = asks(lambda situation: Text(key="text", prompt="Note"), rest=True)) -> None:
    """The referee writes a line into the log."""
    ledger.remark(text.text)


VERBS: tuple[Verb, ...] = (
    *(add, bring, clone, remove, rename, set_value, damage, heal, condition, lift),
    *waiting.VERBS,
    *(option, dice, note, roll),
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
