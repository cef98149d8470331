"""A whole fight of each game, played line by line through the real program by one who knows only what it says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from referee.cli.main import run
from referee.rules import registry
from referee.words.bearer import track_called
from tests.cli.listener import Listener

pytestmark = pytest.mark.one_in(10)

MOST_LINES = 900
ATTACKS = ("pick", "attack", "charge", "engage", "cast")
"""What leads to harm; a game without any has it done by hand."""
STANDS = re.compile(r"\((?:[^ ,)]+, )?([^,)]+)\): ([^,]+)")
"""The side of a figure, and how it stands."""
UNKNOWN = re.compile(r'No: (There is no "|Type |.* has no ")')
"""How a letter that was told may never be refused."""
NUMBERED = re.compile(r"(?<![\w.])(\d+) [A-Z]")
"""A card as it is told: 12 Smoke."""


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFEREE_SAVES", str(tmp_path))
    return tmp_path


class Player:
    """Attacks where that can be done, takes what is proposed, else a letter at random; undoes now and then."""

    def __init__(self, table: Listener, down: frozenset[str], seed: int) -> None:
        self.down = down
        """How one stands who does not fight on, in the words of the game."""
        self.table = table
        self.random = Random(seed)
        self.refused = 0
        self.attacked = False
        """It has tried to attack since the turn began."""
        self.undone = 0
        self.gives_up = False
        """What is asked leads nowhere: it takes back all answers."""

    def play(self) -> bool:
        """Plays until the fight is told to be over. False if it never is."""
        looked = 0
        for number in range(MOST_LINES):
            # At the first command after every tenth line; dice of the app say where answers stand between.
            if number >= looked + 9 and self.table.asked == "command":
                looked = number
                if self.is_over():
                    return True
                self.back_and_forth()
            line = self.answer() if self.table.asked == "answer" else self.command()
            told = set(line.split()) <= self.table.letters.keys()
            heard = self.table.type(line)
            assert not (told and any(UNKNOWN.match(each) for each in heard)), "\n".join(self.table.all[-30:])
            self.refused = self.refused + 1 if any(each.startswith("No: ") for each in heard) else 0
            if any(" turn" in each for each in heard):
                self.attacked = False
        return False

    def is_over(self) -> bool:
        """Is it told to be over, or does one side alone still stand?"""
        told = self.table.type("status")
        sides = {found[1] for line in told if (found := STANDS.search(line)) and found[2] not in self.down}
        return "over: " in told[0] or len(sides) < 2

    def answer(self) -> str:
        table = self.table
        self.gives_up = self.gives_up or self.refused > 2
        if self.gives_up:
            return "undo"
        if table.letters:
            many = re.search(r" ([0-9]+)(?: to [0-9]+)? of these", table.question)
            key = " ".join(self.random.sample(sorted(table.letters), max(1, int(many[1])) if many else 1))
            return "" if table.proposed is not None and self.random.random() < 0.5 else key
        if table.proposed is not None:
            return ""
        if cards := NUMBERED.findall(table.question):
            return " ".join(self.random.sample(cards, 2)) if len(cards) > 1 else "rest"
        if "or rest" in table.question:
            return "rest"
        if most := re.search(r"Type a number from [0-9]+ to ([0-9]+)", table.question):
            return str(min(6, int(most[1])))
        return self.random.choice("yn")

    def command(self) -> str:
        self.gives_up = False
        if self.refused > 1 or self.attacked:
            self.attacked = False
            return "next"
        told = self.table.type("help")
        assert told[1] == "Commands you can give now:", told
        free = [re.split("[ :]", line)[0] for line in told[2 : told.index("To see how the fight stands:")]]
        self.attacked = True
        wanted = [word for word in ATTACKS if word in free]
        return self.random.choice(wanted or ["damage"])

    def back_and_forth(self) -> None:
        """What undo takes back redo brings back: it stands as it stood, and it is asked what was asked."""
        table, before = self.table, self.table.type("status")
        self.undone += any(line.startswith("Taken back ") for line in table.type("undo"))
        assert any(line.startswith("Brought back ") for line in table.type("redo")), table.heard
        assert table.type("status") == before


@pytest.fixture(params=registry.names())
def fought(request: pytest.FixtureRequest) -> Iterator[Player]:
    down = frozenset(kind.name.replace("_", " ") for kind in registry.load(request.param).standings[1:])
    assert run(["new", "fight", "--system", request.param, "--sample"]) == 0
    assert run(["do", "fight", "dice app"]) == 0
    with Listener("fight") as table:
        yield Player(table, down, 1)


@pytest.mark.one_in(6)
def test_a_whole_fight_is_played_by_what_is_told(fought: Player, capfd: pytest.CaptureFixture[str]) -> None:
    table = fought.table
    assert fought.play(), "\n".join(table.all[-60:])
    assert fought.undone
    for line in table.all:
        assert not re.search(r"\S {2}|[│┃─━┌┐└┘├┤┬┴┼╭╮╰╯→…·▶›]", line), line
    told = table.type("status")
    assert run(["show", "fight", "--json"]) == 0
    encounter = json.loads(capfd.readouterr().out)["encounter"]
    rules = registry.load(encounter["system"])
    for tag, figure in encounter["figures"].items():
        if figure["standing"] == "away":
            continue
        (line,) = [each for each in told if re.match(rf"{re.escape(figure['name'])}( \(|:)", each)]
        assert figure["standing"] == rules.standings[0].name or figure["standing"].replace("_", " ") in line
        facts = table.type(f"who {tag}")
        for name, track in figure["tracks"].items():
            kind = rules.track(name)
            if (kind is not None and kind.private) or (not track["now"] and name in ("successes", "failures")):
                continue
            most = "" if track["most"] is None else f" of {track['most']}"
            said = f"{track_called(rules, name)} {track['now']}{most}"
            assert any(said in fact for fact in facts)
            assert said in line or track["now"] in (0, track["most"])
    assert table.leave() == 0
