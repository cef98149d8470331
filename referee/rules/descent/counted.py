"""Counted: so many of a thing, in words."""


def many(n: int, what: str) -> str:
    """So many of a thing: 1 wound, 2 wounds."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def left(n: int) -> str:
    """How many are left: none is left, 1 is left, 2 are left."""
    return f"{n or 'none'} {'are' if n > 1 else 'is'} left"
