"""Event rules (`[[on]]`) and rests: what follows by itself, and what a rest gives back."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.rules.open_table.comparison import When
from referee.rules.open_table.expression import Node
from referee.rules.open_table.keys import (
    NEEDED,
    amounts_of,
    choice,
    cited,
    comparison,
    heading,
    included,
    names_of,
    part,
    read,
    text,
)
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import EVENT_WHEN
from referee.rules.open_table.tables.effect import Effect, outcomes, with_values
from referee.rules.open_table.tables.moment import Event, read_event

NO_EVENT = Event("")


def _event(table: Table, key: str) -> Event:
    if not table.has(key):
        table.report("E12", f"`{key}` is missing.")
        return NO_EVENT
    return read_event(table, table.text(key), key) or NO_EVENT


@dataclass(frozen=True)
class EventRule:
    """What follows when something happens to a figure."""

    event: Event = part(
        _event,
        "damaged, healed, at half, falls, turn start, turn end, round, joins, makes TEST, hits, is hit, fails TEST, "
        "gains CONDITION, loses CONDITION, side at half",
        default=NO_EVENT,
        without=NEEDED,
    )
    standing: tuple[str, ...] = names_of("standing", "only while it stands so")
    when: When | None = comparison(EVENT_WHEN, "comparison that has to hold")
    confirm: str = text("a question that is asked first")
    cost: Mapping[str, Node] = amounts_of("track", "tracks that it takes")
    ask: tuple[str, ...] = part(
        lambda table, key: table.names(key, "test"), "the test that is made", default=(), without="-"
    )
    values: Mapping[str, Node] = with_values()
    effect: Effect = included(Effect)
    outcome: Mapping[str, Effect] = outcomes()
    limit: str = choice(("turn", "round", "fight"), "at most once a turn, round, fight", "")
    cites: tuple[str, ...] = cited()


@dataclass(frozen=True)
class RestRule:
    """A rest: its effect, and all that is full again with it."""

    name: str
    label: str = heading("how it is called")
    hint: str = text("in a few words")
    effect: Effect = included(Effect)
    cites: tuple[str, ...] = cited()


def read_event_rule(table: Table) -> EventRule | None:
    """The rule of an `[[on]]`; None, and reported, if its event is none."""
    rule = read(EventRule, table)
    if rule.outcome and not rule.ask:
        table.report("E12", "`ask` is missing: the test whose outcome that is.", "outcome")
    if rule.effect.result and rule.event.kind != "fails":
        table.report("E12", '`result` stands only where the event is "fails TEST".', "result")
    return rule if rule.event.kind else None
