"""Names of the styles in which text is drawn."""

BEHIND = ("background", "chosen", "bar")
"""What lies behind the words of a line."""
_IN_WORDS = ("rule", "text", "dim", "title", "turn", "asked", "key", "hurt", "dying", "dead", "condition")
_BESIDES = ("hand", "clause", "ok", "warning", "error")
OUTCOMES = ("hit", "miss", "critical", "fallen", "healed")
"""What came of an act, in the log."""
HEALTH = ("ok", "hurt", "dying", "dead")
"""How a figure fares, from unhurt to dead."""
SIDES = ("side1", "side2", "side3", "side4")
"""The styles of the sides, in the order in which they came, as `Glyphs.sides` has their signs; the second is the
referee's own.
"""
NAMES = (*BEHIND, *_IN_WORDS, *_BESIDES, *SIDES, *OUTCOMES)
"""What every theme has a colour for."""
FOCUS = "focus"
"""The style of the frame of the pane that has the arrow keys: the colour of `asked`."""
MINE = "mine"
"""The style of the one whose turn it is: the colours of `turn` and `background`, exchanged."""
