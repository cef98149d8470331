"""Tests: attack, save, check, duel, morale: a roll against a number or another roll, and how it comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from referee.rules.open_table.comparison import Compared, Count, When, read_when
from referee.rules.open_table.expression import ZERO, Name, Node
from referee.rules.open_table.mistake import meant, quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import OUTCOME, OUTCOMES, TEST

CRITICAL_DAMAGE = ("none", "dice x2", "x2", "highest", "highest + dice")


@dataclass(frozen=True)
class Advantage:
    """What one advantage does to the roll."""

    kind: Literal["none", "keep", "dice", "bonus"]
    """Nothing; one die more and the better counts; so many dice more; an amount added."""
    amount: Node = ZERO
    """Of `dice`: how many. Of `bonus`: what is added, to `against` where a low roll is good."""


NO_ADVANTAGE = Advantage("none")


@dataclass(frozen=True)
class TestRule:
    """One test."""

    name: str
    """As it is typed behind the name of its family: `save dex`."""
    family: str
    word: str
    """The word of the family that it was made for; empty outside of a family."""
    roll: Node
    success: When
    by_target: bool = False
    """A save: in an act the target has to fail it."""
    count: Count | None = None
    """Which dice count, each as one; without it the sum counts."""
    against: Node = ZERO
    against_label: str = ""
    """What the number that it is against is called; empty: as its trait."""
    fumble: When | None = None
    critical: When | None = None
    partial: When | None = None
    """Outcomes are looked at in the order fumble, critical, success, partial; else it is a failure."""
    advantage: Advantage = NO_ADVANTAGE
    cancels_all: bool = False
    """One advantage and one disadvantage leave neither, however many there are; else they cancel one for one."""
    critical_damage: str = "none"
    asks: tuple[str, ...] = ()
    """What `{with.x}` the referee is asked for, where nothing gives it."""
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """How an outcome is said."""
    hidden: bool = False
    label: str = ""
    hint: str = ""
    cites: tuple[str, ...] = ()

    @property
    def low_is_good(self) -> bool:
        """Does a roll succeed that is not above a number?"""
        compared = (part for part in self.success.parts if isinstance(part, Compared))
        return any(part.left == Name("roll") and part.sign in ("<", "<=") for part in compared)


def read_test(table: Table, name: str, family: str, word: str) -> TestRule:
    """One test."""
    if not table.has("roll"):
        table.report("E12", "`roll` is missing.", "roll")
    return TestRule(
        name=name,
        family=family,
        word=word,
        by_target=table.one_of("by", ("actor", "target"), "actor") == "target",
        roll=table.amount("roll", TEST) or ZERO,
        count=table.count("count", TEST),
        against=table.amount("against", TEST) or ZERO,
        against_label=table.text("against_label"),
        fumble=table.when("fumble", OUTCOME),
        critical=table.when("critical", OUTCOME),
        success=table.when("success", OUTCOME) or read_when("{roll} >= {against}"),
        partial=table.when("partial", OUTCOME),
        advantage=_advantage(table),
        cancels_all=table.one_of("cancel", ("one", "all"), "one") == "all",
        critical_damage=table.one_of("critical_damage", CRITICAL_DAMAGE, "none"),
        asks=table.words("asks"),
        words=_words(table),
        hidden=table.flag("hidden"),
        label=table.text("label", name),
        hint=table.text("hint"),
        cites=table.cites(),
    )


def _advantage(table: Table) -> Advantage:
    text = table.get("advantage", "what one advantage does", str)
    if text is None or text == "none":
        return NO_ADVANTAGE
    if text == "keep":
        return Advantage("keep")
    if not text.startswith("+"):
        said = 'one of none, keep, "+1d6", "+20", "+1 die" is expected, not'
        table.report("E3", f"{said} {quoted(text)}.", "advantage")
        return NO_ADVANTAGE
    amount, _, dice = text[1:].strip().partition(" di")
    read = table.read_amount(amount, TEST, "advantage") or ZERO
    return Advantage("dice" if dice in ("e", "ce") else "bonus", read)


def _words(table: Table) -> Mapping[str, str]:
    inner = table.table("words")
    found: dict[str, str] = {}
    if inner is not None:
        for outcome, _ in inner.entries():
            if outcome in OUTCOMES:
                found[outcome] = inner.text(outcome)
            else:
                inner.report("E7", f"there is no outcome {quoted(outcome)}{meant(outcome, list(OUTCOMES))}", outcome)
    return MappingProxyType(found)
