"""resolve: runs a command's rule from the start with the answers given so far.

The rule is started and sent the recorded items. So an answer is one more item, undo one item fewer, and a fight saved
in the middle of an attack is plain data. What comes of a command depends on nothing but its items and the encounter
before it: a coroutine that is kept for the next answer (`Resolver`) only saves time.
"""

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.symbol_dice import FATE
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.apply import Change
from referee.engine.events.event import Event
from referee.engine.mistake import RulesBug
from referee.engine.problem import DoesNotFit, Problem, Refused
from referee.engine.questions.answer import Answer
from referee.engine.questions.ask import AGAIN, Ask, Got, Lapsed, Put, require_accepted
from referee.engine.questions.param_keys import param_key
from referee.engine.questions.question import AnyQuestion, Question, put_by
from referee.engine.record.recorded_steps import Entry, Interjection, Item, Reply
from referee.engine.state.encounter import Encounter
from referee.engine.state.encounter_cache import cached
from referee.engine.verbs.consequences import follow_up
from referee.engine.verbs.ledger import Ledger, System
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.parameters import is_answerable, open_question, parameter, parameters
from referee.engine.verbs.verb import Command, Given, Param, Situation, Verb
from referee.text.harmless import clean
from referee.text.quoting import short

Answers = tuple[tuple[AnyQuestion, Answer], ...]
"""The questions of a command with their answers, in the order given; those of its interjections are not among them."""

MOST_LAPSES = 10_000
"""Lapses in a row after which a rule is taken to loop for ever."""


class _Outcome(Struct, frozen=True):
    encounter: Encounter
    """The encounter after all events so far."""
    changes: tuple[Change, ...]
    """The events so far, those of settled interjections among them."""
    answers: Answers
    params: Given
    """The parameters of the command that are known so far, also those that nobody had to say."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far."""
        return tuple(change.event for change in self.changes)


class Pending(_Outcome, frozen=True):
    """A command with open questions."""

    questions: tuple[AnyQuestion, ...]
    """The unanswered questions; several may be answered in any order."""


class Settled(_Outcome, frozen=True):
    """A command without open questions: its rule has ended."""


Outcome = Pending | Settled
"""What has come of a command."""


def resolve(
    rules: System, encounter: Encounter, command: Command, items: Sequence[Item], seat: int = 0, inner: bool = False
) -> Outcome:
    """The outcome of a command after these answers and interjections.

    seat: step number that opened it, for ids of conditions; inner: it interrupts another command.

    Refused if the rules do not allow it; DoesNotFit if an item answers nothing that is asked.
    """
    with closing(CommandRun(rules, encounter, command, items, seat, inner)) as run:
        return run.standing()


class CommandRun:
    """One run of a rule's coroutine, with the items given so far; it takes more of them until it is done.

    The parameters are those of `resolve`, and it raises what that raises. It is to be closed.
    """

    def __init__(
        self,
        rules: System,
        encounter: Encounter,
        command: Command,
        items: Sequence[Item] = (),
        seat: int = 0,
        inner: bool = False,
    ) -> None:
        verb = verb_of(rules, command.verb)
        self.ledger = Ledger(rules, encounter, seat, override=verb.overrules)
        self.inner = inner
        self.verb = verb
        self.steps = self.perform(verb, command)
        self.put: Put = ()
        self.answers: dict[str, Answer] = {}
        """The answers to the questions that are put, by key."""
        self.given: list[tuple[AnyQuestion, Answer]] = []
        self.params = Given()
        self.done = False
        self.ruling = False
        """True once all parameters are known and the rule runs."""
        self.asked = False
        """True once the rule itself has put a question; then it may not raise Refused. Parameters do not count."""
        try:
            self.go(None)
            for item in items:
                self.take(item)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.steps.close()

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """The unanswered questions; several may be answered in any order. None once it is done."""
        return tuple([question for question in self.put if question.key not in self.answers])

    async def perform(self, verb: Verb, command: Command) -> None:
        """Runs the command, then `follow_up`."""
        try:
            await self.order(verb, command)
        except Lapsed as reason:
            self.ledger.remark(f"Nothing happens: {reason}.")
        await follow_up(self.ledger, self.inner)

    async def order(self, verb: Verb, command: Command) -> None:
        """Runs a verb; asks for parameters that were not given and have more than one possible value.

        Refused if the verb is barred; Lapsed if it became so while its parameters were asked.
        """
        rules, before = self.ledger.rules, self.ledger.encounter
        if not verb.params:
            said, asked = parameters(verb, command, Situation(rules, before))
        else:  # the odds resolve a command again and again, and each key does at the table
            said, asked = cached(
                rules, before, id(command), command, lambda: parameters(verb, command, Situation(rules, before))
            )
        self.params.update(said)
        if len(said) < len(verb.params):
            for param in verb.params[len(said) :]:
                self.params[param.name] = await _parameter(verb, param, self.ledger, command, self.params, asked)
                asked = None
            # Something may have come in between while the parameters were asked.
            now = self.ledger.encounter
            if now is not before and (reason := verb.bar(Situation(rules, now))):
                raise Lapsed(reason.rstrip("."))
        self.ruling = True
        await verb.run(self.ledger, **self.params)

    def go(self, got: Got) -> None:
        """Runs the rule to its next question that can be answered, or to its end.

        Throws Lapsed into the rule at a question that cannot be answered. RulesBug if that happens MOST_LAPSES times in
        a row.
        """
        self.put = self.step(got)
        for _ in range(MOST_LAPSES):
            for question in self.put:
                if reason := self.void(question):
                    break
            else:
                return
            self.answers = {}
            self.put = self.step(None, Lapsed(reason))
        raise RulesBug("a rule keeps asking a question that cannot be answered")

    def step(self, got: Got, lapsed: Lapsed | None = None) -> Put:
        """The rule's next questions; () once it has ended.

        Refused if the rule refuses before its first question, or if a plug-in's rule fails; RulesBug if a rule breaks
        the contract.
        """
        try:
            put: Any = self.steps.send(got) if lapsed is None else self.steps.throw(lapsed)
        except StopIteration:
            self.done = True
            return ()
        except Refused as late:
            if self.asked:
                raise RulesBug("a rule refused after its first question") from late
            raise
        except (Problem, RulesBug):
            raise
        except (Exception, SystemExit) as error:
            if not (package := self.ledger.rules.package):
                raise
            what = short(clean(f"{type(error).__name__}: {error}"), 120)
            raise Refused(f"The plug-in {short(package, 60)} failed, and nothing was done: {what}.") from error
        for question in put if isinstance(put, tuple) else (put,):
            if not isinstance(question, Question):
                raise RulesBug(f"a rule awaited {put!r}; it may await questions only")
            unknown = isinstance(question, Roll) and any(pool.die not in (None, FATE) for pool in question.pools)
            if unknown and not self.ledger.rules.dice.show_symbols:
                raise RulesBug("a rule rolls symbol dice, but its game declares none")
        if len(put) > 1 and len({question.key for question in put}) < len(put):
            raise RulesBug(f"a rule asks two things at once under one key: {[question.key for question in put]}")
        self.asked = self.ruling
        if not self.ruling or self.given or not self.verb.hotkey:
            return tuple(put)  # a parameter says itself how it is begun
        return tuple([put_by(question, self.verb.hotkey, question.key) for question in put])

    def void(self, question: AnyQuestion) -> str:
        """Why a question cannot be answered: how a figure stands, or that no choice is left; empty if it can."""
        if gone := self.unable(question):
            figure = self.ledger.encounter.figures[gone[0]]
            return f"{figure.name} {figure.stands}"
        return "" if is_answerable(question) else "nothing is left to choose from"

    def unable(self, question: AnyQuestion) -> list[str]:
        """The tags of figures named by the question that are not able to act; none if it is for the fallen, too."""
        if question.fallen_too:
            return []
        rules, encounter = self.ledger.rules, self.ledger.encounter
        named = (question.by, *question.needs)
        return [tag for tag in named if tag in encounter.figures and not rules.able(encounter, tag)]

    def take(self, item: Item) -> None:
        """Takes one recorded answer or interjection. DoesNotFit if the command asks nothing, or no such question."""
        if self.done:
            raise DoesNotFit("That command has no more questions.")
        if isinstance(item, Interjection):
            if all(question.key != item.at for question in self.put):
                raise DoesNotFit(f"No open question is called {item.at!r}.")
            self.ledger.settled(item.entry.events or ())
            self.go(AGAIN)
            self.answers = {key: answer for key, answer in self.answers.items() if self.still_fits(key, answer)}
        else:
            self.reply(item)
        self._go_on()

    def _go_on(self) -> None:
        """Gives the rule its answers once all that it has asked for are there."""
        if self.put and len(self.answers) == len(self.put):
            got = tuple([self.answers[question.key] for question in self.put])
            self.answers = {}
            self.go(got)

    def still_fits(self, key: str, answer: Answer) -> bool:
        """True if a question with that key is open and accepts the answer."""
        return any(question.key == key and question.accepts(answer) is None for question in self.put)

    def reply(self, reply: Reply) -> None:
        """Keeps the answer to an open question. DoesNotFit if no question has its key, or if the question cannot take
        it.
        """
        question = next((q for q in self.put if q.key == reply.key and q.key not in self.answers), None)
        if question is None:
            raise DoesNotFit(f"No open question is called {reply.key!r}.")
        self._keep(question, reply.answer)

    def _keep(self, question: AnyQuestion, answer: Answer) -> None:
        require_accepted(question, answer)
        self.answers[question.key] = answer
        self.given.append((question, answer))

    def answer(self, question: AnyQuestion, answer: Answer) -> None:
        """Answers one of the `questions`, and goes on to the next ones. DoesNotFit if it cannot take the answer."""
        self._keep(question, answer)
        self._go_on()

    def standing(self) -> Outcome:
        """The outcome so far: Settled once the rule has ended, else Pending with the open questions."""
        encounter, changes, given = self.ledger.encounter, tuple(self.ledger.changes), tuple(self.given)
        params = Given(self.params)
        if self.done:
            return Settled(encounter, changes, given, params)
        return Pending(encounter, changes, given, params, self.questions)


class Resolver:
    """Resolves commands, and goes on with the run of the last one where only one more item has come."""

    def __init__(self, rules: System) -> None:
        self.rules = rules
        self._last: tuple[CommandRun, Encounter, Entry] | None = None
        """The last run, with the encounter before it, and the command with the items that it has taken."""

    def resolve(self, encounter: Encounter, entry: Entry) -> Outcome:
        """As `resolve`, of a command as it is recorded."""
        run = self._gone_on(encounter, entry)
        if run is None:
            run = CommandRun(self.rules, encounter, entry.command, entry.items, entry.seat, entry.at is not None)
        self._last = run, encounter, entry
        return run.standing()

    def _gone_on(self, encounter: Encounter, entry: Entry) -> CommandRun | None:
        """The last run with one item more; None, and it is closed, if that is not what is to be resolved."""
        if self._last is None:
            return None
        (run, before, last), self._last = self._last, None
        if encounter is not before or not entry.items or replace(entry, items=entry.items[:-1]) != last:
            run.close()
            return None
        try:
            run.take(entry.items[-1])
        except BaseException:
            run.close()
            raise
        return run


async def _parameter(
    verb: Verb, param: Param, ledger: Ledger, command: Command, so_far: Given, asked: AnyQuestion | None
) -> Any:
    """What is said for a parameter, or the answer to its question, which is `asked` where that is known."""
    before = ledger.encounter
    if asked is None:
        asked, said = parameter(verb, param, Situation(ledger.rules, before), so_far, command.given)
        if said is not None:
            return said
        assert asked is not None
    first = asked

    def ask() -> AnyQuestion:
        now = Situation(ledger.rules, ledger.encounter)
        is_as_before = ledger.encounter is before
        asks = first if is_as_before else open_question(verb, param, now, so_far, command.given, param.ask(now, so_far))
        return put_by(asks, verb.hotkey, param_key(param.name))

    return await Ask(ask)
