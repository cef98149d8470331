"""Session: the one mutable object of a fight. It takes commands and answers, and undoes and redoes them."""

from contextlib import suppress

from referee.engine.answer import Answer, Rolled
from referee.engine.chance import AppDice, DiceSource, all_typed, source_for
from referee.engine.course import Course
from referee.engine.encounter import Encounter
from referee.engine.history import Amended, Entry, Move, Opened, Reply, Stack, Step, moved
from referee.engine.ledger import System
from referee.engine.overrule import verb_of
from referee.engine.past import encounter_at, entries, entry_start, redo_place, refold, stack_at, undo_place
from referee.engine.problem import Problem, Refused, RulesBug
from referee.engine.question import AnyQuestion, fits
from referee.engine.resolve import Pending, Settled, resolve
from referee.engine.tape import Tape
from referee.engine.throw import Draw, Roll
from referee.engine.verb import Command, Table, Verb


class Session:
    """One encounter in play: a system, the tape on which it is recorded, and dice.

    Every call either succeeds and has passed its step to the tape, or raises a Problem and has changed nothing.
    Whether the step is safely on disk is reported by the tape.
    """

    def __init__(self, rules: System, tape: Tape, dice: DiceSource | None = None, app: AppDice | None = None) -> None:
        self.rules = rules
        self.tape = tape
        self.notice = ""
        """A sentence for the referee about the last action or the opening; empty if there is none."""
        self._dice = dice
        self.app = app or AppDice()
        """Throws and draws where the table leaves it to the app."""
        self._course = self._load()

    # ---------------------------------------------------------------- how it stands

    @property
    def encounter(self) -> Encounter:
        """The encounter including the events of commands that are still open."""
        return self._course.encounter

    @property
    def table(self) -> Table:
        """What a verb is given to read its parameters, to ask for them, or to refuse."""
        return Table(self.rules, self.encounter, asked=bool(self.questions))

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """The open questions; () if none."""
        return self._course.questions

    @property
    def pending(self) -> Pending | None:
        """The innermost open command, if one is open."""
        return self._course.pending

    @property
    def open_commands(self) -> tuple[Entry, ...]:
        """The open commands, outermost first."""
        return self._course.stack

    def entries(self, start: int = 0) -> list[Entry]:
        """The settled entries from step `start` to the current position, with corrections applied."""
        return entries(self.tape, self.tape.position, start)

    # ---------------------------------------------------------------- orders and answers

    def command(self, command: Command) -> None:
        """Gives a command. Raises Refused if it is not possible now."""
        verb = self._allowed(command)
        open_ = self.questions
        course = self._course.copy()
        if verb.secret and not command.secret:
            command = command.model_copy(update={"secret": True})
        at = open_[0].key if open_ else None
        course.open(Opened(command=command, seat=self.tape.position, at=at))
        self._commit(course)

    def answer(self, answer: Answer, key: str | None = None) -> None:
        """Answers the open question with that key, or the first. Raises DoesNotFit."""
        question = self.question(key)
        if all_typed(self.encounter) and isinstance(question, Roll) and isinstance(answer, Rolled):
            fits(question, answer)
        course = self._course.copy()
        course.reply(Reply(key=question.key, answer=self.app.finished(question, answer)))
        self._commit(course)

    def throw(self, key: str | None = None) -> None:
        """The app throws or draws for the open question with that key, or the first."""
        question = self.question(key)
        self.answer(self.app.thrown(self.encounter, question), question.key)

    def question(self, key: str | None = None) -> AnyQuestion:
        """The open question of that key, or the first. Refused if there is none."""
        return self._course.question(key)

    def preview(self, command: Command) -> Pending | Settled:
        """The outcome of a command if it were given now; nothing is recorded. Raises Refused if it is not possible."""
        self._allowed(command)
        return resolve(self.rules, self.encounter, command, (), self.tape.position, bool(self.questions))

    # ---------------------------------------------------------------- back and forth

    def undo(self, inside: bool = False) -> None:
        """Goes back one answer if a command is open, else one entry.

        inside: of a settled entry undo only its last answer. Raises Refused at the beginning.
        """
        position = self.tape.position
        if position == 0:
            raise Refused("There is nothing to take back.")
        whole = self.tape.depth(position) == 0 and not inside
        self._move(undo_place(self.tape, position) if whole else position - 1)

    def redo(self, inside: bool = False) -> None:
        """Goes forward again one entry, with the recorded dice, or one answer inside a command.

        Raises Refused at the end.
        """
        position = self.tape.position
        if position == len(self.tape):
            raise Refused("There is nothing to bring back.")
        whole = self.tape.depth(position) == 0 and not inside
        self._move(redo_place(self.tape, position) if whole else position + 1)

    def rewind(self, position: int) -> None:
        """Goes to any position, 0 = before the first step. Raises Refused if there is none such."""
        if not 0 <= position <= len(self.tape):
            raise Refused(f"The record has places 0 to {len(self.tape)}, not {position}.")
        self._move(position)

    def follow(self) -> None:
        """Stands where the tape stands now: another program has added to it."""
        self.notice = ""
        self._course = self._load()

    def undone(self) -> Entry | Amended | None:
        """The command or correction that undo would take back; None if it takes back an answer, or nothing.

        While a command is open: the interjection settled by the last step, or the command opened by it.
        """
        position = self.tape.position
        if position == 0:
            return None
        step = self.tape.step(position - 1)
        if step.correction is not None:
            return step.correction
        if not step.depth:
            return entries(self.tape, position, entry_start(self.tape, position))[-1]
        return _begun(step)

    def correct(self, amended: Amended) -> None:
        """Appends a correction as one step, and loads the corrected encounter."""
        self.tape.append(Step(moves=(amended,), depth=len(amended.open)))
        self.notice = ""
        encounter, _ = refold(self.tape, self.tape.position)
        if not amended.open:
            self.tape.learn(self.tape.position, encounter)
        self._course = Course(self.rules, encounter, amended.open)

    # ---------------------------------------------------------------- within

    def _allowed(self, command: Command) -> Verb:
        """The verb of a command. Raises Refused if it is barred, or may not interrupt the open question."""
        verb = verb_of(self.rules, command.verb)
        if reason := verb.refusal(self.table):
            raise Refused(reason)
        return verb

    def _commit(self, course: Course) -> None:
        """Answers the app's own rolls and draws, then appends all moves to the tape as one step."""
        while thrown := self._thrown(course):
            course.reply(thrown)
        moves: tuple[Move, ...] = tuple(course.moves)
        self.tape.append(Step(moves=moves, depth=len(course.stack)))
        self.notice = ""
        self._course = course
        if not course.stack:
            self.tape.learn(self.tape.position, course.base)

    def _thrown(self, course: Course) -> Reply | None:
        dice = self._dice or source_for(self.rules, course.encounter, self.app)
        for question in course.questions:
            answer: Answer | None = None
            if isinstance(question, Roll) and not question.typed:
                answer = dice.roll(course.encounter, question)
            elif isinstance(question, Draw):
                answer = dice.draw(course.encounter, question)
            if answer is not None:
                return Reply(key=question.key, answer=answer)
        return None

    def _move(self, position: int) -> None:
        self.tape.move(position)
        self.notice = ""
        self._course = self._load()

    def _load(self) -> Course:
        """The execution state at the tape's position.

        An open command that today's rules cannot resume is undone, with a notice.
        """
        position = self.tape.position
        base = encounter_at(self.tape, position)
        with suppress(Problem, RulesBug):
            course = Course(self.rules, base, stack_at(self.tape, position))
            # Moves right after loading mean that by today's rules the command settles where it used to ask.
            if not course.moves:
                return course
        self.notice = "The open command no longer fits the rules of this version; it was taken back."
        with suppress(Problem):  # a read-only record cannot be moved
            self.tape.move(entry_start(self.tape, position))
        return Course(self.rules, base)


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
