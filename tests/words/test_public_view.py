"""What the players may know of a table."""

import json

from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules.registry import load
from referee.script.run import run_line
from referee.script.transcript import bare
from referee.words.public_view import PublicFigure, PublicView, public_view


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
    assert seen(session).outcome == ("Goblin 1: hurt",)
    run_line(session, "damage g1 1")
    assert seen(session).outcome == ("Goblin 1: more hurt",)
    run_line(session, "damage ann 4")
    assert seen(session).outcome == ("Ann: HP 30 → 26",)
    run_line(session, "condition ann dazed 2r")
    assert seen(session).outcome == ("Ann: dazed",)
    run_line(session, "note the door is trapped")
    run_line(session, "roll 3d6 hidden")
    assert seen(session).outcome == ("Ann: dazed",)
    run_line(session, "damage g2 6")
    assert seen(session, numbers=True).outcome == ("Goblin 2: HP 7 → 1",)


def test_an_attack_is_told_by_its_result() -> None:
    session = table("black_keep", "add player Ulf", "add rat", "dice table", "engage ulf rat", "next")
    for line in ("attack", "< 6"):
        run_line(session, line)
    run_line(session, "< 1")
    assert seen(session).outcome[0].startswith("Ulf") and seen(session).outcome[0].endswith(": hit")


def test_hidden_figures_are_nowhere() -> None:
    session = duel("rename g2 Vex", "hide g2", "next", "next", "damage g2 1")
    assert "Vex" not in text(session) and "g2" not in text(session)
    assert seen(session).turn == "Goblin 1" and [slot.name for slot in seen(session).order] == ["Ann", "Goblin 1"]
    run_line(session, "next")
    assert session.encounter.turn == "g2" and seen(session).turn == ""
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
    assert set(data) == {"name", "game", "round", "phase", "turn", "over", "order", "figures", "board", "outcome"}
    assert data["turn"] == "Ann" and data["order"][0]["state"] == "turn"
