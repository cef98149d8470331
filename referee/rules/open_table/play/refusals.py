"""Clauses that explain a refusal: finds them for a comparison, and puts them at the end of a sentence."""

from collections.abc import Iterable

from referee.rules.open_table.language.conditions import ConditionRule
from referee.rules.open_table.language.expression import When, names_in
from referee.rules.open_table.language.options import OptionRule
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.language.traits import TraitRule


def cites_of(file: SystemFile, when: When) -> tuple[str, ...]:
    """Clauses of the conditions, traits, tracks and options that a comparison names."""
    named: list[ConditionRule | TraitRule | TrackRule | OptionRule | None] = []
    for name in names_in(when):
        if name.scope == "option":
            named.append(file.options.get(name.word))
        elif name.scope.endswith("has"):
            named.append(file.conditions.get(name.word))
        else:
            named += [file.traits.get(name.word), file.tracks.get(name.word)]
    return tuple(dict.fromkeys(clause for rule in named if rule is not None for clause in rule.cites))


def explained(sentence: str, clauses: Iterable[str]) -> str:
    """Puts clauses before the full stop of a sentence: `It has begun [F5-28].` Returns it unchanged without clauses."""
    cited = ", ".join(dict.fromkeys(clauses))
    if not cited:
        return sentence
    stop = "." if sentence.endswith(".") else ""
    return f"{sentence.removesuffix('.')} [{cited}]{stop}"
