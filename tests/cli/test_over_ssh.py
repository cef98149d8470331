"""The app given to others over SSH, as the help says: nothing but the app, on a server of its own on this machine."""

import getpass
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.dialogue.topics import FOLDER
from referee.rules import registry
from tests.ui.table import prepare
from tests.ui.terminal import Terminal

ROOT = Path(__file__).parents[2]
SSHD = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
SECRET = "a secret of the host"
QUIET = 0.4
"""Seconds without a byte after which the app waits for the next key: nothing here sees whether it works."""
SSH = "import os, sys; os.execvp('ssh', ['ssh', *sys.argv[1:]])"

pytestmark = pytest.mark.skipif(not (SSHD and shutil.which("ssh")), reason="there is no sshd, or no ssh")


def told(start: str) -> str:
    """The block of the topic ssh that begins so."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", (FOLDER / "ssh.md").read_text(encoding="utf-8"), re.M | re.S)
    (found,) = [block for block in blocks if block.startswith(start)]
    return str(found)


class Server:
    """An sshd with the settings of the topic for the account that runs the tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = str(free.getsockname()[1])
        for name in ("host", "guest"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        rules = told("Match User referee").replace("Match User referee", f"Match User {getpass.getuser()}")
        rules = rules.replace("/etc/ssh/referee_keys", str(folder / "guest.pub"))
        rules = rules.replace('"$HOME"', f'"{folder}"').replace("$HOME/saves", str(folder / "saves"))
        rules = rules.replace("/opt/referee/bin/referee", f"PYTHONPATH={ROOT} {sys.executable} -m referee")
        general = f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\nUsePAM no\n"
        general += "StrictModes no\nPermitRootLogin yes\nAcceptEnv *\nSubsystem sftp internal-sftp\n"
        (folder / "config").write_text(general + rules)
        self._sshd = subprocess.Popen(
            [str(SSHD), "-D", "-e", "-f", folder / "config"], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
        )

    @property
    def options(self) -> list[str]:
        quiet = "-F/dev/null -oUserKnownHostsFile=/dev/null -oStrictHostKeyChecking=no -oLogLevel=ERROR -oBatchMode=yes"
        return [*quiet.split(), f"-oPort={self.port}", f"-oIdentityFile={self.folder}/guest", "-oSendEnv=*"]

    def answers(self) -> bool:
        """Does it let its guest in, and give a terminal? Waits until it listens."""
        for _ in range(50):
            done = self.run("ssh", "-tt", "127.0.0.1", TERM="dumb")
            if "refused" not in done.stderr or self._sshd.poll() is not None:
                return "needs a terminal" in done.stdout
            time.sleep(0.1)
        return False

    def run(self, program: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """What a program of ssh does against it; ended after a while if it stays."""
        command = ["timeout", "10", program, *self.options, *words]
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env={**os.environ, **more}
        )

    def terminal(self) -> Terminal:
        """A guest's terminal, who would have other files."""
        return Terminal("-tt", *self.options, "127.0.0.1", program=SSH, REFEREE_SAVES="/", TEXTUAL_LOG="/tmp/referee-x")

    def close(self) -> str:
        """Ends it; returns what it wrote to standard error."""
        self._sshd.terminate()
        return self._sshd.communicate()[1].decode("utf-8", "replace")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "secret").write_text(SECRET)
    prepare(tmp_path / "saves", *registry.load("black_keep").sample().splitlines(), name="fight")
    found = Server(tmp_path)
    try:
        is_there = found.answers()
        if is_there:
            yield found
    finally:
        said = found.close()
    if not is_there:
        pytest.skip(f"sshd lets nobody in: {said.strip()[-300:]}")


def shown(terminal: Terminal) -> str:
    return re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", terminal.raw.decode("utf-8", "replace"))


def test_a_lost_connection_loses_nothing_and_no_key_leads_out(server: Server) -> None:
    first = server.terminal()
    try:
        assert first.until("fight")
        first.press("\r", 0.5)
        assert first.until("saved")
        first.press("n", 0.5)
        first.press("a", 0.5)
        assert "Ulf attacks whom?" in shown(first)
    finally:
        first.close()
    again = server.terminal()
    try:
        assert again.until("fight")
        again.press("\r", 0.5)
        assert again.until("attacks whom?")
        for keys in ("\x1a", "\x1a", "\x1b", "\x1b", "!", ":!sh\r", "\x1b", "\x10", "\x1b", "\x1c", "m", "\x1b"):
            again.press(keys, QUIET)
        for where in (f"{server.folder}/secret", "../../secret", "../secret", "~/secret"):
            again.press("I", QUIET)
            again.press(f"{where}\r", QUIET)
            again.press("E", QUIET)
            again.press(f"{where}.new\r", QUIET)
        assert "Type a plain name" in shown(again) and SECRET not in shown(again)
        again.press("\x1b", 0.5)
        again.press("q", 0.5)
        again.press("q", 0.5)
        assert again.ended(10) and again.status == 0
    finally:
        again.close()
    assert sorted(os.listdir(server.folder / "saves")) == ["fight"]
    assert "secret.new" not in os.listdir(server.folder) and not Path("/tmp/referee-x").exists()


def test_nothing_but_the_app_is_given(server: Server) -> None:
    secret, out = server.folder / "secret", server.folder / "out"
    for program, *words in (
        ["ssh", "127.0.0.1", f"cat {secret}"],
        ["ssh", "127.0.0.1", "-s", "sftp"],
        ["ssh", "-W", f"127.0.0.1:{server.port}", "127.0.0.1"],
        ["scp", f"127.0.0.1:{secret}", str(out)],
        ["scp", "-O", f"127.0.0.1:{secret}", str(out)],
        ["scp", str(secret), f"127.0.0.1:{out}"],
        ["sftp", "127.0.0.1"],
    ):
        done = server.run(program, *words)
        assert done.returncode != 0 and SECRET not in done.stdout and "SSH-2.0" not in done.stdout, words
        assert not out.exists()
