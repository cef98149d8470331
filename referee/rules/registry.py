"""Registry: the systems there are. A system is a folder beside this file and one line here."""

from importlib import import_module

from referee.engine.ledger import System
from referee.engine.number import short
from referee.engine.problem import Refused

SYSTEMS: dict[str, str] = {
    "black_keep": "The Black Keep",
    "olde_swords": "Olde Swords Reign",
    "gloomhaven": "Gloomhaven",
    "descent": "Descent: Journeys in the Dark",
    "scorched": "Scorched",
}
"""Every system's name and title; its rules are imported when they are asked for."""


def names() -> tuple[str, ...]:
    """The names of all systems."""
    return tuple(SYSTEMS)


def load(name: str) -> System:
    """The rules of a system. Refused, with what there is, if nobody knows it."""
    if name not in SYSTEMS:
        raise Refused(f"There is no system {short(name)!r}; there is {', '.join(SYSTEMS)}.")
    rules: System = import_module(f"referee.rules.{name}.ruleset").RULES
    return rules
