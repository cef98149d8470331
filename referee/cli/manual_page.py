"""Manual page of the command."""

import re
from argparse import Action, ArgumentParser
from collections.abc import Iterator
from datetime import date

from referee.cli.parsers import Described, arguments, described, version
from referee.cli.usage import commanding, playing
from referee.dialogue.topics import titles
from referee.text.phrases import capitalised

# -------------------------------------------------------------------- the manual page

ENVIRONMENT = {
    "REFEREE_SAVES": "the folder where encounters are kept, unless --saves names one",
    "REFEREE_SYSTEMS": "the folder of your own games, as files",
    "REFEREE_THEME": "the theme to use instead of the one chosen in the settings",
    "NO_COLOR": "if it is not empty, the screen has no colours",
}
EXIT_CODES = {
    "0": "the command was carried out",
    "1": "the command was refused or failed; standard error says why",
    "2": "the command line makes no sense",
    "70": "a bug in Referee; a report was saved",
    "128 + N": "signal N ended the program; everything shown was saved",
}


def man_page() -> Iterator[str]:
    """All of it; `man -l FILE` shows it."""
    table, commands = playing(), commanding()
    yield f'.TH REFEREE 1 "{date.today()}" "{_escaped(version())}" "User Commands"'
    yield from (".SH NAME", r"referee \- runs a fight at a real table", ".SH SYNOPSIS")
    yield from (*_synopsis(table), ".br", r"\fBreferee\fR \fICOMMAND\fR ...")
    yield from (".SH DESCRIPTION", _escaped(table.description or ""), ".SH OPTIONS", *_arguments(table))
    yield ".SH COMMANDS"
    for each in described(commands):
        yield from _command(f"referee {each.name}", each)
    yield from (".SH TOPICS", r"\fBreferee help\fR \fITOPIC\fR explains one of these:", *_tagged(dict(titles())))
    yield from (".SH ENVIRONMENT", *_tagged(ENVIRONMENT), ".SH EXIT STATUS", *_tagged(EXIT_CODES))


def _command(name: str, command: Described) -> Iterator[str]:
    """A subcommand and those below it, each with how it is typed, what it does, and its options."""
    below = described(command.parser)
    if not below:
        yield from (f".SS {_escaped(name)}", *_synopsis(command.parser), ".PP")
        yield _escaped(_sentence(command.does))
        yield from _arguments(command.parser)
    for each in below:
        yield from _command(f"{name} {each.name}", each)


def _synopsis(parser: ArgumentParser) -> Iterator[str]:
    """How it is typed: what is typed as it stands is bold, what stands for something else italic."""
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split()).replace("[-h] ", "")
    yield re.sub(r"\b[A-Z]{2,}\b", r"\\fI\g<0>\\fR", _escaped(usage))


def _arguments(parser: ArgumentParser) -> Iterator[str]:
    for action in arguments(parser):
        if action.help:
            yield from (".TP", ", ".join(_names(action)), _escaped(_sentence(action.help)))


def _names(action: Action) -> Iterator[str]:
    value = "" if action.nargs == 0 else rf"\fI{_escaped(str(action.metavar or action.dest))}\fR"
    if not action.option_strings:
        yield value
    for name in action.option_strings:
        yield rf"\fB{_escaped(name)}\fR {value}".strip()


def _tagged(told: dict[str, str]) -> Iterator[str]:
    for name, means in told.items():
        yield from (".TP", rf"\fB{_escaped(name)}\fR", _escaped(_sentence(means)))


def _sentence(text: str) -> str:
    return f"{capitalised(text)}{'' if text.endswith('.') else '.'}"


def _escaped(text: str) -> str:
    """A line as roff prints it unchanged: a backslash, a hyphen, and a first dot or quote would mean something else."""
    marked = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{marked}" if marked.startswith((".", "'")) else marked
