"""Offers beside the fight: a party that has changed since it was added, and what is due at the end."""

from pathlib import Path

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.suggestions import Suggestion, Suggestions, end_of_fight
from referee.dialogue.transcript import bare
from referee.engine.problem import Refused
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.library.own_library import OwnLibrary
from referee.library.records import party_from
from referee.rules import registry
from referee.store.library import Library
from referee.store.library_tables import PARTIES
from referee.words.fight_summary import summary_of


def table(folder: Path, *lines: str) -> Session:
    """A table of fifth, with a library that has the party heroes."""
    rules = registry.load("fifth")
    library = Library(folder)
    if not library.all(PARTIES):
        library.add(PARTIES, [party_from(rules, "heroes", "fighter Ann; cleric Bob; rogue Cyd")])
    session = Session(rules, MemoryStepLog(bare(rules)), kept=OwnLibrary(folder, "fifth"))
    for line in ("dice table", *lines):
        run_line(session, line)
    return session


def suggested(session: Session) -> Suggestion | None:
    return Suggestions(session).now()


def typed(session: Session) -> str:
    return Suggestions(session).typed


SUNDAY = ("add party heroes", "add goblin x2 init=3", "init ann 20", "init bob 15", "init cyd 12")
FOUGHT = (*SUNDAY, "next", "damage ann 9", "damage g1-2 20 by bob", "damage cyd 400")


def test_a_party_that_was_saved_since_is_offered_until_it_is_loaded(tmp_path: Path) -> None:
    prepared = table(tmp_path, *SUNDAY, "damage bob 3", "remove cyd")
    assert typed(prepared) == "", "what was done here is not offered to be undone"
    played = table(tmp_path, *FOUGHT)
    assert typed(played) == "", "nothing is offered in the middle of a fight"
    for line in ("over", "party save heroes yes"):
        run_line(played, line)
    assert typed(prepared) == (
        "Ann: HP 44 → 35/44; Bob: HP 35/38 → 38; Cyd is absent and stays as last saved. "
        "To load heroes as last saved: party load heroes yes"
    )
    run_line(prepared, "party load heroes yes")
    assert typed(prepared) == "" and prepared.encounter.figures["ann"].tracks["hp"].now == 35
    run_line(prepared, "undo")
    assert "party load heroes yes" in typed(prepared)
    run_line(prepared, "next")
    assert typed(prepared) == ""


def test_what_is_due_at_the_end_is_offered_and_saved_with_it(tmp_path: Path) -> None:
    session = table(tmp_path, *FOUGHT, "over")
    suggestion = suggested(session)
    assert suggestion is not None and suggestion.typed == (
        "Ann: HP 44 → 35/44; Cyd: HP 33 → 0/33, dead. To give Ann and Bob 100 XP to share and "
        "save heroes as they are now: award 100 ann,bob · party save heroes yes"
    )
    for each in suggestion.lines:
        run_line(session, each.line)
    assert suggested(session) is None
    kept = [member.words for member in Library(tmp_path).find(PARTIES, "heroes").members]
    assert kept == ['fighter "Ann" hp=35/44 xp=50', 'cleric "Bob" xp=50', 'rogue "Cyd" hp=0/33 standing=dead']


def test_who_is_absent_keeps_all_and_is_told(tmp_path: Path) -> None:
    session = table(tmp_path, *SUNDAY, "remove cyd", "next", "damage ann 4", "over")
    assert "Cyd is absent and stays as last saved" in typed(session)
    run_line(session, "party save heroes yes")
    assert Library(tmp_path).find(PARTIES, "heroes").members[2].words == 'rogue "Cyd"'


def test_who_has_left_with_experience_that_was_gained_here_is_saved_with_it(tmp_path: Path) -> None:
    session = table(tmp_path, *FOUGHT, "remove bob", "damage ann 1", "over")
    suggestion = suggested(session)
    assert suggestion is not None
    for each in suggestion.lines:
        run_line(session, each.line)
    kept = [member.words for member in Library(tmp_path).find(PARTIES, "heroes").members]
    assert kept[1] == 'cleric "Bob" xp=50'
    assert suggested(session) is None


def test_a_saved_party_can_be_put_back_and_again(tmp_path: Path) -> None:
    session = table(tmp_path, *SUNDAY)
    with pytest.raises(Refused, match="saved only once"):
        run_line(session, "party undo heroes")
    for line in ("damage ann 9", "party save heroes yes", "party undo heroes"):
        run_line(session, line)
    assert Library(tmp_path).find(PARTIES, "heroes").members[0].words == 'fighter "Ann"'
    run_line(session, "party undo heroes")
    assert Library(tmp_path).find(PARTIES, "heroes").members[0].words == 'fighter "Ann" hp=35/44'


def test_a_save_that_is_put_back_was_not_saved_in_that_fight_either(tmp_path: Path) -> None:
    session = table(tmp_path, *SUNDAY)
    library = Library(tmp_path)
    library.change(PARTIES, library.find(PARTIES, "heroes"), lambda was: was.left_as(was.before or was, "bridge"))
    session.step_log.id = "mill"  # type: ignore[attr-defined]
    for line, saved_in in (
        ("party save heroes yes", ("bridge", "mill")),
        ("party undo heroes", ("bridge",)),
        ("party undo heroes", ("bridge", "mill")),
    ):
        run_line(session, "damage ann 9") if "save" in line else None
        run_line(session, line)
        assert library.find(PARTIES, "heroes").saved_in == saved_in, line
    row = library.find(PARTIES, "heroes").row
    assert row["before"].pop("saved_in") == ["bridge"]
    library.change(PARTIES, library.find(PARTIES, "heroes"), lambda was: type(was).model_validate(row))
    run_line(session, "party undo heroes")
    assert library.find(PARTIES, "heroes").saved_in == ("bridge", "mill"), "of an earlier version nothing is known"


def test_where_a_question_is_open_the_line_says_how_a_save_is_taken_back(tmp_path: Path) -> None:
    session = table(tmp_path, *SUNDAY, "next", "damage ann 9", "attack longsword g1")
    assert session.questions
    done = run_line(session, "party save heroes yes")
    assert done is not None and done.lines[-1] == "To take it back while a question is open: party undo heroes"
    run_line(session, "party undo heroes")
    assert session.questions and Library(tmp_path).find(PARTIES, "heroes").members[0].words == 'fighter "Ann"'


def test_without_a_party_nothing_is_offered(tmp_path: Path) -> None:
    assert suggested(table(tmp_path, "add fighter Dan init=9", "add goblin init=1", "next", "over")) is None


def test_an_older_fight_does_not_offer_to_save_over_what_was_saved_since(tmp_path: Path) -> None:
    first = table(tmp_path, *FOUGHT, "over", "award 100", "party save heroes yes")
    library = Library(tmp_path)
    later = table(
        tmp_path, "add party heroes", "add goblin init=3", "init ann 20", "init bob 15", "init cyd 12", "next"
    )
    for line in ("damage ann 5", "over"):
        run_line(later, line)
    assert "party save heroes" in typed(later), "it was saved from another fight"
    run_line(later, "party save heroes yes")
    found = library.find(PARTIES, "heroes")
    assert found.saved_in == (), "what is kept in memory only has no name"
    library.change(PARTIES, found, lambda was: was.model_copy(update={"saved_in": ("", "later")}))
    run_line(first, "heal ann 3")
    assert "party save" not in typed(first)
    summary = summary_of(first.rules, first.step_log)
    run_line(first, "undo")
    assert end_of_fight(first, summary) is None, "nothing but that is left to do"


def test_what_is_offered_goes_on_from_what_was_recorded_before(tmp_path: Path) -> None:
    session = table(tmp_path, *FOUGHT, "over")
    suggestions = Suggestions(session)
    for line in ("heal ann 3", "undo", "award 40", "damage bob 2", "undo", "undo", "redo", "note late"):
        run_line(session, line)
        assert suggestions.now() == suggested(session), line


def test_another_course_of_the_fight_after_undo_is_taken_from_its_beginning(tmp_path: Path) -> None:
    session = table(tmp_path, *FOUGHT, "add ogre Grum init=1", "damage grum 200 by ann", "over")
    suggestions = Suggestions(session)
    assert suggestions.now() == suggested(session)
    session.undo()
    for line in ("add ogre Zed init=1", "init zed 2", "damage zed 1 by bob", "over"):  # nothing is asked meanwhile
        run_line(session, line)
    assert suggestions.now() == suggested(session)


def words_of(folder: Path) -> list[str]:
    return [member.words for member in Library(folder).find(PARTIES, "heroes").members]


def test_undo_takes_a_saved_party_back_where_that_was_the_last_act(tmp_path: Path) -> None:
    session = table(tmp_path, *FOUGHT, "over", "award 100")
    before, awarded = words_of(tmp_path), session.encounter
    run_line(session, "party save heroes yes")
    run_line(session, "undo")
    assert (words_of(tmp_path), session.encounter) == (before, awarded), "the award stays"
    run_line(session, "undo")
    assert words_of(tmp_path) == before and "xp" not in session.encounter.figures["ann"].tracks
    for line in ("redo", "party save heroes yes", "heal ann 1"):
        run_line(session, line)
    saved = words_of(tmp_path)
    run_line(session, "undo")
    assert words_of(tmp_path) == saved, "something was done since"


def test_undo_leaves_a_party_alone_that_was_saved_since_elsewhere(tmp_path: Path) -> None:
    session = table(tmp_path, *FOUGHT, "over", "award 100", "party save heroes yes")
    other = table(tmp_path, "add party heroes", "damage bob 1", "party save heroes yes")
    saved = words_of(tmp_path)
    run_line(session, "undo")
    assert words_of(tmp_path) == saved and "xp" not in session.encounter.figures["ann"].tracks
    run_line(other, "undo")
    assert words_of(tmp_path) != saved


def test_undo_removes_a_party_that_was_saved_for_the_first_time(tmp_path: Path) -> None:
    session = table(tmp_path, *SUNDAY, "party save others ann,bob yes")
    assert Library(tmp_path).matching(PARTIES, "others")
    run_line(session, "undo")
    assert not Library(tmp_path).matching(PARTIES, "others")


def test_party_undo_tells_of_everybody_who_is_different(tmp_path: Path) -> None:
    session = table(tmp_path, *SUNDAY, "damage ann 9", "party save heroes ann,bob,cyd yes", "remove ann")
    run_line(session, "add fighter Dan")
    run_line(session, "party save heroes dan yes")
    told = run_line(session, "party undo heroes")
    assert told is not None and told.lines[1:] == ("Dan: gone",)
    told = run_line(session, "party undo heroes")
    assert told is not None and told.lines[1:] == ("Dan: back",)


def test_what_has_changed_of_a_member_is_cut_between_two_changes() -> None:
    changed = ", ".join(f"value {n} 1 → 2" for n in range(30))
    told = Suggestion((), (f"Ann: {changed}", "Bob: HP 1 → 2"))._why
    assert told[1] == "Bob: HP 1 → 2" and told[0].endswith(" 1 → 2, …") and len(told[0]) < 170
