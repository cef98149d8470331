"""Each feature of a creature that plays does what its source says: each fact of it is seen in a scene, or the catalogue
says that it is by hand, or `unseen.txt` names it with the reason.
"""

import json
import re
from functools import cache

import pytest

from tests.srd import facts, trait_scenes
from tests.srd.made import FILE as LIBRARY
from tests.srd.scenes import Stage
from tests.srd.unseen import FEATURES, unseen

_SAID = (
    (r"^DC (\d+) (\w+)(?: check)?$", r"DC \1 \2"),
    (r"^until its next turn (\w+)$", r"to the \1 of"),
    (r"^until next turn (\w+)$", r"to the \1 of"),
    (r"^immune 24 hours$", "immune"),
    (r"^saves again.*$", "saves again"),
    (r"^needs (\w+)$", r"\1"),
    (r"^half its hp$", "half its"),
    (r"^half$", "half damage"),
    (r"^each turn (\w+)$", r"turns? \(\1\)"),
    (r"^by (\d+)$", r"fails by \1"),
    (r"^24 hour$", "24 hours|1 day"),
)
"""What a fact is called in a line of what is by hand."""


@cache
def rows() -> dict[str, dict[str, object]]:
    """The rows of the catalogue, by each name that the source has."""
    figures = json.loads(LIBRARY.read_bytes())["figures"]
    return {name: row for row in figures for name in (row["name"], *row.get("also", []))}


def plain(name: str) -> str:
    """The name of a feature without what stands in brackets."""
    return re.sub(r"\s*\([^)]*\)", "", name).lower()


def of_catalogue(feature: facts.Feature) -> tuple[bool, str]:
    """Whether a feature plays, and the line of what of it is by hand."""
    own = rows()[feature.creature]["data"]["features"]  # type: ignore[index]
    found = [each for each in own if plain(each["name"]) == plain(feature.name)]
    return any(each["plays"] for each in found), "; ".join(each["by_hand"] for each in found)


def is_by_hand(fact: str, line: str) -> bool:
    """True if the line of what is by hand has the fact."""
    said = next((re.sub(words, form, fact) for words, form in _SAID if re.match(words, fact)), re.escape(fact))
    return re.search(said, line, re.IGNORECASE) is not None


def missed(feature: facts.Feature) -> set[str]:
    """The facts of a feature that plays which neither a scene shows nor the catalogue leaves to the hand."""
    plays, by_hand = of_catalogue(feature)
    if not plays:
        return set()
    called = str(rows()[feature.creature]["name"])
    stage = Stage(called)
    ordered = feature.name == "Multiattack" or stage.things(stage.start(()), feature)
    seen = (stage.proof(feature) if ordered else trait_scenes.proof(called, feature)).seen
    return {fact for fact in {*feature.facts} - seen if not is_by_hand(fact, by_hand)}


CREATURES = sorted({each.creature for each in facts.read()})


@pytest.mark.one_in(48, rest=12)
@pytest.mark.parametrize("creature", CREATURES)
def test_each_fact_is_seen(creature: str) -> None:
    for feature in (each for each in facts.read() if each.creature == creature):
        named = unseen(FEATURES).get((creature, feature.name), set())
        assert missed(feature) == named, f"{creature}, {feature.name}: the scene shows others than {FEATURES.name} says"


def test_each_entry_of_what_is_unseen_names_a_fact() -> None:
    there = {(each.creature, each.name): {*each.facts} for each in facts.read()}
    assert {key for key, listed in unseen(FEATURES).items() if not listed <= there.get(key, set())} == set()


def test_a_fact_that_does_not_hold_is_not_seen() -> None:
    """The proof would find a mistake: numbers next to the right ones are not seen."""
    wrong = ("+8 to hit", "2d6+4 bludgeoning", "2d6+5 slashing", "DC 13 con", "charmed", "half")
    assert Stage("Aboleth").proof(facts.Feature("Aboleth", "Tentacle", wrong)).seen.isdisjoint(wrong)
    right = ("+9 to hit", "2d6+5 bludgeoning", "DC 14 con", "diseased")
    assert {*right} <= Stage("Aboleth").proof(facts.Feature("Aboleth", "Tentacle", right)).seen
