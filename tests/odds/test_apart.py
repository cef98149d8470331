"""Throws of several figures at once that do not depend on one another are not multiplied out, and come out the same."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.engine.verbs.verb import Command
from referee.games import rules_in
from referee.odds.command_odds import Walker
from referee.odds.figure_odds import figure_odds
from referee.odds.results import result_odds
from referee.odds.turn_odds import turn_odds
from referee.odds.ways import told
from referee.rules import registry
from tests.odds.fights import command, odds_of, played

WIZARD = ("add wizard Elin", "add cleric Mira")


def before_a_fireball(*lines: str) -> Session:
    """A wizard in its turn, with these on the other side."""
    session = played(registry.load("fifth"), *WIZARD, *lines, "next")
    run_line(session, f"< {' '.join(str(20 - n) for n in range(len(session.encounter.figures)))}")
    for _ in session.encounter.figures:
        if session.encounter.turn != "elin":
            run_line(session, "next")
    assert session.encounter.turn == "elin" and not session.questions
    return session


def fireball(session: Session) -> Command:
    """The order for a fireball on all others but Mira."""
    return command(session, f"cast fireball {','.join(tag for tag in session.encounter.figures if tag not in OURS)}")


OURS = ("elin", "mira")


def is_the_same(session: Session, order: Command) -> bool | None:
    """Whether what is told of each figure by itself is what comes of all ways; None where it is not told so."""
    walker = Walker(session.rules, session.encounter, order, most=10**9)
    items = walker.give(())
    apart = walker.apart(items)
    if apart is None:
        return None
    before = session.encounter
    whole = walker.walk(items)
    assert apart.cut == whole.cut
    assert all(sum(part.values()) == 1 - apart.cut for part in apart.parts)
    # Against whom a save is made, whose act calls for it, is told with whoever makes it.
    figures, expected = (
        {tag: odds._replace(tests={}) for tag, odds in figure_odds(before, *found.parts).items()}
        for found in (apart, whole)
    )
    return (
        figures == expected
        and result_odds(session.rules, before, *apart.parts) == result_odds(session.rules, before, *whole.parts)
        and turn_odds(*apart.parts) == turn_odds(*whole.parts)
    )


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    "lines",
    [
        ("add ogre x3",),
        ("add goblin x2", "add ogre", "add wolf"),
        ("add goblin", "add ogre", "condition o1 restrained", "add wolf", "set w1 hp 3"),
        ("add ogre x4", "condition o1 prone", "set o2 resist fire", "set o3 immune fire"),
    ],
)
@pytest.mark.one_in(6)
def test_a_fireball(lines: tuple[str, ...]) -> None:
    session = before_a_fireball(*lines)
    assert is_the_same(session, fireball(session))


def test_eight_ogres_take_few_runs_and_are_exact() -> None:
    session = before_a_fireball("add ogre x8")
    found = odds_of(session, f"cast fireball {','.join(f'o{n}' for n in range(1, 9))}")
    assert found.seed is None and found.runs < 200 and len(found.parts) == 9
    figures = figure_odds(session.encounter, *found.parts)
    assert all(figures[f"o{n}"] == figures["o1"] for n in range(2, 9))
    first, *_ = told(session.rules, session.encounter, found, figures)
    assert first.startswith("Ogre 1: failure")
    # 59 HP: what is left is never 0, and 28 is the average of 8d6; 14 or more saves, at -1.
    assert sum(figures["o1"].tracks["hp"].values()) == 1


@pytest.mark.one_in(6)
def test_dice_that_lie_on_the_table_already() -> None:
    session = before_a_fireball("add ogre x4")
    for line in ("cast fireball o1,o2,o3,o4", "< 20"):
        run_line(session, line)
    open_ = session.resolved_commands[-1]
    walker = Walker(session.rules, open_.before, open_.entry.command)
    items = walker.give(open_.entry.items)
    apart, whole = walker.apart(items), walker.walk(items)
    assert apart is not None and len(apart.parts) == 4
    figures, expected = figure_odds(open_.before, *apart.parts), figure_odds(open_.before, *whole.parts)
    assert all(figures[tag] == expected[tag] for tag in ("o1", "o2", "o3", "o4"))


@pytest.mark.parametrize("line", ["condition o2 blessed end o1", "condition o2 frightened start o1"])
def test_what_links_them_is_multiplied_out(line: str) -> None:
    session = before_a_fireball("add ogre x3", line)
    assert is_the_same(session, fireball(session)) is None


BLAST = b"""
format = 2
[system]
name = "blast"
title = "Blast"
blurb = "Whoever is left of a side that is down to a half runs."
[order]
roll = "d20"
[track.hp]
start = 3
health = true
at_end = [{ becomes = "out" }]
[standing.up]
target = true
turn = true
able = true
[standing.out]
turn = false
able = false
[standing.fled]
turn = false
able = false
[test.dodge]
by = "target"
roll = "d6"
against = "4"
[action.blast]
label = "Blast"
key = "b"
targets = "many"
test = "dodge"
damage = "1d4"
[[on]]
event = "side at half"
becomes = "fled"
[kind.brawler]
"""


def test_what_comes_of_several_together_is_multiplied_out() -> None:
    """None of four that falls alone makes the others run; two that fall do."""
    lines = ("add brawler A", "add brawler B side=foes", "add brawler C side=foes", "add brawler D side=foes")
    session = played(rules_in(BLAST, "blast.toml"), *lines, "add brawler E side=foes", "next", "< 20 4 3 2 1")
    while session.encounter.turn != "a":
        run_line(session, "next")
    order = command(session, "blast b,c,d,e")
    assert is_the_same(session, order) is None
    found = odds_of(session, "blast b,c,d,e")
    assert len(found.parts) == 1 and found.seed is None
    # It runs where it dodges or is hardly hurt, and two of the three others do neither.
    assert figure_odds(session.encounter, found.ends)["b"].standing["fled"] > 0
