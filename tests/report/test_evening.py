"""The report of an evening adds up to what is recorded, in every game."""

import re
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.chance import AppDice
from referee.engine.events.apply import changes_of
from referee.engine.events.event import StandingSet, Tested
from referee.engine.problem import Problem
from referee.engine.record.past_states import corrected_state_at
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import system_verbs
from referee.engine.verbs.verb import Command
from referee.report.document_formats import markdown
from referee.report.evening_figures import Evening, evening_of
from referee.report.fight_clock import LONGEST_TURN
from referee.rules import registry
from referee.words.health_word import health_of, left_of
from tests.report.fights import BEGINNING, ORDERS, TRANSCRIPTS, evening, fought, table, when
from tests.rules.shelf import ALL, any_answer

FIGHTS = [*TRANSCRIPTS, *ORDERS]
OTHERS = [path for _, path in ALL if path not in TRANSCRIPTS]
DEAD = {"dead", "killed", "slain"}
"""The standings of the games' own dead."""
fights = pytest.mark.parametrize("path", FIGHTS, ids=lambda path: f"{path.parent.name}-{path.stem}")


def health(session: Session, encounter: Encounter) -> dict[str, int]:
    """How much each figure can still bear, by its name."""
    known = ((figure, health_of(session.rules, figure)) for figure in encounter.figures.values())
    return {figure.name: left_of(*found) for figure, found in known if found is not None}


def folded(session: Session) -> tuple[list[dict[str, int]], Counter[str]]:
    """Health before the first round, then after each, read off the states alone; and what happened in the fights,
    counted.
    """
    encounter = corrected_state_at(session.step_log, 0, session.step_log.position)
    after: list[dict[str, int]] = []
    last: dict[str, int] = {}
    is_on = session.rules.fight.is_on
    happened = Counter[str]()
    for entry in session.entries():
        for before, event, now in changes_of(encounter, entry.events or ()):
            encounter = now
            if now.round > before.round:
                after.append(last if after and not is_on(before) else health(session, before))
            if is_on(before) or is_on(now):
                last = health(session, now)
            if after and isinstance(event, Tested) and event.kind == "attack":
                happened["attack"] += 1
                good = event.result in ("critical", "success") or (event.result == "partial" and bool(event.count))
                happened["hit"] += good
            sets = entry.command.verb in ("set", "add", "bring")
            if after and isinstance(event, StandingSet) and event.standing in DEAD and not sets:
                happened["death"] += before.figures[event.tag].standing not in DEAD
    return [*after, last], happened


def test_every_game_is_among_them() -> None:
    assert {path.stem for path in ORDERS} >= {"black_keep", "olde_swords", "gloomhaven", "descent", "scorched", "fifth"}
    assert len(TRANSCRIPTS) > 5


@fights
def test_health_is_what_it_was_less_damage_with_healing_and_what_was_set(path: Path) -> None:
    health_adds_up(fought(path))


def health_adds_up(session: Session) -> None:
    """Health at each end of a round is that of the table then, and at the end what it was with all that is told."""
    rounds, _ = folded(session)
    report = evening(session)
    if not report.rounds:
        assert not any(row.health or row.taken for row in report.figures)
        return
    assert len(report.rounds) < len(rounds)
    # Rounds in which all who can act are on one side are no part of the fight; what is done in them goes to the last.
    is_whole = len(rounds) == len(report.rounds) + 1
    rounds = rounds if is_whole else [rounds[0], rounds[-1]]
    for row in report.figures:
        for n, known in enumerate(row.health[1:], row.came) if is_whole else ():
            assert known == rounds[n].get(row.name), (row.name, n)
        if row.health:
            assert row.came > 1 or row.health[0] == rounds[0].get(row.name, row.health[0])
            assert len(row.health) == len(report.rounds) - row.came + 2
            if not any(each.log_after for each in report.rounds[:-1]):
                assert row.health[-1] == row.health[0] - (row.taken - row.absorbed) + row.regained + row.changed
    assert {row.name for row in report.figures if row.health} >= rounds[-1].keys() - {
        figure.name for figure in session.encounter.figures.values() if figure.standing == "away"
    }


@fights
def test_damage_dealt_is_damage_taken_and_who_fell_was_felled(path: Path) -> None:
    session = fought(path)
    harm_adds_up(session)
    assert sum(pair.killed for pair in evening(session).pairs) == folded(session)[1]["death"]


def harm_adds_up(session: Session) -> None:
    """What the pairs did comes to the totals, and attacks and deaths to those recorded."""
    report = evening(session)
    _, happened = folded(session)
    names = {row.name for row in report.figures}
    for taken, done in (("taken", "damage"), ("regained", "healing"), ("fell", "felled")):
        by_whom = Counter[str]()
        for pair in report.pairs:
            by_whom[pair.whom] += getattr(pair, done)
        assert {row.name: getattr(row, taken) for row in report.figures} == {name: by_whom[name] for name in names}
    for row in report.figures:
        to_others = [pair for pair in report.pairs if pair.who == row.name != pair.whom]
        assert row.dealt == sum(pair.damage for pair in to_others)
        assert row.killed == sum(pair.killed for pair in to_others)
        assert row.attacks >= row.hits == sum(pair.hits for pair in report.pairs if pair.who == row.name)
    assert sum(pair.attacks for pair in report.pairs) == happened["attack"]
    assert sum(pair.hits for pair in report.pairs) == happened["hit"]
    # Some die by what is no harm: a spell that destroys, a summon whose owner is gone.
    assert sum(pair.killed for pair in report.pairs) <= happened["death"]
    assert all(pair.felled <= max(1, pair.attacks + pair.damage) for pair in report.pairs)


@fights
def test_the_sentences_of_the_rounds_come_to_the_totals(path: Path) -> None:
    sentences_add_up(fought(path))


def sentences_add_up(session: Session) -> None:
    """The numbers in the sentences of the rounds come to the totals."""
    report = evening(session)
    dealt, taken = Counter[str](), Counter[str]()
    names = sorted((row.name for row in report.figures), key=len, reverse=True)
    any_name = "|".join(map(re.escape, names)) or "nobody"
    for told in (each.told for each in report.rounds):
        for who, n in re.findall(rf"({any_name}) dealt (\d+) damage", told):
            dealt[who] += int(n)
        taken.update(dict.fromkeys(names, 0))
        for who, part in re.findall(rf"((?:{any_name})(?= dealt)|Damage)([^.]*)", told):
            for n, whom in re.findall(rf"(\d+) (?:damage )?to ({any_name}|itself)", part):
                taken[who if whom == "itself" else whom] += int(n)
    own = {pair.who: pair.damage for pair in report.pairs if pair.who == pair.whom}
    assert {row.name: row.dealt + own.get(row.name, 0) for row in report.figures} == {n: dealt[n] for n in names}
    assert {row.name: row.taken for row in report.figures} == {name: taken[name] for name in names}


@fights
def test_time_in_turns_and_in_rounds_is_the_time_of_the_fight(path: Path) -> None:
    report = evening(fought(path))
    assert sum(each.seconds or 0 for each in report.rounds) == (report.seconds or 0)
    assert sum(each.seconds for each in report.turns) == (report.seconds or 0)
    assert report.began is None or report.seconds is not None


@pytest.mark.one_in(24, rest=9)
@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_transcript_adds_up(path: Path) -> None:
    session = fought(path)
    health_adds_up(session)
    harm_adds_up(session)
    sentences_add_up(session)


@pytest.mark.one_in(2, rest=9)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("system", registry.names())
def test_a_fight_at_random_adds_up(system: str, seed: int) -> None:
    rules, random = registry.load(system), Random(f"{system} {seed}")
    chance = AppDice(random)
    session = Session(rules, MemoryStepLog(bare(rules)), app=chance)
    for line in ("dice app", *rules.sample().splitlines()):
        run_line(session, line)
    orders = (
        "damage {a} {n}",
        "damage {a} {n} by {b}",
        "damage {a} {n} by {b}",
        "heal {a} {n}",
        "set {a} {health} {n}",
    )
    for _ in range(80):
        a, b = random.choices([*session.encounter.figures], k=2)
        with suppress(Problem):
            if session.questions:
                session.answer(any_answer(session.questions[0], session.encounter, chance, random))
            elif random.random() < 0.3:
                session.undo() if random.random() < 0.1 else run_line(session, "next")
            elif random.random() < 0.4:
                # A health of another sort would be set to a monster of Descent, whose wounds are counted up.
                has_health = rules.health_name in session.encounter.figures[a].tracks
                order = random.choice(orders if has_health else orders[:-1])
                run_line(session, order.format(a=a, b=b, n=random.randrange(1, 9), health=rules.health_name))
            else:
                session.command(Command(verb=random.choice([verb.name for verb in system_verbs(rules)])))
    health_adds_up(session)
    harm_adds_up(session)
    sentences_add_up(session)


FOUR = ("dice app", "add fighter Ann init=20", "add goblin x2 init=3", "next")


def test_what_is_undone_does_not_count_and_what_is_brought_back_does() -> None:
    session = table(*FOUR, "damage g1 5 by ann")
    before = evening(session)
    run_line(session, "damage ann 30")
    after = evening(session)
    assert after != before and after.figures[0].taken == 30
    run_line(session, "undo")
    assert evening(session) == before
    run_line(session, "redo")
    assert evening(session) == after


def test_a_corrected_amount_counts_as_it_is_now() -> None:
    session = table(*FOUR, "damage g1 5 by ann")
    place = session.entries()[-1].seat
    run_line(session, f"amend {place} damage g1 3 by ann")
    run_line(session, "damage g1 1")
    pairs = {(pair.who, pair.whom): pair.damage for pair in evening(session).pairs}
    assert pairs["Ann", "Goblin 1"] == 3 and pairs["by hand", "Goblin 1"] == 1


def test_who_felled_and_killed_is_told_apart_from_who_only_hurt() -> None:
    session = table(*FOUR, "damage g1 3", "damage g1 20 by ann", "damage ann 99 by g2", "damage g2 20")
    pairs = {(pair.who, pair.whom): (pair.damage, pair.felled, pair.killed) for pair in evening(session).pairs}
    assert pairs == {
        ("Ann", "Goblin 1"): (4, 1, 1),
        ("Goblin 2", "Ann"): (44, 1, 1),
        ("by hand", "Goblin 1"): (3, 0, 0),
        ("by hand", "Goblin 2"): (7, 1, 1),
    }


def test_a_spell_has_its_healer_and_a_rest_after_the_fight_is_no_part_of_its_last_round() -> None:
    begun = ("dice app", "add fighter Ann init=20", "add cleric Bob init=15", "add goblin init=1", "next", "next")
    healed = ("damage ann 30", 'cast "cure wounds" ann', "damage g1 20", "over", "rest long", "award 50")
    report = evening(table(*begun, *healed))
    assert [(pair.who, pair.whom) for pair in report.pairs if pair.healing] == [("Bob", "Ann")]
    (last,) = report.rounds
    assert "Bob healed Ann by" in last.told and "Long rest" not in str(last.log)
    assert "Long rest" in str(last.log_after) and last.told_after.startswith("Other healing: Ann by")
    assert report.figures[0].health[-1] < 44, "as it was when the round ended"
    assert "### After the fight\n\n**Other healing" in markdown(report)


def test_time_belongs_to_the_round_and_the_turn_in_which_it_passed() -> None:
    added = ("dice app", "add fighter Ann init=20", "add goblin init=3")
    report = evening(table(*added, "next", "damage g1 1", "next", "damage g1 1", "next", "damage g1 1"))
    assert [round_.seconds for round_ in report.rounds] == [240, 60]
    assert {(turn.who, turn.turns, turn.seconds) for turn in report.turns} == {("Ann", 2, 180), ("Goblin 1", 1, 120)}


def test_temporary_points_have_their_own_number() -> None:
    session = table(*FOUR, "temp ann 4", "damage ann 9 by g1", "set ann hp 40", "heal ann 2")
    ann = evening(session).figures[0]
    assert (ann.taken, ann.absorbed, ann.changed, ann.regained) == (9, 4, 1, 2)
    assert ann.health == (44, 42) and evening(session).figures[1].dealt == 9


def test_before_the_first_round_there_is_nothing_to_report() -> None:
    report = evening(table("add fighter Ann", "damage ann 5"))
    assert (report.told, report.rounds, report.pairs, report.began) == ("", (), (), None)


def test_long_breaks_are_nobodys_time() -> None:
    session = table(*FOUR, "next", "next")

    def later(n: int) -> object:
        return when(n) + timedelta(seconds=2 * LONGEST_TURN if n >= session.step_log.position - 1 else 0)

    usual = evening(session)
    broken = evening_of(session.rules, session.step_log, "x", later, True)  # type: ignore[arg-type]
    assert broken.breaks == 2 * LONGEST_TURN + 60 and broken.seconds == (usual.seconds or 0) - 60
    assert usual.began is not None and usual.began >= BEGINNING.isoformat()


def test_without_times_nothing_is_told_of_them() -> None:
    session = table(*FOUR, "next")
    report = evening_of(session.rules, session.step_log, "x", lambda n: None, True)
    assert (report.began, report.seconds, report.turns) == (None, None, ())
    assert [each.seconds for each in report.rounds] == [None] * len(report.rounds)


HIDDEN = (
    *("dice app", "add fighter Ann init=20", "add goblin Shade init=10 hidden=yes", "add goblin x2 init=3", "next"),
    *("damage ann 6 by shade", "damage g1 20 by ann", "damage shade 3 by ann", "attack longsword g2", "next", "next"),
)


def test_the_players_read_nothing_of_who_is_hidden() -> None:
    session = table(*HIDDEN)
    whole, shown = (evening(session, is_whole) for is_whole in (True, False))
    assert "Shade" in repr(whole) and "Shade" not in repr(shown)
    assert ("by hand", "Ann", 6) in {(pair.who, pair.whom, pair.damage) for pair in shown.pairs}
    assert sum(pair.damage for pair in shown.pairs) == sum(row.taken for row in shown.figures)
    assert [row.name for row in shown.figures if row.health] == ["Ann"]
    assert whole.due and not shown.due


def names_of(report: Evening) -> list[str]:
    return [row.name for row in report.figures]


def test_a_figure_is_called_as_the_players_know_it() -> None:
    session = table("dice app", "add fighter Ann init=20", 'add goblin Boss init=3 shown="small shape"', "next")
    run_line(session, "damage boss 3 by ann")
    assert names_of(evening(session)) == ["Ann", "Boss"]
    assert names_of(evening(session, False)) == ["Ann", "small shape"] and "Boss" not in repr(evening(session, False))
