"""Markdown drawn by Rich: the topics of the help, as a text for a terminal or as lines of a page."""

from collections.abc import Iterable
from io import StringIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from referee.script.topics import Part, spaced
from referee.ui.drawing.text_line import Line

_NAMES = {
    "markdown.paragraph": "text",
    "markdown.text": "text",
    "markdown.em": "dim",
    "markdown.strong": "title",
    "markdown.code": "key",
    "markdown.code_block": "clause",
    "markdown.item.bullet": "dim",
    "markdown.item.number": "dim",
    **{f"markdown.h{level}": "title" for level in range(1, 5)},
}
"""The style of a theme for each of those by which Rich draws Markdown."""
_IN_SHELL = {
    "title": "bold underline",
    "text": "none",
    "dim": "dim",
    "key": "bold cyan",
    "clause": "cyan",
}
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
    console.push_theme(Theme({name: _IN_SHELL[style] for name, style in _NAMES.items()}, inherit=False))
    for renderable in _renderables(parts):
        console.print(renderable)


def lines(parts: Iterable[Part], width: int) -> list[Line]:
    """Parts of a topic as lines of a page."""
    named = {name: Style.from_meta({"style": style}) for name, style in _NAMES.items()}
    console = Console(width=max(20, width), file=StringIO(), theme=Theme(named, inherit=False))
    drawn: list[Line] = []
    for renderable in _renderables(parts):
        for segments in console.render_lines(renderable, pad=False):
            words = [(each.text, str(each.style.meta.get("style", "text")) if each.style else "") for each in segments]
            drawn.append(Line((("", ""), (" ", ""), *words)))
    return drawn


def _renderables(parts: Iterable[Part]) -> Iterable[Markdown | Table | Text]:
    """What Rich draws: Markdown part by part, and the lines of a list in two columns."""
    rows: list[tuple[str, str]] = []
    for part in spaced(parts):
        if isinstance(part, tuple):
            rows.append(part)
            continue
        if rows:
            yield _columns(rows)
            rows = []
        yield TopicMarkdown(part) if part else Text()
    if rows:
        yield _columns(rows)


def _columns(rows: Iterable[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    rows = list(rows)
    table.add_column(style="markdown.code", width=min(_KEYS, max(len(word) for word, _ in rows)), overflow="fold")
    table.add_column(style="markdown.text")
    for word, means in rows:
        table.add_row(Text(word), Text(means))
    return table
