"""The library at a table: what is offered, found and written out in full."""

from pathlib import Path

import pytest

from referee.dialogue.completion import complete
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.events.event import TrackChanged
from referee.engine.problem import NotUnderstood, Problem, Refused
from referee.engine.record.past_states import settled_state_at
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.library.own_library import OwnLibrary
from referee.library.records import condition_from, figure_from, party_from
from referee.rules import registry
from referee.store.library import Library
from referee.store.library_tables import CONDITIONS, FIGURES, PARTIES
from referee.words.log import ordered


def table(folder: Path, system: str = "fifth", *lines: str) -> Session:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)), kept=OwnLibrary(folder, system))
    for line in lines:
        run_line(session, line)
    return session


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    library, rules = Library(tmp_path), registry.load("fifth")
    for name in ("Goblin boss", "Goblin brute", "Goblin"):
        library.add(FIGURES, [figure_from(rules, name, "goblin hp=21", "Flees at half.")])
    library.add(FIGURES, [figure_from(registry.load("gloomhaven"), "Rat king", "monster hp=9 attack=4")])
    library.add(PARTIES, [party_from(rules, "heroes", "fighter Ann; cleric Bob hp=3/9")])
    library.add(CONDITIONS, [condition_from(rules, "soaked", "3r", "lightning hurts twice")])
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "recorded"), [("soaked", "soaked 3r"), ("soaked 2", "soaked 2"), ("prone", "prone"), ("odd", "odd")]
)
def test_a_condition_of_the_referee_s_own_lasts_as_said_or_else_as_usual(
    folder: Path, typed: str, recorded: str
) -> None:
    session = table(folder, "fifth", "add fighter Ulf", f"condition ulf {typed}")
    assert ordered(session.entries()[-1]) == f"condition ulf {recorded}"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ('add "goblin b', ["Goblin boss", "Goblin brute"]),
        ("add own", ["own Goblin"]),
        ("add par", ["party"]),
        ("add party ", ["heroes"]),
        ("condition ulf soa", ["soaked"]),
        ("keep u", ["ulf"]),
        ("keep c", ["condition"]),
        ("party ", ["save", "load", "rest", "undo"]),
        ("party save h", ["heroes"]),
        ("party rest heroes l", ["long"]),
    ],
)
def test_it_is_offered(folder: Path, typed: str, words: list[str]) -> None:
    session = table(folder, "fifth", "add fighter Ulf")
    assert [offer.word for offer in complete(session, typed).options] == words


def test_the_game_s_own_kinds_come_first(folder: Path) -> None:
    offers = [offer.word for offer in complete(table(folder), "add gob").options]
    assert offers[0] == "goblin" and set(offers[1:]) == {"Goblin boss", "Goblin brute"}
    with pytest.raises(NotUnderstood, match="could be Goblin boss, Goblin brute"):
        run_line(table(folder), 'add "goblin b"')


def test_the_record_holds_it_in_full(folder: Path) -> None:
    session = table(folder, "fifth", 'add "goblin boss" x2 hp=30', "add party heroes", "condition ann soaked")
    (folder / "library.json").unlink()
    said = [ordered(entry) for entry in session.entries()]
    assert said == [
        'add goblin "Goblin boss" hp=21 note="Flees at half." x2 hp=30',
        'bring fighter "Ann"; cleric hp=3/9 "Bob"',
        "condition ann soaked 3r",
    ]
    again = table(folder.parent, "fifth", *said)
    assert again.encounter == session.encounter
    assert settled_state_at(session.step_log, 3) == session.encounter
    assert session.encounter.figures["g1"].tracks["hp"].now == 30


def test_a_note_is_kept_as_a_note(folder: Path) -> None:
    session = table(folder, "fifth", 'add "goblin boss"', "set goblin-boss hp 30/30", 'keep goblin-boss "Big one"')
    (big,) = Library(folder).matching(FIGURES, "big one")
    assert (big.words, big.note) == ('goblin "Big one" hp=30', "Flees at half.")
    run_line(session, 'add "big one"')
    assert session.encounter.figures["big-one"].traits["note"] == "Flees at half."


def test_standees_are_said_with_their_numbers(folder: Path) -> None:
    session = table(folder, "gloomhaven", "add warden Ann", 'add "rat king" 1 elite 3')
    ranks = {each.name: each.traits["rank"] for each in session.encounter.figures.values() if "rank" in each.traits}
    assert ranks == {"Rat king 1": "normal", "Rat king 3": "elite"}
    assert {each.tracks["hp"].now for each in session.encounter.figures.values()} >= {9}
    with pytest.raises(NotUnderstood, match="numbers"):
        run_line(session, 'add "rat king"')


def test_a_summon_belongs_to_no_party(folder: Path) -> None:
    session = table(folder, "gloomhaven", "add warden Ann", "add summon Wolf owner=ann", "party save us yes")
    assert [member.name for member in Library(folder).find(PARTIES, "us").members] == ["Ann"]
    with pytest.raises(Refused, match="Wolf cannot belong to a party"):
        run_line(session, "party save us wolf")
    table(folder, "gloomhaven", "add party us")
    fifth = ("add druid1 Dru", "add wolf side=heroes", "condition w1 summoned")
    session = table(folder, "fifth", *fifth, "party save circle yes")
    assert [member.name for member in Library(folder).find(PARTIES, "circle").members] == ["Dru"]


def test_another_game_s_are_not_found(folder: Path) -> None:
    with pytest.raises(Problem, match='There is no "goblin boss"'):
        run_line(table(folder, "plain"), 'add "goblin boss"')


def test_half_a_party_is_filled_up_and_a_whole_one_refused(folder: Path) -> None:
    session = table(folder, "fifth", "add rogue Bob", "add party heroes")
    assert [figure.kind for figure in session.encounter.figures.values()] == ["rogue", "fighter"]
    with pytest.raises(Refused, match="Ann, Bob"):
        run_line(session, "add party heroes")


def test_a_party_is_saved_only_when_it_is_sure(folder: Path) -> None:
    session = table(folder, "fifth", "add party heroes", "damage ann 4", "add rogue Cyd")
    told = run_line(session, "party save heroes")
    assert told is not None and told.lines == ("heroes would be saved like this:", "Ann: HP 44 → 40/44")
    assert Library(folder).find(PARTIES, "heroes").members[0].words == 'fighter "Ann"'
    run_line(session, told.proposal)
    told = run_line(session, "party save heroes cyd")
    assert told is not None and told.lines[1] == "Cyd: new"
    run_line(session, told.proposal)
    heroes = Library(folder).find(PARTIES, "heroes")
    assert [member.name for member in heroes.members] == ["Ann", "Bob", "Cyd"]
    assert heroes.members[0].words == 'fighter "Ann" hp=40/44'
    assert session.step_log.position == 3, "the record says nothing of it"


def test_a_fight_between_equals_asks_who_belongs_to_a_party(folder: Path) -> None:
    session = table(folder, "scorched", "add model Ann side=red", "add model Bob side=blue")
    with pytest.raises(Refused, match="Say who belongs to the party"):
        run_line(session, "party save reds")
    run_line(session, "party save reds ann yes")
    assert [member.name for member in Library(folder).find(PARTIES, "reds").members] == ["Ann"]


def test_a_hero_with_many_spells_of_the_catalogue_is_saved_and_loaded(folder: Path) -> None:
    session = table(folder, "fifth", "add druid11 Dru", "add wizard20 Wiz")
    told = run_line(session, "party save magi")
    assert told is not None
    run_line(session, told.proposal)
    words = [member.words for member in Library(folder).find(PARTIES, "magi").members]
    assert all(len(each) < 4000 for each in words) and "spell=call_lightning" in words[0]
    again = table(folder, "fifth", "add party magi")
    for tag in ("dru", "wiz"):
        spells = [
            [each.encounter.things[thing].name for thing in each.encounter.figures[tag].piles["spell"]]
            for each in (session, again)
        ]
        assert len(spells[0]) > 15 and spells[0] == spells[1]


def test_a_figure_with_more_of_its_own_than_can_be_saved_is_refused(folder: Path) -> None:
    spell = "spell=\"{name='Own {}', cost={action=1}, test='save dex', damage='1d6 fire', tell='TELL'}\""
    session = table(folder, "fifth", "add hero Dru")
    for n in range(60):
        run_line(session, f"set dru {spell.replace('{}', str(n), 1).replace('=', ' ', 1).replace('TELL', 'x' * 90)}")
    with pytest.raises(Refused, match="Dru has too many things of its own"):
        run_line(session, "party save magi")


def test_a_lair_belongs_to_no_party_and_earns_nothing(folder: Path) -> None:
    session = table(folder, "fifth", "add hero Ann", "add lair 20")
    told = run_line(session, "party save few")
    assert told is not None and told.lines[1:] == ("Ann: new",)
    run_line(session, "award 100")
    assert session.encounter.figures["ann"].tracks["xp"].now == 100


def test_a_party_without_its_name_is_the_only_one_or_asked_for(tmp_path: Path) -> None:
    session, library = table(tmp_path), Library(tmp_path)
    with pytest.raises(
        NotUnderstood, match=r"^There is no party yet in the library of .*\. To keep one: party save her"
    ):
        run_line(session, "add party")
    for name in ("heroes", "hirelings"):
        library.add(PARTIES, [party_from(session.rules, name, f"fighter {name[:3]}")])
        if name == "heroes":
            run_line(session, "add party")
            assert [*session.encounter.figures] == ["her"]
    with pytest.raises(NotUnderstood, match=r"^Which party\? Parties: heroes, hirelings\.$"):
        run_line(session, "add party")
    assert [*session.encounter.figures] == ["her"]


def test_a_rest_says_nothing_of_hit_dice_that_are_all_there(folder: Path) -> None:
    session = table(folder, "fifth", "add fighter5 Ann", "damage ann 3", "rest long")
    changed = [event for entry in session.entries() for event in entry.events or () if isinstance(event, TrackChanged)]
    assert {event.track for event in changed} == {"hp"}
