"""Rules of a system file for actions: those of the menu, things that are used, and the act that either is.

Used by the sections `action`, `sort` and `thing` of the file.
Gives one class for each of them, and the act of a thing laid over that of an action.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.dice import Pool
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import meant, quoted
from referee.rules.open_table.language.effect_notation import (
    LEFT,
    OPEN,
    DamagePart,
    Duration,
    read_duration,
    read_resets,
)
from referee.rules.open_table.language.effects import (
    Effect,
    EventRule,
    Modifier,
    Summons,
    effect_in,
    effect_table,
    rows_of_answers,
    rows_of_effects,
)
from referee.rules.open_table.language.expression import (
    ACT_WHEN,
    FIGURE,
    FIXED,
    ONE,
    OUTCOMES,
    Name,
    Node,
    Number,
    When,
    inside,
)
from referee.rules.open_table.language.table import Table

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


def _act(table: Table, key: str) -> Act:
    inner = table.table(key) if key == "again" else table
    act = keys.read(Act, inner, said=frozenset(inner.data))
    if inner is not table:
        inner.close()
    return act


def _letter(table: Table, key: str) -> str:
    letter = table.text(key)
    if len(letter) > 1:
        table.report("E3", f"must be one letter, not {quoted(letter)}.", key)
    return letter[:1]


class ActionRule(keys.KeyedTable):
    """An action of the menu."""

    name: str
    label: str = keys.heading("its name in the menu", keys.as_title)
    key: str = keys.part(_letter, "the letter that starts it", default="")
    hint: str = keys.text("a short description")
    sort: str = keys.name_of("sort", "the sort of thing that the action uses", called="with")
    act: Act = keys.part(_act, "", default=Act(), always=True)

    @property
    def told(self) -> str:
        """The sentence for it: that of the file; without one its name, where no test says what was done."""
        if self.act.told or self.act.tests:
            return self.act.told
        label = self.label.replace("{", "{{").replace("}", "}}")
        return "{who} uses {thing} on {on}" if self.sort else f"{{who}}: {label} on {{on}}"


USE = ActionRule("use", "Use", "", "use something the figure carries", ANY)
"""How things are used whose sort has no action of its own."""


class SpanRule(keys.KeyedTable):
    """Two amounts of a sort that belong together and are typed as `30/120`, such as the ranges of a weapon."""

    near: str = keys.text("the first of the two `amounts`", without=keys.NEEDED)
    far: str = keys.text("the second; 0 for a thing that is given one number only", without=keys.NEEDED)
    unit: str = keys.text("what is counted: ft")
    flag: str = keys.text("one of `flags` that a thing has for which they are typed")
    unless: str = keys.text("one of `flags` that is said in place of that")


class SortRule(keys.KeyedTable):
    """What things of a sort have."""

    name: str
    label: str = keys.heading("its name on screen")
    plural: str = keys.text("its plural", without="label + s")
    amounts: tuple[str, ...] = keys.word_list("numbers each has: hit is read as {with.hit}")
    die: str = keys.text("which of `amounts` is the sides of the first die of its damage, unless a thing says it")
    flags: tuple[str, ...] = keys.word_list("yes-or-no marks each may have: light")
    words: tuple[str, ...] = keys.word_list("texts that they have")
    span: SpanRule | None = keys.table_of(SpanRule, "{ near, far, unit, flag, unless }: two amounts, typed as 30/120")
    shows: tuple[str, ...] = keys.word_list("which of `amounts` are shown of a thing that says one of its own")
    passive: bool = keys.flag("true: its things are not used; their `effects` work while somebody has them")
    held: Effect = effect_table("EFFECT on who holds such a thing ready, where an action `holds`", "{}")
    defaults: Mapping[str, Node | bool | str] = keys.later(
        'values for things that give none: { crit = "20" }', keys.NONE
    )

    @property
    def several(self) -> str:
        """What several things of it are called."""
        return self.plural or f"{self.label}s"


def read_sort(table: Table, name: str) -> SortRule:
    """The sort of a table; its defaults are values that it says that things have."""
    sort = keys.read(SortRule, table, name=name)
    own = {called for of in (Act, Effect) for called, _ in keys.keys_of(of).values()}
    for word in sorted(own.intersection((*sort.amounts, *sort.flags, *sort.words))):
        table.report("W", f"`{word}` is a key of an act, and means that in things; use another word for the value.")
    inner = table.table("defaults")
    defaults = _thing_values(inner, sort)
    inner.close()
    return replace(sort, defaults=MappingProxyType(defaults))


class ThingRule(keys.KeyedTable):
    """A weapon, a spell, an ability."""

    name: str
    values: Mapping[str, Node | bool | str]
    """What the sort says that it has, the defaults of the sort among them."""
    sort: str = keys.name_of(
        "sort", "its sort; you may also give the values that the sort has, and any key of an action", needed=True
    )
    title: str = keys.heading("its name on screen", lambda name: name.replace("_", " "), called="name")
    act: Act = keys.part(_act, "", default=Act(), always=True)
    """What of an act it says itself; see `Act.laid_over`."""
    like: str = keys.name_of("thing", "a thing above this one, or of the file; this one starts with its values")
    again: Act | None = keys.part(_act, "while a noted condition lies, what an action that `repeats` does: ACT")
    shares: str = keys.text("another thing of whoever has it, whose uses are spent in place of its own")
    uses: Node | None = keys.amount(FIXED, "amount: how many uses it has")
    """Kept as a track of the thing."""
    reset: tuple[str, ...] = keys.part(
        read_resets, "when its uses come back: turn start, turn end, round, fight, or a rest", default=()
    )
    recharge: When | None = keys.comparison(
        FIGURE, "roll to get it back, such as d6 >= 5; rolled at the start of the owner's turn once every use is gone"
    )
    modifiers: tuple[Modifier, ...] = rows_of_effects("of a passive sort: rows as in a condition, for who has it")
    answers: tuple[EventRule, ...] = rows_of_answers(
        "rows { at, confirm, ... } as in a condition: when it may be used as an answer, for its usual cost"
    )
    hint: str = keys.text("a short description")

    @property
    def label(self) -> str:
        """What it is called where it works like a condition."""
        return self.title

    @property
    def cites(self) -> tuple[str, ...]:
        """Its clauses."""
        return self.act.cites


def read_thing(table: Table, name: str) -> ThingRule:
    """The thing of a table, with the values that its sort says that it has."""
    thing = keys.read(ThingRule, table, name=name, values=keys.NONE)
    sort = table.context.sections["sort"].get(thing.sort, SortRule(""))
    if thing.modifiers and sort.name and not sort.passive:
        table.report("E12", f"`effects` work only for things of a passive sort; `{sort.name}` is not.", "effects")
    values = {**sort.defaults, **_thing_values(table, sort)}
    above: dict[str, ThingRule] = table.context.sections.setdefault("things", {})
    if (base := above.get(thing.like)) is not None:
        own = {field for field, (key, _) in keys.keys_of(ThingRule).items() if key in table.data} - {"act"}
        values = {**sort.defaults, **base.values, **_thing_values(table, sort)}
        thing = replace(base, name=name, act=thing.act.laid_over(base.act), **{key: getattr(thing, key) for key in own})
    elif thing.like:
        table.report("E9", f"{quoted(thing.like)} must come above `{name}` in the file.", "like")
    if sort.die and not table.has(sort.die):
        values[sort.die] = Number(_sides(thing.act.effect.damage))
    above[name] = replace(thing, sort=sort.name, values=MappingProxyType(values))
    return above[name]


def _sides(damage: Sequence[DamagePart]) -> int:
    """The sides of the first die of the damage; 0 if it has none."""
    dice = (node for part in damage for node in inside(part.amount))
    return next((node.last for node in dice if isinstance(node, Pool)), 0)


def _thing_values(table: Table, sort: SortRule) -> "dict[str, Node | bool | str]":
    """The values that the sort says a thing has, as far as the table gives them."""
    found: dict[str, Node | bool | str] = {}
    for key in sort.amounts:
        if (amount := table.amount(key, FIXED if key in table.symbols.compared else FIGURE)) is not None:
            found[key] = amount
    found |= {key: table.flag(key) for key in sort.flags if table.has(key)}
    return found | {key: table.text(key) for key in sort.words if table.has(key)}
