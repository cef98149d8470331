"""What the things of a figure do, as it is told before they are used."""

from referee.engine.record.history import MemoryStepLog
from referee.engine.record.session import Session
from referee.rules import registry
from referee.script.help import complete
from referee.script.looking import figure_facts
from referee.script.run import run_line
from referee.script.transcript import bare


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


def test_a_game_whose_things_have_values_tells_these() -> None:
    assert "sling (dice 1d4, ranged)" in facts(table("olde_swords", "add goblin"), "goblin")
