"""Modifiers of a test: what conditions, marks and typed words give it, and how advantage changes its roll.

Used whenever a test is made, by whoever makes it and whoever it is made against.
Gives the roll and the number against it, changed, and outcomes that are certain.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.dice import Keep, Pool
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import Result
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag
from referee.rules.open_table.language.dice_tests import TestRule
from referee.rules.open_table.language.effect_notation import Gives
from referee.rules.open_table.language.effects import Modifier
from referee.rules.open_table.language.expression import ZERO, Name, Node, Number, Product, Sum, Unknown
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.play.amounts.evaluation import (
    holds_surely,
    labelled,
    parts_of,
    pools,
    repeated,
    settled,
    total,
)
from referee.rules.open_table.play.game import Game, Lying, NameScope, Play, modifiers
from referee.text.lazy_pattern import pattern
from referee.text.quoting import quoted
from referee.words.bearer import plain

ADVANTAGE, DISADVANTAGE = "adv", "dis"
ADVANTAGES = {ADVANTAGE: "with advantage", DISADVANTAGE: "with disadvantage"}
"""How these words read where acts are compared."""
_LEVEL = pattern(r"\blevel[= ]+([0-9]{1,2})\b", re.ASCII | re.IGNORECASE)


class RollChanges(Struct, frozen=True):
    """What is different about a test."""

    up: tuple[str, ...] = ()
    """For each advantage its reason; empty for one that was only said."""
    down: tuple[str, ...] = ()
    """For each disadvantage likewise."""
    added: tuple[tuple[str, Node], ...] = ()
    """What is added to the roll, each with its name."""
    given: Result | None = None
    """The result, where no dice are thrown for it."""
    critical: bool = False
    """A success is a critical one."""
    level: bool = False
    """No advantage counts."""
    cites: tuple[str, ...] = ()


def changes_of(game: Game, look: NameScope, rule: TestRule, who: Tag, other: Tag | None) -> RollChanges:
    """What conditions on both, and the marks of the act, do to a test that `who` makes."""
    found = RollChanges()
    for label, row, own, cites in _rows(game, look, rule, who, other):
        times = row_times(row, own)
        if row.gives is not None and times:
            found = _with(found, label, row.gives, own, times, cites)
    return found


TouchingRow = tuple[str, Modifier, NameScope, tuple[str, ...]]
"""A row that touches a test: what it is called, the row, the names as its bearer sees them, and its clauses."""


def _rows(game: Game, look: NameScope, rule: TestRule, who: Tag, other: Tag | None) -> Iterator[TouchingRow]:
    """The rows that touch the test: of own conditions, of the other's against its bearer, of things, and of words."""
    yield from _rows_of_conditions(game, look, rule, who, against=False)
    if other is not None:
        yield from _rows_of_conditions(game, look, rule, other, against=True)
    yield from _lent_most(game, look, rule, who)
    yield from _rows_of_marks(game, look, rule, who)


def _rows_of_conditions(
    game: Game, look: NameScope, rule: TestRule, bearer: Tag, *, against: bool
) -> Iterator[TouchingRow]:
    """The rows of what lies on a figure; against: those that touch tests against it."""
    if bearer not in look.encounter.figures:
        return
    whose = "target " if against and not rule.by_target else ""
    for condition, row, there in modifiers(game, look.encounter, bearer, "tests", look):
        if row.against is not against or row.whose == "allies" or rule.name not in row.tests:
            continue
        if row.confirm and row.confirm not in look.marks:
            continue
        own = replace(look, own=bearer, by=there.by or "", terms={**look.terms, "value": there.value})
        yield row.called or f"{whose}{condition.label.replace('_', ' ')}", row, own, condition.cites


def _lent_most(game: Game, look: NameScope, rule: TestRule, who: Tag) -> Iterable[TouchingRow]:
    """The rows of things that work for the side of their bearer: of each name the one that adds most."""
    lent: dict[str, TouchingRow] = {}
    for thing, row, there in lent_rows(game, look, who):
        if rule.name not in row.tests or row.gives is None:
            continue
        own = replace(look, own=there.by or who, by=there.by or "")
        label = row.called or thing.label
        there_already = lent.get(label)
        if there_already is None or _lends(row, own) > _lends(there_already[1], there_already[2]):
            lent[label] = (label, row, own, thing.cites)
    return lent.values()


def _rows_of_marks(game: Game, look: NameScope, rule: TestRule, who: Tag) -> Iterator[TouchingRow]:
    """The rows of the words that were said."""
    marks, acting = game.file(look.encounter).marks, replace(look, own=look.actor)
    for mark in [marks[word] for word in sorted(look.marks) if word in marks]:
        for row in mark.modifiers:
            is_meant = row.against is (who != look.actor) and rule.name in row.tests
            if is_meant and holds_surely(row.when, acting):
                yield row.called or mark.label, row, look, mark.cites


def lent_rows(game: Game, look: NameScope, who: Tag) -> Iterator[Lying]:
    """The rows of things that work for the side of their bearer, while it can act, and so for this figure."""
    file, figures = game.file(look.encounter), look.encounter.figures
    if who not in figures:
        return
    for figure in figures.values():
        standing = file.standings.get(figure.standing)
        mine = figure.side == figures[who].side and not file.passive.isdisjoint(figure.piles)
        if mine and standing and standing.able and game.passive_has(look.encounter, figure, "allies"):
            for lying, row, there in modifiers(game, look.encounter, figure.tag, look=replace(look, target=who)):
                if row.whose == "allies":
                    yield lying, row, there


def _lends(row: Modifier, look: NameScope) -> int:
    """How much a row adds to a roll, as far as that is a number."""
    with suppress(Unknown, NotUnderstood):
        return look.number(row.gives.amount) if row.gives is not None else 0
    return 0


def left_by_rows(play: Play, who: Tag, test: str, result: str) -> str:
    """What of damage that a success halves is left to a figure, where its rows say that; told where it is none."""
    for lying, row, _ in modifiers(play.game, play.encounter, who, "leaves"):
        if test in row.tests and result in row.leaves:
            if row.leaves[result] == "none":
                play.ledger.remark(f"{play.encounter.name(who)} takes no damage ({lying.label})", *lying.cites)
            return row.leaves[result]
    return ""


def row_times(row: Modifier, look: NameScope) -> int:
    """How often a row works: once, or as often as the condition has levels."""
    value = look.terms.get("value", 1)
    return int(value) if row.each_level and isinstance(value, int) else 1


def _with(
    found: RollChanges, label: str, gives: Gives, look: NameScope, times: int, cites: tuple[str, ...]
) -> RollChanges:
    found = replace(found, cites=(*found.cites, *cites))
    match gives.kind:
        case "advantage":
            return replace(found, up=(*found.up, *((label,) * times)))
        case "disadvantage":
            return replace(found, down=(*found.down, *((label,) * times)))
        case "no advantage":
            return replace(found, level=True)
        case "critical":
            return replace(found, critical=True)
        case "success" | "failure":
            given: Result = "success" if gives.kind == "success" else "failure"
            return replace(found, given=given)
        case _:
            node = repeated(settled(gives.amount, look), times)
            return replace(found, added=(*found.added, (label, node)))


def with_words(found: RollChanges, marks: Iterable[str]) -> RollChanges:
    """What the built-in words do besides: adv, dis, +2, -1d4."""
    for word in marks:
        if word == ADVANTAGE:
            found = replace(found, up=(*found.up, ""))
        elif word == DISADVANTAGE:
            found = replace(found, down=(*found.down, ""))
        elif word[:1] in ("+", "-"):
            found = replace(found, added=(*found.added, (word, typed_bonus(word))))
    return found


def typed_bonus(word: str) -> Node:
    """The amount that `+2` or `-1d4` means. NotUnderstood if it is none."""
    terms = read_dice(word[1:]).terms
    sign = -1 if word[0] == "-" else 1
    parts = tuple((sign * term.sign, term.part if isinstance(term.part, Pool) else Number(term.part)) for term in terms)
    if not parts:
        raise NotUnderstood(f"{word} is not a bonus. Type, for example, +2 or -1d4.")
    return Sum(parts)


# -------------------------------------------------------------------- the dice that are thrown


def changed(rule: TestRule, roll: Node, against: Node, changes: RollChanges, look: NameScope) -> tuple[Node, Node]:
    """What is thrown, and against what, with all that is different about it."""
    if net := net_advantage(rule, changes):
        roll, against = _advantaged(rule, roll, against, (net, _why(net > 0, changes)), look)
    if changes.added:
        extra = tuple((sign, part) for label, node in changes.added for sign, part in parts_of(labelled(node, label)))
        roll = Sum((*parts_of(roll), *extra))
    return roll, against


def net_advantage(rule: TestRule, changes: RollChanges) -> int:
    """How many advantages are left once disadvantages are taken off; below 0 how many of those."""
    up, down = 0 if changes.level else len(changes.up), len(changes.down)
    return 0 if rule.cancels_all and up and down else up - down


def _why(better: bool, changes: RollChanges) -> str:
    """The name of the advantage with its reasons: `disadvantage (frightened)`."""
    reasons = ", ".join(dict.fromkeys(filter(None, changes.up if better else changes.down)))
    return ("advantage" if better else "disadvantage") + (f" ({reasons})" if reasons else "")


def _advantaged(
    rule: TestRule, roll: Node, against: Node, given: tuple[int, str], look: NameScope
) -> tuple[Node, Node]:
    net, why = given
    match rule.advantage.kind:
        case "keep":
            return _first_pool(roll, lambda pool: _kept(pool, net > 0, why)), against
        case "dice":
            n = net * total(settled(rule.advantage.amount, look))
            return _first_pool(roll, lambda pool: replace(pool, count=max(0, pool.count + n))), against
        case "bonus":
            sign = 1 if net > 0 else -1
            amount = settled(rule.advantage.amount, look)
            more = tuple((sign * inner, part) for inner, part in parts_of(amount)) * abs(net)
            if rule.low_is_good:
                return roll, Sum((*parts_of(against), *more))
            return Sum((*parts_of(roll), *more)), against
        case _:
            return roll, against


def _kept(pool: Pool, better: bool, why: str) -> Pool:
    """One die more, of which the better, or the worse, counts."""
    return replace(pool, name=why, count=pool.count + 1, keep=Keep(pool.count, better))


def _first_pool(node: Node, change: Callable[[Pool], Pool]) -> Node:
    """The amount with its first dice changed."""
    if isinstance(node, Pool):
        return change(node)
    if isinstance(node, Sum):
        out: list[tuple[int, Node]] = []
        done = False
        for sign, part in node.terms:
            new = part if done else _first_pool(part, change)
            done = done or new != part
            out.append((sign, new))
        return Sum(tuple(out))
    if isinstance(node, Product):
        return replace(node, factor=_first_pool(node.factor, change))
    return node


def against_words(file: SystemFile, rule: TestRule, against: Node, fixed: bool) -> str:
    """` vs AC 15`; nothing where it is no number, nobody compares with it, or it is hidden.

    fixed: the number was said with the test, whatever the file has it against.
    """
    compared = fixed or rule.against != ZERO
    if pools(against) or rule.count is not None or rule.hidden or not compared:
        return ""
    return f" vs {' '.join(filter(None, (called_against(file, rule), str(total(against)))))}"


def called_against(file: SystemFile, rule: TestRule) -> str:
    """What the number of a test is called: by the test, else as the trait that it is; empty without a label."""
    if rule.against_label:
        return rule.against_label
    trait = file.traits.get(rule.against.word) if isinstance(rule.against, Name) else None
    return trait.label if trait is not None and trait.label != plain(trait.name) else ""


def level_unnamed(text: str) -> str:
    """The same words where a level stands as its number alone: `level=2` and `level 2` as `2`."""
    return _LEVEL.sub(r"\1", text)


def read_words(known: Sequence[str], text: str) -> tuple[int | None, frozenset[str]]:
    """`15 adv -1d4`: what it is against, and the words said with it. NotUnderstood for another word."""
    against: int | None = None
    marks: set[str] = set()
    for word in level_unnamed(text).lower().split():
        if is_number(word) and word[0] not in "+-" and against is None:
            against = int(word)
        elif word in known:
            marks.add(word)
        elif word[0] in "+-":
            typed_bonus(word)
            marks.add(word)
        else:
            raise NotUnderstood(f"There is no {quoted(word)} here. You can add: {', '.join(known)}, +2, -1d4.")
    return against, frozenset(marks)
