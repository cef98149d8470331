"""Actions of the system: those that the pane lists, each with its key, and the figures that each can be given first."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from referee.engine.bearer import Tag
from referee.engine.override_verbs import system_verbs
from referee.engine.problem import Problem
from referee.engine.question import Pick
from referee.engine.verb import Given, Situation
from referee.ui.controller.view import View

ActionTargets = Mapping[str, Mapping[Tag, str]]
"""For each verb the figures that it can be given first, each with the reason against it now; empty if there is none."""


class Action(NamedTuple):
    """A line of the actions pane."""

    key: str
    label: str
    word: str
    """The verb, or `:` and the key."""
    barred: str = ""
    """Why it cannot be done now; empty if it can."""


def actions(view: View) -> list[Action]:
    """The system's verbs, then the key actions of every table; empty where the encounter is open for reading only."""
    if view.read_only:
        return []
    situation = Situation(view.rules, view.encounter)
    keys = {verb.name: key for key, verb in view.hotkeys.items()}
    found: list[Action] = []
    for verb in system_verbs(view.rules):
        reason = verb.bar(situation) or ("answer first" if view.questions and not verb.interjects else "")
        found.append(Action(keys.get(verb.name, " "), verb.label, verb.name, reason))
    return found + [Action(key, label, f":{key}") for key, label in view.always]


def action_targets(situation: Situation, tags: Collection[Tag]) -> ActionTargets:
    """For each verb whose first question asks for a figure: which of these it can be, with the reason against it.

    A verb that is barred as a whole, or can be given none of them, is left out.
    """
    found: dict[str, Mapping[Tag, str]] = {}
    for verb in system_verbs(situation.rules):
        if not verb.params or verb.bar(situation):
            continue
        try:
            question = verb.params[0].ask(situation, Given())
        except Problem:
            continue
        if isinstance(question, Pick) and question.least <= 1:
            known = {*question.among, *question.barred}
            if targets := {tag: question.barred.get(tag, "") for tag in tags if tag in known}:
                found[verb.name] = targets
    return found
