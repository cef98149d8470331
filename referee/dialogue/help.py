"""Help: what can be typed, line by line."""

from collections.abc import Iterator, Mapping

from referee.command_language.line import SESSION_WORDS, verb_word
from referee.command_language.open_questions import barred_offers
from referee.command_language.read_command import Word, example_of, words_of
from referee.engine.contract.order_keys import own_key, typed_key
from referee.engine.contract.ruleset import Ruleset
from referee.engine.problem import NotUnderstood
from referee.engine.record.session import Session
from referee.engine.verbs.offered_verbs import all_verbs, system_verbs
from referee.engine.verbs.parameters import obstacle
from referee.engine.verbs.verb import Given, RulesetWithVerbs, Situation, Verb
from referee.text.phrases import listed
from referee.words.next_turn import next_turn

ALL = "all"
"""The word that asks for every command."""
ANSWERS = "< 4 answers the open question, <2 4 the second one; < alone lets the app roll"
_ASKED = (
    "A question is open: type the answer.",
    "Answer with dice or a number, or with the letter, the word or the printed number of a choice.",
    "help lists every possible answer.",
    "undo takes back the last answer.",
    "A colon lets you give a command in between: :note the door opens",
)
_SEVERAL = "Several questions are open: type an answer to the first, or <2 and an answer to the second."

MOST_SHOWN = 40
"""Maximum number of words in a list."""

Meaning = tuple[str, str]
"""What is typed, and what it means; a sentence about no word stands alone, behind an empty one."""


def every_command(situation: Situation) -> list[Meaning]:
    """All that can be typed, each with what it does."""
    verbs = all_verbs(situation.rules)
    return [*map(_usage, verbs.values()), *SESSION_WORDS.items(), ("", ANSWERS)]


def commands_of_the_table(rules: RulesetWithVerbs) -> list[Meaning]:
    """The commands that every game has: those that are no actions of its own."""
    actions = {verb.name for verb in system_verbs(rules)}
    return [_usage(verb) for name, verb in all_verbs(rules).items() if name not in actions]


def what_to_type(session: Session, looking: Mapping[str, str]) -> list[str]:
    """What can be typed now, and the words by which the table is asked, a fact a line."""
    situation, asked = session.situation, len(session.questions)
    if asked:
        barred = barred_offers(session.questions[0], session.encounter)
        lines = [*_ASKED, *([_SEVERAL] if asked > 1 else []), *(["Not now:", *barred] if barred else [])]
    else:
        free = [verb for verb in system_verbs(situation.rules) if verb.label and not obstacle(verb, situation)]
        coming = next_turn(session)
        brings = f"next is not possible now: {coming.refused}" if coming.refused else coming.text
        lines = [brings, "Commands you can give now:", *(said(_usage(verb)) for verb in free)]
    asking = [f"{name}: {what}" for name, what in looking.items()]
    more = [
        "undo: takes back the last thing done; redo brings it back",
        f"at any time, by hand: {', '.join(_by_hand(situation))}",
        f"help {ALL}: every command; help damage: one of them, with its rules",
    ]
    return [*lines, "To see how the fight stands:", *asking, "More:", *more]


def _by_hand(situation: Situation) -> list[str]:
    """The commands that are no actions of the game, but `next`."""
    actions = {verb.name for verb in system_verbs(situation.rules)}
    return [name for name in all_verbs(situation.rules) if name not in actions and name != "next"]


def command_help(situation: Situation, word: str) -> list[Meaning]:
    """How one command is used, or every one for `all`. NotUnderstood if there is none of that name."""
    if word == ALL:
        return every_command(situation)
    known = all_verbs(situation.rules).keys() | SESSION_WORDS.keys()
    if own_key(situation.rules, word) not in known and (named := values_named(situation.rules, word)):
        return named
    name = verb_word(situation, Word(word, 0))
    if name in SESSION_WORDS:
        return [(name, SESSION_WORDS[name])]
    verb = all_verbs(situation.rules)[name]
    example, given = example_of(situation, verb)
    lines = [
        _usage(verb),
        *([("", f"For example: {example}")] if example else []),
        *_words_to_add(situation, verb, given),
    ]
    if reason := verb.refusal(situation):
        lines.append(("", f"Not now: {reason}"))
    if name == "add":
        lines += _what_is_added(situation.rules)
    clauses = (situation.rules.clause(id) for id in verb.cites)
    return lines + [(f"[{clause.id}]", clause.text) for clause in clauses if clause is not None]


def values_named(rules: Ruleset, word: str) -> list[Meaning]:
    """The option, value or condition of that name, with what it is; empty if there is none."""
    name = own_key(rules, word.lower())
    found = [(f"option {o.name} {'|'.join(o.choices)}", o.hint) for o in rules.options if o.name == name]
    kinds = (*rules.tracks, *rules.traits)
    found += [(f"set WHO {typed_key(rules, k.name)} VALUE", k.hint or k.name) for k in kinds if k.name == name]
    found += [(f"condition WHO {k.name}", k.hint or k.name) for k in rules.conditions if k.name == name]
    return found


def _words_to_add(situation: Situation, verb: Verb, given: Given) -> Iterator[Meaning]:
    """The words that may end a command that has been given so far, where it takes some."""
    last = verb.params[-1] if verb.params else None
    if last is not None and last.rest and last.name in given:
        words = [offer.word for offer in last.ask(situation, given).offers(situation.encounter)]
        yield from [("", f"{last.shown}: {listed(words, MOST_SHOWN)}")] if words else []


def said(meaning: Meaning) -> str:
    """What is typed and what it means, as one line."""
    word, means = meaning
    colon = "" if word.startswith("[") else ":"
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
    yield "", "DETAILS: one name, or several with commas; x3 for three of a kind; and any of:"
    given = {
        "side=": "which side the figure is on",
        **{f"{typed_key(rules, kind.name)}=": kind.hint for kind in (*rules.tracks, *rules.traits)},
    }
    if rules.order.number:
        number = f"{typed_key(rules, rules.order.number)}="
        given[number] = given.get(number) or "its number in the order; with commas one for each: 10,3"
    for key, words in rules.adding.equipment().items():
        given[f"{key}="] = "; ".join(filter(None, (given.get(f"{key}="), ", ".join(words))))
    yield from given.items()


def _usage(verb: Verb) -> Meaning:
    return verb.usage, verb.hint or verb.label
