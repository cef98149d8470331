"""Systems from outside: coded rules that an installed package registers in the entry point group `referee.systems`.

An entry point names a function without parameters that returns a System, or the System itself.
"""

from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points

from referee.engine.ledger import System
from referee.engine.number import short
from referee.engine.problem import Refused
from referee.text import clean

GROUP = "referee.systems"


def plugins() -> dict[str, EntryPoint]:
    """The registered systems by name, none of them loaded."""
    return {point.name: point for point in entry_points(group=GROUP)}


def load_plugin(point: EntryPoint) -> System:
    """The rules that a package registered. Refused, with the reason in one sentence, if they cannot be loaded."""
    called = short(clean(point.name), 40)
    package = clean(point.dist.name if point.dist is not None else point.name)
    try:
        found = point.load()
        rules = found() if callable(found) else found
    except (Exception, SystemExit) as error:  # whatever goes wrong in code that is not ours
        reason = short(clean(f"{type(error).__name__}: {error}"), 200)
        raise Refused(
            f"The system {called} cannot be loaded: {reason} (in the package {short(package, 60)})."
        ) from error
    if not isinstance(rules, System):
        raise Refused(f"The system {called} cannot be loaded: it is no System of this program.")
    if rules.name != point.name:
        raise Refused(f"The system {called} cannot be loaded: it calls itself {short(clean(rules.name), 40)!r}.")
    return replace(rules, package=package)
