"""Recruits: names, numbers, stems and values."""

import pytest
from msgspec.structs import replace

from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.template import Template
from referee.engine.contract.value_rules import ValueRules
from referee.engine.figures.add_details import read_details, read_value
from referee.engine.figures.recruit import recruits, stem_for
from referee.engine.problem import NotUnderstood
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.verbs.ledger import System
from referee.rules import registry
from tests.engine.toys.box import TEMPLATES, figure, game, table
from tests.engine.toys.fights import FIGHTS

PLAYER, RAT = TEMPLATES


def come(start: Encounter, template: Template, text: str) -> Encounter:
    new = recruits(FIGHTS, start, template, read_details(FIGHTS, text))
    return replace(start, figures={**start.figures, **{r.figure.tag: r.figure for r in new}})


def names(encounter: Encounter) -> list[str]:
    return [f"{tag}={figure.name}" for tag, figure in encounter.figures.items()]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([(PLAYER, "Ulf")], ["ulf=Ulf"]),
        ([(PLAYER, "Ulf the Red")], ["ulf-the-red=Ulf the Red"]),
        ([(PLAYER, "")], ["player=Player"]),
        ([(PLAYER, "Ulf"), (PLAYER, "Ulf")], ["ulf=Ulf", "u1=Ulf 1"]),
        ([(RAT, "")], ["r1=Rat 1"]),
        ([(RAT, "x3")], ["r1=Rat 1", "r2=Rat 2", "r3=Rat 3"]),
        ([(RAT, "x2"), (RAT, "×2")], ["r1=Rat 1", "r2=Rat 2", "r3=Rat 3", "r4=Rat 4"]),
        ([(RAT, "Goblin x2"), (RAT, "Ghoul x1")], ["g1=Goblin 1", "g2=Goblin 2", "ghoul=Ghoul"]),
        ([(RAT, "Fang"), (RAT, "Fang"), (RAT, "Fang")], ["fang=Fang", "f1=Fang 1", "f2=Fang 2"]),
        ([(RAT, "Orc2")], ["orc2=Orc2"]),
        ([(RAT, "龍")], ["x1=龍"]),
        ([(RAT, "Rat-Man")], ["rat-man=Rat-Man"]),
        ([(PLAYER, "Table")], ["t1=Table 1"]),
        ([(PLAYER, "Round")], ["r1=Round 1"]),
        ([(PLAYER, "All")], ["a1=All 1"]),
        ([(PLAYER, "Nobody")], ["n1=Nobody 1"]),
        ([(PLAYER, 'Ann, "rat Bob", Rats')], ["ann=Ann", "rat-bob=rat Bob", "rats=Rats"]),
        ([(PLAYER, "Rat")], ["rat=Rat"]),
        ([(PLAYER, "Referee")], ["r1=Referee 1"]),
        ([(PLAYER, "Players")], ["p1=Players 1"]),
        ([(PLAYER, "a\x1b[31m\x00\u202eb")], ["a-31mb=a[31mb"]),
    ],
)
def test_names_and_tags(lines: list[tuple[Template, str]], expected: list[str]) -> None:
    encounter = table()
    for template, text in lines:
        encounter = come(encounter, template, text)
    assert names(encounter) == expected


def test_values_said_along() -> None:
    encounter = come(table(), RAT, "wounds=2/5 skill=3 side=Red_Team items=4")
    (rat,) = encounter.figures.values()
    assert rat.tracks == {"wounds": Track(now=2, most=5), "items": Track(now=4, most=4)}
    assert rat.traits == {"skill": 3} and rat.side == "red-team"


def test_a_counter_without_an_end_keeps_none() -> None:
    (ulf,) = come(table(), PLAYER, "Ulf items=4").figures.values()
    assert ulf.tracks["items"] == Track(now=4, most=None)
    assert ulf.side == "ulf"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x0", "1 to 50"),
        ("x51", "1 to 50"),
        ("x9999999", "too many digits"),
        ("hp=7", 'has no "hp"'),
        ("=7", 'has no ""'),
        ("wounds=", "is not a number"),
        ("wounds=--5", "is not a number"),
        ("wounds=٣", "is not a number"),
        ("wounds=-1", "0 to 9999, not"),
        ("wounds=6/5", "0 to 5, not"),
        ("wounds=1/", "is not a number"),
        ("skill=1_000", "is not a number"),
        ("skill=5e3", "is not a number"),
        ("side=", "side"),
        ("side=!!!", "side"),
        ("Ann, rat Bob", 'rat is another kind. Add one kind at a time; as a name, put it in quotes: "rat"'),
        ("x8, RAT", "RAT is another kind"),
    ],
)
def test_details_that_cannot_be(text: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        read_details(FIGHTS, text)


def test_stems_tell_families_apart() -> None:
    start = table(*(replace(figure(tag), name=name) for tag, name in [("g1", "Goblin 1"), ("gh1", "Ghoul 1")]))
    assert stem_for(start, "Goblin") == "g"
    assert stem_for(start, "Ghoul") == "gh"
    assert stem_for(start, "Ghast") == "gha"
    assert stem_for(start, "Ghast", "z") == "z"
    assert stem_for(table(), "123") == "x"


def test_tracks_and_values_alone() -> None:
    wounds = TrackKind("wounds")
    assert wounds.read("7") == Track(now=7, most=7)
    assert wounds.read("0/7") == Track(now=0, most=7)
    assert read_value(FIGHTS, "note", "any word") == "any word"


LAIR = Template("lair", side="", number="skill")
OPEN = game("open", values=ValueRules(own_tracks=True))
"""A game in which figures may have tracks of the referee's own."""


@pytest.mark.parametrize(
    ("text", "tags", "skills"),
    [
        ("20", ["lair"], [20]),
        ("-3", ["lair"], [-3]),
        ("Old Cave 20", ["old-cave"], [20]),
        ("20 x2", ["l1", "l2"], [20, 20]),
        ('"Room 101" 20', ["room-101"], [20]),
        ("Ann, Bob 7", ["ann", "bob"], [7, 7]),
    ],
)
def test_a_bare_number_goes_to_the_key_that_the_template_names(text: str, tags: list[str], skills: list[int]) -> None:
    new = recruits(FIGHTS, table(), LAIR, read_details(FIGHTS, text, LAIR))
    assert [recruit.figure.tag for recruit in new] == tags
    assert [recruit.figure.traits["skill"] for recruit in new] == skills


def test_a_bare_number_is_part_of_the_name_elsewhere() -> None:
    assert read_details(FIGHTS, "Room 101", PLAYER).names == ("Room 101",)


@pytest.mark.parametrize("text", ["20 12", "skill=3 20"])
def test_a_number_that_is_said_twice_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood, match="Type skill once"):
        read_details(FIGHTS, text, LAIR)


def test_quotes_hold_a_value_together() -> None:
    details = read_details(FIGHTS, 'Imp note="vow vs Ann, and Bob" x2')
    assert details.names == ("Imp",) and details.values == (("note", "vow vs Ann, and Bob"),)


def test_a_track_of_the_referees_own() -> None:
    (new,) = recruits(OPEN, table(), PLAYER, read_details(OPEN, "Ann mana=5 ammo=12/20"))
    assert new.figure.tracks["mana"] == Track(now=5, most=5) and new.figure.tracks["ammo"] == Track(now=12, most=20)


@pytest.mark.parametrize(
    ("rules", "key", "why"),
    [
        (FIGHTS, "mana", 'has no "mana". Choose'),
        (OPEN, "wound", "Did you mean wounds"),
        (OPEN, "9lives", "cannot be the name of a track"),
        (OPEN, "table", "cannot be the name of a track"),
    ],
)
def test_a_track_that_cannot_be_the_referees_own(rules: System, key: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        read_value(rules, key, "5")


def test_each_number_of_several_figures_is_looked_at_as_it_is_read() -> None:
    rules = registry.load("plain")
    assert read_details(rules, "Rat x2 init=3,4").copies == 2
    with pytest.raises(NotUnderstood, match="is not a number"):
        read_details(rules, "Rat x2 init=3,x")
    with pytest.raises(NotUnderstood, match="one number, or 2 with commas between"):
        read_details(rules, "Rat x2 init=3,4,5")
