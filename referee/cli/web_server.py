"""Web server: one terminal app shown in browsers, a process for each of them; made of the extra `web`."""

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from html import escape
from string import Template
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from aiohttp import WSMsgType, web
from msgspec import Struct
from textual_serve.app_service import AppService
from textual_serve.server import Server

from referee.cli.usage import LOOPBACK
from referee.engine.problem import Refused
from referee.store.disk_errors import reason

MOST_COLUMNS, MOST_ROWS = 500, 200
ANYWHERE = ("0.0.0.0", "::")
"""Addresses of all networks that this computer is in."""
LONGEST = 256 * 1024
"""Bytes of one message."""


def listening_at(host: str, port: int) -> socket.socket:
    """A socket at that address. Refused, with the reason, if there can be none."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        why = reason(error) if isinstance(error, OSError) else "no such port"
        raise Refused(f"Cannot serve at {host}, port {port}: {why}. Choose another: --port N") from error


def address_of(host: str, port: int) -> str:
    """What is typed into a browser to reach a socket at that address."""
    named = socket.gethostname() if host in ANYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}"


class Typed(Struct, frozen=True):
    """Keys and pasted text for the program that draws."""

    raw: bytes


class Resized(NamedTuple):
    """The size that the page has now, in cells, within what can be drawn."""

    columns: int
    rows: int


class Pinged(Struct, frozen=True):
    """A ping, which is sent back."""

    data: str | int | float


class Focused(Struct, frozen=True):
    """The page got or lost the focus."""

    has_focus: bool


Message = Typed | Resized | Pinged | Focused


def message_of(text: str) -> Message | None:
    """The message that a text says; None if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match found:
        case ["stdin", str(typed)]:
            return Typed(typed.encode("utf-8", "replace"))
        case ["resize", {"width": int(columns), "height": int(rows)}]:
            return size(columns, rows)
        case ["ping", str() | int() | float() as data]:
            return Pinged(data)
        case ["focus" | "blur" as what, *_]:
            return Focused(what == "focus")
        case _:
            return None


def size(columns: int, rows: int) -> Resized:
    """A size within what can be drawn."""
    return Resized(max(1, min(columns, MOST_COLUMNS)), max(1, min(rows, MOST_ROWS)))


def number(text: str, default: int) -> int:
    """What a page says that its width or height is."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def _split(address: str) -> SplitResult:
    """The parts of an address; all empty if it is none, such as `http://[`."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
PATIENCE = 3.0
"""Seconds that browsers have at the end to be told of it."""
MOST_IDLE = 10.0
"""Seconds for which a connection may be open without a whole request."""
_PAGE = Template(
    """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="$base/static/css/xterm.css">
<script src="$base/static/js/textual.js"></script>
<style>
@font-face { font-family: "Roboto Mono"; src: url("$base/static/fonts/RobotoMono-VariableFont_wght.ttf"); }
html, body { margin: 0; height: 100%; background: #10131a; color: #f0f2f6; font-family: monospace; }
#closed { display: none; position: absolute; inset: 0; place-items: center; background: #10131a; z-index: 9; }
body.-closed #closed { display: grid; }
</style>
</head>
<body>
<div id="closed"><p>The view is closed. <a style="color: #8fd3ff" href="">Open it again</a></p></div>
<div id="terminal" class="textual-terminal" data-session-websocket-url="$socket" data-font-size="$size"></div>
</body>
</html>
"""
)
_FULL = "{most} pages are open, the most allowed. Close another page, or start again with more --viewers."


class BrowserServer(Server):
    """Shows what a command draws. With a token nothing is found at any address that does not begin with it."""

    def __init__(self, command: str, title: str, token: str, most: int, any_host: bool) -> None:
        super().__init__(command, title=title)
        self._base = f"/{token}" if token else ""
        self._most = most
        """Browsers that may look on at a time."""
        self._any_host = any_host
        """Others may reach it, by whatever name this computer has for them."""
        self._open: set[asyncio.Task[Any]] = set()
        """A task for each browser."""

    def run(self, listening: socket.socket) -> None:
        """Serves at this socket until it is interrupted or told to end; its address stays in sight at the terminal."""
        for library in ("textual-serve", "aiohttp", "asyncio"):
            logging.getLogger(library).addHandler(logging.NullHandler())
            logging.getLogger(library).propagate = False
        web.run_app(
            self._make_app(), sock=listening, print=None, shutdown_timeout=PATIENCE, keepalive_timeout=MOST_IDLE
        )

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guarded])
        app.add_routes(
            [
                web.get(f"{self._base}/", self.handle_index),
                web.get(f"{self._base}/ws", self.handle_websocket),
                web.static(f"{self._base}/static", self.statics_path),
            ]
        )
        app.on_shutdown.append(self.on_shutdown)
        return app

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Nothing for pages of other places: a browser lets any of them open a socket to this computer."""
        origin = request.headers.get("Origin", "")
        named = _split(f"//{request.host}").hostname or ""
        if (origin and _split(origin).netloc != request.host) or not (self._any_host or named in LOOPBACK):
            raise web.HTTPForbidden(text="Pages from other sites cannot use this address.")
        response = await handler(request)
        if not response.prepared:
            response.headers["Referrer-Policy"] = "no-referrer"
            response.headers["X-Frame-Options"] = "DENY"
        return response

    async def handle_index(self, request: web.Request) -> Any:
        """The page, which opens a socket to where it came from."""
        if len(self._open) >= self._most:
            return web.Response(status=503, text=_FULL.format(most=self._most))
        size = request.query.get("fontsize", "")
        kind = "wss" if request.scheme == "https" else "ws"
        text = _PAGE.substitute(
            title=escape(self.title),
            base=self._base,
            socket=escape(f"{kind}://{request.host}{self._base}/ws"),
            size=size if size.isascii() and size.isdigit() and len(size) <= 3 else "18",
        )
        return web.Response(text=text, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """One browser, and the process that draws for it."""
        if len(self._open) >= self._most:
            raise web.HTTPServiceUnavailable(text=_FULL.format(most=self._most))
        page = web.WebSocketResponse(heartbeat=15, max_msg_size=LONGEST)
        if not page.can_prepare(request):
            raise web.HTTPBadRequest(
                text="This address is only for the page itself. Open the address that Referee printed."
            )
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._shown(page, request)
        except asyncio.CancelledError:
            await page.close()
        except ConnectionError:
            pass  # the browser is gone
        finally:
            self._open.discard(task)
        return page

    async def _shown(self, page: web.WebSocketResponse, request: web.Request) -> None:
        """Runs the process that draws, until the browser or the process ends."""
        await page.prepare(request)

        async def close() -> None:
            await page.close()

        # What is drawn for a page that is gone is read all the same: the process would wait for that for ever.
        async def send_bytes(drawn: bytes) -> None:
            with suppress(ConnectionError):
                await page.send_bytes(drawn)

        async def send_str(said: str) -> None:
            with suppress(ConnectionError):
                await page.send_str(said)

        process = AppService(
            self.command,
            write_bytes=send_bytes,
            write_str=send_str,
            close=close,
            download_manager=self.download_manager,
        )
        asked = request.query
        columns, rows = size(number(asked.get("width", ""), 80), number(asked.get("height", ""), 24))
        try:
            await process.start(columns, rows)
            async for message in page:
                if message.type is WSMsgType.TEXT:
                    await self._take(message.data, page, process)
        finally:
            if page.closed and request.transport is not None:
                request.transport.abort()  # a browser that answers no more takes nothing more, either
            await process.stop()

    async def _take(self, text: str, page: web.WebSocketResponse, process: AppService) -> None:
        """Passes a message on; what is none is left out."""
        match message_of(text):
            case Typed(raw):
                await process.send_bytes(raw)
            case Resized(columns, rows):
                await process.set_terminal_size(columns, rows)
            case Pinged(data):
                await page.send_json(["pong", data])
            case Focused(has_focus):
                await (process.focus() if has_focus else process.blur())

    async def on_shutdown(self, app: web.Application) -> None:
        """Ends what draws for the browsers that are still there."""
        for task in self._open:
            task.cancel()
