"""What the settings page tells of the file of the referee's own keys."""

from collections.abc import Iterator

from referee.engine.ledger import System
from referee.engine.override_verbs import all_verbs
from referee.rules import registry
from referee.text import clean
from referee.ui.input.own_keys import FILE, OwnKeys, own_keys, path


def keys_told(rules: System) -> str:
    """Where the file lies, what it changes, and what is wrong with it."""
    own = own_keys()
    where = f'own keys by the names of actions: {clean(str(path()))}, with lines such as next = "f12".'
    return " ".join((where, *own.problems, *_unknown(own, rules)))


def _unknown(own: OwnKeys, rules: System) -> Iterator[str]:
    """Names that neither this game nor another has; the others are only loaded for names that this one has not."""
    left = {name for name in own.verbs if name not in all_verbs(rules)}
    if left:
        left -= {name for system in registry.names() for name in all_verbs(registry.load(system))}
    for name in sorted(left):
        yield f"{FILE}: nothing is called {clean(name, 20)}."
