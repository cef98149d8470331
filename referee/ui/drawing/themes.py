"""Themes: the colours of the screen, each colour named after what it shows."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rich.errors import StyleSyntaxError
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.theme import Theme as TextualTheme

from referee.store.problem import Damaged
from referee.text import clean, clean_name

BEHIND = ("background", "chosen", "bar")
"""What lies behind the words of a line."""
_IN_WORDS = ("rule", "text", "dim", "title", "turn", "asked", "key", "hurt", "dying", "dead", "condition")
_BESIDES = ("hand", "clause", "ok", "warning", "error")
SIDES = ("side1", "side2", "side3", "side4")
"""The sides in the order they came; the second is the referee's own."""
OUTCOMES = ("hit", "miss", "critical", "fallen", "healed")
"""What came of an act, in the log."""
HEALTH = ("ok", "hurt", "dying", "dead")
"""How a figure fares, from unhurt to dead."""
NAMES = (*BEHIND, *_IN_WORDS, *_BESIDES, *SIDES, *OUTCOMES)
"""What every theme has a colour for."""
MINE = "mine"
"""The style of the one whose turn it is: the colours of `turn` and `background`, exchanged."""
_BOLD = {"title", "turn", "key", "dying", "error", "warning", "asked", "critical"}


@dataclass(frozen=True)
class Theme:
    """One theme, as its file describes it."""

    name: str
    dark: bool
    about: str
    """For whom or for what it is, in a few words."""
    colours: Mapping[str, str]
    """For each of NAMES `#rrggbb`, or one of the terminal's own, such as `ansi_red`."""
    attributes: Mapping[str, str] = field(default_factory=dict)
    """For some of NAMES, and MINE, how it is written: `bold`, `dim`, `underline`, `reverse`."""

    @property
    def for_textual(self) -> TextualTheme:
        """The same theme as the toolkit has it."""
        colours = self.colours
        return TextualTheme(
            name=self.name,
            dark=self.dark,
            primary=colours["asked"],
            warning=colours["warning"],
            error=colours["error"],
            success=colours["ok"],
            accent=colours["turn"],
            foreground=colours["text"],
            background=colours["background"],
            surface=colours["background"],
            panel=colours["bar"],
            variables={f"r-{name}": colour for name, colour in colours.items()},
        )

    @cached_property
    def styles(self) -> Mapping[str, Style]:
        """For each of NAMES, and MINE, a style to draw words in; those of BEHIND are what lies behind a line."""
        out = {name: Style(color=_rich(self.colours[name]), bold=name in _BOLD or None) for name in NAMES}
        out |= {name: Style(bgcolor=_rich(self.colours[name])) for name in BEHIND}
        # Whose turn it is stands out without colour, too: dark on light becomes light on dark.
        turned = Style(bold=True, reverse=True)
        out[MINE] = turned + Style(color=_rich(self.colours["turn"]), bgcolor=_rich(self.colours["background"]))
        return {name: style + Style.parse(self.attributes.get(name, "")) for name, style in out.items()}


def read_theme(name: str, data: Mapping[str, Any]) -> Theme:
    """The theme of that name that a file describes. Damaged if it lacks something, or a colour is none."""
    named, attributes = data.get("colours"), data.get("attributes", {})
    if not isinstance(named, dict) or not isinstance(attributes, dict):
        raise Damaged(f"{clean_name(name)} has no colours.")
    return Theme(
        name=name,
        dark=bool(data.get("dark", True)),
        about=clean(str(data.get("about", ""))),
        colours={each: _colour(name, each, named.get(each)) for each in NAMES},
        attributes={each: _attribute(name, each, written) for each, written in attributes.items()},
    )


def _colour(theme: str, name: str, written: object) -> str:
    """The colour as `#rrggbb` or `ansi_red`. Damaged if it is none that both parts of the toolkit know."""
    with suppress(ColorParseError):
        colour = Color.parse(str(written))
        if colour.ansi is not None:
            return str(written).lower()
        if not colour.auto:
            return colour.hex6.lower()
    raise Damaged(f"{clean_name(theme)} has no colour for {name!r}: such as #15181e is expected.")


def _rich(colour: str) -> str:
    """The name of a colour for Rich."""
    return colour.removeprefix("ansi_")


def _attribute(theme: str, name: str, written: object) -> str:
    """How something is written. Damaged if that is none."""
    with suppress(StyleSyntaxError):
        style = Style.parse(str(written))
        if name in (*NAMES, MINE) and not style.color and not style.bgcolor and not style.link:
            return str(written)
    raise Damaged(f"{clean_name(theme)} has no attribute {clean_name(str(written))!r}: such as bold is expected.")
