"""The players' view in a real browser: it shows the roster, follows the table, and holds nothing that is hidden."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyte
import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.saves import Saves
from tests.cli.served import served, until
from tests.ui.table import prepare

pytestmark = pytest.mark.one_in(10)

_NOT_FOR_PYTE = re.compile(rb"\x1b\[[<>=][0-9;:]*[a-zA-Z]|\x1b\[\??[0-9;]*\$p")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
SECRETS = ("Zorvex", "Qopnote", "Wifcond", "Jyxcount")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not CHROMIUM:
        pytest.skip("no Chromium is installed")
    pytest.importorskip("textual_serve", reason="the extra `web` is not installed")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as play:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        found = play.chromium.launch(executable_path=CHROMIUM, args=options)
        yield found
        found.close()


class Viewer:
    """One page of a browser, and all that was sent to it."""

    def __init__(self, browser: Any, address: str, size: tuple[int, int] = (640, 400), is_mobile: bool = False) -> None:
        self.page = browser.new_page(viewport={"width": size[0], "height": size[1]}, is_mobile=is_mobile)
        self.sent: list[bytes] = []
        self.failures: list[str] = []
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._take))
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))
        self.page.on("requestfailed", lambda request: self.failures.append(request.url))
        self.page.on("request", lambda request: self._near(request.url, address))
        self.page.goto(address)

    def _take(self, data: bytes | str) -> None:
        self.sent.append(data if isinstance(data, bytes) else data.encode())

    def _near(self, url: str, address: str) -> None:
        if not url.startswith((address, "data:")):
            self.failures.append(url)

    def text(self) -> str:
        """What its terminal shows."""
        screen = pyte.Screen(200, 60)
        stream = pyte.ByteStream(screen)
        for data in self.sent:
            if data[:1] != b"[":
                stream.feed(_NOT_FOR_PYTE.sub(b"", data))
        return "\n".join(screen.display)

    def shows(self, *words: str) -> None:
        """Waits until all of these are there."""

        def there() -> bool:
            self.page.wait_for_timeout(50)
            return all(word in self.text() for word in words)

        until(there)

    def everything(self) -> str:
        """All that came to the browser, with the page itself."""
        return b"".join(self.sent).decode("utf-8", "replace") + self.page.content()


def do(saves: Saves, *lines: str) -> None:
    journal = saves.open("fight")
    session = Session(registry.load("plain"), journal)
    for line in lines:
        run_line(session, line)
    journal.close()


@pytest.mark.one_in(6)
def test_a_browser_shows_the_table_and_nothing_hidden(tmp_path: Path, browser: Any) -> None:
    saves = prepare(
        tmp_path,
        *("add hero Ann init=18 hp=30", "add foe Goblin x2 init=12 hp=7", "add foe Zorvex init=20 hp=9 hidden=yes"),
        *("note Qopnote", "set g1 note Qopnote", "countdown 3 Jyxcount", "condition zorvex Wifcond", "next", "next"),
        system="plain",
    )
    with served(tmp_path) as server:
        viewer, other = Viewer(browser, server.address), Viewer(browser, server.address)
        viewer.shows("30/30", "Goblin 1", "unhurt", "Round 1")
        other.shows("30/30")
        assert len(server.viewers()) == 2
        do(saves, "damage ann 4", "damage g1 6", "damage zorvex 3", "roll 3d6+7000 hidden")
        for each in (viewer, other):
            each.shows("26/30", "badly hurt")
            assert not [word for word in SECRETS if word.lower() in each.everything().lower()]
            assert not each.failures
        assert viewer.page.title() == "fight"
        do(saves, "reveal zorvex")
        viewer.shows("Zorvex appears")


@pytest.mark.one_in(6)
def test_a_phone_shows_whole_conditions_and_the_last_act_in_its_own_width(tmp_path: Path, browser: Any) -> None:
    figures = ("add hero Ann init=18 hp=30", "add hero Bartholomew init=14 hp=24", "add foe Goblin x6 init=12 hp=7")
    until = ("condition ann frightened end bartholomew", "condition ann prone", "next", "damage g1 6")
    prepare(tmp_path, *figures, *until, system="plain")
    with served(tmp_path) as server:
        phone = Viewer(browser, server.address, (390, 844), is_mobile=True)
        phone.shows("Bartholomew", "Goblin 6", "Round 1", "30/30")
        assert phone.page.evaluate("window.innerWidth") == 390, "it is no desktop page made small"
        rows = [row.rstrip() for row in phone.text().splitlines()]
        assert max(map(len, rows)) <= 40
        text = " ".join(" ".join(rows).split())
        assert "frightened until the end of Bartholomew's next turn, prone" in text
        assert "Goblin 1 takes damage and is badly hurt." in text
        assert not phone.failures
