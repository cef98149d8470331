"""Tags: alone, in ranges, in lists, by prefix and by name."""

import time

import pytest
from msgspec.structs import replace

from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Figure, Thing
from referee.engine.state.find_bearers import find, find_many
from referee.engine.state.tags import RESERVED, new_tag, numbered, slug
from referee.text.phrases import listed
from tests.engine.toys.box import figure, table


def named(tag: str, name: str) -> Figure:
    return replace(figure(tag), name=name)


CROWD = ("g1", "g2", "g3", "g5", "ulf", "ulrik", "bandit-1", "bandit-2", "r-2", "orc2-1", "orc2-2", "7")
TABLE = table(
    *(figure(tag) for tag in CROWD),
    named("m", "Mira the Bold"),
    named("t1", "Twin"),
    named("t2", "Twin"),
)
ALL = tuple(TABLE.figures)


@pytest.mark.parametrize(
    ("word", "tag"),
    [
        ("ulf", "ulf"),
        (" ULF ", "ulf"),
        ("ulr", "ulrik"),
        ("m", "m"),
        ("mira the bold", "m"),
        ("Mira", "m"),
        ("bold", "m"),
        ("bandit-2", "bandit-2"),
        ("7", "7"),
    ],
)
def test_one_is_found(word: str, tag: str) -> None:
    assert find(TABLE, ALL, word) == tag


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("ul", '"ul" could be ulf, ulrik.'),
        ("twin", '"twin" could be t1, t2.'),
        ("zed", 'There is no "zed" here'),
        ("+5", 'There is no "+5" here'),
        ("", 'There is no "" here'),
        ("table", "the table cannot be chosen here"),
        ("\x1b]0;x\x07", 'There is no "\\x1b]0;x\\x07" here'),
        ("x" * 20_000, "…"),
    ],
)
def test_nobody_is_found_and_the_sentence_is_short(word: str, why: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        find(TABLE, ALL, word)
    assert why in str(problem.value)
    assert str(problem.value).isprintable() and len(str(problem.value)) < 160


@pytest.mark.parametrize(
    ("word", "tags"),
    [
        ("g1", "g1"),
        ("g1-3", "g1 g2 g3"),
        ("g1-g3", "g1 g2 g3"),
        ("G2-5", "g2 g3 g5"),
        ("g1,3", "g1 g3"),
        ("g1-2,5,ulf", "g1 g2 g5 ulf"),
        ("ulf,g1,ulf,g1-2", "ulf g1 g2"),
        ("bandit-1", "bandit-1"),
        ("bandit-1-2", "bandit-1 bandit-2"),
        ("bandit-1-bandit-2", "bandit-1 bandit-2"),
        ("orc2-1-2", "orc2-1 orc2-2"),
        ("orc2-1,2", "orc2-1 orc2-2"),
        ("r-2", "r-2"),
        ("ulf,7", "ulf 7"),
        ("g1,mira", "g1 m"),
        (" all ", " ".join(ALL)),
    ],
)
def test_lists_and_ranges(word: str, tags: str) -> None:
    assert " ".join(find_many(TABLE, ALL, word)) == tags


def test_a_side_is_all_who_stand_on_it() -> None:
    here = table(figure("ann", "heroes"), figure("bob", "heroes"), figure("g1", "foes"), figure("heroes2", "foes"))
    assert find_many(here, here.figures, "heroes") == ("ann", "bob")
    assert find_many(here, here.figures, "Foes,ann") == ("g1", "heroes2", "ann")
    assert find_many(here, ("ann",), "heroes") == ("ann",)
    with pytest.raises(NotUnderstood):
        find_many(here, ("g1",), "heroes")
    named_so = table(figure("foes", "x"), figure("g1", "foes"))
    assert find_many(named_so, named_so.figures, "foes") == ("foes",)


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("g6-9", "None of g6 to g9"),
        ("g3-1", "None of g3 to g1"),
        ("g2-9", "There is no g9; that range holds g2, g3, g5."),
        ("g4-5", "There is no g4; that range holds g5."),
        ("g1,", "between the commas"),
        (",", "between the commas"),
        ("", "between the commas"),
        ("g1,,g2", "between the commas"),
        ("g1,4", 'There is no "g4" here'),
        ("3", 'There is no "3" here'),
        ("g1,٣", 'There is no "٣" here'),
        ("g1-r3", "There is no"),
        ("g1-99999", "There is no"),
        ("g١-٣", "There is no"),
        ("ulf,twin", "could be t1, t2"),
    ],
)
def test_lists_that_mean_nobody(word: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why.replace(".", r"\.")):
        find_many(TABLE, ALL, word)


def test_a_range_takes_only_those_who_may_be_chosen() -> None:
    assert find_many(TABLE, ("g1", "g5"), "g1-5") == ("g1", "g5")
    assert find_many(TABLE, ("g1", "g2"), "g1-5") == ("g1", "g2"), "who cannot be chosen may stand at an end"


def test_a_hostile_list_is_read_at_once() -> None:
    crowd = table(*(figure(f"g{n}") for n in range(1, 501)))
    began = time.process_time()
    found = find_many(crowd, tuple(crowd.figures), ",".join(["g1-500"] * 20))
    assert time.process_time() - began < 0.25
    assert len(found) == 500


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("Ulf the Red", "ulf-the-red"),
        ("Éowyn", "eowyn"),
        ("  -- ", ""),
        ("龍", ""),
        ("Ⅷ", "viii"),
        ("a" * 40, "a" * 24),
        ("abcdefghijklmnopqrstuvw-xyz", "abcdefghijklmnopqrstuvw"),
        ("\x1b[31mred", "31mred"),
    ],
)
def test_a_name_as_a_tag(name: str, tag: str) -> None:
    assert slug(name) == tag


def test_tags_nobody_has() -> None:
    assert new_tag("ulf", {"g1"}) == "ulf"
    assert new_tag("ulf", {"ulf", "ulf1"}) == "ulf2"
    assert new_tag("", {"x"}) == "x1"
    assert numbered("g", {"g1", "g3"}) == "g2"
    assert numbered("orc2", ()) == "orc2-1"


def test_a_few_of_many_in_a_sentence() -> None:
    assert listed(()) == "nobody"
    assert listed("abc", most=2) == "a, b and 1 more"


def test_a_word_that_is_no_card_is_answered_with_the_names_of_the_cards() -> None:
    cards = {
        card.tag: card
        for card in (Thing(tag="c1", name="15 Quick Step", kind="card"), Thing(tag="c2", name="30 Hold", kind="card"))
    }
    encounter = replace(TABLE, things=cards)
    with pytest.raises(NotUnderstood, match='There is no "attack" here'):
        find(encounter, cards, "attack")
    assert find(encounter, cards, "30") == "c2"
    with pytest.raises(NotUnderstood, match=r'no "\+30" here'):
        find(encounter, cards, "+30")
    for number in ("9" * 40, "9" * 5000):  # Python refuses to read a number of so many digits
        with pytest.raises(NotUnderstood, match=r'no "9+…" here'):
            find(encounter, cards, number)


@pytest.mark.parametrize("word", ["all", "none", "nobody", "round", "referee", "players", "roll", "draw"])
def test_a_word_with_a_meaning_of_its_own_is_nobodys_tag(word: str) -> None:
    assert word in RESERVED


def test_where_nobody_can_be_chosen_no_others_are_named() -> None:
    with pytest.raises(NotUnderstood, match=r"^the table cannot be chosen here\.$"):
        find(TABLE, (), "table")
