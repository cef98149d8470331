"""The spells of the catalogue: each can be given to somebody and cast, and pays its slot."""

import json
import re

import pytest

from referee import games as systems
from referee.dialogue.completion import complete
from referee.dialogue.run_lines import run_line
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import Problem
from referee.engine.questions.question import Pick
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.shipped_catalogue import shipped_things
from tests.srd.cast import FILE, Casting, words
from tests.srd.made import FILE as LIBRARY

RULES = systems.load("fifth")
SPELLS = {row["word"]: row for row in json.loads(LIBRARY.read_bytes())["spells"]}
SLOTS = " ".join(f"slot{level}=4" for level in range(1, 10))


def at_a_table(*lines: str) -> Session:
    """A caster with every slot, a friend who is down, and two foes, on the turn of the caster."""
    session = Session(RULES, MemoryStepLog(Encounter(system="fifth")))
    words = f'add hero "Ann" hp=90 ac=15 casting=4 {SLOTS} init=20'
    for line in (words, 'add hero "Bo" hp=20 ac=12 init=9', "add ogre x2 hp=500/500 init=5", "next", *lines):
        run_line(session, line)
    return session


def rolled(session: Session, line: str) -> None:
    """The order, with every question answered by the app, a Yes, or the first choice."""
    run_line(session, line)
    for _ in range(60):
        if not session.questions:
            return
        try:
            run_line(session, "< roll")
        except Problem:
            offers = session.questions[0].offers(session.encounter)
            run_line(session, f"< {offers[0].word if offers else 1}")
    raise AssertionError(f"{line}: asks for ever")


def test_every_spell_of_the_source_is_there() -> None:
    assert len(SPELLS) == 313 and {word: (sort, said) for word, (sort, said) in shipped_things("fifth").items()} == {
        row["word"]: ("spell", row["said"]) for row in SPELLS.values()
    }
    assert sum(row["plays"] for row in SPELLS.values()) >= 200


def test_none_is_cast_without_a_word_of_what_it_does() -> None:
    """A spell that only lies on somebody, or is only kept by concentration, is told."""
    does = re.compile(
        r"\b(?:test|damage|heal|effects|choices|summons|most|lifts|becomes|answers|shapes|again|change|tell)="
        r"|condition='(?!concentrating|enchanted)"
    )
    assert [word for word, row in SPELLS.items() if not does.search(row["said"])] == []


@pytest.mark.one_in(12, rest=6)
@pytest.mark.parametrize("word", words())
def test_each_is_cast_once(word: str) -> None:
    """It pays its slot, and is kept by concentration; what it does later asks nothing that cannot be answered."""
    casting = Casting(word).cast()
    assert casting.wrong == []
    level = SPELLS[word]["level"] if word in SPELLS else FILE.things[word].act.level
    said = SPELLS[word]["said"] if word in SPELLS else ""
    assert word not in SPELLS or casting.paid == ([level] if level else [])
    over = "ends_alone" in said and "concentrating" not in casting.kept  # with a save that was made
    assert ("concentrating" in casting.kept) == ("'concentrating'" in said) or over or word not in SPELLS


def test_a_higher_slot_throws_more_dice() -> None:
    session = at_a_table("dice table", "set ann spell shatter", "cast shatter o1,o2 4", "< 1", "< 1")
    (asked,) = session.questions
    assert isinstance(asked, Roll) and [(pool.count, pool.sides) for pool in asked.pools] == [(5, 8)]


def test_a_save_brings_its_condition_and_the_end_of_concentration_takes_it() -> None:
    session = at_a_table("dice table", "set ann spell hypnotic_pattern", "cast hypnotic_pattern o1", "< 1")
    assert [each.kind for each in session.encounter.figures["o1"].conditions] == ["charmed", "incapacitated"]
    run_line(session, "lift ann concentrating")
    assert not session.encounter.figures["o1"].conditions


def offered(session: Session) -> list[str]:
    """What `cast` offers on the turn of the caster, in order."""
    return [offer.word for offer in complete(session, "cast ").options]


def test_cast_offers_first_what_fits_the_moment_then_by_level() -> None:
    given = ("fly", "bless", "light", "cure_wounds", "banishment", "guiding_bolt")
    session = at_a_table(*(f"set ann spell {word}" for word in given))
    words = [word for word in offered(session) if word in given]
    assert words == ["bless", "guiding_bolt", "banishment", "light", "cure_wounds", "fly"]
    run_line(session, "damage bo 15")
    assert offered(session)[0] == "cure_wounds", "somebody is hurt"
    run_line(session, "cast bless bo")
    for _ in range(4):
        rolled(session, "next")
    assert session.encounter.turn == "ann"
    words = [word for word in offered(session) if word in given]
    assert words == ["cure_wounds", "guiding_bolt", "bless", "fly", "banishment", "light"], "three would end Bless"


def test_a_spell_asks_at_as_many_as_it_may() -> None:
    session = at_a_table("dice table", "set ann spell banishment", "set ann spell bane")
    with pytest.raises(Problem, match="no more than 1"):
        run_line(session, "cast banishment o1,o2")
    run_line(session, "cast banishment o1,o2 5")
    assert len(session.questions) == 2


def test_a_spell_is_offered_with_its_save_what_is_spared_what_it_heals_and_that_it_is_kept() -> None:
    given = ("moonbeam", "cure_wounds", "bless", "sacred_flame")
    session = at_a_table(*(f"set ann spell {word}" for word in given))
    labels = {offer.word: offer.label for offer in complete(session, "cast ").options}
    assert labels["moonbeam"] == "Moonbeam (DC 14 con, 2d10 radiant, half on a success; concentrating)"
    assert labels["cure_wounds"] == "Cure Wounds (heals 1d8+4)" and labels["bless"] == "Bless (concentrating)"
    assert labels["sacred_flame"] == "Sacred Flame (DC 14 dex, 1d8 radiant)"


def test_words_that_parties_have_kept_mean_spells_still() -> None:
    """Those that stood in the game's own file before all spells came from the catalogue."""
    session = at_a_table()
    for word in ("blindness", "spiritual_weapon", "sacred_flame", "shield_of_faith", "power_word_kill"):
        run_line(session, f"set ann spell {word}")
    assert len(session.encounter.figures["ann"].piles["spell"]) == 5


def test_the_beginning_of_a_spell_means_its_own_level() -> None:
    session = at_a_table("dice table", "set ann spell shatter", "cast shat o1", "< 1")
    assert session.encounter.figures["ann"].tracks["slot2"].now == 3


def test_a_thing_like_one_of_the_catalogue_needs_no_catalogue_later() -> None:
    session = at_a_table("set ann spell {like='bane', name='Hex'}")
    (own,) = [thing for thing in session.encounter.things.values() if thing.name == "Hex"]
    said = str(own.traits["own"])
    assert "like" not in said and said.startswith("{name='Hex'") and "save cha" in said


def test_an_act_after_a_turn_asks_for_no_more_targets_than_it_may_have() -> None:
    power = "{name='Two', turn='after', cost={legendary=1}, targets='many', up_to='2', damage='1'}"
    session = at_a_table(f'add foe Boss hp=50 ac=15 legendary=3 power="{power}" init=1', "add hero Cy init=8")
    run_line(session, "next")
    run_line(session, "< Two")
    (question,) = session.questions
    assert isinstance(question, Pick) and question.most == 2
