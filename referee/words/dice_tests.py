"""Tests with dice in words: who makes one, what it comes to, its outcome."""

from collections.abc import Mapping

from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Result, Tested, total
from referee.engine.numbers import is_number
from referee.engine.state.encounter import Encounter
from referee.text.phrases import counted, joined
from referee.words.bearer import plain
from referee.words.inflection import inflected, noun_for
from referee.words.log_line import Tone
from referee.words.sentence import Clause, Sentence
from referee.words.sums import summed, total_in_words
from referee.words.wording import wording

ATTACK, SAVE, CHECK = "attack", "save", "check"


COMMON: Mapping[str, TestKind] = {
    ATTACK: TestKind(
        ATTACK,
        "{who} attacks {target}",
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
        follows="save",
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


def outcome(encounter: Encounter, event: Tested, rules: Ruleset | None = None) -> Sentence:
    """One test with all its sum: `Ulf attacks Rat 1 with sword: d20 12 + STR 3 = 15 vs 14, hit`."""
    own = kind_of(event, rules)
    against = "" if event.against is None else f" vs {summed(event.opposing) or event.against}"
    sum_ = _each(event) if event.each else f"{summed(event.terms)}{against}".strip()
    return test_sentence(encounter, event, own).with_clauses(Clause(sum_), *map(Clause, _came_to(event, own)))


def brief_outcome(encounter: Encounter, event: Tested, own: TestKind, rules: Ruleset | None) -> Sentence:
    """One test as it is said aloud, the total before its parts: `Ann attacks Ulf: 17 (12 + 5) vs AC 15, hit`. Damage is
    told where somebody takes it.
    """
    word, *_ = _came_to(event, own)
    is_said = "total" in wording(whole_sentences(event, own).get(event.result, "")).blanks
    full, short = ("" if is_said else numbers(event, own, rules, sums) for sums in (True, False))
    amounts = [amount for amount in event.amounts if amount.label not in own.untold]
    besides = (Clause(f"{n} {noun_for(n, label)}") for label, n, _ in amounts)
    came_to = Clause(_ended(event, full, word), _ended(event, short, word))
    return test_sentence(encounter, event, own).with_clauses(came_to, *besides)


def _came_to(event: Tested, own: TestKind) -> list[str]:
    """The word of the result, unless the sentence says it; what else the test came to."""
    word = "" if event.result in whole_sentences(event, own) else result(event, own)
    return [word, *(f"{amount.label} {amount.value}" for amount in event.amounts)]


def kind_of(event: Tested, rules: Ruleset | None) -> TestKind:
    """The kind of a test, with what its system says of it."""
    return (rules.test(event.kind) if rules is not None else None) or TestKind(event.kind)


def numbers(event: Tested, own: TestKind, rules: Ruleset | None, sums: bool = True) -> str:
    """What a test came to against what was needed: `17 (12 + 5) vs AC 15`, `3 vs 3+`, `natural 20`."""
    if event.each:
        best = _best(event) if own.best else ""
        return best or (_told_faces(event, own.faces) if sums or event.against is not None else "")
    if not event.terms:
        return ""
    if own.compared and event.against is not None:
        return own.compared.format(total=total(event.terms), against=event.against)
    die = next((term for term in event.terms if term.faces), None)
    if event.result == "critical" and die is not None and die.value == 20:
        return "natural 20"
    reached = total_in_words(event.terms, rules, sums, own.times)
    if event.result in own.needed:
        return ", ".join(filter(None, (reached, own.needed[event.result].format(against=event.against))))
    opposing = total_in_words(event.opposing, rules, sums, own.times)
    needed = opposing or ("" if event.against is None else str(event.against))
    if not needed:
        return reached
    versus = own.versus.format(n=needed) if "{n}" in own.versus else " ".join(filter(None, (own.versus, needed)))
    return f"{reached} vs {versus}"


def _told_faces(event: Tested, told: Mapping[str, str] | None) -> str:
    """The faces worth telling, each with the name of its die: `X on the blue die`; all, if the kind names none."""
    if told is None:
        return _each(event, ", ")
    shown = ((term.label, face) for term in event.terms for face in term.faces if face in told)
    return ", ".join(dict.fromkeys(told[face].format(die=die) for die, face in shown))


def result(event: Tested, own: TestKind) -> str:
    """How a test ended, in the words of its kind, else in the common ones: `hit`, `2 hits`, `parried`."""
    common = COMMON.get(event.kind) or TestKind(event.kind)
    plural = own.plural or common.plural
    count = event.count or 0
    text = {**RESULTS, **common.words, **own.words}[event.result]
    if count > 1 and event.result == "success" and plural:
        text = plural
    if "{" not in text:
        return text
    rest = _others(event)
    return text.format(n=count, rest=rest, few=counted(count), fail=f"{counted(rest)} fail{'s' if rest == 1 else ''}")


def _others(event: Tested) -> int:
    """How many of the dice did not succeed."""
    return max(0, sum(len(term.faces) for term in event.terms) - (event.count or 0))


def test_sentence(encounter: Encounter, event: Tested, own: TestKind, total: bool = True) -> Sentence:
    """Who tested what, against whom and with what; how it ended, too, if the kind has a sentence for that.

    total: if False, such a sentence does not say what the test came to.
    """
    common = COMMON.get(event.kind) or TestKind(event.kind)
    alone = own.alone or own.sentence or common.alone or common.sentence
    told = whole_sentences(event, own)
    declared = told.get(event.result) or ((own.sentence or common.sentence) if event.target else alone)
    said = wording(declared or f"{{who}}, {plain(event.kind)}", total=total)
    sentence = said.filled(
        (encounter.name(event.who),),
        target=encounter.name(event.target) if event.target else "",
        using=event.using,
        total=event.total if event.total is not None else event.result,
        n=event.count or 0,
        rest=_others(event),
    )
    return sentence if not event.using or told or "using" in said.blanks else sentence.with_more("with", event.using)


def whole_sentences(event: Tested, own: TestKind) -> Mapping[Result, str]:
    """The whole sentences of a test by its result, those for what it is made for before others."""
    told = own.told_of.get(event.using, own.told)
    return told if event.target else {to: said for to, said in told.items() if "target" not in wording(said).blanks}


def scored(event: Tested, own: TestKind, rules: Ruleset | None, sums: bool = True) -> str:
    """What a test came to, and how it ended: `3 vs 4+, parried`, `2 vs 4+ fails`, `1, 4 vs 3+: one fails`."""
    return _ended(event, numbers(event, own, rules, sums), result(event, own))


def follows(event: Tested, own: TestKind) -> str:
    """What a test is called in the line of an attack that it follows from; empty if it follows from none."""
    return own.follows or (COMMON[event.kind].follows if event.kind in COMMON else "")


def scored_clause(event: Tested, own: TestKind, rules: Ruleset | None) -> Clause:
    """What a test came to, and how it ended, as a further clause."""
    return Clause(scored(event, own, rules), scored(event, own, rules, sums=False))


def followed(event: Tested, own: TestKind, rules: Ruleset | None) -> Clause:
    """A test in the line of the attack that it follows from: `save 2 vs 4+ fails`, `saves 1, 2 vs 5+ fail`."""
    called = event.using.removeprefix("the ") if event.using.endswith(" save") else follows(event, own)
    several = "s" if called.endswith("save") and len(_dice(event)) > 1 else ""
    full, short = (f"{called}{several} {scored(event, own, rules, sums)}" for sums in (True, False))
    return Clause(full, short, ";", has_colon=_ends_apart(event))


def _ended(event: Tested, came_to: str, word: str) -> str:
    """What a test came to with its result; one that has a comma itself stands behind a semicolon."""
    several = event.each and len(_dice(event)) > 1
    if came_to and word == "fails":
        return f"{came_to} {inflected(word, several)}"
    mark = ":" if _ends_apart(event) else ";" if "," in word else ","
    return f"{came_to}{mark} {word}" if came_to and word else came_to or word


def _ends_apart(event: Tested) -> bool:
    """True if only some of several dice that count each for itself succeeded: how it ended stands behind a colon."""
    return event.each and event.result == "partial"


def _dice(event: Tested) -> list[str]:
    """The faces of all its dice."""
    return [face for term in event.terms for face in term.faces]


def _best(event: Tested) -> str:
    """The best of several dice of which one success is enough: `6 (of 2 and 6) vs 4+`; else empty."""
    faces = _dice(event)
    if len(faces) < 2 or (event.count or 0) > 1:
        return ""
    return f"{max(faces, key=int)} (of {joined(faces)}) vs {event.against}+"


def _each(event: Tested, between: str = " ") -> str:
    """Dice that count each for itself: `3, 5, 1 vs 4+`; dice of several sorts by their names: `red X, black + *`."""
    thrown = [term for term in event.terms if term.faces]
    several = len(thrown) == 1 and len(thrown[0].faces) > 1 and all(map(is_number, thrown[0].faces))
    between = between if several else " "
    faces = ", ".join(between.join((*((term.label,) if len(thrown) > 1 else ()), *term.faces)) for term in thrown)
    return faces if event.against is None else f"{faces} vs {event.against}+"


def tone_of(event: Tested) -> Tone:
    """How a test came out for who made it."""
    if event.result == "critical":
        return "critical"
    none = event.result == "partial" and event.kind == ATTACK and not event.count
    return "miss" if none or event.result in ("failure", "fumble") else "hit"
