"""What a system file says that works by itself: conditions, marks, event rules and rests.

Used by the sections `condition`, `mark`, `on` and `rest` of the file.
Gives one dataclass for each of them, with the rows of what they change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.rules.open_table.amounts.expression import EFFECT_WHEN, EVENT_WHEN, FIXED, TEST, ZERO, Node, When
from referee.rules.open_table.effects.rules import (
    NOTHING,
    OPEN,
    TURNS,
    Duration,
    Effect,
    Ending,
    Event,
    SaveEnds,
    effect_table,
    outcomes,
    read_duration,
    read_endings,
    read_event,
    with_values,
)
from referee.rules.open_table.file import keys
from referee.rules.open_table.file.document import quoted
from referee.rules.open_table.file.table import Table
from referee.rules.open_table.tests.rules import TOLD

MOST_ROWS = 16
"""Effect rows of one condition or mark."""
GIVES = ("advantage", "disadvantage", "success", "failure", "critical")


NO_EVENT = Event("")


@dataclass(frozen=True)
class Gives:
    """What a row gives a test: a word of GIVES, or `bonus` with an amount."""

    kind: str
    amount: Node = ZERO
    """Added to the roll; negative where it is taken off."""


def _types(does: str) -> Any:
    def read_types(row: Table, key: str) -> tuple[str, ...]:
        return row.known_words(key, "type of damage", [*sorted(row.symbols.types), "all"])

    return keys.part(read_types, does, default=())


def _gives(row: Table, key: str) -> Gives | None:
    text = row.get(key, "what a test is given", str)
    if text is None or text in GIVES:
        return None if text is None else Gives(text)
    if text[:1] not in ("+", "-"):
        row.report("E3", f'must be one of {", ".join(GIVES)}, "+2", "-1d4", not {quoted(text)}.', key)
        return None
    amount = row.read_amount(text.removeprefix("+").strip(), TEST, key)
    return None if amount is None else Gives("bonus", amount)


def _bars(row: Table, key: str) -> tuple[str, ...]:
    return row.names(key, "track", "action", besides=("turn",))


@dataclass(frozen=True)
class Modifier:
    """One row of what a condition or a mark does while it lies; looked up whenever it may matter."""

    when: When | None = keys.comparison(EFFECT_WHEN, "only while this comparison holds")
    from_level: int = keys.number(1, 1, 99, "counts from this level up", called="from")
    each_level: bool = keys.flag("once for each of its levels")
    tests: tuple[str, ...] = keys.names_of("test", "tests or families it changes", called="on")
    against: bool = keys.switch(
        "own", "against", "own: the bearer's own tests; against: tests against the bearer", called="whose"
    )
    gives: Gives | None = keys.part(_gives, 'advantage, disadvantage, "+2", "-1d4", success, failure, critical')
    bars: tuple[str, ...] = keys.part(
        _bars, 'tracks and actions the bearer cannot use; "turn" for no turn at all', default=()
    )
    safe_from: tuple[str, ...] = keys.names_of("action", "actions that cannot be aimed at the bearer")
    traits: Mapping[str, Node] = keys.amounts_of(
        "trait", 'traits it changes while it lasts: { speed = "{speed} / 2" }', called="trait"
    )
    """The trait itself is named as it is without this row."""
    resists: tuple[str, ...] = _types("types of damage that are halved, or all")
    vulnerable: tuple[str, ...] = _types("types that are doubled")
    immune: tuple[str, ...] = _types("types that do nothing")
    called: str = keys.text("its name beside the number it adds: Bless", without="the condition's label")
    at: str = keys.choice(TURNS, "when the row's EFFECT happens: turn start, turn end, round", "")
    effect: Effect = NOTHING


def _modifiers(table: Table, key: str) -> tuple[Modifier, ...]:
    return tuple(map(_modifier, table.rows(key, MOST_ROWS)))


def _modifier(row: Table) -> Modifier:
    found = keys.read(Modifier, row)
    effect_keys = dict.fromkeys(called for called, _ in keys.keys_of(Effect).values())
    if found.at:
        found = replace(found, effect=keys.read(Effect, row))
    elif effect_keys.keys() & row.data.keys():
        row.asked |= effect_keys
        row.report("E12", "`at` is missing: it says when the effect happens.")
    if (found.gives is None) != (not found.tests):
        lacking = "on" if row.has("gives") else "gives"
        if lacking not in row.data:
            row.report("E12", f"`{lacking}` is missing: `on` and `gives` need each other.")
    row.close()
    return found


def _also(table: Table, key: str) -> tuple[str, ...]:
    name, above = table.path[-1], table.symbols.names["condition"]
    also = table.names(key, "condition")
    for other in also:
        if name in above and above.index(other) >= above.index(name):
            table.report("E9", f"{quoted(other)} must come above `{name}` in the file.", key)
    return also


def _rows_of_effects(does: str) -> Any:
    return keys.part(_modifiers, does, default=(), called="effects")


@dataclass(frozen=True)
class ConditionRule:
    """What lies on a figure for a while."""

    name: str
    lasts: Duration = keys.part(
        lambda table, key: read_duration(table, key) or OPEN,
        "how long: open, start of bearer, end of by, 3 starts of bearer, this turn, 10 rounds, fight, or a rest",
        default=OPEN,
        without='"open"',
        called="for",
    )
    stacks: str = keys.choice(
        ("each", "longest", "add", "no"),
        "a second one: each (both stay, only one works), longest, add (levels), no (the new one replaces the old)",
    )
    most: int = keys.number(99, 1, 99, "the highest level")
    at_most: Effect = effect_table("EFFECT at the highest level")
    also: tuple[str, ...] = keys.part(
        _also, "conditions it brings along; they must come above it in the file", default=()
    )
    unless: tuple[When, ...] = keys.comparisons("comparisons: who cannot get it")
    ends: tuple[Ending, ...] = keys.part(
        read_endings,
        'what ends it, "bearer EVENT" or "by EVENT": by loses concentrating, bearer damaged',
        default=(),
    )
    ends_when: When | None = keys.comparison(
        FIXED, "ends the condition if, after a command, this is true of the bearer"
    )
    save_ends: SaveEnds | None = keys.table_of(
        SaveEnds, "{ test, values, at }: a save the bearer makes each turn; a success ends the condition"
    )
    modifiers: tuple[Modifier, ...] = _rows_of_effects("up to 16 rows of what it does")
    label: str = keys.heading("its name on screen")
    hint: str = keys.text("a short description")
    said: str = keys.phrase(("who", "whose"), "the sentence when it begins", without="{who} is LABEL")
    cleared: str = keys.phrase(("who", "whose"), "the sentence when it ends", without="{who} is no longer LABEL")
    aliases: tuple[str, ...] = keys.word_list("other words for it")
    cites: tuple[str, ...] = keys.cited()


@dataclass(frozen=True)
class MarkRule:
    """A word said with one act, and what it does to that act alone."""

    name: str
    label: str = keys.heading("its name on screen")
    hint: str = keys.text("a short description")
    modifiers: tuple[Modifier, ...] = _rows_of_effects("rows as in a condition; they count for that one act")
    cites: tuple[str, ...] = keys.cited()


def _event(table: Table, key: str) -> Event:
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
        "turn end, round, joins, makes TEST, hits, is hit, fails TEST, gains CONDITION, loses CONDITION, side at half",
        default=NO_EVENT,
        without=keys.NEEDED,
    )
    standing: tuple[str, ...] = keys.names_of("standing", "only for figures in these standings")
    when: When | None = keys.comparison(EVENT_WHEN, "only while this comparison holds")
    confirm: str = keys.text("a question that is asked first")
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
    outcome: Mapping[str, Effect] = outcomes()
    limit: str = keys.choice(("turn", "round", "fight"), "at most once per: turn, round, fight", "")
    cites: tuple[str, ...] = keys.cited()


@dataclass(frozen=True)
class RestRule:
    """A rest: its effect, and all that is full again with it."""

    name: str
    label: str = keys.heading("its name on screen")
    hint: str = keys.text("a short description")
    effect: Effect = keys.included(Effect)
    cites: tuple[str, ...] = keys.cited()


def read_event_rule(table: Table) -> EventRule | None:
    """The rule of an `[[on]]`; None, and reported, if its event is none."""
    rule = keys.read(EventRule, table)
    if rule.outcome and not rule.ask:
        table.report("E12", "`ask` is missing: it names the test whose outcome this is.", "outcome")
    if rule.effect.result and rule.event.kind != "fails":
        table.report("E12", '`result` works only where the event is "fails TEST".', "result")
    return rule if rule.event.kind else None
