"""Things of a system file: weapons, spells, abilities.

Used by the sections `sort` and `thing` of the file.
Gives one class for a thing, one for its sort.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from referee.engine.dice.dice import Pool
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.acts import Act, read_act
from referee.rules.open_table.language.document import quoted
from referee.rules.open_table.language.effect_notation import DamagePart, read_resets
from referee.rules.open_table.language.effects import (
    Effect,
    EventRule,
    Modifier,
    effect_table,
    rows_of_answers,
    rows_of_effects,
)
from referee.rules.open_table.language.expression import FIGURE, FIXED, Node, Number, When, inside
from referee.rules.open_table.language.toml_table import Table


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
    act: Act = keys.part(read_act, "", default=Act(), always=True)
    """What of an act it says itself; see `Act.laid_over`."""
    like: str = keys.name_of("thing", "a thing above this one, or of the file; this one starts with its values")
    again: Act | None = keys.part(read_act, "while a noted condition lies, what an action that `repeats` does: ACT")
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


def _thing_values(table: Table, sort: SortRule) -> dict[str, Node | bool | str]:
    """The values that the sort says a thing has, as far as the table gives them."""
    found: dict[str, Node | bool | str] = {}
    for key in sort.amounts:
        if (amount := table.amount(key, FIXED if key in table.symbols.compared else FIGURE)) is not None:
            found[key] = amount
    found |= {key: table.flag(key) for key in sort.flags if table.has(key)}
    return found | {key: table.text(key) for key in sort.words if table.has(key)}
