"""Spending on an attack: what it comes to stands in each question, and what would gain nothing is marked."""

from referee.dialogue.run_lines import run_line
from referee.engine.questions.question import Choose
from referee.engine.record.session import Session
from tests.rules.descent.table import table


def totals(session: Session, *answers: str) -> str:
    """What the question says of the attack after these answers."""
    for answer in answers:
        run_line(session, f"< {answer}")
    return ", ".join(f"{name} {value}" for name, value in session.questions[0].tally)


def offered(session: Session) -> dict[str, str]:
    """What can be spent now, with its price."""
    question = session.questions[0]
    assert isinstance(question, Choose)
    return {option: question.labels[option] for option in question.options if option not in question.barred}


BOW = "add hero Kay ranged=1 fatigue=3 bow=ranged/bg/1+1range,1+1damage,2stun club=melee/r"


def test_what_a_shot_comes_to_stands_in_every_question() -> None:
    session = table(BOW, "add ghoul armor=0 tokens=0/30", "next", "battle", "attack g1 bow 5 clear")
    assert totals(session) == "needs 5"
    assert totals(session, "311 021 *") == "range 3 of 5, damage 3, surges 3"
    assert totals(session, "+1 range") == "range 4 of 5, damage 3, surges 2"
    assert totals(session, "fatigue") == "range 4 of 5, damage 3, surges 2"
    assert totals(session, "+") == "range 4 of 5, damage 3, enhancements 1, surges 2"
    assert totals(session, "range") == "range 5 of 5, damage 3, surges 2"
    assert totals(session, "+1 damage") == "range 5 of 5, damage 4, surges 1"
    run_line(session, "< go on")
    assert session.encounter.figures["g1"].tracks["tokens"].now == 4


def test_what_is_thrown_again_stands_there_too() -> None:
    session = table(BOW, "add ghoul", "next", "battle", "condition kay aim", "attack g1 bow 5 clear")
    assert totals(session, "311 110 -") == "range 4 of 5, damage 2, surges 1"
    assert totals(session, "green") == "range 4 of 5, damage 2, surges 1"
    assert totals(session, "021") == "range 3 of 5, damage 3, surges 2"


def test_range_stands_nowhere_where_it_means_nothing() -> None:
    session = table(BOW, "add ghoul", "next", "battle", "attack g1 club 1")
    assert totals(session) == ""
    assert totals(session, "131") == "damage 3, surges 1"


def test_points_of_sorcery_are_counted_for_themselves() -> None:
    session = table(BOW, "add hexer dice=white,black", "next", "next", "attack kay 6 clear")
    assert totals(session, "311 +") == "range 3 of 6, damage 1, enhancements 1, sorcery 2, surges 1"
    assert offered(session)["range"] == "+1, enhancement"
    assert totals(session, "range") == "range 4 of 6, damage 1, sorcery 2, surges 1"
    assert offered(session)["range"] == "+1, sorcery"
    assert totals(session, "damage") == "range 4 of 6, damage 2, sorcery 1, surges 1"
    run_line(session, "< go on")
    said = [event.text for event in session.entries()[-1].events or () if hasattr(event, "text")]
    assert "1 sorcery point not used" in said and not any("enhancement not used" in text for text in said)


def test_what_would_gain_nothing_is_marked() -> None:
    session = table(BOW, "add ghoul armor=0 tokens=0/30", "next", "battle", "attack g1 bow 4 clear")
    _ = totals(session, "311 021 *")
    assert offered(session)["+1 range"] == "1 surge" and offered(session)["stun"] == "2 surges"
    _ = totals(session, "+1 range")
    assert offered(session)["+1 range"] == "1 surge, gains nothing [DJ-15]"
    run_line(session, "undo")
    _ = totals(session, "stun")
    assert "stun" not in offered(session)
    close = table(
        "add hero Kay melee=3 club=melee/rg/1stun,1+1range,1+1damage", "add ghoul", "next", "battle", "attack g1 club 1"
    )
    _ = totals(close, "131 021 * * *", "stun", "+1 damage")
    assert offered(close) == {
        "fatigue": "a power die",
        "stun": "1 surge, gains nothing [DJ-21]",
        "+1 range": "1 surge, gains nothing [DJ-37]",
        "+1 damage": "1 surge",
        "go on": "nothing more",
    }
