"""Help: what can be typed, line by line."""

from referee.engine.override_verbs import all_verbs
from referee.engine.verb import Situation
from referee.script.line import Word, verb_word
from referee.script.order import SESSION_WORDS


def help_lines(situation: Situation, word: str = "") -> list[str]:
    """All that can be typed, or how one command is used. NotUnderstood if there is none of that name."""
    verbs = all_verbs(situation.rules)
    if not word:
        usages = {verb.usage: verb.hint or verb.label for verb in verbs.values()} | SESSION_WORDS
        width = max(map(len, usages))
        answers = "< 4 answers the open question, <2 4 the second; < alone lets the app throw"
        return [f"{usage:{width}}  {hint}" for usage, hint in usages.items()] + [answers]
    name = verb_word(situation, Word(word, 0))
    if name in SESSION_WORDS:
        return [f"{name}: {SESSION_WORDS[name]}"]
    verb = verbs[name]
    lines = [verb.usage + (f": {verb.hint or verb.label}" if verb.hint or verb.label else "")]
    if reason := verb.refusal(situation):
        lines.append(f"Not now: {reason}")
    clauses = (situation.rules.clause(id) for id in verb.cites)
    return lines + [f"[{clause.id}] {clause.text}" for clause in clauses if clause is not None]
