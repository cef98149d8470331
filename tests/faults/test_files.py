"""Files that nobody at a table has written: one sentence that names file and place, soon, and quotes nothing."""

import gzip
import os
import time
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest
from msgspec.json import encode

from referee.engine.problem import Problem
from referee.engine.record.past_states import settled_state_at
from referee.engine.state.encounter import Encounter
from referee.store.database import FORM
from referee.store.journal_line import SCHEMA, dumped, survey, written
from referee.store.save_problems import Damaged, ReadOnly, TooNew
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined, opened, play, said

SECRET = "SECRET"
SOON = 2.0
"""Seconds of work in which a file must be refused: ten times what it takes alone, as other work slows it down, and far
less than reading all that such a file claims to hold."""

Spoil = Callable[[Path], None]


def a_fight(saves: Saves, acts: int = 8) -> Path:
    """A save with some acts, put away; its folder."""
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    for n in range(acts - 1):
        do(journal, hurt("ulf", -1), said(100 + n))
    journal.close()
    return journal.folder.path


def holding(content: bytes) -> Spoil:
    """A file of that content."""
    return lambda path: path.write_bytes(content) and None


def sealed(number: int, kind: str, body: bytes, pos: int = 0, depth: int = 0) -> bytes:
    """A line whose checksum is right, whatever it says."""
    return written(number, kind, body, pos, depth)[1]


HEAD = sealed(1, "head", b'{"name":"Ambush","system":"black_keep"}')


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def link(path: Path) -> None:
    path.rename(path.with_name("aside"))
    path.symlink_to(path.with_name("aside"))


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def huge(path: Path) -> None:
    os.truncate(path, 1 << 40)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


STRANGE: dict[str, Spoil] = {
    "nothing": holding(b""),
    "zeros": holding(bytes(100_000)),
    "other": holding(f'{{"{SECRET}": 1}}\n'.encode()),
    "deep": holding(b"[" * 200_000),
    "deep line": holding(HEAD[:-2] + b"[" * 200_000 + b"\n"),
    "long number": holding(b'{"crc":"00000000","n":' + b"9" * 5000 + b"}\n"),
    "nan": holding(b"NaN\n"),
    "utf-16": holding("\ufeffSECRET".encode("utf-16") * 1000),
    "gzip": holding(gzip.compress(SECRET.encode() * 1000)),
    "all but lines": holding(b'\n{"crc":"00000000",' * 500_000),
    "binary": holding(bytes(range(256)) * 4000),
    "two heads": holding(HEAD + sealed(2, "head", b'{"name":"SECRET","system":"x"}')),
    "no head": holding(sealed(1, "step", b"{}")),
    "head of nothing": holding(sealed(1, "head", b"{}")),
    "head of depth": holding(sealed(1, "head", b'{"name":' + b"[" * 100_000 + b"}")),
    "numbers astray": holding(HEAD + sealed(7, "move", b"null")),
    "place astray": holding(HEAD + sealed(2, "move", b"null", 5)),
    "kind astray": holding(HEAD + sealed(2, "spell", b"null")),
    "step of nothing": holding(HEAD + sealed(2, "step", b'{"SECRET":1}')),
    "step of depth": holding(HEAD + sealed(2, "step", b'{"depth":0,"moves":' + b"[" * 100_000 + b"}")),
    "step of a long number": holding(HEAD + sealed(2, "step", b'{"moves":[],"depth":' + b"9" * 5000 + b"}")),
    "step of nan": holding(HEAD + sealed(2, "step", b'{"moves":[],"depth":NaN}')),
    "step of 200,000 errors": holding(HEAD + sealed(2, "step", b'{"depth":0,"moves":[' + b"1," * 200_000 + b"1]}")),
    "state of 200,000 errors": holding(
        HEAD + sealed(2, "state", b'{"system":"x","order":[' + b"1," * 200_000 + b"1]}")
    ),
    "answer to nothing": holding(
        HEAD
        + sealed(2, "step", b'{"moves":[{"m":"reply","key":"SECRET","answer":{"a":"counted","n":1}}],"depth":1}', 0, 1)
    ),
    "end of nothing": holding(HEAD + sealed(2, "step", b'{"moves":[{"m":"close","events":[]}],"depth":0}')),
    "hurt nobody": holding(
        HEAD
        + sealed(
            2,
            "step",
            b'{"moves":[{"m":"open","command":{"verb":"x"},"seat":0},'
            b'{"m":"close","events":[{"t":"track","tag":"secret","track":"hp","by":1}]}],"depth":0}',
        )
    ),
    "state of nothing": holding(HEAD + sealed(2, "state", b'{"SECRET":1}')),
    "pipe": pipe,
    "link": link,
    "device": device,
    "huge": huge,
    "folder": folder,
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "with encounter.json"])
@pytest.mark.parametrize("what", STRANGE)
def test_a_strange_journal_is_refused_soon_in_one_sentence(saves: Saves, what: str, alone: bool) -> None:
    place = a_fight(saves)
    if alone:
        (place / "encounter.json").unlink()
    STRANGE[what](place / "journal.jsonl")
    before = image(place)
    began = time.process_time()
    sentences = [save.trouble for save in saves.all()]
    try:
        journal = saves.open("ambush")
        sentences += journal.notices
        assert journal.read_only
        with pytest.raises(ReadOnly):
            do(journal, *joined("wolf"))
        journal.close()
    except Problem as problem:
        sentences.append(str(problem))
    assert time.process_time() - began < SOON
    assert len(sentences) >= 2 and all("journal.jsonl" in sentence for sentence in sentences)
    assert all(len(sentence) < 250 and SECRET.lower() not in sentence.lower() for sentence in sentences)
    assert saves.check("ambush") != []
    assert image(place) == before, "what cannot be read is left as it is"


def image(place: Path) -> dict[str, tuple[int, bytes]]:
    """The files of a save as they are."""
    files = {path.name: path for path in place.iterdir() if path.name != "lock"}
    return {
        name: (path.lstat().st_mode, path.read_bytes() if path.is_file() and path.stat().st_size < 1 << 30 else b"")
        for name, path in files.items()
    }


TABLES: dict[str, Spoil] = {
    "nothing": holding(b""),
    "deep": holding(b"[" * 200_000),
    "deeper": holding(b'{"encounter":' * 50_000),
    "long number": holding(b'{"encounter":{"1":{"schema":1,"line":' + b"9" * 5000 + b"}}}"),
    "nan": holding(b'{"encounter":{"1":{"schema":NaN}}}'),
    "twice": holding(b'{"encounter":{},"encounter":{}}'),
    "utf-16": holding('{"SECRET":1}'.encode("utf-16")),
    "a list": holding(b"[1,2]"),
    "lists": holding(b'{"encounter":[1],"figures":2}'),
    "newer": lambda path: (
        path.write_text(path.read_text().replace(f'"schema":{FORM}', f'"schema":{FORM + 1}')) and None
    ),
    "half": lambda path: os.truncate(path, path.stat().st_size // 2),
    "no numbers": lambda path: path.write_text(path.read_text().replace('"line":', '"line":-')) and None,
    "no figures": lambda path: path.write_text(path.read_text().replace('"now":', '"SECRET":')) and None,
    "pipe": pipe,
    "link": link,
    "device": device,
    "huge": huge,
    "folder": folder,
}


@pytest.mark.parametrize("what", TABLES)
def test_a_strange_database_is_made_anew_from_the_journal(saves: Saves, what: str) -> None:
    place = a_fight(saves)
    TABLES[what](place / "encounter.json")
    began = time.process_time()
    save = saves.look("ambush")
    assert (save.name, save.actions, save.figures, save.trouble) == ("Ambush", 8, 1, "")
    journal = saves.open("ambush")
    assert time.process_time() - began < SOON
    assert settled_state_at(journal, 8).figures["ulf"].tracks["hp"].now == 13
    assert journal.notices == []
    do(journal, hurt("ulf"))
    journal.close()
    assert what == "folder" or saves.check("ambush") == []


def test_a_torn_last_line_is_left_out_with_a_notice(saves: Saves) -> None:
    place = a_fight(saves)
    journal = saves.open("ambush")
    do(journal, hurt("ulf", -1), said(500))
    journal.file.close()
    journal._lock.release()
    path = place / "journal.jsonl"
    whole = path.read_bytes()
    start = whole.rfind(b"\n", 0, -1) + 1
    for end in (start + 1, start + 17, start + 200, len(whole) - 1):
        path.write_bytes(whole[:end])
        again = saves.open("ambush")
        assert not again.read_only and len(again) == 8
        assert len(again.notices) == 1 and "cut off" in again.notices[0]
        assert path.stat().st_size == end, "only the next act repairs it"
        do(again, hurt("ulf", -2))
        assert again.trouble == ""
        assert survey(path.read_bytes()).good == path.stat().st_size, "nothing of it is left behind"
        again.close()
        assert saves.check("ambush") == []
        assert saves.open("ambush", read_only=True).notices == []
        (place / "encounter.json").unlink()
    assert settled_state_at(saves.open("ambush"), 9).figures["ulf"].tracks["hp"].now == 11


def test_a_last_line_that_was_spoilt_later_is_kept_aside(saves: Saves) -> None:
    place = a_fight(saves)
    (place / "encounter.json").unlink()
    path = place / "journal.jsonl"
    raw = bytearray(path.read_bytes())
    raw[-20] ^= 1
    path.write_bytes(raw)
    last = bytes(raw[raw.rfind(b"\n", 0, -1) + 1 :])
    journal = saves.open("ambush")
    assert len(journal) == 7 and len(journal.notices) == 1
    do(journal, hurt("ulf"))
    assert [file.read_bytes() for file in place.glob("cut-off-*")] == [last]


def test_acts_missing_that_encounter_json_knows_of_are_damage(saves: Saves) -> None:
    place = a_fight(saves)
    path = place / "journal.jsonl"
    raw = path.read_bytes()
    path.write_bytes(raw[: raw.rfind(b"\n", 0, -1) + 1])
    journal = saves.open("ambush")
    assert journal.read_only and "line 9" in journal.notices[0]
    assert settled_state_at(journal, 0).figures["ulf"].tracks["hp"].now == 13, "the last act is not lost"


@pytest.mark.parametrize(("database", "left", "acts"), [(True, 13, 0), (False, 17, 4)])
def test_damage_in_the_middle_opens_the_last_sound_state_and_a_copy_can_be_played_on(
    saves: Saves, database: bool, left: int, acts: int
) -> None:
    place = a_fight(saves)
    if not database:
        (place / "encounter.json").unlink()
    path = place / "journal.jsonl"
    raw = bytearray(path.read_bytes())
    lines = raw.split(b"\n")
    raw[sum(len(line) + 1 for line in lines[:5]) + 60] ^= 4
    path.write_bytes(raw)
    journal = saves.open("ambush")
    assert journal.read_only and "line 6" in journal.notices[0]
    assert settled_state_at(journal, journal.position).figures["ulf"].tracks["hp"].now == left
    assert len(journal) == acts
    journal.close()
    assert database or "line 6" in saves.look("ambush").trouble
    assert "line 6" in saves.check("ambush")[0]
    saves.copy("ambush", "Again")
    assert path.read_bytes() == raw, "the damaged file is kept as it is"
    copy = saves.open("again")
    assert not copy.read_only and copy.notices == []
    assert do(copy, hurt("ulf")).figures["ulf"].tracks["hp"].now == left - 1
    copy.close()
    assert saves.check("again") == []


def test_a_lost_journal_leaves_the_encounter_as_it_last_stood(saves: Saves) -> None:
    place = a_fight(saves)
    (place / "journal.jsonl").unlink()
    save = saves.look("ambush")
    assert (save.figures, save.trouble != "") == (1, True)
    journal = saves.open("ambush")
    assert journal.read_only
    before = settled_state_at(journal, 0)
    assert before.figures["ulf"].tracks["hp"].now == 13
    journal.close()
    saves.copy("ambush", "Again")
    copy = saves.open("again")
    assert settled_state_at(copy, 0) == before
    do(copy, hurt("ulf"))
    do(copy, hurt("ulf"))
    copy.move(1)
    copy.close()
    assert settled_state_at(saves.open("again"), 1).figures["ulf"].tracks["hp"].now == 12
    assert saves.check("again") == []


def test_a_newer_save_is_refused_and_left_as_it_is(saves: Saves) -> None:
    place = a_fight(saves)
    path = place / "journal.jsonl"
    newer = sealed(10, "step", b"{}").replace(b'"v":%d' % SCHEMA, b'"v":%d' % (SCHEMA + 1))
    newer = b'{"crc":"%08x",' % crc32(newer[18:-1]) + newer[18:]
    path.write_bytes(path.read_bytes() + newer)
    before = image(place)
    for deed in (saves.open, lambda name: saves.copy(name, "Other"), lambda name: saves.rename(name, "Other")):
        with pytest.raises(TooNew, match="newer Referee"):
            deed("ambush")
    assert "newer Referee" in saves.look("ambush").trouble
    assert image(place) == before


def test_damage_further_back_is_found_before_one_goes_there(saves: Saves) -> None:
    place = saves.create("Ambush", SYSTEM).folder
    lines = HEAD + sealed(2, "step", b'{"SECRET":1}') + sealed(3, "move", b"null", 0)
    (place / "journal.jsonl").write_bytes(lines)
    (place / "encounter.json").unlink(missing_ok=True)
    journal = Saves(saves.folder).open("ambush", read_only=True)
    assert journal.position == 0
    journal.read_only = False
    with pytest.raises(Damaged, match="line 2"):
        journal.move(1)
    assert journal.position == 0


def test_an_open_command_is_still_open_after_damage_elsewhere(saves: Saves) -> None:
    place = a_fight(saves)
    journal = saves.open("ambush")
    play(journal, opened(journal))
    journal.close()
    (place / "encounter.json").write_bytes(b"")
    again = saves.open("ambush")
    assert again.depth(again.position) == 1
    assert dumped(settled_state_at(again, again.position)) != dumped(Encounter(system=SYSTEM))


def relined(raw: bytes, number: int, old: bytes, new: bytes) -> bytes:
    """A journal with something else in one of its lines, counted from 0, and a right checksum."""
    lines = raw.splitlines(keepends=True)
    sealed_part = lines[number].split(b",", 1)[1].rstrip(b"\n").replace(old, new, 1)
    lines[number] = b'{"crc":"%08x",' % crc32(sealed_part) + sealed_part + b"\n"
    return b"".join(lines)


def test_a_flipped_version_of_a_line_is_damage_and_not_a_newer_save(saves: Saves) -> None:
    place = a_fight(saves)
    (place / "encounter.json").unlink()
    path, ours, other = place / "journal.jsonl", b'"v":%d,' % SCHEMA, b'"v":%d,' % (SCHEMA + 1)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[5] = lines[5].replace(ours, other)
    path.write_bytes(b"".join(lines))
    journal = saves.open("ambush")
    assert journal.read_only and "damaged at line 6" in journal.notices[0] and len(journal) == 4
    journal.close()
    lines[5] = lines[5].replace(other, ours)
    lines[-1] = lines[-1].replace(ours, other)
    path.write_bytes(b"".join(lines))
    assert len(saves.open("ambush").notices) == 1


def test_a_time_that_is_none_stops_nobody(saves: Saves) -> None:
    place = a_fight(saves)
    saves.create("Other", SYSTEM).close()
    path = place / "journal.jsonl"
    when = survey(path.read_bytes()).lines[-1].at.encode()
    path.write_bytes(relined(path.read_bytes(), -1, when, b"2026-99-99T00:00:00.000Z"))
    (place / "encounter.json").unlink()
    assert {save.slug: save.trouble for save in saves.all()} == {"ambush": "", "other": ""}
    assert saves.open("ambush").notices == []


@pytest.mark.parametrize(
    "body",
    [
        b'{"system":"black_keep","turn":"secret"}',
        b'{"system":"black_keep","groups":{}}',
        b'{"system":"black_keep","groups":{"table":{"tag":"secret","name":"x","kind":"table"}}}',
    ],
)
def test_a_state_that_names_nobodys_tags_is_damage(saves: Saves, body: bytes) -> None:
    place = saves.create("Ambush", SYSTEM).folder
    (place / "encounter.json").unlink(missing_ok=True)
    (place / "journal.jsonl").write_bytes(HEAD + sealed(2, "state", body))
    journal = Saves(saves.folder).open("ambush", read_only=True)
    assert "damaged at line 2" in journal.notices[0]
    assert settled_state_at(journal, 0) == Encounter(system=SYSTEM)
    assert "damaged" in saves.look("ambush").trouble


@pytest.mark.parametrize(
    "body",
    [
        b'{"system":"black_keep","order":[{"who":"secret"}]}',
        b'{"system":"black_keep","groups":{"table":{"tag":"table","name":"x","kind":"table","members":["secret"]}}}',
        b'{"system":"black_keep","board":{"width":3,"height":3,"figures":{"secret":["a1"]}}}',
    ],
)
def test_a_state_that_has_places_for_nobody_is_read_without_them(saves: Saves, body: bytes) -> None:
    """Version 1 left such states, where a figure was corrected away."""
    place = saves.create("Ambush", SYSTEM).folder
    (place / "encounter.json").unlink(missing_ok=True)
    (place / "journal.jsonl").write_bytes(HEAD + sealed(2, "state", body))
    journal = Saves(saves.folder).open("ambush", read_only=True)
    assert journal.notices == [] and saves.look("ambush").trouble == ""
    assert "secret" not in encode(settled_state_at(journal, 0)).decode()
