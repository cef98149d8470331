"""Hostile folders of saves, each made of the sound one by a small function."""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.faults.hostile_things import (
    BYTES,
    ESC,
    FILES,
    JSON,
    LINKS,
    NOT_FILES,
    Spoil,
    circle,
    cleared,
    hard_link,
    holding,
    link_to,
    pipe,
    resealed,
    sealed,
)
from tests.faults.received import BAD, CAMPAIGN, GONE, MARK, PRIVATE, Place, trashed

Build = Callable[[Place], None]
UNFINISHED = ".unfinished.json"
HOUR = 3600.0


class Told(NamedTuple):
    """A command that has to say what is wrong."""

    words: tuple[str, ...]
    says: str
    """A pattern of what it says, in capitals or not."""
    code: int = 1


class Case(NamedTuple):
    """One hostile folder."""

    build: Build
    spoils: frozenset[str] = frozenset()
    """Parts of the folder whose own commands may be refused: the library, its lock, the trash, the campaign."""
    told: Told | None = None


CHECKED = ("check", BAD)


def at(path: str, spoil: Spoil) -> Build:
    """Spoils what lies at that path in the saves."""
    return lambda place: spoil(place, place.saves / path)


def of_harbour(file: str, things: Mapping[str, Spoil], is_told: bool) -> Iterator[tuple[str, Case]]:
    """One file of the encounter is each of these things."""
    told = Told(CHECKED, file.replace(".", r"\.")) if is_told else None
    for what, spoil in things.items():
        yield f"{file}, {what}", Case(at(f"{BAD}/{file}", spoil), told=told)
    yield f"{file}, hard link", Case(at(f"{BAD}/{file}", hard_link))


def encounter_files() -> Iterator[tuple[str, Case]]:
    yield from of_harbour("journal.jsonl", FILES, True)
    yield from of_harbour("system.toml", FILES, True)
    yield from of_harbour("campaign.json", {**FILES, **JSON}, True)
    yield from of_harbour("encounter.json", {**FILES, **JSON}, False)
    things = {**LINKS, **NOT_FILES, **{what: BYTES[what] for what in ("noise", "steering", "70 MB")}}
    yield from of_harbour("lock", things, False)
    for what, spoil in {**LINKS, **NOT_FILES}.items():
        told = Told(("show", BAD), "link") if what in LINKS and what != "link to a sound file" else None
        yield f"encounter, {what}", Case(at(BAD, spoil), told=told)
    yield "encounter, link to a sound one", Case(at(BAD, link_to(lambda place, path: "mill")))
    yield "encounter, text", Case(at(BAD, holding(MARK)))


# -------------------------------------------------------------------- the library


_OTHER_TABLES = ("other names", "infinite")
"""JSON that is no library, and as good as an empty one: it has only tables that no Referee knows."""


def library_files() -> Iterator[tuple[str, Case]]:
    library, lock = frozenset({"library"}), frozenset({"library", "lock"})
    told = Told(("library", "ls"), "library")
    for what, spoil in {**FILES, **JSON}.items():
        is_none = what in ("nothing", "flipped bit", *_OTHER_TABLES)
        yield f"library.json, {what}", Case(at("library.json", spoil), library, None if is_none else told)
    yield "library.json, hard link", Case(at("library.json", hard_link), library)
    for what, spoil in {**LINKS, **NOT_FILES, "hard link": hard_link, "70 MB": BYTES["70 MB"]}.items():
        yield f"library.lock, {what}", Case(at("library.lock", spoil), lock)


Tables = dict[str, dict[str, dict[str, Any]]]


def in_library(change: Callable[[Tables], object]) -> Build:
    """Another content of the library, which stays JSON."""

    def build(place: Place) -> None:
        path = place.saves / "library.json"
        tables: Tables = json.loads(path.read_text())
        change(tables)
        path.write_text(json.dumps(tables))

    return build


def _party(members: int, words: str = "hero hp=20") -> dict[str, Any]:
    return {
        "name": "crew",
        "system": "lantern",
        "members": [{"name": f"Ann {n}", "words": f'{words} "Ann {n}"'} for n in range(members)],
    }


def _plan(text: str) -> dict[str, Any]:
    return {"name": "ambush", "system": "lantern", "text": text}


def _campaign(**fields: object) -> dict[str, Any]:
    return {"name": CAMPAIGN, "system": "lantern", "party": "crew", "plans": ["ambush"], **fields}


def _row(table: str, row: dict[str, Any]) -> Build:
    return in_library(lambda tables: tables[table].update({"1": row}))


LIBRARIES: dict[str, Build] = {
    "party of 120,000": _row("parties", _party(120_000)),
    "party of 3,000": _row("parties", _party(3_000)),
    "party that multiplies": _row("parties", _party(20, "hero x999")),
    "party saved in 120,000": _row("parties", {**_party(2), "saved_in": [f"mill {n}" for n in range(120_000)]}),
    "party saved elsewhere": _row("parties", {**_party(2), "saved_in": ["../outside/harbour", "/", "", "x" * 999]}),
    "party of a table of 120,000": _row("parties", {**_party(2), "table": {f"t{n}": n for n in range(120_000)}}),
    "party of great numbers": _row("parties", {**_party(2), "table": {"doom": 10**4000}}),
    "steering members": _row(
        "parties", {**_party(0), "members": [{"name": ESC, "words": f"hero {ESC}"}, {"name": "a", "words": ESC}]}
    ),
    "60,000 figures": in_library(
        lambda tables: tables.update(
            figures={
                str(n): {"name": f"Orc {n}", "system": "lantern", "words": f'foe "Orc {n}"'} for n in range(1, 60_001)
            }
        )
    ),
    "60,000 campaigns": in_library(
        lambda tables: tables.update(
            campaigns={str(n): {"name": f"Evening {n}", "system": "lantern"} for n in range(1, 60_001)}
        )
    ),
    "one name many times": in_library(
        lambda tables: [
            rows.update({str(n): dict(rows["1"]) for n in range(2, 50)})
            for name, rows in tables.items()
            if name != "about"
        ]
    ),
    "numbers of rows that are none": in_library(
        lambda tables: tables.update(
            figures={
                number: {"name": f"Orc {place}", "system": "lantern", "words": "foe"}
                for place, number in enumerate(("x", "-1", "1.5", "9" * 5000, "", "../outside", "1e9", ESC))
            }
        )
    ),
    "newer form": in_library(lambda tables: tables["about"]["1"].update(form=999)),
    "form of 5,000 digits": in_library(lambda tables: tables["about"]["1"].update(form=10**4000)),
    "form of text": in_library(lambda tables: tables["about"]["1"].update(form=MARK)),
    "about many": in_library(lambda tables: tables.update(about={str(n): {"form": n} for n in range(5_000)})),
    "plan of a million figures": _row("plans", _plan("system lantern\n" + "add foe Rat x999\n" * 1_000)),
    "plan of 60,000 lines": _row("plans", _plan("system lantern\n" + "\n" * 59_000)),
    "plan that includes": _row("plans", _plan("system lantern\ninclude ../outside/letter\ninclude /etc/passwd")),
    "plan of a system elsewhere": _row("plans", _plan("system ../outside/harbour/system.toml\nadd foe")),
    "plan of a device": _row("plans", _plan("system /dev/zero.toml\nadd foe")),
    "plan with its own system, cut": _row("plans", _plan('system own\n| [system]\n| name = "own\nadd foe')),
    "steering plan": _row("plans", _plan(f"system lantern\nadd foe {ESC}\n{ESC}")),
    "plan that adds its party": _row("plans", _plan("system lantern\nadd party crew\n" * 400)),
    "plans by the thousand": _row("campaigns", _campaign(plans=["ambush"] * 50_000)),
    "plans that are nowhere": _row("campaigns", _campaign(plans=["../outside/letter", "/etc/passwd", ESC, "gone"])),
    "party that is nowhere": _row("campaigns", _campaign(party="../outside")),
    "steering campaign": _row("campaigns", _campaign(name=f"Evenings {ESC}")),
    "campaign of notes": _row("campaigns", _campaign(notes=[{"day": 1, "text": f"Day {n}"} for n in range(50_000)])),
    "steering notes": _row("campaigns", _campaign(notes=[{"day": 1, "text": ESC}])),
    "day of 4,000 digits": _row("campaigns", _campaign(day=10**4000)),
    "campaign of no game": _row("campaigns", _campaign(system="../outside/letter")),
    "campaign of another game": _row("campaigns", _campaign(system="fifth")),
    "figure of deep data": in_library(lambda tables: tables["figures"]["1"].update(data={"a": _deep(900)})),
    "figure of great numbers": _row(
        "figures", {"name": "Imp", "system": "lantern", "words": f"foe hp={'9' * 4000} x{'9' * 4000}"}
    ),
    "figure of 5 MB": _row("figures", {"name": "Imp", "system": "lantern", "words": "foe", "note": "x" * 5_000_000}),
    "names of 1 MB": _row("figures", {"name": "I" * 1_000_000, "system": "lantern", "words": "foe"}),
    "names of nothing": _row("figures", {"name": " \u200b\u202e", "system": "", "words": ""}),
}
"""Libraries of JSON that no Referee has written."""


def _deep(depth: int) -> object:
    inner: object = MARK
    for _ in range(depth):
        inner = [inner]
    return inner


def library_contents() -> Iterator[tuple[str, Case]]:
    for what, build in LIBRARIES.items():
        yield f"library, {what}", Case(build, frozenset({"library", "campaign"}))


# -------------------------------------------------------------------- the trash, and what was left half made


def _aged(path: Path) -> None:
    """As if it lay there for long, so that it is swept up."""
    os.utime(path, (time.time() - 2 * HOUR,) * 2, follow_symlinks=False)


def in_trash(name: str, spoil: Spoil) -> Build:
    return at(f".trash/{name}", spoil)


def _restored(file: str, spoil: Spoil) -> Build:
    """One file of the encounter in the trash is something else."""
    return lambda place: spoil(place, trashed(place) / file)


def trash() -> Iterator[tuple[str, Case]]:
    its = frozenset({"trash"})
    for what, spoil in {**LINKS, **NOT_FILES, "text": BYTES["text"]}.items():
        yield f"trash, {what}", Case(at(".trash", spoil), its)
    stamped = f"{GONE}.20991231T000000000000"
    for what, spoil in {**LINKS, **NOT_FILES, "text": BYTES["text"]}.items():
        yield f"in the trash, {what}", Case(in_trash(stamped, spoil), its)
    for file in ("journal.jsonl", "system.toml", "campaign.json"):
        for what in ("link to the like of it outside", "link to a device", "link to nothing outside"):
            yield f"in the trash, {file}, {what}", Case(_restored(file, LINKS[what]), its)
        yield f"in the trash, {file}, pipe", Case(_restored(file, pipe), its)
    for what, name in (
        ("no stamp", "tower"),
        ("only a stamp", ".20991231T000000000000"),
        ("steering name", f"tower{ESC.replace(chr(0), '')}.20991231T000000000000"),
        ("dots", "..tower..20991231T000000000000"),
        ("long name", "t" * 230 + ".20991231T000000000000"),
    ):
        yield f"in the trash, {what}", Case(partial(_copied_trash, name), its)
    yield "in the trash, 1,000 folders", Case(_full_trash, its)


def _copied_trash(name: str, place: Place) -> None:
    shutil.copytree(trashed(place), place.saves / ".trash" / name)


def _full_trash(place: Place) -> None:
    journal = trashed(place) / "journal.jsonl"
    for n in range(1_000):
        folder = place.saves / ".trash" / f"tower.20251231T{n:012}"
        folder.mkdir()
        os.link(journal, folder / "journal.jsonl")


def unfinished(moves: object, line: object = None, more: Build | None = None) -> Build:
    """What a killed program of an earlier version left to be done, as somebody has written it who means no good."""

    def build(place: Place) -> None:
        (place.saves / "evil").write_text("echo evil\n")
        (place.saves / "way").symlink_to(place.outside)
        (place.saves / "rooms").symlink_to(place.outside / "room")
        if more is not None:
            more(place)
        text = json.dumps({"moves": moves, "line": line}).replace("OUTSIDE", str(place.outside))
        (place.saves / UNFINISHED).write_text(text)

    return build


def _linked_line(place: Place) -> None:
    cleared(place.saves / BAD / "journal.jsonl").symlink_to(place.outside / ".profile")


OLD_CHANGES: dict[str, Build] = {
    "moved through a link": unfinished([["evil", "way/.bashrc"]]),
    "moved to a new name through a link": unfinished([["evil", "way/new"]]),
    "moved through two links": unfinished([["evil", "rooms/new"]]),
    "taken through a link": unfinished([["way/letter", "mine"]]),
    "folder moved through a link": unfinished([["mill", "way/mill"]]),
    "folder taken through a link": unfinished([["way/letters", "letters"]]),
    "moved in place of an empty folder outside": unfinished([["mill", "way/empty"]]),
    "line through a link": unfinished([], ["way/.profile", len(PRIVATE) + 1, "evil\n"]),
    "line at the beginning through a link": unfinished([], ["way/new", 0, "evil\n"]),
    "line far behind the end through a link": unfinished([], ["way/.profile", 1 << 40, "evil\n"]),
    "line of a file that is a link": unfinished([], [f"{BAD}/journal.jsonl", 9, "evil\n"], _linked_line),
    "line into a pipe": unfinished([], ["hole", 0, "evil\n"], at("hole", pipe)),
    "moved up": unfinished([["evil", "../outside/.bashrc"]]),
    "taken from above": unfinished([["../outside/letter", "mine"]]),
    "absolute": unfinished([["evil", "OUTSIDE/.bashrc"], ["OUTSIDE/letter", "mine"]], ["OUTSIDE/.profile", 9, "evil"]),
    "line above": unfinished([], ["../outside/.profile", len(PRIVATE) + 1, "evil\n"]),
    "link renamed": unfinished([["way", "harbour/way"]]),
    "link put in place of an encounter": unfinished([["way", "mill"]]),
    "noise in place of a journal": unfinished([["evil", "mill/journal.jsonl"]]),
    "noise in place of the library": unfinished([["evil", "library.json"]]),
    "encounter into an encounter": unfinished([["mill", "bridge/mill"]]),
    "encounter into itself": unfinished([["mill", "mill/mill"]]),
    "saves into themselves": unfinished([["", "mine"], [".", "mine"], ["evil", ""]]),
    "line in a sound journal": unfinished([], ["mill/journal.jsonl", 10, "evil\n"]),
    "100,000 moves": unfinished([[f"a{n}", f"b{n}"] for n in range(100_000)]),
    "one move 2,000 times": unfinished([["evil", "evil2"], ["evil2", "evil"]] * 1_000),
    "moves of other types": unfinished([[1, 2], None, {"a": "b"}, "ab", ["evil"], ["a", "b", "c"]]),
    "moves that are text": unfinished("ab"),
    "line of other types": unfinished([], [1, "x", None]),
    "line at a place before the beginning": unfinished([], [f"{BAD}/journal.jsonl", -5, "evil\n"]),
    "line at a place of 4,000 digits": unfinished([], [f"{BAD}/journal.jsonl", 10**4000, "evil\n"]),
    "steering paths": unfinished([[ESC, f"{ESC}2"], ["evil", "a\x00b"]]),
    "long paths": unfinished([["evil", "x" * 5_000], ["evil", "/".join("abcdefgh" * 200)]]),
}


def half_made() -> Iterator[tuple[str, Case]]:
    for what, build in OLD_CHANGES.items():
        yield f"unfinished, {what}", Case(build)
    for what, spoil in {**FILES, **JSON}.items():
        if not what.startswith(("cut", "twice", "flipped", "utf-16")):
            yield f"{UNFINISHED}, {what}", Case(at(UNFINISHED, spoil))
    for name in (".import-1a2b3c4d5e6f", ".new-1a2b3c4d5e6f", f"{BAD}/.new-journal.jsonl-1a2b3c4d5e6f"):
        for what, spoil in {**LINKS, **NOT_FILES, "text": BYTES["text"], "hard link": hard_link}.items():
            yield f"{name.replace('1a2b3c4d5e6f', 'XYZ')}, {what}", Case(_left(name, spoil))
    for name in (".import-1a2b3c4d5e6f", ".new-1a2b3c4d5e6f"):
        called = name.replace("1a2b3c4d5e6f", "XYZ")
        yield f"{called}, encounters and links", Case(_left(name, _half_imported))
        for what in ("link to a letter outside", "link to a folder outside", "link to a device", "circle of links"):
            yield f"{called}, holds a {what}", Case(_left(name, _folder_with(LINKS[what])))


def _left(name: str, spoil: Spoil) -> Build:
    """Something lies there since long, as if a program had been killed at it."""

    def build(place: Place) -> None:
        path = place.saves / name
        spoil(place, path)
        for inner in path.iterdir() if path.is_dir() and not path.is_symlink() else ():
            _aged(inner)
        _aged(path)

    return build


def _folder_with(spoil: Spoil) -> Spoil:
    def make(place: Place, path: Path) -> None:
        path.mkdir()
        spoil(place, path / "journal.jsonl")
        spoil(place, path / "inner")

    return make


def _half_imported(place: Place, path: Path) -> None:
    """Encounters that are sound, linked, and made of links."""
    path.mkdir()
    shutil.copytree(place.saves / "mill", path / "barn")
    (path / "linked").symlink_to(place.outside / BAD)
    (path / "made-of-links").mkdir()
    for file in ("journal.jsonl", "system.toml", "campaign.json"):
        (path / "made-of-links" / file).symlink_to(place.outside / BAD / file)
    (path / "...").mkdir()


def old_caches() -> Iterator[tuple[str, Case]]:
    """Files that earlier versions kept beside the saves."""
    things = {**LINKS, **NOT_FILES, "hard link": hard_link}
    things |= {what: BYTES[what] for what in ("noise", "70 MB")}
    things |= {what: JSON[what] for what in ("deep lists", "long number", "list", "other names", "tables are lists")}
    for path in (".shelf.json", f"{BAD}/journal.index"):
        for what, spoil in things.items():
            yield f"{path.rpartition('/')[2]}, {what}", Case(at(path, spoil))


# -------------------------------------------------------------------- names and crowds


def _twin(name: str | bytes) -> Build:
    """A second folder with the bad encounter in it, so called."""

    def build(place: Place) -> None:
        shutil.copytree(os.fsencode(place.saves / BAD), os.path.join(os.fsencode(place.saves), os.fsencode(name)))

    return build


NAMES: dict[str, str | bytes] = {
    "steering": ESC.replace("\0", ""),
    "with a line end": "two\nlines",
    "of bytes that are no text": b"\xff\xfe\x80",
    "long": "x" * 250,
    "with a dash before": "-rf",
    "an option": "--saves=x",
    "of blanks": "   ",
    "of capitals": "HARBOUR",
    "in other letters": "harbour\u0301\u0301\u0301\u0301\u0301\u0301",
    "reserved": "con",
    "of a subcommand": "ls",
    "of a glob": "*",
    "of dots": "...",
    "markup": "[@click=app.quit]go[\\/]",
    "backward": "\u202eruobrah",
    "of the library": "library.json.d",
}


def _same_names(place: Place) -> None:
    """Three folders whose journals say the same name."""
    for n in (2, 3):
        shutil.copytree(place.saves / BAD, place.saves / f"{BAD}-{n}")


def _same_name_as_sound(place: Place) -> None:
    """Its journal calls it by the name of another one."""
    path = place.saves / BAD / "journal.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    last = next(n for n in range(len(lines) - 1, -1, -1) if '"kind":"name"' in lines[n])
    lines[last] = resealed(lines[last], '"name":"harbour"', '"name":"mill"')
    path.write_text("".join(lines))
    (path.parent / "encounter.json").unlink()


def _crowd(make: Callable[[Place, Path, int], None], many: int) -> Build:
    def build(place: Place) -> None:
        for n in range(many):
            make(place, place.saves / f"crowd-{n}", n)

    return build


def _small(place: Place, path: Path, n: int) -> None:
    """An encounter without an act."""
    path.mkdir()
    (path / "journal.jsonl").write_text(sealed(1, "head", f'{{"name":"Crowd {n}","system":"plain"}}'))


def _member(place: Place, path: Path, n: int) -> None:
    """The same, in the campaign."""
    _small(place, path, n)
    (path / "campaign.json").write_text(json.dumps({"system": "lantern", "campaign": CAMPAIGN, "since": n}))


def _deep_folders(place: Place) -> None:
    """Folders within folders."""
    here = os.getcwd()
    os.chdir(place.saves)
    try:
        for _ in range(60):
            os.mkdir("d" * 50)
            os.chdir("d" * 50)
    finally:
        os.chdir(here)


CROWDS: dict[str, Build] = {
    "1,500 empty folders": _crowd(lambda place, path, n: path.mkdir(), 1_500),
    "1,500 texts": _crowd(lambda place, path, n: path.write_text(MARK) and None, 1_500),
    "1,500 links": _crowd(lambda place, path, n: path.symlink_to(place.outside / BAD), 1_500),
    "1,500 pipes": _crowd(lambda place, path, n: os.mkfifo(path), 1_500),
    "600 encounters": _crowd(_small, 600),
    "600 encounters of a campaign": _crowd(_member, 600),
    "3,000 files in an encounter": lambda place: (
        [(place.saves / BAD / f".new-{n}").write_text(MARK) for n in range(3_000)] and None
    ),
    "folders 60 deep": _deep_folders,
    "one name three times": _same_names,
    "name of a sound one": _same_name_as_sound,
}


def names_and_crowds() -> Iterator[tuple[str, Case]]:
    for what, name in NAMES.items():
        yield f"folder name {what}", Case(_twin(name))
    for what, build in CROWDS.items():
        yield f"crowd, {what}", Case(build)


# -------------------------------------------------------------------- journals that are sealed, whatever they say

HEAD = '{"name":"harbour","system":"black_keep"}'
OPEN = '{"m":"open","command":{"verb":"note","given":{"text":{"a":"said","text":"x"}}},"seat":0}'


def step(*events: str, more: str = "") -> str:
    """A line with these events, after that of the head."""
    return sealed(2, "step", f'{{"moves":[{OPEN},{{"m":"close","events":[{",".join(events)}]}}]{more},"depth":0}}')


def joined(**fields: str) -> str:
    """The event that a figure joins."""
    known = {"tag": '"ann"', "name": '"Ann"', "kind": '"hero"', "side": '"heroes"', "standing": '"up"', **fields}
    return f'{{"t":"joined","bearer":{{"is_":"figure",{",".join(f"{json.dumps(k)}:{v}" for k, v in known.items())}}}}}'


LINES: dict[str, str] = {
    "name of a path": sealed(1, "head", '{"name":"../../outside/letter","system":"black_keep"}'),
    "steering name": sealed(1, "head", json.dumps({"name": ESC, "system": "black_keep"})),
    "name of 5 MB": sealed(1, "head", json.dumps({"name": "x" * 5_000_000, "system": "black_keep"})),
    "name of a number": sealed(1, "head", '{"name":7,"system":"black_keep"}'),
    "name of nothing": sealed(1, "head", '{"name":"","system":"black_keep"}'),
    "system of a path": sealed(1, "head", '{"name":"harbour","system":"../outside/harbour/system.toml"}'),
    "system that is absolute": sealed(1, "head", '{"name":"harbour","system":"/dev/zero"}'),
    "steering system": sealed(1, "head", json.dumps({"name": "harbour", "system": ESC})),
    "system of a list": sealed(1, "head", '{"name":"harbour","system":["black_keep"]}'),
    "unknown system": sealed(1, "head", '{"name":"harbour","system":"nowhere"}'),
    "origin elsewhere": sealed(1, "head", '{"name":"harbour","system":"black_keep","origin":"/dev/zero"}'),
    "newer version": sealed(1, "head", HEAD, version=999),
    "version of 4,000 digits": sealed(1, "head", HEAD, version=10**4000),
    "version before the first": sealed(1, "head", HEAD, version=-1),
    "place of 4,000 digits": sealed(1, "head", HEAD) + sealed(2, "move", "null", 10**4000),
    "place before the first": sealed(1, "head", HEAD) + sealed(2, "move", "null", -5),
    "depth of a million": sealed(1, "head", HEAD) + sealed(2, "step", '{"moves":[],"depth":1000000}', 0, 1_000_000),
    "figure of a list": sealed(1, "head", HEAD) + step('{"t":"joined","bearer":[]}'),
    "steering figure": sealed(1, "head", HEAD) + step(joined(name=json.dumps(ESC), kind=json.dumps(ESC))),
    "steering tag": sealed(1, "head", HEAD) + step(joined(tag=json.dumps(ESC))),
    "track of text": sealed(1, "head", HEAD) + step(joined(tracks='{"hp":"many"}')),
    "track of 4,000 digits": sealed(1, "head", HEAD) + step(joined(tracks=f'{{"hp":{{"now":{"9" * 4000},"most":1}}}}')),
    "track of NaN": sealed(1, "head", HEAD) + step(joined(tracks='{"hp":{"now":NaN}}')),
    "trait of a deep list": sealed(1, "head", HEAD) + step(joined(traits=f'{{"a":{"[" * 900}{"]" * 900}}}')),
    "trait of deeper lists": sealed(1, "head", HEAD) + step(joined(traits=f'{{"a":{"[" * 5000}{"]" * 5000}}}')),
    "figure joins twice": sealed(1, "head", HEAD) + step(joined(), joined()),
    "40,000 figures": sealed(1, "head", HEAD)
    + step(*(joined(tag=f'"a{n}"', name=f'"Ann {n}"') for n in range(40_000))),
    "1,000 figures": sealed(1, "head", HEAD) + step(*(joined(tag=f'"a{n}"', name=f'"Ann {n}"') for n in range(1_000))),
    "event of nobody": sealed(1, "head", HEAD) + step('{"t":"track","tag":"nobody","track":"hp","by":-1}'),
    "event of no kind": sealed(1, "head", HEAD) + step(f'{{"t":"{MARK}"}}'),
    "event of a number": sealed(1, "head", HEAD) + step("7"),
    "5,000 steps": sealed(1, "head", HEAD)
    + "".join(
        sealed(n, "step", f'{{"moves":[{OPEN},{{"m":"close","events":[]}}],"depth":0}}', n - 2) for n in range(2, 5_002)
    ),
    "5,000 names": sealed(1, "head", HEAD) + "".join(sealed(n, "name", HEAD) for n in range(2, 5_002)),
    "turns of nobody": sealed(1, "head", HEAD) + step('{"t":"turn+","who":"nobody"}'),
    "round of 4,000 digits": sealed(1, "head", HEAD) + step(f'{{"t":"phase","phase":"","round":{"9" * 4000}}}'),
    "steering words": sealed(1, "head", HEAD) + step(json.dumps({"t": "told", "text": ESC})),
    "board of a million": sealed(1, "head", HEAD) + step('{"t":"board","board":{"width":1000000,"height":1000000}}'),
    "head only": sealed(1, "head", HEAD),
    "head twice": sealed(1, "head", HEAD) + sealed(2, "head", HEAD),
}


def journals() -> Iterator[tuple[str, Case]]:
    for what, lines in LINES.items():
        yield f"journal, {what}", Case(partial(_written, lines))


def _written(lines: str, place: Place) -> None:
    """The journal alone, of a game in code."""
    folder = place.saves / BAD
    for file in ("encounter.json", "system.toml"):
        (folder / file).unlink()
    (folder / "journal.jsonl").write_bytes(lines.encode("utf-8", "surrogatepass"))


# -------------------------------------------------------------------- all of them


def others() -> Iterator[tuple[str, Case]]:
    files = {
        what: at(f"{BAD}/{file}", cleared_away)
        for file in ("journal.jsonl", "encounter.json", "system.toml")
        for what in [f"lost, {file}"]
    }
    for what, build in files.items():
        told = None if "encounter" in what else Told(CHECKED, what.removeprefix("lost, ").replace(".", r"\."))
        yield what, Case(build, told=told)
    yield "lost, all", Case(lambda place: [path.unlink() for path in (place.saves / BAD).iterdir()] and None)
    yield "all files are links", Case(_all_links, told=Told(("show", BAD), "link"))
    yield "all files of the saves are links", Case(_all_links_above, frozenset({"library", "lock", "trash"}))
    yield "circle above and below", Case(lambda place: circle(place, place.saves / BAD / "inner"))
    yield "system.toml of another game", Case(_other_system, told=Told(CHECKED, r"system\.toml"))


def cleared_away(place: Place, path: Path) -> None:
    """Nothing there any more."""
    _ = cleared(path)


def _all_links(place: Place) -> None:
    for path in [*(place.saves / BAD).iterdir()]:
        cleared(path).symlink_to(place.outside / BAD / path.name)


def _all_links_above(place: Place) -> None:
    for name in ("library.json", "library.lock", ".trash", UNFINISHED, ".shelf.json"):
        cleared(place.saves / name).symlink_to(place.outside / name)


def _other_system(place: Place) -> None:
    path = place.saves / BAD / "system.toml"
    path.write_text(path.read_text().replace("HP", "LP"))


CASES: dict[str, Case] = dict(
    [
        *encounter_files(),
        *library_files(),
        *library_contents(),
        *trash(),
        *half_made(),
        *old_caches(),
        *names_and_crowds(),
        *journals(),
        *others(),
    ]
)
