"""Serves the players' view of an encounter to any browser, or the referee's own screen to one."""

import secrets
import socket
import sys
from argparse import Namespace
from shlex import join

from referee.cli.encounters import saves_of
from referee.cli.printer import Printer
from referee.cli.usage import LOOPBACK
from referee.engine.problem import Refused, on_topic
from referee.store.file import reason

MISSING = "The browser view needs referee[web]. To install it, in the checkout: .venv/bin/pip install -e '.[web]'"

ANYWHERE = ("0.0.0.0", "::")
"""Addresses of all networks that this computer is in."""


@on_topic("serve")
def serve(args: Namespace, printer: Printer) -> int:
    """Serves until it is interrupted. Refused where the extra is missing, or the address cannot be had."""
    try:
        from referee.cli.web_server import BrowserServer
    except ImportError as error:
        raise Refused(MISSING) from error
    saves = saves_of(args)
    save = saves.look(args.name)
    is_near = args.host in LOOPBACK
    if args.play and not is_near:
        raise Refused("--play works on this computer only: leave out --host.")
    # Other users of this computer must not play in the referee's place.
    token = "" if is_near and not args.play else secrets.token_urlsafe(16)
    how = [] if args.play else ["--players", *(["--numbers"] if args.numbers else [])]
    command = "exec " + join(
        [sys.executable, "-m", "referee", "--saves", str(saves.folder.absolute()), save.slug, *how]
    )
    with _listening(args.host, args.port) as listening:
        address = f"{_address(args.host, listening.getsockname()[1])}/{f'{token}/' if token else ''}"
        printer.say(*_notice(args, save.name, address))
        server = BrowserServer(command, save.name, token, 1 if args.play else args.viewers, not is_near)
        server.run(listening)
    return 0


def _listening(host: str, port: int) -> socket.socket:
    """A socket at that address. Refused, with the reason, if there can be none."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        why = reason(error) if isinstance(error, OSError) else "no such port"
        raise Refused(f"Cannot serve at {host}, port {port}: {why}. Choose another: --port N") from error


def _address(host: str, port: int) -> str:
    named = socket.gethostname() if host in ANYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}"


def _notice(args: Namespace, name: str, address: str) -> list[str]:
    """Where it is, and who may see it."""
    what = "your own screen" if args.play else "what the players may know"
    lines = [f"{name}, {what}: {address}"]
    if args.play:
        lines.append("Anyone with the full address can play in your place. Only this computer can open it.")
    elif args.host not in LOOPBACK:
        lines.append(
            "Anyone who can reach this computer and has the full address can watch. The connection is not encrypted."
        )
    else:
        lines.append("Only this computer can open this address. To open it to the network: --host 0.0.0.0")
    return [*lines, "Press Ctrl+C to stop."]
