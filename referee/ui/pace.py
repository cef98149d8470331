"""Pace: how soon a change is drawn, and how little stands in its way."""

import gc
import os

_COLOURS = ("auto", "standard", "256", "truecolor", "windows")
"""What the toolkit understands in TEXTUAL_COLOR_SYSTEM; at anything else it ends."""


def hurry() -> None:
    """Called before the toolkit is loaded, for it reads its settings then, and half of the start is loading."""
    if os.environ.get("TEXTUAL_COLOR_SYSTEM", "auto") not in _COLOURS:
        del os.environ["TEXTUAL_COLOR_SYSTEM"]
    os.environ.setdefault("TEXTUAL_FPS", "240")  # at its usual 60 a key waits up to 17 ms for the next frame
    gc.disable()  # a tenth of the start went into sweeping up what is all in use


def settled() -> None:
    """The first screen is there: from now on what is new is swept up, and what was made for the start let be."""
    if gc.isenabled():
        return  # nobody was in a hurry
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
