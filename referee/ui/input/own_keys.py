"""Own keys: `keymap.toml` in the settings folder gives actions other keys, by their names."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_config_path

from referee.engine.dice.typed_faces import FACE_LETTERS
from referee.engine.problem import Problem
from referee.engine.verbs.ledger import System
from referee.store.settings import read_toml
from referee.text.harmless import clean
from referee.toml_file import TomlFile
from referee.ui.controller.controller import Controller
from referee.ui.input import figure_keys, navigation_keys, play_keys
from referee.ui.input.key_actions import KeyAction, by_key, declared_in, distinct, pressed, shown

TableKey = KeyAction[Controller]

_MODULES = (play_keys, figure_keys, navigation_keys)
KEY_ACTIONS = distinct((action for module in _MODULES for action in declared_in(module).values()), "the table")
"""All keys of the encounter screen, in the order of its help."""

FILE = "keymap.toml"
_NAMED = frozenset((*(f"f{n}" for n in range(1, 13)), "delete", "insert", "backspace", "home", "end"))
_FIXED = frozenset(("ctrl+q", "ctrl+m", "ctrl+j", "ctrl+i", "ctrl+h"))
"""Keys of the toolkit, and those that a terminal cannot tell from Enter, Tab and Backspace."""


class OwnKeys(Struct, frozen=True):
    """The keys of the table as the referee wants them."""

    actions: tuple[TableKey, ...]
    verbs: Mapping[str, str]
    """Keys for verbs of games, by the names of the verbs."""
    problems: tuple[str, ...]
    """What is wrong with the file, a sentence each; what is wrong has no effect."""
    places: Mapping[str, str] = {}
    """File and line of each of the names in `verbs`."""


def path() -> Path:
    """Where the file is looked for."""
    return Path(user_config_path("referee"), FILE)


@lru_cache(maxsize=1)
def own_keys() -> OwnKeys:
    """The keys of the table with what the file changes; those of the program where there is no such file."""
    try:
        return bound(KEY_ACTIONS, read_toml(path()))
    except FileNotFoundError:
        return OwnKeys(KEY_ACTIONS, {}, ())
    except Problem as problem:
        return OwnKeys(KEY_ACTIONS, {}, (str(problem),))


def table_actions(rules: System) -> tuple[TableKey, ...]:
    """The screen's own actions, with the keys that they have in that game.

    Where dice show symbols, a face that is typed where nothing is asked must do nothing: an action that has another
    key, too, leaves the letters of faces alone.
    """
    actions = own_keys().actions
    return tuple(map(_without_faces, actions)) if rules.dice.show_symbols else actions


def taken_keys(actions: Iterable[TableKey]) -> list[str]:
    """The keys that no action of a game can have beside these; digits choose figures."""
    return [*by_key(action for action in actions if not action.only_in), *"0123456789"]


def _without_faces(action: TableKey) -> TableKey:
    keys = tuple(key for key in action.keys if key not in FACE_LETTERS)
    return replace(action, keys=keys) if keys else action


def bound(actions: Iterable[TableKey], file: TomlFile) -> OwnKeys:
    """The actions with the keys that a file gives them; a key that another action has is refused."""
    problems: list[str] = []
    wished: dict[str, tuple[str, ...]] = {}
    places: dict[str, str] = {}
    actions = tuple(actions)
    by_menu = {action.menu.lower(): action.label for action in actions if action.menu and action.label}
    for name, value in file.data.items():
        keys, place = _keys(value), file.place(name)
        if keys is None:
            problems.append(f"{place}: {clean(str(value), 20)} cannot be the key of {clean(name, 20)}.")
        else:
            label = by_menu.get(name.lower(), name.lower())
            wished[label], places[label] = keys, place
    labels = {action.label for action in actions if action.label}
    ours = {name: keys for name, keys in wished.items() if name in labels}
    verbs = {name: keys[0] for name, keys in wished.items() if name not in labels}
    while clash := _clash(actions, ours):
        name, key, other = clash
        problems.append(_taken(places[name], key, name, other))
        del ours[name]
    bound_actions = tuple(_with(action, ours) for action in actions)
    taken = {key: action.label for action in bound_actions for key in action.keys}
    for name, key in tuple(verbs.items()):
        if key in taken:
            problems.append(_taken(places[name], key, name, taken[key]))
            del verbs[name]
    return OwnKeys(bound_actions, verbs, tuple(problems), {name: places[name] for name in verbs})


def _taken(place: str, key: str, name: str, other: str) -> str:
    return (
        f"{place}: {shown(key)} cannot be the key of {clean(name, 20)}: it is already the key "
        f"of {other or 'something else'}."
    )


def _clash(actions: Iterable[TableKey], wished: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str] | None:
    """The last action whose wished key another one has, too: its name, the key, and the name of the other."""
    owner: dict[str, str] = {}
    ordered = sorted(actions, key=lambda action: list(wished).index(action.label) if action.label in wished else -1)
    for action in ordered:
        for key in _with(action, wished).keys:
            if key in owner:
                return action.label, key, owner[key]
            owner[key] = action.label
    return None


def _with(action: TableKey, wished: Mapping[str, tuple[str, ...]]) -> TableKey:
    return replace(action, keys=wished.get(action.label, action.keys)) if action.label else action


def _keys(value: object) -> tuple[str, ...] | None:
    """The keys that are written: one, or a list; None if one of them is none, or cannot be had."""
    words = value if isinstance(value, list) else [value]
    keys = tuple(pressed(word) if isinstance(word, str) else "" for word in words)
    return keys if keys and all(map(_is_key, keys)) else None


def _is_key(key: str) -> bool:
    if len(key) == 1:
        return key.isprintable() and not key.isspace() and not key.isdigit()
    letter = key.removeprefix("ctrl+")
    return key in _NAMED or (letter != key and len(letter) == 1 and letter.isalpha() and key not in _FIXED)
