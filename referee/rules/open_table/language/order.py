"""Rules of a system file for the order: who acts when.

Used by the section `order` of the file.
Gives the order as one class.
"""

from msgspec.structs import replace

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import quoted
from referee.rules.open_table.language.expression import FIXED, TEST, Node
from referee.rules.open_table.language.toml_table import Table

MOST_CARDS = 200


def _each_round(table: Table, key: str) -> bool:
    return table.flag(key, table.data.get("by") == "card")


def _ties(table: Table, key: str) -> tuple[str, ...]:
    return table.names(key, "trait", "track", besides=("ask", "roll", "entry", *table.symbols.sides)) or ("ask",)


def _sides(table: Table, key: str) -> tuple[str, ...]:
    return table.known_words(key, "side", table.symbols.sides)


def _deck(table: Table, key: str) -> tuple[tuple[str, int], ...]:
    inner = table.table(key)
    if len(inner.data) > MOST_CARDS:
        inner.report("E10", f"a deck has at most {MOST_CARDS} cards; this one has {len(inner.data):,}.")
    return tuple((_card(name), inner.number(name, 0)) for name in list(inner.data)[:MOST_CARDS])


def _card(name: str) -> str:
    return quoted(name).strip('"')


def _cards(table: Table, key: str) -> tuple[str, ...]:
    """A list of cards of the deck."""
    deck = table.data.get("deck")
    return table.known_words(
        key, "card", [_card(name) for name in list(deck)[:MOST_CARDS]] if isinstance(deck, dict) else []
    )


def _shuffle(table: Table, key: str) -> str:
    return "cards" if isinstance(table.data.get(key), list) else table.one_of(key, ("round", "empty"), "round")


class OrderRule(keys.KeyedTable):
    """In which order figures act."""

    by: str = keys.choice(
        ("number", "side", "card", "chosen", "none"),
        "what sets the order: number; side (one after the other); card (dealt); chosen (asked each time); none",
    )
    trait: str = keys.trait_of("number", "the trait that holds the number: add hero Ann init=18", "init")
    asked: str = keys.text("what the numbers are called when everyone is asked: Initiative", "Initiative")
    roll: Node | None = keys.amount(TEST, "rolled for anyone without a number when the fight begins")
    test: str = keys.name_of("test", "a test; what conditions do to it, they do to this roll, too")
    side_roll: Node | None = keys.amount(TEST, "rolled for each side")
    lowest_first: bool = keys.switch("high", "low", "who acts first: high, low", called="first")
    each_round: bool = keys.part(
        _each_round,
        "true: new numbers each round; cards are always dealt anew unless this is false",
        default=False,
        always=True,
    )
    turns: Node | None = keys.amount(
        FIXED,
        "amount: how many turns a figure has in a round; the others come once all have had one, in the same order",
    )
    ties: tuple[str, ...] = keys.part(
        _ties, "what breaks ties, tried in this order: a trait, a side, entry, roll, ask", default=("ask",)
    )
    group: str = keys.choice(
        ("no", "add", "kind"), "who shares a number: add (those added together), kind (all of one kind), no (nobody)"
    )
    group_turn: str = keys.choice(
        ("each", "one"), "figures that share a number: each (a turn each) or one (one turn for all)"
    )
    late: str = keys.choice(("place", "now", "last"), "when latecomers act: place (by their number), now, last")
    return_place: str = keys.choice(
        ("own", "new"), "where a figure acts in the round after a hold: own (its old place) or new"
    )
    sides: tuple[str, ...] = keys.part(_sides, "the order of the sides, if they do not roll for it", default=())
    within: str = keys.choice(("chosen", "number"), "within a side: chosen, number")
    alternate: bool = keys.flag("with by = chosen: the sides take turns, one figure each")
    deck: tuple[tuple[str, int], ...] = keys.part(
        _deck,
        'the cards and their numbers, all different if suits break ties: { "A spades" = 144 }; '
        "the order shows the names",
        default=(),
        without="{}",
    )
    deal: int = keys.number(1, 1, 9, "how many cards each figure is dealt; it acts on the best one")
    shuffle: str = keys.part(
        _shuffle,
        "when to shuffle: round, empty, or a list of cards; the deck is also shuffled when it runs short",
        default="round",
    )
    wild: tuple[str, ...] = keys.part(
        _cards, "cards whose holders act whenever they like (`return WHO`), or else last in the round", default=()
    )
    after: int = keys.number(0, 0, 9_999, "rounds that pass after the fight: conditions that last no longer end")
    hour: int = keys.number(0, 0, 9_999, "rounds in an hour: what lasts so long is told in hours")
    cites: tuple[str, ...] = keys.cited()
    shuffle_cards: tuple[str, ...] = ()
    """The cards that call for a shuffle, where `shuffle` is `cards`."""

    @property
    def chosen(self) -> bool:
        """Is it asked before each turn who acts?"""
        return self.by == "chosen" or (self.by == "side" and self.within == "chosen")

    @property
    def by_sides(self) -> bool:
        """Does it depend on the sides who acts next?"""
        return self.by == "side" or self.alternate


def read_order(table: Table) -> OrderRule:
    """The `order` section of a system file; what is wrong in it is reported."""
    rule = keys.read(OrderRule, table)
    if rule.shuffle == "cards":
        rule = replace(rule, shuffle_cards=_cards(table, "shuffle"))
    _check(table, rule)
    return rule


def _check(table: Table, rule: OrderRule) -> None:
    if rule.by == "side" and rule.side_roll is None and not rule.sides:
        table.report("E12", "`by` = side needs `order.side_roll` or `order.sides`.", "by")
    if rule.by == "card" and not rule.deck:
        table.report("E12", "`by` = card needs `order.deck`.", "by")
    if rule.alternate and rule.by != "chosen":
        table.report("E12", "`alternate` works only with `by` = chosen.", "alternate")
