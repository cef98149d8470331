"""Effective values: a figure is shown with what counts after formulas and conditions."""

from referee.command_language.table_in_words import figure_facts
from referee.dialogue.transcript import play
from referee.engine.record.session import Session
from referee.engine.state.bearer import Tag
from referee.rules.registry import load
from referee.ui.drawing.roster_cells import cell
from referee.ui.drawing.stat_block_entries import USUAL, editable, told

BEGUN = ("system fifth", "add fighter Ann initiative=20", "add goblin initiative=10", "next")


def fight(*lines: str) -> Session:
    session = play("\n".join((*BEGUN, *lines)), load).session
    assert session is not None
    return session


def of(session: Session, tag: Tag, name: str) -> tuple[str, str]:
    """What the roster shows of a figure in a column for that trait, and what the lines of `who` do."""
    rules, encounter = session.rules, session.encounter
    kind = rules.trait(name)
    assert kind is not None
    shown = rules.values.as_shown(encounter, encounter.figures[tag])
    facts = (fact.partition(": ") for fact in figure_facts(encounter, rules, tag))
    return cell(rules, shown, kind, 0)[0], next((value for key, _, value in facts if key == name), "")


def test_a_condition_changes_what_is_shown_and_not_what_the_figure_has() -> None:
    session = fight("condition g1 grappled by ann", "set ann speed 25", "condition ann prone")
    assert of(session, "g1", "speed") == ("0", "0") and of(session, "ann", "speed") == ("25", "25")
    block = {entry.name: entry for entry in told(session.rules, session.encounter, session.encounter.figures["g1"])}
    assert (block["speed"].shown, block["speed"].now) == ("0", "30"), "what is typed anew is its own value"
    lifted = fight("condition g1 grappled by ann", "lift g1 grappled")
    assert of(lifted, "g1", "speed")[1] == "" and "speed" not in lifted.encounter.figures["g1"].traits


def test_what_is_worked_out_is_shown_among_the_usual_values() -> None:
    session = fight()
    rules, encounter = session.rules, session.encounter
    entries = editable(rules, encounter, encounter.figures["g1"], lambda name: "")
    sheet = {entry.name: entry for entry in entries if entry.section == USUAL}
    assert sheet["Dexterity save"].shown == "+2" and sheet["passive perception"].shown == "9"
    assert "Dexterity save" not in {entry.name for entry in told(rules, encounter, encounter.figures["g1"])}
    assert of(session, "g1", "dex_save")[0] == "2" and of(session, "g1", "dex_save")[1] == ""


def test_a_game_without_such_values_shows_the_figure_itself() -> None:
    session = play("system black_keep\nadd player Ann", load).session
    assert session is not None
    ann = session.encounter.figures["ann"]
    assert session.rules.values.as_shown(session.encounter, ann) is ann
