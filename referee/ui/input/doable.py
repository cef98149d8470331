"""Everything that can be done at the table or on a page, as the palette lists it; what cannot be done comes last."""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from referee.engine.obstacle import obstacle
from referee.engine.override_verbs import all_verbs
from referee.engine.verb import Situation, Verb
from referee.ui.controller.controller import Controller
from referee.ui.input.key_actions import KeyAction, shown

S = TypeVar("S")


class Doable(NamedTuple):
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


def doables(table: Controller, commands: Iterable[KeyAction[Controller]]) -> list[Doable]:
    """The actions of the game, the keys of the table, and the orders without a key; what cannot be done comes last."""
    known = [command for command in commands if command.label]
    return _sorted([*_verbs(table, {command.label for command in known}), *(_of_key(table, each) for each in known)])


def doables_of_page(page: S, commands: Iterable[KeyAction[S]]) -> list[Doable]:
    """What the keys of a page do, but for those that move on it."""
    return _sorted(_of_key(page, command) for command in commands if command.label)


def _sorted(found: Iterable[Doable]) -> list[Doable]:
    return sorted(found, key=lambda doable: (bool(doable.barred), not doable.key))


def _of_key(screen: S, command: KeyAction[S]) -> Doable:
    key = command.keys[0]
    return Doable(_capital(command.menu or command.label), shown(key), command.help, command.barred(screen), f":{key}")


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


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
            _about(verb),
            obstacle(verb, situation),
            verb.name,
        )
        for verb in verbs
    ]


def _about(verb: Verb) -> str:
    return f"{verb.hint} [{' '.join(verb.cites)}]" if verb.cites else verb.hint
