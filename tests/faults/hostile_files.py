"""Hostile files that a referee is sent alone: exported campaigns and libraries, plans and system files."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.faults.hostile_folders import LINES
from tests.faults.hostile_things import BYTES, ESC, JSON, NOT_FILES, Spoil, circle, cut, holding, link_to
from tests.faults.received import BAD, MARK, Place

Document = dict[str, Any]


class File(NamedTuple):
    """One hostile file."""

    spoil: Spoil
    """Makes it of the sound one at its path."""
    is_refused: bool = True
    """False: it may be taken, if what comes of it works."""
    untrue: str = ""
    """A pattern of what must not be said of it, as it is not so."""


THINGS: dict[str, Spoil] = {
    **NOT_FILES,
    **BYTES,
    "circle of links": circle,
    "link to nothing": link_to(lambda place, path: "nowhere"),
}
"""What can lie where a file is named. A link to a file is followed, as the referee has named it."""


def things(but: tuple[str, ...] = ()) -> Iterator[tuple[str, File]]:
    """Each of them; `but`: those that may be taken."""
    for what, spoil in THINGS.items():
        yield what, File(spoil, what not in but)


def changing(change: Callable[[Document], object]) -> Spoil:
    """The document with something else in it."""

    def spoil(place: Place, path: Any) -> None:
        document = json.loads(path.read_text())
        change(document)
        path.write_text(json.dumps(document).replace("OUTSIDE", str(place.outside)))

    return spoil


# -------------------------------------------------------------------- campaigns


def in_encounter(**fields: Any) -> Spoil:
    """Other fields of the second encounter."""
    return changing(lambda document: document["encounters"][1].update(fields))


def in_journal(change: Callable[[str], str]) -> Spoil:
    return changing(lambda d: d["encounters"][1].update(journal=change(d["encounters"][1]["journal"])))


def in_system(change: Callable[[str], str]) -> Spoil:
    return changing(lambda d: d["encounters"][1].update(system_file=change(d["encounters"][1]["system_file"])))


def named(*names: str) -> Spoil:
    """As many encounters as there are names."""
    return changing(lambda d: d.update(encounters=[{**d["encounters"][0], "name": name} for name in names]))


def members(many: int) -> list[Document]:
    return [{"name": f"Ann {n}", "words": "hero hp=20"} for n in range(many)]


def in_party(**fields: Any) -> Spoil:
    return changing(lambda document: document["parties"][0].update(fields))


def in_plan(text: str) -> Spoil:
    return changing(lambda document: document["plans"][0].update(text=text))


def in_campaign(**fields: Any) -> Spoil:
    return changing(lambda document: document["campaign"].update(fields))


def many_encounters(many: int) -> Spoil:
    return named(*(f"barn {n}" for n in range(many)))


def beginning(part: float) -> Callable[[str], str]:
    """Only so much of a text."""
    return lambda text: text[: int(len(text) * part)]


def parties(many: int) -> Spoil:
    """So many parties."""
    return changing(lambda d: d.update(parties=[{**d["parties"][0], "name": f"p{n}"} for n in range(many)]))


def with_tables(**tables: Any) -> Spoil:
    """Other tables of a library."""
    return changing(lambda document: document.update(tables))


def other_game(text: str) -> str:
    return text.replace("HP", "LP")


NAMES = {
    "by a path": "../outside/room",
    "by an absolute path": "OUTSIDE/room",
    "as the trash": ".trash",
    "as the library": "library.json",
    "by dots": "..",
    "by steering characters": ESC,
    "by 5,000 letters": "x" * 5_000,
    "as a subcommand": "ls",
    "backward": "\u202eruobrah",
    "by a device": "/dev/zero",
}
"""Names that are made harmless."""
NO_NAMES = {"nothing": "", "blanks": "  ", "an option": "-rf", "zero width": "\u200b"}
_PARTS: dict[str, File] = {
    **{f"journal cut at {part}": File(in_journal(beginning(part))) for part in (0.01, 0.3, 0.7, 0.99)},
    "no journal": File(in_encounter(journal="")),
    "journal of noise": File(in_encounter(journal=f"{MARK}\n" * 100)),
    "journal of zeros": File(in_encounter(journal="\0" * 10_000)),
    "journal of steering characters": File(in_encounter(journal=ESC * 100)),
    "journal of a number": File(in_encounter(journal=7)),
    "journal of lists": File(in_encounter(journal=["x"])),
    "journal of half a letter": File(in_encounter(journal="\ud800")),
    "journal of 20 MB": File(in_encounter(journal="x" * 20_000_000)),
    "journal with a flipped bit": File(in_journal(lambda text: text.replace("wheel", "wheal"))),
    "journal without its head": File(in_journal(lambda text: text.partition("\n")[2])),
    "journal twice": File(in_journal(lambda text: text * 2)),
    **{f"journal, {what}": File(in_encounter(journal=lines, system_file=""), False) for what, lines in LINES.items()},
    **{f"system file cut at {part}": File(in_system(beginning(part))) for part in (0.1, 0.5, 0.99)},
    "no system file": File(in_encounter(system_file="")),
    "system file of noise": File(in_encounter(system_file=f"{MARK}\n" * 100)),
    "system file of 5 MB": File(in_encounter(system_file="# x\n" * 1_250_000)),
    "system file of a number": File(in_encounter(system_file=7)),
    "system file of nothing": File(in_encounter(system_file=None)),
    "system file of another game": File(in_system(other_game)),
    "system file of half a letter": File(in_encounter(system_file="\ud800")),
    "two encounters of one name": File(named("barn", "barn"), False, "already"),
    "two encounters of one folder": File(named("The barn", "the  BARN!"), False, "already"),
    "encounter of a name that is taken": File(named("bridge")),
    "3,000 encounters": File(many_encounters(3_000), False),
    **{f"encounter called {what}": File(named(name), False) for what, name in NAMES.items()},
    **{f"encounter called {what}": File(named(name)) for what, name in NO_NAMES.items()},
    "encounter of a number": File(changing(lambda d: d.update(encounters=[7]))),
    "encounter that lacks its journal": File(changing(lambda d: d["encounters"][0].pop("journal"))),
    "encounters of an object": File(changing(lambda d: d.update(encounters={"0": d["encounters"][0]}))),
    "encounters of a text": File(changing(lambda d: d.update(encounters="barn"))),
    "party of 120,000": File(in_party(members=members(120_000))),
    "party of 3,000": File(in_party(members=members(3_000)), False),
    "party of a number": File(in_party(members=7)),
    "party of steering members": File(in_party(members=[{"name": ESC, "words": ESC}]), False),
    "party that multiplies": File(in_party(members=[{"name": "Ann", "words": "hero x999"}] * 99), False),
    "party saved in 120,000": File(in_party(saved_in=[f"mill {n}" for n in range(120_000)]), False),
    "party saved elsewhere": File(in_party(saved_in=["../outside/harbour", "/etc"]), False),
    "table of 120,000": File(in_party(table={f"t{n}": n for n in range(120_000)}), False),
    "number of 4,000 digits": File(in_party(table={"doom": 10**4000}), False),
    "100,000 parties": File(parties(100_000), False),
    "two parties of one name": File(changing(lambda d: d.update(parties=d["parties"] * 2)), False, "already"),
    "plan of noise": File(in_plan(f"{ESC}\n" * 100), False),
    "plan of a million figures": File(in_plan("system lantern\n" + "add foe Rat x999\n" * 1_000), False),
    "plan that includes": File(in_plan("system lantern\ninclude ../outside/letter"), False),
    "plan of 5 MB": File(in_plan("x" * 5_000_000)),
    "day of 4,000 digits": File(in_campaign(day=10**4000)),
    "day before the first": File(in_campaign(day=-1)),
    "50,000 plans": File(in_campaign(plans=["ambush"] * 50_000), False),
    "50,000 notes": File(in_campaign(notes=[{"day": 1, "text": "x"}] * 50_000), False),
    "steering notes": File(in_campaign(notes=[{"day": 1, "text": ESC}]), False),
    "steering name": File(in_campaign(name=ESC), False),
    "name of nothing": File(in_campaign(name="")),
    "name of a path": File(in_campaign(name="../../outside/room"), False),
    "game of a path": File(in_campaign(system="../outside/harbour/system.toml"), False),
    "unknown game": File(in_campaign(system="nowhere"), False),
    "other format": File(changing(lambda d: d.update(format="referee campaign 99"))),
    "format of a number": File(changing(lambda d: d.update(format=7))),
    "format of a library": File(changing(lambda d: d.update(format="referee library 2"))),
    "no format": File(changing(lambda d: d.pop("format"))),
    "no campaign": File(changing(lambda d: d.pop("campaign"))),
    "campaign of a list": File(changing(lambda d: d.update(campaign=[d["campaign"]]))),
    "more than that": File(changing(lambda d: d.update({MARK: MARK})), False),
}
CAMPAIGNS: dict[str, File] = {**dict(things()), **{what: File(spoil) for what, spoil in JSON.items()}, **_PARTS}


# -------------------------------------------------------------------- libraries


def table(name: str, *rows: Document) -> File:
    """A library with these rows in a table, which may be taken."""
    return File(changing(lambda document: document.update({name: [*rows]})), False)


def figure(**fields: Any) -> Document:
    return {"name": "Orc", "system": "lantern", "words": "foe", **fields}


LIBRARIES: dict[str, File] = {
    **dict(things()),
    **{what: File(spoil) for what, spoil in JSON.items()},
    "party of 120,000": File(in_party(members=members(120_000))),
    "party of great numbers": File(in_party(table={"doom": 10**4000}), False),
    "100,000 figures": File(with_tables(figures=[figure(name=f"Orc {n}") for n in range(100_000)]), False),
    "steering figure": table("figures", figure(name=ESC, words=ESC, note=ESC, side=ESC, tags=["a"])),
    "figure twice": table("figures", figure(), figure()),
    "figure of no game": table("figures", figure(system="../outside")),
    "figure of 5 MB": File(with_tables(figures=[figure(note="x" * 5_000_000)])),
    "figure of deep data": table("figures", figure(data={"a": json.loads("[" * 900 + "]" * 900)})),
    "figure of wrong tags": File(with_tables(figures=[figure(tags=[ESC, "a b", 7])])),
    "figure of more fields": File(with_tables(figures=[figure(**{MARK: 1})])),
    "plan that includes": table("plans", {"name": "p", "system": "lantern", "text": "include ../outside/letter"}),
    "table of campaigns": File(with_tables(campaigns=[{"name": "x", "system": "lantern"}]), False),
    "table of what was removed": File(with_tables(removed=[{"table": "figures", "record": {}}]), False),
    "other tables": File(changing(lambda d: d.update({MARK: []})), False),
    "table of a number": File(with_tables(figures=7)),
    "rows of numbers": File(with_tables(figures=[7, None, "x"])),
    "other format": File(changing(lambda d: d.update(format="referee library 99"))),
    "format of a campaign": File(changing(lambda d: d.update(format="referee campaign 1"))),
    "no format": File(changing(lambda d: d.pop("format"))),
}


# -------------------------------------------------------------------- plans


def lines(*texts: str) -> Spoil:
    """A plan of these lines."""
    return holding("\n".join(("system lantern", *texts)))


def beside(spoil: Spoil) -> Spoil:
    """A plan that includes what lies beside it."""

    def make(place: Place, path: Any) -> None:
        path.write_text("system lantern\ninclude other.txt")
        spoil(place, path.with_name("other.txt"))

    return make


def chain(place: Place, path: Any) -> None:
    """Plans that include one another, twenty deep."""
    for n in range(20):
        path.with_name(f"plan{n}.txt").write_text(f"include plan{n + 1}.txt")
    path.write_text("system lantern\ninclude plan0.txt")


def fan(place: Place, path: Any) -> None:
    """Plans that include one another many times: it would be a million lines."""
    path.write_text("system lantern\n" + "include fan1.txt\n" * 10)
    for n in range(1, 7):
        path.with_name(f"fan{n}.txt").write_text(f"include fan{n + 1}.txt\n" * 10)
    path.with_name("fan7.txt").write_text("add foe\n")


_CUT = {what for what in BYTES if what.startswith("cut")}
PLANS: dict[str, File] = {
    **dict(things(but=("nothing", "twice", "flipped bit", *_CUT))),
    "includes a file outside": File(beside(link_to(lambda place, path: place.outside / "letter"))),
    "includes an encounter outside": File(beside(link_to(lambda place, path: place.outside / BAD / "journal.jsonl"))),
    "includes what is above": File(lines("include ../outside/letter")),
    "includes an absolute path": File(lines("include /etc/hostname")),
    "includes itself": File(lines("include plan.txt")),
    "includes a pipe": File(beside(NOT_FILES["pipe"])),
    "includes a device": File(beside(NOT_FILES["device"])),
    "includes a folder": File(beside(NOT_FILES["full folder"])),
    "includes noise": File(beside(BYTES["noise"])),
    "includes twenty deep": File(chain),
    "includes a million lines": File(fan),
    "system that is a path": File(holding("system ../outside/harbour/system.toml\nadd foe")),
    "system that is a device": File(holding("system /dev/zero\nadd foe")),
    "system of its own, cut": File(holding('system own\n| [system]\n| name = "own\nadd foe')),
    "system of its own, of 5 MB": File(holding("system own\n" + "| # x\n" * 900_000)),
    "a million figures": File(lines(*["add foe Rat x999"] * 1_000)),
    "one order of a million figures": File(lines("add foe Rat x1000000")),
    "number of 4,000 digits": File(lines(f"add foe Rat hp={'9' * 4000}")),
    "dice of a million": File(lines("add foe Rat hp=999999d999999")),
    "formula of 5,000 brackets": File(lines(f"add foe Rat hp={'(' * 5000}1{')' * 5000}")),
    "line of 1 MB": File(lines("add foe " + "x" * 1_000_000)),
    "100,000 lines": File(lines(*["add foe"] * 100_000)),
    "steering lines": File(lines(f"add foe {ESC}", ESC), False),
    "orders of the library": File(lines("keep r1 Rat", "party save crew yes")),
    "board of a million": File(lines("map 1000000x1000000")),
    "map file outside": File(lines("map ../outside/letter")),
    "writes a map": File(lines("map save ../outside/new", "map > ../outside/new")),
}


# -------------------------------------------------------------------- system files


def more(*texts: str) -> Spoil:
    """The sound system file with this at its end."""

    def spoil(place: Place, path: Any) -> None:
        path.write_text("\n".join((path.read_text(), *texts)))

    return spoil


def without(old: str, new: str) -> Spoil:
    def spoil(place: Place, path: Any) -> None:
        path.write_text(path.read_text().replace(old, new))

    return spoil


def _twelve(n: int) -> str:
    """An amount that names a trait as often as one may."""
    return " + ".join(["{t" + str(n) + "}"] * 12)


SYSTEMS: dict[str, File] = {
    **dict(things(but=("cut near the end", "flipped bit"))),
    **{f"cut at {part}": File(cut(part), False) for part in (0.1, 0.35, 0.6, 0.85)},
    "deep lists": File(more(f"deep = {'[' * 5000}{']' * 5000}")),
    "deep tables": File(more(f"[{'.'.join('x' * 3000)}]")),
    "number of 5,000 digits": File(more("[track.odd]", f"most = {'9' * 5000}")),
    "NaN": File(more("[track.odd]", "most = nan")),
    "infinite": File(more("[track.odd]", "most = inf")),
    "name of a path": File(without('name = "lantern"', 'name = "../outside/room"')),
    "steering name": File(without('name = "lantern"', f"name = {json.dumps(ESC)}")),
    "steering title": File(without('title = "Lantern"', f"title = {json.dumps(ESC)}"), False),
    "name of a shipped game": File(without('name = "lantern"', 'name = "fifth"'), False),
    "tables of the wrong kind": File(more("[track]", "odd = 7")),
    "family of 100,000": File(more("[condition.odd]", f"each = {json.dumps([f'c{n}' for n in range(100_000)])}")),
    "100,000 kinds": File(more(*(f'[kind.k{n}]\nside = "foes"' for n in range(100_000)))),
    "formula of 5,000 brackets": File(more("[trait.odd]", f'value = "{"(" * 5000}1{")" * 5000}"')),
    "dice of a million": File(without('roll = "d20"', 'roll = "999999d999999"')),
    "names in a circle": File(more('[trait.one]\nvalue = "{two}"\n[trait.two]\nvalue = "{one}"'), False),
    "formulas of formulas": File(
        more("[trait.t0]", "default = 1", *(f'[trait.t{n}]\nformula = "{_twelve(n - 1)}"' for n in range(1, 9)))
    ),
    "option that sets no key": File(
        more("[option.odd]", 'title = "odd"', 'choices = ["a"]', 'key = "order.first.odd"')
    ),
    "other format": File(without("format = 2", "format = 999")),
    "format of text": File(without("format = 2", f'format = "{MARK}"')),
    "sample that includes": File(without("add lair 20", "include ../outside/letter"), False),
    "10,000 mistakes": File(more(*(f"[kind.k{n}]\nodd{n} = 1" for n in range(5_000)))),
}
