"""Conditions that the referee gives and that the rules keep off a figure (`kept off`): refused, or said in the log."""

from collections.abc import Collection, Mapping

from referee.engine.problem import YES, Refused
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import listed
from referee.engine.verbs.ledger import Ledger, split_reason


def say_kept_off(ledger: Ledger, conditions: Mapping[Tag, str], typed: str) -> Collection[Tag]:
    """Says in the log which of these figures the rules keep their condition off, and returns them.

    typed: the condition as it was typed, with how long it lasts. Refused if that is all of the figures, with the line
    by which the referee gives it all the same.
    """
    keeps_off = ledger.rules.keeps_off
    reasons = {tag: why for tag, kind in conditions.items() if (why := keeps_off(ledger, tag, kind))}
    if reasons and len(reasons) == len(conditions):
        same: dict[str, list[str]] = {}
        for tag, why in reasons.items():
            same.setdefault(why, []).append(ledger.encounter.name(tag))
        told = "; ".join(f"{listed(names)} {why}" for why, names in same.items())
        raise Refused(f"{told}. To give it all the same: condition {','.join(reasons)} {typed} {YES}")
    return [tag for tag in reasons if is_kept_off(ledger, tag, conditions[tag])]


def is_kept_off(ledger: Ledger, who: Tag, kind: str) -> bool:
    """Do the rules keep a condition off a figure? Says so in the log."""
    if why := ledger.rules.keeps_off(ledger, who, kind):
        text, cites = split_reason(f"{ledger.encounter.name(who)} {why}")
        ledger.remark(text, *cites)
    return bool(why)
