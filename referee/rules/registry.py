"""Registry of the games that come with the program or with installed packages, with the texts beside their rules:
clauses, a sample, catalogues.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from referee.engine.contract.clause import Clause
from referee.engine.problem import Refused
from referee.engine.state.own_values import Value
from referee.engine.verbs.ledger import System
from referee.text.harmless import clean
from referee.text.quoting import quoted, short

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SYSTEMS: dict[str, str] = {
    "black_keep": "The Black Keep",
    "olde_swords": "Olde Swords Reign",
    "gloomhaven": "Gloomhaven",
    "descent": "Descent: Journeys in the Dark",
    "scorched": "Scorched",
}
"""Name and title of every system that has code of its own; its rules are imported when they are asked for."""
SHIPPED = {"plain": "Plain", "fifth": "Fifth (SRD 5.1)"}
"""Name and title of every system that comes as a file."""


def titles() -> dict[str, str]:
    """Name and title of all systems: those with code of their own, and those that are shipped as files."""
    return {**SYSTEMS, **SHIPPED}


def names() -> tuple[str, ...]:
    """The names of all systems."""
    return tuple(titles())


def coded() -> tuple[str, ...]:
    """The names of those that have code of their own; no file takes one."""
    return tuple(SYSTEMS)


def load(name: str) -> System:
    """The rules of a system, of a file as it is shipped. Refused, with what there is, if nobody knows it."""
    if name in SYSTEMS:
        rules: System = import_module(f"referee.rules.{name}.ruleset").RULES
        return rules
    if name in SHIPPED:
        return _from_file(name)
    raise Refused(f"There is no system {quoted(name)}. Systems: {', '.join(titles())}.")


def shipped(name: str) -> bytes:
    """The file of one of SHIPPED, byte for byte."""
    return data_of("referee.rules.open_table", f"systems/{name}.toml")


@cache
def _from_file(name: str) -> System:
    """The rules of a shipped file, read once."""
    from referee.rules.open_table.language.system_file import read_system
    from referee.rules.open_table.play.ruleset import build

    return build(read_system(shipped(name), f"{name}.toml"))


GROUP = "referee.systems"


@cache
def plugins() -> "Mapping[str, EntryPoint]":
    """The registered systems by name, none of them loaded; what is installed is looked through once."""
    from importlib.metadata import entry_points  # late: its own imports take longer than all of a game

    return {point.name: point for point in entry_points(group=GROUP)}


def load_plugin(point: "EntryPoint") -> System:
    """The rules that a package registered. Refused, with the reason in one sentence, if they cannot be loaded."""
    called = short(clean(point.name), 40)
    package = clean(point.dist.name if point.dist is not None else point.name)
    try:
        found = point.load()
        rules = found() if callable(found) else found
    except (Exception, SystemExit) as error:  # code of others may raise anything
        if isinstance(error, ImportError) and (error.name or "").startswith("referee."):
            raise Refused(
                f"The package {short(package, 60)} was made for an earlier Referee: it asks for {error.name}, and "
                "what a game needs is in referee.game now."
            ) from error
        reason = short(clean(f"{type(error).__name__}: {error}"), 200)
        raise Refused(
            f"The system {called} cannot be loaded: {reason} (in the package {short(package, 60)})."
        ) from error
    if not isinstance(rules, System):
        raise Refused(f"The system {called} cannot be loaded: it is not a System of this program.")
    if rules.name != point.name:
        raise Refused(
            f"The system {called} cannot be loaded: its own name is "
            f"{quoted(clean(rules.name), 40)}. The two must match."
        )
    return replace(rules, package=package)


def data_of(package: str, name: str) -> bytes:
    """A file beside the rules of a system. OSError if there is none."""
    # Not importlib.resources, which imports much more.
    return get_data(package, name) or b""


@cache
def toml_of(package: str, name: str) -> Mapping[str, Any]:
    """A TOML file of a system, read once."""
    import tomli  # late: a game of code can be begun without its clauses

    return tomli.loads(data_of(package, name).decode())


def as_traits(table: Mapping[str, Any]) -> dict[str, Value]:
    """The values of a TOML table as traits of figures and things: a list is a tuple."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}


def clauses_of(package: str) -> Callable[[], tuple[Clause, ...]]:
    """Reads a system's rules.toml when it is asked for."""
    return lambda: tuple(Clause(**entry) for entry in toml_of(package, "rules.toml")["clause"])


def sample_of(package: str) -> Callable[[], str]:
    """Reads a system's sample encounter, a script that sets it up, when it is asked for."""
    return lambda: data_of(package, "sample.txt").decode()
