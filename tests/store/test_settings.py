"""The settings file: what is chosen once and begins every encounter."""

import errno
import os
import stat
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import games as systems
from referee.campaign.plan import plan_in
from referee.campaign.plan_export import exported
from referee.campaign.plan_run import begin
from referee.dialogue.run_lines import run_line
from referee.engine.dice.chance import DICE
from referee.engine.record.session import Session
from referee.plain_data import toml_of
from referee.store import settings
from referee.store.disk_errors import Unsettled
from referee.store.file import Folder
from referee.store.save_problems import CannotWrite, Damaged, NotYetSafe
from referee.store.saves import Saves


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the settings."""
    monkeypatch.setattr(settings, "user_config_path", lambda name: tmp_path / "config")
    return tmp_path / "config"


def test_words_are_kept_beside_each_other(folder: Path) -> None:
    assert settings.setting("dice") == ""
    settings.keep_setting("theme", "light")
    settings.keep_setting("dice", "table")
    settings.keep_setting("theme", "dark")
    assert (settings.setting("theme"), settings.setting("dice")) == ("dark", "table")
    assert sorted((folder / "settings.toml").read_text().split("\n"))[1:] == ['dice = "table"', 'theme = "dark"']


@pytest.mark.parametrize(("kept", "mode"), [("table", "table"), ("split", "split"), ("cards", "split")])
def test_a_new_encounter_begins_with_the_dice_that_were_chosen(tmp_path: Path, kept: str, mode: str) -> None:
    settings.keep_setting("dice", kept)
    journal, _ = systems.begin(Saves(tmp_path), "fight", "fifth")
    with closing(journal):
        assert DICE.of(journal.known(journal.position)[1]) == mode
        assert journal.position == (mode != "split")


def test_settings_that_cannot_be_read_leave_a_new_encounter_as_it_is(tmp_path: Path, folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.toml").write_bytes(b"\xff")
    with pytest.raises(Damaged, match="not UTF-8 text"):
        settings.setting("dice")
    journal, _ = systems.begin(Saves(tmp_path), "fight", "plain")
    with closing(journal):
        assert journal.position == 0


@pytest.mark.parametrize("mode", DICE.choices)
@pytest.mark.parametrize("kept_elsewhere", DICE.choices)
def test_an_exported_plan_says_who_rolls_whatever_the_settings_are_where_it_is_begun(
    tmp_path: Path, mode: str, kept_elsewhere: str
) -> None:
    settings.keep_setting("dice", mode)
    journal, rules = systems.begin(Saves(tmp_path), "fight", "fifth")
    with closing(journal):
        run_line(Session(rules, journal), "add goblin x2")
        text, made = exported(journal), journal.known(journal.position)[1]
    assert f"dice {mode}" in text.splitlines()
    settings.keep_setting("dice", kept_elsewhere)
    with closing(begin(Saves(tmp_path), "again", plan_in(text, "plan"))) as again:
        assert again.known(again.position)[1] == made
        assert exported(again).splitlines()[1:] == text.splitlines()[1:]


def test_a_plan_that_does_not_say_who_rolls_leaves_it_to_the_settings(tmp_path: Path) -> None:
    settings.keep_setting("dice", "table")
    for name, said, mode in (("one", "", "table"), ("two", "dice app\n", "app"), ("three", "dice split\n", "split")):
        with closing(begin(Saves(tmp_path), name, plan_in(f"system fifth\nadd ogre\n{said}", "plan"))) as journal:
            assert DICE.of(journal.known(journal.position)[1]) == mode


# -------------------------------------------------------------------- what else is in the file stays


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b'theme = "light"\n'),
        (b"# mine\ntheme = 'dark' # at home\nother = 1\n", b'# mine\ntheme = "light" # at home\nother = 1\n'),
        (b"# mine\n[other]\nx = 1\n", b'theme = "light"\n# mine\n[other]\nx = 1\n'),
        (b'[other]\ntheme = "dark"', b'theme = "light"\n[other]\ntheme = "dark"'),
        (b"x = '''\ntheme = 1\n'''\n", b"theme = \"light\"\nx = '''\ntheme = 1\n'''\n"),
        (b"x = 1\r\n", b'theme = "light"\r\nx = 1\r\n'),
        (b"theme=3\r\nx = 1\r\n", b'theme="light"\r\nx = 1\r\n'),
        (b"x = 1\r\n  theme = 3  # at home\r\n", b'x = 1\r\n  theme = "light"  # at home\r\n'),
        (b"\xef\xbb\xbf# mine\r\ntheme = 'dark'", b'\xef\xbb\xbf# mine\r\ntheme = "light"'),
        (b"\xef\xbb\xbfx = 1\n", b'\xef\xbb\xbftheme = "light"\nx = 1\n'),
        (b'"theme" = "a # \\" b"# at home\n', b'"theme" = "light"# at home\n'),
    ],
)
def test_only_the_word_is_changed(folder: Path, before: bytes, after: bytes) -> None:
    folder.mkdir()
    (folder / "settings.toml").write_bytes(before)
    settings.keep_setting("theme", "light")
    assert (folder / "settings.toml").read_bytes() == after
    assert settings.setting("theme") == "light"


LINES = (
    *("", "# theme = 1", 'theme = "dark"', "theme = 'a' # b", "theme = 3", "theme = ['a', # b", " 'b']", "theme.x = 1"),
    *("[theme]", "[other]", "x = 1", 'x = """', '"""', "y = {theme = 1}", "'theme' = 1", "  theme\t=\ttrue"),
)


@given(st.lists(st.sampled_from(LINES), max_size=5), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"]))
def test_whatever_the_file_says_it_says_the_same_but_for_the_word_or_is_not_touched(
    lines: list[str], end: str, mark: str
) -> None:
    folder = settings.settings_path().parent
    folder.mkdir(exist_ok=True)
    before = (mark + end.join(lines)).encode()
    settings.settings_path().write_bytes(before)
    try:
        settings.keep_setting("theme", "light")
    except CannotWrite as problem:
        assert str(problem).startswith("Not saved: settings.toml, line ")
        assert settings.settings_path().read_bytes() == before
        return
    after = settings.settings_path().read_bytes()
    was, now = (toml_of(each.decode("utf-8-sig")) for each in (before, after))
    assert now == {**was, "theme": "light"}
    kept = before.decode().removeprefix(mark).split("\n")
    found = after.decode().removeprefix(mark).split("\n")
    differ = [n for n, (old, new) in enumerate(zip(kept, found, strict=False)) if old != new]
    assert found[1:] == kept or (len(found) == len(kept) and len(differ) <= 1)


def test_a_word_that_is_there_is_not_written_again(folder: Path) -> None:
    settings.keep_setting("theme", "light")
    first = (folder / "settings.toml").stat()
    settings.keep_setting("theme", "light")
    assert (folder / "settings.toml").stat().st_ino == first.st_ino


def test_a_word_is_kept_in_any_script(folder: Path) -> None:
    for word in ("sombre \U0001f319", 'a "b" \\', "\t"):
        settings.keep_setting("theme", word)
        assert settings.setting("theme") == word


def test_a_link_stays_and_what_it_leads_to_is_replaced_at_its_place(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "dotfiles" / "referee.toml"
    place.parent.mkdir()
    place.write_text("# mine\ntheme = 'dark'\n", encoding="utf-8")
    folder.mkdir()
    (folder / "settings.toml").symlink_to("../dotfiles/referee.toml")
    settings.keep_setting("theme", "light")
    assert place.read_text(encoding="utf-8") == '# mine\ntheme = "light"\n'
    assert os.readlink(folder / "settings.toml") == "../dotfiles/referee.toml"
    assert [*folder.iterdir(), *place.parent.iterdir()] == [folder / "settings.toml", place]


# -------------------------------------------------------------------- a file that cannot be read, or written


TOO_BIG = b"#" * (settings.LARGEST + 1)
UNREADABLE: dict[str, tuple[bytes | str, str]] = {
    "no quotes": (
        b'# mine\ntheme = "dark"\ndice = "table"\nclock = both\n',
        'settings.toml, line 4: `both` has no quotes; write "both".',
    ),
    "CRLF": (b"# mine\r\nclock = both\r\n", 'settings.toml, line 2: `both` has no quotes; write "both".'),
    "mark": (b"\xef\xbb\xbfclock = both\n", 'settings.toml, line 1: `both` has no quotes; write "both".'),
    "twice": (b"x = 1\ntheme = 'a'\ntheme = 'b'", "settings.toml, line 3: `theme` is there twice."),
    "no UTF-8": (
        b"theme = 'dark'\nx = '\xff'\n",
        "settings.toml, line 2: this is not UTF-8 text. Save the file as UTF-8.",
    ),
    "brackets": (
        b"x = 1\ny = " + b"[" * 5000 + b"]" * 5000,
        "settings.toml, line 2: too many brackets inside brackets.",
    ),
    "signs": (b"x = \x1b[31m", 'settings.toml, line 1: `[31m` has no quotes; write "[31m".'),
    "too big": (TOO_BIG, "settings.toml cannot be read: it is too big."),
    "folder": ("folder", "settings.toml cannot be read: it is not a plain file."),
    "pipe": ("pipe", "settings.toml cannot be read: it is not a plain file."),
    "broken link": ("nowhere", "settings.toml cannot be read: it is a broken link."),
    "circle": ("settings.toml", "settings.toml cannot be read: it is a broken link."),
    "link to a folder": (".", "settings.toml cannot be read: it is not a plain file."),
}
"""What lies in place of the settings, a word being what a link leads to, and what is said of it."""


def put_there(folder: Path, content: bytes | str) -> None:
    """Puts that in place of the settings."""
    path = folder / "settings.toml"
    folder.mkdir(exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "folder":
        path.mkdir()
    elif content == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(content)


def image(folder: Path) -> list[object]:
    """All that lies in a folder."""
    return [
        (path.name, about.st_mode, about.st_ino, about.st_mtime_ns, stat.S_ISREG(about.st_mode) and path.read_bytes())
        for path in sorted(folder.iterdir())
        for about in [path.lstat()]
    ]


@pytest.mark.parametrize("how", UNREADABLE)
def test_settings_that_cannot_be_read_are_named_with_their_line_and_stay_as_they_are(folder: Path, how: str) -> None:
    content, sentence = UNREADABLE[how]
    put_there(folder, content)
    before = image(folder)
    with pytest.raises(Damaged) as damaged:
        settings.setting("dice")
    assert [str(damaged.value)] == settings.settings_problems() == [sentence]
    for name in ("theme", settings.GUIDE):
        with pytest.raises(CannotWrite) as refused:
            settings.keep_setting(name, "light")
        assert str(refused.value) == f"Not saved: {sentence}"
    assert image(folder) == before
    assert settings.chosen_setting(settings.CLOCK, *settings.CLOCKS) == "off" and not settings.odds_are_off()


def test_without_a_file_nothing_is_wrong(folder: Path) -> None:
    assert settings.settings_problems() == [] and not folder.exists()


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("x = 1\n[theme]\nx = 1\n", 2),
        ("x = 1\n\ntheme.x = 1\n", 3),
        ("theme = [\n 'dark',\n]\n", 1),
        ('theme = """dark"""\n', 1),
        ("theme = ['#', 1]\n", 1),
    ],
)
def test_a_word_that_is_set_in_another_way_is_left_to_the_referee(folder: Path, before: str, line: int) -> None:
    put_there(folder, before.encode())
    with pytest.raises(CannotWrite, match=rf'^Not saved: settings.toml, line {line}: write theme = "light", on one '):
        settings.keep_setting("theme", "light")
    assert (folder / "settings.toml").read_text(encoding="utf-8") == before


def test_a_name_that_no_text_can_hold_is_refused(folder: Path) -> None:
    put_there(folder, b"x = 1\n")
    for name in ("mine\udcff", "mine\x7f"):
        with pytest.raises(CannotWrite):
            settings.keep_setting("theme", name)
    assert (folder / "settings.toml").read_bytes() == b"x = 1\n"


def test_settings_that_are_read_only_stay_so(folder: Path) -> None:
    put_there(folder, b"theme = 'dark'\n")
    (folder / "settings.toml").chmod(0o444)
    before = image(folder)
    with pytest.raises(CannotWrite, match=r"^Not saved: settings.toml is read-only\.$"):
        settings.keep_setting("theme", "light")
    settings.keep_setting("theme", "dark")
    assert image(folder) == before and settings.setting("theme") == "dark"


def test_settings_are_never_written_that_would_be_too_big_to_read(folder: Path) -> None:
    put_there(folder, TOO_BIG[1:])
    before = image(folder)
    with pytest.raises(CannotWrite, match=r"^Not saved: settings.toml would be too big\.$"):
        settings.keep_setting("theme", "light")
    assert image(folder) == before


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, ""), "Not saved: settings.toml cannot be written: the disk is full."),
        (OSError(errno.EACCES, ""), "Not saved: settings.toml cannot be written: permission denied."),
        (FileNotFoundError(errno.ENOENT, ""), "Not saved: settings.toml cannot be written: its folder is missing."),
    ],
)
def test_why_the_disk_takes_nothing_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, sentence: str
) -> None:
    def fail(folder: Folder, name: str, content: bytes) -> None:
        raise error

    monkeypatch.setattr(Folder, "put", fail)
    with pytest.raises(CannotWrite) as refused:
        settings.keep_setting("theme", "light")
    assert str(refused.value) == sentence


def test_a_file_in_place_of_the_folder_is_said(folder: Path) -> None:
    folder.write_text("mine", encoding="utf-8")
    assert settings.settings_problems() == ["settings.toml cannot be read: the system says: not a directory."]
    with pytest.raises(CannotWrite, match=r"^Not saved: .* the system says: not a directory\.$"):
        settings.keep_setting("theme", "light")


def test_what_is_saved_but_not_yet_for_certain_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsure(folder: Folder, name: str, content: bytes) -> None:
        raise Unsettled(errno.EIO, "")

    monkeypatch.setattr(Folder, "put", unsure)
    with pytest.raises(NotYetSafe, match=r"^settings.toml is saved, but a power failure could still undo it: the disk"):
        settings.keep_setting("theme", "light")


def test_no_name_that_others_know_is_written_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is known beforehand may be a link that somebody else has put there."""
    real, made = os.open, list[str]()

    def watched(path: str | Path, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & os.O_CREAT:
            made.append(str(path))
            assert flags & os.O_EXCL and not os.path.lexists(folder / path)
        return real(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", watched)
    settings.keep_setting("theme", "light")
    settings.keep_setting("theme", "dark")
    assert len({*made}) == 2 and not any(str(os.getpid()) in name for name in made)
    assert [path.name for path in folder.iterdir()] == ["settings.toml"]
