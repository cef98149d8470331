"""Plans: encounters prepared as text, and encounters written as text."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from referee.campaign.plan import MOST_BYTES, plan_in, read_plan
from referee.campaign.plan_export import exported, plan_of
from referee.campaign.plan_run import begin, played
from referee.dialogue.run_lines import run_line
from referee.engine.dice.chance import AppDice
from referee.engine.figures.pieces import pieces
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Said
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules import registry
from referee.store.saves import Saves
from tests.rules.shelf import ALL, NAMES, played_lines

Told = Callable[[str], Session]


def comes_back(session: Session) -> None:
    """Makes sure that the plan of this encounter makes it again, with the same steps and who threw."""
    lines = plan_of(session)
    again = played(session.rules, plan_in("\n".join(lines), "plan"))
    assert again.encounter == session.encounter
    assert again.questions == session.questions or [q.key for q in again.questions] == [
        q.key for q in session.questions
    ]


def fresh(system: str, seed: int = 1) -> Session:
    rules = registry.load(system)
    return Session(rules, MemoryStepLog(Encounter(system=rules.name)), app=AppDice(Random(seed)))


@pytest.mark.one_in(20, rest=15)
@pytest.mark.parametrize(("system", "path"), ALL, ids=NAMES)
def test_every_transcript_comes_back_from_its_plan(system: str, path: Path) -> None:
    session = fresh(system)
    run_line(session, "dice table")
    for line in played_lines(path.read_text(encoding="utf-8")):
        run_line(session, re.sub("^(amend|rewind) ([0-9]+)", _one_later, line.split("  #")[0].strip()))
    comes_back(session)


def _one_later(found: re.Match[str]) -> str:
    """A place in the record, as `dice table` stands before all else."""
    return f"{found[1]} {int(found[2]) + 1}"


VALUES = ["note=x", "side=heroes", "hp=9", "hp=3/9", "wounds=1", "init=12", "mana=4", 'note="two words, # and /"']
BOARDS = ["map 8x6", "wall c2-c4", "ground d5 rough", "room e1-g3", "erase b1-d2"]


def random_order(session: Session, dice: Random) -> str:
    """Something that may be said while an encounter is prepared, or at its first turns."""
    rules, tags = session.rules, list(session.encounter.figures) or ["x"]
    who = dice.choice(tags)
    conditions = [kind.name for kind in rules.conditions] or ["odd"]
    kind = dice.choice([template.kind for template in rules.templates])
    options = [f"option {option.name} {dice.choice(option.choices)}" for option in rules.options]
    track = dice.choice(rules.tracks).name
    lasts = dice.choice(["", " 3", " 2r", f" end {who}", " x2", " save 12"])
    return dice.choice(
        [
            f"add {kind}",
            f"add {kind} x3 {dice.choice(VALUES)}",
            f"add {kind} {dice.choice(VALUES)}",
            f'add {kind} "Zed the {dice.randint(1, 99)}." {dice.choice(VALUES)}',
            f"set {who} {track} {dice.choice(['1', '2/5', '+1'])}",
            f"set {who} note café → {dice.randint(1, 9)}",
            f"condition {who} {dice.choice(conditions)}{lasts}",
            f"condition {who} own-thing{lasts}",
            f"note something about {who}",
            f"dice {dice.choice(['split', 'app', 'table'])}",
            f"place {who} {dice.choice('abcdef')}{dice.randint(1, 6)}",
            f"rename {who} Other {dice.randint(1, 99)}",
            f"clone {who}",
            f"remove {who}",
            f"damage {who} 1",
            "countdown r3 the roof falls",
            "roll 2d6",
            "undo",
            "next",
            "< roll",
            "<",
            *options,
            *BOARDS,
        ]
    )


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", registry.names())
@pytest.mark.parametrize("seed", range(4))
def test_a_random_set_up_comes_back_from_its_plan(system: str, seed: int) -> None:
    dice = Random(seed)
    session = fresh(system, seed)
    for _ in range(60):
        with suppress(Problem):
            run_line(session, random_order(session, dice))
    comes_back(session)


def test_a_drawn_board_comes_back(tmp_path: Path) -> None:
    session = fresh("plain")
    run_line(session, "map\n+-+-+\n|. #|\n+ +-+\n|~ .|\n+-+-+")
    assert session.encounter.board is not None
    run_line(session, "add foe Rat")
    run_line(session, "place rat a1")
    comes_back(session)


def test_throws_of_the_app_stand_in_the_plan_where_there_are_any() -> None:
    session = fresh("plain")
    for line in ("dice app", "add hero Ann", "add foe Rat x2", "next"):
        run_line(session, line)
    lines = plan_of(session)
    assert lines[0] == "dice written" and lines[-1].startswith("< ")
    comes_back(session)


@pytest.fixture
def told(tmp_path: Path) -> Callable[..., Encounter]:
    def made(**files: str) -> Encounter:
        for name, text in files.items():
            (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        journal = begin(Saves(tmp_path / "saves"), "x", read_plan(tmp_path / "plan.txt"))
        journal.close()
        return Session(registry.load(journal.system), journal).encounter

    return made


def test_a_plan_includes_files_of_its_folder(told: Callable[..., Encounter]) -> None:
    encounter = told(
        plan="\ufeff# an ambush\r\nsystem plain\r\ninclude heroes.txt  # ours\r\nadd foe Rat x2\r\n",
        heroes="system plain\nadd hero Ann init=18\n",
    )
    assert list(encounter.figures) == ["ann", "r1", "r2"]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"plan": "add foe Rat"}, "does not name its system"),
        ({"plan": "system nowhere"}, 'There is no system "nowhere"'),
        ({"plan": "system plain\nsystem fifth"}, "plan.txt, line 2: The system is already plain, not fifth"),
        ({"plan": "system plain\nadd foe\n\nfoo"}, 'plan.txt, line 4: There is no command "foo"'),
        ({"plan": "system plain\nadd foe\n= g1 hp 3"}, "plan.txt, line 3: "),
        ({"plan": "system plain\n< 3"}, "plan.txt, line 2: Nothing is being asked now"),
        ({"plan": "system plain\ninclude a.txt", "a": "add foe\nadd nobody"}, "a.txt, line 2: "),
        ({"plan": "system plain\ninclude plan.txt"}, "plan.txt, line 2: plan.txt includes itself"),
        (
            {"plan": "system plain\ninclude a.txt", "a": "include b.txt", "b": "include a.txt"},
            "b.txt, line 1: a.txt incl",
        ),
        ({"plan": "system plain\ninclude /etc/passwd"}, "line 2: Only files of the same folder"),
        ({"plan": "system plain\ninclude ../x.txt"}, "line 2: Only files of the same folder"),
        ({"plan": "system plain\ninclude .."}, "line 2: Only files of the same folder"),
        ({"plan": "system plain\ninclude link.txt"}, "line 2: link.txt is outside the folder"),
        ({"plan": "system plain\ninclude none.txt"}, "line 2: There is no file none.txt"),
        ({"plan": "system plain\ninclude"}, "line 2: Which file of this folder"),
        ({"plan": "system plain\ninclude sub"}, "line 2: sub cannot be read: it is not a plain file"),
        ({"plan": "system plain\n\x1b]0;x\x07include"}, "line 2: "),
        ({"plan": "system mine\n| no = [toml"}, "the system in the plan"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line_and_nothing_is_made(
    tmp_path: Path, told: Callable[..., Encounter], files: dict[str, str], says: str
) -> None:
    (tmp_path / "link.txt").symlink_to("/etc/passwd")
    (tmp_path / "sub").mkdir()
    with pytest.raises(Problem) as caught:
        told(**files)
    assert says in str(caught.value)
    assert not list((tmp_path / "saves").glob("*"))


def test_a_plan_has_bounds(tmp_path: Path, told: Callable[..., Encounter]) -> None:
    with pytest.raises(Refused, match="at most 20,000 lines"):
        told(plan="system plain\n" + "#\n" * 21_000)
    with pytest.raises(Problem, match="too big"):
        told(plan="system plain\n" + " " * MOST_BYTES)
    with pytest.raises(Refused, match="at most 2,000,000 bytes"):
        told(plan="system plain\n" + "include a.txt\n" * 20, a="#" * 200_000)
    (tmp_path / "plan.txt").write_bytes(b"system plain\n\xff\xfe")
    with pytest.raises(Refused, match=r"plan\.txt is not UTF-8 text"):
        read_plan(tmp_path / "plan.txt")


def test_a_system_file_of_ones_own_comes_along(tmp_path: Path) -> None:
    from referee.rules.open_table.language.new_file import template

    own = tmp_path / "mine.toml"
    own.write_text(template("mine", registry.shipped("plain").decode()), encoding="utf-8")
    (tmp_path / "plan.txt").write_text("system ./mine.toml\nadd foe Rat\n", encoding="utf-8")
    saves = Saves(tmp_path / "saves")
    first = begin(saves, "first", read_plan(tmp_path / "plan.txt"))
    text = exported(first)
    first.close()
    own.unlink()
    (tmp_path / "plan.txt").write_text(text, encoding="utf-8", newline="")
    second = begin(saves, "second", read_plan(tmp_path / "plan.txt"))
    second.close()
    assert second.title.digest == first.title.digest and second.start == first.start


def test_a_copy_from_a_later_moment_is_not_written(tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    begin(saves, "x", plan_in("system plain\nadd foe Rat\nadd foe Cat\nadd foe Dog", "plan")).close()
    saves.copy("x", "y", from_now=True)
    journal = saves.open("y", read_only=True)
    with pytest.raises(Refused, match="a copy from a later moment"):
        exported(journal)
    journal.close()


def test_a_plan_takes_from_the_library_and_puts_nothing_into_it(tmp_path: Path) -> None:
    from referee.store.library import Library
    from referee.store.library_record import KeptFigure
    from referee.store.library_tables import FIGURES

    library = Library(tmp_path)
    library.add(FIGURES, [KeptFigure(name="Rat King", system="plain", words='foe "Rat King" hp=30')])
    saves = Saves(tmp_path)
    journal = begin(saves, "x", plan_in('system plain\nadd "rat king" x2', "plan"))
    text = exported(journal)
    journal.close()
    library.remove(FIGURES, library.all(FIGURES))
    again = played(registry.load("plain"), plan_in(text, "plan")).encounter
    assert [figure.tracks["hp"].now for figure in again.figures.values()] == [30, 30]
    with pytest.raises(Refused, match="cannot put anything"):
        begin(saves, "y", plan_in("system plain\nadd foe Rat\nkeep rat", "plan"))
    assert not library.all(FIGURES)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("add fighter level=3 Ann", "add fighter level=3 Ann"),
        ("add fighter3 Ann hp=20/28 weapon=dagger", "add fighter level=3 Ann hp=20/28 weapon=dagger"),
        ("add cleric level=4 x2", "add cleric level=4 x2"),
        ("add adult black dragon Smaug hp=100", "add Adult Black Dragon Smaug hp=100"),
        ("add wizard Cas; rogue level=2 Dee hp=12", "add wizard Cas; rogue level=2 Dee hp=12"),
    ],
)
def test_a_figure_of_the_catalogue_is_written_by_its_name_with_what_differs(typed: str, written: str) -> None:
    session = fresh("fifth")
    run_line(session, typed)
    assert plan_of(session, setup=True)[1:] == [written]
    comes_back(session)


@pytest.mark.parametrize("orders", [("bring", "< goblin x2; ogre"), ("add", "< goblin"), ("add goblin x2",)])
def test_what_was_asked_of_those_who_come_comes_back(orders: tuple[str, ...]) -> None:
    session = fresh("fifth")
    for line in ("dice table", *orders):
        run_line(session, line)
    assert "Goblin 1" in map(session.encounter.name, session.encounter.figures)
    comes_back(session)


def test_what_the_catalogue_cannot_take_away_is_written_in_full() -> None:
    session = fresh("fifth")
    run_line(session, "add fighter level=3 Ann")
    details = next(iter(session.entries())).command.given["details"]
    assert isinstance(details, Said)
    weapon = next(piece.text for piece in pieces(details.text) if piece.key == "weapon")
    run_line(session, f"add hero {details.text.replace(f' {weapon}', '').replace(' Ann', ' Bea')}")
    told = plan_of(session)
    assert told[1] == "add fighter level=3 Ann" and told[2].startswith("add hero hp=28 ac=18")
    comes_back(session)
