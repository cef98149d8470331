"""Whom an area may take: anybody, foes first and whoever brings it last, and a foe is proposed."""

from referee.dialogue.transcript import play
from referee.engine.questions.question import Pick
from referee.rules import registry
from referee.ui.controller.reply import proposed_offer

TABLE = """system fifth
add wizard Elin initiative=20
add fighter Ulf initiative=18
add goblin x2 initiative=5
next
cast fireball
"""


def test_friends_in_an_area_can_be_chosen_and_a_foe_is_proposed() -> None:
    session = play(TABLE, registry.load).session
    assert session is not None
    question = session.questions[0]
    assert isinstance(question, Pick)
    assert [offer.word for offer in question.offers(session.encounter)] == ["g1", "g2", "ulf", "elin"]
    for chosen in (None, "elin", "ulf"):
        assert proposed_offer(question, session.encounter, chosen=chosen) == "g1"
    assert proposed_offer(question, session.encounter, chosen="g2") == "g2"


def test_help_is_proposed_for_a_friend_who_is_chosen_and_never_for_a_foe() -> None:
    lines = TABLE.replace("wizard Elin", "cleric Elin").replace("fireball", "bless")
    session = play(lines, registry.load).session
    assert session is not None
    question = session.questions[0]
    assert proposed_offer(question, session.encounter, chosen="ulf") == "ulf"
    assert proposed_offer(question, session.encounter, chosen="g1") in ("ulf", "elin")
