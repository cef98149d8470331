"""Footer view: what the bottom lines are drawn from."""

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.ui.drawing.dice_lines import Dice
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.offer_lines import Offered
from referee.ui.drawing.text_line import StyledText, cut


def fitting_tally(parts: Sequence[tuple[str, object]], room: int, least: int) -> str:
    """What an answer is added up from: as many parts as there is room for, each whole, but always the first.

    room, least: cells beside the question, and those that the first part may take from the question.
    """
    said = [f"{GLYPHS.dot} {name} {value}".rstrip() for name, value in parts]
    fitting = [" ".join([*said[:n], *([GLYPHS.more] if said[n:] else [])]) for n in range(len(said), 0, -1)]
    return next((text for text in fitting if cell_len(text) <= room), cut("".join(said[:1]), max(least, room)))


class FooterView(Struct, frozen=True):
    """What the lines at the bottom say."""

    above: tuple[StyledText, ...] = ()
    """What is asked, and of whom; or what `next` will do."""
    guide: tuple[str, ...] = ()
    """The lines of a hint of the guided fight, above all others; () where none runs."""
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
