"""What holds of The Black Keep beside its transcripts: what is cited and proposed, and who keeps a place in a turn."""

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.events.event import Remarked
from referee.engine.questions.answer import Picked
from referee.engine.questions.question import Pick
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Given, Situation
from referee.rules.black_keep.attack import _dice_cites, needs_beside
from referee.rules.registry import load

RULES = load("black_keep")


def table(*lines: str) -> Session:
    session = Session(RULES, MemoryStepLog(bare(RULES)))
    for line in lines:
        run_line(session, line)
    return session


def test_the_number_of_dice_of_a_monster_has_its_clause() -> None:
    encounter = table(
        "add player Ada",
        "add minion Rat",
        "add minion Brute attack_dice=2",
        "add boss Lord",
        "add boss Weak wounds=1/2",
    ).encounter
    assert {tag: _dice_cites(encounter, tag) for tag in encounter.figures} == {
        "ada": (),
        "rat": ("BK-24",),
        "brute": (),
        "lord": ("BK-26",),
        "weak": ("BK-27",),
    }


def test_what_a_die_needs_is_told_beside_each_target() -> None:
    encounter = table("add player Ada attack=1", "add minion Rat", "add minion Brute defence=2").encounter
    told = needs_beside(encounter, "ada", ("rat", "brute"))
    assert told["rat"] == "needs 3+" and told["brute"] == "needs 5+"


def test_whoever_has_the_turn_is_proposed_to_shoot_if_it_can() -> None:
    def proposed(first: str) -> object:
        session = table(f"add {first} Ada", "add archer Bo", "add rat x2", "engage ada r1", "engage bo r2", "next")
        assert session.encounter.turn == "ada"
        (who, *_) = verb_of(RULES, "shoot").params
        assert who.default is not None
        return who.default(Situation(RULES, session.encounter), Given())

    assert proposed("archer") == Picked(tags=("ada",)) and proposed("knight") != Picked(tags=("ada",))


def test_who_leaves_a_fight_has_no_place_left_in_the_turn_unless_it_is_its_own() -> None:
    session = table(
        "add player Ada", "add player Bo", "add player Cid", "add rat", *(f"engage {who} rat" for who in ("ada", "bo"))
    )
    run_line(session, "next")
    run_line(session, "leave bo")
    acted = {slot.who: slot.acted for slot in session.encounter.order}
    assert acted["bo"] and not acted["ada"] and session.encounter.turn == "ada"
    events = session.entries()[-1].events or ()
    assert [event.t for event in events].count("slot.") == 1
    session.undo()
    run_line(session, "leave ada")
    mine = session.entries()[-1].events or ()
    assert not any(event.t == "slot." and event.who == "ada" for event in mine)
    assert session.encounter.turn != "ada"


def test_the_questions_of_a_shot_name_the_shooter_and_what_it_needs() -> None:
    session = table("add archer Ada", "add rat x2")
    run_line(session, "shoot")
    question = session.question()
    assert (isinstance(question, Pick) and question.key.endswith("target")) or question.key == "aim"
    assert question.prompt == "Ada shoots at whom?" and {"r1", "r2"} == {*question.among}


def test_the_end_of_the_round_counts_no_turn_twice() -> None:
    session = table(
        "dice table", "add player Ada", "add rat", "condition ada dazed 3 ends of ada", "engage ada rat", "next"
    )
    for line in ("attack", "< 1", "< 1"):
        run_line(session, line)
    assert session.encounter.phase == "moves"
    (dazed,) = session.encounter.figures["ada"].conditions
    assert dazed.until is not None and dazed.until.left == 2


def test_a_standing_of_none_is_the_same_as_leaving_the_table() -> None:
    def events(line: str) -> object:
        session = table("add player Ada", "add player Bo", "add rat", "engage ada rat", "engage bo rat", "next", line)
        return session.entries()[-1].events

    assert events("set ada standing away") == events("remove ada")
    assert events("set rat standing AWAY") == events("remove rat")


def test_who_has_acted_and_leaves_a_fight_is_marked_once() -> None:
    came = ("dice table", "add player Ada side=heroes", "add player Bo side=heroes", "add rat")
    session = table(*came, "engage ada rat", "engage bo rat", "next", "attack rat", "< 1")
    assert session.encounter.turn == "bo"
    run_line(session, "leave ada")
    assert not any(event.t == "slot." for event in session.entries()[-1].events or ())


def test_a_player_comes_with_one_respawn_and_no_item() -> None:
    for kind, wounds in (("player", 1), ("knight", 2)):
        tracks = table(f"add {kind} Ada").encounter.figures["ada"].tracks
        assert {name: track.now for name, track in tracks.items()} == {"wounds": wounds, "respawns": 1, "items": 0}


def test_a_kind_is_named_as_it_is_typed_and_told_in_words() -> None:
    for template in RULES.templates:
        assert template.name.lower().replace(" ", "-") == template.kind.replace("_", "-")
        assert template.hint.replace(" ", "").replace(",", "").replace("-", "").isalnum(), template.hint


def test_whoever_is_gone_before_its_save_does_not_answer_the_shot() -> None:
    board = ("option metric orthogonal", "map 8x8", "place ada d3", "place rat d4")
    session = table("dice table", "add archer Ada", "add rat", *board, "shoot ada rat", "< 6")
    assert session.question().key == "save rat<ada"
    run_line(session, "remove rat")
    assert not session.questions
    told = [event.text for event in session.entries()[-1].events or () if isinstance(event, Remarked)]
    assert any(text.startswith("No save") for text in told) and not any("contact" in text for text in told)
