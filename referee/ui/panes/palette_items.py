"""Palette items: everything that can be done, each with its key."""

import re
from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.parameters import obstacle
from referee.engine.verbs.verb import Situation
from referee.text.phrases import capitalised
from referee.ui.controller.controller import Controller
from referee.ui.input.key_actions import KeyAction, shown

S = TypeVar("S")


class Doable(Struct, frozen=True):
    """Something that can be done."""

    label: str
    key: str
    """As it is shown; empty if it has none."""
    about: str
    """What it does, in one line."""
    barred: str
    """Why it cannot be done now; empty if it can."""
    word: str
    """The verb, or `:` and the key."""
    group: str = ""
    """The heading that it stands under."""


def doables(table: Controller, commands: Iterable[KeyAction[Controller]]) -> list[Doable]:
    """The actions of the game, the keys of the table, and the orders without a key; what cannot be done comes last."""
    known = [command for command in commands if command.label]
    verbs = [replace(doable, group="In this game") for doable in _verbs(table, {command.label for command in known})]
    return _sorted([*verbs, *(replace(_of_key(table, each), group="At every table") for each in known)])


def doables_of_page(page: S, commands: Iterable[KeyAction[S]]) -> list[Doable]:
    """What the keys of a page do, but for those that move on it."""
    return _sorted(_of_key(page, command) for command in commands if command.label)


_CLAUSES = re.compile(r" \[[A-Z]+\d*-\d+( [A-Z]+\d*-\d+)*\]")
"""The clauses behind a reason, which are looked up elsewhere."""


def _sorted(found: Iterable[Doable]) -> list[Doable]:
    """By groups, the last that of what cannot be done now; in each, what has no key comes last."""
    groups: dict[str, int] = {}
    able = [replace(doable, group="Not now") if doable.barred else doable for doable in found]
    for doable in able:
        groups.setdefault(doable.group, len(groups))
    return sorted(able, key=lambda doable: (bool(doable.barred), groups[doable.group], not doable.key))


def _of_key(screen: S, command: KeyAction[S]) -> Doable:
    key = command.keys[0]
    barred = _CLAUSES.sub("", command.barred(screen))
    return Doable(_capital(command.menu or command.label), shown(key), command.help, barred, f":{key}")


def _capital(label: str) -> str:
    return capitalised(label)


def _verbs(table: Controller, besides: set[str]) -> list[Doable]:
    """The verbs, without those that a key of the table stands for."""
    if table.journal.read_only:
        return []
    session = table.session
    situation = Situation(session.rules, session.encounter, bool(session.questions))
    keys = {verb.name: key for key, verb in table.keys.hotkeys.items()}
    verbs = [verb for name, verb in all_verbs(session.rules).items() if name in keys or name not in besides]
    return [
        Doable(
            _capital(verb.label or verb.name),
            keys.get(verb.name, ""),
            verb.hint,
            _CLAUSES.sub("", obstacle(verb, situation)),
            verb.name,
        )
        for verb in verbs
    ]
