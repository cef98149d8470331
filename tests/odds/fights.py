"""The sample fight of each system, begun, with every die thrown at the table; and the odds of an order in it."""

from functools import cache

from referee.command_language.line import read_line
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.odds.command_odds import WORK, Policy, odds
from referee.odds.possible_ends import Odds
from referee.rules import registry

STARTS = {
    "black_keep": ("next",),
    "olde_swords": ("next", "< 15", "< 9", "< 16", "< 4", "< mira"),
    "fifth": ("next", "< 18 13 12 14 9 5"),
    "descent": ("next", "< harl", "battle"),
    "plain": ("next",),
    "scorched": ("next", "<1 4", "< 5"),
    "gloomhaven": (
        *("pick mira 15 61", "pick sly 12 86", "pick ilse 40 25", "pick oda 42 30", "next"),
        *("< 50", "< 32", "< 45"),
    ),
}
ATTACKS = {
    "black_keep": "attack r1",
    "olde_swords": "attack g1",
    "fifth": "attack longsword g1",
    "descent": "attack g1",
    "scorched": "fight vs4",
    "gloomhaven": "attack bg1 3",
}
"""An attack in the first turn of each sample."""


@cache
def lines_of(system: str) -> tuple[str, ...]:
    """The lines that set up the sample and begin it."""
    rules = registry.load(system)
    return ("dice table", *rules.sample().splitlines(), *STARTS[system])


def begun(system: str, *more: str) -> Session:
    """The sample of a system in its first turn, after these lines."""
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in (*lines_of(system), *more):
        run_line(session, line)
    return session


def played(rules: System, *lines: str) -> Session:
    """A table of that system with all dice typed, after these lines."""
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in ("dice table", *lines):
        run_line(session, line)
    return session


def command(session: Session, order: str) -> Command:
    """The command that a line means."""
    found = read_line(session.situation, order)
    assert isinstance(found, Command)
    return found


def odds_of(session: Session, order: str, policy: Policy = "proposed", work: int = 40 * WORK) -> Odds:
    """The odds of an order, with time enough for all ways."""
    return odds(session.rules, session.encounter, command(session, order), policy=policy, work=work)
