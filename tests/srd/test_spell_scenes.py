"""Each spell that plays does what its source says: each fact of it is seen in a scene, or `spell_unseen.txt` names it
with the reason.
"""

import json
import re
from functools import cache

import pytest

from tests.srd import facts, spell_facts
from tests.srd.cast import FILE as GAME
from tests.srd.made import FILE as LIBRARY
from tests.srd.spell_scenes import SpellStage, of_caster
from tests.srd.unseen import BY_HAND, SPELLS, unseen

_COMMON = ("save", "check", "turn", "next", "smaller", "until", "damage", "attack")
"""Words of facts that say nothing by themselves."""


@cache
def playing() -> dict[str, str]:
    """The word of each spell that plays, in part at least, by its name in the source."""
    rows = json.loads(LIBRARY.read_bytes())["spells"]
    found = {row["name"]: row["word"] for row in rows if row["plays"]}
    known = {row["name"] for row in rows}
    for each in facts.read(spell_facts.FILE):
        word = each.name.lower().replace(" ", "_")
        if each.name not in known and word in GAME.things:
            found[each.name] = word
    return found


def features() -> dict[str, facts.Feature]:
    """The facts of each spell, by its name."""
    return {each.name: each for each in facts.read(spell_facts.FILE)}


def missed(spell: facts.Feature, word: str) -> set[str]:
    """The facts of a spell that no scene shows."""
    seen = SpellStage(spell, word).proof().seen
    return {fact for fact in spell.facts if of_caster(fact) not in seen}


@pytest.mark.one_in(36, rest=12)
@pytest.mark.parametrize("name", sorted(playing()))
def test_each_fact_is_seen(name: str) -> None:
    named = unseen(SPELLS).get((spell_facts.SPELL, name), set())
    assert missed(features()[name], playing()[name]) == named, f"{name}: other than {SPELLS.name} says"


def test_each_spell_of_the_source_has_its_facts() -> None:
    assert len(features()) == 319 and len(playing()) >= 214
    assert {*playing()} <= {*features()}


def test_each_entry_of_what_is_unseen_names_a_fact_of_a_spell_that_plays() -> None:
    there = {(spell_facts.SPELL, name): {*features()[name].facts} for name in playing()}
    assert {key for key, listed in unseen(SPELLS).items() if not listed <= there.get(key, set())} == set()


@pytest.mark.parametrize("name", sorted(name for _, name in unseen(SPELLS, BY_HAND)))
def test_what_is_by_hand_is_said(name: str) -> None:
    """A number or a word of each such fact stands in the line of the spell, or in what is told as it is cast."""
    row = next(row for row in json.loads(LIBRARY.read_bytes())["spells"] if row["name"] == name)
    told = re.findall(r"tell='([^']*)'", row["said"])
    line = " ".join((row["note"].partition(";")[2], *told)).lower()
    for fact in unseen(SPELLS, BY_HAND)[spell_facts.SPELL, name]:
        words = re.findall(r"\d+|[a-z]{3,}", re.sub(r"^slot \d: |mod\b", "", fact))
        telling = [word for word in words if word not in _COMMON] or words
        assert any(word[:5] in line for word in telling), f"{name}, {fact}: {line}"


def test_facts_that_do_not_hold_are_not_seen() -> None:
    """The proof would find a mistake: numbers next to the right ones are not seen."""
    wrong = {
        "Fireball": ("slot 2", "bonus action", "save con", "8d8 fire", "7d6 fire", "8d6 cold", "slot 4: 10d6 fire"),
        "Guiding Bolt": ("save dex", "concentration", "half", "4d6 fire", "advantage attack", "until next turn start"),
        "Hold Person": ("spell attack", "10 minute", "stunned", "saves again start", "targets 2", "only beast"),
        "Haste": ("+1 ac", "speed halved", "advantage save str", "resistant fire", "no reactions", "ends damaged"),
        "Conjure Animals": ("2 of cr 2", "1 of cr 1", "slot 5: 3 of cr 2"),
    }
    for name, listed in wrong.items():
        stage = SpellStage(facts.Feature(spell_facts.SPELL, name, listed), playing()[name])
        assert stage.proof().seen.isdisjoint(map(of_caster, listed)), name
