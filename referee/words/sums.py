"""Sums in words: the terms of a test or an amount, with their labels as records keep them."""

from collections.abc import Mapping

from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Term, Terms, Tested, total
from referee.engine.numbers import is_number
from referee.engine.state.encounter import Encounter
from referee.text.lazy_pattern import pattern
from referee.text.phrases import capitalised, counted, joined

_CARD = pattern(r"card(?: \((.+)\))?")
"""The label of a drawn card, with what is printed on it where the number does not say it."""


UNUSED = "unused card"
"""How the label of a drawn card begins that does not count."""


_NOTATION = pattern(r"[0-9]*d[0-9%]\S*")
"""A label that is dice notation, for which the number itself stands in a sentence."""


_KEPT = pattern(r"k([hl])([0-9]+)")
"""Of such a label, how many dice count."""


def total_in_words(terms: Terms, rules: Ruleset | None, sums: bool, times: Mapping[str, str]) -> str:
    """A total, and what it is made of: the first die, the sum of what is fixed, what is lent, by its name, and what
    multiplies that.
    """
    if not terms:
        return ""
    nothing = next((times[term.label] for term in terms if times.get(term.label, " ")[0].isalpha()), "")
    if nothing and not total(terms):
        return nothing
    first, *others = terms
    fixed = [
        term
        for term in others
        if term.label not in times and not term.faces and (term.value >= 0 or _on_sheet(term, rules))
    ]
    dice = [int(face) for face in first.faces] if all_count(first) and first.value > 0 else [first.value]
    values = [*map(_signed, dice), _signed(sum(term.value for term in fixed))]
    values += [
        (times[term.label], "") if times.get(term.label) else _added(term) for term in others if term not in fixed
    ]
    shown = [value for value in values if value is not None]
    if not sums or len(shown) < 2:
        return str(total(terms))
    (sign, number), *more = shown
    start = number if sign == " + " else f"- {number}"
    return f"{total(terms)} ({start}{''.join(map(''.join, more))})"


_Signed = tuple[str, str]
"""A sign, and what stands behind it."""


def _signed(value: int, label: str = "") -> _Signed | None:
    """A value with its sign and its name; None for 0."""
    return (" + " if value > 0 else " - ", f"{abs(value)} {label}".rstrip()) if value else None


def _added(term: Term) -> _Signed | None:
    """What is lent, by its name; a card that counts is told even if it adds nothing."""
    nothing = (" + ", "0") if term.faces and _CARD.fullmatch(term.label) else None
    return _signed(term.value, _lent(term)) or nothing


def _on_sheet(term: Term, rules: Ruleset | None) -> bool:
    """Is it one of the figure's own values, which need no name?"""
    return rules is not None and any(
        rules.trait(name) for name in (term.label.lower(), term.label.lower().replace(" ", "_"))
    )


def _lent(term: Term) -> str:
    """The name of what is lent, without its number: `EDGE`, `outnumbered` for `outnumbered 2`."""
    card = _CARD.fullmatch(term.label)
    if card is not None:
        return card[1] or ""
    return "" if _NOTATION.fullmatch(term.label) else term.label.removesuffix(f" {abs(term.value)}")


def of_several(event: Tested) -> str:
    """Which of several dice counted, and why: `Disadvantage (frightened): 12 of 12 and 15`.

    Empty where all count, and where the game always takes one of them.
    """
    if cards := _of_cards(event):
        return cards
    for term in () if event.each else event.terms:
        notation = _NOTATION.fullmatch(term.label)
        if len(term.faces) > 1 and not all_count(term) and (notation or "advantage" in term.label):
            label = _which_count(term) if notation else capitalised(term.label)
            return f"{label}: {term.value} of {joined(term.faces)}"
    return ""


def _which_count(term: Term) -> str:
    """Which dice of a notation count, where not all do: `The higher counts`, `The two highest count`."""
    kept = _KEPT.search(term.label)
    if kept is None:
        return "Some were thrown again"
    many, more = int(kept[2]), "er" if len(term.faces) == 2 else "est"
    which = f"{'high' if kept[1] == 'h' else 'low'}{more}"
    return f"The {which} counts" if many == 1 else f"The {counted(many)} {which} count"


def _of_cards(event: Tested) -> str:
    """What the test was made with, and which of the drawn cards counted: `Advantage: +1 of +1 and -2`; else empty."""
    unused = [face for term in event.terms if term.label.startswith(UNUSED) for face in term.faces]
    counted = [face for term in event.terms if _CARD.fullmatch(term.label) for face in term.faces]
    if not event.using or not counted:
        return ""
    which = " and ".join(counted) + (f" of {' and '.join((*counted, *unused))}" if unused else "")
    return capitalised(event.using) + (f": {which}" if len(counted) + len(unused) > 1 else "")


def summed(terms: Terms) -> str:
    """Terms as a sum: `d20 12 + STR 3 - prone 2 = 13`, `2d6 8 (3+5) + STR 3 = 11`; dice alone are `2d6 3+5 = 8`."""
    if not terms:
        return ""
    first, *others = terms
    if not others and first.value > 0 and all_count(first):
        return f"{first.label} {'+'.join(first.faces)} = {first.value}".strip()
    parts = _term(first) if first.value >= 0 else f"- {_term(first)}"
    parts += "".join(f" {'+' if term.value >= 0 else '-'} {_term(term)}" for term in others)
    return f"{parts} = {total(terms)}" if len(terms) > 1 else parts


def _term(term: Term) -> str:
    """One term without its sign: `STR 3`, `d20 12`, `2d6 8 (3+5)`; where only some of the dice count `die 5 of 4 5`.

    A label that ends with the number says it already: `shield 2`.
    """
    shown = str(abs(term.value))
    if term.value < 0 and term.label.endswith(f" {shown}"):
        return term.label
    if all_count(term):
        shown = f"{shown} ({'+'.join(term.faces)})"
    elif len(term.faces) > 1 and all(map(is_number, term.faces)):
        shown = f"{abs(term.value)} of {' '.join(term.faces)}"
    return f"{term.label} {shown}".strip()


def all_count(term: Term) -> bool:
    """Are these several dice, and all of them added or taken off?"""
    return len(term.faces) > 1 and all(map(is_number, term.faces)) and sum(map(int, term.faces)) == abs(term.value)


def score_of(event: Tested, encounter: Encounter) -> str:
    """Who came to what: `Mira 15`."""
    name = encounter.name(event.who)
    return f"{name}{':' if name[-1:].isdigit() else ''} {total(event.terms)}"
