"""Ability decks of Gloomhaven that come from a file are dealt to the monsters that they came with."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.campaign.plan import plan_in
from referee.campaign.plan_export import plan_of
from referee.campaign.plan_run import played
from referee.dialogue.run_lines import run_line
from referee.engine.problem import NotUnderstood
from referee.engine.record.past_states import settled_state_at
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.library.own_library import OwnLibrary
from referee.library.records import put_in, read, records_of, written
from referee.rules import registry
from referee.rules.gloomhaven.ability import problem
from referee.rules.gloomhaven.joining import MOST_CARDS, with_cards
from referee.store.library import Library
from referee.store.library_record import KeptFigure
from referee.store.library_tables import FIGURES, TABLES
from referee.words.bearer import named_thing
from referee.words.log import ordered
from tests.imports.reading import imported, told

MOVE = {"type": "move", "value": 1, "valueType": "plus"}
ATTACK = {"type": "attack", "value": 1, "valueType": "minus"}
FLARE = {"name": "Flare", "initiative": 12, "shuffle": True, "actions": [MOVE, ATTACK]}
GLOW = {
    "initiative": 64,
    "actions": [{**ATTACK, "subActions": [{"type": "range", "value": 1, "valueType": "minus"}]}],
}
HEAT = {"initiative": 64, "actions": [{"type": "element", "value": "fire"}, {"type": "custom", "value": "glows"}]}
STATS = [
    {"level": 1, "health": 3, "movement": 2, "attack": 1},
    {"level": 1, "type": "elite", "health": 5, "movement": 3, "attack": 2},
]


def monster(name: str = "flame-wisp", deck: str = "wisp") -> tuple[str, bytes]:
    content = {"name": name, "deck": deck, "baseStat": {}, "stats": STATS}
    return f"{name}.json", json.dumps(content).encode()


def deck(*cards: dict[str, Any], name: str = "wisp") -> tuple[str, bytes]:
    return f"{name}-deck.json", json.dumps({"name": name, "abilities": cards or [FLARE, GLOW, HEAT]}).encode()


def library(folder: Path, *files: tuple[str, bytes]) -> Library:
    """A library that holds what these files bring."""
    kept = Library(folder)
    kept.add(FIGURES, [figure for done in imported(*files) for figure in done.figures])
    return kept


def table(folder: Path, *lines: str) -> Session:
    """A table with the dice, and the decks, of the referee's own."""
    rules = registry.load("gloomhaven")
    session = Session(rules, MemoryStepLog(Encounter(system=rules.name)), kept=OwnLibrary(folder, rules.name))
    for line in ("dice table", "add character Ann hp=10", *lines):
        run_line(session, line)
    return session


def cards(session: Session, pile: str = "deck", group: str = "flame-wisp") -> list[str]:
    return [session.encounter.name(card) for card in session.encounter.groups[group].piles.get(pile, ())]


@pytest.fixture
def wisps(tmp_path: Path) -> Path:
    library(tmp_path, monster(), deck())
    return tmp_path


def test_a_formula_is_worked_out_as_the_boss_is_added(tmp_path: Path) -> None:
    stats = [{"level": 1, "health": "8xC", "movement": 2, "attack": "C+1", "range": "far"}]
    boss = json.dumps({"name": "bandit-king", "boss": True, "baseStat": {"type": "boss"}, "stats": stats}).encode()
    (done,) = imported(("boss.json", boss))
    assert done.figures[0].words == 'monster "Bandit King" hp=8xC move=2 attack=C+1'
    assert any('range "far" not understood' in why for why in told(done)["Bandit King"])
    library(tmp_path, ("boss.json", boss))
    session = table(tmp_path, "add character Bob hp=8", 'add "bandit king" 1')
    king = next(each for each in session.encounter.figures.values() if each.side == "monsters")
    assert (king.tracks["hp"].now, king.traits["attack"]) == (16, 3)


def test_the_type_gets_the_deck_once_for_both_ranks(wisps: Path) -> None:
    session = table(wisps, 'add "flame wisp" x2', 'add "flame wisp (elite)" x1')
    figures = session.encounter.figures.values()
    assert [(each.name, each.tracks["hp"].now) for each in figures][1:] == [
        ("Flame Wisp 1", 3),
        ("Flame Wisp 2", 3),
        ("Flame Wisp 3", 5),
    ]
    assert cards(session) == ["12 Flare", "64", "64"]
    assert [group.tag for group in session.encounter.groups_of("type")] == ["flame-wisp"]


def test_a_card_is_shown_with_what_it_does(wisps: Path) -> None:
    session = table(wisps, 'add "flame wisp" 1')
    rules, encounter = session.rules, session.encounter
    deck = encounter.groups["flame-wisp"].piles["deck"]
    shown = [named_thing(rules, encounter, "flame-wisp", card) for card in deck]
    assert shown == [
        "12 Flare (initiative 12, parts move +1; attack -1, shuffle)",
        "64 (parts attack -1; text range -1)",
        "64 (initiative 64, parts infuse fire; text custom glows)",
    ]


def test_a_round_is_played_with_drawn_cards_and_its_deck_shuffled(wisps: Path) -> None:
    session = table(wisps, 'add "flame wisp" 1', "pick ann 20 70", "next")
    run_line(session, "< flame-wisp.64-1")
    assert [slot.label for slot in session.encounter.order] == ["20", "64"]
    for line in ("next", "act", "pick ann 30 80", "next"):
        run_line(session, line)
    assert cards(session, "discard") == ["64"] and session.encounter.groups["table"].tracks["fire"].now
    run_line(session, "< 12")
    assert [slot.label for slot in session.encounter.order] == ["12", "30"]
    for line in ("act", "< -", "next"):
        run_line(session, line)
    assert session.encounter.phase == "cards"
    assert sorted(cards(session)) == ["12 Flare", "64", "64"] and not cards(session, "discard")


def test_nobody_draws_where_the_initiative_is_typed(wisps: Path) -> None:
    session = table(wisps, "option monster_cards typed", 'add "flame wisp" 1', "pick ann 20 70", "next", "< 33")
    assert [slot.label for slot in session.encounter.order] == ["20", "33"] and len(cards(session)) == 3


def test_it_is_dealt_also_in_the_middle_of_a_round(wisps: Path) -> None:
    session = table(wisps, "add bandit-guard 1", "pick ann 20 70", "next", "< 50", 'add "flame wisp" 1', "< 12")
    assert [slot.label for slot in session.encounter.order if slot.who == "f1"] == ["12"]
    assert cards(session, "shown") == ["12 Flare"]


def test_the_record_holds_the_deck_when_the_library_is_gone(wisps: Path) -> None:
    session = table(wisps, 'add "flame wisp" x2', "pick ann 20 70", "next", "< 12")
    (wisps / "library.json").unlink()
    said = [ordered(entry) for entry in session.entries()]
    again = table(wisps.parent, *said[2:], "< 12")
    assert again.encounter == session.encounter and cards(again, "shown") == ["12 Flare"]
    assert settled_state_at(session.step_log, session.step_log.position) == session.encounter
    copy = played(session.rules, plan_in("\n".join(plan_of(session)), "plan"))
    assert copy.encounter == session.encounter


def test_without_its_deck_it_comes_as_before(tmp_path: Path) -> None:
    library(tmp_path, monster())
    session = table(tmp_path, 'add "flame wisp" 1 2')
    assert not session.encounter.groups["flame-wisp"].piles
    assert "card=" not in ordered(session.entries()[-1])


def test_a_type_of_the_rules_keeps_its_deck(tmp_path: Path) -> None:
    library(tmp_path, monster("bandit-guard"), deck())
    session = table(tmp_path, 'add "bandit guard" 1')
    assert len(cards(session, group="bandit-guard")) == 8


def test_one_that_is_kept_brings_the_deck_to_another_table(wisps: Path) -> None:
    session = table(wisps, 'add "flame wisp" 1', "pick ann 20 70", "next", "< 12", 'keep f1 "Big wisp"')
    kept = Library(wisps).find(FIGURES, "big wisp")
    other = table(wisps, 'add "big wisp" 1')
    assert cards(other, group="big-wisp") == ["12 Flare", "64", "64"] and cards(session, "shown") == ["12 Flare"]
    assert kept.words.count("card=") == 3 and not kept.data


def test_it_goes_to_another_library_and_back(wisps: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    text = written(records_of(Library(wisps), TABLES))
    other = tmp_path_factory.mktemp("other")
    put_in(Library(other), read(text.encode(), "kept.json"), None)
    assert written(records_of(Library(other), TABLES)) == text
    session = table(other, 'add "flame wisp" 1')
    assert len(cards(session)) == 3 and session.encounter == table(wisps, 'add "flame wisp" 1').encounter


def test_what_a_card_says_beyond_the_game_is_reported_and_kept_as_text() -> None:
    burning = {
        **ATTACK,
        "subActions": [
            {"type": "range", "value": 3},
            {"type": "push", "value": 2},
            {
                "type": "element",
                "value": "fire",
                "valueType": "minus",
                "subActions": [{**ATTACK, "valueType": "add"}, {"type": "condition", "value": "wound"}],
            },
        ],
    }
    (done,) = imported(deck({"initiative": 5, "actions": [burning, {"type": "heal", "value": "2xC"}]}))
    found: Any = done.figures[0].data["cards"]
    assert [card["parts"] for card in found] == [
        "attack -1 range 3; text push 2; text element -fire: attack +1, condition wound; text heal 2xC"
    ]
    assert len([note for note in told(done)["Wisp"] if "kept as a note" in note]) == 3


@pytest.mark.parametrize("field", ["name", "value"])
def test_hostile_text_of_a_card_stays_text(tmp_path: Path, field: str) -> None:
    nasty = 'x"; attack 99; shuffle; lost\n\x1b[2J\u202e [red]{0} card="1: move 9"  # <1 : ; %s ' + "y" * 9_000
    card: dict[str, Any] = {"initiative": 40, "actions": [{"type": "custom", "value": nasty}]}
    if field == "name":
        card = {"initiative": 40, "name": nasty, "actions": [MOVE]}
    library(tmp_path, monster(), deck(card, FLARE))
    session = table(tmp_path, 'add "flame wisp" x2', "pick ann 20 70", "next", "< 40")
    shown = [session.encounter.things[tag] for tag in session.encounter.groups["flame-wisp"].piles["shown"]]
    assert [each.traits["initiative"] for each in shown] == [40] and "shuffle" not in shown[0].traits
    assert problem(str(shown[0].traits["parts"])) is None and ";" not in str(shown[0].traits["parts"])
    assert all(len(each.name) < 80 and each.name.isprintable() for each in session.encounter.things.values())
    assert len(cards(session)) == 1
    for line in ("next", "act"):
        run_line(session, line)
    copy = played(session.rules, plan_in("\n".join(plan_of(session)), "plan"))
    assert copy.encounter == session.encounter
    run_line(session, 'keep f1 "Other"')
    other = table(tmp_path, 'add "other" 1')
    assert [each.traits for each in other.encounter.things.values() if each.kind == "card"][-2:] == [
        each.traits for each in session.encounter.things.values() if each.tag.startswith("flame-wisp.")
    ]


@pytest.mark.parametrize(
    ("data", "brought"),
    [
        ({"cards": "12: move +1"}, 0),
        ({"cards": [None, 1, "x", [], {}, {"initiative": True}, {"initiative": 0}, {"initiative": 100}]}, 0),
        ({"cards": [{"initiative": 7}, {"initiative": 8, "parts": 5, "name": [], "shuffle": "yes"}]}, 2),
        ({"cards": [{"initiative": 7, "parts": "dances; attack +1 push 2; ;; heal 0" + "; move +1" * 60}]}, 1),
        ({"cards": [{"initiative": 7, "parts": "text " + "long " * 900}] * 90}, MOST_CARDS),
    ],
)
def test_whatever_a_library_holds_can_be_said(tmp_path: Path, data: dict[str, Any], brought: int) -> None:
    kept = KeptFigure(name="Flame Wisp", system="gloomhaven", words='monster "Flame Wisp" hp=3', data=data)
    Library(tmp_path).add(FIGURES, [kept])
    session = table(tmp_path, 'add "flame wisp" 1')
    assert len(cards(session)) == brought
    assert ("library has the rest" in ordered(session.entries()[-1])) == ("parts" in str(data) and brought == 1)
    assert len(with_cards(kept.words, data)) < 6_500
    copy = played(session.rules, plan_in("\n".join(plan_of(session)), "plan"))
    assert copy.encounter == session.encounter


@pytest.mark.one_in(6)
def test_cards_are_said_in_words(tmp_path: Path) -> None:
    session = table(tmp_path)
    before = session.encounter
    for card, why in (("x", "Type a card like this: 12 Flare"), ("0: move +1", "1 to 99"), ("9: dance", "card 9")):
        with pytest.raises(NotUnderstood, match=why):
            run_line(session, f'add monster Rat 1 card="{card}"')
    with pytest.raises(NotUnderstood, match=f"{MOST_CARDS} cards at most"):
        run_line(session, "add monster Rat 1 " + 'card="9: move +1" ' * (MOST_CARDS + 1))
    with pytest.raises(NotUnderstood, match="at most 5,400 letters"):
        run_line(session, "add monster Rat 1 " + f'card="9:{"xp 1;" * 47}" ' * MOST_CARDS)
    with pytest.raises(NotUnderstood, match="x2"):
        run_line(session, "add monster Rat")
    assert session.encounter == before
