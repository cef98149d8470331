"""Help: what can be typed, line by line."""

from collections.abc import Iterator, Mapping

from referee.engine.obstacle import obstacle
from referee.engine.override_verbs import all_verbs, system_verbs
from referee.engine.problem import NotUnderstood
from referee.engine.ruleset import Ruleset
from referee.engine.session import Session
from referee.engine.verb import Situation, Verb
from referee.script.asking import barred_offers
from referee.script.line import Word, verb_word, words_of
from referee.script.order import SESSION_WORDS
from referee.words.upcoming import forecast

ALL = "all"
"""The word that asks for every command."""
ANSWERS = "< 4 answers the open question, <2 4 the second; < alone lets the app throw"
_ASKED = (
    "Something is asked: what is typed answers it.",
    "Answers are dice and numbers; or of what is offered the letter before it, its word, or the number printed on it.",
    "help tells in full what may be answered; an empty line does, too, where it is no answer.",
    "undo takes the latest answer back.",
    "A colon before a command gives it in between, such as :note the door opens",
)
_SEVERAL = "Several things are asked: a line answers the first; <2 before it answers the second."

Meaning = tuple[str, str]
"""What is typed, and what it means; a sentence about no word stands alone, behind an empty one."""


def every_command(situation: Situation) -> list[Meaning]:
    """All that can be typed, each with what it does."""
    verbs = all_verbs(situation.rules)
    return [*((verb.usage, verb.hint or verb.label) for verb in verbs.values()), *SESSION_WORDS.items(), ("", ANSWERS)]


def what_to_type(session: Session, looking: Mapping[str, str]) -> list[str]:
    """What can be typed now, and the words by which the table is asked, a fact a line."""
    situation, asked = session.situation, len(session.questions)
    if asked:
        barred = barred_offers(session.questions[0], session.encounter)
        lines = [*_ASKED, *([_SEVERAL] if asked > 1 else []), *(["Not now:", *barred] if barred else [])]
    else:
        free = [verb for verb in system_verbs(situation.rules) if verb.label and not obstacle(verb, situation)]
        lines = [*_next(session), "Commands that can be given now:", *(said(_usage(verb)) for verb in free)]
    asking = [f"{name}: {what}" for name, what in looking.items()]
    more = [
        "undo: takes back what was done last; redo brings it back",
        f"at any time, by the referee's own hand: {', '.join(_by_hand(situation))}",
        f"help {ALL}: every command; help damage: one of them, with its rules",
        "help language: how a plan is written; help transcripts: what the lines of a transcript mean",
    ]
    return [*lines, "Words that ask how it stands:", *asking, "More:", *more]


def _by_hand(situation: Situation) -> list[str]:
    """The commands that are no actions of the game, but `next`."""
    actions = {verb.name for verb in system_verbs(situation.rules)}
    return [name for name in all_verbs(situation.rules) if name not in actions and name != "next"]


def command_help(situation: Situation, word: str) -> list[Meaning]:
    """How one command is used, or every one for `all`. NotUnderstood if there is none of that name."""
    if word == ALL:
        return every_command(situation)
    name = verb_word(situation, Word(word, 0))
    if name in SESSION_WORDS:
        return [(name, SESSION_WORDS[name])]
    verb = all_verbs(situation.rules)[name]
    lines = [_usage(verb)]
    if reason := verb.refusal(situation):
        lines.append(("", f"Not now: {reason}"))
    if name == "add":
        lines += _what_is_added(situation.rules)
    clauses = (situation.rules.clause(id) for id in verb.cites)
    return lines + [(f"[{clause.id}]", clause.text) for clause in clauses if clause is not None]


def said(meaning: Meaning) -> str:
    """What is typed and what it means, as one line."""
    word, means = meaning
    colon = "" if word.endswith("]") else ":"
    return f"{word}{colon} {means}" if word and means else word or means


def usage(situation: Situation, order: str) -> str:
    """How the command is used that a line begins with; empty while it begins with none."""
    words = words_of(order)
    try:
        return said(command_help(situation, words[0].text)[0]) if words and words[0].text != ALL else ""
    except NotUnderstood:
        return ""


def _what_is_added(rules: Ruleset) -> Iterator[Meaning]:
    """The kinds of figures, and what may be said of one that comes."""
    yield "", "KIND is one of:"
    yield from ((kind.kind, kind.hint or kind.side) for kind in rules.templates)
    yield "", "DETAILS are a name or several with commas, x3 for three of them, and any of:"
    given = {"side=": "whose side it is on", **{f"{kind.name}=": kind.hint for kind in (*rules.tracks, *rules.traits)}}
    for key, words in rules.equipment().items():
        given[f"{key}="] = "; ".join(filter(None, (given.get(f"{key}="), ", ".join(words))))
    yield from given.items()


def _next(session: Session) -> list[str]:
    """What `next` would bring, or why it cannot be given."""
    coming = forecast(session)
    return [f"Not now, next: {coming.refused}" if coming.refused else coming.text]


def _usage(verb: Verb) -> Meaning:
    return verb.usage, verb.hint or verb.label
