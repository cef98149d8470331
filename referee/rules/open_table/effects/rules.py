"""What a system file says that happens: effects, events, and how long something lies.

Used by all tables that may say an effect: acts, conditions, tracks, event rules, rests.
Gives effects, the events that a file speaks of, durations, and the declarations of the keys that hold them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from referee.engine.state.bearer import LEAVES
from referee.rules.open_table.amounts.expression import ONE, ZERO, Asked, Node
from referee.rules.open_table.file import keys
from referee.rules.open_table.file.document import meant, quoted
from referee.rules.open_table.file.table import Table

TURNS = ("turn start", "turn end", "round")
"""Moments of the order."""
RESETS = (*TURNS, "fight")
"""When a track may be full again, beside the rests."""
_EDGE = re.compile(r"(start|end) of (bearer|by)", re.ASCII)
_TURNS = re.compile(r"([1-9][0-9]{0,2}) (start|end)s? of (bearer|by)", re.ASCII)
_ROUNDS = re.compile(r"([1-9][0-9]{0,2}) rounds?", re.ASCII)
_OF_TESTS = ("makes", "fails")
_OF_CONDITIONS = ("gains", "loses")
_BARE = ("damaged", "healed", "at half", "falls", LEAVES, *TURNS, "joins", "hits", "is hit", "side at half")


@dataclass(frozen=True)
class Duration:
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
                return f"{self.count} round{'s' * (self.count > 1)}"
            case _:
                return self.rest or self.kind


OPEN = Duration()


@dataclass(frozen=True)
class Event:
    """Something that happens to a figure: `damaged`, `fails save`, `gains prone`."""

    kind: str
    """damaged, healed, at half, falls, leaves, turn start, turn end, round, joins, makes, hits, is hit, fails, gains,
    loses, side at half."""
    tests: tuple[str, ...] = ()
    """Of `makes` and `fails`: the tests that are meant."""
    condition: str = ""
    """Of `gains` and `loses`."""

    @property
    def words(self) -> tuple[str, ...]:
        """What the engine calls it: `falls`, `gains prone`, `makes save dex`; each test has its own."""
        return tuple(f"{self.kind} {of}".rstrip() for of in self.tests or (self.condition,))


@dataclass(frozen=True)
class Ending:
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
    verb, _, word = text.partition(" ")
    if verb in _OF_TESTS and word:
        tests = table.resolve(word, ("test",), (), *key)
        return Event(verb, tests) if tests else None
    if verb in _OF_CONDITIONS and word:
        found = table.resolve(word, ("condition",), (), *key)
        return Event(verb, condition=found[0]) if found else None
    known = [*_BARE, "makes TEST", "fails TEST", "gains CONDITION", "loses CONDITION"]
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


@dataclass(frozen=True)
class DamagePart:
    """Damage of one type, reckoned alone."""

    amount: Node
    type: str = ""


@dataclass(frozen=True)
class Change:
    """What happens to a track: +, -, = an amount; full; empty."""

    how: str
    amount: Node = ZERO


def _damage(table: Table, key: str) -> tuple[DamagePart, ...]:
    value = table.get(key, "an amount of damage", int, str, list)
    parts = value if isinstance(value, list) else [] if value is None else [value]
    found = [_damage_part(table, value, key, *([n] if len(parts) > 1 else [])) for n, value in enumerate(parts)]
    return tuple(part for part in found if part)


def _damage_part(table: Table, value: Any, *key: str | int) -> DamagePart | None:
    """`2d6 + 3 fire`: an amount and, last, its type."""
    kind = ""
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


def _change(table: Table, name: str, value: Any) -> Change | None:
    if value in ("full", "empty"):
        return Change(value)
    if not isinstance(value, str) or value[:1] not in ("+", "-", "="):
        said = 'must be "+1", "-1d4", "=3", "full" or "empty", not'
        table.report("E2", f"{said} {quoted(value)}.", name)
        return None
    amount = table.read_amount(value[1:].strip(), table.scope, name)
    return None if amount is None or isinstance(amount, Asked) else Change(value[0], amount)


def _values(table: Table, key: str) -> Mapping[str, Node]:
    inner = table.table(key)
    found = {name: inner.read_amount(value, table.scope, name) for name, value in inner.entries()}
    return MappingProxyType({name: node for name, node in found.items() if node is not None})


def with_values() -> Any:
    """An amount for each name that `{with.x}` may have."""
    return keys.part(_values, "values for {with.x}: { dc = 13 }", default=keys.NONE)


def outcomes() -> Any:
    """An effect for each outcome that the table names: { failure = { ... } }."""
    return keys.by_outcome(
        lambda table, outcome: effect_in(table.table(outcome)), "what happens on each outcome: OUTCOME = EFFECT"
    )


@dataclass(frozen=True)
class SaveEnds:
    """A test asked for at a moment of each own turn of the bearer; success ends the condition."""

    test: str = keys.name_of("test", "the test", needed=True)
    at: str = keys.choice(TURNS[:2], "when it is rolled: turn start, turn end", "turn end")
    values: Mapping[str, Node] = with_values()


@dataclass(frozen=True)
class Bring:
    """A condition that an effect brings. What it does not say is as the condition itself says."""

    condition: str = keys.name_of("condition", "the condition", needed=True)
    to_self: bool = keys.switch("target", "self", "who gets it: target, self", called="to")
    """It comes upon whoever acts, not upon the target."""
    lasts: Duration | None = keys.part(read_duration, "how long it lasts", without="the condition's own", called="for")
    level: Node = keys.amount(None, "amount", ONE)
    ends: tuple[Ending, ...] = keys.part(read_endings, '"bearer EVENT" or "by EVENT"', default=())
    save_ends: SaveEnds | None = keys.table_of(SaveEnds, "{ test, values, at }")


@dataclass(frozen=True)
class Effect:
    """What happens to figures, in this order."""

    damage: tuple[DamagePart, ...] = keys.part(
        _damage, 'amount and type, or a list: "2d6 fire"', default=(), without="-"
    )
    heal: Node | None = keys.amount(None, "amount")
    change: Mapping[str, Change] = keys.by_name(
        "track", _change, 'what changes: { hp = "+1" }; also "-1d4", "=3", full, empty'
    )
    brings: tuple[Bring, ...] = keys.rows_of(Bring, "rows { condition, to, for, level, ends, save_ends }")
    lifts: tuple[str, ...] = keys.names_of("condition", "conditions that end")
    lowers: tuple[str, ...] = keys.names_of("condition", "conditions that lose a level")
    becomes: str = keys.name_of("standing", "the standing the figure gets")
    result: str = keys.choice(
        ("success", "failure"), 'the outcome that counts instead, where the event is "fails TEST": success, failure', ""
    )
    """The outcome that counts instead."""
    tell: str = keys.text("a line in the log")

    def __bool__(self) -> bool:
        return self != NOTHING


NOTHING = Effect()


def effect_in(table: Table) -> Effect:
    """The effect of a table that says nothing else."""
    effect = keys.read(Effect, table)
    table.close()
    return effect


def effect_table(does: str, without: str = "-") -> Any:
    """A table within the table that says an effect and nothing else."""
    return keys.part(lambda table, key: effect_in(table.table(key)), does, default=NOTHING, without=without)
