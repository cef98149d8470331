"""`referee help`: more about one thing."""

from argparse import Namespace

from referee.cli.printer import Printer
from referee.cli.usage import COMMANDS, help_on, playing
from referee.engine.number import short
from referee.engine.problem import Refused
from referee.imports.formats import IMPORT_HELP
from referee.script.language_help import LANGUAGE_HELP
from referee.script.transcript_help import TRANSCRIPT_HELP

TOPICS = {"language": LANGUAGE_HELP, "transcripts": TRANSCRIPT_HELP, "import": IMPORT_HELP, "json": ""}
"""What can be asked for beside the subcommands; JSON is explained by all that is printed, read when it is asked for."""


def help_(args: Namespace, printer: Printer) -> int:
    """Prints what is known of a topic or a subcommand; without one what `--help` prints. Refused if it is neither."""
    topic = (args.topic or "").lower()
    if topic in TOPICS:
        text = TOPICS[topic] or _json_help()
    elif topic in COMMANDS:
        text = help_on(topic)
    elif topic:
        raise Refused(f"There is no help on {short(topic)!r}; there is {', '.join((*TOPICS, *COMMANDS))}.")
    else:
        text = playing().format_help()
    printer.say(*text.splitlines())
    return 0


def _json_help() -> str:
    from referee.script.json_help import json_help

    return json_help()
