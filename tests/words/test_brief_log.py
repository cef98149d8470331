"""The brief log: what is told in one line, and what only where the log is read in full."""

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import play
from referee.engine.events.apply import changes_of
from referee.engine.events.event import (
    BoardLaid,
    ConditionAdded,
    EdgeSet,
    Event,
    GroundSet,
    GroupClosed,
    Joined,
    Tested,
)
from referee.engine.record.past_states import entries
from referee.engine.record.session import Session
from referee.engine.state.bearer import Group
from referee.engine.state.board import Board
from referee.engine.state.condition import Condition
from referee.rules import registry
from referee.words.brief_log import brief
from referee.words.dice_tests import tone_of
from referee.words.log import log
from referee.words.log_line import LogLine
from referee.words.names import spans
from tests.words.test_upcoming import stood


def latest(session: Session, full: bool = False) -> list[LogLine]:
    """The log of the last command."""
    before, entry, outcome = session.last_step.settled or (None, None, None)
    assert before is not None and entry is not None
    return log(before, entry, session.rules, outcome=outcome, full=full)


def done(system: str, *lines: str) -> Session:
    session = stood(system, "dice table")
    for line in lines:
        run_line(session, line)
    return session


def test_names_in_a_row_are_told_by_their_numbers() -> None:
    assert spans(["Goblin 1", "Goblin 2", "Goblin 3", "Gruk", "Rat 2", "Rat 4"]) == "Goblin 1-3, Gruk, Rat 2, Rat 4"
    assert spans(["g1", "g2", "g4"]) == "g1-g2, g4"


def test_those_who_come_are_one_line() -> None:
    session = Session(registry.load("olde_swords"), stood("olde_swords").step_log)
    run_line(session, "add goblin x3")
    (line,) = latest(session)
    assert line.text == "Joined: Goblin 5-7"
    assert len(line.parts) > 3 and len(latest(session, full=True)) > 4


def test_a_drawn_board_is_one_line() -> None:
    session = done("black_keep", "map 6x4", "wall a1-a2")
    assert len(latest(session)) == 1


def test_every_command_has_one_head_that_knows_its_place() -> None:
    session = done("black_keep", "note one", "damage r1 1", "note two")
    for entry in entries(session.step_log, session.step_log.position):
        lines = log(session.encounter, entry, session.rules)
        assert [line.head for line in lines] == [True] + [False] * (len(lines) - 1)
        assert lines[0].place == entry.seat


def told(*events: Event) -> list[str]:
    """What these events come to in brief, in the fight of the sample of The Black Keep."""
    session = stood("black_keep")
    return [line.text for line in brief(changes_of(session.encounter, events), session.rules)]


def lies(tag: str, kind: str) -> ConditionAdded:
    return ConditionAdded(tag=tag, condition=Condition(id=f"1:{tag}:{kind}", kind=kind))


def test_the_same_condition_of_several_is_one_line_and_another_one_is_not() -> None:
    assert len(told(lies("r1", "dazed"), lies("r2", "dazed"))) == 1
    assert len(told(lies("r1", "dazed"), lies("r2", "cursed"))) == 2
    assert len(told(lies("r1", "dazed"), lies("table", "dazed"))) == 2


def test_groups_that_begin_together_are_one_line() -> None:
    groups = (Joined(bearer=Group(tag=name.lower(), name=name, kind="set")) for name in ("Rats", "Cats", "Bats"))
    assert told(*groups) == ["Rats; Cats; Bats begin"]
    groups = (Joined(bearer=Group(tag=name.lower(), name=name, kind="set")) for name in ("Rats", "Cats"))
    assert told(*groups, GroupClosed(group="rats"), GroupClosed(group="cats"))[-1] == "Rats; Cats are over"


def test_strokes_on_the_board_are_counted_in_one_line() -> None:
    laid = BoardLaid(board=Board(width=4, height=3))
    walls = tuple(EdgeSet(edge=edge, barrier="wall") for edge in ("a1-b1", "b1-c1"))
    assert told(laid, *walls) == ["A board of 4 by 3 spaces: 2 walls"]
    assert told(laid, walls[0], GroundSet(space="a1", ground="void"), EdgeSet(edge="a1-a2", barrier="closed")) == [
        "A board of 4 by 3 spaces: 1 wall, 1 space without floor, 1 closed door"
    ]


def test_a_save_joins_the_attack_that_it_is_against_and_no_other_test_does() -> None:
    attack = Tested(kind="attack", who="r1", target="r2", result="success")
    back = {"who": "r2", "target": "r1", "result": "failure"}
    assert len(told(attack, Tested(kind="save", **back))) == 1
    for other in (Tested(kind="check", **back), Tested(kind="save", who="r2", target="r3", result="failure")):
        assert len(told(attack, other)) == 2
    assert len(told(Tested(kind="check", who="r1", target="r2", result="success"), Tested(kind="save", **back))) == 2


def test_a_partial_hit_without_hits_is_a_miss() -> None:
    tones = [tone_of(Tested(kind="attack", who="r1", result="partial", count=count)) for count in (None, 0, 1)]
    assert tones == ["miss", "miss", "hit"]
    assert tone_of(Tested(kind="save", who="r1", result="partial")) == "hit"


def test_who_is_burnt_by_what_it_hits_is_told_below_its_attack() -> None:
    skin = "feature=\"{name='Skin', effects=[{at='is hit', self={damage='3d6 fire'}}]}\""
    ulf, imp = "add fighter Ulf initiative=20 hp=50", f"add foe Imp hp=40 ac=5 initiative=1 {skin}"
    told = fought(ulf, imp, "next", "attack longsword imp", "< 15", "< 4 4 5", "< 3")
    assert told[0].startswith("Ulf attacks Imp with longsword: 21") and told[1].startswith("Ulf takes 13 fire")


def fought(*lines: str) -> list[str]:
    """The brief log of the last of these commands of the fifth edition; the table rolls all dice."""
    session = play("\n".join(("system fifth", "dice table", *lines)), registry.load).session
    assert session is not None
    return [line.text for line in latest(session)]


DRUID = "add druid11 Dot initiative=20"
VLAD = "add foe Vlad hp=90 ac=16 wis=2 resistance=1 initiative=10"


def test_what_a_figure_pays_to_withstand_is_no_part_of_the_damage() -> None:
    told = fought(DRUID, VLAD, "next", "cast moonbeam_4 vlad", "next", "< yes", "< 1", "< yes", "< 4 4 4 1")
    (line,) = told
    assert line.startswith("Vlad fails the Constitution save: 1 vs DC 17, made it after all, 6 radiant.  ")
    assert line.endswith("Legendary resistances 1 → 0, HP 90 → 84")


def test_what_a_spell_laid_needs_no_words_where_its_end_is_told() -> None:
    told = fought(
        DRUID, VLAD, "next", "cast moonbeam vlad", "set dot action 1", "cast call_lightning vlad", "< 20", "< 3 3 3"
    )
    assert told[:2] == ["Dot casts Call Lightning on Vlad", "Dot loses concentration: Moonbeam"]


def test_a_spell_that_everybody_withstands_ends_in_one_sentence() -> None:
    told = fought("add bard6 Bea initiative=20", VLAD, "next", "cast hold_person vlad", "< 20")
    assert told[-1] == "Hold Person ends: it affects nobody" and "concentration" not in " ".join(told)


def test_what_an_act_brings_is_not_told_with_the_save_of_concentration() -> None:
    gust = "{name='Gust', cost={action=1}, dc=15, test='save str', damage='2d6 cold', brings=[{condition='prone'}]}"
    turn = ("next", "cast bless bob,bob", "next", "power gust bob", "< 1 1", "< 2 2", "< 20 1")
    for lies, said in ((), "prone"), (("condition bob prone",), "already prone"):
        told = fought("add cleric9 Bob initiative=20", f'{VLAD} power="{gust}"', *turn[:2], *lies, *turn[2:])
        assert told[1].endswith(f"4 cold.  HP 66 → 62, {said}") and told[2].startswith("Bob keeps concentration: 23")


def test_what_does_no_harm_is_no_part_of_the_damage() -> None:
    strike = "add cleric9 Bob initiative=20", "add foe Imp hp=90 ac=10 immune=fire initiative=10"
    told = fought(*strike, "next", "cast flame_strike imp", "< 1", "< 4 4 4 4", "< 4 4 4 4")
    assert told[-1].endswith("16 radiant (immune to fire).  HP 90 → 74")


def test_what_was_paid_is_no_line_before_that_of_what_it_paid_for() -> None:
    dragon = "add red_dragon Smaug initiative=5", "add fighter Ulf initiative=20", "add wizard9 Wes initiative=15"
    wings = fought(*dragon, "next", "next", "< wing_attack", "< ulf wes", "< 3", "< 20", "< 2 3")
    assert wings[0] == "Smaug uses Wing Attack on Ulf and Wes" and not any("legendary" in line for line in wings)
