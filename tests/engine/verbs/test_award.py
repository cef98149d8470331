"""Experience that the referee gives: shared out or to each, to a party, a side or figures, in every game."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.events.event import Remarked
from referee.engine.figures.library import GameLibrary
from referee.engine.figures.party import KeptGroup, KeptMember
from referee.engine.problem import Problem
from referee.engine.questions.answer import Said
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.damage import awarded_by
from referee.rules import registry

FOUR = ("add fighter Ann", "add cleric Bob", "add rogue Cyd", "add goblin x2")


class Heroes(GameLibrary):
    """A library with one party, one of which is not at the table."""

    def parties(self) -> tuple[KeptGroup, ...]:
        members = (
            KeptMember("Ann", 'fighter "Ann"'),
            KeptMember("Cyd", 'rogue "Cyd"'),
            KeptMember("Eve", 'rogue "Eve"'),
        )
        return (KeptGroup("heroes", members),)


def table(system: str, *lines: str) -> Session:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)), kept=Heroes())
    for line in lines:
        run_line(session, line)
    return session


def xp(session: Session) -> dict[str, int]:
    return {tag: f.tracks["xp"].now for tag, f in session.encounter.figures.items() if "xp" in f.tracks}


@pytest.mark.parametrize(
    ("line", "gained"),
    [
        ("award 450", {"ann": 150, "bob": 150, "cyd": 150}),
        ("award 450 ann", {"ann": 450}),
        ("award 451 ann,bob", {"ann": 225, "bob": 225}),
        ("award 50 ann bob each", {"ann": 50, "bob": 50}),
        ("award 50 each", {"ann": 50, "bob": 50, "cyd": 50}),
        ("award 10 foes", {"g1": 5, "g2": 5}),
        ("award 30 heroes", {"ann": 15, "cyd": 15}),
    ],
)
def test_it_is_shared_out_or_goes_to_each(line: str, gained: dict[str, int]) -> None:
    session = table("fifth", *FOUR, line)
    assert xp(session) == gained
    left = [event.text for event in session.entries()[-1].events or () if isinstance(event, Remarked)]
    assert left == (["451 XP shared by Ann and Bob: 1 left over"] if "451" in line else [])


def test_a_beast_of_the_players_shares_only_where_it_is_named() -> None:
    for line, gained in (
        ("award 450", {"ann": 450}),
        ("award 450 us", {"ann": 450}),
        ("award 450 ann,owl", {"ann": 225, "owl": 225}),
        ("award 9 ann", {"ann": 9}),
    ):
        start = (
            "dice app",
            "add fighter Ann side=us",
            "< us",
            "add owl Owl side=us",
            "next",
            "remove ann" * (line == "award 9 ann"),
        )
        assert xp(table("fifth", *filter(None, start), line)) == gained


def test_a_party_is_those_of_it_who_are_here_and_not_dead() -> None:
    session = table("fifth", "add fighter Ann", "add cleric Bob", "add rogue Cyd", "award 90 heroes")
    assert xp(session) == {"ann": 45, "cyd": 45}
    for line in ("damage cyd 300", "award 10 heroes"):
        run_line(session, line)
    assert xp(session) == {"ann": 55, "cyd": 45}
    run_line(session, "undo")
    assert xp(session) == {"ann": 45, "cyd": 45}
    assert session.entries()[-2].command.given["who"] == Said(text="ann,cyd"), "the record needs no library"


@pytest.mark.parametrize("system", registry.names())
def test_every_game_has_it(system: str) -> None:
    session = table(system)
    for line in session.rules.sample().splitlines():
        run_line(session, line)
    who = next(iter(session.encounter.figures))
    run_line(session, f"award 30 {who}")
    run_line(session, f"award 12 {who}")
    assert xp(session)[who] == 42
    run_line(session, f"set {who} xp 7")
    assert xp(session)[who] == 7


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("award 450 zed", 'There is no "zed" here'),
        ("award 450 ann,zed each", 'There is no "zed" here'),
        ("award 2", "2 XP are too few to share among 3."),
        ("award much", "Type a number from 1"),
        ("award 0", "from 1 to 999999"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(line: str, why: str) -> None:
    session = table("fifth", *FOUR)
    before = session.encounter
    with pytest.raises(Problem, match=why):
        run_line(session, line)
    assert session.encounter == before


def test_nobody_is_here_to_gain_it() -> None:
    with pytest.raises(Problem, match="Nobody is here to gain experience"):
        table("fifth", "add goblin", "award 50")


def test_a_name_that_ends_in_each_is_a_name() -> None:
    session = table("fifth", "add fighter Leach", "add fighter Ann", "award 90 ann,leach", "award 10 ann,leach each")
    given = [awarded_by(entry.command) for entry in session.entries() if entry.command.verb == "award"]
    assert given == [90, 20] and xp(session) == {"leach": 55, "ann": 55}
