"""Acts: what a figure orders, by an action of the menu or with a thing that it has."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from referee.rules.open_table.comparison import When
from referee.rules.open_table.expression import ONE, Node
from referee.rules.open_table.mistake import meant, quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import ACT, ACT_WHEN, FIGURE, FIXED, OUTCOMES
from referee.rules.open_table.tables import effect
from referee.rules.open_table.tables.effect import (
    NOTHING,
    Effect,
    effect_in,
    read_cost,
    read_effect,
    read_outcomes,
    read_values,
)
from referee.rules.open_table.tables.moment import read_resets

MOST_TESTS = 4


@dataclass(frozen=True)
class OutcomeRow:
    """What an outcome of a test brings besides."""

    test: str
    """Empty: the last test of the act."""
    outcome: str
    effect: Effect


@dataclass(frozen=True)
class Then:
    """One test more for each target that the act has hit."""

    test: str
    values: Mapping[str, Node]
    on: Mapping[str, Effect]


@dataclass(frozen=True)
class Act:
    """What is done, to whom, for what price."""

    turn: str = "own"
    """own; others: a reaction; after: offered as another's turn ends; any."""
    targets: str = "one"
    at: str = "foes"
    cost: Mapping[str, Node] = field(default_factory=lambda: MappingProxyType({}))
    times: Node = ONE
    """How many orders one payment buys."""
    when: When | None = None
    why: str = ""
    """The sentence that refuses the act where `when` does not hold."""
    tests: tuple[str, ...] = ()
    """Each follows only if the one before went the actor's way."""
    values: Mapping[str, Node] = field(default_factory=lambda: MappingProxyType({}))
    effect: Effect = NOTHING
    spared: str = "none"
    """What of the damage a save leaves: none, half, all."""
    damage_bonus: str = "all"
    """Which numbers that are added to its damage dice count: all, or negative ones only."""
    on: tuple[OutcomeRow, ...] = ()
    then: Then | None = None
    always: Effect = NOTHING
    """On the actor, whatever came; before anything comes to the targets, so that a new concentration ends the old."""
    cites: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()
    """The keys that the file gives."""

    def laid_over(self, base: "Act") -> "Act":
        """The act of a thing that is used by an action: what the thing says goes before what the action says."""
        own = {"tests" if key == "test" else key for key in self.said}
        fields = {name: getattr(self, name) for name in own & _FIELDS}
        parts = {key: getattr(self.effect, key) for key in own & set(effect.KEYS)}
        done = replace(base, **fields, said=base.said | self.said)
        return replace(done, effect=replace(base.effect, **parts))


_FIELDS = frozenset(
    ("turn", "targets", "at", "cost", "times", "when", "why", "tests", "values", "spared", "damage_bonus", "on")
) | {"then", "always", "cites"}


@dataclass(frozen=True)
class ActionRule:
    """An action of the menu."""

    name: str
    label: str
    key: str
    hint: str
    sort: str
    """The sort of thing that it is done with; empty: with nothing."""
    act: Act
    asks: tuple[str, str] = ("", "")
    """The trait of the actor that takes the words which are asked for, and the question; empty: none are."""


ANY = "*"
"""The sort of an action that is done with a thing of any sort."""
USE = ActionRule("use", "Use", "", "uses a thing that it has", ANY, Act())
"""How things are used whose sort has no action of its own."""


@dataclass(frozen=True)
class SortRule:
    """What things of a sort have."""

    name: str
    label: str
    amounts: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    defaults: Mapping[str, "Node | bool | str"] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class ThingRule:
    """A weapon, a spell, an ability."""

    name: str
    title: str
    sort: str
    values: Mapping[str, "Node | bool | str"]
    """What the sort says that it has, the defaults of the sort among them."""
    act: Act
    """What of an act it says itself; see `Act.laid_over`."""
    uses: Node | None = None
    """How often it can be used, as a track of the thing."""
    reset: tuple[str, ...] = ()
    recharge: When | None = None
    hint: str = ""


def read_act(table: Table) -> Act:
    """The act that a table says among its other keys."""
    tests = table.names("test", "test")
    if len(tests) > MOST_TESTS:
        table.report("E10", f"an act has at most {MOST_TESTS} tests in a row; this one has {len(tests)}.", "test")
    act = Act(
        turn=table.one_of("turn", ("own", "others", "after", "any"), "own"),
        targets=table.one_of("targets", ("one", "many", "self", "none"), "one"),
        at=table.one_of("at", ("foes", "allies", "any", "fallen"), "foes"),
        cost=read_cost(table),
        times=table.amount("times", FIXED) or ONE,
        when=table.when("when", ACT_WHEN),
        why=table.text("why"),
        tests=tests[:MOST_TESTS],
        values=read_values(table),
        effect=read_effect(table),
        spared=table.one_of("spared", ("none", "half", "all"), "none"),
        damage_bonus=table.one_of("damage_bonus", ("all", "negative"), "all"),
        on=_outcome_rows(table),
        then=_then(table),
        always=effect_in(table.table("always")),
        cites=table.cites(),
    )
    return replace(act, said=frozenset(table.data))


def read_action(table: Table, name: str) -> ActionRule:
    """One action of the menu."""
    key = table.text("key")
    if len(key) > 1:
        table.report("E3", f"one letter is expected, not {quoted(key)}.", "key")
    return ActionRule(
        name=name,
        label=table.text("label", name.replace("_", " ").capitalize()),
        key=key[:1],
        hint=table.text("hint"),
        sort=table.named("with", "sort"),
        act=read_act(table),
        asks=_asks(table),
    )


def _asks(table: Table) -> tuple[str, str]:
    """The one trait that takes words, with the question for them."""
    inner = table.table("asks")
    found = [(trait, inner.text(trait)) for trait, _ in inner.entries()] if inner else []
    if inner is None or not found:
        return "", ""
    trait, question = found[0]
    known = inner.resolve(trait, ("trait",), (), trait)
    if known and table.symbols.types_of.get(trait) != "word":
        inner.report("E2", f"a trait that is a word is expected, not `{trait}`.", trait)
    if len(found) > 1 or table.data.keys() & {"with", "test"}:
        table.report("E12", "an action asks for the words of one trait, and has no `with` and no `test` then.", "asks")
    return (trait, question) if known else ("", "")


def read_sort(table: Table, name: str) -> SortRule:
    """One sort of things."""
    bare = SortRule(
        name=name,
        label=table.text("label", name),
        amounts=table.words("amounts"),
        flags=table.words("flags"),
        words=table.words("words"),
    )
    inner = table.table("defaults")
    values = read_thing_values(inner, bare) if inner else {}
    if inner:
        inner.close()
    return replace(bare, defaults=MappingProxyType(values))


def read_thing(table: Table, name: str, sorts: Mapping[str, SortRule]) -> ThingRule:
    """One thing."""
    if not table.has("sort"):
        table.report("E12", "`sort` is missing.")
    sort = sorts.get(table.named("sort", "sort"), SortRule("", ""))
    return ThingRule(
        name=name,
        title=table.text("name", name.replace("_", " ")),
        sort=sort.name,
        values=MappingProxyType({**sort.defaults, **read_thing_values(table, sort)}),
        act=read_act(table),
        uses=table.amount("uses", FIXED),
        reset=read_resets(table),
        recharge=table.when("recharge", FIGURE),
        hint=table.text("hint"),
    )


def read_thing_values(table: Table, sort: SortRule) -> "dict[str, Node | bool | str]":
    """The values that the sort says a thing has, as far as the table gives them."""
    found: dict[str, Node | bool | str] = {}
    for key in sort.amounts:
        if (amount := table.amount(key, FIGURE)) is not None:
            found[key] = amount
    found |= {key: table.flag(key) for key in sort.flags if table.has(key)}
    return found | {key: table.text(key) for key in sort.words if table.has(key)}


def _outcome_rows(table: Table) -> tuple[OutcomeRow, ...]:
    inner = table.table("on")
    rows: list[OutcomeRow] = []
    for key, data in inner.entries() if inner else ():
        test, _, outcome = key.rpartition(" ")
        row = Table(table.context, (*table.path, "on", key), data)
        if outcome not in OUTCOMES:
            row.report("E7", f"there is no outcome {quoted(outcome)}{meant(outcome, list(OUTCOMES))}")
            continue
        found = row.resolve(test, ("test",), ()) if test else ("",)
        done = effect_in(row, ACT)
        rows += [OutcomeRow(name, outcome, done) for name in found]
    return tuple(rows)


def _then(table: Table) -> Then | None:
    inner = table.table("then")
    if inner is None:
        return None
    found = Then(inner.named("test", "test"), read_values(inner), read_outcomes(inner.table("on")))
    if not inner.has("test"):
        inner.report("E12", "`test` is missing.")
    inner.close()
    return found if found.test else None
