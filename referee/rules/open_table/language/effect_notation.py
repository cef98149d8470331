"""The notation of effects: damage, changes of tracks, bonuses, and the moments at which something happens or ends."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.events.event import Term, Terms
from referee.engine.state.condition import LEAVES
from referee.rules.open_table.language.document import meant, quoted
from referee.rules.open_table.language.expression import TEST, ZERO, Node, When
from referee.rules.open_table.language.rounding import divided
from referee.rules.open_table.language.toml_table import Table
from referee.text.lazy_pattern import pattern

TURNS = ("turn start", "turn end", "round")
"""Moments of the order."""
SAVED_AT = (*TURNS[:2], "next turn end")
"""When a save that ends a condition is asked for."""
RESETS = (*TURNS, "fight")
"""When a track may be full again, beside the rests."""
_EDGE = pattern(r"(start|end) of (bearer|by)", re.ASCII)
_TURNS = pattern(r"([1-9][0-9]{0,2}) (start|end)s? of (bearer|by)", re.ASCII)
_ROUNDS = pattern(r"([1-9][0-9]{0,5}) rounds?", re.ASCII)
_OF_TESTS = ("makes", "faces", "fails", "hits", "is hit")
_OF_NAMES = {
    "gains": "condition",
    "loses": "condition",
    "becomes": "standing",
    "rests": "rest",
    "does": "action",
    "aims": "action",
    "is target": "action",
    "is reached": "action",
}
"""Events that name something of the file, with the section that it is of."""
_OF_HEALTH = ("damaged", "healed", "at half", "would fall", "falls", "fells")
_BARE = (*_OF_HEALTH, LEAVES, *TURNS, "joins", "hits", "is hit", "aims", "is target", "is reached", "side at half")


class Duration(Struct, frozen=True):
    """How long a condition lies."""

    kind: Literal["open", "this turn", "turns", "rounds", "fight", "rest"] = "open"
    """Until somebody ends it; the end of the present turn; starts or ends of turns; rounds; the end of the fight; a
    rest."""
    count: int = 1
    """How many starts, ends or rounds are still to come."""
    edge: Literal["start", "end"] = "end"
    """Of `turns`: which end of them counts; the present turn does not."""
    of: Literal["bearer", "by"] = "bearer"
    """Of `turns`: whose they are: of who bears it, or of who brought it."""
    rest: str = ""
    """Of `rest`: which."""

    def __str__(self) -> str:
        match self.kind:
            case "turns":
                return f"{self.edge} of {self.of}" if self.count == 1 else f"{self.count} {self.edge}s of {self.of}"
            case "rounds":
                return f"{self.count} round{'s' if self.count > 1 else ''}"
            case _:
                return self.rest or self.kind


OPEN = Duration()
LEFT = ("none", "half", "all", "double")
"""What of the damage an outcome leaves."""


class Event(Struct, frozen=True):
    """Something that happens to a figure: `damaged`, `fails save`, `gains prone`."""

    kind: str
    """damaged, healed, at half, would fall, falls, fells, leaves, turn start, turn end, round, joins, makes, faces,
    hits, is hit, fails, gains, loses, becomes, does, aims, is target, is reached, rests, side at half."""
    tests: tuple[str, ...] = ()
    """Of `makes`, `faces` and `fails`: the tests that are meant; of `hits` and `is hit`, too, or none for any."""
    what: str = ""
    """Of `gains` and `loses` the condition, of `becomes` the standing, of `rests` the rest; of `does` the action,
    of `aims`, `is target` and `is reached`, too, or none for any."""

    @property
    def words(self) -> tuple[str, ...]:
        """What the engine calls it: `falls`, `gains prone`, `makes save dex`; each test has its own."""
        return _words(self.kind, self.tests or (self.what,))

    def includes(self, event: "Event") -> bool:
        """True if something that has happened is what this waits for."""
        same = self.kind == event.kind and self.what in ("", event.what)
        return same and (not event.tests or not self.tests or bool({*self.tests} & {*event.tests}))


@lru_cache(maxsize=1024)
def _words(kind: str, what: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{kind} {of}".rstrip() for of in what)


NO_EVENT = Event("")


class Ending(Struct, frozen=True):
    """An event that ends a condition."""

    of: Literal["bearer", "by"]
    event: Event


def read_duration(table: Table, key: str) -> Duration | None:
    """How long, as the table says with that key; None if it says nothing."""
    text = table.get(key, 'how long, such as "10 rounds" or "end of bearer",', str)
    if text is None:
        return None
    if text in ("open", "fight", "this turn"):
        return Duration(text)
    if found := _EDGE.fullmatch(text):
        return Duration("turns", 1, *_whose(found[1], found[2]))
    if found := _TURNS.fullmatch(text):
        return Duration("turns", int(found[1]), *_whose(found[2], found[3]))
    if found := _ROUNDS.fullmatch(text):
        return Duration("rounds", int(found[1]))
    if rest := table.symbols.find("rest", text):
        return Duration("rest", rest=rest[0])
    forms = (
        "open",
        "start of bearer",
        "end of bearer",
        "start of by",
        "end of by",
        "10 rounds",
        "2 ends of bearer",
        "this turn",
        "fight",
    )
    ending = meant(text, [*forms, *table.symbols.names["rest"]]).rstrip(".")
    hint = "" if ending.endswith("?") else f". Use {', '.join(forms)} or a rest."
    table.report("E7", f"{quoted(text)} is not a duration{ending}{hint}", key)
    return None


def _whose(edge: str, of: str) -> tuple[Literal["start", "end"], Literal["bearer", "by"]]:
    return "start" if edge == "start" else "end", "by" if of == "by" else "bearer"


def read_event(table: Table, text: str, *key: str | int) -> Event | None:
    """The event that a text means; None, and reported, if there is no such event."""
    if text in _BARE:
        return Event(text)
    verb = next((verb for verb in (*_OF_TESTS, *_OF_NAMES) if text.startswith(f"{verb} ")), "")
    word = text.removeprefix(verb).lstrip()
    if verb in _OF_TESTS and word:
        tests = table.symbols.touched(table.resolve(word, ("test",), (), *key))
        return Event(verb, tests) if tests else None
    if verb in _OF_NAMES and word:
        found = table.resolve(word, (_OF_NAMES[verb],), (), *key)
        return Event(verb, what=found[0]) if found else None
    of_names = (f"{verb} {section.upper()}" for verb, section in _OF_NAMES.items())
    known = [*_BARE, *(f"{verb} TEST" for verb in _OF_TESTS), *of_names]
    ending = meant(text, known).rstrip(".")
    hint = "" if ending.endswith("?") else f". Events are {', '.join(known)}."
    table.report("E7", f"there is no event {quoted(text)}{ending}{hint}", *key)
    return None


def read_endings(table: Table, key: str) -> tuple[Ending, ...]:
    """What ends a condition: "bearer EVENT" or "by EVENT"."""
    out: list[Ending] = []
    for said in table.words(key):
        of, _, event = said.partition(" ")
        if of not in ("bearer", "by"):
            table.report("E3", f'must be "bearer EVENT" or "by EVENT", not {quoted(said)}.', key)
        elif found := read_event(table, event, key):
            out.append(Ending("by" if of == "by" else "bearer", found))
    return tuple(out)


def read_resets(table: Table, key: str) -> tuple[str, ...]:
    """When a track is full again: turn start, turn end, round, fight, or rests."""
    return table.names(key, "rest", besides=RESETS)


GIVES = ("advantage", "disadvantage", "no advantage", "success", "failure", "critical")


class Gives(Struct, frozen=True):
    """What a row gives a test: a word of GIVES, or `bonus` with an amount."""

    kind: str
    amount: Node = ZERO
    """Added to the roll; negative where it is taken off."""


UNLESS = " unless "
"""Stands between a type of damage and the qualities that let it through: `slashing unless magical or silvered`."""


def read_types(row: Table, key: str) -> tuple[str, ...]:
    """Types of damage, each perhaps with the qualities that let it through."""
    out = row.words(key)
    known, qualities = [*sorted(row.symbols.types), "all"], {*row.symbols.qualities, "or"}
    for said in out:
        kind, _, unless = said.partition(UNLESS)
        for what, among, words in (("type of damage", known, [kind]), ("quality", [*qualities], unless.split())):
            if wrong := [word for word in words if word not in among]:
                row.report("E7", f"there is no {what} {quoted(wrong[0])}{meant(wrong[0], among)}", key)
    return out


def read_gives(row: Table, key: str) -> Gives | None:
    """What a test is given: one of GIVES, or a bonus such as `+2` or `-1d4`; None, with a report, if it is neither."""
    text = row.get(key, "what a test is given", str)
    if text is None or text in GIVES:
        return None if text is None else Gives(text)
    if text[:1] not in ("+", "-"):
        row.report("E3", f'must be one of {", ".join(GIVES)}, "+2", "-1d4", not {quoted(text)}.', key)
        return None
    amount = row.read_amount(text.removeprefix("+").strip(), TEST, key)
    return None if amount is None else Gives("bonus", amount)


class Part(Struct, frozen=True):
    """Damage of one type as it was thrown, before anybody is spared any of it."""

    amount: int
    type: str = ""
    terms: Terms = ()
    qualities: frozenset[str] = frozenset()
    """What it is besides: magical, silvered."""
    spares: int = 0
    """It takes no health below this; 0: it may take all."""

    def left(self, how: str, rounding: str) -> "Part":
        """What the outcome of a test leaves of it: all, half, double."""
        if how == "all":
            return self
        n = divided(self.amount, 2, rounding) if how == "half" else 2 * self.amount
        return replace(self, amount=n, terms=(*self.terms, Term(how, n - self.amount)))


def by_type(parts: Sequence[Part]) -> list[Part]:
    """One part for each type of damage: what is halved or doubled is all of a type, whatever it was thrown as.

    Parts that differ in a quality, such as magical, stay apart: a figure may be spared one of them alone.
    """
    alike: dict[tuple[str, frozenset[str], int], list[Part]] = {}
    for part in parts:
        alike.setdefault((part.type, part.qualities, part.spares), []).append(part)
    return [each[0] if len(each) == 1 else _sum(each) for each in alike.values()]


def _sum(parts: Sequence[Part]) -> Part:
    terms = tuple(term for part in parts for term in part.terms or (Term(part.type or "damage", part.amount),))
    return replace(parts[0], amount=sum(part.amount for part in parts), terms=terms)


class DamagePart(Struct, frozen=True):
    """Damage of one type, reckoned alone."""

    amount: Node
    type: str = ""
    when: When | None = None
    """It is dealt only if this holds."""
    doubles: bool = True
    """False: a critical hit leaves it as it is."""
    spares: int = 0
    """It takes no health below this."""
    label: str = ""
    """What adds it to the damage of a hit."""
    cites: tuple[str, ...] = ()
    """The clauses of that."""

    def joins(self, other: "DamagePart") -> bool:
        """True if it is thrown with another part, as it is of that type, or of none of its own."""
        return (self.label != "" or not self.doubles) and self.type in ("", other.type)


def read_qualities(row: Table, key: str) -> tuple[str, ...]:
    """Qualities of damage, such as magical."""
    return row.known_words(key, "quality", row.symbols.qualities)


class Answer(Struct, frozen=True):
    """What the rules that waited for an event say of it."""

    result: str = ""
    """What counts instead: success, failure, again (of a test), half, none (of a damage)."""
    more: int = 0
    """By how much the number that a test was against is more, of `faces`; of `fails` its roll."""
    label: str = ""
    """What makes it so much more."""
    adds: tuple[DamagePart, ...] = ()
    """Damage that joins that of a hit, with nothing unknown in it."""
    by: str = ""
    """The tag of whoever makes it so much more."""

    def then(self, later: "Answer") -> "Answer":
        """Both together; the later result counts."""
        label = " and ".join(filter(None, (self.label, later.label)))
        adds, by = (*self.adds, *later.adds), later.by or self.by
        return Answer(later.result or self.result, self.more + later.more, label, adds, by)


NO_ANSWER = Answer()


def in_groups(damage: Sequence[DamagePart]) -> list[list[DamagePart]]:
    """The parts of a damage in groups, each thrown at once: what joins another part stands with that."""
    out: list[list[DamagePart]] = []
    for part in damage:
        if (same := next((group for group in out if part.joins(group[0])), None)) is not None:
            same.append(part)
        else:
            out.append([part])
    return out


class TrackEffect(Struct, frozen=True):
    """What happens to a track: +, -, = an amount; full; empty."""

    how: str
    amount: Node = ZERO


def read_damage(table: Table, key: str) -> tuple[DamagePart, ...]:
    """The parts of an amount of damage, which is written as a number, a text or a list of these; wrong ones are
    reported.
    """
    value = table.get(key, "an amount of damage", int, str, list)
    parts = value if isinstance(value, list) else [] if value is None else [value]
    found = [_damage_part(table, value, key, *([n] if len(parts) > 1 else [])) for n, value in enumerate(parts)]
    return tuple(part for part in found if part)


def _damage_part(table: Table, value: Any, *key: str | int) -> DamagePart | None:
    """`2d6 + 3 fire`: an amount and, last, its type; in a table also `when`, `doubles` and `spares`."""
    kind = ""
    if isinstance(value, dict):
        row = Table(table.context, (*table.path, *key), value)
        when = row.when("when", replace(row.scope, dice=False, asked=False))
        doubles, spares = row.flag("doubles", True), row.number("spares", 0, 0, 999)
        part = _damage_part(row, row.get("amount", "an amount of damage", int, str), "amount")
        row.close()
        return None if part is None else replace(part, when=when, doubles=doubles, spares=spares)
    if isinstance(value, str):
        before, _, last = value.rstrip().rpartition(" ")
        if last in table.symbols.types or (before and last.isalpha() and last.islower()):
            value, kind = before, last
    if kind and kind not in table.symbols.types:
        ending = meant(kind, sorted(table.symbols.types))
        table.report("E7", f"there is no type of damage {quoted(kind)}{ending}", *key)
        return None
    amount = table.read_amount(value, table.scope, *key)
    return None if amount is None else DamagePart(amount, kind)


def read_change(table: Table, name: str, value: Any) -> TrackEffect | None:
    """A change of a track: `+1`, `-1d4`, `=3`, `full` or `empty`; None, with a report, if it is none."""
    if value in ("full", "empty"):
        return TrackEffect(value)
    if not isinstance(value, str) or value[:1] not in ("+", "-", "="):
        said = 'must be "+1", "-1d4", "=3", "full" or "empty", not'
        table.report("E2", f"{said} {quoted(value)}.", name)
        return None
    amount = table.read_amount(value[1:].strip(), table.scope, name)
    return None if amount is None else TrackEffect(value[0], amount)


def read_added(table: Table, key: str) -> Node | None:
    """A number or an amount that may begin with a plus, `+2`; dice only under the key `roll`."""
    scope = replace(table.scope, dice=key == "roll", asked=False)
    value = table.get(key, 'a number or an amount, such as "+2"', int, str)
    return None if value is None else table.read_amount(str(value).removeprefix("+").strip(), scope, key)


def read_own_rows(table: Table, key: str) -> str:
    """The table of a condition that is brought, as JSON, where it does something that its kind does not."""
    save = table.data.get("save_ends")
    staged = isinstance(save, dict) and save.keys() & {"fails", "passes"}
    if table.data.keys().isdisjoint((key, "immune_after")) and not staged:
        return ""
    kept = ("condition", "effects", "save_ends", "immune_after")
    own = {name: table.data[name] for name in kept if name in table.data}
    return json.dumps(own, separators=(",", ":"), default=str)


def read_event_key(table: Table, key: str) -> Event:
    """The event that a rule waits for, which has to be there; one without a kind, and reported, if it is none."""
    if not table.has(key):
        table.report("E12", f"`{key}` is missing.")
        return NO_EVENT
    return read_event(table, table.text(key), key) or NO_EVENT


def read_bound(table: Table, name: str, value: Any) -> TrackEffect | None:
    """A change of the upper bound of a track: `+5`, `-5` or `back`; None, with a report, if it is none."""
    if value == "back":
        return TrackEffect(value)
    found = read_change(table, name, value)
    if found is not None and found.how not in ("+", "-"):
        table.report("E2", f'must be "+5", "-5" or "back", not {quoted(value)}.', name)
        return None
    return found
