"""The order: who acts when."""

from dataclasses import dataclass

from referee.rules.open_table.expression import Node
from referee.rules.open_table.mistake import quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import TEST

MOST_CARDS = 200


@dataclass(frozen=True)
class OrderRule:
    """In which order figures act."""

    by: str = "number"
    """number; side: one side after the other; card; chosen: asked each time; none: rounds only."""
    trait: str = "init"
    """Where the number of a figure is kept."""
    roll: Node | None = None
    """Thrown for whoever has no number as the fight begins."""
    side_roll: Node | None = None
    lowest_first: bool = False
    each_round: bool = False
    """Numbers anew each round."""
    ties: tuple[str, ...] = ("ask",)
    """What parts equals: a trait, a side, `entry`, `roll`, `ask`; the first that does."""
    group: str = "no"
    """Who shares a number: `add` those added together, `kind`, `no`."""
    group_turn: str = "each"
    """Those who share a number: a turn for each, or `one` for all."""
    late: str = "place"
    return_place: str = "own"
    sides: tuple[str, ...] = ()
    """The order of sides that is not thrown for."""
    within: str = "chosen"
    alternate: bool = False
    deck: tuple[tuple[str, int], ...] = ()
    """Cards and their numbers."""
    deal: int = 1
    shuffle: str = "round"
    shuffle_cards: tuple[str, ...] = ()
    """The cards that call for a shuffle, where `shuffle` is `cards`."""
    wild: tuple[str, ...] = ()
    """Cards whose holders act when they like."""
    cites: tuple[str, ...] = ()


def read_order(table: Table) -> OrderRule:
    """The order."""
    deck = _deck(table)
    cards = tuple(name for name, _ in deck)
    by_cards = isinstance(table.data.get("shuffle"), list)
    by = table.one_of("by", ("number", "side", "card", "chosen", "none"), "number")
    rule = OrderRule(
        by=by,
        trait=table.named_trait("trait", "number") or "init",
        roll=table.amount("roll", TEST),
        side_roll=table.amount("side_roll", TEST),
        lowest_first=table.one_of("first", ("high", "low"), "high") == "low",
        each_round=table.flag("each_round") if table.has("each_round") else by == "card",
        ties=table.names("ties", "trait", "track", besides=("ask", "roll", "entry", *table.symbols.sides)) or ("ask",),
        group=table.one_of("group", ("no", "add", "kind"), "no"),
        group_turn=table.one_of("group_turn", ("each", "one"), "each"),
        late=table.one_of("late", ("place", "now", "last"), "place"),
        return_place=table.one_of("return_place", ("own", "new"), "own"),
        sides=table.known_words("sides", "side", table.symbols.sides),
        within=table.one_of("within", ("chosen", "number"), "chosen"),
        alternate=table.flag("alternate"),
        deck=deck,
        deal=table.number("deal", 1, 1, 9),
        shuffle="cards" if by_cards else table.one_of("shuffle", ("round", "empty"), "round"),
        shuffle_cards=table.known_words("shuffle", "card", cards) if by_cards else (),
        wild=table.known_words("wild", "card", cards),
        cites=table.cites(),
    )
    _check(table, rule)
    table.close()
    return rule


def _check(table: Table, rule: OrderRule) -> None:
    if rule.by == "side" and rule.side_roll is None and not rule.sides:
        table.report("E12", "with `by` = side: `order.side_roll` or `order.sides` is missing.", "by")
    if rule.by == "card" and not rule.deck:
        table.report("E12", "with `by` = card: `order.deck` is missing.", "by")
    if rule.alternate and rule.by != "chosen":
        table.report("E12", "`alternate` stands only with `by` = chosen.", "alternate")


def _deck(table: Table) -> tuple[tuple[str, int], ...]:
    inner = table.table("deck")
    if inner is None:
        return ()
    if len(inner.data) > MOST_CARDS:
        inner.report("E10", f"a deck has at most {MOST_CARDS} cards; this one has {len(inner.data):,}.")
    return tuple((quoted(name).strip('"'), inner.number(name, 0)) for name in list(inner.data)[:MOST_CARDS])
