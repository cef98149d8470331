"""What system files say, which is kept once they were read."""

import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

import referee
from referee.rules.open_table.effects.rules import NOTHING
from referee.rules.open_table.file import document, system_file
from referee.rules.open_table.file.system_file import read_system
from referee.rules.registry import SHIPPED, shipped
from referee.script import systems
from referee.script.systems import MOST_KEPT, rules_in

FILES = {
    **{name: shipped(name) for name in SHIPPED},
    **{path.stem: path.read_bytes() for path in sorted(Path("tests/rules").rglob("*.toml"))},
}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where what files say is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "referee" / "systems"


def blurb(raw: bytes, later: bytes = b"") -> str:
    """A sentence of the file, read as a new start of the program reads it."""
    rules_in.cache_clear()
    return rules_in(raw, "x", later).blurb


def same(one: Any, other: Any) -> bool:
    """True if two values are equal in all that lies in them; many values of a file are equal only to themselves."""
    if type(one) is not type(other) or (one is NOTHING) != (other is NOTHING):
        return False
    if isinstance(one, Struct):
        return all(same(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(map(same, one.values(), other.values()))
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@pytest.mark.parametrize("name", FILES)
def test_what_is_kept_is_what_was_read(kept: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = read_system(FILES[name], "x")
    systems._keep(source, FILES[name], b"")
    again = systems._kept(FILES[name], b"")
    assert again is not None and same(again, source)
    monkeypatch.setattr(document, "toml_of", None)
    assert same(again.under({}), source.under({})), "and its tables are not needed where nothing is chosen"


def test_a_file_is_read_once(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw, other = shipped("plain"), shipped("plain").replace(b"blurb = ", b'blurb = "Another." #')
    first = blurb(raw)
    assert blurb(other) == "Another." and first != "Another.", "another text is another file"
    with monkeypatch.context() as patch:
        patch.setattr(system_file, "read_system", None)
        assert blurb(raw) == first and blurb(other) == "Another."
        with pytest.raises(TypeError):
            blurb(raw, later=other)
    assert blurb(raw, later=other) == first
    for place in kept.iterdir():
        assert place.stat().st_mode & 0o777 == 0o600
        place.write_bytes(place.read_bytes().replace(first.encode(), first.upper().encode()))
    assert blurb(raw) == first, "what is damaged is read anew"
    monkeypatch.setattr(system_file, "read_system", None)
    assert blurb(raw) == first, "and kept"


def test_it_is_read_anew_by_a_program_that_changed(kept: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "program"
    for folder in systems._READERS:
        (program / folder).mkdir(parents=True, exist_ok=True)
    modules = [program / "__init__.py", program / "rules" / "open_table" / "file.py"]
    for module in modules:
        module.touch()
    monkeypatch.setattr("referee.__file__", str(modules[0]))
    monkeypatch.setattr(system_file, "read_system", lambda *file: looked.append(file) or read_system(*file))
    looked: list[object] = []
    for n, module in enumerate(modules, 1):
        module.write_text("as it is now")
        blurb(shipped("plain"))
        blurb(shipped("plain"))
        assert len(looked) == n


def test_all_that_reads_a_file_is_looked_at() -> None:
    code = "import sys, referee.rules.open_table.ruleset; print(*(n for n in sys.modules if n.startswith('referee')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    paths = {sys.modules[name].__file__ for name in loaded if name in sys.modules}
    program = str(Path(referee.__file__).parent)
    folders = ((f"{program}/{place}", bool(place)) for place in systems._READERS)
    seen = {str(Path(path)) for folder in folders for path, *_ in systems._modules(*folder)}
    assert len(paths) > 50 and paths - seen == {f"{program}/rules/__init__.py"}, "which is empty"


class _Told:
    """What somebody else has put there would run."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("ran",)


def test_nothing_of_others_is_run(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = blurb(shipped("plain"))
    (place,) = kept.iterdir()
    content = pickle.dumps(_Told())
    place.write_bytes(systems.digest_of(content).encode() + b"\n" + content)
    place.chmod(0o622)
    assert blurb(shipped("plain")) == first and not Path("ran").exists(), "others may write it"
    place.write_bytes(systems.digest_of(content).encode() + b"\n" + content)
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert blurb(shipped("plain")) == first and not Path("ran").exists(), "it is not one's own"


@pytest.mark.parametrize("content", [b"cno_such_module\nName\n.", b"creferee\nNo_name\n.", b"(", b""])
def test_what_another_program_kept_is_read_anew(kept: Path, content: bytes) -> None:
    first = blurb(shipped("plain"))
    (place,) = kept.iterdir()
    place.write_bytes(systems.digest_of(content).encode() + b"\n" + content)
    assert blurb(shipped("plain")) == first and len(place.read_bytes()) > 1000


def test_the_last_that_were_read_are_kept(kept: Path) -> None:
    for n in range(MOST_KEPT + 3):
        blurb(shipped("plain") + f"# {n}".encode())
    assert len(list(kept.iterdir())) == MOST_KEPT


def test_it_is_read_where_nothing_can_be_kept(kept: Path) -> None:
    kept.parent.mkdir()
    kept.write_text("a file, not a folder")
    assert blurb(shipped("plain")) == blurb(shipped("plain"))


def test_it_is_read_where_the_program_is_no_folder(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.__file__", "referee.zip/referee/__init__.py")
    assert blurb(shipped("plain")) == blurb(shipped("plain")) and not kept.exists()
