"""Options: each is read in words of the game, in the question, the log and the help; its order is typed as ever."""

import re

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.contract.option import Option
from referee.engine.dice.chance import DICE
from referee.engine.questions.answer import Chosen
from referee.engine.questions.question import Choose
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Given, Situation
from referee.rules import registry
from referee.words.bearer import given

MACHINE = re.compile(
    r"_|\b(?:chebyshev|orthogonal|negate|metric|nat\d+|mod|auto|init|fnp|inv|crit|ac|dex|threshold|deadly|setback)\b"
    r"|^(?:on|off|ask|kept|anew|own|new|entry|place|now|pool|spends|grant)$"
)
"""What a program calls something; a game's own abbreviations are written as the game writes them: AC, Ap."""


def read(option: Option) -> list[str]:
    """What is read of an option."""
    return [option.called, *map(option.label, option.choices)]


@pytest.mark.parametrize("name", registry.names())
def test_an_option_and_its_choices_are_read_in_words(name: str) -> None:
    for option in (*registry.load(name).options, DICE):
        for text in read(option):
            assert MACHINE.search(text) is None, f"{option.name}: {text}"
        assert "_" not in re.sub(r"`[^`]*`", "", option.hint)
        assert len(set(map(option.label, option.choices))) == len(option.choices)


@pytest.mark.parametrize("name", registry.names())
def test_each_choice_is_made_by_its_order_and_told_by_its_label(name: str) -> None:
    rules = registry.load(name)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for option in rules.options:
        for choice in reversed(option.choices):
            run_line(session, f"option {option.name} {choice}")
            assert option.of(session.encounter) == choice
            said = given(rules, option.name, choice)
            assert said == f"{option.called}: {option.label(choice)}"
        assert given(rules, option.name, None) == f"{option.called}: {option.label(option.choices[0])}"


@pytest.mark.parametrize("name", registry.names())
def test_the_question_for_a_choice_says_what_each_means(name: str) -> None:
    rules = registry.load(name)
    situation = Situation(rules, bare(rules))
    first, second = all_verbs(rules)["option"].params
    which = first.ask(situation, Given({}))
    assert isinstance(which, Choose)
    for option in rules.options:
        assert which.labels[option.name].startswith(f"{option.called}: ")
        asked = second.ask(situation, Given({"name": Chosen(option=option.name)}))
        assert isinstance(asked, Choose)
        assert [asked.labels.get(choice, choice) for choice in option.choices] == read(option)[1:]
        assert option.called in asked.prompt
