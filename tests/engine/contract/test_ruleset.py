"""Who may act next, as every game is asked."""

from msgspec.structs import replace

from referee.engine.contract.kinds import TrackKind, TraitKind
from referee.engine.contract.order_keys import own_key, typed_key
from referee.engine.contract.order_rules import OrderRules
from referee.engine.contract.standing import Standing
from referee.engine.state.bearer import Group
from referee.engine.state.encounter import Slot
from referee.engine.state.own_values import Track
from referee.engine.verbs.impossible_states import fallen_with_some_left, in_several
from tests.engine.toys.box import figure, game, table
from tests.engine.toys.sides import SIDES


def test_who_may_act_and_who_comes_after_them() -> None:
    slots = (Slot(who="mira"), Slot(who="tolin"), Slot(who="gob", step=1))
    encounter = table(*(figure(slot.who) for slot in slots), order=slots)
    assert SIDES.may_act(encounter) == ("mira", "tolin")
    assert SIDES.may_act(encounter, but="mira") == ("tolin",)
    alone = replace(encounter, order=(slots[0], slots[2]))
    assert SIDES.may_act(alone, but="mira") == ("gob",)


def test_the_number_of_the_order_is_typed_by_a_short_word_where_that_means_it() -> None:
    rules = game("order", order=OrderRules(number="place", bonus="quick"))
    assert [typed_key(rules, name) for name in ("place", "quick", "skill", "")] == ["init", "init_bonus", "skill", ""]
    assert (own_key(rules, "init", "3"), own_key(rules, "init", "+3")) == ("place", "quick")
    assert (typed_key(rules, "place", "3"), typed_key(rules, "place", "+3")) == ("init", "initiative")
    for key, word in ((key, word) for key in ("place", "quick", "skill") for word in ("3", "+3")):
        assert own_key(rules, typed_key(rules, key, word), word) == key


def test_harm_that_is_counted_up_is_told_of_one_without_health_only_if_there_is_some() -> None:
    tokens, luck = TrackKind("tokens", rising=True), TrackKind("luck", rising=True)
    rules = game("counted", tracks=(tokens, luck), health_track=None, columns=())
    bearer = replace(figure("ulf"), tracks={"luck": Track(now=0), "tokens": Track(now=0)})
    assert [kind.name for kind, _ in rules.told_tracks(bearer)] == ["tokens"]
    assert list(rules.told_tracks(replace(bearer, tracks={}))) == []
    hurt = replace(bearer, tracks={"luck": Track(now=2), "tokens": Track(now=0)})
    assert [kind.name for kind, _ in rules.told_tracks(hurt)] == ["tokens", "luck"]


def test_who_is_in_two_groups_at_once_is_named_with_both() -> None:
    fights = (Group(tag=tag, name=tag.title(), kind="fight", members=("ulf",)) for tag in ("one", "two"))
    encounter = table(figure("ulf"), figure("ann"), *fights)
    assert list(in_several(encounter, "fight", "T-1")) == ["Ulf is in One and Two at once [T-1]."]


def test_the_fallen_have_nothing_left() -> None:
    some, none = (replace(figure(tag, wounds=now), standing="dead") for tag, now in (("ulf", 1), ("ann", 1)))
    none = replace(none, tracks={"wounds": Track(now=0, most=1)})
    bare = replace(figure("bo"), standing="dead", tracks={})
    told = fallen_with_some_left(table(some, none, bare, figure("cy")), TrackKind("wounds"), (Standing("dead"),), "T-2")
    assert list(told) == ["Ulf is dead with wounds 1 [T-2]."]


def test_what_every_game_has_is_there_once_and_a_games_own_of_that_name_comes_first() -> None:
    own = TraitKind("note", "own")
    names = [kind.name for kind in game("noted", traits=(own,)).traits]
    assert names == ["note", "shown"] and own in game("noted", traits=(own,)).traits
