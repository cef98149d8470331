"""Replay: executes one recorded command again from another encounter, with its recorded answers."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.chance import AppDice
from referee.engine.events.apply import apply
from referee.engine.events.event import Event
from referee.engine.mistake import RulesBug
from referee.engine.problem import Moot, Problem, Refused
from referee.engine.questions.answer import Answer, Chosen, Picked
from referee.engine.questions.param_keys import param_key
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.record.execution import CommandExecution
from referee.engine.record.recorded_commands import Recorded
from referee.engine.record.recorded_steps import NO_ACT, Entry, Opened, Reply
from referee.engine.record.turn_choices import TurnChoice, without
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Command
from referee.text.phrases import listed

How = Literal["same", "changed", "dropped", "kept", "open"]
"""`kept`: the recorded events stay, as the referee's override. `open`: it has an open question, as it had."""


class Replayed(Struct, frozen=True):
    """The result of replaying one command: as recorded, and as it is now."""

    was: Entry
    now: Entry | None
    """None if it was dropped, or is still open."""
    how: How
    then: Encounter
    """The encounter before it, as recorded."""
    before: Encounter
    """The encounter before it, as corrected."""
    asked: bool = False
    """True if it had a question for which no answer was recorded."""
    unasked: tuple[Opened | Reply, ...] = ()
    """Recorded commands and answers for which no question is left."""
    why: str = ""
    """Why it was dropped or kept; empty otherwise."""


class Replacement(Struct, frozen=True):
    """The order or the answer to replace, and what was meant; None: the app throws or draws."""

    wrong: Opened | Reply
    instead: Command | Answer | None


class Replay:
    """Executes a recorded command; each recorded answer goes to the question with the same key.

    It stops at a command that another figure would do than did it.
    """

    def __init__(
        self,
        rules: System,
        base: Encounter,
        then: Encounter,
        said: Iterable[Recorded],
        app: AppDice,
        turns: Iterable[TurnChoice] = (),
        replacement: Replacement | None = None,
    ) -> None:
        """then: the encounter before it, as recorded; turns: who is to act next, in this order, where that is asked.

        Raises a Problem only if what is replaced does not fit, or is not asked for.
        """
        self._rules = rules
        self.execution = CommandExecution(rules, base)
        """The command as far as it has come, with its open questions: those for which no answer was recorded."""
        self._then = then
        self._app = app
        self.turns = list(turns)
        """Those of them who have not been chosen yet."""
        self._replacement = replacement
        self._said = list(said)
        self.left = self._said
        """Recorded commands and answers that have not been used."""
        self.refused = ""
        """Why the rules refuse the command; empty if they do not."""
        self.lost = ""
        """Why a command that comes now is not that figure's any more who did it; empty if none is so."""
        self._stopped: Opened | None = None
        """The command that was refused, or that another figure would do."""
        self._decided: set[int] = set()
        """Seats of commands that may be done by another figure than did them."""
        self._left_out: set[int] = set()
        """Seats of interjected commands that are not done."""
        self._refit()
        if replacement is not None and any(one.said is replacement.wrong for one in self.left):
            raise Refused("That question no longer comes up: under this version's rules it turns out differently.")

    def answer(self, answer: Answer, key: str | None = None) -> None:
        """Answers an open question; the app throws dice that are left out. Raises DoesNotFit."""
        question = self.execution.question(key)
        self._answer(question, self._app.finished(question, answer))
        self._refit()

    def _answer(self, question: AnyQuestion, answer: Answer) -> None:
        """Answers an open question; what was recorded as its answer is not needed any more."""
        seat = self.execution.stack[-1].seat
        self._give(question, Reply(key=question.key, answer=answer))
        then = self._recorded_answer(question.key, seat)
        self.left = [one for one in self.left if one is not then]

    def _recorded_answer(self, key: str, seat: int) -> Recorded | None:
        return next((one for one in self.left if one.seat == seat and _answers(one, key)), None)

    def _give(self, question: AnyQuestion, reply: Reply) -> None:
        round = self.execution.encounter.round
        self.execution.reply(reply)
        if isinstance(question, Pick) and question.begins_turn and isinstance(reply.answer, Picked):
            self.turns = without(self.turns, [TurnChoice(round, tag) for tag in reply.answer.tags])

    def throw(self, key: str | None = None) -> None:
        """The app throws or draws for an open question."""
        question = self.execution.question(key)
        self.answer(self._app.thrown(self.execution.encounter, question), question.key)

    def _refit(self) -> None:
        """Gives recorded commands and answers until none fits an open question."""
        while self._chooses_turn() or self._takes_recorded():
            pass

    def _takes_recorded(self) -> bool:
        """Gives the first recorded command or answer that fits; False if none does."""
        fitting = next((one for one in self.left if self._fits(one)), None)
        self.left = [one for one in self.left if one is not fitting]
        return fitting is not None

    def _chooses_turn(self) -> bool:
        """Answers who acts next with the first that was recorded for this round and may act; False if nobody is."""
        if self.lost:
            return False
        for question in self.execution.questions:
            if isinstance(question, Pick) and question.begins_turn and not self._replaces(question):
                for choice in self.turns:
                    answer = Picked(tags=(choice.who,))
                    if choice.round == self.execution.encounter.round and question.accepts(answer) is None:
                        self._answer(question, answer)
                        return True
        return False

    def _means_same_die(self, question: AnyQuestion, answer: Answer) -> bool:
        """False if the answer names a die by its face, and others show that face than did when it was given."""
        if not isinstance(question, Choose) or not question.faces or not isinstance(answer, Chosen):
            return True
        with suppress(Problem, RulesBug):
            for then in CommandExecution(self._rules, self._then).replay(one.said for one in self._said):
                if then.question.key == question.key and then.answer is answer:
                    return _showing(then.question, answer.option) == _showing(question, answer.option)
        return True

    def _replaces(self, question: AnyQuestion) -> bool:
        """Is its recorded answer the one that is replaced?"""
        there = self._recorded_answer(question.key, self.execution.stack[-1].seat)
        return self._replacement is not None and there is not None and there.said is self._replacement.wrong

    def _fits(self, one: Recorded) -> bool:
        if self.lost or one.seat in self._left_out:
            return False
        try:
            if isinstance(one.said, Opened):
                return self._open(one.said)
            return self._reply(one.said, one.seat)
        except Problem as problem:
            if self._replacement is not None and one.said is self._replacement.wrong:
                raise
            self._note(str(problem))
        except RulesBug as bug:
            self._note(bug.confession)
        return False

    def _note(self, reason: str) -> None:
        if not self.execution.stack and self.execution.settled is None:
            self.refused = reason

    def _open(self, opened: Opened) -> bool:
        """Opens a recorded command: the outermost first, an interjected one at the question it interrupted.

        False if not now.
        """
        if self.execution.settled is not None or (opened.at is not None) != bool(self.execution.stack):
            return False
        if opened.at is not None and all(question.key != opened.at for question in self.execution.questions):
            return False
        self._stopped = opened
        if self._replacement is not None and opened is self._replacement.wrong:
            assert isinstance(self._replacement.instead, Command)
            opened = replace(opened, command=self._replacement.instead, act=NO_ACT)
        self.lost = self._changes_hands(opened) if opened.seat not in self._decided else ""
        if self.lost:
            return False
        self.execution.open(opened)
        self._stopped = None
        return True

    # ---------------------------------------------------------------- who did it, and who would do it now

    def _changes_hands(self, opened: Opened) -> str:
        """Why it is not to be done as it was: who did it is out of play, has not the turn, or another would do it."""
        was, encounter = opened.act.who, self.execution.encounter
        if not was:
            return ""
        names = listed([self._then.name(tag) for tag in was])
        turn = "nobody's" if encounter.turn is None else f"{encounter.name(encounter.turn)}'s"
        able = self._rules.able
        if len(was) == 1 and able(self._then, was[0]) and not able(encounter, was[0]):
            figure = encounter.figures.get(was[0])
            return f"{names} did it, but {figure.stands if figure else 'is not on the table'} now."
        verb = verb_of(self._rules, opened.command.verb)
        # A figure whose results were kept may have had no turn before either.
        in_turn = self._then.at_turn(was[0]) or all(param.name != verb.actor for param in verb.params)
        if not verb.interjects and len(was) == 1 and in_turn and not encounter.at_turn(was[0]):
            return f"{names} did it, but now it is {turn} turn."
        others = [encounter.name(tag) for tag in self._doers(opened) if tag not in was]
        return f"{names} did this; now {listed(others)} would do it." if others else ""

    @property
    def taken_over(self) -> str:
        """Who has done the settled command in place of who did it, where that became clear only in its course.

        Empty if nobody has, or if that was said.
        """
        opened, settled = self._said[0].said, self.execution.settled
        if not isinstance(opened, Opened) or settled is None or not opened.act.who or opened.seat in self._decided:
            return ""
        if self._replacement is not None and self._replacement.wrong is opened:
            return ""
        answered = {item.key for item in settled.items if isinstance(item, Reply)}
        others = [tag for tag in settled.act.who if tag not in opened.act.who]
        if not others or self._actor_key(opened) in answered:
            return ""
        names = [listed([self._then.name(tag) for tag in tags]) for tags in (opened.act.who, tuple(others))]
        return f"{names[0]} did this; now {names[1]} would do it."

    def _doers(self, opened: Opened) -> tuple[Tag, ...]:
        """Who would do it now. Refused if it cannot be done."""
        outcome = self.execution.preview(opened)
        return verb_of(self._rules, opened.command.verb).doers(self.execution.encounter, outcome.params)

    @property
    def instead(self) -> tuple[Tag, ...]:
        """Who can do the command at which it has stopped, in place of who did it; () if nobody else can."""
        if self._stopped is None:
            return ()
        try:
            who = self._doers(self._handed_over(self._stopped))
        except (Problem, RulesBug):
            return ()
        return who if who != self._stopped.act.who else ()

    def _handed_over(self, opened: Opened) -> Opened:
        """The command for whoever has the turn, or otherwise would do it where nothing is said."""
        verb, turn = verb_of(self._rules, opened.command.verb), self.execution.encounter.turn
        given = {name: answer for name, answer in opened.command.given.items() if name != verb.actor}
        param = next((param for param in verb.params if param.name == verb.actor), None)
        if param is not None and param.default is None and turn is not None:
            given[param.name] = Picked(tags=(turn,))
        return replace(opened, command=replace(opened.command, given=given), act=NO_ACT)

    def _actor_key(self, opened: Opened) -> str:
        """The key of the question that asks who does the command; empty if none can."""
        actor = verb_of(self._rules, opened.command.verb).actor
        return param_key(actor) if isinstance(actor, str) else ""

    def hand_over(self) -> None:
        """The command at which it has stopped is done by those of `instead`."""
        assert self._stopped is not None
        opened, actor = self._stopped, self._actor_key(self._stopped)
        self._decided.add(opened.seat)
        self.left = [
            Recorded(self._handed_over(opened), one.seat) if one.said is opened else one
            for one in self.left
            if not (one.seat == opened.seat and _answers(one, actor))
        ]
        self.lost = self.refused = ""
        self._refit()

    def leave_out(self) -> None:
        """The interjected command at which it has stopped is not done."""
        assert self._stopped is not None
        self._left_out.add(self._stopped.seat)
        self.lost = ""
        self._refit()

    # ---------------------------------------------------------------- answers

    def _reply(self, reply: Reply, seat: int) -> bool:
        execution = self.execution
        question = next((q for q in execution.questions if q.key == reply.key), None)
        if question is None or execution.stack[-1].seat != seat or not self._means_same_die(question, reply.answer):
            return False
        if self._replacement is not None and reply is self._replacement.wrong:
            instead = self._replacement.instead
            assert not isinstance(instead, Command)
            thrown = self._app.thrown(execution.encounter, question) if instead is None else instead
            reply = replace(reply, answer=self._app.finished(question, thrown))
        self._give(question, reply)
        return True


def _showing(question: AnyQuestion, face: str) -> set[int]:
    """Which of the dice of a question show that face."""
    return {n for n, each in enumerate(question.faces) if str(each) == face} if isinstance(question, Choose) else set()


def _answers(one: Recorded, key: str) -> bool:
    return isinstance(one.said, Reply) and one.said.key == key


def kept(encounter: Encounter, events: tuple[Event, ...]) -> tuple[Encounter, tuple[Event, ...]]:
    """The encounter after the events that still apply; and those events, marked as the referee's override."""
    found: list[Event] = []
    for event in events:
        overridden = replace(event, hand=True)
        try:
            encounter = apply(encounter, overridden)
        except Moot:
            continue
        found.append(overridden)
    return encounter, tuple(found)
