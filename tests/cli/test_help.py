"""`referee help`: topics as plain text in a pipe, through a pager on a terminal; usage, and what names a topic."""

import re

import pytest

from referee.cli.usage import COMMANDS
from referee.dialogue.topics import titles, topic_names
from tests.cli.command import Captured, said
from tests.ui.terminal import Terminal

SHELL = "import sys; from referee.cli.main import run; sys.exit(run(sys.argv[1:]))"


def test_alone_it_lists_the_topics_with_a_line_each_then_the_usage(capsys: Captured) -> None:
    out = said(capsys, 0, "help")[0]
    assert len(titles()) >= 16 and all(title and f"\n{name}: {title}\n" in out for name, title in titles())
    assert out.index("transcripts: ") < out.index("usage: referee") < out.index("lists your encounters")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", topic_names())
def test_in_a_pipe_a_topic_is_plain_text_with_its_lists(name: str, capsys: Captured) -> None:
    out = said(capsys, 0, "help", name)[0]
    assert out.lower().startswith(name[:4]) and "\x1b" not in out
    assert not any(sign in out for sign in ("**", "```", "](", f"help {name}` lists here"))
    assert not re.search(r"\n#+ \S", out), "a heading; the key # stands alone"
    if name in COMMANDS:
        assert out.rstrip().endswith(said(capsys, 0, name, "--help")[0].split("\nSee:")[0].rstrip().splitlines()[-1])


def test_the_usage_of_a_subcommand_names_its_topic(capsys: Captured) -> None:
    for words in (("help", "export"), ("export", "--help")):
        out = said(capsys, 0, *words)[0]
        assert "usage: referee export" in out and out.endswith("See: referee help plans\n")
    assert said(capsys, 2, "import")[1].endswith("See: referee help imports\n")
    assert said(capsys, 2, "import", "--nonsense", "x")[1].endswith("See: referee help imports\n")
    assert said(capsys, 2, "--nonsense")[1].endswith("For help: referee --help\n")


@pytest.mark.one_in(6)
def test_a_topic_that_is_not_there_is_refused_and_a_former_name_is_known(capsys: Captured) -> None:
    assert said(capsys, 1, "help", "trascripts")[1].endswith("Did you mean transcripts?\n")
    assert "imports, " in said(capsys, 1, "help", "xyzzy")[1]
    assert said(capsys, 0, "help", "language") == said(capsys, 0, "help", "plans")
    assert said(capsys, 0, "help", "import") == said(capsys, 0, "help", "imports")


def test_on_a_terminal_it_is_drawn_and_goes_through_the_pager() -> None:
    terminal = Terminal("help", "dice", program=SHELL, PAGER="sed s/^/paged:/", NO_COLOR="")
    assert terminal.until("usage: referee roll")
    shown = terminal.raw.decode()
    assert "paged:\x1b[1;4mDice: real ones" in shown and "paged:" in shown.splitlines()[9]
    assert not any(sign in shown for sign in ("**", "```", "](", "`"))
