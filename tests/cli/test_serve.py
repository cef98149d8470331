"""`referee serve`: who may see it, how many, and what is said where it cannot be had."""

import asyncio
import builtins
import os
import signal
import socket
import struct
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from referee.cli.main import run
from referee.extras import install_command
from tests.cli.served import served, until
from tests.ui.table import prepare

pytestmark = pytest.mark.one_in(10)

aiohttp = pytest.importorskip("aiohttp", reason="the extra `web` is not installed")


def status(address: str, headers: Mapping[str, str] | None = None) -> int:
    try:
        with urlopen(Request(address, headers=dict(headers or {})), timeout=120) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_this_computer_sees_it_and_no_page_of_another_place_does(tmp_path: Path) -> None:
    prepare(tmp_path)
    with served(tmp_path) as server:
        assert server.address.startswith("http://127.0.0.1:") and "Only this computer" in server.lines[1]
        assert status(server.address) == 200
        assert status(f"{server.address}static/js/textual.js") == 200
        assert status(server.address, {"Host": "evil.example"}) == 403
        assert status(f"{server.address}ws", {"Origin": "http://evil.example"}) == 403
        for name in ("Host", "Origin"):
            assert status(server.address, {name: "http://["}) == 403
        assert status(f"{server.address}download/x") == 404


@pytest.mark.one_in(6)
def test_for_the_network_nothing_is_found_without_the_token(tmp_path: Path) -> None:
    prepare(tmp_path)
    with served(tmp_path, "--host", "0.0.0.0") as server:
        where = urlsplit(server.address)
        assert len(where.path) > 20 and "Anyone who can reach this computer" in server.lines[1]
        near = f"http://127.0.0.1:{where.port}"
        assert status(near + where.path) == 200
        assert status(f"{near}/") == 404 and status(f"{near}/ws") == 404 and status(f"{near}/static/") == 404


@pytest.mark.one_in(6)
async def test_as_many_look_on_as_may_and_all_end_with_the_server(tmp_path: Path) -> None:
    prepare(tmp_path)
    with served(tmp_path, "--viewers", "2") as server:
        address = f"{server.address}ws?width=80&height=24"
        async with aiohttp.ClientSession() as browser:
            pages = [await browser.ws_connect(address) for _ in range(2)]
            for page in pages:
                await _drawn(page, "fight")
            viewers = server.viewers()
            assert len(viewers) == 2
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await browser.ws_connect(address)
            assert refused.value.status == 503
            assert await asyncio.to_thread(status, server.address) == 503
            await pages[0].close()
            await asyncio.to_thread(until, lambda: len(_alive(viewers)) == 1)
            await asyncio.to_thread(until, lambda: status(server.address) == 200)
            page = await browser.ws_connect(address)
            await _drawn(page, "fight")
            viewers = server.viewers()
            os.kill(server.process.pid, signal.SIGKILL)
            await asyncio.to_thread(until, lambda: not _alive(viewers))


@pytest.mark.one_in(6)
def test_a_browser_that_takes_nothing_holds_nothing(tmp_path: Path) -> None:
    prepare(tmp_path)
    with served(tmp_path) as server:
        near = ("127.0.0.1", urlsplit(server.address).port)
        with socket.create_connection(near) as slow, socket.create_connection(near) as deaf:
            slow.sendall(b"GET / HTTP/1.1\r\nHo")
            begun = time.monotonic()
            key = "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
            deaf.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n{key}\r\n\r\n".encode())
            until(server.viewers)
            (viewer,) = server.viewers()
            deaf.settimeout(2)
            with pytest.raises(TimeoutError):  # what is drawn waits for it, and so does what it says
                for n in range(500_000):
                    deaf.sendall(_frame(f'["resize",{{"width":{499 + n % 2},"height":200}}]'))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # gone without a farewell
            deaf.close()
            until(lambda: not _alive([viewer]))
            slow.settimeout(60)
            assert slow.recv(1) == b"" and time.monotonic() - begun < 60


def _frame(text: str) -> bytes:
    """A message of a browser, of at most 125 bytes."""
    return bytes((0x81, 0x80 | len(text))) + bytes(4) + text.encode()


async def _drawn(page: Any, text: str) -> None:
    """Waits until a text was sent."""
    sent = b""
    while text.encode() not in sent:
        message = await asyncio.wait_for(page.receive(), 120)
        assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
        sent += message.data if isinstance(message.data, bytes) else message.data.encode()


def _alive(pids: list[int]) -> list[int]:
    return [pid for pid in pids if os.path.exists(f"/proc/{pid}") and not _is_dead(pid)]


def _is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.one_in(6)
async def test_ones_own_screen_is_played_in_one_browser_of_this_computer(tmp_path: Path) -> None:
    prepare(tmp_path)
    with served(tmp_path, "--play") as server:
        assert len(urlsplit(server.address).path) > 20 and "play in your place" in server.lines[1]
        async with aiohttp.ClientSession() as browser:
            page = await browser.ws_connect(f"{server.address}ws?width=100&height=30")
            await _drawn(page, "Roster")
            await page.send_json(["stdin", "d1\r"])
            await _drawn(page, "Ulf")
            await asyncio.to_thread(until, lambda: b'"verb":"damage"' in _journal(tmp_path))


MALFORMED = (
    *("", "x", "5", "{}", "[]", "[1]", "[[]]", '["stdin"]', '["stdin",5]', '["stdin",null]', '["ping"]', '["ping",{}]'),
    *('["resize",5]', '["resize",{}]', '["resize",{"width":"x","height":1}]', '["resize",{"width":1e9,"height":null}]'),
    *('["nothing","x"]', "[" * 5000, "9" * 5000, '["stdin","\\ud800"]', '["resize",{"width":99999,"height":99999}]'),
    '["resize",{"width":-5,"height":0}]',
)


@pytest.mark.one_in(6)
async def test_no_message_of_a_browser_does_any_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with served(tmp_path) as server:
        assert await asyncio.to_thread(status, f"{server.address}ws") == 400
        async with aiohttp.ClientSession() as browser:
            for size in ("width=20000&height=20000", "width=-1&height=%C2%B2", "width=" + "9" * 5000):
                page = await browser.ws_connect(f"{server.address}ws?{size}")
                await _drawn(page, "fight")
                environment = Path(f"/proc/{server.viewers()[0]}/environ").read_text().split("\0")
                wide = size.endswith("20000")
                assert {"COLUMNS=500", "ROWS=200"} <= {*environment} if wide else "COLUMNS=80" in environment
                await page.close()
                await asyncio.to_thread(until, lambda: not server.viewers())
            page = await browser.ws_connect(f"{server.address}ws?width=80&height=24")
            await _drawn(page, "fight")
            for message in MALFORMED:
                await page.send_str(message)
            await page.send_bytes(b'["stdin","q"]')
            await page.send_json(["resize", {"width": 90, "height": 30}])
            await page.send_json(["ping", "still here"])
            await _drawn(page, "still here")
            await page.send_json(["resize", {"width": 80, "height": 24}])
            await _drawn(page, "fight")
            await page.send_str('["stdin","' + "x" * 1_000_000 + '"]')
            await asyncio.to_thread(until, lambda: not server.viewers())
        server.process.terminate()
        assert server.process.stdout is not None and server.process.stdout.read() == ""
    assert not (tmp_path / "state").exists()


def test_a_browser_states_its_size_within_bounds() -> None:
    from referee.cli.web_server import Focused, Resized, message_of

    assert message_of('["resize",{"width":99999,"height":99999}]') == Resized(500, 200)
    assert message_of('["resize",{"width":-5,"height":0}]') == Resized(1, 1)
    assert message_of('["blur"]') == Focused(False)


def _journal(saves: Path) -> bytes:
    return (saves / "fight" / "journal.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--play", "--host", "0.0.0.0"), "on this computer only"),
        (("--host", "203.0.113.7"), "Cannot serve at 203.0.113.7"),
        (("--viewers", "0"), "1 to 99"),
        (("--port", "99999"), "0 to 65535"),
    ],
)
def test_what_cannot_be_served_is_said(
    tmp_path: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(tmp_path)
    assert run(["serve", "fight", "--saves", str(tmp_path), *words]) in (1, 2)
    assert said in capsys.readouterr().err


@pytest.mark.one_in(6)
def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepare(tmp_path)
    with served(tmp_path) as server:
        port = str(urlsplit(server.address).port)
        assert run(["serve", "fight", "--saves", str(tmp_path), "--port", port]) == 1
        assert "--port N" in capsys.readouterr().err


def test_where_the_extra_is_missing_it_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path)
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith(("aiohttp", "textual_serve", "referee.cli.web_server")):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert run(["serve", "fight", "--saves", str(tmp_path)]) == 1
    assert f"needs referee[web]. To install it: {install_command('web')}" in capsys.readouterr().err


def test_nobody_serves_what_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "fight", "--saves", str(tmp_path)]) == 1
    assert "no encounter called fight" in capsys.readouterr().err
