"""Immunity to conditions that the referee gives: refuses them, or tells the log who does not get them."""

from collections.abc import Collection, Mapping

from referee.engine.problem import YES, Refused
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import Ledger, split_reason
from referee.text.phrases import listed


def say_kept_off(ledger: Ledger, conditions: Mapping[Tag, str], typed: str) -> Collection[Tag]:
    """Tells the log which figures are immune to their condition, and returns their tags.

    typed: the condition as it was typed, with its duration. Refused if all of them are immune; the refusal shows the
    line that gives the condition all the same.
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
    """Returns True, and tells the log, if a figure is immune to a condition."""
    if why := ledger.rules.keeps_off(ledger, who, kind):
        text, cites = split_reason(f"{ledger.encounter.name(who)} {why}")
        ledger.remark(text, *cites)
    return bool(why)
