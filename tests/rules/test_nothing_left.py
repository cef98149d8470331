"""Nobody is up with nothing left that keeps it up, in no game: refused, or it falls."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.problem import Refused
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry

SORTS = [
    ("black_keep", "player", "wounds"),
    ("descent", "hero", "wounds"),
    ("gloomhaven", "character", "hp"),
    ("olde_swords", "hero", "hp"),
    ("scorched", "model", "wounds"),
]


def table(system: str) -> Session:
    rules = registry.load(system)
    return Session(rules, MemoryStepLog(bare(rules)))


@pytest.mark.parametrize(("system", "kind", "track"), SORTS)
def test_nobody_comes_with_nothing_left(system: str, kind: str, track: str) -> None:
    session = table(system)
    with pytest.raises(Refused, match=f"Ann cannot join with no {session.rules.health_label} left"):
        run_line(session, f"add {kind} Ann {track}=0")
    assert not session.encounter.figures and session.step_log.position == 0


@pytest.mark.parametrize(("system", "kind", "track"), SORTS)
def test_who_is_set_to_nothing_falls_and_is_not_set_up(system: str, kind: str, track: str) -> None:
    session = table(system)
    run_line(session, f"add {kind} Ann")
    run_line(session, f"set ann {track} 0")
    assert not session.rules.up(session.encounter, "ann")
    run_line(session, "note whatever is asked")
    with pytest.raises(Refused, match="cannot be up yet"):
        run_line(session, "set ann standing up")


def test_a_monster_with_all_its_tokens_is_killed() -> None:
    session = table("descent")
    run_line(session, "add ghoul")
    run_line(session, "set g1 tokens 9")
    assert session.encounter.figures["g1"].standing == "killed"


@pytest.mark.parametrize(("system", "kind", "track"), [*SORTS, ("fifth", "goblin", "hp"), ("plain", "foe", "hp")])
def test_who_is_given_some_again_is_up_again(system: str, kind: str, track: str) -> None:
    session = table(system)
    run_line(session, f"add {kind} Ann {track}=3")
    run_line(session, f"set ann {track} 0")
    run_line(session, f"set ann {track} 2")
    assert session.rules.up(session.encounter, "ann")
    run_line(session, "remove ann")
    run_line(session, f"set ann {track} 1")
    assert session.encounter.figures["ann"].standing == "away"
