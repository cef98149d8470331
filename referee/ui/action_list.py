"""The action list: what the system lets one do now, each with its key, and why not, if so."""

from typing import NamedTuple

from referee.engine.override_verbs import system_verbs
from referee.engine.verb import Situation
from referee.ui.view import View


class Action(NamedTuple):
    """One thing that can be done, or why not."""

    key: str
    label: str
    to: str
    """The verb, or `:` and the key."""
    barred: str = ""


def actions(view: View) -> list[Action]:
    """The system's verbs, and below them what every table can do; none for who only looks on."""
    if view.read_only:
        return []
    table = Situation(view.rules, view.encounter)
    keys = {verb.name: key for key, verb in view.hotkeys.items()}
    there: list[Action] = []
    for verb in system_verbs(view.rules):
        reason = verb.bar(table) or ("answer first" if view.questions and not verb.interjects else "")
        there.append(Action(keys.get(verb.name, " "), verb.label, verb.name, reason))
    return there + [Action(key, label, f":{key}") for key, label in view.always]
