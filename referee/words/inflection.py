"""Inflection: a verb as it is said of one or of several, a noun as it is said of one."""

_PLURALS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
"""Verbs that are irregular when several do it."""
_LONG_ENDINGS = ("ches", "shes", "sses", "xes", "zzes")
"""Endings of verbs that are two letters shorter when several do it: `dashes`."""


def inflected(verb: str, several: bool) -> str:
    """A verb as it is said of one or of several: `takes`, `take`."""
    if not several or verb in _PLURALS:
        return _PLURALS[verb] if several else verb
    if verb.endswith("ss"):
        return verb
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(_LONG_ENDINGS) else verb.removesuffix("s")


def noun_for(n: int, several: str) -> str:
    """A noun, given as it is said of several, as it is said of `n`: `slot`."""
    return several.removesuffix("s") if n == 1 else several
