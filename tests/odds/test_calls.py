"""What the odds of an attack cost: counted in runs of the rule and in Python calls, not by the clock."""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.contract.kept_kind import KeptKind
from referee.engine.events.event import Joined, StandingSet
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Picked
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Confirm
from referee.engine.record.session import Session
from referee.engine.state.bearer import Tag
from referee.engine.verbs.offered_verbs import system_verbs
from referee.engine.verbs.verb import Command, Given
from referee.odds.command_odds import Walker
from referee.rules import registry
from tests.odds.fights import ATTACKS, begun, command, odds_of, played
from tests.odds.run_calls import MOST_CALLS, calls_of, run_of

MOST_RUNS = {"black_keep": 4, "olde_swords": 40, "fifth": 40, "descent": 120, "scorched": 120, "gloomhaven": 10}
EACH_THROW, EACH_FALL, EACH_COMES, EACH_CONDITION = 350, 550, 700, 150
"""Those for each throw after the fifth, each figure that falls or comes, each condition after the first."""


class Cost(NamedTuple):
    """What one run of a rule costs."""

    calls: int
    most: int
    """What it may."""


@pytest.mark.parametrize("system", ATTACKS)
def test_an_attack(system: str) -> None:
    session = begun(system)
    runs = odds_of(session, ATTACKS[system]).runs
    assert runs <= MOST_RUNS[system]
    whole = calls_of(lambda: Walker(session.rules, session.encounter, command(session, ATTACKS[system])).walk(()))
    assert whole <= MOST_CALLS * runs


def _run(session: Session, order: Command, seed: int) -> Cost:
    """What one run of an order costs, and may cost."""
    run = run_of(session, order, seed)
    falls, come = (len([event for event in run.events if isinstance(event, of)]) for of in (StandingSet, Joined))
    return Cost(run.calls, MOST_CALLS + max(0, run.answers - 5) * EACH_THROW + falls * EACH_FALL + come * EACH_COMES)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("turns", range(5))
def test_all_that_can_be_done_in_the_sample_of_fifth(turns: int) -> None:
    """With all that can be chosen for it, a few at random, in the turns of all heroes and of a goblin."""
    session, dearest = begun("fifth", *["next"] * turns), list[tuple[Cost, str, int]]()
    for verb in (*(verb.name for verb in session.rules.verbs), "next"):
        for seed in range(6):
            with suppress(Refused):  # it is not possible now, or it needs words
                dearest.append((_run(session, Command(verb=verb), seed), verb, seed))
    assert max(dearest)[0].calls > 900
    assert all(cost.calls <= cost.most for cost, *_ in dearest), max(dearest)


def test_the_first_turn_of_fifth() -> None:
    session = begun("fifth", "undo", "undo")
    assert session.encounter.turn is None
    assert _run(session, Command(verb="next"), 1).calls <= MOST_CALLS


def test_an_area() -> None:
    session = begun("fifth", "next")
    one, four = (_run(session, command(session, f"cast fireball {who}"), 3).calls for who in ("g1", "g1,g2,g3,o1"))
    assert one <= MOST_CALLS // 2 and four <= MOST_CALLS


HEROES = ("add fighter Ulf", "add cleric Mira", "add rogue Pip", "add wizard Elin")
PARTS = 60
OF_SEVERAL = 300
"""Calls more of the dearest acts upon four, such as a whelm, an insect plague, a wall of fire."""


def _in_its_turn(kind: KeptKind) -> tuple[Session, Tag]:
    """A figure of a kind in its turn, before four heroes."""
    session = played(registry.load("fifth"), f"add {kind.words} side=foes", *HEROES, "next", "< 1 2 3 4 20")
    who, *_ = (tag for tag, figure in session.encounter.figures.items() if figure.side == "foes")
    while session.questions:  # something that it has is offered as its turn begins
        question = session.questions[0]
        run_line(session, "< no" if isinstance(question, Confirm) else "< -" if isinstance(question, Pick) else "< 1")
    assert session.encounter.turn == who and not session.questions
    return session, who


def _acts(session: Session, who: Tag) -> Iterator[Command]:
    """All that a figure may do with each of its things, to as many of four as it may be aimed at."""
    situation = session.situation
    for verb in system_verbs(session.rules):
        params = {param.name: param for param in verb.params}
        if not {"who", "targets"} <= params.keys():
            continue
        given = Given({"who": Picked(tags=(who,))})
        using = params["using"].ask(situation, given) if "using" in params else None
        things = [word for word in using.options if word not in using.barred] if isinstance(using, Choose) else [""]
        for thing in things:
            so_far = Given({**given, "using": Chosen(option=thing)} if thing else given)
            aim = params["targets"].ask(situation, so_far)
            usual = params["targets"].default
            said = usual(situation, so_far) if usual is not None else None
            if said is None and isinstance(aim, Pick):
                said = Picked(tags=tuple(tag for tag in aim.among if tag not in aim.barred)[: min(aim.most, 4)])
            assert said is not None
            yield Command(verb=verb.name, given={**so_far, "targets": said})


@pytest.mark.one_in(PARTS, rest=24)
@pytest.mark.parametrize("part", range(PARTS))
def test_all_that_all_kinds_of_fifth_can_do_to_four(part: int) -> None:
    dearest = list[tuple[Cost, str, Command]]()
    for kind in registry.load("fifth").adding.catalogue()[part::PARTS]:
        session, who = _in_its_turn(kind)
        for order in _acts(session, who):
            for seed in range(3):
                with suppress(Refused):  # it is not possible now, or nobody is a target of it
                    cost, aimed = _run(session, order, seed), order.given["targets"]
                    several = isinstance(aimed, Picked) and len(aimed.tags) > 1
                    dearest.append((cost._replace(most=cost.most + several * OF_SEVERAL), kind.name, order))
    dearest.sort(key=lambda each: each[0].calls - each[0].most)
    print(dearest[-1])
    assert len(dearest) > 50 and dearest[-1][0].calls <= dearest[-1][0].most
