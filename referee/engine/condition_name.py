"""Names of conditions: which condition a typed word means, the system's or one of the referee's own."""

from collections.abc import Iterable

from referee.engine.number import short
from referee.engine.problem import NotUnderstood
from referee.engine.ruleset import Ruleset
from referee.engine.tags import listed, nearest, slug
from referee.text import clean_name


def condition_named(rules: Ruleset, word: str, there: Iterable[str] = ()) -> str:
    """The system's condition that the word means or begins, else one that is there, else one of the referee's own."""
    wanted = slug(word)
    words = {kind.name: [*map(slug, (kind.name, *kind.aliases))] for kind in rules.conditions}
    known = [name for name, said in words.items() if wanted in said]
    known = known or [name for name, said in words.items() if wanted and any(w.startswith(wanted) for w in said)]
    return known[0] if len(known) == 1 else own_name(word, there)


def own_name(text: str, there: Iterable[str] = ()) -> str:
    """A name of the referee's own for a condition or a countdown, as it was typed, with `_` for each blank.

    Empty without a letter or a digit. Where one that is there differs in capitals and signs only, it is meant.
    """
    name = "_".join(clean_name(text.replace('"', "")).split())
    if not any(map(str.isalnum, name)):
        return ""
    return next((kind for kind in there if _alike(kind) == _alike(name)), name)


def _alike(name: str) -> str:
    return slug(name) or name.casefold()


def known_condition(rules: Ruleset, word: str, *instead: str) -> str:
    """The system's condition that the word means or begins.

    NotUnderstood otherwise, with the nearest of those and of `instead`, the other words that may stand there.
    """
    words = tuple(kind.name for kind in rules.conditions)
    named = condition_named(rules, word)
    if named in words:
        return named
    near = nearest(slug(word), (*instead, *words), 0.6)
    meant = f" Did you mean {near}?" if near else f" There is {listed(words, 40)}."
    raise NotUnderstood(f"{short(word)!r} is no condition of {rules.title}.{meant}")
