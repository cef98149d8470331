"""Conditions of the systems: where they are declared, and the words by which they are known."""

from collections import Counter
from importlib import import_module

import pytest

from referee.engine.conditions.typed import condition_named
from referee.rules import registry
from tests.rules.test_structure import imported_modules, module_name, sources

SYSTEMS = ("gloomhaven", "olde_swords", "scorched")
"""The systems whose conditions are made in their module `conditions` only, which gives them as CONDITIONS."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_the_conditions_module_makes_kinds_of_condition(system: str) -> None:
    makers = [
        module_name(path)
        for path in sources(system)
        if "referee.engine.contract.condition_kind.ConditionKind" in imported_modules(path)
    ]
    assert makers == [f"referee.rules.{system}.conditions"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_conditions_are_declared_as_they_stand_there(system: str) -> None:
    module = import_module(f"referee.rules.{system}.conditions")
    assert registry.load(system).conditions == module.CONDITIONS


def test_no_other_module_of_gloomhaven_names_a_condition() -> None:
    module = import_module("referee.rules.gloomhaven.conditions")
    names = {f'"{kind.name}"' for kind in module.CONDITIONS}
    for path in sources("gloomhaven"):
        text = path.read_text(encoding="utf-8")
        assert path.stem == "conditions" or not [name for name in names if name in text]


@pytest.mark.parametrize("system", registry.names())
def test_a_condition_is_known_by_the_word_that_the_log_has_for_it(system: str) -> None:
    rules = registry.load(system)
    labels = Counter(kind.label for kind in rules.conditions)
    found = {
        kind.name: condition_named(rules, kind.label)
        for kind in rules.conditions
        if kind.label and labels[kind.label] == 1
    }
    assert all(name == named for name, named in found.items()), found
