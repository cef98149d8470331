"""Conditions in words: that one begins, lies or ends, and how long; countdowns of the table."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.conditions.ending_test import spoken_test
from referee.engine.conditions.lifetime import THE_ROUND, TimeLeft, duration, time_left
from referee.engine.contract.kinds import NOT_SAID
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.apply import apply
from referee.engine.events.event import ConditionAdded, ConditionEnded, ConditionEvent, ConditionTicked, ConditionValued
from referee.engine.problem import Moot
from referee.engine.state.bearer import TABLE, Bearer, Figure, Tag
from referee.engine.state.condition import DAMAGED, LEAVES, ROUND, Condition, Ending
from referee.engine.state.encounter import Encounter
from referee.text.phrases import capitalised, joined
from referee.words.bearer import number, plain
from referee.words.sentence import Clause, Sentence
from referee.words.wording import wording

_WITH_OBJECT = {
    "makes": "'s next",
    "does": "'s next",
    "fails": "'s next failed",
    "gains": " is",
    "loses": " is no longer",
    "becomes": " is",
}
"""Events that say of what they are, as `makes attack` and `loses raging`, and how each is read behind a name."""
_OF_ONE = {
    DAMAGED: "is damaged",
    LEAVES: "is out of the fight",
    "healed": "is healed",
    "at half": "is at half",
    "turn start": "begins a turn",
    "turn end": "ends a turn",
}
"""How other events of a figure are read; `falls`, `hits`, `is hit` and `joins` are read so already."""


def condition_sentence(encounter: Encounter, event: ConditionEvent, rules: Ruleset | None) -> Sentence:
    """What a condition does that begins, changes or ends."""
    bearer = encounter.of(event.tag)
    if isinstance(event, ConditionAdded):
        return _begun(encounter, bearer, event, rules)
    there = next((condition for condition in bearer.conditions if condition.id == event.id), None)
    if there is None:
        raise Moot(f"{bearer.name} no longer has that condition.")
    name = condition_name(rules, there.kind)
    match event:
        case ConditionValued():
            kind = rules.condition(there.kind) if rules is not None else None
            now = there.value + event.by
            said = _of_kind(kind.said, bearer, now) if kind is not None else None
            if kind is not None and said is not None and "n" not in wording(kind.said).blanks:
                return said.with_clauses(Clause(f"{now} in all", joint=","))
            return (said or _is(bearer, f"{name} {now}")).with_more(f"(was {there.value})")
        case ConditionTicked():
            (after,) = (c for c in apply(encounter, event).of(event.tag).conditions if c.id == event.id)
            # What counts down at the end of a turn does so just before it is over.
            over = replace(encounter, turn=None)
            if event.tag == TABLE:
                return Sentence(rest=f"{capitalised(name)} {comes(over, after)}")
            return _is(bearer, f"still {named(after, rules)}").with_more(lasts(over, after, bearer.tag, rules))
        case ConditionEnded() if event.tag == TABLE:
            return Sentence(rest=f"{capitalised(name)}: called off" if event.hand else capitalised(name))
        case ConditionEnded():
            return _ended(encounter, bearer, there, rules)


def _ended(encounter: Encounter, bearer: Bearer, there: Condition, rules: Ruleset | None) -> Sentence:
    """A condition that ends, which one if there are several, and its note, unless the sentence of its kind has that."""
    if there.note and names_note(rules, there.kind):
        return is_over(bearer, there.kind, rules, there.note)
    others = any(other.kind == there.kind and other.id != there.id for other in bearer.conditions)
    by = f"by {encounter.name(there.by)}" if others and there.by and encounter.has(there.by) else ""
    note = Clause(there.note if there.form is None else "")
    return is_over(bearer, there.kind, rules).with_more(by).with_clauses(note)


def names_note(rules: Ruleset | None, name: str) -> bool:
    """True if a kind of condition has a sentence for its end that has the note in it: `Confusion ends on Bob`."""
    kind = rules.condition(name) if rules is not None else None
    return kind is not None and "note" in wording(kind.cleared).blanks


def _begun(encounter: Encounter, bearer: Bearer, event: ConditionAdded, rules: Ruleset | None) -> Sentence:
    """A condition that begins, how long it lies, and who laid it on by hand; a countdown by what comes and when."""
    if event.tag == TABLE:
        return Sentence(rest=f"{capitalised(named(event.condition, rules))} {comes(encounter, event.condition)}")
    long = briefly_lasts(encounter, event.condition, bearer.tag, rules)
    by = event.condition.by if event.hand and event.condition.by != event.tag else None
    source = Clause("" if by is None else f"by {encounter.name(by)}", joint=",")
    note = Clause(event.condition.note)
    return has_come(bearer, event.condition, rules).with_more(long).with_clauses(source, note)


def has_come(bearer: Bearer, condition: Condition, rules: Ruleset | None) -> Sentence:
    """That a condition lies on a bearer now, in the words of its kind: `Bob is blessed`."""
    kind = rules.condition(condition.kind) if rules is not None else None
    said = _of_kind(kind.said, bearer, condition.value) if kind is not None else None
    return said or _is(bearer, named(condition, rules))


def is_over(bearer: Bearer, name: str, rules: Ruleset | None, note: str = "") -> Sentence:
    """That a condition of that name is over, in the words of its kind: `Bob is no longer blessed`.

    note: its note, for a kind that `names_note`.
    """
    kind = rules.condition(name) if rules is not None else None
    said = None if kind is None or bool(note) != names_note(rules, name) else _of_kind(kind.cleared, bearer, note=note)
    return said or _is(bearer, f"no longer {condition_name(rules, name)}")


def is_inner(name: str, rules: Ruleset | None) -> bool:
    """Does the game only reckon with a condition, so that nobody is told that it comes or ends?"""
    kind = rules.condition(name) if rules is not None else None
    return kind is not None and kind.by_note and kind.said == kind.cleared == NOT_SAID


def _of_kind(declared: str, bearer: Bearer, value: int = 1, note: str = "") -> Sentence | None:
    """The sentence that a kind of condition declares for its coming or going; None if it declares none."""
    return None if declared in ("", NOT_SAID) else wording(declared).filled((bearer.name,), n=value, note=note)


def _is(bearer: Bearer, what: str) -> Sentence:
    return Sentence((bearer.name,), "is", what)


def condition_name(rules: Ruleset | None, kind: str) -> str:
    """A condition as it is called in this game."""
    known = rules.condition(kind) if rules is not None else None
    return (known.label if known is not None else "") or plain(kind)


def named(condition: Condition, rules: Ruleset | None = None) -> str:
    """Which it is, and its level: `poisoned 2`."""
    return condition_name(rules, condition.kind) + (f" {condition.value}" if condition.value != 1 else "")


def brought_by(condition: Condition, rules: Ruleset) -> str:
    """The name of the spell, or whatever thing, that brought it, where a rule has noted that; empty for other notes."""
    kind = rules.condition(condition.kind) if condition.note else None
    return condition.note if kind is not None and kind.by_note else ""


def ailments(encounter: Encounter, bearer: Bearer, rules: Ruleset | None = None) -> list[str]:
    """All that lies on a bearer: `poisoned 2 (for 3 rounds)`."""
    lasting = ((named(there, rules), lasts(encounter, there, bearer.tag, rules)) for there in bearer.conditions)
    return [f"{name} ({long})" if long else name for name, long in lasting]


def lasts(encounter: Encounter, condition: Condition, bearer: Tag = "", rules: Ruleset | None = None) -> str:
    """How long a condition still lies, what else may end it, and its note: `for 3 rounds, or save 15: the red rune`.

    Empty for one without a note that lies until it is lifted.
    """
    long = duration(encounter, condition.until, bearer, rules.durations.hour if rules is not None else 0)
    endings = (until.words for until in _endings(encounter, condition.ends, bearer, rules))
    return _noted((long, *endings), condition)


def _noted(times: Iterable[str], condition: Condition) -> str:
    """How long a condition lies, one way or another, and its note."""
    return ": ".join(filter(None, (", or ".join(filter(None, times)), condition.note)))


def briefly_lasts(encounter: Encounter, condition: Condition, bearer: Tag = "", rules: Ruleset | None = None) -> str:
    """The one thing that says best how long a condition lies: its time, else what ends it, a save in brackets."""
    if long := duration(encounter, condition.until, bearer, rules.durations.hour if rules is not None else 0):
        return long
    ends = next(_endings(encounter, condition.ends, bearer, rules), None)
    if ends is None:
        return ""
    return f"({ends.words})" if ends.is_test else ends.words


class _End(Struct, frozen=True):
    """What ends a condition before its time."""

    what: str
    """`dex save 15`, or what happens then: `Ann is no longer raging`."""
    is_test: bool = False
    """It is a test."""

    @property
    def words(self) -> str:
        """As it is read behind the condition: `until Ann is no longer raging`."""
        return self.what if self.is_test else f"until {self.what}"


def _endings(encounter: Encounter, endings: Sequence[Ending], bearer: Tag, rules: Ruleset | None) -> Iterator[_End]:
    """What may end it: `dex save 15`, `damaged`, `Ann is no longer raging`, `Bo's next attack or check`."""
    objects: dict[tuple[Tag, str], list[str]] = {}
    for ending in endings:
        verb, _, what = ending.event.partition(" ")
        if ending.test:
            unknown = ending.test if ending.against is None else f"{ending.test} {ending.against}"
            yield _End(unknown if rules is None else spoken_test(rules, ending), is_test=True)
        elif verb == "faces":
            yield _End(f"the next {plain(what)} on {encounter.name(ending.of or bearer)}")
        elif verb in _WITH_OBJECT:
            objects.setdefault((encounter.name(ending.of or bearer), verb), []).append(what)
        elif ending.event == DAMAGED and ending.of == bearer:
            yield _End("damaged")
        else:
            yield _End(f"{encounter.name(ending.of or bearer)} {_OF_ONE.get(ending.event, ending.event)}")
    for (who, verb), whats in objects.items():
        yield _End(f"{who}{_WITH_OBJECT[verb]} {_either(whats)}")


def _either(whats: Sequence[str]) -> str:
    """`attack, check or first aid`: each once, of several of one family, as `check str` and `check dex`, its name."""
    heads = [what.partition(" ")[0] for what in whats]
    several = (head if heads.count(head) > 1 else what for head, what in zip(heads, whats, strict=True))
    return joined([*map(plain, dict.fromkeys(several))], "or")


def comes(encounter: Encounter, countdown: Condition) -> str:
    """When a countdown of the table comes: `as round 3 begins`, `at the end of this round`, `after 3 rounds`."""
    endings = _endings(encounter, countdown.ends, "", None)
    times = [end.what if end.is_test else f"when {end.what}" for end in endings]
    if countdown.until is not None:
        times.insert(0, _moment(time_left(encounter, countdown.until)))
    return _noted(times, countdown) or "when the referee says so"


def _moment(left: TimeLeft) -> str:
    """The moment at which that time is over: `at the end of this round`."""
    match left.how:
        case "for":
            return f"after {left.what}"
        case "start" | "end":
            return f"at the {left.how} of {'this round' if left.what == THE_ROUND else left.what}"
        case "begins":
            return f"as {left.what} begins{left.times}"
        case "until":
            return f"when {left.what}{left.times}"


def marks(rules: Ruleset, figure: Figure) -> list[str]:
    """Each condition with what is left of it behind, `stunned 2r`, and the name of its spell, `in area Moonbeam 9t`,
    which only a rule gives: a note of the referee's own stands elsewhere. What ends first comes first.
    """
    lying = sorted(figure.conditions, key=lambda lies: (lies.until is None, lies.until.left if lies.until else 0))
    told = ((named(lies), brought_by(lies, rules), brief(lies, figure.tag)) for lies in lying)
    return [" ".join(filter(None, words)) for words in told]


def lying_on(rules: Ruleset, figure: Figure) -> list[str]:
    """Its conditions, in short; before them, of one that cannot act but has turns, what is counted on it up to an end,
    as failed death saves, what is nearest to that first: `failures 2/3`.
    """
    lying, standing = marks(rules, figure) if figure.conditions else [], rules.standing(figure.standing)
    if standing.able or not standing.turn:
        return lying
    seen = {column.name for column in rules.columns}
    kinds = (kind for kind in rules.tracks if kind.rising and kind.name not in seen)
    counted = [(kind, track) for kind in kinds if (track := figure.tracks.get(kind.name)) and track.now and track.most]
    counted.sort(key=lambda one: (one[1].most or 0) - one[1].now)
    return [*(f"{kind.label or plain(kind.name)} {number(track)}" for kind, track in counted), *lying]


def brief(condition: Condition, bearer: str) -> str:
    """The time a condition has left: 3r rounds, 2t turns of its bearer, till ulf or 2t till ulf turns of another."""
    until = condition.until
    if until is None:
        return ""
    if until.of == ROUND:
        return f"{until.left}r"
    if until.phase is not None:
        return f"{until.edge} {until.phase}"
    if until.moment is not None:
        return until.moment
    if until.of == bearer:
        return f"{until.left}t"
    turns = f"{until.left}t " if until.left > 1 else ""
    return f"{turns}till {until.of}"
