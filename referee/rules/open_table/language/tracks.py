"""Tracks that a system file gives figures.

Used by the section `track` of the file.
Gives one class for a track.
"""

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.effect_notation import read_resets
from referee.rules.open_table.language.effects import Effect
from referee.rules.open_table.language.expression import EVENT_WHEN, FIGURE, FIXED, ZERO, Node, When
from referee.rules.open_table.language.shown_places import SHOWN
from referee.rules.open_table.language.toml_table import Table

LIMITED = "event."
"""What the rules keep of events that happen only so often, in traits, begins so."""
PAID = "paid."
"""What the rules keep of what was paid for, in traits, begins so; it is lost with the turn."""


def _before(table: Table, key: str) -> tuple[str, ...]:
    if table.path[-1] in (names := table.names(key, "track")):
        table.report("E7", "a track cannot be on its own list of tracks that take damage first.", key)
    return names


class EndRow(keys.KeyedTable):
    """What happens as a track comes to its end, if the comparison holds."""

    when: When | None = keys.comparison(EVENT_WHEN, "only if this comparison holds")
    effect: Effect = keys.included(Effect)


class TrackRule(keys.KeyedTable):
    """A track that figures may have."""

    name: str
    label: str = keys.heading("the heading of its column")
    hint: str = keys.text("a short description")
    show: str = keys.choice(SHOWN, "where it is shown: column, order (beside the name), sheet, library, never")
    health: bool = keys.flag("true: damage comes off this track; only one may have it")
    counts_up: bool = keys.switch(
        "down", "up", "down: damage lowers it; up: damage raises it to the maximum", called="counts"
    )
    holders: tuple[When, ...] = keys.comparisons(
        'comparisons, such as "{side} is heroes": whom it concerns; for others it shows once it is given or changed',
        called="for",
    )
    start: Node | None = keys.amount(
        FIGURE, "amount every figure starts with; without it only those that say hp=7 or hp=3/7 have the track"
    )
    most: Node | None = keys.amount(FIXED, "amount: its maximum; if not given, the starting amount")
    least: Node = keys.amount(FIXED, "amount: its minimum", ZERO)
    dice: str = keys.trait_of("word", "the trait that says its dice, such as 2d8+2")
    thrown: When | None = keys.comparison(
        FIXED, "whoever this holds for throws these dice as it joins, unless a number was typed for it"
    )
    before: tuple[str, ...] = keys.part(_before, "other tracks that take damage before this one", default=())
    keeps: str = keys.choice(("sum", "highest", "ask"), "on a gain: sum (adds up), highest (keeps the higher), ask")
    reset: tuple[str, ...] = keys.part(
        read_resets, "full again at: turn start, turn end, round, fight, or the name of a rest", default=()
    )
    recharge: When | None = keys.comparison(
        FIGURE, 'roll that refills the track, such as "d6 >= 5": made at the start of its owner\'s turn, if not full'
    )
    pattern: str = keys.trait_of(
        "words", "a trait with patterns of things, bite + 2 claw, each of which one payment of the track buys"
    )
    at_end: tuple[EndRow, ...] = keys.rows_of(
        EndRow,
        "rows { when, EFFECT }: what happens when the track runs out; the first row whose `when` is true applies",
    )
    called: str = keys.text("its name in a sentence: 2nd-level slots", without="its label")
    raised: str = keys.phrase(
        ("who", "whose", "n", "now", "most"), "the sentence when the rules raise it", without="the old and new value"
    )
    lowered: str = keys.phrase(
        ("who", "whose", "n", "now", "most"), "the sentence when the rules lower it", without="the old and new value"
    )
    detail: bool = keys.flag("true: changes by the rules show only in the full log")
    cites: tuple[str, ...] = keys.cited()
