"""Whom an act that heals is offered to: the worst hurt first, nobody who is whole."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.questions.question import Pick
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry


def asked(system: str, *lines: str) -> tuple[str, list[str], object]:
    """The question that is open at the end: its sentence, who is offered, and who is proposed."""
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in ("dice app", *lines):
        run_line(session, line)
    (question,) = session.questions
    assert isinstance(question, Pick)
    offers = [offer.label for offer in question.offers(session.encounter)]
    proposed = question.proposed(session.encounter)
    return question.prompt, offers, proposed.tags if proposed is not None else None


PARTY = (
    "add paladin5 Pala initiative=20 spell=cure_wounds",
    "add hero Bo hp=20 initiative=5",
    "add hero Cy hp=40 initiative=4",
    "add foe Orc hp=2/15 initiative=1",
    "next",
)


@pytest.mark.parametrize("heals", ['power "Lay on Hands"', "cast cure_wounds"])
def test_the_worst_hurt_come_first_and_nobody_who_is_whole_is_proposed(heals: str) -> None:
    _, offers, proposed = asked("fifth", *PARTY, "set cy hp 20", "set bo hp 12", heals)
    assert offers == ["Cy", "Bo", "Pala, unhurt"]
    assert proposed == ("cy",)
    _, offers, proposed = asked("fifth", *PARTY, "set cy hp 2", "damage bo 20", heals)
    assert offers == ["Bo", "Cy", "Pala, unhurt"]
    assert proposed == ("bo",)


@pytest.mark.parametrize("heals", ['power "Lay on Hands"', "cast cure_wounds"])
def test_with_nobody_hurt_it_says_so_and_proposes_nobody(heals: str) -> None:
    prompt, offers, proposed = asked("fifth", *PARTY, heals)
    assert prompt.endswith("which target? Nobody is hurt.")
    assert offers == ["Pala, unhurt", "Bo, unhurt", "Cy, unhurt"] and proposed is None


def test_olde_swords_reign_offers_a_healing_spell_alike() -> None:
    party = ("dice table", "add hero Mira hp=10", "add priest Bram hp=12", "add goblin hp=5")
    begun = ("next", "<1 12", "<1 12", "< bram", "set mira hp 9")
    _, offers, proposed = asked("olde_swords", *party, *begun, "cast mend")
    assert offers[:2] == ["Mira", "Bram, unhurt"] and proposed == ("mira",)
