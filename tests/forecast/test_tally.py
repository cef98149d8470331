"""Counts of a forecast: as JSON, joined, and in lines."""

import json
from collections import Counter

import pytest

from referee.engine.problem import Refused
from referee.forecast.tally import Tally, merged, read_tally
from referee.forecast.tally_lines import figure_rows, round_rows, told, wins_line
from tests.forecast.begun import DUEL, fights, table

SESSION = table("fifth", *DUEL)


def tally_of(count: int, seed: int = 7) -> Tally:
    """The duel, so often."""
    tally = Tally({"heroes": "weakest", "foes": "nearest"}, (seed,))
    for end in fights(SESSION, count, seed=seed):
        tally.add(SESSION.rules, SESSION.encounter, end)
    return tally


def test_what_is_counted() -> None:
    data = tally_of(40).data()
    assert data["fights"] == 40 and data["seed"] == 7
    assert data["policy"] == {"heroes": "weakest", "foes": "nearest"}
    assert list(data["wins"]) == ["heroes", "foes", "nobody"] and sum(data["wins"].values()) == 40
    assert sum(data["rounds"].values()) == 40 and [*data["rounds"]] == sorted(data["rounds"], key=int)
    assert data["figures"]["ann"]["standing"] == {"dead": data["wins"]["foes"], "up": data["wins"]["heroes"]}
    assert data["figures"]["bob"]["hp"] == {"0": data["wins"]["heroes"], "1": data["wins"]["foes"]}


def test_what_never_happened_in_a_few_fights_is_not_impossible() -> None:
    always = Tally({"heroes": "weakest", "foes": "nearest"}, (7,), 200, Counter(heroes=200))
    assert wins_line(always) == "heroes win 100.0 %, foes 0.0 % (each within about 1.5 %)"
    even = always.__class__(always.policy, (7,), 400, Counter(heroes=200, foes=200))
    assert wins_line(even) == "heroes win 50.0 %, foes 50.0 % (each within about 5.0 %)"


def test_who_was_dead_before_falls_in_no_fight() -> None:
    session = table("fifth", *DUEL, "add foe Gob hp=7 ac=15", "damage gob 60")
    tally = Tally({"heroes": "weakest", "foes": "nearest"}, (7,))
    for end in fights(session, 3):
        tally.add(session.rules, session.encounter, end)
    assert "Gob" not in {row.name for row in figure_rows(session.rules, session.encounter, tally)}


def test_what_is_left_is_told_beside_the_most_there_can_be() -> None:
    session = table("fifth", "add goblin Ann side=heroes hp=20 init=10", "add goblin Bob hp=40 init=20", "damage ann 5")
    tally = Tally({"heroes": "weakest", "foes": "nearest"}, (7,))
    for end in fights(session, 2):
        tally.add(session.rules, session.encounter, end)
    health = next(row.health for row in figure_rows(session.rules, session.encounter, tally) if row.name == "Ann")
    assert health is not None and (health[0], health[2]) == (15, 20)


def test_parts_are_one_forecast() -> None:
    parts = [("a.json", tally_of(10)), ("b.json", tally_of(20, seed=8))]
    both = merged([(name, read_tally(json.dumps(part.data()), name)) for name, part in parts])
    assert both.data()["seed"] == [7, 8] and both.fights == 30
    apart = [part.data() for _, part in parts]
    assert both.data()["wins"] == {side: sum(part["wins"][side] for part in apart) for side in apart[0]["wins"]}
    assert read_tally(json.dumps(both.data()), "c.json").data() == both.data()


def test_what_does_not_belong_together() -> None:
    one = tally_of(3)
    with pytest.raises(Refused, match="repeats fights that are counted already: seed 7"):
        merged([("a.json", one), ("b.json", tally_of(3))])
    other = tally_of(3, seed=8)
    other.policy = {"heroes": "random", "foes": "nearest"}
    with pytest.raises(Refused, match="different fights"):
        merged([("a.json", one), ("b.json", other)])
    other = tally_of(3, seed=9)
    other.figures["cyd"] = other.figures.pop("bob")
    with pytest.raises(Refused, match="different fights: only one has bob, cyd"):
        merged([("a.json", one), ("b.json", other)])
    for text in ("", "[]", '{"fights": 3}', '{"fights": "x", "seed": 1}', "[" * 100_000):
        with pytest.raises(Refused, match="is no forecast"):
            read_tally(text, "a.json")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("policy", 2),
        ("policy", {"heroes": "wildest"}),
        ("seed", ["x"]),
        ("fights", 4.0),
        ("fights", 2),
        ("wins", {"heroes": 9}),
        ("wins", {"heroes": 4, "foes": -1}),
        ("rounds", {"x": 3}),
        ("rounds", {"2": 1}),
        ("figures", {"ann": {"hp": 3}}),
        ("figures", {"ann": {"hp": {"3": "often"}}}),
    ],
)
def test_a_forecast_that_cannot_be_is_refused(key: str, value: object) -> None:
    data = tally_of(3).data()
    assert read_tally(json.dumps(data), "a.json").data() == data
    with pytest.raises(Refused, match=r"a\.json is no forecast"):
        read_tally(json.dumps({**data, key: value}), "a.json")


def test_the_rows_have_no_gaps() -> None:
    tally = Tally({}, (1,))
    tally.rounds.update({2: 5, 4: 1, 30: 2})
    tally.fights = 8
    rows = round_rows(tally, 11)
    assert rows[0] == ("2 to 4", 6) and rows[-1] == ("29 to 30", 2) and len(rows) == 10
    assert sum(n for _, n in rows) == 8
    assert round_rows(tally, 100)[:3] == [("2", 5), ("3", 0), ("4", 1)]


def test_the_few_that_took_longest_are_one_row() -> None:
    tally = Tally({}, (1,))
    tally.rounds.update({3: 50, 4: 49, 60: 1, 90: 1})
    tally.fights = 101
    assert round_rows(tally, 12) == [("3", 50), ("4", 49), ("5 or more", 2)]
    tally.rounds[60] = 9
    assert round_rows(tally, 5)[0] == ("3 to 17", 99)


def test_in_lines() -> None:
    lines = [*told(SESSION.rules, SESSION.encounter, tally_of(40))]
    assert lines[0] == "40 fights (seed 7): heroes aim at the weakest, foes at the nearest"
    assert lines[1].startswith("heroes win ") and "foes" in lines[1]
    assert lines[2].endswith("rounds on average") and "#" in lines[3]
    assert any(line.startswith("Ann") and "dead" in line and "1 \u2192 0." in line for line in lines)
