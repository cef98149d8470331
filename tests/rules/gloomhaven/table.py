"""A table of Gloomhaven that a test can sit down at."""

from importlib import import_module
from pathlib import Path

from referee.engine.ruleset import Ruleset

HERE = Path(__file__).parent


def load(name: str) -> Ruleset:
    """The rules of a system, straight from its package."""
    rules: Ruleset = import_module(f"referee.rules.{name}.ruleset").RULES
    return rules
