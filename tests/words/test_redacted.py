"""What is left of an encounter for those who may not know of hidden figures, and the word for how a figure fares."""

import pytest
from msgspec.structs import replace

from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.standing import AWAY, Standing
from referee.engine.state.bearer import Figure, Group
from referee.engine.state.board import Board
from referee.engine.state.condition import Condition, Ending, Until
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Track
from referee.rules.registry import load
from referee.words.health_word import health_of, left_of, state_word
from referee.words.public_names import SOMEBODY, name_remover
from referee.words.redacted import hidden_tags, redacted


def figure(tag: str, hidden: bool = False, *conditions: Condition, name: str = "", **tracks: Track) -> Figure:
    name = name or tag.title()
    return Figure(tag=tag, name=name, kind="rat", side="foe", hidden=hidden, conditions=conditions, tracks=tracks)


def encounter(*figures: Figure, **more: object) -> Encounter:
    return Encounter(system="plain", figures={each.tag: each for each in figures}, **more)


def pack(*members: str, name: str = "Ann and Zed") -> dict[str, Group]:
    return {"pack": Group(tag="pack", name=name, kind="fight", members=members)}


ANN, BOB, ZED, XU = figure("ann"), figure("bob"), figure("zed", True), figure("xu", True)


def test_where_nobody_is_hidden_nothing_is_taken_away() -> None:
    open_ = encounter(ANN, BOB, groups=pack("ann", "bob"))
    assert hidden_tags(open_) == frozenset() and redacted(open_) is open_


def test_a_group_is_hidden_if_all_its_members_are_and_it_has_some() -> None:
    assert hidden_tags(encounter(ANN, ZED, XU, groups=pack("zed", "xu"))) == {"zed", "xu", "pack"}
    assert hidden_tags(encounter(ANN, ZED, XU, groups=pack("zed", "ann"))) == {"zed", "xu"}
    assert hidden_tags(encounter(ANN, ZED, groups=pack())) == {"zed"}


def test_of_a_hidden_figure_only_the_tag_is_left() -> None:
    shown = redacted(encounter(ANN, figure("zed", True, hp=Track(now=3, most=9)))).figures
    assert shown["zed"] == Figure(tag="zed", name=SOMEBODY, kind="", side="", hidden=True)
    assert shown["ann"] is ANN


def test_no_hidden_figure_stands_in_the_order_on_the_board_or_has_the_turn() -> None:
    board = Board(width=3, height=3, figures={"ann": ("a1",), "zed": ("b2",)})
    order = (Slot(who="ann", label="12"), Slot(who="zed", label="9"))
    shown = redacted(encounter(ANN, ZED, order=order, turn="zed", board=board))
    assert (shown.order, shown.turn) == (order[:1], None)
    assert shown.board is not None and shown.board.figures == {"ann": ("a1",)}
    assert redacted(encounter(ANN, ZED, order=order, turn="ann")).turn == "ann"


def test_a_group_is_called_by_the_members_who_are_known() -> None:
    some = redacted(encounter(ANN, BOB, ZED, groups=pack("ann", "zed", "bob"))).groups["pack"]
    assert (some.members, some.name) == (("ann", "bob"), "Ann, Bob")
    none = redacted(encounter(ANN, ZED, XU, groups=pack("zed", "xu"))).groups["pack"]
    assert (none.members, none.name) == ((), SOMEBODY)
    all_ = redacted(encounter(ANN, BOB, ZED, groups=pack("ann", "bob", name="Heroes"))).groups["pack"]
    assert (all_.members, all_.name) == (("ann", "bob"), "Heroes")


def test_what_stands_beside_a_group_does_not_count_its_hidden_members() -> None:
    order = (Slot(who="pack", label="2 of 3"), Slot(who="ann", label="12"))
    some = redacted(encounter(ANN, BOB, ZED, groups=pack("bob", "zed"), order=order))
    assert [slot.label for slot in some.order] == ["", "12"]
    all_ = redacted(encounter(ANN, BOB, ZED, groups=pack("ann", "bob"), order=order))
    assert [slot.label for slot in all_.order] == ["2 of 3", "12"]


def test_no_condition_tells_that_it_waits_for_a_hidden_figure() -> None:
    ends = (Ending(of="zed", test="save"), Ending(of="bob", test="save"))
    held = Condition(id="1", kind="held", until=Until(edge="end", of="zed", left=2), ends=ends)
    dazed = Condition(id="2", kind="dazed", until=Until(edge="end", of="bob", left=2))
    shown = redacted(encounter(figure("ann", False, held, dazed), BOB, ZED)).figures["ann"].conditions
    assert [each.until for each in shown] == [None, dazed.until]
    assert [each.ends for each in shown] == [ends[1:], ()]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Zorg Athrax", "somebody"),
        ("curse-of-zorg_athrax", "curse-of-somebody"),
        ("ZORG  ATHRAX'S", "somebody'S"),
        ("zorg", "zorg"),
        ("Zorg Athraxes", "Zorg Athraxes"),
        ("hit by vex", "hit by somebody"),
        ("vexed", "vexed"),
        ("Ann, Rat and Rat 2", "Ann, Rat and Rat 2"),
    ],
)
def test_names_of_hidden_figures_are_taken_out_of_a_text(text: str, told: str) -> None:
    hidden = replace(figure("zorg", True, name="Zorg Athrax"), former=("Vex",))
    table = encounter(ANN, hidden, figure("rat", True), figure("r2", name="Rat 2"))
    assert name_remover(table)(text) == told


def test_of_two_secret_names_the_longer_is_found_first() -> None:
    table = encounter(figure("a", True, name="Vex"), figure("b", True, name="Vex Moor"))
    assert name_remover(table)("Vex Moor, Vex") == "somebody, somebody"


def test_a_secret_name_is_not_hidden_between_two_open_ones() -> None:
    for joined in ("Ann Bob", "Ann~Bob", "AnnBob"):
        table = encounter(ANN, BOB, figure("a", True, name=joined))
        assert name_remover(table)(f"cursed by {joined}") == "cursed by somebody"


@pytest.mark.parametrize(
    ("now", "word"),
    [(20, "unhurt"), (21, "unhurt"), (19, "hurt"), (10, "hurt"), (9, "badly hurt"), (1, "badly hurt"), (0, "down")],
)
def test_a_word_tells_how_much_health_is_left(now: int, word: str) -> None:
    goblin = figure("g1", hp=Track(now=now, most=20))
    assert state_word(load("plain"), encounter(goblin), goblin) == word


def test_who_cannot_act_is_down_and_who_has_no_health_has_no_word() -> None:
    rules = load("plain")
    for track in (Track(now=0, most=20), Track(now=9, most=20)):
        gone = replace(figure("g1", hp=track), standing=AWAY.name)
        assert state_word(rules, encounter(gone), gone) == "down"
    bare = figure("g1")
    assert state_word(rules, encounter(bare), bare) == "" and health_of(rules, bare) is None


def test_health_without_a_bound_is_unhurt() -> None:
    goblin = figure("g1", hp=Track(now=3))
    assert state_word(load("plain"), encounter(goblin), goblin) == "unhurt"


def test_harm_that_is_counted_upwards_tells_as_much_as_health() -> None:
    rules = load("descent")
    monster = figure("m", tokens=Track(now=1, most=4))
    found = health_of(rules, monster)
    assert found is not None and found[0].name == "tokens" and left_of(*found) == 3
    words = []
    for now in (0, 1, 2, 3):
        hurt = figure("m", tokens=Track(now=now, most=4))
        words.append(state_word(rules, encounter(hurt), hurt))
    assert words == ["unhurt", "hurt", "hurt", "badly hurt"]
    assert health_of(rules, figure("m", tokens=Track(now=1))) is None  # harm up to no bound says nothing


def test_what_is_left_of_a_count_without_a_bound_is_less_the_more_is_counted() -> None:
    kind = TrackKind("harm", "harm", "what was suffered", rising=True)
    assert left_of(kind, Track(now=2)) == -2 < left_of(kind, Track(now=1))


@pytest.mark.parametrize(("able_first", "word"), [(True, "down"), (False, "")])
def test_without_health_the_first_way_to_stand_tells_whether_anybody_can_be_down(able_first: bool, word: str) -> None:
    rules = replace(load("plain"), tracks=(), health_track=None, standings=(Standing("here", able=able_first),))
    gone = replace(ANN, standing=AWAY.name)
    assert state_word(rules, encounter(gone), gone) == word


@pytest.mark.parametrize("able_first", [True, False])
def test_who_has_health_is_down_however_anybody_stands(able_first: bool) -> None:
    rules = replace(load("plain"), standings=(Standing("here", able=able_first),))
    goblin = replace(figure("g1", hp=Track(now=9, most=20)), standing=AWAY.name)
    assert state_word(rules, encounter(goblin), goblin) == "down"
