"""Actions of the system: those that the pane lists, each with its key, and the figures that each can be given first."""

from collections.abc import Collection, Mapping, Sequence

from referee.engine.bearer import Tag
from referee.engine.obstacle import obstacle
from referee.engine.override_verbs import system_verbs
from referee.engine.problem import Problem
from referee.engine.question import Pick
from referee.engine.verb import Given, Situation, Verb
from referee.ui.controller.view import Action, View
from referee.ui.drawing.glyphs import GLYPHS

ActionTargets = Mapping[str, Mapping[Tag, str]]
"""For each verb the figures that it can be given first, each with the reason against it now; empty if there is none."""


def actions(view: View, own: Sequence[Action] | None = None) -> list[Action]:
    """`next`, what can be done now, then how many cannot, and if those are unfolded, each with its reason.

    Empty where the encounter is open for reading only. `own`: `system_actions`, where they are known.
    """
    if view.read_only:
        return []
    first, *always = view.always
    everything = [*(system_actions(view) if own is None else own), *always]
    able = [action for action in everything if not action.barred]
    barred = [action for action in everything if action.barred]
    fold = (
        [Action(view.fold_key, f"{GLYPHS.more} {len(barred)} not now", f":{view.fold_key}", folds=True)]
        if barred
        else []
    )
    return [first._replace(hint=view.upcoming), *able, *fold, *(barred if view.all_actions else ())]


def system_actions(view: View) -> list[Action]:
    """The actions of the game, each with what bars it now: each verb is asked, which takes time."""
    situation = Situation(view.rules, view.encounter, bool(view.questions))
    keys = {verb.name: key for key, verb in view.hotkeys.items()}
    return [
        Action(keys.get(verb.name, " "), verb.label, verb.name, _reason(verb, situation), verb.hint)
        for verb in system_verbs(view.rules)
    ]


def _reason(verb: Verb, situation: Situation) -> str:
    if situation.asked and not verb.interjects:
        return "answer first"
    return obstacle(verb, situation)


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
