"""Figures in words: whatever figure is at a table, the words for it bring one like it, in every game."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.figures.family import family_name
from referee.engine.figures.figure_words import as_left, changes, words_to_keep
from referee.engine.figures.recruit import fresh_copy
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.rules import registry


def table(rules: System, *lines: str) -> Session:
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines:
        run_line(session, line)
    return session


def sample(rules: System) -> Session:
    return table(rules, *rules.sample().splitlines())


def sheet(rules: System, encounter: Encounter, tag: Tag) -> dict[str, object]:
    """What a figure is and carries, without how it stands in a fight."""
    recruit = fresh_copy(rules, encounter, encounter.figures[tag], tag, "")
    figure = recruit.figure
    return {
        "kind": figure.kind,
        "side": figure.side.replace(tag, "itself"),
        "tracks": {
            name: (track.now, track.most) for name, track in figure.tracks.items() if name not in rules.values.passing
        },
        "traits": {
            kind.name: kind.of(encounter, tag) for kind in rules.traits if kind.name not in rules.values.passing
        },
        "things": sorted(thing.tag.partition(".")[2] for _, thing in recruit.things if thing.kind != "card"),
    }


@pytest.mark.parametrize("name", registry.names())
def test_words_bring_one_like_it(name: str) -> None:
    rules = registry.load(name)
    encounter = sample(rules).encounter
    assert encounter.figures
    for tag, figure in encounter.figures.items():
        words = words_to_keep(rules, encounter, tag, family_name(figure))
        template = rules.template(words.split()[0])
        assert template is not None
        rank = figure.traits.get("rank", "normal")
        fresh = table(rules, f"add {words}" + (f" {rank} 1" if template.by_number else "")).encounter
        assert sheet(rules, fresh, next(iter(fresh.figures))) == sheet(rules, encounter, tag), words


@pytest.mark.parametrize("name", registry.names())
def test_one_that_was_left_as_it_came_is_brought_as_it_came(name: str) -> None:
    rules = registry.load(name)
    encounter = sample(rules).encounter
    ours = [tag for tag, figure in encounter.figures.items() if figure.side not in rules.app_sides]
    assert ours
    words = {tag: as_left(rules, encounter, tag) for tag in ours}
    again = table(rules, "bring " + "; ".join(words.values())).encounter
    here = {figure.name: tag for tag, figure in again.figures.items()}
    for tag in ours:
        new = here[encounter.figures[tag].name]
        assert sheet(rules, again, new) == sheet(rules, encounter, tag), words[tag]
        assert as_left(rules, again, new) == as_left(rules, again, new, words[tag]) == words[tag]
        assert changes(rules, words[tag], words[tag]) == {}


HURT = {
    "black_keep": ("add knight Ulf", "damage ulf 1", "set ulf items 2", "set ulf attack 3"),
    "olde_swords": ("add warrior Ulf", "damage ulf 3", "set ulf fatigue 2", "set ulf provisions 4"),
    "gloomhaven": ("add character Ulf item=draught", "damage ulf 3", "set ulf xp 7", "set ulf gold 12"),
    "descent": ("add brawler Ulf", "damage ulf 5", "set ulf fatigue 1", "set ulf moves 3"),
    "scorched": ("add model Ulf side=us wounds=4", "damage ulf 2"),
    "fifth": ("add fighter Ulf", "set ulf hp 5/28", "condition ulf exhaustion x2", "condition ulf prone", "temp ulf 4"),
    "plain": ("add hero Ulf hp=10", "damage ulf 4", "set ulf initiative 7", "set ulf note owes Pip two coins"),
}
LEFT = {
    "black_keep": {"wounds": "1/2", "items": "2", "attack": None},
    "olde_swords": {"hp": "x", "fatigue": "2/5", "provisions": "4"},
    "gloomhaven": {"xp": "7", "gold": "12", "hp": None, "item": "draught"},
    "descent": {"wounds": "11/16", "fatigue": "1/3", "moves": None},
    "scorched": {"wounds": "2/4"},
    "fifth": {"hp": "5/28", "condition": '"exhaustion x2"', "temp": "4"},
    "plain": {"hp": "6/10", "note": '"owes Pip two coins"', "initiative": None},
}


@pytest.mark.parametrize("name", registry.names())
def test_what_carries_over_is_as_it_was_left(name: str) -> None:
    rules = registry.load(name)
    add, *rest = HURT[name]
    came = table(rules, add).encounter
    before = as_left(rules, came, "ulf")
    encounter = table(rules, add, *rest).encounter
    words = as_left(rules, encounter, "ulf", before)
    for key, value in LEFT[name].items():
        assert (f"{key}={value}" in words) if value not in (None, "x") else (f"{key}=" in words) == (value == "x")
    assert changes(rules, before, words)
    again = table(rules, f"bring {words}").encounter
    assert as_left(rules, again, "ulf", before) == words
    fresh = table(rules, f"add {words_to_keep(rules, encounter, 'ulf', 'Ulf')}").encounter
    health = fresh.figures["ulf"].tracks[rules.health_name]
    assert health.now == health.most


@pytest.mark.parametrize(
    ("name", "line", "called"),
    [
        ("descent", "add hero Ann weapon=melee/rg/1pierce1", "Melee weapon (red green)"),
        ("descent", 'add hero Ann pack="Old Axe=melee/rg"', "Old Axe"),
        ("descent", "add hero Ann frost_blade=magic/wg//reach", "Frost blade"),
        ("olde_swords", "add hero Ann frost_blade=1d8", "frost blade"),
    ],
)
def test_a_weapon_of_ones_own_keeps_its_name_and_its_pile(name: str, line: str, called: str) -> None:
    rules = registry.load(name)
    first = table(rules, line).encounter
    again = table(rules, f"add {words_to_keep(rules, first, 'ann', 'Ann')}").encounter
    (thing,) = (thing for thing in again.things.values() if thing.name == called)
    assert again.figures["ann"].piles == first.figures["ann"].piles
    assert thing == first.things[thing.tag]


@pytest.mark.parametrize("system", registry.names())
def test_who_was_taken_off_the_table_comes_back_as_it_is_said(system: str) -> None:
    rules = registry.load(system)
    session = sample(rules)
    for tag, figure in session.encounter.figures.items():
        template = rules.template(rules.adding.kind_to_add(figure))
        if template is None or template.by_number:
            continue
        before, words = sheet(rules, session.encounter, tag), words_to_keep(rules, session.encounter, tag, figure.name)
        piles = session.encounter.figures[tag].piles
        for line in (f"remove {tag}", f"bring back {tag} {words}"):
            run_line(session, line)
        assert sheet(rules, session.encounter, tag) == before
        assert session.encounter.figures[tag].standing != "away"
        assert session.encounter.figures[tag].piles == piles


def test_what_is_new_is_among_the_changes() -> None:
    rules = registry.load("fifth")
    assert changes(rules, "fighter Ulf", "fighter Ulf condition=prone") == {"prone": ("", "x1")}
    assert changes(rules, "fighter Ulf condition=prone", "fighter Ulf") == {"prone": ("x1", "")}


def test_a_kind_that_stands_otherwise_than_most_does_so_without_a_word() -> None:
    rules = registry.load("fifth")
    encounter = table(rules, "add lair Lair", "add fighter Ulf").encounter
    assert "standing=" not in words_to_keep(rules, encounter, "lair", "Lair")
    assert as_left(rules, encounter, "ulf") and "standing=" not in as_left(rules, encounter, "lair")


def test_cards_of_a_hand_do_not_carry_over_and_are_as_they_were_before() -> None:
    rules = registry.load("gloomhaven")
    encounter = sample(rules).encounter
    tag = next(tag for tag, figure in encounter.figures.items() if figure.piles.get("hand"))
    before = as_left(rules, encounter, tag)
    assert as_left(rules, encounter, tag, before) == before


def test_who_is_in_another_shape_is_kept_in_its_own() -> None:
    rules = registry.load("fifth")
    session = table(rules, "dice table", "add druid4 Dru initiative=20", "add wolf initiative=1", "next")
    own = words_to_keep(rules, session.encounter, "dru", "Dru")
    left = as_left(rules, session.encounter, "dru")
    used = ' left="wild_shape uses 1/2"'
    for line in ("power wild_shape", "< wolf"):
        run_line(session, line)
    assert session.encounter.figures["dru"].traits["ac"] == 13
    assert words_to_keep(rules, session.encounter, "dru", "Dru").replace(used, "") == own
    assert as_left(rules, session.encounter, "dru").replace(used, "") == left
