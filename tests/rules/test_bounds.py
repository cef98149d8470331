"""Bounds: which numbers the referee may give, in every system."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.figures.add_details import read_value
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.rules import registry

ALL = pytest.mark.parametrize("rules", [registry.load(name) for name in registry.names()], ids=lambda rules: rules.name)


@ALL
def test_what_a_template_brings_is_within_the_bounds(rules: System) -> None:
    for template in rules.templates:
        for name, track in template.tracks.items():
            kind = rules.track(name)
            assert kind and kind.maximum >= (track.now if track.most is None else track.most) >= kind.minimum
        for name, value in template.traits.items():
            trait = rules.trait(name)
            if trait is not None and type(value) is int:
                assert trait.minimum <= value <= trait.maximum


@ALL
def test_numbers_out_of_bounds_are_refused_with_the_bounds(rules: System) -> None:
    for kind in (*rules.tracks, *(trait for trait in rules.traits if type(trait.default) is int)):
        for number in (kind.minimum - 1, kind.maximum + 1):
            with pytest.raises(Problem, match=f"{kind.minimum} to {kind.maximum}, not {number}|{number}. has too"):
                read_value(rules, kind.name, str(number))


@ALL
def test_a_change_of_a_track_has_bounds_too(rules: System) -> None:
    session = Session(rules, MemoryStepLog(Encounter(system=rules.name)))
    kind = rules.health_track
    run_line(session, f"add {rules.templates[0].kind} Ann {kind.name}=5")
    with pytest.raises(Problem, match=f", not {kind.maximum + 1}"):
        run_line(session, f"set ann {kind.name} +{kind.maximum + 1}")


@ALL
def test_a_condition_has_no_more_than_so_many_tokens(rules: System) -> None:
    session = Session(rules, MemoryStepLog(Encounter(system=rules.name)))
    run_line(session, f"add {rules.templates[0].kind} Ann")
    with pytest.raises(Problem, match="1 to 99, not 100"):
        run_line(session, "condition ann own-mark x100")


@ALL
def test_a_side_is_not_called_by_a_word_that_answers(rules: System) -> None:
    session = Session(rules, MemoryStepLog(Encounter(system=rules.name)))
    for word in ("roll", "all"):
        with pytest.raises(Problem, match="cannot be the name of a side"):
            run_line(session, f"add {rules.templates[0].kind} Ann side={word}")
