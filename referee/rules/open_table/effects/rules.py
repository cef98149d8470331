"""Rules of a system file for what happens: effects, what they bring, and rules that wait for an event.

Used by all tables that may say an effect: acts, conditions, tracks, event rules, rests.
Gives effects, the rows of what a condition does, event rules, and the declarations of the keys that hold them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from referee.rules.open_table.amounts.expression import (
    EFFECT_WHEN,
    EVENT_WHEN,
    FIXED,
    ONE,
    TOLD,
    Node,
    When,
)
from referee.rules.open_table.effects.notation import (
    OPEN,
    TURNS,
    Change,
    DamagePart,
    Duration,
    Ending,
    Event,
    Gives,
    read_bound,
    read_change,
    read_damage,
    read_duration,
    read_endings,
    read_event,
    read_gives,
    read_types,
)
from referee.rules.open_table.file import keys
from referee.rules.open_table.file.table import Table

MOST_ROWS = 16
"""Effect rows of one condition or mark."""
ENDS = ("never", "no", "once")
"""Whether a row ends the condition that it is of: not, as `confirm` is answered with No, once it has happened."""
RESULTS = ("success", "failure", "half", "none")
"""What an event rule may say that counts instead."""
OF = ("bearer", "by", "foes", "allies", "others", "opponent")
"""Whose event a row waits for."""

HEALING = "healing"
"""What `bars` says where its bearer cannot be healed."""
NO_EVENT = Event("")


def _types(does: str) -> Any:
    return keys.part(read_types, does, default=())


def _bars(row: Table, key: str) -> tuple[str, ...]:
    return row.names(key, "track", "action", besides=("turn", HEALING))


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


def _effect_within(does: str, called: str = "") -> Any:
    """A table within the table that says an effect; None without it."""
    return keys.part(lambda table, key: effect_in(table.table(key)), does, called=called)


@dataclass(frozen=True)
class SaveEnds:
    """A test asked for at a moment of each own turn of the bearer; success ends the condition."""

    test: str = keys.name_of("test", "the test", needed=True)
    at: str = keys.choice(TURNS[:2], "when it is rolled: turn start, turn end", "turn end")
    values: Mapping[str, Node] = with_values()
    fails: "Effect | None" = _effect_within("EFFECT each time that the test fails: the second stage")
    passes: "Effect | None" = _effect_within("EFFECT of the test that ends it")


@dataclass(frozen=True)
class Escape:
    """A test by which the bearer can end the condition, where an action `frees` from it."""

    test: str = keys.name_of("test", "the test", needed=True)
    values: Mapping[str, Node] = with_values()


def _own(table: Table, key: str) -> str:
    """The table of a condition that is brought, as JSON, where it does something that its kind does not."""
    save = table.data.get("save_ends")
    if key not in table.data and not (isinstance(save, dict) and save.keys() & {"fails", "passes"}):
        return ""
    own = {name: table.data[name] for name in ("condition", "effects", "save_ends") if name in table.data}
    return json.dumps(own, separators=(",", ":"), default=str)


@dataclass(frozen=True)
class Bring:
    """A condition that an effect brings. What it does not say is as the condition itself says."""

    condition: str = keys.name_of("condition", "the condition", needed=True)
    when: When | None = keys.comparison(None, "only if this comparison holds, such as {margin} <= -5")
    to_self: bool = keys.switch("target", "self", "who gets it: target, self", called="to")
    """It comes upon whoever acts, not upon the target."""
    lasts: Duration | None = keys.part(read_duration, "how long it lasts", without="the condition's own", called="for")
    level: Node = keys.amount(None, "amount", ONE)
    ends: tuple[Ending, ...] = keys.part(read_endings, '"bearer EVENT" or "by EVENT"', default=())
    save_ends: SaveEnds | None = keys.table_of(SaveEnds, "{ test, values, at, fails, passes }")
    escape: Escape | None = keys.table_of(Escape, "{ test, values }: how an action that frees from it ends it")
    modifiers: "tuple[Modifier, ...]" = keys.part(
        lambda table, key: _modifiers(table, key),
        "rows of what this one does besides its kind",
        default=(),
        called="effects",
    )
    own: str = keys.part(_own, "", default="", called="effects", always=True)
    """What it does besides its kind, kept with it; `read_own` reads it."""


@dataclass(frozen=True)
class Effect:
    """What happens to figures, in this order."""

    damage: tuple[DamagePart, ...] = keys.part(
        read_damage,
        'amount and type, or a list: "2d6 fire"; { amount, when } only if that holds',
        default=(),
        without="-",
    )
    most: Mapping[str, Change] = keys.by_name(
        "track", read_bound, 'what becomes of a maximum: { hp = "-5" }; "back": as it was before all such changes'
    )
    heal: Node | None = keys.amount(None, "amount")
    change: Mapping[str, Change] = keys.by_name(
        "track", read_change, 'what changes: { hp = "+1" }; also "-1d4", "=3", full, empty'
    )
    brings: tuple[Bring, ...] = keys.rows_of(Bring, "rows { condition, to, for, level, when, ends, save_ends }")
    lifts: tuple[str, ...] = keys.names_of("condition", "conditions that end")
    lowers: tuple[str, ...] = keys.names_of("condition", "conditions that lose a level")
    becomes: str = keys.name_of("standing", "the standing the figure gets")
    result: str = keys.choice(
        RESULTS,
        "what counts instead: success (of fails TEST), failure (of does ACTION), half, none (of the damage, of is hit)",
        "",
    )
    on_self: "Effect | None" = _effect_within("EFFECT on whoever acts", called="self")
    table: str = keys.name_of("table", "a table that is rolled on for it")
    tell: str = keys.text("a line in the log")

    def __bool__(self) -> bool:
        return self != NOTHING


@dataclass(frozen=True)
class Summons:
    """Figures that an act may bring to the table, of which one kind is chosen."""

    among: tuple[str, ...] = keys.word_list("the names of kinds, or of figures of the catalogue")
    having: tuple[str, ...] = keys.word_list("or words that all of them have, such as type=beast and cr=1/4")
    count: Node = keys.amount(None, "amount: how many come", ONE)


NOTHING = Effect()


def effect_in(table: Table) -> Effect:
    """The effect of a table that says nothing else."""
    effect = keys.read(Effect, table)
    table.close()
    return effect


def effect_table(does: str, without: str = "-") -> Any:
    """A table within the table that says an effect and nothing else."""
    return keys.part(lambda table, key: effect_in(table.table(key)), does, default=NOTHING, without=without)


def _added(table: Table, key: str) -> Node | None:
    value = table.get(key, 'a number or an amount, such as "+2"', int, str)
    return None if value is None else table.read_amount(str(value).removeprefix("+").strip(), FIXED, key)


def _event(table: Table, key: str) -> Event:
    key = key if table.path[0] == "on" else "at"
    if not table.has(key):
        table.report("E12", f"`{key}` is missing.")
        return NO_EVENT
    return read_event(table, table.text(key), key) or NO_EVENT


@dataclass(frozen=True)
class EventRule:
    """What follows when something happens to a figure."""

    event: Event = keys.part(
        _event,
        "damaged, healed, at half, falls (to 0), leaves (can no longer act: down, dead, fled or removed), turn start, "
        "turn end, round, joins, does ACTION, makes TEST, faces TEST (made against it), hits, is hit, fails TEST, "
        "gains CONDITION, loses CONDITION, becomes STANDING, side at half",
        default=NO_EVENT,
        without=keys.NEEDED,
    )
    standing: tuple[str, ...] = keys.names_of("standing", "only for figures in these standings")
    when: When | None = keys.comparison(EVENT_WHEN, "only while this comparison holds")
    of: str = keys.choice(
        OF,
        "in rows with `at`, whose event: bearer; by (who brought it); foes, allies, others (EFFECT on those); "
        "opponent (of its bearer, EFFECT on whom it hits, or who hits it)",
    )
    confirm: str = keys.text("a question that is asked first; {who} is its bearer, {target} whom it happens to")
    ends: str = keys.choice(ENDS, "what ends its own condition: never, no (that answer), once", called="ends_own")
    cost: Mapping[str, Node] = keys.amounts_of("track", "what it costs: { reaction = 1 }")
    ask: tuple[str, ...] = keys.part(
        lambda table, key: table.names(key, "test"), "the test to roll", default=(), without="-"
    )
    values: Mapping[str, Node] = with_values()
    called: str = keys.text("what the test is called: concentration")
    asked: str = keys.phrase(
        ("who", "whose"), 'the question for its dice: "{whose} concentration"', without="the test's own"
    )
    told: Mapping[str, str] = keys.phrases(TOLD, "the sentence for each outcome; only with `called`")
    effect: Effect = keys.included(Effect)
    does: str = keys.text("a thing of its bearer that it does then, by its name: a burst as it dies")
    against: Node | None = keys.part(
        _added, 'added to what a test was against, of faces TEST: "+2"; asked only where that changes the result'
    )
    immune_after: Mapping[str, Duration] = keys.by_outcome(
        lambda table, outcome: read_duration(table, outcome) or OPEN,
        "who has that outcome of `ask` is immune to it from then on, so long: { success = a rest }",
    )
    outcome: Mapping[str, Effect] = outcomes()
    limit: str = keys.choice(("turn", "round", "fight"), "at most once per: turn, round, fight", "")
    cites: tuple[str, ...] = keys.cited()


_RESULTS_OF = {"fails": ("success",), "does": ("failure",), "is hit": ("half", "none")}


def read_event_rule(table: Table) -> EventRule | None:
    """The rule of an `[[on]]`; None, and reported, if its event is none."""
    rule = keys.read(EventRule, table)
    if rule.outcome and not rule.ask:
        table.report("E12", "`ask` is missing: it names the test whose outcome this is.", "outcome")
    for effect in (rule.effect, *rule.outcome.values()):
        if effect.result and effect.result not in _RESULTS_OF.get(rule.event.kind, ()):
            said = '`result` works only where the event is "fails TEST" (success), "does ACTION" (failure) '
            table.report("E12", f'{said}or "is hit" (half, none).', "result")
    if rule.against is not None and rule.event.kind != "faces":
        table.report("E12", '`against` works only where the event is "faces TEST".', "against")
    if rule.of != "bearer" and table.path[0] == "on":
        table.report("E12", "`of` works only in rows of a condition or a thing.", "of")
    return rule if rule.event.kind else None


@dataclass(frozen=True)
class Modifier:
    """One row of what a condition or a mark does while it lies; looked up whenever it may matter."""

    when: When | None = keys.part(
        lambda row, key: None if row.has("at") else row.when(key, EFFECT_WHEN), "only while this comparison holds"
    )
    from_level: int = keys.number(1, 1, 99, "counts from this level up", called="from")
    each_level: bool = keys.flag("once for each of its levels")
    tests: tuple[str, ...] = keys.names_of("test", "tests or families it changes", called="on")
    against: bool = keys.switch(
        "own", "against", "own: the bearer's own tests; against: tests against the bearer", called="whose"
    )
    gives: Gives | None = keys.part(read_gives, 'advantage, disadvantage, "+2", "-1d4", success, failure, critical')
    confirm: str = keys.text("a question that is asked before it changes a test; {who} makes it, {target} faces it")
    bars: tuple[str, ...] = keys.part(
        _bars, 'tracks and actions the bearer cannot use; "turn": no turn at all; "healing": no healing', default=()
    )
    wards: tuple[str, ...] = keys.names_of("condition", "conditions that cannot come upon the bearer")
    safe_from: tuple[str, ...] = keys.names_of("action", "actions that cannot be aimed at the bearer")
    traits: Mapping[str, Node] = keys.amounts_of(
        "trait", 'traits it changes while it lasts: { speed = "{speed} / 2" }', called="trait"
    )
    """The trait itself is named as it is without this row."""
    resists: tuple[str, ...] = _types("types of damage that are halved, or all")
    vulnerable: tuple[str, ...] = _types("types that are doubled")
    immune: tuple[str, ...] = _types("types that do nothing")
    absorbs: tuple[str, ...] = _types("types that do nothing and heal as much")
    called: str = keys.text("its name beside the number it adds: Bless", without="the condition's label")
    aims: str = keys.choice(
        ("any", "not by"),
        "whom its acts against foes may be aimed at: any (its own side, too), not by (who brought it)",
        "",
    )
    follows: EventRule | None = keys.part(
        lambda row, key: read_event_rule(row),
        'an event, such as "turn start": the row is a rule as in [[on]]',
        called="at",
    )


def _modifiers(table: Table, key: str) -> tuple[Modifier, ...]:
    return tuple(map(_modifier, table.rows(key, MOST_ROWS)))


def _modifier(row: Table) -> Modifier:
    found = keys.read(Modifier, row)
    effect_keys = dict.fromkeys(called for of in (Effect, EventRule) for called, _ in keys.keys_of(of).values())
    own = {called for called, _ in keys.keys_of(Modifier).values()}
    if not row.has("at") and (effect_keys.keys() - own) & row.data.keys():
        row.asked |= effect_keys
        row.report("E12", "`at` is missing: it says when the effect happens.")
    if (found.gives is None) != (not found.tests):
        lacking = "on" if row.has("gives") else "gives"
        if lacking not in row.data:
            row.report("E12", f"`{lacking}` is missing: `on` and `gives` need each other.")
    row.close()
    return found


def rows_of_effects(does: str) -> Any:
    return keys.part(_modifiers, does, default=(), called="effects")
