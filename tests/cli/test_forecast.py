"""`referee forecast`: in words and as JSON, with any number of workers, of an encounter or a plan."""

import json
import time
from multiprocessing import active_children
from pathlib import Path
from typing import NoReturn

import pytest

from referee.forecast import workers
from referee.forecast.fight import start_of
from referee.forecast.tally import Tally
from referee.games import Source
from tests.cli.command import Captured, enter, said
from tests.forecast.begun import table

pytestmark = pytest.mark.one_in(10)

PLAN = "system fifth\nadd goblin Ann side=heroes hp=1 init=20\nadd goblin Bob hp=1 init=10\n"
TWELVE = ("--fights", "12", "--seed", "7")


@pytest.fixture(autouse=True)
def fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """The sample fight of The Black Keep as `keep`, and a plan of a duel."""
    enter(tmp_path, monkeypatch)
    (tmp_path / "duel.txt").write_text(PLAN)
    said(capsys, 0, "new", "keep", "--system", "black_keep", "--sample")


def test_in_words(capsys: Captured) -> None:
    out, _ = said(capsys, 0, "forecast", "--from", "duel.txt", "--fights", "30", "--workers", "1")
    lines = out.splitlines()
    assert lines[0] == "30 fights (seed 1): heroes aim at the nearest, foes at the nearest"
    assert lines[1].startswith("heroes win ")
    assert any(line.startswith("Bob") for line in lines)


def test_the_encounter_is_not_changed(tmp_path: Path, capsys: Captured) -> None:
    files = {path: path.read_bytes() for path in (tmp_path / "saves").rglob("*") if path.is_file()}
    said(capsys, 0, "forecast", "keep", *TWELVE, "--workers", "1")
    assert {path: path.read_bytes() for path in (tmp_path / "saves").rglob("*") if path.is_file()} == files


def test_as_many_workers_as_you_like(capsys: Captured) -> None:
    one, _ = said(capsys, 0, "forecast", "keep", *TWELVE, "--json", "--workers", "1")
    two, _ = said(capsys, 0, "forecast", "keep", *TWELVE, "--json", "--workers", "2")
    assert one == two
    found = json.loads(one)
    assert found["fights"] == 12 and found["seed"] == 7 and sum(found["wins"].values()) == 12
    assert set(found) == {"fights", "seed", "policy", "wins", "rounds", "figures"}


def test_a_game_of_ones_own_in_other_processes(tmp_path: Path, capsys: Captured) -> None:
    said(capsys, 0, "new", "duel", "--from", "duel.txt")
    one, _ = said(capsys, 0, "forecast", "duel", *TWELVE, "--json", "--workers", "2")
    plan, _ = said(capsys, 0, "forecast", "--from", "duel.txt", *TWELVE, "--json", "--workers", "1")
    assert one == plan


def test_parts_are_joined(tmp_path: Path, capsys: Captured) -> None:
    for name, seed in (("a", "1"), ("b", "2")):
        out, _ = said(capsys, 0, "forecast", "--from", "duel.txt", "--fights", "9", "--seed", seed, "--json")
        (tmp_path / f"{name}.json").write_text(out)
    out, _ = said(capsys, 0, "forecast", "--merge", "a.json", "b.json", "--json")
    assert json.loads(out)["fights"] == 18 and json.loads(out)["seed"] == [1, 2]
    out, _ = said(capsys, 0, "forecast", "--merge", "a.json", "b.json")
    assert out.startswith("18 fights (seeds 1, 2): heroes aim at the nearest")
    _, err = said(capsys, 1, "forecast", "--merge", "a.json", "a.json")
    assert "seed 1" in err


def test_stopped_by_hand(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """What there is is printed."""
    play = workers.play

    def stopped(job: workers.Job, first: int, count: int) -> Tally:
        if first >= 6:
            raise KeyboardInterrupt
        return play(job, first, count)

    monkeypatch.setattr(workers, "play", stopped)
    out, err = said(capsys, 0, "forecast", "keep", *TWELVE, "--json", "--workers", "1")
    assert json.loads(out)["fights"] == 6 and err == "Stopped after 6 of 12 fights.\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ("keep", "--policy", "bravest"),
            'There is no policy "bravest". Policies: nearest, weakest, strong',
        ),
        (("keep", "--policy", "orcs=weakest"), 'There is no side "orcs". Sides: heroes, monsters.'),
        (("nowhere",), "nowhere"),
        (("--merge", "duel.txt", "duel.txt"), "duel.txt is no forecast. Make one: referee forecast NAME --json"),
        (("--merge", "lost.json"), "There is no file lost.json."),
        (("--from", "lost.txt"), "lost.txt"),
    ],
)
def test_one_clear_sentence(words: tuple[str, ...], why: str, capsys: Captured) -> None:
    out, err = said(capsys, 1, "forecast", *words)
    assert not out and why in err and "bug" not in err


def test_an_encounter_or_a_plan(capsys: Captured) -> None:
    for words in ((), ("keep", "--from", "duel.txt")):
        _, err = said(capsys, 2, "forecast", *words)
        assert "say which encounter, or give a plan with --from FILE" in err


def test_policies_of_sides(capsys: Captured) -> None:
    words = ("forecast", "keep", *TWELVE, "--json", "--workers", "1", "--policy")
    found = [json.loads(said(capsys, 0, *words, policy)[0]) for policy in ("weakest", "heroes=random")]
    assert [each["policy"] for each in found] == [
        {"heroes": "weakest", "monsters": "weakest"},
        {"heroes": "random", "monsters": "nearest"},
    ]


def test_a_worker_that_is_killed_is_reported(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object, **named: object) -> NoReturn:
        raise workers.BrokenProcessPool

    monkeypatch.setattr(workers, "wait", broken)
    _, err = said(capsys, 1, "forecast", "keep", *TWELVE, "--workers", "2")
    assert "--workers 1" in err


def test_the_difficulty_stands_above_it_and_beside_a_plan(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "ambush.txt").write_text("system fifth\nadd fighter3 Ann\nadd goblin x2\n")
    told = "Difficulty: low. The foes are worth 100 XP; for 1 hero low is up to 150, moderate 225, high 400."
    out, _ = said(capsys, 0, "forecast", "--from", "ambush.txt", "--fights", "5", "--workers", "1")
    assert out.splitlines()[0] == told and "SRD 5.2" not in out and "System Reference Document 5.2" in out
    out, _ = said(capsys, 0, "forecast", "--from", "ambush.txt", "--fights", "5", "--workers", "1", "--json")
    assert "Difficulty" not in out
    said(capsys, 0, "library", "add", "ambush", "--in", "plans", "ambush.txt")
    out, _ = said(capsys, 0, "library", "show", "ambush", "--in", "plans")
    assert told in out


def test_what_is_stopped_half_way_ends_its_processes_without_a_word(capsys: Captured) -> None:
    session = table("black_keep")
    job = workers.Job(Source("black_keep"), start_of(session), {}, 7)
    with workers.local_pool(2) as pool:
        assert next(workers.forecast(job, 4000, pool)).fights < 400
        assert active_children()
    until = time.monotonic() + 30
    while active_children() and time.monotonic() < until:  # those of the forecasts before among them
        time.sleep(0.05)
    assert not active_children() and capsys.readouterr() == ("", "")
