"""Rules for what is typed after `add` in a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field

from referee.engine.contract.kept_kind import KeptKind
from referee.engine.state.bearer import Figure, Tag, Thing
from referee.engine.state.encounter import Encounter


class AddingRules(Struct, frozen=True, kw_only=True):
    """What a game reads after `add`, and writes to add a figure again."""

    parse_equipment: Callable[[str, str], tuple[str, Thing] | None] = field(default=lambda key, word: None)
    """What `key=word` after `add` gives a figure to carry, with the pile it goes to; None if it means nothing."""
    in_own_keys: Callable[[Sequence[tuple[str, str]]], Sequence[tuple[str, str]]] = field(default=lambda said: said)
    """What was said as `key=word` after `add`, with the game's own keys where it understands others too.

    NotUnderstood if it cannot be said together.
    """
    equipment: Callable[[], Mapping[str, Iterable[str]]] = field(default=dict)
    """The keys by which a figure that comes is given things, each with the words that are known for it."""
    equipment_words: Callable[[str, Thing], tuple[str, str] | None] = field(default=lambda pile, thing: None)
    """The `key=word` after `add` that gives a figure that thing into that pile; None if none does."""
    kept_words: Callable[[str, Mapping[str, object]], str] = field(default=lambda words, data: words)
    """What is typed after `add` for a figure of the library, from its words and the fields that its file gave it."""
    catalogue: Callable[[], Sequence[KeptKind]] = field(default=tuple)
    """Figures that come with the game besides its kinds, by words after `add`; read when they are first looked for."""
    shared_words: Callable[[Encounter, Tag], Sequence[tuple[str, str]]] = field(default=lambda encounter, tag: ())
    """The `key=word` after `add` for what a figure's group holds for it, such as a deck."""
    kind_to_add: Callable[[Figure], str] = field(default=lambda figure: figure.kind)
    """The kind that a figure like this one is added as."""
    free_sides: bool = False
    """Sides are called as the table likes; elsewhere the referee is asked about a side that nobody is on."""
