"""Rules of a system file for figures: their tracks and traits, the kinds that `add` knows, what a party keeps.

Used by the sections `track`, `trait`, `kind` and `party` of the file.
Gives one class for each of them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.contract.kinds import XP
from referee.engine.numbers import is_number
from referee.engine.state.own_values import Value
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import Mistake, meant, quoted
from referee.rules.open_table.language.effect_notation import read_resets
from referee.rules.open_table.language.effects import Effect
from referee.rules.open_table.language.expression import EVENT_WHEN, FIGURE, FIXED, ZERO, Name, Node, When, inside
from referee.rules.open_table.language.names import NAME, type_of
from referee.rules.open_table.language.table import LONGEST_LIST, LONGEST_TEXT, NUMBERS, Table
from referee.text.harmless import clean

LONGEST_NAME = 60
LIMITED = "event."
"""What the rules keep of events that happen only so often, in traits, begins so."""
PAID = "paid."
"""What the rules keep of what was paid for, in traits, begins so; it is lost with the turn."""
SHOWN = ("column", "order", "sheet", "library", "never", "last")
TRAIT_SHOWN = (*SHOWN, "spare")


TYPES = ("number", "word", "words", "yes")


def _before(table: Table, key: str) -> tuple[str, ...]:
    if table.path[-1] in (names := table.names(key, "track")):
        table.report("E7", "a track cannot be on its own list of tracks that take damage first.", key)
    return names


class EndRow(keys.KeyedTable):
    """What happens as a track comes to its end, if the comparison holds."""

    when: When | None = keys.comparison(EVENT_WHEN, "only if this comparison holds")
    effect: Effect = keys.included(Effect)


class TrackRule(keys.KeyedTable):
    """A track that figures may have."""

    name: str
    label: str = keys.heading("the heading of its column")
    hint: str = keys.text("a short description")
    show: str = keys.choice(SHOWN, "where it is shown: column, order (beside the name), sheet, library, never")
    health: bool = keys.flag("true: damage comes off this track; only one may have it")
    counts_up: bool = keys.switch(
        "down", "up", "down: damage lowers it; up: damage raises it to the maximum", called="counts"
    )
    holders: tuple[When, ...] = keys.comparisons(
        'comparisons, such as "{side} is heroes": whom it concerns; for others it shows once it is given or changed',
        called="for",
    )
    start: Node | None = keys.amount(
        FIGURE, "amount every figure starts with; without it only those that say hp=7 or hp=3/7 have the track"
    )
    most: Node | None = keys.amount(FIXED, "amount: its maximum; if not given, the starting amount")
    least: Node = keys.amount(FIXED, "amount: its minimum", ZERO)
    dice: str = keys.trait_of("word", "the trait that says its dice, such as 2d8+2")
    thrown: When | None = keys.comparison(
        FIXED, "whoever this holds for throws these dice as it joins, unless a number was typed for it"
    )
    before: tuple[str, ...] = keys.part(_before, "other tracks that take damage before this one", default=())
    keeps: str = keys.choice(("sum", "highest", "ask"), "on a gain: sum (adds up), highest (keeps the higher), ask")
    reset: tuple[str, ...] = keys.part(
        read_resets, "full again at: turn start, turn end, round, fight, or the name of a rest", default=()
    )
    recharge: When | None = keys.comparison(
        FIGURE, 'roll that refills the track, such as "d6 >= 5": made at the start of its owner\'s turn, if not full'
    )
    pattern: str = keys.trait_of(
        "words", "a trait with patterns of things, bite + 2 claw, each of which one payment of the track buys"
    )
    at_end: tuple[EndRow, ...] = keys.rows_of(
        EndRow,
        "rows { when, EFFECT }: what happens when the track runs out; the first row whose `when` is true applies",
    )
    called: str = keys.text("its name in a sentence: 2nd-level slots", without="its label")
    raised: str = keys.phrase(
        ("who", "whose", "n", "now", "most"), "the sentence when the rules raise it", without="the old and new value"
    )
    lowered: str = keys.phrase(
        ("who", "whose", "n", "now", "most"), "the sentence when the rules lower it", without="the old and new value"
    )
    detail: bool = keys.flag("true: changes by the rules show only in the full log")
    cites: tuple[str, ...] = keys.cited()


def _type(table: Table, key: str) -> str:
    guessed = type_of(table.data)
    return table.one_of(key, TYPES, guessed if guessed in TYPES else "number")


MOST_IN_FORMULA = 500
"""Names in a formula, with those in the formulas that it names, and so on: each further one may multiply them."""


def _formula(table: Table, key: str) -> Node | None:
    own = str(table.path[-1])
    formula = table.amount(key, replace(FIXED, above=table.symbols.order.get(own, 0)))
    if formula is not None:
        counts: dict[str, int] = table.context.sections.setdefault("names in formulas", {})
        counts[own] = sum(1 + counts.get(name.word, 0) for name in inside(formula) if isinstance(name, Name))
        if counts[own] > MOST_IN_FORMULA:
            counts[own] = 0
            said = f"with the formulas that it uses, it has more than {MOST_IN_FORMULA} names."
            table.report("E10", said, key)
            return None
    return formula


class TraitRule(keys.KeyedTable):
    """A trait that figures may have. Without default and formula its value is unknown, and asked when needed."""

    name: str
    default: Value | None = keys.later(
        "its value if none is given: a number, text, a list or true; without a default it is asked for when needed",
        None,
    )
    type: str = keys.part(_type, "number, word, words, yes", default="number", without="as the default", always=True)
    formula: Node | None = keys.part(
        _formula, "amount worked out from tracks and from traits above it; a figure may still give its own"
    )
    least: int = keys.number(-999, *NUMBERS, "lowest value")
    most: int = keys.number(NUMBERS[1], *NUMBERS, "highest value")
    choices: tuple[int | str, ...] = keys.later("the only values allowed", ())
    label: str = keys.heading("its heading")
    hint: str = keys.text("a short description")
    signed: bool = keys.flag("it is added to a roll: shown with its sign, +3")
    show: str = keys.choice(
        TRAIT_SHOWN,
        "where it is shown: column, spare (a column where nothing else needs the room), order, sheet, last (on it), "
        "library (to compare), never",
    )
    fact: str = keys.text(
        "its name in `library show --json`, for other programs; a family becomes a table with that name"
    )
    condition: str = keys.name_of(
        "condition", "a condition; when it ends, the trait goes back to its default", called="while"
    )
    experience: Mapping[str, int] = keys.by_word(
        lambda table, value, _: table.number(value, 0, 0, XP.maximum),
        "of a word: the XP that a foe who falls is worth, by its value",
    )
    cites: tuple[str, ...] = keys.cited()
    word: str = ""
    """The word of the family that it was made for; empty outside of a family."""


def read_trait(table: Table, name: str) -> TraitRule:
    """The trait of a table; its choices and its default are read by its type and bounds."""
    rule = keys.read(TraitRule, table, name=name, word=table.family[1])
    if rule.least > rule.most:
        table.report("E4", f"`least` ({rule.least}) is more than `most` ({rule.most}).", "least")
    if table.has("formula") and (table.has("default") or rule.type != "number"):
        table.report("E12", "a trait with a formula must be a number and cannot have a default.", "formula")
    if not any(table.has(key) for key in ("default", "type", "formula")):
        table.report("E12", "`default`, `type` or `formula` is missing.")
    rule = replace(rule, choices=_choices(table, rule))
    given = table.data.get("default")
    return replace(rule, default=None if given is None else read_trait_value(table, rule, given, "default"))


def _choices(table: Table, rule: TraitRule) -> tuple[int | str, ...]:
    values = table.get("choices", "a list", list) or []
    read = [read_trait_value(table, rule, value, "choices", n) for n, value in enumerate(values[:LONGEST_LIST])]
    return tuple(value for value in read if isinstance(value, int | str))


def read_trait_value(table: Table, rule: TraitRule, value: Any, *key: str | int) -> Value | None:
    """The value that a file gives a trait; None, and reported, if it cannot have it."""
    fits = {
        "number": isinstance(value, int) and not isinstance(value, bool),
        "word": isinstance(value, str),
        "words": isinstance(value, list) and all(isinstance(word, str) for word in value),
        "yes": isinstance(value, bool),
    }
    if not fits[rule.type]:
        expected = {"number": "a number", "word": "text", "words": "a list of words", "yes": "true or false"}
        table.report("E2", f"must be {expected[rule.type]}, not {quoted(value)}.", *key)
        return None
    if rule.choices and value not in rule.choices:
        table.report("E3", f"must be one of {', '.join(map(str, rule.choices))}, not {quoted(value)}.", *key)
        return None
    match value:
        case bool():
            return value
        case int():
            return table.bounded(value, 0, rule.least, rule.most, *key)
        case list():
            return tuple(clean(word, LONGEST_TEXT) for word in value[:LONGEST_LIST])
        case _:
            return clean(str(value), LONGEST_TEXT)


class TrackStart(Struct, frozen=True):
    """Where a track of a figure begins, and its bound; None: as the track says, or where it begins."""

    now: Node
    most: Node | None = None


def _side(table: Table, key: str) -> str:
    side = table.text(key)
    if side and not NAME.fullmatch(side):
        table.report("E1", "the name of a side is one word in lowercase letters.", key)
        return ""
    return side


class KindRule(keys.KeyedTable):
    """A sort of figure, with the values of the kinds that it is like."""

    name: str
    title: str = keys.heading("the name its figures get: Goblin 1", keys.as_title, most=LONGEST_NAME, called="name")
    side: str = keys.part(_side, "its side; without one, each figure is its own side", default="")
    short: str = keys.text("the letters its tags start with: g for g1, g2", most=8)
    numbered: bool = keys.flag("even a single one has a number")
    hint: str = keys.text("a short description")
    like: str = keys.later("a kind above this one in the file; this one starts with its values", "")
    """Not kept: `_with_likes` lays its values under those of this one."""
    entry: bool = keys.flag("true: it only has a turn, like a lair")
    standing: str = keys.name_of("standing", "its standing when it joins", without="the first")
    things: tuple[str, ...] = keys.names_of("thing", "the things it carries")
    note: str = keys.text("a note for the referee")
    cites: tuple[str, ...] = keys.cited()
    tracks: Mapping[str, TrackStart] = field(default_factory=lambda: MappingProxyType({}))
    traits: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))


def _kept(section: str, does: str) -> Any:
    """The names of a list, or all of the section for "all"."""
    besides = ("note",) if section == "trait" else ()

    def read_kept(table: Table, key: str) -> tuple[str, ...]:
        if (kept := table.data.get(key)) == "all" or kept is True:
            table.has(key)
            return (*table.symbols.names[section], *besides)
        if not isinstance(kept, list | str | None):
            table.get(key, f'a list of {section}s, or "all"', list, str)
            return ()
        return table.names(key, section, besides=besides)

    return keys.part(read_kept, does, default=())


class Party(keys.KeyedTable):
    """What a library party keeps from fight to fight, and what foes are a match for it."""

    tracks: tuple[str, ...] = _kept("track", 'tracks a party keeps from fight to fight, or "all"')
    conditions: tuple[str, ...] = _kept("condition", "likewise")
    things: tuple[str, ...] = _kept("thing", 'uses of things that a party keeps from fight to fight, or "all"')
    traits: tuple[str, ...] = _kept("trait", "likewise")
    when: When | None = keys.comparison(FIGURE, "only who meets this comparison may belong to a party")
    level: Node | None = keys.amount(FIGURE, 'amount: the level of one of the party: "{hit_dice.most}"')
    budget: Mapping[str, tuple[int, ...]] = keys.number_lists(
        "how much `experience` of foes is how hard, for each of the party by its level from 1 on: { low = [50, 100] }"
    )
    budget_from: str = keys.text("whose budget that is, and under what licence")


KIND_KEYS = tuple(called for called, _ in keys.keys_of(KindRule).values() if called != "cites")
"""What a kind says besides its tracks and traits; neither they nor actions are called so."""


def _with_likes(kinds: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """The table of a kind with the values of the one that it is like first; reported if that stands below.

    What is wrong with values that it has from there is not reported again.
    """
    if (like := table.data.get("like")) is None:
        return table.data
    own = table.context

    def report(mistake: Mistake) -> None:
        if mistake.path[2:3] == () or mistake.path[2] in said:
            own.report(mistake)

    said = frozenset(table.data)
    table.context = replace(own, report=report)
    base = kinds.get(like) if isinstance(like, str) else None
    if base is None:
        table.report("E7", f"there is no kind {quoted(like)} above this one{meant(str(like), list(kinds))}", "like")
        return table.data
    return {**base, **table.data}


def read_kind(table: Table, name: str) -> KindRule:
    """The kind of a table, with the tracks and traits that it has."""
    likes = table.context.sections.setdefault("likes", {})
    table.data = likes[name] = _with_likes(likes, table)
    kind = keys.read(KindRule, table, name=name)
    tracks, traits = table.context.sections["track"], table.context.sections["trait"]
    own = {**_traits(table, traits), **({"note": kind.note} if kind.note else {})}
    kind = replace(kind, tracks=MappingProxyType(_tracks(table, tracks)), traits=MappingProxyType(own))
    for key in [key for key in table.data if key not in table.asked]:
        table.asked[key] = None
        ending = meant(key, [*KIND_KEYS, *tracks, *traits])
        table.report("E1", f"{quoted(key)} is not a key, track or trait of a kind{ending}", key)
    return kind


def _tracks(table: Table, tracks: Mapping[str, TrackRule]) -> dict[str, TrackStart]:
    found: dict[str, TrackStart] = {}
    for name in [key for key in table.data if key in tracks]:
        value = table.get(name, 'a number, "3/7" or an amount', int, str)
        if value is None:
            continue
        now, slash, most = str(value).partition("/")
        if slash and is_number(now.strip()) and is_number(most.strip()):
            start, bound = table.read_amount(int(now), FIGURE, name), table.read_amount(int(most), FIGURE, name)
        else:
            start, bound = table.read_amount(value, FIGURE, name), None
        if start is not None:
            found[name] = TrackStart(start, bound)
    return found


def _traits(table: Table, traits: Mapping[str, TraitRule]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name in [key for key in table.data if key in traits]:
        table.has(name)
        if (value := read_trait_value(table, traits[name], table.data[name], name)) is not None:
            found[name] = value
    return found
