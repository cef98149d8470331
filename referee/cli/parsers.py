"""Parsers: what reads the words behind a subcommand, and says what it reads.

The words of each subcommand are in `cli/usage.py`.
"""

import re
import sys
from argparse import Action, ArgumentParser, _HelpAction, _SubParsersAction
from collections.abc import Callable
from typing import Any, NoReturn

from msgspec import Struct


class Misused(Exception):
    """What was typed makes no sense."""


def see(topic: str) -> list[str]:
    """The line that names a topic of the help; none for an empty name."""
    return [f"See: referee help {topic}"] if topic else []


def see_usage(subcommand: str) -> list[str]:
    """The line that names the topic which lists the usage of a subcommand; none if there is no such topic."""
    from referee.dialogue.topics import topic_with_usage  # late: it reads all topics

    return see(topic_with_usage(subcommand))


class Parser(ArgumentParser):
    """A parser that leaves it to the command to say what is wrong."""

    def error(self, message: str) -> NoReturn:
        raise Misused(message)

    def print_help(self, file: Any = None) -> None:
        """Prints the usage, and which topic of the help tells more about the subcommand."""
        super().print_help(file)
        if words := self.prog.split()[1:]:
            self._print_message("".join(f"\n{line}\n" for line in see_usage(words[0])), file or sys.stdout)


class MixedParser(Parser):
    """A parser that takes `words` before, between and after options."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        found, left = super().parse_known_args(args, namespace)
        if hasattr(found, "words"):
            options = [word for word in left if word.startswith("-") and word != "-"]
            found.words = [*found.words, *(word for word in left if word not in options)]
            left = options
        return found, left


class Described(Struct, frozen=True):
    """A subcommand as its parser knows it."""

    name: str
    does: str
    """What it does, in a few words."""
    parser: ArgumentParser


def described(parser: ArgumentParser) -> list[Described]:
    """The subcommands of a parser, in the order of its help."""
    found: list[Described] = []
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            does = {each.dest: each.help or "" for each in action._get_subactions()}
            found += (Described(name, does[name], each) for name, each in action.choices.items())
    return found


def arguments(parser: ArgumentParser) -> list[Action]:
    """The options and arguments of a parser, without `--help` and the choice of a subcommand."""
    return [action for action in parser._actions if not isinstance(action, (_HelpAction, _SubParsersAction))]


def parsers_of(
    parser: ArgumentParser, command: str, does: dict[str, str], kind: type[ArgumentParser]
) -> dict[str, ArgumentParser]:
    """The parsers of what a subcommand can do, by name; does: what each is for."""
    what = parser.add_subparsers(dest="what", required=True, parser_class=kind, metavar="|".join(does))
    return {n: what.add_parser(n, help=told, description=f"{command} {n}: {told}.") for n, told in does.items()}


def bounded_number(option: str, least: int, most: int) -> Callable[[str], int]:
    """Reads a number of that range. Misused if it is none."""

    def read(word: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", word, re.ASCII) or not least <= int(word) <= most:
            raise Misused(f"{option}: a number from {least} to {most}, not {word[:20]!r}")
        return int(word)

    return read


class PrintsVersion(Action):
    """Looks the version up only when it is asked for: that takes as long as the rest of the command line."""

    def __call__(self, parser: ArgumentParser, *typed: object) -> NoReturn:
        print(version())
        parser.exit()


def version() -> str:
    """The name and the version of the program."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return f"referee {installed('referee')}"
    except PackageNotFoundError:
        return "referee (from a checkout)"
