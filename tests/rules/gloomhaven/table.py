"""A table of Gloomhaven that a test can sit down at."""

from importlib import import_module
from pathlib import Path

from referee.engine.verbs.ledger import System

HERE = Path(__file__).parent


def load(name: str) -> System:
    """The rules of a system, straight from its package."""
    rules: System = import_module(f"referee.rules.{name}.ruleset").RULES
    return rules
