"""The board: sight against a slow exact reference, and what must hold on any board whatever."""

from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from time import process_time

import pytest

from referee.engine.board.geometry import Terrain, adjacent, apart, bolt, breath, distance, reachable, way, within
from referee.engine.problem import NotUnderstood
from referee.engine.state.board import Board, Space, edge_of, name_of, read_space, read_spaces, space_of
from referee.engine.state.board_chart import read_chart, written

BOARDS = 10_000
"""Random boards on which sight is compared with the reference."""


def random_board(random: Random, width: int, height: int, figures: int = 4) -> Board:
    """A board with some of everything."""
    ground = {}
    edges = {}
    for x in range(width):
        for y in range(height):
            if random.random() < 0.12:
                ground[name_of((x, y))] = random.choice(("obstacle", "obstacle", "rough", "void"))
            for other in ((x + 1, y), (x, y + 1)):
                if other[0] < width and other[1] < height and random.random() < 0.15:
                    edges[edge_of((x, y), other)] = random.choice(("wall", "wall", "closed", "open"))
    board = Board(width=width, height=height, ground=ground, edges=edges)
    for n in range(figures):
        board = board.placed(f"f{n}", [name_of((random.randrange(width), random.randrange(height)))])
    return board


# -------------------------------------------------------------------- the reference: every space, edge and corner


def _inside(start: Space, end: Space, space: Space) -> bool:
    """Does the line between two centres pass through the inside of a space, and not only touch it?"""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        at = start[axis] + Fraction(1, 2)
        by = Fraction(end[axis] - start[axis])
        if by == 0:
            if not space[axis] < at < space[axis] + 1:
                return False
            continue
        one, other = sorted(((space[axis] - at) / by, (space[axis] + 1 - at) / by))
        low, high = max(low, one), min(high, other)
    return low < high


def _crosses(start: Space, end: Space, one: Space, other: Space) -> bool:
    """Does the line cross the edge between two spaces elsewhere than at its ends?"""
    axis = 0 if one[1] == other[1] else 1
    by = Fraction(end[axis] - start[axis])
    if by == 0:
        return False
    when = (max(one[axis], other[axis]) - start[axis] - Fraction(1, 2)) / by
    across = start[1 - axis] + Fraction(1, 2) + when * (end[1 - axis] - start[1 - axis])
    return 0 < when < 1 and one[1 - axis] < across < one[1 - axis] + 1


def _corners(start: Space, end: Space) -> list[Space]:
    """The corners of the grid that the line passes, each by the space to its right and below."""
    (x, y), (u, v) = start, end
    found = []
    for column in range(min(x, u) + 1, max(x, u) + 1):
        when = (column - x - Fraction(1, 2)) / (u - x)
        row = y + Fraction(1, 2) + when * (v - y)
        if row.denominator == 1 and 0 < when < 1:
            found.append((column, int(row)))
    return found


def slow_sight(board: Board, start: Space, end: Space, corner_open: bool) -> bool:
    """Sight as it is said: no blocking space passed through, no blocking edge crossed, no corner blocked."""
    free = {start, end}
    solid = {space_of(name) for name, ground in board.ground.items() if ground != "rough"}
    others = (tag for tag in board.figures if not free & set(board.spaces(tag)))
    solid |= {space for tag in others for space in board.spaces(tag)}
    shut = [tuple(map(space_of, edge.split("-"))) for edge, barrier in board.edges.items() if barrier != "open"]
    if any(_inside(start, end, space) for space in solid - free):
        return False
    if any(_crosses(start, end, one, other) for one, other in shut):
        return False
    edges = {frozenset(edge) for edge in shut}
    for column, row in _corners(start, end):
        falling = (end[0] > start[0]) == (end[1] > start[1])
        nw, ne, sw, se = (column - 1, row - 1), (column, row - 1), (column - 1, row), (column, row)
        ends, sides = ((nw, se), (ne, sw)) if falling else ((ne, sw), (nw, se))
        barred = [side in solid or any(frozenset((side, other)) in edges for other in ends) for side in sides]
        if all(barred) or (any(barred) and not corner_open):
            return False
    return True


def own(board: Board, start: Space, end: Space) -> tuple[str, ...]:
    """The figures at the two ends."""
    return tuple(tag for tag in board.figures if {start, end} & set(board.spaces(tag)))


@pytest.mark.one_in(6)
def test_sight_is_that_of_the_slow_reference() -> None:
    random = Random(4)
    seen = 0
    for n in range(BOARDS):
        board = random_board(random, random.randint(1, 6), random.randint(1, 6), random.randint(0, 4))
        corner_open = n % 2 == 0
        terrain = Terrain(board, corner_open=corner_open)
        start, end = ((random.randrange(board.width), random.randrange(board.height)) for _ in range(2))
        clear = terrain.clear(start, end, own(board, start, end))
        assert clear == slow_sight(board, start, end, corner_open), f"{start} {end}\n{written(board)}"
        seen += clear
    assert BOARDS // 5 < seen < BOARDS * 4 // 5


def test_sight_is_the_same_both_ways() -> None:
    random = Random(5)
    for n in range(300):
        board = random_board(random, 9, 9, 8)
        terrain = Terrain(board, corner_open=n % 2 == 0)
        for one, other in combinations(board.figures, 2):
            (start,), (end,) = board.spaces(one), board.spaces(other)
            assert terrain.clear(start, end, (one, other)) == terrain.clear(end, start, (one, other))


def test_what_is_taken_away_never_takes_sight_away() -> None:
    random = Random(6)
    for n in range(400):
        board = random_board(random, 7, 7, 5)
        fewer = board
        kind = random.choice(("ground", "edges", "figures"))
        there = sorted(getattr(board, kind))
        if not there:
            continue
        gone = random.choice(there)
        if kind == "ground":
            fewer = board.grounded(gone, None)
        elif kind == "edges":
            fewer = board.edged(gone, random.choice((None, "open")))
        else:
            fewer = board.placed(gone, ())
        before, after = (Terrain(one, corner_open=n % 2 == 0) for one in (board, fewer))
        for _ in range(40):
            start, end = ((random.randrange(7), random.randrange(7)) for _ in range(2))
            if before.clear(start, end):
                assert after.clear(start, end)


def test_the_line_goes_from_space_to_neighbouring_space() -> None:
    random = Random(7)
    terrain = Terrain(Board(width=30, height=30))
    for _ in range(500):
        start, end = ((random.randrange(30), random.randrange(30)) for _ in range(2))
        line = terrain.line(start, end)
        assert line[0] == start and line[-1] == end
        assert all(apart(one, other) == 1 for one, other in pairwise(line))


def test_sixty_figures_on_a_large_board_are_looked_up_in_a_second() -> None:
    board = random_board(Random(8), 50, 50, 60)
    began = process_time()
    terrain = Terrain(board)
    seen = 0
    for one, other in combinations(board.figures, 2):
        look = terrain.between(board.spaces(one), board.spaces(other), (one, other))
        assert look is not None
        seen += look.clear
        distance(board.spaces(one), board.spaces(other))
    assert process_time() - began < 1
    assert seen


# -------------------------------------------------------------------- corners, large figures, what is in the way

CROSSING = """
+-+-+-+
|.|. .|
+-+ + +
|. . .|
+ + + +
|. . .|
+-+-+-+
"""


def test_a_corner_blocked_on_both_sides_is_blocked() -> None:
    board = read_chart(CROSSING)
    assert not Terrain(board).clear((0, 0), (1, 1))
    assert Terrain(board).look((0, 0), (2, 2)).barred == ("wall", "a1-a2")


def test_a_corner_blocked_on_one_side_is_as_chosen() -> None:
    board = read_chart(CROSSING).edged("a1-a2", None)
    assert Terrain(board).clear((0, 0), (1, 1))
    assert not Terrain(board, corner_open=False).clear((0, 0), (1, 1))


def test_a_figure_is_in_the_way_of_others_and_not_of_itself() -> None:
    board = (
        Board(width=6, height=2).placed("ann", ["a1"]).placed("ogre", ["c1", "d1", "c2", "d2"]).placed("bob", ["f1"])
    )
    terrain = Terrain(board)
    assert terrain.look((0, 0), (5, 0), ("ann", "bob")).barred == ("figure", "ogre")
    assert terrain.clear((0, 0), (3, 0), ("ann", "ogre"))
    assert not terrain.clear((0, 0), (3, 0), ("ann",))
    assert Terrain(board, fills=lambda tag: tag != "ogre").clear((0, 0), (5, 0), ("ann", "bob"))


def test_any_space_of_a_large_figure_will_do() -> None:
    board = Board(width=4, height=3, ground={"b1": "obstacle"}).placed("ogre", ["a1", "a2"]).placed("bob", ["d1"])
    terrain = Terrain(board)
    assert not terrain.clear((0, 0), (3, 0), ("ogre", "bob"))
    look = terrain.between(board.spaces("ogre"), board.spaces("bob"), ("ogre", "bob"))
    assert look is not None and look.clear and look.start == (0, 1)


def test_doors_and_low_obstacles() -> None:
    board = Board(width=3, height=1, edges={"a1-b1": "closed"}, ground={"b1": "rough"})
    assert Terrain(board).look((0, 0), (2, 0)).barred == ("door", "a1-b1")
    assert Terrain(board.edged("a1-b1", "open")).clear((0, 0), (2, 0))
    assert not Terrain(board.edged("a1-b1", "open").grounded("b1", "obstacle")).clear((0, 0), (2, 0))


# -------------------------------------------------------------------- distance, ways, templates


def test_distance_is_from_the_nearest_space() -> None:
    assert distance([(0, 0), (1, 0)], [(4, 2)]) == 3
    assert distance([(0, 0), (1, 0)], [(4, 2)], diagonal=False) == 5
    assert distance([], [(4, 2)]) is None
    assert adjacent([(0, 0)], [(1, 1)]) and not adjacent([(0, 0)], [(1, 1)], diagonal=False)


def test_ways_go_round_walls_and_not_through_the_gap_of_a_corner() -> None:
    board = read_chart(CROSSING)
    found = reachable(Terrain(board), ((0, 0),), 4, lambda space: True)
    assert found == {(0, 0): 0}
    opened = reachable(Terrain(board.edged("a1-b1", "closed").edged("a1-a2", "open")), ((0, 0),), 2, lambda space: True)
    assert opened[(0, 1)] == 1 and opened[(1, 1)] == 1 and opened[(1, 0)] == 2


def test_ways_are_as_long_as_apart_on_empty_ground() -> None:
    found = reachable(Terrain(Board(width=9, height=9)), ((4, 4),), 3, lambda space: True)
    assert found == {space: apart((4, 4), space) for space in within((4, 4), 3)}


def test_a_large_figure_needs_room_for_all_of_it() -> None:
    board = Board(width=4, height=3, ground={"c1": "obstacle", "c3": "obstacle"})
    found = reachable(Terrain(board), ((0, 0), (1, 0), (0, 1), (1, 1)), 5, lambda space: True)
    assert set(found) == {(0, 0), (0, 1)}


@pytest.mark.one_in(6)
def test_a_way_is_the_shortest_and_of_those_the_one_with_the_least_toll() -> None:
    random = Random(11)
    dear = 0
    for _ in range(150):
        board = random_board(random, 6, 6)
        ground = Terrain(board)
        free = {(x, y) for x in range(6) for y in range(6)} - set(ground.who)
        tolls = {(x, y): random.choice((0, 0, 1, 2)) for x in range(6) for y in range(6)}
        shape = ((0, 0),) if random.random() < 0.7 else ((0, 0), (1, 0))
        found = reachable(ground, shape, 99, free.__contains__)
        # The least toll to each space by as few steps as it takes, counted step by step from the start.
        least = {(0, 0): 0}
        for goal, steps in sorted(found.items(), key=lambda one: one[1]):
            walked = way(ground, shape, goal, free.__contains__, tolls.__getitem__)
            assert len(walked) == steps and walked[-1:] == ((goal,) if steps else ())
            if steps:
                before = [
                    one for one, n in found.items() if n == steps - 1 and goal in _steps_from(ground, shape, one, free)
                ]
                least[goal] = tolls[goal] + min(least[one] for one in before)
                assert sum(map(tolls.__getitem__, walked)) == least[goal]
                assert all(apart(one, other) == 1 for one, other in pairwise(((0, 0), *walked)))
                dear += least[goal] > tolls[goal]
    assert dear > 100
    walled = Terrain(Board(width=2, height=1, edges={"a1-b1": "wall"}))
    assert way(walled, ((0, 0),), (1, 0), lambda space: True, lambda space: 0) == ()


def _steps_from(ground: Terrain, shape: tuple[Space, ...], here: Space, free: set[Space]) -> set[Space]:
    """Where a figure of that shape can be one step on, past nobody."""
    there = tuple((x + here[0], y + here[1]) for x, y in shape)
    return {space for space, n in reachable(ground, there, 1, free.__contains__).items() if n}


def test_templates() -> None:
    assert bolt((2, 2), (1, -1), 3) == ((3, 1), (4, 0), (5, -1))
    assert sorted(breath((0, 0), (0, 1), 2)) == [(-1, 2), (0, 1), (0, 2), (1, 2)]
    assert sorted(breath((0, 0), (1, 1), 2)) == [(1, 1), (1, 2), (2, 1), (2, 2)]


# -------------------------------------------------------------------- names and charts


def test_names() -> None:
    for space in ((0, 0), (25, 8), (26, 0), (98, 98)):
        assert space_of(name_of(space)) == space
    assert (name_of((26, 0)), name_of((98, 98))) == ("aa1", "cu99")
    board = Board(width=5, height=5)
    assert read_spaces(board, "c2-b1") == ((1, 0), (2, 0), (1, 1), (2, 1))
    assert read_spaces(board, "B1-a1") == ((0, 0), (1, 0))


@pytest.mark.parametrize("word", ["", "c", "5", "c0", "f1", "a6", "c5-", "ć5", "c5 c6", "-"])
def test_what_is_no_space_is_refused(word: str) -> None:
    with pytest.raises(NotUnderstood):
        read_space(Board(width=5, height=5), word)


def test_a_chart_is_read_as_it_is_written() -> None:
    random = Random(9)
    for _ in range(200):
        board = random_board(random, random.randint(1, 12), random.randint(1, 12), 0)
        free = [(x, y) for x in range(board.width) for y in range(board.height) if name_of((x, y)) not in board.ground]
        for n, space in enumerate(random.sample(free, min(len(free), 5))):
            board = board.placed(f"f{n}", [name_of(space)])
        assert read_chart(written(board)) == board
        assert read_chart(written(board).replace("\n", "/")) == board


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "lines"),
        ("+-+\n|.|", "2 lines"),
        ("+-+\n|X|\n+-+", "line 2 of the map, character 2: 'X'"),
        ("+-+-+\n|.x.|\n+-+-+", "character 3: 'x'"),
        ("+-+\n|.|\n+-+\nulf b7", "a1 to a1"),
        ("+-+\n|.|\n+-+\nulf stands here", "a figure and its space"),
        ("+-+\n|.|\n+-+\nulf a1\nulf a1", "line 5 of the map: ulf is on the map already"),
        ("." * 70_000, "at most"),
    ],
)
def test_a_chart_that_cannot_be_read_says_where(text: str, said: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        read_chart(text)
    assert said in str(problem.value).replace("Line", "line")


def test_where_a_corner_stops_a_line_both_its_sides_are_named_the_nearer_thing_on_each() -> None:
    board = Board(width=5, height=5, edges={"b2-c2": "closed", "b2-b3": "wall"}, figures={"rat": ("c2",)})
    look = Terrain(board).look(space_of("b2"), space_of("c3"))
    assert {look.barred, look.also} == {("door", "b2-c2"), ("wall", "b2-b3")}
    straight = Terrain(board).look(space_of("b2"), space_of("d2"))
    assert straight.barred == ("door", "b2-c2") and straight.also is None
    one_side = Terrain(board, corner_open=False).look(space_of("c3"), space_of("b4"))
    assert one_side.clear


def test_a_sign_that_means_nothing_is_refused_with_those_that_do() -> None:
    with pytest.raises(NotUnderstood, match=r"^Line 2 of the map, character 2: '\?' means .*\. Use \. # ~ _$"):
        read_chart("+-+\n|?|\n+-+")
    with pytest.raises(NotUnderstood, match=r"^A map has at most 60,000 characters\.$"):
        read_chart("+" * 60_001)


def test_a_step_across_a_corner_needs_one_way_round_that_is_open_to_its_end() -> None:
    behind = [f"{name}-b2" for name in ("a2", "b1")]
    board = Board(width=2, height=2, edges=dict.fromkeys(behind, "wall"))
    assert not Terrain(board).open_step((0, 0), (1, 1)) and not Terrain(board).open_step((1, 1), (0, 0))
    for edge in behind:
        assert Terrain(board.edged(edge, None)).open_step((0, 0), (1, 1))
