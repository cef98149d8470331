"""A thousand random acts at a table, each checked against the whole promise of going back and forth."""

from contextlib import suppress
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.json import decode, encode

from referee.engine.dice.chance import AppDice
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.apply import fold
from referee.engine.problem import Problem
from referee.engine.questions.answer import Answer, Chosen, Counted, Picked, Said
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.record.recorded_steps import Step
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.verb import Command
from tests.engine.toys.box import figure, table
from tests.engine.toys.sides import SIDES

STEPS, GAMES = 50, 20
"""A thousand acts in all."""
View = tuple[object, ...]
WHO = st.sampled_from(["mira", "tolin", "gob", "orc", "r1", "zed"])
SAID: dict[str, st.SearchStrategy[dict[str, Answer]]] = {
    "next": st.just({}),
    "turn": st.fixed_dictionaries({}, optional={"who": WHO.map(lambda tag: Picked(tags=(tag,)))}),
    "attack": st.fixed_dictionaries({}, optional={"target": WHO.map(lambda tag: Picked(tags=(tag,)))}),
    "leave": st.just({}),
    "ready": st.just({}),
    "react": st.just({}),
    "damage": st.fixed_dictionaries(
        {"who": st.lists(WHO, max_size=2).map(lambda tags: Picked(tags=tuple(tags)))},
        optional={"amount": st.integers(-1, 4).map(lambda n: Counted(n=n))},
    ),
    "heal": st.fixed_dictionaries({"amount": st.integers(0, 9).map(lambda n: Counted(n=n))}),
    "condition": st.fixed_dictionaries(
        {"kind": st.sampled_from(["prone", "burn", "odd"]).map(lambda kind: Said(text=kind))},
        optional={
            "who": WHO.map(lambda tag: Picked(tags=(tag,))),
            "details": st.sampled_from(["", "2", "3r", "end mira", "x2", "soon"]).map(lambda text: Said(text=text)),
        },
    ),
    "lift": st.just({"kind": Said(text="prone")}),
    "hold": st.sampled_from([{}, {"then": Said(text="next")}]),
    "return": st.just({}),
    "move": st.just({}),
    "remove": st.fixed_dictionaries({"who": WHO.map(lambda tag: Picked(tags=(tag,)))}),
    "add": st.just({"kind": Chosen(option="rat")}),
    "dice": st.sampled_from(["split", "app", "table"]).map(lambda mode: {"mode": Chosen(option=mode)}),
    "note": st.just({"text": Said(text="a note")}),
    "roll": st.just({"dice": Said(text="2d6!+1")}),
    "fly": st.just({}),
}
ORDERS = st.sampled_from(sorted(SAID)).flatmap(lambda verb: st.tuples(st.just(verb), SAID[verb]))
WORDS = st.sampled_from(["", "1", "6", "15", "20 3", "7", "=4", "strike", "let go", "mira", "gob", "orc", "all", "٣"])


def sensible(question: AnyQuestion, n: int) -> str:
    """Words that most likely answer it."""
    if isinstance(question, Roll):
        return " / ".join(str(1 + n % pool.sides) for pool in question.pools)
    if isinstance(question, Choose):
        return question.options[n % len(question.options)]
    if isinstance(question, Pick) and question.among:
        return question.among[n % len(question.among)]
    return str(n % 9)


class AtTheTable(RuleBasedStateMachine):
    """One fight, played at random; `seen` is how it looked at each place of its step log."""

    @initialize(seed=st.integers(0, 999))
    def sit_down(self, seed: int) -> None:
        sides = {"mira": "heroes", "tolin": "heroes", "gob": "monsters", "orc": "monsters"}
        start = table(*(figure(tag, side=side, wounds=6) for tag, side in sides.items()), dice="split")
        self.start = start
        self.session = Session(SIDES, MemoryStepLog(start), app=AppDice(Random(seed)))
        self.seen: list[View] = [self.view()]

    def view(self) -> View:
        asked = tuple((question.key, question.prompt, question.by) for question in self.session.questions)
        return self.session.encounter, asked, self.session.open_commands, self.session.entries()

    def whole(self) -> View:
        step_log = self.session.step_log
        return (
            *self.view(),
            step_log.position,
            tuple(step_log.step(n) for n in range(len(step_log))),
            self.session.notice,
        )

    def done(self) -> None:
        """Something was done: what was seen of the places after it counts no more."""
        position = self.session.step_log.position
        assert len(self.session.step_log) == position
        self.seen = [*self.seen[:position], self.view()]

    @rule(order=ORDERS)
    def an_order(self, order: tuple[str, dict[str, Answer]]) -> None:
        self.an_act(*order)

    def an_act(self, verb: str, given: dict[str, Answer]) -> None:
        before = self.whole()
        try:
            self.session.command(Command(verb=verb, given=given))
        except Problem:
            assert self.whole() == before
        else:
            self.done()

    @rule(numbers=st.lists(st.integers(0, 99), min_size=4, max_size=8))
    def they_play_on(self, numbers: list[int]) -> None:
        """Several sensible acts in a row, and now and then something in between."""
        for n in numbers:
            if self.session.questions and n % 4:
                self.answered(self.session.questions[-1], sensible(self.session.questions[-1], n))
            else:
                verbs = ("react", "damage") if self.session.questions else ("attack", "turn", "next", "leave", "ready")
                who = tuple(self.session.encounter.figures)[n % 4]
                given: dict[str, Answer] = {"who": Picked(tags=(who,)), "amount": Counted(n=1)} if n % 3 == 0 else {}
                for verb in verbs[n % len(verbs) :]:
                    self.an_act(verb, given if verb == "damage" else {})

    @precondition(lambda self: self.session.questions)
    @rule(n=st.integers(0, 99), last=st.booleans())
    def a_sensible_answer(self, n: int, last: bool) -> None:
        question = self.session.questions[-1 if last else 0]
        self.answered(question, sensible(question, n))

    @precondition(lambda self: self.session.questions)
    @rule(text=WORDS)
    def any_answer(self, text: str) -> None:
        self.answered(self.session.questions[0], text)

    def answered(self, question: AnyQuestion, text: str) -> None:
        before = self.whole()
        try:
            self.session.answer(question.read(self.session.encounter, text), question.key)
        except Problem:
            assert self.whole() == before
        else:
            self.done()

    @precondition(lambda self: self.session.questions)
    @rule()
    def the_app_throws(self) -> None:
        before = self.whole()
        try:
            self.session.throw()
        except Problem:
            assert self.whole() == before
        else:
            self.done()

    @rule(inside=st.booleans(), times=st.integers(1, 4))
    def back_and_forth_again(self, inside: bool, times: int) -> None:
        """Undo n times, then redo n times."""
        places = [self.session.step_log.position]
        for _ in range(times):
            if places[-1] == 0:
                break
            self.session.undo(inside)
            places.append(self.session.step_log.position)
            assert places[-1] < places[-2] and self.view() == self.seen[places[-1]]
        for place in places[-2::-1]:
            while self.session.step_log.position < place:
                self.session.redo(inside=True)
                assert self.view() == self.seen[self.session.step_log.position]

    @precondition(lambda self: self.session.step_log.position > 12)
    @rule(inside=st.booleans())
    def back(self, inside: bool) -> None:
        if self.session.step_log.position:
            self.session.undo(inside)

    @rule(inside=st.booleans())
    def forth(self, inside: bool) -> None:
        if self.session.step_log.position < len(self.session.step_log):
            self.session.redo(inside)

    @precondition(lambda self: len(self.session.step_log) > 20)
    @rule(share=st.floats(0, 1))
    def to_a_place(self, share: float) -> None:
        self.session.rewind(round(share * len(self.session.step_log)))

    @rule(order=ORDERS)
    def a_look_ahead(self, order: tuple[str, dict[str, Answer]]) -> None:
        before = self.whole()
        with suppress(Problem):
            self.session.preview(Command(verb=order[0], given=order[1]))
        assert self.whole() == before

    @invariant()
    def it_looks_as_it_did_at_this_place(self) -> None:
        assert self.view() == self.seen[self.session.step_log.position]
        assert self.session.notice == ""

    @invariant()
    def the_fold_of_the_tape_is_the_state(self) -> None:
        events = [event for entry in self.session.entries() for event in entry.events or ()]
        settled = fold(self.start, events)
        if not self.session.resolved_commands:
            assert settled == self.session.encounter
            return
        assert self.session.questions, "an open command asks something"
        if len(self.session.open_commands) == 1:
            assert fold(settled, self.session.resolved_commands[-1].outcome.events) == self.session.encounter

    @invariant()
    def another_session_on_the_same_tape_is_equal(self) -> None:
        other = Session(SIDES, self.session.step_log)
        assert (other.encounter, other.open_commands) == (self.session.encounter, self.session.open_commands)
        assert [q.key for q in other.questions] == [q.key for q in self.session.questions]

    @invariant()
    def it_can_be_written_down(self) -> None:
        if position := self.session.step_log.position:
            step = self.session.step_log.step(position - 1)
            assert decode(encode(step), type=Step) == step

    @invariant()
    def every_condition_has_an_id_of_its_own(self) -> None:
        ids = [condition.id for bearer in self.session.encounter.bearers() for condition in bearer.conditions]
        assert len(ids) == len(set(ids))


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(
    max_examples=GAMES,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
