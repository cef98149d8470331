"""How the screen looks: the colour themes, built-in or from files, with the one that was chosen last, and the frame of
the panes, of another colour around the pane that has the arrow keys.
"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from platformdirs import user_config_path
from rich.cells import cached_cell_len as cell_len
from rich.errors import StyleSyntaxError
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.geometry import Region
from textual.theme import Theme as TextualTheme

from referee.engine.problem import Problem, Refused, on_topic
from referee.store.file import read_named
from referee.store.problems import Damaged
from referee.store.settings import read_toml, setting
from referee.text.harmless import clean, clean_name
from referee.text.quoting import quoted
from referee.toml_file import TomlFile
from referee.ui.drawing.text_line import GLYPHS, SIDES, Line, StyledText, cut, line

BEHIND = ("background", "chosen", "bar")
"""What lies behind the words of a line."""
_IN_WORDS = ("rule", "text", "dim", "title", "turn", "asked", "key", "hurt", "dying", "dead", "condition")
_BESIDES = ("hand", "clause", "ok", "warning", "error")
OUTCOMES = ("hit", "miss", "critical", "fallen", "healed")
"""What came of an act, in the log."""
HEALTH = ("ok", "hurt", "dying", "dead")
"""How a figure fares, from unhurt to dead."""
NAMES = (*BEHIND, *_IN_WORDS, *_BESIDES, *SIDES, *OUTCOMES)
"""What every theme has a colour for."""
FOCUS = "focus"
"""The style of the frame of the pane that has the arrow keys: the colour of `asked`."""
MINE = "mine"
"""The style of the one whose turn it is: the colours of `turn` and `background`, exchanged."""
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


def shipped_folder() -> Path:
    """Where the theme files are that come with the app: within the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "themes"
    return installed if installed.is_dir() else package.parent / "themes"


def own_folder() -> Path:
    """Where the referee's own theme files are; it need not be there."""
    return user_config_path("referee") / "themes"


def theme_names() -> tuple[str, ...]:
    """The names of all themes that can be read."""
    return tuple(name for name in _files() if not isinstance(_read(name), str))


def unreadable() -> tuple[str, ...]:
    """A sentence for each file that should be a theme and is none."""
    return tuple(read for name in _files() if isinstance(read := _read(name), str))


@on_topic("themes")
def theme(name: str) -> Theme:
    """The theme of that name. Damaged if there is none, or its file is none."""
    read = _read(name) if name in _files() else f"There is no theme {clean(name)}."
    if isinstance(read, str):
        raise Damaged(read)
    return read


def theme_file(name: str) -> str:
    """Text of the file of a theme, whatever is wrong with it. Refused, with the names of all, if there is none."""
    if name not in _files():
        raise Refused(f"There is no theme {quoted(name)}. Themes: {', '.join(map(clean_name, _files()))}.")
    raw = read_named(_files()[name], f"themes/{clean_name(name)}.toml", follow_links=True)
    return raw.decode("utf-8", "replace")


@lru_cache(maxsize=64)
def styles(name: str) -> Mapping[str, Style]:
    """The styles of the theme of that name."""
    return theme(name).styles


@lru_cache(maxsize=1)
def _files() -> Mapping[str, Path]:
    """The files by the names of their themes, in the order of these names; one's own goes before one that came."""
    found: dict[str, Path] = {}
    for folder in (shipped_folder(), own_folder()):
        with suppress(OSError):
            found |= {path.stem: path for path in folder.iterdir() if path.suffix == ".toml"}
    return dict(sorted(found.items()))


@lru_cache(maxsize=64)
def _read(name: str) -> Theme | str:
    """The theme in the file of that name, or what is wrong with it."""
    called = f"themes/{clean_name(name)}.toml"
    try:
        return read_theme(name, read_toml(_files()[name], called))
    except FileNotFoundError:
        return f"{called} is gone."
    except Problem as problem:
        return str(problem)


DEFAULT = "dark"
SIXTEEN = "terminal"
"""The theme for terminals of sixteen colours: in them all others lose half of theirs."""
COLOURLESS = "no-colour"


def chosen_theme(
    color_system: str | None = "truecolor", no_color: bool = False, own: str = ""
) -> tuple[str, list[str]]:
    """The name of the theme to begin with, and what the referee should know; the default where it cannot be had.

    `color_system` is Rich's name of what the terminal can show: `standard` has sixteen colours. `own`: that of a
    screen which does not take the one that the referee chose.
    """
    try:
        kept, problems = own or setting("theme"), list[str]()
    except Damaged as problem:
        kept, problems = "", [str(problem)]
    fixed = COLOURLESS if no_color else SIXTEEN if color_system == "standard" else ""
    wanted = os.environ.get("REFEREE_THEME") or fixed or kept or DEFAULT
    try:
        return theme(wanted).name, problems
    except Problem as problem:
        return fixed or DEFAULT, [*problems, str(problem)]


_LEFT, _ABOVE, _RIGHT, _BELOW = 1, 2, 4, 8
"""Where the lines come from that meet in a joint, as `Glyphs.joints` has them."""


class Frame(Struct, frozen=True):
    """The lines at the edges of one pane."""

    left: tuple[StyledText, ...] = ()
    """The sign in each of its rows; empty: there is no line."""
    right: tuple[StyledText, ...] = ()
    top: str = "rule"
    """The style of the line beside its title."""

    def split(self, rows: int) -> "tuple[Frame, Frame]":
        """The frames of its first so many rows, and of those below, where two panes are drawn as one."""
        return replace(self, left=self.left[:rows], right=self.right[:rows]), replace(
            self, left=self.left[rows:], right=self.right[rows:]
        )


class Frames(Struct, frozen=True):
    """The frames of all panes, and the line below the lowest of them."""

    of: Mapping[str, Frame]
    bottom: Line


FRAMED_WIDTH, FRAMED_HEIGHT = 78, 20
"""Columns and lines of the smallest window that has room for several panes, and for the lines around them."""


def has_frames(width: int, height: int) -> bool:
    """Has a window of that size lines around its panes?"""
    return width >= FRAMED_WIDTH and height >= FRAMED_HEIGHT


def titled(name: str, cells: int, edge: str) -> tuple[StyledText, ...]:
    """The line above panes or in a box, in so many cells, with a title on it; edge: its style."""
    rule, name = GLYPHS.rule, cut(name, cells - 3)
    return (f"{rule} ", edge), (name, "title"), (f" {rule * (cells - 3 - cell_len(name))}", edge)


def with_headings(title: Line, headings: Sequence[tuple[int, str]]) -> Line:
    """The line above a table with the headings of its columns on it."""
    left, (gap, rule), end = title.words
    words, at, stop = [left], cell_len(left[0]), cell_len(left[0]) + cell_len(gap)
    for start, text in headings:
        if at < start and start + cell_len(text) + 1 <= stop:
            words += [(GLYPHS.rule * (start - 1 - at), rule), (f" {text} ", "dim")]
            at = start + cell_len(text) + 1
    return replace(title, words=(*words, (GLYPHS.rule * (stop - at), rule), end))


def frames(places: Mapping[str, Region], focused: Region) -> Frames:
    """The frames of panes that fill a rectangle, of which each has its title in the first row.

    focused: where the arrow keys move.
    """
    return _Walls(places, focused).frames()


class _Walls:
    """The lines between panes: one is in the last column of each, and one in the first column of the leftmost."""

    def __init__(self, places: Mapping[str, Region], focused: Region) -> None:
        self._places = places
        self._bottom = max((place.bottom for place in places.values()), default=0)
        self._right = max((place.right for place in places.values()), default=0)
        self._upright: dict[int, set[int]] = {}
        self._level = {self._bottom: {*range(self._right)}}
        for place in places.values():
            self._level.setdefault(place.y, set()).update(range(place.x, place.right))
            for x in {place.right - 1, *({0} if place.x == 0 else ())}:
                self._upright.setdefault(x, set()).update(range(place.y, place.bottom))
        # Its left border is drawn by its neighbour.
        self._focused = Region.from_corners(max(0, focused.x - 1), focused.y, focused.right, focused.bottom + 1)
        self._within = focused

    def frames(self) -> Frames:
        """The lines as they are drawn."""
        of = {
            name: Frame(
                tuple(self._sign(0, y) for y in range(place.y, place.bottom)) if place.x == 0 else (),
                tuple(self._sign(place.right - 1, y) for y in range(place.y, place.bottom)),
                FOCUS if self._is_edge_of_focused(place) else "rule",
            )
            for name, place in self._places.items()
        }
        signs = (self._sign(x, self._bottom) for x in range(self._right))
        runs = groupby(signs, key=lambda sign: sign[1])
        return Frames(of, line(*(("".join(sign for sign, _ in run), style) for style, run in runs)))

    def _is_edge_of_focused(self, place: Region) -> bool:
        """Is the line at the top of a pane part of the frame of the focused place: its own, or that below it?"""
        inner = self._within
        return place.y in (inner.y, inner.bottom) and inner.x <= place.x and place.right <= inner.right

    def _sign(self, x: int, y: int) -> StyledText:
        """The sign of one cell of the lines, and its style."""
        upright = self._upright.get(x, set())
        joint = (
            _LEFT * self._is_level(x - 1, y)
            + _ABOVE * (y - 1 in upright)
            + _RIGHT * self._is_level(x + 1, y)
            + _BELOW * (y + 1 in upright or (y in upright and y + 1 == self._bottom))
        )
        box = self._focused
        in_box = box.contains(x, y) and (y == self._bottom or x in (box.x, box.right - 1))
        return GLYPHS.joints[joint], FOCUS if in_box and self._within else "rule"

    def _is_level(self, x: int, y: int) -> bool:
        """Is there a line across in that cell?"""
        return x in self._level.get(y, ())
