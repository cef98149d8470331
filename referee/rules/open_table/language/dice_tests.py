"""Rules of a system file for tests with dice: attack, save, check, duel, morale, all of one form.

Used by the section `test` of the file.
Gives the test: what is rolled, against what, how it may come out, and what advantage does.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct

from referee.engine.events.event import Result
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import quoted
from referee.rules.open_table.language.expression import (
    ABOUT,
    COUNTED,
    OUTCOME,
    TERMS,
    TEST,
    TOLD,
    ZERO,
    Compared,
    Count,
    Name,
    Node,
    When,
    amounts_in,
    inside,
)
from referee.rules.open_table.language.toml_table import Table

CRITICAL_DAMAGE = ("none", "dice x2", "x2", "highest", "highest + dice")


class Advantage(Struct, frozen=True):
    """What one advantage does to the roll."""

    kind: Literal["none", "keep", "dice", "bonus"]
    """Nothing; one die more and the better counts; so many dice more; an amount added."""
    amount: Node = ZERO
    """Of `dice`: how many. Of `bonus`: what is added, to `against` where a low roll is good."""


NO_ADVANTAGE = Advantage("none")


def _advantage(table: Table, key: str) -> Advantage:
    text = table.get(key, "what one advantage does", str)
    if text is None or text == "none":
        return NO_ADVANTAGE
    if text == "keep":
        return Advantage("keep")
    if not text.startswith("+"):
        said = 'must be one of none, keep, "+1d6", "+20", "+1 die", not'
        table.report("E3", f"{said} {quoted(text)}.", key)
        return NO_ADVANTAGE
    amount, _, dice = text[1:].strip().partition(" di")
    read = table.read_amount(amount, TEST, key) or ZERO
    return Advantage("dice" if dice in ("e", "ce") else "bonus", read)


def _degree(table: Table, key: str) -> tuple[Node | When, ...]:
    if isinstance(table.data.get(key), list):
        return table.whens(key, OUTCOME)
    amount = table.amount(key, OUTCOME)
    return () if amount is None else (amount,)


def _roll(table: Table, key: str) -> Node:
    if not table.has(key):
        table.report("E12", f"`{key}` is missing.", key)
    return table.amount(key, TEST) or ZERO


OWN_WORDS = frozenset({*TERMS, "value"})
"""What a test itself gives a value."""


class TestRule(keys.KeyedTable, eq=False, dict=True):
    """A roll against a number or another roll, with its outcomes."""

    name: str
    """As it is typed behind the name of its family: `save dex`."""
    family: str
    word: str
    """The word of the family that it was made for; empty outside of a family."""
    of: tuple[str, ...] = keys.names_of("test", 'tests or families it is one of: what touches all of "save" touches it')
    by_target: bool = keys.switch(
        "actor", "target", "who rolls: actor, or target (a save; the act works if the save fails)", called="by"
    )
    roll: Node = keys.part(_roll, "amount", default=ZERO, without=keys.NEEDED)
    count: Count | None = keys.part(
        lambda table, key: table.count(key, TEST),
        'counts the dice that show this instead of adding them: ">= 5"; of dice with named faces: ["hit", "crit"]',
    )
    against: Node = keys.amount(TEST, "amount to reach; if it has dice, the other figure rolls them", ZERO)
    against_label: str = keys.text("the name of that number after `vs`: AC, DC", without="the trait's label")
    fumble: When | None = keys.comparison(
        OUTCOME, "comparison; the first one that is true decides: fumble, critical, success, partial; else a failure"
    )
    critical: When | None = keys.comparison(OUTCOME, 'comparison, such as "{die} = 20"')
    success: When = keys.comparison(OUTCOME, "comparison", "{roll} >= {against}")
    partial: When | None = keys.comparison(OUTCOME, "comparison")
    degree: tuple[Node | When, ...] = keys.part(
        _degree,
        "how well it went, {degree}: an amount, or a list of comparisons of which each that holds counts 1",
        default=(),
        without="-",
    )
    opposed: str = keys.name_of(
        "test", "a test that the other makes at the same time; {other_degree} is how well that went"
    )
    mutual: bool = keys.flag("true: the other figure rolls the same test, so its bonuses change the `against` dice")
    advantage: Advantage = keys.part(
        _advantage,
        "what advantage does: keep (one more die, keep the better), +1d6, +20, +1 die",
        default=NO_ADVANTAGE,
        without='"none"',
    )
    cancels_all: bool = keys.switch(
        "one",
        "all",
        "how advantage and disadvantage cancel: one (one for one), all (one of each is neither)",
        called="cancel",
    )
    critical_damage: str = keys.choice(CRITICAL_DAMAGE, "dice x2, x2, highest, highest + dice")
    asks: tuple[str, ...] = keys.word_list(
        "a value the referee is asked for if nothing gives it, such as dc for {with.x}"
    )
    words: Mapping[str, str] = keys.phrases(COUNTED, 'the word for an outcome: { success = "parried" }')
    asked: str = keys.phrase(ABOUT, 'the question for its dice: "{whose} death save"', without="{whose} LABEL")
    goal: str = keys.phrase(("needed",), 'what the die needs: "hits on {needed}" reads hits on 12 or more', "{needed}")
    said: str = keys.phrase(ABOUT, "the words before the numbers: {who} attacks {target}", without="{whose} LABEL")
    told: Mapping[str, str] = keys.phrases(
        TOLD, 'the whole sentence of an outcome: { failure = "{who} fails a death save" }'
    )
    hidden: bool = keys.flag("not shown to the players")
    label: str = keys.heading("how it is called")
    hint: str = keys.text("a short description")
    cites: tuple[str, ...] = keys.cited()

    @cached_property
    def comparisons(self) -> tuple[tuple[Result, When], ...]:
        """The results that a comparison decides, in the order in which they are compared."""
        results: tuple[Result, ...] = ("fumble", "critical", "success", "partial")
        return tuple((result, when) for result in results if (when := getattr(self, result)) is not None)

    @cached_property
    def names(self) -> frozenset[Name]:
        """All that its comparisons and its degree name."""
        nodes = [node for _, when in self.comparisons for node in amounts_in(when)]
        for step in self.degree:
            nodes += amounts_in(step) if isinstance(step, When) else inside(step)
        return frozenset(node for node in nodes if isinstance(node, Name))

    @cached_property
    def outside(self) -> tuple[Name, ...]:
        """Those of these names whose value does not come from its own dice."""
        own = {*TERMS} - {"other_degree"} - ({"degree"} if not self.degree else set())
        return tuple(name for name in self.names if name.scope or name.word not in own)

    @cached_property
    def asked_before(self) -> tuple[Name, ...]:
        """What of all that it names has to be known before it is made, apart from what is thrown and against what."""
        return tuple(sorted((name for name in self.names if name.scope or name.word not in OWN_WORDS), key=str))

    @cached_property
    def words_read(self) -> frozenset[str]:
        """The words of its dice that it compares."""
        return frozenset(name.word for name in self.names if not name.scope and name.word in TERMS)

    @cached_property
    def low_is_good(self) -> bool:
        """Does a roll succeed that is not above a number?"""
        compared = (part for part in self.success.parts if isinstance(part, Compared))
        return any(part.left == Name("roll") and part.sign in ("<", "<=") for part in compared)
