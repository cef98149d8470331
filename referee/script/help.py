"""Help: what can be typed, line by line."""

from collections.abc import Iterator

from referee.engine.override_verbs import all_verbs
from referee.engine.problem import NotUnderstood
from referee.engine.ruleset import Ruleset
from referee.engine.verb import Situation
from referee.script.line import Word, read_line, verb_word, without_remark, words_of
from referee.script.order import SESSION_WORDS, Help

GAP = "  "
"""What stands between a word and what it means, after blanks that put the meanings below one another."""


def help_lines(situation: Situation, word: str = "") -> list[str]:
    """All that can be typed, or how one command is used. NotUnderstood if there is none of that name."""
    verbs = all_verbs(situation.rules)
    if not word:
        usages = {verb.usage: verb.hint or verb.label for verb in verbs.values()} | SESSION_WORDS
        answers = "< 4 answers the open question, <2 4 the second; < alone lets the app throw"
        return [*_beside(usages), answers]
    name = verb_word(situation, Word(word, 0))
    if name in SESSION_WORDS:
        return [f"{name}: {SESSION_WORDS[name]}"]
    verb = verbs[name]
    lines = [verb.usage + (f": {verb.hint or verb.label}" if verb.hint or verb.label else "")]
    if reason := verb.refusal(situation):
        lines.append(f"Not now: {reason}")
    if name == "add":
        lines += _what_is_added(situation.rules)
    clauses = (situation.rules.clause(id) for id in verb.cites)
    return lines + [f"[{clause.id}]{GAP}{clause.text}" for clause in clauses if clause is not None]


def help_word(situation: Situation, text: str) -> str | None:
    """What a line asks help on, empty: on everything; None if it asks for none. NotUnderstood for an unknown one."""
    words = words_of(without_remark(text))
    if not words or text.lstrip().startswith("<") or verb_word(situation, words[0]) != "help":
        return None
    order = read_line(situation, text)
    word = order.word if isinstance(order, Help) else ""
    _ = help_lines(situation, word)
    return word


def usage(situation: Situation, order: str) -> str:
    """How the command is used that a line begins with; empty while it begins with none."""
    words = words_of(order)
    try:
        return help_lines(situation, words[0].text)[0] if words else ""
    except NotUnderstood:
        return ""


def _what_is_added(rules: Ruleset) -> Iterator[str]:
    """The kinds of figures, and what may be said of one that comes."""
    yield "KIND is one of:"
    yield from _beside({kind.kind: kind.hint or kind.side for kind in rules.templates})
    yield "DETAILS are a name or several with commas, x3 for three of them, and any of:"
    given = {"side=": "whose side it is on", **{f"{kind.name}=": kind.hint for kind in (*rules.tracks, *rules.traits)}}
    for key, words in rules.equipment().items():
        given[f"{key}="] = "; ".join(filter(None, (given.get(f"{key}="), ", ".join(words))))
    yield from _beside(given)


def _beside(meanings: dict[str, str]) -> list[str]:
    """Words, each with what it means beside it."""
    width = max(map(len, meanings), default=0)
    return [f"{word:{width}}{GAP}{meaning}".rstrip() for word, meaning in meanings.items()]
