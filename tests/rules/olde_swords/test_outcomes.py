"""Tests and changes of tracks as data: who did what to whom, with which dice, against what, and how it ended."""

from pathlib import Path

import pytest

from referee.dialogue.transcript import play
from referee.engine.events.event import Event, Term, Terms, Tested, TrackChanged, total
from referee.engine.record.applied_commands import applied_commands
from referee.rules import registry
from referee.words.log import log
from tests.rules.shelf import played, transcripts

OUTSIDE = (
    "add hero Mira hp=20 str=3 dex=1 con=2 hit_die=d6 sword=1d8",
    "add hero Tolin hp=20 wis=2 spell=mend",
    "add goblin hp=20 dex=2 ac=14 morale=7",
)
FIGHT = (*OUTSIDE, "next", "<1 20", "<1 19", "< mira")


def events(*lines: str) -> tuple[Event, ...]:
    """All that happened in an encounter of these orders and answers."""
    played = play("\n".join(("system olde_swords", *lines)), registry.load)
    assert played.failures == [] and played.session is not None
    return tuple(event for entry in played.session.entries() for event in entry.events or ())


def last_test(*lines: str) -> Tested:
    """The last test that was made."""
    return [event for event in events(*lines) if isinstance(event, Tested)][-1]


def last_change(track: str, *lines: str) -> TrackChanged:
    """The last change of that track."""
    return [event for event in events(*lines) if isinstance(event, TrackChanged) and event.track == track][-1]


def test_an_attack_holds_its_dice_its_modifiers_and_the_ac() -> None:
    made = last_test(*FIGHT, "condition mira setback", "attack goblin sword", "< 15 4", "< 5")
    assert (made.kind, made.who, made.target, made.using) == ("attack", "mira", "goblin", "sword")
    assert made.terms == (
        Term("d20", 15, ("15",)),
        Term("STR", 3),
        Term("proficiency", 2),
        Term("SETBACK", -4, ("4",)),
    )
    assert (made.total, made.against, made.result) == (16, 14, "success")


@pytest.mark.parametrize(
    ("option", "natural", "result"),
    [("off", 20, "critical"), ("off", 2, "failure"), ("off", 1, "failure"), ("on", 1, "fumble")],
)
def test_what_an_attack_comes_to(option: str, natural: int, result: str) -> None:
    ends = ("attack goblin sword", f"< {natural}", *(("< 1 1",) if natural == 20 else ()))
    assert last_test(*FIGHT, f"option nat1_auto_miss {option}", *ends).result == result


def test_a_natural_1_is_no_fumble_where_it_may_hit() -> None:
    assert last_test(*FIGHT, "set goblin ac 2", "attack goblin sword", "< 1", "< 1").result == "success"


def test_a_save_is_made_against_its_caster() -> None:
    lines = (*OUTSIDE, "save goblin dex 12 3d6 half", "< 10", "< 1 2 6")
    made = last_test(*lines)
    assert (made.kind, made.who, made.target, made.using) == ("save", "goblin", None, "DEX")
    assert made.terms == (Term("d20", 10, ("10",)), Term("DEX", 2))
    assert (made.total, made.against, made.result) == (12, 12, "success")
    hurt = last_change("hp", *lines)
    assert (hurt.by, hurt.source) == (-4, None)
    assert hurt.terms == (Term("3d6", 9, ("1", "2", "6")), Term("half", -5))
    cast = last_test("add hero Tolin hp=20 spell=holdfast", *OUTSIDE[2:], "next", "< 20", "cast holdfast goblin", "< 1")
    assert (cast.kind, cast.who, cast.target, cast.result) == ("save", "goblin", "tolin", "failure")


def test_a_save_that_fails_without_a_roll_is_a_test_without_terms() -> None:
    made = last_test(*OUTSIDE, "condition goblin stunned", "save goblin dex 12")
    assert (made.kind, made.who, made.result) == ("save", "goblin", "failure")
    assert (made.terms, made.total, made.against) == ((), None, None)
    assert made.cites == ("OS-54", "OS-20")


def test_a_check_says_what_was_tried() -> None:
    made = last_test(*FIGHT, "improvise dex 12 swings from the lamp", "< 10")
    assert (made.kind, made.who, made.using) == ("check", "mira", "swings from the lamp")
    assert (made.total, made.against, made.result) == (11, 12, "failure")


@pytest.mark.parametrize(("theirs", "result"), [(10, "success"), (11, "partial"), (12, "failure")])
def test_a_contest_is_one_test_with_the_terms_of_both(theirs: int, result: str) -> None:
    made = last_test(*FIGHT, "grapple goblin", "<1 10", f"<1 {theirs}")
    assert (made.kind, made.who, made.target, made.using) == ("contest", "mira", "goblin", "grapple")
    assert made.terms == (Term("d20", 10, ("10",)), Term("STR", 3))
    assert made.opposing == (Term("d20", theirs, (str(theirs),)), Term("DEX", 2))
    assert (made.total, made.against, made.result) == (13, theirs + 2, result)


def test_a_reflex_check() -> None:
    made = last_test(*OUTSIDE, "next", "<1 12", "<1 11")
    assert (made.kind, made.who, made.total, made.against, made.result) == ("reflex", "tolin", 11, 12, "failure")


@pytest.mark.parametrize(("faces", "terms"), [("4 4", Term("2d6", 8, ("4", "4"))), ("=8", Term("2d6", 8))])
def test_a_morale_check_breaks_over_its_score(faces: str, terms: Term) -> None:
    made = last_test(*OUTSIDE, "morale goblin", f"< {faces}", "< stay")
    assert (made.kind, made.who, made.terms) == ("morale", "goblin", (terms,))
    assert (made.total, made.against, made.result) == (8, 7, "failure")
    assert last_test(*OUTSIDE, "morale goblin", "< 4 3").result == "success"


@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ("6 5", "success"),
        ("6 4", "partial"),
        ("5 4", "failure"),
        ("1 4", "failure"),
        ("1 3", "fumble"),
        ("1 2", "fumble"),
    ],
)
def test_a_dying_roll(faces: str, result: str) -> None:
    made = last_test(
        *OUTSIDE, "damage mira 20", "dying mira", f"< {faces}", *(("< con",) if result == "success" else ())
    )
    assert (made.kind, made.who, made.against, made.result) == ("dying", "mira", 11, result)
    assert made.terms[0].faces == tuple(faces.split())


def test_damage_says_who_did_it_and_from_which_sum() -> None:
    lines = (*FIGHT, "set goblin temp 2", "condition goblin resistant", "attack goblin sword", "< 15", "< 6")
    hurt = last_change("hp", *lines)
    assert (hurt.tag, hurt.by, hurt.source) == ("goblin", -2, "mira")
    assert hurt.terms == (
        Term("d8", 6, ("6",)),
        Term("STR", 3),
        Term("resistant", -5),
        Term("temporary HP", -2),
    )
    spared = last_change("temp", *lines)
    assert (spared.by, spared.source) == (-2, "mira")


def test_damage_below_0_is_none() -> None:
    hurt = last_change("hp", *FIGHT, "set mira str -3", "attack goblin sword", "< 19", "< 1")
    assert (hurt.by, hurt.terms) == (0, (Term("d8", 1, ("1",)), Term("STR", -3), Term("minimum", 2)))


def test_healing_says_who_did_it_and_from_which_sum() -> None:
    healed = last_change("hp", *OUTSIDE, "damage mira 9", "breather mira heal", "< 3")
    assert (healed.by, healed.source, healed.terms) == (5, "mira", (Term("d4", 3, ("3",)), Term("CON", 2)))
    cast = last_change("hp", *FIGHT[:-1], "damage mira 9", "< tolin", "cast mend mira", "< 3")
    assert (cast.source, total(cast.terms)) == ("tolin", cast.by)


def test_rising_says_where_its_hp_come_from() -> None:
    down = (*OUTSIDE, "damage mira 20", "dying mira", "< 6 6")
    assert last_change("hp", *down, "< con").terms == (Term("CON", 2),)
    assert last_change("hp", *down, "< die", "< 4").terms == (Term("d6", 4, ("4",)),)
    weak = last_change("hp", *OUTSIDE, "set mira con -1", *down[len(OUTSIDE) :], "< con")
    assert (weak.by, weak.terms) == (1, (Term("CON", -1), Term("minimum", 2)))


@pytest.mark.one_in(6)
@pytest.mark.looks_at_plays
@pytest.mark.parametrize("path", transcripts("olde_swords"), ids=lambda path: path.stem)
def test_the_terms_of_a_change_come_to_the_change(path: Path) -> None:
    session = played(path).session
    assert session is not None
    changed = [event for entry in session.entries() for event in entry.events or () if isinstance(event, TrackChanged)]
    summed: list[tuple[int, Terms]] = [(abs(event.by), event.terms) for event in changed if event.terms]
    assert [(by, terms) for by, terms in summed if total(terms) != by] == []


def test_a_readied_spell_that_has_to_hit_is_told_in_one_line() -> None:
    path = next(path for path in transcripts("olde_swords") if path.name == "ready_deeds.txt")
    session = played(path).session
    assert session is not None
    done = applied_commands(session.step_log, session.step_log.position)
    told = [line.text for each in done for line in log(each.before, each.entry, session.rules)]
    assert "Isolde casts Spark Dart on Goblin 1: 15 (10 + 5) vs AC 10, hit, 7 damage.  HP 30 → 23" in told
