"""Takers: which of the system's verbs can be begun with somebody, because they first ask for just such a one."""

from collections.abc import Collection, Mapping

from referee.engine.bearer import Tag
from referee.engine.override_verbs import system_verbs
from referee.engine.problem import Problem
from referee.engine.question import Pick
from referee.engine.verb import Given, Situation

Takers = Mapping[str, Mapping[Tag, str]]
"""For each verb those that it may be given first, and why not now, if so."""


def takers(table: Situation, tags: Collection[Tag]) -> Takers:
    """What each verb of the menu would say to these; a verb that cannot be given at all is left out."""
    found: dict[str, Mapping[Tag, str]] = {}
    for verb in system_verbs(table.rules):
        if not verb.params or verb.bar(table):
            continue
        try:
            question = verb.params[0].ask(table, Given())
        except Problem:
            continue
        if isinstance(question, Pick) and question.least <= 1:
            known = {*question.among, *question.barred}
            if there := {tag: question.barred.get(tag, "") for tag in tags if tag in known}:
                found[verb.name] = there
    return found
