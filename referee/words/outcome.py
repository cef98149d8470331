"""Outcomes in words: a test and a sum as the log tells them, in all games. Here is how a hit reads."""

from collections.abc import Mapping
from itertools import groupby

from referee.engine.contract.kinds import TestKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Result, Term, Terms, Tested, total
from referee.engine.number import is_number
from referee.engine.state.encounter import Encounter
from referee.words.bearer import plain, whose

ATTACK, SAVE, CHECK = "attack", "save", "check"
COMMON: Mapping[str, TestKind] = {
    ATTACK: TestKind(
        ATTACK,
        "{who} → {target}",
        alone="{who} attacks",
        words={"critical": "critical hit", "success": "hit", "partial": "partial hit", "failure": "miss"},
        plural="{n} hits",
    ),
    SAVE: TestKind(
        SAVE,
        "{who} saves against {target}",
        alone="{who} saves",
        words={"success": "saved", "partial": "partly saved", "failure": "not saved"},
        plural="{n} saved",
    ),
    CHECK: TestKind(CHECK, "{who} {using}"),
}
"""What every game says of these, unless it declares its own words."""
RESULTS: Mapping[Result, str] = {
    "critical": "critical success",
    "success": "success",
    "partial": "partial success",
    "failure": "failure",
    "fumble": "critical failure",
}
"""How a test of any other kind is said to have ended."""


def outcome(encounter: Encounter, event: Tested, rules: Ruleset | None = None, short: bool = False) -> str:
    """One test in a line: `Ulf → Rat 1 with sword: d20 12 + STR 3 = 15 vs 14, hit`.

    short: the sum in few letters, `12 + 3 = 15 vs 14`.
    """
    own = kind_of(event, rules)
    return f"{sentence(encounter, event, own)}: {tested(event, own, short)}"


def kind_of(event: Tested, rules: Ruleset | None) -> TestKind:
    """The kind of a test, with what its system says of it."""
    return (rules.test(event.kind) if rules is not None else None) or TestKind(event.kind)


def tested(event: Tested, own: TestKind, short: bool = False) -> str:
    """The sum of a test, its result, and what else it came to: `d20 12 + STR 3 = 15 vs 14, hit`."""
    sum_ = _each(event, short) if event.each else _against(event, short)
    parts = (sum_, result(event, own), *(f"{amount.label} {amount.value}" for amount in event.amounts))
    return ", ".join(part for part in parts if part)


def result(event: Tested, own: TestKind) -> str:
    """How a test ended, in the words of its kind, else in the common ones: `hit`, `2 hits`, `parried`."""
    common = COMMON.get(event.kind) or TestKind(event.kind)
    plural = own.plural or common.plural
    count = event.count or 0
    text = {**RESULTS, **common.words, **own.words}[event.result]
    if count > 1 and event.result == "success" and plural:
        text = plural
    dice = sum(len(term.faces) for term in event.terms)
    return text.format(n=count, rest=max(0, dice - count))


def summed(terms: Terms) -> str:
    """Terms as a sum: `d20 12 + STR 3 - prone 2 = 13`, `2d6 8 (3+5) + STR 3 = 11`; dice alone are `2d6 3+5 = 8`."""
    if not terms:
        return ""
    first, *others = terms
    if not others and first.value > 0 and _all_count(first):
        return f"{first.label} {'+'.join(first.faces)} = {first.value}".strip()
    parts = _term(first) if first.value >= 0 else f"- {_term(first)}"
    parts += "".join(f" {'+' if term.value >= 0 else '-'} {_term(term)}" for term in others)
    return f"{parts} = {total(terms)}" if len(terms) > 1 else parts


def added_up(terms: Terms) -> str:
    """A sum in few letters, what is added in a row as one number: `12 + 3 = 15`."""
    if len(terms) < 2:
        return summed(terms)
    values: list[int] = []
    for thrown, group in groupby(terms, key=lambda term: bool(term.faces)):
        run = [term.value for term in group]
        values += run if thrown else [sum(run)]
    parts = "".join(f" {'+' if value >= 0 else '-'} {abs(value)}" for value in values if value)
    shown = parts.removeprefix(" + ").strip() or "0"
    return f"{shown} = {total(terms)}" if sum(map(bool, values)) > 1 else shown


def _term(term: Term) -> str:
    """One term without its sign: `STR 3`, `d20 12`, `2d6 8 (3+5)`; where only some of the dice count `die 5 of 4 5`.

    A label that ends with the number says it already: `shield 2`.
    """
    shown = str(abs(term.value))
    if term.value < 0 and term.label.endswith(f" {shown}"):
        return term.label
    if _all_count(term):
        shown = f"{shown} ({'+'.join(term.faces)})"
    elif len(term.faces) > 1 and all(map(is_number, term.faces)):
        shown = f"{abs(term.value)} of {' '.join(term.faces)}"
    return f"{term.label} {shown}".strip()


def _all_count(term: Term) -> bool:
    """Are these several dice, and all of them added or taken off?"""
    return len(term.faces) > 1 and all(map(is_number, term.faces)) and sum(map(int, term.faces)) == abs(term.value)


def sentence(encounter: Encounter, event: Tested, own: TestKind) -> str:
    """Who tested what, against whom and with what."""
    common = COMMON.get(event.kind) or TestKind(event.kind)
    alone = own.alone or own.sentence or common.alone or common.sentence
    sentence = (own.sentence or common.sentence) if event.target else alone
    text = (sentence or f"{{who}}, {plain(event.kind)}").format(
        who=encounter.name(event.who),
        whose=whose(encounter, event.who),
        target=encounter.name(event.target) if event.target else "",
        using=event.using,
    )
    return text if not event.using or "{using}" in sentence else f"{text} with {event.using}"


def _each(event: Tested, short: bool) -> str:
    """Dice that count each for itself: `3 5 1 vs 4+`; dice of several sorts by their names: `red X, black + *`."""
    thrown = [term for term in event.terms if term.faces]
    if short and event.against is None:
        return ""
    faces = ", ".join(" ".join((*((term.label,) if len(thrown) > 1 else ()), *term.faces)) for term in thrown)
    return faces if event.against is None else f"{faces} vs {event.against}+"


def _against(event: Tested, short: bool) -> str:
    """The sum, and what it was compared with."""
    said = added_up if short else summed
    if not event.terms or event.against is None:
        return said(event.terms)
    return f"{said(event.terms)} vs {said(event.opposing) or event.against}"
