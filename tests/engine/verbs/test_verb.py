"""Verbs: parameters that are given, meant, taken or asked, and what bars a verb."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine.dice.roll_questions import Draw
from referee.engine.mistake import RulesBug
from referee.engine.problem import DoesNotFit, NotUnderstood, Refused
from referee.engine.questions.answer import Chosen, Counted, Drew, Picked, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount, Text
from referee.engine.record.recorded_steps import Reply
from referee.engine.record.resolve import Pending, Settled, resolve
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.parameters import obstacle
from referee.engine.verbs.verb import Command, Given, Param, Situation, Verb, asks, override, verb
from tests.engine.record.test_resolve import START, asked, kill, run, told
from tests.engine.toys.box import foes_of, game, order, pick, seat, standing, tags
from tests.engine.typed import typed


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
    later: Encounter = replace(START, round=1)
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
    assert told(state) == ["Nothing happens: The rat is gone."]


# -------------------------------------------------------------------- declared where the rule is written


def ask_who(situation: Situation) -> Pick:
    return Pick(key="who", prompt="Who?", among=tuple(situation.encounter.figures))


def ask_foe(situation: Situation, who: Picked) -> Pick:
    return Pick(key="foe", prompt="Whom?", among=foes_of(situation.encounter, situation.rules, who.one))


def ask_blows(situation: Situation) -> Amount:
    return Amount(key="blows", prompt="How many?", most=9)


def as_many_as_letters(situation: Situation, foe: Picked) -> Counted | None:
    return None if foe.one == "bat" else Counted(n=len(foe.one))


def ask_words(situation: Situation) -> Text:
    return Text(key="words", prompt="What?", optional=True)


def test_a_verb_has_its_name_and_its_parameters_from_its_rule() -> None:
    @verb(label="Hit", hotkey="h", cites=("X-01",))
    async def strike_(
        ledger: Ledger,
        who: Picked = asks(ask_who, nobody="Nobody is here."),
        foe: Picked = asks(ask_foe),
        blows: Counted = asks(ask_blows, default=as_many_as_letters),
        words: Said = asks(ask_words, default=Said(text="!"), rest=True, quotes=True, lines=True),
    ) -> None:
        ledger.remark(f"{who.one} {foe.one} {blows.n} {words.text}")

    assert (strike_.name, strike_.label, strike_.cites) == ("strike", "Hit", ("X-01",))
    assert strike_.usage == "strike WHO FOE [BLOWS] [WORDS]"
    assert [(each.name, each.nobody) for each in strike_.params][:2] == [("who", "Nobody is here."), ("foe", "")]
    assert [each.name for each in strike_.params if each.rest and each.quotes and each.lines] == ["words"]
    rules = game("declared", strike_)

    def strike(*items: Reply, **given: Picked | Counted) -> Any:
        return resolve(rules, START, Command(verb="strike", given=dict(given)), items)

    assert asked(strike()) == ["param who"]
    assert asked(strike(who=tags("ulf"))) == ["param foe"]
    assert told(strike(who=tags("rat"))) == ["rat ulf 3 !"]
    assert asked(strike(who=tags("ulf"), foe=tags("bat"))) == ["param blows"]
    assert told(strike(who=tags("rat"), blows=Counted(n=7))) == ["rat ulf 7 !"]


def test_a_verb_may_have_another_name_than_its_rule_and_overrule_the_rules() -> None:
    @override(name="be", hint="whatever")
    async def is_so(ledger: Ledger) -> None:
        ledger.remark("it is")

    assert (is_so.name, is_so.params, is_so.interjects, is_so.overrules) == ("be", (), True, True)


def test_annotations_may_be_written_as_text() -> None:
    def ask(situation: "Situation", who: "Picked") -> Pick:
        return ask_foe(situation, who)

    @verb()
    async def strike(ledger: "Ledger", who: "Picked" = asks(ask_who), foe: "Picked" = asks(ask)) -> None:
        ledger.remark(foe.one)

    assert told(resolve(game("declared", strike), START, Command(verb="strike", given={"who": tags("rat")}), ())) == [
        "ulf"
    ]


async def unasked(ledger: Ledger, who: Picked) -> None:
    """Nothing asks for `who`."""


async def half_asked(ledger: Ledger, who: Picked = asks(ask_who), foe: Picked = Picked(tags=("rat",))) -> None:
    """The default of `foe` is an answer, and not the question for it."""


async def untyped(ledger: Ledger, who: str = asks(ask_who)) -> None:  # type: ignore[assignment]
    """`who` is no answer."""


async def too_soon(ledger: Ledger, foe: Picked = asks(ask_foe), who: Picked = asks(ask_who)) -> None:
    """`foe` is asked with `who`, which comes later."""


async def otherwise(
    ledger: Ledger,
    who: Chosen = asks(lambda situation: Choose(key="who", prompt="?", options=("ulf",))),
    foe: Picked = asks(ask_foe),
) -> None:
    """`foe` is asked with `who` as figures, and it is an option."""


async def meant_too_soon(
    ledger: Ledger, blows: Counted = asks(ask_blows, default=as_many_as_letters), foe: Picked = asks(ask_who)
) -> None:
    """The default of `blows` is made of `foe`, which comes later."""


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (unasked, "unasked, parameter who: nothing asks for it"),
        (half_asked, "half_asked, parameter foe: nothing asks for it"),
        (untyped, "untyped, parameter who: <class 'str'> is not a kind of answer"),
        (
            too_soon,
            "too_soon, parameter foe: its question or default takes who, but no earlier parameter has that name",
        ),
        (
            otherwise,
            "otherwise, parameter foe: its question or default takes who as .*Picked.*, which is another answer",
        ),
        (
            meant_too_soon,
            "meant_too_soon, parameter blows: its question or default takes foe, but no earlier parameter",
        ),
    ],
)
def test_a_rule_that_cannot_be_a_verb_fails_where_it_is_declared(rule: Callable[..., Any], sentence: str) -> None:
    with pytest.raises(RulesBug, match=sentence):
        verb()(rule)


def test_what_a_parameter_is_asked_by_reads_all_answers_before_it() -> None:
    @verb()
    async def strike(ledger: Ledger, who: Picked = asks(ask_who), foe: Picked = asks(ask_foe)) -> None:
        """One strikes another."""

    situation = Situation(game("declared", strike), START)
    question = strike.params[1].ask(situation, Given(who=tags("rat")))
    assert isinstance(question, Pick) and question.among == ("ulf",)


# -------------------------------------------------------------------- asked the way it will be run


def foes_but_of_bat(situation: Situation, who: Picked) -> Pick:
    among = () if who.one == "bat" else foes_of(situation.encounter, situation.rules, who.one)
    return Pick(key="foe", prompt="Whom?", among=among)


@verb(label="Strike")
async def strike_some(
    ledger: Ledger, who: Picked = asks(ask_who), foe: Picked = asks(foes_but_of_bat, nobody="It has no foe.")
) -> None:
    """One strikes another."""
    ledger.remark(f"{who.one} {foe.one}")


def test_who_has_nobody_to_choose_later_is_barred_with_the_reason() -> None:
    rules = game("declared", strike_some)
    state = resolve(rules, START, Command(verb="strike_some"), ())
    assert isinstance(state, Pending)
    (question,) = state.questions
    assert isinstance(question, Pick) and question.barred == {"bat": "It has no foe."}
    assert not obstacle(strike_some, Situation(rules, START))


def test_a_verb_is_barred_where_every_choice_comes_to_nothing() -> None:
    alone = replace(START, figures={"bat": START.figures["bat"]})
    rules = game("declared", strike_some)
    assert obstacle(strike_some, Situation(rules, alone)) == "It has no foe."
    with pytest.raises(Refused, match="It has no foe"):
        resolve(rules, alone, Command(verb="strike_some"), ())


def test_a_verb_is_barred_where_fewer_can_be_chosen_than_must_be() -> None:
    def two_foes(situation: Situation) -> Pick:
        return Pick(key="", prompt="Which two?", among=("rat",), least=2, most=2)

    @verb()
    async def split(ledger: Ledger, foes: Picked = asks(two_foes, nobody="It has no two foes.")) -> None:
        """The bat strikes two."""

    rules = game("declared", split)
    assert obstacle(split, Situation(rules, START)) == "It has no two foes."
    with pytest.raises(Refused, match="It has no two foes"):
        resolve(rules, START, Command(verb="split"), ())


def test_a_default_is_walked_past_to_the_first_that_has_nobody() -> None:
    @verb()
    async def strike(
        ledger: Ledger,
        who: Picked = asks(ask_who, default=tags("bat")),
        foe: Picked = asks(foes_but_of_bat, nobody="It has no foe."),
    ) -> None:
        """The bat strikes another."""

    assert obstacle(strike, Situation(game("declared", strike), START)) == "It has no foe."


def test_an_order_that_names_somebody_is_refused_with_the_declared_reason() -> None:
    session = seat(game("declared", strike_some), START)
    with pytest.raises(NotUnderstood, match=r"^It has no foe"):
        typed(session, "strike_some bat rat")
