"""Help in the shell: topics, through a pager where the terminal has one, the usage of subcommands, the manual page, and
scripts that let a shell complete what is typed.
"""

import os
import re
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from difflib import get_close_matches

from referee.cli.parsers import Described, arguments, described, see_usage, version
from referee.cli.printer import Printer
from referee.cli.usage import COMMANDS, SHELLS, commanding, help_on, playing
from referee.dialogue.help import ALL, values_named
from referee.dialogue.topics import (
    Lists,
    Part,
    lists_of,
    mentions,
    no_topic,
    parts,
    plain_lines,
    titles,
    topic_named,
    topic_names,
    usage_of,
)
from referee.engine.contract.order_keys import own_key
from referee.engine.problem import Refused
from referee.engine.verbs.offered import all_verbs
from referee.extras import missing
from referee.text.phrases import capitalised
from referee.text.quoting import quoted

MAN = "man"
"""Stands for the manual page, which is no topic."""


def help_(args: Namespace, printer: Printer) -> None:
    """Prints a topic, the usage of a subcommand, or the topics and the usage of all. Refused if it is none of them."""
    word = (args.topic or "").lower()
    if name := topic_named(word):
        printer.complain(*_problems(name))
        _show(parts(name, shell_lists()), printer)
    elif word == MAN:
        printer.say(*man_page())
    elif word in COMMANDS:
        printer.say(*help_on(word).splitlines(), *see_usage(word))
    elif word:
        if not (found := [*_in_games(word), *mentions(word, shell_lists())]):
            known = [*topic_names(), *COMMANDS]
            near = get_close_matches(word, known, 1)
            hint = f"Did you mean {near[0]}?" if near else f"Topics: {', '.join(known)}."
            raise Refused(f"There is no help on {quoted(word)}. {hint}")
        _show([no_topic(word, "referee help TOPIC"), *found], printer)
    else:
        _show(_contents(), printer)


def _problems(topic: str) -> Sequence[str]:
    """What is wrong with the files from which a topic lists something."""
    from referee.ui.drawing.themes import unreadable
    from referee.ui.input.own_keys import own_keys

    match topic:
        case "keys":
            return own_keys().problems
        case "themes":
            return unreadable()
    return ()


def _in_games(word: str) -> Iterator[Part]:
    """What the games have by that name: a command, an option, a value or a condition, each told once."""
    from referee.games import listed, load

    told: set[Part] = set()
    for each in listed():
        rules = None if each.trouble else load(each.name)
        if rules is None or word == ALL:
            continue
        verb = all_verbs(rules).get(own_key(rules, word))
        rows = [(verb.usage, verb.hint or verb.label)] if verb is not None else values_named(rules, word)
        for usage, means in rows:
            if (usage, means) not in told:
                told.add((usage, means))
                yield f"{rules.title}: {usage}", means


def shell_lists() -> Lists:
    """All lists of all topics."""
    from referee import games as systems
    from referee.ui.screens.topic_lists import screen_lists

    return {
        **lists_of(systems.load("plain")),
        **screen_lists(),
        "the subcommands": COMMANDS.items,
        "the environment variables": ENVIRONMENT.items,
        "the exit codes": EXIT_CODES.items,
        **{usage_of(name): _usage(name) for name in COMMANDS},
    }


def _usage(name: str) -> Callable[[], list[Part]]:
    return lambda: [f"```\n{help_on(name).rstrip()}\n```"]


def _contents() -> Iterator[Part]:
    yield "# Topics: `referee help TOPIC` explains one"
    yield from titles()
    yield f"```\n{playing().format_help().rstrip()}\n```"


def _show(found: Iterable[Part], printer: Printer) -> None:
    """Prints parts of a topic: drawn and through a pager on a terminal, else as plain lines."""
    if printer.plain or not printer.out.isatty() or os.environ.get("TERM", "") in ("", "dumb"):
        printer.say(*plain_lines(found))
        return
    from rich.console import Console

    from referee.ui.drawing.markdown import printed

    os.environ.setdefault("LESS", "-FRX")  # colours, and no pager for what fits on the screen
    console = Console(file=printer.out, highlight=False)
    with console.pager(styles=True):
        printed(found, console)


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


# -------------------------------------------------------------------- completion

_LISTS = {
    "encounters": "referee ls --names",
    "trash": "referee trash --names",
    "systems": "referee systems --names",
    "themes": "referee theme list --names",
}
"""What prints the words that can be completed, a line each."""

# No `compgen -W` for names: it would run a command that stands in one. What is quoted already is only completed by
# names that mean the same in quotes.
_BASH = """
_referee_lines() {
  local typed=${1#[\\"\\']} quoted= line
  [[ $1 == [\\"\\']* ]] && quoted=1
  shift
  typed=${typed//\\\\/}
  shopt -s nocasematch
  while IFS= read -r line; do
    if [[ $line == "$typed"* ]]; then
      if [[ -z $quoted ]]; then
        printf '%q\\n' "$line"
      elif [[ $line != *[\\"\\'\\\\\\$\\`!]* ]]; then
        printf '%s\\n' "$line"
      fi
    fi
  done < <("$@" 2>/dev/null)
}"""
_ZSH = """
_referee_lines() {
  local -a lines
  lines=(${(f)"$(eval "$1" 2>/dev/null)"})
  shift
  compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' "$@" -a lines
}"""
# The first word, a subcommand for shtab, is completed by names of encounters, too; not in tcsh.
_BASH_FIRST = "_shtab_referee_pos_0_COMPGEN=_referee_encounters"
_ZSH_FIRST = """
functions[_referee_commands]=$functions[_shtab_referee_commands]
_shtab_referee_commands() { _referee_commands "$@"; _referee_encounters "$@" }"""
_FISH_FIRST = f"""
complete -c referee -n '_shtab_referee_using; and test $_shtab_referee_npos -eq 0' \\
  -ka '({_LISTS["encounters"]} 2>/dev/null)' -d encounter"""


def completion(args: Namespace, printer: Printer) -> None:
    """Prints a completion script."""
    printer.exact(completion_script(args.shell, (*topic_names(), MAN)))


def completion_script(shell: str, topics: Iterable[str]) -> str:
    """The script for one of SHELLS. Refused where the extra is missing that writes it.

    topics: what `referee help` explains beside the subcommands.
    """
    if shell not in SHELLS:
        raise ValueError(shell)
    try:
        import shtab  # late: of the extra `shell`
    except ImportError as error:
        raise missing("Completion needs referee[shell]", "shell") from error
    parser = commanding()
    for action in arguments(playing()):
        if action.option_strings:
            parser._add_action(action)
    _complete(parser, "referee", (*topics, *COMMANDS))
    script = shtab.complete(parser, shell, preamble=_functions(shell))
    return f"{script}\n{_FISH_FIRST}" if shell == "fish" else script


def _functions(shell: str) -> str:
    """What the script defines of its own; nothing in fish and tcsh, which split what a command prints into lines."""
    if shell == "bash":
        each = (f'_referee_{name}() {{ _referee_lines "$1" {does}; }}' for name, does in _LISTS.items())
        return "\n".join((_BASH, *each, _BASH_FIRST))
    if shell == "zsh":
        each = (f"_referee_{name}() {{ _referee_lines '{does}' \"$@\" }}" for name, does in _LISTS.items())
        return "\n".join((_ZSH, *each, _ZSH_FIRST))
    return ""


def _complete(parser: ArgumentParser, name: str, topics: tuple[str, ...]) -> None:
    """Says of each argument of a parser, and of those of its subcommands, what completes it."""
    for action in arguments(parser):
        if (found := _completed_by(action, name)) is not None:
            action.complete = found  # type: ignore[attr-defined]  # where shtab looks for it
        elif action.metavar == "TOPIC":
            action.choices = topics
    for each in described(parser):
        each.parser.description = each.does
        _complete(each.parser, f"{name} {each.name}", topics)


Completed = dict[str, str | dict[str, str]]
"""What completes an argument, by the name of the shell."""
_NEW = ("referee new", "referee system new")
"""Subcommands whose NAME is not there yet."""


def _completed_by(action: Action, command: str) -> Completed | None:
    """What completes an argument of that subcommand; None if nothing does."""
    import shtab

    if action.metavar == "FILE":
        return shtab.FILE
    if action.metavar == "DIR":
        return shtab.DIRECTORY
    if action.metavar == "SYSTEM":
        return _by_list("systems")
    if action.metavar == "THEME":
        return _by_list("themes")
    if action.metavar == "NAME" and command not in _NEW and not command.startswith("referee library"):
        return _by_list("trash" if command == "referee restore" else "encounters")
    return None


def _by_list(name: str) -> Completed:
    does = _LISTS[name]
    return {
        "bash": f"_referee_{name}",
        "zsh": f"_referee_{name}",
        "fish": f"({does} 2>/dev/null)",
        "tcsh": f"`{does}`",
    }
