"""Whom an area may take: anybody, foes first and whoever brings it last, and a foe is proposed."""

from referee.engine.questions.question import Pick
from referee.rules import registry
from referee.script.transcript import play
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
    assert proposed_offer(question, session.encounter) == "g1"
