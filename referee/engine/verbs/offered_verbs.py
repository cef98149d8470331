"""Verbs offered at a table: those of every game, before them those of its own."""

from collections.abc import Mapping
from functools import lru_cache

from referee.engine.problem import Refused
from referee.engine.verbs import board_verbs, order
from referee.engine.verbs.add import add, bring
from referee.engine.verbs.conditions import condition, countdown, lift
from referee.engine.verbs.damage import award, damage, heal
from referee.engine.verbs.hiding import HIDING
from referee.engine.verbs.overrides import clone, remove, rename
from referee.engine.verbs.roll_verb import roll
from referee.engine.verbs.set_verb import set_value
from referee.engine.verbs.table_verbs import dice, note, option
from referee.engine.verbs.verb import RulesetWithVerbs, Verb
from referee.text.quoting import quoted

VERBS: tuple[Verb, ...] = (
    *(add, bring, clone, remove, rename, set_value, damage, heal, condition, lift, award),
    *order.VERBS,
    *(option, dice, note, roll),
    countdown,
    *board_verbs.EDITING,
    *board_verbs.DRAWING,
    *HIDING,
)


@lru_cache(maxsize=16)
def all_verbs(rules: RulesetWithVerbs) -> Mapping[str, Verb]:
    """All that can be ordered under these rules: what every table has, and the system's verbs, which go before."""
    return {verb.name: verb for verb in (*VERBS, *rules.verbs)}


def verb_of(rules: RulesetWithVerbs, name: str) -> Verb:
    """The verb of that name. Refused, with what there is, if there is none."""
    verb = all_verbs(rules).get(name)
    if verb is None:
        raise Refused(f"There is no command {quoted(name)}.")
    return verb


def system_verbs(rules: RulesetWithVerbs) -> tuple[Verb, ...]:
    """The verbs of the menu: those that have a label."""
    return tuple(verb for verb in rules.verbs if verb.label)
