"""The board on the table: laid out, changed, taken back, saved, and kept tidy when figures go."""

from time import process_time

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.board.geometry import terrain
from referee.engine.events.apply import apply, fold
from referee.engine.events.event import (
    BoardLaid,
    EdgeSet,
    FigurePlaced,
    GroundSet,
    Remarked,
    RoomSet,
    SidesSet,
    StandingSet,
)
from referee.engine.problem import Moot, Problem
from referee.engine.questions.answer import Chosen, Said
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Text
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.board import Board
from referee.engine.state.board_chart import written
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Given, Situation
from referee.rules.registry import load
from referee.words.phrase import phrase


@pytest.fixture
def session() -> Session:
    rules = load("black_keep")
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in ("add player Ulf", "add rat x2", "map 6x4", "place ulf a1", "place r1-2 c1 c2"):
        run_line(session, line)
    return session


def board(session: Session) -> Board:
    assert session.encounter.board is not None
    return session.encounter.board


def test_figures_are_placed_and_moved(session: Session) -> None:
    assert board(session).figures == {"ulf": ("a1",), "r1": ("c1",), "r2": ("c2",)}
    run_line(session, "place ulf b2")
    assert board(session).spaces("ulf") == ((1, 1),)
    run_line(session, "place r1,r2 c2 c1")
    assert board(session).figures["r1"] == ("c2",)
    run_line(session, "place ulf off")
    assert "ulf" not in board(session).figures


def test_a_figure_may_fill_several_spaces(session: Session) -> None:
    run_line(session, "place ulf d2-e3")
    assert board(session).figures["ulf"] == ("d2", "e2", "d3", "e3")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("place ulf c1", "Rat 1 is already at c1"),
        ("place ulf g1", "from a1 to f4"),
        ("place ulf a1 b1", "Type one space"),
        ("place ulf here", "for example c5"),
        ("wall a1-c1 between", "not side by side"),
        ("wall a1-f1 north", "its edge is a wall already"),
        ("wall a1-f4", "its edge is a wall already"),
        ("wall a9", "from a1 to f4"),
        ("room e3-g5", "from a1 to f4"),
        ("ground z9", "from a1 to f4"),
        ("door", "no door"),
        ("map 0x5", "at least one space"),
        ("map 100x5", "lines"),
        ("map +-+/|.|/+-+/nobody a1", 'There is no "nobody" here'),
        ("map +-+/|.|/+-+/ulf a1/r1 a1", "two figures at a1: ulf and r1"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(session: Session, line: str, said: str) -> None:
    before = session.encounter
    with pytest.raises(Problem) as problem:
        run_line(session, line)
    assert said in str(problem.value)
    assert session.encounter == before


def test_nothing_is_placed_without_a_board(session: Session) -> None:
    run_line(session, "map off")
    assert session.encounter.board is None
    for line in ("place ulf a1", "wall a1-b1", "ground a1", "door"):
        with pytest.raises(Problem, match="There is no board"):
            run_line(session, line)


def test_walls_doors_and_ground(session: Session) -> None:
    for line in ("wall b1-a1", "wall a2-b2 door", "ground d1-e1 rough", "ground f1"):
        run_line(session, line)
    assert board(session).edges == {"a1-b1": "wall", "a2-b2": "closed"}
    assert board(session).ground == {"d1": "rough", "e1": "rough", "f1": "obstacle"}
    run_line(session, "door a2-b2")
    assert board(session).edges["a2-b2"] == "open"
    run_line(session, "door a2-b2")
    assert board(session).edges["a2-b2"] == "closed"
    run_line(session, "wall a1-b1 nothing")
    run_line(session, "ground d1-f1 floor")
    assert board(session).edges == {"a2-b2": "closed"} and board(session).ground == {}


def test_walls_along_a_line_and_around_spaces_are_one_command(session: Session) -> None:
    run_line(session, "wall b2-b4 east")
    assert board(session).edges == {"b2-c2": "wall", "b3-c3": "wall", "b4-c4": "wall"}
    assert session.entries()[-1].events == (SidesSet(space="b2", to="b4", side="east", barrier="wall", hand=True),)
    run_line(session, "wall b4-b2 east door")
    assert set(board(session).edges.values()) == {"closed"}
    run_line(session, "wall b2-b4 e nothing")
    run_line(session, "wall a1-b2")
    assert board(session).edges == {"b1-c1": "wall", "b2-c2": "wall", "a2-a3": "wall", "b2-b3": "wall"}
    session.undo()
    assert board(session).edges == {}


def test_a_room_has_floor_and_walls_and_keeps_its_doors(session: Session) -> None:
    for line in ("ground a1-f4 void", "wall c1-c2", "wall c2-d2 door", "room c1-b3"):
        run_line(session, line)
    there = board(session)
    assert {name for name in there.ground if name[0] in "bc"} == {"b4", "c4"}
    walls = {edge for edge, barrier in there.edges.items() if barrier == "wall"}
    assert walls == {"a1-b1", "a2-b2", "a3-b3", "c1-d1", "c3-d3", "b3-b4", "c3-c4"}
    assert there.edges["c2-d2"] == "closed" and len(there.edges) == len(walls) + 1
    assert len(session.entries()[-1].events or ()) == 1
    run_line(session, "erase b1-c3")
    assert board(session).edges == {} and len(board(session).ground) == 18
    session.undo()
    assert board(session) == there


def test_a_drawn_map_with_figures(session: Session) -> None:
    run_line(session, "map +-+-+/|.D#|/+-+.+/|~._|/+-+-+/ulf a1")
    assert board(session) == Board(
        width=2,
        height=2,
        edges={"a1-b1": "closed", "a1-a2": "wall"},
        ground={"b1": "obstacle", "a2": "rough", "b2": "void"},
        figures={"ulf": ("a1",)},
    )


def test_who_leaves_the_table_leaves_the_board(session: Session) -> None:
    run_line(session, "remove r1")
    assert "r1" not in board(session).figures
    run_line(session, "place ulf c1")


def test_who_is_down_is_in_nobodys_way(session: Session) -> None:
    run_line(session, "damage r1 5")
    ground = terrain(session.rules, session.encounter)
    assert ground is not None
    assert ground.clear((0, 0), (5, 0), ("ulf",))


def test_a_board_is_made_ready_once_and_anew_when_it_or_its_figures_change(session: Session) -> None:
    seen = [terrain(session.rules, session.encounter)]
    assert terrain(session.rules, session.encounter) is seen[0]
    for line in ("wall a1-b1", "place ulf d4", "damage r1 5"):
        run_line(session, line)
        seen.append(terrain(session.rules, session.encounter))
        assert all(one is not seen[-1] for one in seen[:-1])
    assert terrain(session.rules, session.encounter, corner_open=False) is not seen[-1]


def test_who_has_fallen_is_off_the_board_and_cannot_be_set_on_it(session: Session) -> None:
    run_line(session, "damage r1 5")
    assert "r1" not in board(session).figures
    for line in ("place r1 d1", "map +-+-+/|. .|/+-+-+/r1 a1"):
        with pytest.raises(Problem, match="Rat 1 is dead and cannot stand on the board"):
            run_line(session, line)
    run_line(session, "place ulf c1")
    run_line(session, "heal r1 1")
    run_line(session, "set r1 standing up")
    assert "r1" not in board(session).figures


def test_who_stands_again_where_another_stands_by_now_is_taken_off(session: Session) -> None:
    """As in a save of a version that left the fallen on the board."""
    before = board(session).placed("ulf", ("c1",))
    assert before.figures["r1"] == ("c1",)
    ledger = Ledger(session.rules, replace(session.encounter, board=before))
    ledger.record(StandingSet(tag="r1", standing="up"))
    assert ledger.encounter.board is not None and set(ledger.encounter.board.figures) == {"ulf", "r2"}


def test_a_board_goes_into_the_log_as_it_is_read(session: Session) -> None:
    for line in ("wall a1-b1 door", "ground b2-c3", "ground f4 void", "place ulf e4"):
        run_line(session, line)
    before = board(session)
    run_line(session, "chart")
    entry = session.entries()[-1]
    lines = [event.text for event in entry.events or () if isinstance(event, Remarked)]
    assert lines[1] == "|.D. . . . .|" and lines[-1] == "ulf e4"
    for split_reason in ("/", "\n"):
        run_line(session, "map 2x2")
        run_line(session, "map " + split_reason.join(lines))
        assert board(session) == before


def test_the_largest_board_can_be_read_again(session: Session) -> None:
    run_line(session, "map 99x99")
    run_line(session, "wall a1-b1")
    before = board(session)
    run_line(session, "map " + written(before))
    assert board(session) == before


def test_it_is_taken_back_like_everything_else(session: Session) -> None:
    before = session.encounter
    run_line(session, "wall a1-b1")
    run_line(session, "place ulf f4")
    session.undo()
    session.undo()
    assert session.encounter == before
    session.redo()
    assert board(session).edges == {"a1-b1": "wall"}


def test_the_board_is_saved_with_the_encounter(session: Session) -> None:
    run_line(session, "wall a1-b1 door")
    assert decode(encode(session.encounter), type=Encounter) == session.encounter
    events = [event for entry in session.entries() for event in entry.events or ()]
    assert fold(session.step_log.known(0)[1], events) == session.encounter


def test_events_that_find_no_board_are_moot() -> None:
    bare_table = Encounter(system="black_keep")
    events = (
        EdgeSet(edge="a1-b1", barrier="wall"),
        GroundSet(space="a1", ground="obstacle"),
        SidesSet(space="a1", to="a2", side="east", barrier="wall"),
        RoomSet(space="a1", to="a2"),
        FigurePlaced(tag="ulf", spaces=("a1",)),
    )
    for event in events:
        with pytest.raises(Moot):
            apply(bare_table, event)
    laid = apply(bare_table, BoardLaid(board=Board(width=2, height=2)))
    with pytest.raises(Moot):
        apply(laid, FigurePlaced(tag="ulf", spaces=("a1",)))


def test_the_log_tells_of_it(session: Session) -> None:
    told = {
        phrase(session.encounter, event)
        for event in (
            BoardLaid(board=Board(width=6, height=4)),
            BoardLaid(board=None),
            EdgeSet(edge="a1-b1", barrier="closed"),
            GroundSet(space="a1", ground="obstacle"),
            GroundSet(space="a1", to="c2", ground=None),
            SidesSet(space="a1", to="a3", side="east", barrier="wall"),
            SidesSet(space="a1", to="c2", side="around", barrier=None),
            RoomSet(space="a1", to="c2"),
            RoomSet(space="a1", to="a1", walled=False),
            FigurePlaced(tag="ulf", spaces=("a1", "b1")),
            FigurePlaced(tag="ulf", spaces=()),
        )
    }
    assert told == {
        "A board of 6 by 4 spaces",
        "The board is removed",
        "a1-b1: a closed door",
        "a1: an obstacle",
        "a1-c2: floor",
        "a1-a3: walls east of it",
        "a1-c2: nothing around it",
        "a1-c2: a room",
        "a1: floor without walls",
        "Ulf stands at a1-b1",
        "Ulf leaves the board",
    }


def test_the_ground_of_many_spaces_is_one_event(session: Session) -> None:
    run_line(session, "map 99x99")
    run_line(session, "ground cu99-a1 void")
    assert len(board(session).ground) == 99 * 99
    events = session.entries()[-1].events
    assert events == (GroundSet(space="a1", to="cu99", ground="void", hand=True),)
    run_line(session, "ground a1-cu98 floor")
    assert len(board(session).ground) == 99 and board(session).ground["cu99"] == "void"
    session.undo()
    assert len(board(session).ground) == 99 * 99


@pytest.mark.parametrize("line", ["ground a1-cu99 void", "room a1-cu99", "erase a1-cu99", "wall a2-cu98"])
def test_a_stroke_over_a_whole_large_board_is_quick_and_small(session: Session, line: str) -> None:
    run_line(session, "map 99x99")
    began = process_time()
    run_line(session, line)
    assert process_time() - began < 1
    (event,) = session.entries()[-1].events or ()
    assert len(encode(event).decode()) < 200


def test_one_figure_may_be_set_by_pointing_at_a_space_and_several_by_words() -> None:
    rules = load("black_keep")
    bare_table = Session(rules, MemoryStepLog(bare(rules)))
    for line in ("add player Ulf", "add rat", "map 6x4"):
        run_line(bare_table, line)
    for who, pointed in (("ulf", True), ("ulf,rat", False)):
        run_line(bare_table, f"place {who}")
        question = bare_table.question()
        assert isinstance(question, Text) and (question.spaces is not None) == pointed
        bare_table.undo()


def test_a_barrier_lies_between_two_spaces_side_by_side_and_else_around() -> None:
    rules = load("black_keep")
    default = next(param for param in verb_of(rules, "wall").params if param.name == "side").default
    situation = Situation(rules, Encounter(system="black_keep", board=Board(width=3, height=3)))
    for text, option in (("a1-b1", "between"), ("a1-b2", "around")):
        assert default is not None and default(situation, Given(edge=Said(text=text))) == Chosen(option=option)
        assert default(Situation(rules, Encounter(system="black_keep")), Given(edge=Said(text=text))) == Chosen(
            option="around"
        )
    asked = next(param for param in verb_of(rules, "wall").params if param.name == "barrier")
    question = asked.ask(Situation(rules, Encounter(system="black_keep")), Given())
    assert isinstance(question, Choose) and question.default == "wall" and question.default in question.options
    assert question.key == "barrier" and question.prompt.endswith("?") and question.prompt[0].isupper()
