"""Every command records who did it, and a correction gives nobody another figure's later acts."""

import json
from collections.abc import Callable

import pytest
from msgspec import convert
from msgspec.json import decode
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import play
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import OrderSet, StandingSet
from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer, Chosen, Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Pick
from referee.engine.record.amend import Amendment
from referee.engine.record.recorded_steps import Act, Amended, Closed, Entry, Interjection, Opened, Reply, Step
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import TURN, Command, Given, Param, Situation, Verb
from referee.rules import registry
from referee.store.journal_line import dumped
from tests.engine.toys.box import SKILL, choice, faces, figure, game, living, order, pick, seat, table, tags


async def nothing(ledger: Ledger, **said: Answer) -> None:
    """Nothing happens."""


async def practise(ledger: Ledger) -> None:
    """Whoever has the turn is as good as the die shows."""
    who = ledger.encounter.turn or ""
    thrown = await Ask(lambda: Roll(key=f"practise {who}", prompt="Practise", pools=(Pool("practise"),), by=who))
    ledger.record(SKILL.set(who, thrown.total))


async def duel(ledger: Ledger) -> None:
    """On a 6 Ann falls."""
    thrown = await Ask(lambda: Roll(key="duel", prompt="Duel", pools=(Pool("duel"),)))
    if thrown.total == 6:
        ledger.record(StandingSet(tag="ann", standing="dead"))


async def advance(ledger: Ledger) -> None:
    """The turn ends; the table says whose is next, while there are several."""
    ledger.end_turn()
    if not ledger.rules.may_act(ledger.encounter):
        ledger.begin_phase("fight", next_round=True)
        ledger.record(OrderSet(slots=tuple(Slot(who=tag) for tag in ledger.encounter.figures)))
    may = ledger.rules.may_act(ledger.encounter)
    if len(may) > 1:
        may = (await Ask(lambda: whose(ledger))).tags
    if may:
        ledger.begin_turn(may[0])


def whose(ledger: Ledger) -> Pick:
    """Who acts next."""
    return Pick(key="whose", prompt="Whose turn?", among=ledger.rules.may_act(ledger.encounter), begins_turn=True)


def in_turn(situation: Situation, given: Given) -> Answer | None:
    turn = situation.encounter.turn
    return None if turn is None else Picked(tags=(turn,))


def anybody(default: Callable[[Situation, Given], Answer | None] | None = None) -> Param:
    return replace(pick("who", living), default=default)


GAME = game(
    "acts",
    Verb("practise", practise),
    Verb("duel", duel),
    Verb("rest", nothing, (anybody(in_turn),)),
    Verb("save", nothing, (anybody(),), interjects=True),
    Verb("shout", nothing, interjects=True),
    Verb("item", nothing, interjects=True, actor=TURN),
    Verb("bless", nothing, (anybody(),), actor=""),
    Verb("heal_all", nothing, overrules=True),
    advance=advance,
)


def fight(*names: str) -> Session:
    """These stand at the table, and nobody has the turn."""
    return seat(GAME, table(*(figure(name, side="heroes") for name in names)))


def goes(session: Session, who: str) -> None:
    """The next turn is this figure's."""
    order(session, "next")
    if session.questions:
        session.answer(tags(who))


def did(session: Session) -> tuple[str, ...]:
    """Who did the latest command."""
    return session.entries()[-1].act.who


# -------------------------------------------------------------------- who did it is recorded


def test_who_did_it_is_who_has_the_turn_or_who_is_named() -> None:
    session = fight("ann", "bob")
    goes(session, "ann")
    assert did(session) == (), "nobody had the turn when the first began"
    order(session, "rest")
    assert did(session) == ("ann",)
    order(session, "rest", who=tags("bob"))
    assert did(session) == ("bob",)
    order(session, "practise")
    session.answer(faces(3))
    assert did(session) == ("ann",)
    order(session, "item")
    assert did(session) == ("ann",)
    goes(session, "bob")
    assert did(session) == ("ann",), "who ends the turn"


@pytest.mark.parametrize("verb", ["shout", "heal_all", "bless"])
def test_what_is_no_figures_act_has_nobody(verb: str) -> None:
    session = fight("ann")
    goes(session, "ann")
    order(session, verb)
    assert did(session) == ()


def test_who_is_asked_for_is_recorded_once_it_is_known() -> None:
    session = fight("ann", "bob")
    order(session, "save")
    assert session.open_commands[0].act == Act()
    session.answer(tags("bob"))
    assert did(session) == ("bob",)


def test_who_alone_can_be_meant_is_recorded_too() -> None:
    session = fight("ann")
    order(session, "save")
    assert did(session) == ("ann",)


def test_what_interrupts_has_its_own() -> None:
    session = fight("ann", "bob")
    goes(session, "ann")
    order(session, "practise")
    order(session, "save", who=tags("bob"))
    session.answer(faces(2))
    (inner,) = [item.entry for item in session.entries()[-1].items if isinstance(item, Interjection)]
    assert (inner.act.who, did(session)) == (("bob",), ("ann",))


def test_what_is_not_known_of_an_act_is_not_written() -> None:
    opened = Opened(command=Command(verb="next"), seat=3)
    whole = Act(who=("ann",), action="strike", things=("sword",), on=("bob",), used=(("mana", 2),))
    step = Step(moves=(opened, Closed(events=(), act=Act(who=("ann",)))), depth=0)
    written = json.loads(dumped(step))
    assert "act" not in written["moves"][0] and written["moves"][1]["act"] == {"who": ["ann"]}
    assert decode(dumped(step), type=Step) == step
    told = Step(moves=(replace(opened, act=whole),), depth=1)
    assert decode(dumped(told), type=Step) == told
    correction = Step(moves=(Amended(entry=Entry(command=Command(verb="next"), seat=0, act=whole)),), depth=0)
    assert decode(dumped(correction), type=Step) == correction


# -------------------------------------------------------------------- a correction changes whose turn it is


def two_turns() -> Session:
    """Ann and Cyd have a turn after a duel, then all three are through; Bob has the last."""
    session = fight("ann", "bob", "cyd")
    order(session, "duel")
    session.answer(faces(1))
    for who in ("ann", "cyd", "bob"):
        goes(session, who)
        order(session, "practise")
        session.answer(faces(3))
    return session


def as_older(session: Session) -> Session:
    """The same record as a version wrote it that did not say who did what."""
    start = session.step_log.known(0)[1]
    older = MemoryStepLog(start)
    for n in range(len(session.step_log)):
        written = json.loads(dumped(session.step_log.step(n)))
        for move in written["moves"]:
            move.pop("act", None)
        older.append(convert(written, Step))
    return Session(session.rules, older)


old_and_new = pytest.mark.parametrize("record", [lambda session: session, as_older], ids=["new", "older"])


def corrected(session: Session) -> Amendment:
    """Ann fell in the duel."""
    return Amendment(session, 0, 0, faces(6))


def skills(encounter: Encounter) -> dict[str, int]:
    return {tag: SKILL.of(encounter, tag) for tag in encounter.figures}


@old_and_new
def test_the_acts_of_who_is_out_of_play_are_asked_about(record: Callable[[Session], Session]) -> None:
    correction = corrected(record(two_turns()))
    assert correction.asking is not None and correction.asking.command.verb == "practise"
    assert correction.changes_hands and correction.why == "Ann did it, but is dead now."
    assert correction.encounter.turn == "cyd", "the next who was chosen and may act"
    assert not correction.questions
    with pytest.raises(Refused, match="Ann did it"):
        correction.answer(faces(1))
    correction.drop()
    assert correction.asking is not None and correction.asking.command.verb == "next"
    correction.drop()
    assert correction.done
    assert [one.how for one in correction.replayed[2:4]] == ["dropped", "dropped"]
    assert skills(correction.outcome()) == {"ann": 0, "bob": 3, "cyd": 3}
    correction.accept()
    assert skills(correction.session.encounter) == {"ann": 0, "bob": 3, "cyd": 3}


@old_and_new
def test_its_results_can_be_kept(record: Callable[[Session], Session]) -> None:
    correction = corrected(record(two_turns()))
    correction.keep()
    correction.drop()
    assert correction.done and skills(correction.outcome()) == {"ann": 3, "bob": 3, "cyd": 3}


@old_and_new
def test_whoever_has_the_turn_can_do_it_and_is_asked_anew(record: Callable[[Session], Session]) -> None:
    correction = corrected(record(two_turns()))
    assert correction.instead_of_them == ("cyd",) and not correction.no_let
    correction.let()
    assert [question.key for question in correction.questions] == ["practise cyd"], "Ann's die is not Cyd's"
    correction.answer(faces(5))
    correction.drop()  # Ann's `next`
    while not correction.done:
        correction.drop()
    (given,) = (one for one in correction.replayed if one.was.act.who != (one.now or one.was).act.who)
    assert given.now is not None and given.now.act.who == ("cyd",)
    correction.accept()
    assert as_older(correction.session).encounter == correction.session.encounter


def test_nobody_can_be_let_do_what_its_doer_still_would() -> None:
    session = fight("ann", "bob")
    order(session, "duel")
    session.answer(faces(1))
    correction = corrected(session)
    assert correction.done and correction.no_let == "Nothing is being asked now."
    with pytest.raises(Refused):
        correction.let()


def test_who_lost_the_turn_only_is_asked_about_too() -> None:
    """Bob was to go first: Ann's act is not his, and she comes when she was chosen."""
    session = fight("ann", "bob")
    for who in ("ann", "bob"):
        goes(session, who)
        order(session, "practise")
        session.answer(faces(2))
    correction = Amendment(session, 0, 0, tags("bob"))
    assert correction.why == "Ann did it, but now it is Bob's turn."
    correction.drop()
    assert correction.asking is not None and correction.asking.command.verb == "next"
    correction.drop()
    assert correction.done and skills(correction.outcome()) == {"ann": 0, "bob": 2}


@old_and_new
def test_who_was_named_keeps_the_act_out_of_turn_but_not_what_it_did_in_its_turn(
    record: Callable[[Session], Session],
) -> None:
    session = fight("ann", "bob")
    goes(session, "ann")
    order(session, "save", who=tags("ann"))
    order(session, "rest", who=tags("bob"))
    order(session, "rest", who=tags("ann"))
    correction = Amendment(record(session), 0, 0, tags("bob"))
    assert [one.how for one in correction.replayed[1:]] == ["same", "same"]
    assert correction.why == "Ann did it, but now it is Bob's turn."
    correction.let()
    assert correction.done and correction.replayed[-1].now is not None
    assert correction.replayed[-1].now.act.who == ("bob",)


@old_and_new
def test_what_interrupts_is_asked_about_by_itself(record: Callable[[Session], Session]) -> None:
    session = fight("ann", "bob", "cyd")
    order(session, "duel")
    session.answer(faces(1))
    goes(session, "cyd")
    order(session, "practise")
    order(session, "save", who=tags("ann"))
    session.answer(faces(4))
    correction = corrected(record(session))
    assert correction.asking is not None and correction.asking.command.verb == "practise"
    assert correction.why == "Ann did it, but is dead now." and not correction.no_drop
    correction.drop()
    assert correction.done and skills(correction.outcome())["cyd"] == 4
    (unasked,) = correction.replayed[-1].unasked
    assert isinstance(unasked, Opened) and unasked.command.verb == "save"


def best(situation: Situation, given: Given) -> tuple[str, ...]:
    """Whoever is best at it."""
    skill = {tag: SKILL.of(situation.encounter, tag) for tag in situation.encounter.figures}
    return tuple(tag for tag in skill if skill[tag] == max(skill.values()))


def test_who_becomes_clear_only_in_its_course_is_asked_about_too() -> None:
    """The only one who can be meant is not asked for, and here not before it is said how."""
    verbs = (Verb("practise", practise), Verb("show", nothing, (choice("how", "well", "badly"), pick("who", best))))
    session = seat(game("shows", *verbs), table(figure("ann", skill=3), figure("bob", skill=2)))
    goes(session, "ann")
    order(session, "practise")
    session.answer(faces(4))
    order(session, "show")
    session.answer(Chosen(option="well"))
    assert did(session) == ("ann",)
    correction = Amendment(session, 1, 0, faces(1))
    assert correction.why == "Ann did this; now Bob would do it." and correction.no_let
    correction.drop()
    assert correction.done


def test_an_answer_that_says_who_is_next_is_used_in_its_own_round_only() -> None:
    session = fight("ann", "bob", "cyd")
    order(session, "duel")
    session.answer(faces(1))
    for who in ("ann", "bob", "cyd", "cyd"):
        goes(session, who)
    correction = corrected(session)
    while not correction.done and correction.why:
        correction.drop()
    assert [question.key for question in correction.questions] == []
    assert correction.outcome().turn == "cyd" and correction.outcome().round == 2


# -------------------------------------------------------------------- what was said in the order


def test_the_order_itself_is_replaced() -> None:
    session = fight("ann", "bob")
    goes(session, "ann")
    order(session, "rest", who=tags("ann"))
    correction = Amendment(session, 2, None, Command(verb="rest", given={"who": tags("bob")}))
    correction.accept()
    assert did(session) == ("bob",)
    session.undo()
    assert did(session) == ("ann",)


def test_answers_that_fit_no_more_are_told_and_what_is_asked_then_is_asked() -> None:
    session = fight("ann", "bob")
    goes(session, "ann")
    order(session, "practise")
    session.answer(faces(4))
    correction = Amendment(session, 2, None, Command(verb="duel"))
    assert [question.key for question in correction.questions] == ["duel"]
    correction.answer(faces(2))
    assert [type(one) for one in correction.replayed[0].unasked] == [Reply]


def test_an_order_that_the_rules_refuse_changes_nothing() -> None:
    session = fight("ann", "bob")
    goes(session, "ann")
    order(session, "rest", who=tags("ann"))
    with pytest.raises(Refused):
        Amendment(session, 2, None, Command(verb="rest", given={"who": tags("zed")}))
    with pytest.raises(Refused):
        Amendment(session, 2, None, Command(verb="fly"))


# -------------------------------------------------------------------- at a real table

GUARDED = """system descent
conquest 9
add hero Kay fatigue=0 wounds=6 armor=0 speed=4
add hero Sue fatigue=0 wounds=5 armor=0 speed=4
add hero Tom fatigue=0 wounds=5 armor=0 speed=4
add ghoul
next
< kay
run
next
< sue
run
next
run
next
attack kay 1 clear
< 130 021
next
< kay
ready move guard
next
< sue
run
next
battle"""


@old_and_new
def test_nobody_takes_the_guard_of_who_was_killed(record: Callable[[Session], Session]) -> None:
    played = play(GUARDED, registry.load).session
    assert played is not None
    session = record(played)
    at = next(entry.seat for entry in session.entries() if entry.command.verb == "attack")
    with pytest.raises(Refused, match=r"ready move guard: Kay did it, but is killed now\. .*`< let` \(Sue does it\)"):
        run_line(session, f"amend {at} 1 040 021")
    run_line(session, f"amend {at} 1 040 021 < drop < drop")
    guards = {
        tag for tag, figure in session.encounter.figures.items() for there in figure.conditions if there.kind == "guard"
    }
    assert not guards and session.encounter.turn == "tom"
