"""What is asked, in words; what a bare line answers; and what is told after going back."""

import pytest

from referee.command_language.bare_line import answerable, command_instead
from referee.command_language.open_questions import asked
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import run_line
from referee.engine.problem import NotUnderstood
from referee.engine.record.session import Session
from referee.rules import registry
from tests.command_language.test_looking import at_table


def choosing() -> Session:
    """Ann's side is to choose who is next."""
    return at_table("olde_swords", "add hero Ann", "add foe Gob x2", "next", "< 20", "next")


def test_each_offer_is_told_with_its_letter() -> None:
    session = choosing()
    assert asked(session, letters=True) == [
        "? Who is next? (Enter: g1)",
        "    b: g1: Gob 1",
        "    c: g2: Gob 2",
    ]
    assert asked(session) == [
        "? Who is next? Choose: g1, g2 (Enter: g1)",
        "    g1: Gob 1",
        "    g2: Gob 2",
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("c", "< g2"), ("C", "< g2"), ("< c", "< g2"), ("g1", "< g1"), ("gob 2", "< gob 2"), ("a", "< a"), ("", "< ")],
)
def test_a_letter_stands_for_its_offer(typed: str, meant: str) -> None:
    assert answerable(choosing(), typed) == meant


@pytest.mark.parametrize("line", ["undo inside", "redo", "back", "rewind 3", "amend 2", "help attack", "?"])
def test_a_line_about_the_record_is_no_answer(line: str) -> None:
    assert answerable(choosing(), line) == line.replace("?", "help")
    asked_for_words = at_table("black_keep", "note")
    assert answerable(asked_for_words, line).startswith("<") == (line not in ("redo", "?"))


def test_several_letters_pick_several() -> None:
    session = at_table("black_keep", "add player Ulf", "add minion Rat x3", "engage ulf")
    assert session.questions[0].key.startswith("param")
    assert answerable(session, "b d") == "< r1 r3"
    assert answerable(session, "b, c") == "< r1 r2"
    assert answerable(session, "b z") == "< b z"


def test_a_letter_is_no_card() -> None:
    sample = registry.load("gloomhaven").sample().splitlines()
    session = at_table("gloomhaven", *sample, "pick mira 15 61", "pick sly 86 12", "pick ilse 40 25", "pick oda 42 30")
    run_line(session, "next")
    assert type(session.questions[0]).__name__ == "Draw"
    assert answerable(session, "a") == "< a"
    with pytest.raises(NotUnderstood, match='There is no "zed" here'):
        run_line(session, "< zed")


def test_a_letter_is_no_die() -> None:
    session = at_table("olde_swords", "add hero Ann", "add foe Gob", "next")
    assert answerable(session, "a") == "< a"


def test_a_command_that_was_typed_for_an_answer_is_told_to_be_one() -> None:
    session = choosing()
    assert command_instead(session, "attack g1").startswith("Answer the open question first, then attack")
    assert command_instead(session, "damage g1 3").endswith("while a question is open, type :damage g1 3")
    assert command_instead(session, "gob") == ""


def test_what_undo_tells_is_true() -> None:
    session = at_table("black_keep", "add player Ulf", "add minion Rat x2", "engage ulf r1", "next", "attack r1")
    dialogue = Dialogue(session)
    dialogue.take("< 5")
    position = session.step_log.position
    assert dialogue.take("undo") == [f"Taken back the answer 5 (line {position - 1} of {position})", UNCHANGED]
    assert dialogue.take("undo")[0].startswith("Taken back attack r1 (line ")
    assert dialogue.take("undo")[0].startswith("Taken back next (line ")
    told = dialogue.take("undo")
    assert told[0].startswith("Taken back engage ulf r1 (line ") and told[1:] == ["Fight 1 is not there"]
    assert dialogue.take("undo")[1:] == ["Rat 1 is not there", "Rat 2 is not there"]
    assert dialogue.take("redo")[1:] == ["Rat 1 is there", "Rat 2 is there"]


def test_who_comes_out_of_a_catalogue_is_told_by_name() -> None:
    """Not by all that the catalogue has of them, nor with each thing that they carry."""
    dialogue = Dialogue(at_table("fifth", "add troll x2"))
    told = dialogue.take("undo")
    assert told[0].startswith("Taken back add Troll 1-2 (line ")
    assert told[1:] == ["Troll 1 is not there", "Troll 2 is not there"]
    assert dialogue.take("redo")[1:] == ["Troll 1 is there", "Troll 2 is there"]


def test_undo_tells_of_all_that_it_takes_back() -> None:
    """Undo takes back a command with those that interrupted it."""
    session = at_table(
        "fifth", "dice table", "add fighter Ann init=9", "add goblin init=3", "next", "attack longsword g1"
    )
    run_line(session, "heal g1 1")
    for die in ("< 15", "< 4"):
        run_line(session, die)
    assert Dialogue(session).take("undo")[0].startswith("Taken back attack longsword g1 and heal g1 1 (line ")


@pytest.mark.parametrize(("answer", "shields"), [("y", True), ("< g1", True), ("n", False), ("< nobody", False)])
def test_a_pick_of_one_is_a_yes_or_no(answer: str, shields: bool) -> None:
    models = ("add guard", "add slasher", "charge s1 g1", "option priority_by hand", "priority lantern")
    session = at_table("scorched", *models, "next", "fight vs1")
    assert asked(session, letters=True) == ["? Does Guard 1 shield? Type y or n"]
    run_line(session, answerable(session, answer))
    assert any(each.kind == "shielding" for each in session.encounter.figures["g1"].conditions) == shields


def test_undo_inside_tells_of_the_answer_alone() -> None:
    session = at_table("black_keep", "add player Ulf", "add minion Rat x2", "engage ulf r1", "next", "attack r1")
    run_line(session, "< 1")
    told = Dialogue(session).take("undo inside")
    assert told[0].startswith("Taken back the answer 1 (line ")


UNCHANGED = "Nothing changes at the table"


@pytest.mark.parametrize("system", registry.names())
def test_help_names_only_what_can_be_given(system: str) -> None:
    session = at_table(system, *registry.load(system).sample().splitlines())
    told = Dialogue(session).take("help")
    assert told[1] == "Commands you can give now:" and "next" in told[0]
    assert not any("  " in line for line in told)
    for line in told[2 : told.index("To see how the fight stands:")]:
        assert Dialogue(session).take(f"help {line.split()[0].rstrip(':')}")


def test_help_tells_how_an_answer_is_given() -> None:
    told = Dialogue(choosing()).take("help")
    assert told[0].startswith("A question is open") and any(line.startswith("A colon") for line in told)


def test_what_cannot_be_chosen_is_counted_and_help_says_why() -> None:
    sample = registry.load("descent").sample().splitlines()
    session = at_table("descent", *sample, "next", "< harl", "battle", "attack")
    told = asked(session, letters=True)
    assert told[-1] == "    2 more are not possible now. To see why: help" and "Wren" not in str(told)
    assert "wren: Wren is on the same side." in Dialogue(session).take("help")
    with pytest.raises(NotUnderstood, match=r"Choose: Ghoul 1, .*, space\.$"):
        run_line(session, "< x")


def test_where_words_are_asked_some_are_told() -> None:
    session = at_table("olde_swords", "add hero Ann", "condition ann")
    question, *told = asked(session, letters=True)
    assert question.startswith("? Which condition?") and told[0].startswith("    such as ")
    assert told[1].startswith("    condition WHO KIND")
    assert asked(at_table("olde_swords", "roll"), letters=True)[1].startswith("    roll DICE: any dice: roll 3d6+2")
