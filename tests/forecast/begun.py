"""Encounters that are forecast in tests, and many fights of one."""

from collections import Counter
from collections.abc import Iterator

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.forecast.fight import End, fight, start_of
from referee.forecast.policies import Policy
from referee.rules import registry

GAMES = ("black_keep", "olde_swords", "descent", "gloomhaven", "scorched", "fifth")
DUEL = ("add goblin Ann side=heroes hp=1 init=20", "add goblin Bob hp=1 init=10")
"""Each hits the other on 11 or more and kills with it; Ann goes first."""


def table(system: str, *lines: str) -> Session:
    """A table of that system after these lines; without any, with the sample of the game."""
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines or rules.sample().splitlines():
        run_line(session, line)
    return session


def fights(session: Session, count: int, policies: dict[str, Policy] | None = None, seed: int = 5) -> Iterator[End]:
    """So many fights from where a session stands."""
    start = start_of(session)
    return (fight(session.rules, start, policies or {}, f"{seed} {n}") for n in range(count))


def winners(session: Session, count: int, policies: dict[str, Policy] | None = None) -> Counter[str]:
    """How often each side wins."""
    return Counter(end.winner for end in fights(session, count, policies))
