"""Throws that a rule reads alike come out alike: with all throws told apart the odds are the same, in every system."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import Refused
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.recorded_steps import Item
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.odds import chances, command_odds
from referee.odds.chances import JointChance, TooMany
from referee.odds.command_odds import Odds
from referee.rules import registry
from tests.rules.shelf import ALL, NAMES, played_lines

MOST_RUNS = 80
"""Ways that are played where all throws are told apart."""


@pytest.mark.one_in(96, rest=45)
@pytest.mark.parametrize(("system", "path"), ALL, ids=NAMES)
def test_as_if_all_throws_were_told_apart(system: str, path: Path) -> None:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in played_lines(path.read_text(encoding="utf-8")):
        run_line(session, line)
        for encounter, command, items in _begun(session):
            apart = _apart(rules, encounter, command, items)
            if apart is not None:
                merged = command_odds.Walker(rules, encounter, command).walk(items)
                assert merged.ends == apart.ends, line
                assert sum(merged.ends.values()) == 1 - merged.cut
                assert merged.runs <= apart.runs


def _begun(session: Session) -> Iterator[tuple[Encounter, Command, tuple[Item, ...]]]:
    """The open command, if it is the only one and dice are asked for."""
    if len(session.resolved_commands) == 1 and any(isinstance(question, Roll) for question in session.questions):
        (resolved,) = session.resolved_commands
        yield resolved.before, resolved.entry.command, resolved.entry.items


def _told_apart(question: AnyQuestion) -> AnyQuestion:
    match question:
        case Roll():
            return replace(question, reads=None)
        case Numbers():
            return replace(question, first="")
        case _:
            return question


def _apart(rules: System, encounter: Encounter, command: Command, items: tuple[Item, ...]) -> Odds | None:
    """The odds with all throws told apart; None if these are too many, or a choice is left open."""

    usual = chances.joint_chances

    def each(encounter: Encounter, questions: Sequence[AnyQuestion]) -> list[JointChance]:
        return usual(encounter, [_told_apart(question) for question in questions])

    with patch.object(command_odds, "joint_chances", each), patch.object(command_odds, "MOST_RUNS", MOST_RUNS):
        try:
            return command_odds.Walker(rules, encounter, command).walk(items)
        except (TooMany, Refused):
            return None
