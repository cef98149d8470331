"""AskView: what the bottom lines of a screen say, as a value."""

from typing import NamedTuple

from referee.ui.drawing.dice_lines import Dice
from referee.ui.drawing.offer_lines import Offered
from referee.ui.drawing.text_line import StyledText


class AskView(NamedTuple):
    """What the lines at the bottom say."""

    above: tuple[StyledText, ...] = ()
    """What is asked, and of whom; or what `next` will do."""
    offers: tuple[Offered, ...] = ()
    """What may be answered."""
    at: int = -1
    """The offer that Space takes, which must be in view; -1: none."""
    dice: Dice = Dice()
    """Or the dice that are thrown, pool by pool."""
    rows: int = 1
    """Lines for the offers or the dice; the same while one command is open, so that nothing jumps."""
    note: str = ""
    """Stands in the place of the offers where there are none."""
    mode: str = "KEYS"
    """Where keys go: they are commands, an answer, or an order."""
    typed: tuple[str, str, str] | None = None
    """The line that is typed, around its cursor; None while keys are commands."""
    stale: bool = False
    """It was proposed or refused: the next letter begins another."""
    hint: str = ""
    """What Enter would do."""
    is_valid: bool = True
    keys: tuple[tuple[str, str], ...] = ()
    """Keys and what they do, for the last line."""
    said: str = ""
    """A message in the place of the keys."""
    is_error: bool = False
    """It tells of something that went wrong."""
