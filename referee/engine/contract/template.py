"""Template: a sort of figure that `add` puts on the table."""

import re

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Thing
from referee.engine.state.own_values import Track, Value
from referee.text.harmless import clean, clean_name
from referee.text.lazy_pattern import pattern
from referee.text.quoting import quoted

_WORD = pattern(r"[a-z0-9][a-z0-9_.-]{0,39}", re.ASCII)
"""What a kind of figure, a side, and the beginning of a tag may be called."""


class Rank(Struct, frozen=True):
    """What sets a figure apart from the others of its sort."""

    word: str
    """Such as elite, master or boss."""
    is_boss: bool = False


class Template(Struct, frozen=True):
    """A sort of figure to add: what `add KIND` puts on the table."""

    kind: str
    """The word after `add`, and the kind of the figure."""
    side: str
    """Its side; empty: each is a side of its own, named by its tag."""
    name: str = ""
    """What it is called unless the referee says otherwise."""
    short: str = ""
    """How its tags begin when it comes in numbers: `g` for g1, g2."""
    numbered: bool = False
    """Comes in numbers: even a single one is Rat 1, with the tag r1."""
    tracks: dict[str, Track] = field(default_factory=dict)
    traits: dict[str, Value] = field(default_factory=dict)
    things: tuple[tuple[str, Thing], ...] = ()
    """What it carries, each with the pile that it lies in."""
    cites: tuple[str, ...] = ()
    hint: str = ""
    number: str = ""
    """The key that a bare number after `add KIND` is the value of: `add lair 20`. Empty: it is a part of the name."""
    standing: str = ""
    """How it stands as it joins; empty: in the first standing of the game."""
    by_number: bool = False
    """What is said after it are the numbers of figures, and names no single one."""
    hidden: bool = False
    """The players do not know of it unless it is revealed: it is no figure, and only has a turn."""

    def __post_init__(self) -> None:
        """Its words may come from a file: names and hints are cleaned. NotUnderstood for a kind that is no word."""
        for word in (self.kind, *filter(None, (self.side, self.short))):
            if _WORD.fullmatch(word) is None:
                raise NotUnderstood(f"{quoted(word)} is not a kind of figure, a side or a tag.")
        texts = {key: clean(value) for key, value in self.traits.items() if isinstance(value, str)}
        things = tuple((pile, replace(thing, name=clean_name(thing.name))) for pile, thing in self.things)
        force_setattr(self, "name", clean_name(self.name))
        force_setattr(self, "hint", clean(self.hint))
        force_setattr(self, "things", things)
        force_setattr(self, "traits", {**self.traits, **texts})
