"""Verbs of the table: the note, the options of the rules, who throws the dice."""

from referee.engine.dice.chance import DICE
from referee.engine.events.event import TraitSet
from referee.engine.questions.answer import Chosen, Said
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import TABLE
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks, override, verb


def _ask_option(situation: Situation) -> Choose:
    options = {option.name: f"{option.called}: {option.hint}" for option in situation.rules.options}
    return Choose(key="name", prompt="Which option?", options=tuple(options), labels=options)


def _ask_choice(situation: Situation, name: Chosen) -> Choose:
    option = situation.rules.option(name.option)
    if option is None:
        return Choose(key="choice", prompt="Which choice?", options=())
    labels = {choice: option.label(choice) for choice in option.choices if option.label(choice) != choice}
    return Choose(key="choice", prompt=f"{option.called}: {option.hint}?", options=option.choices, labels=labels)


@override(hint="changes an option of the rules")
async def option(
    ledger: Ledger,
    name: Chosen = asks(_ask_option, nobody="This game has no options."),
    choice: Chosen = asks(_ask_choice),
) -> None:
    """Sets an option of the rules, from this point of the fight on."""
    ledger.record(TraitSet(tag=TABLE, trait=name.option, value=choice.option))
    await ledger.rules.on_set(ledger, TABLE, name.option)


_ASK_MODE = Choose(key="mode", prompt=f"Dice: {DICE.hint}?", options=DICE.choices)


@override(hint="who rolls the dice: split, app or table", topic="dice")
async def dice(ledger: Ledger, mode: Chosen = asks(_ASK_MODE)) -> None:
    """Sets who throws the dice, from this point of the fight on."""
    ledger.record(DICE.set(mode.option))


@verb(hint="writes a line in the log", interjects=True)
async def note(ledger: Ledger, text: Said = asks(Text(key="text", prompt="What is the note?"), rest=True)) -> None:
    """Writes a line of the referee's into the log."""
    ledger.remark(text.text)
