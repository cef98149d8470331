"""Answers of the past, corrected by a line."""

import pytest
from msgspec.structs import replace

from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare, play
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.events.event import Joined, TraitSet
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Drew, Rolled, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Pick
from referee.engine.record.amend import replies
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.recorded_steps import Entry, Reply
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Figure, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, Verb
from referee.rules import registry
from referee.words.correction import corrected
from referee.words.log import log, ordered
from tests.command_language.test_line import at_table
from tests.command_language.tiny import TINY, encounter
from tests.engine.record.test_acts import GUARDED

CARDS = ("c1", "c2", "c3")


async def call(ledger: Ledger) -> None:
    """On a 4 or more an old wolf comes, and is told whom to bite; on less a card is drawn."""
    thrown = await Ask(lambda: Roll(key="howl", prompt="Howl", pools=(Pool("howl"),)))
    if thrown.total < 4:
        await Ask(lambda: Draw(key="omen", prompt="Omen", pile=("table", "omens"), cards=CARDS))
        return
    ledger.record(Joined(bearer=Figure(tag="w", name="Old Fang", kind="wolf", side="wolves", standing="up")))
    bitten = await Ask(lambda: Pick(key="bite", prompt="Whom does it bite?", among=("ulf", "w")))
    ledger.remark(f"bitten: {bitten.one}")


def called(*lines: str) -> Session:
    """Somebody has called; with the given answers."""
    there = encounter()
    things = {tag: Thing(tag=tag, name=tag, kind="card") for tag in CARDS}
    start = replace(there, things=things)
    session = Session(replace(TINY, verbs=(*TINY.verbs, Verb("call", call))), MemoryStepLog(start))
    for line in ("add hero Ulf", "call", *lines):
        run_line(session, line)
    return session


def drawn(session: Session) -> Drew:
    """The cards that came in the last command."""
    drew = replies(session.entries()[-1])[-1].answer
    assert isinstance(drew, Drew)
    return drew


@pytest.fixture
def session() -> Session:
    """Ulf has hit and killed a rat; its attack stands at place 3."""
    return at_table("add hero Ulf", "add rat x2", "next", "attack r1", "< 5", "< 1", "note after")


def test_a_correction_changes_what_followed_from_it(session: Session) -> None:
    said = Dialogue(session).take("amend 3 2 6")
    assert said == ["Corrected attack r1, Save: 1 → 6. Ulf's items 1 → 0; Rat 1 keeps 1 wound and stays up"]
    assert session.encounter.figures["r1"].standing == "up"
    run_line(session, "undo")
    assert session.encounter.figures["r1"].standing == "dead"


def test_taking_a_correction_back_says_which_it_was(session: Session) -> None:
    dialogue = Dialogue(session)
    dialogue.take("amend 3 2 6")
    said = dialogue.take("undo")[0]
    assert said.startswith("Taken back the correction of attack r1 (line ")


def test_an_answer_is_found_by_its_question_too(session: Session) -> None:
    run_line(session, "amend 3 to-hit 1")
    assert session.encounter.figures["r1"].standing == "up"


def test_what_the_new_course_asks_is_said_behind(session: Session) -> None:
    run_line(session, "amend 3 to-hit 1")
    with pytest.raises(Problem, match="Line 3, attack r1 then asks: Save"):
        run_line(session, "amend 3 to-hit 4")
    run_line(session, "amend 3 to-hit 4 < 2")
    assert session.encounter.figures["r1"].standing == "dead"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("amend 99 1 5", "Nothing was done on line 99"),
        ("amend 4 1 5", "Nothing was done on line 4"),
        ("amend 3 3 5", "There is no answer 3. The answers of attack r1: 1 to-hit ulf>r1 ("),
        ("amend 3 jump 5", '"jump" was not asked. The answers of attack r1: 1 to-hit ulf>r1 ('),
        ("amend 3 1 7", "A d6 never shows 7."),
        ("amend 3 1 5 < 2", '"2" is one answer too many: no question is open.'),
        ("amend 2 1 5", "next asked nothing, so there is no answer to correct."),
    ],
)
def test_a_correction_that_cannot_be_changes_nothing(session: Session, line: str, says: str) -> None:
    before, length = session.encounter, len(session.step_log)
    with pytest.raises(Problem) as problem:
        run_line(session, line)
    assert says in str(problem.value)
    assert (session.encounter, len(session.step_log)) == (before, length)


def test_what_is_asked_then_is_about_the_table_of_then() -> None:
    session = called("< 1", "< c2")
    run_line(session, "amend 1 howl 6 < old fang")
    assert [event.text for event in session.entries()[-1].events or () if event.t == "told"] == ["bitten: w"]


@pytest.mark.parametrize("word", ["roll", "draw"])
def test_the_app_throws_and_draws_for_a_correction_too(word: str) -> None:
    session = called("< 6", "< ulf")
    run_line(session, f"amend 1 howl 1 < {word}")
    assert drawn(session).by == "app" and drawn(session).cards[0] in CARDS
    run_line(session, f"amend 1 omen {word}")
    assert drawn(session).by == "app"


def test_dice_of_a_correction_that_are_not_told_are_the_apps() -> None:
    session = at_table("add hero Ulf", "roll 3d6", "< 1 2 3")
    run_line(session, "amend 1 1 6")
    rolled = replies(session.entries()[-1])[-1].answer
    assert isinstance(rolled, Rolled) and rolled.faces[0][0] == 6 and rolled.by == (("table", "app", "app"),)


def test_the_answers_of_a_place_are_shown_with_their_numbers(session: Session) -> None:
    first, *answers = Dialogue(session).take("amend 3")
    assert first == "Line 3, attack r1:"
    assert [line.strip()[:2] for line in answers] == ["1.", "2."]
    assert all("rolled at the table" in line for line in answers)
    nothing = "next asked nothing, so there is no answer to correct."
    assert Dialogue(session).take("amend 2") == [nothing]


def aimed(arrows: int) -> Session:
    """So many arrows were aimed and shot, a die each; then a note was written."""
    rules = replace(TINY, verbs=(*TINY.verbs, Verb("aim", aim), Verb("shoot", shoot)))
    session = Session(rules, MemoryStepLog(encounter()))
    for line in ("add hero Ulf", "aim", f"< {arrows}", "shoot", *["< 5"] * arrows, "note after"):
        run_line(session, line)
    return session


async def aim(ledger: Ledger) -> None:
    """As many arrows as the die shows; with a 6 the string breaks."""
    thrown = await Ask(lambda: Roll(key="aim", prompt="Aim", pools=(Pool("aim"),)))
    ledger.record(TraitSet(tag="ulf", trait="skill", value=thrown.total))


async def shoot(ledger: Ledger) -> None:
    """One die for each arrow."""
    arrows = ledger.encounter.figures["ulf"].traits["skill"]
    assert isinstance(arrows, int)
    if arrows == 6:
        raise Refused("The string is broken.")
    for n in range(arrows):
        await Ask(lambda n=n: Roll(key=f"arrow {n}", prompt="Arrow", pools=(Pool("arrow"),)))
    ledger.remark(f"{arrows} arrows fly")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("2 < 4", "Played again, asked again: 3 shoot"),
        ("2 < roll", "Played again, asked again: 3 shoot"),
        ("2 < drop", "Dropped: 3 shoot."),
        ("2 < keep", "Kept by hand: 3 shoot."),
        ("6 < drop it", "Dropped: 3 shoot. The string is broken."),
        ("6 < keep it", "Kept by hand: 3 shoot. The string is broken."),
    ],
)
def test_a_later_command_is_answered_dropped_or_kept(words: str, says: str) -> None:
    session = aimed(1)
    before = session.encounter
    said = Dialogue(session).take(f"amend 1 aim {words}")
    assert any(line.startswith(says) for line in said)
    run_line(session, "undo")
    assert session.encounter == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "2",
            "Line 3, shoot then asks: Arrow: roll d6 (Type what the dice show: d6). Type the answer",
        ),
        ("6", "Line 3, shoot cannot be done again: The string is broken. Type `< drop` or `< keep`."),
        ("6 < 4", "Line 3, shoot cannot be done again"),
        ("2 < drop < drop", '"drop" is one answer too many: no question is open.'),
    ],
)
def test_what_is_missing_or_too_much_is_said(words: str, says: str) -> None:
    session = aimed(1)
    before, length = session.encounter, len(session.step_log)
    with pytest.raises(Problem) as problem:
        run_line(session, f"amend 1 aim {words}")
    assert says in str(problem.value)
    assert (session.encounter, len(session.step_log)) == (before, length)


WRONG = "Corrected attack shortbow dee, Shortbow damage"


def shot(*then: str) -> Dialogue:
    """Dee was shot for more hit points than she has; it stands at place 4."""
    rules = registry.load("fifth")
    session = Session(rules, MemoryStepLog(bare(rules)))
    lines = ("add hero Dee hp=8 ac=10", "add goblin", "next", "< 5 20", "attack shortbow dee", "< 15", "< 6")
    for line in (*lines, *then):
        run_line(session, line)
    return Dialogue(session)


def test_a_correction_says_what_was_said_anew_and_how_they_fare() -> None:
    assert shot().take("amend 4 2 4") == [
        f"{WRONG}: 6 → 4. Dee keeps 2 HP and stays up, no longer unconscious, no longer prone"
    ]
    assert shot().take("amend 4 2 5")[0].startswith(f"{WRONG}: 6 → 5. Dee keeps 1 HP")


def test_a_correction_of_which_only_an_effect_is_left_says_what_was_said_anew() -> None:
    assert shot("heal dee 8").take("amend 4 2 4")[0] == f"{WRONG}: 6 → 4. Dee is no longer prone"
    assert shot().take("amend 4 1 16") == [
        "Corrected attack shortbow dee, Shortbow, Goblin 1 on Dee: 15 → 16. Nothing changes at the table"
    ]


def test_the_answers_of_a_secret_choice_are_not_told_anew() -> None:
    before = Encounter(system="tiny")
    was, now = (
        Entry(command=Command(verb="attack", secret=True), seat=0, items=(Reply(key="k", answer=Said(text=text)),))
        for text in ("one", "two")
    )
    assert corrected(before, was, now, TINY) == "a secret choice"


# -------------------------------------------------------------------- what was said in the order


@pytest.fixture
def hurt() -> Session:
    """A rat is hurt at place 3, then Ulf is."""
    lines = ("add hero Ulf", "add rat x2", "next", "damage r1 1", "damage ulf 1")
    return at_table(*lines)


def test_what_was_said_in_the_order_is_corrected(hurt: Session) -> None:
    said = Dialogue(hurt).take("amend 3 damage r2 1")
    assert said == [
        "Corrected damage r1 1 to damage r2 1. Rat 1 keeps 1 wound and stays up; Rat 2 has 0 wounds and is dead"
    ]
    standing = {tag: figure.standing for tag, figure in hurt.encounter.figures.items()}
    assert standing == {"ulf": "up", "r1": "up", "r2": "dead"}
    assert hurt.encounter.figures["ulf"].tracks["wounds"].now == 1, "what came later stays"
    run_line(hurt, "undo")
    assert hurt.encounter.figures["r1"].standing == "dead"


def test_another_order_may_have_been_meant(hurt: Session) -> None:
    run_line(hurt, "amend 3 note nothing was hit")
    assert hurt.encounter.figures["r1"].standing == "up"


def test_the_answers_of_the_order_are_used_where_the_same_is_asked(session: Session) -> None:
    """The die was thrown by Ulf against the first rat: against the other it is asked anew."""
    with pytest.raises(Problem, match="Line 3, attack r1 then asks: Attack"):
        run_line(session, "amend 3 attack r2")
    run_line(session, "amend 3 attack r2 < 6 < 1")
    standing = {tag: figure.standing for tag, figure in session.encounter.figures.items()}
    assert (standing["r1"], standing["r2"]) == ("up", "dead")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("amend 3 damage r1 1", "That is the same as before."),
        ("amend 3 damage g1 1", 'There is no "g1" here'),
        ("amend 3 damge r1 1", 'There is no command "damge". Did you mean damage?'),
        ("amend 3 undo", '"undo" changes nothing in the fight, so it corrects nothing.'),
        ("amend 3 damage r2 1 < 4", '"4" is one answer too many: no question is open.'),
        ("amend 99 damage r2 1", "Nothing was done on line 99"),
    ],
)
def test_an_order_that_cannot_be_changes_nothing(hurt: Session, line: str, says: str) -> None:
    before, length = hurt.encounter, len(hurt.step_log)
    with pytest.raises(Problem) as problem:
        run_line(hurt, line)
    assert says in str(problem.value)
    assert (hurt.encounter, len(hurt.step_log)) == (before, length)


def test_how_the_order_is_corrected_is_said_where_nothing_was_asked(hurt: Session) -> None:
    (line,) = Dialogue(hurt).take("amend 3")
    assert line.endswith("To correct the command itself: amend 3 damage r1 1")


def test_a_verb_that_names_a_question_too_means_the_answer() -> None:
    """In The Black Keep the die of `attack` is asked for by a question that is called so."""
    session = play(
        "system black_keep\nadd player Ada\nadd minion Rat\nadd minion Ox\nengage ada rat,ox\nattack rat\n< 1\n< 1",
        registry.load,
    ).session
    assert session is not None
    at = next(entry.seat for entry in session.entries() if entry.command.verb == "attack")
    with pytest.raises(Refused, match="then asks: "):
        run_line(session, f"amend {at} attack 6")
    with pytest.raises(Problem, match=r"A d6 never shows 7"):
        run_line(session, f"amend {at} attack 7")
    run_line(session, f"amend {at} attack ox < 6 < 6")
    assert "ox" in ordered(session.entries()[-1])


def test_the_faces_of_symbol_dice_are_listed_with_their_keys() -> None:
    session = play(GUARDED, registry.load).session
    assert session is not None
    at = next(entry.seat for entry in session.entries() if entry.command.verb == "attack")
    _, answer, faces = Dialogue(session).take(f"amend {at}")
    assert answer.strip().startswith("1. Ghoul 1 attacks Kay")
    assert faces.strip() == (
        "Type what the dice show, or a key for each: "
        "red (X B=131 E=220 G=130 H=040 I=211), green (J=110 K=030 L=120 M=021)"
    )


def test_a_secret_choice_is_corrected_only_once_it_is_open() -> None:
    session = play(
        "system gloomhaven\nadd character Ann hp=5\nadd monster Ogre 1 hp=30 attack=3\npick ann 60 20", registry.load
    ).session
    assert session is not None
    at = session.entries()[-1].seat
    with pytest.raises(Refused, match="This choice is still secret"):
        run_line(session, f"amend {at} pick ann 20 60")


def test_the_place_is_one_number_everywhere(hurt: Session) -> None:
    """The log, its lines below and `amend` count alike."""
    acts = applied_commands(hurt.step_log, hurt.step_log.position)
    told = [log(act.before, act.entry, hurt.rules, full=True) for act in acts]
    assert [{line.place for line in lines} for lines in told] == [{0}, {1}, {2}, {3}, {4}]
    assert Dialogue(hurt).take("amend 3")[0].startswith("damage r1 1 asked nothing")


def test_whoever_has_the_turn_is_let_do_what_another_did() -> None:
    played = play(GUARDED, registry.load).session
    assert played is not None
    session = played
    at = next(entry.seat for entry in session.entries() if entry.command.verb == "attack")
    said = Dialogue(session).take(f"amend {at} 1 040 021 < let < drop < drop")
    assert any("ready move guard" in line and line.startswith("Done by Sue") for line in said)
    assert any("Sue" in line and "guard" in line for line in said)


def test_what_is_kept_is_marked_as_done_by_hand() -> None:
    session = aimed(1)
    run_line(session, "amend 1 aim 6 < keep")
    (kept,) = (entry for entry in session.entries() if entry.command.verb == "shoot")
    assert [(event.t, event.hand) for event in kept.events or ()] == [("told", True)]
