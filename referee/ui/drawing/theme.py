"""A theme: the colours of the screen, as a file describes them."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from rich.errors import StyleSyntaxError
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.theme import Theme as TextualTheme

from referee.store.save_problems import Damaged
from referee.text.harmless import clean, clean_name
from referee.toml_file import TomlFile
from referee.ui.drawing.style_names import BEHIND, FOCUS, MINE, NAMES

_BOLD = {"title", "turn", "key", "dying", "error", "warning", "asked", "critical"}


class Theme(Struct, frozen=True, dict=True):
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
        out[FOCUS] = Style(color=_rich(self.colours["asked"]))
        turned = Style(bold=True, reverse=True)
        out[MINE] = turned + Style(color=_rich(self.colours["turn"]), bgcolor=_rich(self.colours["background"]))
        return {name: style + Style.parse(self.attributes.get(name, "")) for name, style in out.items()}


def read_theme(name: str, file: TomlFile) -> Theme:
    """Reads the theme of that name from a file. Damaged, with file and line, if a colour is missing or invalid."""
    colours, attributes = _table(file, "colours"), _table(file, "attributes")
    return Theme(
        name=name,
        dark=bool(file.data.get("dark", True)),
        about=clean(str(file.data.get("about", ""))),
        colours={each: _colour(file, each, colours.get(each)) for each in NAMES},
        attributes={each: _attribute(file, each, written) for each, written in attributes.items()},
    )


def _table(file: TomlFile, name: str) -> dict[str, Any]:
    """A table of the file; empty if it is missing. Damaged if something else has its name."""
    table = file.data.get(name, {})
    if not isinstance(table, dict):
        raise Damaged(f"{file.place(name)}: [{name}] must be a table.")
    return table


def _colour(file: TomlFile, name: str, written: object) -> str:
    """The colour as `#rrggbb` or `ansi_red`. Damaged if it is none that both parts of the toolkit know."""
    with suppress(ColorParseError):
        colour = Color.parse(str(written))
        if colour.ansi is not None:
            return str(written).lower()
        if not colour.auto:
            return colour.hex6.lower()
    raise Damaged(f'{file.place("colours", name)}: {name} has no colour. Give it one, for example "#15181e".')


def _rich(colour: str) -> str:
    """The name of a colour for Rich."""
    return colour.removeprefix("ansi_")


def _attribute(file: TomlFile, name: str, written: object) -> str:
    """How something is written. Damaged if that is none."""
    with suppress(StyleSyntaxError):
        style = Style.parse(str(written))
        if name in (*NAMES, MINE) and not style.color and not style.bgcolor and not style.link:
            return str(written)
    said = f"{clean_name(name)} has an unknown attribute {clean_name(str(written))!r}. Use, for example, bold."
    raise Damaged(f"{file.place('attributes', name)}: {said}")
