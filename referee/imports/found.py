"""What an import finds: creatures, encounters, conditions and decks, with a report on all that was not understood."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from referee.text import clean, clean_name

LONGEST_WHY = 300
MOST_NOTES = 200_000
"""Notes that are kept of one file; whoever writes more of them is not read."""
ACTION, BONUS, REACTION, LEGENDARY, TRAIT = "action", "bonus", "reaction", "legendary", "trait"
"""What sort a feature is; traits make no attacks."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Note:
    """One thing that the referee should know of a record."""

    record: str
    """The name of the record, or its number from 1."""
    field: str
    why: str


@dataclass
class Report:
    """What came of one file."""

    format: str
    records: int = 0
    imported: int = 0
    skipped: int = 0
    notes: list[Note] = field(default_factory=list)

    def note(self, record: str, about: str, why: str) -> None:
        """Adds a note; what it quotes of a file is made harmless."""
        if len(self.notes) < MOST_NOTES:
            self.notes.append(Note(clean_name(record) or "?", clean(about, 60), clean(why, LONGEST_WHY)))

    def skip(self, record: str, about: str, why: str) -> None:
        """Counts a record that is skipped, with the reason as a note."""
        self.records += 1
        self.skipped += 1
        self.note(record, about, why)

    def leave_out(self, record: str, about: str, why: str) -> None:
        """Counts a record that was imported as skipped, with the reason as a note."""
        gone = min(self.imported, 1)  # a record may bring several rows, or a row be of none
        self.imported -= gone
        self.skipped += gone
        self.note(record, about, why)

    def data(self) -> dict[str, object]:
        """The report for other programs."""
        return asdict(self)

    def lines(self, most: int = 0) -> Iterator[str]:
        """The report as it is read; `most` notes of it, 0 for all."""
        one = "1 record" if self.records == 1 else f"{self.records} records"
        yield f"{self.format}: {one}, {self.imported} imported, {self.skipped} skipped."
        shown = self.notes[:most] if most else self.notes
        for note in shown:
            yield f"  {note.record}, {note.field}: {note.why}"
        if len(shown) < len(self.notes):
            yield f"  and {len(self.notes) - len(shown)} notes more."


@dataclass(frozen=True)
class Notes:
    """The notes of one record."""

    report: Report
    record: str

    def add(self, about: str, why: str) -> None:
        """Adds a note about one of its fields."""
        self.report.note(self.record, about, why)

    def skip(self, about: str, why: str) -> None:
        """The record, which is counted already, is skipped, with the reason as a note."""
        self.report.skipped += 1
        self.add(about, why)

    def of(self, record: str) -> "Notes":
        """The notes of another record of the same file."""
        return Notes(self.report, record)


# -------------------------------------------------------------------- creatures


@dataclass(frozen=True)
class Damage:
    """One part of damage: its dice, or a number, and its type, which may be empty."""

    dice: str
    type: str = ""

    def __str__(self) -> str:
        return f"{self.dice} {self.type}".strip()


@dataclass(frozen=True)
class Save:
    """A saving throw, and what is done to those who fail it."""

    ability: str
    dc: int
    on_success: str = "none"
    """half, or none: what of the damage a success leaves."""
    damage: tuple[Damage, ...] = ()

    def data(self, name: str) -> Json:
        """The save for other programs, as that of a feature."""
        return {"name": name, **asdict(self), "damage": [asdict(part) for part in self.damage]}


@dataclass(frozen=True)
class Attack:
    """A roll to hit, and what a hit does."""

    to_hit: int
    damage: tuple[Damage, ...]
    ranged: bool = False
    reach: int | None = None

    def data(self, name: str) -> Json:
        """The attack for other programs, as that of a feature."""
        return {"name": name, "to_hit": self.to_hit, "damage": [asdict(part) for part in self.damage]}


@dataclass(frozen=True)
class Limited:
    """How often something can be used: so many times a day, or until a die brings it back."""

    times: int = 0
    per: str = ""
    recharge: int = 0
    """The least on a d6 that brings it back at the start of a turn; 0: no die does."""

    def data(self, name: str) -> Json:
        """The limit for other programs, as that of a feature."""
        if self.recharge:
            return {"name": name, "recharge": self.recharge}
        return {"name": name, "times": self.times, "per": self.per}


@dataclass(frozen=True)
class Feature:
    """A trait or an action."""

    name: str
    sort: str
    attack: Attack | None = None
    saves: tuple[Save, ...] = ()
    limit: Limited | None = None
    cost: int = 1
    """Legendary actions that it costs."""


@dataclass
class Creature:
    """One figure. None, or nothing: the file does not say it."""

    name: str
    notes: Notes = field(compare=False, repr=False)
    """Where it is said what was not understood of it."""
    is_player: bool = False
    side: str = ""
    """heroes or foes, where the file says so."""
    hp: int | None = None
    hp_now: int | None = None
    """Where its hit points stand, if they are not full."""
    hp_dice: str = ""
    ac: int | None = None
    initiative: int | None = None
    """What is added to its roll for initiative."""
    modifiers: dict[str, int] = field(default_factory=dict)
    saves: dict[str, int] = field(default_factory=dict)
    speed: int | None = None
    size: str = ""
    resist: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    unaffected: tuple[str, ...] = ()
    """Conditions that it cannot have."""
    features: list[Feature] = field(default_factory=list)
    multiattack: int = 1
    """Attacks that one action buys."""
    legendary: int | None = None
    """Legendary actions that it has each round."""
    slots: dict[int, int] = field(default_factory=dict)
    spell_dc: int | None = None
    text: list[str] = field(default_factory=list)
    """What there is to read about it, a paragraph each."""


# -------------------------------------------------------------------- what a file holds


@dataclass(frozen=True)
class Placed:
    """Figures of an encounter that are alike."""

    creature: Creature
    count: int = 1
    name: str = ""
    """What they are called there; empty: as their sort is."""
    is_hidden: bool = False
    temporary: int = 0
    initiative: int | None = None
    """What was rolled."""
    conditions: tuple[tuple[str, str], ...] = ()
    """Each with how long it lasts, in the words after `condition WHO KIND`."""
    remark: str = ""
    """What to tell the referee where it is added."""


@dataclass(frozen=True)
class Fight:
    """An encounter that a file prepares, or one that was being fought."""

    name: str
    placed: tuple[Placed, ...]
    remarks: tuple[str, ...] = ()
    round: int = 0


@dataclass(frozen=True)
class Ailment:
    """A condition with what it does."""

    name: str
    text: str


@dataclass
class MonsterSheet:
    """A monster type of Gloomhaven: for each rank what it has at each level, as words for its figures."""

    name: str
    ranks: dict[str, dict[int, dict[str, int | str]]] = field(default_factory=dict)
    deck: str = ""
    text: list[str] = field(default_factory=list)


@dataclass
class Deck:
    """The ability cards of a monster type of Gloomhaven."""

    name: str
    cards: list[Json] = field(default_factory=list)


@dataclass
class Found:
    """All that a file holds, in the order of its records."""

    report: Report
    creatures: list[Creature] = field(default_factory=list)
    fights: list[Fight] = field(default_factory=list)
    conditions: list[Ailment] = field(default_factory=list)
    monsters: list[MonsterSheet] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
