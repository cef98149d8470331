"""Weapons, spells and items that are given at the table, changed and taken, in every game that has such things."""

from contextlib import suppress

import pytest
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.contract.adding_rules import AddingRules
from referee.engine.contract.template import Template
from referee.engine.events.event import CardsMoved
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.add import ask_kind
from referee.engine.verbs.verb import Situation
from referee.rules import registry


def table(system: str, *lines: str) -> Session:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines:
        run_line(session, line)
    return session


def carried(session: Session, who: str, pile: str) -> list[str]:
    there = session.encounter.figures[who].piles.get(pile, ())
    return [session.encounter.things[tag].name for tag in there]


GIVEN = {
    "fifth": ("add foe Boss hp=9", "weapon", "scimitar", "scimitar", "weapon"),
    "olde_swords": ("add hero Boss", "item", "rope", "Rope", "items"),
    "descent": ("add hero Boss", "weapon", "cleaver", "Cleaver", "equipped"),
    "gloomhaven": ("add character Boss", "item", "draught", "Healing Draught", "items"),
}


@pytest.mark.parametrize("system", GIVEN)
def test_a_thing_is_given_and_taken_at_any_time(system: str) -> None:
    come, key, word, name, pile = GIVEN[system]
    session = table(system, come)
    before = carried(session, "boss", pile)
    run_line(session, f"set boss {key} {word}")
    assert carried(session, "boss", pile) == [*before, name]
    run_line(session, f"set boss {key} -{word}")
    assert carried(session, "boss", pile) == before
    run_line(session, "undo")
    assert carried(session, "boss", pile) == [*before, name]
    with pytest.raises(Problem, match="has no"):
        run_line(session, f"set boss {key} -nonsense")


def test_a_thing_of_ones_own_in_one_line_takes_the_place_of_one_that_is_called_so() -> None:
    session = table("fifth", "dice table", "add foe Boss hp=21 ac=17 init=20", "add hero Ann hp=9 ac=10 init=5", "next")
    run_line(session, 'set boss weapon "bite +5 1d8+3 piercing"')
    run_line(session, 'set boss weapon "Bite +6 1d8+3 piercing, 1d6 fire"')
    assert carried(session, "boss", "weapon") == ["Bite"]
    for line in ("attack bite ann", "< 14", "< 4", "< 3"):
        run_line(session, line)
    assert session.encounter.figures["ann"].standing == "dying"


def test_a_spell_and_an_ability_with_a_save() -> None:
    session = table("fifth", "dice table", "add foe Boss hp=21 ac=17 init=20", "add hero Ann hp=9 ac=10 init=5", "next")
    run_line(session, "set boss spell bless")
    assert carried(session, "boss", "spell") == ["Bless"]
    run_line(session, 'set boss power "fire breath dc 15 save dex half 6d6 fire"')
    for line in ("power fire ann", "< 3", "< 1 2 3 4 5 6"):
        run_line(session, line)
    assert session.encounter.figures["ann"].standing != "up"


def test_all_of_one_sort_are_taken() -> None:
    session = table("fifth", "add goblin", "set g1 weapon -")
    assert carried(session, "g1", "weapon") == []


def test_where_weapons_are_a_trait_one_more_is_given() -> None:
    session = table("scorched", "add model Ann", "set ann weapon sword", "set ann weapon axe", "set ann weapon -sword")
    assert session.encounter.figures["ann"].traits["weapons"] == ("axe",)
    with pytest.raises(Problem, match="has no"):
        run_line(session, "set ann weapon -sword")


@pytest.mark.parametrize("line", ["set g1 weapon foo", "set g1 weapon", "set g1 weapon +5", 'set g1 weapon "bite +"'])
def test_what_is_no_weapon_is_refused(line: str) -> None:
    session = table("fifth", "add goblin")
    before = session.encounter
    with suppress(Problem):
        run_line(session, line)
    assert session.encounter == before


def test_who_is_brought_back_has_what_is_said_and_what_stays_is_not_moved() -> None:
    def moved(words: str) -> tuple[list[str], int]:
        session = table("fifth", "add fighter Ann", "set ann weapon dagger", "remove ann", f"bring back ann {words}")
        events = session.entries()[-1].events or ()
        return carried(session, "ann", "weapon"), sum(isinstance(event, CardsMoved) for event in events)

    weapons = carried(table("fifth", "add fighter Ann"), "ann", "weapon")
    assert weapons and moved('fighter "Ann" weapon=dagger') == ([*weapons, "dagger"], 0)
    assert moved('fighter "Ann"') == (weapons, 1)
    assert moved(f'fighter "Ann" without={weapons[0]}')[0] == weapons[1:]


def test_who_never_was_at_the_table_is_not_brought_back() -> None:
    with pytest.raises(Problem, match='Nothing called "zed" was at the table'):
        table("fifth", "add fighter Ann", "bring back zed fighter Zed")


def test_who_is_at_the_table_becomes_what_is_said_but_for_what_passes() -> None:
    ready = (
        "add fighter Ann",
        "init ann 3",
        "condition ann prone 2r",
        "condition ann exhaustion x2",
        "damage ann 5",
    )
    ann = table("fifth", *ready, 'bring back ann fighter "Ann" hp=7/44 condition=prone').encounter.figures["ann"]
    assert ann.tracks["hp"].now == 7 and ann.traits["init"] == 3
    (prone,) = ann.conditions
    assert prone.kind == "prone" and prone.until is not None, "it lies as long as before"


def test_dice_for_a_track_of_one_who_comes_are_asked_for_by_name() -> None:
    question = table("fifth", "dice table", "add foe Boss hp=2d6").question()
    assert question.prompt == "Boss: HP 2d6" and question.hidden


@pytest.mark.parametrize("system", registry.names())
def test_each_kind_that_can_be_added_is_told_in_words(system: str) -> None:
    rules = registry.load(system)
    question = ask_kind(Situation(rules, bare(rules)))
    own = {template.kind: template.hint or template.name for template in rules.templates}
    named = ((name, kind.hint) for kind in rules.adding.catalogue() for name in (kind.name, *kind.also))
    more = {name: hint for name, hint in named if name.lower() not in own}
    assert own | more == question.labels
    assert all(question.labels.values())
    nameless = replace(
        rules,
        adding=AddingRules(),
        templates=(Template("ogre", "foe", name="Ogre"), Template("imp", "foe", name="Imp", hint="small")),
    )
    assert ask_kind(Situation(nameless, bare(rules))).labels == {"ogre": "Ogre", "imp": "small"}
