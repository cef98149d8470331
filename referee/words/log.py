"""The log: how a command reads, with its answers and what came of it, done or still open."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec.structs import replace

from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.apply import Change, changes_of
from referee.engine.events.event import Joined, TraitSet
from referee.engine.mistake import report_mistake
from referee.engine.problem import Problem
from referee.engine.questions.answer import (
    Answer,
    Chosen,
    Confirmed,
    Counted,
    Drew,
    NamedNumber,
    Numbered,
    Picked,
    Rolled,
    Said,
)
from referee.engine.questions.param_keys import asks_param, param_of
from referee.engine.questions.question import AnyQuestion, Choose
from referee.engine.questions.typed_questions import Text
from referee.engine.record.act_of import act_of
from referee.engine.record.execution import Asked, ResolvedCommand
from referee.engine.record.recorded_steps import Amended, Entry, Interjection, Reply, with_interjections
from referee.engine.record.resolve import Answers, Outcome, resolve
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Verb
from referee.text.phrases import capitalised, joined, listed
from referee.words.act_sentence import Told, act_told
from referee.words.bearer import plain
from referee.words.brief_line import in_full
from referee.words.brief_log import brief, under
from referee.words.log_line import LogLine
from referee.words.names import runs_of
from referee.words.prompts import asked_of
from referee.words.render import line_of
from referee.words.sentence import worded
from referee.words.wording import wording

_ONE_LINE = 72
"""Characters of an order that is told as it was given."""


def replied(answer: Answer, question: AnyQuestion | None = None) -> str:
    """An answer as it is read; dice that the app threw are marked so: `4 (app)`."""
    match answer:
        case Rolled(sum=int() as total):
            return f"= {total}"
        case Rolled():
            return " / ".join(_pool(answer, n, question) for n in range(len(answer.faces)))
        case Drew():
            return ", ".join(answer.cards) + (" (app)" if answer.by == "app" else "")
        case Chosen(option=option):
            return question.names.get(option, option) if isinstance(question, Choose) else option
        case Picked():
            return ",".join(answer.tags) or "nobody"
        case Counted():
            return str(answer.n)
        case Numbered():
            return ", ".join(_number(number, question) for number in answer.numbers)
        case Confirmed():
            return "yes" if answer.yes else "no"
        case Said() if isinstance(question, Text) and (becomes := question.comes_to(answer.text)):
            return f"{answer.text} ({becomes})"
        case Said():
            return answer.text
        case _:
            assert_never(answer)


def _number(number: NamedNumber, question: AnyQuestion | None) -> str:
    """`Ann 18`, `Goblin 12 (app)`, `Bob none`."""
    label = question.label(number.name) if isinstance(question, Numbers) else number.name
    return f"{label} {'none' if number.n is None else number.n}{' (app)' if number.by == 'app' else ''}"


def _pool(rolled: Rolled, n: int, question: AnyQuestion | None) -> str:
    """The faces of one pool; those of symbol dice need their question to be named."""
    pool = question.pools[n] if isinstance(question, Roll) and n < len(question.pools) else None
    return rolled.shown(n, [pool.label(face) if pool else str(face) for face in rolled.faces[n]])


def recalled(asked: Asked) -> str:
    """The question, who threw or decided, and what it was; dice and cards of the app say themselves who threw."""
    question, encounter, answer = asked
    said = replied(answer, question) or "nothing"
    at_table = isinstance(answer, Rolled) and not any("app" in pool for pool in answer.by)
    where = ", rolled at the table" if at_table else ""
    return f"{question.prompt}{asked_of(question, encounter)}: {said}{where}"


def showing(asked: Asked) -> str:
    """What dice with symbols can show, each face with its key; empty for all other questions."""
    question, encounter, _ = asked
    return question.expected(encounter) if isinstance(question, Roll) and question.has_symbols else ""


def ordered(entry: Entry) -> str:
    """How a command reads: `attack rat`, with what was asked for it."""
    said = (replied(answer) for answer in _params(entry))
    return " ".join((entry.command.verb, *(word for word in said if word)))


def in_short(entry: Entry) -> str:
    """The same; of figures that join with more than fits a line, as those of a catalogue do, only their names."""
    order = ordered(entry)
    if len(order) <= _ONE_LINE or entry.command.verb not in ("add", "bring"):
        return order
    came = [event.bearer for event in entry.events or () if isinstance(event, Joined)]
    names = runs_of([bearer.name for bearer in came if isinstance(bearer, Figure)])
    return f"add {listed(names)}" if names else order


def _params(entry: Entry) -> list[Answer]:
    """What was given with a command, and what was asked for it."""
    asked = (i.answer for i in entry.items if isinstance(i, Reply) and asks_param(i.key))
    return [*entry.command.given.values(), *asked]


def named(entry: Entry) -> str:
    """How a command reads where others may look on: nothing of a secret choice is told."""
    return "a secret choice" if entry.command.secret else in_short(entry)


def correction(amended: Amended) -> str:
    """What was corrected: `the correction of attack rat`."""
    return f"the correction of {named(amended.entry)}"


def undone_command(session: Session) -> str:
    """The commands, or the correction, that undo would take back; empty where there is none, or it is an answer."""
    # A command that has just settled is known without reading the record.
    settled = session.last_step.settled
    last = session.undone() if settled is None else settled.entry
    if last is None:
        return ""
    if isinstance(last, Amended):
        return correction(last)
    return joined([named(entry) for entry in with_interjections(last)])


def heading(
    entry: Entry,
    hide_secret: bool = False,
    before: Encounter | None = None,
    rules: System | None = None,
    answers: Answers | None = None,
) -> str:
    """The command and what it took: `attack rat · 4 (app), 2`.

    answers: its answers with their questions. If None, they are recorded only; where dice show symbols, the rules are
    asked again what each die was.
    """
    if hide_secret:
        return chooser(before, entry) if before else "A secret choice"
    if entry.command.secret and before:
        # Who chose is often left out of the order, and two such orders read alike without it.
        what = " ".join(replied(answer) for answer in _params(entry) if not isinstance(answer, Picked))
        return chooser(before, entry) + (f": {what}" if what else "")
    said = _answers(entry, before, rules, answers)
    within = [in_short(item.entry) for item in entry.items if isinstance(item, Interjection)]
    return in_short(entry) + (f" · {', '.join(said)}" if said else "") + "".join(f" · then {text}" for text in within)


def _answers(entry: Entry, before: Encounter | None, rules: System | None, answers: Answers | None = None) -> list[str]:
    """What the table and the app answered. Faces of dice are named by their question, which only the rules know."""
    replies = [item for item in entry.items if isinstance(item, Reply) and _counts(item.key, item.answer)]
    symbols = rules is not None and rules.dice.show_symbols and any(isinstance(each.answer, Rolled) for each in replies)
    if symbols and answers is None and before is not None and rules is not None:
        try:
            inner = entry.at is not None
            answers = resolve(rules, before, entry.command, entry.items, entry.seat, inner).answers
        except Problem:  # rules of today ask otherwise than those it was played by
            return [replied(reply.answer) for reply in replies if not isinstance(reply.answer, Rolled)]
    if symbols and answers is not None:
        return [replied(answer, question) for question, answer in answers if _counts(question.key, answer)]
    return [replied(reply.answer) for reply in replies]


def _counts(key: str, answer: Answer) -> bool:
    """True if the rule asked it: parameters are part of the order, and words are told by their effects."""
    return not asks_param(key) and not isinstance(answer, Said)


def chooser(encounter: Encounter, entry: Entry) -> str:
    """Who has chosen in secret, and no more of it than that."""
    who = entry.command.given.get("who")
    marks = (event.tag for event in entry.events or () if isinstance(event, TraitSet))
    own = next((tag for tag in marks if tag in encounter.figures), encounter.turn)
    tag = who.tags[0] if isinstance(who, Picked) and who.tags else own
    return f"{encounter.name(tag) if tag else 'Somebody'} has chosen"


def log(
    before: Encounter,
    entry: Entry,
    rules: System | None = None,
    hide_secret: bool = False,
    outcome: Outcome | None = None,
    full: bool = False,
) -> list[LogLine]:
    """The lines of an entry: what came of it; the command alone where nothing did.

    hide_secret: hides a choice that is still secret; outcome: what has come of it, where it has just been resolved;
    None where it is only recorded; full: the command, then all that happened, event by event.
    """
    try:
        return _log(before, entry, rules, hide_secret, outcome, full)
    except Exception as error:
        return [LogLine(report_mistake("This line of the log", error), round=before.round, head=True, place=entry.seat)]


def _log(
    before: Encounter, entry: Entry, rules: System | None, hide_secret: bool, outcome: Outcome | None, full: bool
) -> list[LogLine]:
    answers = None if outcome is None else outcome.answers
    changes = changes_of(before, entry.events or ()) if outcome is None else outcome.changes
    hand = bool(entry.events) and all(event.hand for event in entry.events or ())
    head = LogLine(
        heading(entry, hide_secret, before, rules, answers), hand=hand, round=before.round, head=True, place=entry.seat
    )
    if hide_secret:
        return [head]
    if full:
        below = (line for line in happened(changes, rules) if line.text != head.text)
        return [head, *(replace(line, place=entry.seat) for line in below)]
    return under(head, brief(changes, rules, told_of(before, entry, rules)))


def happened(changes: Iterable[Change], rules: System | None = None) -> list[LogLine]:
    """What happened, event by event."""
    parts = (in_full(change, rules) for change in changes)
    return [line_of(part) for part in parts if part is not None]


def open_log(commands: Sequence[ResolvedCommand], rules: System, full: bool = False) -> list[LogLine]:
    """The lines of these open commands, outermost first, and of what they have done so far; full: event by event."""
    lines: list[LogLine] = []
    for n, (before, entry, outcome) in enumerate(commands):
        secret = entry.command.secret
        done = log(before, entry, rules, secret, outcome, full) if full or outcome.changes else []
        # Where nothing of it is told, its head is the command as it was typed.
        shown = done if full or any(line.order for line in done[:1]) else []
        if secret:
            shown = [LogLine("A secret choice", head=True, round=before.round, place=entry.seat)]
        elif not shown or (not full and any(isinstance(item, Interjection) for item in entry.items)):
            given = heading(entry, False, before, rules, outcome.answers)
            begun = LogLine(_begun(before, entry, rules), round=before.round, head=True, place=entry.seat, order=given)
            shown = [begun, *(replace(line, head=False) for line in shown)]
        text = f"Meanwhile {shown[0].text}" if n else shown[0].text
        first = replace(shown[0], text=f"{text} ...", short="")
        lines += [first, *(replace(line, place=entry.seat) for line in shown[1:])]
    return lines


def _begun(before: Encounter, entry: Entry, rules: System) -> str:
    """A command of which nothing has come yet: in the sentence of its verb, else who does it, its label and on whom:
    `Ulf: attack Rat 1`.
    """
    told = told_of(before, entry, rules)
    if told is None:
        return capitalised(plain(entry.command.verb))
    verb = all_verbs(rules)[told.verb]
    if told.sentence is not None and (told.on or "on" not in wording(verb.told).blanks):
        return worded(told.sentence)
    # Who is asked about on the way is not whom the command is for.
    doers, targets = told.who if verb.params else (), told.on if _names_somebody(entry, verb) else ()
    who, on = (joined([before.name(tag) for tag in tags]) for tags in (doers, targets))
    label = verb.label or capitalised(plain(told.verb))
    done = " ".join(filter(None, (label, on)))
    return f"{who}: {done[:1].lower()}{done[1:]}" if who else done


def _names_somebody(entry: Entry, verb: Verb) -> bool:
    """Was a parameter of the command a figure, given with it or asked for?"""
    if any(isinstance(answer, Picked) for answer in entry.command.given.values()):
        return True
    names = {param.name for param in verb.params}
    replies = (item for item in entry.items if isinstance(item, Reply) and isinstance(item.answer, Picked))
    return any(param_of(item.key) in names for item in replies)


def told_of(before: Encounter, entry: Entry, rules: System | None) -> Told | None:
    """What a command did in the sentence of its verb; of older records, which do not say it, from what was given."""
    verb = all_verbs(rules).get(entry.command.verb) if rules is not None else None
    if rules is None or verb is None:
        return None
    act = entry.act
    asked = {param_of(item.key): item.answer for item in entry.items if isinstance(item, Reply)}
    given = {**entry.command.given, **asked}
    if not act.on and (entry.events is None or not act.things):
        # Records of earlier versions leave out who did it.
        doers = act.who or ((before.turn,) if entry.events and before.turn is not None else ())
        if doers and isinstance(verb.actor, str):
            given = {verb.actor: Picked(tags=doers), **given}
        with_things, act = act.things, act_of(rules, entry.command, before, given, entry.events or ())
        act = replace(act, things=with_things or act.things)
    things = (before.things.get(tag) for tag in act.things)
    sentences = (rules.descriptions.told_with(before, thing) for thing in things if thing is not None)
    with_thing = next(filter(None, sentences), "")
    chosen = {name: answer.option for name, answer in given.items() if isinstance(answer, Chosen)}
    return act_told(before, act, verb, with_thing, chosen)
