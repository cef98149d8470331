"""Shared keys: sorts of action that several games have, each with one letter that means the same in all of them."""

from enum import StrEnum


class SharedKey(StrEnum):
    """The letter of a sort of action. A game's action of another sort takes a letter that is not listed here."""

    ATTACK = "a"
    INTERRUPT = "b"
    """An attack out of turn."""
    CLOSE = "g"
    """Goes into contact with a foe: engage, charge, grapple, advance."""
    ITEM = "i"
    """Uses an item, or takes one in hand."""
    DEFEND = "o"
    """Makes itself harder to hit: dodge, guard, a shield."""
    HELP = "p"
    """Helps a friend."""
    SECOND_ATTACK = "s"
    """The other way to attack: shoot, cast, two attacks for a move."""
    TREASURE = "t"
    """Gains what is found, looted or given."""
    LEAVE = "v"
    """Goes out of contact or out of reach."""
    MOVE = "w"
    RUN = "x"
    """A longer move instead of an attack."""
    READY = "y"
    """Prepares to act later."""
    REST = "z"
