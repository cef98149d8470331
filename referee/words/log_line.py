"""A line of the log: its parts, how a test and its result read in it, and what the brief log leaves out."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.kinds import TestKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Event, Result, Term, Terms, Tested, total
from referee.engine.numbers import is_number
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import as_data
from referee.text.lazy_pattern import pattern
from referee.text.phrases import capitalised, counted, joined
from referee.words.bearer import all_count, plain, summed
from referee.words.inflection import inflected, noun_for
from referee.words.sentence import Clause, Sentence
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
_CARD = pattern(r"card(?: \((.+)\))?")
"""The label of a drawn card, with what is printed on it where the number does not say it."""
UNUSED = "unused card"
"""How the label of a drawn card begins that does not count."""
_NOTATION = pattern(r"[0-9]*d[0-9%]\S*")
"""A label that is dice notation, for which the number itself stands in a sentence."""
_KEPT = pattern(r"k([hl])([0-9]+)")
"""Of such a label, how many dice count."""


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
    if event.result in own.needed:
        needed = own.needed[event.result].format(against=event.against)
        return ", ".join(filter(None, (_total(event.terms, rules, sums, own.times), needed)))
    versus = own.versus
    needed = _total(event.opposing, rules, sums, own.times) or ("" if event.against is None else str(event.against))
    vs = f" vs {versus.format(n=needed) if '{n}' in versus else f'{versus} {needed}'.strip()}" if needed else ""
    return _total(event.terms, rules, sums, own.times) + vs


def _told_faces(event: Tested, told: Mapping[str, str] | None) -> str:
    """The faces worth telling, each with the name of its die: `X on the blue die`; all, if the kind names none."""
    if told is None:
        return _each(event, ", ")
    shown = ((term.label, face) for term in event.terms for face in term.faces if face in told)
    return ", ".join(dict.fromkeys(told[face].format(die=die) for die, face in shown))


def _total(terms: Terms, rules: Ruleset | None, sums: bool, times: Mapping[str, str]) -> str:
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


_WHO = ("tag", "who", "target")
"""Fields of an event that name a figure."""
Tone = Literal["", "hit", "miss", "critical", "death", "heal"]
"""How what a line tells came out, for its colour; its words say it, too. Empty: nothing was decided."""


class LogLine(Struct, frozen=True, dict=True):
    """One line of the log."""

    text: str
    """What happened, in words."""
    cites: tuple[str, ...] = ()
    """The clauses that it follows from."""
    hand: bool = False
    """Done by the referee's hand, over the rules."""
    hidden: bool = False
    """Not for the players' view."""
    round: int = 0
    """The round in which it happened; 0 before the first."""
    head: bool = False
    """The first of its command; what else came of it stands in the lines below."""
    place: int = 0
    """Where in the record that command was given, from 0: what `log` shows and `amend` takes; 0 in news
    and in the lines below the head."""
    event: Event | None = None
    """What happened, with its fields; None for a command."""
    short: str = ""
    """The text with less of its sums, for where it does not fit; empty: there is none."""
    tone: Tone = ""
    order: str = ""
    """The command as it was given, with what was thrown for it, where the text is what came of it."""
    parts: "tuple[LogLine, ...]" = ()
    """What it was put together from, event by event."""
    tail: str = ""
    """What it cost, which is dim and may be left out: `1st-level slots 2 left`."""
    begins: Literal["", "round", "turn"] = ""
    """It says only that a round or a turn begins, which a margin or the turn order tells as well."""
    came: tuple[str, ...] = ()
    """The names of those who join, if it says only that they do."""

    @cached_property
    def about(self) -> frozenset[Tag]:
        """The tags of the figures that its events name."""
        events = (line.event for line in (self, *self.parts) if line.event is not None)
        named = (getattr(event, name, None) for event in events for name in _WHO)
        return frozenset(tag for tag in named if isinstance(tag, str))


MOST_CLAUSES = 2
"""Clauses that a printed line names: the ones that say most stand first."""


def told(line: LogLine) -> str:
    """A line of the log as it is printed: the mark of the referee's hand, the text, what it cost, its clauses."""
    marks = " ".join([*line.cites[:MOST_CLAUSES], *(["hidden"] if line.hidden else [])])
    tail = f"  ‹{line.tail}›" if line.tail else ""
    return f"{'✎ ' if line.hand else ''}{line.text}{tail}" + (f"  [{marks}]" if marks else "")


def without_beginnings(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """Lines to be read where a margin or a closing line says which round it is, and whose turn: all but those that say
    only that. Where the first of a command goes, the next is the first.
    """
    head: LogLine | None = None
    for line in lines:
        if line.head:
            head = None
        if line.begins:
            head = line if line.head else head
        else:
            yield line if head is None else replace(line, head=True, place=head.place, order=head.order)
            head = None


NOT_PRINTED = ("short", "tone", "order", "parts", "came")
"""Fields that say how a line is drawn, and are not printed for other programs."""


def fields(line: LogLine) -> dict[str, object]:
    """A line for other programs: its text, and what happened with all its fields."""
    shallow = {name: getattr(line, name) for name in line.__struct_fields__ if name not in NOT_PRINTED}
    return {**shallow, "event": as_data(line.event) if line.event is not None else None}


def tone_of(event: Tested) -> Tone:
    """How a test came out for who made it."""
    if event.result == "critical":
        return "critical"
    none = event.result == "partial" and event.kind == ATTACK and not event.count
    return "miss" if none or event.result in ("failure", "fumble") else "hit"
