"""Event rules (`[[on]]`) and rests: what follows by itself, and what a rest gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from referee.rules.open_table.comparison import When
from referee.rules.open_table.expression import Node
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import EVENT, EVENT_WHEN
from referee.rules.open_table.tables.effect import Effect, read_cost, read_effect, read_outcomes, read_values
from referee.rules.open_table.tables.moment import Event, read_event

LIMITS = ("turn", "round", "fight")


@dataclass(frozen=True)
class EventRule:
    """What follows when something happens to a figure."""

    event: Event
    standing: tuple[str, ...] = ()
    """Only while it stands so; empty: however it stands."""
    when: When | None = None
    confirm: str = ""
    """The question that is asked first; only on yes it happens."""
    cost: Mapping[str, Node] = field(default_factory=lambda: MappingProxyType({}))
    ask: tuple[str, ...] = ()
    """The test that is made."""
    values: Mapping[str, Node] = field(default_factory=lambda: MappingProxyType({}))
    effect: Effect = field(default_factory=Effect)
    outcome: Mapping[str, Effect] = field(default_factory=lambda: MappingProxyType({}))
    """What each outcome of the test brings."""
    limit: str = ""
    """At most once a turn, a round, a fight; empty: always."""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True)
class RestRule:
    """A rest: its effect, and all that is full again with it."""

    name: str
    label: str
    hint: str
    effect: Effect
    cites: tuple[str, ...] = ()


def read_event_rule(table: Table) -> EventRule | None:
    """One `[[on]]`; None, and reported, if its event is none."""
    event = read_event(table, table.text("event"), "event") if table.has("event") else None
    if not table.has("event"):
        table.report("E12", "`event` is missing.")
    ask = table.names("ask", "test")
    outcome = read_outcomes(table.table("outcome"), EVENT)
    if outcome and not ask:
        table.report("E12", "`ask` is missing: the test whose outcome that is.", "outcome")
    effect = read_effect(table, EVENT)
    if effect.result and (event is None or event.kind != "fails"):
        table.report("E12", '`result` stands only where the event is "fails TEST".', "result")
    rule = EventRule(
        event=event or Event(""),
        standing=table.names("standing", "standing"),
        when=table.when("when", EVENT_WHEN),
        confirm=table.text("confirm"),
        cost=read_cost(table),
        ask=ask,
        values=read_values(table, EVENT),
        effect=effect,
        outcome=outcome,
        limit=table.one_of("limit", LIMITS, ""),
        cites=table.cites(),
    )
    return rule if event else None


def read_rest(table: Table, name: str) -> RestRule:
    """One rest."""
    return RestRule(
        name=name,
        label=table.text("label", name),
        hint=table.text("hint"),
        effect=read_effect(table, EVENT),
        cites=table.cites(),
    )
