"""Two states of one encounter, value by value."""

from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.engine.events.apply import fold
from referee.engine.events.event import FigureHidden, StandingSet, TrackBounded, TrackChanged
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Thing
from referee.engine.state.encounter import Encounter
from referee.rules import registry
from referee.words.state_diff import TABLE_PARTS, comparison, differences
from tests.command_language.test_line import at_table
from tests.command_language.tiny import TINY


def test_what_differs_is_said_bearer_by_bearer_and_then_of_the_table() -> None:
    was = at_table("add hero Ulf", "add rat x2", "next").encounter
    hurt = fold(was, (TrackChanged(tag="r1", track="wounds", by=-1), StandingSet(tag="r1", standing="dead")))
    now = replace(hurt, turn="r2")
    assert comparison(was, now, TINY) == ["Rat 1's wounds 1 → 0, dead", "turn Ulf → Rat 2"]
    assert comparison(was, was, TINY) == []


def test_a_track_has_the_name_that_its_game_gives_it() -> None:
    plain = registry.load("plain")
    session = Session(plain, MemoryStepLog(Encounter(system="plain")))
    run_line(session, "add hero Ann 18 hp=7")
    was = session.encounter
    hit = TrackChanged(tag="ann", track="hp", by=-3)
    now = fold(was, (hit,))
    assert differences(was, now, plain) == ["Ann -3 HP"]
    assert comparison(was, now, plain) == ["Ann's HP 7 → 4"]


def test_what_each_event_changes_is_said_in_a_word_or_two() -> None:
    session = at_table("add hero Ulf", "add rat x2", "next", "conceal r2", "condition ulf poisoned", "set ulf skill 4")
    for line in ("rename r1 Big", "set r1 side heroes", "lift ulf poisoned", "damage r1 1", "reveal r2"):
        run_line(session, line)
    events = [event for entry in session.entries() for event in entry.events or ()]
    state, told = session.step_log.known(0)[1], list[str]()
    for event in events:
        before, state = state, fold(state, (event,))
        told += [f"{event.t}: {said}" for said in differences(before, state, TINY)]
    assert told == [
        *("joined: Ulf joins", "joined: Rat 1 joins", "joined: Rat 2 joins", "phase: round 1", "phase: fight"),
        *("order: the order changes", "turn+: Ulf's turn", "hidden: Rat 2 hidden", "cond+: Ulf poisoned"),
        *("trait: Ulf skill 4", "renamed: Big was Rat 1"),
    ]


def test_another_field_of_an_encounter_is_compared_by_its_name() -> None:
    was = at_table("add hero Ulf").encounter
    now = replace(was, phase="dusk")
    assert (differences(was, now), comparison(was, now, TINY)) == (["dusk"], ["phase none → dusk"])
    assert {"round", "phase", "turn", "order", "board"} <= {*TABLE_PARTS}


def test_of_a_pile_it_is_said_what_came_and_what_went() -> None:
    was = at_table("add hero Ulf").encounter
    things = {tag: Thing(tag=tag, name=tag.title(), kind="card") for tag in ("axe", "bow", "cap")}

    def holding(*cards: str) -> Encounter:
        ulf = replace(was.figures["ulf"], piles={"hand": cards})
        return replace(was, figures={"ulf": ulf}, things=things)

    assert comparison(holding("axe", "axe", "bow"), holding("axe", "bow", "cap"), TINY) == [
        "Ulf's hand with Cap and without Axe"
    ]
    assert comparison(holding("axe", "bow"), holding("bow"), TINY) == ["Ulf's hand without Axe"]
    things = {tag: Thing(tag=tag, name=tag.title(), kind="weapon") for tag in things}
    assert comparison(holding("axe", "bow"), holding("bow"), TINY) == ["Ulf's Axe is gone"]
    assert comparison(holding("bow"), holding("bow", "cap"), TINY) == ["Ulf's Cap is there"]


def test_whose_turn_it_was_and_a_map_that_differs_are_said() -> None:
    was = at_table("add hero Ulf", "add rat")
    quiet = was.encounter
    run_line(was, "next")
    assert quiet.turn is None and was.encounter.turn is not None
    assert f"turn nobody → {was.encounter.name(was.encounter.turn)}" in comparison(quiet, was.encounter, TINY)
    before = was.encounter
    run_line(was, "map 3x3")
    assert comparison(before, was.encounter, TINY) == ["the map changes"]
    assert not any("map" in line for line in comparison(was.encounter, was.encounter, TINY))


def test_a_bound_that_differs_and_who_has_acted_are_said() -> None:
    session = at_table("add hero Ulf", "add rat", "next")
    was = session.encounter
    track = was.figures["ulf"].tracks["wounds"]
    raised = fold(was, (TrackBounded(tag="ulf", track="wounds", most=9),))
    assert comparison(was, raised, TINY) == [f"Ulf's maximum wounds {track.most} → 9"]
    assert comparison(raised, fold(was, (TrackBounded(tag="ulf", track="wounds", most=None),)), TINY) == [
        "Ulf's maximum wounds 9 → any"
    ]
    slots = tuple(replace(slot, acted=not slot.acted) for slot in was.order)
    assert comparison(was, replace(was, order=slots), TINY) == ["the list of who has acted changes"]


def test_who_was_hidden_or_revealed_is_told() -> None:
    was = at_table("add hero Ulf", "add rat").encounter
    now = fold(was, (FigureHidden(tag="r1", hidden=True),))
    assert comparison(was, now, TINY) == ["Rat 1 is hidden to the players"]
    assert comparison(now, was, TINY) == ["Rat 1 is revealed to the players"]
