"""Commands: what the referee can do on a screen. Keys, help, hint line and command line are all made from these."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from referee.engine.ledger import System
from referee.engine.override_verbs import system_verbs
from referee.engine.verb import Verb
from referee.ui.controller.controller import Controller
from referee.ui.controller.display import MenuKey

S_contra = TypeVar("S_contra", contravariant=True)

_SHOWN = {
    " ": "Space",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "delete": "Del",
    "backspace": "Backspace",
}
_PRESSED = {shown: key for key, shown in _SHOWN.items()} | {"↑↓": "down"}


class KeyAction(Generic[S_contra]):
    """One thing that can be done; who inherits says how."""

    name = ""
    """Its word on the command line; empty where there is no sense in typing it."""
    keys: tuple[str, ...] = ()
    """The keys that do it; the first is the one that is shown."""
    label = ""
    """How the hint line calls it."""
    help = ""
    """What it does, in one sentence."""
    changes = False
    """It changes the encounter, and is not offered to those who only look on."""
    hinted = False
    """It is worth a place in the hint line."""
    hinted_in = ""
    """The pane in which it is worth the first places there."""
    only_in = ""
    """The pane in which it is this key; elsewhere it may be an action of the game. Empty: in all."""
    menu = ""
    """How the actions pane calls it, below the system's own; empty where it is not listed there."""

    def barred(self, screen: S_contra) -> str:
        """Why it cannot be done now; empty if it can."""
        return ""

    def run(self, screen: S_contra) -> None:
        """Does it."""
        raise TypeError("a command says itself what it does")


CLOSED = "Open for reading only: nothing can be changed here."


class Closed(KeyAction[Any]):
    """Stands for a command that changes something, where the encounter is open for reading only."""

    changes = True

    def __init__(self, keys: Iterable[str]) -> None:
        self.keys = tuple(keys)

    def barred(self, screen: object) -> str:
        return CLOSED


def for_reading(commands: Iterable[KeyAction[S_contra]]) -> tuple[KeyAction[S_contra], ...]:
    """The same commands; those that change something are closed, and neither hinted nor listed."""
    return tuple(Closed(command.keys) if command.changes else command for command in commands)


def shown(key: str) -> str:
    """A key as it is written in help and hints."""
    if key in _SHOWN:
        return _SHOWN[key]
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return key.upper() if len(key) > 1 and key[0] == "f" and key[1:].isdigit() else key


def pressed(shown: str) -> str:
    """The key that is written so."""
    return _PRESSED.get(shown, shown if len(shown) == 1 else shown.lower())


def by_key(commands: Iterable[KeyAction[S_contra]]) -> dict[str, KeyAction[S_contra]]:
    """The command of each key."""
    return {key: command for command in commands for key in command.keys}


def by_name(commands: Iterable[KeyAction[S_contra]]) -> dict[str, KeyAction[S_contra]]:
    """The command of each word of the command line."""
    return {command.name: command for command in commands if command.name}


def hints(commands: Iterable[KeyAction[S_contra]], pane: str = "") -> tuple[tuple[str, str], ...]:
    """Keys and labels for the hint line, first those that are worth a place while that pane has the arrow keys."""
    commands = tuple(commands)
    here = [command for command in commands if pane and command.hinted_in == pane]
    return tuple((shown(each.keys[0]), each.label) for each in (*here, *(c for c in commands if c.hinted)))


def listed(commands: Iterable[KeyAction[Controller]]) -> tuple[MenuKey, ...]:
    """Those that the actions pane lists."""
    return tuple(MenuKey(command.keys[0], command.menu, command.barred) for command in commands if command.menu)


def hotkeys(rules: System, taken: Iterable[str], own: Mapping[str, str] | None = None) -> Mapping[str, Verb]:
    """A key for each verb of the system's menu: the one it wishes for, or another letter of its name that is free.

    The screen's own keys are taken first: a new one can take the key that a system wishes for. Then those that the
    referee gave to verbs, in `own`.
    """
    taken, own = set(taken), own or {}
    free = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") - taken
    verbs = system_verbs(rules)
    keys: dict[str, str] = {}
    for verb in verbs:
        if (key := own.get(verb.name, "")) and key not in taken and key not in keys.values():
            keys[verb.name] = key
            free.discard(key)
    # First every wish that can be granted, so that no other verb takes it for want of its own.
    for verb in verbs:
        if verb.name not in keys and verb.hotkey in free:
            keys[verb.name] = verb.hotkey
            free.discard(verb.hotkey)
    for verb in verbs:
        wishes = [*verb.name, *verb.name.upper(), *sorted(free)]
        if verb.name not in keys and (key := next((wish for wish in wishes if wish in free), "")):
            keys[verb.name] = key
            free.discard(key)
    return {keys[verb.name]: verb for verb in verbs if verb.name in keys}
