"""Help in the shell: topics, with the usage of subcommands."""

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches

from referee.cli.manual_page import ENVIRONMENT, EXIT_CODES, man_page
from referee.cli.parsers import see_usage
from referee.cli.printer import Printer
from referee.cli.usage import COMMANDS, help_on, playing
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
from referee.engine.verbs.offered_verbs import all_verbs
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
