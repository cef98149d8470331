"""Every verb of every game takes the parameters that it asks for, by their names."""

import inspect

import pytest

from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Verb
from referee.rules import registry

VERBS = [
    pytest.param(verb, id=f"{name} {verb.name}")
    for name in registry.names()
    for verb in all_verbs(registry.load(name)).values()
]


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_takes_what_it_asks(verb: Verb) -> None:
    _, *taken = inspect.signature(verb.run).parameters.values()
    if [each.kind for each in taken] != [inspect.Parameter.VAR_KEYWORD]:  # which takes whatever there is
        assert [each.name for each in taken] == [param.name for param in verb.params]
