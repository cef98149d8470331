"""Sentences as values, the wordings that a game declares for them, and how verbs and nouns are inflected."""

import pytest

from referee.words.inflection import inflected, noun_for
from referee.words.sentence import Clause, Sentence, behind, worded
from referee.words.wording import done_by, wording, wording_for


@pytest.mark.parametrize(
    ("verb", "of_several"),
    [
        ("is", "are"),
        ("has", "have"),
        ("takes", "take"),
        ("uses", "use"),
        ("dashes", "dash"),
        ("searches", "search"),
        ("misses", "miss"),
        ("tries", "try"),
        ("dies", "die"),
        ("can", "can"),
        ("waited", "waited"),
    ],
)
def test_a_verb_is_inflected_where_several_do_it(verb: str, of_several: str) -> None:
    assert (inflected(verb, several=False), inflected(verb, several=True)) == (verb, of_several)


def test_a_noun_is_said_of_one_or_of_several() -> None:
    assert (noun_for(1, "1st-level slots"), noun_for(2, "1st-level slots")) == ("1st-level slot", "1st-level slots")


def test_the_same_sentence_is_worded_for_one_and_for_several() -> None:
    one = Sentence(("Goblin 2",), "takes", "damage", is_also="hurt")
    several = Sentence(("Goblin 2", "Goblin 3", "Bo"), "takes", "damage", is_also="hurt")
    assert worded(one) == "Goblin 2 takes damage and is hurt"
    assert worded(several) == "Goblin 2-3 and Bo take damage and are hurt"
    assert one != several and one.alone == several.alone
    assert worded(Sentence(("Agent 007",), "is", "prone")) == "Agent 007 is prone"


def test_further_clauses_stand_behind_one_colon_and_their_own_marks() -> None:
    hit = Sentence(("Ann",), "attacks", "Bo", clauses=(Clause("17 (12 + 5), hit", "17, hit"),))
    assert worded(hit.with_clauses(Clause("5 slashing"))) == "Ann attacks Bo: 17 (12 + 5), hit, 5 slashing"
    assert worded(hit.with_clauses(Clause("")), short=True) == "Ann attacks Bo: 17, hit"
    saved = Sentence(("Ann",), "shoots", "Bo", clauses=(Clause("saves 1, 2: one fails", joint=";", has_colon=True),))
    assert worded(saved.with_clauses(Clause("dead"))) == "Ann shoots Bo; saves 1, 2: one fails, dead"
    assert behind(hit) == "Bo: 17 (12 + 5), hit"
    assert worded(hit.with_more("twice")) == "Ann attacks Bo: 17 (12 + 5), hit twice"


def test_a_sentence_may_be_known_to_be_said_of_one_figure() -> None:
    prone = Sentence(("Ann",), "is", "prone")
    assert prone.does("is", "Ann") and not prone.does("is", "Bo") and not prone.does("has")
    assert prone.says(Sentence(("Ann",), "is", "prone")) and not prone.says(Sentence(("Ann",), "is", "up"))
    assert prone.with_clauses(Clause("by Bo")).says(prone) and not prone.says(prone.with_clauses(Clause("by Bo")))


@pytest.mark.parametrize(
    ("declared", "of_one", "of_two"),
    [
        ("{who} is dead", "Ann is dead", "Ann and Bo are dead"),
        ("Bless ends on {who}", "Bless ends on Ann", "Bless ends on Ann and Bo"),
        ("{whose} escape", "Ann's escape", "Ann and Bo's escape"),
        ("{who} against {target}", "Ann against Cy", "Ann and Bo against Cy"),
        ("{who} {using}", "Ann hides", "Ann and Bo hides"),
        ("{who} searches, or rests", "Ann searches, or rests", "Ann and Bo searches, or rests"),
        ("{who} passes ({total})", "Ann passes (12)", "Ann and Bo pass (12)"),
        ("{who} helps {target}: it can rest", "Ann helps Cy: it can rest", "Ann and Bo help Cy: it can rest"),
    ],
)
def test_a_declared_sentence_is_filled(declared: str, of_one: str, of_two: str) -> None:
    words = {"target": "Cy", "using": "hides", "total": 12}
    assert worded(wording(declared).filled(["Ann"], **words)) == of_one
    assert worded(wording(declared).filled(["Ann", "Bo"], **words)) == of_two


@pytest.mark.parametrize(
    ("declared", "done_on_nobody"),
    [
        ("{who} casts {thing} on {on}", "Ann casts Bless"),
        ("{who} attacks {on} with {thing}", "Ann attacks"),
        ("{who} jumps over {on}", "Ann jumps"),
        ("{who} helps {on}: it can rest", "Ann helps"),
        ("{who} dodges", "Ann dodges"),
    ],
)
def test_a_declared_sentence_is_said_of_something_done_on_nobody(declared: str, done_on_nobody: str) -> None:
    assert worded(wording(declared, on=False).filled(["Ann"], thing="Bless")) == done_on_nobody


def test_a_declared_sentence_may_leave_its_total_out() -> None:
    assert worded(wording("{who} passes ({total})", total=False).filled(["Ann"], total=12)) == "Ann passes"


def test_a_declared_sentence_may_have_words_for_several_things() -> None:
    declared = "{who} gains an item | {who} gains {n} items"
    assert [worded(wording_for(declared, n).filled(["Ann"], n=n)) for n in (1, 3)] == [
        "Ann gains an item",
        "Ann gains 3 items",
    ]
    assert (done_by(1, "acts in round 2"), done_by(3, "acts in round 2")) == ("acts in round 2", "act in round 2")
