"""Action list: what the actions pane offers at the moment."""

from collections.abc import Collection, Mapping, Sequence

from referee.engine.problem import Problem
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import Tag
from referee.engine.verbs.offered_verbs import system_verbs
from referee.engine.verbs.parameters import obstacle, open_question
from referee.engine.verbs.verb import Given, Situation
from referee.ui.controller.view import Action, View

ACTIONS_KEY = "f7"
"""Goes to the actions, where the arrow keys bring in those that have no room."""


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
    count = len(barred)
    fold = [Action(view.fold_key, f"{count} more, not now", f":{view.fold_key}", folds=count)] if barred else []
    return [first, *able, *fold, *(barred if view.all_actions else ())]


def system_actions(view: View, known: Sequence[Action] = ()) -> list[Action]:
    """The actions of the game, each with what bars it now: each verb is asked, which takes time.

    known: those of before; what waits for an answer is as it was when nothing was asked.
    """
    situation, asks = Situation(view.rules, view.encounter), bool(view.questions)
    keys, before = {verb.name: key for key, verb in view.hotkeys.items()}, {each.word: each for each in known}
    found: list[Action] = []
    for verb in system_verbs(view.rules):
        waits = asks and not verb.interjects
        barred = before[verb.name].barred if waits and verb.name in before else obstacle(verb, situation)
        found.append(Action(keys.get(verb.name, " "), verb.label, verb.name, barred, verb.hint, waits=waits))
    return found


def action_targets(situation: Situation, tags: Collection[Tag]) -> ActionTargets:
    """For each verb whose first question asks for a figure: which of these it can be, with the reason against it.

    A verb that is barred as a whole, or can be given none of them, is left out.
    """
    found: dict[str, Mapping[Tag, str]] = {}
    for verb in system_verbs(situation.rules):
        if not verb.params or verb.bar(situation):
            continue
        try:
            first = verb.params[0]
            question = open_question(verb, first, situation, Given(), {}, first.ask(situation, Given()))
        except Problem:
            continue
        if isinstance(question, Pick) and question.least <= 1:
            known = {*question.among, *question.barred}
            if targets := {tag: question.barred.get(tag, "") for tag in tags if tag in known}:
                found[verb.name] = targets
    return found
