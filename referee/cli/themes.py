"""Themes from the command line: the list of them, and the file of one."""

from argparse import Namespace
from collections.abc import Callable

from referee.cli.printer import Printer
from referee.engine.problem import on_topic
from referee.ui.drawing.themes import own_folder, theme, theme_file, theme_names, unreadable


def theme_(args: Namespace, printer: Printer) -> None:
    """Does `theme list` or `theme show`."""
    do: dict[str, Callable[[Namespace, Printer], None]] = {"list": list_, "show": show}
    do[args.what](args, printer)


def list_(args: Namespace, printer: Printer) -> None:
    """Lists all themes that can be read, and says where one's own belong and what is wrong with any."""
    names = theme_names()
    if args.names:
        printer.say(*names)
        return
    printer.table(("name", ""), [(name, theme(name).about) for name in names])
    printer.complain(*unreadable(), f"Put files of your own into {own_folder()}.")


@on_topic("themes")
def show(args: Namespace, printer: Printer) -> None:
    """Prints the file of a theme. Refused if no theme has that name; the refusal lists the names."""
    printer.say(*theme_file(args.name).splitlines())
