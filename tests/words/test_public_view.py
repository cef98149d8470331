"""What the players may know of a table."""

import json
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.dice import dice_term
from referee.engine.events.apply import Change
from referee.engine.events.event import Term, Tested, TrackChanged
from referee.engine.record.applied_commands import AppliedCommand, applied_commands
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.rules.registry import load
from referee.words.public_lines import _health, shown_lines
from referee.words.public_names import shown_names
from referee.words.public_view import PublicFigure, PublicView, _edges, _figure, public_view
from referee.words.sentence import worded


def table(system: str, *lines: str) -> Session:
    session = Session(load(system), MemoryStepLog(bare(load(system))))
    for line in lines:
        run_line(session, line)
    return session


def duel(*lines: str) -> Session:
    figures = ("add hero Ann init=18 hp=30", "add foe Goblin x2 init=12 hp=7", "dice table")
    return table("plain", *figures, *lines)


def seen(session: Session, numbers: bool = False) -> PublicView:
    return public_view(session, "Ambush", numbers)


def figure(view: PublicView, tag: str) -> PublicFigure:
    return next(each for each in view.figures if each.tag == tag)


def text(session: Session) -> str:
    return json.dumps(seen(session).data())


def test_a_foe_fares_in_a_word_and_a_hero_in_numbers() -> None:
    session = duel()
    words = []
    for harm in (0, 1, 4, 2):
        if harm:
            run_line(session, f"damage g1 {harm}")
        goblin = figure(seen(session), "g1")
        assert goblin.is_foe and goblin.health is None
        words.append(goblin.state)
    assert words == ["unhurt", "hurt", "badly hurt", "down"]
    run_line(session, "damage ann 3")
    ann = figure(seen(session), "ann").health
    assert ann is not None and (ann.name, ann.now, ann.most) == ("HP", 27, 30)
    left = figure(seen(session, numbers=True), "g2").health
    assert left is not None and left.now == 7


def test_what_came_of_the_last_act_tells_no_number_of_a_foe() -> None:
    session = duel("damage g1 1")
    assert seen(session).outcome == ("Goblin 1 is hurt",)
    run_line(session, "damage g1 1")
    assert seen(session).outcome == ("Goblin 1 is more hurt",)
    run_line(session, "damage ann 4")
    assert seen(session).outcome == ("Ann's HP 30 → 26",)
    run_line(session, "condition ann dazed 2r")
    assert seen(session).outcome == ("Ann is dazed",)
    run_line(session, "note the door is trapped")
    run_line(session, "roll 3d6 hidden")
    assert seen(session).outcome == ("Ann is dazed",)
    run_line(session, "damage g2 6")
    assert seen(session, numbers=True).outcome == ("Goblin 2's HP 7 → 1",)


def test_an_attack_is_told_by_its_result() -> None:
    session = table("black_keep", "add player Ulf", "add rat", "dice table", "engage ulf rat", "next")
    for line in ("attack", "< 6"):
        run_line(session, line)
    run_line(session, "< 1")
    assert seen(session).outcome[0].startswith("Ulf") and seen(session).outcome[0].endswith(": hit")


def test_what_a_save_came_to_is_told_only_with_the_numbers() -> None:
    session = table("fifth", "add goblin x2", "dice table", "option monsters_at_0 dying", "next", "< 12")
    for line in ("damage g2 7", "next", "< 14"):
        run_line(session, line)
    assert seen(session).outcome[0] == "Goblin 2 passes a death save"
    assert seen(session, numbers=True).outcome[0] == "Goblin 2 passes a death save (14)"


def test_hidden_figures_are_nowhere() -> None:
    session = duel("rename g2 Vex", "hide g2", "next", "next", "damage g2 1")
    assert "Vex" not in text(session) and "g2" not in text(session)
    assert seen(session).turn == "Goblin 1" and [slot.name for slot in seen(session).order] == ["Ann", "Goblin 1"]
    run_line(session, "next")
    assert session.encounter.turn == "g2" and seen(session).turn == "Goblin 1"
    run_line(session, "reveal g2")
    assert seen(session).turn == "Vex" and seen(session).outcome == ("Vex appears",)
    session.undo()
    assert "Vex" not in text(session)


def test_what_names_a_hidden_figure_tells_of_somebody() -> None:
    session = duel("rename g2 Vex", "next", "condition ann cursed end g2", "condition ann hunted-by-vex", "hide g2")
    assert [(each.name, each.left) for each in figure(seen(session), "ann").conditions] == [
        ("cursed", ""),
        ("hunted-by-somebody", ""),
    ]


def test_no_moment_of_a_hidden_figure_is_waited_for() -> None:
    session = duel("next", "condition ann held 2 ends of g1", "condition ann dazed 2 ends of g2", "hide g2")
    conditions = {each.name: each.left for each in figure(seen(session), "ann").conditions}
    assert conditions == {"held": "for 2 of Goblin 1's turns", "dazed": ""}
    run_line(session, "reveal g2")
    assert figure(seen(session), "ann").conditions[1].left == "for 2 of Goblin 2's turns"


def test_no_name_that_a_hidden_figure_ever_had_is_told() -> None:
    session = duel('add foe "Zorg Athrax" hidden=yes', "condition ann zorg-athrax-curse", "condition ann oath_of_vex")
    for name in ("Vex", "Oldman", "Xaver"):
        run_line(session, f"rename zorg-athrax {name}")
    told = text(session).lower()
    assert "somebody-curse" in told and "oath of somebody" in told
    assert not any(name in told for name in ("zorg", "athrax", "vex", "oldman", "xaver"))
    for _ in range(3):
        session.undo()
        assert "athrax" not in text(session).lower()
    run_line(session, "reveal zorg-athrax")
    assert "zorg-athrax-curse" in text(session)


def test_a_name_for_the_players_takes_the_place_of_the_own_without_a_word_of_it() -> None:
    session = table("fifth", "add ogre Grum", "add fighter Ann")
    run_line(session, 'set grum shown "old man"')
    assert seen(session).outcome == ("Ann appears",), "nothing is told of it"
    run_line(session, "set grum shown -")
    assert seen(session).outcome == ("old man is now called Grum",)


def test_the_board_is_there_where_it_was_shown() -> None:
    session = duel(
        "map 6x4", "place ann b2", "place g1 c2", "place g2 f4", "wall c2-d2", "wall e4-f4", "ground b3 rough"
    )
    assert seen(session).board is None
    run_line(session, "reveal b2-c3")
    board = seen(session).board
    assert board is not None
    assert dict(board.spaces) == {"b2": "floor", "c2": "floor", "b3": "rough", "c3": "floor"}
    assert dict(board.edges) == {"c2-d2": "wall"}
    assert dict(board.figures) == {"ann": ("b2",), "g1": ("c2",)}
    run_line(session, "hide g1")
    board = seen(session).board
    assert board is not None and dict(board.figures) == {"ann": ("b2",)}


def test_notes_and_what_is_coming_are_the_referees_own() -> None:
    session = duel("set ann note owes 3 gold", "countdown 3 the gate falls")
    assert "owes" not in text(session) and "gate" not in text(session)


def test_cards_chosen_in_secret_are_not_told_before_they_are_shown() -> None:
    session = table("gloomhaven", "add character Ann", "add character Bob", "add monster Ogre 1 hp=90")
    before = text(session)
    run_line(session, "pick ann 71 83")
    assert session.entries()[-1].command.secret
    shown = seen(session)
    assert list(shown.outcome) == json.loads(before)["outcome"] and shown.order == ()
    assert "71" not in text(session) and "83" not in text(session)


def test_it_can_be_given_to_other_programs() -> None:
    session = duel("next", "map 3x3", "reveal map")
    data = json.loads(json.dumps(seen(session).data()))
    assert set(data) == {
        "name",
        "game",
        "round",
        "phase",
        "turn",
        "over",
        "order",
        "figures",
        "board",
        "outcome",
        "act",
    }
    assert data["turn"] == "Ann" and data["order"][0]["state"] == "turn"


def outcomes(session: Session, *lines: str) -> list[tuple[str, ...]]:
    told = []
    for line in lines:
        run_line(session, line)
        told.append(seen(session).outcome)
    return told


def test_what_came_of_an_act_is_told_in_words() -> None:
    session = duel("condition ann dazed 2r")
    assert outcomes(session, "lift ann dazed", "rename g1 Fang", "damage g2 5", "heal g2 1", "damage g2 9") == [
        ("Ann is no longer dazed",),
        ("Goblin 1 is now called Fang",),
        ("Goblin 2 is badly hurt",),
        ("Goblin 2 is less hurt",),
        ("Goblin 2 is down",),
    ]
    assert outcomes(session, "set g1 standing away") == [("Fang is gone",)]
    assert [each.tag for each in seen(session).figures] == ["ann", "g2"]


def test_who_comes_back_appears_and_who_is_only_away_does_not() -> None:
    session = duel("set g1 standing away")
    assert outcomes(session, "set g1 standing up") == [("Goblin 1 appears",)]
    assert outcomes(session, "set g1 standing away", "damage g2 1", "rename g1 Fang") == [
        ("Goblin 1 is gone",),
        ("Goblin 2 is hurt",),
        ("Goblin 1 is now called Fang",),
    ]


def test_of_many_lines_some_are_told_and_the_others_counted() -> None:
    six = tuple(f"Orc {number} appears" for number in range(1, 7))
    assert outcomes(duel(), "add foe Orc x6")[0] == six
    assert outcomes(duel(), "add foe Orc x7")[0] == (*six, "and 1 more")
    assert outcomes(duel(), "add foe Orc x9")[0] == (*six, "and 3 more")


@pytest.mark.parametrize("notes", [2, 3, 19, 20, 21, 250])
def test_an_act_that_told_something_is_told_until_another_one_does(notes: int) -> None:
    session = duel("damage g1 1", *(f"note page {number}" for number in range(notes)))
    assert seen(session).outcome == ("Goblin 1 is hurt",)


def test_harm_to_a_figure_that_is_hidden_now_or_was_before_is_not_told() -> None:
    session = duel("damage ann 1", "damage g1 1", "conceal g1")
    assert seen(session).outcome == ("Ann's HP 30 → 29",)
    session = duel("damage ann 1", "conceal g1", "damage g1 1", "reveal g1")
    assert seen(session).outcome == ("Goblin 1 appears",)


def test_how_it_ended_is_told_as_it_looks_without_the_hidden() -> None:
    session = table("gloomhaven", "add character Ann", "add monster Ogre 1 hp=90", "set ann standing exhausted")
    over = session.rules.fight.over(session.encounter)
    assert over and seen(session).over == over
    run_line(session, "conceal o1")
    assert seen(session).over == over
    for line in ("set ann standing up", "add character Bob", "conceal bob", "set ann standing exhausted"):
        run_line(session, line)
    assert session.rules.fight.over(session.encounter) == "" and seen(session).over == over


def rolled(now: Session, hidden: bool = False, secret: str = "", target: str | None = "r1") -> list[str]:
    """What is told of an attack of Ulf that was made while that figure was hidden."""
    before = now.encounter
    figures = {tag: replace(each, hidden=tag == secret) for tag, each in before.figures.items()}
    before = replace(before, figures=figures)
    test = Tested(kind="attack", who="ulf", target=target, result="success", hidden=hidden)
    return list(map(worded, shown_lines([Change(before, test, before)], now.encounter, now.rules, False)))


def test_a_test_made_in_secret_or_by_or_against_the_hidden_is_not_told() -> None:
    session = table("black_keep", "add player Ulf", "add rat x2", "engage ulf r1")
    assert rolled(session) == ["Ulf attacks Rat 1: hit"]
    assert rolled(session, hidden=True) == []
    assert len(rolled(session, target=None)) == len(rolled(session, target="gone")) == 1
    assert not any("→" in line for who in ("ulf", "r1") for line in rolled(session, secret=who))
    for who in ("ulf", "r1"):
        run_line(session, f"conceal {who}")
        assert not any("→" in line for line in rolled(session))
        run_line(session, f"reveal {who}")


def test_the_numbers_of_a_test_are_told_if_they_are_shown() -> None:
    session = table("black_keep", "add player Ulf", "add rat", "dice table", "engage ulf rat", "next")
    for line in ("attack", "< 6", "< 1"):
        run_line(session, line)
    assert seen(session, numbers=True).outcome[0] == "Ulf attacks Rat: 6 vs 4+, hit"
    assert seen(session).outcome != seen(session, numbers=True).outcome
    now, terms = session.encounter, (dice_term("d20", (12,)), Term("STR", 3))
    test = Tested(kind="attack", who="ulf", target="rat", result="success", terms=terms, against=14)
    (shown,) = map(worded, shown_lines([Change(now, test, now)], now, session.rules, True))
    assert "15" in shown and "STR" not in shown, "the sum is told in few letters"


def test_harm_done_while_a_figure_was_hidden_is_not_told_when_it_is_seen() -> None:
    session = duel()
    before = session.encounter
    hidden, hurt = (
        replace(before, figures={**before.figures, "g1": replace(before.figures["g1"], **update)})
        for update in ({"hidden": True}, {"tracks": {}, "hidden": True})
    )
    event = TrackChanged(tag="g1", track="hp", by=-7)
    assert list(shown_lines([Change(hidden, event, hurt)], before, session.rules, True)) == []
    assert list(shown_lines([Change(before, event, hurt)], before, session.rules, True)) == []


def test_an_act_that_is_still_secret_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    session = duel("damage ann 1", "damage g1 1")
    assert seen(session).outcome == ("Goblin 1 is hurt",)

    def secret(*args: object) -> Iterator[AppliedCommand]:
        for act in applied_commands(*args):
            yield replace(act, still_secret=act.entry.seat == session.step_log.position - 1)

    monkeypatch.setattr("referee.words.public_moment.applied_commands", secret)
    assert seen(session).outcome == ("Ann's HP 30 → 29",)


def test_of_an_act_that_was_put_right_only_the_correction_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    session = duel("damage ann 1", "damage g1 1")

    def corrected(*args: object) -> Iterator[AppliedCommand]:
        acts = list(applied_commands(*args))
        yield from acts
        yield replace(acts[-1], entry=replace(acts[-1].entry, events=None))

    monkeypatch.setattr("referee.words.public_moment.applied_commands", corrected)
    assert seen(session).outcome == ("Ann's HP 30 → 29",)


def test_numbers_of_foes_are_told_only_if_that_is_asked_for() -> None:
    session = duel("damage g1 1")
    assert public_view(session, "Ambush") == seen(session) != seen(session, numbers=True)


def test_several_parts_of_one_outcome_stand_in_a_row() -> None:
    assert outcomes(duel(), "damage ann 99", "heal ann 5") == [
        ("Ann's HP 30 → 0, still in the order",),
        ("Ann's HP 0 → 5, up",),
    ]
    assert outcomes(duel("damage g1 9"), "heal g1 4") == [("Goblin 1 is hurt, up",)]


def test_a_foe_without_health_left_is_down_though_it_stands() -> None:
    session = duel()
    was = session.encounter.figures["g1"]
    now = replace(was, tracks={"hp": replace(was.tracks["hp"], now=0)})
    standing = session.encounter, was
    assert list(_health(session.rules, standing, (session.encounter, now), False)) == ["down"]
    bare = session.encounter, replace(was, tracks={})
    assert (
        list(_health(session.rules, standing, bare, False)) == list(_health(session.rules, bare, standing, False)) == []
    )


def told(system: str, was: Track, now: Track, name: str, numbers: bool = False) -> list[str]:
    """What the players are told of a foe of that game whose health was one value and is another."""
    rules = load(system)
    side = next(iter(rules.app_sides))
    foe = Figure(tag="foe", name="Foe", kind="", side=side, standing=rules.standings[0].name)
    before, after = (replace(foe, tracks={name: track}) for track in (was, now))
    encounter = Encounter(system=system)
    states = (replace(encounter, figures={"foe": figure}) for figure in (before, after))
    return list(_health(rules, *zip(states, (before, after), strict=True), numbers))


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ((6, 10), (6, 12), []),
        ((6, 12), (6, 10), []),
        ((10, 10), (15, 15), []),
        ((15, 15), (10, 10), []),
        ((10, 10), (10, 30), ["badly hurt"]),
        ((3, 10), (3, 6), ["hurt"]),
        ((5, 10), (4, 8), ["more hurt"]),
        ((5, 10), (6, 12), ["less hurt"]),
        ((9, None), (8, None), ["more hurt"]),
        ((8, None), (9, None), ["less hurt"]),
    ],
)
def test_a_new_maximum_alone_neither_hurts_nor_heals_a_foe(
    was: tuple[int, int | None], now: tuple[int, int | None], words: list[str]
) -> None:
    assert told("plain", *(Track(now=left, most=most) for left, most in (was, now)), "hp") == words


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ((1, 4), (2, 4), ["more hurt"]),
        ((2, 4), (1, 4), ["less hurt"]),
        ((1, 4), (1, 6), []),
        ((1, 4), (2, 6), ["more hurt"]),
        ((2, 4), (3, 4), ["badly hurt"]),
        ((0, 4), (0, 6), []),
    ],
)
def test_tokens_hurt_a_foe_that_counts_its_harm(was: tuple[int, int], now: tuple[int, int], words: list[str]) -> None:
    assert told("descent", *(Track(now=count, most=most) for count, most in (was, now)), "tokens") == words


def test_in_numbers_a_new_maximum_is_told_beside_what_is_left() -> None:
    def hp(was: Track, now: Track) -> list[str]:
        return told("plain", was, now, "hp", numbers=True)

    full = Track(now=10, most=10)
    assert hp(full, Track(now=10, most=12)) == ["HP at most 12"]
    assert hp(full, Track(now=12, most=12)) == ["HP 10 → 12", "HP at most 12"]
    assert hp(full, Track(now=9, most=10)) == ["HP 10 → 9"]
    assert hp(full, Track(now=10)) == ["HP without a limit"]
    assert hp(full, Track(now=10, most=10, least=-5)) == []


def test_a_figure_without_health_has_no_number() -> None:
    session = duel()
    bare = replace(session.encounter.figures["ann"], tracks={})
    assert _figure(session.rules, session.encounter, bare, True).health is None


def test_the_order_tells_who_waits_who_is_done_and_in_which_group() -> None:
    session = duel("next")
    assert [slot.state for slot in seen(session).order] == ["turn", "", ""]
    run_line(session, "hold")
    run_line(session, "< ann")
    assert seen(session).order[0].state == "waits"
    session = duel("next", "next")
    assert [(slot.state, slot.under) for slot in seen(session).order] == [("done", ""), ("turn", ""), ("", "")]
    session = table("black_keep", "add player Ulf", "add rat x2", "dice app", "engage ulf r1", "next")
    assert [slot.under for slot in seen(session).order] == ["Fight 1", "Fight 1"]


def test_who_fights_for_itself_has_no_side() -> None:
    session = duel()
    assert figure(seen(session), "ann").side == session.encounter.figures["ann"].side != ""
    alone = replace(session.encounter.figures["ann"], side="ann")
    assert _figure(session.rules, session.encounter, alone, False).side == ""


def test_the_edges_of_the_border_are_those_of_the_board() -> None:
    assert _edges({"a1"}) == {"a1-b1", "a1-a2"}
    assert _edges({"b2"}) == {"b1-b2", "a2-b2", "b2-c2", "b2-b3"}


def test_spaces_are_named_by_rows_and_who_stands_in_none_that_was_shown_is_left_out() -> None:
    whole = seen(duel("map 6x4", "reveal map")).board
    assert whole is not None and list(whole.spaces) == [f"{column}{row}" for row in range(1, 5) for column in "abcdef"]
    session = duel("map 6x4", "place ann a1", "place g1 c2", "reveal a1-b2")
    board = seen(session).board
    assert (
        board is not None and list(board.spaces) == ["a1", "b1", "a2", "b2"] and dict(board.figures) == {"ann": ("a1",)}
    )


def test_what_is_counted_of_a_hero_besides_health_is_told_and_nothing_of_a_foe() -> None:
    session = table("gloomhaven", "add character Ann", "add monster Ogre 1 hp=90")
    assert [track.name for track in figure(seen(session), "ann").tracks] == ["XP", "gold"]
    assert figure(seen(session, numbers=True), "o1").tracks == ()


def acts(session: Session, *lines: str, numbers: bool = False) -> list[str]:
    told = []
    for line in lines:
        run_line(session, line)
        told.append(seen(session, numbers).act)
    return told


def test_the_last_act_is_told_in_sentences_with_the_harm_and_the_healing() -> None:
    assert acts(
        duel(), "damage ann 4", "heal ann 3", "damage g1-2 2", "damage g1 9", "heal g1 5", "add foe Orc x3"
    ) == [
        "Ann takes 4 damage: HP 30 → 26.",
        "Ann regains 3: HP 26 → 29.",
        "Goblin 1-2 take damage and are hurt.",
        "Goblin 1 takes damage and is down.",
        "Goblin 1 is healed and is hurt, up.",
        "Orc 1-3 appear.",
    ]
    assert acts(duel(), "damage g1 2", numbers=True) == ["Goblin 1 takes 2 damage: HP 7 → 5."]
    assert (
        acts(duel(), "damage g1-2,ann 3")[0] == "Ann takes 3 damage: HP 30 → 27. Goblin 1-2 take damage and are hurt."
    )


def test_what_a_test_came_to_is_told_in_one_sentence_and_what_came_of_it_in_the_next() -> None:
    session = table("black_keep", "add player Ulf", "add rat", "dice table", "engage ulf rat", "next")
    for line in ("attack", "< 6", "< 1"):
        run_line(session, line)
    assert seen(session).act == "Ulf attacks Rat: hit. Rat's save: fails. Rat is dead."


def test_the_last_act_tells_nothing_of_the_hidden() -> None:
    session = duel("damage ann 1", "conceal g1", "damage g1-2 3")
    assert seen(session).act == "Goblin A takes damage and is hurt."
    assert "Goblin 1" not in acts(session, "damage g1 1")[0]


def test_players_know_a_figure_by_the_name_that_it_has_for_them() -> None:
    session = table("fifth", 'add ogre Grum shown="a huge shape"', "add fighter Ann", "map 5x5", "place grum b2")
    for line in ("reveal map", "init grum 20", "init ann 5", "next", "damage grum 9", "condition ann afraid-of-grum"):
        run_line(session, line)
    view = seen(session)
    assert figure(view, "a-huge-shape").name == "a huge shape" == view.turn == view.order[0].name
    assert view.board is not None and set(view.board.figures) == {"a-huge-shape"}
    assert "afraid-of-a huge shape" in text(session)
    assert not {"grum", "ogre"} & {*re.findall(r"[a-z]+", text(session).lower())}
    run_line(session, "set grum shown -")
    assert figure(seen(session), "grum").name == "Grum" and seen(session).act == "A huge shape is now called Grum."
    session.undo()
    assert "grum" not in text(session).lower()
    run_line(session, "set grum shown the giant")
    assert figure(seen(session), "the-giant").name == "the giant"
    run_line(session, "rename grum Brak")
    assert "brak" not in text(session).lower() and "grum" not in text(session).lower()


def test_of_several_that_are_shown_as_one_each_has_its_number_and_keeps_it() -> None:
    session = duel("set g1-2 shown small shape")
    assert [figure(seen(session), f"small-shape-{n}").name for n in (1, 2)] == ["small shape 1", "small shape 2"]
    run_line(session, "set g1 shown -")
    assert [each.name for each in seen(session).figures] == ["Ann", "Goblin 1", "small shape 2"]
    assert seen(session).outcome == ("small shape 1 is now called Goblin 1",)
    session = duel("add foe Orc", "set orc shown Ann", "set g1 shown Ann")
    assert [each.name for each in seen(session).figures] == ["Ann", "Ann 1", "Goblin 2", "Ann 2"]


def test_the_names_that_figures_are_shown_by_are_found_once_for_each_state(monkeypatch: pytest.MonkeyPatch) -> None:
    session, of = duel("set g1-2 shown small shape"), list[Encounter]()

    def counted(encounter: Encounter) -> dict[str, str]:
        of.append(encounter)
        return shown_names(encounter)

    monkeypatch.setattr("referee.words.public_view.shown_names", counted)
    monkeypatch.setattr("referee.words.redacted.shown_names", counted)
    monkeypatch.setattr("referee.words.public_view.latest_outcome", lambda *of: ())
    monkeypatch.setattr("referee.words.public_view.latest_act", lambda *of: "")
    assert seen(session).figures and of == [session.encounter]


def test_a_figure_that_is_hidden_is_not_told_by_its_other_name() -> None:
    session = duel("set g1 shown a shape", "hide g1", "set g1 note sleeps")
    assert "a shape" not in text(session) and "shape" not in " ".join(seen(session).outcome)
    run_line(session, "reveal g1")
    assert seen(session).outcome == ("a shape 1 appears",)
