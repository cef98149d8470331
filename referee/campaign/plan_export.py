"""Export of an encounter as a plan: the orders that made it and the answers given, so that it comes back equal."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import takewhile

from referee import games as systems
from referee.campaign.plan import SYSTEM_LINE, WRITTEN
from referee.campaign.told_dice import thrown_by, told_dice
from referee.command_language.line import read_line
from referee.dialogue.dialogue import by_app
from referee.engine.dice.chance import DICE, AppDice
from referee.engine.dice.number_questions import BLANK
from referee.engine.dice.roll_questions import Roll
from referee.engine.figures.kind_words import with_note
from referee.engine.figures.pieces import figure_parts, pieces
from referee.engine.problem import Problem, Refused, on_topic
from referee.engine.questions.answer import Answer, Counted, Drew, Numbered, Picked, Rolled, Said
from referee.engine.questions.param_keys import param_key
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.recorded_commands import recorded
from referee.engine.record.recorded_steps import Opened, Reply, Stack
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.add import add, bring
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Command, Given, Param
from referee.rules import registry
from referee.store.journal import Journal
from referee.store.system_copy import SYSTEM_FILE, copy_of
from referee.words.log import replied


@on_topic("plans")
def exported(journal: Journal, setup: bool = False) -> str:
    """An encounter as the text of a plan. Refused as `plan_of`; Refused or Damaged if its rules cannot be read.

    setup: only what was there before the first round.
    """
    session = Session(systems.rules_for(journal), journal)
    return "\n".join([f"# {journal.name}", *_system(journal), *plan_of(session, setup), ""])


def _system(journal: Journal) -> list[str]:
    """The line that names the game; the lines of a system file of one's own follow it."""
    first = [f"system {journal.system}"]
    if not journal.title.digest and not journal.folder.holds(SYSTEM_FILE):
        return first
    raw = copy_of(journal.folder, journal.title.digest)
    if journal.system in registry.SHIPPED and registry.shipped(journal.system) == raw:
        return first
    return first + [f"{SYSTEM_LINE} {line}" if line else SYSTEM_LINE for line in raw.decode().split("\n")]


def plan_of(session: Session, setup: bool = False) -> list[str]:
    """The lines of a plan that brings this encounter back as it stands, but for its `system` line.

    setup: as it stood before its first round.

    Refused if orders alone do not: where the journal begins with a fight that was folded into it, or with what rules
    of today would decide otherwise.
    """
    start = Encounter(system=session.rules.name)
    if session.step_log.known(0)[1] != start:
        raise Refused(
            "No plan can be written: the encounter is a copy from a later moment, so the first commands are not in it."
        )
    stack, end = (*session.entries(), *session.open_commands), session.encounter
    if setup:
        stack, end = _before_the_first_round(session)
    said = [each.said for each in recorded(*stack)]
    with suppress(Problem):
        writer = _Writer(session.rules, start, said, in_brief=True)
        lines = writer.written()
        if writer.trial.encounter == end:
            return lines
    writer = _Writer(session.rules, start, said)
    try:
        lines = writer.written()
    except Problem as problem:
        raise Refused(f"No plan can be written: under today's rules, {problem.located}") from problem
    if writer.trial.encounter != end:
        raise Refused("No plan can be written: a correction was made that no command can repeat.")
    return lines


def _before_the_first_round(session: Session) -> tuple[Stack, Encounter]:
    """The commands that settled before a round began, and how it stood then."""
    acts = list(applied_commands(session.step_log, session.step_log.position))
    before = list(takewhile(lambda act: not act.after.round, acts))
    return tuple(act.entry for act in before), before[-1].after if before else session.step_log.known(0)[1]


class _Writer:
    """Gives what was said once more to an empty encounter, and writes each line as it is understood there."""

    def __init__(self, rules: System, start: Encounter, said: list[Opened | Reply], in_brief: bool = False) -> None:
        """in_brief: figures of the game's catalogue are called so, with what differs, also where what is recorded
        reads otherwise: whether the same comes of it is to be looked at.
        """
        self.said = said
        self.catalogue = _Catalogue(rules) if in_brief else None
        self.at = 0
        self.lines: list[str] = []
        self.written_dice = any(isinstance(each, Reply) and by_app(each.answer) for each in said)
        self.trial = Session(rules, MemoryStepLog(start), told_dice(rules, AppDice(), self._recorded))

    def written(self) -> list[str]:
        """All lines, in order."""
        if self.written_dice:
            self.lines.append(WRITTEN)
        if not (self.said and isinstance(first := self.said[0], Opened) and first.command.verb == "dice"):
            self.lines.append(f"dice {DICE.choices[0]}")
        while self.at < len(self.said):
            each = self.said[self.at]
            self.at += 1
            if isinstance(each, Opened):
                self.order(each.command)
            else:
                self.answer(each)
        return self.lines

    def order(self, command: Command) -> None:
        """Writes an order: in one line, or the verb alone and an answer for each of its parameters."""
        brief = self.catalogue.brief(command) if self.catalogue else ""
        read = read_line(self.trial.situation, brief) if brief else None
        if isinstance(read, Command):
            self.lines.append(brief)
            self.trial.command(read)
            return
        line = next((text for text in self._whole(command) if self._means(text, command)), None)
        if line is not None:
            self.lines.append(line)
            self.trial.command(command)
            return
        self.lines.append(command.verb)
        self.trial.command(Command(verb=command.verb))
        for name, answer in command.given.items():
            self.answer(Reply(key=param_key(name), answer=answer))

    def _whole(self, command: Command) -> Iterable[str]:
        """How the order may read in one line."""
        params = verb_of(self.trial.rules, command.verb).params
        given = [(param, command.given[param.name]) for param in params if param.name in command.given]
        for quoting in (False, True):
            words = (_word(param, answer, quoting) for param, answer in given)
            yield " ".join((command.verb, *(word for word in words if word)))

    def _means(self, text: str, command: Command) -> bool:
        try:
            read = read_line(self.trial.situation, text)
        except Problem:
            return False
        return isinstance(read, Command) and read.given == command.given

    def answer(self, reply: Reply) -> None:
        """Writes an answer to one of the open questions."""
        keys = [question.key for question in self.trial.questions]
        if reply.key not in keys:
            raise Refused(f"{reply.key} is not asked.")
        number = keys.index(reply.key)
        self.write(self.trial.questions[number], reply.answer, number)
        self.trial.answer(reply.answer, reply.key)

    def write(self, question: AnyQuestion, answer: Answer, number: int = 0) -> None:
        """Writes an answer, once it is sure that it reads as it was meant."""
        text = _told(question, answer)
        if thrown_by(question.read(self.trial.encounter, text), "table") != thrown_by(answer, "table"):
            raise Refused(f"{question.key}: {replied(answer)} cannot be written.")
        which = str(number + 1) if number else ""
        self.lines.append(f"<{which} {text}".rstrip())

    def _recorded(self, encounter: Encounter, question: AnyQuestion, thrown: Answer) -> Answer | None:
        """What is recorded of dice that the app throws; it is written then."""
        reply = self.said[self.at] if self.at < len(self.said) else None
        if not isinstance(reply, Reply) or reply.key != question.key:
            return None
        self.at += 1
        self.write(question, reply.answer)
        return reply.answer


class _Catalogue:
    """What the game's catalogue says of its figures, to write a plan in a few words."""

    def __init__(self, rules: System) -> None:
        self._rules = rules
        self._figures: list[tuple[str, str, list[str]]] | None = None
        """For each figure of the catalogue its name, its kind, and the pieces that say what it is."""

    def _known(self) -> list[tuple[str, str, list[str]]]:
        if self._figures is None:
            kinds = (
                (each, with_note(self._rules.adding.kept_words(each.words, each.data), each.note))
                for each in self._rules.adding.catalogue()
            )
            whole = ((each.name, *words.partition(" ")[::2]) for each, words in kinds)
            self._figures = [(name, kind, [piece.text for piece in pieces(own)]) for name, kind, own in whole]
        return self._figures

    def brief(self, command: Command) -> str:
        """`add fighter level=5 Ann` for an order that adds figures of the catalogue; empty for all others."""
        given = Given(command.given)
        if command.verb == add.name and {"kind", "details"} <= given.keys():
            return self._together([(given.option("kind"), given.text("details"))])
        if command.verb == bring.name and "figures" in given:
            return self._together(figure_parts(given.text("figures")))
        return ""

    def _together(self, parts: Sequence[tuple[str, str]]) -> str:
        if not all(self._rules.template(kind) for kind, _ in parts):
            return ""
        told = [self._of_catalogue(kind, details) for kind, details in parts]
        whole = (short or f"{kind} {details}".rstrip() for short, (kind, details) in zip(told, parts, strict=True))
        return f"{add.name} {'; '.join(whole)}" if any(told) else ""

    def _of_catalogue(self, kind: str, details: str) -> str:
        """A figure by the name of the one in the catalogue with which it has most in common, and what differs; empty if
        it is none of them.
        """
        said = list(pieces(details))
        texts = {piece.text for piece in said}
        if not texts:
            return ""
        # Another weapon does not take the place of the one that the catalogue gives.
        keys = {piece.key for piece in said if piece.key} - self._rules.adding.equipment().keys()
        found = [""]
        for name, own_kind, own in self._known():
            if own_kind == kind:
                # What it is in the catalogue and is not said has to be said otherwise; a name may be another.
                others = [text for text in own if text not in texts]
                if all("=" not in text or text.partition("=")[0].lower() in keys for text in others):
                    differs = (piece.text for piece in said if piece.text not in own)
                    found.append(" ".join((_LEVEL.sub(r"\1 level=\2", name), *differs)))
        short = min(found[1:], key=len, default="")
        return short if len(short) < len(details) else ""


_LEVEL = re.compile(r"^([a-z]+)(\d+)$")
"""A figure of the catalogue of a level: fighter5."""


def _word(param: Param, answer: Answer, quoting: bool) -> str:
    """A parameter as a word of the line, or as the rest of it."""
    text = _told(None, answer)
    quoted = quoting if param.rest else not text or " " in text
    return f'"{text}"' if quoted and (text or not param.rest) else text


def _told(question: AnyQuestion | None, answer: Answer) -> str:
    """An answer as it is typed."""
    match answer:
        case Rolled(sum=int() as total):
            return f"={total}"
        case Rolled():
            pools = question.pools if isinstance(question, Roll) else ()
            told = zip(pools, answer.faces, strict=False)
            return " / ".join(" ".join(pool.label(face) for face in faces) for pool, faces in told)
        case Drew():
            return " ".join(answer.cards)
        case Numbered():
            return ", ".join(f"{each.name} {BLANK if each.n is None else each.n}" for each in answer.numbers)
        case Picked():
            return ",".join(answer.tags) or "nobody"
        case Said():
            return answer.text
        case Counted():
            return str(answer.n)
        case _:
            return replied(answer)
