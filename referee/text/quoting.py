"""Words quoted in a message."""


def quoted(word: str, longest: int = 24) -> str:
    """What was typed, in quotation marks, cut to so many characters."""
    return f'"{repr(short(word, longest))[1:-1]}"'


def short(word: str, longest: int = 24) -> str:
    """A word cut to what an error message may quote."""
    return word if len(word) <= longest else word[: longest - 1] + "…"
