"""Fights that a forecast plays come out, act by act, as in a small model of the fifth edition with the same dice."""

from collections.abc import Sequence
from random import Random

import pytest

from referee.engine.contract.kept_kind import KeptKind
from referee.engine.state.bearer import Figure
from tests.forecast.begun import table
from tests.forecast.features import Fight, creature_of, hero_of
from tests.forecast.model import CONDITIONS, Creature, Differs
from tests.forecast.played import acts_of
from tests.srd.fights import RULES, rating

PARTY = ("fighter", "cleric", "rogue", "wizard")
SEED = 1
CREATURES = {kind.name: kind for kind in RULES.adding.catalogue() if kind.data and not kind.words.startswith("hero ")}
ALONE = {"Rakshasa"}
"""Drawn, but it has a party of its own: spells of most levels do nothing to it."""
THIRTY = [name for name in Random(SEED).sample(sorted(CREATURES), 30) if name not in ALONE]


def fitting(creature: KeptKind) -> tuple[int, int]:
    """How many of a creature four heroes fight, and the level of these."""
    worth = rating(creature)
    return 1 if worth >= 2 else 4 if worth >= 0.25 else 8, max(1, min(20, round(worth)))


def compared(name: str, count: int, level: int, *lines: str, party: Sequence[str] = PARTY, seed: str = "1") -> int:
    """The number of acts in one fight, each of which the model has played, too. Differs at the first difference.

    party: classes, at that level, or whole lines of heroes.
    """
    heroes = [each if " " in each else f"{each}{level}" for each in party]
    called = {each.split()[1].lower(): each.split()[0].rstrip("0123456789") for each in heroes if " " in each}
    session = table("fifth", f'add "{name}" x{count}', *(f"add {each}" for each in heroes), *lines, "next")
    acts, _ = acts_of(session, seed)
    there = acts[0].before.figures.items()
    model = Fight(
        creature_of(figure, name) if figure.name.startswith(name) else hero_of(figure, called.get(tag, tag), level)
        for tag, figure in there
        if figure.kind != "lair"
    )
    for n, act in enumerate(acts, 1):
        try:
            model.play(act)
            app = {"turn": act.after.turn} | {tag: state(act.after.figures[tag]) for tag in model.creatures}
            ours = {"turn": model.turn} | {tag: expected(each) for tag, each in model.creatures.items()}
            differ = [f"{tag}: app {app[tag]}, model {ours[tag]}" for tag in ours if app[tag] != ours[tag]]
            if differ:
                raise Differs("; ".join(differ))
        except Differs as problem:
            problem.add_note(f"{name}, act {n} of {len(acts)}: {act.verb} {act.using} {act.who}>{','.join(act.on)}")
            raise
    return len(acts)


def state(figure: Figure) -> tuple[object, ...]:
    """How a figure is in the app."""
    if figure.standing == "dead":
        return ("dead",)
    now = {name: track.now for name, track in figure.tracks.items()}
    slots = {n: now[f"slot{n}"] for n in range(1, 10) if f"slot{n}" in now}
    return (
        figure.standing, now["hp"], figure.tracks["hp"].most, now.get("temp", 0), now["successes"], now["failures"],
        sorted(each.kind for each in figure.conditions if each.kind in CONDITIONS), slots, now.get("legendary", 0),
        now.get("resistance", 0), now["reaction"],
    )  # fmt: skip


def expected(creature: Creature) -> tuple[object, ...]:
    """How a creature is in the model."""
    if creature.standing == "dead":
        return ("dead",)
    return (
        creature.standing, creature.hp, creature.most, creature.temp, creature.successes, creature.failures,
        sorted(each.kind for each in creature.conditions if each.kind in CONDITIONS), creature.slots,
        creature.legendary, creature.resistance, creature.reaction,
    )  # fmt: skip


@pytest.mark.one_in(10)
@pytest.mark.parametrize("name", THIRTY)
def test_a_creature_against_heroes_of_its_level(name: str) -> None:
    assert compared(name, *fitting(CREATURES[name])) > 5


LAIR = (
    "add lair 20 power=\"{name='Tremor', dc=15, not_twice=true, test='save dex', targets='many', at='foes', "
    "damage='2d6 bludgeoning', spared='half', brings=[{condition='prone'}]}\" power=\"{name='Fumes', dc=13, "
    "not_twice=true, test='save con', targets='many', at='foes', brings=[{condition='poisoned', for='end of by'}]}\""
)
SPECIAL = (
    ("Adult White Dragon", 1, 13, LAIR),
    ("Adult Brass Dragon", 1, 13, LAIR),
    ("Young White Dragon", 1, 8, LAIR),
    ("Ancient Blue Dragon", 1, 16),
    ("Ancient Black Dragon", 1, 15),
    ("Bandit Captain", 2, 5),
    ("Knight", 2, 6),
    ("Noble", 8, 4),
    ("Chain Devil", 1, 9),
)
"""A creature, how many, the level of the heroes: fights with a lair, with legendary actions, with reactions."""


@pytest.mark.one_in(4)
@pytest.mark.parametrize("fight", SPECIAL, ids=lambda fight: f"{fight[0]} {fight[2]}{' lair' * len(fight[3:])}")
@pytest.mark.parametrize("seed", ("2", "3"))
def test_lairs_legendary_actions_and_reactions(fight: tuple[str, int, int], seed: str) -> None:
    assert compared(*fight, seed=seed) > 5


CONJURER = (
    "{side} Conny hp=38 ac=14 con=2 wis=4 con_save=2 wis_save=7 proficiency=3 casting=4 cantrip=2 type=humanoid "
    "slot1=4 slot2=3 slot3=2 slot4=1 slot5=1 spell=produce_flame spell={spell}"
)
"""Somebody who summons, on either side."""
SUMMONS: tuple[tuple[str, int, int, str, str], ...] = (
    ("Hill Giant", 3, 5, "hero", "conjure_animals"),
    ("Hill Giant", 3, 5, "hero", "animate_objects"),
    ("Hill Giant", 3, 7, "hero", "giant_insect"),
    ("Hill Giant", 1, 9, "foe", "conjure_animals"),
    ("Hill Giant", 1, 9, "foe", "animate_objects"),
    ("Treant", 1, 9, "", ""),
)
"""A creature, how many, the level of the heroes, whose side summons, and with which spell; or who summons by itself."""


@pytest.mark.one_in(4)
@pytest.mark.parametrize("fight", SUMMONS, ids=lambda fight: " ".join(map(str, fight)))
@pytest.mark.parametrize("seed", ("4", "5"))
def test_summons(fight: tuple[str, int, int, str, str], seed: str) -> None:
    name, count, level, side, spell = fight
    summoner, party = CONJURER.format(side=side, spell=spell), ("fighter", "cleric", "rogue")
    lines = (f"add {summoner}",) if side == "foe" else ()
    assert compared(name, count, level, *lines, party=(summoner, *party) if side == "hero" else party, seed=seed) > 5


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", ("1", "2", "3"))
def test_whoever_it_dominates_fights_for_it(seed: str) -> None:
    assert compared("Rakshasa", 1, 13, party=("rogue", "fighter13 Bea", "fighter"), seed=seed) > 5
