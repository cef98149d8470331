"""Keys declared as fields of a class: how a table is read by them, and what they say of themselves."""

from collections.abc import Mapping

from referee.rules.open_table.language.document import Mistake, Spread
from referee.rules.open_table.language.expression import FIXED, ONE, Node, Number
from referee.rules.open_table.language.keys import (
    NEEDED,
    KeyedTable,
    amount,
    amounts_of,
    choice,
    flag,
    heading,
    keys_of,
    part,
    read,
    rows_of,
    switch,
    text,
)
from referee.rules.open_table.language.names import collect
from referee.rules.open_table.language.toml_table import Context, Table


def shouted(table: Table, key: str) -> str:
    return table.text(key).upper()


class Crumb(KeyedTable):
    size: str = text("how big", without=NEEDED)


class Cake(KeyedTable):
    label: str = heading("what it is called", str.capitalize)
    layers: Node = amount(FIXED, "how many", ONE)
    sweet: bool = flag("it has sugar", True)
    bakes_long: bool = switch("short", "long", "short, long", called="bakes")
    shape: str = choice(("round", "square"), "round, square")
    shout: str = part(shouted, "said aloud", default="")
    cost: Mapping[str, Node] = amounts_of("track", "what it takes")
    crumbs: tuple[Crumb, ...] = rows_of(Crumb, "what falls off")
    filling: str = part(shouted, "of a pie only", default="none", only="pie")
    kept: int = 3


def table(section: str = "cake", **data: object) -> tuple[Table, list[Mistake]]:
    mistakes: list[Mistake] = []
    symbols = collect(Spread({"track": {"hp": {}}}), frozenset(), mistakes.append)
    return Table(Context(symbols, mistakes.append), (section, "plum"), data), mistakes


def test_a_table_without_keys_has_what_the_declarations_say() -> None:
    empty, mistakes = table()
    assert read(Cake, empty) == Cake(label="Plum") and not mistakes
    assert Cake() == Cake("", ONE, True, False, "round", "", {}, (), "none", 3)


def test_a_key_is_read_as_it_is_declared() -> None:
    full, mistakes = table(
        label="Plum pie", layers=2, sweet=False, bakes="long", shape="square", shout="hot", cost={"hp": 1}
    )
    found = read(Cake, full, kept=4)
    assert found == Cake("Plum pie", Number(2), False, True, "square", "HOT", {"hp": Number(1)}, (), "none", 4)
    full.close()
    assert not mistakes


def test_a_key_of_another_section_is_not_known() -> None:
    one, mistakes = table(filling="x")
    assert read(Cake, one).filling == "none"
    one.close()
    assert [mistake.sentence for mistake in mistakes] == [
        "`filling` is not known here. Choose from: bakes, cost, crumbs, label, layers, shape, shout, sweet."
    ]
    other, mistakes = table("pie", filling="x")
    assert read(Cake, other).filling == "X"
    other.close()
    assert not mistakes


def test_a_misspelt_key_is_refused_with_the_nearest() -> None:
    wrong, mistakes = table(bake="long")
    read(Cake, wrong)
    wrong.close()
    assert [mistake.sentence for mistake in mistakes] == ["`bake` is not known here. Did you mean `bakes`?"]


def test_a_row_that_lacks_what_it_needs_is_left_out() -> None:
    rows, mistakes = table(crumbs=[{"size": "big"}, {}])
    assert read(Cake, rows).crumbs == (Crumb("big"),)
    assert [(mistake.code, mistake.key) for mistake in mistakes] == [("E12", "cake.plum.crumbs.size")]


def test_a_key_says_what_holds_without_it() -> None:
    told = {called: key.without for called, key in keys_of(Cake).values()}
    assert told == {
        "label": "the name",
        "layers": "1",
        "sweet": "true",
        "bakes": '"short"',
        "shape": '"round"',
        "shout": "-",
        "cost": "{}",
        "crumbs": "[]",
        "filling": '"none"',
    }
