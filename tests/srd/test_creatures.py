"""The creatures of the SRD that come with the fifth edition: each is found, can be added, and says what of it plays."""

import hashlib
import json
import os
import re
from pathlib import Path

import pytest

from referee import games as systems
from referee.dialogue.completion import complete
from referee.dialogue.run_lines import run_line
from referee.engine.figures.library import GameLibrary
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.add import ask_kind
from referee.library.columns import Entries
from referee.library.records import game_kinds, in_full, is_kind
from referee.library.search import Searchable
from referee.rules.open_table.language.shipped_catalogue import shipped_figures
from referee.store.library_tables import FIGURES
from tests.srd.by_hand import REASONS
from tests.srd.facts import FILE as FACTS
from tests.srd.gist import facts, gist
from tests.srd.made import FILE, KINDS, LATER, LICENCE, NEEDS, SPARED, copied, made
from tests.srd.noted import NOTED
from tests.srd.told import ALSO, TOLD, USED

RULES = systems.load("fifth")
CHECKED = (Path(__file__).parent / "checked.txt").read_text(encoding="ascii").strip()
"""The SHA-256 of the shipped file for which the script has made sure that it copies nothing and loses nothing."""
WHEEL = os.environ.get("SRD_WHEEL", "")
"""The wheel of the 5e database, where somebody has it."""


def at_a_table() -> Session:
    """An empty table of the fifth edition, without a library."""
    return Session(RULES, MemoryStepLog(Encounter(system="fifth")))


def test_the_shipped_file_is_the_one_that_was_checked() -> None:
    raw = FILE.read_bytes()
    assert hashlib.sha256(raw).hexdigest() == CHECKED, "made by hand? run: python -m tests.srd WHEEL"
    assert json.loads(raw)["licence"] == LICENCE and "CC BY" not in LICENCE.split("4.0")[0]


def test_each_of_the_334_is_found_once_and_says_what_plays() -> None:
    kinds = game_kinds(RULES)
    creatures = [each for each in kinds if each.data and not each.words.startswith("hero ")]
    assert len(creatures) == 334 and len({each.name.casefold() for each in kinds}) == len(kinds)
    for each in creatures:
        told = in_full(each, RULES)
        assert each.name in told[0] and told[1].startswith("add ")
        assert not each.data["features"] or told[2].startswith("plays "), each.name
        assert re.search(r", CR [\d/]+ ", each.note), each.name


@pytest.mark.one_in(6)
def test_each_can_be_added_twice() -> None:
    session = at_a_table()
    for each in (kind for kind in RULES.adding.catalogue() if kind.data and not kind.words.startswith("hero ")):
        run_line(session, f'add "{each.name}" x2')
        figures = list(session.encounter.figures.values())
        family = (KINDS.get(each.name) and each.name) or each.name
        assert [figure.name for figure in figures[:1]] == [f"{family} 1"] or family == "Adult Red Dragon"
        run_line(session, f"remove {','.join(figure.tag for figure in figures)}")
        session = at_a_table()


def test_words_of_the_game_mean_the_creatures_of_the_same_name() -> None:
    for name, word in KINDS.items():
        assert RULES.template(word) is not None
        (found,) = [each for each in game_kinds(RULES) if each.name == name]
        assert is_kind(found) and found.words == word and found.data


def test_these_have_what_their_creature_has() -> None:
    """The kinds of the game's own file: health, armour, hit dice, and a thing for each attack of the source."""
    things = {"Goblin": 3, "Wolf": 3, "Skeleton": 2, "Ghoul": 2, "Ogre": 2, "Adult Red Dragon": 8}
    for name, count in things.items():
        template = RULES.template(KINDS[name])
        assert template is not None and len(template.things) == count and template.traits["hp_dice"]


def test_these_hide_and_watch_as_the_note_of_their_creature_says() -> None:
    notes = {each.name: each.note for each in game_kinds(RULES)}
    for name, kind in KINDS.items():
        template = RULES.template(kind)
        assert template is not None
        usual = {"stealth": template.traits.get("dex", 0), "passive": 10 + int(str(template.traits.get("wis", 0)))}
        said = {"stealth": re.search(r"Stealth \+(\d+)", notes[name])}
        said |= {"passive": re.search(r"passive perception (\d+)", notes[name])}
        for key, number in said.items():
            assert number is None or template.traits.get(key, usual[key]) == int(number[1]), (name, key)


def test_each_sentence_of_our_own_stands_somewhere() -> None:
    figures = RULES.adding.catalogue()
    notes = "\n".join(figure.note for figure in figures)
    words = "\n".join(figure.words for figure in figures)
    assert [said for said in NOTED.values() if said not in notes] == []
    assert [said for said in (*USED.values(), *TOLD.values(), *ALSO.values()) if said not in words] == []


def test_typing_finds_by_name_type_and_challenge() -> None:
    entries = Searchable(Entries(FIGURES, game_kinds(RULES), rules=RULES))
    assert entries.matching("trol")[0].name == "Troll"
    assert {each.name for each in entries.matching("undead cr 4-5")} == {"Ghost", "Vampire Spawn", "Wraith"}
    assert [each.name for each in entries.matching("dragon cr 24-")][:2] == [
        "Ancient Gold Dragon",
        "Ancient Red Dragon",
    ]
    assert entries.matching("cr 0.5") == entries.matching("cr 1/2") != ()


def test_a_line_of_our_own_keeps_the_numbers_and_no_sentence() -> None:
    said = "The beast roars at 20 (3d8 + 7) creatures in a 30-foot cone, who are frightened for 1 minute (DC 14)."
    assert facts(said) == {"3d8+7", "30 ft", "frightened", "1 minute", "DC 14"} and not facts(said) - facts(gist(said))
    assert "roars" not in gist(said)


@pytest.mark.skipif(not WHEEL, reason="SRD_WHEEL names no wheel of the 5e database")
def test_the_file_is_what_the_script_makes() -> None:
    done = made(Path(WHEEL))
    assert done.text == FILE.read_text(encoding="utf-8") and done.facts == FACTS.read_text(encoding="utf-8")
    assert not [each for each in done.account if each.where.startswith("LOST")] and not copied(done)


def test_a_letter_of_add_looks_ahead_for_no_figure() -> None:
    """340 kinds are offered without one of them being read: each would cost a millisecond."""
    kept = GameLibrary()
    session = Session(RULES, MemoryStepLog(Encounter(system="fifth")), kept=kept)
    question = ask_kind(session.situation)
    assert question is ask_kind(session.situation) and question.leads_on and len(question.options) > 340
    assert [offer.word for offer in complete(session, "add tro").options] == ["Troll"]
    assert complete(session, "add tro").written("add tro") == "add Troll "


def test_names_of_several_words_need_no_quotes_and_several_come_at_once() -> None:
    session = at_a_table()
    run_line(session, "add pit fiend x2")
    run_line(session, "add adult black dragon Vorg init=4")
    run_line(session, "add fighter5 Ann; troll x2; goblin; fire_giant Surt")
    names = [figure.name for figure in session.encounter.figures.values()]
    assert names == ["Pit Fiend 1", "Pit Fiend 2", "Vorg", "Ann", "Troll 1", "Troll 2", "Goblin 1", "Surt"]


@pytest.mark.parametrize(
    "line, names",
    [
        ("add Pit Fiend; goblin", ["Pit Fiend", "Goblin 1"]),
        ("add goblin; pit fiend x2; ogre", ["Goblin 1", "Pit Fiend 1", "Pit Fiend 2", "Ogre 1"]),
        ('add goblin Grum note="a; b"; Adult Red Dragon Smaug', ["Grum", "Smaug"]),
        ("add goblin;", ["Goblin 1"]),
        ("add Blink Dog;goblin", ["Blink Dog", "Goblin 1"]),
        ("add blink_dog; pit_fiend", ["Blink Dog", "Pit Fiend"]),
    ],
)
def test_a_semicolon_ends_what_is_said_of_a_figure(line: str, names: list[str]) -> None:
    session = at_a_table()
    run_line(session, line)
    assert [figure.name for figure in session.encounter.figures.values()] == names


@pytest.mark.parametrize("line", ["add goblin; nonsense", "add goblin Grum ; nonsense x2"])
def test_a_kind_stands_behind_each_semicolon(line: str) -> None:
    session = at_a_table()
    with pytest.raises(NotUnderstood, match='There is no "nonsense" to add'):
        run_line(session, line)
    assert not session.encounter.figures


def test_an_encounter_begun_with_an_earlier_file_is_offered_none() -> None:
    assert (
        shipped_figures("fifth", frozenset(NEEDS["heroes"]))
        and shipped_figures("fifth", frozenset({"type", "cr", "hit_die"})) == ()
    )
    earlier = {figure.name for figure in shipped_figures("fifth", frozenset(NEEDS["figures"]))}
    assert "Wight" in earlier and "fighter5" not in earlier, "creatures need less than heroes"
    known = frozenset((*NEEDS["figures"], *LATER, *SPARED))
    later = {figure.name for figure in shipped_figures("fifth", known)}
    named = {"Troll", "Hydra", "Mage", "Archmage", "Lich", "Cloud Giant"}
    assert later - earlier == named, "what names a later trait or test is offered where that is known"
    drow, before = (
        next(figure.words for figure in shipped_figures("fifth", names) if figure.name == "Drow")
        for names in (known, frozenset(NEEDS["figures"]))
    )
    assert "sunlit" in drow and "feature=\"{name='Sunlight Sensitivity'}\"" in before and "sunlit" not in before
    assert shipped_figures("plain", frozenset()) == ()


def test_each_of_several_has_its_own_number() -> None:
    session = at_a_table()
    run_line(session, "add drow x2 init=1; fighter2 Bo init=20")
    numbers = [figure.traits["init"] for figure in session.encounter.figures.values()]
    assert numbers == [1, 1, 20]
    with pytest.raises(Problem):
        run_line(session, "add drow init=1; nobody init=2")


def test_nearly_all_that_is_rolled_for_plays_and_what_does_not_has_its_reason() -> None:
    features = [(each.name, row) for each in game_kinds(RULES) if each.data for row in each.data.get("features", ())]
    creatures = [row for name, row in features if not re.match(r"[a-z]+\d+$", name)]
    unplayed = [row["name"] for row in creatures if not row["plays"]]
    assert len(creatures) > 1_200 and len(unplayed) <= 0.03 * len(creatures)
    assert set(unplayed) == set(REASONS)
