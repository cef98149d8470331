"""Session: the one mutable object of a fight. It takes commands and answers, and undoes and redoes them."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from referee.engine.dice.chance import AppDice, Throw, all_typed, thrown_by_app
from referee.engine.figures.library import EMPTY_LIBRARY, GameLibrary
from referee.engine.figures.party import DoneTogether, group_called
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Answer
from referee.engine.questions.ask import require_accepted
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.execution import CommandExecution, ResolvedCommand, StepOutcome
from referee.engine.record.past_states import entries, open_commands_at, refold, settled_state_at
from referee.engine.record.recorded_steps import Amended, Entry, Move, Opened, Reply, Stack, Step, moved
from referee.engine.record.resolve import Outcome
from referee.engine.record.step_log import StepLog
from referee.engine.record.step_positions import entry_start, redo_position, undo_position
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Command, Situation


class Session:
    """One encounter in play: a system, the step log on which it is recorded, and dice.

    Every call either succeeds and has passed its step to the step log, or raises a Problem and has changed nothing.
    Whether the step is safely on disk is reported by the step log.
    """

    def __init__(
        self,
        rules: System,
        step_log: StepLog,
        throw: Throw | None = None,
        app: AppDice | None = None,
        kept: GameLibrary = EMPTY_LIBRARY,
    ) -> None:
        self.rules = rules
        self.kept = kept
        """The library that typed commands may name besides the encounter; the record does not need it."""
        self.step_log = step_log
        self.notice = ""
        """A sentence for the referee about the last action or the opening; empty if there is none."""
        self._throw = throw
        self.app = app or AppDice()
        """Throws and draws where the table leaves it to the app."""
        self.last_step = StepOutcome()
        """What came of the last command or answer; nothing after going back or forth, a correction, or opening."""
        self._stand(self._load())

    # ---------------------------------------------------------------- how it stands

    def _stand(self, execution: CommandExecution) -> None:
        """Takes over the state of an execution."""
        self._execution = execution
        self.encounter = execution.encounter
        """The encounter including the events of commands that are still open."""
        self.questions = execution.questions
        """The open questions; () if none."""
        self._over: str | None = None

    @property
    def over(self) -> str:
        """How the game says that the fight has ended; empty if it does not."""
        if self._over is None:
            self._over = self.rules.fight.over(self.encounter)
        return self._over

    @property
    def is_between_fights(self) -> bool:
        """Is no fight going on, as the game or the referee says, and nothing asked?"""
        return not self.questions and (bool(self.over) or not self.rules.fight.is_on(self.encounter))

    @property
    def done_together(self) -> DoneTogether | None:
        """What undo takes back as one act; None if something was done since, also elsewhere with the party."""
        last = self.kept.done_together
        if last is None or self.questions or last.then != (self.step_log.position, self.encounter):
            return None
        party = last.party
        return last if party is None or group_called(self.kept.parties(), party.name) == party else None

    @property
    def situation(self) -> Situation:
        """What a verb is given to read its parameters, to ask for them, or to refuse."""
        return Situation(self.rules, self.encounter, asked=bool(self.questions), kept=self.kept)

    @property
    def open_commands(self) -> tuple[Entry, ...]:
        """The open commands, outermost first."""
        return self._execution.stack

    @property
    def resolved_commands(self) -> tuple[ResolvedCommand, ...]:
        """The open commands with what has come of each so far, outermost first.

        The same object as before while nothing is done.
        """
        return self._execution.open_commands

    def entries(self, start: int = 0) -> list[Entry]:
        """The settled entries from step `start` to the current position, with corrections applied."""
        return entries(self.step_log, self.step_log.position, start)

    # ---------------------------------------------------------------- orders and answers

    def command(self, command: Command) -> None:
        """Gives a command. Raises Refused if it is not possible now."""
        self._require_allowed(command)
        execution = self._execution.copy()
        execution.open(self._opened(command))
        self._commit(execution)

    def answer(self, answer: Answer, key: str | None = None) -> None:
        """Answers the open question with that key, or the first. Raises DoesNotFit."""
        self.answer_together([Reply(key=self.question(key).key, answer=answer)])

    def answer_together(self, replies: Iterable[Reply]) -> None:
        """Answers several open questions in one step, all or none. Raises DoesNotFit."""
        execution = self._execution.copy()
        for reply in replies:
            question = execution.question(reply.key)
            if all_typed(self.encounter) and question.lacks(reply.answer):
                require_accepted(question, reply.answer)
            execution.reply(Reply(key=reply.key, answer=self.app.finished(question, reply.answer)))
        self._commit(execution)

    def throw(self, key: str | None = None) -> None:
        """The app throws or draws for the open question with that key, or the first."""
        question = self.question(key)
        self.answer(self.app.thrown(self.encounter, question), question.key)

    def question(self, key: str | None = None) -> AnyQuestion:
        """The open question of that key, or the first. Refused if there is none."""
        return self._execution.question(key)

    def preview(self, command: Command) -> Outcome:
        """The outcome of a command if it were given now; nothing is recorded. Raises Refused if it is not possible."""
        self._require_allowed(command)
        return self._execution.preview(self._opened(command))

    # ---------------------------------------------------------------- back and forth

    def undo(self, inside: bool = False) -> None:
        """Goes back one answer if a command is open, else one entry.

        inside: of a settled entry undo only its last answer. Raises Refused at the beginning.
        """
        position = self.step_log.position
        if position == 0:
            raise Refused("There is nothing to take back.")
        whole = self.step_log.depth(position) == 0 and not inside
        self._move(undo_position(self.step_log, position) if whole else position - 1)

    def redo(self, inside: bool = False) -> None:
        """Goes forward again one entry, with the recorded dice, or one answer inside a command.

        Raises Refused at the end.
        """
        position = self.step_log.position
        if position == len(self.step_log):
            raise Refused("There is nothing to bring back.")
        whole = self.step_log.depth(position) == 0 and not inside
        self._move(redo_position(self.step_log, position) if whole else position + 1)

    def rewind(self, position: int) -> None:
        """Goes to any position, 0 = before the first step. Raises Refused if there is none such."""
        if not 0 <= position <= len(self.step_log):
            raise Refused(f"The log has lines 0 to {len(self.step_log)}, not {position}.")
        self._move(position)

    def follow(self) -> None:
        """Loads the state at the step log's position, as after another program has added to it."""
        self.notice, self.last_step = "", StepOutcome()
        self._stand(self._load())

    def undone(self) -> Entry | Amended | None:
        """The command or correction that undo would take back; None if it takes back an answer, or nothing.

        While a command is open: the interjection settled by the last step, or the command opened by it.
        """
        position = self.step_log.position
        if position == 0:
            return None
        step = self.step_log.step(position - 1)
        if step.correction is not None:
            return step.correction
        if not step.depth:
            return entries(self.step_log, position, entry_start(self.step_log, position))[-1]
        return _begun(step)

    def correct(self, amended: Amended) -> None:
        """Appends a correction as one step, and loads the corrected encounter."""
        self.step_log.append(Step(moves=(amended,), depth=len(amended.open)))
        self.notice, self.last_step = "", StepOutcome()
        encounter, _ = refold(self.step_log, self.step_log.position)
        if not amended.open:
            self.step_log.learn(self.step_log.position, encounter)
        self._stand(CommandExecution(self.rules, encounter, amended.open))

    # ---------------------------------------------------------------- within

    def _require_allowed(self, command: Command) -> None:
        """Raises Refused if a command is barred, or may not interrupt the open question."""
        if reason := verb_of(self.rules, command.verb).refusal(self.situation):
            raise Refused(reason)

    def _opened(self, command: Command) -> Opened:
        """The record of that command if it is given now."""
        command = completed(self.situation, command)
        at = self.questions[0].key if self.questions else None
        return Opened(command=command, seat=self.step_log.position, at=at)

    def _commit(self, execution: CommandExecution) -> None:
        """Answers the app's own rolls and draws, then appends all moves to the step log as one step."""
        while thrown := self._thrown(execution):
            execution.reply(thrown)
        moves: tuple[Move, ...] = tuple(execution.moves)
        self.step_log.append(Step(moves=moves, depth=len(execution.stack)))
        self.notice = ""
        self._stand(execution)
        self.last_step = execution.step_outcome
        if not execution.stack:
            self.step_log.learn(self.step_log.position, execution.base)

    def _thrown(self, execution: CommandExecution) -> Reply | None:
        throw = self._throw or partial(thrown_by_app, self.rules, self.app)
        for question in (each for each in execution.questions if not each.typed):
            if (answer := throw(execution.encounter, question)) is not None:
                return Reply(key=question.key, answer=answer)
        return None

    def _move(self, position: int) -> None:
        self.step_log.move(position)
        self.follow()

    def _load(self) -> CommandExecution:
        """The execution state at the step log's position.

        An open command that today's rules cannot resume is undone, with a notice.
        """
        position = self.step_log.position
        base = settled_state_at(self.step_log, position)
        with suppress(Problem, RulesBug):
            execution = CommandExecution(self.rules, base, open_commands_at(self.step_log, position))
            # Moves right after loading mean that by today's rules the command settles where it used to ask.
            if not execution.moves:
                return execution
        self.notice = "The open command does not fit this version's rules and was undone."
        with suppress(Problem):  # a read-only record cannot be moved
            self.step_log.move(entry_start(self.step_log, position))
        return CommandExecution(self.rules, base)


def completed(situation: Situation, command: Command) -> Command:
    """The command as it is recorded where it is given: nothing is looked up outside of the encounter any more."""
    command = verb_of(situation.rules, command.verb).in_full(situation, command)
    secret = verb_of(situation.rules, command.verb).secret
    return replace(command, secret=True) if secret and not command.secret else command


def _begun(step: Step) -> Entry | None:
    """The command that a step opened, with its answers and events of that step; None if the step opened none."""
    if not isinstance(step.moves[0], Opened):
        return None
    stack: Stack = ()
    for move in step.moves:
        stack, settled = moved(stack, move)
        if settled is not None:
            return settled
    return stack[0]
