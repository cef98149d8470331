"""What happened in Gloomhaven as data: the fields of attacks, and who changed which track by which sum."""

from referee.dialogue.transcript import play
from referee.engine.events.event import Term, Tested, TrackChanged, total
from tests.rules.gloomhaven.table import load

TABLE = """system gloomhaven
add character Ann hp=20 cards=0
add character Bob hp=20 cards=0
add monster Ogre 1 hp=30 shield=2
add monster Hog 1 hp=40 retaliate=1
pick ann 10 20
pick bob 60 20
next
< 30
< 50
"""
"""Ann is on turn, then the ogre at 30 and the hog at 50, then Bob; nobody has cards to negate damage with."""


def events(text: str) -> list[Tested | TrackChanged]:
    """The tests and changes of tracks of the last line that is an order, in a table set up as above."""
    played = play(TABLE + text, load)
    assert played.failures == [] and played.session is not None
    *_, last = played.session.entries()
    return [event for event in last.events or () if isinstance(event, Tested | TrackChanged)]


def attack(text: str) -> Tested:
    """The attack that the last order was."""
    (test,) = (event for event in events(text) if isinstance(event, Tested))
    return test


def change(text: str) -> TrackChanged:
    """The one change of a track that the last order brought."""
    (changed,) = (event for event in events(text) if isinstance(event, TrackChanged))
    return changed


# -------------------------------------------------------------------- attacks


def test_an_attack_is_a_sum_with_its_cards_and_the_damage_has_its_attacker() -> None:
    test, changed = events("condition o1 poison\nattack o1 3\n< +1")
    assert isinstance(test, Tested) and isinstance(changed, TrackChanged)
    assert (test.kind, test.who, test.target, test.result) == ("attack", "ann", "o1", "success")
    terms = (Term("attack", 3), Term("poison", 1), Term("card", 1, ("+1",)), Term("shield 2", -2))
    assert (test.terms, test.total, test.using) == (terms, 3, "")
    assert (test.against, test.opposing, test.count) == (None, (), None)
    assert (changed.tag, changed.track, changed.by, changed.source) == ("o1", "hp", -3, "ann")
    assert changed.terms == (Term("attack", 3),)


def test_a_doubled_attack_is_critical() -> None:
    test = attack("attack o1 3\n< x2")
    assert test.result == "critical"
    assert test.terms == (Term("attack", 3), Term("card (x2)", 3, ("x2",)), Term("shield 2", -2))


def test_an_attack_without_damage_fails_and_changes_nothing() -> None:
    (null,) = events("attack o1 3\n< null")
    (stopped,) = events("attack o1 1\n< x2")
    assert isinstance(null, Tested) and isinstance(stopped, Tested)
    assert (null.result, null.terms) == ("failure", (Term("attack", 3), Term("card (null)", -3, ("null",))))
    assert (stopped.result, stopped.total) == ("failure", 0)


def test_a_consumed_element_is_a_term() -> None:
    consumed, test, *_ = events("infuse fire\nnext\nact attack 1 fire+2\n< bob\n< +0")
    assert isinstance(test, Tested) and isinstance(consumed, TrackChanged)
    assert (consumed.track, consumed.by, consumed.source) == ("fire", -2, "o1")
    assert test.terms[:2] == (Term("attack", 1), Term("fire", 2))


def test_the_card_that_does_not_count_is_a_term_of_nothing_and_the_reason_is_told() -> None:
    better = attack("condition ann strengthen\nattack o1 3\n< -1\n< +1")
    assert better.terms[1:3] == (Term("card", 1, ("+1",)), Term("unused card (-1)", 0, ("-1",)))
    assert better.using == "advantage (strengthen)"
    worse = attack("condition ann muddle\nattack o1 3 disadvantage range 3\n< yes\n< -1\n< +1")
    assert worse.terms[1:3] == (Term("card", -1, ("-1",)), Term("unused card (+1)", 0, ("+1",)))
    assert worse.using == "disadvantage (muddle, adjacent)"
    assert {"GH-34", "GH-35", "GH-62"} <= set(worse.cites)


def test_advantage_and_disadvantage_together_are_both_told_and_one_card_is_drawn() -> None:
    test = attack("condition ann muddle\nattack o1 3 advantage\n< +0")
    assert test.using == "advantage and disadvantage (muddle)"
    assert [term.faces for term in test.terms if term.faces] == [("+0",)]


def test_rolling_cards_are_terms_of_their_own_before_anything_is_doubled() -> None:
    test = attack("perk ann rolling+1 1\nattack o1 3\n< rolling+1\n< x2")
    assert test.terms[1:3] == (Term("card (rolling+1)", 1, ("rolling+1",)), Term("card (x2)", 4, ("x2",)))
    assert (test.result, test.total) == ("critical", 6)


def test_each_target_is_a_test_of_its_own() -> None:
    tests = [event for event in events("attack o1,h1 3\n< +0\n< +1") if isinstance(event, Tested)]
    assert [(test.target, test.total) for test in tests] == [("o1", 1), ("h1", 4)]


# -------------------------------------------------------------------- other damage, healing, tokens


def test_who_retaliates_is_the_source_and_each_range_a_term() -> None:
    ready = "next\nnext\nact retaliate 4; retaliate 2 range 3\n"
    *_, changed = events(ready + "attack h1 2\n< +0")
    assert isinstance(changed, TrackChanged)
    assert (changed.tag, changed.by, changed.source) == ("bob", -7, "h1")
    assert changed.terms == (Term("retaliate", 5), Term("within 3", 2))


def test_a_trap_is_reckoned_from_the_level_and_has_no_source() -> None:
    changed = change("trap bob")
    assert (changed.by, changed.source) == (-3, None)
    assert changed.terms == (Term("trap", 2), Term("level", 1))


def test_a_wound_hurts_in_the_name_of_whoever_brought_it() -> None:
    changed = change("attack o1 0 wound\n< +0\nnext")
    assert (changed.tag, changed.by, changed.source, changed.terms) == ("o1", -1, "ann", (Term("wounded", 1),))


def test_what_an_action_costs_an_ally_comes_from_whoever_acts() -> None:
    changed = change("play 10 top suffer 2 ally\n< bob")
    assert (changed.tag, changed.by, changed.source) == ("bob", -2, "ann")


def test_a_heal_has_its_healer() -> None:
    changed = change("damage bob 5\nplay 20 bottom heal 2 ally\n< bob")
    assert (changed.tag, changed.by, changed.source) == ("bob", 2, "ann")


def test_damage_by_the_referee_has_no_source() -> None:
    assert change("damage bob 2").source is None


def test_bonus_experience_is_a_sum() -> None:
    changed = [event for event in events("victory") if isinstance(event, TrackChanged)]
    assert [(event.tag, event.track, event.by) for event in changed] == [("ann", "xp", 6), ("bob", "xp", 6)]
    assert total(changed[0].terms) == 6


def test_loot_has_who_left_it_and_who_took_it() -> None:
    _, fell, dropped = events("attack h1 40\n< +0")
    assert isinstance(fell, TrackChanged) and isinstance(dropped, TrackChanged)
    assert (fell.source, dropped.track, dropped.source) == ("ann", "loot", "h1")
    taken = [event for event in events("attack h1 40\n< +0\nloot ann 1") if isinstance(event, TrackChanged)]
    assert [(event.track, event.by, event.source) for event in taken] == [("loot", -1, "ann"), ("gold", 2, "ann")]
