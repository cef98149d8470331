"""Figure that an order to add one would bring, as far as it is typed."""

from typing import TYPE_CHECKING

from referee.engine.figures.figure_words import alone, from_words
from referee.engine.figures.library import GameLibrary, own_kinds
from referee.engine.figures.recruit import Recruit
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.add import add_recruits
from referee.engine.verbs.ledger import Ledger, System

if TYPE_CHECKING:
    pass


def typed_figure(rules: System, kept: GameLibrary, text: str) -> tuple[Encounter, Figure] | None:
    """The figure that an order to add some would add as far as it is typed, in an encounter of its own: the last that
    is named. Of a name that is only begun, the first kind that begins so; None if there is none.
    """
    from referee.command_language.read_command import (  # late: the first screen reads nothing that is typed
        ADDING,
        words_of,
    )

    found = ADDING.fullmatch(text)
    last = found[1].rpartition(";")[2] if found is not None else ""
    words = words_of(last)
    if not words:
        return None
    begun, own = words[0].text.lower(), own_kinds(rules, kept)
    kinds = [*(template.kind for template in rules.templates), *own]
    alike = sorted((kind for kind in kinds if kind.lower().startswith(begun)), key=lambda kind: kind.lower() != begun)
    if not alike:
        return None
    kind, details = alike[0], last[words[1].at :] if words[1:] else ""
    own_words = own[kind].words if kind in own else kind
    # An incomplete word is ignored.
    return figure_of(rules, f"{own_words} {details}") or figure_of(rules, own_words)


def figure_of(rules: System, words: str) -> tuple[Encounter, Figure] | None:
    """The figure that these words after `add` bring, in an encounter of its own; None if they bring none."""
    try:
        recruit = from_words(rules, words)
        encounter = added(rules, recruit)
    except (Problem, RulesBug):
        return None
    return encounter, encounter.figures[recruit.figure.tag]


def added(rules: System, recruit: Recruit) -> Encounter:
    """An encounter with that figure alone, as it is once it has been added; as far as it goes without questions."""
    ledger = Ledger(rules, Encounter(system=rules.name))
    adding = add_recruits(ledger, (recruit,), ())
    try:
        _ = adding.send(None)
    except StopIteration:
        pass
    except Problem:
        return alone(rules, recruit)
    finally:
        adding.close()
    return ledger.encounter if recruit.figure.tag in ledger.encounter.figures else alone(rules, recruit)
