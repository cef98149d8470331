"""Registry: the systems there are: a folder beside this file, or a system file that is shipped, and one line here."""

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
    "plain": "Plain",
    "fifth": "Fifth (SRD 5.1)",
}
"""Every system's name and title; its rules are imported, or its file read, when they are asked for."""
FILES = ("plain", "fifth")
"""Those that are system files."""
_read: dict[str, System] = {}


def names() -> tuple[str, ...]:
    """The names of all systems."""
    return tuple(SYSTEMS)


def coded() -> tuple[str, ...]:
    """The names of those that have code of their own; no file takes one."""
    return tuple(name for name in SYSTEMS if name not in FILES)


def load(name: str) -> System:
    """The rules of a system. Refused, with what there is, if nobody knows it."""
    if name in FILES:
        return _from_file(name)
    if name not in SYSTEMS:
        raise Refused(f"There is no system {short(name)!r}; there is {', '.join(SYSTEMS)}.")
    rules: System = import_module(f"referee.rules.{name}.ruleset").RULES
    return rules


def _from_file(name: str) -> System:
    """The rules of a shipped file, read once."""
    if name not in _read:
        from referee.rules.open_table.check import read_system
        from referee.rules.open_table.ruleset import build
        from referee.rules.open_table.shipped import shipped

        _read[name] = build(read_system(shipped(name), f"{name}.toml"))
    return _read[name]
