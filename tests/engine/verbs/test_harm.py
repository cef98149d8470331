"""Damage as a value, what the rules do after the referee has set something, and turns that the rules end."""

import pytest

from referee.engine.contract.damage_rules import DamageRules
from referee.engine.contract.option import Option
from referee.engine.events.event import SlotPut
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.answer import Confirmed
from referee.engine.questions.ask import Ask
from referee.engine.questions.typed_questions import Confirm
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Slot
from referee.engine.verbs.damage import read_share
from referee.engine.verbs.ledger import Harm, Ledger
from tests.engine.toys.box import SKILL, WOUNDS, figure, game, seat, table
from tests.engine.typed import typed

TYPES = ("cold", "fire", "force")


async def resisted(ledger: Ledger, tag: str, harm: Harm) -> None:
    """Fire does half, and the doer is written down."""
    ledger.remark(f"{harm.type or 'plain'} from {harm.source or 'nobody'}")
    ledger.record(WOUNDS.change(tag, -(harm.amount // 2 if harm.type == "fire" else harm.amount)))


ELEMENTS = game("elements", damage=DamageRules(types=TYPES), typed_harm=resisted)


def wounds(session: Session) -> dict[str, int]:
    return {tag: WOUNDS.of(session.encounter, tag) for tag in session.encounter.figures}


def told(session: Session) -> list[str]:
    return [event.text for event in session.entries()[-1].events or () if event.t == "told"]


@pytest.mark.parametrize(
    ("order", "left", "says"),
    [
        ("damage g1 8 fire", 6, "fire from nobody"),
        ("damage g1 8 fi by ann", 6, "fire from ann"),
        ("damage g1 8 f", 6, "fire from nobody"),
        ("damage g1 8 o", 2, "force from nobody"),
        ("damage g1 8 cold half g1 because it saved", 6, "cold from nobody"),
        ("damage g1 8 half g1 fire by ann", 8, "fire from ann"),
        ("damage g1 8", 2, "plain from nobody"),
    ],
)
def test_the_rules_are_given_type_and_source(order: str, left: int, says: str) -> None:
    session = seat(ELEMENTS, table(figure("g1", wounds=10), figure("ann")))
    typed(session, order)
    assert wounds(session)["g1"] == left and says in told(session)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("acid", r"a damage type \(cold, fire, force\), `half WHO`"),
        ("fire cold", "at a time: fire, then cold"),
        ("by", r"Who did it\? For example: by g2"),
        ("by zed", 'There is no "zed" here'),
    ],
)
def test_what_is_no_type_of_damage(text: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        read_share(table(figure("g1")), ("g1",), text, TYPES)


def test_where_the_rules_know_no_types_the_source_is_written_down() -> None:
    session = seat(game("plain"), table(figure("g1", wounds=10), figure("ann")))
    typed(session, "damage g1 8 by ann")
    assert wounds(session)["g1"] == 2 and told(session) == ["G1 takes 8 from Ann"]
    with pytest.raises(Problem, match='`by WHO` or `because WHY`, not "fire"'):
        typed(session, "damage g1 8 fire")


# -------------------------------------------------------------------- after the referee has set something

LATE = Option("late", ("no", "yes"), "who comes late")


async def placed(ledger: Ledger, tag: str, what: str) -> None:
    """A new skill moves a figure in the order; all else is said."""
    if what == SKILL.name:
        ledger.record(SlotPut(slot=Slot(who=tag, step=-SKILL.of(ledger.encounter, tag))))
    else:
        ledger.remark(f"{tag} {what}")


def test_the_rules_act_on_what_the_referee_sets() -> None:
    session = seat(game("order", on_set=placed, options=(LATE,)), table(figure("ann"), figure("bob")))
    typed(session, "set ann,bob skill 3", "set bob skill 12")
    assert {slot.who: slot.step for slot in session.encounter.order} == {"ann": -3, "bob": -12}
    for line, says in (
        ("set ann wounds +0", "ann wounds"),
        ("set ann side foes", "ann side"),
        ("set ann standing dying", "ann standing"),
        ("option late yes", f"{TABLE} late"),
    ):
        typed(session, line)
        if session.questions:
            typed(session, "< foes")
        assert told(session) == [says]


# -------------------------------------------------------------------- turns that the rules end


async def ending(ledger: Ledger, who: str) -> None:
    """A turn ends with a question."""
    answer: Confirmed = await Ask(lambda: Confirm(key=f"end {who}", prompt="Does it last?"))
    ledger.remark("it lasts" if answer.yes else "it is over")
    ledger.end_turn()


ENDING = game("ending", end=ending)


@pytest.mark.parametrize("rules", [ENDING, game("plain")])
def test_who_is_removed_in_its_own_turn_hands_over_to_the_next(rules: object) -> None:
    session = seat(rules, table(figure("ann"), figure("bob")))  # type: ignore[arg-type]
    typed(session, "next", "condition ann cursed save 9", "remove ann")
    assert session.encounter.figures["ann"].standing == "up" and len(session.questions) == 1
    typed(session, "< yes")
    assert session.encounter.figures["ann"].standing == "away" and session.encounter.turn == "bob"
    assert bool(session.encounter.figures["ann"].conditions) == (rules is ENDING)
    session.undo()
    assert session.encounter.turn == "ann" and session.encounter.figures["ann"].standing == "up"


def test_one_who_is_removed_in_the_turn_of_another_changes_no_turn() -> None:
    session = seat(ENDING, table(figure("ann"), figure("bob"), figure("cyd")))
    typed(session, "next", "remove bob", "remove cyd")
    assert session.encounter.turn == "ann" and session.questions == ()
