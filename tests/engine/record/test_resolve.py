"""resolve: lapses, questions put anew, several at once, and the contract that rules keep."""

from collections.abc import Awaitable, Callable, Generator
from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine.contract.symbol_dice import Face, SymbolDie
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.events.event import Remarked, StandingSet
from referee.engine.mistake import RulesBug
from referee.engine.problem import DoesNotFit, Refused
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Picked
from referee.engine.questions.ask import Ask, Lapsed, Together
from referee.engine.questions.question import Choose, Pick, Question
from referee.engine.questions.typed_questions import Confirm
from referee.engine.record.recorded_steps import Entry, Interjection, Item, Reply
from referee.engine.record.resolve import Pending, Resolver, Settled, resolve
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, Param, Verb
from tests.engine.toys.box import figure, foes_of, game, pick, table, tags

START = table(figure("ulf"), figure("rat", side="monsters"), figure("bat", side="monsters"))


def yes(key: str, **more: Any) -> Ask[Confirmed]:
    """A plain question."""
    return Ask(lambda: Confirm(key=key, prompt="?", **more))


def run(rule: Callable[..., Any], *items: Item, params: tuple[Param, ...] = (), **given: Answer) -> Pending | Settled:
    """Where that rule stands after these items, run from its start and gone on with item by item."""
    rules = game("contract", Verb("do", rule, params))
    command, resolver = Command(verb="do", given=given), Resolver(rules)
    stands = resolve(rules, START, command, items, seat=3)
    taken = [items[:n] for n in range(len(items) + 1)]
    step_by_step = [resolver.resolve(START, Entry(command=command, seat=3, items=each)) for each in taken]
    assert step_by_step == [resolve(rules, START, command, each, seat=3) for each in taken]
    return stands


def test_symbol_dice_must_be_declared() -> None:
    """A recorded face of such a die is read by its question alone, which the log asks for only where it is declared."""

    async def throw(ledger: Ledger) -> None:
        await Ask(lambda: Roll(key="dice", prompt="?", pools=(Pool("red", die=SymbolDie("red", (Face("X"),))),)))

    with pytest.raises(RulesBug, match="symbol dice"):
        run(throw)


def said(key: str, yes: bool = True) -> Reply:
    return Reply(key=key, answer=Confirmed(yes=yes))


def kill(tag: str, at: str) -> Interjection:
    """A command that came in at that question, and after which a figure is dead."""
    events = (StandingSet(tag=tag, standing="dead"),)
    return Interjection(at=at, entry=Entry(command=Command(verb="damage"), seat=9, at=at, events=events))


def asked(state: Pending | Settled) -> list[str]:
    return [question.key for question in state.questions] if isinstance(state, Pending) else []


def told(state: Pending | Settled) -> list[str]:
    return [event.text for event in state.events if isinstance(event, Remarked)]


# -------------------------------------------------------------------- lapses


@pytest.mark.parametrize(
    ("by", "needs", "fallen_too"), [("rat", (), False), ("ulf", ("bat", "rat"), False), ("rat", ("rat",), True)]
)
def test_a_question_about_one_who_is_not_able_lapses_unless_it_is_for_the_fallen(
    by: str, needs: tuple[str, ...], fallen_too: bool
) -> None:
    async def rule(ledger: Ledger) -> None:
        ledger.remark("begins")
        ledger.record(StandingSet(tag="rat", standing="dead"))
        await yes("k", by=by, needs=needs, fallen_too=fallen_too)
        ledger.remark("goes on")

    state = run(rule)
    if fallen_too:
        assert asked(state) == ["k"]
    else:
        assert isinstance(state, Settled) and told(state) == ["begins", "Nothing happens: Rat is dead."]


def test_sides_groups_and_strangers_never_lapse() -> None:
    async def rule(ledger: Ledger) -> None:
        await yes("k", by="monsters", needs=("table", "nobody-at-all"))

    assert asked(run(rule)) == ["k"]


def test_a_rule_may_catch_a_lapse_and_go_on() -> None:
    async def rule(ledger: Ledger) -> None:
        for tag in tuple(ledger.encounter.figures):
            try:
                await yes(f"ask {tag}", by=tag)
            except Lapsed as lapsed:
                ledger.remark(f"not {tag}: {lapsed}")

    state = run(rule, said("ask ulf"), kill("rat", "ask rat"))
    assert asked(state) == ["ask bat"]
    assert told(state) == ["not rat: Rat is dead"]


def test_hundreds_may_lapse_one_after_the_other() -> None:
    async def rule(ledger: Ledger) -> None:
        ledger.record(StandingSet(tag="rat", standing="dead"))
        for n in range(3000):
            try:
                await yes(f"ask {n}", by="rat")
            except Lapsed:
                continue

    assert isinstance(run(rule), Settled)


def test_a_rule_that_goes_in_circles_is_found_out() -> None:
    async def rule(ledger: Ledger) -> None:
        ledger.record(StandingSet(tag="rat", standing="dead"))
        while True:
            try:
                await yes("k", by="rat")
            except Lapsed:
                continue

    with pytest.raises(RulesBug, match="keeps asking"):
        run(rule)


EMPTY: list[Question[Any]] = [
    Pick(key="k", prompt="?", among=()),
    Pick(key="k", prompt="?", among=("ulf",), least=2, most=2),
    Pick(key="k", prompt="?", among=("ulf",), barred={"ulf": "no"}),
    Choose(key="k", prompt="?", options=()),
    Choose(key="k", prompt="?", options=("a",), barred={"a": "no"}),
    Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=()),
]


@pytest.mark.parametrize("question", EMPTY)
def test_a_question_that_has_no_answer_lapses(question: Question[Any]) -> None:
    async def rule(ledger: Ledger) -> None:
        await Ask(lambda: question)

    assert told(run(rule)) == ["Nothing happens: nothing is left to choose from."]


def test_nobody_may_be_picked_where_nobody_need_be() -> None:
    async def rule(ledger: Ledger) -> None:
        await Ask(lambda: Pick(key="k", prompt="?", among=(), least=0))

    assert asked(run(rule)) == ["k"]


# -------------------------------------------------------------------- interjections


async def aims(ledger: Ledger) -> None:
    """Picks a foe that stands, then asks about it."""
    chosen = await Ask(
        lambda: Pick(key="whom", prompt="?", by="ulf", among=foes_of(ledger.encounter, ledger.rules, "ulf"))
    )
    await yes("sure", by="ulf", needs=chosen.tags)
    ledger.remark("done")


def whom(tag: str) -> Reply:
    return Reply(key="whom", answer=Picked(tags=(tag,)))


def test_a_question_is_built_anew_after_an_interjection() -> None:
    state = run(aims, kill("rat", "whom"))
    assert isinstance(state, Pending)
    (question,) = state.questions
    assert isinstance(question, Pick) and question.among == ("bat",)
    with pytest.raises(DoesNotFit):
        run(aims, kill("rat", "whom"), whom("rat"))
    assert told(run(aims, kill("rat", "whom"), whom("bat"), said("sure"))) == ["done"]


def test_what_was_chosen_before_lapses_when_it_falls() -> None:
    assert told(run(aims, whom("rat"), kill("rat", "sure"))) == ["Nothing happens: Rat is dead."]
    assert told(run(aims, whom("rat"), kill("bat", "sure"), said("sure"))) == ["done"]


def test_with_nobody_left_to_choose_the_open_command_comes_to_nothing() -> None:
    state = run(aims, kill("rat", "whom"), kill("bat", "whom"))
    assert told(state) == ["Nothing happens: nothing is left to choose from."]


def test_the_events_of_an_interjection_stand_among_those_it_interrupted() -> None:
    state = run(aims, whom("rat"), kill("bat", "sure"), said("sure"))
    assert [event.t for event in state.events] == ["standing", "told"]
    assert state.encounter.figures["bat"].standing == "dead"


def test_an_interjection_stands_at_its_own_question() -> None:
    with pytest.raises(DoesNotFit, match="'sure'"):
        run(aims, kill("rat", "sure"))


# -------------------------------------------------------------------- several at once


async def both(ledger: Ledger) -> None:
    """Asks all who stand, at once."""
    standing = [tag for tag in ledger.encounter.figures if ledger.able(tag)]
    answers = await Together(
        lambda: [Confirm(key=f"ask {tag}", prompt="?", by=tag) for tag in standing if ledger.able(tag)]
    )
    ledger.remark(" ".join(f"{tag}={answer.yes}" for tag, answer in zip(standing, answers, strict=False)))


@pytest.mark.parametrize("order_", ["ulf rat bat", "bat rat ulf", "rat ulf bat"])
def test_several_are_answered_in_any_order_and_come_in_their_own(order_: str) -> None:
    names = order_.split()
    replies = [said(f"ask {tag}", yes=tag == "rat") for tag in names]
    for n in range(3):
        left = [f"ask {tag}" for tag in ("ulf", "rat", "bat") if tag not in names[:n]]
        assert asked(run(both, *replies[:n])) == left
    assert told(run(both, *replies)) == ["ulf=False rat=True bat=False"]


def test_an_interjection_in_the_middle_keeps_the_answers_that_still_fit() -> None:
    state = run(both, said("ask bat"), kill("rat", "ask ulf"))
    assert asked(state) == ["ask ulf"]
    assert isinstance(run(both, said("ask bat"), kill("rat", "ask ulf"), said("ask ulf")), Settled)


def test_an_interjection_that_takes_the_last_open_question_away_lets_the_rule_go_on() -> None:
    assert isinstance(run(both, said("ask ulf"), said("ask bat"), kill("rat", "ask rat")), Settled)


def test_an_answer_that_no_longer_fits_is_asked_again() -> None:
    async def rule(ledger: Ledger) -> None:
        def build() -> list[Choose]:
            foes = foes_of(ledger.encounter, ledger.rules, "ulf")
            return [Choose(key=key, prompt="?", options=foes) for key in ("first", "second")]

        chosen = await Together(build)
        ledger.remark(" ".join(one.option for one in chosen))

    first = Reply(key="first", answer=Chosen(option="rat"))
    assert asked(run(rule, first, kill("bat", "second"))) == ["second"]
    assert asked(run(rule, first, kill("rat", "second"))) == ["first", "second"]


def test_none_at_all_are_answered_at_once() -> None:
    async def rule(ledger: Ledger) -> None:
        nobody: list[Confirm] = []
        assert await Together(lambda: nobody) == ()
        ledger.remark("done")

    assert told(run(rule)) == ["done"]


def test_the_same_is_not_answered_twice() -> None:
    with pytest.raises(DoesNotFit, match="'ask ulf'"):
        run(both, said("ask ulf"), said("ask ulf"))


# -------------------------------------------------------------------- the contract


def test_replays_demand_the_same_key() -> None:
    async def rule(ledger: Ledger) -> None:
        await yes("to-hit ulf>rat")
        await yes("save rat<ulf")

    assert asked(run(rule, said("to-hit ulf>rat"))) == ["save rat<ulf"]
    with pytest.raises(DoesNotFit, match="to-hit ulf>bat"):
        run(rule, said("to-hit ulf>bat"))
    with pytest.raises(DoesNotFit, match="has no more questions"):
        run(rule, said("to-hit ulf>rat"), said("save rat<ulf"), said("more"))


def test_the_same_items_lead_to_the_same_place_every_time() -> None:
    items = (whom("rat"), kill("bat", "sure"), said("sure"))
    assert run(aims, *items) == run(aims, *items)


def test_refused_after_the_first_question_of_a_rule_is_a_mistake_of_the_rule() -> None:
    async def rule(ledger: Ledger) -> None:
        await yes("k")
        raise Refused("too late")

    assert asked(run(rule)) == ["k"]
    with pytest.raises(RulesBug, match="refused after"):
        run(rule, said("k"))


def test_before_it_a_rule_may_refuse_although_its_parameters_were_asked() -> None:
    async def rule(ledger: Ledger, target: Picked) -> None:
        raise Refused(f"{target.one} is too far away.")

    among = (pick("target", lambda t, g: ("rat", "bat")),)
    assert asked(run(rule, params=among)) == ["param target"]
    with pytest.raises(Refused, match="rat is too far away"):
        run(rule, Reply(key="param target", answer=tags("rat")), params=among)


def test_a_second_parameter_may_turn_out_to_have_no_candidates() -> None:
    async def rule(ledger: Ledger, who: Picked, target: Picked) -> None:
        ledger.remark("done")

    params = (
        pick("who", lambda t, g: ("rat", "bat")),
        Param("target", lambda t, g: Pick(key="t", prompt="?", among=()), nobody="Nobody is in reach."),
    )
    with pytest.raises(Refused, match="Nobody is in reach"):
        run(rule, Reply(key="param who", answer=tags("rat")), params=params)


def test_what_had_come_of_a_command_stays_as_it_was_while_its_rule_goes_on() -> None:
    async def rule(ledger: Ledger, who: Picked, target: Picked) -> None:
        await yes("k")

    params = (pick("who", lambda t, g: ("ulf", "rat")), pick("target", lambda t, g: ("rat", "bat")))
    items = (Reply(key="param who", answer=tags("ulf")), Reply(key="param target", answer=tags("bat")), said("k"))
    assert isinstance(run(rule, *items, params=params), Settled)
    assert run(rule, *items[:1], params=params).params == {"who": tags("ulf")}


class Other:
    """Something else that can be awaited."""

    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield "anything else")


class Nothing:
    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield None)


@pytest.mark.parametrize("other", [Other, Nothing])
def test_awaiting_anything_else_is_a_mistake_of_the_rule(other: Callable[[], Awaitable[Any]]) -> None:
    async def rule(ledger: Ledger) -> None:
        await other()

    with pytest.raises(RulesBug, match="questions only"):
        run(rule)


def test_a_recipe_that_gives_no_question_is_a_mistake_of_the_rule() -> None:
    async def rule(ledger: Ledger) -> None:
        recipe: Any = lambda: "Who goes first?"  # noqa: E731
        await Ask(recipe)

    with pytest.raises(RulesBug, match="Who goes first"):
        run(rule)


def test_two_questions_at_once_under_one_key_are_a_mistake_of_the_rule() -> None:
    async def rule(ledger: Ledger) -> None:
        await Together(lambda: [Confirm(key="k", prompt="?"), Confirm(key="k", prompt="??")])

    with pytest.raises(RulesBug, match="one key"):
        run(rule)


def test_no_rule_outlives_what_it_is_run_for() -> None:
    ended = []

    async def rule(ledger: Ledger) -> None:
        try:
            await yes("k")
        finally:
            ended.append("closed")

    rules, command = game("contract", Verb("do", rule)), Command(verb="do")
    resolve(rules, START, command, ())
    resolve(rules, START, command, (said("k"),))
    assert ended == ["closed", "closed"]
    resolver = Resolver(rules)
    resolver.resolve(START, Entry(command=command, seat=3))
    assert len(ended) == 2, "kept for its answer"
    resolver.resolve(START, Entry(command=command, seat=4))
    assert len(ended) == 3, "another has come"
    with pytest.raises(DoesNotFit):
        resolver.resolve(START, Entry(command=command, seat=4, items=(said("other"),)))
    assert len(ended) == 4, "it could not go on"


def test_a_command_goes_on_only_from_its_own_items_and_encounter() -> None:
    begun = []

    async def rule(ledger: Ledger) -> None:
        begun.append(ledger.encounter)
        await yes("k")
        await yes("l")

    resolver = Resolver(game("contract", Verb("do", rule)))
    first = Entry(command=Command(verb="do"), seat=3)
    second, third = (replace(first, items=tuple(map(said, keys))) for keys in ("k", "kl"))
    other = replace(first, items=(said("k", yes=False), said("l")))
    for entry, again in ((first, True), (second, False), (third, False), (second, True), (other, True), (first, True)):
        begun.clear()
        resolver.resolve(START, entry)
        assert bool(begun) == again, entry
    begun.clear()
    resolver.resolve(replace(START, round=7), second)
    assert [each.round for each in begun] == [7]
