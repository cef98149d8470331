"""Topic lists: the lists in topics that are made on the screen."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

from referee.dialogue.json_help import json_help
from referee.dialogue.topics import Lists, Part, carried, lists_of
from referee.engine.verbs.offered_verbs import system_verbs
from referee.engine.verbs.verb import SharedKey
from referee.games import load
from referee.imports.format_list import FORMATS
from referee.rules import registry
from referee.ui.controller.view import View
from referee.ui.drawing.themes import theme, theme_names
from referee.ui.input.key_actions import KeyAction, keys_of
from referee.ui.input.own_keys import own_keys
from referee.ui.screens.page import Page


def page_lists(app: object, view: View | None) -> Lists:
    """The lists that can be made on the screen: of the game that is played, or of what all games have."""
    of_shell: Callable[[], Lists] = getattr(app, "topic_lists", dict)
    return {**screen_lists(), **of_shell(), **lists_of(view.rules if view is not None else load("plain"))}


def screen_lists() -> Lists:
    """The lists of keys, each as what declares them is called, and of the themes."""
    return {
        "the keys at the table": lambda: _rows(own_keys().actions),
        "the keys on every page": lambda: _rows(Page.keyed.values()),
        "the letters that games share": _shared_letters,
        "what is printed as JSON": _json,
        "what each game carries over": lambda: [(each, carried(load(each))) for each in registry.names()],
        "the formats": lambda: [(each.name, each.holds) for each in FORMATS],
        "the themes": lambda: [(name, theme(name).about) for name in theme_names()],
        **{f"the keys of {name}": partial(_page_keys, *found) for name, found in _PAGES.items()},
    }


def _json() -> Iterable[Part]:
    introduction, more, *blocks = json_help().split("\n\n")
    return (introduction, more, *(f"```\n{block}\n```" for block in blocks))


def _shared_letters() -> Iterator[Part]:
    """The letters that mean the same sort of action in all games, with what the games call it."""
    games = [system_verbs(load(name)) for name in registry.names()]
    for letter in SharedKey:
        called = dict.fromkeys(verb.label for verbs in games for verb in verbs if verb.hotkey == letter)
        yield letter.value, ", ".join(sorted(called))


_PAGES = {
    "the shelf": ("shelf", "Shelf"),
    "a new encounter": ("new_encounter", "NewEncounter"),
    "a campaign": ("campaign", "CampaignPage"),
    "the library": ("library", "LibraryPage"),
    "the map": ("board", "BoardPage"),
    "the sheet": ("figure", "FigureSheet"),
    "the history": ("history", "History"),
    "a correction": ("correction", "Correction"),
    "the settings": ("settings", "Settings"),
    "the rules": ("rules", "Rules"),
    "the topics": ("topics", "Topics"),
}
"""Each page with its module and its class, which is imported when its keys are listed."""


def _page_keys(module: str, name: str) -> list[Part]:
    """The keys of a page that not every page has."""
    page: type[Page] = getattr(import_module(f"referee.ui.screens.{module}"), name)
    return _rows(action for method, action in page.keyed.items() if action != Page.keyed.get(method))


def _rows(actions: Iterable[KeyAction[Any]]) -> list[Part]:
    return [(keys_of(action), action.help) for action in actions if action.help]
