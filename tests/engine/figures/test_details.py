"""What a figure comes with or without, after `add`; and figures of one's own, in full."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.contract.kept_kind import KeptKind
from referee.engine.contract.kinds import TrackKind, TraitKind
from referee.engine.figures.figure_words import as_kept
from referee.engine.figures.kind_words import as_kinds_are_called, details_with, in_full
from referee.engine.figures.library import GameLibrary
from referee.engine.figures.pieces import pieces
from referee.engine.figures.special_keys import is_special
from referee.engine.problem import NotUnderstood, Problem, Refused
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from tests.engine.toys.box import game

FIFTH = registry.load("fifth")


def at_table(*lines: str) -> Session:
    session = Session(FIFTH, MemoryStepLog(bare(FIFTH)))
    for line in lines:
        run_line(session, line)
    return session


def test_it_comes_standing_otherwise_with_conditions_and_without_things() -> None:
    line = 'add fighter Ulf hp=0/44 standing=stable condition="exhaustion x2" condition=prone without=longsword'
    session = at_table(line)
    ulf = session.encounter.figures["ulf"]
    assert (ulf.standing, ulf.tracks["hp"].now, ulf.tracks["hp"].most) == ("stable", 0, 44)
    assert [(each.kind, each.value) for each in ulf.conditions] == [("exhaustion", 2), ("prone", 1)]
    assert "ulf.longsword" not in session.encounter.things and ulf.piles["power"]


def test_what_is_left_of_a_thing_is_said_by_its_track() -> None:
    session = at_table('add fighter Ulf left="second_wind uses 0/1"')
    assert session.encounter.things["ulf.second_wind"].tracks["uses"].now == 0


@pytest.mark.parametrize(
    ("details", "why"),
    [
        ("standing=asleep", "Choose: up, dying"),
        ('left="second_wind"', "Type what is left of a thing"),
        ("condition=!", "Type the name"),
        ('condition="exhaustion x99"', "1 to 6, not"),
        ("hp=3/-x", '"-x" is not a number'),
    ],
)
def test_what_cannot_be_is_refused(details: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why) as problem:
        at_table(f"add fighter Ulf {details}")
    assert str(problem.value).endswith(".")


def test_nobody_comes_up_with_nothing_left() -> None:
    session = at_table()
    with pytest.raises(Refused, match="cannot join with no HP left"):
        run_line(session, "add fighter Ulf hp=0/44")


def test_several_come_at_once_and_are_taken_back_at_once() -> None:
    session = at_table('bring fighter "Ulf; the Red" hp=3/44; goblin x2')
    assert [figure.name for figure in session.encounter.figures.values()] == ["Ulf; the Red", "Goblin 1", "Goblin 2"]
    session.undo()
    assert not session.encounter.figures
    for wrong in ("bring ;", "bring nobody Ulf", 'bring fighter "Ulf', "bring fighter hp=many"):
        with pytest.raises(Problem, match=r"Type figures|There is no|is not a number"):
            run_line(session, wrong)
    assert not session.questions


def test_a_name_that_is_said_takes_the_place_of_the_own_one() -> None:
    template = FIFTH.template("goblin")
    assert template is not None
    assert details_with(template, '"Goblin boss" hp=21', "x2 hp=30") == '"Goblin boss" hp=21 x2 hp=30'
    assert details_with(template, '"Goblin boss" hp=21', "Grish x2") == "hp=21 Grish x2"
    assert [piece.names for piece in pieces('"x2" x2 3 , a=b Ulf')] == [True, False, False, False, False, True]
    assert in_full(FIFTH, KeptKind("Goblin boss", 'goblin "Goblin boss"'), "") == ("goblin", '"Goblin boss"')
    with pytest.raises(NotUnderstood, match="has no warlord"):
        in_full(FIFTH, KeptKind("Boss", "warlord Boss"), "")


def test_a_key_that_a_game_has_itself_is_that_of_the_game() -> None:
    rules = game("left", traits=(TraitKind("left", 0),), tracks=(TrackKind("without"),))
    assert [key for key in ("left", "without", "standing", "condition", "luck") if is_special(rules, key)] == [
        "standing",
        "condition",
    ]


def test_each_part_keeps_its_own_words_where_one_has_a_count_and_one_a_level() -> None:
    session = at_table("add 2 swarms of bats; 2 ghouls; giant rat Bob hp=5; fighter level=3 Ann")
    figures = session.encounter.figures.values()
    assert [figure.name for figure in figures] == [
        *("Swarm of Bats 1", "Swarm of Bats 2"),
        "Ghoul 1",
        "Ghoul 2",
        "Bob",
        "Ann",
    ]
    assert session.encounter.figures["bob"].tracks["hp"].now == 5


def test_a_figure_of_the_library_is_offered_with_the_first_line_of_its_note() -> None:
    assert KeptKind("Grom", "hero Grom", "an orc\nwith a past").hint == "an orc"
    assert KeptKind("Grom", "hero Grom").hint == "hero Grom"


def test_what_carries_over_is_as_in_the_other_words_and_what_passes_is_as_now() -> None:
    session = at_table('add fighter Ann condition="exhaustion x2" condition=prone')
    kept = as_kept(FIFTH, session.encounter, "ann", 'fighter Ann condition="exhaustion x3"')
    assert [piece.value for piece in pieces(kept) if piece.key == "condition"] == ["prone", "exhaustion x3"]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("", 'There is no "yak" in Fifth. Kinds: ogre.'),
        (" in the library of /saves", 'There is no "yak" in Fifth or in the library of /saves. Kinds: ogre.'),
    ],
)
def test_a_kind_that_is_nowhere_is_refused_with_where_it_was_looked_for(place: str, said: str) -> None:
    kept = GameLibrary()
    kept.place = place
    assert kept.no_such_kind("Fifth").refusal("yak", ["ogre"]) == said


class Paladins(GameLibrary):
    def kinds(self) -> tuple[KeptKind, ...]:
        return KeptKind("paladin", "player"), KeptKind("paladin5", "player")


@pytest.mark.parametrize(
    ("typed", "called"),
    [
        ("paladin level=5 Ann", "paladin5 Ann"),
        ("paladin Ann; paladin level=5 Bob", "paladin Ann; paladin5 Bob"),
        ("paladin level=7 Ann", "paladin level=7 Ann"),
    ],
)
def test_a_level_chooses_the_kind_that_is_kept_for_it(typed: str, called: str) -> None:
    assert as_kinds_are_called(game("tiny"), Paladins(), typed) == called
