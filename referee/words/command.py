"""Commands: how an order reads that was given."""

from referee.engine.answer import Answer, Picked, Rolled, Said
from referee.engine.encounter import Encounter
from referee.engine.event import TraitSet
from referee.engine.history import Amended, Entry, Interjection, Reply
from referee.engine.ledger import System
from referee.engine.problem import Problem
from referee.engine.question_base import asks_param
from referee.engine.resolve import Answers, resolve
from referee.words.answer import replied


def ordered(entry: Entry) -> str:
    """How a command reads: `attack rat`, with what was asked for it."""
    said = (replied(answer) for answer in _params(entry))
    return " ".join((entry.command.verb, *(word for word in said if word)))


def _params(entry: Entry) -> list[Answer]:
    """What was given with a command, and what was asked for it."""
    asked = (i.answer for i in entry.items if isinstance(i, Reply) and asks_param(i.key))
    return [*entry.command.given.values(), *asked]


def named(entry: Entry) -> str:
    """How a command reads where others may look on: nothing of a secret choice is told."""
    return "a secret choice" if entry.command.secret else ordered(entry)


def correction(amended: Amended) -> str:
    """What was corrected: `the correction of attack rat`."""
    return f"the correction of {named(amended.entry)}"


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
    within = [ordered(item.entry) for item in entry.items if isinstance(item, Interjection)]
    return ordered(entry) + (f" · {', '.join(said)}" if said else "") + "".join(f" · then {text}" for text in within)


def _answers(entry: Entry, before: Encounter | None, rules: System | None, answers: Answers | None = None) -> list[str]:
    """What the table and the app answered. Faces of dice are named by their question, which only the rules know."""
    replies = [item for item in entry.items if isinstance(item, Reply) and _counts(item.key, item.answer)]
    symbols = rules is not None and rules.symbol_dice and any(isinstance(each.answer, Rolled) for each in replies)
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
    """Is it what the rule asked? Parameters are part of the order, and words are told by what came of them."""
    return not asks_param(key) and not isinstance(answer, Said)


def chooser(encounter: Encounter, entry: Entry) -> str:
    """Who has chosen in secret, and no more of it than that."""
    who = entry.command.given.get("who")
    marks = (event.tag for event in entry.events or () if isinstance(event, TraitSet))
    own = next((tag for tag in marks if tag in encounter.figures), encounter.turn)
    tag = who.tags[0] if isinstance(who, Picked) and who.tags else own
    return f"{encounter.name(tag) if tag else 'Somebody'} has chosen"
