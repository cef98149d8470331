"""Acts of a system file: what an action or the use of a thing does.

Used by the sections `action` and `thing` of the file.
Gives one class for an act.
"""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import meant, quoted
from referee.rules.open_table.language.effect_notation import LEFT, OPEN, Duration, read_duration
from referee.rules.open_table.language.effects import Effect, Summons, effect_in, effect_table
from referee.rules.open_table.language.expression import ACT_WHEN, FIXED, ONE, OUTCOMES, Name, Node, When, inside
from referee.rules.open_table.language.toml_table import Table

MOST_TESTS = 4

ANY = "*"
"""The sort of an action that is done with a thing of any sort."""


class OutcomeRow(Struct, frozen=True):
    """What an outcome of a test brings besides."""

    test: str
    """Empty: the last test of the act."""
    outcome: str
    effect: Effect


def _outcome_rows(table: Table, key: str) -> tuple[OutcomeRow, ...]:
    inner = table.table(key)
    rows: list[OutcomeRow] = []
    for said, _ in inner.entries():
        test, _, outcome = said.rpartition(" ")
        row = inner.table(said)
        if outcome not in OUTCOMES:
            row.report("E7", f"there is no outcome {quoted(outcome)}{meant(outcome, list(OUTCOMES))}")
            continue
        found = row.resolve(test, ("test",), ()) if test else ("",)
        done = effect_in(row)
        rows += [OutcomeRow(name, outcome, done) for name in found]
    return tuple(rows)


def _tests(table: Table, key: str) -> tuple[str, ...]:
    tests = table.names(key, "test")
    if len(tests) > MOST_TESTS:
        table.report("E10", f"an act has at most {MOST_TESTS} tests in a row; this one has {len(tests)}.", key)
    return tests[:MOST_TESTS]


def _asks(table: Table, key: str) -> tuple[str, str]:
    inner = table.table(key)
    found = [(trait, inner.text(trait)) for trait, _ in inner.entries()]
    if not found:
        return "", ""
    trait, question = found[0]
    known = inner.resolve(trait, ("trait",), (), trait)
    if known and table.symbols.types_of.get(trait) != "word":
        inner.report("E2", f"must be a trait whose type is word; `{trait}` is not.", trait)
    if len(found) > 1 or table.data.keys() & {"with", "test"}:
        table.report("E12", "`asks` names one trait only, and cannot be used with `with` or `test`.", key)
    return (trait, question) if known else ("", "")


class Consequence(keys.KeyedTable):
    """What a test brings its target: the effect where it goes the actor's way, else what is left of its damage."""

    effect: Effect = keys.included(Effect)
    spared: str = keys.choice(LEFT[:3], "damage left after a successful save: none, half, all")
    leaves: Mapping[str, str] = keys.by_outcome(
        lambda table, outcome: table.one_of(outcome, LEFT, "all"),
        'damage left after each outcome: { success = "half", critical = "none", fumble = "double" }',
    )
    on: tuple[OutcomeRow, ...] = keys.part(
        _outcome_rows, 'more effects: "OUTCOME" (of the last test) or "TEST OUTCOME" = EFFECT', default=(), without="{}"
    )

    def left(self, outcome: str, well: bool) -> str:
        """What of the damage is left after an outcome, which went the actor's way or did not."""
        return self.leaves.get(outcome) or ("all" if well else self.spared)

    @property
    def stakes(self) -> tuple[Effect, ...]:
        """All that its test may bring."""
        return (self.effect, *(row.effect for row in self.on))


class Then(Consequence):
    """One test more for each target that the act has hit."""

    test: str = keys.name_of("test", "the test", needed=True)
    values: Mapping[str, Node] = keys.with_values()
    when: When | None = keys.comparison(None, "only if this comparison holds of the target")


class Act(Consequence, dict=True):
    """What is done, to whom, for what price."""

    turn: str = keys.choice(
        ("own", "others", "after", "any"),
        "own: on its own turn; others: on others' turns (a reaction); after: offered as another's turn ends; any",
    )
    targets: str = keys.choice(("one", "many", "self", "none"), "one, many, self, none", "one")
    up_to: Node | None = keys.amount(None, "amount: how many targets at most, where there are many")
    shots: Node | None = keys.amount(None, "amount: how often it is done in one act, shared out among the targets")
    pool: Node | None = keys.amount(None, "amount: the health that it covers, those with the least first; or heals")
    at: str = keys.choice(
        ("foes", "allies", "friends", "any", "others", "fallen", "by"),
        "foes, allies, friends (allies but itself), any (an area: foes first, then friends, itself last), others (all "
        "but itself), fallen, by (who brought what `self` lifts; foes, where nobody is known)",
    )
    cost: Mapping[str, Node] = keys.amounts_of("track", 'what it costs: { mana = 1 }; "{with.n}": asked', asked=True)
    asks: tuple[str, str] = keys.part(
        _asks,
        'the trait and the question that fills it: { ready_for = "Ready for what?" }',
        default=("", ""),
        without="{}",
        only="action",
    )
    holds: bool = keys.flag("true: the words of `asks` may begin with a thing: it is paid for now, used later")
    releases: bool = keys.flag("true: it does what is held ready and paid for; with nothing held, a thing of `with`")
    repeats: bool = keys.flag("true: it does what a thing of `with` does `again` while what that brought lasts")
    choices: Mapping[str, Effect] = keys.by_word(
        lambda table, name, _: effect_in(table.table(name)), "one is chosen: { fire = EFFECT }"
    )
    summons: tuple[Summons, ...] = keys.rows_of(Summons, "rows { among, having, count }: who joins; EFFECT is on each")
    shapes: tuple[Summons, ...] = keys.rows_of(Summons, "rows { among, having, count }: what targets become")
    levels: tuple[str, ...] = keys.names_of(
        "track", "a family of tracks, one for each level: with `level`, one of that level or a higher one is paid"
    )
    level: int = keys.number(0, 0, 99, "the least of `levels` that pays; {with.level} is the one that does")
    not_twice: bool = keys.flag("true: not the same thing in two rounds running, as a lair does")
    times: Node = keys.amount(FIXED, "amount: how many times it can be done for one cost", ONE)
    when: When | None = keys.comparison(ACT_WHEN, "only if this comparison holds")
    another: bool = keys.flag("true: only for who has another thing, too, for which `when` holds, as for the off hand")
    unless: tuple[When, ...] = keys.comparisons("comparisons: whom it leaves out; with `why`, whom it bars", ACT_WHEN)
    hampers: tuple[When, ...] = keys.comparisons("comparisons: who makes the test with disadvantage", ACT_WHEN)
    eases: tuple[When, ...] = keys.comparisons("comparisons: who makes the test with advantage", ACT_WHEN)
    why: str = keys.text("what the referee is told if `when` does not hold, or `unless` leaves somebody out")
    tests: tuple[str, ...] = keys.part(
        _tests,
        "one test, or up to 4: each is rolled only if the one before went the actor's way",
        default=(),
        called="test",
    )
    values: Mapping[str, Node] = keys.with_values()
    frees: tuple[str, ...] = keys.names_of("condition", "conditions of the actor, one of which ends by its `escape`")
    immune_after: Mapping[str, Duration] = keys.by_outcome(
        lambda table, outcome: read_duration(table, outcome) or OPEN,
        "who has that outcome of the last test is immune to it from then on, so long: { success = a rest }",
    )
    damage_bonus: str = keys.choice(("all", "negative"), "which bonuses are added to the damage dice: all, negative")
    then: Then | None = keys.table_of(Then, "{ test, values, when, EFFECT, spared, leaves, on }: a test more on a hit")
    anyway: Effect = effect_table("EFFECT on each target, however its test came out", "{}")
    ends_alone: bool = keys.flag("true: what it brings the actor ends once nothing lies on anybody that ends with it")
    renews: bool = keys.flag("true: what its actor brought with it before ends as it is done anew")
    always: Effect = effect_table("EFFECT on the actor, before any test is rolled", "{}")
    """Before anything comes to the targets, so that a new concentration ends the old."""
    told: str = keys.phrase(
        ("who", "whose", "thing", "on"), 'its sentence: "{who} casts {thing} on {on}"', without="depends on its tests"
    )
    cites: tuple[str, ...] = keys.cited()
    said: frozenset[str] = frozenset()
    """The keys that the file gives."""

    @cached_property
    def scales(self) -> bool:
        """Does it do more at a higher level?"""
        amounts = [*self.values.values(), *(part.amount for part in self.effect.damage), self.effect.heal or ONE]
        amounts += [self.up_to or ONE, self.shots or ONE, *(row.count for row in self.summons)]
        named = any(Name("level", "with") in inside(node) for node in amounts)
        return named or any("{with.level}" in row.own for row in (*self.effect.brings, *self.anyway.brings))

    @cached_property
    def price(self) -> str:
        """What tells it from acts that cost something else, or buy another number of acts for it."""
        return f"{'+'.join(self.cost)} {self.times}"

    def laid_over(self, base: "Act") -> "Act":
        """The act of a thing that is used by an action: what the thing says goes before what the action says."""
        own = {name: getattr(self, name) for name, (key, _) in keys.keys_of(Act).items() if key in self.said}
        parts = {n: getattr(self.effect, n) for n, (key, _) in keys.keys_of(Effect).items() if key in self.said}
        return replace(base, **own, effect=replace(base.effect, **parts), said=base.said | self.said)


def read_act(table: Table, key: str) -> Act:
    """The act of a table; one that is done again stands in a table of its own."""
    inner = table.table(key) if key == "again" else table
    act = keys.read(Act, inner, said=frozenset(inner.data))
    if inner is not table:
        inner.close()
    return act


def read_letter(table: Table, key: str) -> str:
    """One letter, or none."""
    letter = table.text(key)
    if len(letter) > 1:
        table.report("E3", f"must be one letter, not {quoted(letter)}.", key)
    return letter[:1]
