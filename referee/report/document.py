"""Document of a report: its tables, with sentences."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct

from referee.report.evening_figures import Evening
from referee.report.fight_clock import lasting
from referee.report.known_figures import BY_HAND, NOBODY
from referee.text.phrases import capitalised

Cell = str | int
"""What stands in a table; a number stands at the right."""


class Table(Struct, frozen=True):
    """A part of the report that is a table."""

    name: str
    """A short word for it, such as `totals`."""
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    """Sentences below it."""


def headline(evening: Evening) -> list[str]:
    """The fight in a few sentences: rounds and who fell, when, how long."""
    if not evening.told:
        return ["No round has begun yet, so there is nothing to report."]
    lines = [f"{capitalised(evening.told)}."]
    if evening.began is not None and evening.seconds is not None:
        breaks = f", without breaks of {lasting(evening.breaks)}" if evening.breaks else ""
        began = f"{datetime.fromisoformat(evening.began).astimezone():%Y-%m-%d %H:%M}"
        lines.append(f"Began {began}; took {lasting(evening.seconds)}{breaks}.")
    if not evening.is_whole:
        lines.append(f"What is hidden from the players is left out, and so is the {evening.health} of foes.")
    return lines


def tables(evening: Evening) -> list[Table]:
    """All tables that have rows, in the order in which they are read."""
    if not evening.told:
        return []
    made = (_totals, _pairs, _health, _turns, _dice, _gains)
    return [table for table in (make(evening) for make in made) if table.rows or table.notes]


def _made(name: str, title: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]], *notes: str) -> Table:
    """A table without the columns in which nothing but 0 stands."""
    rows = [*rows]
    kept = [n for n in range(len(heads)) if any(row[n] for row in rows)]
    cells = tuple(tuple(row[n] for n in kept) for row in rows)
    return Table(name, title, tuple(heads[n] for n in kept), cells, tuple(filter(None, notes)))


def _totals(evening: Evening) -> Table:
    only_dead = _only_dead(evening)
    rows = [
        (
            *(each.name, each.dealt, each.taken, each.healed, each.attacks, each.hits),
            *(f"{100 * each.hits / each.attacks:.0f} %" if each.attacks else "", 0 if only_dead else each.felled),
            *(each.killed, each.fell, _from_to(each.health, each.most)),
        )
        for each in evening.figures
    ]
    heads = ("", "dealt", "took", "healed", "attacks", "hits", "hit rate", "felled", "killed", "fell", evening.health)
    absorbed = [f"{each.name} {each.absorbed}" for each in evening.figures if each.absorbed]
    shielded = f"Of what was taken, temporary points took: {', '.join(absorbed)}." if absorbed else ""
    return _made("totals", "Who did what", heads, rows, _added_up(evening), shielded)


def _added_up(evening: Evening) -> str:
    """How the damage adds up: `Damage: 36 dealt + 9 by hand = 45 taken.`"""
    taken = sum(each.taken for each in evening.figures)
    if not taken:
        return ""
    dealt = {name: sum(pair.damage for pair in evening.pairs if pair.who == name) for name in (BY_HAND, NOBODY)}
    own = sum(pair.damage for pair in evening.pairs if pair.who == pair.whom)
    parts = {"dealt": taken - sum(dealt.values()) - own, "to oneself": own, BY_HAND: dealt[BY_HAND]}
    parts[f"from {NOBODY}"] = dealt[NOBODY]
    return f"Damage: {' + '.join(f'{n} {what}' for what, n in parts.items() if n)} = {taken} taken."


def _from_to(health: Sequence[int], most: int | None) -> str:
    """Where health was when the figure came, and where it is: `18 → 12/18`."""
    return f"{health[0]} → {health[-1]}{f'/{most}' if most is not None else ''}" if health else ""


def _pairs(evening: Evening) -> Table:
    heads = ("who", "whom", "damage", "healing", "attacks", "hits", "felled", "killed")
    rows = []
    for pair in evening.pairs:
        counts = (
            pair.damage,
            pair.healing,
            pair.attacks,
            pair.hits,
            0 if _only_dead(evening) else pair.felled,
            pair.killed,
        )
        rows.append((pair.who, pair.whom, *(n or "" for n in counts)))
    return _made("pairs", "Who hurt or healed whom", heads, rows)


def _only_dead(evening: Evening) -> bool:
    """Were all who fell killed, so that one column says both?"""
    return all(pair.felled == pair.killed for pair in evening.pairs)


def _health(evening: Evening) -> Table:
    rows = [(f.name, *[""] * (f.came - 1), *map(str, f.health)) for f in evening.figures if f.health]
    heads = ("", "before", *(str(each.number) for each in evening.rounds))
    title = f"{capitalised(evening.health)} after each round"
    return Table("health", title, heads, tuple(rows))


def _turns(evening: Evening) -> Table:
    rows = []
    for turn in sorted(evening.turns, key=lambda each: -each.seconds):
        average = lasting(turn.average) if turn.turns else ""
        rows.append((turn.who, turn.turns, lasting(turn.seconds), average, lasting(turn.longest)))
    return _made("turns", "Time", ("", "turns", "in all", "a turn", "longest"), rows)


def _dice(evening: Evening) -> Table:
    rows = [(d.who, d.die, d.count, _number(d.average), _number(d.expected), d.told) for d in evening.dice]
    heads = ("", "dice", "rolled", "average", "expected", "against chance")
    tested = any(die.groups for die in evening.dice)
    told = "In brackets: how often chance alone makes counts at least so uneven." if tested else ""
    totals = f"Rolls typed as a total are not counted: {evening.totals_typed}." if evening.totals_typed else ""
    unread = f"Rolls under older rules are not counted: {evening.rolls_unread}." if evening.rolls_unread else ""
    return _made("dice", "Dice against chance", heads, rows, told, totals, unread)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _gains(evening: Evening) -> Table:
    awarded = f"Experience awarded: {evening.experience:,} XP." if evening.experience else ""
    due = f"The fallen are worth {evening.due:,} XP that nobody has yet." if evening.due else ""
    notes = (*(f"{text}." for text in evening.gains), awarded, due)
    return Table("gains", "Experience and treasure", (), (), tuple(filter(None, notes)))


_NUMBER = re.compile(r"[0-9.]*(?: %)?")


def right_aligned(table: Table) -> list[bool]:
    """For each column of a table: do only numbers stand in it?"""
    return [all(_NUMBER.fullmatch(str(row[n])) for row in table.rows) for n in range(len(table.heads))]
