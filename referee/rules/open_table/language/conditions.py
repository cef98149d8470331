"""Rules of a system file for conditions.

Used by the section `condition` of the file.
Gives one class for a condition, with the rows of what it changes.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from referee.engine.state.own_values import Form
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import quoted
from referee.rules.open_table.language.effect_notation import OPEN, Duration, Ending, read_duration, read_endings
from referee.rules.open_table.language.effects import Effect, Escape, Modifier, SaveEnds, effect_table, rows_of_effects
from referee.rules.open_table.language.expression import FIXED, When
from referee.rules.open_table.language.toml_table import Table


def _also(table: Table, key: str) -> tuple[str, ...]:
    name, above = table.path[-1], table.symbols.names["condition"]
    also = table.names(key, "condition")
    for other in also:
        if name in above and above.index(other) >= above.index(name):
            table.report("E9", f"{quoted(other)} must come above `{name}` in the file.", key)
    return also


class FormRule(keys.KeyedTable):
    """What a figure of the catalogue gives the bearer of a condition, where an act says `shapes`."""

    health: str = keys.name_of("track", "the track that takes its health")
    traits: tuple[str, ...] = keys.names_of("trait", "traits that its bearer has as it has them")
    sorts: tuple[str, ...] = keys.names_of("sort", "sorts of things that its bearer has in place of its own")


class Shape(NamedTuple):
    """What somebody becomes by a condition that has a `form`."""

    name: str
    form: Form


class ConditionRule(keys.KeyedTable):
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
        ("each", "source", "longest", "add", "no"),
        "a second one: each (both stay, only one works), source (of each source one stays), longest, add (levels), "
        "no (the new one replaces the old)",
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
        SaveEnds, "{ test, values, at, fails, passes }: a save the bearer makes each turn; a success ends the condition"
    )
    escape: Escape | None = keys.table_of(Escape, "{ test, values }: how an action that frees from it ends it")
    modifiers: tuple[Modifier, ...] = rows_of_effects("up to 16 rows of what it does")
    form: FormRule | None = keys.table_of(FormRule, "{ health, traits, sorts }: what is as in the shape")
    label: str = keys.heading("its name on screen")
    hint: str = keys.text("a short description")
    said: str = keys.phrase(("who", "whose"), "the sentence when it begins", without="{who} is LABEL")
    cleared: str = keys.phrase(
        ("who", "whose", "note"),
        "the sentence when it ends; with {note} if it has one",
        without="{who} is no longer LABEL",
    )
    aliases: tuple[str, ...] = keys.word_list("other words for it")
    brief: bool = keys.flag("true: it is over with the fight, as prone, and with any rest")
    noted: bool = keys.flag("true: it is called by the thing that brought it, such as a spell, which is its note")
    cites: tuple[str, ...] = keys.cited()

    def of(self, note: str) -> "ConditionRule":
        """The same, called by what brought it."""
        return replace(self, label=note) if self.noted and note else self


def all_within(conditions: Mapping[str, ConditionRule]) -> dict[str, tuple[str, ...]]:
    """For each condition, by its name, itself and all that it has in it."""

    def inner(kind: str) -> set[str]:
        return {kind}.union(*map(inner, conditions[kind].also if kind in conditions else ()))

    return {kind: tuple(sorted(inner(kind))) for kind in conditions}


def awaited_by_rows(rows: Iterable[Modifier]) -> dict[str, bool]:
    """The kinds of events that rows wait for; true where one waits for what happens to another."""
    found: dict[str, bool] = {}
    for rule in (row.follows for row in rows):
        if rule is not None:
            found[rule.event.kind] = found.get(rule.event.kind, False) or rule.of != "bearer"
    return found
