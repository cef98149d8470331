"""Verbs: parameters that are given, meant, taken or asked, and what bars a verb."""

import pytest

from referee.engine.answer import Counted, Drew, Picked
from referee.engine.ask import Ask
from referee.engine.encounter import Encounter
from referee.engine.history import Reply
from referee.engine.ledger import Ledger
from referee.engine.problem import DoesNotFit, Refused
from referee.engine.question import Amount, Pick
from referee.engine.resolve import Settled, resolve
from referee.engine.roll_questions import Draw
from referee.engine.verb import Command, Param, Situation, Verb
from tests.engine.test_resolve import START, asked, kill, run, told
from tests.engine.toys.box import foes_of, game, order, pick, seat, standing, tags


def test_parameters_are_given_meant_taken_or_asked() -> None:
    async def rule(ledger: Ledger, who: Picked, amount: Counted, only: Picked, more: Counted) -> None:
        ledger.remark(f"{who.one} {amount.n} {only.one} {more.n}")

    def count(name: str, default: int | None = None) -> Param:
        meant = None if default is None else (lambda t, g: Counted(n=default))
        return Param(name, lambda t, g: Amount(key=name, prompt="?", most=9), default=meant)

    params = (
        pick("who", lambda t, g: ("rat", "bat")),
        count("amount", 1),
        pick("only", lambda t, g: ("ulf",)),
        count("more"),
    )
    assert asked(run(rule, params=params)) == ["param who"]
    assert asked(run(rule, params=params, who=tags("bat"))) == ["param more"]
    more = Reply(key="param more", answer=Counted(n=4))
    assert told(run(rule, more, params=params, who=tags("bat"))) == ["bat 1 ulf 4"]
    assert told(run(rule, more, params=params, who=tags("rat"), amount=Counted(n=7))) == ["rat 7 ulf 4"]


def test_a_parameter_may_depend_on_those_before_it() -> None:
    async def rule(ledger: Ledger, who: Picked, foe: Picked) -> None:
        ledger.remark(f"{who.one} {foe.one}")

    params = (
        pick("who", lambda t, g: tuple(t.encounter.figures)),
        pick("foe", lambda t, g: foes_of(t.encounter, t.rules, g["who"].one)),
    )
    assert asked(run(rule, params=params, who=tags("ulf"))) == ["param foe"]
    assert told(run(rule, params=params, who=tags("rat"))) == ["rat ulf"]


def test_a_barred_verb_says_why() -> None:
    async def rule(ledger: Ledger) -> None:
        ledger.remark("done")

    def bar(t: Situation) -> str | None:
        return "Not now." if t.encounter.round == 0 else None

    rules = game("barred", Verb("do", rule, bar=bar))
    with pytest.raises(Refused, match="Not now"):
        resolve(rules, START, Command(verb="do"), ())
    later: Encounter = START.model_copy(update={"round": 1})
    assert isinstance(resolve(rules, later, Command(verb="do"), ()), Settled)


def test_a_draw_is_answered_from_what_is_there() -> None:
    async def rule(ledger: Ledger) -> None:
        drew = await Ask(lambda: Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("a", "b")))
        ledger.remark(drew.cards[0])

    assert told(run(rule, Reply(key="k", answer=Drew(cards=("b",))))) == ["b"]
    with pytest.raises(DoesNotFit):
        run(rule, Reply(key="k", answer=Drew(cards=("c",))))


def test_an_interjection_while_parameters_are_asked() -> None:
    async def rule(ledger: Ledger, target: Picked) -> None:
        ledger.remark(target.one)

    rules = game("asked", Verb("do", rule, (pick("target", lambda t, g: foes_of(t.encounter, t.rules, "ulf")),)))
    session = seat(rules, START)
    order(session, "do")
    order(session, "damage", who=tags("rat"), amount=Counted(n=1))
    (question,) = session.questions
    assert isinstance(question, Pick) and question.among == ("bat",), "asked, as it was asked before"
    order(session, "damage", who=tags("bat"), amount=Counted(n=1))
    assert not session.questions and standing(session)["bat"] == "dead"
    (entry,) = session.entries()
    assert [event.t for event in entry.events or ()][-1] == "told"


def test_what_became_barred_while_parameters_were_asked_comes_to_nothing() -> None:
    async def rule(ledger: Ledger, who: Picked) -> None:
        ledger.remark("done")

    def bar(t: Situation) -> str | None:
        return "The rat is gone." if t.encounter.figures["rat"].standing == "dead" else None

    rules = game("barred", Verb("do", rule, (pick("who", lambda t, g: ("ulf", "bat")),), bar=bar))
    who = Reply(key="param who", answer=tags("bat"))
    state = resolve(rules, START, Command(verb="do"), (kill("rat", "param who"), who))
    assert told(state) == ["It comes to nothing: The rat is gone."]
