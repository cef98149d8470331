"""Rules of a system file for what happens: effects, what they bring, and rules that wait for an event.

Used by all tables that may say an effect: acts, conditions, tracks, event rules, rests.
Gives effects, the rows of what a condition does, event rules, and the declarations of the keys that hold them.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from referee.rules.open_table.language import effect_notation as notation
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.effect_notation import DamagePart, Duration, Ending, Event, Gives, TrackEffect
from referee.rules.open_table.language.expression import ALWAYS, EFFECT_WHEN, EVENT_WHEN, ONE, TOLD, Node, Scope, When
from referee.rules.open_table.language.toml_table import Table

MOST_ROWS = 16
"""Effect rows of one condition or mark."""
ENDS = ("never", "no", "once")
"""Whether a row ends the condition that it is of: not, as `confirm` is answered with No, once it has happened."""
RESULTS = ("success", "failure", "again", "half", "none")
"""What an event rule may say that counts instead."""
OF = ("bearer", "by", "foes", "allies", "others", "opponent")
"""Whose event a row waits for."""

HEALING = "healing"
"""What `bars` says where its bearer cannot be healed."""


def _types(does: str) -> Any:
    return keys.part(notation.read_types, does, default=())


def _bars(row: Table, key: str) -> tuple[str, ...]:
    return row.names(key, "track", "action", "trait", besides=("turn", HEALING))


def _stakes(row: Table, key: str) -> tuple[str, ...]:
    return row.names(key, "condition", "sort", besides=(*row.symbols.types, *row.symbols.given))


def _assumption(scope: Scope, row: Table, key: str) -> When | None:
    """When `confirm` is answered with yes without a look at the table: always for `yes`, or by a comparison."""
    if row.has(key) and not row.has("confirm"):
        row.report("E12", "`confirm` is missing: it is what is assumed.", key)
    return ALWAYS if row.data.get(key) == "yes" else row.when(key, scope)


_ASSUMED = "what a forecast answers to `confirm`: yes always (yes), or while this comparison holds; else no"


def _effect_within(does: str, called: str = "") -> Any:
    """A table within the table that says an effect; None without it."""
    return keys.part(lambda table, key: effect_in(table.table(key)), does, called=called)


class SaveEnds(keys.KeyedTable):
    """A test asked for at a moment of each own turn of the bearer; success ends the condition."""

    test: str = keys.name_of("test", "the test", needed=True)
    at: str = keys.choice(notation.SAVED_AT, "when: turn start, turn end, next turn end (not that of now)", "turn end")
    values: Mapping[str, Node] = keys.with_values()
    fails: "Effect | None" = _effect_within("EFFECT each time that the test fails: the second stage")
    passes: "Effect | None" = _effect_within("EFFECT of the test that ends it")


class Escape(keys.KeyedTable):
    """A test by which the bearer can end the condition, where an action `frees` from it."""

    test: str = keys.name_of("test", "the test", needed=True)
    values: Mapping[str, Node] = keys.with_values()


class Bring(keys.KeyedTable):
    """A condition that an effect brings. What it does not say is as the condition itself says."""

    condition: str = keys.name_of("condition", "the condition", needed=True)
    when: When | None = keys.comparison(None, "only if this comparison holds, such as {margin} <= -5")
    to_self: bool = keys.switch("target", "self", "who gets it: target, self", called="to")
    """It comes upon whoever acts, not upon the target."""
    lasts: Duration | None = keys.part(notation.read_duration, "how long", without="the condition's own", called="for")
    level: Node = keys.amount(None, "amount", ONE)
    ends: tuple[Ending, ...] = keys.part(notation.read_endings, '"bearer EVENT" or "by EVENT"', default=())
    save_ends: SaveEnds | None = keys.table_of(SaveEnds, "{ test, values, at, fails, passes }")
    escape: Escape | None = keys.table_of(Escape, "{ test, values }: how an action that frees from it ends it")
    immune_after: Duration | None = keys.part(
        notation.read_duration, "how long its bearer is immune to what brought it, from when it has ended"
    )
    modifiers: "tuple[Modifier, ...]" = keys.part(
        lambda table, key: _modifiers(table, key),
        "rows of what this one does besides its kind",
        default=(),
        called="effects",
    )
    own: str = keys.part(notation.read_own_rows, "", default="", called="effects", always=True)
    """What it does besides its kind, kept with it; `read_own` reads it."""


class Effect(keys.KeyedTable):
    """What happens to figures, in this order."""

    damage: tuple[DamagePart, ...] = keys.part(
        notation.read_damage,
        'amount and type, or a list: "2d6 fire"; { amount, when }: only then; doubles = false: not on a critical; '
        "spares = 1: takes no health below 1",
        default=(),
        without="-",
    )
    most: Mapping[str, TrackEffect] = keys.by_name(
        "track", notation.read_bound, 'a maximum: { hp = "-5" }; "back": as it was before all such changes'
    )
    heal: Node | None = keys.amount(None, "amount")
    change: Mapping[str, TrackEffect] = keys.by_name(
        "track", notation.read_change, 'what changes: { hp = "+1" }; also "-1d4", "+ask", "=3", full, empty'
    )
    brings: tuple[Bring, ...] = keys.rows_of(Bring, "rows { condition, to, for, level, when, ends, save_ends }")
    lifts: tuple[str, ...] = keys.names_of("condition", "conditions that end")
    lowers: tuple[str, ...] = keys.names_of("condition", "conditions that lose a level")
    becomes: str = keys.name_of("standing", "the standing the figure gets")
    result: str = keys.choice(
        RESULTS,
        "what counts instead: success, again (rolled anew; of fails TEST), failure (of does ACTION; of is target "
        "for that target), half, none (of the damage, of hits and is hit)",
        "",
    )
    on_self: "Effect | None" = _effect_within("EFFECT on whoever acts", called="self")
    on_source: "Effect | None" = _effect_within("EFFECT on who brought the condition that it is of", called="by")
    table: str = keys.name_of("table", "a table that is rolled on for it")
    tell: str = keys.text("a line in the log")

    def __bool__(self) -> bool:
        return self is not NOTHING and self != NOTHING


class Summons(keys.KeyedTable):
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


class EventRule(keys.KeyedTable):
    """What follows when something happens to a figure."""

    event: Event = keys.part(
        lambda table, key: notation.read_event_key(table, key if table.path[0] == "on" else "at"),
        "damaged, healed, at half, would fall (is at 0, before `at_end`), falls (to 0), fells (a foe falls by what it "
        "did), leaves (can no longer act: down, dead, fled or removed), turn start, turn end, round, joins, does "
        "ACTION, aims or aims ACTION (does it at a foe), is target or is target ACTION (a foe aims it, at no area), "
        "is reached or is reached ACTION (a foe's act would come upon it, an area, too), "
        "makes TEST, faces TEST (made against it), hits or hits TEST, is hit or is hit TEST, fails TEST, gains "
        "CONDITION, loses CONDITION, becomes STANDING, rests REST, side at half",
        default=notation.NO_EVENT,
        without=keys.NEEDED,
    )
    standing: tuple[str, ...] = keys.names_of("standing", "only for figures in these standings")
    when: When | None = keys.comparison(EVENT_WHEN, "only while this comparison holds")
    of: str = keys.choice(
        OF,
        "in rows with `at`, whose event: bearer; by (who brought it); foes, allies, others (EFFECT on those); "
        "opponent (of its bearer, EFFECT on whom it hits, or who hits it)",
    )
    confirm: str = keys.text(
        "a question that is asked first; {who} is its bearer, {target} whom it happens to, {level} the level of what "
        "was done"
    )
    assume: When | None = keys.part(partial(_assumption, EVENT_WHEN), _ASSUMED)
    ends: str = keys.choice(ENDS, "what ends its own condition: never, no (that answer), once", called="ends_own")
    cost: Mapping[str, Node] = keys.amounts_of("track", "what it costs: { reaction = 1 }")
    levels: tuple[str, ...] = keys.names_of(
        "track",
        "a family of tracks: one is chosen with `confirm`, and costs 1; {with.level} is which, {with.answered} the "
        "level of what is answered",
    )
    level: int = keys.number(1, 1, 99, "the least of `levels` that may be chosen")
    ask: tuple[str, ...] = keys.part(
        lambda table, key: table.names(key, "test"), "the test to roll", default=(), without="-"
    )
    values: Mapping[str, Node] = keys.with_values()
    ask_when: When | None = keys.comparison(
        EVENT_WHEN, "the test is rolled only if this comparison holds; else it is a success"
    )
    ask_of: str = keys.choice(("it", "bearer"), "who rolls it: it (whom the effect comes upon), bearer")
    ask_with: tuple[str, ...] = keys.part(
        lambda table, key: table.names(key, "mark", besides=("adv", "dis")),
        "words that count for that test: adv, dis, marks",
        default=(),
    )
    called: str = keys.text("what the test is called: concentration")
    asked: str = keys.phrase(
        ("who", "whose"), 'the question for its dice: "{whose} concentration"', without="the test's own"
    )
    told: Mapping[str, str] = keys.phrases(TOLD, "the sentence for each outcome; only with `called`")
    effect: Effect = keys.included(Effect)
    does: str = keys.text("a thing of its bearer that it does then, by its name: a burst as it dies")
    against: Node | None = keys.part(
        notation.read_added, 'added to what it was against, of faces TEST: "+2"; asked only where that matters'
    )
    roll: Node | None = keys.part(
        notation.read_added, 'added to the roll of fails TEST: "+1d6"; asked only where it can change the result'
    )
    adds: tuple[DamagePart, ...] = keys.part(
        notation.read_damage,
        "damage added to that of hits or is hit, doubled with it; without a type it has that of the hit",
        default=(),
        without="-",
    )
    immune_after: Mapping[str, Duration] = keys.by_outcome(
        lambda table, outcome: notation.read_duration(table, outcome) or notation.OPEN,
        "who has that outcome of `ask` is immune to it from then on, so long: { success = a rest }",
    )
    outcome: Mapping[str, Effect] = keys.by_outcome(
        lambda table, outcome: effect_in(table.table(outcome)), "what happens on each outcome: OUTCOME = EFFECT"
    )
    limit: str = keys.choice(("turn", "round", "fight"), "at most once per: turn, round, fight", "")
    cites: tuple[str, ...] = keys.cited()


_RESULTS_OF = {
    "fails": ("success", "again"),
    "does": ("failure",),
    "is target": ("failure",),
    "is reached": ("failure",),
    "hits": ("half", "none"),
    "is hit": ("half", "none"),
}
_ADDED_OF = {"against": ("faces",), "roll": ("fails", "faces"), "adds": ("hits", "is hit")}
"""Keys that work with some events only."""


def read_event_rule(table: Table) -> EventRule | None:
    """The rule of an `[[on]]`; None, and reported, if its event is none."""
    rule = keys.read(EventRule, table)
    if rule.outcome and not rule.ask:
        table.report("E12", "`ask` is missing: it names the test whose outcome this is.", "outcome")
    for effect in (rule.effect, *rule.outcome.values()):
        if effect.result and effect.result not in _RESULTS_OF.get(rule.event.kind, ()):
            said = '`result` works only where the event is "fails TEST" (success, again), "does ACTION" or '
            table.report(
                "E12", f'{said}"is target" or "is reached" (failure), "hits" or "is hit" (half, none).', "result"
            )
    for key, kinds in _ADDED_OF.items():
        if getattr(rule, key) and rule.event.kind not in kinds:
            what = " or ".join(f'"{kind} TEST"' for kind in kinds)
            table.report("E12", f"`{key}` works only where the event is {what}.", key)
    if rule.levels and not rule.confirm:
        table.report("E12", "`confirm` is missing: `levels` are chosen from where it is asked.", "levels")
    if rule.of != "bearer" and table.path[0] == "on":
        table.report("E12", "`of` works only in rows of a condition or a thing.", "of")
    return rule if rule.event.kind else None


class Modifier(keys.KeyedTable):
    """One row of what a condition or a mark does while it lies; looked up whenever it may matter."""

    when: When | None = keys.part(
        lambda row, key: None if row.has("at") else row.when(key, EFFECT_WHEN), "only while this comparison holds"
    )
    from_level: int = keys.number(1, 1, 99, "counts from this level up", called="from")
    each_level: bool = keys.flag("once for each of its levels")
    tests: tuple[str, ...] = keys.part(
        Table.tests_touched, "tests or families it changes, and what is `of` these", default=(), called="on"
    )
    whose: str = keys.choice(
        ("own", "against", "allies"),
        "own: the bearer's tests; against: tests against it; allies: of things, the tests of its side while it can act",
    )
    gives: Gives | None = keys.part(
        notation.read_gives, '(dis)advantage, "no advantage", "+2", "-1d4", success, failure, critical'
    )
    leaves: Mapping[str, str] = keys.by_outcome(
        lambda table, outcome: table.one_of(outcome, notation.LEFT, "all"),
        'what is left of damage that a success in `on` halves: { success = "none", failure = "half" }',
    )
    if_brings: tuple[str, ...] = keys.part(
        _stakes,
        "only for tests that may bring one of these: conditions, types of damage, what comes from things of a sort or "
        "with a mark (spell, magical); `confirm` is asked only where nobody has said what the test is about",
        default=(),
    )
    confirm: str = keys.text("a question that is asked before it changes a test; {who} makes it, {target} faces it")
    assume: When | None = keys.part(
        lambda row, key: None if row.has("at") else _assumption(EFFECT_WHEN, row, key), _ASSUMED
    )
    bars: tuple[str, ...] = keys.part(
        _bars,
        "tracks, actions, the trait of a pattern that its bearer cannot use; 'turn': no turn; 'healing': none",
        default=(),
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
    healed_at_most: bool = keys.flag("true: dice that heal its bearer are not thrown, and count as their highest faces")
    lends: tuple[str, ...] = keys.part(notation.read_qualities, "qualities that its damage has: magical", default=())
    called: str = keys.text("its name beside the number it adds: Bless", without="the condition's label")
    aims: str = keys.choice(
        ("any", "not by", "for by"),
        "whom its acts against foes may be aimed at: any (its own side, too), not by (who brought it), for by (it acts "
        "for the side of who brought it)",
        "",
    )
    follows: EventRule | None = keys.part(
        lambda row, key: read_event_rule(row),
        'an event, such as "turn start": the row is a rule as in [[on]]',
        called="at",
    )

    @property
    def against(self) -> bool:
        """True if it changes tests that are made against its bearer."""
        return self.whose == "against"


def _modifiers(table: Table, key: str) -> tuple[Modifier, ...]:
    return tuple(map(_modifier, table.rows(key, MOST_ROWS)))


def _modifier(row: Table) -> Modifier:
    found = keys.read(Modifier, row)
    effect_keys = dict.fromkeys(called for of in (Effect, EventRule) for called, _ in keys.keys_of(of).values())
    own = {called for called, _ in keys.keys_of(Modifier).values()}
    if not row.has("at") and (effect_keys.keys() - own) & row.data.keys():
        row.asked |= effect_keys
        row.report("E12", "`at` is missing: it says when the effect happens.")
    if (found.gives is None and not found.leaves) != (not found.tests):
        lacking = "on" if row.has("gives") or row.has("leaves") else "gives"
        if lacking not in row.data:
            row.report("E12", f"`{lacking}` is missing: `on` and `gives` need each other.")
    if found.if_brings and not found.confirm:
        row.report("E12", "`confirm` is missing: it is asked where nobody can know what a test may bring.", "if_brings")
    row.close()
    return found


def rows_of_effects(does: str) -> Any:
    return keys.part(_modifiers, does, default=(), called="effects")


def _answers(table: Table, key: str) -> tuple[EventRule, ...]:
    rows = []
    for row in table.rows(key, MOST_ROWS):
        rule = read_event_rule(row)
        row.close()
        if rule is not None and not rule.confirm:
            row.report("E12", "`confirm` is missing: it asks whether the answer is given.", "confirm")
        if rule is not None and (rule.cost or rule.levels):
            row.report("E12", "an answer costs what its thing costs; `cost` and `levels` stand there.", "cost")
        rows += [rule] if rule is not None else []
    return tuple(rows)


def rows_of_answers(does: str) -> Any:
    return keys.part(_answers, does, default=())
