"""Systems: every game that can be played here, found by its name or its file, and the rules of an encounter."""

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from msgspec import Struct

from referee.engine.problem import Problem, Refused, on_topic
from referee.engine.questions.answer import Chosen
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.rules import registry
from referee.store.file import read_named
from referee.store.save_problems import Damaged
from referee.store.system_copy import MOST_SYSTEM_BYTES, SYSTEM_FILE, copy_of, digest_of
from referee.text.harmless import clean
from referee.text.quoting import quoted

if TYPE_CHECKING:
    from referee.store.journal import Journal
    from referee.store.journal_codec import Title
    from referee.store.saves import Saves


SUFFIX = ".toml"
"""The end of the name of a system file."""


class Listed(Struct, frozen=True):
    """One game in a list."""

    name: str
    """The word after `--system`."""
    title: str
    where: str
    """built in, shipped file, plug-in, or the path of its file."""
    blurb: str = ""
    """What sort of game it is, in one sentence."""
    trouble: str = ""
    """Why it cannot be played; empty if it can."""
    licence: str = ""
    """What is to be said of whose work it is."""


class SystemData(TypedDict):
    """A game whose rules are known."""

    name: str
    """The word after `--system`."""
    title: str
    """Its title."""
    blurb: str
    """What sort of game it is, or what is wrong with its file."""
    where: str
    """Where its rules come from."""
    playable: bool
    """Its rules are in order."""


class Found(Struct, frozen=True):
    """A game that can be played, and its file where it is one."""

    rules: System
    file: bytes | None = None
    origin: str = ""
    """The path of the file; empty for one that came with the program."""


def listed() -> list[Listed]:
    """All games: those in code, those shipped as files, those of installed packages, those in the folder of systems."""
    coded = [_known(name, registry.load(name), "built in") for name in registry.SYSTEMS]
    shipped = [_known(name, load(name), "shipped file") for name in registry.SHIPPED]
    plugged = [_listed(name, name, "plug-in") for name in registry.plugins()]
    return [*coded, *shipped, *plugged, *(_listed(path.stem, str(path), clean(str(path))) for path in own_files())]


def offered() -> list[tuple[str, str]]:
    """The word and the title of each game that may be begun; files are not read for it, and called by their names."""
    own = [(str(path), clean(path.stem, 40)) for path in own_files()]
    return [*registry.titles().items(), *((name, clean(name, 40)) for name in registry.plugins()), *own]


def title_of(name: str) -> str:
    """The title of a game that comes with the program; of any other its name."""
    return registry.titles().get(name, name)


@on_topic("systems")
def find(word: str, folder: Path | None = None) -> Found:
    """The game that somebody typed, by its name or its file. Refused, with what there is, if nothing is found or it
    cannot be read.

    A word with a slash, or ending in .toml, is a path, from that folder if one is said.
    """
    if word not in registry.coded() and ("/" in word or "\\" in word or word.endswith(SUFFIX)):
        return _in_file((folder or Path()) / Path(word).expanduser())
    return named(word)


@on_topic("systems")
def named(word: str) -> Found:
    """The game that a save, a record or a plan names, which is never a path: one in code, shipped, of a package, or in
    the folder of systems. Refused as `find`.
    """
    if word in registry.coded():
        return Found(registry.load(word))
    if word in registry.SHIPPED:
        return Found(rules_in(file := registry.shipped(word), f"{word}{SUFFIX}"), file)
    if (point := registry.plugins().get(word)) is not None:
        return Found(registry.load_plugin(point))
    for path in own_files():
        if path.stem == word:
            return _in_file(path)
    names = (*registry.titles(), *registry.plugins(), *(path.stem for path in own_files()))
    raise Refused(f"There is no system {quoted(clean(word))}. Systems: {', '.join(map(clean, names))}.")


def load(word: str) -> System:
    """The rules of the game that somebody typed, by its name or its file. Refused as `find`."""
    return find(word).rules


def rules_named(name: str) -> System:
    """The rules of the game that a save or a record names, as `named` finds it."""
    return named(name).rules


def begin(saves: "Saves", name: str, word: str) -> "tuple[Journal, System]":
    """Makes an encounter by the game of that name, or in that file. Refused as `find`, and as `begin_with`."""
    return begin_with(saves, name, find(word))


def begin_with(saves: "Saves", name: str, found: Found) -> "tuple[Journal, System]":
    """Makes an encounter, open for play, with a copy of the game's file if it is one; returns it and its rules.

    Refused as `Saves.create`.
    """
    journal = saves.create(name, found.rules.name, found.file, found.origin)
    if mode := kept_dice():
        from referee.engine.record.session import Session

        Session(found.rules, journal).command(Command(verb="dice", given={"mode": Chosen(option=mode)}))
    return journal, found.rules


def kept_dice() -> str:
    """Who rolls in new encounters, as the settings say; empty where they name none of the modes but the usual one."""
    from referee.engine.dice.chance import DICE
    from referee.store.settings import setting

    try:
        mode = setting("dice")
    except Damaged:
        return ""
    return mode if mode in DICE.choices[1:] else ""


def rules_for(journal: "Journal") -> System:
    """The rules of an encounter: of a system file always the one that it was begun with.

    Refused or Damaged if they cannot be read. A notice of the journal says what the file says otherwise now.
    """
    source = source_of(journal)
    if source.file and (sentence := changed_since(journal.title, source.file)):
        journal.notices.append(sentence)
    return rules_of(source)


class Source(Struct, frozen=True):
    """All that it takes to have the rules of an encounter elsewhere, as in another process."""

    system: str
    file: bytes = b""
    """The system file that it was begun with; empty for a game in code."""
    called: str = ""
    later: bytes = b""
    """A later edition of that file, as in `rules_in`."""


def source_of(journal: "Journal") -> Source:
    """Where the rules of an encounter come from. Damaged if its system file cannot be read."""
    digest = journal.title.digest
    if not digest and not journal.folder.holds(SYSTEM_FILE):
        return Source(journal.system)
    try:
        raw = copy_of(journal.folder, digest)
    except Damaged:
        raw = _outside(journal.title)
        if not raw or digest_of(raw) != digest:
            raise
    return Source(journal.system, raw, f"{SYSTEM_FILE} of {journal.name}", _shipped_now(journal.system, raw))


def rules_of(source: Source) -> System:
    """The rules that come from there. Refused if they cannot be read."""
    return rules_in(source.file, source.called, source.later) if source.file else rules_named(source.system)


@lru_cache(maxsize=4)
def rules_in(raw: bytes, called: str, later: bytes = b"") -> System:
    """The rules that a system file describes. Refused, with the first thing that is wrong.

    later: a later edition of it, whose words are taken where this one has none; empty if there is none.
    """
    from referee.rules.open_table.language.system_file import read_system
    from referee.rules.open_table.play.ruleset import build

    return build(read_system(raw, called, read_system(later, called) if later else None))


def _shipped_now(system: str, begun: bytes) -> bytes:
    """The shipped file of that system, where it is another edition than the one that was begun with; else empty."""
    now = registry.shipped(system) if system in registry.SHIPPED else b""
    return b"" if now == begun else now


def changed_since(title: "Title", begun: bytes) -> str:
    """What the file that an encounter was begun with says otherwise now, in one sentence; empty if nothing, or if it
    is gone or broken.

    begun: the file as it was then.
    """
    from referee.rules.open_table.language.document import Mistake, differences

    now = _outside(title)
    if not now or digest_of(now) == title.digest:
        return ""
    try:
        keys = differences(begun, now)
    except Mistake:
        return ""
    if not keys:
        return ""
    called = clean(Path(title.origin).name) if title.origin else f"{title.system}{SUFFIX}"
    shown = ", ".join(map(clean, keys[:3])) + (f", {len(keys) - 3} more" if len(keys) > 3 else "")
    return (
        f"{called} has changed since this encounter began: {shown}. This encounter still uses "
        "the file it was started with."
    )


def _outside(title: "Title") -> bytes:
    """The file that an encounter was begun with, as it is now; empty if there is none, or it cannot be read."""
    try:
        if title.origin:
            return read_own(Path(title.origin))
        return registry.shipped(title.system) if title.system in registry.SHIPPED else b""
    except Problem:
        return b""


def _in_file(path: Path) -> Found:
    return game_in(read_own(path), path.name, str(path.resolve()))


@on_topic("systems")
def game_in(raw: bytes, called: str, origin: str = "") -> Found:
    """The game that a system file describes. Refused, with the first thing that is wrong."""
    rules = rules_in(raw, clean(called, 80))
    if rules.name in registry.coded():
        raise Refused(f"{clean(called, 80)} has the name of a built-in system: {rules.name}. Rename it.")
    return Found(rules, raw, origin)


def _listed(name: str, word: str, where: str) -> Listed:
    """A game that may not be fit to be played."""
    try:
        return _known(name, load(word), where)
    except Problem as problem:
        return Listed(clean(name, 40), "", where, trouble=str(problem))


def _known(name: str, rules: System, where: str) -> Listed:
    return Listed(clean(name, 40), rules.title, where, rules.blurb, licence=rules.licence)


def own_folder() -> Path:
    """The folder of systems: $REFEREE_SYSTEMS, else `systems` where the settings are."""
    from platformdirs import user_config_path

    said = os.environ.get("REFEREE_SYSTEMS")
    return Path(said) if said else user_config_path("referee") / "systems"


def own_files() -> list[Path]:
    """The system files in the folder, by name."""
    return sorted(path for path in own_folder().glob(f"*{SUFFIX}") if not path.name.startswith("."))


@on_topic("systems")
def read_own(path: Path) -> bytes:
    """All that is in a system file, or in one behind a link. Damaged if it cannot be read, or is no plain file."""
    return read_named(path, clean(str(path), 80), MOST_SYSTEM_BYTES, follow_links=True)
