"""Markdown drawn by Rich: the topics of the help, as a text for a terminal or as lines of a page."""

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.segment import Segment, Segments
from rich.style import Style
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from referee.dialogue.help import Meaning
from referee.dialogue.topics import Part, spaced
from referee.ui.drawing.text_line import Line, StyledText

_STYLES = {
    "markdown.paragraph": ("text", "none"),
    "markdown.text": ("text", "none"),
    "markdown.em": ("dim", "dim"),
    "markdown.strong": ("title", "bold"),
    "markdown.code": ("key", "bold cyan"),
    "markdown.code_block": ("clause", "cyan"),
    "markdown.item.bullet": ("dim", "none"),
    "markdown.item.number": ("dim", "none"),
    **{f"markdown.h{level}": ("title", "bold underline") for level in range(1, 5)},
}
"""For each style by which Rich draws Markdown the name of that of a theme, and the style in the shell."""
_KEYS = 26
"""Cells at most for the first column of a list."""


class _LeftHeading(Heading):
    """A heading that stands at the left, without a box."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _PlainCode(CodeBlock):
    """Lines as they are typed, without a language and a ground of their own."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = Text(str(self.text).rstrip(), style="markdown.code_block")
        yield Padding(text, (0, 0, 0, 2))


class TopicMarkdown(Markdown):
    """Markdown as the help shows it."""

    elements = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "fence": _PlainCode,
        "code_block": _PlainCode,
    }


def printed(parts: Iterable[Part], console: Console) -> None:
    """Prints parts of a topic to a terminal."""
    console.push_theme(Theme({name: style for name, (_, style) in _STYLES.items()}, inherit=False))
    for line in _drawn(parts, console):
        console.print(Segments([*line, Segment.line()]), end="")


def lines(parts: Iterable[Part], width: int) -> list[Line]:
    """Parts of a topic as lines of a page."""
    named = {name: Style.from_meta({"style": style}) for name, (style, _) in _STYLES.items()}
    console = Console(width=max(20, width), file=StringIO(), theme=Theme(named, inherit=False))
    return [Line(((" ", "text"), *map(_named, line))) for line in _drawn(parts, console)]


def _named(segment: Segment) -> StyledText:
    """The text of a segment with the name of its style."""
    return segment.text, str(segment.style.meta.get("style", "text")) if segment.style else ""


def _drawn(parts: Iterable[Part], console: Console) -> Iterator[list[Segment]]:
    """The lines of all parts."""
    rows: list[Meaning] = []
    for part in (*spaced(parts), ""):
        if isinstance(part, tuple):
            rows.append(part)
            continue
        if rows:
            yield from console.render_lines(_columns(rows), pad=False)
            rows = []
        if part:
            yield from _stripped(console.render_lines(TopicMarkdown(part), pad=False))
        else:
            yield []


def _stripped(lines: list[list[Segment]]) -> list[list[Segment]]:
    """The lines without the empty ones that Rich puts around lists."""
    full = [n for n, line in enumerate(lines) if any(segment.text.strip() for segment in line)]
    return lines[full[0] : full[-1] + 1] if full else []


def _columns(rows: Sequence[Meaning]) -> Table:
    """The lines of a list in two columns."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="markdown.code", width=min(_KEYS, max(len(word) for word, _ in rows)), overflow="fold")
    table.add_column(style="markdown.text")
    for word, means in rows:
        table.add_row(Text(word), Text(means))
    return table
