"""Equipment, Ap, scores and pairing, as tables and properties."""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Tested
from referee.engine.questions.answer import Counted, Picked, Rolled
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Figure, Group, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.rules.scorched.combats import one_on_one
from referee.rules.scorched.conditions import rank
from referee.rules.scorched.effective_stats import (
    EFFECTS,
    Blow,
    blows_of,
    scores_of,
    stats_in_combat,
    stats_with_weapons,
    summary,
)
from referee.rules.scorched.harm import to_wound
from referee.rules.scorched.kinds import TOUCHES, WEAPONS, WOUNDS, WS, kinds, weapons_problem
from referee.rules.scorched.ruleset import RULES

CARRIED = [kind.name for kind in kinds().values() if not kind.dual]
PAIRS = list(combinations_with_replacement(CARRIED, 2))


def table(*lines: str) -> Session:
    """A table at which these lines have been typed."""
    session = Session(RULES, MemoryStepLog(bare(RULES)))
    for line in lines:
        run_line(session, line)
    return session


def one(weapons: str, *more: str) -> Encounter:
    """A charging psyker with these weapons, in combat with one enemy."""
    told = ("add model Ulf side=red ws=5 charges=1 psyker=yes weapons=" + weapons, "add model Orc side=blue")
    return table(*told, *more, "charge ulf orc", "priority red", "next").encounter


# -------------------------------------------------------------------- the seventeen kinds

ALONE: dict[str, tuple[str, int, int, str]] = {
    "punch": ("Simple", 5, 1, "-"),
    "sword": ("Parry", 5, 1, "5"),
    "dagger": ("Gap-Stab", 5, 1, "5"),
    "axe": ("Breaker", 5, 1, "5"),
    "mace": ("Knock back", 5, 1, "5"),
    "spear": ("Spear Support", 5, 1, "5"),
    "lance": ("Charge Bonus", 5, 1, "4"),
    "shield": ("Shielding", 5, 1, "5"),
    "two-handed": ("Cleave", 4, 1, "4"),
    "hand-and-a-half": ("Adaptive", 5, 1, "5"),
    "chain": ("Shred", 5, 1, "5"),
    "power": ("Powered", 5, 1, "1"),
    "force": ("Focus", 5, 1, "5"),
    "relic": ("Excise", 5, 1, "5"),
    "daemon": ("Possession", 5, 1, "5"),
}
"""For each kind with Ap 5, after a charge: its rule, and effective Ws, dice and Ap."""


def test_there_are_seventeen_kinds_and_each_has_its_effect() -> None:
    assert len(kinds()) == 17
    assert kinds().keys() >= EFFECTS.keys()
    assert ALONE.keys() == set(CARRIED)


@pytest.mark.parametrize("kind", CARRIED)
def test_a_kind_alone(kind: str) -> None:
    rule, ws, dice, ap = ALONE[kind]
    stats = stats_in_combat(one(f"{kind}:ap5"), "vs1")["ulf"]
    assert (stats.effective_ws, stats.dice_count, str(stats.ap("threshold", "pool"))) == (ws, dice, ap)
    assert list(stats.bonuses) == [rule]
    assert stats.cleaves == (kind == "two-handed")


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("turned", [False, True])
def test_a_pair_has_the_rules_of_both(first: str, second: str, turned: bool) -> None:
    words = (second, first) if turned else (first, second)
    stats = stats_in_combat(one(",".join(words)), "vs1")["ulf"]
    dual = "Flurry of Blows" if first == second else "Off-handed"
    assert set(stats.bonuses) == {ALONE[first][0], ALONE[second][0], dual}
    assert stats.dice_count == (2 if first == second else 1)
    assert stats.effective_ws == (4 if "two-handed" in words else 5)
    assert stats.cleaves == ("two-handed" in words)
    improved = len({"lance", "two-handed"} & set(words))
    best = 6 if "power" in words else improved
    assert rank("threshold", stats.ap("threshold", "pool").value) == best
    six = 6 if "power" in words else min(6, max(5 if "dagger" in words else 0, 0) + improved)
    assert rank("threshold", stats.ap("threshold", "pool", six=True).value) == six


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_pair_fights_a_whole_combat(first: str, second: str) -> None:
    session = table(
        f"add model Ulf side=red ws=6 wounds=3 charges=2 psyker=yes sv=4 weapons={first},{second}",
        "add model Orc side=blue ws=3 wounds=9 sv=4 inv=5 fnp=6 weapons=sword",
        "charge ulf orc",
        "priority red",
        "next",
        "fight",
    )
    asked = fight_out(session)
    assert asked["attack red ulf"] == (4 if first == second else 3)
    assert ("parry orc" in asked) == ("axe" not in (first, second))
    assert ("parry ulf" in asked) == ("sword" in (first, second))
    assert ("charges ulf" in asked) == ("force" in (first, second))
    assert ("shielding red ulf" in asked) == ("shield" in (first, second))
    # The slain are not pushed any more.
    assert ("pushed orc<ulf" in asked) == ("mace" in (first, second) and "daemon" not in (first, second))
    slain = session.encounter.figures["orc"].standing == "slain"
    assert slain == ("daemon" in (first, second))


def fight_out(session: Session) -> dict[str, int]:
    """Answers all that is asked: sixes to attack with, threes to save with, nothing declared; what was asked."""
    asked: dict[str, int] = {}
    while session.questions:
        question = session.questions[0]
        match question:
            case Roll(pools=pools):
                face = 6 if question.key.startswith("attack red") else 3
                asked[question.key] = sum(pool.count for pool in pools)
                session.answer(Rolled.thrown(*((face,) * pool.count for pool in pools)), question.key)
            case Pick():
                asked[question.key] = 0
                session.answer(Picked(tags=()), question.key)
            case Amount():
                asked[question.key] = 0
                session.answer(Counted(n=0), question.key)
            case Choose():
                raise AssertionError("nothing was parried")
    return asked


def test_two_hands_are_declared_and_cleave() -> None:
    session = table(
        "add model Ulf side=red ws=5 weapons=hand-and-a-half:ap5",
        "add model Orc side=blue",
        "charge ulf orc",
        "priority red",
        "next",
        "fight",
        "< ulf",
    )
    stats = stats_in_combat(session.encounter, "vs1")["ulf"]
    assert stats.cleaves
    assert stats.effective_ws == 4
    assert stats.ap("threshold", "pool").value == 4


@pytest.mark.parametrize(
    ("weapons", "pool", "best"),
    [
        ("power,lance:ap6", 1, 1),
        ("axe:ap5,lance:ap6", 4, 5),
        ("axe:ap3,lance:ap5", 2, 3),
        ("punch:ap2,sword:ap6", 6, 6),
        ("two-handed:ap6,lance", 4, 5),
        ("punch,punch", 0, 0),
    ],
)
def test_two_weapons_pool_their_ap_or_the_better_counts(weapons: str, pool: int, best: int) -> None:
    stats = stats_with_weapons(one(weapons), "ulf")
    assert (stats.ap("threshold", "pool").value, stats.ap("threshold", "best").value) == (pool, best)


def test_a_set_ap_never_makes_a_better_one_worse() -> None:
    stats = stats_with_weapons(one("dagger:ap1"), "ulf")
    assert stats.ap("threshold", "pool", six=True).value == 1
    assert stats_with_weapons(one("power:ap4"), "ulf").ap("modifier", "pool").value == 4


def test_ap_has_an_order_in_both_modes() -> None:
    assert [rank("threshold", ap) for ap in (0, 6, 5, 2, 1)] == [0, 1, 2, 5, 6]
    assert [rank("modifier", ap) for ap in (0, 1, 6)] == [0, 1, 6]
    assert all(rank(mode, rank(mode, ap)) == ap for mode in ("threshold", "modifier") for ap in range(7))


def test_weapons_are_read_or_refused_in_one_sentence() -> None:
    assert weapons_problem(("sword", "shield")) is None
    assert weapons_problem(("great-axe:ap4:s6",)) is None
    for wrong in (("sword", "axe", "mace"), ("spoon",), ("sword:ap7",), ("sword:ap1:ap2",), ("flurry",), ("sword+",)):
        problem = weapons_problem(wrong)
        assert problem is not None
        assert problem.endswith(".")


def test_strength_against_toughness() -> None:
    assert [to_wound(s, 4) for s in range(1, 9)] == [6, 6, 5, 4, 3, 2, 2, 2]


# -------------------------------------------------------------------- the muster


def test_the_summary_gives_a_reason_for_each_modifier() -> None:
    encounter = table(
        "add model Ulf side=red ws=6 wounds=2/3 weapons=two-handed:ap5",
        "add pike side=red",
        "add model Orc x2 side=blue ws=4",
        "charge ulf o1,o2",
        "touch p1 ulf",
        "priority red",
        "next",
    ).encounter
    line = summary(encounter, stats_in_combat(encounter, "vs1")["ulf"])
    assert line.startswith("Ws 3 (6, -1 two-handed, -2 outnumbered), 3 dice (2, +1 spear Pike 1), 1 wound lost, Ap 4 (")


def test_the_dice_question_shows_the_muster_before_the_dice() -> None:
    session = table("add model Ulf side=red ws=5", "add model Orc side=blue", "charge ulf orc", "priority red", "next")
    run_line(session, "fight")
    red = session.question("attack red ulf")
    assert red.notes == ("Ws 5, 1 die, Ap -",)


def test_thirty_models_roll_in_one_answer_for_each_side() -> None:
    session = table(
        "option outnumber more",
        "add model Orc x30 side=blue ws=3 sv=6",
        "add model Ulf side=red ws=9 wounds=5 sv=2",
        "charge ulf o1-30",
        "priority blue",
        "next",
        "fight",
    )
    blue = session.questions[0]
    assert isinstance(blue, Roll)
    assert [pool.name for pool in blue.pools] == [f"Orc {n}" for n in range(1, 31)]
    run_line(session, "< " + " ".join(["1"] * 29 + ["6"]))
    run_line(session, "< 5 5 5 5 5")
    assert session.questions[0].key.startswith("save ulf<")
    session.undo()
    session.throw()
    assert session.question().key.startswith("save")


# -------------------------------------------------------------------- pairing


@given(st.dictionaries(st.integers(0, 9), st.sets(st.integers(10, 19)), max_size=10))
def test_pairs_touch_each_other_and_nobody_is_left_who_could_pair(contacts: dict[int, set[int]]) -> None:
    touching: dict[Tag, list[Tag]] = {}
    for mine, theirs in sorted(contacts.items()):
        for other in sorted(theirs):
            touching.setdefault(f"f{mine}", []).append(f"f{other}")
            touching.setdefault(f"f{other}", []).append(f"f{mine}")
    pairs = one_on_one(touching)
    paired = [tag for pair in pairs for tag in pair]
    assert len(set(paired)) == len(paired)
    assert all(b in touching[a] for a, b in pairs)
    assert all(foe in paired for tag in touching if tag not in paired for foe in touching[tag])


# -------------------------------------------------------------------- simultaneity


@dataclass(frozen=True)
class Model:
    """A model and the faces its attack dice show, as many as it may need."""

    ws: int
    wounds: int
    weapons: tuple[str, ...]
    faces: tuple[int, ...]


Side = tuple[Tag, str, Model]
"""A model with its tag and its side."""

weapons = st.lists(st.sampled_from(CARRIED), min_size=1, max_size=2).map(tuple)
faces = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple)
models = st.lists(st.builds(Model, st.integers(0, 7), st.integers(1, 3), weapons, faces), min_size=1, max_size=3)


@settings(max_examples=60, deadline=None)
@given(models, models)
def test_swapping_the_sides_changes_no_score_and_no_hit(red: list[Model], blue: list[Model]) -> None:
    there = [(f"r{n}x", "red", m) for n, m in enumerate(red)] + [(f"b{n}x", "blue", m) for n, m in enumerate(blue)]
    swapped = [(tag, "blue" if side == "red" else "red", m) for tag, side, m in there]
    assert outcome(there) == outcome(there[::-1]) == outcome(swapped)


def outcome(there: list[Side]) -> tuple[dict[Tag, int], dict[tuple[Tag, Tag], Blow]]:
    """The scores and the hits of that combat, whatever the order in which they are found."""
    encounter = combat_of(there)
    sides = {tag: side for tag, side, _ in there}
    models = stats_in_combat(encounter, "vs1")
    foes = {tag: [other for other in sides if sides[other] != sides[tag]] for tag in sides}
    dice = {tag: model.faces[: models[tag].dice_count] for tag, _, model in there}
    scores = scores_of(encounter, models, dice)
    blows = blows_of(encounter, models, foes, scores)
    return {tag: score.total for tag, score in scores.items()}, {(b.attacker, b.target): b for b in blows}


def combat_of(there: list[Side]) -> Encounter:
    """A combat of these models, in this order."""
    figures = {
        tag: Figure(
            tag=tag,
            name=tag,
            kind="model",
            side=side,
            tracks={WOUNDS.name: Track(now=model.wounds, most=3)},
            traits={WS.name: model.ws, WEAPONS.name: model.weapons},
        )
        for tag, side, model in there
    }
    group = Group(tag="vs1", name="combat", kind="combat", members=tuple(figures))
    empty = bare(RULES)
    return replace(empty, figures=figures, groups={**empty.groups, "vs1": group})


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=4, max_size=4), st.sampled_from(["sword", "daemon", "mace", "chain:ap4"]))
def test_who_has_priority_changes_nothing_of_what_befalls_whom(shown: list[int], weapon: str) -> None:
    """A whole combat with the same dice, once in either order of the sides."""
    first, second = (befalls(shown, weapon, side) for side in ("red", "blue"))
    assert first == second


def befalls(shown: list[int], weapon: str, first: str) -> tuple[list[str], dict[Tag, tuple[str, int]]]:
    """Who hits whom, and how everybody stands after the combat."""
    session = table(
        f"add model Ulf side=red ws=5 wounds=2 sv=4 weapons={weapon}",
        "add model Orc side=blue ws=5 wounds=2 sv=4 fnp=5 weapons=daemon",
        "charge ulf orc",
        f"priority {first}",
        "next",
        "fight",
    )
    dice = {"attack red ulf": shown[:2], "attack blue orc": shown[2:]}
    while session.questions:
        question = session.questions[0]
        if isinstance(question, Roll):
            there = sum(pool.count for pool in question.pools)
            thrown = dice.get(question.key, [(shown[0] + n) % 6 + 1 for n in range(there)])
            session.answer(Rolled.thrown(thrown), question.key)
        else:
            session.answer(Picked(tags=()) if isinstance(question, Pick) else Counted(n=1), question.key)
    figures = session.encounter.figures
    hits = sorted(
        (e.who, e.target, e.count)
        for x in session.entries()
        for e in x.events or ()
        if isinstance(e, Tested) and "SC-12" in e.cites
    )
    return hits, {tag: (figures[tag].standing, WOUNDS.of(session.encounter, tag)) for tag in figures}


# -------------------------------------------------------------------- what an Ap rests on

STRIKES = [
    ("lance", ("charge ulf orc",), 5, {"SC-22"}),
    ("lance", ("touch ulf orc",), 5, set()),
    ("two-handed", ("touch ulf orc",), 5, {"SC-27"}),
    ("power:ap5", ("touch ulf orc",), 5, {"SC-34"}),
    ("punch", ("touch ulf orc",), 5, {"SC-15"}),
    ("dagger", ("touch ulf orc",), 6, {"SC-17"}),
    ("dagger", ("touch ulf orc",), 5, set()),
    ("axe,lance", ("charge ulf orc",), 5, {"SC-22", "SC-30", "SC-45"}),
    ("axe,lance", ("touch ulf orc",), 5, {"SC-30", "SC-45"}),
]


@pytest.mark.parametrize(("weapons", "moves", "die", "clauses"), STRIKES)
def test_a_blow_cites_the_clauses_of_its_ap_and_no_others(
    weapons: str, moves: tuple[str, ...], die: int, clauses: set[str]
) -> None:
    told = ("add model Ulf side=red ws=5 weapons=" + weapons, "add model Orc side=blue ws=1")
    encounter = table(*told, *moves, "priority red", "next").encounter
    models = stats_in_combat(encounter, "vs1")
    scores = scores_of(encounter, models, {"ulf": [die], "orc": [1]})
    (blow,) = blows_of(encounter, models, {"ulf": ["orc"], "orc": ["ulf"]}, scores)
    assert set(blow.cites) == clauses


# -------------------------------------------------------------------- contact


def test_who_is_taken_off_the_table_is_in_contact_with_nobody() -> None:
    """Contact that was set on one side only goes as well."""
    session = table("add model Ulf side=red", "add model Orc side=blue", "set orc touches ulf", "remove ulf")
    assert TOUCHES.of(session.encounter, "orc") == ()


@pytest.mark.parametrize(("choice", "told"), [("off", True), ("on", False)])
def test_the_question_for_charges_says_what_strength_is_good_for(choice: str, told: bool) -> None:
    session = Session(RULES, MemoryStepLog(bare(RULES)))
    script = f"""add model Osk side=red ws=5 s=3 charges=4 psyker=yes weapons=force
add model Orc side=blue ws=4
charge osk orc
option priority_by hand
priority red
option wound_roll {choice}
next
fight"""
    for line in script.splitlines():
        run_line(session, line)
    question = session.questions[0]
    assert isinstance(question, Amount) and "_" not in question.prompt
    assert (("strength", "counts only with: option wound_roll on") in question.tally) is told
