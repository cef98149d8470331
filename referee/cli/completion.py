"""Completion of what is typed in a shell, by a script."""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterable

from referee.cli.help import MAN
from referee.cli.parsers import arguments, described
from referee.cli.printer import Printer
from referee.cli.usage import COMMANDS, SHELLS, commanding, playing
from referee.dialogue.topics import topic_names
from referee.extras import missing

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
