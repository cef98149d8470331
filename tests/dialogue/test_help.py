"""What can be typed, as the help tells it."""

import pytest

from referee.dialogue.help import command_help
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.problem import NotUnderstood
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.verb import Situation
from referee.rules import registry


@pytest.mark.parametrize("system", list(registry.names()))
def test_the_help_of_add_names_each_kind_and_all_that_may_be_given(system: str) -> None:
    rules = registry.load(system)
    words = {word for word, _ in command_help(Situation(rules, bare(rules)), "add")}
    assert {template.kind for template in rules.templates} <= words
    given = {f"{kind.name}=" for kind in (*rules.tracks, *rules.traits)} | {
        f"{key}=" for key in rules.adding.equipment()
    }
    assert given <= words


@pytest.mark.parametrize(
    ("system", "wrong", "right"), [("scorched", "wapons", "weapons"), ("descent", "wapon", "weapon")]
)
def test_a_key_that_is_nearly_one_is_answered_with_it(system: str, wrong: str, right: str) -> None:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    with pytest.raises(NotUnderstood, match=f"Did you mean {right}\\?"):
        run_line(session, f"add {rules.templates[0].kind} {wrong}=sword")
