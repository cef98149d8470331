"""What the things of a figure do, as it is told before they are used."""

import re

from referee.command_language.table_in_words import figure_facts
from referee.dialogue.completion import complete
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build


def table(system: str, *lines: str) -> Session:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines:
        run_line(session, line)
    return session


def facts(session: Session, who: str) -> str:
    return "\n".join(figure_facts(session.encounter, session.rules, who))


def test_attacks_saves_and_uses_are_told() -> None:
    session = table("fifth", "add red_dragon", "add hero Ann str=4 proficiency=3 weapon=longsword")
    told = facts(session, "rd" if "rd" in session.encounter.figures else next(iter(session.encounter.figures)))
    assert "half on a success, recharges on 5+" in told or "half on a success; recharges on 5+" in told
    assert "longsword (+7, 1d8+4 slashing)" in facts(session, "ann")


def test_what_is_offered_says_what_it_does() -> None:
    session = table("fifth", "add goblin init=9", "add hero Ann init=5", "next")
    labels = {offer.word: offer.label for offer in complete(session, "attack ").options}
    assert labels["scimitar"] == "scimitar (+4, 1d6+2 slashing)"


def test_the_reach_and_the_ranges_of_a_weapon_are_told_however_they_were_typed() -> None:
    typed = ("Bow +5 1d8+3 piercing 150/600", "Longbow +5 1d8 range 150/600 ft", "Halberd +5 1d10 reach 10 ft")
    typed += ("Javelin +5 1d6 thrown 30/120", "Ray range 60 ft +5 1d8", "Club +5 1d6")
    session = table(
        "fifth", "add hero Ann init=9 " + " ".join(f'weapon="{each}"' for each in typed), "add goblin init=1"
    )
    run_line(session, "next")
    shown = {offer.label for offer in complete(session, "attack ").options if "(" in offer.label}
    assert shown == {
        "Bow (+5, 1d8+3 piercing, range 150/600 ft)",
        "Longbow (+5, 1d8, range 150/600 ft)",
        "Halberd (+5, 1d10, reach 10 ft)",
        "Javelin (+5, 1d6, range 30/120 ft)",
        "Ray (+5, 1d8, range 60 ft)",
        "Club (+5, 1d6)",
    }
    flags = {
        thing.name: [flag for flag in ("ranged=true", "thrown=true") if flag in str(thing.traits["own"])]
        for thing in session.encounter.things.values()
        if "own" in thing.traits
    }
    ranged = ["ranged=true"]
    assert flags == {
        "Bow": ranged,
        "Longbow": ranged,
        "Ray": ranged,
        "Javelin": ["thrown=true"],
        "Halberd": [],
        "Club": [],
    }


def test_the_file_of_an_earlier_encounter_takes_weapons_without_their_ranges() -> None:
    raw = registry.shipped("fifth").decode()
    before = raw.replace(', "range", "long"', "").replace('"thrown", ', "").replace('range = "0", long = "0", ', "")
    before = re.sub(
        r'\n(span = .*|thrown = true|range = "\d+"|long = "\d+"|when = "max.*|when = "\{with.thrown.*)', "", before
    )
    before = before.replace(" - {with.thrown}", "").replace(" and not {with.thrown}", "")
    assert "{with.range}" not in before
    rules = build(read_system(before.encode(), "fifth.toml"))
    session = Session(rules, MemoryStepLog(bare(rules)))
    run_line(session, "add orc")
    assert "Javelin (+5, 1d6+3 piercing)" in facts(session, "orc")


def test_a_game_whose_things_have_values_tells_these() -> None:
    assert "sling (dice 1d4, ranged)" in facts(table("olde_swords", "add goblin"), "goblin")
