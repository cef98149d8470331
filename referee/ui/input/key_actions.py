"""Key actions: what keys do on a screen, declared with `@key` on the function that does it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import methodcaller
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import system_verbs
from referee.engine.verbs.verb import Verb
from referee.ui.controller.controller import Controller, MenuKey

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., None])

_ACTION = "key_action"
"""The attribute of a function that holds its key action."""

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


def not_barred(screen: object) -> str:
    """The bar of what can be done at any time: no reason why not."""
    return ""


class KeyAction(Struct, Generic[S], frozen=True):
    """One thing that keys do on a screen: keys, help, hint line, palette and command line are all made from these."""

    keys: tuple[str, ...]
    """The keys that do it; the first is the one that is shown."""
    run: Callable[[S], None]
    """Does it."""
    label: str = ""
    """How the hint line calls it, and the name that gives it other keys in `keymap.toml`."""
    help: str = ""
    """What it does, in one sentence."""
    name: str = ""
    """Its word on the command line; empty where there is no sense in typing it."""
    menu: str = ""
    """How the actions pane calls it, below the system's own; empty where it is not listed there."""
    changes: bool = False
    """It changes the encounter, and is not offered to those who only look on."""
    hinted: bool = False
    """It is worth a place in the hint line."""
    hinted_in: str = ""
    """The pane in which it is worth the first places there."""
    only_in: str = ""
    """The pane in which its keys do this; elsewhere they may be actions of the game. Empty: in all panes."""
    barred: Callable[[S], str] = not_barred
    """Why it cannot be done now; empty if it can."""


def key(
    *keys: str,
    help: str,
    hint: str = "",
    label: str = "",
    name: str = "",
    menu: str = "",
    changes: bool = False,
    hinted_in: str = "",
    only_in: str = "",
    bar: Callable[[Any], str] = not_barred,
) -> Callable[[F], F]:
    """Declares the keys of a method of a page, or of a function of the table; it can be called as before.

    hint: its label, where it is worth a place in the hint line. bar: why it cannot be done now; empty if it can.
    """

    def declared(run: F) -> F:
        rest = name, menu, changes, bool(hint), hinted_in, only_in, bar
        vars(run)[_ACTION] = KeyAction(keys, run, hint or label, help, *rest)
        return run

    return declared


changing_key = partial(key, changes=True)
"""As `key`, for what changes the encounter."""


def declared_in(scope: type | ModuleType) -> dict[str, KeyAction[Any]]:
    """The key actions that a class or a module declares itself, by the names of their functions, in their order."""
    functions = {name: value for name, value in vars(scope).items() if isinstance(value, FunctionType)}
    return {name: vars(run)[_ACTION] for name, run in functions.items() if _ACTION in vars(run)}


def distinct(actions: Iterable[KeyAction[S]], where: str) -> tuple[KeyAction[S], ...]:
    """The same actions. TypeError where two of them have the same key, or the same name."""
    actions = tuple(actions)
    found = Counter(f"the key {shown(key)}" for action in actions for key in action.keys)
    found += Counter(f"the name {action.name}" for action in actions if action.name)
    if twice := [word for word, count in found.items() if count > 1]:
        raise TypeError(f"Declared twice among the keys of {where}: {', '.join(twice)}.")
    return actions


class Keyed:
    """A screen whose methods are declared with `@key`. A method that is overridden does what its key does, too."""

    keyed: ClassVar[Mapping[str, KeyAction[Any]]] = MappingProxyType({})
    """By the names of the methods: those of the class itself in their order, then those of its base."""
    commands: Sequence[KeyAction[Any]] = ()
    """The same, or what can be done just now."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = {name: replace(action, run=methodcaller(name)) for name, action in declared_in(cls).items()}
        cls.keyed = own | {name: action for name, action in cls.keyed.items() if name not in own}
        cls.commands = distinct(cls.keyed.values(), cls.__name__)


CLOSED = "The encounter is open read-only: nothing can be changed."


def closed(keys: Iterable[str]) -> KeyAction[Any]:
    """Stands for a command that changes something, where the encounter is open for reading only."""
    return KeyAction(tuple(keys), lambda screen: None, changes=True, barred=lambda screen: CLOSED)


def for_reading(commands: Iterable[KeyAction[S]]) -> tuple[KeyAction[S], ...]:
    """The same commands; those that change something are closed, and neither hinted nor listed."""
    return tuple(closed(command.keys) if command.changes else command for command in commands)


def shown(key: str) -> str:
    """A key as it is written in help and hints."""
    if key in _SHOWN:
        return _SHOWN[key]
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return key.upper() if len(key) > 1 and key[0] == "f" and key[1:].isdigit() else key


def keys_of(command: KeyAction[Any]) -> str:
    """The keys of a command as they are written."""
    words = " ".join(map(shown, command.keys))
    return f"{words}  :{command.name}" if command.name else words


def pressed(shown: str) -> str:
    """The key that is written so."""
    return _PRESSED.get(shown, shown if len(shown) == 1 else shown.lower())


def by_key(commands: Iterable[KeyAction[S]]) -> dict[str, KeyAction[S]]:
    """The command of each key."""
    return {key: command for command in commands for key in command.keys}


def by_name(commands: Iterable[KeyAction[S]]) -> dict[str, KeyAction[S]]:
    """The command of each word of the command line."""
    return {command.name: command for command in commands if command.name}


def hints(commands: Iterable[KeyAction[S]], pane: str = "", first: str = "") -> tuple[tuple[str, str], ...]:
    """Keys and labels for the hint line: first the one of that name, if there is one, then those that are worth a
    place while that pane has the arrow keys.
    """
    commands = tuple(commands)
    here = [command for command in commands if first and command.name == first]
    here += [command for command in commands if pane and command.hinted_in == pane]
    return tuple((shown(each.keys[0]), each.label) for each in (*here, *(c for c in commands if c.hinted)))


def listed(commands: Iterable[KeyAction[Controller]]) -> tuple[MenuKey, ...]:
    """Those that the actions pane lists."""
    return tuple(MenuKey(command.keys[0], command.menu, command.barred) for command in commands if command.menu)


def hotkeys(rules: System, taken: Iterable[str], own: Mapping[str, str] | None = None) -> Mapping[str, Verb]:
    """A key for each verb of the system's menu: its hotkey, or another letter of its name that is free.

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
    # First every requested key that is free, so that no other verb takes it.
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
